//! LanguageTool behind the interface.

use serde_json::json;

use crate::support::{Installation, eventually};
use crate::tool_server::{ToolServer, broken, unknown};

/// What only the tool finds, and what only the rules find.
const WRONG: &str = "The committee were in the garden, and teh chairman wrote a letter.";
const BY_BOTH: &str = "The committee was in the garden, and the chairman wrote a letter.";

async fn with_tool(installation: Installation) -> (Installation, ToolServer) {
    let tool = ToolServer::with(&[
        broken("committee were", &["committee was"]),
        unknown("Hrbek", &["Hubert"]),
    ])
    .await;
    let installation = installation.option("improvement.language_tool.url", &tool.url());
    (installation, tool)
}

#[tokio::test]
async fn languagetool_reads_before_the_rules_and_these_alone_when_it_is_gone() {
    let (installation, mut tool) = with_tool(Installation::without_engine()).await;
    let improve = async || {
        let arguments = ["improve", "--lang", "en-US", WRONG];
        installation.run(&arguments).await.expect(0).output
    };
    assert_eq!(improve().await, format!("{BY_BOTH}\n"));
    assert_eq!(tool.questions()[0]["text"], WRONG);
    let outcome = installation.run(&["doctor"]).await.expect(0);
    let reads =
        "ok       LanguageTool answers and reads de, en, en-GB, en-US, es, fr, pt-BR, pt-PT.";
    assert!(outcome.output.contains(reads), "{outcome:?}");
    tool.has_only(&["nl"]);
    let outcome = installation.run(&["doctor"]).await.expect(0);
    assert!(
        outcome
            .output
            .contains("missing  LanguageTool answers, but has none"),
        "{outcome:?}"
    );
    tool.stop().await;
    assert_eq!(
        improve().await,
        format!("{}\n", WRONG.replace("teh", "the"))
    );
    let outcome = installation.run(&["doctor"]).await.expect(1);
    assert!(
        outcome
            .output
            .contains("broken   LanguageTool is not used: "),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn a_server_corrects_by_it_and_says_when_it_is_gone() {
    let (installation, mut tool) = with_tool(Installation::without_engine()).await;
    let mut server = installation.start().await;
    let key = server.first_keys().await.api;
    let body = json!({ "text": [WRONG], "target_lang": "en-US" });
    let correct = async |expected: &str| {
        let answer = server
            .post("/v2/write/correct", &key, &body)
            .await
            .expect(200);
        (answer.body["improvements"][0]["text"] == expected).then_some(())
    };
    eventually("LanguageTool is known to read", async || {
        correct(BY_BOTH).await
    })
    .await;
    tool.stop().await;
    assert!(correct(&WRONG.replace("teh", "the")).await.is_some());
    let health = server.health("ready").await.expect(200);
    let trouble = health.body["troubles"][0].as_str().unwrap();
    assert!(trouble.contains("LanguageTool cannot be used"), "{trouble}");
    let metrics = server.metrics().await;
    for outcome in ["answered", "failed"] {
        let metric = format!("dragoman_language_tool_requests_total{{outcome=\"{outcome}\"}}");
        assert!(metrics.contains(&metric), "{metrics}");
    }
    let applied = "dragoman_language_tool_matches_total{outcome=\"applied\"}";
    assert!(metrics.contains(applied), "{metrics}");
    assert!(
        !server.log().contains("committee"),
        "the log has no text of a customer"
    );
}

#[tokio::test]
async fn options_that_cannot_work_are_refused_at_the_start() {
    for (option, value) in [
        ("url", "localhost:1"),
        ("level", "\"strict\""),
        ("concurrency", "0"),
    ] {
        let installation = Installation::without_engine()
            .option("improvement.language_tool.url", "http://127.0.0.1:1")
            .option(&format!("improvement.language_tool.{option}"), value);
        let outcome = installation.run(&["config", "show"]).await.expect(2);
        // Of an environment variable the key is told in capitals.
        let told = outcome.errors.to_lowercase();
        assert!(told.contains(option), "{outcome:?}");
    }
}
