//! Who improves texts in this installation.

use std::sync::Arc;

use async_trait::async_trait;
use dragoman_correction::Proofreading;
use dragoman_domain::{EngineError, Language, Speller, Spelling};
use dragoman_service::Improvers;

/// Everybody who improves texts, those first who are asked first. `speller` has the dictionaries.
pub(crate) fn improvers(speller: Arc<dyn Speller>) -> Improvers {
    Improvers {
        proofreaders: vec![Arc::new(Proofreading::new(speller))],
        rewriters: Vec::new(),
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
