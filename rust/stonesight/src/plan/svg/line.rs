//! Lines in few letters: corners in tenths of a pixel, each relative to the one before it, and lines to the end of the last.
//!
//! In: points in pixels. Out: the data of one path for any number of lines. Steps are taken between rounded corners, so that
//! rounding never adds up.

use glam::DVec2;

/// The data of a path.
#[derive(Debug, Default)]
pub(super) struct Line {
    data: String,
    /// The last corner in tenths.
    at: [i64; 2],
}

impl Line {
    /// Adds a line through points; its end joins its start where it is closed.
    pub fn through(&mut self, points: impl IntoIterator<Item = DVec2>, closed: bool) {
        let (mut first, mut start) = (true, self.at);
        for point in points {
            let to = tenths(point);
            if first {
                self.start(to);
                start = to;
            } else if to != self.at {
                // Pairs after a move are lines.
                let by = [to[0] - self.at[0], to[1] - self.at[1]];
                if by[0] >= 0 {
                    self.data.push(' ');
                }
                self.pair(by);
            }
            self.at = to;
            first = false;
        }
        if closed && !first {
            self.data.push('z');
            self.at = start;
        }
    }

    /// Begins a line. The first one is relative to the origin, so that the pairs after it are relative too.
    fn start(&mut self, to: [i64; 2]) {
        self.data.push('m');
        self.pair([to[0] - self.at[0], to[1] - self.at[1]]);
    }

    /// A level line from a point to the right.
    pub fn level(&mut self, from: DVec2, length: f64) {
        let ([x, y], [length, _]) = (tenths(from), tenths(DVec2::new(length, 0.0)));
        self.start([x, y]);
        self.data.push('h');
        self.number(length);
        self.at = [x + length, y];
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// The data.
    pub fn data(&self) -> &str {
        &self.data
    }

    fn pair(&mut self, [x, y]: [i64; 2]) {
        self.number(x);
        // A minus sign parts two numbers too.
        if y >= 0 {
            self.data.push(' ');
        }
        self.number(y);
    }

    fn number(&mut self, tenths: i64) {
        if tenths < 0 {
            self.data.push('-');
        }
        let whole = tenths.abs() / 10;
        if whole != 0 || tenths == 0 {
            self.data.push_str(&whole.to_string());
        }
        if tenths % 10 != 0 {
            self.data.push('.');
            self.data.push_str(&(tenths.abs() % 10).to_string());
        }
    }
}

fn tenths(point: DVec2) -> [i64; 2] {
    point.to_array().map(|value| (value * 10.0).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_relative_and_rounding_does_not_add_up() {
        let mut line = Line::default();
        let corners = [[10.04, 5.0], [10.08, -0.25], [9.0, -0.25]].map(DVec2::from);
        line.through(corners, true);
        assert_eq!(line.data(), "m10 5 .1-5.3-1.1 0z");
        line.level(DVec2::new(-1.5, 2.0), 16.0);
        // From where the closed line began.
        assert!(line.data().ends_with("zm-11.5-3h16"), "{}", line.data());
        let mut steps = Line::default();
        steps.through((0..=300).map(|i| DVec2::new(f64::from(i) * 0.333, 0.0)), false);
        let numbers = steps.data()[1..]
            .split(' ')
            .map(|number| number.parse::<f64>().unwrap());
        let sum: f64 = numbers.skip(2).sum();
        assert!((sum - 99.9).abs() < 1e-9, "{sum}");
    }
}
