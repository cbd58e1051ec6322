//! Documents that are refused, and how much of them is taken.

use std::time::Duration;

use dragoman_domain::Plan;
use dragoman_service::DocumentFormat;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::customization::glossary;
use crate::documents::{BOUNDARY, document_form, handle, multipart};
use crate::{Answer, Settings, TestApi};

#[tokio::test]
async fn what_is_missing_or_wrong_is_named() {
    let api = TestApi::start().await;
    let german = glossary(&api, "de", "printer\tDrucker").await;
    let target = ("target_lang", "ES");
    let unknown = "b2c3f7a0-0000-4000-8000-000000000000";
    let six = [unknown; 6].join(",");
    for (name, fields, status, message) in [
        (
            "a.txt",
            vec![],
            400,
            "Bad request: missing field `target_lang`.",
        ),
        (
            "",
            vec![target],
            400,
            "The file has no name: send one with it, or in 'filename'. Its ending says the format.",
        ),
        (
            "a.txt",
            vec![("target_lang", "xx")],
            400,
            "Value for 'target_lang' not supported: ",
        ),
        (
            "a.txt",
            vec![target, ("source_lang", "EN-GB")],
            400,
            "Value for 'source_lang' is not valid: EN-GB is a variant; as a source, use EN.",
        ),
        (
            "a.txt",
            vec![target, ("formality", "much")],
            400,
            "Value for 'formality' is not valid: ",
        ),
        (
            "a.txt",
            vec![target, ("source_lang", "EN"), ("formality", "more")],
            400,
            "Value for 'formality' is not supported for 'target_lang' ES.",
        ),
        (
            "a.txt",
            vec![target, ("enable_beta_languages", "maybe")],
            400,
            "Value for 'enable_beta_languages' is not valid: ",
        ),
        (
            "a.txt",
            vec![target, ("translation_memory_threshold", "101")],
            400,
            "Value for 'translation_memory_threshold' is not valid: ",
        ),
        (
            "a.txt",
            vec![target, ("translation_memory_id", unknown)],
            404,
            "There is no translation memory",
        ),
        (
            "a.txt",
            vec![target, ("style_id", unknown)],
            404,
            "There is no style rule list",
        ),
        (
            "a.txt",
            vec![target, ("style_id", "x")],
            400,
            "Value for 'style_id' is not valid: ",
        ),
        (
            "a.txt",
            vec![target, ("source_lang", "EN"), ("glossary_id", unknown)],
            404,
            "There is no glossary with the id",
        ),
        (
            "a.txt",
            vec![target, ("source_lang", "EN"), ("glossary_ids", &german)],
            400,
            "No dictionary found for language pair EN to ES",
        ),
        (
            "a.txt",
            vec![target, ("glossary_id", &german)],
            400,
            "Glossaries need 'source_lang'",
        ),
        (
            "a.txt",
            vec![target, ("glossary_id", &german), ("glossary_ids", &german)],
            400,
            "Values for 'glossary_id' and 'glossary_ids' exclude each other",
        ),
        (
            "a.txt",
            vec![target, ("glossary_ids", &six)],
            400,
            "Value for 'glossary_ids' is not valid: 6 glossaries were sent",
        ),
        (
            "a.txt",
            vec![target, ("output_format", "docx")],
            400,
            "Value for 'output_format' is not supported: ",
        ),
        (
            "a.txt",
            vec![target, ("bilingual", "true")],
            400,
            "Value for 'bilingual' is not supported: txt documents are not written in both languages, only those whose names end \
             with one of docx, html, htm, srt, ",
        ),
        (
            "a.html",
            vec![target, ("bilingual", "both")],
            400,
            "Value for 'bilingual' is not valid: ",
        ),
        (
            "a.exe",
            vec![target],
            400,
            "Invalid file extension: the name of the file must end with that of a format",
        ),
        (
            "a",
            vec![target],
            400,
            "Invalid file extension: the name of the file must end with that of a format",
        ),
        (
            "a.pdf",
            vec![target],
            400,
            "PDF files cannot be translated on this server: ",
        ),
        (
            "a.png",
            vec![target],
            400,
            "PNG files cannot be translated on this server: ",
        ),
        (
            "a.txt",
            vec![("source_lang", "EN"), ("target_lang", "FR")],
            400,
            "The language pair 'source_lang' EN and 'target_lang' FR is not available",
        ),
    ] {
        let answer = api.send_document(name, "Hello.", &fields).await;
        assert_eq!(answer.status, status, "{name} {fields:?}: {}", answer.body);
        assert!(
            answer.message().starts_with(message),
            "{name} {fields:?}: {}",
            answer.body
        );
    }
}

#[tokio::test]
async fn a_form_that_is_none_is_refused() {
    let api = TestApi::start().await;
    let file = "Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"";
    let target = "Content-Disposition: form-data; name=\"target_lang\"";
    let form = format!("multipart/form-data; boundary=\"{BOUNDARY}\"");
    let whole = multipart(&[(target, b"ES"), (file, b"Hello.")]);
    let cut = whole[..whole.len() - 6].to_vec();
    let broken_off = "The multipart body is not valid: it ends before its last boundary.";
    let other_type = "Send the body with the Content-Type multipart/form-data.";
    for (content_type, body, status, message) in [
        (form.as_str(), cut, 400, broken_off),
        (form.as_str(), Vec::new(), 400, broken_off),
        (
            form.as_str(),
            multipart(&[(target, b"ES")]),
            400,
            "Bad request: missing field `file`.",
        ),
        (
            form.as_str(),
            multipart(&[(file, b"Hello."), (file, b"Hello."), (target, b"ES")]),
            400,
            "Value for 'file' is not valid: send one file.",
        ),
        (
            form.as_str(),
            multipart(&[(file, b"Hello."), (target, b"\xFF")]),
            400,
            "Value for 'target_lang' is not valid UTF-8.",
        ),
        (
            "multipart/form-data",
            whole.clone(),
            400,
            "The multipart body is not valid: its Content-Type has no usable boundary.",
        ),
        (
            "application/json",
            b"{\"target_lang\": \"ES\"}".to_vec(),
            415,
            other_type,
        ),
        (
            "application/x-www-form-urlencoded",
            b"target_lang=ES".to_vec(),
            415,
            other_type,
        ),
    ] {
        let request = api
            .post("/v2/document")
            .header("content-type", content_type);
        Answer::of(request.body(body)).await.expect(status, message);
    }
    let request = api.post("/v2/document").header("content-type", &form);
    let request = request.header("content-encoding", "gzip").body(whole);
    assert_eq!(Answer::of(request).await.status, 415);
    Answer::of(api.post("/v2/document"))
        .await
        .expect(415, other_type);
    let question = api.post(&format!("/v2/document/{}", "0".repeat(32)));
    let missing = Answer::of(question.json(&json!({}))).await;
    missing.expect(400, "Bad request: missing field `document_key`.");
    assert_eq!(Answer::of(api.get("/v2/document")).await.status, 405);
}

/// Documents of so many bytes and characters, for the free plan and for the others.
fn limited(free: (u64, u64), pro: (u64, u64)) -> Settings {
    let mut settings = Settings::default();
    let limits = &mut settings.document_limits;
    for (sizes, (bytes, characters)) in [(&mut limits.free, free), (&mut limits.pro, pro)] {
        sizes.bytes.insert(DocumentFormat::PlainText, bytes);
        sizes.characters = characters;
    }
    settings
}

#[tokio::test]
async fn a_document_that_is_too_large_for_its_plan_is_refused() {
    for (plan, bytes, characters) in [(Plan::Free, 20, 15), (Plan::Pro, 30, 25)] {
        let api = TestApi::with(Settings {
            plan,
            ..limited((20, 15), (30, 25))
        })
        .await;
        let fields = [("target_lang", "ES")];
        let text = |length: usize| format!("Hello{}", "o".repeat(length - 5));
        let spaced = format!("{}{}", text(characters), " ".repeat(bytes - characters));
        handle(&api.send_document("a.txt", &spaced, &fields).await);
        let most = format!(
            "The file has more than {bytes} bytes, which are the most for its format; split it."
        );
        let larger = api
            .send_document("a.txt", &format!("{spaced} "), &fields)
            .await;
        larger.expect(413, &most);
        // Also if the format is known only at the end.
        let fields = [("target_lang", "ES"), ("filename", "a.txt")];
        let larger = api
            .send_document("a.tmp", &format!("{spaced} "), &fields)
            .await;
        larger.expect(413, &most);
        let longer = api
            .send_document("a.txt", &text(characters + 1), &fields)
            .await;
        longer.expect(
            413,
            &format!(
                "The document has {} characters, and {characters} are the most; split it.",
                characters + 1
            ),
        );
    }
}

#[tokio::test]
async fn fields_that_are_too_large_are_refused() {
    let api = TestApi::start().await;
    let long = "x".repeat(dragoman_http::LARGEST_BODY);
    let fields = [("target_lang", "ES"), ("something_new", long.as_str())];
    let answer = api.send_document("a.txt", "Hello.", &fields).await;
    answer.expect(
        413,
        "The fields beside the file are larger than 131072 bytes together.",
    );
}

#[tokio::test]
async fn a_client_that_sends_all_before_it_listens_sees_the_refusal() {
    // A text of this size is too large, but not a file of any format.
    const LENGTH: u64 = 50_000_000;
    let mut settings = Settings::default();
    let limits = &mut settings.document_limits.pro.bytes;
    limits.insert(DocumentFormat::Docx, LENGTH);
    let api = TestApi::with(settings).await;
    let head = "Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"";
    let file = vec![b'x'; usize::try_from(LENGTH).unwrap()];
    let body = multipart(&[(head, &file)]);
    let address = api.base.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "POST /v2/document HTTP/1.1\r\nHost: {address}\r\nAuthorization: Service-Auth-Key {}\r\n\
         Connection: close\r\nContent-Type: multipart/form-data; boundary=\"{BOUNDARY}\"\r\n\
         Content-Length: {}\r\n\r\n",
        api.key,
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    stream.write_all(&body).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
}

#[tokio::test]
async fn a_limit_of_characters_is_answered_with_456_when_a_document_is_sent() {
    let api = TestApi::with(Settings {
        character_limit: Some(10),
        ..Settings::default()
    })
    .await;
    let exhausted =
        "Quota exceeded: the character limit of the account for this usage period is reached.";
    let fields = [("target_lang", "ES")];
    let longer = api.send_document("a.txt", "Hello world", &fields).await;
    longer.expect(456, exhausted);
    let first = api.sent("Hello.").await;
    // What was sent is set aside before it counts.
    let second = api.send_document("b.txt", "Hello", &fields).await;
    second.expect(456, exhausted);
    assert_eq!(api.translated(&first).await, "es:Hello.");
    assert_eq!(api.counted().await, 6);
    api.sent("Four").await;
}

#[tokio::test]
async fn a_key_has_so_many_documents_that_are_not_fetched_and_others_have_room() {
    let mut settings = Settings::default();
    settings.document_limits.documents_of_key = 2;
    let mut api = TestApi::with(settings).await;
    let first = api.sent("Hello.").await;
    api.sent("Hello.").await;
    let fields = [("target_lang", "ES")];
    let third = api.send_document("a.txt", "Hello.", &fields).await;
    third.expect(
        429,
        "This key has 2 documents that are in progress or not downloaded, which is the most; \
         download one first.",
    );
    let other = api
        .new_key(
            Plan::Pro,
            dragoman_domain::KeyKind::Developer,
            dragoman_domain::ScopeSet::Unrestricted,
        )
        .await;
    let own = std::mem::replace(&mut api.key, other);
    api.sent("Hello.").await;
    api.key = own;
    api.translated(&first).await;
    // It is removed behind the answer.
    while api.send_document("a.txt", "Hello.", &fields).await.status == 429 {}
}

#[tokio::test]
async fn a_server_without_room_for_documents_is_503() {
    let mut settings = Settings::default();
    settings.document_limits.bytes = 10;
    let api = TestApi::with(settings).await;
    api.sent("Hello.").await;
    let fields = [("target_lang", "ES")];
    let answer = api.send_document("a.txt", "Hello.", &fields).await;
    answer.expect(
        503,
        "The server has no room for more documents; try again later.",
    );
    assert!(answer.header("retry-after").is_some());
}

#[tokio::test]
async fn a_key_that_fetches_nothing_is_429_until_it_does() {
    let mut settings = Settings::default();
    settings.document_limits.pro.unfetched_characters = 10;
    let api = TestApi::with(settings).await;
    let first = api.sent("Hello.").await;
    let fields = [("target_lang", "ES")];
    let answer = api.send_document("a.txt", "Hello.", &fields).await;
    answer.expect(
        429,
        "This key has sent documents today that are not downloaded, and with this one they would have more than 10 \
         characters, which are the most; download some first, or send it tomorrow (UTC).",
    );
    api.translated(&first).await;
    api.sent("Hello.").await;
}

#[tokio::test]
async fn what_nobody_fetches_in_time_is_gone_and_not_counted() {
    let settings = Settings {
        character_limit: Some(10),
        ..Settings::default()
    };
    let clock = std::sync::Arc::clone(&settings.clock);
    let api = TestApi::with(settings).await;
    let document = api.sent("Hello.").await;
    assert_eq!(api.document_status(&document).await["status"], "done");
    clock.put_forward(Duration::from_secs(24 * 3600 + 1));
    assert_eq!(api.no_result(&document).await.status, 404);
    assert_eq!(api.counted().await, 0);
}

#[tokio::test]
async fn admin_keys_send_no_documents() {
    let api = TestApi::start().await;
    let admin = api
        .new_key(
            Plan::Pro,
            dragoman_domain::KeyKind::Admin,
            dragoman_domain::ScopeSet::Unrestricted,
        )
        .await;
    let request = api.request_of(&admin, "POST", "/v2/document");
    let answer = Answer::of(document_form(request, "a.txt", b"Hello.", &[])).await;
    answer.expect(
        403,
        "This call needs a developer key, and this is an admin key.",
    );
}
