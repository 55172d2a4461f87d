//! Boxes on the plan, found by where they lie: what keeps fit checks from looking at the whole world.
//!
//! In: boxes, numbered as they come. Out: the numbers of those that may come within a distance of a box, in the order of
//! insertion within each cell. Boxes lie in the cell of their middle, so each is found once.

use glam::DVec2;

/// Edge of a cell in metres: about the size of a room, so that a query looks at few cells and few boxes beside it.
const CELL: f64 = 32.0;

/// Boxes on the plan by place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nearby {
    cells: Vec<Vec<u32>>,
    across: usize,
    /// Half of the largest extent of any box.
    reach: f64,
    count: u32,
}

impl Nearby {
    /// Nothing yet, in a square region of an edge in metres around the origin. Boxes outside are kept at its border.
    pub fn new(size: f64) -> Self {
        let across = (size / CELL).ceil().max(1.0) as usize;
        Self {
            cells: vec![Vec::new(); across * across],
            across,
            reach: 0.0,
            count: 0,
        }
    }

    /// Adds the next box.
    pub fn add(&mut self, (low, high): (DVec2, DVec2)) {
        let middle = (low + high) * 0.5;
        let (column, row) = (self.cell(middle.x), self.cell(middle.y));
        self.cells[row * self.across + column].push(self.count);
        self.count += 1;
        self.reach = self.reach.max((high - low).max_element() * 0.5);
    }

    /// The numbers of all boxes within a distance of a box, and of some that are further off.
    pub fn within(&self, (low, high): (DVec2, DVec2), distance: f64) -> impl Iterator<Item = usize> + '_ {
        let out = distance + self.reach;
        let columns = self.cell(low.x - out)..=self.cell(high.x + out);
        let rows = self.cell(low.y - out)..=self.cell(high.y + out);
        rows.flat_map(move |row| columns.clone().map(move |column| row * self.across + column))
            .flat_map(|cell| self.cells[cell].iter().map(|&index| index as usize))
    }

    fn cell(&self, at: f64) -> usize {
        // A cast of a float saturates: what lies outside the region counts to its border.
        ((at / CELL + self.across as f64 * 0.5) as usize).min(self.across - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::{hash, unit};

    #[test]
    fn every_box_within_the_distance_is_found_once() {
        let random = |index: i64, salt: i64| unit(hash(7, &[index, salt]));
        let boxes: Vec<(DVec2, DVec2)> = (0..400)
            .map(|index| {
                // Some of them outside the region.
                let low = DVec2::new(random(index, 0), random(index, 1)) * 500.0 - 250.0;
                (low, low + DVec2::new(random(index, 2), random(index, 3)) * 40.0)
            })
            .collect();
        let mut nearby = Nearby::new(400.0);
        boxes.iter().for_each(|&bounds| nearby.add(bounds));
        for (index, &(low, high)) in boxes.iter().enumerate() {
            let distance = random(index as i64, 4) * 60.0;
            let mut found: Vec<usize> = nearby.within((low, high), distance).collect();
            found.sort_unstable();
            assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "found twice");
            for (other, &(from, to)) in boxes.iter().enumerate() {
                let gap = (from - high).max(low - to).max(DVec2::ZERO).length();
                assert!(gap > distance || found.binary_search(&other).is_ok(), "missed {other}");
            }
        }
    }
}
