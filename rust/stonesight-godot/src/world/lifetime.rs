//! When a `StoneWorld` works: from its first frame in the tree until it leaves.

use std::time::Duration;

use godot::classes::World3D;
use godot::prelude::*;
use stonesight::jobs::{Workers, default_threads};

use super::StoneWorld;
use super::generation::Generation;
use super::material::world_material;
use super::running::Running;
use super::said::Said;
use super::scenery::Scenery;
use super::servers::{Place, Staging};

impl StoneWorld {
    /// One frame's work; its news are for the caller to emit.
    pub(super) fn frame(&mut self, delta: f64) {
        self.start_if_due();
        let node = self.to_gd().upcast::<Node3D>();
        if self.stale
            && let Some(running) = &mut self.running
        {
            self.stale = false;
            let (seed, config, broken) = (self.seed as u64, self.config.as_ref(), self.broken.clone());
            running.restart(|workers| {
                let config = config.map_or_else(Default::default, |config| config.bind().to_core());
                if let Err(error) = config.check() {
                    godot_error!("StoneWorld: no world can be made with this config: {error}");
                    return None;
                }
                Some(Generation::start(workers, seed, config, broken))
            });
        }
        let budget = Duration::try_from_secs_f64(self.budget_ms / 1_000.0).unwrap_or_default();
        if let Some(running) = &mut self.running {
            let said = running.frame(&node, delta, budget);
            self.news.extend(said);
        }
    }

    /// Starts the workers when the node is in the tree and they do not run: also after a reload of the library, which calls
    /// neither `enter_tree` nor `ready`.
    pub(super) fn start_if_due(&mut self) {
        let wanted = self.base().is_inside_tree() && (self.preview || !godot::init::is_editor_hint());
        if self.running.is_some() && !wanted {
            self.stop();
        }
        if self.running.is_some() || !wanted || self.refused {
            return;
        }
        let threads = match self.threads {
            0 => default_threads(),
            threads => threads as usize,
        };
        match Workers::new(threads) {
            Ok(workers) => {
                let material = world_material();
                let mut scenery = Scenery::default();
                scenery.enter(self.place(material.get_rid()));
                let mut running = Running::new(workers, scenery, material);
                running.early_edits = self.kept_edits.take();
                self.running = Some(running);
                self.stale = true;
            }
            Err(error) => {
                self.refused = true;
                godot_error!(
                    "StoneWorld: the system refused {threads} threads ({error}): write a smaller number of threads"
                );
            }
        }
    }

    /// Joins the workers, frees everything, and says goodbye to every chunk that was announced.
    pub(super) fn stop(&mut self) {
        self.kept_edits = self.strokes().cloned();
        let Some(mut running) = self.running.take() else { return };
        running.scenery.unload_all();
        let goodbyes = running.take_changes();
        drop(running);
        // A handler may be the reason for this, with half of a frame's news still to be told.
        let news = std::mem::take(&mut self.news);
        for said in news.into_iter().chain(goodbyes) {
            if matches!(said, Said::Loaded(_) | Said::Unloaded(_) | Said::Finished(_)) {
                said.emit(self.signals());
            }
        }
    }

    /// Starts with other threads. What is preheated is preheated again.
    pub(super) fn restart(&mut self) {
        let Some(running) = &mut self.running else { return };
        let mut tickets = std::mem::take(&mut running.tickets);
        tickets.reset();
        self.stop();
        self.start_if_due();
        match &mut self.running {
            Some(running) => running.tickets = tickets,
            None => tickets.end("the StoneWorld has no threads"),
        }
    }

    fn place(&self, material: Rid) -> Place {
        let base = self.base();
        let world = base.get_world_3d();
        let rid = |get: fn(&Gd<World3D>) -> Rid| world.as_ref().map_or(Rid::Invalid, get);
        Place {
            scenario: rid(|world| world.get_scenario()),
            space: rid(|world| world.get_space()),
            staging: Staging::new(),
            node: Some(self.base().instance_id()),
            transform: base.get_global_transform(),
            visible: base.is_visible_in_tree(),
            material,
            material_override: self.material_override_rid(),
            cast_shadow: self.cast_shadow,
            twin_material: Rid::Invalid,
            collision_layer: self.collision_layer,
            collision_mask: self.collision_mask,
        }
    }
}
