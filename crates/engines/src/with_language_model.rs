use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{
    Abilities, EngineError, LanguagePair, ModelType, Offer, Segment, SegmentTranslation,
    TranslationJob, Translator, has_registers,
};
use dragoman_variants::Variants;

use crate::language_model::{Attempt, LanguageModel};
use crate::variants::{WithVariants, convert_in_background};

/// The engines of this machine and a language model, as one.
///
/// The model translates what asks for it: jobs that prefer quality, have instructions, want a
/// register that the other engines cannot have, or for a pair that they do not serve. What it
/// cannot do, or does badly, falls back to the other engines, with the terms and the register that
/// they can do; each translation says which family of models made it. Variants of the target are
/// written as [`WithVariants`] does, whoever translates.
pub struct WithLanguageModel {
    local: WithVariants,
    model: Arc<LanguageModel>,
    falls_back: bool,
    variants: Arc<Variants>,
}

impl WithLanguageModel {
    /// The engines of this machine, without variants yet, and a model. With `falls_back`, they do
    /// what the model does not.
    #[must_use]
    pub fn new(local: Arc<dyn Translator>, model: Arc<LanguageModel>, falls_back: bool) -> Self {
        let variants = Arc::new(Variants::new());
        Self {
            local: WithVariants::sharing(local, Arc::clone(&variants)),
            model,
            falls_back,
            variants,
        }
    }

    /// Whether a job is for the model, given what the other engines offer for its pair.
    fn is_for_model(&self, job: &TranslationJob, local: Option<&Offer>) -> bool {
        let wants_more = |abilities: Abilities| {
            let guidance = &job.guidance;
            let needs_register = guidance.register.is_some() && has_registers(job.pair.target);
            job.model == ModelType::QualityOptimized
                || (!guidance.instructions.is_empty() && !abilities.instructions)
                || (needs_register && !abilities.register)
        };
        self.model.serves(job.pair) && local.is_none_or(|offer| wants_more(offer.abilities))
    }

    /// Whether the other engines may do what the model did not.
    fn may_fall_back(&self, job: &TranslationJob, local: Option<&Offer>) -> bool {
        let can_do = |offer: &Offer| {
            !job.guidance.needs_register
                || offer.abilities.register
                || !has_registers(job.pair.target)
        };
        self.falls_back && local.is_some_and(can_do)
    }

    /// Has the other engines do what the model did not.
    async fn fall_back(
        &self,
        job: TranslationJob,
        attempt: Attempt,
    ) -> Result<Vec<SegmentTranslation>, EngineError> {
        let left = job.segments.iter().zip(&attempt.translations);
        let left: Arc<[Segment]> = left
            .filter(|(_, translation)| translation.is_none())
            .map(|(segment, _)| segment.clone())
            .collect();
        let wanted = left.len();
        let reason = attempt
            .fault
            .as_ref()
            .map_or("none", |fault| fault.as_str());
        metrics::counter!("dragoman_language_model_fallbacks_total", "reason" => reason)
            .increment(wanted as u64);
        let rest = TranslationJob {
            segments: left,
            ..job
        };
        let rest = self.local.translate(rest).await?;
        if rest.len() != wanted {
            let reason = format!("{} translations for {wanted} segments", rest.len());
            return Err(EngineError::Unavailable { reason });
        }
        let mut rest = rest.into_iter();
        let all = attempt.translations.into_iter();
        Ok(all.filter_map(|own| own.or_else(|| rest.next())).collect())
    }

    /// Writes what the model has translated in the wanted variant.
    async fn in_variant(
        &self,
        job: &TranslationJob,
        translations: Vec<Option<SegmentTranslation>>,
    ) -> Result<Vec<Option<SegmentTranslation>>, EngineError> {
        let target = job.pair.target;
        if !target.is_variant() {
            return Ok(translations);
        }
        let is_there: Vec<bool> = translations.iter().map(Option::is_some).collect();
        let segments = job.segments.iter().zip(&is_there);
        let segments = segments
            .filter(|(_, is_there)| **is_there)
            .map(|(segment, _)| segment.clone());
        let there = translations.into_iter().flatten().collect();
        let converted =
            convert_in_background(&self.variants, segments.collect(), there, target).await?;
        let mut converted = converted.into_iter();
        let each = is_there.into_iter();
        Ok(each
            .map(|is_there| is_there.then(|| converted.next()).flatten())
            .collect())
    }
}

impl fmt::Debug for WithLanguageModel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("WithLanguageModel")
            .field("model", &self.model)
            .field("falls_back", &self.falls_back)
            .finish_non_exhaustive()
    }
}

/// What two engines offer for a pair together.
fn together(one: Offer, other: &Offer) -> Offer {
    Offer {
        quality: one.quality.max(other.quality),
        abilities: Abilities {
            // Steering towards terms is asked of whoever has translated, and the model is told of
            // them from the start.
            terms: one.abilities.terms,
            register: one.abilities.register || other.abilities.register,
            instructions: one.abilities.instructions || other.abilities.instructions,
        },
        ..one
    }
}

#[async_trait]
impl Translator for WithLanguageModel {
    fn name(&self) -> &'static str {
        "language-model"
    }

    fn offers(&self) -> Vec<Offer> {
        let local = self.local.offers().into_iter();
        let mut offers: HashMap<LanguagePair, Offer> =
            local.map(|offer| (offer.pair, offer)).collect();
        for offer in self.model.offers() {
            let merged = match offers.remove(&offer.pair) {
                Some(local) => together(local, &offer),
                None => offer,
            };
            offers.insert(merged.pair, merged);
        }
        offers.into_values().collect()
    }

    fn offer(&self, pair: LanguagePair) -> Option<Offer> {
        match (self.local.offer(pair), self.model.offer(pair)) {
            (Some(local), Some(model)) => Some(together(local, &model)),
            (local, model) => local.or(model),
        }
    }

    fn remedy(&self, pair: LanguagePair) -> Option<String> {
        self.local.remedy(pair)
    }

    fn troubles(&self) -> Vec<String> {
        let mut troubles = self.local.troubles();
        troubles.extend(self.model.trouble());
        troubles
    }

    async fn translate(&self, job: TranslationJob) -> Result<Vec<SegmentTranslation>, EngineError> {
        let local = self.local.offer(job.pair);
        if !self.is_for_model(&job, local.as_ref()) {
            return self.local.translate(job).await;
        }
        let mut attempt = self.model.attempt(&job).await;
        attempt.translations = self.in_variant(&job, attempt.translations).await?;
        if attempt.translations.iter().all(Option::is_some) {
            return Ok(attempt.translations.into_iter().flatten().collect());
        }
        if self.may_fall_back(&job, local.as_ref()) {
            return self.fall_back(job, attempt).await;
        }
        Err(attempt.fault.map_or_else(
            || EngineError::Unavailable {
                reason: "the language model has not translated everything".to_owned(),
            },
            EngineError::from,
        ))
    }

    /// Those of the engines of this machine; a job that is for the model has none.
    async fn alternatives(
        &self,
        job: TranslationJob,
        most: usize,
    ) -> Result<Vec<Vec<SegmentTranslation>>, EngineError> {
        let local = self.local.offer(job.pair);
        if self.is_for_model(&job, local.as_ref()) {
            return Err(EngineError::NoAlternatives);
        }
        self.local.alternatives(job, most).await
    }
}
