//! `StoneViewer`: who is followed.

use godot::prelude::*;

/// The group that viewers are found in.
pub const VIEWERS: &str = "stonesight_viewers";
/// The group that worlds are found in.
pub const WORLDS: &str = "stonesight_worlds";

/// Marks who is followed: every [StoneWorld] of the same World3D makes its chunks around this node.
///
/// Put it under the player, not under the camera: what is solid must be where the feet are. Several viewers count together;
/// one that comes or goes takes nothing from the others.
#[derive(GodotClass)]
#[class(tool, init, base = Node3D)]
pub struct StoneViewer {
    /// Radius that is drawn in the finest detail, in metres, 0 to 200. Beyond it the detail halves with every doubling of the
    /// distance, so that errors look equally small everywhere.
    #[export(range = (0.0, 200.0, 1.0, suffix = "m"))]
    #[init(val = 30.0)]
    pub detail_radius: f64,

    /// Radius that is drawn, in metres, 0 to 2000.
    #[export(range = (0.0, 2000.0, 1.0, suffix = "m"))]
    #[init(val = 320.0)]
    pub drawn_radius: f64,

    /// Radius that is solid, in metres, 0 to 200. What is solid is drawn too, in the finest detail. Colliders are what costs the
    /// main thread most: keep it as small as the fastest body allows.
    #[export(range = (0.0, 200.0, 1.0, suffix = "m"))]
    #[init(val = 14.0)]
    pub collision_radius: f64,

    base: Base<Node3D>,
}

#[godot_api]
impl INode3D for StoneViewer {
    fn enter_tree(&mut self) {
        self.base_mut().add_to_group(VIEWERS);
        self.base_mut().update_configuration_warnings();
    }

    fn exit_tree(&mut self) {
        self.base_mut().remove_from_group(VIEWERS);
    }

    fn get_configuration_warnings(&self) -> PackedStringArray {
        let base = self.base();
        if base.is_inside_tree() && base.get_tree().get_first_node_in_group(WORLDS).is_none() {
            let warning =
                "There is no StoneWorld in the scene, so nothing is made around this viewer: add a StoneWorld.";
            return PackedStringArray::from(&[GString::from(warning)]);
        }
        PackedStringArray::new()
    }
}
