use dragoman_domain::{EngineError, KeyId, Language, Speller, Spelling};

/// The dictionaries of a speller, asked for one caller.
#[derive(Clone, Copy)]
pub(crate) struct Dictionaries<'a> {
    speller: &'a dyn Speller,
    caller: Option<KeyId>,
}

impl<'a> Dictionaries<'a> {
    /// Those of a speller, asked for the key `caller`, or for the operator.
    pub(crate) const fn new(speller: &'a dyn Speller, caller: Option<KeyId>) -> Self {
        Self { speller, caller }
    }

    /// See [`Speller::languages`].
    pub(super) fn languages(self) -> Vec<Language> {
        self.speller.languages()
    }

    /// See [`Speller::look_up`].
    pub(super) async fn look_up(
        self,
        language: Language,
        words: &[String],
    ) -> Result<Vec<Spelling>, EngineError> {
        self.speller.look_up(language, words, self.caller).await
    }

    /// See [`Speller::are_known`].
    pub(super) async fn are_known(
        self,
        language: Language,
        words: &[String],
    ) -> Result<Vec<bool>, EngineError> {
        self.speller.are_known(language, words, self.caller).await
    }
}
