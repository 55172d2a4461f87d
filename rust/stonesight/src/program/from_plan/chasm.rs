//! Chasms: the hollow of a void, and the parapets of the bridge through it.

use glam::DVec3;

use super::Site;
use super::mason::Mason;
use super::way::{self, Measure};
use crate::plan::{Form, Void};
use crate::program::{Material, Mode};
use crate::room::Plane;

/// Height of a parapet over the floor in metres, its thickness, and how deep the deck under it is.
const PARAPET: [f64; 2] = [1.1, 0.8];
const DECK: f64 = 1.2;

/// Hollows a void out: across the way, and down. The bridge is carved and floored with the other ways, later.
pub(super) fn open(site: &Site, mason: &mut Mason, void: &Void) {
    mason.record = void.record;
    let across = DVec3::new(void.across.x, 0.0, void.across.y);
    let [left, right] = void.aside;
    // It hangs to one side, so that no two are alike: deepest where it reaches farthest.
    let deepest = void.middle - DVec3::Y * void.depth + across * ((right - left) * 0.5);
    let line = [void.middle - across * left, void.middle + across * right];
    mason.bore(Mode::Subtract, &line, void.radius, Material::Rock);
    let shaft = [void.middle + across * ((right - left) * 0.25), deepest];
    mason.bore(Mode::Subtract, &shaft, void.radius * 0.9, Material::Rock);
    let Some(bridge) = site.plan.rooms.room(void.bridge) else {
        return;
    };
    let width = match site.plan.space(void.bridge).map(|space| space.form) {
        Some(Form::Link { width, .. }) => width,
        _ => return,
    };
    mason.record = bridge.id;
    let measure = Measure {
        width,
        longer: 0.0,
        wider: PARAPET[1],
    };
    let deck = |floor: Plane| [floor.raised(-DECK), floor.raised(PARAPET[0])];
    let parts = &bridge.parts[1..bridge.parts.len() - 1];
    way::put(mason, Mode::Union, parts, measure, deck, Material::Ashlar);
}
