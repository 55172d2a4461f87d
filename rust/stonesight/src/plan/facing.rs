//! Loops where walls face each other: a door through both where they are near, a straight link where they are not.
//!
//! In: a growth with its city. Out: the same with more ways, so that one rarely has to turn back.

use glam::DVec2;

use super::course::straight_loop;
use super::dice::Dice;
use super::draft::{Candidate, Socket};
use super::growth::{Growth, link_form};
use super::heading::Heading;
use super::sill::{DEPTH, Sill};
use super::{Form, Space};
use crate::room::{Kind, Part, Polygon, Room};

/// Width of a wall that takes a door with its surround, in metres, and the distance between two doors.
const WALL: f64 = 5.2;
const DOOR_DISTANCE: f64 = 5.5;
/// The longest link between two walls that face each other, from outline to outline, in metres.
const LONGEST: f64 = 22.0;
/// Space between walls that a door alone joins, in metres.
const BETWEEN: f64 = 0.25;
/// How far a sill keeps from what else belongs to the two rooms, in metres.
const ASIDE: f64 = 2.0;

/// Two walls that face each other.
#[derive(Clone, Copy, Debug)]
struct Facing {
    /// On the outline of the one, in the middle of what both have.
    from: DVec2,
    /// On the outline of the other.
    to: DVec2,
}

impl Growth {
    /// Joins rooms whose walls face each other: by so many doors, and by so many links.
    pub(super) fn close_facing(&mut self, [mut doors, mut links]: [usize; 2], dice: Dice) {
        let mut pairs = Vec::new();
        let walled = || {
            self.draft
                .rooms
                .iter()
                .enumerate()
                .filter(|(_, room)| is_walled(room.kind))
        };
        for (i, a) in walled() {
            let (low, high) = a.bounds();
            for (j, b) in walled().filter(|&(j, _)| j > i) {
                let (from, to) = b.bounds();
                if (from - high).max(low - to).max_element() < LONGEST {
                    pairs.push([i, j]);
                }
            }
        }
        dice.shuffle(0, &mut pairs);
        for (index, pair) in pairs.into_iter().enumerate() {
            if doors + links == 0 {
                break;
            }
            if self.are_joined(pair[0], pair[1]) {
                continue;
            }
            for (p, q, facing) in self.facing(pair) {
                if doors > 0 && self.break_door(pair, [&p, &q], facing) {
                    doors -= 1;
                    break;
                }
                if links > 0 && self.lay_link(pair, [&p, &q], facing, dice.at(index)) {
                    links -= 1;
                    break;
                }
            }
        }
    }

    /// The walls of two rooms that face each other, away from the doors that there are.
    fn facing(&self, pair: [usize; 2]) -> Vec<(Part, Part, Facing)> {
        let courts = |room: usize| {
            let (room, space): (&Room, &Space) = (&self.draft.rooms[room], &self.draft.spaces[room]);
            let count = match space.form {
                Form::Terraces { levels, .. } => levels as usize,
                _ => 1,
            };
            &room.parts[..count]
        };
        let ids = pair.map(|room| self.draft.rooms[room].id);
        let doors = self
            .draft
            .doors
            .iter()
            .filter(|door| ids.iter().any(|id| door.rooms.contains(id)));
        let sills: Vec<DVec2> = doors.map(|door| DVec2::new(door.sill.x, door.sill.z)).collect();
        let mut found = Vec::new();
        for p in courts(pair[0]) {
            for q in courts(pair[1]) {
                for facing in facing_walls(&p.outline, &q.outline) {
                    let far = |point: DVec2| sills.iter().all(|sill| sill.distance(point) >= DOOR_DISTANCE);
                    if far(facing.from) && far(facing.to) {
                        found.push((p.clone(), q.clone(), facing));
                    }
                }
            }
        }
        found
    }

    /// A door alone between two walls, where they are near and at nearly one height.
    fn break_door(&mut self, pair: [usize; 2], [p, q]: [&Part; 2], Facing { from, to }: Facing) -> bool {
        let depth = from.distance(to);
        let sill = Sill {
            from,
            along: (to - from) / depth,
            depth,
            floor: p.floor.height,
            rise: q.floor.height - p.floor.height,
            width: 2.4,
        };
        let walls: f64 = pair.iter().map(|&room| self.draft.spaces[room].wall).sum();
        let part = sill.part();
        let clear = |other: &Part| other == p || other == q || other.outline.gap(&part.outline) >= ASIDE;
        let fits = depth >= walls + BETWEEN
            && depth <= DEPTH[1]
            && sill.rise.abs() <= Sill::most_rise(depth)
            && pair.iter().all(|&room| self.draft.rooms[room].parts.iter().all(clear))
            && self.draft.sill_fits(&part, pair);
        if fits {
            self.draft.join(part, sill.door(), pair);
            self.close_sockets(pair, (from + to) * 0.5, depth);
        }
        fits
    }

    /// A straight link between two walls.
    fn lay_link(&mut self, pair: [usize; 2], [p, q]: [&Part; 2], Facing { from, to }: Facing, dice: Dice) -> bool {
        let along = (to - from).normalize_or_zero();
        let straight = |heading: &Heading| heading.vector().dot(along) > 1.0 - 1e-9;
        let Some(out) = (0..8).map(Heading::new).find(straight) else {
            return false;
        };
        let socket = |room: usize, at: DVec2, out: Heading, floor: f64| Socket {
            room,
            at,
            out,
            floor,
            width: WALL,
            wall: self.draft.spaces[room].wall,
            free: true,
        };
        let start = socket(pair[0], from, out, p.floor.height);
        let end = socket(pair[1], to, out.opposite(), q.floor.height);
        let Some(course) = straight_loop(start, end) else {
            return false;
        };
        let Some(link) = course.lay() else { return false };
        let way = Candidate::link(&course, &link, link_form(&course, &self.draft, start));
        if !self.in_region(&way) || !self.draft.link_fits(&way, &pair) {
            return false;
        }
        let between = self.draft.place(way, dice);
        self.draft.hang_doors(&link, [pair[0], between, pair[1]]);
        self.close_sockets(pair, (from + to) * 0.5, from.distance(to));
        true
    }

    /// Takes the sockets near a new way from what is free.
    fn close_sockets(&mut self, pair: [usize; 2], middle: DVec2, length: f64) {
        for socket in &mut self.draft.sockets {
            let near = middle.distance(socket.at) < DOOR_DISTANCE + length * 0.5;
            socket.free &= !(near && pair.contains(&socket.room));
        }
    }
}

/// Rooms that a door may be broken into anywhere: nothing leans on their walls.
fn is_walled(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Court | Kind::Garden | Kind::LongHall | Kind::StackedTerraces
    )
}

/// Whether a door alone could join two outlines at one height.
pub(super) fn could_join(a: &Polygon, b: &Polygon) -> bool {
    let near = |facing: &Facing| facing.from.distance(facing.to) <= DEPTH[1];
    facing_walls(a, b).iter().any(near)
}

/// Walls of two outlines that face each other, where a door has room.
fn facing_walls(a: &Polygon, b: &Polygon) -> Vec<Facing> {
    let mut found = Vec::new();
    let ((low, high), (from, to)) = (a.bounds(), b.bounds());
    if (from - high).max(low - to).max_element() >= LONGEST {
        return found;
    }
    for (p, q) in a.edges() {
        let length = (q - p).length();
        let along = (q - p) / length;
        let normal = DVec2::new(along.y, -along.x);
        for (r, s) in b.edges() {
            let back = (s - r).normalize();
            if length < WALL || back.dot(along) > -1.0 + 1e-9 {
                continue;
            }
            let away = (r - p).dot(normal);
            let (start, end) = ((s - p).dot(along), (r - p).dot(along));
            let start = if start > 0.0 { start } else { 0.0 };
            let end = if end < length { end } else { length };
            if (DEPTH[0]..=LONGEST).contains(&away) && end - start >= WALL {
                let from = p + along * ((start + end) * 0.5);
                found.push(Facing {
                    from,
                    to: from + normal * away,
                });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_that_face_each_other_are_found_and_others_are_not() {
        let square = |x: f64, z: f64| {
            let corners = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];
            Polygon::new(corners.map(|[a, b]| DVec2::new(a + x, b + z)).to_vec())
        };
        let found = facing_walls(&square(0.0, 0.0), &square(14.0, 3.0));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].from, DVec2::new(10.0, 6.5));
        assert_eq!(found[0].to, DVec2::new(14.0, 6.5));
        for (x, z) in [(33.0, 0.0), (14.0, 6.0), (11.0, 0.0), (-40.0, 0.0)] {
            assert!(facing_walls(&square(0.0, 0.0), &square(x, z)).is_empty(), "{x}, {z}");
        }
        assert_eq!(facing_walls(&square(14.0, 3.0), &square(0.0, 0.0)).len(), 1);
    }
}
