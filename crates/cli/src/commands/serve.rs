use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use dragoman_domain::{Actor, Clock, KeyKind, KeyLimits, Plan, ScopeSet};
use dragoman_http::{
    AddressRule, ApiOptions, Connections, Limits, Metrics, Monitoring, RateLimit, RateLimiter,
    RateLimits, UseCases,
};
use dragoman_service::{
    Administration, Admission, AdmissionLimits, Customizing, DetectLanguages, DocumentPorts,
    DocumentTranslator, Documents, Glossaries, ImproveTexts, Keys, Memories, Metering, NewKey,
    Notices, ReadUsage, StyleLists, Terms, TranslateTexts,
};
use dragoman_store::SqliteStore;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::{keys_of, memories_of, reports_of, say};
use crate::configuration::{AddressRuleOption, Configuration};
use crate::data_folder::DataFolder;
use crate::engine::{Engines, SelfTest};
use crate::mail;
use crate::signals::Signals;
use crate::system::{SystemClock, SystemRandom};

/// Serves until SIGTERM or SIGINT, then lets requests in progress finish; a second signal ends the
/// process at once.
pub(super) async fn run(init: bool, configuration: &Configuration) -> Result<ExitCode> {
    check_exposure(configuration)?;
    let tls = configuration.server.tls()?;
    let folder = if init {
        DataFolder::open_or_begin(&configuration.data)?
    } else {
        DataFolder::open(&configuration.data)?
    };
    let _lock = folder.lock()?;
    let store = folder.store().await?;
    let keys = keys_of(&folder, store.clone(), configuration)?;
    let memory_store = folder.memories().await?;
    memory_store.clean_up(SystemClock.now()).await?;
    let memories = memories_of(&folder, &memory_store, configuration)?;
    let document_ports = document_ports(&folder, &store)?;
    let metrics = Metrics::install()
        .map_err(anyhow::Error::msg)
        .context("metrics cannot be recorded")?;
    tokio::spawn(metrics.clone().maintain());
    let mailer = mail::mailer(&configuration.mail)?;
    let notices = Notices::new(Arc::new(store.clone()), mailer, Arc::new(SystemClock));
    let listeners = Listeners::bind(configuration).await?;
    let mut engines = Engines::start(configuration, SelfTest::AtStart).await?;
    engines.watch_models();
    engines.watch_servers();
    engines.preload_detector();

    // Before anybody can know that the server runs, and so might stop it.
    let mut signals = Signals::new()?;
    let scheme = configuration.server.scheme();
    listeners.announce(scheme)?;
    let (main, _) = &listeners.interface[0];
    issue_first_keys(&keys, scheme, main.local_addr()?).await?;

    let draining = Arc::new(AtomicBool::new(false));
    let cases = use_cases(
        configuration,
        &engines,
        keys,
        &store,
        memories.clone(),
        document_ports,
    );
    let monitoring = Monitoring {
        metrics,
        keys: cases.keys.clone(),
        documents: cases.documents.clone(),
        engine: engines.router(),
        improve: cases.improve.clone(),
        draining: Arc::clone(&draining),
    };
    tokio::spawn(memories.start().await?);
    cases.documents.start().await?;
    let stop = CancellationToken::new();
    let sending = tokio::spawn(notices.run(stop.clone().cancelled_owned()));
    let stop_monitoring = CancellationToken::new();
    let mut serving = JoinSet::new();
    let (limits, proxies) = (
        configuration.server.limits(),
        configuration.server.proxies()?,
    );
    if let Some(tls) = &tls {
        tokio::spawn(tls.clone().watch());
    }
    let rate_limiter = RateLimiter::new(rate_limits(configuration));
    for (listener, address) in listeners.interface {
        let options = ApiOptions {
            authorization_schemes: configuration.keys.authorization_schemes.clone(),
            address,
            rate_limiter: rate_limiter.clone(),
            legacy_requests: configuration.keys.legacy_requests,
            public_url: configuration.server.public_url.clone(),
            random: Arc::new(SystemRandom),
        };
        let router = dragoman_http::api(cases.clone(), options);
        let connections = Connections::new(listener, router, limits)
            .behind(proxies.clone())
            .with_tls(tls.clone());
        serving.spawn(connections.serve(stop.clone()));
    }
    // Health can be asked for until the end.
    tokio::spawn(
        Connections::new(
            listeners.monitoring,
            dragoman_http::monitoring(monitoring),
            Limits::default(),
        )
        .serve(stop_monitoring.clone()),
    );

    signals.next().await;
    tracing::info!("stopping: no new connections, requests in progress may finish");
    draining.store(true, Ordering::Relaxed);
    stop.cancel();
    let drain_timeout = Duration::from_secs(configuration.server.drain_timeout_seconds);
    let finish = async {
        // Documents wait for the next start; requests do not.
        tokio::join!(serving.join_all(), cases.documents.stop());
        // A mail on its way is not to be sent again at the next start. The task does not fail.
        let _ = sending.await;
        // An engine may still work for clients that have gone.
        engines.shut_down().await;
    };
    // What is not finished by then ends with the process, and the engines' processes with it.
    tokio::select! {
        () = finish => {}
        () = tokio::time::sleep(drain_timeout) => tracing::warn!("stopping before all requests are done"),
        () = signals.next() => tracing::warn!("stopping at once"),
    }
    stop_monitoring.cancel();
    let close = async {
        // Downloads that ended meanwhile have left documents to remove.
        cases.documents.stop().await;
        memories.stop().await;
        if let Err(error) = memories.write_uses().await {
            tracing::warn!(%error, "when translation memories were last used is not up to date");
        }
        memory_store.close().await;
        store.close().await;
    };
    tokio::select! {
        () = close => {}
        () = signals.next() => tracing::warn!("stopping at once"),
    }
    Ok(ExitCode::SUCCESS)
}

/// Fails if the interface would listen where others can read what clients send.
fn check_exposure(configuration: &Configuration) -> Result<()> {
    let (server, plans) = (&configuration.server, &configuration.plans);
    server.check_exposure("server.listen", server.listen)?;
    if plans.address_rule == AddressRuleOption::Listener
        && let Some(address) = plans.free_listen
    {
        server.check_exposure("plans.free_listen", address)?;
    }
    Ok(())
}

struct Listeners {
    /// The interface's listeners, each with the plan that it is for. The first is the main one.
    interface: Vec<(TcpListener, AddressRule)>,
    monitoring: TcpListener,
}

impl Listeners {
    async fn bind(configuration: &Configuration) -> Result<Self> {
        let (server, plans) = (&configuration.server, &configuration.plans);
        let main = bind(server.listen).await?;
        let monitoring = match server.monitoring_listen {
            Some(address) => bind(address).await?,
            None => bind_near(main.local_addr()?).await?,
        };
        let rule = match plans.address_rule {
            AddressRuleOption::Key => AddressRule::BothPlans,
            AddressRuleOption::Host => AddressRule::ByHost {
                free_hosts: plans
                    .free_hosts
                    .iter()
                    .map(|host| host.to_ascii_lowercase())
                    .collect(),
            },
            AddressRuleOption::Listener => AddressRule::Only(Plan::Pro),
        };
        let mut interface = vec![(main, rule)];
        if plans.address_rule == AddressRuleOption::Listener
            && let Some(address) = plans.free_listen
        {
            interface.push((bind(address).await?, AddressRule::Only(Plan::Free)));
        }
        Ok(Self {
            interface,
            monitoring,
        })
    }

    /// Says on standard output where the server listens, the main address first.
    fn announce(&self, scheme: &str) -> Result<()> {
        for (listener, rule) in &self.interface {
            let plan = match rule {
                AddressRule::Only(plan) => format!(" for the {plan} plan"),
                AddressRule::BothPlans | AddressRule::ByHost { .. } => String::new(),
            };
            say(format_args!(
                "Dragoman listens on {scheme}://{}{plan}",
                listener.local_addr()?
            ))?;
        }
        say(format_args!(
            "Health and metrics are on http://{}",
            self.monitoring.local_addr()?
        ))?;
        Ok(())
    }
}

async fn bind(address: SocketAddr) -> Result<TcpListener> {
    TcpListener::bind(address)
        .await
        .with_context(|| format!("cannot listen on {address}"))
}

/// Listens on the loopback, on the next port or on any free one if that is taken. Monitoring needs no
/// key, so it is opened to others only where that is configured.
async fn bind_near(address: SocketAddr) -> Result<TcpListener> {
    let at = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    match TcpListener::bind(at(address.port().checked_add(1).unwrap_or(0))).await {
        Err(error) if error.kind() == ErrorKind::AddrInUse => bind(at(0)).await,
        result => result.with_context(|| format!("cannot listen beside {address}")),
    }
}

fn rate_limits(configuration: &Configuration) -> RateLimits {
    let limit = |per_second, burst| {
        NonZeroU32::new(per_second).map(|per_second| RateLimit {
            per_second,
            burst: NonZeroU32::new(burst).unwrap_or(per_second),
        })
    };
    let Configuration { keys, accounts, .. } = configuration;
    RateLimits {
        key: limit(keys.requests_per_second, keys.request_burst),
        account: limit(accounts.requests_per_second, accounts.request_burst),
    }
}

fn use_cases(
    configuration: &Configuration,
    engines: &Engines,
    keys: Keys,
    store: &SqliteStore,
    memories: Memories,
    document_ports: DocumentPorts,
) -> UseCases {
    let server = &configuration.server;
    let metering = Metering::new(Arc::new(store.clone()), Arc::new(SystemClock));
    let admission = Admission::new(AdmissionLimits {
        requests: server.max_requests_in_progress,
        characters: server.max_characters_in_progress,
    });
    let timeout = Duration::from_secs(server.request_timeout_seconds);
    let glossaries = Glossaries::new(
        Arc::new(store.clone()),
        Arc::new(SystemClock),
        Arc::new(SystemRandom),
    );
    let style_lists = StyleLists::new(
        Arc::new(store.clone()),
        Arc::new(SystemClock),
        Arc::new(SystemRandom),
    );
    let customizing = Customizing::new(
        Terms::new(glossaries.clone()),
        memories.clone(),
        style_lists.clone(),
    );
    let documents = Documents::new(
        document_ports,
        DocumentTranslator::new(engines.translator()),
        customizing.clone(),
        metering.clone(),
        configuration.documents.limits(),
    );
    UseCases {
        administration: Administration::new(keys.clone()),
        keys,
        translate: TranslateTexts::new(
            engines.translator(),
            customizing,
            metering.clone(),
            admission.clone(),
            timeout,
        ),
        improve: ImproveTexts::new(
            engines.improver(),
            metering.clone(),
            admission.clone(),
            timeout,
        ),
        detect: DetectLanguages::new(engines.detector(), admission, timeout),
        documents,
        glossaries,
        languages: engines.languages(),
        usage: ReadUsage::new(metering),
        reports: reports_of(store),
        memories,
        style_lists,
    }
}

fn document_ports(folder: &DataFolder, store: &SqliteStore) -> Result<DocumentPorts> {
    Ok(DocumentPorts {
        documents: Arc::new(store.clone()),
        files: Arc::new(folder.documents(Arc::new(SystemRandom))?),
        accounts: Arc::new(store.clone()),
        clock: Arc::new(SystemClock),
        random: Arc::new(SystemRandom),
        hasher: folder.hasher(&SystemRandom)?,
    })
}

/// In a data folder without any key, makes an account with two keys and prints them, once.
async fn issue_first_keys(keys: &Keys, scheme: &str, address: SocketAddr) -> Result<()> {
    if !keys.list(None).await?.is_empty() {
        return Ok(());
    }
    let account = keys
        .account_or_new(Plan::Pro.as_str(), Some(Plan::Pro), Actor::Server)
        .await?;
    let new = |kind, label: &str| NewKey {
        kind,
        label: label.to_owned(),
        scopes: ScopeSet::Unrestricted,
        limits: KeyLimits::default(),
    };
    let api = new(KeyKind::Developer, "First key");
    let api = keys.create(&account, api, Actor::Server).await?;
    let admin = new(KeyKind::Admin, "First admin key");
    let admin = keys.create(&account, admin, Actor::Server).await?;
    say(format_args!(
        "
This is the first start with this data folder. These keys are shown this once:

  API key:    {api}
  Admin key:  {admin}

Try it:

  curl -X POST {scheme}://{address}/v2/translate \\
    -H 'Authorization: Service-Auth-Key {api}' \\
    -H 'Content-Type: application/json' \\
    -d '{{\"text\": [\"The house is green and the garden is big.\"], \"source_lang\": \"EN\", \"target_lang\": \"ES\"}}'

{scheme}://{address}/docs describes the interface.
",
        api = api.secret.expose(),
        admin = admin.secret.expose(),
    ))?;
    Ok(())
}
