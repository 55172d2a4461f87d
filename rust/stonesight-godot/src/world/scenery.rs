//! What of a world is in the engine: meshes, instances and bodies, as RIDs.
//!
//! In: what the stream says. Out: its doubles in the rendering and physics servers, made and freed a few at a time under the
//! frame's budget. Where chunks are exchanged for others, those that come are made ready out of sight, and then all change in one
//! frame; what the stream said after that waits for it.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use godot::builtin::{Rid, Transform3D, Vector3};
use stonesight::chunk::{Digest, world_digest};
use stonesight::lattice::ChunkKey;
use stonesight::stream::{Coming, Event};

use super::entry::{Cost, Entry, Garbage};
use super::piece::Piece;
use super::servers::{Body, Place, Visual};

/// Cost in seconds that a triangle is assumed to have before any was measured: in uploads, and in bodies.
const TRIANGLE: (f64, f64) = (0.05e-6, 0.9e-6);
/// Uploads in a frame at most: their triangles are cheap, but the renderer pays for every new instance in that frame.
const ADMISSION: usize = 48;

/// What there is to say about a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is drawn now.
    Loaded(ChunkKey),
    /// It was drawn.
    Unloaded(ChunkKey),
}

/// Chunks that are made ready to take the place of others.
struct Exchange {
    gone: Vec<ChunkKey>,
    come: BTreeMap<ChunkKey, Entry>,
}

/// All that this world has in the engine.
#[derive(Default)]
pub struct Scenery {
    place: Place,
    entries: HashMap<ChunkKey, Entry>,
    exchange: Option<Exchange>,
    /// What the stream said while an exchange is made ready.
    waiting: VecDeque<Event<Piece>>,
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

impl Scenery {
    /// Puts everything that follows into a scenario and a space.
    pub fn enter(&mut self, place: Place) {
        self.place = place;
        self.upload_cost = Cost(TRIANGLE.0);
        self.body_cost = Cost(TRIANGLE.1);
    }

    /// Follows what the stream says.
    pub fn take(&mut self, event: Event<Piece>) {
        self.waiting.push_back(event);
        self.follow();
    }

    fn follow(&mut self) {
        while self.exchange.is_none()
            && let Some(event) = self.waiting.pop_front()
        {
            match event {
                Event::Loaded(key, piece) => self.load(key, piece),
                Event::Solid(key, _) => self.make_solid(key),
                Event::Loose(key) => self.loosen(key),
                Event::Unloaded(key) => self.unload(key),
                Event::Replaced { gone, come } => self.begin(gone, come),
                // Said by whoever reads the stream.
                Event::Failed(..) => {}
            }
        }
    }

    /// Adds a chunk that shall be drawn.
    fn load(&mut self, key: ChunkKey, piece: Arc<Piece>) {
        let mut entry = Entry::new(piece, false);
        if entry.surface().is_none() {
            entry.told = true;
            self.changes.push(Change::Loaded(key));
        } else {
            self.uploads.push_back(key);
        }
        self.entries.insert(key, entry);
    }

    /// Has a loaded chunk made solid.
    fn make_solid(&mut self, key: ChunkKey) {
        if let Some(entry) = self.entries.get_mut(&key) {
            entry.wants_body = true;
            if entry.surface().is_some() {
                self.bodies.push_back(key);
            }
        }
    }

    /// Has a loaded chunk made passable.
    fn loosen(&mut self, key: ChunkKey) {
        if let Some(entry) = self.entries.get_mut(&key) {
            entry.wants_body = false;
            self.frees.extend(entry.body.take().map(Garbage::Body));
        }
    }

    /// Lets go of a chunk.
    fn unload(&mut self, key: ChunkKey) {
        let first = self.frees.len();
        if let Some(entry) = self.entries.remove(&key) {
            self.revision += 1;
            if entry.told {
                self.changes.push(Change::Unloaded(key));
            }
            if entry.visual.is_some() {
                self.triangles -= entry.triangles();
            }
            self.frees.extend(entry.into_garbage());
        }
        // What takes its place may be there in the same frame.
        self.frees.range(first..).for_each(Garbage::hide);
    }

    /// Begins to make ready what comes.
    fn begin(&mut self, gone: Vec<ChunkKey>, come: Vec<Coming<Piece>>) {
        let mut entries = BTreeMap::new();
        for Coming { key, chunk, solid } in come {
            let entry = Entry::new(chunk, solid);
            if entry.surface().is_some() {
                self.uploads.push_back(key);
                if solid {
                    self.bodies.push_back(key);
                }
            }
            entries.insert(key, entry);
        }
        self.exchange = Some(Exchange { gone, come: entries });
        self.finish();
    }

    /// Makes the exchange once everything for it is ready.
    fn finish(&mut self) {
        let ready = |exchange: &mut Exchange| exchange.come.values().all(Entry::is_ready);
        let Some(Exchange { gone, come }) = self.exchange.take_if(ready) else {
            return;
        };
        for key in gone {
            self.unload(key);
        }
        for (key, mut entry) in come {
            if let Some(visual) = &entry.visual {
                visual.set_visible(self.place.visible);
                self.triangles += entry.triangles();
            }
            entry.body.iter().for_each(|body| body.enter(&self.place));
            entry.told = true;
            self.changes.push(Change::Loaded(key));
            self.entries.insert(key, entry);
        }
        self.revision += 1;
    }

    /// Lets go of everything, because another world follows. Bodies leave the space at once.
    pub fn unload_all(&mut self) {
        self.waiting.clear();
        if let Some(exchange) = self.exchange.take() {
            self.frees
                .extend(exchange.come.into_values().flat_map(Entry::into_garbage));
        }
        let mut keys: Vec<_> = self.entries.keys().copied().collect();
        keys.sort();
        for key in keys {
            self.unload(key);
        }
        self.uploads.clear();
        self.bodies.clear();
        // What is still to be freed belongs to a world that is gone: nobody shall see it or stand on it meanwhile.
        self.frees.iter().for_each(Garbage::hide);
    }

    /// Frees everything at once and says nothing about it.
    pub fn clear(&mut self) {
        self.waiting.clear();
        let come = self
            .exchange
            .take()
            .into_iter()
            .flat_map(|exchange| exchange.come.into_values());
        let entries = self.entries.drain().map(|(_, entry)| entry);
        entries
            .chain(come)
            .flat_map(Entry::into_garbage)
            .for_each(Garbage::free);
        self.frees.drain(..).for_each(Garbage::free);
        self.place.staging.free();
        self.uploads.clear();
        self.bodies.clear();
        self.triangles = 0;
    }

    /// Works off what is due, at least one item, until `budget` is used up.
    pub fn work(&mut self, start: Instant, budget: Duration) {
        let (mut first, mut admitted) = (true, 0);
        while let Some((job, estimate)) = self.next_job() {
            if !first && start.elapsed().as_secs_f64() + estimate > budget.as_secs_f64() {
                return;
            }
            first = false;
            admitted += usize::from(matches!(job, Job::Upload(_)));
            self.run(job);
            self.finish();
            self.follow();
            if admitted >= ADMISSION {
                return;
            }
        }
    }

    /// What changed since the last call.
    pub fn take_changes(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.changes)
    }

    /// Whether a chunk is loaded and drawn.
    pub fn is_drawn(&self, key: ChunkKey) -> bool {
        self.entries.get(&key).is_some_and(Entry::is_drawn)
    }

    /// Whether a chunk is loaded and solid. One without a surface is.
    pub fn is_solid(&self, key: ChunkKey) -> bool {
        self.entries.get(&key).is_some_and(Entry::is_solid)
    }

    /// Number of uploads and bodies that are due, and of exchanges that are not made.
    pub fn due(&self) -> usize {
        self.uploads.len() + self.bodies.len() + usize::from(self.exchange.is_some())
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
        self.all().for_each(|(key, entry)| entry.set_transform(transform, *key));
    }

    /// Shows or hides everything.
    pub fn set_visible(&mut self, visible: bool) {
        self.place.visible = visible;
        let visuals = self.entries.values().filter_map(|entry| entry.visual.as_ref());
        visuals.for_each(|visual| visual.set_visible(visible));
    }

    /// Changes what everything is drawn with.
    pub fn set_look(&mut self, material_override: Rid, cast_shadow: i32) {
        self.place.material_override = material_override;
        self.place.cast_shadow = cast_shadow;
        let visuals = self.all_mut().filter_map(|(_, entry)| entry.visual.as_mut());
        visuals.for_each(|visual| visual.set_look(material_override, cast_shadow));
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
        let Self {
            entries,
            exchange,
            place,
            ..
        } = self;
        let add = |key: &ChunkKey, visual: Option<&mut Visual>, visible: bool| {
            if let Some(visual) = visual {
                visual.set_twin(place);
                visual.set_transform(transform_of(place.transform, *key));
                visual.set_visible(visible);
            }
        };
        for (key, entry) in entries.iter_mut() {
            add(key, entry.visual.as_mut(), place.visible);
        }
        for (key, entry) in exchange.iter_mut().flat_map(|exchange| &mut exchange.come) {
            add(key, entry.visual.as_mut(), false);
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
        let bodies = self.all().filter_map(|(_, entry)| entry.body.as_ref());
        bodies.for_each(|body| body.set_collision(layer, mask));
    }

    /// What is loaded, and what is made ready.
    fn all(&self) -> impl Iterator<Item = (&ChunkKey, &Entry)> {
        let come = self.exchange.iter().flat_map(|exchange| &exchange.come);
        self.entries.iter().chain(come)
    }

    fn all_mut(&mut self) -> impl Iterator<Item = (&ChunkKey, &mut Entry)> {
        let come = self.exchange.iter_mut().flat_map(|exchange| &mut exchange.come);
        self.entries.iter_mut().chain(come)
    }

    /// What work on a chunk is for: where it is exchanged, what comes.
    fn entry(&self, key: ChunkKey) -> Option<&Entry> {
        let come = self.exchange.as_ref().and_then(|exchange| exchange.come.get(&key));
        come.or_else(|| self.entries.get(&key))
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
            if let Some(entry) = self.entry(key).filter(|entry| !entry.is_drawn()) {
                return Some((Job::Upload(key), self.upload_cost.of(entry.triangles())));
            }
            self.uploads.pop_front();
        }
        None
    }

    fn next_body(&mut self) -> Option<(Job, f64)> {
        while let Some(&key) = self.bodies.front() {
            let entry = self.entry(key).filter(|entry| entry.wants_body && !entry.is_solid());
            if let Some(entry) = entry {
                let surface = entry.surface();
                let part = surface.map_or(0, |surface| Body::next_part(entry.body.as_ref(), surface));
                return Some((Job::Body(key), self.body_cost.of(part)));
            }
            self.bodies.pop_front();
        }
        None
    }

    fn run(&mut self, job: Job) {
        let start = Instant::now();
        let (key, upload) = match job {
            Job::Free => return self.frees.pop_front().into_iter().for_each(Garbage::free),
            Job::Upload(key) => (key, true),
            Job::Body(key) => (key, false),
        };
        let transform = transform_of(self.place.transform, key);
        let come = self.exchange.as_mut().and_then(|exchange| exchange.come.get_mut(&key));
        let shown = come.is_none();
        let Some(entry) = come.or_else(|| self.entries.get_mut(&key)) else {
            return;
        };
        if !upload {
            let triangles = entry.build(&self.place, transform, shown);
            self.body_cost.learn(triangles, start.elapsed().as_secs_f64());
            return;
        }
        self.uploads.pop_front();
        let triangles = entry.upload(&self.place, transform, shown && self.place.visible);
        if shown {
            entry.told = true;
            self.triangles += triangles;
            self.revision += 1;
            self.changes.push(Change::Loaded(key));
        }
        self.upload_cost.learn(triangles, start.elapsed().as_secs_f64());
    }
}

impl Drop for Scenery {
    fn drop(&mut self) {
        // A reload of the library drops the node's state without taking the node out of the tree. Does nothing the second
        // time, when the servers may be gone.
        self.clear();
    }
}

#[derive(Clone, Copy)]
enum Job {
    Upload(ChunkKey),
    Body(ChunkKey),
    Free,
}

/// Where a chunk stands. Corners are multiples of 10 m, so `f32` holds them exactly up to 16,000 km from the origin.
pub fn transform_of(world: Transform3D, key: ChunkKey) -> Transform3D {
    let corner = key.origin();
    world.translated_local(Vector3::new(corner.x as f32, corner.y as f32, corner.z as f32))
}
