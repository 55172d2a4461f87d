//! What was made, is being made or cannot be made: finished chunks by what they depend on, the longest unused let go first.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use super::map::KeyHasher;
use crate::lattice::{ChunkKey, Surroundings};

/// All that a chunk depends on, apart from the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leaf {
    /// Which chunk.
    pub key: ChunkKey,
    /// What lies around it.
    pub surroundings: Surroundings,
    /// How often the world changed there since the stream began.
    pub revision: u32,
}

/// Where a chunk stands.
pub(super) enum State<T> {
    Making,
    Made(Arc<T>),
}

struct Slot<T> {
    state: State<T>,
    /// When it was last wanted: a key of `unused`, where it is not wanted now.
    used: u64,
}

/// All chunks that are known.
pub(super) struct Pieces<T> {
    slots: HashMap<Leaf, Slot<T>, BuildHasherDefault<KeyHasher>>,
    /// What was made and is not wanted, oldest first.
    unused: BTreeMap<u64, Leaf>,
    clock: u64,
    /// What panicked when it was made. It is not tried again.
    failed: BTreeSet<ChunkKey>,
    /// Changes of the world.
    revisions: BTreeMap<ChunkKey, u32>,
}

impl<T> Default for Pieces<T> {
    fn default() -> Self {
        Self {
            slots: HashMap::default(),
            unused: BTreeMap::new(),
            clock: 0,
            failed: BTreeSet::new(),
            revisions: BTreeMap::new(),
        }
    }
}

impl<T> Pieces<T> {
    /// A chunk as it is now.
    pub fn leaf(&self, key: ChunkKey, surroundings: Surroundings) -> Leaf {
        Leaf {
            key,
            surroundings,
            revision: self.revisions.get(&key).copied().unwrap_or_default(),
        }
    }

    /// Has chunks made anew whenever they are wanted next.
    pub fn revise(&mut self, keys: &BTreeSet<ChunkKey>) {
        for key in keys {
            *self.revisions.entry(*key).or_default() += 1;
            // The world may have become one in which it can be made.
            self.failed.remove(key);
        }
        let unused = &mut self.unused;
        self.slots.retain(|leaf, slot| {
            let stays = !keys.contains(&leaf.key) || !matches!(slot.state, State::Made(_));
            if !stays {
                unused.remove(&slot.used);
            }
            stays
        });
    }

    pub fn get(&self, leaf: &Leaf) -> Option<&State<T>> {
        self.slots.get(leaf).map(|slot| &slot.state)
    }

    /// Whether there will be no better answer: it was made, or cannot be.
    pub fn is_answered(&self, leaf: &Leaf) -> bool {
        self.failed.contains(&leaf.key) || matches!(self.get(leaf), Some(State::Made(_)))
    }

    pub fn has_failed(&self, key: ChunkKey) -> bool {
        self.failed.contains(&key)
    }

    pub fn fail(&mut self, leaf: Leaf) {
        self.slots.remove(&leaf);
        self.failed.insert(leaf.key);
    }

    pub fn forget(&mut self, leaf: &Leaf) {
        if let Some(slot) = self.slots.remove(leaf) {
            self.unused.remove(&slot.used);
        }
    }

    pub fn set(&mut self, leaf: Leaf, state: State<T>) {
        self.forget(&leaf);
        self.slots.insert(leaf, Slot { state, used: 0 });
    }

    /// Notes that a chunk is wanted, where it was made.
    pub fn want(&mut self, leaf: &Leaf) {
        if let Some(slot) = self.slots.get_mut(leaf) {
            self.unused.remove(&std::mem::take(&mut slot.used));
        }
    }

    /// Notes that nobody wants a chunk any more. At most `spare` such are kept.
    pub fn let_go(&mut self, leaf: &Leaf, spare: usize) {
        if let Some(slot) = self.slots.get_mut(leaf).filter(|slot| slot.used == 0) {
            self.clock += 1;
            slot.used = self.clock;
            self.unused.insert(self.clock, *leaf);
        }
        while self.unused.len() > spare
            && let Some((_, leaf)) = self.unused.pop_first()
        {
            self.slots.remove(&leaf);
        }
    }
}
