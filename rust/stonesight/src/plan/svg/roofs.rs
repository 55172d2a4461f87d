//! What a room is, in the plan drawings: its ridge, its ramp, its treads.

use std::fmt::Write;

use glam::DVec2;

use super::super::space::{Cover, Form};
use super::line::Line;
use super::{Panel, SCALE, Sheet};
use crate::room::{Part, Room};

impl Sheet<'_> {
    /// What a room is, drawn as an architect would: ridges, ramps that wind, arrows on slopes.
    pub(super) fn roof(&mut self, panel: Panel, room: &Room) {
        let Some(space) = self.plan.space(room.id) else { return };
        let faint = r#"fill="none" stroke-opacity=".5" stroke-width="1.2""#;
        match space.form {
            Form::Spiral(spiral) => {
                let mut path = String::new();
                for i in 0..=48 {
                    let share = f64::from(i) / 48.0;
                    let angle = spiral.start + share * spiral.turns * std::f64::consts::TAU;
                    let radius = spiral.core + (spiral.radius - spiral.core) * (0.3 + 0.5 * share);
                    let at = spiral.centre + DVec2::new(libm::cos(angle), libm::sin(angle)) * radius;
                    let at = self.pixel(panel, at);
                    let _ = write!(path, "{}{:.1} {:.1}", if i == 0 { 'M' } else { 'L' }, at.x, at.y);
                }
                let (at, core) = (self.pixel(panel, spiral.centre), spiral.core * SCALE);
                self.line(format_args!(
                    r##"<path d="{path}" {faint}/><circle cx="{:.1}" cy="{:.1}" r="{core:.1}" fill="#1a1613" fill-opacity="0.55"/>"##,
                    at.x, at.y
                ));
            }
            Form::Barrel {
                centre,
                along,
                half_length,
                ..
            } => self.stroke(panel, centre - along * half_length, centre + along * half_length, faint),
            Form::Link { .. } | Form::Switchback { .. } | Form::Terraces { .. } => {
                let mut treads = Line::default();
                for part in room.parts.iter().filter(|part| part.floor.slope.length() > 0.05) {
                    self.treads(panel, part, &mut treads);
                }
                if !treads.is_empty() {
                    self.line(format_args!(r#"<path d="{}" {faint}/>"#, treads.data()));
                }
            }
            Form::Hung { .. } => {
                // The house stands out from the void.
                let mut house = Line::default();
                self.outlines(panel, &room.parts[1..], &mut house);
                self.line(format_args!(
                    r##"<path d="{}" fill="#d8c9ae" fill-opacity="0.55" stroke="#0d0b10" stroke-width="1.2"/>"##,
                    house.data()
                ));
            }
            Form::Tunnel { .. } => {}
            Form::Parts => {
                if let Cover::Gable { along } = space.cover {
                    let (low, high) = room.parts[0].outline.bounds();
                    let middle = (low + high) * 0.5;
                    let half = room.parts[0]
                        .outline
                        .corners
                        .iter()
                        .map(|&c| (c - middle).dot(along).abs())
                        .fold(0.0, f64::max);
                    self.stroke(panel, middle - along * half, middle + along * half, faint);
                }
            }
        }
    }

    fn stroke(&mut self, panel: Panel, a: DVec2, b: DVec2, style: &str) {
        let mut line = Line::default();
        line.through([a, b].map(|end| self.pixel(panel, end)), false);
        self.line(format_args!(r#"<path d="{}" {style}/>"#, line.data()));
    }

    /// Treads across a slope, closer together where it is steeper.
    fn treads(&self, panel: Panel, part: &Part, line: &mut Line) {
        let (up, from) = (part.floor.slope.normalize(), part.outline.corners[0]);
        let spans = part.outline.corners.iter().map(|&corner| (corner - from).dot(up));
        let (low, high) = spans.fold((0.0f64, 0.0f64), |(low, high), s| (low.min(s), high.max(s)));
        let step = 0.35 / part.floor.slope.length();
        let middle = (part.outline.corners[0] + part.outline.corners[2]) * 0.5;
        let across = part
            .outline
            .corners
            .iter()
            .map(|&c| (c - middle).dot(up.perp()).abs())
            .fold(0.0, f64::max);
        let base = middle - up * (middle - from).dot(up);
        // To and fro: the way to the next one is short.
        let (mut s, mut half) = (low + step * 0.5, up.perp() * across);
        while s < high {
            let at = base + up * s;
            let ends = [at - half, at + half];
            half = -half;
            line.through(ends.map(|end| self.pixel(panel, end)), false);
            s += step;
        }
    }
}
