//! What is known about a room and about a door.

use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

use super::{Footprint, Polygon};
use crate::lattice::RecordId;

/// Whether daylight belongs to a room. Context light and daylight are only ever added to surface rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tag {
    /// Under the sky, or in a building that stands under it.
    Surface,
    /// In the rock.
    Underground,
}

/// What a room is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Kind {
    /// A paved place between walls or parapets.
    Court,
    /// A planted court.
    Garden,
    /// A roofed hall, longer than wide, with two rows of columns.
    LongHall,
    /// A roofed passage between two towers.
    Gatehouse,
    /// A small roofed room with windows all round.
    Pavilion,
    /// A tower that a ramp winds up in.
    Tower,
    /// A hall of several storeys' height, with ramps that run to and fro between landings.
    SwitchbackHall,
    /// Open courts that step up a hill, each on the retaining wall of the one above, with stairs between them.
    StackedTerraces,
    /// The landmark of the underworld: a ramp that winds up the wall of a great round void.
    ScrewShaft,
    /// A barrel-vaulted room.
    Vault,
    /// A room in the rock with a level ceiling.
    Hall,
    /// A long narrow room, its floor tilted along its length.
    Gallery,
    /// A round shaft that a ramp winds down in.
    Shaft,
    /// A link under the open sky, level or nearly so.
    Causeway,
    /// A link with the slope of a stair.
    Stair,
    /// A link with the slope of a ramp.
    Ramp,
    /// A link through the rock.
    Passage,
    /// A brick-vaulted chamber of the sewers.
    Sewer,
    /// A vaulted tunnel of the sewers.
    Tunnel,
    /// A way from a court down into the sewers.
    Descent,
    /// A round shaft from the sewers down to the freight trunk.
    Drain,
    /// A piece of the freight trunk, the main collector.
    Trunk,
    /// A branch of the freight trunk.
    Freight,
    /// A way for those who look after the other ways.
    Service,
    /// A room drawn by hand.
    Other,
}

impl Kind {
    /// Whether it only joins two other rooms.
    pub fn is_link(self) -> bool {
        matches!(
            self,
            Kind::Causeway
                | Kind::Stair
                | Kind::Ramp
                | Kind::Passage
                | Kind::Tunnel
                | Kind::Descent
                | Kind::Trunk
                | Kind::Freight
                | Kind::Service
        )
    }

    /// Whether one leaves it at another height than one entered it: ramps or stairs inside.
    pub fn is_vertical(self) -> bool {
        matches!(
            self,
            Kind::Tower | Kind::SwitchbackHall | Kind::StackedTerraces | Kind::Shaft | Kind::ScrewShaft
        )
    }

    /// The word for it, in lower case.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Court => "court",
            Kind::Garden => "garden",
            Kind::LongHall => "long hall",
            Kind::Gatehouse => "gatehouse",
            Kind::Pavilion => "pavilion",
            Kind::Tower => "tower",
            Kind::SwitchbackHall => "switchback hall",
            Kind::StackedTerraces => "stacked terraces",
            Kind::ScrewShaft => "screw shaft",
            Kind::Vault => "vault",
            Kind::Hall => "hall",
            Kind::Gallery => "gallery",
            Kind::Shaft => "shaft",
            Kind::Causeway => "causeway",
            Kind::Stair => "stair",
            Kind::Ramp => "ramp",
            Kind::Passage => "passage",
            Kind::Sewer => "sewer",
            Kind::Tunnel => "tunnel",
            Kind::Descent => "descent",
            Kind::Drain => "drain",
            Kind::Trunk => "trunk",
            Kind::Freight => "freight",
            Kind::Service => "service",
            Kind::Other => "room",
        }
    }
}

/// A plane over the plan, level or sloped, in world metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plane {
    /// The plan point (x, z) at which `height` holds.
    pub origin: DVec2,
    /// Height there.
    pub height: f64,
    /// Rise in metres per metre along x and z.
    pub slope: DVec2,
}

impl Plane {
    /// A level plane.
    pub fn level(height: f64) -> Self {
        Self {
            origin: DVec2::ZERO,
            height,
            slope: DVec2::ZERO,
        }
    }

    /// Height over a plan point.
    pub fn at(&self, point: DVec2) -> f64 {
        self.height + self.slope.dot(point - self.origin)
    }

    /// The same plane, `by` metres higher.
    pub fn raised(&self, by: f64) -> Self {
        Self {
            height: self.height + by,
            ..*self
        }
    }
}

/// A piece of a room with one floor and one ceiling.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// The clear footprint: the inner faces of the walls.
    pub outline: Polygon,
    /// What one stands on.
    pub floor: Plane,
    /// What is overhead; under an open sky, where the room ends for `room_at`.
    pub ceiling: Plane,
}

impl Part {
    /// The lowest point of the floor.
    pub fn lowest(&self) -> f64 {
        let heights = self.outline.corners.iter().map(|&corner| self.floor.at(corner));
        heights.fold(f64::INFINITY, f64::min)
    }

    /// The highest point of the ceiling.
    pub fn highest(&self) -> f64 {
        let heights = self.outline.corners.iter().map(|&corner| self.ceiling.at(corner));
        heights.fold(f64::NEG_INFINITY, f64::max)
    }
}

/// A place with a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Room {
    /// Its record.
    pub id: RecordId,
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Whether daylight belongs to it.
    pub tag: Tag,
    /// Whether there is nothing over it but sky.
    pub open_sky: bool,
    /// Its pieces, at least one. They touch and do not overlap, except over one another.
    pub parts: Vec<Part>,
    /// The records of its doors.
    pub doors: Vec<RecordId>,
}

impl Room {
    /// The ground it covers: all its parts as one.
    pub fn footprint(&self) -> Footprint {
        Footprint::new(self.parts.iter().map(|part| part.outline.clone()).collect())
    }

    /// A point on the floor, well inside the largest part.
    pub fn middle(&self) -> DVec3 {
        let largest = self.parts.iter().reduce(|best, part| {
            let larger = part.outline.area().abs() > best.outline.area().abs();
            if larger { part } else { best }
        });
        largest.map_or(DVec3::ZERO, |part| {
            let point = part.outline.inner_point();
            DVec3::new(point.x, part.floor.at(point), point.y)
        })
    }

    /// The smallest and the largest plan coordinates of its footprint.
    pub fn bounds(&self) -> (DVec2, DVec2) {
        let boxes = self.parts.iter().map(|part| part.outline.bounds());
        boxes.fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), (l, h)| {
            (low.min(l), high.max(h))
        })
    }

    /// The lowest point of its floors.
    pub fn lowest(&self) -> f64 {
        self.parts.iter().map(Part::lowest).fold(f64::INFINITY, f64::min)
    }

    /// The highest point of its floors.
    pub fn highest_floor(&self) -> f64 {
        let corners = self
            .parts
            .iter()
            .flat_map(|part| part.outline.corners.iter().map(|&corner| part.floor.at(corner)));
        corners.fold(f64::NEG_INFINITY, f64::max)
    }

    /// The highest point of its ceilings.
    pub fn highest(&self) -> f64 {
        self.parts.iter().map(Part::highest).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// An opening between two rooms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Door {
    /// Its record.
    pub id: RecordId,
    /// The rooms that it joins.
    pub rooms: [RecordId; 2],
    /// The middle of its sill, on the floor and inside the wall; halfway up where the sill rises.
    pub sill: DVec3,
    /// How much higher its sill lies in the second room than in the first, in metres: a short ramp inside the wall.
    #[serde(default)]
    pub rise: f64,
    /// The plan direction through it, from the first room into the second; a unit vector.
    pub direction: DVec2,
    /// Clear width in metres.
    pub width: f64,
    /// Clear height in metres.
    pub height: f64,
    /// Thickness of the wall that it goes through, in metres.
    pub depth: f64,
}

impl Door {
    /// Height of its sill where it meets a room: in the middle for rooms that it does not join.
    pub fn height_at(&self, room: RecordId) -> f64 {
        let side = match self.rooms {
            [from, _] if from == room => -0.5,
            [_, to] if to == room => 0.5,
            _ => 0.0,
        };
        self.sill.y + side * self.rise
    }
}
