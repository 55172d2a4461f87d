//! Figures of a world in the debugger's monitor list.

use std::cell::Cell;
use std::rc::Rc;

use godot::classes::Performance;
use godot::prelude::*;

/// The figures. The monitors read them, the world writes them once a frame.
#[derive(Default)]
pub struct Figures {
    /// Chunks that are loaded.
    pub chunks: Cell<i64>,
    /// Chunks that are being made or wait for it, and uploads and bodies that are due.
    pub pending: Cell<i64>,
    /// Milliseconds that the last frame of this world took on the main thread.
    pub main_thread_ms: Cell<f64>,
    /// Triangles that are drawn.
    pub triangles: Cell<i64>,
}

/// Monitors that are registered for as long as this lives.
pub struct Monitors {
    names: Vec<StringName>,
}

impl Monitors {
    /// Registers `stonesight/chunks` and so on; of a second world `stonesight/chunks 2`.
    pub fn new(figures: &Rc<Figures>) -> Self {
        let mut performance = Performance::singleton();
        let suffix = (1..)
            .map(|number| {
                if number == 1 {
                    String::new()
                } else {
                    format!(" {number}")
                }
            })
            .find(|suffix| !performance.has_custom_monitor(&format!("stonesight/chunks{suffix}")))
            .unwrap_or_default();
        let mut names = Vec::new();
        let mut add = |name: &str, read: fn(&Figures) -> Variant| {
            let name = StringName::from(&format!("stonesight/{name}{suffix}"));
            let figures = Rc::clone(figures);
            let callable = Callable::from_fn(name.to_string(), move |_| read(&figures));
            performance.add_custom_monitor(&name, &callable);
            names.push(name);
        };
        add("chunks", |figures| figures.chunks.get().to_variant());
        add("pending", |figures| figures.pending.get().to_variant());
        add("main_thread_ms", |figures| figures.main_thread_ms.get().to_variant());
        add("triangles", |figures| figures.triangles.get().to_variant());
        Self { names }
    }
}

impl Drop for Monitors {
    fn drop(&mut self) {
        let mut performance = Performance::singleton();
        for name in &self.names {
            performance.remove_custom_monitor(name);
        }
    }
}
