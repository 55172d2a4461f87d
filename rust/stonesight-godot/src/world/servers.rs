//! One chunk in the rendering server and in the physics server.
//!
//! RIDs and no nodes: a mesh, an instance, a shape and a body are all that a chunk needs. Whoever holds one of these frees
//! it by `free`; RIDs that are alive when the engine ends can crash it.

use godot::builtin::{
    AnyArray, PackedByteArray, PackedFloat32Array, PackedInt32Array, PackedVector3Array, Rid, Transform3D, VarArray,
    VarDictionary, Variant,
};
use godot::classes::physics_server_3d::{BodyMode, BodyState};
use godot::classes::rendering_server::{
    ArrayCustomFormat, ArrayFormat, ArrayType, PrimitiveType, ShadowCastingSetting,
};
use godot::classes::{PhysicsServer3D, RenderingServer};
use godot::meta::ToGodot;
use godot::obj::{EngineBitfield, EngineEnum, InstanceId, Singleton};

use super::piece::Surface;

/// Where chunks go and how they look there.
pub struct Place {
    /// The scenario of the node's World3D.
    pub scenario: Rid,
    /// The space of the node's World3D.
    pub space: Rid,
    /// Where bodies are built before they enter the space.
    pub staging: Staging,
    /// The node, which rays report as the collider.
    pub node: Option<InstanceId>,
    /// The node's global transform.
    pub transform: Transform3D,
    /// Whether the node is visible in the tree.
    pub visible: bool,
    /// Material of every surface.
    pub material: Rid,
    /// Material instead of it, or an invalid RID.
    pub material_override: Rid,
    /// A `ShadowCastingSetting`.
    pub cast_shadow: i32,
    /// Material of the twins that cast instead of what is drawn, or an invalid RID: what is drawn casts itself.
    pub twin_material: Rid,
    /// Layers that bodies are in.
    pub collision_layer: u32,
    /// Layers that bodies look for.
    pub collision_mask: u32,
}

impl Default for Place {
    fn default() -> Self {
        Self {
            scenario: Rid::Invalid,
            space: Rid::Invalid,
            staging: Staging::default(),
            node: None,
            transform: Transform3D::IDENTITY,
            visible: true,
            material: Rid::Invalid,
            material_override: Rid::Invalid,
            cast_shadow: 1,
            twin_material: Rid::Invalid,
            collision_layer: 1,
            collision_mask: 1,
        }
    }
}

/// A chunk that is drawn.
pub struct Visual {
    mesh: Rid,
    instance: Rid,
    margin: f32,
    /// Casts the shadow of the whole chunk while the camera cuts what is drawn.
    twin: Option<Rid>,
}

impl Visual {
    /// Uploads a surface and shows it, where it is `visible`.
    pub fn new(place: &Place, surface: &Surface, transform: Transform3D, visible: bool) -> Self {
        let mut server = RenderingServer::singleton();
        let mesh = server.mesh_create();
        server
            .mesh_add_surface_from_arrays_ex(mesh, PrimitiveType::TRIANGLES, &arrays(surface))
            .compress_format(formats())
            .done();
        server.mesh_surface_set_material(mesh, 0, place.material);
        let instance = server.instance_create2(mesh, place.scenario);
        if let Some(node) = place.node {
            server.instance_attach_object_instance_id(instance, node.to_i64() as u64);
        }
        // The box of the mesh is that of its own level.
        server.instance_set_extra_visibility_margin(instance, surface.margin);
        let mut visual = Self {
            margin: surface.margin,
            mesh,
            instance,
            twin: None,
        };
        visual.set_look(place.material_override, place.cast_shadow);
        visual.set_twin(place);
        visual.set_transform(transform);
        visual.set_visible(visible);
        visual
    }

    /// The mesh, which other scenarios may draw too.
    pub fn mesh(&self) -> Rid {
        self.mesh
    }

    /// Has a twin cast the shadow where the place names a material for it.
    pub fn set_twin(&mut self, place: &Place) {
        let casts = place.cast_shadow != ShadowCastingSetting::OFF.ord();
        if self.twin.is_some() || !place.twin_material.is_valid() || !casts {
            return;
        }
        let mut server = RenderingServer::singleton();
        let twin = server.instance_create2(self.mesh, place.scenario);
        server.instance_set_extra_visibility_margin(twin, self.margin);
        server.instance_geometry_set_material_override(twin, place.twin_material);
        server.instance_geometry_set_cast_shadows_setting(twin, ShadowCastingSetting::SHADOWS_ONLY);
        server.instance_geometry_set_cast_shadows_setting(self.instance, ShadowCastingSetting::OFF);
        self.twin = Some(twin);
    }

    /// Moves it, without a trail in the motion vectors.
    pub fn set_transform(&self, transform: Transform3D) {
        let mut server = RenderingServer::singleton();
        for instance in std::iter::once(self.instance).chain(self.twin) {
            server.instance_set_transform(instance, transform);
            server.instance_teleport(instance);
        }
    }

    /// Shows or hides it.
    pub fn set_visible(&self, visible: bool) {
        for instance in std::iter::once(self.instance).chain(self.twin) {
            RenderingServer::singleton().instance_set_visible(instance, visible);
        }
    }

    /// Changes its material and shadow.
    pub fn set_look(&mut self, material_override: Rid, cast_shadow: i32) {
        let mut server = RenderingServer::singleton();
        self.twin.take().into_iter().for_each(|twin| server.free_rid(twin));
        server.instance_geometry_set_material_override(self.instance, material_override);
        let shadow = ShadowCastingSetting::try_from_ord(cast_shadow).unwrap_or(ShadowCastingSetting::ON);
        server.instance_geometry_set_cast_shadows_setting(self.instance, shadow);
    }

    /// Gives both RIDs back.
    pub fn free(self) {
        let mut server = RenderingServer::singleton();
        self.twin.into_iter().for_each(|twin| server.free_rid(twin));
        server.free_rid(self.instance);
        server.free_rid(self.mesh);
    }
}

/// A space that is never stepped, in which bodies are built.
#[derive(Default)]
pub struct Staging(Option<Rid>);

impl Staging {
    /// Makes the space.
    pub fn new() -> Self {
        Self(Some(PhysicsServer3D::singleton().space_create()))
    }

    /// Gives it back.
    pub fn free(&mut self) {
        if let Some(space) = self.0.take() {
            PhysicsServer3D::singleton().free_rid(space);
        }
    }

    fn rid(&self) -> Rid {
        self.0.unwrap_or(Rid::Invalid)
    }
}

/// A chunk that is solid, or on the way to it.
///
/// What costs is the tree that the physics engine builds over the triangles of a shape, some 0.9 µs each, at the moment when
/// a body with that shape enters a space. A whole chunk may take ten milliseconds, so the body is built in a space of its own,
/// one small shape a call, and enters the world when it is whole: that step costs 0.03 ms.
pub struct Body {
    body: Rid,
    shapes: Vec<Rid>,
}

/// Triangles of a shape: half a millisecond, the grain of the budget.
const PART: usize = 512;

impl Body {
    /// Makes a static body without a shape.
    pub fn new(place: &Place, transform: Transform3D) -> Self {
        let mut server = PhysicsServer3D::singleton();
        let body = server.body_create();
        server.body_set_mode(body, BodyMode::STATIC);
        if let Some(node) = place.node {
            server.body_attach_object_instance_id(body, node.to_i64() as u64);
        }
        server.body_set_space(body, place.staging.rid());
        let body = Self {
            body,
            shapes: Vec::new(),
        };
        body.set_transform(transform);
        body.set_collision(place.collision_layer, place.collision_mask);
        body
    }

    /// Adds the next shape. Returns the number of triangles added.
    pub fn build(&mut self, surface: &Surface) -> usize {
        let triangles = Self::next_part(Some(self), surface);
        let first = self.shapes.len() * PART * 3;
        let faces = &surface.faces[first..first + triangles * 3];
        let mut server = PhysicsServer3D::singleton();
        let shape = server.concave_polygon_shape_create();
        let mut data = VarDictionary::new();
        data.set("faces", &PackedVector3Array::from(faces));
        data.set("backface_collision", false);
        server.shape_set_data(shape, &data.to_variant());
        server.body_add_shape(self.body, shape);
        self.shapes.push(shape);
        triangles
    }

    /// Lets it enter the world.
    pub fn enter(&self, place: &Place) {
        PhysicsServer3D::singleton().body_set_space(self.body, place.space);
    }

    /// Whether all shapes are there.
    pub fn is_whole(&self, surface: &Surface) -> bool {
        self.shapes.len() * PART >= surface.triangles()
    }

    /// Number of triangles that the next call of `build` adds.
    pub fn next_part(body: Option<&Self>, surface: &Surface) -> usize {
        let built = body.map_or(0, |body| body.shapes.len() * PART);
        surface.triangles().saturating_sub(built).min(PART)
    }

    /// Moves it.
    pub fn set_transform(&self, transform: Transform3D) {
        PhysicsServer3D::singleton().body_set_state(self.body, BodyState::TRANSFORM, &transform.to_variant());
    }

    /// Changes its layers.
    pub fn set_collision(&self, layer: u32, mask: u32) {
        let mut server = PhysicsServer3D::singleton();
        server.body_set_collision_layer(self.body, layer);
        server.body_set_collision_mask(self.body, mask);
    }

    /// Takes it out of the space.
    pub fn leave(&self) {
        PhysicsServer3D::singleton().body_set_space(self.body, Rid::Invalid);
    }

    /// Gives both RIDs back.
    pub fn free(self) {
        let mut server = PhysicsServer3D::singleton();
        server.free_rid(self.body);
        for shape in self.shapes {
            server.free_rid(shape);
        }
    }
}

/// CUSTOM0 is `ARRAY_CUSTOM_RGBA8_UNORM`, which is format 0, and CUSTOM1 `ARRAY_CUSTOM_RGB_FLOAT`.
fn formats() -> ArrayFormat {
    // ARRAY_FORMAT_CUSTOM1_SHIFT, which is no constant of the class here.
    ArrayFormat::from_ord((ArrayCustomFormat::RGB_FLOAT.ord() as u64) << 16)
}

/// The arrays of `Mesh.add_surface_from_arrays`.
fn arrays(surface: &Surface) -> AnyArray {
    let mut arrays = VarArray::new();
    arrays.resize(ArrayType::MAX.ord() as usize, &Variant::nil());
    let mut set = |kind: ArrayType, value: Variant| arrays.set(kind.ord() as usize, &value);
    set(
        ArrayType::VERTEX,
        PackedVector3Array::from(surface.points.as_slice()).to_variant(),
    );
    set(
        ArrayType::NORMAL,
        PackedVector3Array::from(surface.normals.as_slice()).to_variant(),
    );
    set(
        ArrayType::CUSTOM0,
        PackedByteArray::from(surface.custom.as_slice()).to_variant(),
    );
    set(
        ArrayType::CUSTOM1,
        PackedFloat32Array::from(surface.ways.as_slice()).to_variant(),
    );
    set(
        ArrayType::INDEX,
        PackedInt32Array::from(surface.indices.as_slice()).to_variant(),
    );
    arrays.upcast_any_array()
}
