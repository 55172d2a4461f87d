//! From records to stone.
//!
//! In: a [`Plan`]. Out: the [`Program`] that builds it, in the order in which such a place would be built: the ground, the
//! walls, the hollows inside them, the doors and ways between, the floors, the roofs, and what stands on the floors.
//! Later work cuts through earlier work, so no wall seals an opening.

mod bore;
mod chasm;
mod door;
mod floor;
mod furnish;
mod hollow;
mod hung_building;
mod mason;
mod order;
mod roof;
mod switchback;
mod terraces;
mod wall;
mod way;

use std::sync::Arc;

use glam::{DVec2, Vec2};

use super::{HeightField, Material, Mode, Operation, Program, Shape};
use crate::lattice::RecordId;
use crate::plan::{Ground, Nearby, Plan, Space};
use crate::room::{Door, Room};
use mason::Mason;

/// The record of the ground.
const GROUND: RecordId = RecordId(0);

/// The program of a plan. Deterministic; some milliseconds.
pub fn from_plan(plan: &Plan) -> Program {
    let mut mason = Mason::default();
    mason.operations.push(Operation::new(
        Mode::Union,
        Shape::Terrain {
            heights: Arc::new(height_field(&plan.ground)),
        },
        glam::DVec3::ZERO,
        Material::Earth,
        GROUND,
    ));
    let site = Site::new(plan);
    let each = |mason: &mut Mason, work: &dyn Fn(&Site, &mut Mason, &Room, &Space)| {
        for &index in &site.rooms {
            let (room, space) = (&plan.rooms.all()[index], &plan.spaces[index]);
            mason.record = room.id;
            work(&site, mason, room, space);
        }
    };
    each(&mut mason, &wall::raise);
    each(&mut mason, &hollow::carve);
    for void in &plan.voids {
        chasm::open(&site, &mut mason, void);
    }
    for door in site.doors() {
        mason.record = door.id;
        door::frame(&site, &mut mason, door);
    }
    for door in site.doors() {
        mason.record = door.id;
        door::cut(&mut mason, door);
    }
    each(&mut mason, &hollow::carve_link);
    each(&mut mason, &floor::lay);
    each(&mut mason, &roof::cover);
    each(&mut mason, &furnish::furnish);
    for route in &plan.routes {
        mason.record = route.record;
        bore::drill(&site, &mut mason, route);
    }
    Program {
        operations: mason.operations,
    }
}

/// What the trades ask about the whole site.
struct Site<'a> {
    plan: &'a Plan,
    /// The rooms by where they lie.
    nearby: Nearby,
    /// Rooms and doors in the order of work.
    rooms: Vec<usize>,
    doors: Vec<usize>,
}

impl<'a> Site<'a> {
    fn new(plan: &'a Plan) -> Self {
        let mut nearby = Nearby::new(plan.config.size);
        plan.rooms.all().iter().for_each(|room| nearby.add(room.bounds()));
        let middle = |(low, high): (DVec2, DVec2)| (low + high) * 0.5;
        let sill = |door: &Door| DVec2::new(door.sill.x, door.sill.z);
        Self {
            plan,
            nearby,
            rooms: order::along_curve(plan.rooms.all().iter().map(|room| middle(room.bounds()))),
            doors: order::along_curve(plan.rooms.doors().iter().map(sill)),
        }
    }

    /// All doors, in the order of work.
    fn doors(&self) -> impl Iterator<Item = &Door> {
        self.doors.iter().map(|&index| &self.plan.rooms.doors()[index])
    }
}

fn height_field(ground: &Ground) -> HeightField {
    HeightField {
        corner: Vec2::new(ground.corner.x as f32, ground.corner.y as f32),
        spacing: ground.spacing as f32,
        columns: ground.columns,
        rows: ground.rows,
        heights: ground.heights.clone(),
    }
}

#[cfg(test)]
mod tests;
