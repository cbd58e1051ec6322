//! Who improves texts in this installation.

use std::sync::Arc;

use async_trait::async_trait;
use dragoman_correction::Proofreading;
use dragoman_domain::{EngineError, Language, Proofreader, Rewriter, Speller, Spelling};
use dragoman_service::Improvers;

/// Everybody who improves texts, those first who are asked first.
pub(crate) fn improvers() -> Improvers {
    Improvers {
        proofreaders: proofreaders(),
        rewriters: rewriters(),
    }
}

/// Who mends mistakes.
fn proofreaders() -> Vec<Arc<dyn Proofreader>> {
    vec![Arc::new(Proofreading::new(Arc::new(NoDictionaries)))]
}

/// Who finds other words.
fn rewriters() -> Vec<Arc<dyn Rewriter>> {
    Vec::new()
}

/// The dictionaries of an installation that has none: only languages that need none are proofread.
struct NoDictionaries;

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
