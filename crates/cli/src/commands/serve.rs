mod first_keys;
mod listeners;

use std::num::NonZeroU32;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use axum::Router;
use dragoman_http::{
    AddressRule, ApiOptions, Connections, Limits, Metrics, Monitoring, RateLimit, RateLimiter,
    RateLimits, UseCases,
};
use dragoman_service::{
    Administration, Admission, AdmissionLimits, AuthenticationError, CheckHealth, Customizing,
    DetectLanguages, DocumentFilters, DocumentPorts, DocumentTranslator, Documents, Glossaries,
    GlossaryStorage, ImproveTexts, Keys, ManageModels, Memories, Metering, Notices, ReadUsage,
    SignIn, SpaceFloor, StyleLists, SuggestAlternatives, Terms, TranslateTexts,
};
use dragoman_tasks::TaskSet;
use dragoman_web::PageOptions;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio_util::sync::CancellationToken;

use super::health::Health;
use super::services::{keys_of, memories_of, reports_of, sign_in_of, space_of};
use crate::configuration::Configuration;
use crate::engine::{Engines, SelfTest};
use crate::filters::filters;
use crate::mail;
use crate::model_manager::ModelKeeper;
use crate::signals::Signals;
use crate::storage::Storage;
use crate::system::{SystemClock, SystemRandom};
use first_keys::FirstKeys;
use listeners::Listeners;

/// How long a check of the installation may take that somebody asks for on the pages. The slow part is loading every
/// model from the disk.
const LONGEST_CHECK: Duration = Duration::from_secs(300);

/// Serves until SIGTERM or SIGINT, then lets requests in progress finish; a second signal ends the
/// process at once.
pub(super) async fn run(init: bool, configuration: &Configuration) -> Result<ExitCode> {
    let tls = configuration.server.tls()?;
    let storage = if init {
        Storage::open_or_begin(&configuration.data).await?
    } else {
        Storage::open(&configuration.data).await?
    };
    let _lock = storage.lock()?;
    if let Some(shared) = storage.shared() {
        shared.check_objects_at_start().await?;
    }
    let keys = keys_of(&storage, configuration)?;
    let memory_store = storage.memories().await?;
    memory_store.clean_up().await?;
    let memories = memories_of(&storage, &memory_store, configuration)?;
    let space = space_of(&storage, configuration);
    let filters = filters(configuration)?;
    let document_ports = document_ports(&storage, space.clone(), filters)?;
    let metrics = Metrics::install()
        .map_err(anyhow::Error::msg)
        .context("metrics cannot be recorded")?;
    dragoman_tasks::spawn(metrics.clone().maintain());
    let mailer = mail::mailer(&configuration.mail)?;
    let notices = Notices::new(Arc::clone(&storage.ports.notices), mailer, storage.clock());
    let listeners = Listeners::bind(configuration).await?;
    let descriptors = raise_descriptors();
    let sign_in = sign_in_of(&storage, keys.clone(), configuration)?;
    let mut engines = Engines::start(configuration, SelfTest::AtStart).await?;
    engines.watch_models();
    engines.watch_servers();
    engines.preload_detector();
    let engines = Arc::new(engines);

    // Before anybody can know that the server runs, and so might stop it.
    let mut signals = Signals::new()?;
    let draining = Arc::new(AtomicBool::new(false));
    let cases = use_cases(
        configuration,
        &engines,
        (keys, sign_in),
        &storage,
        memories.clone(),
        document_ports,
    );
    let monitoring = Monitoring {
        metrics,
        keys: cases.keys.clone(),
        documents: cases.documents.clone(),
        space,
        engine: engines.router(),
        improve: cases.improve.clone(),
        draining: Arc::clone(&draining),
    };
    let cannot_begin = || {
        format!(
            "the data folder {} cannot be used",
            storage.path().display()
        )
    };
    let copy = storage.join(configuration).await?;
    dragoman_tasks::spawn(memories.start().await.with_context(cannot_begin)?);
    let role = configuration.server.role;
    cases
        .documents
        .start(role.works())
        .await
        .with_context(cannot_begin)?;
    let sign_in = configuration.web.takes_codes().then_some(&cases.sign_in);
    let first_keys = match role.answers() {
        true => FirstKeys::issue(&cases.keys, sign_in, &storage).await?,
        false => None,
    };
    warn_of_shared_keys(configuration, &cases.keys).await?;
    listeners.announce(configuration.server.scheme(), storage.path())?;
    if let (Some(first_keys), Some(url)) =
        (first_keys, listeners.url(configuration.server.scheme())?)
    {
        first_keys.tell(&url)?;
    }
    let stop = CancellationToken::new();
    let sending = dragoman_tasks::spawn(notices.run(stop.clone().cancelled_owned()));
    let stop_monitoring = CancellationToken::new();
    let mut serving = TaskSet::new();
    let (limits, proxies) = (
        configuration.server.limits(descriptors),
        configuration.server.proxies()?,
    );
    if let Some(tls) = &tls {
        dragoman_tasks::spawn(tls.clone().watch());
    }
    let mut rate_limiter = RateLimiter::new(rate_limits(configuration));
    if let Some(copy) = &copy {
        rate_limiter = rate_limiter.shared_by(Arc::clone(&copy.answering));
    }
    let pages = pages(configuration, &cases, &engines, &rate_limiter)?;
    let options = |address| -> Result<ApiOptions> {
        Ok(ApiOptions {
            authorization_schemes: configuration.keys.authorization_schemes.clone(),
            address,
            rate_limiter: rate_limiter.clone(),
            legacy_requests: configuration.keys.legacy_requests,
            dialects: configuration.compat.dialects()?,
            assistants: configuration.compat.mcp,
            allowed_origins: configuration.server.allowed_origins()?,
            public_url: configuration.server.public_url.clone(),
            random: Arc::new(SystemRandom),
            pages: pages.clone(),
        })
    };
    let mut serve = |listener, router| {
        let connections = Connections::new(listener, router, limits)
            .behind(proxies.clone())
            .with_tls(tls.clone());
        serving.spawn(connections.serve(stop.clone()));
    };
    for (listener, address) in listeners.interface {
        serve(
            listener,
            dragoman_http::api(cases.clone(), options(address)?),
        );
    }
    for (listener, dialects) in listeners.dialects {
        let options = ApiOptions {
            // It is another address.
            public_url: None,
            ..options(AddressRule::BothPlans)?
        };
        serve(
            listener,
            dragoman_http::dialects_api(cases.clone(), options, dialects),
        );
    }
    // Health can be asked for until the end.
    dragoman_tasks::spawn(
        Connections::new(
            listeners.monitoring,
            dragoman_http::monitoring(monitoring),
            Limits::default(),
        )
        .serve(stop_monitoring.clone()),
    );

    signals.next().await;
    draining.store(true, Ordering::Relaxed);
    let drain_delay = Duration::from_secs(configuration.server.drain_delay_seconds);
    if !drain_delay.is_zero() {
        tracing::info!("stopping soon: not ready for what comes from now on, but still serving it");
        tokio::select! {
            () = tokio::time::sleep(drain_delay) => {}
            () = signals.next() => {}
        }
    }
    tracing::info!("stopping: no new connections, requests in progress may finish");
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
        storage.close().await;
    };
    tokio::select! {
        () = close => {}
        () = signals.next() => tracing::warn!("stopping at once"),
    }
    Ok(ExitCode::SUCCESS)
}

/// Says which options name a key for those who send none that does not work: they are refused. Somebody may make one while
/// the server runs.
async fn warn_of_shared_keys(configuration: &Configuration, keys: &Keys) -> Result<()> {
    for (option, key) in [
        ("compat.keyless", configuration.compat.dialects()?.keyless),
        ("web.open", configuration.web.open()?),
    ] {
        if let Some(key) = key
            && let Err(AuthenticationError::InvalidKey) = keys.without_secret(key).await
        {
            tracing::warn!(option, %key, "no developer key that works has this id, so nobody is let in without one");
        }
    }
    Ok(())
}

/// The pages for people, unless they are switched off.
fn pages(
    configuration: &Configuration,
    cases: &UseCases,
    engines: &Arc<Engines>,
    rate_limiter: &RateLimiter,
) -> Result<Option<Router>> {
    if !configuration.web.enabled {
        return Ok(None);
    }
    let options = PageOptions {
        open: configuration.web.open()?,
        is_secure: configuration.server.is_reached_by_tls(),
        rate_limiter: rate_limiter.clone(),
        random: Arc::new(SystemRandom),
        models: ManageModels::new(Arc::new(ModelKeeper::new(configuration, engines)?)),
        health: CheckHealth::new(
            Arc::new(Health {
                configuration: configuration.clone(),
                engines: Arc::clone(engines),
            }),
            Arc::new(SystemClock),
            LONGEST_CHECK,
        ),
        clock: Arc::new(SystemClock),
        public_url: configuration.server.public_url.clone(),
        open_id: configuration.web.open_id()?,
        trusted_header: configuration.web.trusted_header()?,
    };
    Ok(Some(dragoman_web::pages(cases.clone(), options)))
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
    (keys, sign_in): (Keys, SignIn),
    storage: &Storage,
    memories: Memories,
    document_ports: DocumentPorts,
) -> UseCases {
    let server = &configuration.server;
    let ports = &storage.ports;
    let metering = Metering::new(Arc::clone(&ports.ledger), storage.clock());
    let admission = Admission::new(AdmissionLimits {
        requests: server.max_requests_in_progress,
        characters: server.max_characters_in_progress,
    });
    let timeout = Duration::from_secs(server.request_timeout_seconds);
    let space = &document_ports.space;
    let glossaries = Glossaries::new(
        Arc::clone(&ports.glossaries),
        storage.clock(),
        Arc::new(SystemRandom),
        GlossaryStorage {
            room: configuration.glossaries.room(),
            space: space.clone(),
        },
    );
    let style_lists = StyleLists::new(
        Arc::clone(&ports.style_lists),
        storage.clock(),
        Arc::new(SystemRandom),
        space.clone(),
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
    let translate = TranslateTexts::new(
        engines.translator(),
        customizing,
        metering.clone(),
        admission.clone(),
        timeout,
    );
    UseCases {
        administration: Administration::new(keys.clone()),
        keys,
        sign_in,
        alternatives: SuggestAlternatives::new(translate.clone()),
        translate,
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
        reports: reports_of(storage),
        memories,
        style_lists,
    }
}

fn document_ports(
    storage: &Storage,
    space: SpaceFloor,
    filters: DocumentFilters,
) -> Result<DocumentPorts> {
    Ok(DocumentPorts {
        documents: Arc::clone(&storage.ports.documents),
        files: storage.document_files()?,
        accounts: Arc::clone(&storage.ports.accounts),
        clock: storage.clock(),
        random: Arc::new(SystemRandom),
        hasher: storage.hasher()?,
        space,
        filters,
    })
}

/// Lets the process have as many file descriptors as the system allows it, and says how many that are.
fn raise_descriptors() -> Option<u64> {
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        let raised = Rlimit {
            current: limit.maximum,
            ..limit
        };
        match setrlimit(Resource::Nofile, raised) {
            Ok(()) => limit = raised,
            Err(error) => tracing::warn!(%error, "no more file descriptors can be had"),
        }
    }
    limit.current
}
