//! Levels of detail: which chunks show the world around its viewers.
//!
//! In: [`Focus`]es. Out: whether a node of the octree of chunks is divided, and with it the leaves and their [`Surroundings`].
//!
//! A node of level L is divided where it is nearer than `radii[L]` to a focus, so that the error of what is shown, a share of its
//! voxel, looks equally large at all distances (Ulrich, "Rendering massive terrains using chunked level of detail control",
//! SIGGRAPH 2002). Distances are along the axis on which they are largest: cubes of chunks lie within cubes of chunks. Then radii
//! that grow by more than a chunk from level to level are enough for neighbours, across faces, edges and corners, to differ by at
//! most one level: a leaf of level L − 1 lies in a node nearer than r(L), so whatever touches it is nearer than r(L) plus that node's
//! edge; and a leaf of level L + 1 is r(L + 1) away.

use glam::DVec3;

use super::map::ChunkMap;
use crate::lattice::{ChunkKey, MAX_LEVEL, Surroundings};

/// Levels of detail.
pub(super) const LEVELS: usize = MAX_LEVEL as usize + 1;

/// Where detail is wanted, and how much of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Focus {
    /// The middle, in world metres.
    pub at: DVec3,
    /// Per level: nodes nearer than this are divided, in metres. The first is not used.
    pub radii: [f64; LEVELS],
}

impl Focus {
    /// The finest level within `fine` metres, and beyond that levels that are chosen by how large their error looks.
    pub fn viewer(at: DVec3, fine: f64, hysteresis: f64) -> Self {
        Self::new(at, fine, |level, radius| {
            let doubled = radius * 2.0;
            let least = least(level, radius, hysteresis);
            if doubled > least { doubled } else { least }
        })
    }

    /// The finest level within `fine` metres, and beyond that as little detail as there can be.
    pub fn place(at: DVec3, fine: f64, hysteresis: f64) -> Self {
        Self::new(at, fine, |level, radius| least(level, radius, hysteresis))
    }

    fn new(at: DVec3, fine: f64, next: impl Fn(usize, f64) -> f64) -> Self {
        let mut radii = [fine; LEVELS];
        for level in 1..LEVELS - 1 {
            radii[level + 1] = next(level, radii[level]);
        }
        Self { at, radii }
    }

    fn distance(&self, key: ChunkKey) -> f64 {
        let low = key.origin();
        let (low, high) = (low - self.at, self.at - (low + key.size()));
        low.max(high).max_element().max(0.0)
    }
}

/// The least radius of the next level that keeps neighbours at most one level apart.
fn least(level: usize, radius: f64, hysteresis: f64) -> f64 {
    radius + hysteresis + ChunkKey::size_at(level as u8)
}

/// All 27 places.
const ALL: u32 = (1 << 27) - 1;

/// By axis and by which of three steps along it: the mask of all places at these steps.
static SLABS: [[u32; 8]; 3] = {
    let mut slabs = [[0; 8]; 3];
    let mut place = 0;
    while place < 27 {
        let steps = [place % 3, place / 3 % 3, place / 9];
        let mut axis = 0;
        while axis < 3 {
            let mut along = 0;
            while along < 8 {
                slabs[axis][along] |= (along as u32 >> steps[axis] & 1) << place;
                along += 1;
            }
            axis += 1;
        }
        place += 1;
    }
    slabs
};

/// The tree around some focuses.
pub(super) struct Detail<'a> {
    pub focuses: &'a [Focus],
    /// Nodes that were divided before stay so until they are this much further away, in metres.
    pub hysteresis: f64,
    /// The nodes that were divided before.
    pub before: &'a ChunkMap<()>,
}

impl Detail<'_> {
    /// Whether a node is divided.
    pub fn is_divided(&self, key: ChunkKey) -> bool {
        if key.level == 0 {
            return false;
        }
        let radius = |focus: &Focus| focus.radii[usize::from(key.level)];
        let mut late = false;
        for focus in self.focuses {
            let beyond = focus.distance(key) - radius(focus);
            if beyond < 0.0 {
                return true;
            }
            late |= beyond < self.hysteresis;
        }
        late && self.before.contains_key(&key)
    }

    /// What lies around a leaf.
    pub fn surroundings(&self, leaf: ChunkKey) -> Surroundings {
        let own = |steps: [i32; 3]| leaf.neighbour(steps[0], steps[1], steps[2]);
        let (level, size) = (usize::from(leaf.level), leaf.size());
        // Most leaves lie far from where the level changes.
        let finer_near = |focus: &Focus| focus.distance(leaf) - size < focus.radii[level] + self.hysteresis;
        let finer = if level == 0 || !self.focuses.iter().any(finer_near) {
            0
        } else {
            self.divided_around(leaf.level, [leaf.x, leaf.y, leaf.z].map(|c| [c - 1, c, c + 1]), own)
        };
        let inside = |parent: ChunkKey| {
            let mut focuses = self.focuses.iter();
            focuses.any(|focus| focus.distance(parent) + parent.size() < focus.radii[level + 1])
        };
        let coarser = match leaf.parent().filter(|parent| !inside(*parent)) {
            None => 0,
            Some(parent) => {
                let places = [leaf.x, leaf.y, leaf.z].map(|c| [(c - 1) >> 1, c >> 1, (c + 1) >> 1]);
                let above = |steps| own(steps).parent().unwrap_or(parent);
                !self.divided_around(parent.level, places, above)
            }
        };
        Surroundings::from_masks(finer, coarser)
    }

    /// As a mask of [`Surroundings`]: which of 27 places are divided, or lie in a node that is. `places` are the coordinates of
    /// these nodes of `level` by axis and step, and `node` gives the node at some steps.
    ///
    /// Whether a focus is near is asked for each axis alone: a node is near where it is so along all three.
    fn divided_around(&self, level: u8, places: [[i32; 3]; 3], node: impl Fn([i32; 3]) -> ChunkKey) -> u32 {
        let size = ChunkKey::size_at(level);
        let (mut divided, mut late) = (0, 0);
        for focus in self.focuses {
            let radius = focus.radii[usize::from(level)];
            let mut near = [ALL; 2];
            for (axis, at) in focus.at.to_array().into_iter().enumerate() {
                let mut along = [0; 2];
                for (step, place) in places[axis].into_iter().enumerate() {
                    // As in `distance`, so that both say the same.
                    let low = f64::from(place) * size;
                    let (below, above) = (low - at, at - (low + size));
                    let distance = if below > above { below } else { above };
                    along[0] |= u32::from(distance - radius < 0.0) << step;
                    along[1] |= u32::from(distance - radius < self.hysteresis) << step;
                }
                near = [
                    near[0] & SLABS[axis][along[0] as usize],
                    near[1] & SLABS[axis][along[1] as usize],
                ];
            }
            divided |= near[0];
            late |= near[1];
        }
        let mut late = late & !divided;
        while late != 0 {
            let bit = late.trailing_zeros() as i32;
            late &= late - 1;
            let steps = [bit % 3 - 1, bit / 3 % 3 - 1, bit / 9 - 1];
            divided |= u32::from(self.before.contains_key(&node(steps))) << bit;
        }
        divided
    }

    /// Visits the leaves below the roots that `reaches` some place of interest; nodes that do not are left out with all below
    /// them. Divided nodes are added to `divided`.
    pub fn visit(
        &self,
        node: ChunkKey,
        reaches: &impl Fn(ChunkKey) -> bool,
        divided: &mut ChunkMap<()>,
        leaf: &mut impl FnMut(ChunkKey),
    ) {
        if !reaches(node) {
            return;
        }
        if !self.is_divided(node) {
            leaf(node);
            return;
        }
        divided.insert(node, ());
        for child in node.children() {
            self.visit(child, reaches, divided, leaf);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::{hash, unit};

    /// The leaves of a box, by brute force: the roots divided one after the other.
    fn leaves(detail: &Detail<'_>, divided: &mut ChunkMap<()>) -> ChunkMap<()> {
        let mut leaves = ChunkMap::default();
        for index in 0..27 {
            let root = ChunkKey::new(MAX_LEVEL, index % 3 - 1, index / 3 % 3 - 1, index / 9 - 1);
            detail.visit(root, &|_| true, divided, &mut |leaf| {
                leaves.insert(leaf, ());
            });
        }
        leaves
    }

    /// The leaf that holds a place.
    fn leaf_at(leaves: &ChunkMap<()>, place: ChunkKey) -> Option<ChunkKey> {
        let mut key = place;
        loop {
            if leaves.contains_key(&key) {
                return Some(key);
            }
            key = key.parent()?;
        }
    }

    #[test]
    fn neighbours_differ_by_at_most_one_level_and_know_it() {
        let random = |seed: u64, salt: i64| unit(hash(seed, &[salt]));
        for seed in 0..24 {
            let mut before = ChunkMap::default();
            let mut focuses: Vec<Focus> = Vec::new();
            for round in 0..3 {
                let place =
                    |salt: i64| DVec3::from_array([0, 1, 2].map(|axis| random(seed, salt + axis) * 500.0 - 250.0));
                if round == 0 {
                    for index in 0..1 + seed as i64 % 3 {
                        let (at, fine) = (place(index * 10), random(seed, index * 10 + 5) * 60.0);
                        focuses.push(if index == 1 {
                            Focus::place(at, fine, 5.0)
                        } else {
                            Focus::viewer(at, fine, 5.0)
                        });
                    }
                } else {
                    focuses[0].at += (place(100 + round * 10) / 250.0) * 8.0;
                }
                let mut divided = ChunkMap::default();
                let detail = Detail {
                    focuses: &focuses,
                    hysteresis: 5.0,
                    before: &before,
                };
                let leaves = leaves(&detail, &mut divided);
                let mut pairs = 0;
                for &leaf in leaves.keys() {
                    let around = detail.surroundings(leaf);
                    for steps in Surroundings::around() {
                        let place = leaf.neighbour(steps[0], steps[1], steps[2]);
                        let Some(other) = leaf_at(&leaves, place) else {
                            // Divided, or beyond the box.
                            let finer = divided.contains_key(&place);
                            assert!(!finer || around.finer(steps), "{leaf:?} {steps:?}");
                            if finer {
                                for child in place.children().filter(|child| child.touches(leaf)) {
                                    assert!(
                                        leaves.contains_key(&child),
                                        "two levels apart: {leaf:?} and below {child:?}"
                                    );
                                    pairs += 1;
                                }
                            }
                            continue;
                        };
                        assert!(other.level <= leaf.level + 1, "{leaf:?} beside {other:?}");
                        assert_eq!(around.coarser(steps), other.level == leaf.level + 1);
                        assert!(!around.finer(steps));
                    }
                }
                assert!(pairs > 100, "{pairs}");
                before = divided;
            }
        }
    }

    #[test]
    fn what_is_near_is_fine_and_what_is_far_is_coarse() {
        let focuses = [Focus::viewer(DVec3::new(3.0, -20.0, 8.0), 30.0, 4.0)];
        let before = ChunkMap::default();
        let detail = Detail {
            focuses: &focuses,
            hysteresis: 4.0,
            before: &before,
        };
        let leaves = leaves(&detail, &mut ChunkMap::default());
        for leaf in leaves.keys() {
            let far = focuses[0].distance(*leaf);
            let radius = |level: u8| focuses[0].radii[usize::from(level)];
            assert!(leaf.level == 0 || far >= radius(leaf.level), "{leaf:?} at {far} m");
            assert!(
                leaf.level == MAX_LEVEL || far < radius(leaf.level + 1) + leaf.size(),
                "{leaf:?} at {far} m"
            );
        }
        assert_eq!(focuses[0].radii[1..], [30.0, 60.0, 120.0, 240.0, 480.0]);
    }
}
