//! Candidates: rooms and ways with their place, not yet part of the draft.
//!
//! In: a template or a course, and where it goes. Out: parts, sockets and the volumes that it would claim.

use glam::DVec2;

use super::claim::Claim;
use super::draft::{BED, Socket};
use super::heading::{Heading, to_grid};
use super::link::{Course, Link};
use super::space::{Cover, Form, Space};
use super::template::Template;
use crate::lattice::RecordId;
use crate::room::{Kind, Part, Plane, Polygon, Tag};

/// A room with its place, not yet part of the draft.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) parts: Vec<Part>,
    pub(super) space: Space,
    pub(super) kind: Kind,
    pub(super) tag: Tag,
    pub(super) open_sky: bool,
    reach: f64,
    pub(super) sockets: Vec<Socket>,
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

    pub(super) fn claims(&self, room: usize) -> Vec<Claim> {
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
        Form::Hung {
            radius, house, bridges, ..
        } => Form::Hung {
            centre: origin,
            radius,
            house,
            bridges,
        },
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
