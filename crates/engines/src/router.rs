use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{EngineError, LanguagePair, Offer, TranslationJob, Translator};

/// Several engines as one: each pair is served by the engine of the best quality that offers it
/// now, and among equals by the one registered first.
pub struct Router {
    engines: Vec<Arc<dyn Translator>>,
}

impl Router {
    /// A router over these engines, in order of preference among equals.
    #[must_use]
    pub fn new(engines: Vec<Arc<dyn Translator>>) -> Self {
        Self { engines }
    }

    fn best(&self, pair: LanguagePair) -> Option<&Arc<dyn Translator>> {
        let mut best = None;
        for engine in &self.engines {
            let offer = engine.offers().into_iter().find(|offer| offer.pair == pair);
            if let Some(offer) = offer
                && best.is_none_or(|(quality, _)| offer.quality > quality)
            {
                best = Some((offer.quality, engine));
            }
        }
        best.map(|(_, engine)| engine)
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
                .and_modify(|known| known.quality = known.quality.max(offer.quality))
                .or_insert(offer);
        }
        merged.into_values().collect()
    }

    fn remedy(&self, pair: LanguagePair) -> Option<String> {
        let remedies: Vec<String> = self
            .engines
            .iter()
            .filter_map(|engine| engine.remedy(pair))
            .collect();
        (!remedies.is_empty()).then(|| remedies.join(" "))
    }

    async fn translate(&self, job: TranslationJob) -> Result<Vec<String>, EngineError> {
        match self.best(job.pair) {
            Some(engine) => engine.translate(job).await,
            None => Err(EngineError::UnsupportedPair {
                pair: job.pair,
                remedy: self.remedy(job.pair),
            }),
        }
    }
}
