//! Footprints of whole rooms: the union of the outlines of their parts.
//!
//! In: polygons that touch, overlap or lie over one another. Out: the signed distance to the walls around all of them. An edge that
//! two parts share is no wall.

use glam::DVec2;

use super::Polygon;
use super::polygon::squared_distance;

/// How near in metres two outlines count as touching. Plans are laid in centimetres.
const TOUCH: f64 = 1.0e-3;

/// The ground that a room covers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Footprint {
    outlines: Vec<Polygon>,
    walls: Vec<(DVec2, DVec2)>,
}

impl Footprint {
    /// The union of `outlines`.
    pub fn new(outlines: Vec<Polygon>) -> Self {
        let mut walls = Vec::new();
        for (index, outline) in outlines.iter().enumerate() {
            let others: Vec<&Polygon> = outlines
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index)
                .map(|(_, outline)| outline)
                .collect();
            let outward = outline.area().signum();
            for (a, b) in outline.edges() {
                walls.extend(uncovered(a, b, outward, &others));
            }
        }
        Self { outlines, walls }
    }

    /// Whether it covers nothing: open ground.
    pub fn is_empty(&self) -> bool {
        self.outlines.is_empty()
    }

    /// The same footprint elsewhere. `place` must keep distances: a turn and a shift.
    pub fn map(&self, place: impl Fn(DVec2) -> DVec2) -> Self {
        let polygon = |outline: &Polygon| Polygon::new(outline.corners.iter().map(|&corner| place(corner)).collect());
        Self {
            outlines: self.outlines.iter().map(polygon).collect(),
            walls: self.walls.iter().map(|&(a, b)| (place(a), place(b))).collect(),
        }
    }

    /// Distance in metres to the nearest wall: negative inside; infinite for an empty footprint.
    pub fn signed_distance(&self, point: DVec2) -> f64 {
        let squared = self.walls.iter().map(|&(a, b)| squared_distance(point, a, b));
        let distance = squared.fold(f64::INFINITY, f64::min).sqrt();
        // Rounding may leave a slit between two parts: a point in it, far from all walls, is inside.
        let inside =
            |outline: &Polygon| outline.contains(point) || (distance > TOUCH && outline.distance(point) < TOUCH);
        if self.outlines.iter().any(inside) {
            -distance
        } else {
            distance
        }
    }
}

/// The pieces of an edge that have none of the other outlines on their outer side.
fn uncovered(a: DVec2, b: DVec2, outward: f64, others: &[&Polygon]) -> Vec<(DVec2, DVec2)> {
    let edge = b - a;
    let normal = DVec2::new(edge.y, -edge.x).normalize_or_zero() * outward;
    // Where another outline begins or ends along the edge, or crosses it, the answer may change.
    let mut stops = vec![0.0, 1.0];
    for (c, d) in others.iter().flat_map(|outline| outline.edges()) {
        stops.push((c - a).dot(edge) / edge.length_squared());
        stops.push((a - c).perp_dot(d - c) / (d - c).perp_dot(edge));
    }
    stops.retain(|stop| (0.0..=1.0).contains(stop));
    stops.sort_by(f64::total_cmp);
    let pieces = stops
        .windows(2)
        .filter(|pair| (pair[1] - pair[0]) * edge.length() > TOUCH);
    let free = |pair: &&[f64]| {
        let beside = a + edge * (0.5 * (pair[0] + pair[1])) + normal * (2.0 * TOUCH);
        !others.iter().any(|outline| outline.contains(beside))
    };
    pieces
        .filter(free)
        .map(|pair| (a + edge * pair[0], a + edge * pair[1]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::{hash, unit};

    fn rectangle(low: (f64, f64), high: (f64, f64)) -> Polygon {
        let corner = DVec2::new;
        Polygon::new(vec![
            corner(low.0, low.1),
            corner(high.0, low.1),
            corner(high.0, high.1),
            corner(low.0, high.1),
        ])
    }

    #[test]
    fn one_outline_is_its_own_polygon() {
        let outline = rectangle((-3.0, -2.0), (5.0, 4.0));
        let footprint = Footprint::new(vec![outline.clone()]);
        for i in 0..1_000 {
            let point = DVec2::new(unit(hash(1, &[i, 0])) - 0.5, unit(hash(1, &[i, 1])) - 0.5) * 20.0;
            assert!((footprint.signed_distance(point) - outline.signed_distance(point)).abs() < 1.0e-12);
        }
    }

    #[test]
    fn touching_and_overlapping_rectangles_have_the_walls_of_their_union() {
        for seed in 0..60u64 {
            let step =
                |salt: i64, low: i64, count: i64| (low + (hash(seed, &[salt]) % count as u64) as i64) as f64 * 0.5;
            // A row of pieces of different widths, some of them overlapping, as the parts of a link are.
            let mut z = 0.0;
            let parts: Vec<Polygon> = (0..4)
                .map(|part| {
                    let (half, length) = (step(part * 3, 2, 5), step(part * 3 + 1, 2, 8));
                    let piece = rectangle((-half, z - step(part * 3 + 2, 0, 2)), (half, z + length));
                    z += length;
                    piece
                })
                .collect();
            let footprint = Footprint::new(parts.clone());
            // Brute force on a lattice that no edge lies on: the distance to the nearest point of the other side.
            let covered = |p: DVec2| parts.iter().any(|part| part.contains(p));
            let spacing = 0.125;
            let lattice: Vec<DVec2> = (0..64 * 200)
                .map(|i| DVec2::new(f64::from(i % 64) - 31.5, f64::from(i / 64) - 15.5) * spacing)
                .collect();
            for probe in 0..40 {
                let point = lattice[hash(seed, &[99, probe]) as usize % lattice.len()];
                let inside = covered(point);
                let opposite = lattice.iter().filter(|other| covered(**other) != inside);
                let nearest = opposite
                    .map(|other| other.distance(point))
                    .fold(f64::INFINITY, f64::min);
                let distance = footprint.signed_distance(point);
                assert_eq!(distance < 0.0, inside, "seed {seed}, {point}");
                // The lattice ends 4 m from the axis and knows walls to half its diagonal.
                if distance.abs() < 1.5 {
                    assert!(
                        (nearest - distance.abs()).abs() < 0.2,
                        "seed {seed}, {point}: {distance}, brute force {nearest}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_turn_keeps_every_distance() {
        let footprint = Footprint::new(vec![
            rectangle((0.0, 0.0), (4.0, 3.0)),
            rectangle((4.0, 1.0), (9.0, 2.5)),
        ]);
        let turned = footprint.map(|p| DVec2::new(0.6 * p.x - 0.8 * p.y, 0.8 * p.x + 0.6 * p.y));
        assert!(
            footprint.signed_distance(DVec2::new(4.0, 2.0)) < -0.4,
            "the opening between the parts is no wall"
        );
        for i in 0..200 {
            let p = DVec2::new(unit(hash(3, &[i, 0])), unit(hash(3, &[i, 1]))) * 10.0;
            let there = DVec2::new(0.6 * p.x - 0.8 * p.y, 0.8 * p.x + 0.6 * p.y);
            assert!((footprint.signed_distance(p) - turned.signed_distance(there)).abs() < 1.0e-9);
        }
    }
}
