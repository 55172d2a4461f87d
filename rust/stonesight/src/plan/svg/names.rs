//! What is written over a plan drawing: doors, the start, names, the title and the scale bar.

use std::fmt::Write;

use glam::DVec2;

use super::ink::{Labels, escape};
use super::line::Line;
use super::{DOOR, HEAD, Panel, SCALE, Sheet};
use crate::room::Tag;

impl Sheet<'_> {
    /// Doors, the start, names, the title and the scale bar of a drawing.
    pub(super) fn finish(&mut self, panel: Panel, ink: &str, paper: &str, title: &str) {
        let plan = self.plan;
        let mut doors = Line::default();
        for door in plan.rooms.doors() {
            let tags = door.rooms.map(|id| plan.rooms.room(id).map(|room| room.tag));
            if tags.contains(&Some(panel.tag)) {
                let sill = DVec2::new(door.sill.x, door.sill.z);
                let across = door.direction.perp() * door.width * 0.5;
                doors.through([sill - across, sill + across].map(|end| self.pixel(panel, end)), false);
            }
        }
        for (colour, width) in [("#1a1613", 5.5), (DOOR, 3.0)] {
            self.line(format_args!(
                r#"<path d="{}" fill="none" stroke="{colour}" stroke-width="{width}"/>"#,
                doors.data()
            ));
        }
        if let (Tag::Surface, Some(start)) = (panel.tag, plan.places.first()) {
            let at = self.pixel(panel, DVec2::new(start.position.x, start.position.z));
            let tip = at + start.facing * 16.0;
            self.line(format_args!(
                r##"<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" stroke="#b3261e" stroke-width="2.5"/><circle cx="{:.1}" cy="{:.1}" r="5" fill="#b3261e" stroke="#fff" stroke-width="1.5"/>"##,
                at.x, at.y, tip.x, tip.y, at.x, at.y
            ));
        }
        let mut labels = Labels::default();
        let mut names = String::new();
        for room in plan
            .rooms
            .all()
            .iter()
            .filter(|room| room.tag == panel.tag && !room.kind.is_link())
        {
            let middle = room.middle();
            let at = self.pixel(panel, DVec2::new(middle.x, middle.z));
            let height = room.lowest();
            if let Some(at) = labels.place(at, &room.name) {
                let name = escape(&room.name);
                let (x, y) = (at.x, at.y);
                // Writing to a string cannot fail.
                let _ = write!(
                    names,
                    r#"<text x="{x:.0}" y="{y:.0}">{name}<tspan x="{x:.0}" dy="11" font-size="9">{height:+.1} m</tspan></text>"#
                );
            }
        }
        // All halos lie under all letters.
        self.line(format_args!(
            r#"<g text-anchor="middle" font-size="11"><g fill="none" stroke="{paper}" stroke-opacity="0.8" stroke-width="3" stroke-linejoin="round">{names}</g><g fill="{ink}">{names}</g></g>"#
        ));
        let (x, y) = (panel.left + 14.0, HEAD + 26.0);
        let place = format!(r#"x="{x:.1}" y="{y:.1}" font-size="18" font-style="italic""#);
        self.lettering(&place, title, [ink, paper]);
        let foot = HEAD + (self.high.y - self.low.y) * SCALE - 16.0;
        let length = 20.0 * SCALE;
        self.line(format_args!(
            r#"<path d="M{x:.1} {:.1}v6h{length}v-6" fill="none" stroke="{ink}" stroke-width="1.5"/><text x="{:.1}" y="{:.1}" font-size="11" fill="{ink}">20 m</text>"#,
            foot - 6.0,
            x + length + 6.0,
            foot + 2.0
        ));
    }
}
