//! Places that are made before anyone is there.

use std::collections::BTreeMap;

use glam::DVec3;

use super::plan::chunks_within;
use super::viewer::is_place;
use super::{MAX_POSITION, MAX_RADIUS};
use crate::lattice::ChunkKey;

/// Names a preheat request of one stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TicketId(u64);

/// A place that cannot be preheated.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum PreheatError {
    /// The position is not finite or out of range.
    #[error("position {0} is no place that can be preheated: keep every coordinate within ±{MAX_POSITION:e} m")]
    Position(DVec3),
    /// The radius is not a number, negative or too large.
    #[error("radius {0} m cannot be preheated: write one from 0 to {MAX_RADIUS} m")]
    Radius(f64),
}

/// A request that is kept until it is released.
#[derive(Clone, Debug)]
pub(super) struct Ticket {
    pub position: DVec3,
    pub radius: f64,
    /// All its chunks, nearest first.
    pub keys: Vec<ChunkKey>,
}

/// The requests of a stream.
#[derive(Default)]
pub(super) struct Tickets {
    tickets: BTreeMap<TicketId, Ticket>,
    last: u64,
}

impl Tickets {
    pub fn add(&mut self, position: DVec3, radius: f64) -> Result<TicketId, PreheatError> {
        if !is_place(position) {
            return Err(PreheatError::Position(position));
        }
        if !(0.0..=MAX_RADIUS).contains(&radius) {
            return Err(PreheatError::Radius(radius));
        }
        let mut keys: Vec<_> = chunks_within(position, radius).collect();
        keys.sort_by(|a, b| {
            let order = a.distance(position).total_cmp(&b.distance(position));
            order.then_with(|| a.cmp(b))
        });
        self.last += 1;
        let id = TicketId(self.last);
        self.tickets.insert(id, Ticket { position, radius, keys });
        Ok(id)
    }

    pub fn remove(&mut self, id: TicketId) -> bool {
        self.tickets.remove(&id).is_some()
    }

    pub fn get(&self, id: TicketId) -> Option<&Ticket> {
        self.tickets.get(&id)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Ticket> {
        self.tickets.values()
    }
}
