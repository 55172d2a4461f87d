//! What has to change: the cut that is wanted against the chunks that are shown.
//!
//! What comes where nothing is shown may come alone. What comes in the place of something, or right beside that, comes with all of it
//! in one frame: neighbours of two levels are made for one another.

use std::sync::Arc;

use super::map::ChunkMap;
use super::streaming::{Event, Progress, Shown, Stream, most_urgent_last};
use crate::lattice::{ChunkKey, Surroundings};

impl<T: Send + Sync + 'static> Stream<T> {
    /// Compares what is wanted with what is shown. After a `jump` nothing is exchanged: the old goes at once, or he who
    /// jumped would wait for everything around him instead of for what he stands on.
    pub(super) fn compare(&mut self, jump: bool) {
        let replacing = std::mem::take(&mut self.replacing);
        self.coming.clear();
        self.queue.clear();
        self.missing = 0;
        self.progress = Progress::default();
        for leaf in replacing.into_values() {
            if self.priority_of(&leaf).is_none() {
                self.pieces.let_go(&leaf, self.settings.spare);
            }
        }
        let above = self.find_leaving(jump);
        let mut changes = Vec::new();
        let mut at_once = Vec::new();
        self.progress.total = self.cut.wants.len();
        for (&key, want) in &self.cut.wants {
            let leaf = want.leaf;
            if let Some(shown) = self.shown.get_mut(&key)
                && shown.leaf == leaf
            {
                if shown.solid != want.solid
                    && let Some(chunk) = &shown.chunk
                {
                    changes.push((want.priority, key, Arc::clone(chunk), want.solid));
                }
                shown.solid = want.solid;
                self.progress.done += 1;
                continue;
            }
            let answered = self.pieces.is_answered(&leaf);
            self.progress.done += usize::from(answered);
            if answered {
                self.pieces.want(&leaf);
            } else if self.pieces.get(&leaf).is_none() {
                self.queue.push((want.priority, leaf));
            }
            if !self.leaving.is_empty() && self.takes_a_place(key, &above) {
                self.replacing.insert(key, leaf);
                self.missing += usize::from(!answered);
            } else if answered {
                at_once.push((want.priority, leaf));
            } else {
                self.coming.insert(key, leaf);
            }
        }
        self.queue.sort_by_key(most_urgent_last);
        changes.sort_by_key(|(priority, key, ..)| (*priority, *key));
        for (_, key, chunk, solid) in changes {
            self.events.push_back(if solid {
                Event::Solid(key, chunk)
            } else {
                Event::Loose(key)
            });
        }
        at_once.sort_by_key(|(priority, leaf)| (*priority, leaf.key));
        at_once.into_iter().for_each(|(_, leaf)| self.show(leaf));
    }

    /// Finds what is shown and no longer wanted. What nothing follows goes at once; for what something follows, the nodes of
    /// the tree at and above it.
    fn find_leaving(&mut self, jump: bool) -> ChunkMap<()> {
        self.leaving.clear();
        let mut gone = Vec::new();
        for (key, shown) in &self.shown {
            let want = self.cut.wants.get(key);
            if want.is_some_and(|want| want.leaf == shown.leaf) {
                continue;
            }
            let covered = want.is_some()
                || self.cut.divided.contains_key(key)
                || nodes_above(*key).any(|key| self.cut.wants.contains_key(&key));
            if covered && !jump {
                self.leaving.push(*key);
            } else {
                gone.push(*key);
            }
        }
        gone.sort_unstable();
        self.leaving.sort_unstable();
        for key in gone {
            if let Some(Shown {
                chunk: Some(_), solid, ..
            }) = self.hide(key)
            {
                if solid {
                    self.events.push_back(Event::Loose(key));
                }
                self.events.push_back(Event::Unloaded(key));
            }
        }
        let mut above: ChunkMap<()> = ChunkMap::default();
        for &key in &self.leaving {
            for node in std::iter::once(key).chain(nodes_above(key)) {
                if above.insert(node, ()).is_some() {
                    break;
                }
            }
        }
        above
    }

    /// Whether a chunk comes in the place of one that leaves, of several, or of a part of one; or beside that: it knows of the
    /// neighbours that are to come.
    fn takes_a_place(&self, key: ChunkKey, above: &ChunkMap<()>) -> bool {
        let leaves = |key: ChunkKey| {
            above.contains_key(&key) || nodes_above(key).any(|key| self.leaving.binary_search(&key).is_ok())
        };
        leaves(key) || Surroundings::around().any(|[x, y, z]| leaves(key.neighbour(x, y, z)))
    }
}

/// The nodes of the octree that hold a chunk, from the one right above it on.
fn nodes_above(key: ChunkKey) -> impl Iterator<Item = ChunkKey> {
    std::iter::successors(key.parent(), |key| key.parent())
}
