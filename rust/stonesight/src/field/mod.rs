//! The field: value and operation at any point of a world, pruned exactly per region.
