//! Which vector instructions the loops over lanes are compiled for.
//!
//! The binary runs on any processor of its family and holds a copy of the hot loops for a wider set of instructions, taken when
//! the processor has them. All copies are one source and round alike: nothing is contracted into fused operations, so the
//! bits are the same at every level.

/// A set of vector instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Simd {
    /// What every processor of the family has.
    Baseline,
    /// AVX2: eight lanes at once.
    #[cfg(target_arch = "x86_64")]
    Wide,
}

/// A loop over lanes, with what it works on. Its `run`, and all that it calls, must be `#[inline(always)]`: code that stays a
/// function of its own is compiled for the baseline.
pub(super) trait Kernel {
    /// What it finds.
    type Output;

    /// Runs it with the instructions of the function that it is compiled into.
    fn run(self) -> Self::Output;
}

impl Simd {
    /// All that this processor has.
    #[cfg(test)]
    pub(super) fn all() -> Vec<Self> {
        let mut all = vec![Self::Baseline];
        all.extend((Self::best() != Self::Baseline).then(Self::best));
        all
    }

    /// The widest that this processor has.
    #[inline]
    pub(super) fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            return Self::Wide;
        }
        Self::Baseline
    }

    /// Runs a loop with these instructions.
    #[inline]
    pub(super) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            Self::Baseline => kernel.run(),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Wide` is made by `best` only, on a processor that has these instructions.
            Self::Wide => unsafe { wide(kernel) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn wide<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}
