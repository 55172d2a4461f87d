//! What of a world is in the engine: meshes, instances and bodies, as RIDs.
//!
//! In: the pieces that the stream loads, makes solid and unloads. Out: their doubles in the rendering and physics servers,
//! made and freed a few at a time under the frame's budget.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use godot::builtin::{Rid, Transform3D, Vector3};
use stonesight::chunk::{Digest, world_digest};
use stonesight::lattice::ChunkKey;

use super::piece::Piece;
use super::servers::{Body, Place, Visual};

/// Cost in seconds that a triangle is assumed to have before any was measured: in uploads, and in bodies.
const TRIANGLE: (f64, f64) = (0.05e-6, 0.9e-6);

/// A loaded chunk.
struct Entry {
    piece: Arc<Piece>,
    visual: Option<Visual>,
    body: Option<Body>,
    wants_body: bool,
    /// Whether its loading was told.
    told: bool,
}

/// What there is to say about a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is drawn now.
    Loaded(ChunkKey),
    /// It was drawn.
    Unloaded(ChunkKey),
}

/// All that this world has in the engine.
#[derive(Default)]
pub struct Scenery {
    place: Place,
    entries: HashMap<ChunkKey, Entry>,
    uploads: VecDeque<ChunkKey>,
    bodies: VecDeque<ChunkKey>,
    frees: VecDeque<Garbage>,
    changes: Vec<Change>,
    triangles: usize,
    /// Counts uploads and unloads, so that others know when to look again.
    revision: u64,
    turn: usize,
    upload_cost: Cost,
    body_cost: Cost,
}

/// What is no longer needed and not freed yet.
enum Garbage {
    Visual(Visual),
    Body(Body),
}

impl Scenery {
    /// Puts everything that follows into a scenario and a space.
    pub fn enter(&mut self, place: Place) {
        self.place = place;
        self.upload_cost = Cost(TRIANGLE.0);
        self.body_cost = Cost(TRIANGLE.1);
    }

    /// Adds a chunk that shall be drawn.
    pub fn load(&mut self, key: ChunkKey, piece: Arc<Piece>) {
        let empty = piece.surface.is_none();
        let entry = Entry {
            piece,
            visual: None,
            body: None,
            wants_body: false,
            told: empty,
        };
        self.entries.insert(key, entry);
        if empty {
            self.changes.push(Change::Loaded(key));
        } else {
            self.uploads.push_back(key);
        }
    }

    /// Has a loaded chunk made solid.
    pub fn make_solid(&mut self, key: ChunkKey) {
        if let Some(entry) = self.entries.get_mut(&key) {
            entry.wants_body = true;
            if entry.piece.surface.is_some() {
                self.bodies.push_back(key);
            }
        }
    }

    /// Has a loaded chunk made passable.
    pub fn loosen(&mut self, key: ChunkKey) {
        if let Some(entry) = self.entries.get_mut(&key) {
            entry.wants_body = false;
            self.frees.extend(entry.body.take().map(Garbage::Body));
        }
    }

    /// Lets go of a chunk.
    pub fn unload(&mut self, key: ChunkKey) {
        if let Some(entry) = self.entries.remove(&key) {
            self.revision += 1;
            if entry.told {
                self.changes.push(Change::Unloaded(key));
            }
            if entry.visual.is_some() {
                self.triangles -= entry.piece.surface.as_ref().map_or(0, |surface| surface.triangles());
            }
            self.frees.extend(entry.body.map(Garbage::Body));
            self.frees.extend(entry.visual.map(Garbage::Visual));
        }
    }

    /// Lets go of everything, because another world follows. Bodies leave the space at once.
    pub fn unload_all(&mut self) {
        let mut keys: Vec<_> = self.entries.keys().copied().collect();
        keys.sort();
        for key in keys {
            self.unload(key);
        }
        self.uploads.clear();
        self.bodies.clear();
        // What is still to be freed belongs to a world that is gone: nobody shall see it or stand on it meanwhile.
        for garbage in &self.frees {
            match garbage {
                Garbage::Visual(visual) => visual.set_visible(false),
                Garbage::Body(body) => body.leave(),
            }
        }
    }

    /// Frees everything at once and says nothing about it.
    pub fn clear(&mut self) {
        for (_, entry) in self.entries.drain() {
            entry.body.into_iter().for_each(Body::free);
            entry.visual.into_iter().for_each(Visual::free);
        }
        self.frees.drain(..).for_each(Garbage::free);
        self.place.staging.free();
        self.uploads.clear();
        self.bodies.clear();
        self.triangles = 0;
    }

    /// Works off what is due, at least one item, until `budget` is used up.
    pub fn work(&mut self, start: Instant, budget: Duration) {
        let mut first = true;
        while let Some((job, estimate)) = self.next_job() {
            if !first && start.elapsed().as_secs_f64() + estimate > budget.as_secs_f64() {
                return;
            }
            first = false;
            self.run(job);
        }
    }

    /// What changed since the last call.
    pub fn take_changes(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.changes)
    }

    /// Whether a chunk is loaded and drawn.
    pub fn is_drawn(&self, key: ChunkKey) -> bool {
        let entry = self.entries.get(&key);
        entry.is_some_and(|entry| entry.visual.is_some() || entry.piece.surface.is_none())
    }

    /// Whether a chunk is loaded and solid. One without a surface is.
    pub fn is_solid(&self, key: ChunkKey) -> bool {
        let entry = self.entries.get(&key);
        entry.is_some_and(|entry| match (&entry.piece.surface, &entry.body) {
            (Some(surface), Some(body)) => body.is_whole(surface),
            (surface, _) => surface.is_none(),
        })
    }

    /// Number of uploads and bodies that are due.
    pub fn due(&self) -> usize {
        self.uploads.len() + self.bodies.len()
    }

    /// Number of chunks that are loaded.
    pub fn chunks(&self) -> usize {
        self.entries.len()
    }

    /// Number of triangles that are drawn.
    pub fn triangles(&self) -> usize {
        self.triangles
    }

    /// The digest of all loaded chunks.
    pub fn digest(&self) -> Digest {
        world_digest(self.entries.iter().map(|(key, entry)| (*key, entry.piece.digest)))
    }

    /// Follows the world's node.
    pub fn set_transform(&mut self, transform: Transform3D) {
        self.place.transform = transform;
        for (key, entry) in &self.entries {
            let transform = transform_of(transform, *key);
            entry.visual.iter().for_each(|visual| visual.set_transform(transform));
            entry.body.iter().for_each(|body| body.set_transform(transform));
        }
    }

    /// Shows or hides everything.
    pub fn set_visible(&mut self, visible: bool) {
        self.place.visible = visible;
        self.visuals().for_each(|visual| visual.set_visible(visible));
    }

    /// Changes what everything is drawn with.
    pub fn set_look(&mut self, material_override: Rid, cast_shadow: i32) {
        self.place.material_override = material_override;
        self.place.cast_shadow = cast_shadow;
        for visual in self.entries.values_mut().filter_map(|entry| entry.visual.as_mut()) {
            visual.set_look(material_override, cast_shadow);
        }
        self.add_twins();
    }

    /// Has twins cast the shadows of everything, drawn with `material`. Of no effect when they do already.
    pub fn cast_by_twins(&mut self, material: Rid) {
        if self.place.twin_material != material {
            self.place.twin_material = material;
            self.add_twins();
        }
    }

    fn add_twins(&mut self) {
        let Self { entries, place, .. } = self;
        for (key, entry) in entries.iter_mut() {
            if let Some(visual) = &mut entry.visual {
                visual.set_twin(place);
                visual.set_transform(transform_of(place.transform, *key));
                visual.set_visible(place.visible);
            }
        }
    }

    /// Changes whenever a chunk came to be drawn, or went.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The meshes that are drawn and where they stand, in no order.
    pub fn meshes(&self) -> impl Iterator<Item = (ChunkKey, Rid, Transform3D)> {
        let drawn = |(key, entry): (&ChunkKey, &Entry)| Some((*key, entry.visual.as_ref()?.mesh()));
        let meshes = self.entries.iter().filter_map(drawn);
        meshes.map(|(key, mesh)| (key, mesh, transform_of(self.place.transform, key)))
    }

    /// Changes what everything collides with.
    pub fn set_collision(&mut self, layer: u32, mask: u32) {
        self.place.collision_layer = layer;
        self.place.collision_mask = mask;
        let bodies = self.entries.values().filter_map(|entry| entry.body.as_ref());
        bodies.for_each(|body| body.set_collision(layer, mask));
    }

    fn visuals(&self) -> impl Iterator<Item = &Visual> {
        self.entries.values().filter_map(|entry| entry.visual.as_ref())
    }

    /// The next thing to do and the seconds it will take. Uploads, bodies and frees take turns, so that none starves.
    fn next_job(&mut self) -> Option<(Job, f64)> {
        for _ in 0..3 {
            self.turn = (self.turn + 1) % 3;
            let job = match self.turn {
                0 => self.next_upload(),
                1 => self.next_body(),
                _ => (!self.frees.is_empty()).then_some((Job::Free, 0.1e-3)),
            };
            if job.is_some() {
                return job;
            }
        }
        None
    }

    fn next_upload(&mut self) -> Option<(Job, f64)> {
        while let Some(&key) = self.uploads.front() {
            match self.entries.get(&key) {
                Some(Entry {
                    piece, visual: None, ..
                }) => {
                    let triangles = piece.surface.as_ref().map_or(0, |surface| surface.triangles());
                    return Some((Job::Upload(key), self.upload_cost.of(triangles)));
                }
                _ => self.uploads.pop_front(),
            };
        }
        None
    }

    fn next_body(&mut self) -> Option<(Job, f64)> {
        while let Some(&key) = self.bodies.front() {
            match self.entries.get(&key) {
                Some(Entry {
                    piece,
                    body,
                    wants_body: true,
                    ..
                }) if !self.is_solid(key) => {
                    let surface = piece.surface.as_ref();
                    let part = surface.map_or(0, |surface| Body::next_part(body.as_ref(), surface));
                    return Some((Job::Body(key), self.body_cost.of(part)));
                }
                _ => self.bodies.pop_front(),
            };
        }
        None
    }

    fn run(&mut self, job: Job) {
        let start = Instant::now();
        match job {
            Job::Free => self.frees.pop_front().into_iter().for_each(Garbage::free),
            Job::Upload(key) => {
                self.uploads.pop_front();
                let Some(entry) = self.entries.get_mut(&key) else {
                    return;
                };
                let Some(surface) = &entry.piece.surface else { return };
                let transform = transform_of(self.place.transform, key);
                entry.visual = Some(Visual::new(&self.place, surface, transform));
                entry.told = true;
                self.triangles += surface.triangles();
                self.revision += 1;
                self.changes.push(Change::Loaded(key));
                self.upload_cost.learn(surface.triangles(), start.elapsed());
            }
            Job::Body(key) => {
                let Some(entry) = self.entries.get_mut(&key) else {
                    return;
                };
                let Some(surface) = &entry.piece.surface else { return };
                let transform = transform_of(self.place.transform, key);
                let body = entry.body.get_or_insert_with(|| Body::new(&self.place, transform));
                let triangles = body.build(&self.place, surface);
                self.body_cost.learn(triangles, start.elapsed());
            }
        }
    }
}

impl Drop for Scenery {
    fn drop(&mut self) {
        // A reload of the library drops the node's state without taking the node out of the tree. Does nothing the second
        // time, when the servers may be gone.
        self.clear();
    }
}

impl Garbage {
    fn free(self) {
        match self {
            Garbage::Visual(visual) => visual.free(),
            Garbage::Body(body) => body.free(),
        }
    }
}

#[derive(Clone, Copy)]
enum Job {
    Upload(ChunkKey),
    Body(ChunkKey),
    Free,
}

/// Seconds per triangle, learnt from what was done.
#[derive(Clone, Copy, Default)]
struct Cost(f64);

impl Cost {
    fn of(self, triangles: usize) -> f64 {
        self.0 * triangles as f64
    }

    fn learn(&mut self, triangles: usize, took: Duration) {
        // Small surfaces tell more about the fixed cost of a call than about triangles.
        if triangles >= 200 {
            self.0 += (took.as_secs_f64() / triangles as f64 - self.0) * 0.2;
        }
    }
}

/// Where a chunk stands. Corners are multiples of 10 m, so `f32` holds them exactly up to 16,000 km from the origin.
fn transform_of(world: Transform3D, key: ChunkKey) -> Transform3D {
    let corner = key.origin();
    world.translated_local(Vector3::new(corner.x as f32, corner.y as f32, corner.z as f32))
}
