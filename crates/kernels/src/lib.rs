//! Int8 matrix and f32 vector kernels for every instruction set, and mapped files.
//!
//! [`Kernels`] is chosen once, by what the processor proves to have. Every instruction set computes
//! the same bits: integer sums are exact, and the f32 parts use one order of additions, one set of
//! polynomials and fused multiply-add throughout. [`reference`](mod@reference) says in plain loops
//! what is computed.
//!
//! Matrices are row-major. Shapes that do not fit each other are programming errors and panic with a
//! message; whoever loads weights validates them first. Values are never trusted: whatever the
//! numbers are, no kernel panics or reads outside its arguments because of them.
//!
//! This is the only crate with `unsafe` code.

mod affine;
mod aligned;
mod argmax;
mod attention;
mod history;
mod isa;
mod layer;
mod layer_norm;
mod mapped;
mod matrix;
mod multiply;
mod pair;
mod quantize;
pub mod reference;
mod selection;
mod table;
mod vector;
mod weighted_sums;

pub use affine::Activation;
pub use aligned::AlignedVec;
pub use attention::KeyCache;
pub use history::History;
pub use isa::{Kernels, LANES};
pub use layer::Affine;
pub use layer_norm::LayerNorm;
pub use mapped::MappedFile;
pub use matrix::PackedMatrix;
pub use pair::{Helper, Leader};
pub use quantize::{Quantization, QuantizedRows};
