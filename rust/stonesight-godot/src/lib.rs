//! Stonesight as Godot classes: Godot in, core call, Godot out. One file a class.
//!
//! * [`config`]: `StoneWorldConfig`, what a world is made of besides its seed
//! * [`viewer`]: `StoneViewer`, who is followed
//! * [`world`]: `StoneWorld`, which makes the world and puts it on screen and under the feet
//! * [`stroke`]: `StoneStroke`, what players add and remove
//! * [`navigation`], [`preheat`]: `StoneNavigation` and its ticket `StonePreheat`
//! * [`plan`]: `StonePlan`, what exists and where
//! * [`room`]: `StoneRoom`, what the plan knows of a space
//! * [`sight`]: `StoneLantern` and `StoneCutaway`, what may be seen and what the camera removes
//!
//! Workers are threads of the core and touch no Godot type: they hand over plain vectors, and the main thread copies those
//! into the engine under a time budget.

mod config;
mod navigation;
mod plan;
mod preheat;
mod room;
mod sight;
mod stroke;
mod viewer;
mod world;

use godot::classes::Engine;
use godot::global::godot_error;
use godot::init::{ExtensionLibrary, InitStage, gdextension};
use godot::obj::Singleton;

/// The extension's entry.
struct Stonesight;

#[gdextension(entry_symbol = stonesight_init)]
unsafe impl ExtensionLibrary for Stonesight {
    fn on_stage_init(stage: InitStage) {
        if stage == InitStage::Scene {
            stonesight::jobs::contain_panics();
        }
        // The rendering server is there from this stage on, and no shader was compiled yet.
        if stage == InitStage::MainLoop {
            sight::globals::add();
        }
    }

    fn on_stage_deinit(stage: InitStage) {
        // A library that is loaded again adds its own.
        if stage == InitStage::MainLoop {
            sight::globals::remove();
        }
        // Code that is about to be unloaded must not be running. A world joins its workers when it leaves the tree. When the
        // library is reloaded there still is a tree: worlds drop their state, and join, right after this stage.
        if stage == InitStage::Scene && Engine::singleton().get_main_loop().is_none() {
            let threads = stonesight::jobs::live_threads();
            if threads > 0 {
                godot_error!("Stonesight is unloaded while {threads} of its threads are alive");
            }
        }
    }
}
