//! The plan as a drawing: the city and what lies under it side by side, and a section below.

use std::fmt::Write;

use glam::DVec2;

use super::Plan;
use crate::room::{Part, Room, Tag};

mod ink;
mod line;
mod routes;
mod section;

use std::collections::BTreeMap;

use ink::{Labels, deep_colour, escape, ground_colour, height_colour};
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
/// Ink of lines and letters, paper, and the colour of openings.
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

    /// Doors, the start, names, the title and the scale bar of a drawing.
    fn finish(&mut self, panel: Panel, ink: &str, paper: &str, title: &str) {
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

    /// What a room is, drawn as an architect would: ridges, ramps that wind, arrows on slopes.
    fn roof(&mut self, panel: Panel, room: &Room) {
        let Some(space) = self.plan.space(room.id) else { return };
        let faint = r#"fill="none" stroke-opacity=".5" stroke-width="1.2""#;
        match space.form {
            super::Form::Spiral(spiral) => {
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
            super::Form::Barrel {
                centre,
                along,
                half_length,
                ..
            } => self.stroke(panel, centre - along * half_length, centre + along * half_length, faint),
            super::Form::Link { .. } | super::Form::Switchback { .. } | super::Form::Terraces { .. } => {
                let mut treads = Line::default();
                for part in room.parts.iter().filter(|part| part.floor.slope.length() > 0.05) {
                    self.treads(panel, part, &mut treads);
                }
                if !treads.is_empty() {
                    self.line(format_args!(r#"<path d="{}" {faint}/>"#, treads.data()));
                }
            }
            super::Form::Hung { .. } => {
                // The house stands out from the void.
                let mut house = Line::default();
                self.outlines(panel, &room.parts[1..], &mut house);
                self.line(format_args!(
                    r##"<path d="{}" fill="#d8c9ae" fill-opacity="0.55" stroke="#0d0b10" stroke-width="1.2"/>"##,
                    house.data()
                ));
            }
            super::Form::Tunnel { .. } => {}
            super::Form::Parts => {
                if let super::Cover::Gable { along } = space.cover {
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

    /// The ground, lit from the north-west: one path a colour, and one stroke for cells of a row that are alike.
    fn shade(&mut self, panel: Panel) {
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
