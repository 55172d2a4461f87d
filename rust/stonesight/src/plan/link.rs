//! Links: the ways between two doors, straight or with one bend, as rooms of their own.

use glam::{DVec2, DVec3};

use super::heading::{Heading, to_grid};
use crate::room::{Kind, Part, Plane, Polygon, Tag};

/// Level ground behind a door before a slope begins, in metres: the door's surround projects into it.
pub(super) const LANDING: f64 = 0.8;
/// Clear height of links in the rock, in metres.
pub(super) const CLEAR: f64 = 3.6;
/// How far up a link under the sky reaches for `room_at`, in metres.
const OPEN: f64 = 9.0;
/// How much narrower a door is than the link behind it, in metres.
const DOOR_INSET: f64 = 0.6;
/// Clear height of doors up to the spring of their arch, in metres.
pub(super) const DOOR_HEIGHT: f64 = 2.75;

/// What a link has to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    pub kind: Kind,
    pub tag: Tag,
    /// Middle of the first door's sill, on the clear outline of the room it leaves.
    pub from: DVec2,
    /// Height of that sill.
    pub floor: f64,
    /// Which way it leaves.
    pub heading: Heading,
    /// From outline to outline, or from outline to the middle of the bend.
    pub first: f64,
    /// A turn by so many eighths (2 or −2), and from the middle of the bend to the outline.
    pub bend: Option<(i32, f64)>,
    /// How much higher it ends than it begins.
    pub rise: f64,
    /// Clear width.
    pub width: f64,
    /// Thickness of the walls at either end.
    pub walls: [f64; 2],
}

/// A link, and where it ends.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub parts: Vec<Part>,
    /// Middle of the last door's sill, on the clear outline of the room it enters.
    pub end: DVec2,
    pub end_heading: Heading,
    /// Sill, direction and wall of both doors.
    pub doors: [(DVec3, DVec2, f64); 2],
    pub door_width: f64,
}

impl Course {
    /// The length of what may be sloped; negative where the walls, landings and the bend do not fit.
    pub fn run(&self) -> f64 {
        let ends = self.walls[0] + self.walls[1] + 2.0 * LANDING;
        match self.bend {
            None => self.first - ends,
            Some((_, second)) => {
                let half = self.width * 0.5;
                let legs = [
                    self.first - self.walls[0] - LANDING - half,
                    second - self.walls[1] - LANDING - half,
                ];
                if legs[0] < 0.5 || legs[1] < 0.5 {
                    -1.0
                } else {
                    legs[0] + legs[1]
                }
            }
        }
    }

    /// Lays the link out; `None` where there is no room for a metre of it between its landings.
    pub fn lay(&self) -> Option<Link> {
        let run = self.run();
        if run < 1.0 {
            return None;
        }
        let slope = self.rise / run;
        let door_width = self.width - DOOR_INSET;
        let half = self.width * 0.5;
        let mut layer = Layer {
            course: self,
            parts: Vec::new(),
        };
        let (wall, last) = (self.walls[0], self.walls[1]);
        let start = (self.from, self.heading);
        layer.add(start, [0.0, wall], door_width * 0.5, self.floor, 0.0);
        layer.add(start, [wall, wall + LANDING], half, self.floor, 0.0);
        let (corner, heading, length) = match self.bend {
            None => (self.from, self.heading, self.first),
            Some((turn, second)) => {
                let bend = self.from + self.heading.vector() * self.first;
                let leg = self.first - half - wall - LANDING;
                layer.add(start, [wall + LANDING, self.first - half], half, self.floor, slope);
                let floor = self.floor + slope * leg;
                layer.add(start, [self.first - half, self.first + half], half, floor, 0.0);
                (bend, self.heading.turned(turn), second)
            }
        };
        let foot = if self.bend.is_some() { half } else { wall + LANDING };
        let top = self.floor + self.rise;
        let body = length - foot - last - LANDING;
        let leg = (corner, heading);
        layer.add(leg, [foot, length - last - LANDING], half, top - slope * body, slope);
        layer.add(leg, [length - last - LANDING, length - last], half, top, 0.0);
        layer.add(leg, [length - last, length], door_width * 0.5, top, 0.0);

        let end = to_grid(corner + heading.vector() * length);
        let door = |at: DVec2, height: f64, heading: Heading, wall: f64| {
            (DVec3::new(at.x, height, at.y), heading.vector(), wall)
        };
        let first = self.from + self.heading.vector() * (wall * 0.5);
        let second = end - heading.vector() * (last * 0.5);
        Some(Link {
            parts: layer.parts,
            end,
            end_heading: heading,
            doors: [
                door(first, self.floor, self.heading, wall),
                door(second, top, heading, last),
            ],
            door_width,
        })
    }
}

struct Layer<'a> {
    course: &'a Course,
    parts: Vec<Part>,
}

impl Layer<'_> {
    /// A rectangle along a leg, `span` metres from its origin, whose floor starts at a height.
    fn add(&mut self, (origin, heading): (DVec2, Heading), span: [f64; 2], half: f64, height: f64, slope: f64) {
        let along = heading.vector();
        let across = heading.turned(2).vector() * half;
        let (a, b) = (origin + along * span[0], origin + along * span[1]);
        let corners = [a - across, b - across, b + across, a + across].map(to_grid);
        let floor = Plane {
            origin: a,
            height,
            slope: along * slope,
        };
        let clear = if self.course.tag == Tag::Surface { OPEN } else { CLEAR };
        self.parts.push(Part {
            outline: Polygon::new(corners.to_vec()),
            floor,
            ceiling: floor.raised(clear),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(bend: Option<(i32, f64)>) -> Course {
        Course {
            kind: Kind::Ramp,
            tag: Tag::Underground,
            from: DVec2::new(3.0, -2.0),
            floor: 7.0,
            heading: Heading::new(1),
            first: 14.0,
            bend,
            rise: -3.0,
            width: 3.0,
            walls: [1.2, 1.6],
        }
    }

    #[test]
    fn a_link_is_one_unbroken_floor_from_outline_to_outline() {
        for bend in [None, Some((2, 9.0)), Some((-2, 11.0))] {
            let link = course(bend).lay().unwrap();
            for pair in link.parts.windows(2) {
                assert!(pair[0].outline.gap(&pair[1].outline) < 0.01);
                let shared = nearest_corner(&pair[0].outline, &pair[1].outline);
                assert!((pair[0].floor.at(shared) - pair[1].floor.at(shared)).abs() < 0.01);
            }
            let (first, last) = (&link.parts[0], &link.parts[link.parts.len() - 1]);
            assert_eq!(first.floor.at(DVec2::new(3.0, -2.0)), 7.0);
            assert!((last.floor.at(link.end) - 4.0).abs() < 1e-9);
            assert!(last.outline.distance(link.end) < 0.01);
            assert!(link.parts.iter().all(|part| part.outline.area() > 0.0));
        }
    }

    /// The corner of `a` that is nearest to `b`.
    fn nearest_corner(a: &Polygon, b: &Polygon) -> DVec2 {
        a.corners
            .iter()
            .copied()
            .min_by(|p, q| b.distance(*p).total_cmp(&b.distance(*q)))
            .unwrap()
    }

    #[test]
    fn a_link_without_space_for_itself_is_none() {
        let short = Course {
            first: 4.9,
            ..course(None)
        };
        assert!(short.lay().is_none());
        assert!(course(Some((2, 3.0))).lay().is_none());
    }
}
