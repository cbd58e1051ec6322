use dragoman_language::Register;
use dragoman_text::Edit;

use crate::target_text::TargetText;

/// Finds the edits of a rule in a text.
pub(crate) type RuleFunction = Box<dyn Fn(&TargetText<'_>) -> Vec<Edit> + Send + Sync>;

/// How a choice is implemented in a language.
pub(crate) enum Implementation {
    /// Edits of the translation.
    Edits(RuleFunction),
    /// The register that the translation engine is asked for.
    Register(Register),
    /// An instruction to a language model: a complete English sentence in the imperative.
    Instruction(&'static str),
}

/// The mechanism that implements a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mechanism {
    /// Edits of the translation, made by this crate.
    Edits,
    /// The register that the translation engine is asked for.
    Register,
    /// An instruction to a language model.
    Instruction,
}

impl Implementation {
    pub(crate) const fn mechanism(&self) -> Mechanism {
        match self {
            Self::Edits(_) => Mechanism::Edits,
            Self::Register(_) => Mechanism::Register,
            Self::Instruction(_) => Mechanism::Instruction,
        }
    }

    /// Edits that a function finds.
    pub(crate) fn edits(
        find: impl Fn(&TargetText<'_>) -> Vec<Edit> + Send + Sync + 'static,
    ) -> Self {
        Self::Edits(Box::new(find))
    }
}
