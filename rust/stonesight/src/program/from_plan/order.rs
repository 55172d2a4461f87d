//! The order of work within a trade: neighbours one after the other.
//!
//! Nothing built by one trade depends on which of two rooms came first, but the field passes over runs of operations by the box
//! around each run, and that is the tighter the nearer neighbours in the program are in space. So rooms and doors are
//! visited along a Z-order curve (Morton, "A computer oriented geodetic data base", 1966).

use glam::DVec2;

/// Edge of the finest cell in metres: about a room.
const CELL: f64 = 8.0;

/// The numbers of the points, in the order of their cells along the curve.
pub(super) fn along_curve(points: impl Iterator<Item = DVec2>) -> Vec<usize> {
    let mut keys: Vec<(u64, usize)> = points.map(key).zip(0..).collect();
    keys.sort_unstable();
    keys.into_iter().map(|(_, index)| index).collect()
}

fn key(point: DVec2) -> u64 {
    // Half of all cells to either side of the origin; a cast of a float saturates.
    let cell = |at: f64| (at / CELL + f64::from(1 << 20)) as u32;
    spread(cell(point.x)) | spread(cell(point.y)) << 1
}

/// The bits of a number, each followed by a zero.
fn spread(number: u32) -> u64 {
    (0..32).fold(0, |bits, i| bits | (u64::from(number) >> i & 1) << (2 * i))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_of_cells_is_visited_quarter_by_quarter() {
        let points: Vec<DVec2> = (0..16)
            .map(|i| DVec2::new(f64::from(i % 4), f64::from(i / 4)) * CELL)
            .collect();
        let order = along_curve(points.iter().copied());
        assert_eq!(order, [0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15]);
        for quarter in order.chunks(4) {
            let far = |&i: &usize| points[i].distance(points[quarter[0]]);
            assert!(quarter.iter().all(|i| far(i) < 1.5 * CELL));
        }
    }
}
