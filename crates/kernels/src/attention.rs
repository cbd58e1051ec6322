//! Scaled dot-product attention of one query, or of many, over cached keys and values.

use crate::aligned::AlignedVec;
use crate::isa::{Kernels, LANES, Operation, Simd};
use crate::vector::{exp, first_lanes_or};
use crate::weighted_sums::WeightedSums;

/// Queries, or heads of one query, that are computed together where there are registers for it.
pub(crate) const TOGETHER: usize = 4;

/// Keys, transposed so that 16 of them are compared at once: one row per dimension, one column per
/// key. Keeps its memory when it is refilled.
#[derive(Clone, Debug, Default)]
pub struct KeyCache {
    /// Dimensions of a key, over all heads.
    width: usize,
    len: usize,
    /// Columns that there is room for, a multiple of [`LANES`]. Those without a key are finite.
    capacity: usize,
    columns: AlignedVec<f32>,
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

    /// Makes room for `keys` keys of `width` dimensions, whose numbers are arbitrary.
    fn refill(&mut self, width: usize, keys: usize) {
        self.width = width;
        self.len = keys;
        self.capacity = self.columns.len() / width / LANES * LANES;
        let capacity = keys.next_multiple_of(LANES);
        if capacity > self.capacity {
            self.columns.resize(width * capacity);
            self.capacity = capacity;
        }
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
        out.refill(d, keys.len() / d);
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
        scores: &mut AlignedVec<f32>,
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
        let first_heads = first_head.map(|weights| (weights, keys.len));
        self.attend_rows(query, keys, values, heads, out, scores, first_heads);
    }

    /// Like [`Self::attend`] for many queries, `n` x `d`, over the same keys and values; `out` is
    /// `n` x `d` as well. `first_heads` takes the weights of the first head for each query, so many
    /// apart. The same bits as one by one, faster.
    ///
    /// # Panics
    /// Like [`Self::attend`].
    #[expect(clippy::too_many_arguments, reason = "the operands of attention")]
    pub fn attend_rows(
        self,
        queries: &[f32],
        keys: &KeyCache,
        values: &[f32],
        heads: usize,
        out: &mut [f32],
        scores: &mut AlignedVec<f32>,
        first_heads: Option<(&mut [f32], usize)>,
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
        if let Some((weights, stride)) = &first_heads {
            let rows = (queries.len() / d).saturating_sub(1);
            assert!(
                *stride >= keys.len && weights.len() >= rows * stride + keys.len,
                "there is not one place for the weight of each key"
            );
        }
        if keys.is_empty() {
            out.fill(0.0);
            return;
        }
        scores.resize(heads.max(TOGETHER) * (keys.len.next_multiple_of(LANES) + 1));
        self.run(Attend {
            queries,
            keys,
            values,
            heads,
            out,
            scores,
            first_heads,
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
    first_heads: Option<(&'a mut [f32], usize)>,
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
            first_heads,
        } = self;
        let d = keys.width;
        let source = Source {
            keys,
            values,
            heads,
            width: d / heads,
            padded: keys.len.next_multiple_of(LANES),
        };
        let (mut weights, stride) = first_heads.unwrap_or_default();
        let together = if S::MANY_REGISTERS { TOGETHER * d } else { d };
        for (queries, out) in queries.chunks(together).zip(out.chunks_mut(together)) {
            let count = queries.len() / d;
            // All that is left for the last query, whose row may end with its weights.
            let (now, later) = weights.split_at_mut((count * stride).min(weights.len()));
            weights = later;
            if S::MANY_REGISTERS && count == TOGETHER {
                source.attend_together::<TOGETHER, S>(s, queries, scores, out, (now, stride));
                continue;
            }
            let mut rows = now.chunks_mut(stride.max(1));
            for (query, out) in queries.chunks_exact(d).zip(out.chunks_exact_mut(d)) {
                source.attend(s, query, scores, out, rows.next().unwrap_or_default());
            }
        }
    }
}

/// What is attended to.
struct Source<'a> {
    keys: &'a KeyCache,
    values: &'a [f32],
    heads: usize,
    /// Dimensions of a head.
    width: usize,
    /// Scores of a head: as many as keys, and filling up to a multiple of 16.
    padded: usize,
}

impl Source<'_> {
    /// The keys of a head and those of the heads behind it.
    #[inline(always)]
    fn columns(&self, head: usize) -> &[f32] {
        &self.keys.columns[head * self.width * self.keys.capacity..]
    }

    #[inline(always)]
    fn scale(&self) -> f32 {
        1.0 / (self.width as f32).sqrt()
    }

    /// What each key weighs, if there is room for it.
    #[inline(always)]
    fn write_weights(&self, scores: &[f32], inverse: f32, weights: &mut [f32]) {
        for (weight, power) in weights.iter_mut().zip(&scores[..self.keys.len]) {
            *weight = power * inverse;
        }
    }

    /// Attends with `N` queries, which share what is read of keys and values.
    #[inline(always)]
    fn attend_together<const N: usize, S: Simd>(
        &self,
        s: S,
        queries: &[f32],
        scores: &mut [f32],
        out: &mut [f32],
        (first_heads, stride): (&mut [f32], usize),
    ) {
        let d = self.keys.width;
        let scores = &mut scores[..N * self.padded];
        for head in 0..self.heads {
            let at = head * self.width;
            let products = WeightedSums::<_, N, true> {
                factors: &queries[at..],
                factors_stride: d,
                rows: self.columns(head),
                row_stride: self.keys.capacity,
                count: self.width,
                width: self.padded,
                scales: [self.scale(); N],
            };
            products.compute(s, scores, self.padded);
            let mut scales = [0.0; N];
            for (scores, scale) in scores.chunks_exact_mut(self.padded).zip(&mut scales) {
                *scale = softmax(s, scores, self.keys.len);
            }
            if head == 0 {
                let rows = first_heads.chunks_mut(stride.max(1));
                let of_queries = scores.chunks_exact(self.padded).zip(scales);
                for (weights, (scores, scale)) in rows.zip(of_queries) {
                    self.write_weights(scores, scale, weights);
                }
            }
            let mixtures = WeightedSums::<_, N, true> {
                factors: scores,
                factors_stride: self.padded,
                rows: &self.values[at..],
                row_stride: d,
                count: self.keys.len,
                width: self.width,
                scales,
            };
            mixtures.compute(s, &mut out[at..], d);
        }
    }

    /// Attends with one query. All heads at each stage, as the stages of one head wait for each other.
    #[inline(always)]
    fn attend<S: Simd>(
        &self,
        s: S,
        query: &[f32],
        scores: &mut [f32],
        out: &mut [f32],
        first_head: &mut [f32],
    ) {
        // Of each head: its scores, and 1 / the sum of their exponentials.
        let (scores, inverses) = scores.split_at_mut(self.heads * self.padded);
        let inverses = &mut inverses[..self.heads];
        for (head, scores) in scores.chunks_exact_mut(self.padded).enumerate() {
            let products = WeightedSums::<_, 1, true> {
                factors: &query[head * self.width..],
                factors_stride: 0,
                rows: self.columns(head),
                row_stride: self.keys.capacity,
                count: self.width,
                width: self.padded,
                scales: [self.scale()],
            };
            products.compute(s, scores, 0);
        }
        let of_heads = scores.chunks_exact_mut(self.padded).zip(&mut *inverses);
        for (scores, inverse) in of_heads {
            *inverse = softmax(s, scores, self.keys.len);
        }
        self.write_weights(scores, inverses[0], first_head);
        let mut head = 0;
        if S::MANY_REGISTERS {
            while head + TOGETHER <= self.heads {
                self.mix::<TOGETHER, S>(s, head, scores, inverses, out);
                head += TOGETHER;
            }
        }
        for head in head..self.heads {
            self.mix::<1, S>(s, head, scores, inverses, out);
        }
    }

    /// The results of `N` heads, which lie side by side.
    #[inline(always)]
    fn mix<const N: usize, S: Simd>(
        &self,
        s: S,
        head: usize,
        scores: &[f32],
        inverses: &[f32],
        out: &mut [f32],
    ) {
        let at = head * self.width;
        let mut scales = [0.0; N];
        scales.copy_from_slice(&inverses[head..][..N]);
        let mixtures = WeightedSums::<_, N, false> {
            factors: &scores[head * self.padded..],
            factors_stride: self.padded,
            rows: &self.values[at..],
            row_stride: self.keys.width,
            count: self.keys.len,
            width: self.width,
            scales,
        };
        mixtures.compute(s, &mut out[at..], self.width);
    }
}

/// How far below the greatest score another one counts, as a logarithm. A weight of e to this, 9e-27, is lost beside those of
/// 1 as any smaller one would be, but its products with values are no subnormal numbers, which processors of Intel add two orders of
/// magnitude more slowly.
const LEAST_SCORE: f32 = -60.0;

/// Replaces the first `count` scores by their exponentials relative to the greatest, and returns
/// 1 / their sum. What the filling behind them becomes, 9e-27, vanishes in the sum, which is at least 1.
#[inline(always)]
pub(crate) fn softmax<S: Simd>(s: S, scores: &mut [f32], count: usize) -> f32 {
    let blocks = scores.as_chunks_mut::<LANES>().0;
    let lowest = s.splat(f32::NEG_INFINITY);
    let mut greatest = lowest;
    let [whole @ .., last] = &mut *blocks else {
        return 0.0;
    };
    for scores in &*whole {
        greatest = s.max(s.load(scores), greatest);
    }
    let filled = first_lanes_or(s, s.load(last), count - whole.len() * LANES, lowest);
    s.store(filled, last);
    greatest = s.max(filled, greatest);
    let greatest = s.splat(s.maximum(greatest));
    let mut sum = s.splat(0.0);
    for scores in blocks {
        let relative = s.sub(s.load(scores), greatest);
        let power = exp(s, s.max(relative, s.splat(LEAST_SCORE)));
        s.store(power, scores);
        sum = s.add(sum, power);
    }
    1.0 / s.sum(sum)
}
