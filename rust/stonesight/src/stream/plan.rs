//! What is wanted, and how urgently: a pure function of viewers and tickets.

use glam::DVec3;

use super::map::ChunkMap;
use super::ticket::Tickets;
use super::viewer::{Followed, is_place};
use super::{MAX_RADIUS, Settings};
use crate::lattice::ChunkKey;

/// What a chunk is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Want {
    /// The smaller, the sooner.
    pub priority: i64,
    /// It is to be shown, not only kept ready.
    pub drawn: bool,
    /// It is to be solid.
    pub solid: bool,
}

/// The bands of priority.
#[derive(Clone, Copy)]
enum Band {
    Near,
    Full,
    Ring,
}

impl Band {
    /// The priority of a chunk at a distance in metres, in steps of a millimetre.
    fn at(self, distance: f64) -> i64 {
        ((self as i64) << 40) + (distance * 1_000.0) as i64
    }
}

/// Whether a priority is that of a chunk right around a viewer.
pub(super) fn is_near(priority: i64) -> bool {
    priority < Band::Full.at(0.0)
}

/// The viewers, tickets and settings that a plan is made of.
pub(super) struct Scope<'a> {
    pub viewers: &'a [Followed],
    pub tickets: &'a Tickets,
    pub settings: &'a Settings,
}

impl Scope<'_> {
    /// All chunks that are wanted. Of several reasons for one, the most urgent counts.
    pub fn wants(&self) -> ChunkMap<Want> {
        let Settings { near, ring, step, .. } = *self.settings;
        let mut wants = ChunkMap::default();
        let mut add = |key, priority, drawn, solid| {
            let want = Want { priority, drawn, solid };
            wants
                .entry(key)
                .and_modify(|old: &mut Want| {
                    old.priority = old.priority.min(priority);
                    old.drawn |= drawn;
                    old.solid |= solid;
                })
                .or_insert(want);
        };
        for viewer in self.viewers {
            let drawn = viewer.drawn + step;
            for key in chunks_around(viewer.here, viewer.there, drawn + ring) {
                let (here, there) = (key.distance(viewer.here), key.distance(viewer.there));
                let closest = if here < there { here } else { there };
                let solid = closest <= viewer.solid + step;
                if here <= near + step && here <= drawn {
                    add(key, Band::Near.at(here), true, solid);
                } else if closest <= drawn {
                    add(key, Band::Full.at(there), true, solid);
                } else if there <= drawn + ring {
                    add(key, Band::Ring.at(there), false, false);
                }
            }
        }
        for ticket in self.tickets.iter() {
            for &key in &ticket.keys {
                add(key, Band::Full.at(key.distance(ticket.position)), true, true);
            }
        }
        wants
    }

    /// Whether a chunk that is shown stays so.
    pub fn keeps_drawn(&self, key: ChunkKey) -> bool {
        self.is_within(key, |viewer| viewer.drawn)
    }

    /// Whether a chunk that is solid stays so.
    pub fn keeps_solid(&self, key: ChunkKey) -> bool {
        self.is_within(key, |viewer| viewer.solid)
    }

    /// Whether a chunk that was made stays in memory.
    pub fn keeps_made(&self, key: ChunkKey) -> bool {
        self.is_within(key, |viewer| viewer.drawn + self.settings.ring)
    }

    fn is_within(&self, key: ChunkKey, radius: impl Fn(&Followed) -> f64) -> bool {
        let Settings { step, hysteresis, .. } = *self.settings;
        let seen = self.viewers.iter().any(|viewer| {
            let limit = radius(viewer) + step + hysteresis;
            key.distance(viewer.here) <= limit || key.distance(viewer.there) <= limit
        });
        seen || self
            .tickets
            .iter()
            .any(|ticket| key.distance(ticket.position) <= ticket.radius)
    }
}

/// The chunks of level 0 within `radius` metres of a position, which is the one around it for 0. None for what is no
/// position or no radius; radii are cut to [`MAX_RADIUS`].
pub fn chunks_within(position: DVec3, radius: f64) -> impl Iterator<Item = ChunkKey> {
    let sound = is_place(position) && radius >= 0.0;
    let (position, radius) = if sound { (position, radius) } else { (DVec3::ZERO, 0.0) };
    let radius = if radius < MAX_RADIUS { radius } else { MAX_RADIUS };
    chunks_around(position, position, radius)
        .filter(move |key| sound && (key.distance(position) < radius || *key == ChunkKey::containing(0, position)))
}

/// The chunks of level 0 in the box around two balls.
fn chunks_around(here: DVec3, there: DVec3, radius: f64) -> impl Iterator<Item = ChunkKey> {
    let low = ChunkKey::containing(0, here.min(there) - radius);
    let high = ChunkKey::containing(0, here.max(there) + radius);
    (low.y..=high.y)
        .flat_map(move |y| (low.z..=high.z).flat_map(move |z| (low.x..=high.x).map(move |x| ChunkKey::new(0, x, y, z))))
}
