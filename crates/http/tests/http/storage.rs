//! What is refused because there is no room for it.

use std::sync::Arc;

use dragoman_domain::StorageRoom;
use dragoman_service::MemoryLimits;
use serde_json::json;

use crate::{Answer, Settings, TestApi, english_with};

const LOW_SPACE: &str = "so it keeps no more";

#[tokio::test]
async fn with_the_disk_almost_full_texts_are_translated_and_counted_and_nothing_else_comes_in() {
    let settings = Settings::default();
    let disk = Arc::clone(&settings.disk);
    let api = TestApi::with(settings).await;
    let import = json!({"source_file": {"file_name": "a.tmx", "content_length": 10}});
    let import = || api.post("/v3/translation_memories/import").json(&import);
    let created = Answer::of(import()).await;
    let link = created.body["upload_url"].as_str().unwrap().to_owned();
    let document = api.sent("Hello.").await;
    assert_eq!(api.document_status(&document).await["status"], "done");
    disk.fill();
    let entries = json!({
        "name": "a",
        "dictionaries": [{
            "source_lang": "en", "target_lang": "es", "entries": "a\tb", "entries_format": "tsv",
        }],
    });
    let old_glossary = json!({
        "name": "a", "source_lang": "en", "target_lang": "es", "entries": "a\tb", "entries_format": "tsv",
    });
    let list = json!({"name": "a", "language": "de", "configured_rules": {}});
    let refused = [
        api.send_document("a.txt", "Hello.", &[("target_lang", "ES")])
            .await,
        Answer::of(import()).await,
        Answer::of(
            api.client
                .put(link)
                .header("content-type", "application/xml")
                .body("ten bytes."),
        )
        .await,
        Answer::of(api.post("/v3/glossaries").json(&entries)).await,
        Answer::of(api.post("/v2/glossaries").json(&old_glossary)).await,
        Answer::of(api.post("/v3/style_rules").json(&list)).await,
    ];
    for answer in refused {
        assert_eq!(answer.status, 503, "{}", answer.body);
        assert!(answer.message().contains(LOW_SPACE), "{}", answer.body);
        assert!(answer.header("retry-after").is_some());
    }
    let translated = api.translate(english_with(json!({}))).await;
    assert_eq!(translated.status, 200, "{}", translated.body);
    assert_eq!(api.counted().await, 6);
    assert_eq!(api.translated(&document).await, "es:Hello.");
}

#[tokio::test]
async fn an_import_for_which_the_account_has_no_room_is_413() {
    let api = TestApi::with(Settings {
        memory_limits: MemoryLimits {
            storage: StorageRoom {
                of_account: 1000,
                in_all: 1500,
            },
            ..MemoryLimits::default()
        },
        ..Settings::default()
    })
    .await;
    let import = async |length: u64| {
        let file = json!({"source_file": {"file_name": "a.tmx", "content_length": length}});
        Answer::of(api.post("/v3/translation_memories/import").json(&file)).await
    };
    import(1001).await.expect(
        413,
        "The files of imports and exports of the account would have more than 1000 bytes, which are the most; wait \
         until imports are done and exports have expired.",
    );
    import(1501).await.expect(
        503,
        "The server has no room for more files of imports and exports; try again later.",
    );
    assert_eq!(import(1000).await.status, 201);
}
