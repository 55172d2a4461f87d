//! `StoneRoom`: what the plan knows of a space.

use std::sync::Arc;

use godot::prelude::*;
use stonesight::plan::Plan;
use stonesight::room::{Plane, Room, Tag};

/// A space of the plan: a room, a court, or a link between two. From [method StoneWorld.room_at] and [StonePlan].
#[derive(GodotClass)]
#[class(tool, no_init, base = RefCounted)]
pub struct StoneRoom {
    /// The number of its record, as [method StoneWorld.record_at] tells it.
    #[var(no_set)]
    record: i64,

    /// Its name.
    #[var(no_set)]
    name: GString,

    /// What it is: "court", "long hall", "vault", "stair" and so on.
    #[var(no_set)]
    kind: GString,

    /// Whether it lies in the rock, where only a lantern shows anything.
    #[var(no_set)]
    underground: bool,

    /// Whether it has the sky for a ceiling.
    #[var(no_set)]
    open_sky: bool,

    /// Whether it is a way between two rooms: a causeway, a stair, a passage.
    #[var(no_set)]
    link: bool,

    plan: Arc<Plan>,
    index: usize,
}

impl StoneRoom {
    /// What a plan knows of its room at a place in the list; `None` beyond its end.
    pub fn of(plan: &Arc<Plan>, index: usize) -> Option<Gd<Self>> {
        let room = plan.rooms.all().get(index)?;
        Some(Gd::from_object(Self {
            record: i64::from(room.id.0),
            name: GString::from(&room.name),
            kind: GString::from(room.kind.word()),
            underground: room.tag == Tag::Underground,
            open_sky: room.open_sky,
            link: room.kind.is_link(),
            plan: Arc::clone(plan),
            index,
        }))
    }

    /// What a plan knows of one of its rooms.
    pub fn with(plan: &Arc<Plan>, room: &Room) -> Option<Gd<Self>> {
        let index = plan.rooms.all().iter().position(|other| other.id == room.id)?;
        Self::of(plan, index)
    }

    fn room(&self) -> &Room {
        &self.plan.rooms.all()[self.index]
    }
}

#[godot_api]
impl StoneRoom {
    /// Where one can stand in it, in the world's own coordinates: on its floor, in its middle where nothing is built there, else
    /// just inside its lowest door.
    #[func]
    fn get_middle(&self) -> Vector3 {
        let middle = self.plan.foothold(self.room());
        Vector3::new(middle.x as f32, middle.y as f32, middle.z as f32)
    }

    /// The records of its doors.
    #[func]
    fn get_doors(&self) -> PackedInt64Array {
        self.room().doors.iter().map(|door| i64::from(door.0)).collect()
    }

    /// Its pieces. Each is a dictionary: [code]outline[/code], the corners (x, z) in order, as a PackedVector2Array;
    /// [code]floor[/code] and [code]ceiling[/code], the heights over each corner in metres, as PackedFloat32Arrays.
    #[func]
    fn get_parts(&self) -> Array<VarDictionary> {
        let parts = self.room().parts.iter().map(|part| {
            let corners = &part.outline.corners;
            let outline = corners
                .iter()
                .map(|corner| Vector2::new(corner.x as f32, corner.y as f32));
            let heights = |plane: Plane| -> PackedFloat32Array {
                corners.iter().map(|&corner| plane.at(corner) as f32).collect()
            };
            let mut entry = VarDictionary::new();
            entry.set("outline", &outline.collect::<PackedVector2Array>());
            entry.set("floor", &heights(part.floor));
            entry.set("ceiling", &heights(part.ceiling));
            entry
        });
        parts.collect()
    }
}
