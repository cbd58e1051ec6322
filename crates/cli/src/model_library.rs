//! The models that the neural engine may use: those in the data folder, and those of the catalogue.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use anyhow::Result;
use async_trait::async_trait;
use dragoman_catalog::{
    BrokenModel, Catalogue, EngineCheck, Installed, InstalledModel as FolderModel, Installer,
    InstallerOptions, ModelFolder, NetworkOptions, Policy, Progress, Selection, Silent,
    code_of_pair,
};
use dragoman_domain::LanguagePair;
use dragoman_marian::{InstalledModel, ModelSupply, SupplyError};
use dragoman_tasks::{Task, spawn_blocking};

use crate::configuration::{Configuration, DataOptions};
use crate::data_folder::{DataFolder, give_all_to_owner};
use crate::progress::Display;
use crate::system::SystemClock;

/// How often a server looks whether models were installed or removed beside it.
const FOLDER_INTERVAL: Duration = Duration::from_secs(5);
/// How often a server asks for the catalogue again; it is asked from the network once an hour at most.
const CATALOGUE_INTERVAL: Duration = Duration::from_secs(900);
/// After how long a server asks again that could not read the catalogue; doubled with each failure.
const FIRST_CATALOGUE_RETRY: Duration = Duration::from_secs(10);
/// How long a command waits for the catalogue.
const CATALOGUE_PATIENCE: Duration = Duration::from_secs(5);

/// The installed models and those that can be had.
pub(crate) struct ModelLibrary {
    installer: Installer,
    selection: Selection,
    auto_pull: bool,
    /// The pairs whose models are fetched by themselves; all if there are none.
    auto_pull_pairs: BTreeSet<LanguagePair>,
    shows_progress: bool,
    /// Where models are installed.
    data: DataOptions,
    /// Held while the folder is read or changed and the lists are made to say so.
    folder: Mutex<()>,
    lists: RwLock<Lists>,
    revision: AtomicU64,
}

#[derive(Debug, Clone, Default, PartialEq)]
struct Lists {
    installed: Vec<InstalledModel>,
    broken: Vec<(String, String)>,
    published: BTreeSet<LanguagePair>,
}

/// An installer as the configuration has it.
pub(crate) fn installer(configuration: &Configuration) -> Result<Installer> {
    let options = InstallerOptions {
        folder: folder(configuration),
        catalogue: configuration.models.catalogue()?,
        fallback: configuration.models.fallback()?,
        network: NetworkOptions::default(),
        offline: configuration.models.offline,
    };
    Ok(Installer::new(
        options,
        Arc::new(EngineCheck),
        Arc::new(SystemClock),
    ))
}

/// The folder of the models.
pub(crate) fn folder(configuration: &Configuration) -> ModelFolder {
    ModelFolder::new(configuration.data.folder.join("models"))
}

impl ModelLibrary {
    /// The library of this data folder, with what is installed now.
    pub(crate) fn open(configuration: &Configuration) -> Result<Self> {
        let library = Self {
            installer: installer(configuration)?,
            selection: Selection {
                policy: configuration.models.policy,
                ..Selection::default()
            },
            auto_pull: configuration.models.auto_pull && !configuration.models.offline,
            auto_pull_pairs: configuration.models.auto_pull_pairs()?,
            shows_progress: false,
            data: configuration.data.clone(),
            folder: Mutex::default(),
            lists: RwLock::default(),
            revision: AtomicU64::new(0),
        };
        library.scan();
        Ok(library)
    }

    /// Shows how downloads go, for somebody who waits for them.
    pub(crate) fn show_progress(&mut self) {
        self.shows_progress = true;
    }

    /// Folders that should be models and are not, with the reason.
    pub(crate) fn broken(&self) -> Vec<(String, String)> {
        self.read(|lists| lists.broken.clone())
    }

    /// Reads the folder of the models. Blocks.
    fn scan(&self) {
        let _folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
        match self.installer.folder().scan() {
            Ok(Installed { models, broken }) => self.change(|lists| {
                let model = |model: &FolderModel| installed(model, self.selection.policy);
                lists.installed = models.iter().map(model).collect();
                lists.broken = broken.iter().map(complaint).collect();
            }),
            Err(error) => tracing::error!(%error, "the folder of the models cannot be read"),
        }
    }

    /// Learns which models could be fetched, if any may: from the catalogue, or from what is known
    /// of it if it does not answer soon.
    pub(crate) async fn consult_catalogue(&self) {
        if !self.auto_pull {
            return;
        }
        let reading = tokio::time::timeout(CATALOGUE_PATIENCE, self.read_catalogue());
        if reading.await.is_err() {
            tracing::warn!("the catalogue of models does not answer");
            self.recall_catalogue().await;
        }
    }

    /// Learns from the catalogue which models there are; tells whether that was possible.
    async fn read_catalogue(&self) -> bool {
        let read = self.installer.catalogue().await;
        // A copy of it is kept with the models.
        give_all_to_owner(self.installer.folder().path());
        match read {
            Ok(catalogue) => {
                self.publish(&catalogue);
                true
            }
            Err(error) => {
                let error = format!("{:#}", anyhow::Error::new(error));
                tracing::warn!(error, "the catalogue of models cannot be read");
                false
            }
        }
    }

    /// Takes what the catalogue said when it was last read.
    async fn recall_catalogue(&self) {
        if let Some(catalogue) = self.installer.known_catalogue().await {
            self.publish(&catalogue);
        }
    }

    fn publish(&self, catalogue: &Catalogue) {
        if !catalogue.undigested.is_empty() {
            let pairs: Vec<String> = catalogue
                .undigested
                .keys()
                .copied()
                .map(code_of_pair)
                .collect();
            tracing::warn!(
                pairs = pairs.join(" "),
                "models are left out, because the SHA-256 of a file of theirs is stated nowhere"
            );
        }
        let released = catalogue.entries.iter().filter(|entry| entry.released);
        let pairs = released.map(|entry| entry.pair).collect();
        self.change(|lists| lists.published = pairs);
    }

    /// Whether the model of a pair may be fetched without somebody who says so.
    fn may_obtain(&self, pair: LanguagePair) -> bool {
        self.auto_pull && (self.auto_pull_pairs.is_empty() || self.auto_pull_pairs.contains(&pair))
    }

    /// Keeps the lists true while a server runs, until the task is aborted.
    pub(crate) fn watch(self: &Arc<Self>) -> Vec<Task<()>> {
        let library = Arc::clone(self);
        let folder = dragoman_tasks::spawn(async move {
            loop {
                tokio::time::sleep(FOLDER_INTERVAL).await;
                let library = Arc::clone(&library);
                // An error means that the scan panicked; the next one may not.
                let _ = spawn_blocking(move || library.scan()).await;
            }
        });
        if !self.auto_pull {
            return vec![folder];
        }
        let library = Arc::clone(self);
        let catalogue = dragoman_tasks::spawn(async move {
            library.recall_catalogue().await;
            let mut retry = FIRST_CATALOGUE_RETRY;
            loop {
                let pause = if library.read_catalogue().await {
                    retry = FIRST_CATALOGUE_RETRY;
                    CATALOGUE_INTERVAL
                } else {
                    let pause = retry;
                    retry = (2 * retry).min(CATALOGUE_INTERVAL);
                    pause
                };
                tokio::time::sleep(pause).await;
            }
        });
        vec![folder, catalogue]
    }

    fn read<T>(&self, read: impl FnOnce(&Lists) -> T) -> T {
        read(&self.lists.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the lists; only what is really another list counts as a revision.
    fn change(&self, change: impl FnOnce(&mut Lists)) {
        let mut lists = self.lists.write().unwrap_or_else(PoisonError::into_inner);
        let mut changed = lists.clone();
        change(&mut changed);
        if *lists != changed {
            *lists = changed;
            self.revision.fetch_add(1, Ordering::Release);
        }
    }
}

#[async_trait]
impl ModelSupply for ModelLibrary {
    fn revision(&self) -> u64 {
        self.revision.load(Ordering::Acquire)
    }

    fn installed(&self) -> Vec<InstalledModel> {
        self.read(|lists| lists.installed.clone())
    }

    fn obtainable(&self) -> Vec<LanguagePair> {
        let mut pairs = self.published();
        pairs.retain(|pair| self.may_obtain(*pair));
        pairs
    }

    fn published(&self) -> Vec<LanguagePair> {
        self.read(|lists| lists.published.iter().copied().collect())
    }

    async fn obtain(&self, pair: LanguagePair) -> Result<InstalledModel, SupplyError> {
        if !self.may_obtain(pair) {
            return Err(SupplyError::NotObtainable { pair });
        }
        tracing::info!(%pair, "a model is being fetched");
        // Made with the right permissions, even if the model is the first thing in it.
        DataFolder::open_or_begin(&self.data).map_err(|error| SupplyError::Failed {
            reason: format!("{error:#}"),
        })?;
        let display = self.shows_progress.then(|| Arc::new(Display::new()));
        let progress: Arc<dyn Progress> = match &display {
            Some(display) => Arc::clone(display) as _,
            None => Arc::new(Silent),
        };
        let pulled = self
            .installer
            .pull_pair(pair, &self.selection, progress)
            .await;
        if let Some(display) = display {
            display.finish();
        }
        give_all_to_owner(self.installer.folder().path());
        match pulled {
            Ok(model) => {
                tracing::info!(%pair, model = model.label(), "a model was installed");
                let model = installed(&model, self.selection.policy);
                let _folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
                self.change(|lists| {
                    lists.installed.retain(|known| known.id != model.id);
                    lists.installed.push(model.clone());
                });
                Ok(model)
            }
            Err(error) => Err(SupplyError::Failed {
                reason: format!("{:#}", anyhow::Error::new(error)),
            }),
        }
    }
}

/// A model of the folder as the engine takes it.
fn installed(model: &FolderModel, policy: Policy) -> InstalledModel {
    let digest = model.digest();
    InstalledModel {
        id: format!("{}@{}", model.label(), digest.get(..12).unwrap_or_default()),
        pair: model.pair,
        paths: model.files.paths(),
        architecture: model
            .architecture()
            .map_or("other", |architecture| architecture.as_str())
            .to_owned(),
        preference: u32::from(u8::MAX - policy.rank(model.architecture())),
    }
}

fn complaint(model: &BrokenModel) -> (String, String) {
    (model.folder.display().to_string(), model.error.to_string())
}
