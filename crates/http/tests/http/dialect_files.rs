//! Files in LibreTranslate's interface.

use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{KeyKind, Plan, Scope, ScopeSet};
use dragoman_http::{Dialect, RootDialects};
use reqwest::RequestBuilder;
use serde_json::{Value, json};

use crate::documents::{document_form, multipart, with_form};
use crate::{Answer, HandClock, Settings, TestApi};

const TRANSLATE_FILE: &str = "/compat/libretranslate/translate_file";

/// A request with these fields and the file behind them.
fn with_file(
    request: RequestBuilder,
    fields: &[(&str, &str)],
    name: &str,
    file: &str,
) -> RequestBuilder {
    let mut parts: Vec<(String, &[u8])> = Vec::new();
    for (name, value) in fields {
        let head = format!("Content-Disposition: form-data; name=\"{name}\"");
        parts.push((head, value.as_bytes()));
    }
    let head = format!("Content-Disposition: form-data; name=\"file\"; filename=\"{name}\"");
    parts.push((head, file.as_bytes()));
    let parts: Vec<(&str, &[u8])> = parts
        .iter()
        .map(|(head, part)| (head.as_str(), *part))
        .collect();
    with_form(request, multipart(&parts))
}

impl TestApi {
    fn without_key(&self, method: &str, path: &str) -> RequestBuilder {
        let method = method.parse().unwrap();
        self.client.request(method, format!("{}{path}", self.base))
    }

    async fn file_translated(
        &self,
        fields: &[(&str, &str)],
        name: &str,
        file: &str,
    ) -> (u16, Value) {
        let answer = Answer::of(with_file(self.post(TRANSLATE_FILE), fields, name, file)).await;
        (answer.status, answer.body)
    }

    /// The link to the translation of an English text in German.
    async fn link(&self) -> String {
        let fields = [("source", "en"), ("target", "de")];
        let (status, body) = self.file_translated(&fields, "a.txt", "Hello").await;
        assert_eq!(status, 200, "{body}");
        body["translatedFileUrl"].as_str().unwrap().to_owned()
    }
}

#[tokio::test]
async fn a_file_is_translated_at_once_and_fetched_once_without_a_key() {
    let api = TestApi::start().await;
    let fields = [
        ("api_key", api.key.as_str()),
        ("source", "auto"),
        ("target", "en"),
    ];
    let request = api.without_key("POST", TRANSLATE_FILE);
    let answer = Answer::of(with_file(request, &fields, "Brief.txt", "Guten Tag\n")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let link = answer.body["translatedFileUrl"].as_str().unwrap();
    let start = format!("{}/compat/libretranslate/download_file/", api.base);
    assert!(link.starts_with(&start) && link.ends_with(".txt"), "{link}");
    assert_eq!(api.counted().await, 0);

    // Who only looks takes nothing away.
    let answer = api.client.head(link).send().await.unwrap();
    assert_eq!(answer.status(), 405);
    let answer = api.client.get(link).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let disposition = answer.headers()["content-disposition"].to_str().unwrap();
    assert!(disposition.contains("Brief.txt"), "{disposition}");
    assert_eq!(answer.text().await.unwrap(), "en:Guten Tag\n");
    assert_eq!(api.counted().await, 9);
    let answer = Answer::of(api.client.get(link)).await;
    assert_eq!(answer.status, 404);
    assert!(answer.body["error"].is_string());
}

#[tokio::test]
async fn links_are_only_those_that_were_given_and_end() {
    let clock: Arc<HandClock> = Arc::default();
    let api = TestApi::with(Settings {
        clock: Arc::clone(&clock),
        ..Settings::default()
    })
    .await;
    let link = api.link().await;
    let name = link.rsplit('/').next().unwrap();
    let parts: Vec<&str> = name.splitn(3, '-').collect();
    let [id, end, proof] = parts[..] else {
        panic!("{name}")
    };
    let later = (end.parse::<u64>().unwrap() + 1).to_string();
    for other in [
        format!("{id}-{later}-{proof}"),
        format!(
            "{}-{end}-{proof}",
            id.replace(|digit: char| digit.is_ascii_digit(), "0") + "0"
        ),
        format!("{id}-{end}-{}.txt", "0".repeat(64)),
        format!("{id}-{end}-"),
        format!("{id}-{end}"),
        "a.txt".to_owned(),
        "%FF".to_owned(),
    ] {
        let path = format!("/compat/libretranslate/download_file/{other}");
        let answer = Answer::of(api.without_key("GET", &path)).await;
        assert!([400, 404].contains(&answer.status), "{other}");
    }
    clock.put_forward(Duration::from_secs(3600));
    assert_eq!(Answer::of(api.client.get(&link)).await.status, 404);
    assert_eq!(api.counted().await, 0);
}

#[tokio::test]
async fn no_file_is_read_of_who_has_no_key() {
    let api = TestApi::start().await;
    let request = |number| api.request_of_stranger(number, "POST", TRANSLATE_FILE);
    let wrong = [("api_key", "none"), ("target", "de")];
    let answer = Answer::of(with_file(request(1), &wrong, "a.txt", "Hello")).await;
    assert_eq!(
        (answer.status, answer.body["error"].is_string()),
        (403, true)
    );
    // Behind the file nobody looks for a key.
    let behind = [("api_key", api.key.as_str()), ("target", "de")];
    let answer = Answer::of(document_form(request(2), "a.txt", b"Hello", &behind)).await;
    assert_eq!(answer.status, 403);
    let answer = Answer::of(with_form(request(3), b"--x".to_vec())).await;
    assert_eq!(answer.status, 403);
    // A body that does not end: the answer comes nevertheless.
    let start = multipart(&[(
        "Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"",
        b"Hello",
    )]);
    let endless =
        futures_util::stream::iter([Ok::<_, std::io::Error>(start[..start.len() - 40].to_vec())]);
    let endless = futures_util::StreamExt::chain(endless, futures_util::stream::pending());
    let request = with_form(request(4), Vec::new()).body(reqwest::Body::wrap_stream(endless));
    assert_eq!(Answer::of(request).await.status, 403);
    // A key that may translate texts only.
    let scopes = ScopeSet::Only([Scope::TranslateText].into());
    let texts_only = api.new_key(Plan::Pro, KeyKind::Developer, scopes).await;
    let request = api.request_of(&texts_only, "POST", TRANSLATE_FILE);
    let answer = Answer::of(with_file(request, &[("target", "de")], "a.txt", "Hello")).await;
    assert_eq!(answer.status, 403);
    assert!(answer.body["error"].as_str().unwrap().contains("scope"));
}

#[tokio::test]
async fn files_that_cannot_be_translated_are_refused_in_its_words() {
    let api = TestApi::start().await;
    let to_german = [("source", "en"), ("target", "de")];
    for (fields, name, file, reason) in [
        (&to_german[..], "a.exe", "Hello", "file extension"),
        (&to_german[..], "", "Hello", "no name"),
        (&[("source", "en")], "a.txt", "Hello", "target"),
        (&[("target", "xx")], "a.txt", "Hello", "not supported"),
        (
            &[("target", "en"), ("source", "es")],
            "a.txt",
            "Hola",
            "not available",
        ),
        (&to_german[..], "a.json", "{", "not translated"),
    ] {
        let (status, body) = api.file_translated(fields, name, file).await;
        assert_eq!(status, 400, "{name} {body}");
        let told = body["error"].as_str().unwrap();
        assert!(told.contains(reason), "{told}");
    }
    // What failed is not kept.
    assert_eq!(api.documents.counts().await.unwrap().queued, 0);
    let answer = Answer::of(api.post(TRANSLATE_FILE).json(&json!({ "target": "de" }))).await;
    assert_eq!(answer.status, 400);
    assert!(answer.body["error"].is_string());
}

#[tokio::test]
async fn nobody_works_on_a_file_that_nobody_waits_for() {
    let api = TestApi::start().await;
    let fields = [("source", "en"), ("target", "de")];
    let request = with_file(api.post(TRANSLATE_FILE), &fields, "a.txt", "Wait");
    let waiting = tokio::spawn(request.send());
    api.engine.wait_until_began(1).await;
    waiting.abort();
    api.engine.wait_until_dropped(1).await;
}

#[tokio::test]
async fn formats_are_told_and_links_lead_to_where_the_client_asked() {
    let api = TestApi::with(Settings {
        root: Some(RootDialects::One(Dialect::LibreTranslate)),
        ..Settings::default()
    })
    .await;
    let settings = Answer::of(api.without_key("GET", "/frontend/settings"))
        .await
        .body;
    assert_eq!(settings["filesTranslation"], true);
    let formats = settings["supportedFilesFormat"].as_array().unwrap();
    assert!(
        formats.contains(&json!(".docx")) && formats.contains(&json!(".htm")),
        "{settings}"
    );
    let fields = [("source", "en"), ("target", "de")];
    let request = api
        .post("/translate_file")
        .header("x-forwarded-proto", "https");
    let answer = Answer::of(with_file(request, &fields, "a.HTM", "<p>Hello</p>")).await;
    let link = answer.body["translatedFileUrl"].as_str().unwrap();
    let start = format!("{}/download_file/", api.base.replace("http:", "https:"));
    assert!(
        link.starts_with(&start) && link.ends_with(".html"),
        "{link}"
    );
    let answer = api
        .client
        .get(link.replace("https:", "http:"))
        .send()
        .await
        .unwrap();
    assert_eq!(answer.text().await.unwrap(), "<p>de:Hello</p>");
}

#[tokio::test]
async fn the_description_has_what_is_there() {
    let api = TestApi::start().await;
    let description = Answer::of(api.without_key("GET", "/compat/libretranslate/spec")).await;
    let paths = description.body["paths"].as_object().unwrap();
    assert_eq!(paths.len(), 9);
    for (path, operations) in paths {
        for method in operations.as_object().unwrap().keys() {
            let path = format!("/compat/libretranslate{}", path.replace("{name}", "none"));
            let method = method.to_uppercase();
            let answer = Answer::of(api.request(&method, &path)).await;
            assert_ne!(answer.status, 405, "{path}");
            if !path.ends_with("/none") {
                assert_ne!(answer.status, 404, "{path}");
            }
        }
    }
}

#[tokio::test]
async fn texts_may_come_in_the_form_of_files() {
    let api = TestApi::start().await;
    let heads = ["q", "source", "target", "api_key"]
        .map(|name| format!("Content-Disposition: form-data; name=\"{name}\""));
    let values = ["Hello", "en", "de", &api.key];
    let parts: Vec<(&str, &[u8])> = heads
        .iter()
        .zip(values)
        .map(|(head, value)| (head.as_str(), value.as_bytes()))
        .collect();
    let request = api.without_key("POST", "/compat/libretranslate/translate");
    let answer = Answer::of(with_form(request, multipart(&parts))).await;
    assert_eq!(
        (answer.status, &answer.body),
        (200, &json!({ "translatedText": "de:Hello" }))
    );
    let large = "a".repeat(200_000);
    let parts: [(&str, &[u8]); 1] = [(&heads[0], large.as_bytes())];
    let request = api.post("/compat/libretranslate/translate");
    let answer = Answer::of(with_form(request, multipart(&parts))).await;
    assert_eq!(
        (answer.status, answer.body["error"].is_string()),
        (400, true)
    );
}
