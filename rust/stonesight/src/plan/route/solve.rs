//! The cheapest way through a graph with integer costs (Dijkstra, "A note on two problems in connexion with graphs",
//! 1959), drawn ahead by a lower bound of what is left (Hart, Nilsson and Raphael, "A formal basis for the heuristic
//! determination of minimum cost paths", 1968), with a heap in total order: of two ways that cost the same, the one over
//! lower node numbers is found on every machine.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The nodes of the cheapest way from any source to any target, and its cost. Sources and targets have a cost of their
/// own: that of getting to the node, and from it to the end. `edges` lists the neighbours of a node and what it costs to
/// go there. `ahead` is at most what is left to pay from a node, and falls along an edge by no more than that costs; 0 will
/// do. Ways that cost more than `most` are not looked for. Time: E log E for the edges that are looked at; the search ends with the cheapest target.
pub(in crate::plan) fn solve(
    count: usize,
    sources: &[(u32, u64)],
    targets: &[(u32, u64)],
    most: u64,
    ahead: impl Fn(u32) -> u64,
    mut edges: impl FnMut(u32, &mut Vec<(u32, u64)>),
) -> Option<(Vec<u32>, u64)> {
    const NONE: u32 = u32::MAX;
    let mut cost = vec![u64::MAX; count];
    let mut before = vec![NONE; count];
    let mut heap = BinaryHeap::new();
    for &(node, start) in sources {
        if start < cost[node as usize] {
            cost[node as usize] = start;
            heap.push(Reverse((start + ahead(node), node, start)));
        }
    }
    let mut best: Option<(u64, u32)> = None;
    let mut next = Vec::new();
    while let Some(Reverse((least, node, here))) = heap.pop() {
        if least > most || best.is_some_and(|(total, _)| total <= least) {
            break;
        }
        if here > cost[node as usize] {
            continue;
        }
        for &(_, rest) in targets.iter().filter(|target| target.0 == node) {
            let found = (here + rest, node);
            best = Some(best.map_or(found, |best| best.min(found)));
        }
        next.clear();
        edges(node, &mut next);
        for &(other, step) in &next {
            let there = here + step;
            if there < cost[other as usize] {
                cost[other as usize] = there;
                before[other as usize] = node;
                heap.push(Reverse((there + ahead(other), other, there)));
            }
        }
    }
    let (total, mut node) = best?;
    let mut way = vec![node];
    while before[node as usize] != NONE {
        node = before[node as usize];
        way.push(node);
    }
    way.reverse();
    Some((way, total))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::hash;

    /// A lattice of 5 × 5 × 3 with hashed costs and some walls.
    fn edges(seed: u64, node: u32, out: &mut Vec<(u32, u64)>) {
        let (x, z, y) = (node % 5, node / 5 % 5, node / 25);
        let mut step = |there: bool, other: u32| {
            let cost = hash(seed, &[i64::from(node), i64::from(other)]) % 50;
            if there && cost > 9 {
                out.push((other, cost));
            }
        };
        step(x > 0, node.wrapping_sub(1));
        step(x < 4, node + 1);
        step(z > 0, node.wrapping_sub(5));
        step(z < 4, node + 5);
        step(y > 0, node.wrapping_sub(25));
        step(y < 2, node + 25);
    }

    #[test]
    fn the_way_costs_what_bellman_and_ford_say() {
        let mut found = 0;
        for seed in 0..300u64 {
            let pick = |salt: i64| ((hash(seed, &[salt]) % 75) as u32, hash(seed, &[salt, 1]) % 90);
            let (sources, targets) = ([pick(0), pick(1)], [pick(2), pick(3)]);
            // The reference: relax every edge as often as there are nodes.
            let mut cost = [u64::MAX; 75];
            for (node, start) in sources {
                cost[node as usize] = cost[node as usize].min(start);
            }
            for _ in 0..75 {
                for node in 0..75u32 {
                    let mut out = Vec::new();
                    edges(seed, node, &mut out);
                    for (other, step) in out {
                        let there = cost[node as usize].saturating_add(step);
                        cost[other as usize] = cost[other as usize].min(there);
                    }
                }
            }
            let least = targets.map(|(node, rest)| cost[node as usize].saturating_add(rest));
            let least = least[0].min(least[1]);
            // Every step costs 10 at least.
            let place = |node: u32| [node % 5, node / 5 % 5, node / 25];
            let steps = |a: u32, b: u32| -> u32 { (0..3).map(|i| place(a)[i].abs_diff(place(b)[i])).sum() };
            let ahead = |node: u32| {
                let nearest = targets.iter().map(|target| steps(node, target.0)).min().unwrap();
                if seed % 2 == 0 { 0 } else { u64::from(nearest) * 10 }
            };
            let way = solve(75, &sources, &targets, u64::MAX, ahead, |node, out| {
                edges(seed, node, out)
            });
            assert_eq!(
                way.as_ref().map(|way| way.1),
                (least < u64::MAX).then_some(least),
                "seed {seed}"
            );
            let Some((way, total)) = way else { continue };
            found += 1;
            let end = |ends: [(u32, u64); 2], node: u32| {
                let costs = ends.into_iter().filter(|end| end.0 == node).map(|end| end.1);
                costs.min().unwrap()
            };
            let mut sum = end(sources, way[0]) + end(targets, way[way.len() - 1]);
            for pair in way.windows(2) {
                let mut out = Vec::new();
                edges(seed, pair[0], &mut out);
                sum += out.iter().find(|edge| edge.0 == pair[1]).unwrap().1;
            }
            assert_eq!(sum, total);
        }
        assert!(found > 200, "{found}");
    }
}
