//! What those may do who run the server: models and health.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use dragoman_domain::{
    Finding, HealthChecker, KeptModels, Language, LanguagePair, ModelManager, ModelManagerError,
    ModelOffers, ModelSpace, PullObserver, PullStage, Role, ScopeSet,
};
use dragoman_service::{
    Caller, CheckHealth, Forbidden, HealthError, MOST_PULLS, ManageModels, ModelsError, Pull,
    PullState,
};
use tokio::sync::{Notify, Semaphore};

use crate::support::{FixedClock, Installation};

/// Models whose fetching waits until it is let go.
struct Manager {
    pulled: Mutex<Vec<LanguagePair>>,
    gate: Semaphore,
}

#[async_trait]
impl ModelManager for Manager {
    async fn installed(&self) -> Result<KeptModels, ModelManagerError> {
        Ok(KeptModels::default())
    }

    async fn available(&self) -> Result<ModelOffers, ModelManagerError> {
        Ok(ModelOffers::default())
    }

    async fn pull(
        &self,
        pair: LanguagePair,
        observer: Arc<dyn PullObserver>,
    ) -> Result<(), ModelManagerError> {
        self.pulled.lock().unwrap().push(pair);
        observer.stage(PullStage::Checking);
        self.gate.acquire().await.unwrap().forget();
        assert_ne!(pair.target.tag(), "pl", "a fault of this program");
        Ok(())
    }

    async fn remove(&self, _: LanguagePair, _: &str) -> Result<(), ModelManagerError> {
        Err(ModelManagerError::Unknown)
    }

    async fn space(&self) -> Result<ModelSpace, ModelManagerError> {
        Ok(ModelSpace {
            used: 0,
            free: None,
        })
    }
}

fn into(target: &str) -> LanguagePair {
    let language = |tag| Language::parse(tag).unwrap();
    LanguagePair::new(language("en"), language(target))
}

fn models() -> (Arc<Manager>, ManageModels) {
    let manager = Arc::new(Manager {
        pulled: Mutex::default(),
        gate: Semaphore::new(0),
    });
    (Arc::clone(&manager), ManageModels::new(manager))
}

/// Waits until the models that are and were fetched are like that.
async fn until(models: &ManageModels, caller: &Caller, is_so: impl Fn(&[Pull]) -> bool) {
    while !is_so(&models.pulls(caller).unwrap()) {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn few_models_are_fetched_at_a_time_and_none_twice() {
    let installation = Installation::new().await;
    let operator = installation.person("one", "Anna", &[Role::Operator]).await;
    let (manager, models) = models();
    for target in ["de", "fr", "pl", "de"] {
        models.pull(&operator, into(target)).unwrap();
    }
    let pair = |source, target| {
        let language = |tag| Language::parse(tag).unwrap();
        LanguagePair::new(language(source), language(target))
    };
    for (source, target) in [("en-GB", "de"), ("it", "de")] {
        let stage = models.on_its_way(&operator, pair(source, target));
        assert!(stage.is_some(), "{source} {target}");
    }
    assert_eq!(models.on_its_way(&operator, pair("it", "es")), None);
    assert_eq!(models.on_its_way(&operator, pair("de", "en")), None);
    let refused = models.pull(&operator, into("it"));
    assert_eq!(refused, Err(ModelsError::TooManyPulls));
    until(&models, &operator, |pulls| {
        let stage = PullState::Running(PullStage::Checking);
        pulls.iter().filter(|pull| pull.state == stage).count() == MOST_PULLS
    })
    .await;
    manager.gate.add_permits(MOST_PULLS);
    until(&models, &operator, |pulls| {
        pulls
            .iter()
            .all(|pull| !matches!(pull.state, PullState::Running(_)))
    })
    .await;
    assert_eq!(
        models.on_its_way(&operator, into("de")),
        None,
        "it is there"
    );
    let pulls = models.pulls(&operator).unwrap();
    let targets: Vec<&str> = pulls.iter().map(|pull| pull.pair.target.tag()).collect();
    assert_eq!(targets, ["pl", "fr", "de"], "the last first");
    // Even a fault leaves room for the next.
    assert!(matches!(pulls[0].state, PullState::Failed(_)));
    assert_eq!(pulls[1].state, PullState::Done);
    assert_eq!(manager.pulled.lock().unwrap().len(), MOST_PULLS);
    assert_eq!(models.pull(&operator, into("it")), Ok(()));
}

/// Finds something each time it is let go.
#[derive(Default)]
struct Checker {
    checks: AtomicUsize,
    gate: Notify,
}

#[async_trait]
impl HealthChecker for Checker {
    async fn check(&self) -> Result<Vec<Finding>, String> {
        self.checks.fetch_add(1, Ordering::Relaxed);
        self.gate.notified().await;
        Ok(vec![Finding::Good("It works.".to_owned())])
    }
}

async fn ended(health: &CheckHealth, caller: &Caller) -> Result<Vec<Finding>, HealthError> {
    while health.last(caller).unwrap().is_running {
        tokio::task::yield_now().await;
    }
    health.last(caller).unwrap().last.unwrap().findings
}

#[tokio::test]
async fn one_check_is_made_at_a_time_for_all() {
    let installation = Installation::new().await;
    let operator = installation.person("one", "Anna", &[Role::Operator]).await;
    let checker = Arc::new(Checker::default());
    let limit = Duration::from_secs(3600);
    let health = CheckHealth::new(Arc::clone(&checker) as _, Arc::new(FixedClock), limit);
    assert_eq!(health.last(&operator).unwrap().last, None);
    health.begin(&operator).unwrap();
    health.begin(&operator).unwrap();
    checker.gate.notify_one();
    let found = ended(&health, &operator).await;
    assert_eq!(found, Ok(vec![Finding::Good("It works.".to_owned())]));
    assert_eq!(checker.checks.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_check_that_takes_too_long_is_given_up() {
    let installation = Installation::new().await;
    let operator = installation.person("one", "Anna", &[Role::Operator]).await;
    let limit = Duration::from_millis(1);
    let health = CheckHealth::new(Arc::new(Checker::default()), Arc::new(FixedClock), limit);
    health.begin(&operator).unwrap();
    let found = ended(&health, &operator).await;
    assert_eq!(found, Err(HealthError::TimedOut { limit }));
}

#[tokio::test]
async fn neither_keys_nor_other_persons_run_the_server() {
    let installation = Installation::new().await;
    let program = installation.caller("one", ScopeSet::Unrestricted).await;
    let roles = [
        Role::Translator,
        Role::Terminology,
        Role::AccountAdministrator,
    ];
    let person = installation.person("one", "Bert", &roles).await;
    let (manager, models) = models();
    let health = CheckHealth::new(
        Arc::new(Checker::default()),
        Arc::new(FixedClock),
        Duration::MAX,
    );
    for (caller, refusal) in [
        (program, Forbidden::NotByKey),
        (person, Forbidden::MissingRole(Role::Operator)),
    ] {
        let refused = ModelsError::from(refusal);
        let pair = into("de");
        assert_eq!(models.installed(&caller).await, Err(refused.clone()));
        assert_eq!(models.available(&caller).await, Err(refused.clone()));
        assert_eq!(models.space(&caller).await, Err(refused.clone()));
        assert_eq!(models.pull(&caller, pair), Err(refused.clone()));
        assert_eq!(models.pulls(&caller), Err(refused.clone()));
        assert_eq!(models.remove(&caller, pair, "tiny").await, Err(refused));
        assert_eq!(health.last(&caller), Err(refusal));
        assert_eq!(health.begin(&caller), Err(refusal));
    }
    assert!(manager.pulled.lock().unwrap().is_empty());
}
