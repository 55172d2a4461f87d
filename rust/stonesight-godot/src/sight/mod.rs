//! The sight half at the rim: the lantern's cube and the camera's cut, published to shaders as globals.
//!
//! * [`lantern`]: `StoneLantern`, what the player may see
//! * [`cutaway`]: `StoneCutaway`, what the camera may remove
//! * [`cube`]: the six faces, in a scenario of their own
//! * [`section`]: what is seen of stone that was cut open and has no far side
//! * [`globals`]: the names that `sight.gdshaderinc` reads

mod cube;
mod cutaway;
pub mod depth_shader;
pub mod globals;
mod lantern;
mod section;
