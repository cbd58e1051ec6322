//! Models that are none, and the two public layouts with them.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dragoman_catalog::{
    Architecture, Event, Installer, InstallerOptions, ModelCheck, ModelFiles, ModelFolder,
    ModelSummary, NetworkOptions, Progress, Selection, pair_of_code,
};
use dragoman_domain::{Clock, LanguagePair, Timestamp};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::server::Server;

pub(crate) fn pair(code: &str) -> LanguagePair {
    pair_of_code(code).unwrap()
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub(crate) fn zstandard(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).unwrap()
}

pub(crate) fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes that begin as the check wants them and then cannot be compressed.
fn content(kind: &str, seed: u64, length: usize) -> Vec<u8> {
    let mut bytes = kind.as_bytes().to_vec();
    let mut state = seed | 1;
    bytes.resize_with(length, || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        state.to_be_bytes()[0]
    });
    bytes
}

/// The files of one model.
#[derive(Debug, Clone)]
pub(crate) struct Model {
    pub(crate) pair: String,
    pub(crate) architecture: String,
    pub(crate) status: Value,
    /// Whether the database's listing states no digest but that of the weights, as the public one.
    weights_only: bool,
    /// Name and content, by the name of the file in the listing.
    pub(crate) files: BTreeMap<&'static str, (String, Vec<u8>)>,
}

impl Model {
    pub(crate) fn new(pair: &str, architecture: &str) -> Self {
        let short = pair.replace(['-', '_'], "");
        let seed = sha256(format!("{pair} {architecture}").as_bytes());
        let seed = u64::from_str_radix(&seed[..15], 16).unwrap();
        let files = BTreeMap::from([
            (
                "model",
                (
                    format!("model.{short}.intgemm.alphas.bin"),
                    content("MODEL", seed, 200_000),
                ),
            ),
            (
                "lexicalShortlist",
                (
                    format!("lex.50.50.{short}.s2t.bin"),
                    content("LEX", seed, 30_000),
                ),
            ),
            (
                "vocab",
                (format!("vocab.{short}.spm"), content("VOCAB", seed, 10_000)),
            ),
        ]);
        Self {
            pair: pair.to_owned(),
            architecture: architecture.to_owned(),
            status: json!("Release"),
            weights_only: false,
            files,
        }
    }

    pub(crate) fn unreleased(mut self) -> Self {
        self.status = json!("Nightly");
        self
    }

    pub(crate) fn with_digest_of_weights_only(mut self) -> Self {
        self.weights_only = true;
        self
    }

    /// A later version of the same model.
    pub(crate) fn changed(mut self) -> Self {
        let (_, bytes) = self.files.get_mut("model").unwrap();
        // Different from the beginning, so that parts of both do not make either.
        bytes[100] ^= 1;
        bytes.extend_from_slice(b"later");
        self
    }

    /// A vocabulary for each language.
    pub(crate) fn split(mut self) -> Self {
        let (name, bytes) = self.files.remove("vocab").unwrap();
        self.files
            .insert("srcVocab", (format!("src{name}"), bytes.clone()));
        self.files.insert("trgVocab", (format!("trg{name}"), bytes));
        self
    }

    pub(crate) fn bytes(&self, kind: &str) -> &[u8] {
        &self.files[kind].1
    }

    /// The path of a file of this model in the database's layout.
    pub(crate) fn path(&self, kind: &str) -> String {
        format!(
            "models/{}/trial_{}_X1/exported/{}.gz",
            self.pair, self.architecture, self.files[kind].0
        )
    }

    /// The path of a file of this model in Remote Settings' layout.
    pub(crate) fn attachment(&self, kind: &str) -> String {
        format!(
            "main-workspace/translations-models-v2/{}-{}.zst",
            self.architecture, self.files[kind].0
        )
    }

    fn codes(&self) -> (&str, &str) {
        self.pair.split_once('-').unwrap()
    }

    /// The entry in the database's listing.
    pub(crate) fn entry(&self) -> Value {
        let (source, target) = self.codes();
        let mut files = serde_json::Map::new();
        for (kind, (_, bytes)) in &self.files {
            let mut file = json!({ "path": self.path(kind) });
            if *kind == "model" || !self.weights_only {
                file["uncompressedSize"] = json!(bytes.len());
                file["uncompressedHash"] = json!(sha256(bytes));
            }
            files.insert((*kind).to_owned(), file);
        }
        json!({
            "architecture": self.architecture,
            "releaseStatus": self.status,
            "sourceLanguage": source,
            "targetLanguage": target,
            "files": files,
            "modelStatistics": { "parameters": 16_900_000, "encoderParameters": 1 },
            "metrics": { "flores200-plus": { "chrf": 61.5, "comet22": 0.87, "note": null } },
            "somethingNew": [1, 2, 3],
        })
    }

    fn records(&self) -> Vec<Value> {
        let (source, target) = self.codes();
        let version = if self.status == json!("Release") {
            "2.1"
        } else {
            "2.2a1"
        };
        let records = self.files.iter().map(|(kind, (name, bytes))| {
            let compressed = zstandard(bytes);
            let file_type = match *kind {
                "lexicalShortlist" => "lex".to_owned(),
                other => other.to_ascii_lowercase(),
            };
            json!({
                "id": name, "name": name, "schema": 1, "last_modified": 2,
                "sourceLanguage": source, "targetLanguage": target,
                "architecture": self.architecture, "version": version,
                "fileType": file_type, "filter_expression": "",
                "decompressedSize": bytes.len(), "decompressedHash": sha256(bytes),
                "attachment": {
                    "hash": sha256(&compressed), "size": compressed.len(), "filename": name,
                    "location": self.attachment(kind), "mimetype": "application/zstd",
                },
            })
        });
        records.collect()
    }
}

pub(crate) const LISTING: &str = "database/db/models.json";
pub(crate) const RECORDS: &str =
    "settings/v1/buckets/main/collections/translations-models-v2/records";

/// The listing of a database.
pub(crate) fn listing(entries: &[(&str, Value)]) -> Vec<u8> {
    let mut models: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for (pair, entry) in entries {
        models.entry(pair).or_default().push(entry);
    }
    let listing = json!({
        "generated": "2026-07-01T03:00:00Z",
        "baseUrl": "https://elsewhere.example",
        "models": models,
    });
    serde_json::to_vec(&listing).unwrap()
}

/// Serves models in the database's layout, below `database/`.
pub(crate) fn serve_database(server: &Server, models: &[Model]) {
    let entries: Vec<(&str, Value)> = models
        .iter()
        .map(|model| (model.pair.as_str(), model.entry()))
        .collect();
    server.put(LISTING, listing(&entries));
    for model in models {
        for (kind, (_, bytes)) in &model.files {
            server.put(&format!("database/{}", model.path(kind)), gzip(bytes));
        }
    }
}

/// Serves models in Remote Settings' layout, below `settings/v1/` and `attachments/`.
pub(crate) fn serve_settings(server: &Server, models: &[Model]) {
    let base = server.url("attachments/");
    let description = json!({ "capabilities": { "attachments": { "base_url": base } } });
    server.put("settings/v1/", description.to_string());
    let records: Vec<Value> = models.iter().flat_map(Model::records).collect();
    server.put(RECORDS, json!({ "data": records }).to_string());
    for model in models {
        for (kind, (_, bytes)) in &model.files {
            server.put(
                &format!("attachments/{}", model.attachment(kind)),
                zstandard(bytes),
            );
        }
    }
}

/// Writes models into a folder in the database's layout.
pub(crate) fn mirror(folder: &Path, models: &[Model]) {
    let entries: Vec<(&str, Value)> = models
        .iter()
        .map(|model| (model.pair.as_str(), model.entry()))
        .collect();
    write(&folder.join("db/models.json"), &listing(&entries));
    for model in models {
        for (kind, (_, bytes)) in &model.files {
            write(&folder.join(model.path(kind)), &gzip(bytes));
        }
    }
}

pub(crate) fn write(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// Stands for the engine: every file must begin with the name of its kind.
#[derive(Default)]
pub(crate) struct Check {
    pub(crate) checked: AtomicUsize,
}

impl ModelCheck for Check {
    fn check(&self, files: &ModelFiles) -> Result<ModelSummary, String> {
        self.checked.fetch_add(1, Ordering::SeqCst);
        let wanted: Vec<(&PathBuf, &str)> = match files {
            ModelFiles::Intgemm {
                model,
                shortlist,
                source_vocabulary,
                target_vocabulary,
            } => vec![
                (model, "MODEL"),
                (shortlist, "LEX"),
                (source_vocabulary, "VOCAB"),
                (target_vocabulary, "VOCAB"),
            ],
            ModelFiles::Npz {
                model,
                source_vocabulary,
                target_vocabulary,
                vocabulary_table,
                shortlist,
                ..
            } => {
                let mut wanted = vec![
                    (model, "MODEL"),
                    (source_vocabulary, "VOCAB"),
                    (target_vocabulary, "VOCAB"),
                    (vocabulary_table, "TABLE"),
                ];
                wanted.extend(shortlist.iter().map(|shortlist| (shortlist, "LEX")));
                wanted
            }
        };
        for (path, start) in wanted {
            let bytes = fs::read(path).map_err(|error| error.to_string())?;
            if !bytes.starts_with(start.as_bytes()) {
                return Err(format!("{} is no {start}", path.display()));
            }
        }
        Ok(ModelSummary {
            architecture: Some(Architecture::Tiny),
            parameters: Some(1),
        })
    }
}

/// A clock that stands still until it is set.
pub(crate) struct StillClock(AtomicI64);

impl StillClock {
    pub(crate) fn advance(&self, seconds: i64) {
        self.0.fetch_add(seconds, Ordering::SeqCst);
    }
}

impl Clock for StillClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_second(self.0.load(Ordering::SeqCst)).unwrap()
    }
}

/// Keeps what was told.
#[derive(Default)]
pub(crate) struct Diary(pub(crate) Mutex<Vec<String>>);

impl Diary {
    pub(crate) fn retries(&self) -> Vec<String> {
        let entries = self.0.lock().unwrap();
        let retries = entries.iter().filter(|entry| entry.starts_with("retry"));
        retries.cloned().collect()
    }
}

impl Progress for Diary {
    fn event(&self, event: Event<'_>) {
        let line = match event {
            Event::Received {
                file,
                received,
                total,
            } => format!("received {file} {received}/{total:?}"),
            Event::Retry {
                file,
                attempt,
                error,
            } => format!("retry {file} {attempt} {error}"),
            Event::Restart => "restart".to_owned(),
            Event::Checking => "checking".to_owned(),
        };
        self.0.lock().unwrap().push(line);
    }
}

/// A data folder and an installer for it, with a server beside it.
pub(crate) struct Setup {
    pub(crate) server: Server,
    pub(crate) data: TempDir,
    pub(crate) check: Arc<Check>,
    pub(crate) clock: Arc<StillClock>,
    pub(crate) diary: Arc<Diary>,
}

impl Setup {
    pub(crate) async fn new() -> Self {
        Self {
            server: Server::start().await,
            data: tempfile::tempdir().unwrap(),
            check: Arc::default(),
            clock: Arc::new(StillClock(AtomicI64::new(1_790_000_000))),
            diary: Arc::default(),
        }
    }

    pub(crate) async fn with(models: &[Model]) -> Self {
        let setup = Self::new().await;
        serve_database(&setup.server, models);
        setup
    }

    pub(crate) fn folder(&self) -> ModelFolder {
        ModelFolder::new(self.data.path().join("models"))
    }

    /// Impatient, so that the tests of silence end soon; nothing depends on how soon.
    pub(crate) fn options(&self) -> InstallerOptions {
        InstallerOptions {
            folder: self.folder(),
            catalogue: self.server.address("database"),
            fallback: Some(self.server.address("settings/v1")),
            network: NetworkOptions {
                connect_timeout: Duration::from_secs(60),
                idle_timeout: Duration::from_secs(60),
                attempts: 3,
                first_pause: Duration::ZERO,
            },
            offline: false,
        }
    }

    pub(crate) fn installer_with(&self, change: impl FnOnce(&mut InstallerOptions)) -> Installer {
        let mut options = self.options();
        change(&mut options);
        let check = Arc::clone(&self.check);
        let clock = Arc::clone(&self.clock);
        Installer::new(options, check, clock)
    }

    pub(crate) fn installer(&self) -> Installer {
        self.installer_with(|_| {})
    }

    pub(crate) async fn pull(
        &self,
        code: &str,
    ) -> Result<dragoman_catalog::InstalledModel, dragoman_catalog::InstallError> {
        self.pull_with(&self.installer(), code).await
    }

    pub(crate) async fn pull_with(
        &self,
        installer: &Installer,
        code: &str,
    ) -> Result<dragoman_catalog::InstalledModel, dragoman_catalog::InstallError> {
        let diary = Arc::clone(&self.diary);
        installer
            .pull_pair(pair(code), &Selection::default(), diary)
            .await
    }

    /// The labels of what is installed; nothing may be broken.
    pub(crate) fn installed(&self) -> Vec<String> {
        let installed = self.folder().scan().unwrap();
        assert!(installed.broken.is_empty(), "{:?}", installed.broken);
        installed.models.iter().map(|model| model.label()).collect()
    }

    /// That nothing is installed and no unfinished model is left; parts of downloads may be.
    pub(crate) fn assert_nothing_installed(&self) {
        assert_eq!(self.installed(), Vec::<String>::new());
        let left: Vec<_> = names(&self.folder().path().join(".partial"))
            .into_iter()
            .filter(|name| name.starts_with("scratch-"))
            .collect();
        assert_eq!(left, Vec::<String>::new());
    }
}

/// The names in a folder; none if it does not exist.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// An error with all its causes, as the program shows it.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text = format!("{text}: {cause}");
        next = cause.source();
    }
    text
}
