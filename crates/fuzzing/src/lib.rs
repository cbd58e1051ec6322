//! What the fuzz targets in `fuzz/` do with an input, where each begins, and mutations that need no fuzzer: so that every
//! target has a short run in the tests, too.
//!
//! It panics where something is found.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "what cannot go on here is a finding"
)]

mod changes;
mod choices;
pub mod documents;
pub mod memories;
pub mod models;
mod mutation;
pub mod pdf;
pub mod pictures;
mod seeds;

pub use mutation::Mutations;
pub use seeds::{dictionary, seeds};

use std::sync::LazyLock;

use dragoman_typesetting::Fonts;

/// How long an input may be, in bytes.
pub const LONGEST: usize = 12 << 10;

/// In which translations are set.
static FONTS: LazyLock<Fonts> = LazyLock::new(Fonts::of_system);

/// A reader of foreign files that is fuzzed.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// As its file in `fuzz/fuzz_targets` is called.
    pub name: &'static str,
    /// Gives an input to the reader and checks what comes out.
    pub check: fn(&[u8]),
    /// Inputs to begin with, for readers of other files than documents: those are in the test data.
    made: Option<fn() -> Vec<Vec<u8>>>,
    /// What such a reader knows by name.
    words: &'static [&'static str],
}

impl Target {
    const fn document(name: &'static str, check: fn(&[u8])) -> Self {
        Self {
            name,
            check,
            made: None,
            words: &[],
        }
    }

    const fn other(name: &'static str, check: fn(&[u8]), seeds: fn() -> Vec<Vec<u8>>) -> Self {
        Self {
            name,
            check,
            made: Some(seeds),
            words: &[],
        }
    }

    const fn knows(self, words: &'static [&'static str]) -> Self {
        Self { words, ..self }
    }

    /// The target of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        TARGETS.into_iter().find(|target| target.name == name)
    }
}

/// Every target, in the order of the names.
pub const TARGETS: [Target; 40] = [
    Target::document("arb", documents::arb),
    Target::document("ass", documents::ass),
    Target::document("csv", documents::csv),
    Target::document("dita", documents::dita),
    Target::document("docx", documents::docx),
    Target::document("epub", documents::epub),
    Target::document("html", documents::html),
    Target::document("idml", documents::idml),
    Target::other("jpeg", pictures::jpeg, pictures::jpeg_seeds),
    Target::document("json", documents::json),
    Target::document("md", documents::md),
    Target::document("mif", documents::mif),
    Target::other(
        "model_binary",
        models::model_binary,
        models::model_binary_seeds,
    ),
    Target::other(
        "model_config",
        models::model_config,
        models::model_config_seeds,
    ),
    Target::other("npz", models::npz, models::npz_seeds),
    Target::document("odp", documents::odp),
    Target::document("ods", documents::ods),
    Target::document("odt", documents::odt),
    Target::other("pdf_content", pdf::pdf_content, pdf::pdf_content_seeds)
        .knows(pdf::CONTENT_WORDS),
    Target::other("pdf_font", pdf::pdf_font, pdf::pdf_font_seeds).knows(pdf::FONT_WORDS),
    Target::other("png", pictures::png, pictures::png_seeds),
    Target::document("po", documents::po),
    Target::document("pptx", documents::pptx),
    Target::document("properties", documents::properties),
    Target::document("resx", documents::resx),
    Target::document("rtf", documents::rtf),
    Target::other(
        "sentencepiece",
        models::sentencepiece,
        models::sentencepiece_seeds,
    ),
    Target::other("shortlist", models::shortlist, models::shortlist_seeds),
    Target::document("srt", documents::srt),
    Target::document("strings", documents::strings),
    Target::other("tmx", memories::tmx, memories::tmx_seeds),
    Target::document("tsv", documents::tsv),
    Target::document("txt", documents::txt),
    Target::other(
        "vocabulary_yaml",
        models::vocabulary_yaml,
        models::vocabulary_yaml_seeds,
    ),
    Target::document("vtt", documents::vtt),
    Target::document("xcstrings", documents::xcstrings),
    Target::document("xliff", documents::xliff),
    Target::document("xlsx", documents::xlsx),
    Target::document("xml", documents::xml),
    Target::document("yaml", documents::yaml),
];
