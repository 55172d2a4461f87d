//! The moves from a node of the lattice, and which of them are known to be free.
//!
//! A search asks for the same moves as the one before it, nearly always: what was found is kept. A move that is blocked stays
//! so, because nothing is ever taken away; one that is free is asked for again once something was marked near it.

use std::cell::Cell;

use super::lattice::{CELL, Rock, STOREY};
use super::system::{Gauge, System};

/// The eight nodes beside one, in the plan.
const AROUND: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
/// The moves, a bit each: for each of the eight a level one, one down and one up; then the upright ones.
const LEVEL: u32 = 0o11_111_111;
const UPRIGHT: u32 = 24;

/// What is known of the moves from each node.
pub(super) struct Known {
    /// Over how many nodes a climb by one storey takes.
    run: i32,
    /// Bits of the moves that are free and of those that are not.
    nodes: Vec<Cell<[u32; 2]>>,
}

impl Known {
    /// Nothing, of so many nodes.
    pub fn new(count: usize) -> Self {
        Self {
            run: 0,
            nodes: vec![Cell::new([0; 2]); count],
        }
    }

    /// Makes sure that what is known is about climbs over so many nodes.
    fn set_run(&mut self, run: i32) {
        if self.run != run {
            self.nodes.iter().for_each(|node| node.set([0; 2]));
            self.run = run;
        }
    }

    /// Forgets which moves are free that may touch a range of columns, rows and storeys, in nodes.
    pub fn forget(&mut self, ranges: [[f64; 2]; 3], counts: [usize; 3]) {
        // Casts of floats saturate.
        let range = |axis: usize, more: i32| {
            let [low, high] = ranges[axis];
            let (low, high) = (low.floor() as i32, high.ceil() as i32);
            low.saturating_sub(more).max(0)..high.saturating_add(more + 1).min(counts[axis] as i32)
        };
        let [columns, rows] = [0, 1].map(|axis| range(axis, 1));
        for y in range(2, 1) {
            for z in range(1, self.run.max(1)) {
                for x in range(0, self.run.max(1)) {
                    let near = columns.contains(&x) && rows.contains(&z);
                    let index = (y as usize * counts[1] + z as usize) * counts[0] + x as usize;
                    let [free, blocked] = self.nodes[index].get();
                    let free = if near { 0 } else { free & LEVEL };
                    self.nodes[index].set([free, blocked]);
                }
            }
        }
    }
}

impl Rock {
    /// Prepares for moves of a gauge.
    pub fn prepare(&mut self, gauge: &Gauge) {
        self.known.set_run(run(gauge));
    }

    /// The moves from a node: a step to one of the eight beside it, or a climb by one storey over as many steps as the
    /// grade needs; upright where the grade has no limit. The rock is [prepared](Self::prepare) for the gauge.
    pub fn moves(&self, node: u32, gauge: &Gauge, system: System, out: &mut Vec<(u32, u64)>) {
        debug_assert_eq!(self.known.run, run(gauge), "prepared for another gauge");
        let [x, z, y] = self.place(node);
        let from = self.at(node);
        let here = self.metre(node, gauge, system);
        let run = self.known.run;
        let known = &self.known.nodes[node as usize];
        let [mut free, mut blocked] = known.get();
        let mut try_move = |bit: u32, dx: i32, dz: i32, dy: i32| {
            let bit = 1 << bit;
            if blocked & bit != 0 {
                return;
            }
            let Some(other) = self.node([x + dx, z + dz, y + dy]) else {
                blocked |= bit;
                return;
            };
            let to = self.at(other);
            // Quick: most moves that are blocked end in a blocked node.
            if free & bit == 0 && !(self.is_free(to, to, [0.0; 2]) && self.is_free(from, to, [0.0; 2])) {
                blocked |= bit;
                return;
            }
            free |= bit;
            let length = from.distance(to).ceil() as u64;
            out.push((other, length * (here + self.metre(other, gauge, system))));
        };
        for (i, (dx, dz)) in (0..).zip(AROUND) {
            try_move(3 * i, dx, dz, 0);
            try_move(3 * i + 1, dx * run, dz * run, -1);
            try_move(3 * i + 2, dx * run, dz * run, 1);
        }
        if gauge.slope > 1.0 {
            try_move(UPRIGHT, 0, 0, -1);
            try_move(UPRIGHT + 1, 0, 0, 1);
        }
        known.set([free, blocked]);
    }
}

/// Over how many nodes a climb by one storey takes.
fn run(gauge: &Gauge) -> i32 {
    (gauge.run(STOREY) / CELL).ceil() as i32
}
