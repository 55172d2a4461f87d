//! Footprints: simple polygons in the plan, convex or concave.

use glam::DVec2;
use serde::{Deserialize, Serialize};

/// A closed polygon in the plan: corners (x, z) in metres, at least 3, wound either way, without self-intersection.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Polygon {
    /// The corners, in order around the outline.
    pub corners: Vec<DVec2>,
}

impl Polygon {
    /// A polygon from its corners.
    pub fn new(corners: Vec<DVec2>) -> Self {
        Self { corners }
    }

    /// The edges, each from one corner to the next.
    pub fn edges(&self) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
        let first = self.corners.first();
        let next = self.corners.iter().skip(1).chain(first);
        self.corners.iter().copied().zip(next.copied())
    }

    /// Area in square metres; positive where the corners wind from +X towards +Z.
    pub fn area(&self) -> f64 {
        0.5 * self.edges().map(|(a, b)| a.perp_dot(b)).sum::<f64>()
    }

    /// The smallest and the largest coordinates.
    pub fn bounds(&self) -> (DVec2, DVec2) {
        let outward = |(low, high): (DVec2, DVec2), &c: &DVec2| (low.min(c), high.max(c));
        self.corners
            .iter()
            .fold((DVec2::INFINITY, DVec2::NEG_INFINITY), outward)
    }

    /// Whether a point lies inside, by the parity of the edges that a ray towards +X crosses (Shimrat, "Position of point
    /// relative to polygon", 1962). Each edge is half open, so polygons that share an edge share no point of it.
    pub fn contains(&self, point: DVec2) -> bool {
        let mut inside = false;
        for (a, b) in self.edges() {
            if (a.y > point.y) != (b.y > point.y) {
                let across = (b - a).perp_dot(point - a);
                if (across > 0.0) == (b.y > a.y) {
                    inside = !inside;
                }
            }
        }
        inside
    }

    /// Distance in metres from a point to the outline, whichever side the point is on.
    pub fn distance(&self, point: DVec2) -> f64 {
        let squared = self.edges().fold(f64::INFINITY, |least, (a, b)| {
            let d = squared_distance(point, a, b);
            if d < least { d } else { least }
        });
        squared.sqrt()
    }

    /// Distance in metres to the outline: negative inside, positive outside.
    pub fn signed_distance(&self, point: DVec2) -> f64 {
        // `distance` and `contains` in one pass: most of the time of a plan is spent here.
        let (mut least, mut inside) = (f64::INFINITY, false);
        let Some(&(mut a)) = self.corners.last() else {
            return least;
        };
        for &b in &self.corners {
            let squared = squared_distance(point, a, b);
            if squared < least {
                least = squared;
            }
            if (a.y > point.y) != (b.y > point.y) {
                let across = (b - a).perp_dot(point - a);
                inside ^= (across > 0.0) == (b.y > a.y);
            }
            a = b;
        }
        let distance = least.sqrt();
        if inside { -distance } else { distance }
    }

    /// The free space in metres between two polygons; 0 where they touch or overlap.
    pub fn gap(&self, other: &Polygon) -> f64 {
        let (Some(&mine), Some(&theirs)) = (self.corners.first(), other.corners.first()) else {
            return f64::INFINITY;
        };
        if self.contains(theirs) || other.contains(mine) {
            return 0.0;
        }
        let mut least = f64::INFINITY;
        for (a, b) in self.edges() {
            for (c, d) in other.edges() {
                if cross(a, b, c, d) {
                    return 0.0;
                }
                // Two segments that do not cross are closest at an end of one of them.
                for squared in [squared_distance(a, c, d), squared_distance(c, a, b)] {
                    if squared < least {
                        least = squared;
                    }
                }
            }
        }
        least.sqrt()
    }

    /// The polygon with every edge moved outwards by `by` metres (inwards where negative), its corners mitred. For
    /// moves that are small against the edges; corners sharper than 45° would reach far out.
    pub fn offset(&self, by: f64) -> Polygon {
        let count = self.corners.len();
        let by = if self.area() < 0.0 { -by } else { by };
        let corners = (0..count)
            .map(|i| {
                let (before, here, after) = (
                    self.corners[(i + count - 1) % count],
                    self.corners[i],
                    self.corners[(i + 1) % count],
                );
                // Outward normals of a polygon that winds from +X towards +Z.
                let (n, m) = (outward(here - before), outward(after - here));
                here + (n + m) * (by / (1.0 + n.dot(m)))
            })
            .collect();
        Polygon { corners }
    }

    /// Whether two edges that do not meet at a corner cross or touch.
    pub fn crosses_itself(&self) -> bool {
        let edges: Vec<_> = self.edges().collect();
        (0..edges.len()).any(|i| {
            (i + 2..edges.len()).any(|j| {
                let neighbours = i == 0 && j + 1 == edges.len();
                let ((a, b), (c, d)) = (edges[i], edges[j]);
                !neighbours
                    && (cross(a, b, c, d) || squared_distance(c, a, b) == 0.0 || squared_distance(a, c, d) == 0.0)
            })
        })
    }

    /// A point well inside: the one of a lattice of 24 × 24 that is farthest from the outline.
    pub fn inner_point(&self) -> DVec2 {
        let (low, high) = self.bounds();
        let mut best = (f64::INFINITY, low);
        for row in 0..24 {
            for column in 0..24 {
                let share = DVec2::new(f64::from(column) + 0.5, f64::from(row) + 0.5) / 24.0;
                let point = low + (high - low) * share;
                let distance = self.signed_distance(point);
                if distance < best.0 {
                    best = (distance, point);
                }
            }
        }
        best.1
    }
}

/// The unit normal on the outer side of an edge of a polygon that winds from +X towards +Z.
fn outward(edge: DVec2) -> DVec2 {
    DVec2::new(edge.y, -edge.x) / edge.length()
}

/// Square of the distance from a point to the segment from `a` to `b`.
pub(super) fn squared_distance(point: DVec2, a: DVec2, b: DVec2) -> f64 {
    let (edge, to) = (b - a, point - a);
    let length = edge.length_squared();
    let along = if length > 0.0 { to.dot(edge) / length } else { 0.0 };
    (to - edge * along.clamp(0.0, 1.0)).length_squared()
}

/// Whether two segments cross in a point that is an end of neither.
fn cross(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> bool {
    let side = |p: DVec2, q: DVec2, r: DVec2| (q - p).perp_dot(r - p);
    (side(a, b, c) > 0.0) != (side(a, b, d) > 0.0)
        && (side(c, d, a) > 0.0) != (side(c, d, b) > 0.0)
        && side(a, b, c) * side(a, b, d) != 0.0
        && side(c, d, a) * side(c, d, b) != 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::{hash, unit};

    fn random(index: i64, salt: i64) -> f64 {
        unit(hash(77, &[index, salt]))
    }

    /// A star-shaped polygon: concave, and never crossing itself.
    fn star(index: i64) -> Polygon {
        let count = 3 + (random(index, 0) * 9.0) as i64;
        let middle = DVec2::new(random(index, 1), random(index, 2)) * 200.0 - 100.0;
        let wound = if random(index, 3) < 0.5 { 1.0 } else { -1.0 };
        let corner = |i: i64| {
            let angle = wound * std::f64::consts::TAU * (i as f64 + 0.8 * random(index, 10 + i)) / count as f64;
            middle + DVec2::new(libm::cos(angle), libm::sin(angle)) * (2.0 + 18.0 * random(index, 40 + i))
        };
        Polygon::new((0..count).map(corner).collect())
    }

    /// The winding number, by summed angles: the reference for `contains`.
    fn winding(polygon: &Polygon, point: DVec2) -> f64 {
        let turn = |(a, b): (DVec2, DVec2)| {
            let (a, b) = (a - point, b - point);
            libm::atan2(a.perp_dot(b), a.dot(b))
        };
        polygon.edges().map(turn).sum::<f64>() / std::f64::consts::TAU
    }

    #[test]
    fn inside_is_where_the_winding_number_is_not_zero() {
        let mut inside = 0;
        for index in 0..300 {
            let polygon = star(index);
            let (low, high) = polygon.bounds();
            for sample in 0..60 {
                let share = DVec2::new(random(index, 100 + sample), random(index, 200 + sample));
                let point = low - 1.0 + (high - low + 2.0) * share;
                let expected = winding(&polygon, point).abs() > 0.5;
                inside += usize::from(expected);
                assert_eq!(polygon.contains(point), expected, "star {index} at {point}");
                assert_eq!(polygon.signed_distance(point) < 0.0, expected);
            }
        }
        assert!(inside > 4_000, "{inside} points lay inside");
    }

    #[test]
    fn the_distance_is_that_to_the_nearest_of_many_points_on_the_outline() {
        for index in 0..60 {
            let polygon = star(index);
            let point = polygon.corners[0] + DVec2::new(random(index, 300), random(index, 301)) * 30.0 - 15.0;
            let steps = 2_000;
            let near = polygon
                .edges()
                .flat_map(|(a, b)| (0..=steps).map(move |i| a.lerp(b, f64::from(i) / f64::from(steps))));
            let nearest = near.map(|q| q.distance(point)).fold(f64::INFINITY, f64::min);
            let distance = polygon.distance(point);
            assert!(
                distance <= nearest + 1e-9 && nearest - distance < 0.05,
                "{distance} and {nearest}"
            );
        }
    }

    #[test]
    fn the_gap_is_zero_exactly_where_polygons_meet() {
        let (mut meeting, mut apart) = (0, 0);
        for index in 0..400 {
            let a = star(index);
            let mut b = star(index + 1_000);
            let shift =
                a.inner_point() - b.inner_point() + (DVec2::new(random(index, 5), random(index, 6)) - 0.5) * 70.0;
            b.corners.iter_mut().for_each(|corner| *corner += shift);
            let steps = 40;
            let on = |p: &Polygon| -> Vec<DVec2> {
                p.edges()
                    .flat_map(|(a, b)| (0..steps).map(move |i| a.lerp(b, f64::from(i) / f64::from(steps))))
                    .collect()
            };
            let (on_a, on_b) = (on(&a), on(&b));
            let sampled = on_a
                .iter()
                .flat_map(|p| on_b.iter().map(|q| p.distance(*q)))
                .fold(f64::INFINITY, f64::min);
            let overlap = on_a.iter().any(|p| b.contains(*p)) || on_b.iter().any(|p| a.contains(*p));
            let gap = a.gap(&b);
            assert_eq!(gap, b.gap(&a));
            if overlap {
                meeting += 1;
                assert_eq!(gap, 0.0, "stars {index}");
            } else {
                apart += 1;
                assert!(gap <= sampled + 1e-9 && sampled - gap < 1.2, "{gap} and {sampled}");
            }
        }
        assert!(meeting > 50 && apart > 50, "{meeting} meeting, {apart} apart");
    }

    #[test]
    fn a_moved_outline_keeps_its_distance_and_its_winding() {
        for corners in [
            vec![
                [0.0, 0.0],
                [20.0, 0.0],
                [20.0, 8.0],
                [9.0, 8.0],
                [9.0, 17.0],
                [0.0, 17.0],
            ],
            vec![[0.0, 0.0], [0.0, 12.0], [8.0, 12.0], [12.0, 8.0], [12.0, 0.0]],
        ] {
            let polygon = Polygon::new(corners.into_iter().map(DVec2::from).collect());
            for by in [-1.0, 0.5, 1.4] {
                let moved = polygon.offset(by);
                assert_eq!(moved.area() > 0.0, polygon.area() > 0.0);
                for (a, b) in moved.edges() {
                    assert!((polygon.signed_distance((a + b) * 0.5) - by).abs() < 1e-9);
                }
            }
        }
    }

    #[test]
    fn a_bow_tie_crosses_itself_and_a_star_does_not() {
        let bow = [[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 4.0]];
        assert!(Polygon::new(bow.map(DVec2::from).to_vec()).crosses_itself());
        assert!((0..100).all(|index| !star(index).crosses_itself()));
    }
}
