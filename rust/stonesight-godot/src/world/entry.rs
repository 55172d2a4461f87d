//! One chunk on its way into the engine: what it was made of, and what of it is there.

use std::sync::Arc;

use godot::builtin::Transform3D;
use stonesight::lattice::ChunkKey;

use super::piece::{Piece, Surface};
use super::servers::{Body, Place, Visual};

/// A chunk that is loaded, or about to be.
pub struct Entry {
    /// What it is made of.
    pub piece: Arc<Piece>,
    /// What is drawn, once it was uploaded.
    pub visual: Option<Visual>,
    /// What is solid, or on the way to it.
    pub body: Option<Body>,
    /// Whether it shall be solid.
    pub wants_body: bool,
    /// Whether its loading was told.
    pub told: bool,
}

/// What is no longer needed and not freed yet.
pub enum Garbage {
    Visual(Visual),
    Body(Body),
}

impl Entry {
    /// Nothing of it is there yet.
    pub fn new(piece: Arc<Piece>, wants_body: bool) -> Self {
        Self {
            piece,
            visual: None,
            body: None,
            wants_body,
            told: false,
        }
    }

    /// What is to be drawn and solid.
    pub fn surface(&self) -> Option<&Surface> {
        self.piece.surface.as_ref()
    }

    /// Number of triangles.
    pub fn triangles(&self) -> usize {
        self.surface().map_or(0, Surface::triangles)
    }

    /// Whether all that is to be drawn is uploaded.
    pub fn is_drawn(&self) -> bool {
        self.visual.is_some() || self.surface().is_none()
    }

    /// Whether all that can be solid is. True for one without a surface.
    pub fn is_solid(&self) -> bool {
        match (self.surface(), &self.body) {
            (Some(surface), Some(body)) => body.is_whole(surface),
            (surface, _) => surface.is_none(),
        }
    }

    /// Whether nothing is left to be done.
    pub fn is_ready(&self) -> bool {
        self.is_drawn() && (!self.wants_body || self.is_solid())
    }

    /// Uploads the surface. Returns its triangles.
    pub fn upload(&mut self, place: &Place, transform: Transform3D, visible: bool) -> usize {
        if let (None, Some(surface)) = (&self.visual, self.piece.surface.as_ref()) {
            self.visual = Some(Visual::new(place, surface, transform, visible));
        }
        self.triangles()
    }

    /// Builds the next part of the body, which enters the world once it is whole, or waits for [`Body::enter`]. Returns the
    /// triangles of that part.
    pub fn build(&mut self, place: &Place, transform: Transform3D, enters: bool) -> usize {
        let Some(surface) = self.piece.surface.as_ref() else {
            return 0;
        };
        let body = self.body.get_or_insert_with(|| Body::new(place, transform));
        let triangles = body.build(surface);
        if enters && body.is_whole(surface) {
            body.enter(place);
        }
        triangles
    }

    /// Follows the world's node.
    pub fn set_transform(&self, world: Transform3D, key: ChunkKey) {
        let transform = super::scenery::transform_of(world, key);
        self.visual.iter().for_each(|visual| visual.set_transform(transform));
        self.body.iter().for_each(|body| body.set_transform(transform));
    }

    /// What has to be freed of it.
    pub fn into_garbage(self) -> impl Iterator<Item = Garbage> {
        let body = self.body.into_iter().map(Garbage::Body);
        body.chain(self.visual.into_iter().map(Garbage::Visual))
    }
}

impl Garbage {
    /// Takes it out of sight and out of the way at once; freeing may take its time.
    pub fn hide(&self) {
        match self {
            Garbage::Visual(visual) => visual.set_visible(false),
            Garbage::Body(body) => body.leave(),
        }
    }

    /// Frees it.
    pub fn free(self) {
        match self {
            Garbage::Visual(visual) => visual.free(),
            Garbage::Body(body) => body.free(),
        }
    }
}

/// Seconds per triangle, learnt from what was done.
#[derive(Clone, Copy, Default)]
pub struct Cost(pub f64);

impl Cost {
    /// What so many triangles will take.
    pub fn of(self, triangles: usize) -> f64 {
        self.0 * triangles as f64
    }

    /// Takes in what some triangles took.
    pub fn learn(&mut self, triangles: usize, seconds: f64) {
        // Small surfaces tell more about the fixed cost of a call than about triangles.
        if triangles >= 200 {
            self.0 += (seconds / triangles as f64 - self.0) * 0.2;
        }
    }
}
