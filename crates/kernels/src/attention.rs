//! Scaled dot-product attention of one query, or of many, over cached keys and values.

use crate::isa::{Kernels, LANE_NUMBERS, LANES, Operation, Simd};
use crate::vector::{exp, first_lanes};

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
        // Of each head: its scores, and 1 / the sum of their exponentials. All heads at each stage, as the
        // stages of one head wait for each other.
        let (scores, inverses) = scores.split_at_mut(heads * keys.len.next_multiple_of(LANES));
        let padded = scores.len() / heads;
        for (query, out) in queries.chunks_exact(d).zip(out.chunks_exact_mut(d)) {
            for (head, scores) in scores.chunks_exact_mut(padded).enumerate() {
                let columns = &keys.columns[head * width * keys.capacity..];
                score(
                    s,
                    &query[head * width..][..width],
                    columns,
                    keys.capacity,
                    scores,
                );
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
                mix(s, weights, &values[head * width..], d, inverses[head], out);
            }
        }
    }
}

/// The scaled products of a query with all keys, those of the filling included.
#[inline(always)]
fn score<S: Simd>(s: S, query: &[f32], columns: &[f32], capacity: usize, scores: &mut [f32]) {
    let mut first = 0;
    while first < scores.len() {
        let columns = &columns[first..];
        first += match scores.len() - first {
            64.. => score_blocks::<4, 1, S>(s, query, columns, capacity, &mut scores[first..]),
            32.. => score_blocks::<2, 2, S>(s, query, columns, capacity, &mut scores[first..]),
            _ => score_blocks::<1, 2, S>(s, query, columns, capacity, &mut scores[first..]),
        };
    }
}

/// Scores `B` times 16 keys, so that as many sums are under way; returns how many.
#[inline(always)]
fn score_blocks<const B: usize, const P: usize, S: Simd>(
    s: S,
    query: &[f32],
    columns: &[f32],
    capacity: usize,
    scores: &mut [f32],
) -> usize {
    let scale = s.splat(1.0 / (query.len() as f32).sqrt());
    // Where too few sums are under way to keep the processor busy, even and odd dimensions have
    // sums of their own.
    let mut sums = [[s.splat(0.0); P]; B];
    for (pair, values) in query.as_chunks::<2>().0.iter().enumerate() {
        for (odd, &value) in values.iter().enumerate() {
            let keys = columns[(2 * pair + odd) * capacity..][..B * LANES]
                .as_chunks::<LANES>()
                .0;
            for (sums, keys) in sums.iter_mut().zip(keys) {
                sums[odd % P] = s.mul_add(s.splat(value), s.load(keys), sums[odd % P]);
            }
        }
    }
    for (sum, scores) in sums.into_iter().zip(scores.as_chunks_mut::<LANES>().0) {
        s.store(s.mul(total(s, sum), scale), scores);
    }
    B * LANES
}

/// Replaces scores by their exponentials relative to the greatest, those of the filling by zero;
/// returns 1 / their sum.
#[inline(always)]
fn softmax<S: Simd>(s: S, scores: &mut [f32], count: usize) -> f32 {
    let blocks = scores.as_chunks_mut::<LANES>().0;
    let lanes = s.load(&LANE_NUMBERS);
    let lowest = s.splat(f32::NEG_INFINITY);
    let mut greatest = lowest;
    for (block, scores) in blocks.iter_mut().enumerate() {
        let left = s.splat((count - block * LANES) as f32);
        let masked = s.select(s.greater(left, lanes), s.load(scores), lowest);
        s.store(masked, scores);
        greatest = s.max(masked, greatest);
    }
    let greatest = s.splat(s.maximum(greatest));
    let mut sum = s.splat(0.0);
    for (block, scores) in blocks.iter_mut().enumerate() {
        let power = first_lanes(
            s,
            exp(s, s.sub(s.load(scores), greatest)),
            count - block * LANES,
        );
        s.store(power, scores);
        sum = s.add(sum, power);
    }
    1.0 / s.sum(sum)
}

/// The sum of `P` parts, which are one or two.
#[inline(always)]
fn total<const P: usize, S: Simd>(s: S, parts: [S::F; P]) -> S::F {
    if const { P == 2 } {
        s.add(parts[0], parts[1])
    } else {
        parts[0]
    }
}

/// The sum of the values, each times its weight, all times `inverse`.
#[inline(always)]
fn mix<S: Simd>(s: S, weights: &[f32], values: &[f32], d: usize, inverse: f32, out: &mut [f32]) {
    let mut first = 0;
    while first < out.len() {
        let values = &values[first..];
        first += match out.len() - first {
            64.. => mix_blocks::<4, 1, S>(s, weights, values, d, inverse, &mut out[first..]),
            32.. => mix_blocks::<2, 2, S>(s, weights, values, d, inverse, &mut out[first..]),
            _ => mix_blocks::<1, 2, S>(s, weights, values, d, inverse, &mut out[first..]),
        };
    }
}

/// Mixes `B` times 16 columns of the values; returns how many.
#[inline(always)]
fn mix_blocks<const B: usize, const P: usize, S: Simd>(
    s: S,
    weights: &[f32],
    values: &[f32],
    d: usize,
    inverse: f32,
    out: &mut [f32],
) -> usize {
    // As for scores, with even and odd keys.
    let mut sums = [[s.splat(0.0); P]; B];
    let (pairs, last) = weights.as_chunks::<2>();
    for (pair, weights) in pairs.iter().enumerate() {
        for (odd, &weight) in weights.iter().enumerate() {
            add_values::<B, P, S>(s, &mut sums, odd, weight, &values[(2 * pair + odd) * d..]);
        }
    }
    if let &[weight] = last {
        add_values::<B, P, S>(s, &mut sums, 0, weight, &values[2 * pairs.len() * d..]);
    }
    for (sum, out) in sums.into_iter().zip(out.as_chunks_mut::<LANES>().0) {
        s.store(s.mul(total(s, sum), s.splat(inverse)), out);
    }
    B * LANES
}

/// Adds one key's values, times its weight, to the even or odd sums.
#[inline(always)]
fn add_values<const B: usize, const P: usize, S: Simd>(
    s: S,
    sums: &mut [[S::F; P]; B],
    odd: usize,
    weight: f32,
    values: &[f32],
) {
    let values = values[..B * LANES].as_chunks::<LANES>().0;
    for (sums, values) in sums.iter_mut().zip(values) {
        sums[odd % P] = s.mul_add(s.splat(weight), s.load(values), sums[odd % P]);
    }
}
