//! Element-wise kernels and reductions in f32.

use crate::isa::{Kernels, LANE_NUMBERS, LANES, Operation, Simd};

/// The first 16 values, or as many as there are and `fill` behind them.
#[inline(always)]
pub(crate) fn load_or<S: Simd>(s: S, values: &[f32], fill: f32) -> S::F {
    match values.first_chunk() {
        Some(values) => s.load(values),
        None => load_padded(s, values, fill),
    }
}

/// Fewer than 16 values and `fill` behind them.
#[inline(always)]
pub(crate) fn load_padded<S: Simd>(s: S, values: &[f32], fill: f32) -> S::F {
    let mut padded = [fill; LANES];
    for (to, from) in padded.iter_mut().zip(values) {
        *to = *from;
    }
    s.load(&padded)
}

/// Stores 16 values, or as many as there is room for.
#[inline(always)]
pub(crate) fn store_some<S: Simd>(s: S, value: S::F, to: &mut [f32]) {
    if let Some(to) = to.first_chunk_mut() {
        s.store(value, to);
    } else {
        let mut padded = [0.0; LANES];
        s.store(value, &mut padded);
        for (to, from) in to.iter_mut().zip(&padded) {
            *to = *from;
        }
    }
}

/// The exponential, with a relative error below 2e-7. The argument is clamped to -87.3..=88, so that neither
/// zero nor infinity comes out. Cody and Waite's reduction by ln 2 in two parts and the polynomial of
/// the Cephes library's `expf`.
#[inline(always)]
pub(crate) fn exp<S: Simd>(s: S, x: S::F) -> S::F {
    let x = s.min(s.max(x, s.splat(-87.3)), s.splat(88.0));
    let n = s.round(s.mul(x, s.splat(std::f32::consts::LOG2_E)));
    let whole = s.to_f32(n);
    let r = s.mul_add(whole, s.splat(-0.693_359_4), x);
    let r = s.mul_add(whole, s.splat(2.121_944_4e-4), r);
    let mut p = s.splat(1.987_569_1e-4);
    for coefficient in [
        1.398_199_9e-3,
        8.333_452e-3,
        4.166_579_6e-2,
        1.666_666_5e-1,
        5e-1,
    ] {
        p = s.mul_add(p, r, s.splat(coefficient));
    }
    let p = s.add(s.mul_add(p, s.mul(r, r), r), s.splat(1.0));
    s.mul(p, s.power_of_two(n))
}

/// `1 / (1 + exp(-x))`.
#[inline(always)]
pub(crate) fn sigmoid<S: Simd>(s: S, x: S::F) -> S::F {
    let one = s.splat(1.0);
    s.div(one, s.add(one, exp(s, s.sub(s.splat(0.0), x))))
}

impl Kernels {
    /// An embedding with its position: `out = row * scale + position`.
    ///
    /// # Panics
    /// If the three differ in length.
    pub fn embed(self, row: &[i8], scale: f32, position: &[f32], out: &mut [f32]) {
        assert_eq!(
            row.len(),
            out.len(),
            "the embedding has another width than its row"
        );
        assert_eq!(
            position.len(),
            out.len(),
            "the position has another width than the embedding"
        );
        self.run(Embed {
            row,
            scale,
            position,
            out,
        });
    }

    /// One step of a simpler simple recurrent unit: `g = sigmoid(forget)`,
    /// `cell = g * cell + (1 - g) * candidate`, `out = max(cell, 0)`. Values are independent of each
    /// other, so any number of rows is one call.
    ///
    /// # Panics
    /// If the four differ in length.
    pub fn ssru(self, cell: &mut [f32], candidate: &[f32], forget: &[f32], out: &mut [f32]) {
        assert_eq!(
            cell.len(),
            candidate.len(),
            "cell and candidate differ in length"
        );
        assert_eq!(
            cell.len(),
            forget.len(),
            "cell and forget gate differ in length"
        );
        assert_eq!(cell.len(), out.len(), "cell and output differ in length");
        self.run(Ssru {
            cell,
            candidate,
            forget,
            out,
        });
    }

    /// Turns one row of logits into logarithms of probabilities, in place.
    pub fn log_softmax(self, logits: &mut [f32]) {
        self.run(LogSoftmax { logits });
    }

    /// Applies `x * sigmoid(x)` in place.
    pub(crate) fn swish(self, values: &mut [f32]) {
        self.run(Swish { values });
    }

    /// Applies `max(x, 0)` in place.
    pub(crate) fn relu(self, values: &mut [f32]) {
        for value in values {
            *value = if *value > 0.0 { *value } else { 0.0 };
        }
    }
}

struct Embed<'a> {
    row: &'a [i8],
    scale: f32,
    position: &'a [f32],
    out: &'a mut [f32],
}

impl Operation for Embed<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let scale = s.splat(self.scale);
        for at in (0..self.out.len()).step_by(LANES) {
            let row = match self.row[at..].first_chunk() {
                Some(row) => s.widen(row),
                None => {
                    let mut padded = [0; LANES];
                    padded[..self.row.len() - at].copy_from_slice(&self.row[at..]);
                    s.widen(&padded)
                }
            };
            let value = s.mul_add(row, scale, load_or(s, &self.position[at..], 0.0));
            store_some(s, value, &mut self.out[at..]);
        }
    }
}

struct Ssru<'a> {
    cell: &'a mut [f32],
    candidate: &'a [f32],
    forget: &'a [f32],
    out: &'a mut [f32],
}

impl Operation for Ssru<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        for at in (0..self.cell.len()).step_by(LANES) {
            let gate = sigmoid(s, load_or(s, &self.forget[at..], 0.0));
            let candidate = load_or(s, &self.candidate[at..], 0.0);
            let cell = load_or(s, &self.cell[at..], 0.0);
            // g * c + (1 - g) * w = g * (c - w) + w
            let cell = s.mul_add(gate, s.sub(cell, candidate), candidate);
            store_some(s, cell, &mut self.cell[at..]);
            store_some(s, s.max(cell, s.splat(0.0)), &mut self.out[at..]);
        }
    }
}

/// What is subtracted from each of some logits to make it the logarithm of a probability.
#[inline(always)]
pub(crate) fn subtrahend_of_log_softmax<S: Simd>(s: S, logits: &[f32]) -> f32 {
    // Several at a time, which do not wait for each other.
    let mut several = [s.splat(f32::NEG_INFINITY); 4];
    let (whole, rest) = logits.as_chunks::<{ 4 * LANES }>();
    for logits in whole {
        for (greatest, logits) in several.iter_mut().zip(logits.as_chunks().0) {
            *greatest = s.max(s.load(logits), *greatest);
        }
    }
    let mut greatest = s.splat(f32::NEG_INFINITY);
    for rest in rest.chunks(LANES) {
        greatest = s.max(load_or(s, rest, f32::NEG_INFINITY), greatest);
    }
    for several in several {
        greatest = s.max(several, greatest);
    }
    let greatest = s.maximum(greatest);
    let mut sum = s.splat(0.0);
    for at in (0..logits.len()).step_by(LANES) {
        let relative = s.sub(
            load_or(s, &logits[at..], f32::NEG_INFINITY),
            s.splat(greatest),
        );
        let power = exp(s, relative);
        sum = s.add(sum, first_lanes(s, power, logits.len() - at));
    }
    // One number per row: an f64 logarithm costs nothing, and is rounded to the nearest f32.
    greatest + f64::from(s.sum(sum)).ln() as f32
}

struct LogSoftmax<'a> {
    logits: &'a mut [f32],
}

impl Operation for LogSoftmax<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let logits = self.logits;
        let subtrahend = s.splat(subtrahend_of_log_softmax(s, logits));
        for at in (0..logits.len()).step_by(LANES) {
            let value = s.sub(load_or(s, &logits[at..], 0.0), subtrahend);
            store_some(s, value, &mut logits[at..]);
        }
    }
}

struct Swish<'a> {
    values: &'a mut [f32],
}

impl Operation for Swish<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        for at in (0..self.values.len()).step_by(LANES) {
            let value = load_or(s, &self.values[at..], 0.0);
            store_some(s, s.mul(value, sigmoid(s, value)), &mut self.values[at..]);
        }
    }
}

/// The first `count` lanes, the others zero.
#[inline(always)]
pub(crate) fn first_lanes<S: Simd>(s: S, value: S::F, count: usize) -> S::F {
    first_lanes_or(s, value, count, s.splat(0.0))
}

/// The first `count` lanes, the others of another vector.
#[inline(always)]
pub(crate) fn first_lanes_or<S: Simd>(s: S, value: S::F, count: usize, other: S::F) -> S::F {
    if count >= LANES {
        return value;
    }
    let lanes = s.load(&LANE_NUMBERS);
    s.select(s.greater(s.splat(count as f32), lanes), value, other)
}
