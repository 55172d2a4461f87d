//! What a metre of a way costs at each node of the lattice: by the hardness of the rock, the depth, and what else runs there.
//!
//! Costs are whole numbers, so that the cheapest way is the same on every machine.

use glam::{DVec2, DVec3};

use super::lattice::{Rock, STOREY};
use super::system::{Gauge, System};
use crate::lattice::hash;

/// Cost of a metre in the softest rock, and how much the hardest adds.
const SOFT: u64 = 10;
const HARDEST: u64 = 6;
/// The longest detour: metres more, and times as far, through hard rock.
const DETOUR: [f64; 2] = [60.0, 2.0];
/// Cost that another system adds at a node, and what it saves at a node beside it: parallel bores share their survey.
const CROSSED: u64 = 10;
const SHARED: u64 = 2;

/// What is known of each node.
pub(super) struct Costs {
    hardness: Vec<u8>,
    /// The systems at each node and at those beside it, one bit each.
    used: Vec<u8>,
    beside: Vec<u8>,
}

impl Costs {
    /// Rock without any routes, with so many nodes along x, z and upwards.
    pub fn new(seed: u64, [columns, rows, storeys]: [usize; 3]) -> Self {
        let count = columns * rows * storeys;
        let mut hardness = Vec::with_capacity(count);
        for y in 0..storeys as i64 {
            for z in 0..rows as i64 {
                for x in 0..columns as i64 {
                    // Alike over two nodes.
                    hardness.push((hash(seed, &[0x726f_636b, x >> 1, z >> 1, y]) % (HARDEST + 1)) as u8);
                }
            }
        }
        Self {
            hardness,
            used: vec![0; count],
            beside: vec![0; count],
        }
    }
}

impl Rock {
    /// Cost of a metre at a node, for a system.
    pub(super) fn metre(&self, node: u32, gauge: &Gauge, system: System) -> u64 {
        let off = (self.at(node).y - self.level + gauge.depth).abs() / STOREY;
        let others = !(1u8 << system as u8);
        let (index, costs) = (node as usize, &self.costs);
        let cost = SOFT + u64::from(costs.hardness[index]) + (off * gauge.stray as f64) as u64;
        if costs.used[index] & others != 0 {
            cost + CROSSED
        } else if costs.beside[index] & others != 0 {
            cost - SHARED
        } else {
            cost
        }
    }

    /// The least that any way between a node and a point costs.
    pub fn least(&self, node: u32, to: DVec3) -> u64 {
        let at = self.at(node);
        DVec2::new(at.x - to.x, at.z - to.z).length() as u64 * 2 * (SOFT - SHARED)
    }

    /// Cost of a straight piece that begins or ends at a node.
    pub fn cost(&self, node: u32, length: f64, gauge: &Gauge, system: System) -> u64 {
        length.ceil() as u64 * self.metre(node, gauge, system) * 2
    }

    /// The most that a way between two points may cost: beyond, it is a detour that nobody would dig.
    pub fn most(distance: f64, gauge: &Gauge) -> u64 {
        ((distance + DETOUR[0]) * DETOUR[1]) as u64 * 2 * (SOFT + HARDEST + 3 * gauge.stray)
    }

    /// Notes that a route of a system passes through the nodes along a path.
    pub fn pass(&mut self, path: &[DVec3], system: System) {
        let bit = 1u8 << system as u8;
        for pair in path.windows(2) {
            let count = (pair[0].distance(pair[1]) / 12.0).ceil().max(1.0);
            for i in 0..=count as usize {
                let node = self.nearest(pair[0].lerp(pair[1], i as f64 / count));
                self.costs.used[node as usize] |= bit;
                let [x, z, y] = self.place(node);
                for (dx, dz) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    if let Some(other) = self.node([x + dx, z + dz, y]) {
                        self.costs.beside[other as usize] |= bit;
                    }
                }
            }
        }
    }
}
