//! Documents over the wire, in the forms that published clients use.

use std::time::Duration;

use dragoman_domain::{KeyKind, Plan, Scope, ScopeSet};
use reqwest::{RequestBuilder, Response};
use serde_json::{Value, json};

use crate::customization::glossary;
use crate::{Answer, Settings, TestApi};

/// What separates the parts of the forms here.
pub(crate) const BOUNDARY: &str = "----a(boundary)";

/// What is needed to ask for a document.
pub(crate) struct Handle {
    pub(crate) id: String,
    pub(crate) key: String,
}

/// A multipart body of parts with these heads and contents.
pub(crate) fn multipart(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (head, content) in parts {
        body.extend_from_slice(format!("--{BOUNDARY}\r\n{head}\r\n\r\n").as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    body
}

pub(crate) fn with_form(request: RequestBuilder, body: Vec<u8>) -> RequestBuilder {
    let content_type = format!("multipart/form-data; boundary=\"{BOUNDARY}\"");
    request.header("content-type", content_type).body(body)
}

/// A request with a document and these fields, the file first.
pub(crate) fn document_form(
    request: RequestBuilder,
    name: &str,
    content: &[u8],
    fields: &[(&str, &str)],
) -> RequestBuilder {
    let file = format!("Content-Disposition: form-data; name=\"file\"; filename=\"{name}\"");
    let heads: Vec<String> = fields
        .iter()
        .map(|(name, _)| format!("Content-Disposition: form-data; name=\"{name}\""))
        .collect();
    let mut parts = vec![(file.as_str(), content)];
    parts.extend(
        heads
            .iter()
            .zip(fields)
            .map(|(head, (_, value))| (head.as_str(), value.as_bytes())),
    );
    with_form(request, multipart(&parts))
}

impl TestApi {
    /// The answer to a document that is sent with these fields.
    pub(crate) async fn send_document(
        &self,
        name: &str,
        content: &str,
        fields: &[(&str, &str)],
    ) -> Answer {
        let request = self.post("/v2/document");
        Answer::of(document_form(request, name, content.as_bytes(), fields)).await
    }

    /// Sends an English text to be translated into Spanish.
    pub(crate) async fn sent(&self, content: &str) -> Handle {
        let fields = [("target_lang", "ES"), ("source_lang", "EN")];
        handle(&self.send_document("a.txt", content, &fields).await)
    }

    pub(crate) async fn document_status(&self, document: &Handle) -> Value {
        let request = self.post(&format!("/v2/document/{}", document.id));
        let answer = Answer::of(request.json(&json!({"document_key": document.key}))).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    pub(crate) async fn result(&self, document: &Handle) -> Response {
        let request = self.post(&format!("/v2/document/{}/result", document.id));
        let request = request.json(&json!({"document_key": document.key}));
        request.send().await.unwrap()
    }

    /// The answer to the request for a translation that is not to be had.
    pub(crate) async fn no_result(&self, document: &Handle) -> Answer {
        Answer::from(self.result(document).await).await
    }

    /// The translation of a document, once it is there.
    pub(crate) async fn translated(&self, document: &Handle) -> String {
        let status = self.document_status(document).await;
        assert_eq!(status["status"], "done", "{status}");
        let response = self.result(document).await;
        assert_eq!(response.status(), 200);
        response.text().await.unwrap()
    }
}

pub(crate) fn handle(answer: &Answer) -> Handle {
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.body.as_object().unwrap().len(), 2);
    let digits = |name: &str, length| {
        let text = answer.body[name].as_str().unwrap().to_owned();
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'A'..=b'F').contains(&byte);
        assert!(text.len() == length && text.bytes().all(is_digit), "{text}");
        text
    };
    Handle {
        id: digits("document_id", 32),
        key: digits("document_key", 64),
    }
}

#[tokio::test]
async fn a_document_comes_back_translated_from_every_form_that_clients_send() {
    let api = TestApi::start().await;
    let file = "Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"";
    let unnamed = "Content-Disposition: form-data; name=\"file\"";
    let encoded = "Content-Disposition: form-data; name=file; filename=\"=?utf-8?B?w6kudHh0?=\"; \
                   filename*=utf-8''%C3%A9.txt";
    let typed = "Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: binary\r\n\
                 Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"";
    let temporary = "Content-Disposition: form-data; name=\"file\"; filename=\"tmp123\"";
    let target = "Content-Disposition: form-data; name=\"target_lang\"";
    let source = "Content-Disposition: form-data; name=source_lang";
    let named = "Content-Disposition: form-data; name=\"filename\"";
    let content = &b"Hello.\r\n\r\nGood morning.\n"[..];
    for (path, parts) in [
        ("/v2/document", vec![(file, content), (target, &b"ES"[..])]),
        ("/v2/document/", vec![(target, b"es"), (file, content)]),
        (
            "/v1/document",
            vec![(source, b"EN"), (typed, content), (target, b"ES")],
        ),
        (
            "/v1/document/",
            vec![(encoded, content), (target, b"ES"), (source, b"")],
        ),
        (
            "/v2/document",
            vec![(unnamed, content), (target, b"ES"), (named, b"b.txt")],
        ),
        (
            "/v2/document",
            vec![(target, b"ES"), (named, b"c.txt"), (temporary, content)],
        ),
        (
            "/v2/document",
            vec![(temporary, content), (target, b"ES"), (named, b"c.txt")],
        ),
        ("/v2/document?target_lang=ES", vec![(file, content)]),
    ] {
        let sent = Answer::of(with_form(api.post(path), multipart(&parts))).await;
        let document = handle(&sent);
        assert_eq!(
            api.translated(&document).await,
            "es:Hello.\r\n\r\nes:Good morning.\n",
            "{path} {parts:?}"
        );
    }
}

#[tokio::test]
async fn the_key_of_a_document_may_come_in_json_in_a_form_and_in_the_query() {
    let api = TestApi::start().await;
    for prefix in ["/v2", "/v1"] {
        for slash in ["", "/"] {
            for form in 0..4 {
                let document = api.sent("Hello.").await;
                let key = json!({"document_key": document.key});
                let request = |path: String| match form {
                    0 => api.post(&path).json(&key),
                    1 => api.post(&path).form(&key),
                    2 => api.post(&path).query(&key),
                    _ => api.get(&path).query(&key),
                };
                let path = format!("{prefix}/document/{}", document.id);
                let status = Answer::of(request(format!("{path}{slash}"))).await;
                assert_eq!(status.body["status"], "done", "{form} {}", status.body);
                let result = request(format!("{path}/result{slash}"));
                let result = result.send().await.unwrap();
                assert_eq!(result.status(), 200, "{form}");
                assert_eq!(result.text().await.unwrap(), "es:Hello.");
            }
        }
    }
}

#[tokio::test]
async fn a_translation_comes_with_what_it_takes_to_save_it_as_a_file() {
    let api = TestApi::start().await;
    for (name, content, translation, media_type, disposition) in [
        (
            "my report.txt",
            "Hello.",
            "es:Hello.",
            "text/plain",
            "attachment; filename=\"my report.txt\"",
        ),
        (
            "résumé.srt",
            "1\n00:00:01,000 --> 00:00:02,000\nHello.\n",
            "1\n00:00:01,000 --> 00:00:02,000\nes:Hello.\n",
            "application/x-subrip",
            "attachment; filename=\"r_sum_.srt\"; filename*=UTF-8''r%C3%A9sum%C3%A9.srt",
        ),
        (
            "../messages.json",
            r#"{"greeting": "Hello."}"#,
            r#"{"greeting": "es:Hello."}"#,
            "application/json",
            "attachment; filename=\"messages.json\"",
        ),
    ] {
        let fields = [("target_lang", "ES")];
        let document = handle(&api.send_document(name, content, &fields).await);
        assert_eq!(api.document_status(&document).await["status"], "done");
        let result = api.result(&document).await;
        let header = |name: &str| result.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(header("content-type"), media_type);
        assert_eq!(header("content-length"), translation.len().to_string());
        assert_eq!(header("content-disposition"), disposition);
        assert_eq!(header("cache-control"), "no-store");
        assert_eq!(header("x-trace-id").len(), 32);
        assert_eq!(result.text().await.unwrap(), translation);
    }
}

/// One document at a time, and answers that do not wait for it.
fn one_at_a_time() -> Settings {
    let mut settings = Settings::default();
    settings.document_limits.workers = 1;
    settings.document_limits.first_look = Duration::ZERO;
    settings
}

#[tokio::test]
async fn the_status_has_exactly_the_fields_that_belong_to_it() {
    let api = TestApi::with(one_at_a_time()).await;
    let first = api.sent("Wait for it.").await;
    api.engine.wait_until_began(1).await;
    let second = api.sent("Hello.").await;
    let mut first_status = api.document_status(&first).await;
    assert!(first_status["seconds_remaining"].is_u64(), "{first_status}");
    first_status["seconds_remaining"] = json!(1);
    assert_eq!(
        first_status,
        json!({"document_id": first.id, "status": "translating", "seconds_remaining": 1})
    );
    assert_eq!(
        api.document_status(&second).await,
        json!({"document_id": second.id, "status": "queued"})
    );
    for document in [&first, &second] {
        let refused = api.no_result(document).await;
        refused.expect(
            503,
            "The translation is not ready yet; ask for the status until it is done.",
        );
        assert!(refused.header("retry-after").is_some());
    }
    api.engine.let_go(1);
    while api.document_status(&second).await["status"] != "done" {}
    assert_eq!(
        api.document_status(&first).await,
        json!({"document_id": first.id, "status": "done", "billed_characters": 12})
    );
    assert_eq!(api.translated(&first).await, "es:Wait for it.");
}

#[tokio::test]
async fn what_should_be_known_of_a_translation_is_part_of_its_status() {
    let api = TestApi::start().await;
    let text = "<r xmlns:its='http://www.w3.org/2005/11/its'><its:rules version='2.0'>\
                <its:translateRule selector='//b[1]' translate='no'/></its:rules>\
                <a>Hello.</a></r>";
    let sent = api.send_document("a.xml", text, &[("target_lang", "ES")]);
    let document = handle(&sent.await);
    assert_eq!(
        api.document_status(&document).await,
        json!({
            "document_id": document.id, "status": "done", "billed_characters": 6,
            "warnings": [{
                "code": "unsupported_rule",
                "message": "The rule for \"//b[1]\" was passed over: only paths of names are supported.",
                "values": {"path": "//b[1]"},
            }],
        })
    );
}

#[tokio::test]
async fn a_document_that_cannot_be_translated_says_why_under_both_names() {
    let api = TestApi::start().await;
    let equal = [("source_lang", "DE"), ("target_lang", "DE")];
    let spanish = [("target_lang", "ES")];
    for (name, content, fields, reason) in [
        ("a.txt", "Guten Tag.", &equal[..], "equal"),
        ("a.txt", "1 2 3", &spanish, "no text"),
        ("a.docx", "no archive", &spanish, "DOCX"),
    ] {
        let document = handle(&api.send_document(name, content, fields).await);
        let status = api.document_status(&document).await;
        let message = status["error_message"].as_str().unwrap();
        assert!(message.contains(reason), "{message}");
        assert_eq!(
            status,
            json!({
                "document_id": document.id, "status": "error",
                "error_message": message, "message": message,
            })
        );
        let refused = api.no_result(&document).await;
        assert_eq!(refused.status, 400, "{}", refused.body);
        assert!(refused.message().contains(message.trim_end_matches('.')));
    }
    assert_eq!(api.counted().await, 0);
}

#[tokio::test]
async fn characters_count_once_when_the_translation_is_fetched() {
    let mut api = TestApi::start().await;
    let document = api.sent("Hello.").await;
    let status = api.document_status(&document).await;
    assert_eq!(status["billed_characters"], 6);
    assert_eq!(api.counted().await, 0);
    assert_eq!(api.translated(&document).await, "es:Hello.");
    assert_eq!(api.counted().await, 6);
    api.no_result(&document).await.expect(404, GONE);
    assert_eq!(api.counted().await, 6);
    api.key = api
        .new_key(Plan::Pro, KeyKind::Admin, ScopeSet::Unrestricted)
        .await;
    let path = "/v2/admin/analytics?start_date=2026-05-17&end_date=2026-05-17";
    let report = Answer::of(api.get(path)).await.body.to_string();
    assert!(
        report.contains("\"document_translation_characters\":6"),
        "{report}"
    );
}

const GONE: &str = "There is no document with this id and key; it is removed when it has been \
                    downloaded, or when nobody has done so in time.";

#[tokio::test]
async fn a_document_is_there_for_its_account_and_with_its_key_only() {
    let mut api = TestApi::start().await;
    let document = api.sent("Hello.").await;
    let nothing = "0".repeat(32);
    let wrong = "0".repeat(64);
    let short = &document.key[..63];
    let id = document.id.as_str();
    for (id, key) in [
        (id, wrong.as_str()),
        (id, short),
        (id, ""),
        (&nothing, &document.key),
        (&id[1..], &document.key),
        ("3fa85f64-5717-4562-b3fc-2c963f66afa6", &document.key),
    ] {
        for path in ["", "/result"] {
            let request = api.post(&format!("/v2/document/{id}{path}"));
            let request = request.json(&json!({"document_key": key}));
            Answer::of(request).await.expect(404, GONE);
        }
    }
    let own = std::mem::take(&mut api.key);
    let (kind, scopes) = (KeyKind::Developer, ScopeSet::Unrestricted);
    api.key = api.new_key_of("other", Plan::Pro, kind, scopes).await;
    api.no_result(&document).await.expect(404, GONE);
    api.key = own;
    // As clients with lower-case ids may ask.
    let lower = Handle {
        id: document.id.to_lowercase(),
        key: document.key,
    };
    assert_eq!(api.translated(&lower).await, "es:Hello.");
}

#[tokio::test]
async fn a_question_for_the_head_of_a_result_does_not_fetch_it() {
    let api = TestApi::start().await;
    let document = api.sent("Hello.").await;
    assert_eq!(api.document_status(&document).await["status"], "done");
    let path = format!(
        "/v2/document/{}/result?document_key={}",
        document.id, document.key
    );
    let head = api.request("HEAD", &path).send().await.unwrap();
    assert_eq!(head.status(), 405);
    assert_eq!(api.counted().await, 0);
    assert_eq!(api.translated(&document).await, "es:Hello.");
}

#[tokio::test]
async fn glossaries_memories_and_formality_do_for_documents_what_they_do_for_texts() {
    let api = TestApi::start().await;
    let spanish = glossary(&api, "es", "printer\timpresora").await;
    let document = api
        .send_document(
            "a.html",
            "<p>The <b>printer</b> works.</p>",
            &[
                ("source_lang", "EN"),
                ("target_lang", "ES"),
                ("glossary_id", &spanish),
            ],
        )
        .await;
    assert_eq!(
        api.translated(&handle(&document)).await,
        "<p>es:The <b>impresora</b> works.</p>"
    );
    let memory = crate::customization::memory(&api).await;
    let fields = [
        ("source_lang", "EN"),
        ("target_lang", "ES"),
        ("translation_memory_id", memory.as_str()),
        ("translation_memory_threshold", "100"),
    ];
    let document = api.send_document("a.txt", "Hello world!", &fields).await;
    assert_eq!(api.translated(&handle(&document)).await, "¡Hola!");
    for (formality, expected) in [
        ("more", "de+Sie:Hello."),
        ("prefer_less", "de+du:Hello."),
        ("default", "de:Hello."),
        ("", "de:Hello."),
    ] {
        let fields = [("target_lang", "DE"), ("formality", formality)];
        let document = api.send_document("a.txt", "Hello.", &fields).await;
        assert_eq!(api.translated(&handle(&document)).await, expected);
    }
}

#[tokio::test]
async fn a_document_has_both_languages_if_that_is_wanted() {
    let api = TestApi::start().await;
    for (wanted, is_both) in [
        ("true", true),
        ("1", true),
        ("false", false),
        ("0", false),
        ("", false),
    ] {
        let fields = [("target_lang", "ES"), ("bilingual", wanted)];
        let document = api.send_document("a.md", "Hello.", &fields).await;
        let expected = if is_both {
            "Hello.  \nes:Hello."
        } else {
            "es:Hello."
        };
        assert_eq!(
            api.translated(&handle(&document)).await,
            expected,
            "{wanted}"
        );
    }
    // One that may be wanted in both is sent in its own format.
    let fields = [
        ("target_lang", "ES"),
        ("bilingual", "true"),
        ("output_format", "html"),
    ];
    let document = api.send_document("a.html", "<p>Hello.", &fields).await;
    assert_eq!(
        api.translated(&handle(&document)).await,
        "<p>Hello. <br><span class=\"dragoman-translation\" lang=\"es\">es:Hello.</span>"
    );
}

#[tokio::test]
async fn what_has_no_effect_is_accepted() {
    let api = TestApi::start().await;
    let fields = [
        ("target_lang", "ES"),
        ("model_type", "quality_optimized"),
        ("enable_beta_languages", "1"),
        ("output_format", "TXT"),
        ("bilingual", "false"),
        ("glossary_ids", ""),
        ("style_id", ""),
        ("something_new", "x"),
    ];
    let document = api.send_document("a.txt", "Hello.", &fields).await;
    assert_eq!(api.translated(&handle(&document)).await, "es:Hello.");
}

#[tokio::test]
async fn a_key_without_the_scope_neither_asks_nor_fetches_by_any_method() {
    let mut api = TestApi::start().await;
    let document = api.sent("Hello.").await;
    let scopes = ScopeSet::of([Scope::TranslateText]);
    api.key = api.new_key(Plan::Pro, KeyKind::Developer, scopes).await;
    for path in ["", "/result"] {
        let path = format!(
            "/v2/document/{}{path}?document_key={}",
            document.id, document.key
        );
        for method in ["GET", "POST"] {
            Answer::of(api.request(method, &path))
                .await
                .expect(403, "This key lacks the scope \"translate:document\".");
        }
    }
}
