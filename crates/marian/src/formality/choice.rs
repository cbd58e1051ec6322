//! Which of several translations is taken for the sake of a register.

use dragoman_domain::Register;
use dragoman_nmt::{Model, TokenTranslation};

use super::values::Values;
use dragoman_text::register::{Evidence, Markers};

/// How much less likely than the usual translation one may be, as the logarithm of the whole
/// text's probability. With German and French models that were trained to address 3 readers in
/// 100 informally, 5 lets 69 sentences in 100 become informal, 8 lets 93, 12 lets 99 and 20 all.
const MOST_LOSS: f32 = 12.0;

/// What a translation must be like.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    pub(super) wanted: Register,
    pub(super) markers: Markers,
    /// Whether the source is known to address its reader.
    pub(super) is_addressed: bool,
    /// The words that are wanted for each term.
    pub(super) terms: Vec<Vec<String>>,
}

impl Choice {
    /// Whether a translation addresses somebody in the other register.
    pub(super) fn is_amiss(&self, model: &Model, translation: &TokenTranslation) -> bool {
        let evidence = self.markers.evidence(&text_of(model, translation));
        evidence.contradicts(self.wanted, self.is_addressed)
    }

    /// What the search is biased by.
    pub(super) fn values(&self, model: &Model, strength: f32) -> Option<Values> {
        Values::new(
            self.markers,
            (self.wanted, self.is_addressed),
            strength,
            model,
        )
    }

    /// Those found that are in the wanted register, not much less likely than the usual
    /// translation, and use as many terms; the most likely first.
    pub(super) fn fit(
        &self,
        model: &Model,
        usual: &TokenTranslation,
        mut found: Vec<TokenTranslation>,
    ) -> Vec<TokenTranslation> {
        let terms = self.terms_in(&text_of(model, usual));
        let likelihood =
            |translation: &TokenTranslation| -> f32 { translation.log_probabilities.iter().sum() };
        let least = likelihood(usual) - MOST_LOSS;
        let is_fit = |translation: &TokenTranslation| {
            let text = text_of(model, translation);
            likelihood(translation) >= least
                && self.is_reached(self.markers.evidence(&text))
                && self.terms_in(&text) >= terms
        };
        found.retain(is_fit);
        found.sort_by(|one, other| {
            let score = |translation: &TokenTranslation| translation.score.unwrap_or_default();
            score(other).total_cmp(&score(one))
        });
        found
    }

    fn is_reached(&self, evidence: Evidence) -> bool {
        let is_possibly_formal = self.wanted == Register::Formal
            && self.is_addressed
            && evidence.possibly_formal > 0
            && evidence.informal == 0;
        let is_mixed = evidence.contradicts(self.wanted, self.is_addressed);
        evidence.register() == Some(self.wanted) && !is_mixed || is_possibly_formal
    }

    /// How many of the terms a text uses.
    fn terms_in(&self, text: &str) -> usize {
        if self.terms.is_empty() {
            return 0;
        }
        let text = text.to_lowercase();
        let is_used = |targets: &&Vec<String>| {
            let mut targets = targets.iter();
            targets.any(|target| text.contains(&target.to_lowercase()))
        };
        self.terms.iter().filter(is_used).count()
    }
}

fn text_of(model: &Model, translation: &TokenTranslation) -> String {
    let mut text = String::new();
    let vocabulary = model.target_vocabulary();
    vocabulary.decode(&translation.tokens, &mut text, &mut Vec::new());
    text
}
