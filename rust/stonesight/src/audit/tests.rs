use super::*;
use crate::plan::{Config, Form, spine};
use crate::program::{Material, Mode, Operation, Program, Shape, Yaw, from_plan};
use crate::room::{Part, Tag};

fn world(seed: u64) -> (Plan, Program) {
    let plan = Plan::new(seed, &Config::village()).unwrap();
    let program = from_plan(&plan);
    (plan, program)
}

fn report(plan: &Plan, program: &Program) -> Report {
    audit(plan, &Field::new(program.clone()).unwrap())
}

fn block(mode: Mode, centre: DVec3, half: glam::Vec3) -> Operation {
    let shape = Shape::Box { half, yaw: Yaw::NONE };
    Operation::new(mode, shape, centre, Material::Rock, RecordId(0))
}

#[test]
fn every_space_of_a_world_is_reached() {
    let last = if std::env::var_os("STONESIGHT_FULL").is_some() {
        20
    } else {
        1
    };
    for seed in 1..=last {
        let (plan, program) = world(seed);
        let found = report(&plan, &program);
        assert!(found.is_clean(), "seed {seed}: {found:#?}");
        assert_eq!(found.reached, plan.rooms.all().len());
        assert!(found.standing_places > 40_000);
    }
}

/// A round bore has sides that one can walk up, to where one would have to stoop: its sides are upright.
#[test]
fn one_stands_upright_at_the_sides_of_every_bore() {
    let mut asked = 0;
    for seed in 3..7 {
        let (plan, program) = world(seed);
        let field = Field::new(program).unwrap();
        for (room, space) in plan.rooms.all().iter().zip(&plan.spaces) {
            let Form::Tunnel { half_width, .. } = space.form else {
                continue;
            };
            let width = |part: &Part| {
                let corners = &part.outline.corners;
                corners[0].distance(corners[corners.len() - 1])
            };
            let wide = room.parts.iter().filter(|part| width(part) > 1.9 * half_width);
            let straight: Vec<Vec<DVec3>> = wide.map(|part| spine(part).collect()).collect();
            let ends = [straight[0][0], *straight[straight.len() - 1].last().unwrap()];
            for line in straight.iter().filter(|line| line.len() == 2) {
                let across = (line[1] - line[0]).cross(DVec3::Y).normalize() * (half_width - 0.3);
                let points = (0..=8).map(|i| line[0].lerp(line[1], f64::from(i) / 8.0));
                // Both ends are round.
                for point in points.filter(|point| ends.iter().all(|end| end.distance(*point) > half_width)) {
                    for (side, height) in [(1.0, 0.3), (-1.0, 0.3), (1.0, 2.3), (-1.0, 2.3)] {
                        let at = point + across * side + DVec3::Y * height;
                        let value = field.sample(at).value;
                        assert!(value > 0.0, "seed {seed}: stone in {} at {at}", room.name);
                        asked += 1;
                    }
                }
            }
        }
    }
    assert!(asked > 1_000, "{asked} places at the sides of bores");
}

#[test]
fn planted_damage_is_found() {
    let (plan, whole) = world(2);
    // Sealed doors: all that lead into the rock.
    let mut sealed = whole.clone();
    for door in plan.rooms.doors() {
        let tags = door.rooms.map(|id| plan.rooms.room(id).unwrap().tag);
        if tags == [Tag::Surface, Tag::Underground] {
            let at = door.sill + DVec3::Y * 2.0;
            sealed
                .operations
                .push(block(Mode::Union, at, glam::Vec3::new(1.8, 2.5, 1.8)));
        }
    }
    // A hole in the floor, and a beam to stoop under, before the start.
    let start = plan.start().position;
    let before = start + DVec3::new(plan.start().facing.x, 0.0, plan.start().facing.y) * 2.0;
    sealed
        .operations
        .push(block(Mode::Subtract, before, glam::Vec3::new(0.7, 3.0, 0.7)));
    let behind = start * 2.0 - before;
    sealed.operations.push(block(
        Mode::Union,
        behind + DVec3::Y * 2.3,
        glam::Vec3::new(1.0, 0.5, 1.0),
    ));
    let found = report(&plan, &sealed);
    assert!(
        found.unreached >= 40,
        "{} unreached behind a sealed door",
        found.unreached
    );
    assert!(
        found.drops > 0 && found.floor_holes > 0 && found.low_head_room > 0,
        "{found:#?}"
    );
    assert_eq!(found.reached + found.unreached, found.spaces);
}

/// Where a game puts people is floor, and air for their whole height.
#[test]
fn one_can_stand_at_the_foothold_of_every_room() {
    let villages = (1..=8).map(|seed| (seed, Config::village()));
    for (seed, config) in villages.chain([(3, Config::default()), (8, Config::default())]) {
        let plan = Plan::new(seed, &config).unwrap();
        let field = Field::new(from_plan(&plan)).unwrap();
        for room in plan.rooms.all() {
            let feet = plan.foothold(room);
            let value = |height: f64| field.sample(feet + DVec3::Y * height).value;
            let stands = value(-0.3) < 0.0 && value(0.5) > 0.25 && value(1.0) > 0.3 && value(1.7) > 0.2;
            assert!(stands, "seed {seed}: {} ({}) at {feet}", room.name, room.kind.word());
        }
    }
}
