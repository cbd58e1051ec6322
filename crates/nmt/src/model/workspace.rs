//! Buffers that the computation of a step needs; one set per worker, reused.

use dragoman_kernels::{AlignedVec, QuantizedRows};

use crate::files::CandidateSet;

/// Scratch memory. Holds nothing between calls.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    pub(crate) quantized: QuantizedRows,
    pub(crate) inner: QuantizedRows,
    pub(crate) a: AlignedVec<f32>,
    pub(crate) b: AlignedVec<f32>,
    pub(crate) c: AlignedVec<f32>,
    pub(crate) scratch: AlignedVec<f32>,
    pub(crate) scores: AlignedVec<f32>,
    pub(crate) candidate_set: CandidateSet,
}

/// The first `length` values of a buffer, which grows as needed; their contents are arbitrary.
pub(crate) fn sized(buffer: &mut AlignedVec<f32>, length: usize) -> &mut [f32] {
    if buffer.len() < length {
        buffer.resize(length);
    }
    &mut buffer[..length]
}
