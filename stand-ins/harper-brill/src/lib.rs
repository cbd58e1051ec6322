//! The tagger and the chunker of harper-core without a neural network; `stand-ins/README.md` says why.

use std::sync::Arc;

pub use brill::{BrillChunker, BrillTagger, Chunker, FreqDict, Tagger, UPOS, brill_tagger};

/// The chunker for what asks for the neural one: says which words are part of a noun phrase. One is shared by all threads.
#[must_use]
pub fn burn_chunker() -> Arc<BrillChunker> {
    brill::brill_chunker()
}
