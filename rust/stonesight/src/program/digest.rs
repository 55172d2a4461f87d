//! A digest of a plan and its program: the same world has the same 64 hexadecimal digits, on every machine.
//!
//! It is the BLAKE3 hash of a canonical encoding: records in order, numbers as little-endian bytes, `f64` and `f32` by
//! their bits, lists and texts after their length, variants by a number.

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::{HeightField, Mode, Operation, Program, Shape, SlopedPlane, Span, Yaw};
use crate::plan::Plan;
use crate::room::{Door, Plane, Polygon, Room};

/// The digest of a plan and the program made from it.
pub fn digest(plan: &Plan, program: &Program) -> String {
    let mut encoder = Encoder(blake3::Hasher::new());
    encoder.plan(plan);
    encoder.list(&program.operations, Encoder::operation);
    encoder.0.finalize().to_hex().to_string()
}

struct Encoder(blake3::Hasher);

impl Encoder {
    fn number(&mut self, value: u64) {
        self.0.update(&value.to_le_bytes());
    }

    fn float(&mut self, value: f64) {
        self.number(value.to_bits());
    }

    fn floats(&mut self, values: impl IntoIterator<Item = f32>) {
        for value in values {
            self.0.update(&value.to_bits().to_le_bytes());
        }
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.update(text.as_bytes());
    }

    fn list<T>(&mut self, items: &[T], each: impl Fn(&mut Self, &T)) {
        self.number(items.len() as u64);
        items.iter().for_each(|item| each(self, item));
    }

    fn point(&mut self, p: DVec2) {
        self.float(p.x);
        self.float(p.y);
    }

    fn place(&mut self, p: DVec3) {
        self.float(p.x);
        self.float(p.y);
        self.float(p.z);
    }

    fn plan(&mut self, plan: &Plan) {
        self.number(plan.seed);
        self.float(plan.config.size);
        self.list(plan.rooms.all(), Self::room);
        self.list(plan.rooms.doors(), Self::door);
        self.list(&plan.routes, |encoder, route| {
            encoder.number(u64::from(route.record.0));
            encoder.number(route.system as u64);
            encoder.list(&route.path, |encoder, &point| encoder.place(point));
        });
        // How rooms are built is in the operations.
        self.point(plan.ground.corner);
        self.float(plan.ground.spacing);
        self.number(plan.ground.columns as u64);
        self.floats(plan.ground.heights.iter().copied());
        self.list(&plan.places, |encoder, place| {
            encoder.text(&place.name);
            encoder.place(place.position);
            encoder.point(place.facing);
        });
    }

    fn room(&mut self, room: &Room) {
        self.number(u64::from(room.id.0));
        self.text(&room.name);
        self.text(room.kind.word());
        self.number(u64::from(room.open_sky) | (room.tag as u64) << 1);
        self.list(&room.parts, |encoder, part| {
            encoder.polygon(&part.outline);
            encoder.plane(part.floor);
            encoder.plane(part.ceiling);
        });
        self.list(&room.doors, |encoder, id| encoder.number(u64::from(id.0)));
    }

    fn door(&mut self, door: &Door) {
        for id in [door.id, door.rooms[0], door.rooms[1]] {
            self.number(u64::from(id.0));
        }
        self.place(door.sill);
        self.point(door.direction);
        for measure in [door.rise, door.width, door.height, door.depth] {
            self.float(measure);
        }
    }

    fn polygon(&mut self, polygon: &Polygon) {
        self.list(&polygon.corners, |encoder, &corner| encoder.point(corner));
    }

    fn plane(&mut self, plane: Plane) {
        self.point(plane.origin);
        self.float(plane.height);
        self.point(plane.slope);
    }

    fn operation(&mut self, operation: &Operation) {
        self.number(u64::from(operation.record.0));
        self.number(operation.material as u64);
        self.place(operation.anchor);
        match operation.mode {
            Mode::Union => self.number(0),
            Mode::Subtract => self.number(1),
            Mode::Intersect => self.number(2),
            Mode::SmoothUnion { radius } => {
                self.number(3);
                self.floats([radius]);
            }
        }
        self.shape(&operation.shape);
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Box { half, yaw } => {
                self.number(0);
                self.local(*half);
                self.yaw(*yaw);
            }
            Shape::Prism {
                outline,
                floor,
                ceiling,
            } => {
                self.number(1);
                self.list(outline, |encoder, corner: &Vec2| encoder.floats([corner.x, corner.y]));
                self.sloped(*floor);
                self.sloped(*ceiling);
            }
            Shape::Capsule { to, radius } => {
                self.number(2);
                self.local(*to);
                self.floats([*radius]);
            }
            Shape::Cylinder { radius, half_height } => {
                self.number(3);
                self.floats([*radius, *half_height]);
            }
            Shape::ArchVault {
                half_width,
                half_length,
                spring,
                rise,
                yaw,
            } => {
                self.number(4);
                self.floats([*half_width, *half_length, *spring, *rise]);
                self.yaw(*yaw);
            }
            Shape::HelixRamp {
                inner,
                outer,
                pitch,
                start,
                turns,
                height,
            } => {
                self.number(5);
                self.floats([*inner, *outer, *pitch, *start, *turns, *height]);
            }
            Shape::Terrain { heights } => {
                self.number(6);
                self.height_field(heights);
            }
            Shape::Row { of, step, count } => {
                self.number(7);
                self.shape(of);
                self.floats([step.x, step.y]);
                self.number(u64::from(*count));
            }
            Shape::Ribbon { spans, half_width } => {
                self.number(8);
                self.floats([*half_width]);
                self.list(spans, |encoder, span: &Span| {
                    encoder.floats([span.from.x, span.from.y, span.to.x, span.to.y]);
                    encoder.floats(span.floor.into_iter().chain(span.ceiling));
                });
            }
            Shape::Hip { outline, edge, apex } => {
                self.number(9);
                self.list(outline, |encoder, corner: &Vec2| encoder.floats([corner.x, corner.y]));
                self.floats([*edge]);
                self.local(*apex);
            }
        }
    }

    fn local(&mut self, v: Vec3) {
        self.floats([v.x, v.y, v.z]);
    }

    fn yaw(&mut self, yaw: Yaw) {
        self.floats([yaw.sin, yaw.cos]);
    }

    fn sloped(&mut self, plane: SlopedPlane) {
        self.floats([plane.height, plane.slope.x, plane.slope.y]);
    }

    fn height_field(&mut self, field: &HeightField) {
        self.floats([field.corner.x, field.corner.y, field.spacing]);
        self.number(field.columns as u64);
        self.number(field.rows as u64);
        self.floats(field.heights.iter().copied());
    }
}
