//! Translation memories on real files: import, look-up, export, and what is left after failures.

mod copies;
mod jobs;
mod storage;

use std::collections::BTreeSet;
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::support::space::Disk;
use dragoman_domain::{
    Account, AccountId, ApiKey, Clock, Date, ErrorKind, KeyId, KeyKind, KeyLimits, Language,
    Memory, MemoryId, MemoryJobStatus, MemoryJobStore, MemoryStore, Plan, RandomSource, ScopeSet,
    SegmentQuery, SourceFile, Timestamp,
};
use dragoman_service::{
    Caller, KeyHasher, Memories, MemoryError, MemoryJobDetails, MemoryLimits, MemoryPorts,
    NewImport,
};
use dragoman_store::{Durability, SqliteMemories};
use tempfile::TempDir;
use uuid::Uuid;

#[derive(Default)]
struct Hand(AtomicU64);

impl Clock for Hand {
    fn now(&self) -> Timestamp {
        let start: Timestamp = "2026-05-17T08:30:00Z".parse().unwrap();
        start + Duration::from_secs(self.0.load(Ordering::SeqCst))
    }
}

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

pub(crate) struct Stage {
    folder: TempDir,
    store: SqliteMemories,
    clock: Arc<Hand>,
    random: Arc<Counting>,
    disk: Arc<Disk>,
    pub(crate) memories: Memories,
}

fn account(number: u128) -> AccountId {
    AccountId(Uuid::from_u128(number))
}

pub(crate) fn caller(number: u128) -> Caller {
    let created = Timestamp::UNIX_EPOCH;
    let account = account(number);
    Caller::of_key(
        ApiKey {
            id: KeyId {
                account,
                key: Uuid::nil(),
            },
            kind: KeyKind::Developer,
            label: String::new(),
            mask: String::new(),
            scopes: ScopeSet::Unrestricted,
            limits: KeyLimits::default(),
            created,
            expires: None,
            deactivated: None,
        },
        Account {
            id: account,
            name: number.to_string(),
            plan: Plan::Pro,
            character_limit: None,
            features: BTreeSet::new(),
            billing_start: Date::ZERO,
            contacts: Vec::new(),
            created,
        },
    )
}

impl Stage {
    pub(crate) async fn new() -> Self {
        Self::with(MemoryLimits::default()).await
    }

    async fn with(limits: MemoryLimits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteMemories::open(folder.path(), Durability::ProcessCrash)
            .await
            .unwrap();
        let clock = Arc::new(Hand::default());
        let random = Arc::new(Counting::default());
        let disk = Arc::new(Disk::default());
        let memories = memories(&store, &clock, &random, &disk, limits);
        Self {
            folder,
            store,
            clock,
            random,
            disk,
            memories,
        }
    }

    /// What another process would see after this one has died.
    async fn restarted(&self) -> (SqliteMemories, Memories) {
        let store = SqliteMemories::open(self.folder.path(), Durability::ProcessCrash)
            .await
            .unwrap();
        store.clean_up(self.clock.now()).await.unwrap();
        let limits = MemoryLimits::default();
        let memories = memories(&store, &self.clock, &self.random, &self.disk, limits);
        (store, memories)
    }

    pub(crate) async fn import(&self, tmx: &str) -> Memory {
        self.try_import(tmx).await.unwrap()
    }

    async fn try_import(&self, tmx: &str) -> Result<Memory, MemoryError> {
        let file = Box::new(Cursor::new(tmx.as_bytes().to_vec()));
        let imported = self.memories.import(account(1), "name".to_owned(), file);
        Ok(imported.await?.memory)
    }

    async fn lookup(
        &self,
        memory: &Memory,
        target: &str,
        text: &str,
        threshold: u8,
    ) -> Option<(String, u8)> {
        let handle = self
            .memories
            .open(&caller(1), memory.id, Some(memory.source), language(target))
            .await
            .unwrap();
        let found = handle.lookup(&[text.to_owned()], threshold).await.unwrap();
        assert_eq!(found.len(), 1);
        found[0]
            .as_ref()
            .map(|found| (found.target.clone(), found.score))
    }

    fn files(&self) -> Vec<String> {
        names(&self.folder.path().join("memories"))
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn memories(
    store: &SqliteMemories,
    clock: &Arc<Hand>,
    random: &Arc<Counting>,
    disk: &Arc<Disk>,
    limits: MemoryLimits,
) -> Memories {
    let ports = MemoryPorts {
        memories: Arc::new(store.clone()),
        jobs: Arc::new(store.clone()),
        clock: Arc::clone(clock) as _,
        random: Arc::clone(random) as _,
        space: disk.floor(),
    };
    Memories::new(ports, KeyHasher::new(&[7; 32]), limits)
}

fn language(tag: &str) -> Language {
    Language::parse(tag).unwrap()
}

/// A file with these units: attributes, then language and text of each variant.
pub(crate) fn tmx(source: &str, units: &[(&str, &[(&str, &str)])]) -> String {
    let mut file = format!(
        "<?xml version=\"1.0\"?><tmx version=\"1.4\"><header srclang=\"{source}\" datatype=\"plaintext\"/><body>"
    );
    for (attributes, variants) in units {
        file.push_str(&format!("<tu {attributes}>"));
        for (language, text) in *variants {
            file.push_str(&format!(
                "<tuv xml:lang=\"{language}\"><seg>{text}</seg></tuv>"
            ));
        }
        file.push_str("</tu>");
    }
    file + "</body></tmx>"
}

pub(crate) fn greetings() -> String {
    tmx(
        "de",
        &[
            ("", &[("de", "Hallo Welt!"), ("en", "Hello world!")]),
            (
                "",
                &[
                    ("de", "Die Farbe des Hauses ist grau."),
                    ("en", "The color of the house is gray."),
                    ("en-GB", "The colour of the house is grey."),
                    ("fr", "La maison est grise."),
                ],
            ),
            (
                "",
                &[
                    ("de", "Bitte warten Sie 5 Minuten."),
                    ("en-US", "Please wait 5 minutes."),
                ],
            ),
        ],
    )
}

fn new_import(length: usize) -> NewImport {
    NewImport {
        file: SourceFile {
            name: "a.tmx".to_owned(),
            length: length as u64,
            media_type: "application/xml".to_owned(),
        },
        name: "a".to_owned(),
    }
}

/// Waits for a job as clients do, but without pauses.
async fn wait(memories: &Memories, id: dragoman_domain::MemoryJobId) -> MemoryJobStatus {
    loop {
        let status = memories.job(&caller(1), id).await.unwrap().job.status;
        match status {
            MemoryJobStatus::AwaitingInput | MemoryJobStatus::Processing => {
                tokio::task::yield_now().await;
            }
            status => return status,
        }
    }
}

#[tokio::test]
async fn a_similar_text_is_found_from_its_threshold_on_and_an_equal_one_always() {
    let stage = Stage::new().await;
    let memory = stage.import(&greetings()).await;
    assert_eq!(memory.segment_count, 3);
    assert_eq!(memory.targets, ["en", "en-GB", "en-US", "fr"].map(language));
    let hello = |score| Some(("Hello world!".to_owned(), score));
    for (text, threshold, expected) in [
        ("Hallo Welt!", 100, hello(100)),
        ("  Hallo Welt! ", 100, hello(100)),
        ("Halloo Welt!", 75, hello(92)),
        ("Halloo Welt!", 92, hello(92)),
        ("Halloo Welt!", 93, None),
        ("Halloo Welt!", 100, None),
        ("hallo Welt!", 100, None),
        ("Ganz etwas anderes steht hier.", 75, None),
        ("", 75, None),
        ("", 0, None),
    ] {
        let found = stage.lookup(&memory, "en", text, threshold).await;
        assert_eq!(found, expected, "{text} at {threshold}");
    }
    let best = stage.lookup(&memory, "en", "Hallo, liebe Wel", 0).await;
    assert_eq!(best.unwrap().0, "Hello world!");
    let (wait, score) = stage
        .lookup(&memory, "en-US", "Bitte warten Sie 15 Minuten.", 75)
        .await
        .unwrap();
    assert_eq!((wait.as_str(), score), ("Please wait 5 minutes.", 99));
}

#[tokio::test]
async fn the_translation_is_in_the_wanted_variant_or_the_nearest_there_is() {
    let stage = Stage::new().await;
    let memory = stage.import(&greetings()).await;
    let text = "Die Farbe des Hauses ist grau.";
    for (target, expected) in [
        ("en", Some("The color of the house is gray.")),
        ("en-GB", Some("The colour of the house is grey.")),
        ("en-US", Some("The color of the house is gray.")),
        ("fr", Some("La maison est grise.")),
        ("fr-CA", Some("La maison est grise.")),
    ] {
        let found = stage.lookup(&memory, target, text, 75).await;
        assert_eq!(found.map(|found| found.0).as_deref(), expected, "{target}");
    }
    // The other segments have no French.
    assert_eq!(stage.lookup(&memory, "fr", "Hallo Welt!", 0).await, None);
}

#[tokio::test]
async fn a_memory_is_refused_for_other_languages_and_to_other_accounts() {
    let stage = Stage::new().await;
    let memory = stage.import(&greetings()).await;
    let open = async |number, id, source, target| {
        let (source, target) = (Some(language(source)), language(target));
        let opened = stage
            .memories
            .open(&caller(number), id, source, target)
            .await;
        opened.map(drop).map_err(|error| error.kind())
    };
    assert_eq!(open(1, memory.id, "de", "en-GB").await, Ok(()));
    assert_eq!(
        open(1, memory.id, "de", "es").await,
        Err(ErrorKind::InvalidInput)
    );
    assert_eq!(
        open(1, memory.id, "fr", "en").await,
        Err(ErrorKind::InvalidInput)
    );
    assert_eq!(
        open(2, memory.id, "de", "en").await,
        Err(ErrorKind::NotFound)
    );
    let unknown = MemoryId(Uuid::nil());
    assert_eq!(open(1, unknown, "de", "en").await, Err(ErrorKind::NotFound));
}

#[tokio::test]
async fn of_several_translations_the_latest_is_taken() {
    let stage = Stage::new().await;
    let text = ("en", "Save the file");
    let memory = stage
        .import(&tmx(
            "en",
            &[
                ("changedate=\"20240101T000000Z\"", &[text, ("de", "alt")]),
                ("changedate=\"20250101T000000Z\"", &[text, ("de", "neu")]),
                ("changedate=\"20230101T000000Z\"", &[text, ("de", "uralt")]),
            ],
        ))
        .await;
    for query in ["Save the file", "Save the files"] {
        let found = stage.lookup(&memory, "de", query, 75).await;
        assert_eq!(found.unwrap().0, "neu", "{query}");
    }
}

#[tokio::test]
async fn what_served_is_remembered_with_its_time() {
    let stage = Stage::new().await;
    let memory = stage.import(&greetings()).await;
    let used = async || {
        let query = SegmentQuery {
            from: 0,
            most: 10,
            filter: None,
        };
        let page = stage.store.segments(memory.id, &query).await.unwrap();
        let targets = page.segments[1].targets.iter();
        targets
            .map(|target| target.last_used.map(|time| time.to_string()))
            .collect::<Vec<_>>()
    };
    assert_eq!(used().await, [None, None, None]);
    let text = "Die Farbe des Hauses ist grau.";
    stage.lookup(&memory, "en-GB", text, 100).await;
    stage.clock.0.store(60, Ordering::SeqCst);
    stage.lookup(&memory, "fr", text, 100).await;
    stage.memories.write_uses().await.unwrap();
    assert_eq!(
        used().await,
        [
            None,
            Some("2026-05-17T08:30:00Z".to_owned()),
            Some("2026-05-17T08:31:00Z".to_owned())
        ]
    );
}

#[tokio::test]
async fn an_import_that_fails_leaves_nothing() {
    let stage = Stage::new().await;
    let good = greetings();
    let broken = good.replace("Bitte warten", "Bitte </b> warten");
    let cut = &good[..good.len() - 20];
    let bomb = good.replace("<tmx", "<!DOCTYPE tmx [<!ENTITY a \"aaaaaaaaaa\">]><tmx");
    let empty = tmx("de", &[("", &[("de", "Nur Deutsch")])]);
    for file in [broken.as_str(), cut, &bomb, &empty, "", "no XML at all"] {
        let error = stage.try_import(file).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput, "{error}");
    }
    assert_eq!(stage.files(), Vec::<String>::new());
    let page = stage.store.memories(account(1), 0, 10).await.unwrap();
    assert_eq!(page.total, 0);
}

#[tokio::test]
async fn what_a_dead_process_left_is_removed_and_what_a_living_one_builds_stays() {
    let stage = Stage::new().await;
    let memory = stage.import(&greetings()).await;
    let abandoned = MemoryId(Uuid::from_u128(1));
    let folder = stage.folder.path().join("memories");
    std::fs::write(folder.join(format!("{abandoned}.db")), "half").unwrap();
    std::fs::write(folder.join(format!("{abandoned}.lock")), "").unwrap();
    let building = MemoryId(Uuid::from_u128(2));
    let builder = stage.store.build_memory(building).await.unwrap();
    stage.restarted().await;
    let mut expected = vec![
        format!("{}.db", memory.id),
        format!("{building}.db"),
        format!("{building}.lock"),
    ];
    expected.sort();
    assert_eq!(stage.files(), expected);
    drop(builder);
    assert_eq!(stage.files(), [format!("{}.db", memory.id)]);
}

#[tokio::test]
async fn a_deleted_memory_is_gone_with_its_file() {
    let stage = Stage::new().await;
    let memory = stage.import(&greetings()).await;
    stage.lookup(&memory, "en", "Hallo Welt!", 100).await;
    let delete = async |number| {
        let deleted = stage.memories.delete(&caller(number), memory.id).await;
        deleted.map_err(|error| error.kind())
    };
    assert_eq!(delete(2).await, Err(ErrorKind::NotFound));
    assert_eq!(delete(1).await, Ok(()));
    assert_eq!(delete(1).await, Err(ErrorKind::NotFound));
    assert_eq!(stage.files(), Vec::<String>::new());
}

#[tokio::test]
async fn what_was_exported_of_a_deleted_memory_can_be_fetched_no_more() {
    let stage = Stage::new().await;
    let memory = stage.import(&greetings()).await;
    let export = stage.memories.create_export(&caller(1), memory.id).await;
    let job = export.unwrap().job.id;
    wait(&stage.memories, job).await;
    let link = stage.memories.job(&caller(1), job).await.unwrap().link;
    // As the command line does it, beside the server.
    let (_, other) = stage.restarted().await;
    let deleted = other.delete_of_account(account(1), memory.id).await;
    deleted.unwrap();
    let download = stage.memories.download(job, link.unwrap().expose()).await;
    assert_eq!(download.map(drop).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(wait(&stage.memories, job).await, MemoryJobStatus::Expired);
    assert_eq!(stage.files(), Vec::<String>::new());
}

#[tokio::test]
async fn a_memory_that_is_deleted_while_it_is_in_use_is_unknown_from_then_on() {
    let stage = Stage::new().await;
    let memory = stage.import(&greetings()).await;
    let handle = stage
        .memories
        .open(&caller(1), memory.id, None, language("en"))
        .await
        .unwrap();
    let deleted = stage.memories.delete(&caller(1), memory.id).await;
    deleted.unwrap();
    let error = handle.lookup(&["Hallo Welt!".to_owned()], 75).await;
    assert_eq!(error.unwrap_err().kind(), ErrorKind::NotFound);
    let mut file = stage
        .store
        .write_file(dragoman_domain::MemoryJobId(Uuid::nil()))
        .await
        .unwrap();
    let error = stage.memories.export(&memory, &mut *file).await;
    assert_eq!(error.unwrap_err().kind(), ErrorKind::NotFound);
}
