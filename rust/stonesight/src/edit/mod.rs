//! Edits: what players add to a world and remove from it.
//!
//! In: [`Stroke`]s of a brush. Out: the operations that they are, in their order after those of the program
//! ([`Strokes::operations`]), the chunks that they touch ([`touched`]), and a small file ([`Strokes::to_file`]).

mod file;
mod stroke;
mod strokes;
#[cfg(test)]
mod tests;

pub use file::{FileError, VERSION};
pub use stroke::{Brush, Change, MAX_PLACE, MAX_SIZE, MIN_SIZE, Stroke, StrokeError};
pub use strokes::{Strokes, touched};
