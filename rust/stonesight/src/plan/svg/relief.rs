//! The ground of the plan drawing above ground, shaded.

use std::collections::BTreeMap;

use glam::DVec2;

use super::ink::ground_colour;
use super::line::Line;
use super::{HEAD, PAPER, Panel, SCALE, Sheet};

impl Sheet<'_> {
    /// The ground, lit from the north-west: one path a colour, and one stroke for cells of a row that are alike.
    pub(super) fn shade(&mut self, panel: Panel) {
        let step = 5.0;
        let count = ((self.high - self.low) / step).ceil();
        let mut shades: BTreeMap<String, Line> = BTreeMap::new();
        for row in 0..count.y as usize {
            let at = |column: usize| self.low + DVec2::new(column as f64, row as f64) * step;
            let shade = |column: usize| {
                let middle = at(column) + step * 0.5;
                let height = |x: f64, z: f64| self.plan.ground.at(middle + DVec2::new(x, z));
                let lit = (height(2.5, 2.5) - height(-2.5, -2.5)) / 7.07;
                ground_colour(height(0.0, 0.0), lit)
            };
            let colours: Vec<String> = (0..count.x as usize).map(shade).collect();
            let mut column = 0;
            for alike in colours.chunk_by(|a, b| a == b) {
                let from = self.pixel(panel, at(column) + DVec2::new(0.0, step * 0.5));
                let length = alike.len() as f64 * step * SCALE;
                // Half a pixel more, as for the width: no seam shows between two.
                shades.entry(alike[0].clone()).or_default().level(from, length + 0.5);
                column += alike.len();
            }
        }
        self.line(format_args!(r#"<g fill="none" stroke-width="{}">"#, step * SCALE + 0.5));
        for (colour, line) in shades {
            self.line(format_args!(r#"<path d="{}" stroke="{colour}"/>"#, line.data()));
        }
        // What the last row and the last column have too much.
        let size = (self.high - self.low) * SCALE;
        self.line(format_args!(
            r#"</g><path d="M{:.1} {:.1}v{:.1}h{:.1}v24h{:.1}v{:.1}z" fill="{PAPER}"/>"#,
            panel.left + size.x,
            HEAD - 2.0,
            size.y + 2.0,
            -size.x,
            size.x + 24.0,
            -size.y - 26.0
        ));
    }
}
