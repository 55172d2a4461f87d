//! The sight rules: what the camera may remove, when the lantern's faces are drawn, and whether a point can be seen.
//!
//! In: rooms, feet, camera, field. Out: a [`CutField`] for the shader and for every other question about the cut, the order
//! of the lantern's faces, and the CPU's own answer to "can the lantern see this point".
//!
//! Two questions, two answers: nothing here that answers one of them reads the other.

mod cut;
mod lantern;
mod line_of_sight;

pub use cut::{CutField, CutSettings, Cutaway};
pub use lantern::{FACES, Face, FaceSchedule};
pub use line_of_sight::{is_seen, nearest_stone};
