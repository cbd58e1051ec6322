use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{
    EngineError, EngineQuality, LanguagePair, Offer, Origin, SegmentTranslation, TranslationJob,
    Translator,
};
use futures_util::future::BoxFuture;

/// Several engines as one: each pair is served by the engine of the best quality that offers it
/// now, and among equals by the one registered first. If that one finds that it cannot serve the
/// pair after all, the next best does. Each translation says how good the engine is that wrote it.
pub struct Router {
    engines: Vec<Arc<dyn Translator>>,
}

impl Router {
    /// A router over these engines, in order of preference among equals.
    #[must_use]
    pub fn new(engines: Vec<Arc<dyn Translator>>) -> Self {
        Self { engines }
    }

    /// The engines that offer a pair, with how good they are at it and their indices, best first.
    fn serving(&self, pair: LanguagePair) -> Vec<(EngineQuality, usize, &Arc<dyn Translator>)> {
        let mut serving: Vec<_> = self
            .engines
            .iter()
            .enumerate()
            .filter_map(|(index, engine)| Some((engine.offer(pair)?.quality, index, engine)))
            .collect();
        serving.sort_by_key(|(quality, ..)| Reverse(*quality));
        serving
    }

    /// What the best engine that serves the pair of a job after all answers to it, and how good that engine is.
    async fn ask<'engines, T>(
        &'engines self,
        job: TranslationJob,
        ask: impl Fn(
            &'engines dyn Translator,
            TranslationJob,
        ) -> BoxFuture<'engines, Result<T, EngineError>>,
    ) -> Result<(EngineQuality, T), EngineError> {
        // What the engines that tried say about it, which is more than they know beforehand.
        let mut told: HashMap<usize, String> = HashMap::new();
        for (quality, index, engine) in self.serving(job.pair) {
            match ask(&**engine, job.clone()).await {
                Err(EngineError::UnsupportedPair { pair, remedy }) => {
                    tracing::warn!(engine = engine.name(), %pair, "an engine withdrew its offer");
                    told.extend(remedy.map(|remedy| (index, remedy)));
                }
                answer => return Ok((quality, answer?)),
            }
        }
        let remedies = self
            .engines
            .iter()
            .enumerate()
            .filter_map(|(index, engine)| {
                let told = told.remove(&index);
                told.or_else(|| engine.remedy(job.pair))
            });
        Err(EngineError::UnsupportedPair {
            pair: job.pair,
            remedy: joined(remedies.collect()),
        })
    }
}

impl fmt::Debug for Router {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.engines.iter().map(|engine| engine.name()).collect();
        formatter.debug_tuple("Router").field(&names).finish()
    }
}

#[async_trait]
impl Translator for Router {
    fn name(&self) -> &'static str {
        "router"
    }

    fn offers(&self) -> Vec<Offer> {
        let mut merged: HashMap<LanguagePair, Offer> = HashMap::new();
        for offer in self.engines.iter().flat_map(|engine| engine.offers()) {
            merged
                .entry(offer.pair)
                .and_modify(|known| {
                    if offer.quality > known.quality {
                        *known = offer.clone();
                    }
                })
                .or_insert(offer);
        }
        merged.into_values().collect()
    }

    fn offer(&self, pair: LanguagePair) -> Option<Offer> {
        let offers = self.engines.iter().filter_map(|engine| engine.offer(pair));
        offers.max_by_key(|offer| offer.quality)
    }

    fn remedy(&self, pair: LanguagePair) -> Option<String> {
        let remedies = self.engines.iter().filter_map(|engine| engine.remedy(pair));
        joined(remedies.collect())
    }

    fn troubles(&self) -> Vec<String> {
        let engines = self.engines.iter();
        engines.flat_map(|engine| engine.troubles()).collect()
    }

    async fn translate(&self, job: TranslationJob) -> Result<Vec<SegmentTranslation>, EngineError> {
        let asked = self.ask(job, |engine, job| engine.translate(job));
        let (quality, translations) = asked.await?;
        Ok(made_by(quality, translations))
    }

    async fn alternatives(
        &self,
        job: TranslationJob,
        most: usize,
    ) -> Result<Vec<Vec<SegmentTranslation>>, EngineError> {
        let asked = self.ask(job, |engine, job| engine.alternatives(job, most));
        let (quality, alternatives) = asked.await?;
        let alternatives = alternatives.into_iter();
        Ok(alternatives.map(|each| made_by(quality, each)).collect())
    }
}

/// Translations as those of an engine that is as good as that.
fn made_by(
    quality: EngineQuality,
    translations: Vec<SegmentTranslation>,
) -> Vec<SegmentTranslation> {
    let origin = Origin::Engine(quality);
    let translations = translations.into_iter();
    translations.map(|one| one.with_origin(origin)).collect()
}

fn joined(remedies: Vec<String>) -> Option<String> {
    (!remedies.is_empty()).then(|| remedies.join(" "))
}
