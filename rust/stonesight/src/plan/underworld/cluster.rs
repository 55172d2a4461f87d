//! Clusters: rooms wall to wall, whose floors follow a plane of their own.
//!
//! In: a socket and a room. Out: the room beside it, joined by a door alone that rises or falls towards the cluster's
//! plane by what a short ramp inside the walls can.

use std::collections::BTreeMap;

use glam::DVec2;

use super::super::dice::Dice;
use super::super::draft::Candidate;
use super::super::growth::Growth;
use super::super::sill::Sill;
use super::super::template::Template;
use crate::room::Plane;

/// Slopes of clusters, in metres per metre.
const TILT: [f64; 2] = [0.02, 0.08];
/// Rock between the walls of two rooms of a cluster in metres.
const BETWEEN_WALLS: [f64; 2] = [0.5, 3.0];
/// Rises of doors are whole steps of so many metres; less is level.
const STEP: f64 = 0.125;

/// The planes of the clusters, by room.
#[derive(Default)]
pub(super) struct Clusters {
    of: BTreeMap<usize, Plane>,
}

impl Clusters {
    /// The plane of the cluster that a room belongs to: one of its own where it belongs to none yet.
    fn of(&mut self, growth: &Growth, room: usize, dice: Dice) -> Plane {
        *self.of.entry(room).or_insert_with(|| {
            let middle = growth.draft.rooms[room].middle();
            let angle = dice.range(60, 0.0, std::f64::consts::TAU);
            let slope = DVec2::new(libm::cos(angle), libm::sin(angle)) * dice.range(61, TILT[0], TILT[1]);
            Plane {
                origin: DVec2::new(middle.x, middle.z),
                height: growth.draft.rooms[room].lowest(),
                slope,
            }
        })
    }
}

impl Growth {
    /// A room beside a socket, in the cluster of the socket's room. False, and nothing placed, where it does not fit.
    pub(super) fn grow_beside(
        &mut self,
        from: usize,
        template: &Template,
        clusters: &mut Clusters,
        dice: Dice,
    ) -> bool {
        let socket = self.draft.sockets[from];
        let plane = clusters.of(self, socket.room, dice);
        let entry = dice.pick(20, template.sockets.len());
        let depth = socket.wall + template.wall + dice.metres(62, BETWEEN_WALLS[0], BETWEEN_WALLS[1]);
        let along = socket.out.vector();
        let end = socket.at + along * depth;
        let most = Sill::most_rise(depth);
        let wished = plane.at(end) - socket.floor;
        let rise = (wished.clamp(-most, most) / STEP).trunc() * STEP;
        let sill = Sill {
            from: socket.at,
            along,
            depth,
            floor: socket.floor,
            rise,
            width: 2.4,
        };
        let mut room = Candidate::room(template, entry, end, socket.out.opposite(), socket.floor + rise);
        let part = sill.part();
        let fits = self.in_range(&room)
            && self.draft.fits_beside(&room, socket.room, depth)
            && self.draft.sill_fits(&part, [socket.room, socket.room]);
        if !fits {
            return false;
        }
        room.add_sill(part);
        let first = self.draft.sockets.len();
        let to = self.draft.place(room, dice);
        clusters.of.insert(to, plane);
        self.draft.sockets[from].free = false;
        self.draft.sockets[first + entry].free = false;
        self.draft.hang_door(sill.door(), [socket.room, to]);
        true
    }
}
