use dragoman_language::Language;
use dragoman_text::Spelling;

/// The dictionaries by which words are looked up, asked for whoever the text is of.
pub trait Dictionaries: Sync {
    /// Why they did not answer.
    type Error: Send;

    /// The languages and variants that there is a dictionary for now.
    fn languages(&self) -> Vec<Language>;

    /// What the dictionary of a language says of words, in order.
    fn look_up(
        &self,
        language: Language,
        words: &[String],
    ) -> impl Future<Output = Result<Vec<Spelling>, Self::Error>> + Send;

    /// Whether the dictionary of a language has words, in order. Similar words take thousands of times as long to find.
    fn are_known(
        &self,
        language: Language,
        words: &[String],
    ) -> impl Future<Output = Result<Vec<bool>, Self::Error>> + Send;
}
