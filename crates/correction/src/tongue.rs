use dragoman_language::Language;

/// A language that there are rules for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Tongue {
    Chinese,
    French,
    German,
    Italian,
    Japanese,
    Korean,
    Portuguese,
    Spanish,
}

impl Tongue {
    pub(crate) const ALL: [Self; 8] = [
        Self::Chinese,
        Self::French,
        Self::German,
        Self::Italian,
        Self::Japanese,
        Self::Korean,
        Self::Portuguese,
        Self::Spanish,
    ];

    /// The language of which this is a variant or the base; none if there are no rules for it.
    pub(crate) fn of(language: Language) -> Option<Self> {
        // What is written in traditional characters has other conventions.
        if language.tag() == "zh-Hant" {
            return None;
        }
        let base = language.base();
        Self::ALL
            .into_iter()
            .find(|tongue| tongue.tag() == base.tag())
    }

    /// The tag of the base language.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::Chinese => "zh",
            Self::French => "fr",
            Self::German => "de",
            Self::Italian => "it",
            Self::Japanese => "ja",
            Self::Korean => "ko",
            Self::Portuguese => "pt",
            Self::Spanish => "es",
        }
    }

    /// Whether words are looked up in a dictionary, without which nothing can be said of texts.
    pub(crate) const fn needs_dictionary(self) -> bool {
        !matches!(self, Self::Chinese | Self::Japanese | Self::Korean)
    }
}
