//! Scaled dot-product attention of one query, or of many, over cached keys and values.

use crate::isa::{Kernels, LANES, Operation, Simd};
use crate::vector::exp;

/// Keys, transposed so that 16 of them are compared at once: one row per dimension, one column per
/// key. Keeps its memory when it is refilled.
#[derive(Clone, Debug, Default)]
pub struct KeyCache {
    /// Dimensions of a key, over all heads.
    width: usize,
    len: usize,
    /// Columns that there is room for, a multiple of [`LANES`]. Those without a key are finite.
    capacity: usize,
    columns: Vec<f32>,
}

impl KeyCache {
    /// No keys, of `width` dimensions over all heads.
    #[must_use]
    pub fn new(width: usize) -> Self {
        Self {
            width,
            ..Self::default()
        }
    }

    /// The number of keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no keys.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Dimensions of a key, over all heads.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Bytes of memory in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.columns[..])
    }

    /// Forgets all keys and takes keys of `width` dimensions from now on.
    pub fn clear(&mut self, width: usize) {
        self.width = width;
        self.len = 0;
        let rows = width.max(1);
        self.capacity = self.columns.len() / rows / LANES * LANES;
    }

    /// Appends a key; the cost is amortised.
    ///
    /// # Panics
    /// If the key has another width.
    pub fn push(&mut self, key: &[f32]) {
        assert_eq!(
            key.len(),
            self.width,
            "a key has another width than its cache"
        );
        if self.len == self.capacity {
            self.reserve(self.len + 1);
        }
        for (row, &value) in self.columns.chunks_exact_mut(self.capacity).zip(key) {
            row[self.len] = value;
        }
        self.len += 1;
    }

    /// Makes room for `keys` keys altogether, at least doubling what there was.
    fn reserve(&mut self, keys: usize) {
        let capacity = keys.max(2 * self.len).next_multiple_of(LANES);
        if capacity <= self.capacity {
            return;
        }
        let mut columns = vec![0.0; self.width * capacity];
        if self.capacity > 0 {
            for (to, from) in columns
                .chunks_exact_mut(capacity)
                .zip(self.columns.chunks_exact(self.capacity))
            {
                to[..self.len].copy_from_slice(&from[..self.len]);
            }
        }
        self.columns = columns;
        self.capacity = capacity;
    }
}

impl Kernels {
    /// Fills a cache with keys, `t` x `d`, forgetting what it held.
    ///
    /// # Panics
    /// If `keys` are not rows of `d`.
    pub fn transpose_keys(self, keys: &[f32], d: usize, out: &mut KeyCache) {
        assert!(
            d > 0 && keys.len().is_multiple_of(d),
            "{} values of keys are not rows of {d}",
            keys.len()
        );
        let count = keys.len() / d;
        out.clear(d);
        out.reserve(count);
        out.len = count;
        self.run(Transpose {
            keys,
            d,
            capacity: out.capacity,
            columns: &mut out.columns,
        });
    }

    /// Attention of one query of `d` values over `t` keys and values, `d` / `heads` of them for each
    /// head: `out = sum_j softmax_j(query . key_j / sqrt(d / heads)) * value_j`, separately per head.
    /// `scores` is working memory to be reused; `first_head` takes the weights of the first head, one
    /// per key. Without keys the result is zero.
    ///
    /// # Panics
    /// If shapes do not fit, or `d / heads` is not a multiple of [`LANES`].
    #[expect(clippy::too_many_arguments, reason = "the operands of attention")]
    pub fn attend(
        self,
        query: &[f32],
        keys: &KeyCache,
        values: &[f32],
        heads: usize,
        out: &mut [f32],
        scores: &mut Vec<f32>,
        first_head: Option<&mut [f32]>,
    ) {
        assert_eq!(query.len(), keys.width, "query and keys differ in width");
        if let Some(weights) = &first_head {
            assert_eq!(
                weights.len(),
                keys.len,
                "there is not one place for the weight of each key"
            );
        }
        self.attend_checked(query, keys, values, heads, out, scores, first_head);
    }

    /// Like [`Self::attend`] for many queries, `n` x `d`, over the same keys and values; `out` is
    /// `n` x `d` as well. The same bits as one by one, faster.
    ///
    /// # Panics
    /// Like [`Self::attend`].
    pub fn attend_rows(
        self,
        queries: &[f32],
        keys: &KeyCache,
        values: &[f32],
        heads: usize,
        out: &mut [f32],
        scores: &mut Vec<f32>,
    ) {
        self.attend_checked(queries, keys, values, heads, out, scores, None);
    }

    #[expect(clippy::too_many_arguments, reason = "the operands of attention")]
    fn attend_checked(
        self,
        queries: &[f32],
        keys: &KeyCache,
        values: &[f32],
        heads: usize,
        out: &mut [f32],
        scores: &mut Vec<f32>,
        first_head: Option<&mut [f32]>,
    ) {
        let d = keys.width;
        assert!(
            heads > 0 && d > 0 && d.is_multiple_of(heads * LANES),
            "{d} dimensions are not {heads} heads of a multiple of {LANES}"
        );
        assert!(
            queries.len().is_multiple_of(d),
            "{} values of queries are not rows of {d}",
            queries.len()
        );
        assert_eq!(
            queries.len(),
            out.len(),
            "queries and results differ in shape"
        );
        assert_eq!(
            values.len(),
            keys.len * d,
            "keys and values differ in shape"
        );
        if keys.is_empty() {
            out.fill(0.0);
            return;
        }
        scores.resize(heads * (keys.len.next_multiple_of(LANES) + 1), 0.0);
        self.run(Attend {
            queries,
            keys,
            values,
            heads,
            out,
            scores,
            first_head,
        });
    }
}

struct Transpose<'a> {
    keys: &'a [f32],
    d: usize,
    capacity: usize,
    columns: &'a mut [f32],
}

impl Operation for Transpose<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self {
            keys,
            d,
            capacity,
            columns,
        } = self;
        let count = keys.len() / d;
        let mut square = [[0.0; LANES]; LANES];
        for first in (0..count).step_by(LANES) {
            for from in (0..d).step_by(LANES) {
                let width = LANES.min(d - from);
                for (to, key) in square.iter_mut().zip(keys[first * d..].chunks(d)) {
                    to[..width].copy_from_slice(&key[from..][..width]);
                }
                s.transpose(&mut square);
                for (row, square) in (from..from + width).zip(&square) {
                    // The filling takes whatever the square held before.
                    columns[row * capacity + first..][..LANES].copy_from_slice(square);
                }
            }
        }
    }
}

struct Attend<'a> {
    queries: &'a [f32],
    keys: &'a KeyCache,
    values: &'a [f32],
    heads: usize,
    out: &'a mut [f32],
    scores: &'a mut [f32],
    first_head: Option<&'a mut [f32]>,
}

impl Operation for Attend<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self {
            queries,
            keys,
            values,
            heads,
            out,
            scores,
            mut first_head,
        } = self;
        let d = keys.width;
        let width = d / heads;
        let scale = 1.0 / (width as f32).sqrt();
        // Of each head: its scores, and 1 / the sum of their exponentials. All heads at each stage, as the
        // stages of one head wait for each other.
        let (scores, inverses) = scores.split_at_mut(heads * keys.len.next_multiple_of(LANES));
        let padded = scores.len() / heads;
        for (query, out) in queries.chunks_exact(d).zip(out.chunks_exact_mut(d)) {
            for (head, scores) in scores.chunks_exact_mut(padded).enumerate() {
                let columns = &keys.columns[head * width * keys.capacity..];
                let query = &query[head * width..][..width];
                combine(s, query, columns, keys.capacity, scale, scores);
            }
            for (scores, inverse) in scores.chunks_exact_mut(padded).zip(&mut *inverses) {
                *inverse = softmax(s, scores, keys.len);
            }
            if let Some(weights) = first_head.as_deref_mut() {
                for (weight, power) in weights.iter_mut().zip(&*scores) {
                    *weight = power * inverses[0];
                }
            }
            for (head, out) in out.chunks_exact_mut(width).enumerate() {
                let weights = &scores[head * padded..][..keys.len];
                combine(s, weights, &values[head * width..], d, inverses[head], out);
            }
        }
    }
}

/// Replaces the first `count` scores by their exponentials relative to the greatest, and returns
/// 1 / their sum. What the filling behind them becomes, 1e-38, vanishes in the sum, which is at least 1.
#[inline(always)]
fn softmax<S: Simd>(s: S, scores: &mut [f32], count: usize) -> f32 {
    scores[count..].fill(f32::NEG_INFINITY);
    let blocks = scores.as_chunks_mut::<LANES>().0;
    let mut greatest = s.splat(f32::NEG_INFINITY);
    for scores in &*blocks {
        greatest = s.max(s.load(scores), greatest);
    }
    let greatest = s.splat(s.maximum(greatest));
    let mut sum = s.splat(0.0);
    for scores in blocks {
        let power = exp(s, s.sub(s.load(scores), greatest));
        s.store(power, scores);
        sum = s.add(sum, power);
    }
    1.0 / s.sum(sum)
}

/// The sum of rows, `stride` values apart, each times its factor, and all times `scale`. `out` has a
/// multiple of 16 values. Scores are such a sum, of the dimensions of all keys; so is the mean of the
/// values.
#[inline(always)]
fn combine<S: Simd>(
    s: S,
    factors: &[f32],
    rows: &[f32],
    stride: usize,
    scale: f32,
    out: &mut [f32],
) {
    let mut first = 0;
    while first < out.len() {
        let rows = &rows[first..];
        first += match out.len() - first {
            64.. => combine_blocks::<4, 1, S>(s, factors, rows, stride, scale, &mut out[first..]),
            32.. => combine_blocks::<2, 2, S>(s, factors, rows, stride, scale, &mut out[first..]),
            _ => combine_blocks::<1, 2, S>(s, factors, rows, stride, scale, &mut out[first..]),
        };
    }
}

/// Combines `B` times 16 columns; returns how many. Where that is too few sums to keep the processor
/// busy, even and odd rows have sums of their own: `P` is 2.
#[inline(always)]
fn combine_blocks<const B: usize, const P: usize, S: Simd>(
    s: S,
    factors: &[f32],
    rows: &[f32],
    stride: usize,
    scale: f32,
    out: &mut [f32],
) -> usize {
    let mut sums = [[s.splat(0.0); B]; P];
    let (pairs, last) = factors.as_chunks::<2>();
    let mut at = 0;
    for &[even, odd] in pairs {
        add_row(s, &mut sums[0], even, &rows[at..]);
        add_row(s, &mut sums[P - 1], odd, &rows[at + stride..]);
        at += 2 * stride;
    }
    if let &[even] = last {
        add_row(s, &mut sums[0], even, &rows[at..]);
    }
    for (block, out) in out
        .as_chunks_mut::<LANES>()
        .0
        .iter_mut()
        .enumerate()
        .take(B)
    {
        let sum = if const { P == 2 } {
            s.add(sums[0][block], sums[P - 1][block])
        } else {
            sums[0][block]
        };
        s.store(s.mul(sum, s.splat(scale)), out);
    }
    B * LANES
}

/// Adds `B` times 16 values of a row, times its factor.
#[inline(always)]
fn add_row<const B: usize, S: Simd>(s: S, sums: &mut [S::F; B], factor: f32, row: &[f32]) {
    let row = row[..B * LANES].as_chunks::<LANES>().0;
    for (sum, values) in sums.iter_mut().zip(row) {
        *sum = s.mul_add(s.splat(factor), s.load(values), *sum);
    }
}
