//! When the faces of the lantern's cube are drawn.
//!
//! In: where the lantern is, each frame. Out: the faces to draw now. A face is stale once the lantern has moved 2 cm away from
//! where it was drawn, and now and then anyway, because chunks arrive. Two faces a frame, more when the oldest lags behind.

use glam::{DVec3, Vec3};

/// One face of the cube as its camera sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Right-hand side of the picture.
    pub right: Vec3,
    /// Upper side of the picture.
    pub up: Vec3,
    /// Where it looks.
    pub forward: Vec3,
}

/// The faces in the order +X, -X, +Y, -Y, +Z, -Z. `stone_face_uv` in `sight.gdshaderinc` is their inverse.
pub const FACES: [Face; 6] = [
    Face {
        right: Vec3::Z,
        up: Vec3::Y,
        forward: Vec3::X,
    },
    Face {
        right: Vec3::NEG_Z,
        up: Vec3::Y,
        forward: Vec3::NEG_X,
    },
    Face {
        right: Vec3::X,
        up: Vec3::Z,
        forward: Vec3::Y,
    },
    Face {
        right: Vec3::X,
        up: Vec3::NEG_Z,
        forward: Vec3::NEG_Y,
    },
    Face {
        right: Vec3::NEG_X,
        up: Vec3::Y,
        forward: Vec3::Z,
    },
    Face {
        right: Vec3::X,
        up: Vec3::Y,
        forward: Vec3::NEG_Z,
    },
];

/// Movement in metres that makes a face stale.
const STALE: f64 = 0.02;
/// Metres of lag that add one face to a frame's budget: at a run, 0.4 m are what an eye notices at 27 m.
const LAG_PER_FACE: f64 = 0.4;

/// Decides which faces are drawn in a frame.
#[derive(Clone, Debug)]
pub struct FaceSchedule {
    /// Faces drawn per frame while the lantern moves, 1 to 6.
    pub faces_per_frame: usize,
    /// Seconds after which a face is drawn again although nothing moved.
    pub refresh: f32,
    drawn_at: [Option<DVec3>; 6],
    age: [f32; 6],
    next: usize,
}

impl Default for FaceSchedule {
    fn default() -> Self {
        Self {
            faces_per_frame: 2,
            refresh: 0.5,
            drawn_at: [None; 6],
            age: [0.0; 6],
            next: 0,
        }
    }
}

impl FaceSchedule {
    /// Where a face was drawn last; `None` before its first time.
    pub fn drawn_at(&self, face: usize) -> Option<DVec3> {
        self.drawn_at[face]
    }

    /// How far the oldest face is behind the lantern, in metres.
    pub fn lag(&self, lantern: DVec3) -> f64 {
        self.drawn_at
            .iter()
            .map(|at| at.map_or(f64::MAX, |at| at.distance(lantern)))
            .fold(0.0, f64::max)
    }

    /// Marks every face stale: after a jump, or when the world changed.
    pub fn invalidate(&mut self) {
        self.drawn_at = [None; 6];
    }

    /// The faces to draw in this frame, `delta` seconds after the last. They count as drawn at `lantern` from now on.
    pub fn advance(&mut self, lantern: DVec3, delta: f32) -> impl Iterator<Item = usize> + use<> {
        let mut chosen = [false; 6];
        if lantern.is_finite() {
            let lag = self.lag(lantern);
            let mut left = if lag > LAG_PER_FACE * 6.0 {
                6
            } else {
                self.faces_per_frame
                    .max((lag / LAG_PER_FACE).ceil() as usize)
                    .clamp(1, 6)
            };
            let start = self.next;
            for step in 0..6 {
                let face = (start + step) % 6;
                self.age[face] += delta.max(0.0);
                let moved = self.drawn_at[face].is_none_or(|at| at.distance(lantern) > STALE);
                // Only one face a frame for the sake of age, or six faces of one age would all come at once.
                let aged = self.age[face] > self.refresh && left == self.faces_per_frame;
                if left > 0 && (moved || aged) {
                    chosen[face] = true;
                    left -= 1;
                    self.drawn_at[face] = Some(lantern);
                    self.age[face] = 0.0;
                    self.next = (face + 1) % 6;
                }
            }
        }
        (0..6).filter(move |&face| chosen[face])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_right_handed_cameras_that_cover_all_directions() {
        for face in FACES {
            assert_eq!(face.right.cross(face.up), -face.forward);
        }
        assert_eq!(FACES.iter().map(|face| face.forward).sum::<Vec3>(), Vec3::ZERO);
    }

    #[test]
    fn the_first_frame_draws_all_and_standing_still_draws_one_now_and_then() {
        let mut schedule = FaceSchedule::default();
        assert_eq!(schedule.advance(DVec3::ZERO, 0.016).count(), 6);
        let drawn: usize = (0..600).map(|_| schedule.advance(DVec3::ZERO, 0.016).count()).sum();
        assert!((60..=130).contains(&drawn), "{drawn} faces in 9.6 s of standing still");
    }

    #[test]
    fn walking_draws_two_faces_a_frame_in_turn_and_lags_little() {
        let mut schedule = FaceSchedule::default();
        let mut most = 0.0f64;
        let mut times = [0; 6];
        for frame in 0..600 {
            let lantern = DVec3::X * f64::from(frame) * 0.05;
            for face in schedule.advance(lantern, 0.016) {
                times[face] += 1;
            }
            most = most.max(schedule.lag(lantern));
        }
        assert!(most < 0.2, "lagged by {most} m at 3 m/s");
        assert!(
            times.iter().max().unwrap() - times.iter().min().unwrap() < 20,
            "{times:?}"
        );
    }

    #[test]
    fn a_jump_draws_everything_at_once_and_nan_nothing() {
        let mut schedule = FaceSchedule::default();
        let _ = schedule.advance(DVec3::ZERO, 0.016);
        assert_eq!(schedule.advance(DVec3::X * 50.0, 0.016).count(), 6);
        assert_eq!(schedule.advance(DVec3::NAN, 0.016).count(), 0);
    }
}
