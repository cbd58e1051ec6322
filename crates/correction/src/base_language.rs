use dragoman_language::Language;

/// A base language that this crate has rules for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum BaseLanguage {
    Chinese,
    French,
    German,
    Italian,
    Japanese,
    Korean,
    Portuguese,
    Spanish,
}

impl BaseLanguage {
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

    /// The base language of a language or variant, if there are rules for it.
    pub(crate) fn of(language: Language) -> Option<Self> {
        // The rules are for simplified characters.
        if language.tag() == "zh-Hant" {
            return None;
        }
        let tag = language.base().tag();
        Self::ALL.into_iter().find(|base| base.tag() == tag)
    }

    /// The language tag.
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

    /// Whether correction needs a dictionary of the language.
    pub(crate) const fn needs_dictionary(self) -> bool {
        !matches!(self, Self::Chinese | Self::Japanese | Self::Korean)
    }
}
