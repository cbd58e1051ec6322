//! Models that are obtained when they are wanted.

use std::fs;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use dragoman_domain::{EngineError, LanguagePair, Translator};
use dragoman_marian::{InstalledModel, ModelSupply, SupplyError};
use dragoman_marian::{Marian, MarianConfig};
use futures_util::future::join_all;
use tokio::sync::Semaphore;

use crate::support::{Gate, Models, TEXTS, config, pair, translate};

/// Has models on a shelf, and hands them over when it is let.
struct Shelf {
    shelf: Vec<InstalledModel>,
    installed: Mutex<Vec<InstalledModel>>,
    revision: AtomicU64,
    obtained: AtomicUsize,
    go: Semaphore,
}

impl Shelf {
    fn new(shelf: Vec<InstalledModel>) -> Arc<Self> {
        Arc::new(Self {
            shelf,
            installed: Mutex::default(),
            revision: AtomicU64::new(0),
            obtained: AtomicUsize::new(0),
            go: Semaphore::new(0),
        })
    }
}

#[async_trait]
impl ModelSupply for Shelf {
    fn revision(&self) -> u64 {
        self.revision.load(Ordering::SeqCst)
    }

    fn installed(&self) -> Vec<InstalledModel> {
        self.installed.lock().unwrap().clone()
    }

    fn obtainable(&self) -> Vec<LanguagePair> {
        vec![pair("de", "en"), pair("en", "fr")]
    }

    fn published(&self) -> Vec<LanguagePair> {
        [self.obtainable(), vec![pair("en", "it")]].concat()
    }

    async fn obtain(&self, pair: LanguagePair) -> Result<InstalledModel, SupplyError> {
        self.obtained.fetch_add(1, Ordering::SeqCst);
        self.go.acquire().await.unwrap().forget();
        let model = self.shelf.iter().find(|model| model.pair == pair);
        let model = model.cloned().ok_or(SupplyError::NotObtainable { pair })?;
        self.installed.lock().unwrap().push(model.clone());
        self.revision.fetch_add(1, Ordering::SeqCst);
        Ok(model)
    }
}

fn start(config: &MarianConfig, shelf: &Arc<Shelf>) -> Marian {
    Marian::start(config, Arc::clone(shelf) as Arc<dyn ModelSupply>).unwrap()
}

#[tokio::test]
async fn many_requests_obtain_a_model_once() {
    let models = Models::new();
    let shelf = Shelf::new(vec![models.make("en", "fr")]);
    let engine = start(&config(), &shelf);
    assert!(engine.offer(pair("en", "fr")).is_some());
    shelf.go.add_permits(10);
    let results = join_all(TEXTS.map(|text| translate(&engine, "en", "fr", text))).await;
    for result in results {
        assert!(result.is_ok(), "{result:?}");
    }
    assert_eq!(shelf.obtained.load(Ordering::SeqCst), 1);
    assert_eq!(engine.report().models.len(), 1);
}

#[tokio::test]
async fn both_models_of_a_pivoted_pair_are_obtained() {
    let models = Models::new();
    let shelf = Shelf::new(vec![models.make("de", "en"), models.make("en", "fr")]);
    let engine = start(&config(), &shelf);
    shelf.go.add_permits(10);
    assert!(translate(&engine, "de", "fr", TEXTS[0]).await.is_ok());
    assert_eq!(shelf.obtained.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn who_has_waited_long_for_a_model_is_told_to_come_back_and_finds_it() {
    let models = Models::new();
    let shelf = Shelf::new(vec![models.make("en", "fr")]);
    let impatient = MarianConfig {
        obtain_timeout: Duration::ZERO,
        ..config()
    };
    let engine = start(&impatient, &shelf);
    for _ in 0..2 {
        let refused = translate(&engine, "en", "fr", TEXTS[0]).await;
        let Err(error @ EngineError::ModelOnItsWay { .. }) = refused else {
            panic!("{refused:?}");
        };
        assert_eq!(
            error.to_string(),
            "the model for en to fr is being downloaded"
        );
    }
    shelf.go.add_permits(1);
    crate::support::until(|| shelf.revision() == 1).await;
    assert!(translate(&engine, "en", "fr", TEXTS[0]).await.is_ok());
    assert_eq!(shelf.obtained.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_pair_whose_model_cannot_be_obtained_is_withdrawn_with_a_remedy() {
    let shelf = Shelf::new(Vec::new());
    let engine = start(&config(), &shelf);
    shelf.go.add_permits(10);
    for _ in 0..3 {
        assert_eq!(
            translate(&engine, "de", "fr", TEXTS[0]).await,
            Err(EngineError::UnsupportedPair {
                pair: pair("de", "fr"),
                remedy: Some(
                    "Run \"dragoman models pull de-en en-fr\", or \"dragoman models import\" on a \
                     machine without a network."
                        .to_owned()
                ),
            })
        );
    }
    assert_eq!(engine.offer(pair("de", "fr")), None);
    assert!(
        shelf.obtained.load(Ordering::SeqCst) <= 2,
        "it was tried again"
    );
}

#[tokio::test]
async fn what_failed_is_tried_again_after_a_while() {
    let models = Models::new();
    let shelf = Shelf::new(vec![models.make("en", "fr")]);
    let forgetful = MarianConfig {
        withdrawal: Duration::ZERO,
        ..config()
    };
    let engine = start(&forgetful, &shelf);
    shelf.go.add_permits(10);
    for _ in 0..2 {
        let refused = translate(&engine, "de", "en", TEXTS[0]).await;
        assert!(
            matches!(refused, Err(EngineError::UnsupportedPair { .. })),
            "{refused:?}"
        );
    }
    assert_eq!(shelf.obtained.load(Ordering::SeqCst), 2);
    assert!(engine.offer(pair("de", "en")).is_some());
}

#[tokio::test]
async fn a_model_that_is_removed_leaves_memory_and_comes_back_with_a_clean_slate() {
    let models = Models::new();
    let shelf = Shelf::new(Vec::new());
    let good = models.make("en", "fr");
    let broken = models.make("de", "en");
    let weights = fs::read(&broken.paths.weights).unwrap();
    fs::write(&broken.paths.weights, &weights[..weights.len() / 2]).unwrap();
    let install = |installed: Vec<InstalledModel>| {
        *shelf.installed.lock().unwrap() = installed;
        shelf.revision.fetch_add(1, Ordering::SeqCst);
    };
    install(vec![good.clone(), broken.clone()]);
    let engine = start(&config(), &shelf);
    let first = translate(&engine, "en", "fr", TEXTS[0]).await.unwrap();
    assert!(translate(&engine, "de", "en", TEXTS[0]).await.is_err());
    assert_eq!(engine.offer(pair("de", "en")), None);
    assert!(engine.memory_bytes() > 0);
    install(Vec::new());
    assert!(engine.offer(pair("en", "fr")).is_some(), "it is obtainable");
    crate::support::until(|| engine.memory_bytes() == 0).await;
    fs::write(&broken.paths.weights, weights).unwrap();
    install(vec![good, broken]);
    assert!(translate(&engine, "de", "en", TEXTS[0]).await.is_ok());
    assert_eq!(translate(&engine, "en", "fr", TEXTS[0]).await, Ok(first));
}

#[tokio::test]
async fn a_model_that_is_removed_while_it_is_used_leaves_memory_afterwards() {
    let models = Models::new();
    let shelf = Shelf::new(Vec::new());
    *shelf.installed.lock().unwrap() = vec![models.make("en", "de")];
    let engine = Arc::new(start(&config(), &shelf));
    let gate = Arc::new(Gate::default());
    let held = gate.hold(&engine).await;
    shelf.installed.lock().unwrap().clear();
    shelf.revision.fetch_add(1, Ordering::SeqCst);
    assert_eq!(engine.offer(pair("en", "de")), None);
    assert!(engine.memory_bytes() > 0);
    gate.open();
    assert!(held.await.unwrap().is_ok());
    assert_eq!(engine.memory_bytes(), 0);
}

#[test]
fn the_remedy_names_the_command_for_what_is_published_and_not_here() {
    let engine = start(&config(), &Shelf::new(Vec::new()));
    assert_eq!(
        engine.remedy(pair("en", "it")).as_deref(),
        Some(
            "Run \"dragoman models pull en-it\", or \"dragoman models import\" on a machine \
             without a network."
        )
    );
    assert_eq!(engine.remedy(pair("en", "ja")), None);
    assert_eq!(engine.offer(pair("en", "it")), None);
}
