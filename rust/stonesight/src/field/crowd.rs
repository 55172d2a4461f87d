//! The scan for several boxes at once: operation by operation over all boxes, in vector code.
//!
//! In: a list of operations and boxes within its own. Out: the list of each box. Boxes that an operation is out of reach of
//! drop out by its site; the others are put together in batches, so that no lane asks a distance in vain.

use glam::{DVec3, Vec3};

use super::Field;
use super::distance::{Bounds, Local, larger};
use super::prune::{Active, held};
use super::simd::{Kernel, Simd};
use super::site::Site;

/// Boxes that are looked at together: 27 is what three to the side make.
const BOXES: usize = 32;
/// More than any coordinate, in metres.
const FURTHEST: f64 = 1.0e30;
/// Boxes whose bounds are found together.
const BATCH: usize = 8;

/// Scans the operations of a list for several boxes within its own, which were reset.
pub(super) fn scan_each(field: &Field, origin: DVec3, simd: Simd, indices: &[u32], actives: &mut [Active]) {
    for group in actives.chunks_mut(BOXES) {
        simd.run(Scan {
            field,
            origin,
            indices,
            group,
        });
    }
}

/// The scan for a group.
struct Scan<'a> {
    field: &'a Field,
    origin: DVec3,
    indices: &'a [u32],
    group: &'a mut [Active],
}

impl Kernel for Scan<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        scan_group(self.field, self.origin, self.indices, self.group);
    }
}

#[inline(always)]
fn scan_group(field: &Field, origin: DVec3, indices: &[u32], group: &mut [Active]) {
    let mut crowd = Crowd::new(group);
    let mut bounds = Bounds::<BATCH>::default();
    for &index in indices {
        let site = &field.sites[index as usize];
        let within = crowd.within(site, origin);
        let operation = &field.operations[index as usize];
        let offset = origin - operation.anchor;
        for lanes in within.batches() {
            let (mut x, mut y, mut z) = ([0.0; BATCH], [0.0; BATCH], [0.0; BATCH]);
            for at in 0..BATCH {
                let lane = usize::from(lanes[at]) % BOXES;
                let middle = Vec3::new(crowd.x[lane], crowd.y[lane], crowd.z[lane]);
                let centre = held(middle.as_dvec3() + offset);
                (x[at], y[at], z[at]) = (centre.x, centre.y, centre.z);
            }
            let centres = Local { x: &x, y: &y, z: &z };
            operation.distance.bounds(centres, crowd.half, &mut bounds);
            for (at, &lane) in lanes.iter().enumerate() {
                let lane = usize::from(lane);
                // The last batch is filled up with a box that is none.
                if let Some(active) = group.get_mut(lane) {
                    active.take(index, operation.mode, (bounds.low[at], bounds.high[at]));
                    (crowd.low[lane], crowd.high[lane]) = active.bounds;
                }
            }
        }
    }
}

/// The boxes, lane by lane.
struct Crowd {
    x: [f32; BOXES],
    y: [f32; BOXES],
    z: [f32; BOXES],
    /// Half the size of the largest.
    half: Vec3,
    /// Bounds of their values so far.
    low: [f32; BOXES],
    high: [f32; BOXES],
    limit: f32,
    count: usize,
}

/// The lanes of the boxes within reach.
struct Within {
    lanes: [u8; BOXES + BATCH],
    count: usize,
}

impl Within {
    fn batches(&self) -> &[[u8; BATCH]] {
        &self.lanes.as_chunks().0[..self.count.div_ceil(BATCH)]
    }
}

impl Crowd {
    fn new(group: &[Active]) -> Self {
        let mut crowd = Self {
            x: [0.0; BOXES],
            y: [0.0; BOXES],
            z: [0.0; BOXES],
            half: Vec3::ZERO,
            low: [0.0; BOXES],
            high: [0.0; BOXES],
            limit: f32::INFINITY,
            count: group.len(),
        };
        for (lane, active) in group.iter().enumerate() {
            let (middle, half) = active.middle();
            (crowd.x[lane], crowd.y[lane], crowd.z[lane]) = (middle.x, middle.y, middle.z);
            (crowd.low[lane], crowd.high[lane]) = active.bounds;
            crowd.half = crowd.half.max(half);
            crowd.limit = active.limit;
        }
        crowd
    }

    /// The boxes that an operation is not out of reach of: [`Site::out_of_reach`] and [`Site::beyond`] for all of them.
    #[inline(always)]
    fn within(&self, site: &Site, origin: DVec3) -> Within {
        // In f32 relative to the origin, and wider by more than that is rounded. A box without an end gets one far off.
        let hold = |v: DVec3| v.clamp(DVec3::splat(-FURTHEST), DVec3::splat(FURTHEST)).as_vec3();
        let slack = |v: Vec3| (v.abs() + self.half) * (4.0 * f32::EPSILON) + self.half;
        let (low, high) = (hold(site.low - origin), hold(site.high - origin));
        let (low, high) = (low - slack(low), high + slack(high));
        let (lift, reach) = (site.lift as f32 * (1.0 - f32::EPSILON), site.reach);
        let beyond = self.limit + larger(reach.adds, 0.0) * 1.25;
        let mut out = [false; BOXES];
        for (lane, out) in out.iter_mut().enumerate() {
            let gap_x = larger(low.x - self.x[lane], self.x[lane] - high.x);
            let gap_y = larger(low.y - self.y[lane], self.y[lane] - high.y) * lift;
            let gap_z = larger(low.z - self.z[lane], self.z[lane] - high.z);
            let distance = Site::certain(larger(larger(gap_x, gap_z), gap_y), site.slack);
            let far = (distance - self.high[lane] >= reach.adds) & (!reach.removes | (distance >= -self.low[lane]));
            *out = (distance > -site.slack) & !reach.intersects & (far | (distance >= beyond));
        }
        let mut within = Within {
            // A lane that no box has.
            lanes: [BOXES as u8; BOXES + BATCH],
            count: 0,
        };
        for (lane, &out) in out[..self.count].iter().enumerate() {
            within.lanes[within.count] = lane as u8;
            within.count += usize::from(!out);
        }
        // The one behind the last was written for nothing.
        within.lanes[within.count] = BOXES as u8;
        within
    }
}
