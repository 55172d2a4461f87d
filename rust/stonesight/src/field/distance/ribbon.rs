//! The ribbon: a way of several straight spans, each a rectangle in the plan between a floor line and a ceiling line.

use glam::{Vec2, Vec3};

use super::{Bounds, Distances, Extent, Local, larger, right_angle, smaller, spread};
use crate::field::number::Number;
use crate::program::Span;

/// One span, in its own coordinates: along it, across it, and up.
#[derive(Clone, Copy, Debug)]
struct Piece {
    from: Vec2,
    along: Vec2,
    length: f32,
    /// Height at the near end, and rise a metre along it: of the floor and of the ceiling.
    floor: [f32; 2],
    ceiling: [f32; 2],
    /// Cosines of the slopes of floor and ceiling.
    cosines: [f32; 2],
    level: bool,
}

impl Piece {
    fn new(span: &Span) -> Self {
        let way = span.to.as_dvec2() - span.from.as_dvec2();
        let length = way.length() as f32;
        let line = |ends: [f32; 2]| [ends[0], (ends[1] - ends[0]) / length];
        let cosine = |slope: f32| 1.0 / (1.0 + slope * slope).sqrt();
        let (floor, ceiling) = (line(span.floor), line(span.ceiling));
        Self {
            from: span.from,
            along: way.normalize().as_vec2(),
            length,
            floor,
            ceiling,
            cosines: [cosine(floor[1]), cosine(ceiling[1])],
            level: floor[1] == 0.0 && ceiling[1] == 0.0,
        }
    }

    /// The distance from how far a point lies beyond the sides, the ends, the floor and the ceiling.
    #[inline(always)]
    fn join<N: Number>(&self, across: N, end: N, below: N, above: N) -> N {
        let side = right_angle(across, end);
        let vertical = N::most(below, above);
        if self.level {
            right_angle(side, vertical)
        } else {
            N::most(side, vertical)
        }
    }
}

/// The union of the spans.
#[derive(Clone, Debug)]
pub(in crate::field) struct Ribbon {
    pieces: Vec<Piece>,
    half_width: f32,
    extent: Extent,
}

impl Ribbon {
    pub(super) fn new(spans: &[Span], half_width: f32) -> Self {
        let pieces: Vec<Piece> = spans.iter().map(Piece::new).collect();
        let (mut low, mut high, mut lift) = (Vec3::INFINITY, Vec3::NEG_INFINITY, 1.0);
        for (span, piece) in spans.iter().zip(&pieces) {
            let across = Vec2::new(piece.along.y, piece.along.x).abs() * half_width;
            let (from, to) = (span.from.min(span.to) - across, span.from.max(span.to) + across);
            low = low.min(Vec3::new(from.x, span.floor[0].min(span.floor[1]), from.y));
            high = high.max(Vec3::new(to.x, span.ceiling[0].max(span.ceiling[1]), to.y));
            // As for the prism.
            for (line, cosine) in [piece.floor, piece.ceiling].into_iter().zip(piece.cosines) {
                lift = smaller(lift, 1.0 / (1.0 / cosine + line[1].abs()));
            }
        }
        Self {
            pieces,
            half_width,
            extent: Extent { low, high, lift },
        }
    }

    #[inline(always)]
    pub(super) fn fill<N: Number, const W: usize, const C: usize>(&self, local: Local<'_, W>, out: &mut Distances<W>) {
        for (index, piece) in self.pieces.iter().enumerate() {
            for lane in 0..W {
                let [x, y, z] = local.point::<N>(lane);
                let (x, z) = (x.plus(-piece.from.x), z.plus(-piece.from.y));
                let along = x.times(piece.along.x) + z.times(piece.along.y);
                let across = x.times(piece.along.y) - z.times(piece.along.x);
                let beyond = N::most(-along, along.plus(-piece.length));
                let below = (along.times(piece.floor[1]).plus(piece.floor[0]) - y).times(piece.cosines[0]);
                let above = (y - along.times(piece.ceiling[1]).plus(piece.ceiling[0])).times(piece.cosines[1]);
                let distance = piece.join(across.abs().plus(-self.half_width), beyond, below, above);
                out.set_where(lane, (index == 0) | (distance.value() < out.value[lane]), distance);
            }
        }
    }

    #[inline(always)]
    pub(super) fn bounds<const W: usize>(&self, centres: Local<'_, W>, half: Vec3, out: &mut Bounds<W>) {
        let apart = half.length();
        for (index, piece) in self.pieces.iter().enumerate() {
            let direction = piece.along.abs();
            let ahead = direction.x * half.x + direction.y * half.z;
            let aside = direction.y * half.x + direction.x * half.z;
            let reach = |line: [f32; 2]| line[1].abs() * ahead + half.y;
            let (under, over) = (reach(piece.floor), reach(piece.ceiling));
            for lane in 0..W {
                let (x, z) = (centres.x[lane] - piece.from.x, centres.z[lane] - piece.from.y);
                let along = x * piece.along.x + z * piece.along.y;
                let across = (x * piece.along.y - z * piece.along.x).abs();
                let y = centres.y[lane];
                let below = piece.floor[0] + along * piece.floor[1] - y;
                let above = y - piece.ceiling[0] - along * piece.ceiling[1];
                // What every part of the distance is at least, or at most, in the box; the distance grows with each.
                let at = |sign: f32| {
                    piece.join(
                        (across + sign * aside).positive() - self.half_width,
                        larger(-along, along - piece.length) + sign * ahead,
                        (below + sign * under) * piece.cosines[0],
                        (above + sign * over) * piece.cosines[1],
                    )
                };
                let middle = at(0.0);
                let low = larger(at(-1.0), middle - apart);
                let high = smaller(at(1.0), middle + apart);
                let first = index == 0;
                out.low[lane] = if first { low } else { smaller(low, out.low[lane]) };
                out.high[lane] = if first { high } else { smaller(high, out.high[lane]) };
            }
        }
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }

    pub(super) fn size(&self) -> f32 {
        spread(self.extent.low.abs().max(self.extent.high.abs()))
    }

    #[cfg(test)]
    pub(super) fn lipschitz(&self) -> f32 {
        1.0
    }
}
