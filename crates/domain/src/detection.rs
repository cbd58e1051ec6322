use dragoman_language::Language;

/// What was found out about the language of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Detection {
    /// The text is in this language.
    Detected(Language),
    /// The text is too short or too mixed to say. The candidates come best first.
    Unsure(Vec<Language>),
    /// The text is in a language that cannot be detected by name, or only roughly: the known
    /// language it seems to be, if any.
    Unsupported(Option<Language>),
    /// The text has no letters.
    NoLanguage,
}

/// Recognises languages.
pub trait LanguageDetector: Send + Sync {
    /// The language of a text.
    ///
    /// Takes up to a few milliseconds of processor time for a long text, so callers on an
    /// asynchronous thread hand it to a blocking one.
    fn detect(&self, text: &str) -> Detection;

    /// The languages that [`Detection::Detected`] can name.
    fn detectable(&self) -> &[Language];
}
