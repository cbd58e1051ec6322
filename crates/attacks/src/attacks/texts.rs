//! What can be done with texts.

use std::time::Duration;

use anyhow::{Result, ensure};
use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::Target;
use crate::wire::{exchange, request};

/// What an ordinary route takes, with room for the rest of the request.
const BYTES: usize = 120_000;

/// Something over and over until it has this many bytes.
fn repeated(piece: &str) -> String {
    piece.repeat(BYTES / piece.len())
}

/// Sends the bodies, some at a time; no answer may be a failure of the server's own. Refusals are in order, and so is the
/// answer that the time for it is over.
async fn send(target: &Target, path: &str, bodies: Vec<Value>) -> Result<()> {
    for group in bodies.chunks(4) {
        let requests = group.iter().map(|body| async move {
            let body = body.to_string();
            let bytes = request(path, &target.key, "application/json", body.as_bytes());
            exchange(target.interface, &bytes).await
        });
        for answer in join_all(requests).await.into_iter().flatten() {
            ensure!(answer.status != 500, "{path} failed: {}", answer.text);
        }
    }
    Ok(())
}

pub(super) async fn markup(target: Target) -> Result<()> {
    let pieces = [
        "<a>",
        "<a ",
        "<!--",
        "<![CDATA[",
        "&",
        "&#",
        "<",
        "</a>",
        "<b><i>",
        "<p a='",
        "<script>",
        "<x:y z=\"1\">",
    ];
    let bodies = ["html", "xml"].into_iter().flat_map(|handling| {
        pieces.map(|piece| {
            // Valid JSON may not have as many characters as the body has bytes.
            let text = repeated(piece).chars().take(BYTES / 2).collect::<String>();
            json!({ "text": [text], "source_lang": "EN", "target_lang": "ES", "tag_handling": handling })
        })
    });
    send(&target, "/v2/translate", bodies.collect()).await
}

pub(super) async fn patterns(target: Target) -> Result<()> {
    let pieces = [
        "a", "a.", "a@", "http://", "1,", "1 ", "{", "{{", "{%", "%(", "${", "((", "a-", "\u{301}",
        "¿", "...", "\" ", "' ", "\n- ", "A. ", "0x", "::",
    ];
    let texts: Vec<String> = pieces.map(repeated).into();
    let translations = texts
        .iter()
        .map(|text| json!({ "text": [text], "source_lang": "EN", "target_lang": "ES" }));
    send(&target, "/v2/translate", translations.collect()).await?;
    let detections = texts
        .iter()
        .map(|text| json!({ "text": [text], "target_lang": "ES" }));
    send(&target, "/v2/translate", detections.collect()).await?;
    let corrections = texts.iter().map(|text| {
        let text: String = text.chars().take(3_000).collect();
        json!({ "text": [text], "target_lang": "en-US" })
    });
    send(&target, "/v2/write/correct", corrections.collect()).await
}

pub(super) async fn one_key(target: Target) -> Result<()> {
    let texts: Vec<String> = (0..50)
        .map(|number| {
            format!("The house number {number} is green and its garden is big. ").repeat(4)
        })
        .collect();
    let body = json!({ "text": texts, "source_lang": "EN", "target_lang": "ES" });
    let correction = json!({ "text": ["This are a sentence with mistake. ".repeat(100)], "target_lang": "en-US" });
    let requests =
        [("/v2/translate", body), ("/v2/write/correct", correction)].map(|(path, body)| {
            request(
                path,
                &target.key,
                "application/json",
                body.to_string().as_bytes(),
            )
        });
    let until = Instant::now() + Duration::from_secs(target.scale.of(5, 30));
    let loops = (0..128).map(|number| {
        let bytes = &requests[number % 2];
        async move {
            while Instant::now() < until {
                if let Ok(answer) = exchange(target.interface, bytes).await {
                    ensure!(
                        [200, 429, 503].contains(&answer.status),
                        "much work was answered with {}",
                        answer.status
                    );
                }
            }
            Ok(())
        }
    });
    join_all(loops).await.into_iter().collect()
}
