//! `StoneWorld`: makes a world from a seed around its viewers.

mod editing;
mod edits;
mod entry;
mod followers;
mod generation;
mod lifetime;
mod material;
mod monitors;
mod piece;
mod questions;
mod running;
mod said;
mod scenery;
mod servers;
mod sight;
mod tickets;

use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};

use godot::classes::Material;
use godot::classes::node::InternalMode;
use godot::classes::notify::Node3DNotification;
use godot::prelude::*;
use godot::signal::ConnectHandle;
use stonesight::edit::Strokes;
use stonesight::lattice::ChunkKey;

use crate::config::StoneWorldConfig;
use crate::navigation::StoneNavigation;
use crate::plan::StonePlan;
use crate::room::StoneRoom;
use crate::viewer::{VIEWERS, WORLDS};
use running::Running;
use said::Said;

/// Name of the internal child that holds the navigation.
const NAVIGATION: &str = "StoneNavigation";

/// Makes a whole world from a seed, around every [StoneViewer] of the same World3D, and takes away what nobody needs.
///
/// Add it to a scene together with a [StoneViewer] under the player, and press play. Workers make the chunks; the main thread
/// only puts them into the engine, for at most [member budget_ms] a frame. It works in `_process`, so a paused tree pauses
/// it: set [member Node.process_mode] to always when a loading screen pauses the game.
#[derive(GodotClass)]
#[class(tool, base = Node3D)]
pub struct StoneWorld {
    /// What the world is made from, 0 to 9223372036854775807. Every seed is another world; a new value makes it anew.
    #[export]
    #[var(set = set_seed)]
    seed: i64,

    /// What the world is made of besides its seed; the defaults without one. A change makes the world anew.
    #[export]
    #[var(set = set_config)]
    config: Option<Gd<StoneWorldConfig>>,

    /// Makes the world in the editor too, around the viewers of the edited scene.
    #[export]
    preview: bool,

    /// Number of worker threads; 0 is one for every core but one. A change makes the world anew.
    #[export_group(name = "Performance")]
    #[export(range = (0.0, 64.0, 1.0))]
    #[var(set = set_threads)]
    threads: i64,

    /// Milliseconds of the main thread in every frame for uploads, colliders and frees together. At least one of them is done
    /// in a frame, however long it takes.
    #[export(range = (0.5, 16.0, 0.1, suffix = "ms"))]
    budget_ms: f64,

    /// Material of every surface instead of the world's own. A shader reads the material number as
    /// [code]int(CUSTOM0.r * 255.0 + 0.5)[/code] in its vertex function.
    #[export_group(name = "Look")]
    #[export]
    #[var(set = set_material_override)]
    material_override: Option<Gd<Material>>,

    /// Whether surfaces cast shadows.
    #[export(enum = (Off = 0, On = 1, DoubleSided = 2, ShadowsOnly = 3))]
    #[var(set = set_cast_shadow)]
    cast_shadow: i32,

    /// Physics layers that the ground is in.
    #[export_group(name = "Collision", prefix = "collision_")]
    #[export(flags_3d_physics)]
    #[var(set = set_collision_layer)]
    collision_layer: u32,

    /// Physics layers that the ground looks for; of no effect for what stands still, unless a body asks for it.
    #[export(flags_3d_physics)]
    #[var(set = set_collision_mask)]
    collision_mask: u32,

    /// Makes places ready ahead of their visitors.
    #[var(get = get_navigation, no_set)]
    navigation: PhantomVar<Gd<StoneNavigation>>,

    /// What exists, and where. Null before [signal plan_ready], and in the smallest world, which has no plan.
    #[var(get = get_plan, no_set)]
    plan: PhantomVar<Option<Gd<StonePlan>>>,

    /// The navigation, when it is asked for before there is a tree to put it into.
    early_navigation: RefCell<Option<Gd<StoneNavigation>>>,
    running: Option<Running>,
    /// The edits of a world that left the tree, for when it comes back.
    kept_edits: Option<Strokes>,
    /// What there is to say.
    news: VecDeque<Said>,
    /// Whether the world has to be made anew.
    stale: bool,
    /// Whether the system refused threads, so that starting is not tried in every frame.
    refused: bool,
    config_changed: Option<ConnectHandle>,
    /// Chunks that a test wants to fail.
    broken: BTreeSet<ChunkKey>,
    base: Base<Node3D>,
}

#[godot_api]
impl INode3D for StoneWorld {
    fn init(base: Base<Node3D>) -> Self {
        Self {
            seed: 0,
            config: None,
            preview: false,
            threads: 0,
            budget_ms: 4.0,
            material_override: None,
            cast_shadow: 1,
            collision_layer: 1,
            collision_mask: 1,
            navigation: PhantomVar::default(),
            plan: PhantomVar::default(),
            early_navigation: RefCell::default(),
            running: None,
            kept_edits: None,
            news: VecDeque::new(),
            stale: false,
            refused: false,
            config_changed: None,
            broken: BTreeSet::new(),
            base,
        }
    }

    fn enter_tree(&mut self) {
        self.base_mut().add_to_group(WORLDS);
        self.base_mut().set_notify_transform(true);
        self.add_navigation();
        self.refused = false;
        self.start_if_due();
    }

    fn exit_tree(&mut self) {
        self.base_mut().remove_from_group(WORLDS);
        self.stop();
    }

    // Signals are emitted when nothing is borrowed: a handler may do anything with the world, even free it.
    #[func(gd_self)]
    fn process(mut this: Gd<Self>, delta: f64) {
        this.bind_mut().frame(delta);
        while this.is_instance_valid() {
            let Some(said) = this.bind_mut().news.pop_front() else {
                return;
            };
            said.emit(this.signals());
        }
    }

    fn on_notification(&mut self, what: Node3DNotification) {
        match what {
            Node3DNotification::TRANSFORM_CHANGED => {
                let transform = self.base().get_global_transform();
                if let Some(running) = &mut self.running {
                    running.scenery.set_transform(transform);
                }
            }
            Node3DNotification::VISIBILITY_CHANGED => {
                let visible = self.base().is_visible_in_tree();
                if let Some(running) = &mut self.running {
                    running.scenery.set_visible(visible);
                }
            }
            _ => {}
        }
    }

    fn get_configuration_warnings(&self) -> PackedStringArray {
        let mut warnings = PackedStringArray::new();
        if let Some(config) = &self.config
            && let Err(error) = config.bind().to_core().check()
        {
            warnings.push(&format!("No world can be made with this config: {error}."));
        }
        let base = self.base();
        if base.is_inside_tree() && base.get_tree().get_first_node_in_group(VIEWERS).is_none() {
            warnings.push("There is no StoneViewer in the scene, so nothing will be made: add one under the player.");
        }
        warnings
    }
}

#[godot_api]
impl StoneWorld {
    /// The world is planned; chunks follow.
    #[signal]
    fn plan_ready();

    /// Something went on: [param stage] is "plan" or "chunks", and [param done] of [param total] steps of it are done. All
    /// chunks being done is what [signal world_ready] waits for.
    #[signal]
    fn progress(stage: GString, done: i64, total: i64);

    /// Everything within the drawn radius of all viewers is drawn, and solid within their collision radius. Emitted once for
    /// every world that is made; it needs a viewer.
    #[signal]
    fn world_ready();

    /// The ground around a viewer, or of a preheated place, has come to be drawn and solid: bodies may be let go there.
    /// [param position] is the viewer's global position.
    #[signal]
    fn ground_ready(position: Vector3);

    /// The first viewer has come into another room of the plan. Door gaps and open ground are no rooms, and coming back
    /// from them into the same room is no news.
    #[signal]
    fn room_entered(room: Gd<StoneRoom>);

    /// The world's field has all strokes of [method edit]; rules and [method sample] see them, and chunks follow at once.
    #[signal]
    fn edited();

    /// A chunk is drawn. [param key] is x, y, z and level; a chunk of level 0 begins at 10 m times x, y, z. Chunks of nothing
    /// but air or rock are announced too.
    #[signal]
    fn chunk_loaded(key: Vector4i);

    /// A chunk that was announced by [signal chunk_loaded] is gone.
    #[signal]
    fn chunk_unloaded(key: Vector4i);

    /// Makes the world anew.
    #[func]
    fn regenerate(&mut self) {
        self.stale = true;
    }

    #[func]
    fn set_seed(&mut self, seed: i64) {
        if seed < 0 {
            godot_error!("StoneWorld: seed is {seed}: write a seed from 0 to {}", i64::MAX);
        } else if seed != self.seed {
            self.seed = seed;
            self.stale = true;
        }
    }

    #[func]
    fn set_config(&mut self, config: Option<Gd<StoneWorldConfig>>) {
        if let Some(handle) = self.config_changed.take()
            && handle.is_connected()
        {
            handle.disconnect();
        }
        self.config_changed = config
            .as_ref()
            .map(|config| config.signals().changed().connect_other(self, Self::take_config));
        self.config = config;
        self.take_config();
    }

    fn take_config(&mut self) {
        self.stale = true;
        self.base_mut().update_configuration_warnings();
    }

    #[func]
    fn set_threads(&mut self, threads: i64) {
        if !(0..=64).contains(&threads) {
            godot_error!("StoneWorld: threads is {threads}: write a number from 0 to 64");
        } else if threads != self.threads {
            self.threads = threads;
            self.restart();
        }
    }

    #[func]
    fn set_material_override(&mut self, material: Option<Gd<Material>>) {
        self.material_override = material;
        self.update_look();
    }

    #[func]
    fn set_cast_shadow(&mut self, cast_shadow: i32) {
        self.cast_shadow = cast_shadow;
        self.update_look();
    }

    #[func]
    fn set_collision_layer(&mut self, layer: u32) {
        self.collision_layer = layer;
        self.update_collision();
    }

    #[func]
    fn set_collision_mask(&mut self, mask: u32) {
        self.collision_mask = mask;
        self.update_collision();
    }

    #[func]
    fn get_plan(&self) -> Option<Gd<StonePlan>> {
        self.plan().map(StonePlan::of)
    }

    #[func]
    fn get_navigation(&self) -> Gd<StoneNavigation> {
        // The child is asked for and not remembered: it survives a reload of the library, a field would not.
        if let Some(child) = self.base().try_get_node_as(NAVIGATION) {
            return child;
        }
        let mut early = self.early_navigation.borrow_mut();
        early.get_or_insert_with(|| StoneNavigation::of(&self.to_gd())).clone()
    }
}

impl StoneWorld {
    fn add_navigation(&mut self) {
        let mut navigation = self.get_navigation();
        self.early_navigation.take();
        if navigation.get_parent().is_none() {
            navigation.set_name(NAVIGATION);
            let mut base = self.base_mut();
            base.add_child_ex(&navigation).internal(InternalMode::BACK).done();
        }
    }

    fn material_override_rid(&self) -> Rid {
        self.material_override
            .as_ref()
            .map_or(Rid::Invalid, |material| material.get_rid())
    }

    fn update_look(&mut self) {
        let material = self.material_override_rid();
        if let Some(running) = &mut self.running {
            running.scenery.set_look(material, self.cast_shadow);
        }
    }

    fn update_collision(&mut self) {
        if let Some(running) = &mut self.running {
            running.scenery.set_collision(self.collision_layer, self.collision_mask);
        }
    }
}

impl Drop for StoneWorld {
    fn drop(&mut self) {
        if let Some(navigation) = self.early_navigation.take() {
            navigation.free();
        }
    }
}
