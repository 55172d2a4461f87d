//! How a game edits a `StoneWorld`.

use godot::prelude::*;
use stonesight::edit::{Stroke, Strokes};

use super::StoneWorld;
use super::edits::Edits;
use crate::stroke::StoneStroke;

/// Why there is nothing to undo or redo.
struct Nothing;

#[godot_api(secondary)]
impl StoneWorld {
    /// Adds a volume to the world or removes one. Returns false, with an error that says what to write instead, for a stroke that
    /// cannot be made, and before [signal plan_ready].
    ///
    /// The chunks that it touches are made anew and exchanged in one frame, a few frames later; [signal edited] tells when rules and
    /// [method sample] see it. Strokes cut through earlier ones. They last until another world is made: [method save_edits] keeps
    /// them for longer.
    #[func]
    fn edit(&mut self, stroke: Gd<StoneStroke>) -> bool {
        let stroke = stroke.bind();
        let made = stroke.to_core(self.local(stroke.position));
        match (made, self.edits_mut()) {
            (Ok(stroke), Some(edits)) => edits.change(|strokes| strokes.push(stroke).map(|()| stroke)).is_ok(),
            (Err(error), _) => {
                godot_error!("StoneWorld: {error}");
                false
            }
            (Ok(_), None) => {
                godot_error!("StoneWorld: there is no world to edit yet: wait for plan_ready");
                false
            }
        }
    }

    /// Takes the last stroke back. False where there is none.
    #[func]
    fn undo_edit(&mut self) -> bool {
        self.change_edits(Strokes::undo)
    }

    /// Makes the stroke again that was taken back last. False where there is none.
    #[func]
    fn redo_edit(&mut self) -> bool {
        self.change_edits(Strokes::redo)
    }

    /// Number of strokes that were made.
    #[func]
    fn get_edit_count(&self) -> i64 {
        self.strokes().map_or(0, |strokes| strokes.all().len() as i64)
    }

    /// All strokes as a small file, some 150 bytes each: to be stored with a saved game, and given to [method load_edits].
    #[func]
    fn save_edits(&self) -> PackedByteArray {
        let none = Strokes::default();
        PackedByteArray::from(self.strokes().unwrap_or(&none).to_file())
    }

    /// Exchanges all strokes for those of [method save_edits]. Returns false, with an error and nothing changed, for what is no such
    /// file, is damaged, or was written by a later version. Before there is a world, they wait for it.
    #[func]
    fn load_edits(&mut self, file: PackedByteArray) -> bool {
        let strokes = match Strokes::from_file(file.as_slice()) {
            Ok(strokes) => strokes,
            Err(error) => {
                godot_error!("StoneWorld: {error}");
                return false;
            }
        };
        match (self.edits_mut().is_some(), &mut self.running) {
            (true, _) => self
                .edits_mut()
                .into_iter()
                .for_each(|edits| edits.load(strokes.clone())),
            (false, Some(running)) => running.early_edits = Some(strokes),
            (false, None) => self.kept_edits = Some(strokes),
        }
        true
    }
}

impl StoneWorld {
    /// The strokes of the world there is, or that wait for it.
    pub(super) fn strokes(&self) -> Option<&Strokes> {
        let Some(running) = &self.running else {
            return self.kept_edits.as_ref();
        };
        let early = running.early_edits.as_ref();
        early.or_else(|| self.world().map(|world| world.edits.strokes()))
    }

    fn edits_mut(&mut self) -> Option<&mut Edits> {
        let generation = self.running.as_mut()?.generation.as_mut()?;
        generation.world.as_mut().map(|world| &mut world.edits)
    }

    fn change_edits(&mut self, change: impl FnOnce(&mut Strokes) -> Option<Stroke>) -> bool {
        let edits = self.edits_mut();
        edits.is_some_and(|edits| edits.change(|strokes| change(strokes).ok_or(Nothing)).is_ok())
    }
}
