//! Cisterns: long barrel vaults of brick, and the courts that they lie under.

use glam::DVec2;

use super::super::dice::Dice;
use super::super::draft::Candidate;
use super::super::growth::Growth;
use super::super::heading::Heading;
use super::super::space::{Cover, Form};
use super::super::template::Template;
use crate::room::{Kind, Tag};

/// How far a cistern's floor lies under that of its court, in metres.
const UNDER: [f64; 2] = [12.5, 13.75];
/// Tries to find a place under one court, and how far from its middle, in metres.
const TRIES: usize = 40;
const ASTRAY: f64 = 10.0;

/// Open courts by the height of their floors, the lowest first; paved ones before gardens of about the same height.
pub(super) fn lowest_courts(growth: &Growth) -> Vec<usize> {
    let rooms = growth.draft.rooms.iter().enumerate();
    let open = rooms.filter(|(_, room)| room.tag == Tag::Surface && matches!(room.kind, Kind::Court | Kind::Garden));
    let mut courts: Vec<usize> = open.map(|(i, _)| i).collect();
    let height = |&court: &usize| {
        let room = &growth.draft.rooms[court];
        room.lowest() + if room.kind == Kind::Garden { 1.5 } else { 0.0 }
    };
    courts.sort_by(|a, b| height(a).total_cmp(&height(b)).then(a.cmp(b)));
    courts
}

/// How deep a cistern lies under its court.
pub(super) fn depth(dice: Dice) -> f64 {
    dice.metres(0, UNDER[0], UNDER[1])
}

/// A cistern. Its long walls take three doors each.
pub(super) fn template(dice: Dice) -> Template {
    let (half_length, half_width) = (dice.metres(1, 8.75, 10.5), dice.metres(2, 4.0, 4.75));
    let (spring, rise) = (2.75, dice.metres(3, 2.0, 2.5));
    let (w, d) = (half_length, half_width);
    let corners = [[-w, -d], [w, -d], [w, d], [-w, d]];
    let mut template = Template::new(Kind::Sewer, &corners, Cover::Rock, spring + rise);
    template.form = Form::Barrel {
        centre: DVec2::ZERO,
        along: DVec2::X,
        half_width,
        half_length,
        spring,
        rise,
    };
    template
}

/// Digs a cistern under a court, without a way down.
pub(super) fn under(growth: &mut Growth, court: usize, dice: Dice) -> bool {
    let floor = growth.draft.rooms[court].lowest() - depth(dice);
    let (low, high) = growth.draft.rooms[court].bounds();
    (0..TRIES).any(|attempt| {
        let dice = dice.at(attempt);
        let template = template(dice);
        let by = DVec2::new(dice.metres(10, -ASTRAY, ASTRAY), dice.metres(11, -ASTRAY, ASTRAY));
        let out = Heading::new(2 * dice.pick(12, 4) as i32);
        // The first socket lies in a wall: the middle of the vault is half its width behind it.
        let entry = template.sockets[0];
        let at = (low + high) * 0.5 + by + out.vector() * entry.at.length();
        let cistern = Candidate::room(&template, 0, at, out, floor);
        let fits = growth.in_region(&cistern) && growth.draft.fits(&cistern, &[]);
        if fits {
            growth.draft.place(cistern, dice);
        }
        fits
    })
}
