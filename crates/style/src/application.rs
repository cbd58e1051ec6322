use dragoman_language::Register;
use dragoman_text::Edit;

use crate::passage::Passage;
use crate::rules;
use crate::{RuleChoice, StyleLanguage};

/// Finds the edits of a rule in a text.
pub(crate) type Transform = Box<dyn Fn(&Passage<'_>) -> Vec<Edit> + Send + Sync>;

/// How a choice is implemented in a language.
pub struct Application(pub(crate) Kind);

pub(crate) enum Kind {
    Edits(Transform),
    Register(Register),
    Instruction(&'static str),
}

/// The mechanism that implements a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Means {
    /// Edits of the text, made by this crate.
    Edits,
    /// The register that the translation engine is asked for.
    Register,
    /// An instruction to a language model.
    Instruction,
}

impl Application {
    /// The implementation of a choice in a language; `None` if it has no meaning there.
    #[must_use]
    pub fn of(choice: RuleChoice, language: StyleLanguage) -> Option<Self> {
        rules::application(choice, language)
    }

    /// The mechanism of the implementation.
    #[must_use]
    pub const fn means(&self) -> Means {
        match self.0 {
            Kind::Edits(_) => Means::Edits,
            Kind::Register(_) => Means::Register,
            Kind::Instruction(_) => Means::Instruction,
        }
    }

    /// Edits found by a function.
    pub(crate) fn edits(find: impl Fn(&Passage<'_>) -> Vec<Edit> + Send + Sync + 'static) -> Self {
        Self(Kind::Edits(Box::new(find)))
    }

    /// An instruction to a language model: a complete English sentence in the imperative.
    pub(crate) const fn instruction(sentence: &'static str) -> Self {
        Self(Kind::Instruction(sentence))
    }

    pub(crate) const fn register(register: Register) -> Self {
        Self(Kind::Register(register))
    }
}

impl std::fmt::Debug for Application {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.means().fmt(formatter)
    }
}
