//! Who improves texts in this installation.

use std::sync::Arc;

use async_trait::async_trait;
use dragoman_correction::Proofreading;
use dragoman_domain::{EngineError, Language, Speller, Spelling};
use dragoman_engines::LanguageModel;
use dragoman_service::Improvers;

/// Everybody who improves texts, those first who are asked first. `speller` has the dictionaries; other words are found by
/// the language model, if one is configured.
pub(crate) fn improvers(
    speller: Arc<dyn Speller>,
    language_model: Option<Arc<LanguageModel>>,
) -> Improvers {
    let rewriters = language_model.into_iter();
    Improvers {
        proofreaders: vec![Arc::new(Proofreading::new(speller))],
        rewriters: rewriters.map(|model| model as _).collect(),
    }
}

/// The dictionaries of an installation that has none: only languages that need none are proofread.
pub(crate) struct NoDictionaries;

#[async_trait]
impl Speller for NoDictionaries {
    fn languages(&self) -> Vec<Language> {
        Vec::new()
    }

    async fn look_up(
        &self,
        language: Language,
        _: &[String],
    ) -> Result<Vec<Spelling>, EngineError> {
        Err(EngineError::Unavailable {
            reason: format!("there is no dictionary of {language}"),
        })
    }
}
