//! The tagger and the chunker of harper-core without a neural network; `stand-ins/README.md` says why.
//!
//! The parts of speech are those of Universal Dependencies, the same in both releases; only their type is another.

use std::io::Read;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use brill::{BrillChunker, BrillTagger, Chunker as _, FreqDict, Tagger as _};
use flate2::read::GzDecoder;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

macro_rules! parts_of_speech {
    ($($part:ident $meaning:literal,)*) => {
        /// A part of speech of Universal Dependencies.
        #[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[allow(clippy::upper_case_acronyms, reason = "the names that Universal Dependencies gives them")]
        pub enum UPOS {
            $(#[doc = $meaning] $part,)*
            /// Noun
            #[default]
            NOUN,
        }

        impl From<brill::UPOS> for UPOS {
            fn from(part: brill::UPOS) -> Self {
                match part {
                    $(brill::UPOS::$part => Self::$part,)*
                    brill::UPOS::NOUN => Self::NOUN,
                }
            }
        }

        impl From<UPOS> for brill::UPOS {
            fn from(part: UPOS) -> Self {
                match part {
                    $(UPOS::$part => Self::$part,)*
                    UPOS::NOUN => Self::NOUN,
                }
            }
        }

        impl FromStr for UPOS {
            type Err = UnknownPart;

            fn from_str(name: &str) -> Result<Self, UnknownPart> {
                match name {
                    $(stringify!($part) => Ok(Self::$part),)*
                    "NOUN" => Ok(Self::NOUN),
                    _ => Err(UnknownPart),
                }
            }
        }
    };
}

parts_of_speech! {
    ADJ "Adjective",
    ADP "Adposition",
    ADV "Adverb",
    AUX "Auxiliary",
    CCONJ "Coordinating conjunction",
    DET "Determiner",
    INTJ "Interjection",
    NUM "Numeral",
    PART "Particle",
    PRON "Pronoun",
    PROPN "Proper noun",
    PUNCT "Punctuation",
    SCONJ "Subordinating conjunction",
    SYM "Symbol",
    VERB "Verb",
}

/// No part of speech has that name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownPart;

/// Says which part of speech each word of a sentence is.
pub trait Tagger {
    /// One for each word; none where there is no telling.
    fn tag_sentence(&self, sentence: &[String]) -> Vec<Option<UPOS>>;
}

/// Says which words of a sentence are part of a noun phrase.
pub trait Chunker {
    /// One for each word, from the words and their parts of speech.
    fn chunk_sentence(&self, sentence: &[String], tags: &[Option<UPOS>]) -> Vec<bool>;
}

/// The tagger: frequencies of words and learned corrections.
pub struct SharedTagger(BrillTagger<FreqDict>);

impl Tagger for SharedTagger {
    fn tag_sentence(&self, sentence: &[String]) -> Vec<Option<UPOS>> {
        let tags = self.0.tag_sentence(sentence).into_iter();
        tags.map(|tag| tag.map(UPOS::from)).collect()
    }
}

/// The chunker: frequencies of parts of speech and learned corrections.
pub struct SharedChunker(BrillChunker);

impl Chunker for SharedChunker {
    fn chunk_sentence(&self, sentence: &[String], tags: &[Option<UPOS>]) -> Vec<bool> {
        let tags = tags.iter().map(|tag| tag.map(brill::UPOS::from));
        self.0.chunk_sentence(sentence, &tags.collect::<Vec<_>>())
    }
}

/// The tagger, one for the process.
#[must_use]
pub fn brill_tagger() -> Arc<SharedTagger> {
    static TAGGER: LazyLock<Arc<SharedTagger>> =
        LazyLock::new(|| Arc::new(SharedTagger(model(include_bytes!("../tagger.json.gz")))));
    Arc::clone(&TAGGER)
}

/// The chunker for what asks for the neural one, one for the process.
#[must_use]
pub fn burn_chunker() -> Arc<SharedChunker> {
    static CHUNKER: LazyLock<Arc<SharedChunker>> =
        LazyLock::new(|| Arc::new(SharedChunker(model(include_bytes!("../chunker.json.gz")))));
    Arc::clone(&CHUNKER)
}

/// Reads a model that lies compressed beside the sources.
#[allow(clippy::expect_used, reason = "the models are literals")]
fn model<T: DeserializeOwned>(packed: &[u8]) -> T {
    let mut text = String::new();
    GzDecoder::new(packed)
        .read_to_string(&mut text)
        .expect("the model is a compressed text");
    serde_json::from_str(&text).expect("the model is one of the library's")
}
