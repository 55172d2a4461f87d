//! The shader globals that carry the sight rules to every material. `shaders/sight.gdshaderinc` reads them.
//!
//! They are added when the extension starts, so that shaders which read them compile with no plugin and no project setting,
//! in exported games too. Textures are set once and their contents updated in place: setting one re-queues every material.

use godot::classes::RenderingServer;
use godot::classes::rendering_server::GlobalShaderParameterType as Type;
use godot::prelude::*;

/// The cut field.
pub const CUT_FIELD: &str = "stone_cut_field";
/// Feet x, z and the direction to the camera x, z.
pub const CUT_FRAME: &str = "stone_cut_frame";
/// Level, half width of the field, 1 where a cut is on.
pub const CUT_LEVEL: &str = "stone_cut_level";
/// Origins of the faces 0 to 3.
pub const ORIGINS_LOW: &str = "stone_lantern_origins_low";
/// Origins of the faces 4 and 5, and the lantern with its range.
pub const ORIGINS_HIGH: &str = "stone_lantern_origins_high";
/// Columns: up to four viewers, and the radius in metres of the finest detail around each, 0 for none.
pub const DETAIL: &str = "stone_detail";
/// How far from the lantern daylight shows what it does not see, in metres.
pub const DAYLIGHT_REACH: &str = "stone_daylight_reach";

/// A reach of daylight that ends nowhere.
pub const ENDLESS: f32 = 1.0e6;

/// The texture of a face of the lantern's cube.
pub fn face(index: usize) -> String {
    format!("stone_lantern_face{index}")
}

/// Adds all globals, with values that hide and cut nothing.
pub fn add() {
    let none = Projection::new([Vector4::ZERO; 4]);
    let add = |name: &str, kind: Type, value: Variant| {
        RenderingServer::singleton().global_shader_parameter_add(name, kind, &value);
    };
    add(CUT_FIELD, Type::SAMPLER2D, Variant::nil());
    add(CUT_FRAME, Type::VEC4, Vector4::new(0.0, 0.0, 1.0, 0.0).to_variant());
    add(CUT_LEVEL, Type::VEC4, Vector4::new(0.0, 1.0, 0.0, 0.0).to_variant());
    for index in 0..6 {
        add(&face(index), Type::SAMPLER2D, Variant::nil());
    }
    add(ORIGINS_LOW, Type::MAT4, none.to_variant());
    add(ORIGINS_HIGH, Type::MAT4, none.to_variant());
    add(DETAIL, Type::MAT4, none.to_variant());
    add(DAYLIGHT_REACH, Type::FLOAT, ENDLESS.to_variant());
}

/// Takes all globals away, when the extension ends.
pub fn remove() {
    let names = [
        CUT_FIELD,
        CUT_FRAME,
        CUT_LEVEL,
        ORIGINS_LOW,
        ORIGINS_HIGH,
        DETAIL,
        DAYLIGHT_REACH,
    ];
    for name in names.map(String::from).into_iter().chain((0..6).map(face)) {
        RenderingServer::singleton().global_shader_parameter_remove(&name);
    }
}

/// Sets one.
pub fn set(name: &str, value: &Variant) {
    RenderingServer::singleton().global_shader_parameter_set(name, value);
}
