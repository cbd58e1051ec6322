//! What improves texts, and what can be asked of it.

use std::sync::Arc;

use dragoman_domain::{Language, Proofreader, Rewriter};

use super::Improvement;
use super::targets::{readings, targets};

/// What improves texts.
#[derive(Clone, Default)]
pub struct Improvers {
    /// Those that mend mistakes. All that serve a language read, each what the one before has left; one that fails is left
    /// out.
    pub proofreaders: Vec<Arc<dyn Proofreader>>,
    /// Those that find other words. Of several that serve a language the first is asked, and the next if that fails.
    pub rewriters: Vec<Arc<dyn Rewriter>>,
}

impl Improvers {
    /// The languages in which texts can be improved like that, in the order of their tags.
    pub(super) fn available(&self, improvement: Improvement) -> Vec<Language> {
        targets()
            .filter(|target| self.improves(*target, improvement))
            .collect()
    }

    /// Whether texts in a language can be improved like that.
    pub(super) fn improves(&self, target: Language, improvement: Improvement) -> bool {
        let Improvers {
            proofreaders,
            rewriters,
        } = self;
        let serves = |served: Vec<Language>| !readings(&served, target).is_empty();
        targets().any(|language| language == target)
            && (proofreaders.iter().any(|one| serves(one.languages()))
                || (improvement != Improvement::Correction
                    && rewriters.iter().any(|one| serves(one.languages()))))
    }

    /// What does not work at the moment and may work again by itself, for the operator.
    pub(super) fn troubles(&self) -> Vec<String> {
        let proofreaders = self.proofreaders.iter();
        proofreaders.flat_map(|one| one.troubles()).collect()
    }

    /// Whether a style or tone can be asked for in a language.
    pub(super) fn writes_in_styles(&self, target: Language) -> bool {
        self.serving(target)
            .any(|(rewriter, _)| rewriter.has_styles())
    }

    /// The rewriters that write in a language, and as what they are asked for it.
    pub(super) fn serving(
        &self,
        target: Language,
    ) -> impl Iterator<Item = (&dyn Rewriter, Language)> {
        self.rewriters.iter().filter_map(move |rewriter| {
            let language = readings(&rewriter.languages(), target).first().copied()?;
            Some((&**rewriter, language))
        })
    }
}
