//! Tunnels between cisterns: a spanning tree of the shortest, and one more for a loop.
//!
//! In: cisterns. Out: tunnels (Kruskal, "On the shortest spanning subtree of a graph", 1956, over the pairs between which
//! a tunnel fits).

use glam::DVec3;

use super::super::PlanError;
use super::super::dice::Dice;
use super::super::draft::Draft;
use super::super::growth::Growth;
use super::super::route::{Job, Port, Rock, System, TUNNEL, connect, free_sockets, is_open, place};
use super::cisterns;

/// Pairs of sockets that are tried between two cisterns.
const SOCKETS: usize = 3;
const MORE_SOCKETS: usize = 12;
/// Loops beyond the tree, with at least so many cisterns.
const LOOPS: usize = 1;
const CISTERNS_A_LOOP: usize = 4;

/// Joins all cisterns.
pub(super) fn join(growth: &mut Growth, rock: &mut Rock, dice: Dice) -> Result<(), PlanError> {
    let cisterns = cisterns(growth);
    let middles: Vec<DVec3> = cisterns.iter().map(|&room| growth.draft.rooms[room].middle()).collect();
    let mut pairs = Vec::new();
    for (i, a) in middles.iter().enumerate() {
        for (j, b) in middles.iter().enumerate().skip(i + 1) {
            pairs.push((a.distance(*b), i, j));
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut tree = Forest::new(cisterns.len());
    let mut spare = Vec::new();
    for &(_, i, j) in &pairs {
        if tree.root(i) == tree.root(j) {
            spare.push((i, j));
        } else if tunnel(growth, rock, [cisterns[i], cisterns[j]], SOCKETS, dice.at(i).at(j)) {
            tree.merge(i, j);
        }
    }
    // Where a tree is not whole yet, the short pairs are tried harder.
    for &(_, i, j) in &pairs {
        if tree.root(i) != tree.root(j)
            && tunnel(growth, rock, [cisterns[i], cisterns[j]], MORE_SOCKETS, dice.at(i).at(j))
        {
            tree.merge(i, j);
        }
    }
    if (0..cisterns.len()).any(|i| tree.root(i) != tree.root(0)) {
        return Err(PlanError::NoWay("a tunnel between two cisterns"));
    }
    if cisterns.len() >= CISTERNS_A_LOOP {
        let mut loops = 0;
        for (i, j) in spare.into_iter().take(6) {
            if loops < LOOPS && tunnel(growth, rock, [cisterns[i], cisterns[j]], 1, dice.at(i).at(j)) {
                loops += 1;
            }
        }
    }
    Ok(())
}

/// Digs a tunnel between two rooms, from whichever of their sockets look most at one another.
fn tunnel(growth: &mut Growth, rock: &mut Rock, rooms: [usize; 2], sockets: usize, dice: Dice) -> bool {
    for pair in facing(&growth.draft, rooms).into_iter().take(sockets) {
        let ends = pair.map(|socket| Port::of(&growth.draft, socket));
        let job = Job {
            ends,
            gauge: &TUNNEL,
            system: System::Freight,
        };
        if let Some(laid) = connect(&growth.draft, rock, job) {
            place(&mut growth.draft, laid, &TUNNEL, rooms.map(Some), dice);
            pair.into_iter()
                .for_each(|socket| growth.draft.sockets[socket].free = false);
            rock.see(&growth.draft);
            return true;
        }
    }
    false
}

/// Pairs of free sockets of two rooms, those first whose stubs end nearest to one another.
fn facing(draft: &Draft, rooms: [usize; 2]) -> Vec<[usize; 2]> {
    let [a, b] = rooms.map(|room| {
        let mut sockets = free_sockets(draft, |of| of == room);
        sockets.retain(|&socket| is_open(draft, Port::of(draft, socket), &TUNNEL));
        sockets
    });
    let mut pairs: Vec<[usize; 2]> = a.iter().flat_map(|&a| b.iter().map(move |&b| [a, b])).collect();
    let far = |pair: &[usize; 2]| {
        let [a, b] = pair
            .map(|socket| Port::of(draft, socket))
            .map(|port| port.at + port.out * 10.0);
        a.distance(b)
    };
    pairs.sort_by(|a, b| far(a).total_cmp(&far(b)).then(a.cmp(b)));
    pairs
}

/// Disjoint sets of numbers.
struct Forest(Vec<usize>);

impl Forest {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn root(&self, mut of: usize) -> usize {
        while self.0[of] != of {
            of = self.0[of];
        }
        of
    }

    fn merge(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::hash;

    #[test]
    fn merged_sets_are_those_that_a_walk_reaches() {
        for seed in 0..100u64 {
            let mut forest = Forest::new(12);
            let mut linked = [[false; 12]; 12];
            for i in 0..9 {
                let pick = |salt: i64| (hash(seed, &[i, salt]) % 12) as usize;
                let (a, b) = (pick(0), pick(1));
                forest.merge(a, b);
                (linked[a][b], linked[b][a]) = (true, true);
            }
            // Warshall's closure: the reference.
            for k in 0..12 {
                for i in 0..12 {
                    for j in 0..12 {
                        linked[i][j] |= i == j || linked[i][k] && linked[k][j];
                    }
                }
            }
            for (i, row) in linked.iter().enumerate() {
                for (j, &there) in row.iter().enumerate() {
                    assert_eq!(forest.root(i) == forest.root(j), there);
                }
            }
        }
    }
}
