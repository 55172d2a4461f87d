//! The plan as a drawing: the city and what lies under it side by side, and a section below.

use std::fmt::Write;

use glam::DVec2;

use super::Plan;
use crate::room::{Part, Room, Tag};

mod ink;
mod line;
mod names;
mod relief;
mod roofs;
mod routes;
mod section;

use ink::{deep_colour, height_colour};
use line::Line;

/// Pixels a metre.
const SCALE: f64 = 4.0;
/// Free border around the rooms, around the sheet and between the drawings.
const BORDER: f64 = 16.0;
const MARGIN: f64 = 36.0;
const HEAD: f64 = 92.0;
/// Height of the legend.
const LEGEND: f64 = 84.0;
/// Area of the smallest part that is drawn dashed, in m².
const LEAST: f64 = 3.2;
/// Ink of lines and letters, paper by day and by night, and the colour of openings.
const INK: &str = "#2b2622";
const PAPER: &str = "#f6f1e6";
const NIGHT: &str = "#201d24";
const DOOR: &str = "#fffaf0";

/// A schematic of a plan as an SVG document: floors coloured by height, links paler, doors as bright bars, what lies on
/// the other side of the ground dashed; a section seen along +Z below; names, a legend and a scale bar.
pub fn svg(plan: &Plan) -> String {
    Sheet::of(plan).draw()
}

struct Sheet<'a> {
    plan: &'a Plan,
    /// What is drawn, in world metres: plan corners, and the lowest and highest height.
    low: DVec2,
    high: DVec2,
    heights: [f64; 2],
    out: String,
}

/// One of the two plan drawings: its tag, and its left edge in pixels.
#[derive(Clone, Copy)]
struct Panel {
    tag: Tag,
    left: f64,
}

impl<'a> Sheet<'a> {
    fn of(plan: &'a Plan) -> Self {
        let parts = || plan.rooms.all().iter().flat_map(|room| &room.parts);
        let (low, high) = parts()
            .map(|part| part.outline.bounds())
            .fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), (l, h)| {
                (low.min(l), high.max(h))
            });
        let lowest = parts().map(|part| part.lowest()).fold(f64::INFINITY, f64::min);
        let highest = parts().map(|part| part.highest()).fold(f64::NEG_INFINITY, f64::max);
        Self {
            plan,
            low: low - BORDER,
            high: high + BORDER,
            heights: [lowest - 6.0, highest + 4.0],
            out: String::new(),
        }
    }

    fn draw(mut self) -> String {
        let panel = (self.high - self.low) * SCALE;
        let section = (self.heights[1] - self.heights[0]) * SCALE;
        let width = panel.x * 2.0 + MARGIN * 3.0;
        let height = HEAD + panel.y + MARGIN + section + MARGIN + LEGEND;
        self.line(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" font-family="Georgia, 'DejaVu Serif', serif">"#
        ));
        self.line(format_args!(r#"<rect width="100%" height="100%" fill="{PAPER}"/>"#));
        self.head();
        let city = Panel {
            tag: Tag::Surface,
            left: MARGIN,
        };
        let deep = Panel {
            tag: Tag::Underground,
            left: MARGIN * 2.0 + panel.x,
        };
        self.city(city);
        self.deep(deep);
        self.section(HEAD + panel.y + MARGIN, width - MARGIN * 2.0);
        self.legend(height - LEGEND);
        self.out.push_str("</svg>\n");
        self.out
    }

    fn line(&mut self, arguments: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(arguments);
        self.out.push('\n');
    }

    fn head(&mut self) {
        let (plan, tags) = (self.plan, [Tag::Surface, Tag::Underground]);
        let [city, deep] = tags.map(|tag| plan.count(tag));
        let [ways, passages] = tags.map(|tag| plan.links(tag));
        // Adding zero takes the sign from a rounded −0.
        let [low, high] = plan.floors(Tag::Surface).map(|height| height.round() + 0.0);
        let deepest = plan.floors(Tag::Underground)[0];
        self.line(format_args!(
            r#"<text x="{MARGIN}" y="48" font-size="30" fill="{INK}">World of seed {}</text>"#,
            plan.seed
        ));
        self.line(format_args!(
            r##"<text x="{MARGIN}" y="74" font-size="14" fill="#6d6157">{city} spaces and {ways} links under the sky, floors from {low:.0} to {high:.0} m · {deep} spaces and {passages} links in the rock, down to {deepest:.0} m · {} doors</text>"##,
            plan.rooms.doors().len()
        ));
    }

    /// Letters with a halo of the paper's colour. Not every viewer knows `paint-order`, so the halo is written first.
    fn lettering(&mut self, place: &str, body: &str, [ink, paper]: [&str; 2]) {
        self.line(format_args!(
            r#"<text {place} fill="none" stroke="{paper}" stroke-opacity="0.8" stroke-width="3" stroke-linejoin="round">{body}</text>"#
        ));
        self.line(format_args!(r#"<text {place} fill="{ink}">{body}</text>"#));
    }

    fn frame(&mut self, panel: Panel, paper: &str) {
        let size = (self.high - self.low) * SCALE;
        self.line(format_args!(
            r#"<rect x="{:.1}" y="{HEAD}" width="{:.1}" height="{:.1}" fill="{paper}"/>"#,
            panel.left, size.x, size.y
        ));
    }

    fn city(&mut self, panel: Panel) {
        self.frame(panel, PAPER);
        self.shade(panel);
        self.beyond(panel, Tag::Underground, r##"stroke="#4b4038" stroke-opacity="0.45""##);
        let [low, high] = self.plan.floors(Tag::Surface);
        self.line(format_args!(
            r#"<g stroke="{INK}" stroke-width="2.4" stroke-linejoin="round">"#
        ));
        for room in self.sorted(Tag::Surface) {
            let style = if room.kind.is_link() {
                r#" fill-opacity=".75" stroke-width=".8""#
            } else {
                ""
            };
            let colour = |part: &Part| height_colour((part.lowest() - low) / (high - low));
            self.floors(panel, room, style, &colour);
            self.roof(panel, room);
        }
        self.line(format_args!("</g>"));
        self.finish(panel, INK, PAPER, "The city");
    }

    fn deep(&mut self, panel: Panel) {
        self.frame(panel, NIGHT);
        self.beyond(panel, Tag::Surface, r##"stroke="#d8c9ae" stroke-opacity="0.28""##);
        let [low, high] = self.plan.floors(Tag::Underground);
        self.line(format_args!(
            r##"<g stroke="#0d0b10" stroke-width="2" stroke-linejoin="round">"##
        ));
        for room in self.sorted(Tag::Underground) {
            let colour = deep_colour((room.lowest() - low) / (high - low));
            let style = if room.kind.is_link() {
                r#" stroke-width=".8""#
            } else {
                ""
            };
            self.floors(panel, room, style, &|_| colour.clone());
            self.roof(panel, room);
        }
        self.line(format_args!("</g>"));
        self.routes(panel);
        self.finish(panel, "#f3e9d6", NIGHT, "Under it");
    }

    /// The outlines of what lies on the other side of the ground, dashed.
    fn beyond(&mut self, panel: Panel, tag: Tag, style: &str) {
        let mut line = Line::default();
        for part in self.sorted(tag).into_iter().flat_map(|room| &room.parts) {
            // A dash is longer than a landing.
            if part.outline.area().abs() > LEAST {
                self.outlines(panel, std::slice::from_ref(part), &mut line);
            }
        }
        self.line(format_args!(
            r#"<path d="{}" fill="none" {style} stroke-width="1" stroke-dasharray="4 3"/>"#,
            line.data()
        ));
    }

    /// The parts of a room: one path for those of one colour after another.
    fn floors(&mut self, panel: Panel, room: &Room, style: &str, colour: &dyn Fn(&Part) -> String) {
        for parts in room.parts.chunk_by(|a, b| colour(a) == colour(b)) {
            let mut line = Line::default();
            self.outlines(panel, parts, &mut line);
            self.line(format_args!(
                r#"<path d="{}" fill="{}"{style}/>"#,
                line.data(),
                colour(&parts[0])
            ));
        }
    }

    fn outlines(&self, panel: Panel, parts: &[Part], line: &mut Line) {
        for part in parts {
            let corners = part.outline.corners.iter();
            line.through(corners.map(|&corner| self.pixel(panel, corner)), true);
        }
    }

    fn pixel(&self, panel: Panel, point: DVec2) -> DVec2 {
        (point - self.low) * SCALE + DVec2::new(panel.left, HEAD)
    }

    /// Rooms of a tag from the lowest to the highest, so that what lies higher is drawn over what lies lower.
    fn sorted(&self, tag: Tag) -> Vec<&'a Room> {
        let mut rooms: Vec<&Room> = self.plan.rooms.all().iter().filter(|room| room.tag == tag).collect();
        rooms.sort_by(|a, b| a.lowest().total_cmp(&b.lowest()));
        rooms
    }
}
