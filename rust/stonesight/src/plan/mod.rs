//! The plan: which spaces exist, where, how high, and how they connect.
//!
//! In: a seed and a [`Config`]. Out: a [`Plan`]: records, no geometry. The city is grown from free sockets of a first
//! court, the rock below is filled from a stair that leads down from it, and the ground is shaped to both. A plan is
//! audited before it is handed out; one that fails is grown again from the same seed, a bounded number of times.

mod audit;
mod candidate;
mod city;
mod claim;
mod config;
mod course;
mod dice;
mod draft;
mod facing;
pub mod file;
mod ground;
mod growth;
mod heading;
mod land;
mod link;
mod name;
mod nearby;
mod place;
mod round;
mod route;
mod sewer;
mod sill;
mod space;
mod storeys;
mod svg;
mod template;
mod underworld;

pub use audit::{Fault, FaultKind, audit};
pub use config::{Config, ConfigError, Layout};
pub use ground::Ground;
pub(crate) use nearby::Nearby;
pub use place::Place;
pub(crate) use route::spine;
pub use route::{Route, System};
pub use space::{Cover, Form, Space, Spiral};
pub(crate) use storeys::PARAPET;
pub use svg::svg;
pub use underworld::Void;

use std::sync::Arc;

use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

use crate::lattice::RecordId;
use crate::room::{Kind, Room, RoomError, Rooms, Tag};
use dice::Dice;
use draft::Draft;
use land::Land;

/// The largest seed.
pub const MAX_SEED: u64 = i64::MAX as u64;
/// Attempts to grow a plan from one seed. Of seeds 1 to 2,000, nine in ten need one and none more than four.
const ATTEMPTS: u32 = 16;
/// Attempts that leave out a quarter of the city after which no more are made; and that leave out anything, in a city of so many
/// spaces and more. 562 spaces in 640 m never fit, and 16 attempts at them take 9 s.
const FAR_SHORT: u32 = 3;
const LARGE: usize = 100;
/// How far masonry reaches into the ground below its lowest point, in metres.
const INTO_GROUND: f64 = 1.5;

/// Everything that exists in a world, and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The seed it was grown from.
    pub seed: u64,
    /// The config it was grown for.
    pub config: Config,
    /// Which attempt it is, from 0.
    pub attempt: u32,
    /// Rooms, links among them, and doors.
    pub rooms: Rooms,
    /// How each room is built, in the order of [`Rooms::all`].
    pub spaces: Vec<Space>,
    /// What carries goods, water, power and air through the rock, in the order in which it was laid.
    pub routes: Vec<Route>,
    /// Caverns that bridges cross.
    pub voids: Vec<Void>,
    /// The ground, shaped to the rooms.
    pub ground: Ground,
    /// The start and other places worth a look, the start first.
    pub places: Vec<Place>,
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The config makes no world.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The seed has 64 bits.
    #[error("seed {0} is too large: write a number from 0 to {MAX_SEED}")]
    Seed(u64),
    /// The first court found no place for a stair down into a vault and its neighbours.
    #[error("no stair from the first court into a vault with two neighbours fits: try a larger size or another seed")]
    NoStair,
    /// Too little room.
    #[error("only {placed} of {target} {name} spaces fit: write fewer {name}_spaces or a larger size")]
    Crowded {
        /// `surface` or `underground`.
        name: &'static str,
        /// How many were asked for.
        target: usize,
        /// How many fit.
        placed: usize,
    },
    /// The city stayed at the foot of its hill.
    #[error("the city does not climb its hill: try a larger size or another seed")]
    Flat,
    /// The sewers or the trunk below them found no place, or one of the systems of routes none.
    #[error("no place for {0}: try a larger size or another seed")]
    NoWay(&'static str),
    /// A room came out wrong.
    #[error(transparent)]
    Room(#[from] RoomError),
    /// The plan grew, and its audit found faults.
    #[error("the plan has {} faults, the first: {}", .0.len(), .0[0])]
    Faults(Vec<Fault>),
}

impl PlanError {
    /// Whether a quarter of the city and more found no place, or anything of a large one, where luck counts for little.
    fn is_far_short(&self) -> bool {
        let far = |target, placed| placed * 4 <= target * 3 || target >= LARGE;
        matches!(*self, Self::Crowded { name: "surface", target, placed } if far(target, placed))
    }
}

impl Plan {
    /// Grows the plan of a seed.
    ///
    /// # Errors
    ///
    /// What is wrong with the config or the seed, or what the last attempt failed at.
    pub fn new(seed: u64, config: &Config) -> Result<Self, PlanError> {
        config.check()?;
        if seed > MAX_SEED {
            return Err(PlanError::Seed(seed));
        }
        let land = Arc::new(Land::new(seed, config.size));
        let mut last = PlanError::NoStair;
        let mut short = 0;
        for attempt in 0..ATTEMPTS {
            match Self::attempt(seed, config, attempt, &land) {
                Ok(plan) => return Ok(plan),
                Err(error) => last = error,
            }
            // What is far from enough again and again is no bad luck: the answer should not take long.
            short += u32::from(last.is_far_short());
            if short >= FAR_SHORT {
                break;
            }
        }
        Err(last)
    }

    fn attempt(seed: u64, config: &Config, attempt: u32, land: &Arc<Land>) -> Result<Self, PlanError> {
        let dice = Dice::new(seed, attempt);
        let mut growth = growth::city(land.clone(), config, dice)?;
        sewer::dig(&mut growth, config, dice.at(20))?;
        sewer::trunk(&mut growth, config, dice.at(21))?;
        underworld::reserve(&mut growth, dice.at(23))?;
        underworld::grow(&mut growth, config, dice.at(24))?;
        route::lay(&mut growth, config, dice.at(22))?;
        let Draft {
            rooms,
            mut spaces,
            doors,
            mut routes,
            voids,
            ..
        } = growth.draft;
        let ground = Ground::shape(land, config.size, &rooms, &spaces);
        route::raise_chimneys(&mut routes, &ground);
        for (room, space) in rooms.iter().zip(&mut spaces) {
            if room.tag == Tag::Surface {
                space.foundation = room.lowest() - lowest_ground(&ground, room, space.wall) + INTO_GROUND;
            }
        }
        let mut plan = Self {
            seed,
            config: config.clone(),
            attempt,
            rooms: Rooms::new(rooms, doors)?,
            spaces,
            routes,
            voids,
            ground,
            places: Vec::new(),
        };
        plan.places = place::places(&plan);
        let faults = audit(&plan);
        if faults.is_empty() {
            Ok(plan)
        } else {
            Err(PlanError::Faults(faults))
        }
    }

    /// Where a player starts: on the paving of the first court, under the sky, looking at the way down.
    pub fn start(&self) -> &Place {
        // An audited plan has its start: it is the first place.
        &self.places[0]
    }

    /// How the room with a record is built.
    pub fn space(&self, id: RecordId) -> Option<&Space> {
        self.spaces.iter().find(|space| space.record == id)
    }

    /// Where one can stand in a room: on its floor, clear of what is built there. In metres.
    pub fn foothold(&self, room: &Room) -> DVec3 {
        place::foothold(self, room)
    }

    /// Spaces of a tag, links not counted.
    pub fn count(&self, tag: Tag) -> usize {
        self.rooms
            .all()
            .iter()
            .filter(|room| room.tag == tag && !room.kind.is_link())
            .count()
    }

    /// Links between spaces of a tag.
    pub fn links(&self, tag: Tag) -> usize {
        self.rooms
            .all()
            .iter()
            .filter(|room| room.tag == tag && room.kind.is_link())
            .count()
    }

    /// The lowest and the highest floor of the spaces of a tag, links not counted, in metres.
    pub fn floors(&self, tag: Tag) -> [f64; 2] {
        let mut range = [f64::INFINITY, f64::NEG_INFINITY];
        for (room, space) in self.rooms.all().iter().zip(&self.spaces) {
            if room.tag == tag && !room.kind.is_link() {
                let low = room.lowest();
                let top = if let Form::Spiral(spiral) = space.form {
                    low + spiral.rise()
                } else {
                    room.highest_floor()
                };
                range = [range[0].min(low), range[1].max(top)];
            }
        }
        range
    }

    /// Rooms that one leaves at another height than one entered them.
    pub fn vertical_modules(&self) -> usize {
        self.rooms.all().iter().filter(|room| room.kind.is_vertical()).count()
    }

    /// The first room under ground that is no link: the first vault.
    fn first_vault(&self) -> Option<&Room> {
        self.rooms
            .all()
            .iter()
            .find(|room| room.tag == Tag::Underground && room.kind == Kind::Vault)
    }
}

/// The lowest ground under a room and its walls.
fn lowest_ground(ground: &Ground, room: &Room, wall: f64) -> f64 {
    let mut lowest = f64::INFINITY;
    for part in &room.parts {
        let around = part.outline.offset(wall + 0.5);
        let (low, high) = around.bounds();
        let steps = ((high - low) / 1.0).ceil();
        for row in 0..=steps.y as usize {
            for column in 0..=steps.x as usize {
                let point = low + DVec2::new(column as f64, row as f64);
                if around.signed_distance(point) <= 0.75 {
                    lowest = lowest.min(ground.at(point));
                }
            }
        }
    }
    lowest
}

#[cfg(test)]
mod tests;
