//! Getting models from a catalogue into the folder.

use std::collections::HashMap;
use std::fs::File;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use dragoman_domain::Clock;
use dragoman_language::LanguagePair;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};

use crate::address::{Address, Object};
use crate::architecture::Architecture;
use crate::catalogue::{Catalogue, Entry, RemoteFile, Selection, candidates};
use crate::check::ModelCheck;
use crate::codes::code_of_pair;
use crate::download::Download;
use crate::error::InstallError;
use crate::fetch::{FetchError, Fetcher, NetworkOptions};
use crate::folder::{InstalledModel, ModelFolder};
use crate::listing::{CatalogueError, Kind, Reader};
use crate::lock::try_lock;
use crate::manifest;
use crate::manifest::{Description, Format, Licence, Provenance};
use crate::stage::{Replace, Stage, ensure_room};
use crate::unpack::{Expected, UnpackError, compare, digest};

/// How much longer than the decompressed file a download may be, in bytes: data that cannot be
/// compressed grow a little.
const COMPRESSION_OVERHEAD: u64 = 1 << 20;

/// What stays free on the disk, in bytes.
const SPARE_ROOM: u64 = 64 << 20;

/// The licence of the repositories that publish the models of both public catalogues.
const LICENCE: &str = "MPL-2.0";
const LICENCE_BASIS: &str =
    "the licence of the repository that publishes the models; the catalogue itself names none";

/// What an installer works with.
#[derive(Debug, Clone)]
pub struct InstallerOptions {
    /// The folder of the models.
    pub folder: ModelFolder,
    /// The catalogue: a database of models, with `db/models.json` below its address.
    pub catalogue: Address,
    /// The catalogue for when the first cannot be used: a server of Remote Settings.
    pub fallback: Option<Address>,
    /// How patient downloads are.
    pub network: NetworkOptions,
    /// Whether to do without the network. Folders and copies of listings still serve.
    pub offline: bool,
}

/// What happens while a model is pulled.
#[derive(Debug, Clone, Copy)]
pub enum Event<'a> {
    /// Bytes of a file have come.
    Received {
        /// The name of the file.
        file: &'a str,
        /// How many bytes of it are there, in the form in which it is sent.
        received: u64,
        /// How many there will be, where known.
        total: Option<u64>,
    },
    /// A download is tried again after a failure.
    Retry {
        /// The name of the file.
        file: &'a str,
        /// Which attempt failed, from 1.
        attempt: u32,
        /// Why.
        error: &'a FetchError,
    },
    /// What was there of a download did not fit, so it begins anew.
    Restart,
    /// Everything is there and is being decompressed and checked.
    Checking,
}

/// Told what happens while a model is pulled.
pub trait Progress: Send + Sync {
    /// Something happened. Called often; it must not block for long.
    fn event(&self, event: Event<'_>);
}

/// Tells nobody.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn event(&self, _: Event<'_>) {}
}

/// What concurrent pulls of the same model share.
type Flight = Shared<BoxFuture<'static, Result<InstalledModel, InstallError>>>;
type FlightKey = (LanguagePair, Architecture);

/// Reads catalogues and installs models. Cheap to clone; clones work together.
#[derive(Clone)]
pub struct Installer {
    inner: Arc<Inner>,
}

struct Inner {
    options: InstallerOptions,
    fetcher: Fetcher,
    check: Arc<dyn ModelCheck>,
    clock: Arc<dyn Clock>,
    flights: Mutex<HashMap<FlightKey, Flight>>,
}

impl Installer {
    /// An installer.
    #[must_use]
    pub fn new(
        options: InstallerOptions,
        check: Arc<dyn ModelCheck>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let fetcher = Fetcher::new(options.network.clone(), options.offline);
        Self {
            inner: Arc::new(Inner {
                options,
                fetcher,
                check,
                clock,
                flights: Mutex::default(),
            }),
        }
    }

    /// What could be pulled when a catalogue was last read, however long ago; `None` if none ever
    /// was. Makes no connection.
    pub async fn known_catalogue(&self) -> Option<Catalogue> {
        let options = &self.inner.options;
        if let Some(catalogue) = self.stale_database().await {
            return Some(catalogue);
        }
        self.stale_fallback(options.fallback.as_ref()?).await
    }

    /// The folder of the models.
    #[must_use]
    pub fn folder(&self) -> &ModelFolder {
        &self.inner.options.folder
    }

    /// What can be pulled: the catalogue, else its fallback, else an old copy of either. Asked
    /// again within an hour, the copy of before serves. Copies are kept only where there is a data
    /// folder.
    ///
    /// # Errors
    /// [`CatalogueError`] if neither can be used.
    pub async fn catalogue(&self) -> Result<Catalogue, CatalogueError> {
        let options = &self.inner.options;
        let first = match self.read(Kind::Database, &options.catalogue).await {
            Ok(catalogue) => return Ok(self.with_digests(catalogue).await),
            Err(error) => error,
        };
        let Some(address) = &options.fallback else {
            return self.stale_database().await.ok_or(first);
        };
        let fallback = match self.read_fallback(address).await {
            Ok(catalogue) => return Ok(catalogue),
            Err(error) => error,
        };
        if let Some(catalogue) = self.stale_database().await {
            return Ok(catalogue);
        }
        let stale = self.stale_fallback(address).await;
        stale.ok_or_else(|| CatalogueError::Both {
            first: Box::new(first),
            fallback: Box::new(fallback),
        })
    }

    async fn read(&self, kind: Kind, address: &Address) -> Result<Catalogue, CatalogueError> {
        let copies = self.folder().listings();
        self.reader(&copies).read(kind, address).await
    }

    async fn stale(&self, kind: Kind, address: &Address) -> Option<Catalogue> {
        let copies = self.folder().listings();
        self.reader(&copies).stale(kind, address).await
    }

    /// The fallback's models whose files all have a digest.
    async fn read_fallback(&self, address: &Address) -> Result<Catalogue, CatalogueError> {
        let mut catalogue = self.read(Kind::RemoteSettings, address).await?;
        catalogue.require_digests(None);
        Ok(catalogue)
    }

    async fn stale_fallback(&self, address: &Address) -> Option<Catalogue> {
        let mut catalogue = self.stale(Kind::RemoteSettings, address).await?;
        catalogue.require_digests(None);
        Some(catalogue)
    }

    /// The database with what the fallback tells of the digests, which is asked only if one is missing.
    async fn with_digests(&self, mut catalogue: Catalogue) -> Catalogue {
        let other = match &self.inner.options.fallback {
            Some(address) if catalogue.lacks_digests() => match self.read_fallback(address).await {
                Ok(other) => Some(other),
                Err(_) => self.stale_fallback(address).await,
            },
            _ => None,
        };
        catalogue.require_digests(other.as_ref());
        catalogue
    }

    async fn stale_database(&self) -> Option<Catalogue> {
        let options = &self.inner.options;
        let mut catalogue = self.stale(Kind::Database, &options.catalogue).await?;
        let other = match &options.fallback {
            Some(address) => self.stale_fallback(address).await,
            None => None,
        };
        catalogue.require_digests(other.as_ref());
        Some(catalogue)
    }

    fn reader<'a>(&'a self, copies: &'a std::path::Path) -> Reader<'a> {
        Reader {
            fetcher: &self.inner.fetcher,
            copies,
            // To ask what there is makes no data folder.
            keeps: self.folder().has_data_folder(),
            now: self.inner.clock.now(),
            offline: self.inner.options.offline,
        }
    }

    /// Installs the model that the catalogue has for a pair. Where its files cannot be fetched or
    /// have other digests, the fallback's serve.
    ///
    /// # Errors
    /// [`InstallError`]; if the fallback cannot help either, the error of the first attempt.
    pub async fn pull_pair(
        &self,
        pair: LanguagePair,
        selection: &Selection,
        progress: Arc<dyn Progress>,
    ) -> Result<InstalledModel, InstallError> {
        let catalogue = self.catalogue().await?;
        let entry = catalogue
            .find(pair, selection)
            .ok_or_else(|| not_offered(&catalogue, pair))?;
        let error = match self.pull(entry, Arc::clone(&progress)).await {
            Err(error @ InstallError::Fetch(FetchError::File { .. })) => return Err(error),
            // Nor do files serve that are others than those whose digests are stated.
            Err(
                error @ (InstallError::Fetch(_) | InstallError::Unpack(UnpackError::Hash { .. })),
            ) => error,
            result => return result,
        };
        let Some(address) = &self.inner.options.fallback else {
            return Err(error);
        };
        if catalogue.address == *address {
            return Err(error);
        }
        let Ok(fallback) = self.read_fallback(address).await else {
            return Err(error);
        };
        match fallback.find(pair, selection) {
            Some(entry) => self.pull(entry, progress).await.map_err(|_| error),
            None => Err(error),
        }
    }

    /// Installs a model of the catalogue, and replaces an older version of it. If it is there
    /// already, nothing is downloaded. Whoever asks for a model that is being pulled waits for
    /// that and gets the same result; only the first one's `progress` is told.
    ///
    /// The work goes on if the caller no longer waits. It needs a Tokio runtime.
    ///
    /// # Errors
    /// [`InstallError`]; then nothing is installed or replaced.
    pub async fn pull(
        &self,
        entry: &Entry,
        progress: Arc<dyn Progress>,
    ) -> Result<InstalledModel, InstallError> {
        let key = (entry.pair, entry.architecture);
        let flight = {
            let mut flights = self.flights();
            match flights.get(&key) {
                Some(flight) => flight.clone(),
                None => {
                    let flight = self.start(key, entry.clone(), progress);
                    flights.insert(key, flight.clone());
                    flight
                }
            }
        };
        flight.await
    }

    fn start(&self, key: FlightKey, entry: Entry, progress: Arc<dyn Progress>) -> Flight {
        let installer = self.clone();
        let task = dragoman_tasks::spawn(async move {
            let pull = Pull {
                inner: Arc::clone(&installer.inner),
                entry: Arc::new(entry),
                progress,
            };
            // Taken off the list even after a panic, or the pair could never be pulled again.
            let landing = Landing { installer, key };
            let result = pull.run().await;
            drop(landing);
            result
        });
        task.map(|result| result.unwrap_or(Err(InstallError::Interrupted)))
            .boxed()
            .shared()
    }

    fn flights(&self) -> std::sync::MutexGuard<'_, HashMap<FlightKey, Flight>> {
        self.inner
            .flights
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes a pull off the list when it ends.
struct Landing {
    installer: Installer,
    key: FlightKey,
}

impl Drop for Landing {
    fn drop(&mut self) {
        self.installer.flights().remove(&self.key);
    }
}

/// One pull.
struct Pull {
    inner: Arc<Inner>,
    entry: Arc<Entry>,
    progress: Arc<dyn Progress>,
}

/// A file that is on this machine as the catalogue has it.
struct Fetched {
    file: RemoteFile,
    path: PathBuf,
}

impl Pull {
    async fn run(&self) -> Result<InstalledModel, InstallError> {
        if let Some(model) = self.installed() {
            return Ok(model);
        }
        let folder = &self.inner.options.folder;
        let label = self.label();
        let partial = folder.make_partial()?;
        let lock = try_lock(&partial.join(format!("{label}.lock")))?
            .ok_or(InstallError::Busy { model: label })?;
        let lock = Arc::new(lock);
        // Another process may have finished since.
        if let Some(model) = self.installed() {
            return Ok(model);
        }
        ensure_room(
            folder,
            self.entry
                .known_size()
                .saturating_mul(2)
                .saturating_add(SPARE_ROOM),
        )?;
        match self.attempt(&lock).await {
            // Perhaps only the part from an earlier time was wrong.
            (Err(error), true) if error.is_damage() => {
                self.progress.event(Event::Restart);
                self.attempt(&lock).await.0
            }
            (result, _) => result,
        }
    }

    /// Downloads and installs; also tells whether a part was there before.
    async fn attempt(&self, lock: &Arc<File>) -> (Result<InstalledModel, InstallError>, bool) {
        let mut fetched = Vec::new();
        let mut resumed = false;
        for file in &self.entry.files {
            match self.fetch(file).await {
                Ok((file, before)) => {
                    fetched.push(file);
                    resumed |= before > 0;
                }
                Err(error) => return (Err(error.into()), false),
            }
        }
        self.progress.event(Event::Checking);
        let result = self.install(fetched, Arc::clone(lock)).await;
        // Wrong bytes are of no use for the next time, and those of an installed model neither.
        if result.as_ref().err().is_none_or(InstallError::is_damage) {
            for file in &self.entry.files {
                let object = self.entry.base.object(&file.path);
                if let Err(error) = self.download(file, &object).forget().await {
                    return (result.and(Err(error.into())), false);
                }
            }
        }
        (result, resumed)
    }

    async fn fetch(&self, file: &RemoteFile) -> Result<(Fetched, u64), FetchError> {
        let object = self.entry.base.object(&file.path);
        if let Object::File(path) = object {
            let file = file.clone();
            return Ok((Fetched { file, path }, 0));
        }
        let report = |received, total| {
            self.progress.event(Event::Received {
                file: &file.name,
                received,
                total,
            });
        };
        let tell = |attempt, error: &FetchError| {
            self.progress.event(Event::Retry {
                file: &file.name,
                attempt,
                error,
            });
        };
        let download = self.download(file, &object);
        let before = download.run(&self.inner.fetcher, &report, tell).await?;
        let fetched = Fetched {
            file: file.clone(),
            path: download.partial,
        };
        Ok((fetched, before))
    }

    fn download<'a>(&self, file: &RemoteFile, object: &'a Object) -> Download<'a> {
        let partial = self.inner.options.folder.partial();
        let largest = file.size.unwrap_or(file.role.largest_size());
        Download {
            object,
            // The same name for every version, so that an abandoned one is overwritten.
            partial: partial.join(format!("{}-{}.part", self.label(), file.name)),
            limit: largest.saturating_add(COMPRESSION_OVERHEAD),
            size: file.download_size,
        }
    }

    /// Decompresses, checks and publishes, away from the threads of the runtime. The lock stays
    /// with that work, even if nobody waits for it.
    async fn install(
        &self,
        fetched: Vec<Fetched>,
        lock: Arc<File>,
    ) -> Result<InstalledModel, InstallError> {
        let inner = Arc::clone(&self.inner);
        let entry = Arc::clone(&self.entry);
        let work = move || {
            let _lock = lock;
            let mut stage = Stage::new(&inner.options.folder)?;
            for Fetched { file, path } in &fetched {
                let open = || File::open(path).map_err(|error| FetchError::file(path, error));
                if let Some(sha256) = &file.download_sha256 {
                    let expected = Expected {
                        sha256: Some(sha256.clone()),
                        ..Expected::default()
                    };
                    let name = file.path.file_name();
                    compare(name, &digest(open()?, name, u64::MAX)?, &expected)?;
                }
                let expected = Expected {
                    limit: file.role.largest_size(),
                    size: file.size,
                    sha256: file.sha256.clone(),
                };
                stage.add(file.role, &file.name, open()?, &expected)?;
            }
            let description = describe(&entry, inner.clock.now().to_string());
            stage.finish(description, inner.check.as_ref(), Replace::Anything)
        };
        dragoman_tasks::spawn_blocking(work)
            .await
            .unwrap_or(Err(InstallError::Interrupted))
    }

    /// The model, if the one that is installed is the same.
    fn installed(&self) -> Option<InstalledModel> {
        let name = self.entry.architecture.as_str();
        let place = self.inner.options.folder.place(self.entry.pair, name);
        let model = InstalledModel::open(&place).ok()?;
        // What is known of a file may be the digest of its compressed form alone, but a new version
        // has a new path.
        let manifest = &model.manifest;
        let provenance = &manifest.provenance;
        let path = self.entry.model_path().map(ToString::to_string);
        let moved = provenance.origin == self.entry.base.to_string() && provenance.path != path;
        let is_same = |wanted: &RemoteFile| {
            let mut files = manifest.files.iter();
            let found = files.find(|file| file.role == wanted.role);
            let digests = found.zip(wanted.sha256.as_ref());
            digests.is_none_or(|(found, wanted)| found.sha256 == *wanted)
        };
        (!moved && self.entry.files.iter().all(is_same)).then_some(model)
    }

    fn label(&self) -> String {
        format!(
            "{}-{}",
            code_of_pair(self.entry.pair),
            self.entry.architecture
        )
    }
}

/// Why there is no model of a pair to pull.
fn not_offered(catalogue: &Catalogue, pair: LanguagePair) -> InstallError {
    let catalogue_address = catalogue.address.to_string();
    let undigested = candidates(pair).find_map(|pair| catalogue.undigested.get(&pair));
    match undigested {
        Some(name) => InstallError::Undigested {
            pair,
            catalogue: catalogue_address,
            name: name.clone(),
        },
        None => InstallError::NotOffered {
            pair,
            catalogue: catalogue_address,
        },
    }
}

fn describe(entry: &Entry, now: String) -> Description {
    Description {
        pair: entry.pair,
        name: entry.architecture.as_str().to_owned(),
        format: Format::Intgemm,
        architecture: Some(entry.architecture),
        parameters: entry.parameters,
        provenance: Provenance {
            origin: entry.base.to_string(),
            path: entry.model_path().map(ToString::to_string),
            generated: entry.generated.clone(),
            version: entry.version.clone(),
            release_status: entry.release_status.clone(),
            installed: now,
        },
        licence: Some(Licence {
            identifier: LICENCE.to_owned(),
            basis: LICENCE_BASIS.to_owned(),
        }),
        metrics: manifest::Metrics::clone(&entry.metrics),
    }
}
