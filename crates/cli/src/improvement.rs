//! Who improves texts in this installation.

use std::num::NonZeroUsize;
use std::sync::Arc;

use dragoman_domain::{Proofreader, Rewriter, Speller};
use dragoman_engines::language_tool::FirstReader;
use dragoman_engines::{LanguageModel, LanguageTool};
use dragoman_marian::{Marian, Paraphraser};
use dragoman_proofreading::{EnglishProofreader, RuleProofreader};
use dragoman_service::Improvers;

/// Everybody who improves texts, those first who are asked first. LanguageTool, if it is configured, reads before the rules
/// that are part of this program, which then find what it has left, and read alone when it cannot. `speller` has their
/// dictionaries; other words are found by the language model, if one is configured, and else by the neural engine.
pub(crate) fn improvers(
    language_tool: Option<Arc<LanguageTool>>,
    speller: Arc<dyn Speller>,
    language_model: Option<Arc<LanguageModel>>,
    neural: Option<Arc<Marian>>,
) -> Improvers {
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let mut proofreaders: Vec<Arc<dyn Proofreader>> = vec![
        Arc::new(EnglishProofreader::new(threads)),
        Arc::new(RuleProofreader::new(speller)),
    ];
    if let Some(tool) = language_tool {
        let first = FirstReader::new(tool, proofreaders.clone());
        proofreaders.insert(0, Arc::new(first));
    }
    let mut rewriters: Vec<Arc<dyn Rewriter>> = Vec::new();
    rewriters.extend(language_model.map(|model| model as _));
    rewriters.extend(neural.map(|engine| Arc::new(Paraphraser::new(engine)) as _));
    Improvers {
        proofreaders,
        rewriters,
    }
}
