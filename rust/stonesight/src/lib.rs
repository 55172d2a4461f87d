//! Stonesight makes a world from a seed, and decides what may be seen in it. This crate is both halves without an
//! engine; `stonesight-godot` is the rim that hands them to Godot.
//!
//! # The way of a world
//!
//! ```text
//! seed, config ──plan──► Plan ──program──► Program ──field──► Field ──mesh──► Mesh ──chunk──► Chunk ──► store, stream
//! ```
//!
//! Each stage is a value in and a value out, and a module imports only modules above it in this list:
//!
//! * [`lattice`]: voxel and chunk keys as global integers, hashes, ids
//! * [`room`]: footprints, floors, ceilings and doors, and which room a point lies in
//! * [`jobs`]: workers that contain panics and are joined at exit
//! * [`plan`]: the configuration, and what exists and where
//! * [`program`]: the ordered list of solid operations
//! * [`edit`]: what players add and remove, in order
//! * [`field`]: value, material and record at any point
//! * [`mesh`]: the surface of a chunk
//! * [`chunk`]: one finished 10 m piece and its byte format
//! * [`stream`]: which chunks, in which order, for whom
//! * [`sight`]: what the camera may remove, and what the lantern sees
//!
//! # The same bits everywhere
//!
//! A world is a pure function of its seed and config. Positions are integers or `f64`; `f32` is only ever relative to a
//! chunk or an operation, and always exact there (see [`lattice::snap`]). Transcendental functions come from `libm`,
//! while the program is built, never per voxel.

pub mod audit;
pub mod chunk;
pub mod edit;
pub mod field;
pub mod jobs;
pub mod lattice;
pub mod mesh;
pub mod plan;
pub mod program;
pub mod room;
mod sealed;
pub mod sight;
pub mod stream;
