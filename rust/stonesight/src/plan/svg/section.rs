//! The section below the drawings, and the legend.

use std::fmt::Write;

use glam::DVec2;

use super::ink::{self, deep_colour, height_colour};
use super::line::Line;
use super::{DOOR, INK, MARGIN, PAPER, SCALE, Sheet};
use crate::room::{Kind, Part, Room, Tag};

/// Whether two parts that follow one another are one in the section: a landing and the door behind it.
fn is_level_with(a: &Part, b: &Part) -> bool {
    let level = |part: &Part| part.floor.slope == DVec2::ZERO && part.ceiling.slope == DVec2::ZERO;
    let ((low, high), (from, to)) = (a.outline.bounds(), b.outline.bounds());
    let touch = from.x <= high.x + 0.1 && low.x <= to.x + 0.1;
    touch && level(a) && level(b) && a.floor.height == b.floor.height && a.ceiling.height == b.ceiling.height
}

impl Sheet<'_> {
    /// Everything projected along +Z: the nearest rooms are those with the smallest z, drawn last.
    pub(super) fn section(&mut self, top: f64, width: f64) {
        let [bottom, peak] = self.heights;
        let scale = SCALE;
        let centre = MARGIN + width * 0.5;
        let middle = (self.low.x + self.high.x) * 0.5;
        let x = |world: f64| centre + (world - middle) * scale;
        let y = |height: f64| top + (peak - height) * scale;
        let foot = y(bottom);
        self.line(format_args!(
            r##"<rect x="{MARGIN}" y="{top:.1}" width="{width:.1}" height="{:.1}" fill="#e9eef0"/>"##,
            foot - top
        ));
        // The skyline of the ground, and its lowest line in front of it.
        for (highest, colour) in [(true, "#b9b08f"), (false, "#6e6250")] {
            let mut path = format!("M{MARGIN:.1} {foot:.1}");
            for i in 0..=200 {
                let pixel = MARGIN + width * f64::from(i) / 200.0;
                let world = middle + (pixel - centre) / scale;
                let along = (0..60).map(|j| self.low.y + (self.high.y - self.low.y) * f64::from(j) / 59.0);
                let heights = along.map(|z| self.plan.ground.at(DVec2::new(world, z)));
                let height = if highest {
                    heights.fold(f64::MIN, f64::max)
                } else {
                    heights.fold(f64::MAX, f64::min)
                };
                let _ = write!(path, "L{pixel:.1} {:.1}", y(height));
            }
            self.line(format_args!(
                r#"<path d="{path}L{:.1} {foot:.1}Z" fill="{colour}"/>"#,
                MARGIN + width
            ));
        }
        let plan = self.plan;
        let mut rooms: Vec<&Room> = plan.rooms.all().iter().collect();
        let depth = |room: &Room| room.parts[0].outline.bounds().0.y;
        rooms.sort_by(|a, b| depth(b).total_cmp(&depth(a)));
        self.line(format_args!(
            r#"<g stroke="{INK}" stroke-width="0.8" fill-opacity="0.92">"#
        ));
        for room in rooms {
            let [low, high] = plan.floors(room.tag);
            let share = (room.lowest() - low) / (high - low);
            let colour = if room.tag == Tag::Surface {
                height_colour(share)
            } else {
                deep_colour(share)
            };
            let mut line = Line::default();
            for parts in room.parts.chunk_by(is_level_with) {
                let bounds = parts.iter().map(|part| part.outline.bounds());
                let (from, to) = bounds.fold((f64::INFINITY, f64::NEG_INFINITY), |(from, to), (low, high)| {
                    (from.min(low.x), to.max(high.x))
                });
                let part = &parts[0];
                let clear = if room.open_sky { 1.1 } else { f64::INFINITY };
                let at = |edge: f64| {
                    let corners = part.outline.corners.iter().filter(move |c| (c.x - edge).abs() < 0.01);
                    corners.map(|&c| part.floor.at(c)).fold(f64::INFINITY, f64::min)
                };
                let (a, b) = if parts.len() > 1 {
                    (part.floor.height, part.floor.height)
                } else {
                    (at(from), at(to))
                };
                let height = (part.ceiling.height - part.floor.height).min(clear);
                let corners = [(from, a), (to, b), (to, b + height), (from, a + height)];
                line.through(corners.map(|(at, height)| DVec2::new(x(at), y(height))), true);
            }
            self.line(format_args!(r#"<path d="{}" fill="{colour}"/>"#, line.data()));
        }
        self.line(format_args!("</g>"));
        let mut height = (bottom / 10.0).ceil() * 10.0;
        while height < peak {
            self.line(format_args!(
                r#"<path d="M{MARGIN} {:.1}h8" stroke="{INK}" stroke-width="1"/>"#,
                y(height)
            ));
            let place = format!(r#"font-size="10" x="{:.1}" y="{:.1}""#, MARGIN + 11.0, y(height) + 3.5);
            self.lettering(&place, &format!("{height:+.0} m"), [INK, PAPER]);
            height += 10.0;
        }
        self.line(format_args!(
            r#"<text x="{:.1}" y="{:.1}" text-anchor="end" font-size="18" font-style="italic" fill="{INK}">Section, seen along +Z</text>"#,
            MARGIN + width - 14.0,
            top + 26.0
        ));
    }

    pub(super) fn legend(&mut self, top: f64) {
        let plan = self.plan;
        let mut x = MARGIN;
        for (tag, title) in [
            (Tag::Surface, "Floors under the sky"),
            (Tag::Underground, "Floors in the rock"),
        ] {
            let [low, high] = plan.floors(tag);
            self.line(format_args!(
                r#"<text x="{x:.1}" y="{:.1}" font-size="12" fill="{INK}">{title}</text>"#,
                top + 14.0
            ));
            for i in 0..ink::BANDS {
                let share = (f64::from(i) + 0.5) / f64::from(ink::BANDS);
                let colour = if tag == Tag::Surface {
                    height_colour(share)
                } else {
                    deep_colour(share)
                };
                self.line(format_args!(
                    r#"<rect x="{:.1}" y="{:.1}" width="30" height="14" fill="{colour}" stroke="{INK}" stroke-width="0.6"/>"#,
                    x + 30.0 * f64::from(i),
                    top + 22.0
                ));
            }
            let end = x + 30.0 * f64::from(ink::BANDS);
            for (at, anchor, value) in [(x, "start", low), (end, "end", high)] {
                self.line(format_args!(
                    r#"<text x="{at:.1}" y="{:.1}" text-anchor="{anchor}" font-size="11" fill="{INK}">{value:+.1} m</text>"#,
                    top + 50.0
                ));
            }
            x = end + 40.0;
        }
        let kinds = [
            Kind::Court,
            Kind::Garden,
            Kind::LongHall,
            Kind::Gatehouse,
            Kind::Pavilion,
            Kind::Tower,
            Kind::SwitchbackHall,
            Kind::StackedTerraces,
        ]
        .into_iter()
        .chain([
            Kind::Vault,
            Kind::Hall,
            Kind::Gallery,
            Kind::Shaft,
            Kind::Sewer,
            Kind::Drain,
        ]);
        let count = |kind: Kind| plan.rooms.all().iter().filter(|room| room.kind == kind).count();
        let words: Vec<String> = kinds.map(|kind| format!("{} {}", count(kind), kind.word())).collect();
        self.line(format_args!(
            r##"<text x="{x:.1}" y="{:.1}" font-size="12" fill="#6d6157">{}</text>"##,
            top + 14.0,
            words.join(" · ")
        ));
        self.line(format_args!(
            r##"<line x1="{x:.1}" y1="{y:.1}" x2="{:.1}" y2="{y:.1}" stroke="#1a1613" stroke-width="5.5"/><line x1="{x:.1}" y1="{y:.1}" x2="{:.1}" y2="{y:.1}" stroke="{DOOR}" stroke-width="3"/><text x="{:.1}" y="{:.1}" font-size="12" fill="{INK}">door</text><circle cx="{:.1}" cy="{y:.1}" r="5" fill="#b3261e" stroke="#fff" stroke-width="1.5"/><text x="{:.1}" y="{:.1}" font-size="12" fill="{INK}">start</text><path d="M{:.1} {y:.1}h26" stroke="#4b4038" stroke-dasharray="4 3"/><text x="{:.1}" y="{:.1}" font-size="12" fill="{INK}">on the other side of the ground</text>"##,
            x + 14.0, x + 14.0, x + 20.0, top + 38.0, x + 66.0, x + 76.0, top + 38.0, x + 118.0, x + 150.0, top + 38.0,
            y = top + 34.0
        ));
    }
}
