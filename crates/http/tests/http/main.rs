//! The interface over real sockets and a real database, with an engine that the tests control.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

mod analytics;
mod assistants;
mod authentication;
mod bad_input;
mod connections;
mod customization;
mod description;
mod detect;
mod developer_keys;
mod dialect_files;
mod dialect_roots;
mod dialects;
mod document_refusals;
mod documents;
mod engine;
mod glossaries_v2;
mod glossaries_v3;
mod glossary_limits;
mod improvement;
mod improvers;
mod languages;
mod life_of_a_key;
mod limits;
mod markup;
mod memories;
mod memory;
mod monitoring;
mod origins;
mod people;
mod scopes;
mod storage;
mod style_list_limits;
mod style_lists;
mod style_translation;
mod translate;
mod usage;

use std::collections::BTreeSet;
use std::net::Ipv4Addr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::response::Html;
use dragoman_blobs::SealedFolder;
use dragoman_domain::{
    Abilities, Actor, Clock, Feature, FreeSpace, KeyKind, KeyLimits, Plan, RandomSource, ScopeSet,
    StorageRoom, Timestamp, Translator,
};
use dragoman_http::{
    AddressRule, AllowedOrigins, ApiOptions, Connections, Dialect, DialectOptions, Limits,
    RateLimit, RateLimiter, RateLimits, RootDialects, TrustedProxies, UseCases,
};
use dragoman_service::{
    AccountDefaults, Administration, Admission, AdmissionLimits, Customizing, DetectLanguages,
    DocumentFilters, DocumentFormat, DocumentLimits, DocumentPorts, DocumentSizes,
    DocumentTranslator, Documents, Glossaries, GlossaryStorage, ImproveTexts, Improvers, IssuedKey,
    KeyHasher, Keys, Languages, Memories, MemoryLimits, MemoryPorts, Metering, NewKey, ReadUsage,
    ReportUsage, SessionLimits, SharedDetector, SignIn, SpaceFloor, StyleLists,
    SuggestAlternatives, Terms, TextImprover, TextTranslator, TranslateTexts,
};
use dragoman_store::{Durability, SqliteMemories, SqliteStore};
use dragoman_variants::Variants;
use engine::{FakeDetector, FakeEngine};
use reqwest::{Client, RequestBuilder, Response};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// What a test may want otherwise.
struct Settings {
    address: AddressRule,
    rate_limit: Option<u32>,
    account_rate_limit: Option<u32>,
    legacy_requests: bool,
    /// Whether other services' interfaces serve those without a key.
    keyless: bool,
    /// Which of them are at the root, instead of everything.
    root: Option<RootDialects>,
    allowed_origins: &'static [&'static str],
    requests_in_progress: usize,
    timeout: Duration,
    plan: Plan,
    character_limit: Option<u64>,
    features: BTreeSet<Feature>,
    abilities: Abilities,
    improvers: Improvers,
    memory_limits: MemoryLimits,
    document_limits: DocumentLimits,
    clock: Arc<HandClock>,
    disk: Arc<Disk>,
}

/// Limits that no test reaches unless it sets its own.
fn wide_limits() -> DocumentLimits {
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

impl Default for Settings {
    fn default() -> Self {
        Self {
            address: AddressRule::BothPlans,
            rate_limit: None,
            account_rate_limit: None,
            legacy_requests: false,
            keyless: false,
            root: None,
            allowed_origins: &[],
            requests_in_progress: 256,
            timeout: Duration::from_secs(3600),
            plan: Plan::Pro,
            character_limit: None,
            features: Feature::ALL.into(),
            abilities: Abilities::default(),
            improvers: improvers::proofreaders_only(),
            memory_limits: MemoryLimits::default(),
            document_limits: DocumentLimits {
                // A question for a document is answered when it is translated.
                first_look: Duration::from_secs(3600),
                ..wide_limits()
            },
            clock: Arc::default(),
            disk: Arc::default(),
        }
    }
}

/// A clock that stands still in the morning of 17 May 2026 until a test puts it forward.
#[derive(Default)]
struct HandClock(AtomicU64);

impl HandClock {
    fn put_forward(&self, duration: Duration) {
        let milliseconds = u64::try_from(duration.as_millis()).unwrap();
        self.0.fetch_add(milliseconds, Ordering::SeqCst);
    }
}

impl Clock for HandClock {
    fn now(&self) -> Timestamp {
        let start: Timestamp = "2026-05-17T08:30:00.25Z".parse().unwrap();
        start + Duration::from_millis(self.0.load(Ordering::SeqCst))
    }
}

/// A disk with room until a test says that it is full.
#[derive(Default)]
struct Disk {
    is_full: AtomicBool,
}

impl Disk {
    /// What is to stay free of it.
    const FLOOR: u64 = 512_000_000;

    fn floor(self: &Arc<Self>) -> SpaceFloor {
        SpaceFloor::new(Arc::clone(self) as _, Self::FLOOR)
    }

    fn fill(&self) {
        self.is_full.store(true, Ordering::SeqCst);
    }
}

impl FreeSpace for Disk {
    fn free_bytes(&self) -> std::io::Result<u64> {
        let is_full = self.is_full.load(Ordering::SeqCst);
        Ok(if is_full { 200_000_000 } else { 1 << 46 })
    }
}

/// Gives other bytes each time, the same in each run.
#[derive(Default)]
struct CountingRandom(AtomicU64);

impl RandomSource for CountingRandom {
    fn fill(&self, buffer: &mut [u8]) {
        for chunk in buffer.chunks_mut(8) {
            let number = self.0.fetch_add(1, Ordering::Relaxed).to_be_bytes();
            chunk.copy_from_slice(&number[..chunk.len()]);
        }
    }
}

/// The interface on a free port.
struct TestApi {
    base: String,
    key: String,
    keys: Keys,
    documents: Documents,
    improve: ImproveTexts,
    store: SqliteStore,
    engine: Arc<FakeEngine>,
    client: Client,
    stop: CancellationToken,
    _folder: TempDir,
}

impl Drop for TestApi {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl TestApi {
    async fn start() -> Self {
        Self::with(Settings::default()).await
    }

    async fn with(settings: Settings) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("test.db"), Durability::ProcessCrash)
            .await
            .unwrap();
        let random = Arc::new(CountingRandom::default());
        let keys = Keys::new(
            Arc::new(store.clone()),
            Arc::clone(&settings.clock) as _,
            Arc::clone(&random) as _,
            KeyHasher::new(&[1; 32]),
            AccountDefaults {
                free_character_limit: settings.character_limit,
                pro_character_limit: settings.character_limit,
                features: settings.features.clone(),
            },
        );
        let engine = Arc::new(FakeEngine::new(settings.abilities));
        let memories = memories(&settings, folder.path(), Arc::clone(&random) as _).await;
        let document_ports = DocumentPorts {
            filters: DocumentFilters::standard(),
            documents: Arc::new(store.clone()),
            files: Arc::new(
                SealedFolder::open(
                    folder.path().join("documents"),
                    &[2; 32],
                    Arc::clone(&random) as _,
                )
                .unwrap(),
            ),
            accounts: Arc::new(store.clone()),
            clock: Arc::clone(&settings.clock) as _,
            random: Arc::clone(&random) as _,
            hasher: KeyHasher::new(&[1; 32]),
            space: settings.disk.floor(),
        };
        let cases = use_cases(
            &settings,
            keys.clone(),
            Arc::clone(&engine) as _,
            &store,
            &random,
            memories,
            document_ports,
        );
        cases.documents.start(true).await.unwrap();
        let options = ApiOptions {
            authorization_schemes: vec!["Service-Auth-Key".into(), "DeepL-Auth-Key".into()],
            address: settings.address.clone(),
            rate_limiter: RateLimiter::new(RateLimits {
                key: settings.rate_limit.map(at_once),
                account: settings.account_rate_limit.map(at_once),
            }),
            legacy_requests: settings.legacy_requests,
            allowed_origins: {
                let origins = settings.allowed_origins.iter();
                let origins: Vec<String> = origins.map(|&origin| origin.to_owned()).collect();
                AllowedOrigins::parse(&origins).unwrap()
            },
            dialects: DialectOptions {
                spoken: Dialect::ALL.into(),
                keyless: match settings.keyless {
                    true => {
                        let (plan, all) = (settings.plan, ScopeSet::Unrestricted);
                        let kind = KeyKind::Developer;
                        let issued = new_key(&keys, plan.as_str(), plan, kind, all).await;
                        Some(issued.key.id)
                    }
                    false => None,
                },
            },
            assistants: true,
            public_url: None,
            random,
            // Beside them the interface must be as it is without.
            pages: Some(Router::new().fallback(async || Html("A page."))),
        };
        let documents = cases.documents.clone();
        let improve = cases.improve.clone();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let stop = CancellationToken::new();
        let router = match settings.root {
            Some(dialects) => dragoman_http::dialects_api(cases, options, dialects),
            None => dragoman_http::api(cases, options),
        };
        let proxies = TrustedProxies::parse(&["127.0.0.1".to_owned()]).unwrap();
        let connections = Connections::new(listener, router, Limits::default()).behind(proxies);
        tokio::spawn(connections.serve(stop.clone()));
        let mut api = Self {
            base,
            key: String::new(),
            keys,
            documents,
            improve,
            store,
            engine,
            client: Client::builder().no_proxy().build().unwrap(),
            stop,
            _folder: folder,
        };
        api.key = api
            .new_key(settings.plan, KeyKind::Developer, ScopeSet::Unrestricted)
            .await;
        api
    }

    /// A key of the account that has the name of its plan.
    async fn new_key(&self, plan: Plan, kind: KeyKind, scopes: ScopeSet) -> String {
        self.new_key_of(plan.as_str(), plan, kind, scopes).await
    }

    async fn new_key_of(
        &self,
        account: &str,
        plan: Plan,
        kind: KeyKind,
        scopes: ScopeSet,
    ) -> String {
        let issued = new_key(&self.keys, account, plan, kind, scopes).await;
        issued.secret.expose().to_owned()
    }

    /// A request without a key, through a proxy, of the client with this number: failures of one client are
    /// answered late after some.
    fn request_of_stranger(&self, number: usize, method: &str, path: &str) -> RequestBuilder {
        let address = Ipv4Addr::from_bits(0x0a00_0000 + u32::try_from(number).unwrap());
        self.client
            .request(method.parse().unwrap(), format!("{}{path}", self.base))
            .header("x-forwarded-for", address.to_string())
    }

    fn get(&self, path: &str) -> RequestBuilder {
        self.request("GET", path)
    }

    fn post(&self, path: &str) -> RequestBuilder {
        self.request("POST", path)
    }

    fn request(&self, method: &str, path: &str) -> RequestBuilder {
        self.request_of(&self.key, method, path)
    }

    /// A request with another key.
    fn request_of(&self, key: &str, method: &str, path: &str) -> RequestBuilder {
        self.client
            .request(method.parse().unwrap(), format!("{}{path}", self.base))
            .header("authorization", format!("Service-Auth-Key {key}"))
    }

    async fn translate(&self, body: Value) -> Answer {
        Answer::of(self.post("/v2/translate").json(&body)).await
    }

    /// The characters counted for the account.
    async fn counted(&self) -> u64 {
        let usage = Answer::of(self.get("/v2/usage")).await;
        usage.body["character_count"].as_u64().unwrap()
    }
}

/// A new key of an account, which is made if there is none of the name.
async fn new_key(
    keys: &Keys,
    account: &str,
    plan: Plan,
    kind: KeyKind,
    scopes: ScopeSet,
) -> IssuedKey {
    let account = keys.account_or_new(account, Some(plan), Actor::Operator);
    let account = account.await.unwrap();
    let new = NewKey {
        kind,
        label: "test".to_owned(),
        scopes,
        limits: KeyLimits::default(),
        expires: None,
    };
    keys.create(&account, new, Actor::Operator).await.unwrap()
}

/// So many requests at once, and then one a second.
fn at_once(requests: u32) -> RateLimit {
    RateLimit {
        per_second: NonZeroU32::MIN,
        burst: NonZeroU32::new(requests).unwrap(),
    }
}

async fn memories(
    settings: &Settings,
    folder: &std::path::Path,
    random: Arc<dyn RandomSource>,
) -> Memories {
    let store = SqliteMemories::open(folder, Durability::ProcessCrash)
        .await
        .unwrap();
    let ports = MemoryPorts {
        memories: Arc::new(store.clone()),
        jobs: Arc::new(store),
        clock: Arc::clone(&settings.clock) as _,
        random,
        space: settings.disk.floor(),
    };
    Memories::new(ports, KeyHasher::new(&[1; 32]), settings.memory_limits)
}

fn use_cases(
    settings: &Settings,
    keys: Keys,
    engine: Arc<dyn Translator>,
    store: &SqliteStore,
    random: &Arc<CountingRandom>,
    memories: Memories,
    document_ports: DocumentPorts,
) -> UseCases {
    let glossaries = Glossaries::new(
        Arc::new(store.clone()),
        Arc::clone(&settings.clock) as _,
        Arc::clone(random) as _,
        GlossaryStorage {
            room: StorageRoom::shared(1_000_000_000),
            space: settings.disk.floor(),
        },
    );
    let style_lists = StyleLists::new(
        Arc::new(store.clone()),
        Arc::clone(&settings.clock) as _,
        Arc::clone(random) as _,
        settings.disk.floor(),
    );
    let detector = SharedDetector::new(Arc::new(FakeDetector));
    let metering = Metering::new(Arc::new(store.clone()), Arc::clone(&settings.clock) as _);
    let admission = Admission::new(AdmissionLimits {
        requests: settings.requests_in_progress,
        characters: 10_000_000,
    });
    let customizing = Customizing::new(
        Terms::new(glossaries.clone()),
        memories.clone(),
        style_lists.clone(),
    );
    let documents = Documents::new(
        document_ports,
        DocumentTranslator::new(TextTranslator::new(Arc::clone(&engine), detector.clone())),
        customizing.clone(),
        metering.clone(),
        settings.document_limits.clone(),
    );
    let translate = TranslateTexts::new(
        TextTranslator::new(Arc::clone(&engine), detector.clone()),
        customizing,
        metering.clone(),
        admission.clone(),
        settings.timeout,
    );
    UseCases {
        sign_in: SignIn::new(
            keys.clone(),
            Arc::new(store.clone()),
            Arc::clone(&settings.clock) as _,
            Arc::clone(random) as _,
            KeyHasher::new(&[1; 32]),
            SessionLimits::default(),
        ),
        administration: Administration::new(keys.clone()),
        keys,
        alternatives: SuggestAlternatives::new(translate.clone()),
        translate,
        improve: ImproveTexts::new(
            TextImprover::new(
                settings.improvers.clone(),
                detector.clone(),
                Arc::new(Variants::new()),
            ),
            metering.clone(),
            admission.clone(),
            settings.timeout,
        ),
        detect: DetectLanguages::new(detector.clone(), admission, settings.timeout),
        documents,
        glossaries,
        languages: Languages::new(engine, detector),
        usage: ReadUsage::new(metering),
        reports: ReportUsage::new(
            Arc::new(store.clone()),
            Arc::new(store.clone()),
            Arc::clone(&settings.clock) as _,
        ),
        memories,
        style_lists,
    }
}

/// An answer, read whole.
struct Answer {
    status: u16,
    headers: reqwest::header::HeaderMap,
    body: Value,
}

impl Answer {
    async fn of(request: RequestBuilder) -> Self {
        Self::from(request.send().await.unwrap()).await
    }

    async fn from(response: Response) -> Self {
        Self {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            body: response.json().await.unwrap_or(Value::Null),
        }
    }

    fn message(&self) -> &str {
        self.body["message"].as_str().unwrap_or_default()
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    #[track_caller]
    fn expect(&self, status: u16, message: &str) {
        assert_eq!(self.status, status, "{}", self.body);
        assert_eq!(self.message(), message);
    }
}

/// A body with one English text to translate into Spanish, and these fields in addition.
fn english_with(fields: Value) -> Value {
    let mut body = json!({"text": ["Hello."], "source_lang": "EN", "target_lang": "ES"});
    for (name, value) in fields.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}
