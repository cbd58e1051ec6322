use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use dragoman_http::{Connections, Limits, Metrics, Monitoring, monitoring};
use serde_json::json;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::{Answer, Settings, TestApi, english_with};

// One test, because a process has one recorder of metrics. Tests beside it may count too.
#[tokio::test]
async fn health_and_metrics_tell_the_state_without_a_key_or_a_text() {
    let mut settings = Settings::default();
    settings.document_limits.workers = 1;
    let disk = Arc::clone(&settings.disk);
    let api = TestApi::with(settings).await;
    let draining = Arc::new(AtomicBool::new(false));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let router = monitoring(Monitoring {
        metrics: Metrics::install().unwrap(),
        keys: api.keys.clone(),
        documents: api.documents.clone(),
        space: disk.floor(),
        engine: Arc::clone(&api.engine) as _,
        improve: api.improve.clone(),
        draining: Arc::clone(&draining),
    });
    let stop = CancellationToken::new();
    tokio::spawn(Connections::new(listener, router, Limits::default()).serve(stop.clone()));

    let live = Answer::of(api.client.get(format!("{base}/health/live"))).await;
    assert_eq!((live.status, live.body), (200, json!({"status": "live"})));
    let ready = Answer::of(api.client.get(format!("{base}/health/ready"))).await;
    assert_eq!(
        (ready.status, ready.body),
        (200, json!({"status": "ready", "language_pairs": 6}))
    );

    api.translate(english_with(json!({"text": ["Private words."]})))
        .await;
    Answer::of(api.get("/v2/a-path-that-somebody-made-up")).await;
    // One is translated, one fails when it comes, one is at work, and one waits.
    api.document_status(&api.sent("Private words.").await).await;
    let fields = [("target_lang", "ES")];
    api.send_document("Private.docx", "Private words.", &fields)
        .await;
    api.sent("Wait for me.").await;
    api.engine.wait_until_began(1).await;
    api.sent("Wait for another.").await;
    let metrics = async || {
        let request = api.client.get(format!("{base}/metrics"));
        request.send().await.unwrap().text().await.unwrap()
    };
    let seen = metrics().await;
    for line in [
        "dragoman_http_requests_total{method=\"POST\",route=\"/v2/translate\",status=\"200\"} ",
        "dragoman_http_requests_total{method=\"GET\",route=\"unknown\",status=\"404\"} ",
        "dragoman_translated_characters_total ",
        "# TYPE dragoman_http_request_duration_seconds histogram",
        "# TYPE process_resident_memory_bytes gauge",
        "dragoman_documents{status=\"queued\"} 1\n",
        "dragoman_documents{status=\"translating\"} 1\n",
        "dragoman_documents{status=\"translated\"} 1\n",
        "dragoman_documents{status=\"failed\"} 1\n",
        "dragoman_document_bytes 43\n",
        "dragoman_free_space_bytes 70368744177664\n",
        "dragoman_free_space_floor_bytes 512000000\n",
        "dragoman_document_seconds_bucket{format=\"txt\",le=\"3600\"} ",
        "# HELP dragoman_document_seconds ",
    ] {
        assert!(seen.contains(line), "{line} is not in\n{seen}");
    }
    for secret in ["Private", "made-up", api.key.as_str(), "127.0.0.1"] {
        assert!(!seen.contains(secret), "{secret}");
    }

    // With little space the server is ready for texts, and says what it refuses.
    disk.fill();
    let ready = Answer::of(api.client.get(format!("{base}/health/ready"))).await;
    let trouble = "the disk of the data folder has 200 MB free of the 512 MB that are to stay so \
                   (data.free_space_floor_megabytes), so files are refused, and below half of that glossaries and style rules, too";
    let expected = json!({"status": "ready", "language_pairs": 6, "troubles": [trouble]});
    assert_eq!((ready.status, ready.body), (200, expected));
    let seen = metrics().await;
    assert!(
        seen.contains("dragoman_free_space_bytes 200000000\n"),
        "{seen}"
    );

    // What is not known is no number.
    api.store.close().await;
    let seen = metrics().await;
    for line in [
        "dragoman_documents{status=\"queued\"} NaN\n",
        "dragoman_document_bytes NaN\n",
        "dragoman_translated_characters_total ",
    ] {
        assert!(seen.contains(line), "{line} is not in\n{seen}");
    }

    draining.store(true, Ordering::Relaxed);
    let ready = Answer::of(api.client.get(format!("{base}/health/ready"))).await;
    assert_eq!(ready.status, 503);
    stop.cancel();
}
