//! A tree of boxes around the operations: which of a long program lie near a place, without asking all of them.
//!
//! In: the sites of a program's operations. Out: the indices of those that a test on boxes does not rule out, in no order.
//! Neighbours in the tree are neighbours in space, whatever the order of history; sorting what is found restores that.

use glam::DVec3;

use super::site::Site;

/// Children of a node.
const FAN: usize = 8;

/// Bits of a coordinate in the order along the curve.
const BITS: u32 = 16;

/// The operations of a program by place.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    /// Operations along a space-filling curve.
    order: Vec<u32>,
    /// From the leaves, which are the operations themselves in that order, to the top: boxes around [`FAN`] of the row before.
    rows: Vec<Vec<Site>>,
}

impl Tree {
    pub(super) fn new(sites: &[Site]) -> Self {
        let middles: Vec<DVec3> = sites.iter().map(Site::middle).collect();
        let finite = || middles.iter().copied().filter(|middle| middle.is_finite());
        let low = finite().fold(DVec3::INFINITY, DVec3::min);
        let high = finite().fold(DVec3::NEG_INFINITY, DVec3::max);
        let scale = f64::from((1u32 << BITS) - 1) / (high - low).max_element().max(1.0);
        let mut order: Vec<u32> = (0..sites.len() as u32).collect();
        // The cast turns what is not a number into 0: boxes without an end come first.
        order.sort_by_cached_key(|&index| {
            let cell = (middles[index as usize] - low) * scale;
            (interleave([cell.x, cell.y, cell.z].map(|c| c as u64)), index)
        });
        let mut rows = vec![
            order
                .iter()
                .map(|&index| sites[index as usize].clone())
                .collect::<Vec<_>>(),
        ];
        while let Some(last) = rows.last().filter(|last| last.len() > FAN) {
            rows.push(last.chunks(FAN).filter_map(Site::around).collect());
        }
        Self { order, rows }
    }

    /// Adds all operations to `found` whose site, and the sites around it, `is_out` does not rule out; what was in it is gone.
    pub(super) fn find(&self, found: &mut Vec<u32>, is_out: impl Fn(&Site) -> bool) {
        found.clear();
        let top = self.rows.len() - 1;
        self.visit(top, 0..self.rows[top].len(), found, &is_out);
    }

    fn visit(&self, row: usize, nodes: std::ops::Range<usize>, found: &mut Vec<u32>, is_out: &impl Fn(&Site) -> bool) {
        for node in nodes {
            if is_out(&self.rows[row][node]) {
                continue;
            }
            if row == 0 {
                found.push(self.order[node]);
                continue;
            }
            let end = ((node + 1) * FAN).min(self.rows[row - 1].len());
            self.visit(row - 1, node * FAN..end, found, is_out);
        }
    }
}

/// The place of a cell along the curve of Morton, "A computer oriented geodetic data base" (1966): the bits of its coordinates
/// in turn.
fn interleave(cell: [u64; 3]) -> u64 {
    let mut place = 0;
    for bit in 0..BITS {
        for (axis, c) in cell.into_iter().enumerate() {
            place |= (c >> bit & 1) << (3 * bit + axis as u32);
        }
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Field;
    use crate::lattice::{RecordId, hash, unit};
    use crate::program::{HeightField, Material, Mode, Operation, Program, Shape};

    /// Balls in a world of some kilometres, and the ground, which has no end.
    fn field(count: i64) -> Field {
        let heights = HeightField {
            corner: glam::Vec2::splat(-64.0),
            spacing: 16.0,
            columns: 8,
            rows: 8,
            heights: vec![0.0; 64],
        };
        let ball = Shape::Capsule {
            to: glam::Vec3::ZERO,
            radius: 3.0,
        };
        let ground = Shape::Terrain {
            heights: heights.into(),
        };
        let operations = (0..count).map(|index| {
            let place = DVec3::new(0.0, 1.0, 2.0).to_array().map(|axis| {
                let share = unit(hash(9, &[index, axis as i64]));
                (share * 1_024.0).round() - 512.0
            });
            let (shape, place) = if index == count / 2 {
                (&ground, DVec3::ZERO)
            } else {
                (&ball, DVec3::from_array(place))
            };
            Operation::new(
                Mode::Union,
                shape.clone(),
                place,
                Material::Rock,
                RecordId(index as u32),
            )
        });
        Field::new(Program {
            operations: operations.collect(),
        })
        .unwrap()
    }

    #[test]
    fn what_is_found_is_what_a_look_at_all_finds() {
        let mut total = 0;
        for count in [0, 1, 8, 9, 64, 65, 3_000] {
            let field = field(count);
            let mut found = vec![7; 3];
            for index in 0..60 {
                let middle = DVec3::from_array([0, 1, 2].map(|axis| unit(hash(10, &[index, axis])) * 1_024.0 - 512.0));
                let is_out = |site: &Site| site.beyond(20.0, middle, DVec3::splat(30.0));
                field.tree.find(&mut found, is_out);
                found.sort_unstable();
                let all: Vec<u32> = (0..count as u32)
                    .filter(|&i| !is_out(&field.sites[i as usize]))
                    .collect();
                assert_eq!(found, all);
                total += found.len();
            }
        }
        assert!(total > 200, "{total}");
    }
}
