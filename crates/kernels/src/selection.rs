//! The most probable of many outputs.

use crate::isa::{Kernels, LANES, Operation, Simd};
use crate::vector::{load_or, subtrahend_of_log_softmax};

/// Vectors of values that are looked at together: mostly none of them is among the greatest.
const VECTORS: usize = 8;

impl Kernels {
    /// Of one row of logits the `wanted` outputs with the greatest probabilities, or all if there are fewer, and the logarithms
    /// of those, the greatest first; of equal ones the first. The same as choosing from [`Self::log_softmax`], with less to write
    /// and to read.
    pub fn most_probable(self, logits: &[f32], wanted: usize, best: &mut Vec<(usize, f32)>) {
        self.run(MostProbable {
            logits,
            wanted,
            best,
        });
    }

    /// The positions of the `wanted` greatest values, or of all if there are fewer, and the values, the greatest first; of equal
    /// ones the first.
    pub fn greatest(self, values: &[f32], wanted: usize, best: &mut Vec<(usize, f32)>) {
        best.clear();
        self.run(Greatest {
            values,
            subtrahend: 0.0,
            wanted,
            best,
        });
    }
}

struct MostProbable<'a> {
    logits: &'a [f32],
    wanted: usize,
    best: &'a mut Vec<(usize, f32)>,
}

impl Operation for MostProbable<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        self.best.clear();
        Greatest {
            values: self.logits,
            subtrahend: subtrahend_of_log_softmax(s, self.logits),
            wanted: self.wanted,
            best: self.best,
        }
        .run(s);
    }
}

/// The greatest differences with one subtrahend.
struct Greatest<'a> {
    values: &'a [f32],
    subtrahend: f32,
    wanted: usize,
    best: &'a mut Vec<(usize, f32)>,
}

impl Operation for Greatest<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self {
            values,
            subtrahend,
            wanted,
            best,
        } = self;
        let subtrahend = s.splat(subtrahend);
        let mut differences = [[0.0; LANES]; VECTORS];
        for (block, values) in values.chunks(VECTORS * LANES).enumerate() {
            let mut greatest = s.splat(f32::NEG_INFINITY);
            for (values, differences) in values.chunks(LANES).zip(&mut differences) {
                let difference = s.sub(load_or(s, values, f32::NEG_INFINITY), subtrahend);
                s.store(difference, differences);
                greatest = s.max(difference, greatest);
            }
            let is_full = best.len() >= wanted;
            let least = best.last().map_or(f32::NEG_INFINITY, |(_, least)| *least);
            if !is_full || s.maximum(greatest) > least {
                let differences = &differences.as_flattened()[..values.len()];
                insert(best, wanted, block * VECTORS * LANES, differences);
            }
        }
    }
}

/// Puts those of the values that belong there among the greatest; the first of them has the position `first`.
fn insert(best: &mut Vec<(usize, f32)>, wanted: usize, first: usize, values: &[f32]) {
    for (index, &value) in values.iter().enumerate() {
        let least = best.last().map_or(f32::NEG_INFINITY, |(_, least)| *least);
        if best.len() < wanted || value > least {
            let place = best.partition_point(|(_, other)| *other >= value);
            best.insert(place, (first + index, value));
            best.truncate(wanted);
        }
    }
}
