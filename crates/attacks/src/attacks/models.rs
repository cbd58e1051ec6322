//! What can be done with models of the neural engine.

use std::time::Duration;

use anyhow::Result;
use futures_util::future::join_all;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::time::{Instant, sleep};

use super::Target;
use crate::server::Setup;
use crate::wire::{connect, request};

/// Models of which the engine can keep only some at a time.
pub(super) fn more_than_fit() -> Setup {
    let budget = "DRAGOMAN_ENGINES__NEURAL__MEMORY_BUDGET_MEGABYTES";
    Setup {
        options: vec![(budget, "1".to_owned())],
        models: &[
            ("ende", "en", "de"),
            ("enfr", "en", "fr"),
            ("deen", "de", "en"),
        ],
        ..Setup::default()
    }
}

/// Asks for translations by each of them in turn, and goes away at once.
pub(super) async fn abandoned(target: Target) -> Result<()> {
    let text = "the house is green and the garden is big . ".repeat(100);
    let requests = ["DE", "FR"].map(|language| {
        let body = json!({ "text": [text], "source_lang": "EN", "target_lang": language });
        let body = body.to_string();
        request(
            "/v2/translate",
            &target.key,
            "application/json",
            body.as_bytes(),
        )
    });
    let until = Instant::now() + Duration::from_secs(target.scale.of(5, 30));
    let loops = (0..32).map(|number| {
        let bytes = &requests[number % requests.len()];
        async move {
            while Instant::now() < until {
                if let Ok(mut stream) = connect(target.interface).await {
                    let _ = stream.write_all(bytes).await;
                    sleep(Duration::from_millis(30)).await;
                }
            }
        }
    });
    join_all(loops).await;
    Ok(())
}
