//! Names: what the people who lived there called it.

use super::dice::Dice;
use crate::room::Kind;

const THINGS: [&str; 64] = [
    "Heron", "Ash", "Salt", "Lamp", "Thorn", "Bell", "Otter", "Copper", "Linden", "Raven", "Clover", "Anvil", "Swift",
    "Marl", "Ember", "Sorrel", "Flint", "Wren", "Cedar", "Barley", "Amber", "Hawthorn", "Lark", "Slate", "Juniper",
    "Fox", "Tallow", "Rowan", "Quill", "Pearl", "Hazel", "Madder", "Crane", "Ochre", "Willow", "Teasel", "Moth",
    "Saffron", "Elder", "Plover", "Alder", "Finch", "Rook", "Briar", "Cobalt", "Sickle", "Hornbeam", "Tansy",
    "Spindle", "Magpie", "Yarrow", "Beech", "Lantern", "Fern", "Gull", "Quince", "Sparrow", "Aspen", "Thistle", "Loam",
    "Merle", "Bramble", "Comfrey", "Pike",
];
const MANY: [&str; 20] = [
    "Weavers",
    "Echoes",
    "Scribes",
    "Dyers",
    "Nine Lamps",
    "Masons",
    "Oaths",
    "Pilgrims",
    "Keys",
    "Coopers",
    "Wardens",
    "Mirrors",
    "Bells",
    "Tanners",
    "Shadows",
    "Founders",
    "Glaziers",
    "Voices",
    "Porters",
    "Candles",
];

/// A name for a room of a kind that is none of `taken`.
pub(super) fn name(kind: Kind, dice: Dice, mut taken: impl FnMut(&str) -> bool) -> String {
    for salt in 0..64 {
        let thing = THINGS[dice.pick(2 * salt, THINGS.len())];
        let many = MANY[dice.pick(2 * salt + 1, MANY.len())];
        let name = match kind {
            Kind::Court if salt % 2 == 0 => format!("Court of the {thing}"),
            Kind::Court => format!("{thing} Court"),
            Kind::Garden => format!("{thing} Garden"),
            Kind::LongHall => format!("Hall of {many}"),
            Kind::Gatehouse => format!("{thing} Gate"),
            Kind::Pavilion => format!("{thing} Pavilion"),
            Kind::Tower => format!("{thing} Tower"),
            Kind::SwitchbackHall => format!("{thing} Rise"),
            Kind::StackedTerraces => format!("{thing} Terraces"),
            Kind::ScrewShaft => format!("Screw of {many}"),
            Kind::Vault => format!("{thing} Vault"),
            Kind::Hall => format!("Chamber of {many}"),
            Kind::Gallery => format!("Gallery of {many}"),
            Kind::Shaft => format!("{thing} Shaft"),
            Kind::Causeway => format!("{thing} Causeway"),
            Kind::Stair => format!("{thing} Stair"),
            Kind::Ramp => format!("{thing} Ramp"),
            Kind::Passage => format!("{thing} Passage"),
            Kind::Sewer => format!("{thing} Cistern"),
            Kind::Tunnel => format!("{thing} Sewer"),
            Kind::Descent => format!("{thing} Descent"),
            Kind::Drain => format!("{thing} Drain"),
            Kind::Trunk => format!("{thing} Trunk"),
            Kind::Freight => format!("{thing} Freightway"),
            Kind::Service => format!("{thing} Service Way"),
            Kind::Other => format!("{thing} Room"),
        };
        if !taken(&name) {
            return name;
        }
    }
    // Every name of this kind is taken: count.
    let word = kind.word();
    let word = word[..1].to_uppercase() + &word[1..];
    (2..)
        .map(|number| format!("{word} {number}"))
        .find(|name| !taken(name))
        .unwrap_or(word)
}
