//! The models as those see and change them who run the server.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use async_trait::async_trait;
use dragoman_catalog::{
    Catalogue, Entry, Event, Installed, InstalledModel, Installer, Metrics, ModelFolder, Progress,
    Selection,
};
use dragoman_domain::{
    FreeSpace, KeptModel, KeptModels, LanguagePair, ModelManager, ModelManagerError, ModelOffers,
    ModelSpace, OfferedModel, PullObserver, PullStage,
};
use dragoman_tasks::spawn_blocking;

use crate::configuration::Configuration;
use crate::data_folder::{DataFolder, give_all_to_owner};
use crate::data_options::DataOptions;
use crate::engine::Engines;
use crate::model_library::{self, complaint};
use crate::system::SystemSpace;

/// How long a person waits for the catalogue.
const CATALOGUE_PATIENCE: Duration = Duration::from_secs(10);

/// The models in the data folder, and those of the catalogue.
pub(crate) struct ModelKeeper {
    installer: Installer,
    selection: Selection,
    data: DataOptions,
}

impl ModelKeeper {
    /// Works with the installer of the engines, so that no model is fetched twice.
    pub(crate) fn new(configuration: &Configuration, engines: &Engines) -> Result<Self> {
        let installer = match engines.installer() {
            Some(installer) => installer.clone(),
            None => model_library::installer(configuration)?,
        };
        Ok(Self {
            installer,
            selection: Selection {
                policy: configuration.models.policy,
                ..Selection::default()
            },
            data: configuration.data.clone(),
        })
    }

    /// Does something with the folder of the models on a thread for it.
    async fn with_folder<T: Send + 'static>(
        &self,
        act: impl FnOnce(&ModelFolder) -> Result<T, ModelManagerError> + Send + 'static,
    ) -> Result<T, ModelManagerError> {
        let folder = self.installer.folder().clone();
        spawn_blocking(move || act(&folder)).await.map_err(failed)?
    }

    async fn catalogue(&self) -> Result<Catalogue, ModelManagerError> {
        let reading = tokio::time::timeout(CATALOGUE_PATIENCE, self.installer.catalogue()).await;
        // A copy of it is kept with the models.
        give_all_to_owner(self.installer.folder().path());
        let reason = match reading {
            Ok(Ok(catalogue)) => return Ok(catalogue),
            Ok(Err(error)) => words(error),
            Err(_) => format!(
                "it has not answered for {} seconds",
                CATALOGUE_PATIENCE.as_secs()
            ),
        };
        Err(ModelManagerError::Catalogue { reason })
    }
}

#[async_trait]
impl ModelManager for ModelKeeper {
    async fn installed(&self) -> Result<KeptModels, ModelManagerError> {
        let Installed { models, broken } = self.with_folder(scan).await?;
        Ok(KeptModels {
            models: models.iter().map(kept).collect(),
            broken: broken.iter().map(complaint).collect(),
        })
    }

    async fn available(&self) -> Result<ModelOffers, ModelManagerError> {
        let catalogue = self.catalogue().await?;
        let installed = self.with_folder(scan).await?;
        let mut pairs: Vec<LanguagePair> =
            catalogue.entries.iter().map(|entry| entry.pair).collect();
        pairs.dedup();
        let entries = pairs.into_iter().filter_map(|pair| {
            catalogue
                .find(pair, &self.selection)
                .filter(|entry| entry.pair == pair)
        });
        Ok(ModelOffers {
            models: entries.map(|entry| offered(entry, &installed)).collect(),
            is_old: catalogue.stale,
        })
    }

    async fn pull(
        &self,
        pair: LanguagePair,
        observer: Arc<dyn PullObserver>,
    ) -> Result<(), ModelManagerError> {
        // Made with the right permissions, even if the model is the first thing in it.
        DataFolder::open_or_begin(&self.data).map_err(|error| ModelManagerError::Failed {
            reason: format!("{error:#}"),
        })?;
        tracing::info!(%pair, "a model is being fetched, as an operator asked");
        let progress = Arc::new(Told(observer));
        let pulled = self.installer.pull_pair(pair, &self.selection, progress);
        let pulled = pulled.await;
        give_all_to_owner(self.installer.folder().path());
        let model = pulled.map_err(failed)?;
        tracing::info!(%pair, model = model.label(), "a model was installed");
        Ok(())
    }

    async fn remove(&self, pair: LanguagePair, name: &str) -> Result<(), ModelManagerError> {
        let name = name.to_owned();
        let removed = self.with_folder(move |folder| {
            let installed = scan(folder)?;
            let model = installed.of(pair).find(|model| model.manifest.name == name);
            let model = model.ok_or(ModelManagerError::Unknown)?;
            folder.remove(&model.folder).map_err(failed)?;
            Ok(model.label())
        });
        let model = removed.await?;
        tracing::info!(%pair, model, "a model was removed, as an operator asked");
        Ok(())
    }

    async fn space(&self) -> Result<ModelSpace, ModelManagerError> {
        let disk = SystemSpace(self.data.folder.clone());
        self.with_folder(move |folder| {
            let sizes = scan(folder)?.models;
            let sizes = sizes.iter().map(|model| model.manifest.size());
            Ok(ModelSpace {
                used: sizes.fold(0, u64::saturating_add),
                free: disk.free_bytes().ok(),
            })
        })
        .await
    }
}

/// Tells somebody on the pages how far a download is.
struct Told(Arc<dyn PullObserver>);

impl Progress for Told {
    fn event(&self, event: Event<'_>) {
        self.0.stage(match event {
            Event::Received {
                file,
                received,
                total,
            } => PullStage::Receiving {
                file: file.to_owned(),
                received,
                total,
            },
            Event::Retry { .. } | Event::Restart => PullStage::Beginning,
            Event::Checking => PullStage::Checking,
        });
    }
}

fn scan(folder: &ModelFolder) -> Result<Installed, ModelManagerError> {
    folder.scan().map_err(failed)
}

fn failed<E: std::error::Error + Send + Sync + 'static>(error: E) -> ModelManagerError {
    ModelManagerError::Failed {
        reason: words(error),
    }
}

/// An error with its causes.
fn words<E: std::error::Error + Send + Sync + 'static>(error: E) -> String {
    format!("{:#}", anyhow::Error::new(error))
}

fn kept(model: &InstalledModel) -> KeptModel {
    let manifest = &model.manifest;
    KeptModel {
        pair: model.pair,
        name: manifest.name.clone(),
        bytes: manifest.size(),
        quality: comet(&manifest.metrics),
        licence: licence(model).map(str::to_owned),
        origin: manifest.provenance.origin.clone(),
        installed: manifest.provenance.installed.clone(),
    }
}

fn offered(entry: &Entry, installed: &Installed) -> OfferedModel {
    OfferedModel {
        pair: entry.pair,
        architecture: entry.architecture.to_string(),
        bytes: entry.known_size(),
        quality: comet(&entry.metrics),
        is_installed: is_installed(entry, installed),
    }
}

/// Whether a model of the catalogue is installed, in whatever version.
pub(crate) fn is_installed(entry: &Entry, installed: &Installed) -> bool {
    installed
        .of(entry.pair)
        .any(|model| model.architecture() == Some(entry.architecture))
}

/// The first number of the metric that tells most, of whatever data set.
pub(crate) fn comet(metrics: &Metrics) -> Option<f64> {
    metrics
        .values()
        .find_map(|metrics| metrics.get("comet22").or_else(|| metrics.get("comet")))
        .copied()
}

/// The identifier of the licence of a model, where somebody said so.
pub(crate) fn licence(model: &InstalledModel) -> Option<&str> {
    let licence = model.manifest.licence.as_ref()?;
    Some(&licence.identifier)
}
