//! Buffers that begin on a cache line, so that no vector of 64 bytes in them crosses one.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// A cache line of weights: 16 outputs of 4 inputs.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Line(pub(crate) [i8; 64]);

/// Weights in whole cache lines.
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

mod sealed {
    /// Numbers of which every pattern of bits is one, and of which a whole number fills a cache line.
    pub trait Number: Copy + std::fmt::Debug {}

    impl Number for f32 {}
    impl Number for u8 {}
}

/// Numbers in a buffer that begins on a cache line. It grows like a vector, and reads and writes like a slice.
#[derive(Clone)]
pub struct AlignedVec<T> {
    lines: Lines,
    len: usize,
    number: PhantomData<T>,
}

impl<T> Default for AlignedVec<T> {
    fn default() -> Self {
        Self {
            lines: Lines::default(),
            len: 0,
            number: PhantomData,
        }
    }
}

impl<T: sealed::Number> AlignedVec<T> {
    /// Without any number.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Without any number, and with room for so many.
    #[must_use]
    pub fn with_capacity(numbers: usize) -> Self {
        let lines = (numbers * size_of::<T>()).div_ceil(size_of::<Line>());
        Self {
            lines: Lines(Vec::with_capacity(lines)),
            ..Self::default()
        }
    }

    /// Makes the buffer `len` numbers long; keeps its allocation and the numbers that it had. What others there are is arbitrary:
    /// zero, or of an earlier use.
    pub fn resize(&mut self, len: usize) {
        let lines = (len * size_of::<T>()).div_ceil(size_of::<Line>());
        if lines > self.lines.0.len() {
            self.lines.resize(lines);
        }
        self.len = len;
    }

    /// Appends numbers; the cost is amortised.
    pub fn extend_from_slice(&mut self, numbers: &[T]) {
        let len = self.len;
        self.resize(len + numbers.len());
        self[len..].copy_from_slice(numbers);
    }
}

impl<T: sealed::Number> Deref for AlignedVec<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: the lines are initialised bytes, at least as many as the numbers take, aligned for every number, and every
        // pattern of bits is a number.
        unsafe { std::slice::from_raw_parts(self.lines.0.as_ptr().cast(), self.len) }
    }
}

impl<T: sealed::Number> DerefMut for AlignedVec<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and a number leaves initialised bytes.
        unsafe { std::slice::from_raw_parts_mut(self.lines.0.as_mut_ptr().cast(), self.len) }
    }
}

impl<T: sealed::Number> fmt::Debug for AlignedVec<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
