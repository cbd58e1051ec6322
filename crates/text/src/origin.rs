//! Where translations come from.

/// A family of models: which one translated, or which one a caller would rather have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum ModelType {
    /// The engines of this machine that answer at once.
    #[default]
    LatencyOptimized,
    /// The best engine that is configured for the pair, however long it takes.
    QualityOptimized,
}

/// How good an engine's translations are, worst first. Routing takes the best for a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EngineQuality {
    /// Gives the gist: rule-based translation.
    Basic,
    /// Reads like a translation: neural models.
    Neural,
    /// Can be told how to write: language models.
    LanguageModel,
}

/// Where the translation of a segment or a sentence comes from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The source stands for itself: it is in the wanted language already, there is nothing in it to translate, or what
    /// an engine wrote was of no use.
    #[default]
    Untranslated,
    /// A translation memory had it.
    Memory {
        /// Whether for an equal text; otherwise for a similar one.
        exact: bool,
    },
    /// An engine that translates as well as that wrote it.
    Engine(EngineQuality),
}

impl Origin {
    /// Which family of models that is.
    #[must_use]
    pub const fn model(self) -> ModelType {
        match self {
            Self::Engine(EngineQuality::LanguageModel) => ModelType::QualityOptimized,
            _ => ModelType::LatencyOptimized,
        }
    }
}
