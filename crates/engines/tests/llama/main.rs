//! The language model engine against a real server with a model that writes garbage; see
//! `scripts/test-llm.sh`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed, and these say what the server does"
)]

use std::env;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use dragoman_domain::{
    Abilities, EngineError, EngineQuality, Language, LanguagePair, ModelType, Offer, Segment,
    SegmentTranslation, TranslationJob, Translator,
};
use dragoman_engines::language_model::Answers;
use dragoman_engines::{LanguageModel, LanguageModelConfig, WithLanguageModel};
use serde_json::{Value, json};

fn base_url() -> String {
    env::var("DRAGOMAN_TEST_LLM_URL").expect("make test-llm sets DRAGOMAN_TEST_LLM_URL")
}

fn name() -> String {
    env::var("DRAGOMAN_TEST_LLM_MODEL").expect("make test-llm sets DRAGOMAN_TEST_LLM_MODEL")
}

fn config() -> LanguageModelConfig {
    LanguageModelConfig {
        timeout: Duration::from_secs(600),
        patience: Duration::from_secs(3600),
        ..LanguageModelConfig::new(base_url(), name())
    }
}

fn model(config: LanguageModelConfig) -> Arc<LanguageModel> {
    Arc::new(LanguageModel::new(config, None).unwrap())
}

fn pair() -> LanguagePair {
    let language = |tag| Language::parse(tag).unwrap();
    LanguagePair::new(language("en"), language("de"))
}

/// What the garbage falls back to.
struct Local;

#[async_trait]
impl Translator for Local {
    fn name(&self) -> &'static str {
        "local"
    }

    fn offers(&self) -> Vec<Offer> {
        vec![Offer {
            pair: pair(),
            quality: EngineQuality::Basic,
            abilities: Abilities::default(),
        }]
    }

    fn remedy(&self, _: LanguagePair) -> Option<String> {
        None
    }

    async fn translate(&self, job: TranslationJob) -> Result<Vec<SegmentTranslation>, EngineError> {
        Ok(job
            .segments
            .iter()
            .map(|_| "local".to_owned().into())
            .collect())
    }
}

async fn translate(config: LanguageModelConfig, texts: &[String]) -> Vec<String> {
    let engine = WithLanguageModel::new(Arc::new(Local), model(config), true);
    let segments = texts
        .iter()
        .map(|text| Segment::new(text.clone(), Vec::new()));
    let job = TranslationJob {
        model: ModelType::QualityOptimized,
        ..TranslationJob::new(pair(), segments.collect())
    };
    let translations = engine.translate(job).await.unwrap();
    assert_eq!(engine.troubles(), [""; 0], "the server is well");
    translations
        .into_iter()
        .map(SegmentTranslation::into_text)
        .collect()
}

/// Asks the server itself.
async fn ask(body: Value) -> (u16, Value) {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let request = client
        .post(format!("{}/chat/completions", base_url()))
        .json(&body);
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

fn question(max_tokens: u32, text: &str) -> Value {
    json!({
        "model": name(),
        "messages": [{ "role": "user", "content": text }],
        "temperature": 0,
        "seed": 0,
        "max_tokens": max_tokens
    })
}

#[tokio::test]
#[ignore = "needs a server: make test-llm"]
async fn the_server_answers_and_lists_its_model() {
    assert_eq!(model(config()).check().await, Answers::Usable);
    let other = LanguageModelConfig {
        model: "another".to_owned(),
        ..config()
    };
    assert_eq!(
        model(other).check().await,
        Answers::OtherModels(vec![name()])
    );
}

#[tokio::test]
#[ignore = "needs a server: make test-llm"]
async fn some_forms_of_structured_output_are_understood() {
    let schema = json!({
        "type": "object",
        "properties": { "number": { "type": "integer" } },
        "required": ["number"],
        "additionalProperties": false
    });
    let named = json!({ "name": "answer", "strict": true, "schema": schema });
    let mut statuses = Vec::new();
    for format in [
        json!({ "type": "json_schema", "json_schema": named }),
        json!({ "type": "json_object", "schema": schema }),
        Value::Null,
    ] {
        let mut body = question(40, "Say a number.");
        body["response_format"] = format.clone();
        let (status, answer) = ask(body).await;
        println!(
            "{} is answered with {status}: {}",
            format["type"], answer["choices"][0]["message"]["content"]
        );
        statuses.push(status);
    }
    assert!(
        statuses[1..].iter().all(|status| *status == 200),
        "{statuses:?}"
    );
}

#[tokio::test]
#[ignore = "needs a server: make test-llm"]
async fn an_answer_that_is_cut_off_says_so() {
    let (status, answer) = ask(question(5, "Count to a thousand.")).await;
    println!(
        "an answer of 5 tokens ends with {}",
        answer["choices"][0]["finish_reason"]
    );
    assert_eq!(status, 200);
    assert_eq!(answer["choices"][0]["finish_reason"], "length");
}

#[tokio::test]
#[ignore = "needs a server: make test-llm"]
async fn a_question_beyond_the_context_is_refused_and_left_to_others() {
    let long = "A very long story. ".repeat(800);
    let (status, answer) = ask(question(5, &long)).await;
    println!(
        "a question that is too long is answered with {status}: {}",
        answer["error"]
    );
    assert_eq!(status, 400);
    let config = LanguageModelConfig {
        batch_characters: 100_000,
        ..config()
    };
    assert_eq!(translate(config, &[long]).await, ["local"]);
}

#[tokio::test]
#[ignore = "needs a server: make test-llm"]
async fn garbage_is_refused_and_left_to_others() {
    let texts = [
        "The meeting is on Monday.",
        "It was cold.",
        "We went home early.",
    ];
    let texts = texts.map(str::to_owned);
    assert_eq!(translate(config(), &texts).await, ["local"; 3]);
}
