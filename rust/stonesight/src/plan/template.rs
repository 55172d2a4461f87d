//! The catalogue: footprints of every kind in their own coordinates, and the sockets that ways may leave from.

use glam::DVec2;

use super::dice::Dice;
use super::heading::Heading;
use super::round;
use super::space::{Cover, Form};
use super::storeys::{switchback, terraces};
use crate::room::{Kind, Part, Polygon};

/// The shortest wall that takes a door with its surround, in metres.
pub(super) const SHORTEST_DOOR_WALL: f64 = 4.6;
/// Walls at least this long take two more doors, a third of the way from either end.
const LONG_WALL: f64 = 17.0;
/// Climb of a ramp in a tower or shaft, in metres a turn: 4 m and more are clear over the winding below.
const PITCH: f64 = 6.0;

/// Where a way may leave.
#[derive(Clone, Copy, Debug)]
pub(super) struct TemplateSocket {
    /// On the clear outline.
    pub at: DVec2,
    /// Outwards.
    pub out: Heading,
    /// Height over the room's floor in metres.
    pub rise: f64,
    /// Length of wall around it in metres.
    pub width: f64,
}

/// A room before it has a place.
#[derive(Clone, Debug)]
pub(super) struct Template {
    pub kind: Kind,
    pub outline: Polygon,
    /// Parts beyond the first, which the outline is; heights over the room's floor.
    pub parts: Vec<Part>,
    pub sockets: Vec<TemplateSocket>,
    pub form: Form,
    pub cover: Cover,
    pub wall: f64,
    /// Clear height over the floor; of an open place, how far up it reaches for `room_at`.
    pub height: f64,
    /// Fall of the floor along local X, in metres per metre.
    pub tilt: f64,
    /// How far its masonry reaches beyond the outline, in metres.
    pub reach: f64,
}

impl Template {
    /// A room of a kind within corners.
    pub(super) fn new(kind: Kind, corners: &[[f64; 2]], cover: Cover, height: f64) -> Self {
        let outline = Polygon::new(corners.iter().copied().map(DVec2::from).collect());
        let (wall, reach) = match cover {
            // Underground the wall is rock: half of what lies between two rooms.
            Cover::Rock => (1.4, 1.3),
            Cover::Sky { walls } if walls < 2.0 => (1.2, 1.7),
            Cover::Sky { .. } => (1.4, 1.9),
            Cover::Gable { .. } | Cover::Pyramid => (1.4, 2.3),
            Cover::Towers { .. } => (1.6, 4.6),
        };
        Self {
            kind,
            sockets: wall_sockets(&outline),
            outline,
            parts: Vec::new(),
            form: Form::Parts,
            cover,
            wall,
            height,
            tilt: 0.0,
            reach,
        }
    }

    /// A room of a kind, its measures from the dice. Kinds that are no rooms give a court.
    pub fn of(kind: Kind, dice: Dice) -> Self {
        match kind {
            Kind::Garden => garden(dice),
            Kind::LongHall => long_hall(dice),
            Kind::Gatehouse => gatehouse(dice),
            Kind::Pavilion => pavilion(dice),
            Kind::Tower => spiral(Kind::Tower, dice),
            Kind::SwitchbackHall => switchback(dice),
            Kind::StackedTerraces => terraces(dice),
            Kind::Vault => vault(dice),
            Kind::Hall => hall(dice),
            Kind::Gallery => gallery(dice),
            Kind::Shaft => spiral(Kind::Shaft, dice),
            _ => court(dice),
        }
    }
}

/// The first court: 24 to 30 m across, a corner turned in and the opposite one cut.
pub(super) fn start_court(dice: Dice) -> Template {
    let (w, d) = (dice.metres(0, 24.5, 29.5) * 0.5, dice.metres(1, 24.5, 29.5) * 0.5);
    let (turned, cut) = (dice.metres(2, 7.0, 9.0), 5.5);
    let corners = [
        [-w + cut, -d],
        [w, -d],
        [w, d - turned],
        [w - turned, d - turned],
        [w - turned, d],
        [-w, d],
        [-w, -d + cut],
    ];
    Template::new(Kind::Court, &corners, Cover::Sky { walls: 3.4 }, 14.0)
}

fn court(dice: Dice) -> Template {
    let (w, d) = (dice.metres(0, 15.0, 24.0) * 0.5, dice.metres(1, 15.0, 22.0) * 0.5);
    let walls = if dice.chance(2, 0.6) {
        1.1
    } else {
        dice.metres(3, 2.75, 3.75)
    };
    let corners = footprint(dice, w, d);
    Template::new(Kind::Court, &corners, Cover::Sky { walls }, 14.0)
}

/// A footprint within half a width and half a depth: a rectangle, or one with corners cut or turned in, with a wall that
/// bends out or runs askew, a T, a cross, or with the end of an octagon.
fn footprint(dice: Dice, w: f64, d: f64) -> Vec<[f64; 2]> {
    let (cut, x, z) = (
        dice.metres(4, 4.5, 6.0),
        dice.metres(5, 0.7, 1.0) * w,
        dice.metres(6, 0.7, 1.0) * d,
    );
    let askew = dice.metres(8, 1.5, 3.5);
    match dice.pick(7, 10) {
        0 => vec![[-w, -d], [w, -d], [w, d], [-w, d]],
        1 => vec![[-w, -d], [w, -d], [w, d - cut], [w - cut, d], [-w, d]],
        2 | 3 => vec![[-w, -d], [w, -d], [w, d - z], [w - x, d - z], [w - x, d], [-w, d]],
        4 => vec![[-w, -d], [w, -d], [w - askew, d], [-w, d]],
        5 => vec![[-w + askew, -d], [w, -d], [w - askew, d], [-w, d]],
        6 => {
            // An apse of five sides at one end.
            let side = d * 0.4;
            let reach = d - side;
            vec![
                [-w, -d],
                [w - reach, -d],
                [w, -side],
                [w, side],
                [w - reach, d],
                [-w, d],
            ]
        }
        7 => vec![
            [-w, -d],
            [-0.1 * w, -d - askew],
            [w, -d],
            [w, d - z],
            [w - x, d - z],
            [w - x, d],
            [-w, d],
        ],
        8 => {
            // A cross: its arms are at least 6 m wide.
            let (x, z) = (arm(x * 0.5, w), arm(z * 0.5, d));
            vec![
                [-w + x, -d],
                [w - x, -d],
                [w - x, -d + z],
                [w, -d + z],
                [w, d - z],
                [w - x, d - z],
                [w - x, d],
                [-w + x, d],
                [-w + x, d - z],
                [-w, d - z],
                [-w, -d + z],
                [-w + x, -d + z],
            ]
        }
        _ => {
            // A stem of at least 6 m stands between the two corners that are turned in.
            let x = arm(x * 0.5, w);
            vec![
                [-w, -d],
                [w, -d],
                [w, d - z],
                [w - x, d - z],
                [w - x, d],
                [x - w, d],
                [x - w, d - z],
                [-w, d - z],
            ]
        }
    }
}

/// How far a corner of a side of half a length may be turned in, to leave 6 m between two of them.
fn arm(turned_in: f64, half: f64) -> f64 {
    if half - turned_in < 3.0 { half - 3.0 } else { turned_in }
}

fn garden(dice: Dice) -> Template {
    let (w, d) = (dice.metres(0, 17.0, 24.0) * 0.5, dice.metres(1, 14.0, 19.0) * 0.5);
    let corners = footprint(dice, w, d);
    Template::new(Kind::Garden, &corners, Cover::Sky { walls: 1.1 }, 14.0)
}

fn long_hall(dice: Dice) -> Template {
    let (w, d) = (dice.metres(0, 20.0, 28.0) * 0.5, dice.metres(1, 9.5, 11.5) * 0.5);
    let corners = [[-w, -d], [w, -d], [w, d], [-w, d]];
    let cover = Cover::Gable { along: DVec2::X };
    Template::new(Kind::LongHall, &corners, cover, dice.metres(2, 6.0, 7.5))
}

fn gatehouse(dice: Dice) -> Template {
    let (w, d) = (dice.metres(0, 9.0, 11.0) * 0.5, 4.0);
    let corners = [[-w, -d], [w, -d], [w, d], [-w, d]];
    let cover = Cover::Towers { along: DVec2::X };
    let mut template = Template::new(Kind::Gatehouse, &corners, cover, 5.5);
    // One goes through it, so it has no doors at the sides.
    template.sockets.retain(|socket| socket.out.vector().x.abs() > 0.9);
    template
}

fn pavilion(dice: Dice) -> Template {
    let (half, cut) = (dice.metres(0, 5.5, 6.5), 3.0);
    let corners = [
        [-half + cut, -half],
        [half - cut, -half],
        [half, -half + cut],
        [half, half - cut],
        [half - cut, half],
        [-half + cut, half],
        [-half, half - cut],
        [-half, -half + cut],
    ];
    let mut template = Template::new(Kind::Pavilion, &corners, Cover::Pyramid, dice.metres(1, 4.75, 5.5));
    template.sockets.retain(|socket| socket.out.eighths() % 2 == 0);
    template
}

fn vault(dice: Dice) -> Template {
    let (half_length, half_width) = (dice.metres(0, 7.0, 9.5), dice.metres(1, 4.0, 5.0));
    let (w, d) = (half_length, half_width);
    let (spring, rise) = (2.5, dice.metres(2, 2.0, 2.75));
    let corners = [[-w, -d], [w, -d], [w, d], [-w, d]];
    let mut template = Template::new(Kind::Vault, &corners, Cover::Rock, spring + rise);
    template.form = Form::Barrel {
        centre: DVec2::ZERO,
        along: DVec2::X,
        half_width,
        half_length,
        spring,
        rise,
    };
    template
}

fn hall(dice: Dice) -> Template {
    let (w, d) = (dice.metres(0, 13.0, 19.0) * 0.5, dice.metres(1, 11.0, 15.0) * 0.5);
    let corners = footprint(dice, w, d);
    Template::new(Kind::Hall, &corners, Cover::Rock, dice.metres(2, 5.0, 7.0))
}

fn gallery(dice: Dice) -> Template {
    let (w, d) = (dice.metres(0, 20.0, 30.0) * 0.5, 3.0);
    let corners = [[-w, -d], [w, -d], [w, d], [-w, d]];
    let mut template = Template::new(Kind::Gallery, &corners, Cover::Rock, dice.metres(1, 4.25, 5.0));
    template.tilt = dice.range(2, -0.09, 0.09);
    // Doors at the ends only: a threshold is level, and beside a tilted floor it would be a step.
    template.sockets.retain(|socket| socket.out.vector().x.abs() > 0.9);
    for socket in &mut template.sockets {
        socket.rise = template.tilt * socket.at.x;
    }
    template
}

/// A tower or a shaft. The lower door is the first socket, the upper door the second.
fn spiral(kind: Kind, dice: Dice) -> Template {
    let (radius, core) = if kind == Kind::Tower { (5.5, 2.0) } else { (6.0, 2.25) };
    let upper = Heading::new(2 + dice.pick(0, 5) as i32);
    let door = f64::from(upper.eighths()) / 8.0 * std::f64::consts::TAU;
    let whole = 1.0 + f64::from(u8::from(dice.chance(1, 0.35)));
    let ramp = round::ramp([radius, core], PITCH, door, whole);
    let cover = if kind == Kind::Tower {
        Cover::Pyramid
    } else {
        Cover::Rock
    };
    let doors = [(Heading::new(0), 0.0), (upper, ramp.rise())];
    let mut template = round::room(kind, cover, [radius, ramp.rise() + 4.75], &doors);
    template.form = Form::Spiral(ramp);
    template
}

/// Sockets in the middle of every wall that is long enough, and at the thirds of very long ones.
fn wall_sockets(outline: &Polygon) -> Vec<TemplateSocket> {
    let mut sockets = Vec::new();
    for (a, b) in outline.edges() {
        let (along, length) = ((b - a).normalize(), (b - a).length());
        if length < SHORTEST_DOOR_WALL {
            continue;
        }
        // The outer side of a polygon that winds from +X towards +Z.
        let normal = DVec2::new(along.y, -along.x);
        let straight = |heading: &Heading| heading.vector().dot(normal) > 1.0 - 1e-6;
        // A wall that looks between two headings takes no way.
        let Some(out) = (0..8).map(Heading::new).find(straight) else {
            continue;
        };
        let shares: &[f64] = if length >= LONG_WALL {
            &[0.25, 0.5, 0.75]
        } else {
            &[0.5]
        };
        for &share in shares {
            let width = if shares.len() > 1 { length * 0.25 } else { length };
            sockets.push(TemplateSocket {
                at: a.lerp(b, share),
                out,
                rise: 0.0,
                width,
            });
        }
    }
    sockets
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [Kind; 12] = [
        Kind::Court,
        Kind::Garden,
        Kind::LongHall,
        Kind::Gatehouse,
        Kind::Pavilion,
        Kind::Tower,
        Kind::SwitchbackHall,
        Kind::StackedTerraces,
        Kind::Vault,
        Kind::Hall,
        Kind::Gallery,
        Kind::Shaft,
    ];

    #[test]
    fn every_footprint_is_sound_and_has_at_least_two_sockets_on_its_outline() {
        let mut concave = 0;
        for seed in 0..200 {
            let dice = Dice::new(seed, 0);
            let rooms = KINDS.map(|kind| Template::of(kind, dice));
            for room in rooms.into_iter().chain([start_court(dice)]) {
                assert!(!room.outline.crosses_itself(), "{:?}", room.kind);
                assert!(room.outline.area() > 70.0, "{:?} winds the wrong way", room.kind);
                assert!(room.sockets.len() >= 2, "{:?}", room.kind);
                for socket in &room.sockets {
                    let outlines = || {
                        [&room.outline]
                            .into_iter()
                            .chain(room.parts.iter().map(|part| &part.outline))
                    };
                    let on = |outline: &&Polygon| {
                        outline.distance(socket.at) < 0.02 && outline.contains(socket.at - socket.out.vector() * 0.5)
                    };
                    assert!(outlines().any(|outline| on(&outline)), "{:?}", room.kind);
                    assert!(!outlines().any(|outline| outline.contains(socket.at + socket.out.vector() * 0.5)));
                }
                let edges: Vec<_> = room.outline.edges().collect();
                let turns_in = |i: usize| {
                    let ((a, b), (c, d)) = (edges[i], edges[(i + 1) % edges.len()]);
                    (b - a).perp_dot(d - c) < -1e-9
                };
                concave += usize::from((0..edges.len()).any(turns_in));
            }
        }
        assert!(concave > 200, "{concave} of 2,600 footprints are concave");
    }

    #[test]
    fn ramps_that_wind_are_gentle() {
        for seed in 0..100 {
            for kind in [Kind::Tower, Kind::Shaft] {
                let template = Template::of(kind, Dice::new(seed, 0));
                let Form::Spiral(spiral) = template.form else {
                    panic!("{kind:?} winds")
                };
                assert!(spiral.slope() <= 0.35 && spiral.rise() > 5.0 && spiral.rise() < 17.0);
            }
        }
    }
}
