//! Routes in the schematic: one colour a system, and their legend.

use std::fmt::Write;

use glam::DVec2;

use super::super::System;
use super::{HEAD, INK, MARGIN, Panel, Sheet};

/// The colour of a system's routes.
fn colour(system: System) -> &'static str {
    match system {
        System::Freight => "#e8b04a",
        System::Coolant => "#4ab3e8",
        System::Power => "#e8574a",
        System::Ventilation => "#b9e0c8",
        System::Maintenance => "#b58be0",
    }
}

impl Sheet<'_> {
    /// The lines of all routes, and what their colours mean.
    pub(super) fn routes(&mut self, panel: Panel) {
        let plan = self.plan;
        for route in &plan.routes {
            let mut path = String::new();
            for (i, point) in route.path.iter().enumerate() {
                let at = self.pixel(panel, DVec2::new(point.x, point.z));
                let _ = write!(path, "{}{:.1} {:.1}", if i == 0 { 'M' } else { 'L' }, at.x, at.y);
            }
            let colour = colour(route.system);
            let width = if route.rooms.is_empty() { 2.0 } else { 3.2 };
            self.line(format_args!(
                r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round" stroke-opacity="0.9"/>"#
            ));
        }
        let mut x = panel.left + 130.0;
        let y = HEAD + 21.0;
        for system in System::ALL {
            let count = plan.routes.iter().filter(|route| route.system == system).count();
            let colour = colour(system);
            self.line(format_args!(
                r#"<path d="M{x:.1} {y:.1}h22" stroke="{colour}" stroke-width="4"/>"#
            ));
            let place = format!(r#"x="{:.1}" y="{:.1}" font-size="12""#, x + 28.0, y + 4.0);
            self.lettering(&place, &format!("{count} {}", system.word()), ["#f3e9d6", INK]);
            x += 44.0 + 7.0 * (system.word().len() + 3) as f64 + MARGIN * 0.3;
        }
    }
}
