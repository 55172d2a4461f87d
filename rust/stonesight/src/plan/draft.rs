//! A plan while it grows: what has been placed, what is still free, and whether one more room fits.

use std::collections::BTreeSet;

use glam::{DVec2, DVec3};

use super::dice::Dice;
use super::heading::{Heading, to_grid};
use super::link::{Course, DOOR_HEIGHT, Link};
use super::name::name;
use super::nearby::Nearby;
use super::route::Route;
use super::space::{Cover, Form, Space};
use super::template::Template;
use super::underworld::Void;
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
/// How far the masonry of a door reaches beyond its sill, in metres.
const SILL_REACH: f64 = 1.4;
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
    pub outline: Polygon,
    pub bounds: (DVec2, DVec2),
    pub low: f64,
    pub high: f64,
    pub reach: f64,
    pub tag: Tag,
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
    pub routes: Vec<Route>,
    pub voids: Vec<Void>,
    pub claims: Vec<Claim>,
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
            Kind::Vault | Kind::Hall | Kind::Gallery | Kind::Shaft | Kind::ScrewShaft | Kind::Sewer | Kind::Drain => {
                Tag::Underground
            }
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
        let polygon = |outline: &Polygon| Polygon::new(outline.corners.iter().map(|&corner| place(corner)).collect());
        let turn_plane = |local: Plane| Plane {
            origin: place(local.origin),
            height: base + local.height,
            slope: turned.turn(local.slope),
        };
        let first = Part {
            outline: polygon(&template.outline),
            floor: plane,
            ceiling: plane.raised(template.height),
        };
        let more = template.parts.iter().map(|part| Part {
            outline: polygon(&part.outline),
            floor: turn_plane(part.floor),
            ceiling: turn_plane(part.ceiling),
        });
        Self {
            parts: [first].into_iter().chain(more).collect(),
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

    /// Adds the sill of a door that rises inside the wall.
    pub fn add_sill(&mut self, sill: Part) {
        self.parts.push(sill);
    }

    /// Its parts that stand on the ground: not the ramps inside a hall.
    pub fn standing_parts(&self) -> impl Iterator<Item = &Part> {
        let inside = self.space.form.inner_parts();
        let parts = self.parts.iter().enumerate();
        parts
            .filter(move |(index, _)| !inside.contains(index))
            .map(|(_, part)| part)
    }

    /// A way through the rock: its parts, how it is built, and how far its own wall reaches beyond them, in metres.
    pub fn way(kind: Kind, parts: Vec<Part>, form: Form, reach: f64) -> Self {
        Self {
            parts,
            space: Space {
                record: RecordId::default(),
                form,
                cover: Cover::Rock,
                wall: 1.2,
                foundation: 0.0,
            },
            kind,
            tag: Tag::Underground,
            open_sky: false,
            reach,
            sockets: Vec::new(),
        }
    }

    /// The same, but standing under the sky.
    pub fn under_the_sky(self) -> Self {
        Self {
            tag: Tag::Surface,
            ..self
        }
    }

    /// Its pieces.
    pub fn parts(&self) -> &[Part] {
        &self.parts
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
            let bed = match self.space.form {
                Form::Tunnel { radius, axis, .. } => radius - axis + 0.8,
                _ => BED[usize::from(!surface)] + if spiral { 4.0 } else { 0.0 },
            };
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
        self.standing_parts().map(claim).collect()
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

    /// Whether a room fits that a door alone joins to another, some metres away: all of its own parts keep that distance.
    pub fn fits_beside(&self, candidate: &Candidate, beside: usize, distance: f64) -> bool {
        let own = candidate.space.form.own_parts(candidate.parts.len());
        self.fits(candidate, &[beside])
            && candidate.parts[..own].iter().all(|part| {
                let parts = self.rooms[beside].parts.iter();
                let mut near = parts.filter(|other| {
                    let ((a, b), (c, d)) = (part.outline.bounds(), other.outline.bounds());
                    (c - b).max(a - d).max_element() < distance
                });
                near.all(|other| part.outline.gap(&other.outline) >= distance - 0.02)
            })
    }

    /// The outlines and lowest floors of what stands under the sky within some metres of a candidate's box.
    pub fn around(&self, candidate: &Candidate, metres: f64) -> impl Iterator<Item = (&Polygon, f64)> {
        let (low, high) = candidate.bounds();
        self.nearby
            .within((low, high), metres)
            .map(|index| &self.claims[index])
            .filter(move |claim| {
                let (from, to) = claim.bounds;
                claim.tag == Tag::Surface && (from - high).max(low - to).max_element() < metres
            })
            .map(|claim| (&claim.outline, claim.floor))
    }

    /// Whether nothing but the two rooms that a sill joins is near it.
    pub fn sill_fits(&self, sill: &Part, ends: [usize; 2]) -> bool {
        let claim = self.claim_of_sill(sill, usize::MAX);
        let others = self.nearby.within(claim.bounds, self.range.of(&claim));
        others
            .map(|index| &self.claims[index])
            .filter(|other| !ends.contains(&other.room))
            .all(|other| claim.tolerates(other))
    }

    /// Joins two rooms that stand by a door whose sill belongs to the second.
    pub fn join(&mut self, sill: Part, door: Door, [from, to]: [usize; 2]) {
        let claim = self.claim_of_sill(&sill, to);
        self.nearby.add(claim.bounds);
        self.range.add(&claim);
        self.claims.push(claim);
        self.rooms[to].parts.push(sill);
        self.hang_door(door, [from, to]);
    }

    /// Adds a door between two rooms, and gives it a record.
    pub fn hang_door(&mut self, door: Door, pair: [usize; 2]) {
        let id = self.next_record();
        self.doors.push(Door {
            id,
            rooms: pair.map(|room| self.rooms[room].id),
            ..door
        });
        for room in pair {
            self.rooms[room].doors.push(id);
        }
    }

    fn claim_of_sill(&self, sill: &Part, room: usize) -> Claim {
        Claim {
            room,
            bounds: sill.outline.bounds(),
            outline: sill.outline.clone(),
            low: sill.lowest() - BED[0],
            high: f64::INFINITY,
            reach: SILL_REACH,
            tag: Tag::Surface,
            floor: sill.lowest(),
            ceiling: sill.highest(),
            housed: false,
        }
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

    /// The first part of a way that does not fit, its ends as for [`Draft::link_fits`]; unlike there, what lies between them
    /// may pass over or under the rooms that it joins.
    pub fn conflict(&self, candidate: &Candidate, ends: &[usize]) -> Option<usize> {
        let claims = candidate.claims(usize::MAX);
        let last = claims.len();
        (0..last).find(|&part| {
            let claim = &claims[part];
            let between = part >= 2 && part + 2 < last;
            let others = self.nearby.within(claim.bounds, self.range.of(claim));
            others.map(|index| &self.claims[index]).any(|other| {
                if ends.contains(&other.room) {
                    between && claim.outline.gap(&other.outline) < END_WALL && !claim.tolerates(other)
                } else {
                    !claim.tolerates(other)
                }
            })
        })
    }

    /// Keeps the volume of what is no room.
    pub fn reserve(&mut self, candidate: &Candidate) {
        for claim in candidate.claims(usize::MAX) {
            self.nearby.add(claim.bounds);
            self.range.add(&claim);
            self.claims.push(claim);
        }
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
            self.hang_level_door(pair, sill, direction, [link.door_width, depth]);
        }
    }

    /// Adds a level door between two rooms: the middle of its sill, the direction through it, its width and the wall's
    /// thickness.
    pub fn hang_level_door(&mut self, pair: [usize; 2], sill: DVec3, direction: DVec2, [width, depth]: [f64; 2]) {
        let door = Door {
            id: RecordId::default(),
            rooms: [RecordId::default(); 2],
            sill,
            rise: 0.0,
            direction,
            width,
            height: DOOR_HEIGHT,
            depth,
        };
        self.hang_door(door, pair);
    }

    /// Record 0 is the ground.
    pub fn next_record(&mut self) -> RecordId {
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
        Form::Switchback { flights, along } => Form::Switchback {
            flights,
            along: turned.turn(along),
        },
        Form::Terraces { levels, along } => Form::Terraces {
            levels,
            along: turned.turn(along),
        },
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
