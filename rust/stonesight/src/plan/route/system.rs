//! The systems that run through the rock, and what each needs: its cross-section, its depth and its grade.

use serde::{Deserialize, Serialize};

use super::super::space::Form;
use crate::lattice::RecordId;
use crate::room::Kind;
use glam::DVec3;

/// What a route carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum System {
    /// Goods and waste water: the trunk and its branches. One walks in it.
    Freight,
    /// Water that cools the deepest rooms, in a pipe.
    Coolant,
    /// Power, in a duct.
    Power,
    /// Air, from the surface to deep rooms.
    Ventilation,
    /// Ways for those who look after the others. One walks in them.
    Maintenance,
}

impl System {
    /// All systems.
    pub const ALL: [System; 5] = [
        System::Freight,
        System::Coolant,
        System::Power,
        System::Ventilation,
        System::Maintenance,
    ];

    /// The word for it, in lower case.
    pub fn word(self) -> &'static str {
        match self {
            System::Freight => "freight",
            System::Coolant => "coolant",
            System::Power => "power",
            System::Ventilation => "ventilation",
            System::Maintenance => "maintenance",
        }
    }
}

/// One route of a system, from a room to a room, to the edge of the region or to the open air.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Route {
    /// Its record; that of its first room where it is walked.
    pub record: RecordId,
    /// What it carries.
    pub system: System,
    /// The rooms that it is made of, one after the other; none for a bore in which nobody walks.
    pub rooms: Vec<RecordId>,
    /// The rooms at its ends. `None`: a blind end, or a chimney in the open.
    pub joins: [Option<RecordId>; 2],
    /// Its corners in world metres: on the floor where it is walked, on the axis of its bore elsewhere.
    pub path: Vec<DVec3>,
    /// Radius of its bore in metres.
    pub radius: f64,
    /// Radius of the pipe or duct in it in metres; 0 where there is none.
    pub pipe: f64,
}

impl Route {
    /// Its length in metres.
    pub fn length(&self) -> f64 {
        self.path.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
    }
}

/// The cross-section of a way and what it may do in the rock.
#[derive(Clone, Copy, Debug)]
pub(in crate::plan) struct Gauge {
    /// What its rooms are.
    pub kind: Kind,
    /// Radius of the bore in metres, half the width of its parts, the height of its upright sides up to the bore's axis, and the
    /// width of doors.
    pub radius: f64,
    pub half_width: f64,
    pub sides: f64,
    pub door: f64,
    /// Rise in metres per metre at most.
    pub slope: f64,
    /// Depth under the first court at which it costs least, in metres.
    pub depth: f64,
    /// Part of the cost of a metre for every 12 m off that depth.
    pub stray: u64,
}

/// The sewers' own tunnels. Their axis, and that of all ways that are walked, lies so high that as near to a side as a body comes, 0.3 m,
/// the round crown leaves 3 m of head room; and low enough that a side is no wall.
const SIDES: f64 = 1.875;
pub(in crate::plan) const TUNNEL: Gauge = Gauge {
    kind: Kind::Tunnel,
    radius: 2.5,
    half_width: 2.5,
    sides: SIDES,
    door: 2.4,
    slope: 0.3,
    depth: 20.0,
    stray: 4,
};
/// The freight trunk. Three men abreast or a cart; it falls by less than one sees.
pub(in crate::plan) const TRUNK: Gauge = Gauge {
    kind: Kind::Trunk,
    radius: 3.125,
    half_width: 3.125,
    sides: SIDES,
    door: 3.5,
    slope: 0.05,
    depth: 34.0,
    stray: 24,
};
const FREIGHT: Gauge = Gauge {
    kind: Kind::Freight,
    radius: 2.75,
    half_width: 2.75,
    sides: SIDES,
    door: 3.0,
    slope: 0.15,
    depth: 34.0,
    stray: 4,
};
const SERVICE: Gauge = Gauge {
    kind: Kind::Service,
    radius: 2.5,
    half_width: 2.5,
    sides: SIDES,
    door: 2.25,
    slope: 0.3,
    depth: 46.0,
    stray: 3,
};
/// Bores that are not walked: coolant lies deep, power between, air goes straight up.
const COOLANT: Gauge = Gauge {
    kind: Kind::Other,
    radius: 1.25,
    half_width: 1.25,
    sides: 0.0,
    door: 0.0,
    slope: 0.5,
    depth: 70.0,
    stray: 6,
};
const POWER: Gauge = Gauge {
    radius: 1.0,
    half_width: 1.0,
    sides: 0.0,
    slope: 0.75,
    depth: 46.0,
    ..COOLANT
};
const AIR: Gauge = Gauge {
    radius: 1.1,
    half_width: 1.1,
    sides: 0.0,
    slope: 4.0,
    depth: 22.0,
    stray: 2,
    ..COOLANT
};

impl Gauge {
    /// That of a system's routes.
    pub fn of(system: System) -> Self {
        match system {
            System::Freight => FREIGHT,
            System::Coolant => COOLANT,
            System::Power => POWER,
            System::Ventilation => AIR,
            System::Maintenance => SERVICE,
        }
    }

    /// Clear height over the middle of the floor.
    pub fn clear(&self) -> f64 {
        self.sides + self.radius
    }

    /// How its rooms are built.
    pub fn form(&self) -> Form {
        Form::Tunnel {
            half_width: self.half_width,
            radius: self.radius,
            axis: self.sides,
        }
    }

    /// How far its wall reaches beyond its parts: half of the rock between two spaces.
    pub fn reach(&self) -> f64 {
        1.2
    }

    /// How much a leg of so many metres in the plan may rise.
    pub fn climb(&self, run: f64) -> f64 {
        let level = self.level(run);
        if run > level {
            self.slope * (run - level) * 0.99
        } else {
            0.0
        }
    }

    /// Metres of a leg that rises by so much.
    pub fn run(&self, rise: f64) -> f64 {
        let sloped = rise / (self.slope * 0.99);
        sloped + self.level(sloped + self.level(sloped))
    }

    /// Metres of a leg that are level: its bends, and around bulkheads.
    fn level(&self, run: f64) -> f64 {
        if self.kind == Kind::Other {
            return 0.0;
        }
        1.9 * self.half_width + 0.7 + 4.6 * (run / 40.0).floor()
    }
}
