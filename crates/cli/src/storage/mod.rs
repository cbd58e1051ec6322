//! Where an installation keeps its data: in its folder, or in a database and an object storage that several machines
//! share.

mod clock;
mod ports;
mod shared;

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use dragoman_domain::{Clock, DocumentFiles, MemoryJobStore, MemoryStore};
use dragoman_service::KeyHasher;
use dragoman_store::{SqliteMemories, SqliteStore};

use crate::configuration::Configuration;
use crate::data_folder::{DataFolder, ServerLock};
use crate::data_options::DataOptions;
use crate::system::{SystemClock, SystemRandom};
pub(crate) use ports::Ports;
pub(crate) use shared::{Copy, Shared};

/// Where an installation keeps its data, opened.
pub(crate) struct Storage {
    /// What requests and commands work with.
    pub(crate) ports: Ports,
    folder: DataFolder,
    backend: Backend,
}

enum Backend {
    Folder(SqliteStore),
    Shared(Box<Shared>),
}

/// Translation memories, opened.
pub(crate) struct MemoryStorage {
    pub(crate) memories: Arc<dyn MemoryStore>,
    pub(crate) jobs: Arc<dyn MemoryJobStore>,
    /// Those of the folder, which are to be closed.
    of_folder: Option<SqliteMemories>,
}

impl MemoryStorage {
    /// Removes what processes that died have left. Only for a server.
    pub(crate) async fn clean_up(&self) -> Result<()> {
        if let Some(memories) = &self.of_folder {
            memories.clean_up(SystemClock.now()).await?;
        }
        Ok(())
    }

    pub(crate) async fn close(&self) {
        if let Some(memories) = &self.of_folder {
            memories.close().await;
        }
    }
}

impl Storage {
    /// Opens what the configuration names, with what the data folder has to do with it.
    pub(crate) async fn open(options: &DataOptions) -> Result<Self> {
        let folder = match options.shared()? {
            None => DataFolder::open(options)?,
            Some(_) => DataFolder::open_or_begin(options)?,
        };
        Self::of_folder(folder, options).await
    }

    /// The same with what is missing made anew.
    pub(crate) async fn open_or_begin(options: &DataOptions) -> Result<Self> {
        Self::of_folder(DataFolder::open_or_begin(options)?, options).await
    }

    /// Opens what there is; for commands that only read. None if nothing is kept yet.
    pub(crate) async fn open_if_begun(options: &DataOptions) -> Result<Option<Self>> {
        if options.shared()?.is_some() {
            return Self::open(options).await.map(Some);
        }
        match DataFolder::open_if_begun(options)? {
            Some(folder) => Self::of_folder(folder, options).await.map(Some),
            None => Ok(None),
        }
    }

    async fn of_folder(folder: DataFolder, options: &DataOptions) -> Result<Self> {
        match options.shared()? {
            None => {
                let store = folder.store().await?;
                Ok(Self {
                    ports: Ports::of(&store, Arc::new(SystemClock)),
                    backend: Backend::Folder(store),
                    folder,
                })
            }
            Some(shared) => {
                let shared = Shared::open(shared, &folder).await?;
                Ok(Self {
                    ports: Ports::of(shared.store(), shared.clock()),
                    backend: Backend::Shared(Box::new(shared)),
                    folder,
                })
            }
        }
    }

    /// The folder of this machine.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.ports.clock)
    }

    /// What several machines share; none if everything is in the folder.
    pub(crate) const fn shared(&self) -> Option<&Shared> {
        match &self.backend {
            Backend::Folder(_) => None,
            Backend::Shared(shared) => Some(shared),
        }
    }

    /// Makes this process the one server of the folder.
    pub(crate) fn lock(&self) -> Result<ServerLock> {
        self.folder.lock()
    }

    /// The hasher for keys, with the secret of the installation.
    pub(crate) fn hasher(&self) -> Result<KeyHasher> {
        self.folder.hasher(&SystemRandom)
    }

    /// The files of documents.
    pub(crate) fn document_files(&self) -> Result<Arc<dyn DocumentFiles>> {
        match &self.backend {
            Backend::Folder(_) => Ok(Arc::new(self.folder.documents(Arc::new(SystemRandom))?)),
            Backend::Shared(shared) => Ok(shared.objects(&self.folder)?),
        }
    }

    /// The translation memories.
    pub(crate) async fn memories(&self) -> Result<MemoryStorage> {
        match &self.backend {
            Backend::Folder(_) => {
                let memories = self.folder.memories().await?;
                let jobs = self.folder.sealed_jobs(&memories, Arc::new(SystemRandom))?;
                Ok(MemoryStorage {
                    memories: Arc::new(memories.clone()),
                    jobs: Arc::new(jobs),
                    of_folder: Some(memories),
                })
            }
            Backend::Shared(shared) => {
                let memories = Arc::new(shared.memories(&self.folder).await?);
                Ok(MemoryStorage {
                    memories: Arc::clone(&memories) as Arc<dyn MemoryStore>,
                    jobs: memories,
                    of_folder: None,
                })
            }
        }
    }

    /// Makes this process one of those that serve, where several machines share the data.
    pub(crate) async fn join(&self, configuration: &Configuration) -> Result<Option<Copy>> {
        match &self.backend {
            Backend::Folder(_) => Ok(None),
            Backend::Shared(shared) => shared
                .join(configuration)
                .await
                .map(Some)
                .context("this machine cannot join the others"),
        }
    }

    /// Finishes what is being written and closes everything.
    pub(crate) async fn close(&self) {
        match &self.backend {
            Backend::Folder(store) => store.close().await,
            Backend::Shared(shared) => shared.close().await,
        }
    }
}
