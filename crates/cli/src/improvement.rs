//! Who improves texts in this installation.

use std::num::NonZeroUsize;
use std::sync::Arc;

use dragoman_correction::Proofreading;
use dragoman_domain::Speller;
use dragoman_engines::LanguageModel;
use dragoman_grammar::EnglishProofreader;
use dragoman_service::Improvers;

/// Everybody who improves texts, those first who are asked first. `speller` has the dictionaries; other words are found by
/// the language model, if one is configured.
pub(crate) fn improvers(
    speller: Arc<dyn Speller>,
    language_model: Option<Arc<LanguageModel>>,
) -> Improvers {
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let rewriters = language_model.into_iter();
    Improvers {
        proofreaders: vec![
            Arc::new(EnglishProofreader::new(threads)),
            Arc::new(Proofreading::new(speller)),
        ],
        rewriters: rewriters.map(|model| model as _).collect(),
    }
}
