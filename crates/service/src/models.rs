use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dragoman_domain::{
    ErrorKind, KeptModels, Language, LanguagePair, ModelManager, ModelManagerError, ModelOffers,
    ModelSpace, PullObserver, PullStage,
};

use crate::{Caller, Forbidden};

/// The most models that are fetched at a time for those who run the server.
pub const MOST_PULLS: usize = 3;

/// The language between two models that translate one after the other.
const PIVOT: &str = "en";

/// Of so many models the outcome is remembered that were fetched.
const MOST_REMEMBERED: usize = 20;

/// Why models are not listed, fetched or removed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelsError {
    /// Whoever asks does not run the server.
    #[error(transparent)]
    Forbidden(#[from] Forbidden),
    /// It cannot be done.
    #[error(transparent)]
    Manager(#[from] ModelManagerError),
    /// So many are being fetched already.
    #[error("{MOST_PULLS} models are being fetched, which is the most; wait for one of them")]
    TooManyPulls,
}

impl ModelsError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Forbidden(_) => ErrorKind::Forbidden,
            Self::Manager(ModelManagerError::Unknown) => ErrorKind::NotFound,
            Self::Manager(ModelManagerError::Catalogue { .. }) => ErrorKind::Unavailable,
            Self::Manager(ModelManagerError::Failed { .. }) => ErrorKind::Internal,
            Self::TooManyPulls => ErrorKind::RateLimited,
        }
    }
}

/// How far the fetching of a model is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PullState {
    /// It is being fetched.
    Running(PullStage),
    /// It is installed.
    Done,
    /// It is not installed.
    Failed(ModelManagerError),
}

/// A model that is or was fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pull {
    /// From which language into which.
    pub pair: LanguagePair,
    /// How far it is.
    pub state: PullState,
}

/// Lists, fetches and removes models, for those who run the server.
#[derive(Clone)]
pub struct ManageModels {
    manager: Arc<dyn ModelManager>,
    pulls: Pulls,
}

/// What is and was fetched since the server started, the last first.
#[derive(Clone, Default)]
struct Pulls(Arc<Mutex<Vec<Pull>>>);

impl Pulls {
    fn lock(&self) -> MutexGuard<'_, Vec<Pull>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a model is to be fetched, unless it is on its way already.
    fn begin(&self, pair: LanguagePair) -> Result<bool, ModelsError> {
        let mut pulls = self.lock();
        let is_running = |pull: &&Pull| matches!(pull.state, PullState::Running(_));
        if pulls
            .iter()
            .filter(is_running)
            .any(|pull| pull.pair == pair)
        {
            return Ok(false);
        }
        if pulls.iter().filter(is_running).count() >= MOST_PULLS {
            return Err(ModelsError::TooManyPulls);
        }
        pulls.retain(|pull| pull.pair != pair);
        let oldest = pulls.iter().rposition(|pull| !is_running(&pull));
        if pulls.len() >= MOST_REMEMBERED
            && let Some(oldest) = oldest
        {
            pulls.remove(oldest);
        }
        let state = PullState::Running(PullStage::Beginning);
        pulls.insert(0, Pull { pair, state });
        Ok(true)
    }

    fn set(&self, pair: LanguagePair, state: PullState) {
        let mut pulls = self.lock();
        if let Some(pull) = pulls.iter_mut().find(|pull| pull.pair == pair) {
            pull.state = state;
        }
    }
}

/// Notes how far one model is.
struct Observer {
    pair: LanguagePair,
    pulls: Pulls,
}

impl PullObserver for Observer {
    fn stage(&self, stage: PullStage) {
        self.pulls.set(self.pair, PullState::Running(stage));
    }
}

impl ManageModels {
    /// Manages models by this.
    #[must_use]
    pub fn new(manager: Arc<dyn ModelManager>) -> Self {
        Self {
            manager,
            pulls: Pulls::default(),
        }
    }

    /// The models that are installed, for everybody who works with them: they have licences of their own.
    ///
    /// # Errors
    /// [`ModelManagerError::Failed`].
    pub async fn licensed(&self, _: &Caller) -> Result<KeptModels, ModelManagerError> {
        self.manager.installed().await
    }

    /// The models that are installed.
    ///
    /// # Errors
    /// [`ModelsError::Forbidden`], [`ModelManagerError::Failed`].
    pub async fn installed(&self, caller: &Caller) -> Result<KeptModels, ModelsError> {
        caller.require_operator()?;
        Ok(self.manager.installed().await?)
    }

    /// The models that can be fetched.
    ///
    /// # Errors
    /// [`ModelsError::Forbidden`], [`ModelManagerError::Catalogue`].
    pub async fn available(&self, caller: &Caller) -> Result<ModelOffers, ModelsError> {
        caller.require_operator()?;
        Ok(self.manager.available().await?)
    }

    /// The room that the models have.
    ///
    /// # Errors
    /// [`ModelsError::Forbidden`], [`ModelManagerError::Failed`].
    pub async fn space(&self, caller: &Caller) -> Result<ModelSpace, ModelsError> {
        caller.require_operator()?;
        Ok(self.manager.space().await?)
    }

    /// Begins to fetch the model of a pair, and does not wait for it. A pair that is being fetched is not fetched twice.
    ///
    /// # Errors
    /// [`ModelsError::Forbidden`], [`ModelsError::TooManyPulls`].
    pub fn pull(&self, caller: &Caller, pair: LanguagePair) -> Result<(), ModelsError> {
        caller.require_operator()?;
        if !self.pulls.begin(pair)? {
            return Ok(());
        }
        let (manager, pulls) = (Arc::clone(&self.manager), self.pulls.clone());
        dragoman_tasks::spawn(async move {
            let observer = Arc::new(Observer {
                pair,
                pulls: pulls.clone(),
            });
            let pulling = dragoman_tasks::spawn(async move { manager.pull(pair, observer).await });
            let state = match pulling.await {
                Ok(Ok(())) => PullState::Done,
                Ok(Err(error)) => PullState::Failed(error),
                Err(interrupted) => PullState::Failed(ModelManagerError::Failed {
                    reason: interrupted.to_string(),
                }),
            };
            pulls.set(pair, state);
        });
        Ok(())
    }

    /// What is and was fetched since the server started, the last first.
    ///
    /// # Errors
    /// [`ModelsError::Forbidden`].
    pub fn pulls(&self, caller: &Caller) -> Result<Vec<Pull>, ModelsError> {
        caller.require_operator()?;
        Ok(self.pulls.lock().clone())
    }

    /// How far a model is that is being fetched and with which a pair can be translated: that of the pair, or one of two
    /// between which English is. For everybody who waits for it.
    #[must_use]
    pub fn on_its_way(&self, _: &Caller, pair: LanguagePair) -> Option<PullStage> {
        let (source, target) = (pair.source.base(), pair.target.base());
        let is_english = |language: Language| language.base().tag() == PIVOT;
        let serves = |of: LanguagePair| {
            let begins = of.source.base() == source;
            let ends = of.target.base() == target;
            begins && (ends || is_english(of.target)) || ends && is_english(of.source)
        };
        let pulls = self.pulls.lock();
        pulls.iter().find_map(|pull| match &pull.state {
            PullState::Running(stage) if serves(pull.pair) => Some(stage.clone()),
            _ => None,
        })
    }

    /// Removes a model.
    ///
    /// # Errors
    /// [`ModelsError::Forbidden`], [`ModelManagerError::Unknown`].
    pub async fn remove(
        &self,
        caller: &Caller,
        pair: LanguagePair,
        name: &str,
    ) -> Result<(), ModelsError> {
        caller.require_operator()?;
        Ok(self.manager.remove(pair, name).await?)
    }
}
