//! Improving texts: what comes back, what it costs, and what is refused.

mod mending;
mod refusals;
mod rewriting;

use std::sync::Arc;

use dragoman_service::Improvers;
use serde_json::Value;

use crate::improvers::{FakeProofreader, FakeRewriter};
use crate::{Answer, Settings, TestApi};

const BOTH: [&str; 2] = ["/v2/write/correct", "/v2/write/rephrase"];

async fn correct(api: &TestApi, body: Value) -> Answer {
    Answer::of(api.post("/v2/write/correct").json(&body)).await
}

async fn rephrase(api: &TestApi, body: Value) -> Answer {
    Answer::of(api.post("/v2/write/rephrase").json(&body)).await
}

/// The first of the improved texts.
#[track_caller]
fn text_of(answer: &Answer) -> &str {
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body["improvements"][0]["text"].as_str().unwrap()
}

/// An interface with these improvers.
async fn with(improvers: Improvers) -> TestApi {
    let settings = Settings {
        improvers,
        ..Settings::default()
    };
    TestApi::with(settings).await
}

/// An interface whose German and English are proofread and rewritten.
async fn with_rewriter(has_styles: bool) -> (TestApi, Arc<FakeProofreader>, Arc<FakeRewriter>) {
    let proofreader = FakeProofreader::new(&["de", "en", "zh"]);
    let rewriter = FakeRewriter::new(&["de", "en", "zh"], has_styles);
    let improvers = Improvers {
        proofreaders: vec![Arc::clone(&proofreader) as _],
        rewriters: vec![Arc::clone(&rewriter) as _],
    };
    (with(improvers).await, proofreader, rewriter)
}
