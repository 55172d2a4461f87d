//! What a world has to say, kept until nothing is borrowed any more.

use godot::obj::WithSignals;
use godot::prelude::*;
use stonesight::lattice::ChunkKey;

use super::StoneWorld;
use crate::preheat::StonePreheat;
use crate::room::StoneRoom;

/// A signal of a world, or of one of its tickets.
pub enum Said {
    PlanReady,
    Progress(&'static str, i64, i64),
    WorldReady,
    GroundReady(Vector3),
    RoomEntered(Gd<StoneRoom>),
    Edited,
    Loaded(ChunkKey),
    Unloaded(ChunkKey),
    Finished(Gd<StonePreheat>),
}

impl Said {
    /// Says it.
    pub fn emit(self, mut signals: <StoneWorld as WithSignals>::SignalCollection<'_, StoneWorld>) {
        match self {
            Said::PlanReady => signals.plan_ready().emit(),
            Said::Progress(stage, done, total) => signals.progress().emit(stage, done, total),
            Said::WorldReady => signals.world_ready().emit(),
            Said::GroundReady(position) => signals.ground_ready().emit(position),
            Said::RoomEntered(room) => signals.room_entered().emit(&room),
            Said::Edited => signals.edited().emit(),
            Said::Loaded(key) => signals.chunk_loaded().emit(vector_of(key)),
            Said::Unloaded(key) => signals.chunk_unloaded().emit(vector_of(key)),
            Said::Finished(preheat) => preheat.signals().finished().emit(),
        }
    }
}

/// A chunk's key as the engine sees it: x, y, z and level.
fn vector_of(key: ChunkKey) -> Vector4i {
    Vector4i::new(key.x, key.y, key.z, i32::from(key.level))
}
