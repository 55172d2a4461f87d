//! Who a world follows: the viewers of its World3D, with the velocity that their positions tell.

use std::collections::HashMap;

use glam::DVec3;
use godot::prelude::*;
use stonesight::stream::Viewer;

use crate::viewer::{StoneViewer, VIEWERS};

/// Metres in a frame beyond which a viewer did not walk but was put elsewhere.
const TELEPORT: f64 = 5.0;
/// Share of the new velocity in every frame: steps of stairs and of the physics tick are smoothed out.
const SMOOTHING: f64 = 0.2;

/// What is remembered of a viewer.
#[derive(Default)]
struct Track {
    position: DVec3,
    velocity: DVec3,
    fault: String,
    on_ground: bool,
    seen: bool,
}

/// A viewer in this frame.
pub struct Follower {
    /// Names it to [`Followers::set_on_ground`].
    id: InstanceId,
    /// Where it is, in global coordinates.
    pub global: Vector3,
    /// What the stream needs to know.
    pub viewer: Viewer,
}

/// All viewers that were seen.
#[derive(Default)]
pub struct Followers {
    tracks: HashMap<InstanceId, Track>,
}

impl Followers {
    /// The viewers of `world`'s World3D, in the order of the tree. What is wrong with one is an error, once.
    pub fn collect(&mut self, world: &Gd<Node3D>, delta: f64) -> Vec<Follower> {
        self.tracks.values_mut().for_each(|track| track.seen = false);
        let to_world = world.get_global_transform().affine_inverse();
        let own = world.get_world_3d();
        let mut followers = Vec::new();
        for node in world.get_tree().get_nodes_in_group(VIEWERS).iter_shared() {
            let Ok(node) = node.try_cast::<StoneViewer>() else {
                continue;
            };
            if node.get_world_3d() != own {
                continue;
            }
            let global = node.get_global_position();
            let local = to_world * global;
            let position = DVec3::new(f64::from(local.x), f64::from(local.y), f64::from(local.z));
            let id = node.instance_id();
            let track = self.tracks.entry(id).or_insert_with(|| Track {
                position,
                ..Track::default()
            });
            track.step(position, delta);
            let viewer = {
                let node = node.bind();
                Viewer {
                    position,
                    velocity: track.velocity,
                    fine: node.detail_radius,
                    drawn: node.drawn_radius,
                    collision: node.collision_radius,
                }
            };
            track.name_fault(&node, &viewer);
            followers.push(Follower { id, global, viewer });
        }
        self.tracks.retain(|_, track| track.seen);
        followers
    }

    /// Notes whether there is ground under a viewer. True when it has just come to be there.
    pub fn set_on_ground(&mut self, follower: &Follower, on_ground: bool) -> bool {
        let Some(track) = self.tracks.get_mut(&follower.id) else {
            return false;
        };
        let was_on_ground = std::mem::replace(&mut track.on_ground, on_ground);
        on_ground && !was_on_ground
    }

    /// Forgets what was on the ground, because another world follows.
    pub fn reset(&mut self) {
        self.tracks.values_mut().for_each(|track| track.on_ground = false);
    }
}

impl Track {
    fn step(&mut self, position: DVec3, delta: f64) {
        self.seen = true;
        let step = position - self.position;
        self.position = position;
        // The comparison is false for NaN, so that a viewer who was nowhere for a frame starts afresh.
        let walked = step.length() < TELEPORT && delta > 0.0;
        if walked && self.velocity.is_finite() {
            self.velocity += (step / delta - self.velocity) * SMOOTHING;
        } else {
            self.velocity = DVec3::ZERO;
        }
    }

    fn name_fault(&mut self, node: &Gd<StoneViewer>, viewer: &Viewer) {
        let fault = viewer.check().err().map(|fault| fault.to_string()).unwrap_or_default();
        if self.fault != fault {
            if !fault.is_empty() {
                godot_error!("StoneViewer {}: {fault}", node.get_path());
            }
            self.fault = fault;
        }
    }
}
