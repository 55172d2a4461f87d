//! Runs of operations with a box around each: what lets a scan pass over most of a long program at once.
//!
//! In: the sites of a program's operations. Out: which operation comes next that may be within reach of a box. Runs are
//! consecutive, so the order of history is kept; they are as tight as the program's neighbours in history are neighbours in
//! space.

use glam::DVec3;

use super::distance::Interval;
use super::site::Site;

/// Lengths of the runs, longest first: each a multiple of the next. With eights, a program of 6,000 operations has 12 long runs,
/// and a chunk opens two or three of them.
const LENGTHS: [usize; 3] = [512, 64, 8];

/// The runs of a program.
#[derive(Clone, Debug)]
pub(super) struct Clusters {
    runs: [Vec<Site>; LENGTHS.len()],
    count: usize,
}

impl Clusters {
    pub(super) fn new(sites: &[Site]) -> Self {
        Self {
            runs: LENGTHS.map(|length| sites.chunks(length).filter_map(Site::around).collect()),
            count: sites.len(),
        }
    }

    /// The first operation from `index` on that no run rules out for a box with values in `value`; `None` after the last.
    #[inline]
    pub(super) fn next(&self, mut index: usize, value: Interval, middle: DVec3, half: DVec3) -> Option<usize> {
        'runs: while index < self.count {
            for (length, runs) in LENGTHS.into_iter().zip(&self.runs) {
                if index.is_multiple_of(length) && runs[index / length].out_of_reach(value, middle, half) {
                    index += length;
                    continue 'runs;
                }
            }
            return Some(index);
        }
        None
    }
}
