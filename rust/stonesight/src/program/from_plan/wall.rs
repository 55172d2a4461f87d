//! Walls: the built masses of the surface, solid until they are hollowed out.

use glam::{DVec2, DVec3};

use super::Site;
use super::mason::{Arch, Mason};
use super::way::{self, Measure};
use crate::plan::{Cover, Form, Space};
use crate::program::{Material, Mode};
use crate::room::{Part, Plane, Polygon, Room, Tag};

/// Masonry over a clear ceiling in metres, in buildings and over ways in the rock.
pub(super) const OVER_CEILING: f64 = 1.0;
/// How far a coping stands out from its wall, in metres, and how thick it is.
const COPING: [f64; 2] = [0.45, 0.8];
/// How far bands around round towers stand out in metres: less is lost between two samples where the wall runs at an angle.
const BAND: f64 = 0.6;
/// How far a coping stands above the wall that it covers, in metres: their upper sides must not coincide.
const COPING_OVER: f64 = 0.15;
/// The foundation in metres from which on the wall of a court has buttresses.
const RETAINING: f64 = 4.5;
/// Distance between buttresses in metres, how far they stand out, and half their width.
const BUTTRESS: [f64; 3] = [5.0, 1.1, 0.5];
/// Rock over a way that comes out of it, in metres, from which on it needs no masonry.
const DEEP_ENOUGH: f64 = 3.0;
/// Parapet of a causeway in metres.
const PARAPET: f64 = 1.1;

/// Raises the walls of a room.
pub(super) fn raise(site: &Site, mason: &mut Mason, room: &Room, space: &Space) {
    match space.form {
        Form::Link { housed: true, .. } => house(site, mason, room, space),
        Form::Terraces { levels, along } => super::terraces::raise(mason, room, space, levels as usize, along),
        Form::Link { .. } if room.tag == Tag::Surface => causeway(site, mason, room, space),
        _ if room.tag == Tag::Surface => building(site, mason, room, space),
        _ => {}
    }
}

/// Masonry around a way that comes out of the rock: it shows where the way is not deep enough yet.
fn house(site: &Site, mason: &mut Mason, room: &Room, space: &Space) {
    // What lies deep needs none.
    let deep = |part: &Part| {
        let cover = |&corner: &DVec2| site.plan.ground.at(corner) - part.ceiling.at(corner);
        part.outline.corners.iter().all(|corner| cover(corner) > DEEP_ENOUGH)
    };
    let shown: Vec<Part> = room.parts[1..room.parts.len() - 1]
        .iter()
        .filter(|part| !deep(part))
        .cloned()
        .collect();
    let Form::Link { width, .. } = space.form else { return };
    let clear = shown
        .first()
        .map_or(0.0, |part| part.ceiling.height - part.floor.height);
    let around = |by: f64| Measure {
        width,
        longer: by,
        wider: by,
    };
    let walls = |floor: Plane| [floor.raised(-2.0), floor.raised(clear + 1.2)];
    way::put(mason, Mode::Union, &shown, around(1.2), walls, Material::Ashlar);
    let tiles = |floor: Plane| [floor.raised(clear + 0.8), floor.raised(clear + 1.65)];
    way::put(mason, Mode::Union, &shown, around(1.5), tiles, Material::Tile);
}

fn causeway(site: &Site, mason: &mut Mason, room: &Room, space: &Space) {
    let bottom = Plane::level(room.lowest() - space.foundation);
    if let Form::Link { width, .. } = space.form {
        let measure = Measure {
            width,
            longer: space.wall,
            wider: space.wall,
        };
        let walls = |floor: Plane| [bottom, floor.raised(PARAPET)];
        let parts = &room.parts[1..room.parts.len() - 1];
        way::put(mason, Mode::Union, parts, measure, walls, Material::Ashlar);
    }
    if let Form::Link {
        bridge: true, width, ..
    } = space.form
    {
        bridge_arch(site, mason, room, width * 0.5 + space.wall);
    }
}

/// An arch under a causeway that spans a dip: with piers of 1.5 m at least on both sides, and a deck of 1.6 m.
fn bridge_arch(site: &Site, mason: &mut Mason, room: &Room, half_width: f64) {
    let Some(deck) = room.parts.get(room.parts.len() / 2) else {
        return;
    };
    let corners = &deck.outline.corners;
    let (from, to) = ((corners[0] + corners[3]) * 0.5, (corners[1] + corners[2]) * 0.5);
    let (middle, length) = ((from + to) * 0.5, from.distance(to));
    let crown = deck.lowest() - 1.6;
    let ground = site.plan.ground.at(middle) - 0.5;
    let half_span = (length * 0.5 - 1.5).min(3.5);
    let rise = half_span.min(crown - ground - 0.5);
    if half_span < 1.2 || rise < 1.0 {
        return;
    }
    let arch = Arch {
        half_width: half_span,
        half_length: half_width + 0.3,
        spring: crown - rise - ground,
        rise,
    };
    let base = DVec3::new(middle.x, ground, middle.y);
    let across = (to - from).normalize().perp();
    mason.arch(Mode::Subtract, base, across, arch, Material::Ashlar);
}

fn building(site: &Site, mason: &mut Mason, room: &Room, space: &Space) {
    let Some(part) = room.parts.first() else { return };
    let (floor, bottom) = (part.lowest(), room.lowest() - space.foundation);
    let ceiling = part.highest();
    let solid = |offset: f64| part.outline.offset(space.wall + offset);
    let (base, level) = (Plane::level(bottom), Plane::level);
    match space.cover {
        Cover::Sky { walls } => {
            let top = floor + walls;
            mason.prism(Mode::Union, &solid(0.0), base, level(top), Material::Ashlar);
            coping(mason, &solid(COPING[0]), top);
            let is_first = site.plan.rooms.all().first().is_some_and(|first| first.id == room.id);
            if is_first {
                piers(mason, &part.outline, space.wall, [bottom, top]);
            }
            // A wall that holds much ground leans on buttresses.
            if is_first || space.foundation > RETAINING {
                buttresses(site, mason, room, space, [bottom, top - COPING[1] + COPING_OVER]);
            }
        }
        Cover::Gable { .. } => {
            mason.prism(
                Mode::Union,
                &solid(0.0),
                base,
                level(ceiling + OVER_CEILING),
                Material::Plaster,
            );
            if space.form == Form::Parts {
                buttresses(site, mason, room, space, [bottom, ceiling - 0.6]);
            }
        }
        Cover::Pyramid => match space.form {
            Form::Spiral(spiral) => {
                let (centre, radius) = (spiral.centre, spiral.radius + space.wall);
                let top = ceiling + OVER_CEILING;
                mason.cylinder(Mode::Union, centre, radius, [bottom, top], Material::Ashlar);
                // A string course at the upper floor.
                let height = floor + spiral.rise();
                let band = [height - 0.45, height + 0.45];
                mason.cylinder(Mode::Union, centre, radius + BAND, band, Material::Ashlar);
            }
            _ => mason.prism(
                Mode::Union,
                &solid(0.0),
                base,
                level(ceiling + OVER_CEILING),
                Material::Plaster,
            ),
        },
        Cover::Towers { along } => {
            let top = ceiling + OVER_CEILING + PARAPET;
            mason.prism(Mode::Union, &solid(0.0), base, level(top), Material::Ashlar);
            coping(mason, &solid(COPING[0]), top);
            for centre in tower_centres(&part.outline, space.wall, along) {
                let top = ceiling + TOWER_OVER;
                mason.cylinder(Mode::Union, centre, TOWER_RADIUS, [bottom, top], Material::Ashlar);
                let band = [top - COPING[1], top];
                mason.cylinder(Mode::Union, centre, TOWER_RADIUS + BAND, band, Material::Ashlar);
            }
        }
        Cover::Rock => {}
    }
}

/// Radius of the towers of a gatehouse in metres, and how far they rise over its ceiling.
pub(super) const TOWER_RADIUS: f64 = 2.7;
pub(super) const TOWER_OVER: f64 = 4.5;

/// Where the two towers of a gatehouse stand: at the corners of the end that its way points to.
pub(super) fn tower_centres(outline: &Polygon, wall: f64, along: DVec2) -> [DVec2; 2] {
    let (low, high) = outline.bounds();
    let centre = (low + high) * 0.5;
    let extent = |direction: DVec2| {
        let reaches = outline.corners.iter().map(|&corner| (corner - centre).dot(direction));
        reaches.fold(0.0, f64::max)
    };
    let across = along.perp();
    // Between them 6.4 m stay free: a causeway with its parapets passes.
    let side = extent(across) + wall + 0.3;
    let front = centre + along * (extent(along) + 0.3);
    [front + across * side, front - across * side]
}

fn coping(mason: &mut Mason, outline: &Polygon, top: f64) {
    let (floor, ceiling) = (
        Plane::level(top + COPING_OVER - COPING[1]),
        Plane::level(top + COPING_OVER),
    );
    mason.prism(Mode::Union, outline, floor, ceiling, Material::Tile);
}

/// Piers with caps at the corners of a wall.
fn piers(mason: &mut Mason, outline: &Polygon, wall: f64, [bottom, top]: [f64; 2]) {
    let middle = outline.offset(wall * 0.5);
    let corners = middle.corners.len();
    for i in 0..corners {
        let (before, corner, after) = (
            middle.corners[(i + corners - 1) % corners],
            middle.corners[i],
            middle.corners[(i + 1) % corners],
        );
        // Corners that are turned in carry none: it would stand in the court.
        if (corner - before).perp_dot(after - corner) <= 0.0 {
            continue;
        }
        let along = (after - corner).normalize();
        let half = wall * 0.5 + 0.3;
        let column = |low: f64, high: f64, half: f64| {
            let centre = DVec3::new(corner.x, (low + high) * 0.5, corner.y);
            (centre, DVec3::new(half, (high - low) * 0.5, half))
        };
        let (centre, size) = column(bottom, top + 0.9, half);
        mason.block(Mode::Union, centre, size, along, Material::Ashlar);
        let (centre, size) = column(top + 0.6, top + 1.4, half + 0.35);
        mason.block(Mode::Union, centre, size, along, Material::Tile);
    }
}

/// Buttresses along the outside, on the lines between bays of 5 m or so; none where a way or another
/// space is near.
fn buttresses(site: &Site, mason: &mut Mason, room: &Room, space: &Space, [bottom, top]: [f64; 2]) {
    let [spacing, out, half] = BUTTRESS;
    let mut places = bay_lines(site, room, spacing, 3.4);
    places.retain(|place| {
        let face = place.point + place.outwards * (space.wall + out);
        site.is_clear(room, face, 1.6, top)
    });
    // One alone is no row: short walls stand without.
    for row in rows(&places).into_iter().filter(|row| row.count > 1) {
        let outwards = row.first.outwards;
        let face = row.first.point + outwards * space.wall;
        let centre = face + outwards * (out * 0.5 - 0.1);
        let (middle, height) = ((bottom + top) * 0.5 - 0.4, (top - bottom) * 0.5 - 0.4);
        let (at, size) = (
            DVec3::new(centre.x, middle, centre.y),
            DVec3::new(out * 0.5 + 0.1, height, half),
        );
        mason.row(row.count, row.first.step, |mason| {
            mason.block(Mode::Union, at, size, outwards, Material::Ashlar);
        });
    }
}

/// A place on the inner face of a wall, and the step to the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct WallPlace {
    pub point: DVec2,
    pub outwards: DVec2,
    pub step: DVec2,
}

/// Places one after the other on one wall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub first: WallPlace,
    pub count: usize,
}

/// Gathers places that follow one another on a wall.
pub(super) fn rows(places: &[WallPlace]) -> Vec<Row> {
    let mut found: Vec<Row> = Vec::new();
    for &place in places {
        match found.last_mut() {
            Some(row)
                if row.first.step == place.step
                    && (row.first.point + place.step * row.count as f64).distance_squared(place.point) < 1e-6 =>
            {
                row.count += 1;
            }
            _ => found.push(Row { first: place, count: 1 }),
        }
    }
    found
}

/// Places along the walls of a room, in the middles of bays that are evenly spread over every wall that has room for one,
/// and `from_door` metres away from every door.
pub(super) fn along_walls(site: &Site, room: &Room, spacing: f64, from_door: f64) -> Vec<WallPlace> {
    places(site, room, spacing, from_door, 0.5)
}

/// The places between those bays.
pub(super) fn bay_lines(site: &Site, room: &Room, spacing: f64, from_door: f64) -> Vec<WallPlace> {
    places(site, room, spacing, from_door, 1.0)
}

fn places(site: &Site, room: &Room, spacing: f64, from_door: f64, phase: f64) -> Vec<WallPlace> {
    let mut places = Vec::new();
    let Some(part) = room.parts.first() else { return places };
    let doors: Vec<DVec2> = site
        .doors_of(room)
        .map(|door| DVec2::new(door.sill.x, door.sill.z))
        .collect();
    let wound = part.outline.area() > 0.0;
    for (a, b) in part.outline.edges() {
        let length = (b - a).length();
        let count = (length / spacing).round();
        if count < 1.0 || length < 3.2 {
            continue;
        }
        let along = (b - a) / length;
        let outwards = if wound {
            DVec2::new(along.y, -along.x)
        } else {
            DVec2::new(-along.y, along.x)
        };
        let step = along * (length / count);
        // As many bays as there are, or the lines between them.
        let last = if phase < 1.0 { count } else { count - 1.0 };
        for i in 0..last as usize {
            let point = a + step * (i as f64 + phase);
            if doors.iter().all(|door| door.distance(point) >= from_door) {
                places.push(WallPlace { point, outwards, step });
            }
        }
    }
    places
}

impl Site<'_> {
    /// The doors of a room.
    pub fn doors_of(&self, room: &Room) -> impl Iterator<Item = &crate::room::Door> {
        room.doors.iter().filter_map(|&id| self.plan.rooms.door(id))
    }

    /// Whether no other space that reaches up to a height or above lies within some metres of a plan point.
    pub fn is_clear(&self, but: &Room, point: DVec2, distance: f64, below: f64) -> bool {
        let near = |outline: &Polygon| {
            let (low, high) = outline.bounds();
            let outside = (low - point).max(point - high).max_element();
            outside < distance && outline.signed_distance(point) < distance
        };
        let others = self
            .nearby
            .within((point, point), distance)
            .map(|index| &self.plan.rooms.all()[index])
            .filter(|room| room.id != but.id && room.tag == but.tag);
        let mut parts = others.flat_map(|room| &room.parts);
        !parts.any(|part| part.lowest() < below + 4.0 && near(&part.outline))
    }
}
