//! Where the time of translating goes, stage by stage, over all threads.
//!
//! Without the feature `profile` nothing is measured: `measure` calls what it is given and nothing
//! else.

/// A part of the way from text to text. No stage includes another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// A text becomes tokens.
    Tokenize,
    /// The tokens that may occur in a translation are looked up.
    Candidates,
    /// Their rows of the output layer are packed.
    Packing,
    /// Int8 products of the encoder, with what is computed while their results are in registers, and the normalisation behind.
    EncoderProducts,
    /// Attention of the encoder.
    EncoderAttention,
    /// Embeddings of the source.
    EncoderRest,
    /// Int8 products of the decoder without the output layer.
    DecoderProducts,
    /// The recurrent unit or attention to what was produced.
    DecoderHistory,
    /// Attention of the decoder to the source.
    DecoderAttention,
    /// Embeddings of the target.
    DecoderRest,
    /// Products of the output layer; with the choice of the best where no scores are asked for.
    Output,
    /// Scores become probabilities, and hypotheses the next ones.
    Search,
    /// Tokens become text.
    Detokenize,
}

impl Stage {
    /// All stages, in the order of the way.
    pub const ALL: [Self; 13] = [
        Self::Tokenize,
        Self::Candidates,
        Self::Packing,
        Self::EncoderRest,
        Self::EncoderProducts,
        Self::EncoderAttention,
        Self::DecoderRest,
        Self::DecoderProducts,
        Self::DecoderHistory,
        Self::DecoderAttention,
        Self::Output,
        Self::Search,
        Self::Detokenize,
    ];
}

/// What a stage had to do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Multiply-accumulates: of int8 in products, of f32 in attention.
    pub multiply_accumulates: u64,
    /// Bytes that are read and written, each counted once a call.
    pub bytes: u64,
}

/// What one stage took since the start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Total {
    /// Nanoseconds by the clock of the threads that were in it.
    pub nanoseconds: u64,
    /// How many times it was gone through.
    pub calls: u64,
    /// What it had to do.
    pub work: Work,
}

impl Work {
    /// No products, and so many bytes.
    pub(crate) fn of_bytes(bytes: usize) -> Self {
        Self {
            multiply_accumulates: 0,
            bytes: bytes as u64,
        }
    }
}

/// Goes through a stage.
#[cfg(not(feature = "profile"))]
#[inline(always)]
pub(crate) fn measure<T>(_stage: Stage, _work: Work, go: impl FnOnce() -> T) -> T {
    go()
}

#[cfg(feature = "profile")]
pub(crate) use recorded::measure;
#[cfg(feature = "profile")]
pub use recorded::totals;

#[cfg(feature = "profile")]
mod recorded {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Instant;

    use super::{Stage, Total, Work};

    const STAGES: usize = Stage::ALL.len();

    /// Of each stage: nanoseconds, calls, multiply-accumulates, bytes.
    static TOTALS: [[AtomicU64; 4]; STAGES] = [const { [const { AtomicU64::new(0) }; 4] }; STAGES];

    /// Goes through a stage and adds what it took to its total.
    pub(crate) fn measure<T>(stage: Stage, work: Work, go: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let result = go();
        let nanoseconds = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let added = [nanoseconds, 1, work.multiply_accumulates, work.bytes];
        if let Some(total) = TOTALS.get(stage as usize) {
            for (total, added) in total.iter().zip(added) {
                total.fetch_add(added, Ordering::Relaxed);
            }
        }
        result
    }

    /// What a stage took since the start of the process.
    #[must_use]
    pub fn totals(stage: Stage) -> Total {
        let [nanoseconds, calls, multiply_accumulates, bytes] =
            std::array::from_fn(|index| TOTALS[stage as usize][index].load(Ordering::Relaxed));
        Total {
            nanoseconds,
            calls,
            work: Work {
                multiply_accumulates,
                bytes,
            },
        }
    }
}
