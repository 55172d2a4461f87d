//! A world at work: what a `StoneWorld` has while it is in the tree.
//!
//! In: the node, once a frame. Out: what there is to say, for the node to emit when nothing is borrowed any more.

use std::rc::Rc;
use std::time::{Duration, Instant};

use glam::DVec3;
use godot::classes::Material;
use godot::prelude::*;
use stonesight::edit::Strokes;
use stonesight::jobs::Workers;
use stonesight::lattice::{ChunkKey, RecordId};
use stonesight::stream::{Event, Viewer, chunks_within};

use super::edits::Edited;
use super::followers::{Follower, Followers};
use super::generation::Generation;
use super::monitors::{Figures, Monitors};
use super::piece::Piece;
use super::said::Said;
use super::scenery::{Change, Scenery};
use super::sight::TwinMaterial;
use super::tickets::Tickets;
use crate::room::StoneRoom;
use crate::sight::globals;

/// Radius in metres around a viewer's feet that has to be ready for `ground_ready`.
const FOOTING: f64 = 2.0;
/// Seconds without any viewer until that is worth a warning.
const LONELY: f64 = 2.0;

/// See the [module](self).
pub struct Running {
    /// What is in the engine; freed first.
    pub scenery: Scenery,
    /// The world that is made; `None` when its configuration was refused.
    pub generation: Option<Generation>,
    /// Edits that were loaded before there was a world.
    pub early_edits: Option<Strokes>,
    /// Places that are made ahead.
    pub tickets: Tickets,
    /// What twins are drawn with, once a camera cuts the world. Freed after them.
    pub twin_material: Option<TwinMaterial>,
    followers: Followers,
    workers: Workers,
    figures: Rc<Figures>,
    /// Whether `world_ready` was said.
    ready: bool,
    progress: (i64, i64),
    /// The room that the first viewer was in last.
    room: Option<RecordId>,
    lonely: f64,
    /// What the shaders were told of the viewers.
    detail: [Vector4; 4],
    _monitors: Monitors,
    /// Kept alive for the surfaces that use it.
    _material: Gd<Material>,
}

impl Running {
    /// Starts the workers.
    pub fn new(workers: Workers, scenery: Scenery, material: Gd<Material>) -> Self {
        let figures = Rc::new(Figures::default());
        Self {
            scenery,
            generation: None,
            early_edits: None,
            tickets: Tickets::default(),
            twin_material: None,
            followers: Followers::default(),
            workers,
            _monitors: Monitors::new(&figures),
            figures,
            ready: false,
            progress: (0, 0),
            room: None,
            lonely: 0.0,
            detail: [Vector4::ZERO; 4],
            _material: material,
        }
    }

    /// Gives up the world there is; `start` makes the next.
    pub fn restart(&mut self, start: impl FnOnce(&Workers) -> Option<Generation>) {
        if let Some(generation) = &mut self.generation {
            generation.cancel(&self.workers);
        }
        self.scenery.unload_all();
        self.followers.reset();
        self.tickets.reset();
        self.ready = false;
        self.progress = (0, 0);
        self.room = None;
        self.lonely = 0.0;
        self.generation = start(&self.workers);
    }

    /// One frame.
    pub fn frame(&mut self, node: &Gd<Node3D>, delta: f64, budget: Duration) -> Vec<Said> {
        let start = Instant::now();
        let mut said = Vec::new();
        self.poll_plan(&mut said);
        self.poll_edits(&mut said);
        let followers = self.followers.collect(node, delta);
        self.tell_shaders(&followers);
        let events = self.stream(&followers);
        self.apply(events);
        self.scenery.work(start, budget);
        said.extend(self.take_changes());
        self.say_what_is_ready(&followers, &mut said);
        said.extend(self.watch_rooms(&followers));
        self.watch_for_viewers(&followers, delta);
        self.note_figures(start);
        said
    }

    /// Where detail is, for the vertices that fade with the distance.
    fn tell_shaders(&mut self, followers: &[Follower]) {
        let mut columns = [Vector4::ZERO; 4];
        let sound = followers.iter().filter(|follower| follower.viewer.check().is_ok());
        for (column, follower) in columns.iter_mut().zip(sound) {
            let (at, viewer) = (follower.global, &follower.viewer);
            // A radius of none would leave nothing to fade from.
            let radius = viewer.fine.max(viewer.collision).max(1.0);
            *column = Vector4::new(at.x, at.y, at.z, radius as f32);
        }
        if columns != self.detail {
            self.detail = columns;
            globals::set(globals::DETAIL, &Projection::new(columns).to_variant());
        }
    }

    /// What came and went since the last call.
    pub fn take_changes(&mut self) -> impl Iterator<Item = Said> + use<> {
        self.scenery.take_changes().into_iter().map(|change| match change {
            Change::Loaded(key) => Said::Loaded(key),
            Change::Unloaded(key) => Said::Unloaded(key),
        })
    }

    /// Whether everything within `radius` metres of a position is drawn and solid.
    pub fn is_ready(&self, position: DVec3, radius: f64) -> bool {
        let mut keys = chunks_within(position, radius).peekable();
        keys.peek().is_some() && keys.all(|key| self.scenery.is_drawn(key) && self.scenery.is_solid(key))
    }

    fn poll_plan(&mut self, said: &mut Vec<Said>) {
        let Some(generation) = &mut self.generation else { return };
        if generation.world.is_none() && self.progress == (0, 0) {
            self.progress = (0, 1);
            said.push(Said::Progress("plan", 0, 1));
        }
        match generation.poll() {
            None => {}
            Some(Ok(())) => {
                said.push(Said::Progress("plan", 1, 1));
                said.push(Said::PlanReady);
                self.progress = (0, 0);
            }
            Some(Err(error)) => godot_error!("StoneWorld: {error}"),
        }
    }

    fn poll_edits(&mut self, said: &mut Vec<Said>) {
        let Some(world) = self
            .generation
            .as_mut()
            .and_then(|generation| generation.world.as_mut())
        else {
            return;
        };
        if let Some(strokes) = self.early_edits.take() {
            world.edits.load(strokes);
        }
        match world.edits.poll(&self.workers) {
            None => {}
            Some(Ok(Edited { field, touched })) => {
                world.field = field;
                world.stream.revise(touched);
                if world.edits.is_settled() {
                    said.push(Said::Edited);
                }
            }
            Some(Err(error)) => godot_error!("StoneWorld: the edits could not be made: {error}"),
        }
    }

    fn stream(&mut self, followers: &[Follower]) -> Vec<Event<Piece>> {
        let Some(world) = self
            .generation
            .as_mut()
            .and_then(|generation| generation.world.as_mut())
        else {
            return Vec::new();
        };
        let viewers: Vec<Viewer> = followers.iter().map(|follower| follower.viewer).collect();
        world.stream.update(&self.workers, &viewers);
        std::iter::from_fn(|| world.stream.next_event()).collect()
    }

    fn apply(&mut self, events: Vec<Event<Piece>>) {
        for event in events {
            match event {
                Event::Failed(ChunkKey { level, x, y, z }, message) => {
                    godot_error!(
                        "StoneWorld: chunk ({x}, {y}, {z}) of level {level} could not be made and stays empty: {message}"
                    );
                }
                event => self.scenery.take(event),
            }
        }
    }

    fn say_what_is_ready(&mut self, followers: &[Follower], said: &mut Vec<Said>) {
        for follower in followers {
            let ready = self.is_ready(follower.viewer.position, FOOTING);
            if self.followers.set_on_ground(follower, ready) {
                said.push(Said::GroundReady(follower.global));
            }
        }
        let Some(world) = self
            .generation
            .as_mut()
            .and_then(|generation| generation.world.as_mut())
        else {
            return;
        };
        let finished = self.tickets.poll(world, &self.scenery);
        let made = world.stream.progress();
        let total = made.total as i64;
        let open = (made.total - made.done + self.scenery.due()) as i64;
        let progress = ((total - open).max(0), total);
        if progress != self.progress && total > 0 {
            self.progress = progress;
            said.push(Said::Progress("chunks", progress.0, progress.1));
        }
        if !self.ready && open == 0 && total > 0 && !followers.is_empty() {
            self.ready = true;
            said.push(Said::WorldReady);
        }
        said.extend(finished.into_iter().map(Said::Finished));
    }

    fn watch_rooms(&mut self, followers: &[Follower]) -> Option<Said> {
        let plan = self.generation.as_ref()?.world.as_ref()?.plan.as_ref()?;
        let room = plan.rooms.room_at(followers.first()?.viewer.position)?;
        if self.room.replace(room.id) == Some(room.id) {
            return None;
        }
        StoneRoom::with(plan, room).map(Said::RoomEntered)
    }

    fn watch_for_viewers(&mut self, followers: &[Follower], delta: f64) {
        if !followers.is_empty() || self.generation.is_none() || self.ready {
            self.lonely = self.lonely.min(0.0);
        } else if self.lonely >= 0.0 {
            self.lonely += delta;
            if self.lonely > LONELY {
                self.lonely = f64::NEG_INFINITY;
                godot_warn!(
                    "StoneWorld: there is no StoneViewer in this World3D, so no chunks are made: add one under the player"
                );
            }
        }
    }

    fn note_figures(&self, start: Instant) {
        let pending = self
            .generation
            .as_ref()
            .and_then(|generation| generation.world.as_ref())
            .map_or(0, |world| world.stream.pending());
        self.figures.chunks.set(self.scenery.chunks() as i64);
        self.figures.pending.set((pending + self.scenery.due()) as i64);
        self.figures.triangles.set(self.scenery.triangles() as i64);
        self.figures.main_thread_ms.set(start.elapsed().as_secs_f64() * 1_000.0);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.scenery.clear();
        self.tickets.end("the StoneWorld left the tree");
        if let Some(generation) = &mut self.generation {
            generation.cancel(&self.workers);
        }
        // The workers are joined when they are dropped, right after this.
    }
}
