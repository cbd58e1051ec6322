mod descriptions;
mod process;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use dragoman_domain::{DocumentCounts, Translator};
use dragoman_service::{Documents, ImproveTexts, Keys, SpaceFloor};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use serde::Serialize;

/// Upper bounds in seconds for everything that takes time, but for documents.
const SECONDS: [f64; 14] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0,
];

/// Upper bounds in seconds for the work on documents, from a note to a book.
const SECONDS_OF_DOCUMENTS: [f64; 14] = [
    0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1800.0, 3600.0,
];

/// The bytes of a megabyte in what is told.
const MEGABYTE: u64 = 1_000_000;

/// How often the samples of histograms are summed up.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// The metrics of this process.
#[derive(Clone)]
pub struct Metrics(PrometheusHandle);

impl Metrics {
    /// Makes this process record its metrics from now on.
    ///
    /// # Errors
    /// If something else records them already.
    pub fn install() -> Result<Self, String> {
        let handle = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)
            .and_then(|builder| {
                // A whole name comes before the end of one.
                let work = Matcher::Full("dragoman_document_seconds".to_owned());
                builder.set_buckets_for_metric(work, &SECONDS_OF_DOCUMENTS)
            })
            .and_then(PrometheusBuilder::install_recorder)
            .map_err(|error| error.to_string())?;
        descriptions::describe();
        metrics::gauge!("dragoman_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
        Ok(Self(handle))
    }

    /// Keeps what was recorded compact, for ever. Without it the histograms of a server whose
    /// metrics nobody reads would grow with every request.
    pub async fn maintain(self) {
        loop {
            tokio::time::sleep(UPKEEP_INTERVAL).await;
            self.0.run_upkeep();
        }
    }
}

/// What the monitoring listener needs to see.
#[derive(Clone)]
pub struct Monitoring {
    /// The metrics of this process.
    pub metrics: Metrics,
    /// Tells whether the store answers.
    pub keys: Keys,
    /// Tells how many documents there are.
    pub documents: Documents,
    /// Tells whether the disk has room.
    pub space: SpaceFloor,
    /// Tells what can be translated.
    pub engine: Arc<dyn Translator>,
    /// Tells whether texts can be improved by all who are to improve them.
    pub improve: ImproveTexts,
    /// Set when the process is about to end and takes no new connections.
    pub draining: Arc<AtomicBool>,
}

/// `/health/live`, `/health/ready` and `/metrics`, for a listener of their own: none needs a key.
pub fn monitoring(monitoring: Monitoring) -> Router {
    Router::new()
        .route("/health/live", get(live))
        .route("/health/ready", get(ready))
        .route("/metrics", get(metrics))
        .with_state(monitoring)
}

#[derive(Serialize)]
struct Health {
    status: &'static str,
    /// How many language pairs can be translated.
    #[serde(skip_serializing_if = "Option::is_none")]
    language_pairs: Option<usize>,
    /// What does not work at the moment, such as a language model that does not answer, while the
    /// server works without it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    troubles: Vec<String>,
}

async fn live() -> Json<Health> {
    Json(Health {
        status: "live",
        language_pairs: None,
        troubles: Vec::new(),
    })
}

async fn ready(State(monitoring): State<Monitoring>) -> (StatusCode, Json<Health>) {
    let status = if monitoring.draining.load(Ordering::Relaxed) {
        Err("draining")
    } else if monitoring.keys.check_store().await.is_err() {
        Err("the store does not answer")
    } else {
        Ok("ready")
    };
    let code = match status {
        Ok(_) => StatusCode::OK,
        Err(_) => StatusCode::SERVICE_UNAVAILABLE,
    };
    let (Ok(status) | Err(status)) = status;
    let language_pairs = Some(monitoring.engine.offers().len());
    let mut troubles = monitoring.engine.troubles();
    troubles.extend(monitoring.improve.troubles());
    troubles.extend(trouble_with_space(&monitoring.space));
    (
        code,
        Json(Health {
            status,
            language_pairs,
            troubles,
        }),
    )
}

async fn metrics(State(monitoring): State<Monitoring>) -> impl IntoResponse {
    process::record();
    show_documents(&monitoring.documents).await;
    show_space(&monitoring.space);
    monitoring.metrics.0.run_upkeep();
    (
        [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")],
        monitoring.metrics.0.render(),
    )
}

/// What is wrong with the disk, if anything is.
fn trouble_with_space(space: &SpaceFloor) -> Option<String> {
    match space.free_bytes() {
        Ok(free) if free >= space.bytes() => None,
        Ok(free) => Some(format!(
            "the disk of the data folder has {} MB free of the {} MB that are to stay so \
             (data.free_space_floor_megabytes), so files are refused, and below half of that glossaries and style rules, too",
            free / MEGABYTE,
            space.bytes() / MEGABYTE
        )),
        Err(error) => Some(format!(
            "it cannot be told how much of the disk of the data folder is free: {error}"
        )),
    }
}

/// Shows what is free of the disk at this moment; no number where that cannot be told.
fn show_space(space: &SpaceFloor) {
    let free = space.free_bytes().map_or(f64::NAN, |free| free as f64);
    metrics::gauge!("dragoman_free_space_bytes").set(free);
    metrics::gauge!("dragoman_free_space_floor_bytes").set(space.bytes() as f64);
}

/// Counts the documents for whoever asks, so that the counts are true at that moment. Where that fails they are no
/// numbers, rather than those of another time, and all other metrics can be read.
async fn show_documents(documents: &Documents) {
    let counts = documents.counts().await;
    if let Err(error) = &counts {
        tracing::warn!(%error, "the documents are not counted");
    }
    let number = |of: fn(&DocumentCounts) -> u64| {
        let counts = counts.as_ref();
        counts.map_or(f64::NAN, |counts| of(counts) as f64)
    };
    for (status, number) in [
        ("queued", number(|counts| counts.queued)),
        ("translating", number(|counts| counts.translating)),
        ("translated", number(|counts| counts.translated)),
        ("failed", number(|counts| counts.failed)),
    ] {
        metrics::gauge!("dragoman_documents", "status" => status).set(number);
    }
    metrics::gauge!("dragoman_document_bytes").set(number(|counts| counts.bytes));
}
