//! Rooms: where a place begins and ends, how high its floor and ceiling are, and through which doors one leaves it.
//!
//! In: rooms and doors, planned from a seed or drawn by hand. Out: [`Rooms`], which tells for any point which room it
//! lies in, and for any room how far its boundary is.
//!
//! Plan coordinates are (x, z) in world metres; heights are y.

mod footprint;
mod index;
mod polygon;
mod record;

pub use footprint::Footprint;
pub use index::{RoomError, Rooms};
pub use polygon::Polygon;
pub use record::{Door, Kind, Part, Plane, Room, Tag};
