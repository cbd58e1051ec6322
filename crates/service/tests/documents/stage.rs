//! A server's documents in a folder of their own.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use dragoman_blobs::SealedFolder;
use dragoman_domain::{
    Actor, Clock, DocumentFiles, DocumentStore, Feature, KeyKind, KeyLimits, Plan, RandomSource,
    ScopeSet, StorageRoom, Timestamp, UsageLedger,
};
use dragoman_service::{
    AccountDefaults, Caller, Customization, Customizing, DocumentDownload, DocumentError,
    DocumentFilters, DocumentFormat, DocumentHandle, DocumentLimits, DocumentNote, DocumentPorts,
    DocumentReport, DocumentSizes, DocumentTranslator, Documents, Glossaries, GlossaryStorage,
    KeyHasher, Keys, Memories, MemoryLimits, MemoryPorts, Metering, NewDocument, NewKey, ReadUsage,
    SharedDetector, StyleLists, Terms, TextTranslator,
};
use dragoman_store::{Durability, SqliteMemories, SqliteStore};
use tempfile::TempDir;

use crate::engine::{Capitals, NoDetector, language};
use crate::space::Disk;

/// Far in the future, so that real files look old.
const START: &str = "2100-05-17T08:30:00Z";

/// A clock that is set by hand.
#[derive(Default)]
pub(crate) struct Hand(AtomicU64);

impl Hand {
    pub(crate) fn pass(&self, time: Duration) {
        let milliseconds = u64::try_from(time.as_millis()).unwrap();
        self.0.fetch_add(milliseconds, Ordering::SeqCst);
    }
}

impl Clock for Hand {
    fn now(&self) -> Timestamp {
        let start: Timestamp = START.parse().unwrap();
        start + Duration::from_millis(self.0.load(Ordering::SeqCst))
    }
}

/// Gives other bytes each time, the same in each run.
#[derive(Default)]
struct Counting(AtomicU64);

impl RandomSource for Counting {
    fn fill(&self, buffer: &mut [u8]) {
        for chunk in buffer.chunks_mut(8) {
            let number = self.0.fetch_add(1, Ordering::Relaxed).to_be_bytes();
            chunk.copy_from_slice(&number[..chunk.len()]);
        }
    }
}

/// What outlives a process.
pub(crate) struct World {
    folder: TempDir,
    pub(crate) clock: Arc<Hand>,
    random: Arc<Counting>,
    pub(crate) limits: DocumentLimits,
    pub(crate) disk: Arc<Disk>,
}

/// A process.
pub(crate) struct Stage {
    pub(crate) world: Arc<World>,
    pub(crate) engine: Arc<Capitals>,
    pub(crate) store: SqliteStore,
    pub(crate) files: Arc<SealedFolder>,
    pub(crate) keys: Keys,
    pub(crate) glossaries: Glossaries,
    pub(crate) usage: ReadUsage,
    pub(crate) documents: Documents,
}

/// The ports that a process may have in front of its own.
pub(crate) struct Doors {
    pub(crate) documents: Arc<dyn DocumentStore>,
    pub(crate) files: Arc<dyn DocumentFiles>,
    pub(crate) ledger: Arc<dyn UsageLedger>,
}

impl World {
    pub(crate) fn new(limits: DocumentLimits) -> Arc<Self> {
        Arc::new(Self {
            folder: tempfile::tempdir().unwrap(),
            clock: Arc::default(),
            random: Arc::default(),
            limits,
            disk: Arc::default(),
        })
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("documents")
    }

    /// The files of documents, kept or not.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        // What is there may be removed meanwhile.
        let files = |folder: &Path| -> Vec<PathBuf> {
            let entries = std::fs::read_dir(folder).into_iter().flatten();
            entries.flatten().map(|entry| entry.path()).collect()
        };
        files(&self.path())
            .iter()
            .flat_map(|folder| files(folder))
            .collect()
    }

    /// Whether the bytes are anywhere in the folder.
    pub(crate) fn contains(&self, wanted: &[u8]) -> bool {
        let mut folders = vec![self.folder.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let bytes = std::fs::read(path).unwrap();
                    if bytes.windows(wanted.len()).any(|window| window == wanted) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Waits until no files are left.
    pub(crate) async fn is_empty(&self) {
        while !self.files().is_empty() {
            tokio::task::yield_now().await;
        }
    }

    pub(crate) fn random(&self) -> Arc<dyn RandomSource> {
        Arc::clone(&self.random) as _
    }
}

impl Stage {
    /// A process that works.
    pub(crate) async fn new() -> Self {
        Self::with(wide_limits()).await
    }

    pub(crate) async fn with(limits: DocumentLimits) -> Self {
        let stage = Self::idle(World::new(limits)).await;
        stage.documents.start(true).await.unwrap();
        stage
    }

    /// A process that receives and sends only.
    pub(crate) async fn idle(world: Arc<World>) -> Self {
        Self::behind(world, |doors| doors).await
    }

    pub(crate) async fn behind(world: Arc<World>, replace: impl FnOnce(Doors) -> Doors) -> Self {
        let folder = world.folder.path();
        let database = folder.join("test.db");
        let store = SqliteStore::open(&database, Durability::ProcessCrash);
        let store = store.await.unwrap();
        let memories = SqliteMemories::open(folder, Durability::ProcessCrash);
        let memories = memories.await.unwrap();
        let files = SealedFolder::open(world.path(), &[5; 32], world.random());
        let files = Arc::new(files.unwrap());
        let doors = replace(Doors {
            documents: Arc::new(store.clone()),
            files: Arc::clone(&files) as _,
            ledger: Arc::new(store.clone()),
        });
        let hasher = KeyHasher::new(&[1; 32]);
        let clock: Arc<dyn Clock> = Arc::clone(&world.clock) as _;
        let keys = Keys::new(
            Arc::new(store.clone()),
            Arc::clone(&clock),
            world.random(),
            hasher.clone(),
            AccountDefaults {
                free_character_limit: None,
                pro_character_limit: None,
                features: Feature::ALL.into(),
            },
        );
        let metering = Metering::new(doors.ledger, Arc::clone(&clock));
        let engine = Arc::new(Capitals::default());
        let texts = TextTranslator::new(
            Arc::clone(&engine) as _,
            SharedDetector::new(Arc::new(NoDetector)),
        );
        let ports = DocumentPorts {
            filters: DocumentFilters::standard(),
            documents: doors.documents,
            files: doors.files,
            accounts: Arc::new(store.clone()),
            clock: Arc::clone(&clock),
            random: world.random(),
            hasher: hasher.clone(),
            space: world.disk.floor(),
        };
        let documents = Documents::new(
            ports,
            DocumentTranslator::new(texts),
            customizing(&world, &store, &memories, &clock, hasher),
            metering.clone(),
            world.limits.clone(),
        );
        let glossaries = glossaries(&world, &store, clock);
        Self {
            world,
            engine,
            store,
            files,
            keys,
            glossaries,
            usage: ReadUsage::new(metering),
            documents,
        }
    }

    /// The process that comes after this one.
    pub(crate) async fn restarted(self) -> Self {
        self.documents.stop().await;
        let world = Arc::clone(&self.world);
        drop(self);
        let stage = Self::idle(world).await;
        stage.documents.start(true).await.unwrap();
        stage
    }

    /// A caller with a new key of the account, which is made if there is none.
    pub(crate) async fn caller(&self, account: &str, limits: KeyLimits) -> Caller {
        self.caller_with(account, Plan::Pro, limits, ScopeSet::Unrestricted)
            .await
    }

    pub(crate) async fn caller_with(
        &self,
        account: &str,
        plan: Plan,
        limits: KeyLimits,
        scopes: ScopeSet,
    ) -> Caller {
        let account = self
            .keys
            .account_or_new(account, Some(plan), Actor::Operator);
        let account = account.await.unwrap();
        let new = NewKey {
            kind: KeyKind::Developer,
            label: "test".to_owned(),
            scopes,
            limits,
            expires: None,
        };
        let issued = self.keys.create(&account, new, Actor::Operator);
        let secret = issued.await.unwrap().secret;
        self.keys.authenticate(&secret).await.unwrap()
    }

    pub(crate) async fn anybody(&self) -> Caller {
        self.caller("anybody", KeyLimits::default()).await
    }

    pub(crate) async fn send(
        &self,
        caller: &Caller,
        file_name: &str,
        content: &[u8],
    ) -> Result<DocumentHandle, DocumentError> {
        send(&self.documents, caller, file_name, content).await
    }

    /// Sends a document that is to have both languages.
    pub(crate) async fn send_for_both(
        &self,
        caller: &Caller,
        file_name: &str,
        content: &[u8],
    ) -> Result<DocumentHandle, DocumentError> {
        let mut upload = self.documents.receive(caller)?;
        upload.write(content).await?;
        let new = NewDocument {
            bilingual: true,
            ..new_document(file_name)
        };
        upload.finish(new).await
    }

    /// What has become of a document when nobody works on it any more.
    pub(crate) async fn ended(&self, caller: &Caller, handle: &DocumentHandle) -> DocumentReport {
        loop {
            let report = self
                .documents
                .status(caller, handle.id, handle.key.expose());
            match report.await.unwrap() {
                DocumentReport::Queued | DocumentReport::Translating { .. } => {
                    tokio::task::yield_now().await;
                }
                report => return report,
            }
        }
    }

    /// Why a document failed.
    pub(crate) async fn failure(&self, caller: &Caller, handle: &DocumentHandle) -> DocumentNote {
        match self.ended(caller, handle).await {
            DocumentReport::Failed(failure) => failure,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) async fn fetch(
        &self,
        caller: &Caller,
        handle: &DocumentHandle,
    ) -> Result<Vec<u8>, DocumentError> {
        let download = self
            .documents
            .download(caller, handle.id, handle.key.expose());
        read(download.await?).await
    }

    /// The characters that are counted for the caller's key.
    pub(crate) async fn counted(&self, caller: &Caller) -> u64 {
        self.usage.read(caller).await.unwrap().usage.key.total()
    }
}

/// The report of a document that is translated and of which nothing more is to be known.
pub(crate) fn done_with(billed_characters: u64) -> DocumentReport {
    DocumentReport::Done {
        billed_characters,
        warnings: Vec::new(),
    }
}

fn glossaries(world: &World, store: &SqliteStore, clock: Arc<dyn Clock>) -> Glossaries {
    let storage = GlossaryStorage {
        room: StorageRoom::UNLIMITED,
        space: world.disk.floor(),
    };
    Glossaries::new(Arc::new(store.clone()), clock, world.random(), storage)
}

fn customizing(
    world: &World,
    store: &SqliteStore,
    memories: &SqliteMemories,
    clock: &Arc<dyn Clock>,
    hasher: KeyHasher,
) -> Customizing {
    let glossaries = glossaries(world, store, Arc::clone(clock));
    let styles = StyleLists::new(
        Arc::new(store.clone()),
        Arc::clone(clock),
        world.random(),
        world.disk.floor(),
    );
    let ports = MemoryPorts {
        memories: Arc::new(memories.clone()),
        jobs: Arc::new(memories.clone()),
        clock: Arc::clone(clock),
        random: world.random(),
        space: world.disk.floor(),
    };
    let memories = Memories::new(ports, hasher, MemoryLimits::default());
    Customizing::new(Terms::new(glossaries), memories, styles)
}

/// Limits that no test reaches unless it sets its own.
pub(crate) fn wide_limits() -> DocumentLimits {
    let sizes = DocumentSizes {
        bytes: DocumentFormat::ALL.map(|format| (format, 2_000_000)).into(),
        characters: 1_000_000,
        unfetched_characters: 1_000_000_000,
    };
    let day = Duration::from_secs(24 * 3600);
    DocumentLimits {
        counting: day,
        ..DocumentLimits::new(
            sizes.clone(),
            sizes,
            100,
            1_000_000_000,
            day,
            4,
            400_000_000,
        )
    }
}

/// The limits with one worker.
pub(crate) fn one_worker() -> DocumentLimits {
    DocumentLimits {
        workers: 1,
        ..wide_limits()
    }
}

pub(crate) fn new_document(file_name: &str) -> NewDocument {
    NewDocument {
        file_name: file_name.to_owned(),
        source: Some(language("en")),
        target: language("de"),
        formality: None,
        customization: Customization::default(),
        output_format: None,
        bilingual: false,
    }
}

pub(crate) async fn send(
    documents: &Documents,
    caller: &Caller,
    file_name: &str,
    content: &[u8],
) -> Result<DocumentHandle, DocumentError> {
    let mut upload = documents.receive(caller)?;
    upload.announce(file_name)?;
    for part in content.chunks(100_000) {
        upload.write(part).await?;
    }
    upload.finish(new_document(file_name)).await
}

pub(crate) async fn read(mut download: DocumentDownload) -> Result<Vec<u8>, DocumentError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = download.next().await? {
        bytes.extend(chunk);
    }
    assert_eq!(bytes.len() as u64, download.length());
    Ok(bytes)
}

/// The limit of a key.
pub(crate) fn at_most(characters: u64) -> KeyLimits {
    KeyLimits {
        characters: Some(characters),
        ..KeyLimits::default()
    }
}
