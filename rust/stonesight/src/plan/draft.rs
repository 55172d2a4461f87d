//! A plan while it grows: what has been placed, what is still free, and whether one more room fits.

use std::collections::BTreeSet;

use glam::{DVec2, DVec3};

pub(super) use super::candidate::Candidate;
use super::claim::Range;
pub(super) use super::claim::{CUT, CUT_SLOPE, Claim, ROCK_COVER};
use super::dice::Dice;
use super::heading::Heading;
use super::link::{DOOR_HEIGHT, Link};
use super::name::name;
use super::nearby::Nearby;
use super::route::Route;
use super::space::Space;
use super::underworld::Void;
use crate::lattice::RecordId;
use crate::room::{Door, Part, Polygon, Room, Tag};

/// Stone between the slope of a link and the rooms that it joins, in metres.
const END_WALL: f64 = 1.4;
/// How far the masonry of a door reaches beyond its sill, in metres.
const SILL_REACH: f64 = 1.4;
/// Depth below a surface floor that stays solid, and below the floor of a room in the rock.
pub(super) const BED: [f64; 2] = [3.5, 1.2];

/// A place where a way may leave.
#[derive(Clone, Copy, Debug)]
pub(super) struct Socket {
    pub room: usize,
    pub at: DVec2,
    pub out: Heading,
    pub floor: f64,
    pub width: f64,
    pub wall: f64,
    pub free: bool,
}

/// What has been placed so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub rooms: Vec<Room>,
    pub spaces: Vec<Space>,
    pub doors: Vec<Door>,
    pub sockets: Vec<Socket>,
    pub routes: Vec<Route>,
    pub voids: Vec<Void>,
    pub claims: Vec<Claim>,
    nearby: Nearby,
    range: Range,
    names: BTreeSet<String>,
    records: u32,
}

impl Draft {
    /// Nothing yet, in a region of an edge in metres.
    pub fn new(size: f64) -> Self {
        Self {
            nearby: Nearby::new(size),
            ..Self::default()
        }
    }

    /// Whether a room fits beside all that stands, leaving out the rooms `but`.
    pub fn fits(&self, candidate: &Candidate, but: &[usize]) -> bool {
        candidate.claims(usize::MAX).iter().all(|claim| {
            let others = self.nearby.within(claim.bounds, self.range.of(claim));
            others
                .map(|index| &self.claims[index])
                .filter(|other| !but.contains(&other.room))
                .all(|other| claim.tolerates(other))
        })
    }

    /// Whether a room fits that a door alone joins to another, some metres away: all of its own parts keep that distance.
    pub fn fits_beside(&self, candidate: &Candidate, beside: usize, distance: f64) -> bool {
        let own = candidate.space.form.own_parts(candidate.parts.len());
        self.fits(candidate, &[beside])
            && candidate.parts[..own].iter().all(|part| {
                let parts = self.rooms[beside].parts.iter();
                let mut near = parts.filter(|other| {
                    let ((a, b), (c, d)) = (part.outline.bounds(), other.outline.bounds());
                    (c - b).max(a - d).max_element() < distance
                });
                near.all(|other| part.outline.gap(&other.outline) >= distance - 0.02)
            })
    }

    /// The outlines and lowest floors of what stands under the sky within some metres of a candidate's box.
    pub fn around(&self, candidate: &Candidate, metres: f64) -> impl Iterator<Item = (&Polygon, f64)> {
        let (low, high) = candidate.bounds();
        self.nearby
            .within((low, high), metres)
            .map(|index| &self.claims[index])
            .filter(move |claim| {
                let (from, to) = claim.bounds;
                claim.tag == Tag::Surface && (from - high).max(low - to).max_element() < metres
            })
            .map(|claim| (&claim.outline, claim.floor))
    }

    /// Whether nothing but the two rooms that a sill joins is near it.
    pub fn sill_fits(&self, sill: &Part, ends: [usize; 2]) -> bool {
        let claim = self.claim_of_sill(sill, usize::MAX);
        let others = self.nearby.within(claim.bounds, self.range.of(&claim));
        others
            .map(|index| &self.claims[index])
            .filter(|other| !ends.contains(&other.room))
            .all(|other| claim.tolerates(other))
    }

    /// Joins two rooms that stand by a door whose sill belongs to the second.
    pub fn join(&mut self, sill: Part, door: Door, [from, to]: [usize; 2]) {
        let claim = self.claim_of_sill(&sill, to);
        self.nearby.add(claim.bounds);
        self.range.add(&claim);
        self.claims.push(claim);
        self.rooms[to].parts.push(sill);
        self.hang_door(door, [from, to]);
    }

    /// Adds a door between two rooms, and gives it a record.
    pub fn hang_door(&mut self, door: Door, pair: [usize; 2]) {
        let id = self.next_record();
        self.doors.push(Door {
            id,
            rooms: pair.map(|room| self.rooms[room].id),
            ..door
        });
        for room in pair {
            self.rooms[room].doors.push(id);
        }
    }

    fn claim_of_sill(&self, sill: &Part, room: usize) -> Claim {
        Claim {
            room,
            bounds: sill.outline.bounds(),
            outline: sill.outline.clone(),
            low: sill.lowest() - BED[0],
            high: f64::INFINITY,
            reach: SILL_REACH,
            tag: Tag::Surface,
            floor: sill.lowest(),
            ceiling: sill.highest(),
            housed: false,
        }
    }

    /// Whether a link fits. With the rooms `ends` that it joins its doors and landings may touch; what lies between
    /// them keeps a wall's distance.
    pub fn link_fits(&self, candidate: &Candidate, ends: &[usize]) -> bool {
        if !self.fits(candidate, ends) {
            return false;
        }
        let between = &candidate.parts[2..candidate.parts.len() - 2];
        between.iter().all(|part| {
            let own = self.nearby.within(part.outline.bounds(), END_WALL);
            own.map(|index| &self.claims[index])
                .filter(|claim| ends.contains(&claim.room))
                .all(|claim| part.outline.gap(&claim.outline) >= END_WALL)
        })
    }

    /// The first part of a way that does not fit, its ends as for [`Draft::link_fits`]; unlike there, what lies between them
    /// may pass over or under the rooms that it joins.
    pub fn conflict(&self, candidate: &Candidate, ends: &[usize]) -> Option<usize> {
        let claims = candidate.claims(usize::MAX);
        let last = claims.len();
        (0..last).find(|&part| {
            let claim = &claims[part];
            let between = part >= 2 && part + 2 < last;
            let others = self.nearby.within(claim.bounds, self.range.of(claim));
            others.map(|index| &self.claims[index]).any(|other| {
                if ends.contains(&other.room) {
                    between && claim.outline.gap(&other.outline) < END_WALL && !claim.tolerates(other)
                } else {
                    !claim.tolerates(other)
                }
            })
        })
    }

    /// Keeps the volume of what is no room.
    pub fn reserve(&mut self, candidate: &Candidate) {
        for claim in candidate.claims(usize::MAX) {
            self.nearby.add(claim.bounds);
            self.range.add(&claim);
            self.claims.push(claim);
        }
    }

    /// Whether the parts between the landings of a link keep a wall's distance from a room that is about to be placed.
    pub fn clears(link: &Candidate, room: &Candidate) -> bool {
        let between = &link.parts[2..link.parts.len() - 2];
        between.iter().all(|part| {
            room.parts
                .iter()
                .all(|other| part.outline.gap(&other.outline) >= END_WALL)
        })
    }

    /// Adds a room and gives it a record, a name and its sockets. Returns its index.
    pub fn place(&mut self, candidate: Candidate, dice: Dice) -> usize {
        let index = self.rooms.len();
        for claim in candidate.claims(index) {
            self.nearby.add(claim.bounds);
            self.range.add(&claim);
            self.claims.push(claim);
        }
        let id = self.next_record();
        let name = name(candidate.kind, dice.at(0x6e61), |name| self.names.contains(name));
        self.names.insert(name.clone());
        self.rooms.push(Room {
            id,
            name,
            kind: candidate.kind,
            tag: candidate.tag,
            open_sky: candidate.open_sky,
            parts: candidate.parts,
            doors: Vec::new(),
        });
        self.spaces.push(Space {
            record: id,
            ..candidate.space
        });
        self.sockets.extend(
            candidate
                .sockets
                .into_iter()
                .map(|socket| Socket { room: index, ..socket }),
        );
        index
    }

    /// Adds the two doors of a link that leads from one room to another.
    pub fn hang_doors(&mut self, link: &Link, [from, way, to]: [usize; 3]) {
        for (pair, (sill, direction, depth)) in [[from, way], [way, to]].into_iter().zip(link.doors) {
            self.hang_level_door(pair, sill, direction, [link.door_width, depth]);
        }
    }

    /// Adds a level door between two rooms: the middle of its sill, the direction through it, its width and the wall's
    /// thickness.
    pub fn hang_level_door(&mut self, pair: [usize; 2], sill: DVec3, direction: DVec2, [width, depth]: [f64; 2]) {
        let door = Door {
            id: RecordId::default(),
            rooms: [RecordId::default(); 2],
            sill,
            rise: 0.0,
            direction,
            width,
            height: DOOR_HEIGHT,
            depth,
        };
        self.hang_door(door, pair);
    }

    /// Record 0 is the ground.
    pub fn next_record(&mut self) -> RecordId {
        self.records += 1;
        RecordId(self.records)
    }
}
