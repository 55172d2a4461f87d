//! `StonePlan`: what exists in a world, and where.

use std::sync::Arc;

use glam::{DVec2, DVec3};
use godot::prelude::*;
use stonesight::plan::{Plan, file, svg};

use crate::room::StoneRoom;

/// The plan of a world: every room, door and place, known seconds before the first chunk is drawn. From
/// [member StoneWorld.plan]. All positions are in the world's own coordinates.
///
/// It stays what it is when the world is made anew; the world has another one then.
#[derive(GodotClass)]
#[class(tool, no_init, base = RefCounted)]
pub struct StonePlan {
    plan: Arc<Plan>,
}

impl StonePlan {
    /// A plan for scripts.
    pub fn of(plan: &Arc<Plan>) -> Gd<Self> {
        Gd::from_object(Self { plan: Arc::clone(plan) })
    }
}

#[godot_api]
impl StonePlan {
    /// The seed that it was grown from.
    #[func]
    fn get_seed(&self) -> i64 {
        self.plan.seed as i64
    }

    /// The edge of its region in metres; the region's middle is the origin.
    #[func]
    fn get_size(&self) -> f64 {
        self.plan.config.size
    }

    /// All rooms, links among them.
    #[func]
    fn get_rooms(&self) -> Array<Gd<StoneRoom>> {
        let rooms = 0..self.plan.rooms.all().len();
        rooms.filter_map(|index| StoneRoom::of(&self.plan, index)).collect()
    }

    /// The room with a record, such as [method StoneWorld.record_at] tells. Null where the record is no room.
    #[func]
    fn get_room(&self, record: i64) -> Option<Gd<StoneRoom>> {
        let id = u32::try_from(record).ok()?;
        let is = |room: &stonesight::room::Room| room.id.0 == id;
        StoneRoom::of(&self.plan, self.plan.rooms.all().iter().position(is)?)
    }

    /// The room that [param position] lies in: feet or head. Null in rock and in the open.
    #[func]
    fn room_at(&self, position: Vector3) -> Option<Gd<StoneRoom>> {
        let point = DVec3::new(position.x.into(), position.y.into(), position.z.into());
        StoneRoom::with(&self.plan, self.plan.rooms.room_at(point)?)
    }

    /// All doors. Each is a dictionary: [code]record[/code]; [code]rooms[/code], the records of the two rooms that it
    /// joins; [code]position[/code], the middle of its sill; [code]direction[/code], from the first room into the second;
    /// [code]width[/code], [code]height[/code] and [code]depth[/code], the thickness of its wall, in metres.
    #[func]
    fn get_doors(&self) -> Array<VarDictionary> {
        let doors = self.plan.rooms.doors().iter().map(|door| {
            let rooms = PackedInt64Array::from_iter(door.rooms.map(|room| i64::from(room.0)));
            let direction = door.direction.as_vec2();
            let mut entry = VarDictionary::new();
            let mut set = |name: &str, value: Variant| entry.set(name, &value);
            set("record", i64::from(door.id.0).to_variant());
            set("rooms", rooms.to_variant());
            set("position", vector(door.sill).to_variant());
            set("direction", Vector3::new(direction.x, 0.0, direction.y).to_variant());
            set("width", door.width.to_variant());
            set("height", door.height.to_variant());
            set("depth", door.depth.to_variant());
            entry
        });
        doors.collect()
    }

    /// The height of the ground at a plan point (x, z), in metres.
    #[func]
    fn ground_at(&self, point: Vector2) -> f64 {
        self.plan.ground.at(DVec2::new(point.x.into(), point.y.into()))
    }

    /// The plan as a drawing, by bands of height, with a section and a legend: the text of an SVG file.
    #[func]
    fn to_svg(&self) -> GString {
        GString::from(&svg(&self.plan))
    }

    /// The plan as a file that [code]stonesight plan --in[/code] reads: store the bytes as they are.
    #[func]
    fn to_bytes(&self) -> PackedByteArray {
        PackedByteArray::from(file::write(&self.plan))
    }
}

fn vector(point: DVec3) -> Vector3 {
    Vector3::new(point.x as f32, point.y as f32, point.z as f32)
}
