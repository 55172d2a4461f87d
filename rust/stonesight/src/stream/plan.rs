//! What is wanted, and how urgently: a pure function of viewers and tickets, and of what was wanted before.

use glam::DVec3;

use super::detail::{Detail, Focus};
use super::map::ChunkMap;
use super::pieces::Leaf;
use super::ticket::Tickets;
use super::viewer::{Followed, is_place};
use super::{MAX_RADIUS, Settings};
use crate::lattice::{ChunkKey, MAX_LEVEL, Surroundings};

/// What a chunk is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Want {
    /// All that it depends on.
    pub leaf: Leaf,
    /// The smaller, the sooner.
    pub priority: i64,
    /// It is to be solid.
    pub solid: bool,
}

/// The bands of priority.
#[derive(Clone, Copy)]
pub(super) enum Band {
    Near,
    Full,
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

/// What a plan decided.
#[derive(Default)]
pub(super) struct Cut {
    /// The leaves that are shown.
    pub wants: ChunkMap<Want>,
    /// The nodes above them.
    pub divided: ChunkMap<()>,
}

/// The viewers, tickets and settings that a plan is made of.
pub(super) struct Scope<'a> {
    pub viewers: &'a [Followed],
    pub tickets: &'a Tickets,
    pub settings: &'a Settings,
}

impl Scope<'_> {
    /// Where detail is wanted.
    fn focuses(&self) -> Vec<Focus> {
        let Settings { step, hysteresis, .. } = *self.settings;
        let mut focuses = Vec::new();
        for viewer in self.viewers {
            focuses.push(Focus::viewer(viewer.here, viewer.finest() + step, hysteresis));
            if viewer.there != viewer.here {
                focuses.push(Focus::viewer(viewer.there, viewer.finest() + step, hysteresis));
            }
        }
        for ticket in self.tickets.iter() {
            focuses.push(Focus::place(ticket.position, ticket.radius + step, hysteresis));
        }
        focuses
    }

    /// All chunks that are wanted, into a cut whose memory is used again; `state` gives a chunk's state in the world as it is
    /// now. Of several reasons for one, the most urgent counts.
    pub fn cut(&self, before: &Cut, state: impl Fn(ChunkKey, Surroundings) -> Leaf, cut: &mut Cut) {
        let focuses = self.focuses();
        let detail = Detail {
            focuses: &focuses,
            hysteresis: self.settings.hysteresis,
            before: &before.divided,
        };
        cut.wants.clear();
        cut.divided.clear();
        for root in self.roots() {
            let (divided, wants) = (&mut cut.divided, &mut cut.wants);
            // What was shown is kept a little longer, and so is all that lies above it.
            let reaches = |key: ChunkKey| {
                let shown = before.divided.contains_key(&key) || before.wants.contains_key(&key);
                self.reaches(key, shown)
            };
            detail.visit(root, &reaches, divided, &mut |leaf| {
                let solid = before.wants.get(&leaf).is_some_and(|old| old.solid);
                let state = state(leaf, detail.surroundings(leaf));
                wants.insert(leaf, self.want(state, solid));
            });
        }
    }

    /// The coarsest chunks around everybody.
    fn roots(&self) -> Vec<ChunkKey> {
        let Settings { step, hysteresis, .. } = *self.settings;
        let viewers = self.viewers.iter().map(|viewer| {
            let reach = viewer.drawn + step + hysteresis;
            (
                viewer.here.min(viewer.there) - reach,
                viewer.here.max(viewer.there) + reach,
            )
        });
        let tickets = self.tickets.iter();
        let tickets = tickets.map(|ticket| (ticket.position - ticket.radius, ticket.position + ticket.radius));
        let mut roots: Vec<ChunkKey> = viewers
            .chain(tickets)
            .flat_map(|(low, high)| keys_between(MAX_LEVEL, low, high))
            .collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    /// Whether a chunk is to be shown, or has something below it that is. Of what is far from a viewer but near a ticket only
    /// the finest is.
    fn reaches(&self, key: ChunkKey, shown: bool) -> bool {
        let Settings { step, hysteresis, .. } = *self.settings;
        let spare = if shown { step + hysteresis } else { step };
        self.viewers
            .iter()
            .any(|viewer| viewer.distance(key) <= viewer.drawn + spare)
            || self.tickets.iter().any(|ticket| {
                let distance = key.distance(ticket.position);
                distance < ticket.radius || distance == 0.0 && ticket.radius == 0.0
            })
    }

    fn want(&self, state: Leaf, was_solid: bool) -> Want {
        let Settings {
            near, step, hysteresis, ..
        } = *self.settings;
        let leaf = state.key;
        let mut want = Want {
            leaf: state,
            priority: i64::MAX,
            solid: false,
        };
        // What is coarse fills more of the picture than what is fine.
        let share = 1.0 / f64::from(1u32 << leaf.level);
        for viewer in self.viewers {
            let (here, closest) = (leaf.distance(viewer.here), viewer.distance(leaf));
            let priority = if here <= near + step {
                Band::Near.at(here)
            } else {
                Band::Full.at(leaf.distance(viewer.there) * share)
            };
            want.priority = want.priority.min(priority);
            if leaf.level == 0 {
                let spare = if was_solid { step + hysteresis } else { step };
                want.solid |= closest <= viewer.solid + spare;
            }
        }
        for ticket in self.tickets.iter() {
            let distance = leaf.distance(ticket.position);
            if distance <= ticket.radius {
                want.priority = want.priority.min(Band::Full.at(distance));
                want.solid |= leaf.level == 0;
            }
        }
        want
    }
}

/// The chunks of level 0 within `radius` metres of a position, which is the one around it for 0. None for what is no
/// position or no radius; radii are cut to [`MAX_RADIUS`].
pub fn chunks_within(position: DVec3, radius: f64) -> impl Iterator<Item = ChunkKey> {
    let sound = is_place(position) && radius >= 0.0;
    let (position, radius) = if sound { (position, radius) } else { (DVec3::ZERO, 0.0) };
    let radius = if radius < MAX_RADIUS { radius } else { MAX_RADIUS };
    keys_between(0, position - radius, position + radius)
        .filter(move |key| sound && (key.distance(position) < radius || *key == ChunkKey::containing(0, position)))
}

/// The chunks of a level that a box touches.
fn keys_between(level: u8, low: DVec3, high: DVec3) -> impl Iterator<Item = ChunkKey> {
    let (low, high) = (ChunkKey::containing(level, low), ChunkKey::containing(level, high));
    (low.y..=high.y).flat_map(move |y| {
        (low.z..=high.z).flat_map(move |z| (low.x..=high.x).map(move |x| ChunkKey::new(level, x, y, z)))
    })
}
