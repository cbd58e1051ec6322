//! The models that the neural engine may use: those in the data folder, and those of the catalogue.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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
use tokio::time::Instant;

use crate::configuration::Configuration;
use crate::data_folder::{DataFolder, give_all_to_owner};
use crate::data_options::DataOptions;
use crate::progress::Display;
use crate::system::SystemClock;

/// How often a server looks whether models were installed or removed beside it.
const FOLDER_INTERVAL: Duration = Duration::from_secs(5);
/// How often a server asks for the catalogue again; it is asked from the network once an hour at most.
const CATALOGUE_INTERVAL: Duration = Duration::from_secs(900);
/// After how long a server asks again that could not read the catalogue; doubled with each failure.
const FIRST_CATALOGUE_RETRY: Duration = Duration::from_secs(10);
/// How often a server warns at most that it cannot read the catalogue.
const WARNING_INTERVAL: Duration = Duration::from_secs(3600);
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
    /// Whether a command asked for the catalogue and had no answer.
    lacks_catalogue: AtomicBool,
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
            lacks_catalogue: AtomicBool::new(false),
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

    /// What installs its models.
    pub(crate) const fn installer(&self) -> &Installer {
        &self.installer
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
        let known = match reading.await {
            Ok(read) => read,
            Err(_) => self.installer.known_catalogue().await,
        };
        match known {
            Some(catalogue) => {
                Remarks::default().log_left_out(&catalogue);
                self.publish(&catalogue);
            }
            None => self.lacks_catalogue.store(true, Ordering::Relaxed),
        }
    }

    /// Whether a command wanted to know from the catalogue which models could be fetched, and does not.
    pub(crate) fn lacks_catalogue(&self) -> bool {
        self.lacks_catalogue.load(Ordering::Relaxed)
    }

    /// The catalogue, or an old copy of it, if there is one. Why there is none is for those who look for faults: a
    /// command says what follows from it, and a server does now and then.
    async fn read_catalogue(&self) -> Option<Catalogue> {
        let read = self.installer.catalogue().await;
        // A copy of it is kept with the models.
        give_all_to_owner(self.installer.folder().path());
        read.inspect_err(|error| {
            let error = anyhow::Error::new(error.clone());
            tracing::debug!(
                error = format!("{error:#}"),
                "the catalogue of models cannot be read"
            );
        })
        .ok()
    }

    fn publish(&self, catalogue: &Catalogue) {
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
        let catalogue = dragoman_tasks::spawn(async move { library.follow_catalogue().await });
        vec![folder, catalogue]
    }

    /// Reads the catalogue again and again, for ever.
    async fn follow_catalogue(&self) {
        if let Some(catalogue) = self.installer.known_catalogue().await {
            self.publish(&catalogue);
        }
        let mut retry = FIRST_CATALOGUE_RETRY;
        let mut remarks = Remarks::default();
        loop {
            let catalogue = self.read_catalogue().await;
            remarks.log(catalogue.as_ref(), Instant::now());
            let pause = match catalogue {
                Some(catalogue) => {
                    self.publish(&catalogue);
                    retry = FIRST_CATALOGUE_RETRY;
                    CATALOGUE_INTERVAL
                }
                None => {
                    let pause = retry;
                    retry = (2 * retry).min(CATALOGUE_INTERVAL);
                    pause
                }
            };
            tokio::time::sleep(pause).await;
        }
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

/// What a server has logged of the catalogue, so that it does not say the same again and again.
#[derive(Default)]
struct Remarks {
    /// When it last warned that there is no catalogue.
    warned: Option<Instant>,
    /// The pairs of models that it last named as left out.
    left_out: BTreeSet<LanguagePair>,
}

impl Remarks {
    /// Logs what an operator should know of a catalogue, or that there is none.
    fn log(&mut self, catalogue: Option<&Catalogue>, now: Instant) {
        match catalogue {
            Some(catalogue) => self.log_left_out(catalogue),
            None if self.may_warn(now) => tracing::warn!(
                "the catalogue of models cannot be reached; \"dragoman models available\" says why, --offline does \
                 without it"
            ),
            None => {}
        }
    }

    fn may_warn(&mut self, now: Instant) -> bool {
        let may = self
            .warned
            .is_none_or(|warned| now.duration_since(warned) >= WARNING_INTERVAL);
        if may {
            self.warned = Some(now);
        }
        may
    }

    fn log_left_out(&mut self, catalogue: &Catalogue) {
        let left_out: BTreeSet<LanguagePair> = catalogue.undigested.keys().copied().collect();
        if left_out != self.left_out && !left_out.is_empty() {
            let pairs: Vec<String> = left_out.iter().copied().map(code_of_pair).collect();
            tracing::warn!(
                pairs = pairs.join(" "),
                "models are left out, because the SHA-256 of a file of theirs is stated nowhere"
            );
        }
        self.left_out = left_out;
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

/// A folder that should be a model and is not, and why.
pub(crate) fn complaint(model: &BrokenModel) -> (String, String) {
    (model.folder.display().to_string(), model.error.to_string())
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};

    use dragoman_catalog::Address;
    use tracing::Level;
    use tracing::subscriber::set_default;

    use super::*;

    /// What was logged.
    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Log {
        fn lines(&self) -> usize {
            let bytes = self.0.lock().unwrap();
            bytes.iter().filter(|byte| **byte == b'\n').count()
        }
    }

    /// A library whose catalogue is a folder that is not there.
    fn without_catalogue(data: &std::path::Path) -> ModelLibrary {
        let options = InstallerOptions {
            folder: ModelFolder::new(data.join("models")),
            catalogue: Address::Folder(data.join("nowhere")),
            fallback: Some(Address::Folder(data.join("nothing"))),
            network: NetworkOptions::default(),
            offline: false,
        };
        ModelLibrary {
            installer: Installer::new(options, Arc::new(EngineCheck), Arc::new(SystemClock)),
            selection: Selection::default(),
            auto_pull: true,
            auto_pull_pairs: BTreeSet::new(),
            shows_progress: false,
            data: DataOptions::in_folder(data),
            lacks_catalogue: AtomicBool::new(false),
            folder: Mutex::default(),
            lists: RwLock::default(),
            revision: AtomicU64::new(0),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_catalogue_that_stays_away_is_missed_once_an_hour() {
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(Level::INFO)
            .with_writer(move || writer.clone())
            .finish();
        let _logging = set_default(subscriber);
        let data = tempfile::tempdir().unwrap();
        let library = Arc::new(without_catalogue(data.path()));
        let watching = library.watch();
        for hours in 1..=4 {
            tokio::time::sleep(WARNING_INTERVAL).await;
            let lines = log.lines();
            assert!(
                (hours..=hours + 1).contains(&lines),
                "{lines} in {hours} hours"
            );
        }
        watching.iter().for_each(Task::abort);
        assert!(library.obtainable().is_empty());
    }
}
