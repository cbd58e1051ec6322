//! A server with the interface of LanguageTool over real HTTP, which finds the mistakes that a test says.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use reqwest::Url;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::serving::{Exchange, Serving, lock, retry_after};

/// The languages that it has, by their long codes.
pub(crate) const LANGUAGES: &[&str] = &[
    "ar", "de", "de-DE", "de-AT", "de-CH", "en", "en-US", "en-GB", "es", "fr", "ja-JP", "nl", "pt",
    "pt-BR", "pt-PT",
];

/// What the server takes for wrong in every text.
#[derive(Debug, Clone)]
pub(crate) struct Mistake {
    pub(crate) wrong: &'static str,
    pub(crate) replacements: &'static [&'static str],
    pub(crate) issue_type: &'static str,
    pub(crate) category: &'static str,
}

/// A word that no dictionary has.
pub(crate) const fn unknown(wrong: &'static str, replacements: &'static [&'static str]) -> Mistake {
    Mistake {
        wrong,
        replacements,
        issue_type: "misspelling",
        category: "TYPOS",
    }
}

/// A phrase that breaks a rule of grammar.
pub(crate) const fn broken(wrong: &'static str, replacements: &'static [&'static str]) -> Mistake {
    Mistake {
        wrong,
        replacements,
        issue_type: "grammar",
        category: "GRAMMAR",
    }
}

/// What the server does with a text.
#[derive(Clone)]
pub(crate) enum Reply {
    /// No success: the status and the seconds of `Retry-After`.
    Refusal(u16, Option<u64>),
    /// Look elsewhere.
    Redirect(String),
    /// This body.
    Body(String),
    /// Only this match, at an offset and of a length.
    Match(usize, usize),
    /// The usual answer, after a permit.
    Held(Arc<Semaphore>),
}

/// What the server was sent: the fields of the form.
pub(crate) type Question = HashMap<String, String>;

struct Shared {
    languages: Mutex<Vec<&'static str>>,
    mistakes: Mutex<Vec<Mistake>>,
    exchange: Exchange<Question, Reply>,
}

/// A server that runs until it is stopped or dropped.
pub(crate) struct ToolServer {
    serving: Serving,
    shared: Arc<Shared>,
}

impl ToolServer {
    /// A server that finds these.
    pub(crate) async fn with(mistakes: &[Mistake]) -> Self {
        let shared = Arc::new(Shared {
            languages: Mutex::new(LANGUAGES.to_vec()),
            mistakes: Mutex::new(mistakes.to_vec()),
            exchange: Exchange::new(),
        });
        let router = Router::new()
            .route("/v2/check", post(check))
            .route("/v2/languages", get(languages))
            .with_state(Arc::clone(&shared));
        let serving = Serving::start(router).await;
        Self { serving, shared }
    }

    pub(crate) fn url(&self) -> String {
        self.serving.url()
    }

    /// Takes away all languages but these.
    pub(crate) fn has_only(&self, languages: &[&'static str]) {
        *lock(&self.shared.languages) = languages.to_vec();
    }

    /// Does this with the next text for which nothing else is planned.
    pub(crate) fn once(&self, reply: Reply) {
        self.shared.exchange.plan(reply);
    }

    /// The questions about texts so far.
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

async fn languages(State(shared): State<Arc<Shared>>) -> Json<Value> {
    let languages = lock(&shared.languages);
    let listed = languages.iter().map(|long| {
        let short = long.split('-').next().unwrap();
        json!({ "name": format!("Language {long}"), "code": short, "longCode": long })
    });
    Json(listed.collect())
}

async fn check(State(shared): State<Arc<Shared>>, headers: HeaderMap, form: String) -> Response {
    let is_form = headers["content-type"] == "application/x-www-form-urlencoded";
    assert!(is_form, "{headers:?}");
    let form = Url::parse(&format!("http://server/?{form}")).unwrap();
    let question: Question = form.query_pairs().into_owned().collect();
    shared.exchange.record(&question);
    let matches = match shared.exchange.next_planned() {
        Some(Reply::Refusal(status, seconds)) => return refusal(status, seconds),
        Some(Reply::Redirect(to)) => {
            return (StatusCode::TEMPORARY_REDIRECT, [("location", to)]).into_response();
        }
        Some(Reply::Body(body)) => return body.into_response(),
        Some(Reply::Match(offset, length)) => {
            vec![match_at(offset, length, &unknown("", &["other"]))]
        }
        Some(Reply::Held(gate)) => {
            gate.acquire().await.unwrap().forget();
            Vec::new()
        }
        None => Vec::new(),
    };
    if !matches.is_empty() {
        return answer(matches);
    }
    match read(&shared, &question) {
        Ok(matches) => answer(matches),
        Err(complaint) => (StatusCode::BAD_REQUEST, format!("Error: {complaint}")).into_response(),
    }
}

/// A character of what the server reads, and the units of UTF-16 of the whole text that it stands for.
type Mapped = (char, usize, usize);

fn read(shared: &Shared, question: &Question) -> Result<Vec<Value>, String> {
    let language = question
        .get("language")
        .ok_or("Missing 'language' parameter")?;
    if !lock(&shared.languages).contains(&language.as_str()) {
        return Err(format!(
            "'{language}' is not a language code known to LanguageTool."
        ));
    }
    let level = question.get("level").map_or("default", String::as_str);
    if !["default", "picky"].contains(&level) {
        return Err(format!("'{level}' is no level"));
    }
    let mut mapped: Vec<Mapped> = Vec::new();
    match (question.get("text"), question.get("data")) {
        (Some(text), None) => append(&mut mapped, text, 0),
        (None, Some(data)) => {
            let data: Value = serde_json::from_str(data)
                .map_err(|_| "Could not parse JSON from 'data' parameter")?;
            let mut at = 0;
            for part in data["annotation"].as_array().ok_or("no annotation")? {
                if let Some(text) = part["text"].as_str() {
                    append(&mut mapped, text, at);
                    at += text.encode_utf16().count();
                } else {
                    let markup = part["markup"].as_str().ok_or("neither text nor markup")?;
                    let read_as = part["interpretAs"].as_str().unwrap_or_default();
                    let length = markup.encode_utf16().count();
                    mapped.extend(read_as.chars().map(|c| (c, at, at + length)));
                    at += length;
                }
            }
        }
        (Some(_), Some(_)) => return Err("Set only 'text' or 'data' parameter, not both".into()),
        (None, None) => return Err("Missing 'text' or 'data' parameter".into()),
    }
    let plain: String = mapped.iter().map(|(c, ..)| c).collect();
    let mut matches = Vec::new();
    for mistake in lock(&shared.mistakes).iter() {
        for (at, wrong) in plain.match_indices(mistake.wrong) {
            let first = plain[..at].chars().count();
            let last = first + wrong.chars().count() - 1;
            let (start, end) = (mapped[first].1, mapped[last].2);
            matches.push(match_at(start, end - start, mistake));
        }
    }
    Ok(matches)
}

fn append(mapped: &mut Vec<Mapped>, text: &str, mut at: usize) {
    for character in text.chars() {
        let end = at + character.len_utf16();
        mapped.push((character, at, end));
        at = end;
    }
}

fn match_at(offset: usize, length: usize, mistake: &Mistake) -> Value {
    let replacements = mistake.replacements.iter();
    let replacements: Vec<Value> = replacements
        .map(|value| json!({ "value": value }))
        .collect();
    json!({
        "message": "Possible mistake found.",
        "shortMessage": "Mistake",
        "replacements": replacements,
        "offset": offset,
        "length": length,
        "context": { "text": "…", "offset": 0, "length": length },
        "sentence": "…",
        "type": { "typeName": "Other" },
        "rule": {
            "id": "A_RULE",
            "description": "A rule",
            "issueType": mistake.issue_type,
            "category": { "id": mistake.category, "name": "A category" },
            "isPremium": false
        },
        "ignoreForIncompleteSentence": false,
        "contextForSureMatch": 0
    })
}

fn answer(matches: Vec<Value>) -> Response {
    Json(json!({
        "software": { "name": "LanguageTool", "version": "6.4", "apiVersion": 1, "premium": false, "status": "" },
        "warnings": { "incompleteResults": false },
        "language": {
            "name": "A language",
            "code": "xx",
            "detectedLanguage": { "name": "A language", "code": "xx", "confidence": 0.99 }
        },
        "matches": matches,
        "sentenceRanges": [[0, 1]]
    }))
    .into_response()
}

fn refusal(status: u16, seconds: Option<u64>) -> Response {
    let status = StatusCode::from_u16(status).unwrap();
    let response = (status, "Error: this text is a secret").into_response();
    retry_after(response, seconds)
}
