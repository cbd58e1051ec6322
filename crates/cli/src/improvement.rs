//! Who improves texts in this installation.

use std::sync::Arc;

use dragoman_correction::Proofreading;
use dragoman_domain::Speller;
use dragoman_service::Improvers;

/// Everybody who improves texts, those first who are asked first. `speller` has the dictionaries.
pub(crate) fn improvers(speller: Arc<dyn Speller>) -> Improvers {
    Improvers {
        proofreaders: vec![Arc::new(Proofreading::new(speller))],
        rewriters: Vec::new(),
    }
}
