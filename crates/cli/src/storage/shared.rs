//! What several machines share: a database, and the files beside it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use anyhow::{Context, Result, bail};
use dragoman_blobs::{ObjectStorage, ObjectStorageError, SealedObjects};
use dragoman_domain::{Clock, StoreError};
use dragoman_store::{
    CopyOptions, CopyState, Database, PostgresMemories, PostgresStore, SecretDigests,
};
use rustix::system::uname;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tokio::runtime::{Handle, Runtime};
use tokio::sync::watch;

use super::clock::DatabaseClock;
use crate::configuration::Configuration;
use crate::data_folder::{DataFolder, MEMORY_CACHE, Secret};
use crate::data_options::SharedOptions;
use crate::system::{SystemClock, SystemRandom};

/// Sets the digests of secrets apart from whatever else is made of them.
const DIGEST_LABEL: &[u8] = b"dragoman secret 1 ";

/// A database and an object storage, opened.
pub(crate) struct Shared {
    store: PostgresStore,
    options: SharedOptions,
    requests: RequestRuntime,
}

impl Shared {
    /// Opens the database, and checks that this machine has the secrets that all have.
    pub(super) async fn open(options: SharedOptions, folder: &DataFolder) -> Result<Self> {
        let shared = Self::connect(options)
            .await
            .context("the database of data.database cannot be used")?;
        shared.check_secrets(folder).await?;
        if folder.has(Database::Main)? {
            tracing::warn!(
                folder = %folder.path().display(),
                "the data folder has a database of its own, which is not used; \"dragoman migrate\" takes what is in it along"
            );
        }
        Ok(shared)
    }

    /// Opens the database and checks nothing of this machine.
    pub(crate) async fn connect(options: SharedOptions) -> Result<Self, StoreError> {
        let store = PostgresStore::open(&options.database).await?;
        Ok(Self {
            store,
            options,
            requests: RequestRuntime::default(),
        })
    }

    pub(crate) const fn store(&self) -> &PostgresStore {
        &self.store
    }

    pub(super) fn clock(&self) -> Arc<dyn Clock> {
        Arc::new(DatabaseClock(self.store.copy_state()))
    }

    /// The first machine makes the secrets; all others must have the same.
    pub(crate) async fn check_secrets(&self, folder: &DataFolder) -> Result<()> {
        if self.store.has_secrets().await? {
            for secret in Secret::ALL {
                if folder.secret_if_made(secret)?.is_none() {
                    bail!(
                        "{} is missing: all machines that share a database have the same secrets. Copy it from another \
                         machine",
                        folder.secret_path(secret)?.display()
                    );
                }
            }
        }
        let digest = |secret| {
            let secret = folder.secret(secret, &SystemRandom)?;
            let digest = Sha256::new()
                .chain_update(DIGEST_LABEL)
                .chain_update(secret);
            Ok::<[u8; 32], anyhow::Error>(digest.finalize().into())
        };
        let digests = SecretDigests {
            hashing: Some(digest(Secret::HASHING)?),
            documents: Some(digest(Secret::DOCUMENTS)?),
        };
        let differing = self.store.differing_secrets(&digests).await?;
        let differing = Secret::ALL
            .into_iter()
            .filter(|secret| differing.iter().any(|name| secret.file.starts_with(name)))
            .map(|secret| Ok(folder.secret_path(secret)?.display().to_string()))
            .collect::<Result<Vec<_>>>()?;
        if !differing.is_empty() {
            bail!(
                "{} here and on the other machines that use this database are not the same. Copy what the others have, or \
                 name another database",
                differing.join(" and ")
            );
        }
        Ok(())
    }

    /// The files of documents and translation memories. Nothing is asked of the storage yet.
    pub(crate) fn objects(&self, folder: &DataFolder) -> Result<Arc<SealedObjects>> {
        let storage = self.object_storage()?;
        let secret = folder.secret(Secret::DOCUMENTS, &SystemRandom)?;
        let objects = SealedObjects::new(
            storage,
            &secret,
            Arc::new(SystemRandom),
            self.requests.handle()?,
        )
        .context("files cannot be encrypted")?;
        Ok(Arc::new(objects))
    }

    fn object_storage(&self) -> Result<ObjectStorage> {
        let environment = std::env::vars_os().filter_map(|(name, value)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        });
        ObjectStorage::open(
            &self.options.objects_url,
            &self.options.objects,
            environment,
        )
        .with_context(|| self.objects_unusable())
    }

    fn objects_unusable(&self) -> String {
        let url = &self.options.objects_url;
        format!("the object storage {url} cannot be used")
    }

    /// Fails if the object storage cannot be used at the moment, or has another installation's files.
    pub(crate) async fn check_objects(&self) -> Result<()> {
        self.try_objects().await.map(drop)
    }

    /// The same for a server that starts, which serves texts also while the storage cannot be reached.
    pub(crate) async fn check_objects_at_start(&self) -> Result<()> {
        match self.try_objects().await {
            Err(error)
                if error
                    .downcast_ref::<ObjectStorageError>()
                    .is_some_and(ObjectStorageError::is_temporary) =>
            {
                tracing::error!(reason = %format_args!("{error:#}"), "documents wait until the object storage answers");
                Ok(())
            }
            result => result,
        }
    }

    async fn try_objects(&self) -> Result<()> {
        const CANNOT: &str = "the object storage of data.objects cannot be used";
        let storage = self.object_storage()?;
        storage.check(&SystemRandom).await.context(CANNOT)?;
        let installation = self.store.installation().await?;
        storage.claim(installation).await.context(CANNOT)
    }

    /// Whether this process is the one to make the first keys.
    pub(crate) async fn take_first_keys(&self) -> Result<bool> {
        Ok(self.store.take_first_keys().await?)
    }

    pub(super) async fn memories(&self, folder: &DataFolder) -> Result<PostgresMemories> {
        let cache: PathBuf = folder.path().join(MEMORY_CACHE);
        PostgresMemories::open(
            &self.store,
            self.objects(folder)?,
            &cache,
            self.options.cache_bytes,
        )
        .await
        .with_context(|| format!("translation memories cannot be kept in {}", cache.display()))
    }

    pub(super) async fn join(&self, configuration: &Configuration) -> Result<Copy> {
        let role = configuration.server.role;
        self.store
            .join(CopyOptions {
                machine: uname().nodename().to_string_lossy().into_owned(),
                configuration: fingerprint(configuration)?,
                answers: role.answers(),
                workers: if role.works() {
                    u32::try_from(configuration.documents.limits().workers).unwrap_or(u32::MAX)
                } else {
                    0
                },
                clock: Arc::new(SystemClock),
            })
            .await?;
        Ok(Copy::follow(self.store.copy_state()))
    }

    pub(crate) async fn close(&self) {
        self.store.close().await;
    }
}

/// A thread of its own for the requests to the object storage: who waits for them may be on a thread of the program's
/// runtime, where they would not get on.
#[derive(Default)]
struct RequestRuntime(OnceLock<Runtime>);

impl RequestRuntime {
    fn handle(&self) -> Result<Handle> {
        if self.0.get().is_none() {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .thread_name("objects")
                .enable_all()
                .build()
                .context("the thread for the object storage does not start")?;
            if let Err(runtime) = self.0.set(runtime) {
                // Another was faster.
                runtime.shutdown_background();
            }
        }
        self.0
            .get()
            .map(|runtime| runtime.handle().clone())
            .context("the thread for the object storage does not start")
    }
}

impl Drop for RequestRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            // To wait for what is still under way is not allowed here.
            runtime.shutdown_background();
        }
    }
}

/// A digest of what all machines should have configured alike, since it would otherwise depend on the machine what somebody
/// may do.
fn fingerprint(configuration: &Configuration) -> Result<[u8; 32]> {
    #[derive(Serialize)]
    struct Alike<'a> {
        keys: &'a crate::configuration::KeyOptions,
        plans: &'a crate::configuration::PlanOptions,
        accounts: &'a crate::configuration::AccountOptions,
        memories: &'a crate::configuration::MemoryOptions,
        glossaries: &'a crate::configuration::GlossaryOptions,
        documents: &'a crate::document_options::DocumentOptions,
    }
    let Configuration {
        keys,
        plans,
        accounts,
        memories,
        glossaries,
        documents,
        ..
    } = configuration;
    let alike = toml::to_string(&Alike {
        keys,
        plans,
        accounts,
        memories,
        glossaries,
        documents,
    })?;
    Ok(Sha256::digest(alike).into())
}

/// This process among those that share the data.
pub(crate) struct Copy {
    /// How many of them answer requests: each allows its part of what a limit of requests allows.
    pub(crate) answering: Arc<AtomicU32>,
}

impl Copy {
    /// Keeps up with what is known of the others.
    fn follow(mut state: watch::Receiver<CopyState>) -> Self {
        let answering = Arc::new(AtomicU32::new(state.borrow().answering));
        let kept = Arc::clone(&answering);
        dragoman_tasks::spawn(async move {
            let mut differing = 0;
            loop {
                let now = *state.borrow_and_update();
                kept.store(now.answering, Ordering::Relaxed);
                if now.differing > differing {
                    tracing::warn!(
                        machines = now.differing,
                        "others that share the data are configured otherwise in [keys], [plans], [accounts], [memories], \
                         [glossaries] or [documents]"
                    );
                }
                differing = now.differing;
                if state.changed().await.is_err() {
                    return;
                }
            }
        });
        Self { answering }
    }
}
