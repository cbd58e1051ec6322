//! What a server logs at the level at which it logs most: nothing of what clients send, whatever they send it to and
//! however wrong it is, and no secret.

use std::collections::BTreeSet;
use std::fs;
use std::net::Ipv6Addr;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use dragoman_smtp_testing::{SmtpOptions, SmtpServer};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};

use crate::chat_server::{ChatServer, MODEL, Reply};
use crate::support::{Installation, Server, eventually, plant};
use crate::tool_server::{self, ToolServer};

/// Every word that these tests plant has it: no log has it otherwise.
const STEM: &str = "wolkenkuckuck";

fn planted(what: &str) -> String {
    format!("{STEM}{what}")
}

const MODEL_KEY: &str = "wolkenkuckuckmodelkey";
const MAIL_PASSWORD: &str = "wolkenkuckuckpassword";
const WRONG_KEY: &str = "wolkenkuckuckwrongkey";
/// What the language model says when it refuses: it may quote what it was asked.
const REFUSAL: &str = "the question was: wolkenkuckuckquestion";

/// A server and what it asks, with a key each for use and for administration.
struct Stage {
    server: Server,
    client: Client,
    key: String,
    admin: String,
    /// How many there were.
    requests: AtomicUsize,
}

impl Stage {
    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.server.address)
    }

    fn request(&self, method: &str, path: &str) -> RequestBuilder {
        // A documentation prefix (RFC 3849), and an address with a network of its own.
        let number = self.requests.fetch_add(1, Ordering::Relaxed) as u128;
        let number = (0x2001_0db8 << 96) | (number << 64);
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        self.client
            .request(method, self.url(path))
            .header("x-forwarded-for", Ipv6Addr::from_bits(number).to_string())
            .header("user-agent", planted("agent"))
            .header("x-trace-id", planted("trace"))
            .header("X-DeepL-Reporting-Tag", planted("tag"))
    }

    /// The status and the answer.
    async fn send(&self, request: RequestBuilder) -> (u16, Value) {
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        let text = response.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    async fn post(&self, path: &str, body: &Value, expected: u16) -> Value {
        let request = self.request("POST", path).json(body);
        let request = request.header("authorization", format!("Service-Auth-Key {}", self.key));
        let (status, answer) = self.send(request).await;
        assert_eq!(status, expected, "{path}: {answer}");
        answer
    }

    fn has_no_planted_words(&self) {
        let log = self.server.log();
        for line in log.lines() {
            let lower = line.to_lowercase();
            assert!(!lower.contains(STEM), "{line}");
            for secret in [&self.key, &self.admin] {
                assert!(!line.contains(secret), "{line}");
            }
        }
    }
}

/// Texts in every place of a request that is answered well, and what is asked of others because of it.
async fn use_everything(stage: &Stage, model: &ChatServer, tool: &ToolServer) {
    let text = format!("The {} is in the house.", planted("text"));
    let body = |more: Value| {
        let mut body = json!({ "text": [text], "source_lang": "EN", "target_lang": "ES" });
        let (Some(body), Some(more)) = (body.as_object_mut(), more.as_object()) else {
            panic!("objects");
        };
        body.extend(more.clone());
        Value::Object(body.clone())
    };
    let asked = json!({
        "model_type": "quality_optimized",
        "context": planted("context"),
        "custom_instructions": [planted("instruction")],
    });
    stage.post("/v2/translate", &body(json!({})), 200).await;
    stage.post("/v2/translate", &body(asked.clone()), 200).await;
    let html = json!({ "text": [format!("<b>{text}</b>")], "tag_handling": "html" });
    stage.post("/v2/translate", &body(html), 200).await;
    let broken = format!("<a><{}></a>", planted("tagname"));
    let broken = json!({ "text": [broken], "tag_handling": "xml", "tag_handling_version": "v2" });
    stage.post("/v2/translate", &body(broken), 400).await;
    for reply in [
        Reply::Text(planted("prose")),
        Reply::Translations(vec![planted("shorttranslation")]),
        Reply::Body("{\"wolkenkuckuck\": "),
        Reply::Refusal(400, REFUSAL, None),
        Reply::Refusal(500, REFUSAL, None),
    ] {
        model.always(move |_| reply.clone());
        stage.post("/v2/translate", &body(asked.clone()), 200).await;
    }
    for reply in [
        tool_server::Reply::Body(planted("body")),
        tool_server::Reply::Match(1_000_000, 3),
        tool_server::Reply::Refusal(500, None),
    ] {
        tool.once(reply);
        let wrong = json!({ "text": [format!("He have a big garden near the river, and she like it very much. {text}")], "target_lang": "en-US" });
        stage.post("/v2/write/correct", &wrong, 200).await;
        stage.post("/v2/write/rephrase", &wrong, 200).await;
    }
    let german = format!("Das ist ein {} von dem Hausse.", planted("wort"));
    let german = json!({ "text": [german], "target_lang": "de" });
    stage.post("/v2/write/correct", &german, 200).await;
    stage
        .post("/v3/detect/language", &json!({ "text": [text] }), 200)
        .await;
    ask_as_others_do(stage, &text).await;
}

/// The interfaces of other services, and that of assistants.
async fn ask_as_others_do(stage: &Stage, text: &str) {
    let libretranslate = json!({ "q": text, "source": "en", "target": "es" });
    stage
        .post("/compat/libretranslate/translate", &libretranslate, 200)
        .await;
    let immersive = json!({ "text_list": [text], "source_lang": "en", "target_lang": "es" });
    stage.post("/compat/immersive", &immersive, 200).await;
    for (tool, arguments) in [
        (
            "translate_text",
            json!({ "text": [text], "source_lang": "EN", "target_lang": "ES" }),
        ),
        ("translate_text", json!({ "text": planted("no-list") })),
        (STEM, json!({})),
    ] {
        let call = json!({
            "jsonrpc": "2.0",
            "id": planted("id"),
            "method": "tools/call",
            "params": { "name": tool, "arguments": arguments, "_meta": { "progressToken": planted("token") } },
        });
        let request = stage.request("POST", "/mcp").json(&call);
        let request = request
            .header("accept", "application/json, text/event-stream")
            .bearer_auth(&stage.key);
        let (status, answer) = stage.send(request).await;
        assert_eq!(status, 200, "{answer}");
    }
}

async fn keep_everything(stage: &Stage) {
    let glossary = json!({
        "name": planted("glossary"),
        "dictionaries": [{
            "source_lang": "en", "target_lang": "es", "entries_format": "tsv",
            "entries": format!("{}\t{}", planted("term"), planted("termino")),
        }],
    });
    stage.post("/v3/glossaries", &glossary, 201).await;
    let list = json!({
        "name": planted("list"),
        "language": "en",
        "custom_instructions": [{ "label": planted("label"), "prompt": planted("prompt") }],
    });
    stage.post("/v3/style_rules", &list, 201).await;
    for content in [
        format!("The {} is in the house.", planted("document")),
        format!(
            "The house is <b>{}</b>, and the garden is big.",
            planted("html")
        ),
    ] {
        let name = format!("{}.txt", planted("filename"));
        let sent = stage
            .server
            .try_send_document(&stage.key, &name, &content)
            .await;
        let handle = sent.unwrap().expect(200).body;
        plant(handle["document_key"].as_str().unwrap());
        eventually("the document is translated", async || {
            let status = stage.server.try_document_status(&stage.key, &handle).await;
            let status = status.unwrap().expect(200);
            assert_ne!(status.body["status"], "error", "{status}");
            (status.body["status"] == "done").then_some(())
        })
        .await;
        let result = stage.server.try_document_result(&stage.key, &handle).await;
        result.unwrap().expect(200);
    }
    let (name, content) = (format!("{}.docx", planted("brokenname")), planted("nozip"));
    let broken = stage.server.try_send_document(&stage.key, &name, &content);
    assert_ne!(broken.await.unwrap().status, 500);
    let segments = [("en", planted("segment")), ("es", planted("segmento"))]
        .map(|(language, text)| format!("<tuv xml:lang=\"{language}\"><seg>{text}</seg></tuv>"));
    let header = "<tmx version=\"1.4\"><header srclang=\"en\"/><body>";
    let tmx = format!("{header}<tu>{}</tu></body></tmx>", segments.concat());
    import(stage, &tmx).await;
    import(stage, &format!("<tmx><{}", planted("brokentmx"))).await;
}

/// Imports a memory and waits until it is there or refused.
async fn import(stage: &Stage, tmx: &str) {
    let name = planted("memory");
    let import = json!({
        "source_file": { "file_name": format!("{name}.tmx"), "content_length": tmx.len() },
        "parameters": { "display_name": name },
    });
    let begun = stage
        .post("/v3/translation_memories/import", &import, 201)
        .await;
    let link = begun["upload_url"].as_str().unwrap();
    plant(link.rsplit('/').next().unwrap());
    let upload = stage
        .client
        .put(link)
        .header("content-type", "application/xml");
    let upload = upload.body(tmx.to_owned()).send().await.unwrap();
    assert!(upload.status().as_u16() < 500, "{}", upload.status());
    let job = begun["job_id"].as_str().unwrap().to_owned();
    eventually("the memory is imported or refused", async || {
        let path = format!("/v3/translation_memories/jobs/{job}");
        let answer = stage.server.get(&path, &stage.key).await;
        let status = answer.body["results"][0]["status"]
            .as_str()
            .unwrap_or("gone")
            .to_owned();
        (!["awaiting_input", "processing"].contains(&status.as_str())).then_some(())
    })
    .await;
}

/// Every route of the interface with planted words in its path, its parameters and its body, in every form that a body may
/// have and in none, with a key that may, with one that is none, and without.
async fn send_nonsense_everywhere(stage: &Stage) {
    let description = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openapi/dragoman.json");
    let description: Value =
        serde_json::from_str(&fs::read_to_string(description).unwrap()).unwrap();
    let mut statuses = BTreeSet::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        let filled: Vec<String> = path
            .split('/')
            .map(|part| {
                if part.starts_with('{') {
                    planted("id")
                } else {
                    part.to_owned()
                }
            })
            .collect();
        let key = if path.starts_with("/v2/admin/") {
            &stage.admin
        } else {
            &stage.key
        };
        for method in methods.as_object().unwrap().keys() {
            for key in [Some(key.as_str()), Some(WRONG_KEY), None] {
                for request in nonsense(stage, &method.to_uppercase(), &filled.join("/")) {
                    let request = match key {
                        Some(key) => {
                            request.header("authorization", format!("Service-Auth-Key {key}"))
                        }
                        None => request,
                    };
                    let (status, answer) = stage.send(request).await;
                    assert!(status < 500, "{method} {path}: {status} {answer}");
                    statuses.insert(status);
                }
            }
        }
    }
    for status in [200, 400, 403, 404] {
        assert!(statuses.contains(&status), "{statuses:?}");
    }
}

/// Requests with planted words that this route may refuse.
fn nonsense(stage: &Stage, method: &str, path: &str) -> Vec<RequestBuilder> {
    let word = planted("nonsense");
    let request = || {
        let path = format!("{path}?type={word}&page={word}&{word}={word}&auth_key={WRONG_KEY}");
        stage.request(method, &path)
    };
    if method == "GET" {
        return vec![request()];
    }
    let fields = json!({
        "text": [word], "target_lang": word, "source_lang": word, "name": word, "label": word,
        "key_id": word, "document_key": word, "dictionaries": word, "language": word, "prompt": word,
        "source_file": { "file_name": word, "content_length": word }, "entries": word, "entries_format": word,
    });
    let form = format!("text={word}&target_lang={word}&name={word}&document_key={word}&%zz={word}");
    vec![
        request(),
        request().json(&fields),
        request().json(&json!([word])),
        request()
            .header("content-type", "application/json")
            .body(format!("{{\"text\": \"{word}")),
        request()
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form),
        request()
            .header("content-type", "multipart/form-data; boundary=b")
            .body(format!("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{word}\"\r\n\r\n{word}")),
        request().header("content-type", word.as_str()).body(word.clone()),
    ]
}

async fn stage(smtp: &SmtpServer, model: &ChatServer, tool: &ToolServer) -> (Installation, Stage) {
    let installation = Installation::new()
        .option("log.level", "trace")
        // Each request comes from an address of its own: wrong keys are answered ever more slowly to each.
        .option("server.trusted_proxies", "[\"127.0.0.1\"]")
        .option("engines.language_model.base_url", &model.base_url())
        .option("engines.language_model.model", MODEL)
        .option("engines.language_model.key", MODEL_KEY)
        .option("engines.language_model.pause_seconds", "0")
        .option("improvement.language_tool.url", &tool.url())
        .option("improvement.language_tool.pause_seconds", "0")
        .option("mail.host", smtp.host())
        .option("mail.port", &smtp.port().to_string())
        .option("mail.encryption", "none")
        .option("mail.user", "dragoman")
        .option("mail.password", MAIL_PASSWORD)
        .option("mail.from", "dragoman@example.com");
    let mut server = installation.start().await;
    let keys = server.first_keys().await;
    let switches = [
        "--detection",
        "on",
        "--administration",
        "on",
        "--style-rules",
        "on",
    ];
    let set = [&["account", "set", "pro"], &switches[..]].concat();
    installation.run(&set).await.expect(0);
    let client = Client::builder().no_proxy().build().unwrap();
    let stage = Stage {
        server,
        client,
        key: keys.api,
        admin: keys.admin,
        requests: AtomicUsize::new(1),
    };
    (installation, stage)
}

#[tokio::test]
async fn no_level_of_the_log_has_a_word_of_what_was_sent_or_a_secret() {
    let smtp = SmtpServer::start(&SmtpOptions {
        login: Some(("dragoman".to_owned(), MAIL_PASSWORD.to_owned())),
        ..SmtpOptions::default()
    });
    let model = ChatServer::with_key(Some(MODEL_KEY)).await;
    let tool = ToolServer::with(&[]).await;
    let (installation, stage) = stage(&smtp, &model, &tool).await;
    plant(STEM);
    use_everything(&stage, &model, &tool).await;
    keep_everything(&stage).await;
    send_nonsense_everywhere(&stage).await;
    mail_about(&installation, &stage, smtp).await;
    assert!(stage.server.log().contains("TRACE"), "it logs all it has");
    assert!(!model.questions().is_empty() && !tool.questions().is_empty());
    stage.has_no_planted_words();
    stage.server.stop().await;
}

/// Has a mail sent that names a key's label.
async fn mail_about(installation: &Installation, stage: &Stage, mut smtp: SmtpServer) {
    let label = planted("keylabel");
    let options = [
        "--account",
        "shop",
        "--character-limit",
        "10",
        "--label",
        &label,
    ];
    let key = installation.create_key(&options).await;
    let contact = ["account", "set", "shop", "--contact", "team@example.com"];
    installation.run(&contact).await.expect(0);
    stage
        .server
        .translate(&key.secret, &["House."])
        .await
        .expect(200);
    stage
        .server
        .translate(&key.secret, &["a b"])
        .await
        .expect(200);
    assert!(smtp.next_mail().await.header("subject").contains(&label));
}
