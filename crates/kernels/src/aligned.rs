//! A buffer of bytes that begins on a cache line.

/// A cache line of weights: 16 outputs of 4 inputs.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Line(pub(crate) [i8; 64]);

/// Weights in whole cache lines, so that no vector load crosses one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines(Vec<Line>);

impl Lines {
    /// Makes the buffer `lines` long; keeps its allocation and, where it was long enough, its content.
    pub(crate) fn resize(&mut self, lines: usize) {
        self.0.resize(lines, Line([0; 64]));
    }

    pub(crate) fn as_slice(&self) -> &[Line] {
        &self.0
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [Line] {
        &mut self.0
    }
}
