use super::*;
use crate::lattice::{hash, unit};
use crate::room::{Kind, Part, Plane, Polygon, Tag};

fn random(index: i64, salt: i64) -> f64 {
    unit(hash(5, &[index, salt]))
}

fn room(id: u32, corners: &[[f64; 2]], floor: Plane, height: f64) -> Room {
    Room {
        id: RecordId(id),
        name: format!("Room {id}"),
        kind: Kind::Other,
        tag: Tag::Surface,
        open_sky: false,
        parts: vec![Part {
            outline: Polygon::new(corners.iter().copied().map(DVec2::from).collect()),
            floor,
            ceiling: floor.raised(height),
        }],
        doors: Vec::new(),
    }
}

fn id_at(rooms: &Rooms, x: f64, y: f64, z: f64) -> Option<u32> {
    rooms.room_at(DVec3::new(x, y, z)).map(|room| room.id.0)
}

const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];
const CORNERED: [[f64; 2]; 6] = [
    [0.0, 0.0],
    [10.0, 0.0],
    [10.0, 4.0],
    [4.0, 4.0],
    [4.0, 10.0],
    [0.0, 10.0],
];

#[test]
fn rooms_over_one_another_are_told_apart() {
    let low = room(1, &SQUARE, Plane::level(-8.0), 5.0);
    let high = room(2, &SQUARE, Plane::level(0.0), 5.0);
    let rooms = Rooms::new(vec![low, high], Vec::new()).unwrap();
    assert_eq!(id_at(&rooms, 5.0, -8.0, 5.0), Some(1));
    assert_eq!(id_at(&rooms, 5.0, -3.1, 5.0), Some(1));
    assert_eq!(id_at(&rooms, 5.0, -2.0, 5.0), None, "the rock between them is no room");
    assert_eq!(id_at(&rooms, 5.0, -0.3, 5.0), Some(2), "feet may sink a little");
    assert_eq!(id_at(&rooms, 5.0, 4.9, 5.0), Some(2));
    assert_eq!(id_at(&rooms, 5.0, 5.1, 5.0), None);
}

#[test]
fn a_tall_hall_stays_the_room_while_one_climbs_it() {
    let slope = DVec2::new(0.0, 0.3);
    let floor = Plane {
        origin: DVec2::ZERO,
        height: 0.0,
        slope,
    };
    let hall = room(1, &SQUARE, Plane::level(0.0), 20.0);
    let link = room(2, &[[4.0, 10.0], [6.0, 10.0], [6.0, 20.0], [4.0, 20.0]], floor, 3.0);
    let rooms = Rooms::new(vec![hall, link], Vec::new()).unwrap();
    for step in 0..190 {
        assert_eq!(id_at(&rooms, 5.0, f64::from(step) * 0.1, 5.0), Some(1));
    }
    assert_eq!(id_at(&rooms, 5.0, 4.6, 15.0), Some(2));
    assert_eq!(id_at(&rooms, 5.0, 0.0, 15.0), None, "under the ramp");
}

#[test]
fn a_corner_that_is_turned_in_is_outside() {
    let rooms = Rooms::new(vec![room(1, &CORNERED, Plane::level(0.0), 3.0)], Vec::new()).unwrap();
    assert_eq!(id_at(&rooms, 2.0, 0.0, 8.0), Some(1));
    assert_eq!(id_at(&rooms, 8.0, 0.0, 8.0), None);
    assert_eq!(id_at(&rooms, 4.04, 0.0, 8.0), Some(1), "a sliver beside the wall");
}

#[test]
fn the_index_agrees_with_a_look_at_every_room() {
    let made = |index: i64| {
        let middle = DVec3::new(random(index, 0), random(index, 1), random(index, 2)) * DVec3::new(120.0, 30.0, 120.0);
        let count = 5 + index % 6;
        let corner = |i: i64| {
            let angle = std::f64::consts::TAU * i as f64 / count as f64;
            let radius = 3.0 + 12.0 * random(index, 10 + i);
            [
                middle.x + radius * libm::cos(angle),
                middle.z + radius * libm::sin(angle),
            ]
        };
        let corners: Vec<[f64; 2]> = (0..count).map(corner).collect();
        let slope = DVec2::new(random(index, 3) - 0.5, random(index, 4) - 0.5) * 0.6;
        let floor = Plane {
            origin: DVec2::new(middle.x, middle.z),
            height: middle.y,
            slope,
        };
        room(index as u32, &corners, floor, 3.0 + 4.0 * random(index, 5))
    };
    let rooms = Rooms::new((0..80).map(made).collect(), Vec::new()).unwrap();
    let mut found = 0;
    for index in 0..20_000 {
        let share = DVec3::new(random(index, 50), random(index, 51), random(index, 52));
        let point = share * DVec3::new(160.0, 50.0, 160.0) - DVec3::new(20.0, 10.0, 20.0);
        let plan = DVec2::new(point.x, point.z);
        let holds = |room: &&Room| {
            let part = &room.parts[0];
            let (floor, ceiling) = (part.floor.at(plan), part.ceiling.at(plan));
            part.outline.contains(plan) && floor - BELOW_FLOOR <= point.y && point.y < ceiling
        };
        let floor = |room: &&Room| room.parts[0].floor.at(plan);
        let expected = rooms
            .all()
            .iter()
            .filter(holds)
            .max_by(|a, b| floor(a).total_cmp(&floor(b)));
        if let Some(expected) = expected {
            found += 1;
            assert_eq!(
                rooms.room_at(point).map(|room| room.id),
                Some(expected.id),
                "at {point}"
            );
        } else if let Some(room) = rooms.room_at(point) {
            assert!(room.footprint().signed_distance(plan) <= SLIVER);
        }
    }
    assert!(found > 1_000, "{found} points in rooms");
}

#[test]
fn no_point_and_no_room_stop_the_search() {
    let empty = Rooms::new(Vec::new(), Vec::new()).unwrap();
    let one = Rooms::new(vec![room(1, &SQUARE, Plane::level(0.0), 3.0)], Vec::new()).unwrap();
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300] {
        for point in [
            DVec3::splat(value),
            DVec3::new(5.0, 0.0, value),
            DVec3::new(value, 0.0, 5.0),
        ] {
            assert_eq!(empty.room_at(point), None);
            assert_eq!(one.room_at(point), None);
        }
    }
    let vast = SQUARE.map(|corner| corner.map(|c| c * 1e6));
    let vast = Rooms::new(vec![room(1, &vast, Plane::level(0.0), 3.0)], Vec::new()).unwrap();
    assert_eq!(id_at(&vast, 3e6, 1.0, 7e6), Some(1));
}

#[test]
fn rooms_that_nothing_can_be_made_of_are_named() {
    let wrong = |room: Room| Rooms::new(vec![room], Vec::new()).unwrap_err().to_string();
    let line = room(7, &[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]], Plane::level(0.0), 3.0);
    assert!(wrong(line).contains("room 7 (Room 7)"));
    let bow = room(
        8,
        &[[0.0, 0.0], [6.0, 5.0], [4.0, 0.0], [0.0, 4.0]],
        Plane::level(0.0),
        3.0,
    );
    assert!(wrong(bow).contains("crosses itself"));
    assert!(wrong(room(9, &SQUARE, Plane::level(0.0), -1.0)).contains("raise it"));
    assert!(wrong(room(9, &SQUARE, Plane::level(f64::NAN), 3.0)).contains("raise it"));
    let twice = vec![
        room(3, &SQUARE, Plane::level(0.0), 3.0),
        room(3, &SQUARE, Plane::level(9.0), 3.0),
    ];
    assert_eq!(Rooms::new(twice, Vec::new()), Err(RoomError::Twice(RecordId(3))));
}
