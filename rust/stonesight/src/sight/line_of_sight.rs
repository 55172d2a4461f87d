//! The CPU's own answer to "can the lantern see this point": it marches the field, and never reads a picture.
//!
//! Sphere tracing (Hart, "Sphere tracing: a geometric method for the antialiased ray tracing of implicit surfaces", The Visual
//! Computer, 1996), with the step shortened because the field is a bound, not a distance, near terrain and ramps.

use glam::DVec3;

use crate::field::Field;

/// Share of the field's value that a step dares: terrain and helices have slopes up to about 1.5.
const STEP_SHARE: f64 = 0.6;
/// Shortest step in metres: a graze along a wall must end.
const SHORTEST: f64 = 0.02;
/// How near to a surface a point counts as being on it, in metres.
const ON_SURFACE: f64 = 0.08;

/// Whether nothing solid lies between the lantern and a point. A point on a surface is seen if the way up to it is free.
pub fn is_seen(field: &Field, lantern: DVec3, point: DVec3) -> bool {
    let way = point - lantern;
    let length = way.length();
    nearest_stone(field, lantern, way, (length - ON_SURFACE).max(0.0)).is_none()
}

/// Distance in metres from `from` along `direction` (any length) to the first solid within `range`; `None` where the way is free.
pub fn nearest_stone(field: &Field, from: DVec3, direction: DVec3, range: f64) -> Option<f64> {
    let direction = direction.try_normalize()?;
    let mut travelled = 0.0;
    while travelled < range {
        let value = f64::from(field.sample(from + direction * travelled).value);
        if value < 0.0 {
            return Some(travelled);
        }
        travelled += (value * STEP_SHARE).max(SHORTEST);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Config;
    use crate::program::ground_floor;

    fn world() -> Field {
        Field::new(ground_floor(29, &Config::default())).unwrap()
    }

    #[test]
    fn the_court_sees_its_own_walls_and_not_the_vault_under_it() {
        let field = world();
        let lantern = DVec3::new(0.0, 7.6, 0.0);
        assert!(is_seen(&field, lantern, DVec3::new(-10.0, 6.0, 6.0)), "the paving");
        assert!(!is_seen(&field, lantern, DVec3::new(2.0, 0.5, -27.0)), "the vault");
        assert!(!is_seen(&field, lantern, DVec3::new(40.0, 0.0, 0.0)), "behind the wall");
    }

    #[test]
    fn a_ray_down_meets_the_paving_where_it_is() {
        let hit = nearest_stone(&world(), DVec3::new(3.0, 10.0, 3.0), DVec3::NEG_Y, 50.0).unwrap();
        assert!((hit - 4.0).abs() < 0.03, "met stone after {hit} m");
    }

    #[test]
    fn no_direction_and_no_number_are_no_hit_and_no_hang() {
        let field = world();
        assert_eq!(nearest_stone(&field, DVec3::ZERO, DVec3::ZERO, 10.0), None);
        assert_eq!(nearest_stone(&field, DVec3::NAN, DVec3::X, f64::NAN), None);
    }
}
