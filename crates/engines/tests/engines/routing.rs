//! The router over several engines.

use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{
    Abilities, EngineError, EngineQuality, ErrorKind, LanguagePair, Offer, Origin, Segment,
    SegmentTranslation, TranslationJob, Translator,
};
use dragoman_engines::{Router, WithVariants};

use crate::support::{engine, pair, plain};

/// Answers with its name.
struct Named {
    name: &'static str,
    pairs: Vec<LanguagePair>,
}

#[async_trait]
impl Translator for Named {
    fn name(&self) -> &'static str {
        self.name
    }

    fn offers(&self) -> Vec<Offer> {
        let offer = |pair| Offer {
            pair,
            quality: EngineQuality::Basic,
            abilities: Abilities::default(),
        };
        self.pairs.iter().copied().map(offer).collect()
    }

    fn remedy(&self, pair: LanguagePair) -> Option<String> {
        (pair.target.tag() == "ca").then(|| format!("Ask {}.", self.name))
    }

    async fn translate(&self, job: TranslationJob) -> Result<Vec<SegmentTranslation>, EngineError> {
        Ok(job
            .segments
            .iter()
            .map(|_| self.name.to_owned().into())
            .collect())
    }

    async fn alternatives(
        &self,
        job: TranslationJob,
        most: usize,
    ) -> Result<Vec<Vec<SegmentTranslation>>, EngineError> {
        let one = |number| format!("{} {number} color", self.name).into();
        let segments = job.segments.iter();
        Ok(segments.map(|_| (0..most).map(one).collect()).collect())
    }
}

fn router() -> Router {
    let engine = |name, pairs: &[(&str, &str)]| -> Arc<dyn Translator> {
        let pairs = pairs
            .iter()
            .map(|(source, target)| pair(source, target))
            .collect();
        Arc::new(Named { name, pairs })
    };
    Router::new(vec![
        engine("first", &[("en", "es")]),
        engine("second", &[("en", "es"), ("en", "fr")]),
    ])
}

async fn translate(target: &str) -> Result<Vec<SegmentTranslation>, EngineError> {
    let job = TranslationJob::new(pair("en", target), vec![Segment::new("x", Vec::new())]);
    router().translate(job).await
}

/// The translation that an engine of basic quality with this name makes.
fn made_by(name: &str) -> SegmentTranslation {
    let origin = Origin::Engine(EngineQuality::Basic);
    SegmentTranslation::from(name.to_owned()).with_origin(origin)
}

#[tokio::test]
async fn among_equals_the_engine_registered_first_translates() {
    assert_eq!(translate("es").await, Ok(vec![made_by("first")]));
    assert_eq!(translate("fr").await, Ok(vec![made_by("second")]));
}

#[tokio::test]
async fn a_pair_that_nobody_offers_comes_with_the_engines_remedies() {
    let unsupported = |target, remedy: Option<&str>| {
        Err(EngineError::UnsupportedPair {
            pair: pair("en", target),
            remedy: remedy.map(str::to_owned),
        })
    };
    assert_eq!(
        translate("ca").await,
        unsupported("ca", Some("Ask first. Ask second."))
    );
    assert_eq!(translate("de").await, unsupported("de", None));
}

#[test]
fn offers_are_merged_so_that_each_pair_stands_once() {
    let mut pairs: Vec<_> = router().offers().iter().map(|offer| offer.pair).collect();
    pairs.sort();
    assert_eq!(pairs, [pair("en", "es"), pair("en", "fr")]);
}

/// Offers everything and finds each time that it cannot.
struct Withdrawing;

#[async_trait]
impl Translator for Withdrawing {
    fn name(&self) -> &'static str {
        "withdrawing"
    }

    fn offers(&self) -> Vec<Offer> {
        let offer = |target| Offer {
            pair: pair("en", target),
            quality: EngineQuality::Neural,
            abilities: Abilities::default(),
        };
        ["ca", "es", "it"].map(offer).into()
    }

    fn remedy(&self, _: LanguagePair) -> Option<String> {
        None
    }

    async fn translate(&self, job: TranslationJob) -> Result<Vec<SegmentTranslation>, EngineError> {
        Err(EngineError::UnsupportedPair {
            remedy: (job.pair.target.tag() == "ca").then(|| "Wait.".to_owned()),
            pair: job.pair,
        })
    }

    async fn alternatives(
        &self,
        job: TranslationJob,
        _most: usize,
    ) -> Result<Vec<Vec<SegmentTranslation>>, EngineError> {
        let translated = self.translate(job).await?;
        Ok(translated.into_iter().map(|one| vec![one]).collect())
    }
}

/// Is the best engine for French, and makes one translation only.
struct Terse;

#[async_trait]
impl Translator for Terse {
    fn name(&self) -> &'static str {
        "terse"
    }

    fn offers(&self) -> Vec<Offer> {
        vec![Offer {
            pair: pair("en", "fr"),
            quality: EngineQuality::Neural,
            abilities: Abilities::default(),
        }]
    }

    fn remedy(&self, _: LanguagePair) -> Option<String> {
        None
    }

    async fn translate(&self, job: TranslationJob) -> Result<Vec<SegmentTranslation>, EngineError> {
        let segments = job.segments.iter();
        Ok(segments.map(|_| "terse".to_owned().into()).collect())
    }
}

#[tokio::test]
async fn an_engine_that_withdraws_its_offer_leaves_the_job_to_the_next_best_which_is_named() {
    let router = Router::new(vec![Arc::new(router()), Arc::new(Withdrawing)]);
    let job = |target| {
        let segment = Segment::new("x", Vec::new());
        TranslationJob::new(pair("en", target), vec![segment])
    };
    assert_eq!(
        router.offer(pair("en", "es")).map(|offer| offer.quality),
        Some(EngineQuality::Neural)
    );
    assert_eq!(
        router.translate(job("es")).await,
        Ok(vec![made_by("first")])
    );
    assert!(matches!(
        router.translate(job("it")).await,
        Err(EngineError::UnsupportedPair { .. })
    ));
}

#[tokio::test]
async fn alternatives_are_those_of_the_engine_that_would_translate() {
    let router = Router::new(vec![
        Arc::new(router()),
        Arc::new(Withdrawing),
        Arc::new(Terse),
    ]);
    let job = |target| {
        let segments = vec![plain("x"), plain("y")];
        TranslationJob::new(pair("en", target), segments)
    };
    let found = router.alternatives(job("es"), 2).await.unwrap();
    let each = [made_by("first 0 color"), made_by("first 1 color")];
    assert_eq!(found, [each.clone(), each]);
    // The better engine has none, and another's would not be alternatives to its translation.
    assert_eq!(
        router.alternatives(job("fr"), 2).await,
        Err(EngineError::NoAlternatives)
    );
    assert!(matches!(
        router.alternatives(job("it"), 2).await,
        Err(EngineError::UnsupportedPair { .. })
    ));
    assert_eq!(EngineError::NoAlternatives.kind(), ErrorKind::Unsupported);
}

#[tokio::test]
async fn alternatives_are_written_in_the_wanted_variant() {
    let engine: Arc<dyn Translator> = Arc::new(Named {
        name: "one",
        pairs: vec![pair("fr", "en")],
    });
    let engine = WithVariants::new(engine);
    for (target, word) in [("en", "color"), ("en-GB", "colour")] {
        let job = TranslationJob::new(pair("fr", target), vec![plain("x"), plain("y")]);
        let found = engine.alternatives(job, 2).await.unwrap();
        let found: Vec<Vec<&str>> = found
            .iter()
            .map(|each| each.iter().map(SegmentTranslation::text).collect())
            .collect();
        let each = [format!("one 0 {word}"), format!("one 1 {word}")];
        assert_eq!(found, [&each, &each]);
    }
}

#[tokio::test]
async fn apertium_has_no_alternatives() {
    let engine = engine(&["eng-spa"]).await;
    let job = TranslationJob::new(pair("en", "es"), vec![plain("The dog sleeps.")]);
    assert_eq!(
        engine.apertium.alternatives(job, 4).await,
        Err(EngineError::NoAlternatives)
    );
}

#[tokio::test]
async fn what_an_engine_says_when_it_withdraws_its_offer_is_part_of_the_remedy() {
    let router = Router::new(vec![Arc::new(router()), Arc::new(Withdrawing)]);
    let segment = Segment::new("x", Vec::new());
    let job = TranslationJob::new(pair("en", "ca"), vec![segment]);
    assert_eq!(
        router.translate(job).await,
        Err(EngineError::UnsupportedPair {
            pair: pair("en", "ca"),
            remedy: Some("Ask first. Ask second. Wait.".to_owned()),
        })
    );
}
