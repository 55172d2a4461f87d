//! The underworld: a field of clusters without storeys, around a landmark.
//!
//! In: a growth with its city, its sewers and the trunk below them. Out: the landmark, which gets its place before anything
//! else; ruins that lead off the trunk; and clusters of rooms. Within a cluster rooms join wall to wall on a slow tilt of
//! its own; from cluster to cluster lead long passages whose rises are heavy-tailed, so that a walk drifts up and down
//! without a common datum. Where a passage runs long and alone, the rock around it is a void and the passage a bridge.

mod cluster;
mod hung_building;
mod landmark;
mod screw_shaft;
mod void;

pub(super) use landmark::reserve;
pub use void::Void;

use super::course::{Realm, drift};
use super::dice::Dice;
use super::growth::{Deck, Growth, MISSES, TRIES};
use super::route::scaled;
use super::template::Template;
use super::{Config, PlanError};
use crate::room::{Kind, Tag};
use cluster::Clusters;

/// Ways from the trunk into the ruins, the landmark's among them, and voids, in a world of 180 spaces above ground.
const RUIN_PASSAGES: f64 = 4.0;
const VOIDS: f64 = 8.0;
/// Share of rooms that a passage joins, and that so begin a cluster of their own.
const APART: f64 = 0.36;
/// Share of sockets that are taken from the rooms that came last: clusters grow on, and long ways lead far.
const RECENT: f64 = 0.45;
/// How many sockets count as the last ones.
const LATEST: usize = 36;
/// Loops to close, for every so many spaces.
const SPACES_A_LOOP: usize = 14;

/// What the underworld is built of, in this proportion; dealt in random order.
const KINDS: [Kind; 12] = [
    Kind::Hall,
    Kind::Vault,
    Kind::Hall,
    Kind::Gallery,
    Kind::Hall,
    Kind::Shaft,
    Kind::Hall,
    Kind::Vault,
    Kind::Hall,
    Kind::Gallery,
    Kind::Hall,
    Kind::Vault,
];

/// Fills the rock up to the number of spaces that the config asks for, with ways and all.
pub(super) fn grow(growth: &mut Growth, config: &Config, dice: Dice) -> Result<(), PlanError> {
    let mut deck = Deck::new(&KINDS, true, dice.at(0));
    let mut clusters = Clusters::default();
    for ruin in 1..scaled(config, RUIN_PASSAGES) {
        let placed = (0..TRIES).any(|attempt| {
            let dice = dice.at(1).at(ruin).at(attempt);
            growth.lead_off(Kind::Trunk, &Template::of(deck.deal(), dice), dice)
        });
        if !placed {
            return Err(PlanError::NoWay("a passage from the trunk into the ruins"));
        }
    }
    let target = config.underground();
    let mut misses = 0;
    for step in 0.. {
        let placed = spaces(growth);
        if placed >= target {
            break;
        }
        let dice = dice.at(2).at(step);
        if growth.grow_deep(deck.deal(), &mut clusters, dice) {
            misses = 0;
        } else {
            misses += 1;
        }
        if misses >= 4 * MISSES {
            let name = "underground";
            return Err(PlanError::Crowded { name, target, placed });
        }
    }
    growth.close_loops(Realm::Deep, target / SPACES_A_LOOP, dice.at(3));
    void::open(growth, scaled(config, VOIDS), dice.at(4));
    Ok(())
}

/// Rooms and ways in the rock.
fn spaces(growth: &Growth) -> usize {
    let rooms = growth.draft.rooms.iter();
    rooms.filter(|room| room.tag == Tag::Underground).count()
}

impl Growth {
    /// Puts a room at the end of a passage from some free socket of a kind of room.
    fn lead_off(&mut self, kind: Kind, template: &Template, dice: Dice) -> bool {
        let sockets = self.draft.sockets.iter().enumerate();
        let of_kind = |room: usize| self.draft.rooms[room].kind == kind;
        let free: Vec<usize> = sockets
            .filter(|(_, socket)| socket.free && of_kind(socket.room))
            .map(|(index, _)| index)
            .collect();
        if free.is_empty() {
            return false;
        }
        let socket = free[dice.pick(50, free.len())];
        self.attach(socket, template, dice, &|socket, wall| drift(socket, wall, dice))
    }

    /// Places one room of a kind at some free socket in the rock: in the cluster of its room, or in one of its own.
    fn grow_deep(&mut self, kind: Kind, clusters: &mut Clusters, dice: Dice) -> bool {
        let free = self.free_deep();
        if free.is_empty() {
            return false;
        }
        let apart = dice.chance(51, APART);
        (0..TRIES).any(|attempt| {
            let dice = dice.at(attempt);
            let among = if dice.chance(52, RECENT) && free.len() > LATEST {
                &free[free.len() - LATEST..]
            } else {
                &free[..]
            };
            let socket = among[dice.pick(53, among.len())];
            let template = Template::of(kind, dice);
            // The landmark keeps its distance, and what found no place beside its cluster may begin another.
            let far = landmark::is_landmark(self, self.draft.sockets[socket].room);
            if far || apart == (attempt % 4 != 3) {
                self.attach(socket, &template, dice, &|socket, wall| drift(socket, wall, dice))
            } else {
                self.grow_beside(socket, &template, clusters, dice)
            }
        })
    }
}
