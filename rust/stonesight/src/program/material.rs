//! What solids are made of. The number is what the shaders see in a vertex.

use serde::{Deserialize, Serialize};

/// The matter an operation leaves behind. Carved surfaces show the material of the operation that carved them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Material {
    /// Natural rock.
    #[default]
    Rock = 0,
    /// Soil; grass grows where it is level.
    Earth = 1,
    /// Flagstones.
    Paving = 2,
    /// Squared masonry.
    Ashlar = 3,
    /// Brick, as in sewers and vaults.
    Brick = 4,
    /// Smooth rendered walls.
    Plaster = 5,
    /// Roof tiles and copings.
    Tile = 6,
    /// Timber.
    Timber = 7,
}

impl Material {
    /// All materials in the order of their numbers.
    pub const ALL: [Material; 8] = [
        Material::Rock,
        Material::Earth,
        Material::Paving,
        Material::Ashlar,
        Material::Brick,
        Material::Plaster,
        Material::Tile,
        Material::Timber,
    ];

    /// The material with a number, or `None` for a number that names none.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }
}
