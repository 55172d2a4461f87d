//! Growth: rooms attach to free sockets of rooms that stand, until there are enough.
//!
//! The first court stands at the origin and keeps a stair into the first vault, whose two neighbours are reserved before
//! anything else grows. Then the city grows ([`super::city`]), then the rock fills around what the city needs.

use std::sync::Arc;

use glam::DVec2;

use super::course::{Realm, choose, first_stair, loop_course};
use super::dice::Dice;
use super::draft::{Candidate, Draft, Socket};
use super::heading::Heading;
use super::land::Land;
use super::link::Course;
use super::space::Form;
use super::template::{Template, start_court};
use super::{Config, PlanError};
use crate::room::{Kind, Tag};

/// Tries to find a place for one room before another kind is tried.
pub(super) const TRIES: usize = 60;
/// Rooms in a row that found no place: then the region counts as full.
pub(super) const MISSES: usize = 6;
/// Distance in metres that footprints keep from the edge of the region, for walls and the foot of their hill.
const EDGE: f64 = 14.0;
/// Floors of the city: metres from the first court's floor, and over the untouched ground in the middle of every part.
const CITY_RANGE: [f64; 2] = [-7.0, 50.0];
const OVER_GROUND: [f64; 2] = [-7.0, 14.0];
/// Floors of the underground: metres from the first court's floor.
const DEEP_RANGE: [f64; 2] = [-95.0, -5.5];

/// Index of the first vault among the rooms: the first court is 0, and a room comes before the link that leads to it.
const FIRST_VAULT: usize = 1;

/// What the underground is built of. The first two are the neighbours of the first vault.
const DEEP: [Kind; 15] = [
    Kind::Hall,
    Kind::Gallery,
    Kind::Shaft,
    Kind::Vault,
    Kind::Hall,
    Kind::Shaft,
    Kind::Gallery,
    Kind::Hall,
    Kind::Vault,
    Kind::Shaft,
    Kind::Hall,
    Kind::Gallery,
    Kind::Vault,
    Kind::Hall,
    Kind::Vault,
];

/// Grows the city of one attempt: the first court, the stair into the first vault and what lies beside that, all other
/// spaces above ground, and their loops.
pub(super) fn city(land: Arc<Land>, config: &Config, dice: Dice) -> Result<Growth, PlanError> {
    let mut growth = Growth {
        draft: Draft::new(config.size),
        ground: land,
        half: config.size * 0.5 - EDGE,
        level: 0.0,
        deep: Deck::new(&DEEP, false, dice.at(2)),
    };
    growth.found(dice.at(0));
    if !growth.descend(dice.at(1)) {
        return Err(PlanError::NoStair);
    }
    growth.surround_the_vault(dice.at(4))?;
    growth.build_city(config.surface(), dice)?;
    Ok(growth)
}

/// Kinds to come.
#[derive(Clone, Debug)]
pub(super) struct Deck {
    kinds: &'static [Kind],
    shuffled: bool,
    dice: Dice,
    round: usize,
    ahead: Vec<Kind>,
}

impl Deck {
    pub fn new(kinds: &'static [Kind], shuffled: bool, dice: Dice) -> Self {
        Self {
            kinds,
            shuffled,
            dice,
            round: 0,
            ahead: Vec::new(),
        }
    }

    pub fn deal(&mut self) -> Kind {
        if self.ahead.is_empty() {
            self.ahead = self.kinds.iter().rev().copied().collect();
            if self.shuffled || self.round > 0 {
                self.dice.at(self.round).shuffle(0, &mut self.ahead);
            }
            self.round += 1;
        }
        self.ahead.pop().unwrap_or(Kind::Court)
    }

    pub fn put_back(&mut self, kind: Kind) {
        self.ahead.insert(0, kind);
    }
}

/// A world while it grows.
pub(super) struct Growth {
    pub draft: Draft,
    /// The land before it is shaped.
    pub ground: Arc<Land>,
    /// Largest coordinate of a footprint.
    pub half: f64,
    /// Floor of the first court.
    pub level: f64,
    deep: Deck,
}

impl Growth {
    /// The first court, in the middle of the region.
    fn found(&mut self, dice: Dice) {
        let template = start_court(dice);
        let turned = Heading::new(2 * dice.pick(10, 4) as i32);
        let corners = template
            .outline
            .corners
            .iter()
            .map(|&corner| self.ground.at(turned.turn(corner)));
        let highest = corners.fold(self.ground.at(DVec2::ZERO), f64::max);
        self.level = ((highest + 1.5) * 4.0).round() / 4.0;
        let entry = template.sockets[0];
        let (at, out) = (turned.turn(entry.at), entry.out.turned(turned.eighths()));
        let court = Candidate::room(&template, 0, at, out, self.level);
        self.draft.place(court, dice);
    }

    /// The stair from the first court into the first vault.
    fn descend(&mut self, dice: Dice) -> bool {
        (0..TRIES).any(|attempt| {
            let dice = dice.at(attempt);
            let open: Vec<usize> = (0..self.draft.sockets.len()).collect();
            let socket = open[dice.pick(0, open.len())];
            let template = Template::of(Kind::Vault, dice);
            self.attach(socket, &template, dice, &|socket, wall| first_stair(socket, wall, dice))
        })
    }

    /// The two neighbours of the first vault.
    fn surround_the_vault(&mut self, dice: Dice) -> Result<(), PlanError> {
        for neighbour in 0..2 {
            let kind = self.deep.deal();
            if !self.grow_one(Realm::Deep, kind, Some(FIRST_VAULT), dice.at(neighbour)) {
                return Err(PlanError::NoStair);
            }
        }
        Ok(())
    }

    pub(super) fn count(&self, realm: Realm) -> usize {
        let of_realm = |room: &&crate::room::Room| room.tag == realm.tag() && !room.kind.is_link();
        self.draft.rooms.iter().filter(of_realm).count()
    }

    /// Places one room of a kind; beside a certain room where one is named.
    fn grow_one(&mut self, realm: Realm, kind: Kind, beside: Option<usize>, dice: Dice) -> bool {
        let mut free = self.free_sockets(realm);
        free.retain(|&socket| beside.is_none_or(|room| self.draft.sockets[socket].room == room));
        if free.is_empty() {
            return false;
        }
        // The far door of a ramp that winds is what the ramp is for: it goes first.
        let spiral = |socket: &usize| self.draft.rooms[self.draft.sockets[*socket].room].kind.is_vertical();
        let urgent = free.iter().copied().rev().find(spiral);
        (0..TRIES).any(|attempt| {
            let dice = dice.at(attempt);
            let any = free[dice.pick(0, free.len())];
            let socket = urgent.filter(|_| attempt < TRIES / 2).unwrap_or(any);
            let template = Template::of(kind, dice);
            self.attach(socket, &template, dice, &|socket, wall| {
                choose(realm, socket, wall, dice)
            })
        })
    }

    pub(super) fn free_sockets(&self, realm: Realm) -> Vec<usize> {
        let sockets = self.draft.sockets.iter().enumerate();
        let open = |socket: &Socket| socket.free && self.draft.rooms[socket.room].tag == realm.tag();
        sockets.filter(|(_, socket)| open(socket)).map(|(i, _)| i).collect()
    }

    /// Free sockets in the rock from which the underworld may grow: not those of what is built to carry water and goods.
    pub(super) fn free_deep(&self) -> Vec<usize> {
        let mut free = self.free_sockets(Realm::Deep);
        free.retain(|&socket| {
            let kind = self.draft.rooms[self.draft.sockets[socket].room].kind;
            !matches!(
                kind,
                Kind::Trunk | Kind::Sewer | Kind::Tunnel | Kind::Descent | Kind::Drain
            )
        });
        free
    }

    /// Puts a room at the end of a link that leaves from a socket. False, and nothing placed, where it does not fit.
    pub(super) fn attach(
        &mut self,
        from: usize,
        template: &Template,
        dice: Dice,
        course: &dyn Fn(Socket, f64) -> Course,
    ) -> bool {
        let socket = self.draft.sockets[from];
        let entry = match template.kind {
            Kind::Tower => usize::from(dice.chance(20, 0.2)),
            Kind::SwitchbackHall | Kind::StackedTerraces if dice.chance(22, 0.6) => 0,
            Kind::Shaft => usize::from(dice.chance(20, 0.85)),
            // The landmark hangs from its upper doors.
            Kind::ScrewShaft => template.sockets.len() - 1 - dice.pick(20, template.sockets.len() / 3),
            _ => dice.pick(20, template.sockets.len()),
        };
        let mut course = course(socket, template.wall);
        let narrowest = socket.width.min(template.sockets[entry].width);
        course.width = if narrowest >= 6.0 && dice.chance(21, 0.5) {
            3.75
        } else {
            3.0
        };
        let Some(link) = course.lay() else {
            return false;
        };
        let way = Candidate::link(&course, &link, link_form(&course, &self.draft, socket));
        let floor = course.floor + course.rise;
        let room = Candidate::room(template, entry, link.end, link.end_heading.opposite(), floor);
        if !self.in_range(&room) || !self.in_region(&way) || !Draft::clears(&way, &room) {
            return false;
        }
        if !self.draft.fits(&room, &[]) || !self.draft.link_fits(&way, &[socket.room]) {
            return false;
        }
        let first = self.draft.sockets.len();
        let to = self.draft.place(room, dice);
        let between = self.draft.place(way, dice);
        self.draft.sockets[from].free = false;
        self.draft.sockets[first + entry].free = false;
        self.draft.hang_doors(&link, [socket.room, between, to]);
        true
    }

    pub fn in_region(&self, candidate: &Candidate) -> bool {
        let (low, high) = candidate.bounds();
        low.min_element() >= -self.half && high.max_element() <= self.half
    }

    pub(super) fn in_range(&self, room: &Candidate) -> bool {
        let floor = room.floor();
        let within = |range: [f64; 2], value: f64| range[0] <= value && value <= range[1];
        let height = floor - self.level;
        let over_ground = |part: &crate::room::Part| {
            let (low, high) = part.outline.bounds();
            let middle = (low + high) * 0.5;
            within(OVER_GROUND, part.floor.at(middle) - self.ground.at(middle))
        };
        self.in_region(room)
            && match room.tag() {
                Tag::Surface => within(CITY_RANGE, height) && room.standing_parts().all(over_ground),
                Tag::Underground => within(DEEP_RANGE, height),
            }
    }

    /// Joins rooms whose free walls face the same corner, by a link with one bend.
    pub(super) fn close_loops(&mut self, realm: Realm, most: usize, dice: Dice) {
        let mut closed = 0;
        let mut free = match realm {
            Realm::City => self.free_sockets(realm),
            Realm::Deep => self.free_deep(),
        };
        dice.shuffle(0, &mut free);
        for i in 0..free.len() {
            for j in i + 1..free.len() {
                if closed >= most {
                    return;
                }
                let (from, to) = (self.draft.sockets[free[i]], self.draft.sockets[free[j]]);
                if !from.free || !to.free || from.room == to.room {
                    continue;
                }
                let Some(course) = loop_course(realm, from, to) else {
                    continue;
                };
                let Some(link) = course.lay() else { continue };
                if self.are_joined(from.room, to.room) {
                    continue;
                }
                let way = Candidate::link(&course, &link, link_form(&course, &self.draft, from));
                if !self.in_region(&way) || !self.draft.link_fits(&way, &[from.room, to.room]) {
                    continue;
                }
                let between = self.draft.place(way, dice.at(closed));
                self.draft.sockets[free[i]].free = false;
                self.draft.sockets[free[j]].free = false;
                self.draft.hang_doors(&link, [from.room, between, to.room]);
                closed += 1;
            }
        }
    }

    fn is_link(&self, id: crate::lattice::RecordId) -> bool {
        let room = self.draft.rooms.iter().find(|room| room.id == id);
        room.is_some_and(|room| room.kind.is_link())
    }

    /// Whether one door or one link already joins two rooms.
    pub(super) fn are_joined(&self, a: usize, b: usize) -> bool {
        let ids = [self.draft.rooms[a].id, self.draft.rooms[b].id];
        let beyond = |room| {
            let doors = self.draft.doors.iter().filter(move |door| door.rooms.contains(&room));
            doors.flat_map(|door| door.rooms).filter(move |&other| other != room)
        };
        beyond(ids[0]).any(|way| way == ids[1] || beyond(ids[1]).any(|other| other == way && self.is_link(way)))
    }
}

/// How a link is built.
pub(super) fn link_form(course: &Course, draft: &Draft, from: Socket) -> Form {
    let leaves_the_city = draft.rooms[from.room].tag == Tag::Surface;
    Form::Link {
        width: course.width,
        housed: course.tag == Tag::Underground && leaves_the_city,
        bridge: course.kind == Kind::Causeway && course.bend.is_none() && course.run() >= 7.0,
    }
}
