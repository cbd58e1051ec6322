//! Keys and values of what was produced so far, in pages that sequences with a common beginning share.

use std::sync::Arc;

use crate::aligned::AlignedVec;
use crate::attention::{TOGETHER, softmax};
use crate::isa::{Kernels, LANES, Operation, Simd};
use crate::weighted_sums::{ColumnSums, Rows, WeightedSums};

/// Keys and values that grow one by one, in pages of 16. A copy shares all pages; what is pushed to
/// one of them afterwards copies the last page only, and only if it is not full.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Dimensions of a key and of a value, over all heads.
    width: usize,
    len: usize,
    pages: Vec<Arc<Page>>,
}

#[derive(Debug)]
struct Page {
    /// One row of 16 for each dimension, one column for each key. Columns without a key are finite.
    keys: AlignedVec<f32>,
    /// One row for each value. A page is written only while one history has it, so all who share it have as many.
    values: AlignedVec<f32>,
}

impl Page {
    fn new(width: usize) -> Self {
        let mut keys = AlignedVec::new();
        keys.resize(width * LANES);
        Self {
            keys,
            values: AlignedVec::with_capacity(width * LANES),
        }
    }

    /// A copy with the same room.
    fn copy(&self) -> Self {
        let mut values = AlignedVec::with_capacity(self.keys.len());
        values.extend_from_slice(&self.values);
        Self {
            keys: self.keys.clone(),
            values,
        }
    }

    /// Appends a key and a value behind `count` others.
    fn push(&mut self, count: usize, key: &[f32], value: &[f32]) {
        let columns = self.keys.as_chunks_mut::<LANES>().0;
        for (row, &number) in columns.iter_mut().zip(key) {
            row[count] = number;
        }
        self.values.extend_from_slice(value);
    }
}

impl History {
    /// No keys and values, of `width` dimensions over all heads.
    #[must_use]
    pub fn new(width: usize) -> Self {
        Self {
            width,
            ..Self::default()
        }
    }

    /// The number of keys and values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes of the keys and values.
    #[must_use]
    pub fn bytes(&self) -> usize {
        2 * self.len * self.width * size_of::<f32>()
    }

    /// The pages behind those that are shared with another history.
    fn behind(&self, other: &Self) -> &[Arc<Page>] {
        let pairs = self.pages.iter().zip(&other.pages);
        let shared = pairs.take_while(|(a, b)| Arc::ptr_eq(a, b)).count();
        &self.pages[shared..]
    }

    /// Appends a key and its value.
    ///
    /// # Panics
    /// If one has another width.
    pub fn push(&mut self, key: &[f32], value: &[f32]) {
        assert!(
            key.len() == self.width && value.len() == self.width,
            "a key or a value has another width than the history"
        );
        let count = self.len % LANES;
        if count == 0 {
            self.pages.push(Arc::new(Page::new(self.width)));
        }
        if let Some(page) = self.pages.last_mut() {
            if let Some(page) = Arc::get_mut(page) {
                page.push(count, key, value);
            } else {
                let mut own = page.copy();
                own.push(count, key, value);
                *page = Arc::new(own);
            }
        }
        self.len += 1;
    }
}

impl Kernels {
    /// Attention of one query over a history; the same bits as [`Kernels::attend`] over the same keys and values. `next` is
    /// what comes after it, whose pages are asked for ahead.
    ///
    /// # Panics
    /// Like [`Kernels::attend`].
    pub fn attend_history(
        self,
        query: &[f32],
        history: &History,
        next: Option<&History>,
        heads: usize,
        out: &mut [f32],
        scores: &mut AlignedVec<f32>,
    ) {
        let d = history.width;
        assert!(
            heads > 0 && d > 0 && d.is_multiple_of(heads * LANES),
            "{d} dimensions are not {heads} heads of a multiple of {LANES}"
        );
        assert_eq!(query.len(), d, "query and keys differ in width");
        assert_eq!(out.len(), d, "query and result differ in shape");
        if history.is_empty() {
            out.fill(0.0);
            return;
        }
        scores.resize(heads * (history.pages.len() * LANES + 1));
        self.run(Attend {
            query,
            history,
            next: next.map_or(&[], |next| next.behind(history)),
            heads,
            out,
            scores,
        });
    }
}

struct Attend<'a> {
    query: &'a [f32],
    history: &'a History,
    next: &'a [Arc<Page>],
    heads: usize,
    out: &'a mut [f32],
    scores: &'a mut [f32],
}

impl Operation for Attend<'_> {
    type Output = ();

    /// All heads at each stage, as the stages of one head wait for each other.
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self {
            query,
            history,
            next,
            heads,
            out,
            scores,
        } = self;
        let width = history.width / heads;
        let padded = history.pages.len() * LANES;
        // Of each head: its scores, and 1 / the sum of their exponentials.
        let (scores, inverses) = scores.split_at_mut(heads * padded);
        let of_heads = scores.chunks_exact_mut(padded);
        for (head, (scores, query)) in of_heads.zip(query.chunks_exact(width)).enumerate() {
            for page in next {
                ask_for(s, part(&page.keys, head, heads));
            }
            history.compare(s, query, head * width, scores);
        }
        let of_heads = scores.chunks_exact_mut(padded).zip(&mut *inverses);
        for (head, (scores, inverse)) in of_heads.enumerate() {
            for page in next {
                ask_for(s, part(&page.values, head, heads));
            }
            *inverse = softmax(s, scores, history.len);
        }
        let mut head = 0;
        if S::MANY_REGISTERS {
            while head + TOGETHER <= heads {
                history.mix::<TOGETHER, S>(s, head, width, scores, inverses, out);
                head += TOGETHER;
            }
        }
        for head in head..heads {
            history.mix::<1, S>(s, head, width, scores, inverses, out);
        }
    }
}

impl History {
    /// The scores of one head, whose dimensions begin at `at`. As many pages at once as [`WeightedSums`] takes blocks of columns,
    /// for the same order of additions.
    #[inline(always)]
    fn compare<S: Simd>(&self, s: S, query: &[f32], at: usize, scores: &mut [f32]) {
        let scale = 1.0 / (query.len() as f32).sqrt();
        let (mut pages, mut scores) = (&self.pages[..], scores);
        while !pages.is_empty() {
            let count = match pages.len() {
                4.. => 4,
                2.. => 2,
                _ => 1,
            };
            let (now, rest) = pages.split_at(count);
            let (to, others) = scores.split_at_mut(count * LANES);
            let columns = |page: usize| &now[page].keys[at * LANES..];
            match count {
                4 => {
                    let blocks = [columns(0), columns(1), columns(2), columns(3)];
                    ColumnSums::<4, 1> {
                        factors: query,
                        blocks,
                        scale,
                    }
                    .compute(s, to);
                }
                2 => {
                    let blocks = [columns(0), columns(1)];
                    ColumnSums::<2, 2> {
                        factors: query,
                        blocks,
                        scale,
                    }
                    .compute(s, to);
                }
                _ => {
                    let blocks = [columns(0)];
                    ColumnSums::<1, 2> {
                        factors: query,
                        blocks,
                        scale,
                    }
                    .compute(s, to);
                }
            }
            (pages, scores) = (rest, others);
        }
    }

    /// The results of `N` heads of `width` dimensions, which lie side by side.
    #[inline(always)]
    fn mix<const N: usize, S: Simd>(
        &self,
        s: S,
        head: usize,
        width: usize,
        scores: &[f32],
        inverses: &[f32],
        out: &mut [f32],
    ) {
        let (at, padded) = (head * width, self.pages.len() * LANES);
        let mut scales = [0.0; N];
        scales.copy_from_slice(&inverses[head..][..N]);
        let mixtures = WeightedSums::<_, N, false> {
            factors: &scores[head * padded..],
            factors_stride: padded,
            rows: Values {
                pages: &self.pages,
                at,
            },
            row_stride: self.width,
            count: self.len,
            width,
            scales,
        };
        mixtures.compute(s, &mut out[at..], width);
    }
}

/// One of `parts` equal parts of a page's numbers.
#[inline(always)]
fn part(numbers: &[f32], index: usize, parts: usize) -> &[f32] {
    let length = numbers.len() / parts;
    &numbers[index * length..][..length]
}

/// Asks for numbers that are soon to be read.
#[inline(always)]
fn ask_for<S: Simd>(s: S, numbers: &[f32]) {
    // SAFETY: every number is four initialised bytes.
    s.prefetch(unsafe {
        std::slice::from_raw_parts(numbers.as_ptr().cast(), size_of_val(numbers))
    });
}

/// The values in pages, from a dimension on.
#[derive(Clone, Copy)]
struct Values<'a> {
    pages: &'a [Arc<Page>],
    at: usize,
}

impl Rows for Values<'_> {
    #[inline(always)]
    fn in_piece(&self, _count: usize) -> usize {
        LANES
    }

    #[inline(always)]
    fn piece(&self, index: usize) -> &[f32] {
        &self.pages[index].values[self.at..]
    }
}
