//! What the models are given to translate.

use std::sync::Arc;

use dragoman_domain::{Language, Register, Term};
use dragoman_nmt::SearchOptions;

use super::scheduler::Claim;

/// A text to translate.
#[derive(Debug, Clone)]
pub(super) struct Text {
    pub(super) text: String,
    pub(super) options: SearchOptions,
    /// Terms of the text, to be used if possible.
    pub(super) terms: Arc<[Term]>,
    /// The register of the translation.
    pub(super) wish: Option<Wish>,
}

/// Texts to translate with the same models.
#[derive(Debug, Clone)]
pub(super) struct Texts {
    pub(super) texts: Vec<Text>,
    pub(super) claim: Claim,
}

/// A register to translate into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Wish {
    /// What is wanted.
    pub(super) register: Register,
    /// The language or variant that is translated into.
    pub(super) target: Language,
}
