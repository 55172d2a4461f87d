//! Places worth a look: the start, and what every tour of a world shows.

use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

use super::{Form, Plan};
use crate::room::{Door, Kind, Room, Tag};

/// Steps from the stair's door to the start, in metres: one sees the door, and is clear of its surround.
const BEFORE_THE_STAIR: f64 = 6.0;

/// A place to stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// What is to be seen.
    pub name: String,
    /// The feet, on the floor, in world metres.
    pub position: DVec3,
    /// The plan direction (x, z) to look in; a unit vector.
    pub facing: DVec2,
}

/// The places of a plan: the start first, then those of the list that exist.
pub(super) fn places(plan: &Plan) -> Vec<Place> {
    let rooms = plan.rooms.all();
    let vault = plan.first_vault();
    let mut places = Vec::new();
    if let (Some(court), Some(door)) = (rooms.first(), stair_door(plan)) {
        let before = door.sill - along(door.direction) * (door.depth * 0.5 + BEFORE_THE_STAIR);
        places.push(Place {
            name: format!("Start: {}", court.name),
            position: before,
            facing: door.direction,
        });
        if let Some(stair) = rooms.iter().find(|room| room.id == door.rooms[1]) {
            let slope = stair.parts.len() / 2;
            let at = stair.parts[slope].outline.inner_point();
            places.push(at_point(
                "Stair",
                stair,
                at,
                stair.parts[slope].floor.at(at),
                door.direction,
            ));
        }
    }
    if let Some(vault) = vault {
        places.push(in_room(plan, "First vault", vault));
        let beyond = neighbours(plan, vault)
            .into_iter()
            .find(|room| room.tag == Tag::Underground && !room.kind.is_link());
        if let Some(beyond) = beyond {
            places.push(in_room(plan, "Behind the vault", beyond));
        }
    }
    let first = |kind: Kind| rooms.iter().find(move |room| room.kind == kind);
    for (title, kind) in [
        ("Under a roof", Kind::LongHall),
        ("In the gate", Kind::Gatehouse),
        ("Garden", Kind::Garden),
        ("Pavilion", Kind::Pavilion),
        ("Up the hill", Kind::StackedTerraces),
        ("Gallery", Kind::Gallery),
        ("Hall in the rock", Kind::Hall),
    ] {
        if let Some(room) = first(kind) {
            places.push(in_room(plan, title, room));
        }
    }
    let highest = rooms
        .iter()
        .filter(|room| room.kind == Kind::Court)
        .reduce(|best, room| {
            let higher = room.lowest() > best.lowest();
            if higher { room } else { best }
        });
    let deepest = rooms.iter().filter(|room| !room.kind.is_link()).reduce(|best, room| {
        let lower = room.lowest() < best.lowest();
        if lower { room } else { best }
    });
    places.extend(highest.map(|room| in_room(plan, "Highest court", room)));
    places.extend(deepest.map(|room| in_room(plan, "Deepest room", room)));
    for (title, kind) in [
        ("Tower", Kind::Tower),
        ("Storeys", Kind::SwitchbackHall),
        ("Shaft", Kind::Shaft),
    ] {
        if let Some(door) = first(kind).and_then(|room| lower_door(plan, room)) {
            places.push(door.at(title));
        }
    }
    places
}

/// The door through which one leaves the first court for the rock.
fn stair_door(plan: &Plan) -> Option<&Door> {
    let court = plan.rooms.all().first()?.id;
    let leads_down = |door: &&Door| {
        let beyond = plan.rooms.room(door.rooms[1]);
        door.rooms[0] == court && beyond.is_some_and(|room| room.tag == Tag::Underground)
    };
    plan.rooms.doors().iter().find(leads_down)
}

/// Rooms that one link joins to a room.
fn neighbours<'a>(plan: &'a Plan, room: &Room) -> Vec<&'a Room> {
    let beyond = |id| {
        let doors = plan.rooms.doors().iter().filter(move |door| door.rooms.contains(&id));
        doors.flat_map(|door| door.rooms).filter(move |&other| other != id)
    };
    let two_doors_away = beyond(room.id).flat_map(beyond).filter(|&other| other != room.id);
    two_doors_away.filter_map(|id| plan.rooms.room(id)).collect()
}

/// A way into a room: just inside one of its doors, looking in.
struct Threshold<'a> {
    room: &'a Room,
    position: DVec3,
    facing: DVec2,
}

impl Threshold<'_> {
    fn at(self, title: &str) -> Place {
        Place {
            name: format!("{title}: {}", self.room.name),
            position: self.position,
            facing: self.facing,
        }
    }
}

/// The lowest door of a room, from inside.
fn lower_door<'a>(plan: &Plan, room: &'a Room) -> Option<Threshold<'a>> {
    let doors = plan.rooms.doors().iter().filter(|door| door.rooms.contains(&room.id));
    let lowest = doors.reduce(|best, door| {
        let lower = door.height_at(room.id) < best.height_at(room.id);
        if lower { door } else { best }
    })?;
    let inwards = if lowest.rooms[1] == room.id {
        lowest.direction
    } else {
        -lowest.direction
    };
    Some(Threshold {
        room,
        position: DVec3::new(lowest.sill.x, lowest.height_at(room.id), lowest.sill.z)
            + along(inwards) * (lowest.depth * 0.5 + 1.2),
        facing: inwards,
    })
}

/// Where one can stand in a room: on its floor, and clear of what is built there. Its middle, unless a core, a well or a house
/// takes that; then just inside its lowest door.
pub(super) fn foothold(plan: &Plan, room: &Room) -> DVec3 {
    let centrepiece = matches!(room.kind, Kind::Court | Kind::Garden);
    let form = plan.space(room.id).map(|space| &space.form);
    let built = match form {
        Some(Form::Spiral(spiral)) => !spiral.open,
        Some(Form::Hung { .. }) => true,
        _ => centrepiece,
    };
    match lower_door(plan, room) {
        Some(door) if built => door.position,
        _ => room.middle(),
    }
}

/// In a room: two thirds of the way from its first door to its middle, looking in. The middle itself may hold a well.
fn in_room(plan: &Plan, title: &str, room: &Room) -> Place {
    let middle = room.middle();
    let centre = DVec2::new(middle.x, middle.z);
    let Some(door) = lower_door(plan, room) else {
        return at_point(title, room, centre, middle.y, DVec2::X);
    };
    let inside = DVec2::new(door.position.x, door.position.z);
    let point = inside.lerp(centre, 0.45);
    // Of a house hung in a void that is the floor of the house or a bridge, not that of the void under it.
    let off = |floor: f64| (floor - door.position.y).abs();
    let floors = room.parts.iter().filter(|part| part.outline.contains(point));
    let floor = floors
        .map(|part| part.floor.at(point))
        .reduce(|best, floor| if off(floor) < off(best) { floor } else { best });
    match floor {
        Some(floor) => at_point(title, room, point, floor, (centre - inside).normalize_or(door.facing)),
        None => door.at(title),
    }
}

fn at_point(title: &str, room: &Room, point: DVec2, floor: f64, facing: DVec2) -> Place {
    Place {
        name: format!("{title}: {}", room.name),
        position: DVec3::new(point.x, floor, point.y),
        facing,
    }
}

fn along(direction: DVec2) -> DVec3 {
    DVec3::new(direction.x, 0.0, direction.y)
}
