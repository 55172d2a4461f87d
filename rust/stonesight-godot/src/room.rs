//! `StoneRoom`: what the plan knows of a space.

use godot::prelude::*;
use stonesight::room::{Room, Tag};

/// A space of the plan: a room, a court, or a link between two. From [method StoneWorld.room_at].
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
}

impl StoneRoom {
    /// What the plan knows of `room`.
    pub fn of(room: &Room) -> Gd<Self> {
        Gd::from_object(Self {
            record: i64::from(room.id.0),
            name: GString::from(&room.name),
            kind: GString::from(room.kind.word()),
            underground: room.tag == Tag::Underground,
            open_sky: room.open_sky,
        })
    }
}
