//! All strokes of a world, in their order.

use super::stroke::{Stroke, StrokeError};
use crate::lattice::{ChunkKey, voxel_size};
use crate::program::Operation;

/// How far from a chunk a stroke may lie and change it still, in voxels of the next coarser level: to that a chunk's vertices fade, and
/// how many vertices a cell there has depends on samples two voxels outside of the chunk. A little more for rounding.
const REACH: f64 = 2.25;

/// What was added and removed, oldest first; later strokes cut through earlier ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strokes {
    made: Vec<Stroke>,
    undone: Vec<Stroke>,
}

impl Strokes {
    /// Adds a stroke. What was undone cannot be redone any more.
    ///
    /// # Errors
    ///
    /// For a stroke that cannot be made; nothing is changed then.
    pub fn push(&mut self, stroke: Stroke) -> Result<(), StrokeError> {
        stroke.check()?;
        self.undone.clear();
        self.made.push(stroke);
        Ok(())
    }

    /// Takes the last stroke back, and returns it.
    pub fn undo(&mut self) -> Option<Stroke> {
        let stroke = self.made.pop()?;
        self.undone.push(stroke);
        Some(stroke)
    }

    /// Makes the stroke again that was taken back last, and returns it.
    pub fn redo(&mut self) -> Option<Stroke> {
        let stroke = self.undone.pop()?;
        self.made.push(stroke);
        Some(stroke)
    }

    /// The strokes, oldest first.
    pub fn all(&self) -> &[Stroke] {
        &self.made
    }

    /// The operations that follow those of a world's program.
    pub fn operations(&self) -> impl Iterator<Item = Operation> + '_ {
        self.made
            .iter()
            .zip(0..)
            .map(|(stroke, number)| stroke.operation(number))
    }
}

/// The chunks of a level that a stroke may change.
pub fn touched(stroke: &Stroke, level: u8) -> impl Iterator<Item = ChunkKey> {
    let reach = REACH * 2.0 * voxel_size(level);
    let (low, high) = stroke.bounds();
    let (low, high) = (
        ChunkKey::containing(level, low - reach),
        ChunkKey::containing(level, high + reach),
    );
    (low.y..=high.y).flat_map(move |y| {
        (low.z..=high.z).flat_map(move |z| (low.x..=high.x).map(move |x| ChunkKey::new(level, x, y, z)))
    })
}
