//! The city: a fabric of rooms wall to wall on the slopes of its hill.
//!
//! In: a growth with its first court. Out: all other spaces above ground and their loops. Most rooms join the one they
//! grow from by a door alone, with a short ramp inside it; the others by a causeway, a stair or a ramp, which leave the
//! gaps that one looks down into. Where two walls happen to face each other, a door closes a loop.

use glam::DVec2;

use super::PlanError;
use super::course::{Realm, climb, upwards};
use super::dice::Dice;
use super::draft::{Candidate, Socket};
use super::facing::could_join;
use super::growth::{Deck, Growth, MISSES, TRIES};
use super::sill::{MOST_RISE, Sill};
use super::template::Template;
use crate::room::{Kind, Part, Polygon};

/// What the city is built of, in this proportion; dealt in random order. Ramp towers, switchback halls and stacked
/// terraces are three of twelve: six times as likely as the sixteen kinds of footprint beside them make one.
const CITY: [Kind; 12] = [
    Kind::StackedTerraces,
    Kind::Court,
    Kind::LongHall,
    Kind::Tower,
    Kind::Garden,
    Kind::Gatehouse,
    Kind::Court,
    Kind::SwitchbackHall,
    Kind::Pavilion,
    Kind::Court,
    Kind::LongHall,
    Kind::Garden,
];
/// Share of rooms that a door alone joins to the one they grow from: of all, and of those that lead up the hill.
const DIRECT: [f64; 2] = [0.93, 0.5];
/// Space between the walls of two such rooms in metres: eaves fit in.
const BETWEEN_WALLS: [f64; 2] = [1.25, 2.5];
/// How far the middle of the city lies towards the top of its hill.
const MIDDLE: f64 = 0.45;
/// How high over the first court a city climbs on purpose: in metres for every space, at most in metres, and at most in
/// shares of its hill.
const SPACES_CLIMB: f64 = 0.5;
const CLIMB: f64 = 41.5;
const HILL: f64 = 0.9;
/// How far ahead of a socket one looks at the land, in metres.
const AHEAD: f64 = 16.0;
/// How much higher or lower the land there is before a door alone will hardly do, in metres.
const STEEP: f64 = 8.0;
/// Places for a room of which the best is taken, and the distance in metres at which others count as its neighbours.
const CHOICES: usize = 12;
const NEIGHBOURHOOD: f64 = 8.0;
/// Tries at a socket that found no place, after which no room is tried there again.
const DEAD: u16 = 60;
/// Loops to close, for every so many spaces: by doors alone, by straight links, and by links with a bend.
const SPACES_A_LOOP: [usize; 3] = [5, 12, 15];

/// A room that a door alone would join to another.
struct Beside {
    room: Candidate,
    sill: Sill,
    /// The socket that it would leave, and the entry among its own.
    sockets: [usize; 2],
    /// How many rooms are near it, and how well they lie to it.
    neighbours: usize,
}

impl Growth {
    /// Builds the city up to so many spaces.
    pub(super) fn build_city(&mut self, target: usize, dice: Dice) -> Result<(), PlanError> {
        let mut deck = Deck::new(&CITY, true, dice.at(3));
        let mut dead: Vec<u16> = Vec::new();
        let mut misses = 0;
        // A small city climbs a part of the way, on a small hill.
        let hill = HILL * (self.ground.at(self.ground.summit) - self.level);
        let aim = (SPACES_CLIMB * target as f64).min(CLIMB).min(hill);
        for step in 0.. {
            let placed = self.count(Realm::City);
            if placed >= target {
                break;
            }
            let kind = deck.deal();
            // Every second room leads on towards the top, until one stands there; all of them where that takes long.
            let late = 2 * placed > target;
            let upwards = (late || step % 2 == 0) && !self.has_climbed(aim);
            let (towards, direct) = if upwards {
                (self.ground.summit, DIRECT[1])
            } else {
                (self.ground.summit * MIDDLE, DIRECT[0])
            };
            if self.build_one(kind, towards, direct, &mut dead, dice.at(5).at(step)) {
                misses = 0;
            } else {
                // The first rounds have every kind; later ones go without what finds no place.
                if placed < 2 * CITY.len() {
                    deck.put_back(kind);
                }
                misses += 1;
            }
            if misses >= 4 * MISSES {
                let name = "surface";
                return Err(PlanError::Crowded { name, target, placed });
            }
        }
        if !self.has_climbed(aim) {
            return Err(PlanError::Flat);
        }
        let loops = SPACES_A_LOOP.map(|spaces| target / spaces);
        self.close_facing([loops[0], loops[1]], dice.at(9));
        self.close_loops(Realm::City, loops[2], dice.at(7));
        Ok(())
    }

    /// Whether some room stands so many metres over the first court.
    fn has_climbed(&self, metres: f64) -> bool {
        self.draft.rooms.iter().any(|room| room.lowest() >= self.level + metres)
    }

    /// Places one room of a kind at some free socket, rather near to a place, with a probability by a door alone.
    fn build_one(&mut self, kind: Kind, middle: DVec2, direct: f64, dead: &mut Vec<u16>, dice: Dice) -> bool {
        dead.resize(self.draft.sockets.len(), 0);
        let mut free = self.free_sockets(Realm::City);
        free.retain(|&socket| dead[socket] < DEAD);
        if free.is_empty() {
            // Another chance for all: kinds differ in what they need.
            dead.iter_mut().for_each(|tries| *tries = 0);
            return false;
        }
        let urgent = free.iter().copied().rev().find(|&socket| self.is_far_door(socket));
        let directly = dice.chance(1, direct);
        let off = |socket: usize| self.draft.sockets[socket].at.distance_squared(middle);
        // Of some sockets the one nearest to the middle: the city stays round.
        let choices: Vec<usize> = (0..TRIES)
            .map(|attempt| {
                let dice = dice.at(attempt);
                let any = |salt: i64| free[dice.pick(salt, free.len())];
                let near = [any(3), any(4)].into_iter().fold(any(2), |best, socket| {
                    let nearer = attempt % 2 == 0 && off(socket) < off(best);
                    if nearer { socket } else { best }
                });
                urgent.filter(|_| attempt < TRIES / 3).unwrap_or(near)
            })
            .collect();
        let mut found: Vec<Beside> = Vec::new();
        for (attempt, socket) in choices.into_iter().enumerate() {
            let dice = dice.at(attempt);
            let template = Template::of(kind, dice);
            let ahead = self.land_ahead(self.draft.sockets[socket]);
            let level = ahead.abs() < STEEP || attempt % 8 == 7;
            // Late in the tries the other way of joining has its turn.
            if level && directly == (attempt < TRIES / 2 || attempt % 4 != 3) {
                match self.beside(socket, &template, dice) {
                    Some(room) => found.push(room),
                    None => dead[socket] += 1,
                }
                if found.len() >= CHOICES {
                    break;
                }
            } else if found.is_empty() {
                let climb = |socket: Socket, wall: f64| climb(socket, wall, ahead, dice);
                if self.attach(socket, &template, dice, &climb) {
                    return true;
                }
                dead[socket] += 1;
            }
        }
        // The one with the most neighbours: gaps close, and walls come to face each other.
        let best = found.into_iter().reduce(|best, room| {
            let better = room.neighbours > best.neighbours;
            if better { room } else { best }
        });
        let Some(best) = best else { return false };
        let first = self.draft.sockets.len();
        let to = self.draft.place(best.room, dice.at(TRIES));
        let [from, entry] = best.sockets;
        let joined = self.draft.sockets[from].room;
        self.draft.sockets[from].free = false;
        self.draft.sockets[first + entry].free = false;
        self.draft.hang_door(best.sill.door(), [joined, to]);
        true
    }

    /// How much a room would close the fabric: the rooms around it, those above all whose walls a door could join to its.
    fn neighbours(&self, room: &Candidate) -> usize {
        let around = self.draft.around(room, NEIGHBOURHOOD);
        let worth = |(outline, floor): (&Polygon, f64)| {
            let level = |part: &&Part| (part.floor.height - floor).abs() < MOST_RISE;
            let faces = room
                .standing_parts()
                .filter(level)
                .any(|part| could_join(&part.outline, outline));
            if faces { 6 } else { 1 }
        };
        around.map(worth).sum()
    }

    /// How much higher the land before a socket lies.
    fn land_ahead(&self, socket: Socket) -> f64 {
        let ahead = socket.at + socket.out.vector() * AHEAD;
        self.ground.at(ahead) + 1.0 - socket.floor
    }

    /// Whether a socket is the far door of a room that climbs, which no way leads on from yet: it goes first.
    fn is_far_door(&self, socket: usize) -> bool {
        let socket = self.draft.sockets[socket];
        let room = &self.draft.rooms[socket.room];
        room.kind.is_vertical() && room.doors.len() < 2 && {
            let doors = self.draft.doors.iter().filter(|door| room.doors.contains(&door.id));
            let mut heights = doors.map(|door| door.height_at(room.id));
            heights.all(|height| (height - socket.floor).abs() > 5.0)
        }
    }

    /// A room beside a socket, joined to it by a door alone; `None` where it does not fit.
    fn beside(&self, from: usize, template: &Template, dice: Dice) -> Option<Beside> {
        let socket = self.draft.sockets[from];
        let entry = match template.kind {
            Kind::Tower => usize::from(dice.chance(20, 0.2)),
            Kind::SwitchbackHall | Kind::StackedTerraces if dice.chance(22, 0.6) => 0,
            _ => dice.pick(20, template.sockets.len()),
        };
        let gap = if template.kind == Kind::Gatehouse {
            BETWEEN_WALLS[1]
        } else {
            BETWEEN_WALLS[0]
        };
        let depth = socket.wall + template.wall + dice.metres(40, gap, BETWEEN_WALLS[1] + 0.25);
        // In a tower the ramp passes over the lower door: its surround must not be higher than it has to.
        let winds = template.kind == Kind::Tower || self.draft.rooms[socket.room].kind == Kind::Tower;
        let rise = if winds || dice.chance(41, 0.3) {
            0.0
        } else {
            let up = if dice.chance(42, upwards(self.land_ahead(socket))) {
                1.0
            } else {
                -1.0
            };
            (up * dice.range(43, 0.25, 1.0) * Sill::most_rise(depth) * 8.0).round() / 8.0
        };
        let wide = socket.width.min(template.sockets[entry].width) >= 6.0 && dice.chance(21, 0.5);
        let sill = Sill {
            from: socket.at,
            along: socket.out.vector(),
            depth,
            floor: socket.floor,
            rise,
            width: if wide { 3.15 } else { 2.4 },
        };
        let end = socket.at + sill.along * depth;
        let mut room = Candidate::room(template, entry, end, socket.out.opposite(), socket.floor + rise);
        let part = sill.part();
        let ends = [socket.room, socket.room];
        let fits = self.in_range(&room)
            && self.draft.fits_beside(&room, socket.room, depth)
            && self.draft.sill_fits(&part, ends);
        fits.then(|| {
            room.add_sill(part);
            Beside {
                neighbours: self.neighbours(&room),
                room,
                sill,
                sockets: [from, entry],
            }
        })
    }
}
