//! Who improves texts in this installation.

use std::num::NonZeroUsize;
use std::sync::Arc;

use dragoman_correction::Proofreading;
use dragoman_domain::Speller;
use dragoman_grammar::EnglishProofreader;
use dragoman_service::Improvers;

/// Everybody who improves texts, those first who are asked first. `speller` has the dictionaries.
pub(crate) fn improvers(speller: Arc<dyn Speller>) -> Improvers {
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    Improvers {
        proofreaders: vec![
            Arc::new(EnglishProofreader::new(threads)),
            Arc::new(Proofreading::new(speller)),
        ],
        rewriters: Vec::new(),
    }
}
