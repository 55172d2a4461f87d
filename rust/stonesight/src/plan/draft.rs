//! A plan while it grows: what has been placed, what is still free, and whether one more room fits.

use std::collections::BTreeSet;

use glam::DVec2;

use super::dice::Dice;
use super::heading::{Heading, to_grid};
use super::link::{Course, DOOR_HEIGHT, Link};
use super::name::name;
use super::nearby::Nearby;
use super::space::{Cover, Form, Space};
use super::template::Template;
use crate::lattice::RecordId;
use crate::room::{Door, Kind, Part, Plane, Polygon, Room, Tag};

/// Clear ground that must lie between the masonry of two spaces, in metres.
const CLEARANCE: f64 = 0.4;
/// Rock that must lie between two spaces over one another, in metres, beyond their own floors and crowns.
const BETWEEN: f64 = 1.0;
/// Stone between the slope of a link and the rooms that it joins, in metres.
const END_WALL: f64 = 1.4;
/// The highest wall that holds the ground of one surface room above another, in metres.
const RETAINING_WALL: f64 = 8.0;
/// Depth below a surface floor that stays solid, and below the floor of a room in the rock.
const BED: [f64; 2] = [3.5, 1.2];
/// Rock over a room in the rock: the audited 2.5 m, and a margin for the terrain's lattice.
pub(super) const ROCK_COVER: f64 = 3.2;
/// How the ground may rise from where it is held down for a surface room: metres per metre.
pub(super) const CUT_SLOPE: f64 = 1.0;
/// Around a surface room the ground is held this far below its floor, out to this distance from its footprint.
pub(super) const CUT: [f64; 2] = [0.3, 0.6];

/// A place where a way may leave.
#[derive(Clone, Copy, Debug)]
pub(super) struct Socket {
    pub room: usize,
    pub at: DVec2,
    pub out: Heading,
    pub floor: f64,
    pub width: f64,
    pub wall: f64,
    pub free: bool,
}

/// The volume that a part keeps for itself.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub room: usize,
    outline: Polygon,
    bounds: (DVec2, DVec2),
    low: f64,
    high: f64,
    reach: f64,
    tag: Tag,
    /// Lowest floor and highest ceiling.
    floor: f64,
    ceiling: f64,
    /// Whether it stands in masonry of its own where the rock is thin.
    housed: bool,
}

/// What has been placed so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub rooms: Vec<Room>,
    pub spaces: Vec<Space>,
    pub doors: Vec<Door>,
    pub sockets: Vec<Socket>,
    claims: Vec<Claim>,
    nearby: Nearby,
    range: Range,
    names: BTreeSet<String>,
    records: u32,
}

/// Extremes of all claims: how far one may have to look for those that do not tolerate another.
#[derive(Clone, Copy, Debug)]
struct Range {
    reach: f64,
    /// Of surface rooms, lowest and highest.
    floors: [f64; 2],
    /// Highest crown in the rock.
    crown: f64,
}

impl Default for Range {
    fn default() -> Self {
        Self {
            reach: 0.0,
            floors: [f64::INFINITY, f64::NEG_INFINITY],
            crown: f64::NEG_INFINITY,
        }
    }
}

impl Range {
    fn add(&mut self, claim: &Claim) {
        self.reach = self.reach.max(claim.reach);
        if claim.tag == Tag::Surface {
            self.floors = [self.floors[0].min(claim.floor), self.floors[1].max(claim.floor)];
        } else {
            self.crown = self.crown.max(claim.crown());
        }
    }

    /// The greatest distance at which some claim may not tolerate this one.
    fn of(&self, claim: &Claim) -> f64 {
        let near = claim.reach + self.reach + CLEARANCE;
        let [low, high] = self.floors;
        let far = match claim.tag {
            Tag::Surface => {
                let step = (claim.floor - low).max(high - claim.floor);
                terrace(step).max(cover(self.crown, claim.floor))
            }
            Tag::Underground => cover(claim.crown(), low),
        };
        near.max(far)
    }
}

/// A room with its place, not yet part of the draft.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    parts: Vec<Part>,
    space: Space,
    kind: Kind,
    tag: Tag,
    open_sky: bool,
    reach: f64,
    sockets: Vec<Socket>,
}

impl Candidate {
    /// A template put so that one of its sockets lies at `at` and looks along `out`, at a height.
    pub fn room(template: &Template, socket: usize, at: DVec2, out: Heading, floor: f64) -> Self {
        let entry = template.sockets[socket];
        let turned = Heading::new(out.since(entry.out));
        let origin = at - turned.turn(entry.at);
        let place = |point: DVec2| to_grid(origin + turned.turn(point));
        let base = floor - entry.rise;
        let plane = Plane {
            origin: to_grid(origin),
            height: base,
            slope: turned.turn(DVec2::new(template.tilt, 0.0)),
        };
        let tag = match template.kind {
            Kind::Vault | Kind::Hall | Kind::Gallery | Kind::Shaft => Tag::Underground,
            _ => Tag::Surface,
        };
        let sockets = template.sockets.iter().map(|socket| Socket {
            room: usize::MAX,
            at: place(socket.at),
            out: socket.out.turned(turned.eighths()),
            floor: base + socket.rise,
            width: socket.width,
            wall: template.wall,
            free: true,
        });
        Self {
            parts: vec![Part {
                outline: Polygon::new(template.outline.corners.iter().map(|&corner| place(corner)).collect()),
                floor: plane,
                ceiling: plane.raised(template.height),
            }],
            space: Space {
                record: RecordId::default(),
                form: turn_form(template.form, turned, to_grid(origin)),
                cover: turn_cover(template.cover, turned),
                wall: template.wall,
                foundation: 0.0,
            },
            kind: template.kind,
            tag,
            open_sky: matches!(template.cover, Cover::Sky { .. }),
            reach: template.reach,
            sockets: sockets.collect(),
        }
    }

    /// A link as a room.
    pub fn link(course: &Course, link: &Link, form: Form) -> Self {
        let surface = course.tag == Tag::Surface;
        Self {
            parts: link.parts.clone(),
            space: Space {
                record: RecordId::default(),
                form,
                cover: if surface {
                    Cover::Sky { walls: 1.1 }
                } else {
                    Cover::Rock
                },
                wall: if surface { 0.9 } else { 1.2 },
                foundation: 0.0,
            },
            kind: course.kind,
            tag: course.tag,
            open_sky: surface,
            reach: 1.2,
            sockets: Vec::new(),
        }
    }

    /// The plan bounds of its footprint.
    pub fn bounds(&self) -> (DVec2, DVec2) {
        self.parts
            .iter()
            .map(|part| part.outline.bounds())
            .fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), (l, h)| {
                (low.min(l), high.max(h))
            })
    }

    /// Whether it stands under the sky or in the rock.
    pub fn tag(&self) -> Tag {
        self.tag
    }

    /// The lowest point of its floors.
    pub fn floor(&self) -> f64 {
        self.parts.iter().map(Part::lowest).fold(f64::INFINITY, f64::min)
    }

    fn claims(&self, room: usize) -> Vec<Claim> {
        let surface = self.tag == Tag::Surface;
        let spiral = matches!(self.space.form, Form::Spiral(_));
        let claim = |part: &Part| {
            let (floor, ceiling) = (part.lowest(), part.highest());
            // Under a ramp that winds, the solid below its first winding reaches into the ground.
            let bed = BED[usize::from(!surface)] + if spiral { 4.0 } else { 0.0 };
            Claim {
                room,
                bounds: part.outline.bounds(),
                outline: part.outline.clone(),
                low: floor - bed,
                high: if surface { f64::INFINITY } else { ceiling + 1.0 },
                reach: self.reach,
                tag: self.tag,
                floor,
                ceiling,
                housed: matches!(self.space.form, Form::Link { housed: true, .. }),
            }
        };
        self.parts.iter().map(claim).collect()
    }
}

impl Claim {
    /// Whether two claims leave each other the stone that they need.
    fn tolerates(&self, other: &Claim) -> bool {
        let near = self.reach + other.reach + CLEARANCE;
        let apart_in_height = self.low - other.high >= BETWEEN || other.low - self.high >= BETWEEN;
        // How far the box of the one is from that of the other: a bound of the gap that costs nothing.
        let ((a, b), (c, d)) = (self.bounds, other.bounds);
        let between = (c - b).max(a - d).max(DVec2::ZERO).length();
        let cover = self.cover(other).max(self.terrace(other));
        if (apart_in_height || between >= near) && between >= cover {
            return true;
        }
        let gap = self.outline.gap(&other.outline);
        (apart_in_height || gap >= near) && gap >= cover
    }

    /// The height that rock must cover.
    fn crown(&self) -> f64 {
        if self.housed { self.floor + 3.6 } else { self.ceiling }
    }

    /// How far two surface rooms must stay apart for the ground between them to climb from the one to the other, but for
    /// the highest retaining wall.
    fn terrace(&self, other: &Claim) -> f64 {
        if self.tag != Tag::Surface || other.tag != Tag::Surface {
            return 0.0;
        }
        terrace((self.floor - other.floor).abs())
    }

    /// How far a room in the rock must stay from a surface room for the cut ground around that to leave rock over it.
    fn cover(&self, other: &Claim) -> f64 {
        let (rock, surface) = match (self.tag, other.tag) {
            (Tag::Underground, Tag::Surface) => (self, other),
            (Tag::Surface, Tag::Underground) => (other, self),
            _ => return 0.0,
        };
        cover(rock.crown(), surface.floor)
    }
}

/// The distance between two surface rooms with a step between their floors.
fn terrace(step: f64) -> f64 {
    (step - RETAINING_WALL) / CUT_SLOPE
}

/// The distance between a crown in the rock and a surface room.
fn cover(crown: f64, floor: f64) -> f64 {
    let missing = crown + ROCK_COVER - (floor - CUT[0]);
    if missing <= 0.0 {
        0.0
    } else {
        missing / CUT_SLOPE + CUT[1] + 1.0
    }
}

impl Draft {
    /// Nothing yet, in a region of an edge in metres.
    pub fn new(size: f64) -> Self {
        Self {
            nearby: Nearby::new(size),
            ..Self::default()
        }
    }

    /// Whether a room fits beside all that stands, leaving out the rooms `but`.
    pub fn fits(&self, candidate: &Candidate, but: &[usize]) -> bool {
        candidate.claims(usize::MAX).iter().all(|claim| {
            let others = self.nearby.within(claim.bounds, self.range.of(claim));
            others
                .map(|index| &self.claims[index])
                .filter(|other| !but.contains(&other.room))
                .all(|other| claim.tolerates(other))
        })
    }

    /// Whether a link fits. With the rooms `ends` that it joins its doors and landings may touch; what lies between
    /// them keeps a wall's distance.
    pub fn link_fits(&self, candidate: &Candidate, ends: &[usize]) -> bool {
        if !self.fits(candidate, ends) {
            return false;
        }
        let between = &candidate.parts[2..candidate.parts.len() - 2];
        between.iter().all(|part| {
            let own = self.nearby.within(part.outline.bounds(), END_WALL);
            own.map(|index| &self.claims[index])
                .filter(|claim| ends.contains(&claim.room))
                .all(|claim| part.outline.gap(&claim.outline) >= END_WALL)
        })
    }

    /// Whether the parts between the landings of a link keep a wall's distance from a room that is about to be placed.
    pub fn clears(link: &Candidate, room: &Candidate) -> bool {
        let between = &link.parts[2..link.parts.len() - 2];
        between.iter().all(|part| {
            room.parts
                .iter()
                .all(|other| part.outline.gap(&other.outline) >= END_WALL)
        })
    }

    /// Adds a room and gives it a record, a name and its sockets. Returns its index.
    pub fn place(&mut self, candidate: Candidate, dice: Dice) -> usize {
        let index = self.rooms.len();
        for claim in candidate.claims(index) {
            self.nearby.add(claim.bounds);
            self.range.add(&claim);
            self.claims.push(claim);
        }
        let id = self.next_record();
        let name = name(candidate.kind, dice.at(0x6e61), |name| self.names.contains(name));
        self.names.insert(name.clone());
        self.rooms.push(Room {
            id,
            name,
            kind: candidate.kind,
            tag: candidate.tag,
            open_sky: candidate.open_sky,
            parts: candidate.parts,
            doors: Vec::new(),
        });
        self.spaces.push(Space {
            record: id,
            ..candidate.space
        });
        self.sockets.extend(
            candidate
                .sockets
                .into_iter()
                .map(|socket| Socket { room: index, ..socket }),
        );
        index
    }

    /// Adds the two doors of a link that leads from one room to another.
    pub fn hang_doors(&mut self, link: &Link, [from, way, to]: [usize; 3]) {
        for (pair, (sill, direction, depth)) in [[from, way], [way, to]].into_iter().zip(link.doors) {
            let id = self.next_record();
            self.doors.push(Door {
                id,
                rooms: pair.map(|room| self.rooms[room].id),
                sill,
                direction,
                width: link.door_width,
                height: DOOR_HEIGHT,
                depth,
            });
            for room in pair {
                self.rooms[room].doors.push(id);
            }
        }
    }

    /// Record 0 is the ground.
    fn next_record(&mut self) -> RecordId {
        self.records += 1;
        RecordId(self.records)
    }
}

fn turn_form(form: Form, turned: Heading, origin: DVec2) -> Form {
    match form {
        Form::Barrel {
            along,
            half_width,
            half_length,
            spring,
            rise,
            ..
        } => Form::Barrel {
            centre: origin,
            along: turned.turn(along),
            half_width,
            half_length,
            spring,
            rise,
        },
        Form::Spiral(mut spiral) => {
            let angle = f64::from(turned.eighths()) / 8.0 * std::f64::consts::TAU;
            spiral.centre = origin;
            spiral.start += angle;
            spiral.door += angle;
            Form::Spiral(spiral)
        }
        other => other,
    }
}

fn turn_cover(cover: Cover, turned: Heading) -> Cover {
    match cover {
        Cover::Gable { along } => Cover::Gable {
            along: turned.turn(along),
        },
        Cover::Towers { along } => Cover::Towers {
            along: turned.turn(along),
        },
        other => other,
    }
}
