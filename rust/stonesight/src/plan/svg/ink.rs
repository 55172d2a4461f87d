//! Colours and letters of the drawing.

use glam::DVec2;

/// Bands that heights are told apart by.
pub(super) const BANDS: u8 = 8;

/// From the lowest court, in the shade, to the highest, in the sun.
const HEIGHTS: [[f64; 3]; 4] = [
    [92.0, 122.0, 116.0],
    [168.0, 172.0, 128.0],
    [226.0, 190.0, 120.0],
    [214.0, 120.0, 84.0],
];
/// From the deepest room to the one nearest to the light.
const DEPTHS: [[f64; 3]; 4] = [
    [62.0, 66.0, 112.0],
    [98.0, 86.0, 138.0],
    [158.0, 106.0, 124.0],
    [206.0, 146.0, 110.0],
];

/// Colour of a surface floor, 0 the lowest and 1 the highest.
pub(super) fn height_colour(share: f64) -> String {
    band(&HEIGHTS, share)
}

/// Colour of a floor in the rock, 0 the deepest and 1 the highest.
pub(super) fn deep_colour(share: f64) -> String {
    band(&DEPTHS, share)
}

/// Steps of the ground's colour from the valley to the hill, and of its light from the shade to the sun: finer ones nobody tells
/// apart, and cells of one colour are drawn as one.
const GROUND: [f64; 2] = [8.0, 7.0];

/// Colour of the ground at a height in metres; `lit` is how much it faces the light, as a slope.
pub(super) fn ground_colour(height: f64, lit: f64) -> String {
    let share = (((height + 8.0) / 40.0).clamp(0.0, 1.0) * GROUND[0]).round() / GROUND[0];
    let light = 1.0 + 0.28 * (lit.clamp(-1.0, 1.0) * GROUND[1]).round() / GROUND[1];
    let colour = mix([196.0, 205.0, 172.0], [233.0, 222.0, 196.0], share);
    text(colour.map(|c| c * light))
}

fn band(stops: &[[f64; 3]; 4], share: f64) -> String {
    let bands = f64::from(BANDS);
    let step = (share * bands).floor().clamp(0.0, bands - 1.0) / (bands - 1.0) * 3.0;
    let index = (step as usize).min(2);
    text(mix(stops[index], stops[index + 1], step - index as f64))
}

fn mix(a: [f64; 3], b: [f64; 3], share: f64) -> [f64; 3] {
    [0, 1, 2].map(|i| a[i] + (b[i] - a[i]) * share)
}

fn text(colour: [f64; 3]) -> String {
    let [r, g, b] = colour.map(|c| c.round().clamp(0.0, 255.0) as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Text with the characters that mean something in XML replaced.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Labels that keep clear of one another.
#[derive(Debug, Default)]
pub(super) struct Labels {
    placed: Vec<(DVec2, DVec2)>,
}

impl Labels {
    /// Where the two lines of a label may stand near a point; `None` where there is no space for it.
    pub fn place(&mut self, at: DVec2, text: &str) -> Option<DVec2> {
        let half = DVec2::new(3.0 * text.chars().count() as f64 + 2.0, 12.0);
        for step in [0.0, -14.0, 14.0, -26.0, 26.0, -38.0, 38.0] {
            let middle = at + DVec2::new(0.0, step);
            let (low, high) = (middle - half, middle + half);
            let free = |&(l, h): &(DVec2, DVec2)| l.x > high.x || h.x < low.x || l.y > high.y || h.y < low.y;
            if self.placed.iter().all(free) {
                self.placed.push((low, high));
                return Some(middle);
            }
        }
        None
    }
}
