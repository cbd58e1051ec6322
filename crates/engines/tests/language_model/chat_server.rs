//! A server of the chat protocol over real HTTP, with a model that does what a test says.

use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::serving::{Exchange, Serving, lock, retry_after};

/// The only model that there is.
pub(crate) const MODEL: &str = "test-model";

/// A question as the model sees it.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    /// The whole body.
    pub(crate) body: Value,
    pub(crate) authorization: Option<String>,
}

impl Question {
    fn message(&self, role: &str) -> &str {
        let messages = self.body["messages"].as_array().unwrap();
        let mut of_role = messages.iter().filter(|message| message["role"] == role);
        let message = of_role.next().unwrap()["content"].as_str().unwrap();
        assert!(of_role.next().is_none(), "one message of each role");
        message
    }

    /// The instructions.
    pub(crate) fn system(&self) -> &str {
        self.message("system")
    }

    /// The data.
    pub(crate) fn data(&self) -> Value {
        serde_json::from_str(self.message("user")).unwrap()
    }

    /// The texts of the segments, or those that are to be said in other words.
    pub(crate) fn texts(&self) -> Vec<String> {
        let data = self.data();
        let entries = data["segments"].as_array().or(data["texts"].as_array());
        let entries = entries.unwrap().iter();
        entries
            .map(|entry| entry["text"].as_str().unwrap().to_owned())
            .collect()
    }

    /// The type of the wanted form of the answer.
    pub(crate) fn form(&self) -> Option<&str> {
        self.body["response_format"]["type"].as_str()
    }
}

/// What the server does with a question.
#[derive(Clone)]
pub(crate) enum Reply {
    /// The translations of the segments, in order.
    Translations(Vec<String>),
    /// The texts in other words, in order.
    Texts(Vec<String>),
    /// The text that the model writes.
    Text(String),
    /// The text up to the limit of tokens.
    Truncated(String),
    /// No success: the status, the message and the seconds of `Retry-After`.
    Refusal(u16, &'static str, Option<u64>),
    /// A body that is not one of the protocol.
    Body(&'static str),
    /// The translations, after a permit.
    Held(Arc<Semaphore>),
}

type Model = Arc<dyn Fn(&Question) -> Reply + Send + Sync>;

struct Shared {
    key: Option<&'static str>,
    model: Mutex<Model>,
    exchange: Exchange<Question, Reply>,
}

/// A server that runs until it is stopped or dropped.
pub(crate) struct ChatServer {
    serving: Serving,
    shared: Arc<Shared>,
}

impl ChatServer {
    /// A server with a model that translates well.
    pub(crate) async fn start() -> Self {
        Self::with_key(None).await
    }

    /// A server that wants a key.
    pub(crate) async fn with_key(key: Option<&'static str>) -> Self {
        let shared = Arc::new(Shared {
            key,
            model: Mutex::new(Arc::new(good)),
            exchange: Exchange::new(),
        });
        let router = Router::new()
            .route("/v1/chat/completions", post(chat))
            .route("/v1/models", get(models))
            .with_state(Arc::clone(&shared));
        let serving = Serving::start(router).await;
        Self { serving, shared }
    }

    pub(crate) fn base_url(&self) -> String {
        format!("{}/v1", self.serving.url())
    }

    /// Makes the model do this with every question.
    pub(crate) fn always(&self, model: impl Fn(&Question) -> Reply + Send + Sync + 'static) {
        *lock(&self.shared.model) = Arc::new(model);
    }

    /// Makes the model do this with the next question for which nothing else is planned.
    pub(crate) fn once(&self, reply: Reply) {
        self.shared.exchange.plan(reply);
    }

    /// The questions so far.
    pub(crate) fn questions(&self) -> Vec<Question> {
        self.shared.exchange.questions()
    }

    /// Waits until there were so many questions.
    pub(crate) async fn until_asked(&self, count: usize) {
        self.shared.exchange.until_asked(count).await;
    }

    /// Stops it: from now on nobody listens at its address.
    pub(crate) async fn stop(&mut self) {
        self.serving.stop().await;
    }
}

/// Translations that look like some: each word of a made-up language for one of the text.
pub(crate) fn good(question: &Question) -> Reply {
    Reply::Translations(translations(question))
}

pub(crate) fn translations(question: &Question) -> Vec<String> {
    let data = question.data();
    let segments = data["segments"].as_array().unwrap().iter();
    segments
        .map(|segment| {
            let keep = segment["keep"].as_array().cloned().unwrap_or_default();
            let keep: Vec<&str> = keep.iter().filter_map(Value::as_str).collect();
            translated(segment["text"].as_str().unwrap(), &keep)
        })
        .collect()
}

/// Doubles the vowels of words, and leaves marks and what is to be kept.
pub(crate) fn translated(text: &str, keep: &[&str]) -> String {
    let next = keep
        .iter()
        .filter_map(|kept| Some((text.find(kept)?, *kept)));
    match next.min_by_key(|(at, kept)| (*at, std::cmp::Reverse(kept.len()))) {
        Some((at, kept)) => {
            let (before, rest) = text.split_at(at);
            format!(
                "{}{kept}{}",
                translated(before, &[]),
                translated(&rest[kept.len()..], keep)
            )
        }
        None => text
            .chars()
            .flat_map(|letter| {
                let count = if "aeiou".contains(letter) { 2 } else { 1 };
                std::iter::repeat_n(letter, count)
            })
            .collect(),
    }
}

async fn models(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Response {
    if is_refused(&shared, &headers) {
        return refusal(401, "Incorrect API key provided.", None);
    }
    let list = json!({ "object": "list", "data": [{ "id": MODEL, "object": "model" }] });
    Json(list).into_response()
}

async fn chat(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Response {
    let authorization = headers.get("authorization");
    let question = Question {
        body,
        authorization: authorization.map(|value| value.to_str().unwrap().to_owned()),
    };
    shared.exchange.record(&question);
    if is_refused(&shared, &headers) {
        return refusal(401, "Incorrect API key provided.", None);
    }
    if let Err(complaint) = check(&question.body) {
        return refusal(400, complaint, None);
    }
    if question.body["model"] != MODEL {
        return refusal(404, "The model does not exist.", None);
    }
    let reply = shared.exchange.next_planned().unwrap_or_else(|| {
        let model = Arc::clone(&lock(&shared.model));
        model(&question)
    });
    match reply {
        Reply::Translations(texts) => answer(&answer_text(&texts), "stop"),
        Reply::Texts(texts) => answer(&list_text("texts", &texts), "stop"),
        Reply::Text(text) => answer(&text, "stop"),
        Reply::Truncated(text) => answer(&text, "length"),
        Reply::Refusal(status, message, seconds) => refusal(status, message, seconds),
        Reply::Body(body) => body.into_response(),
        Reply::Held(gate) => {
            gate.acquire().await.unwrap().forget();
            answer(&answer_text(&translations(&question)), "stop")
        }
    }
}

fn is_refused(shared: &Shared, headers: &HeaderMap) -> bool {
    shared.key.is_some_and(|key| {
        let sent = headers.get("authorization");
        sent.is_none_or(|sent| *sent != *format!("Bearer {key}"))
    })
}

/// What a real server would object to.
fn check(body: &Value) -> Result<(), &'static str> {
    let messages = body["messages"].as_array().ok_or("messages is required")?;
    let is_message = |message: &Value| {
        ["system", "user", "assistant"].contains(&message["role"].as_str().unwrap_or_default())
            && message["content"].is_string()
    };
    if messages.is_empty() || !messages.iter().all(is_message) {
        return Err("messages must be a list of messages");
    }
    if !(body["stream"].is_null() || body["stream"] == false) {
        return Err("this server does not stream");
    }
    for name in ["max_tokens", "max_completion_tokens", "seed"] {
        if !(body[name].is_null() || body[name].is_u64()) {
            return Err("a number is not one");
        }
    }
    let format = &body["response_format"];
    match format["type"].as_str() {
        None if format.is_null() => Ok(()),
        Some("json_object") => Ok(()),
        Some("json_schema")
            if format["json_schema"]["name"].is_string()
                && format["json_schema"]["schema"].is_object() =>
        {
            Ok(())
        }
        _ => Err("response_format is not valid"),
    }
}

/// The text of an answer that has these translations.
pub(crate) fn answer_text(texts: &[String]) -> String {
    list_text("translations", texts)
}

/// The text of an answer that has these texts in a list of this name.
pub(crate) fn list_text(name: &str, texts: &[String]) -> String {
    let numbered = texts.iter().zip(1..);
    let entries: Vec<Value> = numbered
        .map(|(text, id)| json!({ "id": id, "text": text }))
        .collect();
    json!({ name: entries }).to_string()
}

fn answer(text: &str, finish_reason: &str) -> Response {
    Json(json!({
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": MODEL,
        "choices": [{
            "index": 0,
            "message": { "role": "assistant", "content": text },
            "finish_reason": finish_reason
        }],
        "usage": { "prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120 }
    }))
    .into_response()
}

fn refusal(status: u16, message: &str, seconds: Option<u64>) -> Response {
    let status = StatusCode::from_u16(status).unwrap();
    let body = json!({ "error": { "message": message, "type": "invalid_request_error" } });
    retry_after((status, Json(body)).into_response(), seconds)
}
