//! Ways along a polyline: a floor, and the parts, pieces and doors of the rooms that they are.
//!
//! In: corners in the plan with floor heights, and a [`Gauge`]. Out: parts from outline to outline, level before doors and
//! around bends, sloped between; long ways are cut into pieces by bulkheads with a door.

use glam::{DVec2, DVec3};

use super::super::heading::to_grid;
use super::super::link::LANDING;
use super::system::Gauge;
use crate::room::{Part, Plane, Polygon};

/// Level floor beyond the mitre of a bend, in metres.
const BEYOND_BEND: f64 = 0.3;
/// The sharpest turn: cosine of about 101°.
const SHARPEST: f64 = -0.2;
/// The shortest slope between two level places, in metres.
const SHORTEST: f64 = 0.5;
/// The most that one part rises, in metres: what passes over or under a way should not have to clear all of it.
const SLICE: f64 = 4.5;
/// Rock between two legs of one way, in metres.
const APART: f64 = 2.5;
/// A piece is closed by a bulkhead after so many metres, where its leg has as many left; half the bulkhead's thickness, and
/// half the level floor around it.
const PIECE: f64 = 62.0;
const LEG: f64 = 12.0;
const BULKHEAD: f64 = 0.6;
const LEVEL: f64 = BULKHEAD + 2.0 * LANDING;

/// One room of a way.
#[derive(Clone, Debug)]
pub(in crate::plan) struct Piece {
    pub parts: Vec<Part>,
    /// The door by which one leaves it: sill, direction, thickness of the wall.
    pub exit: (DVec3, DVec2, f64),
}

/// A way that is laid out.
#[derive(Clone, Debug)]
pub(in crate::plan) struct Laid {
    pub pieces: Vec<Piece>,
    /// The door by which one enters it.
    pub entry: (DVec3, DVec2, f64),
    /// Its corners, on the floor.
    pub path: Vec<DVec3>,
}

impl Laid {
    /// Whether it comes back so near to itself that no rock is left between.
    pub fn meets_itself(&self) -> bool {
        let parts: Vec<&Part> = self.pieces.iter().flat_map(|piece| &piece.parts).collect();
        let boxes: Vec<_> = parts.iter().map(|part| part.outline.bounds()).collect();
        let near = |i: usize, j: usize| {
            let ((low, high), (from, to)) = (boxes[i], boxes[j]);
            let apart = (from - high).max(low - to).max_element();
            let (p, q) = (parts[i], parts[j]);
            let over = p.lowest() - q.highest() > APART || q.lowest() - p.highest() > APART;
            apart < APART && !over && p.outline.gap(&q.outline) < APART
        };
        // What lies between the two is longer than a bend and its landings, or they would be near by right.
        let between =
            |i: usize, j: usize| -> f64 { parts[i + 1..j].iter().map(|part| part.outline.area().sqrt()).sum() };
        (0..parts.len()).any(|i| (i + 2..parts.len()).any(|j| between(i, j) > 14.0 && near(i, j)))
    }

    /// All parts from one end to the other.
    pub fn parts(&self) -> Vec<Part> {
        self.pieces
            .iter()
            .flat_map(|piece| piece.parts.iter().cloned())
            .collect()
    }
}

/// A corner of the polyline.
#[derive(Clone, Copy)]
struct Corner {
    at: DVec2,
    height: f64,
    /// Level floor on either side along the legs.
    pad: f64,
    bulkhead: bool,
}

/// Lays a way out. `walls` are the thicknesses of the walls at its ends, 0 where it ends blind. `None` where a turn is
/// too sharp, a leg too short or a slope too steep.
pub(in crate::plan) fn lay(points: &[DVec3], walls: [f64; 2], gauge: &Gauge) -> Option<Laid> {
    let corners = corners(points, walls, gauge)?;
    let mut layer = Layer {
        gauge,
        parts: Vec::new(),
        pieces: Vec::new(),
    };
    let last = corners.len() - 1;
    for (i, pair) in corners.windows(2).enumerate() {
        let [from, to] = [pair[0], pair[1]];
        let length = from.at.distance(to.at);
        let along = (to.at - from.at) / length;
        let leg = (from.at, along);
        let run = length - from.pad - to.pad;
        let slope = (to.height - from.height) / run;
        if run < SHORTEST || slope.abs() > gauge.slope + 1e-9 {
            return None;
        }
        if i == 0 {
            layer.throat(leg, [0.0, walls[0]], from.height);
            layer.add(leg, [walls[0], walls[0] + LANDING], gauge.half_width, from.height, 0.0);
        } else if from.bulkhead {
            layer.add(leg, [BULKHEAD, BULKHEAD + LANDING], gauge.half_width, from.height, 0.0);
            layer.add(leg, [BULKHEAD + LANDING, LEVEL], gauge.half_width, from.height, 0.0);
        } else if from.pad > 0.0 {
            layer.bend(corners[i - 1].at, from, to.at);
        }
        let slices = ((to.height - from.height).abs() / SLICE).ceil().max(1.0);
        for slice in 0..slices as usize {
            let share = |k: usize| k as f64 / slices;
            let span = [from.pad + run * share(slice), from.pad + run * share(slice + 1)];
            let height = from.height + slope * run * share(slice);
            layer.add(leg, span, gauge.half_width, height, slope);
        }
        if i + 1 == last {
            layer.add(
                leg,
                [length - walls[1] - LANDING, length - walls[1]],
                gauge.half_width,
                to.height,
                0.0,
            );
            layer.throat(leg, [length - walls[1], length], to.height);
            layer.close((to.at - along * (walls[1] * 0.5), to.height), along, walls[1]);
        } else if to.bulkhead {
            layer.add(
                leg,
                [length - LEVEL, length - BULKHEAD],
                gauge.half_width,
                to.height,
                0.0,
            );
            layer.throat(leg, [length - BULKHEAD, length + BULKHEAD], to.height);
            layer.close((to.at, to.height), along, 2.0 * BULKHEAD);
        }
    }
    let along = (corners[1].at - corners[0].at).normalize();
    let entry = corners[0].at + along * (walls[0] * 0.5);
    Some(Laid {
        pieces: layer.pieces,
        entry: (DVec3::new(entry.x, corners[0].height, entry.y), along, walls[0]),
        path: points.to_vec(),
    })
}

/// The corners with their level places, and those where bulkheads are put in.
fn corners(points: &[DVec3], walls: [f64; 2], gauge: &Gauge) -> Option<Vec<Corner>> {
    let plan = |point: DVec3| DVec2::new(point.x, point.z);
    let last = points.len().checked_sub(1)?;
    let mut pads = vec![0.0; points.len()];
    (pads[0], pads[last]) = (walls[0] + LANDING, walls[1] + LANDING);
    for i in 1..last {
        let [a, b] = [
            plan(points[i]) - plan(points[i - 1]),
            plan(points[i + 1]) - plan(points[i]),
        ];
        let (a, b) = (a.normalize_or_zero(), b.normalize_or_zero());
        let (turn, ahead) = (a.perp_dot(b).abs(), a.dot(b));
        if ahead < SHARPEST {
            return None;
        }
        if turn > 1e-6 {
            pads[i] = gauge.half_width * turn / (1.0 + ahead) + BEYOND_BEND;
        }
    }
    let mut corners = Vec::with_capacity(points.len() + 4);
    let mut since = 0.0;
    for (i, &point) in points.iter().enumerate() {
        if let Some(&next) = points.get(i + 1) {
            corners.push(corner(point, pads[i], false));
            let free = plan(point).distance(plan(next)) - pads[i] - pads[i + 1];
            let mut done = 0.0;
            while since + free - done > PIECE && free - done > LEG + LEVEL {
                // As far as the piece may reach, but not into either end of the leg.
                let most = free - LEG * 0.5 - LEVEL;
                let wanted = done + (PIECE - since).max(LEG * 0.5 + LEVEL);
                let at = if wanted < most { wanted } else { most };
                if at <= done + LEG * 0.5 {
                    break;
                }
                let share = (pads[i] + at) / plan(point).distance(plan(next));
                let mut between = point.lerp(next, share);
                between.y = point.y + (next.y - point.y) * (at / free);
                corners.push(corner(between, LEVEL, true));
                (since, done) = (0.0, at);
            }
            since += free - done;
        } else {
            corners.push(corner(point, pads[i], false));
        }
    }
    Some(corners)
}

fn corner(point: DVec3, pad: f64, bulkhead: bool) -> Corner {
    Corner {
        at: DVec2::new(point.x, point.z),
        height: point.y,
        pad,
        bulkhead,
    }
}

struct Layer<'a> {
    gauge: &'a Gauge,
    parts: Vec<Part>,
    pieces: Vec<Piece>,
}

impl Layer<'_> {
    /// A rectangle along a leg, its floor from a height on with a slope.
    fn add(&mut self, (origin, along): (DVec2, DVec2), span: [f64; 2], half: f64, height: f64, slope: f64) {
        let across = along.perp() * half;
        let (a, b) = (origin + along * span[0], origin + along * span[1]);
        let floor = Plane {
            origin: a,
            height,
            slope: along * slope,
        };
        self.part(&[a - across, b - across, b + across, a + across], floor);
    }

    /// The passage through a wall; none at a blind end.
    fn throat(&mut self, leg: (DVec2, DVec2), span: [f64; 2], height: f64) {
        if span[1] - span[0] > 0.1 {
            self.add(leg, span, self.gauge.door * 0.5, height, 0.0);
        }
    }

    /// The level floor around a bend: a rectangle into it and one out of it, mitred, as one outline.
    fn bend(&mut self, before: DVec2, at: Corner, after: DVec2) {
        let (a, b) = ((at.at - before).normalize(), (after - at.at).normalize());
        let (p, q) = (a.perp() * self.gauge.half_width, b.perp() * self.gauge.half_width);
        let mitre = (p + q) / (1.0 + a.dot(b));
        let (start, end) = (at.at - a * at.pad, at.at + b * at.pad);
        let corners = [start - p, at.at - mitre, end - q, end + q, at.at + mitre, start + p];
        self.part(&corners, Plane::level(at.height));
    }

    fn part(&mut self, corners: &[DVec2], floor: Plane) {
        self.parts.push(Part {
            outline: Polygon::new(corners.iter().copied().map(to_grid).collect()),
            floor,
            ceiling: floor.raised(self.gauge.clear()),
        });
    }

    /// Ends a piece at a door.
    fn close(&mut self, (at, height): (DVec2, f64), along: DVec2, depth: f64) {
        self.pieces.push(Piece {
            parts: std::mem::take(&mut self.parts),
            exit: (DVec3::new(at.x, height, at.y), along, depth),
        });
    }
}

/// The line on the floor along the parts of a way: the middle between the left and right corners of each.
pub(crate) fn spine(part: &Part) -> impl Iterator<Item = DVec3> + '_ {
    let corners = &part.outline.corners;
    let count = corners.len();
    (0..count / 2).map(move |i| {
        let at = (corners[i] + corners[count - 1 - i]) * 0.5;
        DVec3::new(at.x, part.floor.at(at), at.y)
    })
}

#[cfg(test)]
mod tests {
    use super::super::system::{System, TUNNEL};
    use super::*;
    use crate::lattice::{hash, unit};

    #[test]
    fn a_way_is_one_unbroken_floor_within_its_grade() {
        let mut laid_out = 0;
        for seed in 0..400u64 {
            let random = |salt: i64| unit(hash(seed, &[salt]));
            let gauge = if seed % 2 == 0 {
                TUNNEL
            } else {
                Gauge::of(System::Freight)
            };
            let mut points = vec![DVec3::ZERO];
            let mut angle = random(0) * 6.0;
            for i in 0..4 {
                angle += random(10 + i) * 3.0 - 1.5;
                let length = 8.0 + 60.0 * random(20 + i);
                let rise = (random(30 + i) - 0.5) * length * 0.2;
                let step = DVec3::new(libm::cos(angle) * length, rise, libm::sin(angle) * length);
                points.push(points[i as usize] + step);
            }
            let Some(laid) = lay(&points, [1.4, 1.2], &gauge) else {
                continue;
            };
            laid_out += 1;
            let parts = laid.parts();
            for pair in parts.windows(2) {
                assert!(pair[0].outline.gap(&pair[1].outline) < 0.02, "seed {seed}");
                let (a, b): (Vec<DVec3>, Vec<DVec3>) = (spine(&pair[0]).collect(), spine(&pair[1]).collect());
                assert!(a[a.len() - 1].distance(b[0]) < 0.02, "seed {seed}: {:?} {:?}", a, b);
            }
            for part in &parts {
                assert!(
                    part.outline.area() > 0.0 && !part.outline.crosses_itself(),
                    "seed {seed}"
                );
                assert!(part.floor.slope.length() <= gauge.slope + 1e-6);
            }
            for piece in &laid.pieces {
                assert!(piece.parts.len() >= 5);
                let length: f64 = piece
                    .parts
                    .iter()
                    .map(|part| part.outline.area() / (2.0 * gauge.half_width))
                    .sum();
                assert!(length < PIECE + 80.0, "seed {seed}: {length} m");
            }
            let (first, last) = (parts[0].clone(), parts[parts.len() - 1].clone());
            assert!(spine(&first).next().unwrap().distance(points[0]) < 0.01);
            assert!(spine(&last).last().unwrap().distance(points[4]) < 0.01);
        }
        assert!(laid_out > 100, "{laid_out}");
    }
}
