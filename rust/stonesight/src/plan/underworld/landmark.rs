//! The landmark: what one remembers of an underworld. One seed has a screw shaft, another a building hung in a void.

use super::super::PlanError;
use super::super::dice::Dice;
use super::super::growth::{Growth, TRIES};
use super::super::space::Form;
use super::super::template::Template;
use super::{hung_building, screw_shaft};
use crate::room::Kind;

/// Share of worlds with a hung building.
const HUNG: f64 = 0.4;

/// Gives the landmark its place, at the end of a passage from the trunk.
pub(in crate::plan) fn reserve(growth: &mut Growth, dice: Dice) -> Result<(), PlanError> {
    let template: fn(Dice) -> Template = if dice.chance(71, HUNG) {
        hung_building::template
    } else {
        screw_shaft::template
    };
    let placed = (0..TRIES).any(|attempt| {
        let dice = dice.at(attempt);
        growth.lead_off(Kind::Trunk, &template(dice), dice)
    });
    placed.then_some(()).ok_or(PlanError::NoWay("the landmark"))
}

/// Whether a room is the landmark: no room stands wall to wall with it.
pub(super) fn is_landmark(growth: &Growth, room: usize) -> bool {
    growth.draft.rooms[room].kind == Kind::ScrewShaft || matches!(growth.draft.spaces[room].form, Form::Hung { .. })
}
