use dragoman_language::Language;
use dragoman_text::Spelling;

/// Spelling dictionaries. An implementation is bound to the caller for whom it looks words up.
pub trait Dictionaries: Sync {
    /// The error of a failed lookup.
    type Error: Send;

    /// The languages and variants for which a dictionary is available now.
    fn languages(&self) -> Vec<Language>;

    /// Looks words up in the dictionary of a language. The results are in the order of the words.
    fn look_up(
        &self,
        language: Language,
        words: &[String],
    ) -> impl Future<Output = Result<Vec<Spelling>, Self::Error>> + Send;

    /// Whether the dictionary of a language has each word, in the order of the words. This is thousands of times faster
    /// than suggestions.
    fn are_known(
        &self,
        language: Language,
        words: &[String],
    ) -> impl Future<Output = Result<Vec<bool>, Self::Error>> + Send;
}
