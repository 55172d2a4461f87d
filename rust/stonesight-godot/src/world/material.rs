//! The material that all worlds share.

use std::sync::atomic::{AtomicI64, Ordering};

use godot::classes::{Material, ResourceLoader, Shader, ShaderMaterial, StandardMaterial3D};
use godot::prelude::*;

/// The addon's shader for the ground, walls and rooms.
const SHADER: &str = "res://addons/stonesight/shaders/world.gdshader";

/// The material in use. Not a reference: one that outlives all worlds would be reported as a leak.
static SHARED: AtomicI64 = AtomicI64::new(0);

/// The world material, made once for all worlds that are in use at the same time: every further material is pipelines to
/// compile. Without the shader it is plain grey, with one warning.
pub fn world_material() -> Gd<Material> {
    if let Some(id) = InstanceId::try_from_i64(SHARED.load(Ordering::Relaxed))
        && let Ok(material) = Gd::try_from_instance_id(id)
    {
        return material;
    }
    let material = make();
    SHARED.store(material.instance_id().to_i64(), Ordering::Relaxed);
    material
}

fn make() -> Gd<Material> {
    let mut loader = ResourceLoader::singleton();
    let shader = if loader.exists(SHADER) {
        loader.load(SHADER)
    } else {
        None
    };
    if let Some(shader) = shader.and_then(|shader| shader.try_cast::<Shader>().ok()) {
        let mut material = ShaderMaterial::new_gd();
        material.set_shader(&shader);
        return material.upcast();
    }
    godot_warn!(
        "{SHADER} is missing, so worlds are plain grey: copy the whole folder addons/stonesight into the project"
    );
    let mut material = StandardMaterial3D::new_gd();
    material.set_albedo(Color::from_rgb(0.6, 0.58, 0.54));
    material.upcast()
}
