//! What can be done with glossaries.

use anyhow::{Result, ensure};
use futures_util::future::join_all;
use serde_json::json;

use super::Target;
use crate::wire::{exchange, request};

pub(super) async fn permutations(target: Target) -> Result<()> {
    let account = target.account()?;
    let entries = target.scale.of(40_000, 200_000);
    let mut ids = Vec::new();
    for glossary in 0..4 {
        let entries: String = (0..entries)
            .map(|n| format!("word{glossary} number{n}\tpalabra{glossary} número{n}\n"))
            .collect();
        let dictionary = json!({
            "source_lang": "en", "target_lang": "es", "entries": entries, "entries_format": "tsv"
        });
        let body = json!({ "name": "large", "dictionaries": [dictionary] });
        let made = account.post("/v3/glossaries", &body).await?;
        ids.push(made["glossary_id"].as_str().unwrap_or_default().to_owned());
    }
    let orders = (0..40).map(|number| {
        let mut order = ids.clone();
        order.rotate_left(number % 4);
        order.swap(number / 4 % 4, number / 16 % 4);
        order.truncate(4 - number % 3);
        order
    });
    let requests = orders.map(|order| {
        let body = json!({
            "text": ["a"], "source_lang": "EN", "target_lang": "ES", "glossary_ids": order
        });
        let bytes = request(
            "/v2/translate",
            &target.key,
            "application/json",
            body.to_string().as_bytes(),
        );
        async move { exchange(target.interface, &bytes).await }
    });
    for answer in join_all(requests).await.into_iter().flatten() {
        ensure!(answer.status != 500, "glossaries failed: {}", answer.text);
    }
    for id in ids {
        account.delete(&format!("/v3/glossaries/{id}")).await?;
    }
    Ok(())
}
