use dragoman_language::Language;

/// A language that has style rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum StyleLanguage {
    German,
    English,
    Spanish,
    French,
    Italian,
    Japanese,
    Korean,
    Chinese,
}

impl StyleLanguage {
    /// All languages, in the order of their tags.
    pub const ALL: [Self; 8] = [
        Self::German,
        Self::English,
        Self::Spanish,
        Self::French,
        Self::Italian,
        Self::Japanese,
        Self::Korean,
        Self::Chinese,
    ];

    /// The style language of a language or one of its variants.
    #[must_use]
    pub fn of(language: Language) -> Option<Self> {
        let base = language.base().tag();
        Self::ALL.into_iter().find(|known| known.tag() == base)
    }

    /// The language tag, in lower case.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::German => "de",
            Self::English => "en",
            Self::Spanish => "es",
            Self::French => "fr",
            Self::Italian => "it",
            Self::Japanese => "ja",
            Self::Korean => "ko",
            Self::Chinese => "zh",
        }
    }
}
