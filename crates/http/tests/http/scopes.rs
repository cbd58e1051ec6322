//! Which key may call what: a table of every operation in the description.

use std::collections::BTreeSet;

use dragoman_domain::{Actor, KeyKind, KeyLimits, Plan, Scope, ScopeSet};
use dragoman_service::{KeyError, NewKey};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::documents::document_form;
use crate::{Answer, TestApi};

/// An id of the right form, of nothing.
const NOBODY: &str = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

/// What an operation asks of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Need {
    /// A developer key with this scope.
    Developer(Scope),
    /// A key of any kind with this scope.
    AnyKind(Scope),
    /// A developer key without restriction: no scope covers it.
    Unrestricted,
    /// An admin key without restriction.
    Admin,
}

/// An operation of the description, the query of a request for it and its body.
type Operation = (&'static str, &'static str, &'static str, Value, Need);

fn operations() -> Vec<Operation> {
    let mut operations = texts_and_languages();
    operations.extend(documents());
    operations.extend(glossaries());
    operations.extend(style_rules());
    operations.extend(translation_memories());
    operations.extend(administration());
    operations
}

fn texts_and_languages() -> Vec<Operation> {
    use Need::{AnyKind, Developer, Unrestricted};
    let languages = AnyKind(Scope::ReadLanguages);
    let translate = json!({"text": ["Hello."], "source_lang": "EN", "target_lang": "ES"});
    let none = json!({});
    vec![
        (
            "POST",
            "/v2/translate",
            "",
            translate,
            Developer(Scope::TranslateText),
        ),
        (
            "POST",
            "/v2/write/rephrase",
            "",
            json!({"text": ["Hello."]}),
            Developer(Scope::ImproveText),
        ),
        (
            "POST",
            "/v2/write/correct",
            "",
            json!({"text": ["Hello."], "target_lang": "EN"}),
            Developer(Scope::ImproveText),
        ),
        (
            "GET",
            "/v2/usage",
            "",
            none.clone(),
            AnyKind(Scope::ReadUsage),
        ),
        ("GET", "/v2/languages", "", none.clone(), languages),
        ("POST", "/v2/languages", "", none.clone(), languages),
        (
            "GET",
            "/v3/languages",
            "?resource=translate_text",
            none.clone(),
            languages,
        ),
        ("GET", "/v3/languages/resources", "", none, languages),
        (
            "POST",
            "/v3/detect/language",
            "",
            json!({"text": ["Hello."]}),
            Unrestricted,
        ),
    ]
}

fn documents() -> Vec<Operation> {
    let scope = Need::Developer(Scope::TranslateDocument);
    let key = json!({"document_key": "0".repeat(64)});
    vec![
        // Its body is a form.
        ("POST", "/v2/document", "", Value::Null, scope),
        ("POST", "/v2/document/{document_id}", "", key.clone(), scope),
        ("POST", "/v2/document/{document_id}/result", "", key, scope),
    ]
}

fn glossaries() -> Vec<Operation> {
    const PAIR: &str = "?source_lang=en&target_lang=de";
    let read = Need::Developer(Scope::ReadGlossaries);
    let write = Need::Developer(Scope::WriteGlossaries);
    let one = "/v3/glossaries/{glossary_id}";
    let dictionaries = "/v3/glossaries/{glossary_id}/dictionaries";
    let none = json!({});
    let dictionary = json!({
        "source_lang": "en", "target_lang": "de", "entries": "a\tb", "entries_format": "tsv",
    });
    let mut named = dictionary.clone();
    named["name"] = json!("x");
    vec![
        (
            "GET",
            "/v2/glossary-language-pairs",
            "",
            none.clone(),
            Need::AnyKind(Scope::ReadGlossaries),
        ),
        ("GET", "/v2/glossaries", "", none.clone(), read),
        ("POST", "/v2/glossaries", "", named, write),
        (
            "GET",
            "/v2/glossaries/{glossary_id}",
            "",
            none.clone(),
            read,
        ),
        (
            "DELETE",
            "/v2/glossaries/{glossary_id}",
            "",
            none.clone(),
            write,
        ),
        (
            "GET",
            "/v2/glossaries/{glossary_id}/entries",
            "",
            none.clone(),
            read,
        ),
        ("GET", "/v3/glossaries", "", none.clone(), read),
        ("POST", "/v3/glossaries", "", json!({"name": "x"}), write),
        ("GET", one, "", none.clone(), read),
        ("PATCH", one, "", json!({"name": "x"}), write),
        ("DELETE", one, "", none.clone(), write),
        (
            "GET",
            "/v3/glossaries/{glossary_id}/entries",
            PAIR,
            none.clone(),
            read,
        ),
        ("PUT", dictionaries, "", dictionary, write),
        ("DELETE", dictionaries, PAIR, none, write),
    ]
}

fn style_rules() -> Vec<Operation> {
    let read = Need::Developer(Scope::ReadStyleRules);
    let write = Need::Developer(Scope::WriteStyleRules);
    let lists = "/v3/style_rules";
    let one = "/v3/style_rules/{style_id}";
    let instructions = "/v3/style_rules/{style_id}/custom_instructions";
    let instruction = "/v3/style_rules/{style_id}/custom_instructions/{instruction_id}";
    let none = json!({});
    let text = json!({"label": "a", "prompt": "b"});
    let new = json!({"name": "x", "language": "de"});
    vec![
        ("GET", lists, "", none.clone(), read),
        ("POST", lists, "", new, write),
        ("GET", one, "", none.clone(), read),
        ("PATCH", one, "", json!({"name": "x"}), write),
        ("DELETE", one, "", none.clone(), write),
        (
            "PUT",
            "/v3/style_rules/{style_id}/configured_rules",
            "",
            none.clone(),
            write,
        ),
        ("POST", instructions, "", text.clone(), write),
        ("GET", instruction, "", none.clone(), read),
        ("PUT", instruction, "", text, write),
        ("DELETE", instruction, "", none, write),
    ]
}

fn translation_memories() -> Vec<Operation> {
    let read = Need::Developer(Scope::ReadTranslationMemories);
    let one = "/v3/translation_memories/{translation_memory_id}";
    let import = json!({"source_file": {"file_name": "a", "content_length": 1}});
    let none = json!({});
    vec![
        ("GET", "/v3/translation_memories", "", none.clone(), read),
        ("GET", one, "", none.clone(), read),
        ("DELETE", one, "", none.clone(), Need::Unrestricted),
        (
            "GET",
            "/v3/translation_memories/{translation_memory_id}/segments",
            "",
            none.clone(),
            read,
        ),
        (
            "POST",
            "/v3/translation_memories/{translation_memory_id}/export",
            "",
            none.clone(),
            read,
        ),
        (
            "POST",
            "/v3/translation_memories/import",
            "",
            import,
            Need::Unrestricted,
        ),
        (
            "GET",
            "/v3/translation_memories/jobs/{job_id}",
            "",
            none,
            read,
        ),
    ]
}

const REPORTED_DAYS: &str = "?start_date=2026-05-01&end_date=2026-05-02";

fn administration() -> Vec<Operation> {
    let keys = "/v2/admin/developer-keys";
    let id = format!("{NOBODY}:{NOBODY}");
    let choice = json!({"key_id": id});
    let label = json!({"key_id": id, "label": "x"});
    let limits = json!({"key_id": id, "characters": 1});
    vec![
        ("GET", keys, "", json!({}), Need::Admin),
        ("POST", keys, "", json!({}), Need::Admin),
        (
            "GET",
            "/v2/admin/analytics",
            REPORTED_DAYS,
            json!({}),
            Need::Admin,
        ),
        (
            "GET",
            "/v2/admin/analytics/custom-tags",
            REPORTED_DAYS,
            json!({}),
            Need::Admin,
        ),
        (
            "PUT",
            "/v2/admin/developer-keys/deactivate",
            "",
            choice,
            Need::Admin,
        ),
        (
            "PUT",
            "/v2/admin/developer-keys/label",
            "",
            label,
            Need::Admin,
        ),
        (
            "PUT",
            "/v2/admin/developer-keys/limits",
            "",
            limits,
            Need::Admin,
        ),
    ]
}

/// Every operation of the description that needs a key.
fn described() -> BTreeSet<(String, String)> {
    let description = serde_json::to_value(dragoman_http::description()).unwrap();
    let mut described = BTreeSet::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        // A link to a file carries its own permission.
        if path.contains("{token}") {
            continue;
        }
        for method in methods.as_object().unwrap().keys() {
            described.insert((method.to_uppercase(), path.clone()));
        }
    }
    described
}

/// The answers to an operation, under each of its names.
async fn answers(api: &TestApi, operation: &Operation) -> Vec<(String, Answer)> {
    let (method, path, query, body, need) = operation;
    let mut path = (*path).to_owned();
    while let (Some(start), Some(end)) = (path.find('{'), path.find('}')) {
        path.replace_range(start..=end, NOBODY);
    }
    let mut paths = vec![path];
    if *need != Need::Admin && paths[0].starts_with("/v2/") {
        paths.push(paths[0].replacen("/v2/", "/v1/", 1));
    }
    let mut answers = Vec::new();
    for path in paths {
        let mut request = api.request(method, &format!("{path}{query}"));
        if body.is_null() {
            request = document_form(request, "a.txt", b"Hello.", &[("target_lang", "ES")]);
        } else if *method != "GET" {
            request = request.json(body);
        }
        answers.push((format!("{method} {path}"), Answer::of(request).await));
    }
    answers
}

#[test]
fn the_table_has_every_operation_of_the_description() {
    let operations = operations();
    let listed: BTreeSet<_> = (operations.iter())
        .map(|(method, path, ..)| ((*method).to_owned(), (*path).to_owned()))
        .collect();
    assert_eq!(listed, described());
    assert_eq!(listed.len(), operations.len());
}

#[tokio::test]
async fn a_key_with_one_scope_does_what_it_covers_and_is_told_what_it_lacks() {
    let mut api = TestApi::start().await;
    for scope in Scope::ALL {
        let scopes = ScopeSet::of([scope]);
        api.key = api.new_key(Plan::Pro, KeyKind::Developer, scopes).await;
        for operation in operations() {
            let refusal = match operation.4 {
                Need::Developer(needed) | Need::AnyKind(needed) if needed == scope => None,
                Need::Developer(needed) | Need::AnyKind(needed) => {
                    Some(format!("This key lacks the scope \"{needed}\"."))
                }
                Need::Unrestricted => Some(
                    "This key is restricted to scopes, and no scope covers this call.".to_owned(),
                ),
                Need::Admin => {
                    Some("This call needs an admin key, and this is a developer key.".to_owned())
                }
            };
            for (call, answer) in answers(&api, &operation).await {
                let case = format!("{call} with {scope}: {}", answer.body);
                match &refusal {
                    Some(refusal) => {
                        assert_eq!(
                            (answer.status, answer.message()),
                            (403, &**refusal),
                            "{case}"
                        );
                    }
                    None => check_served(&answer, &case),
                }
            }
        }
    }
}

/// The status of the answer to a request whose body is announced and never comes.
async fn status_without_body(api: &TestApi, key: &str, operation: &Operation) -> u16 {
    let (method, path, query, ..) = operation;
    let path = path.replace(['{', '}'], "");
    let mut stream = TcpStream::connect(api.base.trim_start_matches("http://"))
        .await
        .unwrap();
    let head = format!(
        "{method} {path}{query} HTTP/1.1\r\nhost: x\r\nauthorization: Service-Auth-Key {key}\r\n\
         content-type: application/json\r\ncontent-length: 100000\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.unwrap();
    let status = std::str::from_utf8(&status).unwrap();
    status.trim_start_matches("HTTP/1.1 ").parse().unwrap()
}

#[tokio::test]
async fn who_may_not_is_told_so_before_the_body_arrives() {
    let api = TestApi::start().await;
    let scoped = |scope| api.new_key(Plan::Pro, KeyKind::Developer, ScopeSet::of([scope]));
    let (usage, languages) = (
        scoped(Scope::ReadUsage).await,
        scoped(Scope::ReadLanguages).await,
    );
    let upload = documents().remove(0);
    assert_eq!(status_without_body(&api, "of-nobody", &upload).await, 403);
    for operation in operations() {
        let other = match operation.4 {
            Need::AnyKind(Scope::ReadUsage) => &languages,
            _ => &usage,
        };
        let status = status_without_body(&api, other, &operation).await;
        assert_eq!(status, 403, "{} {}", operation.0, operation.1);
    }
}

#[tokio::test]
async fn a_key_without_restriction_does_what_its_kind_is_for() {
    let mut api = TestApi::start().await;
    for kind in [KeyKind::Developer, KeyKind::Admin] {
        api.key = api.new_key(Plan::Pro, kind, ScopeSet::Unrestricted).await;
        for operation in operations() {
            let refusal = match (kind, operation.4) {
                (KeyKind::Developer, Need::Admin) => {
                    Some("This call needs an admin key, and this is a developer key.")
                }
                (KeyKind::Admin, Need::Developer(_) | Need::Unrestricted) => {
                    Some("This call needs a developer key, and this is an admin key.")
                }
                _ => None,
            };
            for (call, answer) in answers(&api, &operation).await {
                let case = format!("{call} with the {kind} key: {}", answer.body);
                match refusal {
                    Some(refusal) => {
                        assert_eq!((answer.status, answer.message()), (403, refusal), "{case}");
                    }
                    None => check_served(&answer, &case),
                }
            }
        }
    }
}

/// What is allowed succeeds, or finds nothing under the id.
#[track_caller]
fn check_served(answer: &Answer, case: &str) {
    assert!(matches!(answer.status, 200 | 201 | 404), "{case}");
    assert!(
        !answer.message().contains("There is nothing at this path"),
        "{case}"
    );
}

/// The answers to what an operation cannot take: no query, and bodies that are none or wrong.
async fn answers_to_wrong_requests(api: &TestApi, operation: &Operation) -> Vec<(String, Answer)> {
    let (method, path, ..) = operation;
    let mut answers = Vec::new();
    for query in ["", "?start_date=x&end_date=x&page=-1&label=%FF"] {
        for body in [
            "",
            "{",
            "[]",
            r#"{"key_id": "x", "label": 7, "characters": -1}"#,
        ] {
            let request = api
                .request(method, &format!("{path}{query}"))
                .header("content-type", "application/json")
                .body(body);
            answers.push((
                format!("{method} {path}{query} {body}"),
                Answer::of(request).await,
            ));
        }
        let form = api
            .request(method, &format!("{path}{query}"))
            .form(&[("key_id", "x")]);
        answers.push((
            format!("{method} {path}{query} form"),
            Answer::of(form).await,
        ));
    }
    answers
}

#[tokio::test]
async fn who_may_not_administer_is_told_that_before_what_is_wrong_with_the_request() {
    let mut api = TestApi::start().await;
    for (plan, kind, refusal) in [
        (
            Plan::Pro,
            KeyKind::Developer,
            "This call needs an admin key, and this is a developer key.",
        ),
        (
            Plan::Free,
            KeyKind::Admin,
            "Administration needs the pro plan, and the account of this key has the free plan.",
        ),
    ] {
        api.key = api.new_key(plan, kind, ScopeSet::Unrestricted).await;
        for operation in administration() {
            for (case, answer) in answers_to_wrong_requests(&api, &operation).await {
                assert_eq!(
                    (answer.status, answer.message()),
                    (403, refusal),
                    "{case}: {}",
                    answer.body
                );
            }
        }
    }
}

#[tokio::test]
async fn an_admin_key_has_neither_scopes_nor_limits() {
    let api = TestApi::start().await;
    let account = api.keys.account("pro").await.unwrap();
    let limits = KeyLimits {
        characters: Some(1),
        speech_milliseconds: None,
    };
    for (scopes, limits) in [
        (ScopeSet::of([Scope::ReadUsage]), KeyLimits::default()),
        (ScopeSet::Unrestricted, limits),
    ] {
        let new = NewKey {
            kind: KeyKind::Admin,
            label: "test".to_owned(),
            scopes,
            limits,
            expires: None,
        };
        let refused = api.keys.create(&account, new, Actor::Operator).await;
        assert_eq!(refused.unwrap_err(), KeyError::RestrictedAdminKey);
    }
}
