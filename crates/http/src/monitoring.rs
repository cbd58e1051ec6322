use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use dragoman_domain::Translator;
use dragoman_service::Keys;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use serde::Serialize;

/// Upper bounds in seconds for everything that takes time.
const SECONDS: [f64; 14] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0,
];

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
            .and_then(PrometheusBuilder::install_recorder)
            .map_err(|error| error.to_string())?;
        describe();
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

fn describe() {
    metrics::describe_counter!(
        "dragoman_http_requests_total",
        "Answers, by method, route and status"
    );
    metrics::describe_histogram!(
        "dragoman_http_request_duration_seconds",
        "Time from the head of a request to its answer, by route"
    );
    metrics::describe_counter!(
        "dragoman_requests_refused_total",
        "Requests refused because of too much work, by reason"
    );
    metrics::describe_gauge!(
        "dragoman_requests_in_progress",
        "Translations and detections in progress"
    );
    metrics::describe_counter!(
        "dragoman_translated_characters_total",
        "Characters of source text that were translated and counted"
    );
    metrics::describe_counter!(
        "dragoman_improved_characters_total",
        "Characters of texts that were improved and counted"
    );
    metrics::describe_counter!(
        "dragoman_rewritings_refused_total",
        "Texts in other words that were not used, by what was wrong with them"
    );
    metrics::describe_counter!(
        "dragoman_runaway_translations_total",
        "Sentences whose translation repeated itself without end and was cut"
    );
    metrics::describe_counter!(
        "dragoman_language_model_requests_total",
        "Questions to the language model, by outcome"
    );
    metrics::describe_counter!(
        "dragoman_language_model_segments_total",
        "Answers of the language model for sentences: accepted, or refused by which check"
    );
    metrics::describe_counter!(
        "dragoman_language_model_texts_total",
        "Answers of the language model for texts in other words: accepted, or refused by which check"
    );
    metrics::describe_counter!(
        "dragoman_language_model_fallbacks_total",
        "Sentences that other engines translated instead of the language model, by reason"
    );
    metrics::describe_counter!(
        "dragoman_language_model_tokens_total",
        "Tokens that the language model says it has read and written, by kind"
    );
    metrics::describe_histogram!(
        "dragoman_language_model_seconds",
        "Time from a question to the language model to its answer"
    );
    metrics::describe_gauge!(
        "process_resident_memory_bytes",
        "Resident memory of this process without its engines' processes"
    );
}

/// What the monitoring listener needs to see.
#[derive(Clone)]
pub struct Monitoring {
    /// The metrics of this process.
    pub metrics: Metrics,
    /// Tells whether the store answers.
    pub keys: Keys,
    /// Tells what can be translated.
    pub engine: Arc<dyn Translator>,
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
    } else if monitoring.keys.accounts().await.is_err() {
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
    (
        code,
        Json(Health {
            status,
            language_pairs,
            troubles: monitoring.engine.troubles(),
        }),
    )
}

async fn metrics(State(monitoring): State<Monitoring>) -> impl IntoResponse {
    if let Some(bytes) = resident_memory() {
        metrics::gauge!("process_resident_memory_bytes").set(bytes as f64);
    }
    monitoring.metrics.0.run_upkeep();
    (
        [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")],
        monitoring.metrics.0.render(),
    )
}

/// Resident memory of this process in bytes, where the system tells it.
fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024)
}
