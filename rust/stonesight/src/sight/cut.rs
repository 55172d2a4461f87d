//! The cut: what the camera may remove so that the player is never hidden.
//!
//! In: the outline of the room he stands in (or none), his feet and the camera. Out: a [`CutField`], a signed distance over the
//! plan to the vertical boundary of the cut, negative where everything above the level goes.
//!
//! The field lies in a frame that looks at the camera: `u` runs from the feet towards it and `v` across. In that frame "open
//! through anything on the camera's side" is a running minimum along `u`: the room's outline, swept towards the camera
//! without end. Side and back walls stay, because nothing of the room lies behind them. A sweep turns continuously with the
//! camera, so no wall ever switches between "faces the camera" and "does not".

use glam::{DVec2, DVec3};

use crate::room::Footprint;

/// What may be tuned about the cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CutSettings {
    /// Height of the cut above the feet in metres.
    pub level: f64,
    /// How far inside the walls the boundary runs, in metres: the wall's face itself must stay.
    pub inset: f32,
    /// Radius in metres of the corridor towards the camera that stays open inside a room.
    pub corridor: f32,
    /// The same where there is no room: on open ground and in the gaps between rooms.
    pub open_ground: f32,
    /// Half the width of the field in metres.
    pub half_width: f32,
    /// Texels along an edge of the field.
    pub texels: usize,
    /// Seconds that a change of room takes.
    pub change: f32,
}

impl Default for CutSettings {
    fn default() -> Self {
        // Level and corridor are those of the reference viewer. Half a metre of field per texel would round corners visibly;
        // 0.375 m does not, and 24 m reach past the largest courts.
        Self {
            level: 2.45,
            inset: 0.1,
            corridor: 0.65,
            open_ground: 2.6,
            half_width: 24.0,
            texels: 128,
            change: 0.35,
        }
    }
}

/// The baked boundary around the feet. The shader and [`CutField::is_cut`] read the same numbers the same way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CutField {
    /// Where the field is centred, in world metres.
    pub feet: DVec3,
    /// Unit vector over the plan (x, z) from the feet to the camera.
    pub toward: DVec2,
    /// World height of the level in metres.
    pub level: f64,
    /// Half the field's width in metres.
    pub half_width: f32,
    /// Texels along an edge.
    pub texels: usize,
    /// Distances in metres, row after row: index `row * texels + column`, column along `toward`, row across it.
    pub values: Vec<f32>,
}

impl CutField {
    /// The boundary's signed distance at a plan point (x, z): bilinear between texels, endless towards the camera, and
    /// [`f32::MAX`] where the field does not reach.
    pub fn boundary(&self, point: DVec2) -> f32 {
        let away = point - DVec2::new(self.feet.x, self.feet.z);
        let across = DVec2::new(-self.toward.y, self.toward.x);
        let half = f64::from(self.half_width);
        let p = DVec2::new(away.dot(self.toward), away.dot(across)) / half;
        if self.values.is_empty() || p.y.abs() > 1.0 || p.x < -1.0 {
            return f32::MAX;
        }
        let last = self.texels as f64 - 1.0;
        let place = |c: f64| ((c * 0.5 + 0.5) * self.texels as f64 - 0.5).clamp(0.0, last);
        let (column, row) = (place(p.x.min(1.0)), place(p.y));
        let (c, r) = (column.floor(), row.floor());
        let (fc, fr) = ((column - c) as f32, (row - r) as f32);
        let at = |column: f64, row: f64| self.values[row.min(last) as usize * self.texels + column.min(last) as usize];
        let low = at(c, r) * (1.0 - fc) + at(c + 1.0, r) * fc;
        let high = at(c, r + 1.0) * (1.0 - fc) + at(c + 1.0, r + 1.0) * fc;
        low * (1.0 - fr) + high * fr
    }

    /// Whether the camera has removed this point.
    pub fn is_cut(&self, point: DVec3) -> bool {
        point.y > self.level && self.boundary(DVec2::new(point.x, point.z)) < 0.0
    }
}

/// The cut over time: bakes the field when the feet or the camera moved, and turns a change of room into a movement.
#[derive(Clone, Debug, Default)]
pub struct Cutaway {
    settings: CutSettings,
    room: Footprint,
    previous: Footprint,
    /// 0 at the start of a change of room, 1 when it is over.
    change: f32,
    field: CutField,
    baked_for: Option<(DVec3, DVec2, f32)>,
}

impl Cutaway {
    /// A cut with settings of its own.
    pub fn new(settings: CutSettings) -> Self {
        Self {
            settings,
            change: 1.0,
            ..Default::default()
        }
    }

    /// The field as it was baked last.
    pub fn field(&self) -> &CutField {
        &self.field
    }

    /// Names the footprint (x, z in world metres) of the room that the feet are in; an empty one on open ground.
    pub fn enter(&mut self, room: Footprint) {
        if room != self.room {
            self.previous = std::mem::replace(&mut self.room, room);
            self.change = 0.0;
        }
    }

    /// Moves on by `delta` seconds. Returns true where the field was baked anew.
    ///
    /// Nothing is baked while nothing moved: 2 cm of the feet and 0.15° of the view are below a pixel.
    pub fn advance(&mut self, feet: DVec3, camera: DVec3, delta: f32) -> bool {
        if !(feet.is_finite() && camera.is_finite() && delta.is_finite()) {
            return false;
        }
        self.change = (self.change + delta.max(0.0) / self.settings.change.max(1e-3)).min(1.0);
        let seen = DVec2::new(camera.x - feet.x, camera.z - feet.z);
        // A camera straight above keeps the last direction: any will do, but it must not jump.
        let last = self.baked_for.map_or(DVec2::Y, |(_, toward, _)| toward);
        let toward = if seen.length() > 0.5 { seen.normalize() } else { last };
        self.field.level = feet.y + self.settings.level;
        if let Some((at, direction, change)) = self.baked_for
            && at.distance(feet) < 0.02
            && direction.distance(toward) < 0.0026
            && change == self.change
        {
            return false;
        }
        self.bake(feet, toward);
        self.baked_for = Some((feet, toward, self.change));
        true
    }

    fn bake(&mut self, feet: DVec3, toward: DVec2) {
        let settings = self.settings;
        self.field.feet = feet;
        self.field.toward = toward;
        self.field.half_width = settings.half_width;
        self.field.texels = settings.texels;
        let across = DVec2::new(-toward.y, toward.x);
        let centre = DVec2::new(feet.x, feet.z);
        let local = |p: DVec2| DVec2::new((p - centre).dot(toward), (p - centre).dot(across));
        let (now, before) = (self.room.map(local), self.previous.map(local));
        // A change of room: the old room's cut shrinks while the new one's grows. A mean of the two would be empty halfway.
        let half = f64::from(settings.half_width);
        let travel = half * 0.5;
        let change = f64::from(self.change);
        let eased = change * change * (3.0 - 2.0 * change);
        let texel = 2.0 * half / settings.texels as f64;
        self.field.values.clear();
        self.field.values.reserve(settings.texels * settings.texels);
        for row in 0..settings.texels {
            let v = (row as f64 + 0.5) * texel - half;
            let (mut swept_now, mut swept_before) = (f64::MAX, f64::MAX);
            for column in 0..settings.texels {
                let point = DVec2::new((column as f64 + 0.5) * texel - half, v);
                swept_now = swept_now.min(boundary(&now, point, &settings));
                let mut value = swept_now;
                if self.change < 1.0 {
                    swept_before = swept_before.min(boundary(&before, point, &settings));
                    value = (swept_before + travel * eased).min(value + travel * (1.0 - eased));
                    value = value.min(corridor(point) - f64::from(settings.corridor));
                }
                self.field.values.push(value as f32);
            }
        }
    }
}

/// The boundary before the sweep: the room moved in from its walls, or the open ground's capsule, and always the corridor.
fn boundary(room: &Footprint, point: DVec2, settings: &CutSettings) -> f64 {
    let along = corridor(point);
    if room.is_empty() {
        return along - f64::from(settings.open_ground);
    }
    (room.signed_distance(point) + f64::from(settings.inset)).min(along - f64::from(settings.corridor))
}

/// Distance to the ray from the feet towards the camera.
fn corridor(point: DVec2) -> f64 {
    DVec2::new(point.x.min(0.0), point.y).length()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::{hash, unit};
    use crate::room::Polygon;

    const FEET: DVec3 = DVec3::new(103.0, 4.0, -57.0);

    fn square(half: f64) -> Footprint {
        let corner = |x, z| DVec2::new(FEET.x + x * half, FEET.z + z * half);
        Footprint::new(vec![Polygon::new(vec![
            corner(-1.0, -1.0),
            corner(1.0, -1.0),
            corner(1.0, 1.0),
            corner(-1.0, 1.0),
        ])])
    }

    fn camera(heading: f64) -> DVec3 {
        FEET + DVec3::new(libm::cos(heading) * 16.0, 22.0, libm::sin(heading) * 16.0)
    }

    fn settled(room: Footprint, camera: DVec3) -> Cutaway {
        let mut cut = Cutaway::new(CutSettings::default());
        cut.enter(room);
        cut.advance(FEET, camera, 10.0);
        cut
    }

    #[test]
    fn back_and_side_walls_stay_and_the_camera_side_is_open() {
        let cut = settled(square(5.0), camera(0.0));
        let above = |x: f64, z: f64| cut.field().is_cut(FEET + DVec3::new(x, 4.0, z));
        assert!(
            above(0.0, 0.0) && above(4.0, 4.0) && above(-4.0, -4.0),
            "the roof over the room goes"
        );
        assert!(
            !above(-5.6, 0.0) && !above(0.0, 5.6) && !above(0.0, -5.6),
            "back and side walls stay"
        );
        assert!(
            above(6.0, 0.0) && above(20.0, 3.0) && above(60.0, 0.0),
            "nothing stands between the camera and the room"
        );
        assert!(
            !cut.field().is_cut(FEET + DVec3::new(0.0, 2.4, 0.0)),
            "nothing goes below the level"
        );
    }

    #[test]
    fn the_boundary_moves_less_than_a_wall_when_the_camera_orbits_by_half_a_degree() {
        for clearance in [1.5, 3.5, 5.0] {
            let mut before: Option<Cutaway> = None;
            for step in 0..=720 {
                let now = settled(square(clearance), camera(f64::from(step) * 0.5f64.to_radians()));
                if let Some(before) = before {
                    for probe in 0..64 {
                        let angle = f64::from(probe) * 0.1;
                        let p = DVec2::new(FEET.x + libm::cos(angle) * 8.0, FEET.z + libm::sin(angle) * 8.0);
                        let moved = (now.field().boundary(p) - before.field().boundary(p)).abs();
                        assert!(moved < 0.6, "clearance {clearance}, step {step}: moved by {moved} m");
                    }
                }
                before = Some(now);
            }
        }
    }

    #[test]
    fn a_change_of_room_never_loses_the_floor_at_the_feet_and_never_jumps() {
        let mut cut = settled(square(5.0), camera(1.0));
        cut.enter(Footprint::default());
        let probe = DVec2::new(FEET.x - 3.0, FEET.z - 3.0);
        let mut last = cut.field().boundary(probe);
        for _ in 0..40 {
            cut.advance(FEET, camera(1.0), 0.01);
            let now = cut.field().boundary(probe);
            assert!((now - last).abs() < 1.2, "jumped from {last} to {now} in 10 ms");
            assert!(
                cut.field().is_cut(FEET + DVec3::Y * 3.0),
                "a roof over the player came back"
            );
            last = now;
        }
    }

    #[test]
    fn concave_rooms_keep_what_their_notch_holds() {
        // An L: the notch lies away from the camera, so the stone in it stays.
        let outline = Footprint::new(vec![Polygon::new(
            [
                (-6.0, -6.0),
                (6.0, -6.0),
                (6.0, 6.0),
                (0.0, 6.0),
                (0.0, 0.0),
                (-6.0, 0.0),
            ]
            .map(|(x, z)| DVec2::new(FEET.x + x, FEET.z + z))
            .to_vec(),
        )]);
        let cut = settled(outline, camera(0.0));
        assert!(!cut.field().is_cut(FEET + DVec3::new(-3.0, 4.0, 3.0)));
        assert!(cut.field().is_cut(FEET + DVec3::new(3.0, 4.0, 3.0)));
    }

    #[test]
    fn no_strip_of_roof_stays_where_two_parts_of_a_room_meet() {
        let part = |near: f64, far: f64| {
            let corners = [(near, -2.0), (far, -2.0), (far, 2.0), (near, 2.0)];
            Polygon::new(corners.map(|(x, z)| DVec2::new(FEET.x + x, FEET.z + z)).to_vec())
        };
        let stair = Footprint::new(vec![part(-9.0, -3.0), part(-3.0, 3.0), part(3.0, 9.0)]);
        let cut = settled(stair, camera(0.0));
        for step in -88..88 {
            let point = FEET + DVec3::new(f64::from(step) * 0.1, 4.0, 1.2);
            assert!(
                cut.field().is_cut(point),
                "a strip stays {} m from the feet",
                f64::from(step) * 0.1
            );
        }
    }

    #[test]
    fn the_corridor_towards_the_camera_is_open_from_any_place_in_any_room() {
        for seed in 0..200u64 {
            let random = |salt: i64| unit(hash(seed, &[salt]));
            let offset = DVec2::new(random(1) - 0.5, random(2) - 0.5) * 9.8;
            let outline = square(5.0).map(|corner| corner + offset);
            let eye = camera(random(3) * 6.25);
            let cut = settled(outline, eye);
            for step in 0..20 {
                let point = FEET.lerp(eye, f64::from(step) / 20.0) + DVec3::Y * 0.5;
                let cut_here = cut.field().is_cut(point);
                assert!(
                    cut_here || point.y <= cut.field().level,
                    "seed {seed}: stone at step {step} would hide him"
                );
            }
        }
    }

    #[test]
    fn numbers_that_are_none_change_nothing() {
        let mut cut = settled(square(5.0), camera(0.0));
        let before = cut.field().clone();
        assert!(!cut.advance(DVec3::NAN, camera(0.0), 0.1));
        assert!(!cut.advance(FEET, DVec3::new(f64::INFINITY, 0.0, 0.0), 0.1));
        assert_eq!(*cut.field(), before);
    }

    #[test]
    fn nothing_is_baked_while_nothing_moves() {
        let mut cut = settled(square(5.0), camera(0.0));
        assert!(!cut.advance(FEET, camera(0.0), 0.016));
        assert!(cut.advance(FEET + DVec3::X, camera(0.0), 0.016));
    }
}
