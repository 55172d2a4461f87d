//! `stonesight bench`: how long things take, and how their figures spread.

pub(crate) mod chunks;
pub(crate) mod detail;
pub(crate) mod edits;
pub(crate) mod plans;

use serde::Serialize;

/// Where a list of measurements lies.
#[derive(Serialize)]
struct Spread {
    p50: f64,
    p99: f64,
    mean: f64,
}

impl Spread {
    fn of(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let last = times.len().saturating_sub(1);
            times
                .get((last as f64 * share).round() as usize)
                .copied()
                .unwrap_or(0.0)
        };
        Self {
            p50: at(0.5),
            p99: at(0.99),
            mean: times.iter().sum::<f64>() / times.len().max(1) as f64,
        }
    }
}
