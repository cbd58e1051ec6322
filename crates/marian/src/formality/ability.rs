//! With which models a register can be tried for.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use dragoman_domain::Language;
use dragoman_nmt::VocabularyPaths;
use dragoman_nmt::vocabulary::{Piece, SentencePiece};

use super::super::route::Leg;
use super::super::supply::InstalledModel;
use dragoman_text::register::{Lexicon, Mark, Markers};

/// Remembers which models have words for both registers of a language.
#[derive(Debug, Default)]
pub(in super::super) struct Able {
    known: Mutex<HashMap<(String, Language), bool>>,
}

impl Able {
    /// Whether readers of `target` can be addressed in either register by what comes from this
    /// leg. One that is still to be obtained is taken for what is usual.
    pub(in super::super) fn is_able(&self, leg: &Leg, target: Language) -> bool {
        let Some(Markers::Words(lexicon)) = Markers::of(target) else {
            return false;
        };
        let Leg::Installed(model) = leg else {
            return true;
        };
        let key = (model.id.clone(), target);
        // What is locked is complete after each insertion.
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&key) {
            return *known;
        }
        let is_able = has_words(model, lexicon);
        lock().insert(key, is_able);
        is_able
    }
}

/// Whether the vocabulary of a model can write a pronoun of each register.
fn has_words(model: &InstalledModel, lexicon: &Lexicon) -> bool {
    let Some(vocabulary) = vocabulary(&model.paths.vocabulary) else {
        return false;
    };
    let mut pieces: Vec<Piece> = Vec::new();
    let mut can_write = |mark| {
        let mut pronouns = lexicon.pronouns().filter(|(_, of)| *of == mark);
        pronouns.any(|(pronoun, _)| {
            pieces.clear();
            vocabulary.encode(&pronoun, &mut pieces);
            pieces.iter().all(|piece| piece.id != vocabulary.unknown())
        })
    };
    can_write(Mark::Formal) && can_write(Mark::Informal)
}

/// The vocabulary of the target, if it can be read.
fn vocabulary(paths: &VocabularyPaths) -> Option<SentencePiece> {
    let path: &Path = match paths {
        VocabularyPaths::Shared(shared) => shared,
        VocabularyPaths::Split { target, .. } | VocabularyPaths::Table { target, .. } => target,
    };
    SentencePiece::parse(&fs::read(path).ok()?).ok()
}
