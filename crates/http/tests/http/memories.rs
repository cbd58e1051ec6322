use std::time::Duration;

use dragoman_domain::{Actor, KeyKind, Plan, Scope, ScopeSet};
use dragoman_service::MemoryLimits;
use reqwest::RequestBuilder;
use serde_json::{Value, json};

use crate::{Answer, Settings, TestApi};

const PATH: &str = "/v3/translation_memories";

const TMX: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
  <header srclang="en" datatype="plaintext" segtype="sentence" adminlang="en" o-tmf="x" creationtool="x" creationtoolversion="1"/>
  <body>
    <tu creationdate="20240501T101500Z" changedate="20250601T101500Z">
      <tuv xml:lang="en"><seg>Good morning, Übung!</seg></tuv>
      <tuv xml:lang="de"><seg>Guten Morgen, Übung!</seg></tuv>
      <tuv xml:lang="zh-Hans"><seg>早上好</seg></tuv>
    </tu>
    <tu>
      <tuv xml:lang="en"><seg>It costs 100% *now*.</seg></tuv>
      <tuv xml:lang="de"><seg>Es kostet jetzt 100 %.</seg></tuv>
    </tu>
    <tu><tuv xml:lang="en"><seg>Nobody translated this.</seg></tuv></tu>
  </body>
</tmx>"#;

impl TestApi {
    fn put_link(&self, link: &str, body: impl Into<reqwest::Body>) -> RequestBuilder {
        self.client
            .put(link)
            .header("content-type", "application/xml")
            .body(body)
    }

    fn delete(&self, path: &str) -> RequestBuilder {
        self.client
            .delete(format!("{}{path}", self.base))
            .header("authorization", format!("Service-Auth-Key {}", self.key))
    }

    async fn create_import(&self, length: usize) -> Answer {
        Answer::of(self.post(&format!("{PATH}/import")).json(&json!({
            "source_file": {"file_name": "morning.tmx", "content_length": length},
            "parameters": {"display_name": "Morning"},
        })))
        .await
    }

    async fn job(&self, id: &str) -> Value {
        Answer::of(self.get(&format!("{PATH}/jobs/{id}")))
            .await
            .body
    }

    /// Waits for a job as clients do, but without pauses.
    async fn finished_job(&self, id: &str) -> Value {
        loop {
            let job = self.job(id).await;
            let status = job["results"][0]["status"].as_str().unwrap();
            if !["awaiting_input", "processing"].contains(&status) {
                return job;
            }
        }
    }

    async fn import(&self, tmx: &str) -> Value {
        let created = self.create_import(tmx.len()).await;
        assert_eq!(created.status, 201, "{}", created.body);
        let link = created.body["upload_url"].as_str().unwrap();
        let sent = Answer::of(self.put_link(link, tmx.to_owned())).await;
        assert_eq!(sent.status, 204, "{}", sent.body);
        self.finished_job(created.body["job_id"].as_str().unwrap())
            .await
    }

    /// Imports a memory and gives its id.
    async fn memory(&self) -> String {
        self.memory_of(TMX).await
    }

    async fn memory_of(&self, tmx: &str) -> String {
        let job = self.import(tmx).await;
        let id = job["results"][0]["translation_memory_id"].as_str();
        id.unwrap().to_owned()
    }
}

fn without(mut body: Value, fields: &[&str]) -> Value {
    for field in fields {
        assert!(
            body.as_object_mut().unwrap().remove(*field).is_some(),
            "{field}"
        );
    }
    body
}

#[tokio::test]
async fn a_file_becomes_a_memory_that_can_be_listed_read_and_deleted() {
    let api = TestApi::start().await;
    let created = api.create_import(TMX.len()).await;
    assert_eq!(created.status, 201);
    assert_eq!(created.body["expires_at"], "2026-05-17T09:30:00.250Z");
    let id = created.body["job_id"].as_str().unwrap();
    let link = created.body["upload_url"].as_str().unwrap();
    assert!(link.starts_with(&api.base), "{link}");
    let job = api.job(id).await;
    assert_eq!(
        job,
        json!({
            "job_id": id,
            "product": "translation_memory",
            "operation": "import",
            "creation_time": "2026-05-17T08:30:00.250Z",
            "updated_time": "2026-05-17T08:30:00.250Z",
            "parameters": {"display_name": "Morning"},
            "source_file": {
                "file_name": "morning.tmx",
                "content_length": TMX.len(),
                "content_type": "application/xml",
            },
            "results": [{
                "status": "awaiting_input",
                "status_metadata": {
                    "required_action": "Send the file to the upload_url of the import with PUT.",
                },
                "expires_at": "2026-05-17T09:30:00.250Z",
            }],
        })
    );
    assert_eq!(Answer::of(api.put_link(link, TMX)).await.status, 204);
    let job = api.finished_job(id).await;
    let result = &job["results"][0];
    assert_eq!(result["status"], "completed", "{result}");
    assert_eq!(result["skipped_segment_count"], 1);
    let memory = result["translation_memory_id"].as_str().unwrap();
    let expected = json!({
        "translation_memory_id": memory,
        "name": "Morning",
        "source_language": "en",
        "target_languages": ["de", "zh-hans"],
        "segment_count": 2,
        "creation_time": "2026-05-17T08:30:00.250Z",
        "updated_time": "2026-05-17T08:30:00.250Z",
    });
    let path = format!("{PATH}/{memory}");
    assert_eq!(Answer::of(api.get(&path)).await.body, expected);
    let list = Answer::of(api.get(PATH)).await;
    assert_eq!(
        list.body,
        json!({"translation_memories": [expected], "total_count": 1})
    );
    assert!(list.header("x-trace-id").is_some());
    assert_eq!(Answer::of(api.delete(&path)).await.status, 204);
    assert_eq!(Answer::of(api.delete(&path)).await.status, 404);
    assert_eq!(Answer::of(api.get(&path)).await.status, 404);
    assert_eq!(
        Answer::of(api.get(PATH)).await.body,
        json!({"translation_memories": [], "total_count": 0})
    );
}

#[tokio::test]
async fn segments_are_listed_in_pages_and_by_what_is_in_them() {
    let api = TestApi::start().await;
    let memory = api.memory().await;
    let path = format!("{PATH}/{memory}/segments");
    let first = Answer::of(api.get(&format!("{path}?page_size=1")))
        .await
        .body;
    assert_eq!(first["segment_count"], 2);
    let segment = without(first["segments"][0].clone(), &["source_segment_id"]);
    let targets = segment["targets"].as_array().unwrap().iter();
    let targets: Vec<Value> = targets
        .map(|target| without(target.clone(), &["target_segment_id"]))
        .collect();
    let times = json!({
        "creation_time": "2024-05-01T10:15:00.000Z",
        "updated_time": "2025-06-01T10:15:00.000Z",
    });
    let expected_target = |language: &str, text: &str| {
        let mut target = times.clone();
        target["target_language"] = language.into();
        target["target_text"] = text.into();
        target
    };
    assert_eq!(segment["source_text"], "Good morning, Übung!");
    assert_eq!(segment["updated_time"], times["updated_time"]);
    assert_eq!(
        targets,
        [
            expected_target("de", "Guten Morgen, Übung!"),
            expected_target("zh-hans", "早上好")
        ]
    );
    let cursor = first["next_page_cursor"].as_str().unwrap();
    let second = Answer::of(api.get(&format!("{path}?page_cursor={cursor}"))).await;
    assert_eq!(
        second.body["segments"][0]["source_text"],
        "It costs 100% *now*."
    );
    assert_eq!(second.body.get("next_page_cursor"), None);
    for (filter, case_sensitive, expected) in [
        ("morning", "", &["Good morning, Übung!"][..]),
        ("ÜBUNG", "", &["Good morning, Übung!"]),
        ("ÜBUNG", "true", &[]),
        ("Übung", "true", &["Good morning, Übung!"]),
        ("早上", "false", &["Good morning, Übung!"]),
        ("JETZT", "0", &["It costs 100% *now*."]),
        ("*now*", "", &["It costs 100% *now*."]),
        ("%w", "", &[]),
        (" %", "", &["It costs 100% *now*."]),
        ("[a-z]", "", &[]),
        ("o", "invalid", &[]),
    ] {
        if case_sensitive == "invalid" {
            let short = Answer::of(api.get(&path).query(&[("filter_text", filter)])).await;
            assert_eq!(short.status, 400);
            assert!(short.message().contains("filter_text"), "{}", short.body);
            continue;
        }
        let mut query = vec![("filter_text", filter)];
        if !case_sensitive.is_empty() {
            query.push(("filter_case_sensitive", case_sensitive));
        }
        let found = Answer::of(api.get(&path).query(&query)).await.body;
        let texts: Vec<&str> = found["segments"]
            .as_array()
            .unwrap_or_else(|| panic!("{found}"))
            .iter()
            .map(|segment| segment["source_text"].as_str().unwrap())
            .collect();
        assert_eq!(texts, expected, "{filter}");
        assert_eq!(found["segment_count"], 2);
    }
}

#[tokio::test]
async fn an_export_is_made_once_and_fetched_without_a_key() {
    let api = TestApi::start().await;
    let memory = api.memory().await;
    let path = format!("{PATH}/{memory}/export");
    let created = Answer::of(api.post(&path)).await;
    assert_eq!(created.status, 202);
    let id = created.body["job_id"].as_str().unwrap();
    assert_eq!(
        created.body,
        json!({"job_id": id, "parameters": {"translation_memory_id": memory}})
    );
    let job = api.finished_job(id).await;
    assert_eq!(job["operation"], "export");
    assert_eq!(job["parameters"], created.body["parameters"]);
    assert_eq!(job["results"][0]["status"], "completed");
    assert_eq!(job["results"][0]["expires_at"], "2026-05-18T08:30:00.250Z");
    let again = Answer::of(api.post(&path)).await;
    assert_eq!((again.status, &again.body), (200, &created.body));
    let link = job["results"][0]["download_url"].as_str().unwrap();
    let file = api.client.get(link).send().await.unwrap();
    assert_eq!(file.headers()["content-type"], "application/xml");
    let text = file.text().await.unwrap();
    assert!(text.contains("<seg>Guten Morgen, Übung!</seg>"), "{text}");
    let job = api.finished_job(id).await;
    assert_eq!(job["results"][0]["status"], "downloaded");
    let copy = api.import(&text).await;
    assert_eq!(copy["results"][0]["status"], "completed");
}

#[tokio::test]
async fn a_file_that_is_no_memory_fails_with_a_reason_and_leaves_nothing() {
    let api = TestApi::start().await;
    for (file, reason) in [
        ("not XML", "The TMX file cannot be read: line 1: "),
        (
            "<tmx><header srclang=\"en\"/><body>",
            "The TMX file cannot be read: ",
        ),
        (
            "<!DOCTYPE tmx [<!ENTITY a \"b\">]><tmx version=\"1.4\"><header srclang=\"en\"/><body/></tmx>",
            "The TMX file cannot be read: ",
        ),
        (
            "<tmx version=\"1.4\"><header srclang=\"en\"/><body/></tmx>",
            "The TMX file has no unit ",
        ),
    ] {
        let job = api.import(file).await;
        let result = &job["results"][0];
        assert_eq!(result["status"], "failed");
        let message = result["error"]["message"].as_str().unwrap();
        assert!(message.starts_with(reason), "{message}");
    }
    assert_eq!(Answer::of(api.get(PATH)).await.body["total_count"], 0);
}

#[tokio::test]
async fn a_file_must_be_sent_as_it_was_declared_and_once() {
    let api = TestApi::start().await;
    let created = api.create_import(TMX.len()).await.body;
    let link = created["upload_url"].as_str().unwrap();
    let short = Answer::of(api.put_link(link, &TMX[1..])).await;
    assert_eq!(short.status, 400, "{}", short.body);
    let chunked = |text: &'static str| {
        let chunks = text.as_bytes().chunks(100).map(Ok::<_, std::io::Error>);
        reqwest::Body::wrap_stream(futures_util::stream::iter(chunks))
    };
    let short = Answer::of(api.put_link(link, chunked(&TMX[1..]))).await;
    assert_eq!(short.status, 400, "{}", short.body);
    let long = Answer::of(api.put_link(link, format!("{TMX} "))).await;
    assert_eq!(long.status, 400, "{}", long.body);
    let other_type = api.client.put(link).header("content-type", "text/csv");
    let other_type = Answer::of(other_type.body(TMX)).await;
    assert_eq!(other_type.status, 400, "{}", other_type.body);
    assert!(other_type.message().contains("application/xml"));
    let id = created["job_id"].as_str().unwrap();
    assert_eq!(api.job(id).await["results"][0]["status"], "awaiting_input");
    assert_eq!(
        Answer::of(api.put_link(link, chunked(TMX))).await.status,
        204
    );
    let again = Answer::of(api.put_link(link, TMX)).await;
    again.expect(400, "The file of this import has been sent already.");
    let job = api.finished_job(id).await;
    assert_eq!(job["results"][0]["status"], "completed");
}

#[tokio::test]
async fn a_link_is_good_for_its_job_and_time_only() {
    let settings = Settings::default();
    let clock = std::sync::Arc::clone(&settings.clock);
    let api = TestApi::with(settings).await;
    let one = api.create_import(TMX.len()).await.body;
    let other = api.create_import(TMX.len()).await.body;
    let link = one["upload_url"].as_str().unwrap();
    let (path, token) = link.rsplit_once('/').unwrap();
    let (other_path, other_token) = other["upload_url"]
        .as_str()
        .unwrap()
        .rsplit_once('/')
        .unwrap();
    assert_eq!(token.len(), 96);
    for wrong in [
        format!("{path}/{other_token}"),
        format!("{other_path}/{token}"),
        format!("{path}/{}", &token[1..]),
        format!("{path}/{token}0"),
        format!("{path}/x"),
        format!("{}/x/{token}", path.rsplit_once('/').unwrap().0),
    ] {
        let answer = Answer::of(api.put_link(&wrong, TMX)).await;
        assert_eq!(answer.status, 404, "{wrong}");
        assert!(!answer.message().is_empty());
    }
    let download = link.replace("/uploads/", "/downloads/");
    assert_eq!(Answer::of(api.client.get(download)).await.status, 404);
    clock.put_forward(Duration::from_secs(3601));
    assert_eq!(Answer::of(api.put_link(link, TMX)).await.status, 404);
    let job = api.job(one["job_id"].as_str().unwrap()).await;
    assert_eq!(job["results"][0], json!({"status": "expired"}));
}

#[tokio::test]
async fn only_an_answer_with_a_link_needs_the_host() {
    let api = TestApi::start().await;
    let job = api.create_import(5).await.body;
    let job = api
        .get(&format!("{PATH}/jobs/{}", job["job_id"].as_str().unwrap()))
        .header("host", "user@b.example");
    assert_eq!(Answer::of(job).await.status, 200);
    let import = api
        .post(&format!("{PATH}/import"))
        .header("host", "user@b.example")
        .json(&json!({"source_file": {"file_name": "a", "content_length": 1}}));
    Answer::of(import).await.expect(
        400,
        "The header 'Host' is missing or not valid, so no link to this server can be made.",
    );
}

#[tokio::test]
async fn another_account_sees_nothing_of_it() {
    let mut api = TestApi::start().await;
    let memory = api.memory().await;
    let job = api.create_import(5).await.body;
    let job = job["job_id"].as_str().unwrap();
    api.key = api
        .new_key(Plan::Free, KeyKind::Developer, ScopeSet::Unrestricted)
        .await;
    assert_eq!(Answer::of(api.get(PATH)).await.body["total_count"], 0);
    for request in [
        api.get(&format!("{PATH}/{memory}")),
        api.get(&format!("{PATH}/{memory}/segments")),
        api.post(&format!("{PATH}/{memory}/export")),
        api.delete(&format!("{PATH}/{memory}")),
        api.get(&format!("{PATH}/jobs/{job}")),
    ] {
        let answer = Answer::of(request).await;
        assert_eq!(answer.status, 404, "{}", answer.body);
    }
}

#[tokio::test]
async fn a_scoped_key_may_read_with_the_scope_and_change_nothing() {
    let mut api = TestApi::start().await;
    let memory = api.memory().await;
    let statuses = async |api: &TestApi| {
        let import = json!({"source_file": {"file_name": "a", "content_length": 1}});
        let mut statuses = Vec::new();
        for request in [
            api.get(PATH),
            api.get(&format!("{PATH}/{memory}/segments")),
            api.post(&format!("{PATH}/{memory}/export")),
            api.post(&format!("{PATH}/import")).json(&import),
            api.delete(&format!("{PATH}/{memory}")),
        ] {
            statuses.push(Answer::of(request).await.status);
        }
        statuses
    };
    let key = async |api: &TestApi, scope| {
        api.new_key(Plan::Pro, KeyKind::Developer, ScopeSet::of([scope]))
            .await
    };
    api.key = key(&api, Scope::ReadTranslationMemories).await;
    assert_eq!(statuses(&api).await, [200, 200, 202, 403, 403]);
    api.key = key(&api, Scope::TranslateText).await;
    assert_eq!(statuses(&api).await, [403, 403, 403, 403, 403]);
}

#[tokio::test]
async fn an_admin_key_does_not_work_with_memories() {
    let mut api = TestApi::start().await;
    let memory = api.memory().await;
    let job = api.create_import(5).await.body;
    let job = job["job_id"].as_str().unwrap();
    api.key = api
        .new_key(Plan::Pro, KeyKind::Admin, ScopeSet::Unrestricted)
        .await;
    let import = json!({"source_file": {"file_name": "a", "content_length": 1}});
    for request in [
        api.get(PATH),
        api.get(&format!("{PATH}/{memory}")),
        api.get(&format!("{PATH}/{memory}/segments")),
        api.post(&format!("{PATH}/{memory}/export")),
        api.post(&format!("{PATH}/import")).json(&import),
        api.get(&format!("{PATH}/jobs/{job}")),
        api.delete(&format!("{PATH}/{memory}")),
    ] {
        Answer::of(request).await.expect(
            403,
            "This call needs a developer key, and this is an admin key.",
        );
    }
}

#[tokio::test]
async fn wrong_requests_are_refused_with_what_to_do() {
    let api = TestApi::with(Settings {
        memory_limits: MemoryLimits {
            file_bytes: 1_000,
            ..MemoryLimits::default()
        },
        ..Settings::default()
    })
    .await;
    let memory = api.memory_of("<tmx version=\"1.4\"><header srclang=\"en\"/><body><tu><tuv xml:lang=\"en\"><seg>a</seg></tuv><tuv xml:lang=\"de\"><seg>b</seg></tuv></tu></body></tmx>").await;
    let unknown = "00000000-0000-4000-8000-000000000000";
    for (path, status, word) in [
        (format!("{PATH}?page_size=0"), 400, "page_size"),
        (format!("{PATH}?page_size=26"), 400, "page_size"),
        (format!("{PATH}?page=-1"), 400, "page"),
        (format!("{PATH}?page=x"), 400, "page"),
        (format!("{PATH}?page_size=25&page=9999999999999"), 200, ""),
        (format!("{PATH}/x"), 400, "GUID"),
        (format!("{PATH}/{unknown}"), 404, unknown),
        (format!("{PATH}/jobs/x"), 400, "GUID"),
        (format!("{PATH}/jobs/{unknown}"), 404, unknown),
        (
            format!("{PATH}/{memory}/segments?page_size=101"),
            400,
            "page_size",
        ),
        (format!("{PATH}/{memory}/segments?page_size=100"), 200, ""),
        (
            format!("{PATH}/{memory}/segments?page_cursor=x"),
            400,
            "page_cursor",
        ),
        (format!("{PATH}/{memory}/segments?page_cursor=77"), 200, ""),
        (
            format!("{PATH}/{memory}/segments?filter_text=a%00b"),
            400,
            "filter_text",
        ),
    ] {
        let answer = Answer::of(api.get(&path)).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.body);
        assert!(answer.message().contains(word), "{path}: {}", answer.body);
    }
    for (body, status, word) in [
        (json!({}), 400, "source_file"),
        (
            json!({"source_file": {"file_name": "a"}}),
            400,
            "content_length",
        ),
        (
            json!({"source_file": {"file_name": " ", "content_length": 1}}),
            400,
            "file_name",
        ),
        (
            json!({"source_file": {"file_name": "a", "content_length": 0}}),
            400,
            "content_length",
        ),
        (
            json!({"source_file": {"file_name": "a", "content_length": -1}}),
            400,
            "content_length",
        ),
        (
            json!({"source_file": {"file_name": "a", "content_length": 1001}}),
            413,
            "1000",
        ),
        (
            json!({"source_file": {"file_name": "a", "content_length": 1000}}),
            201,
            "",
        ),
        (
            json!({"source_file": {"file_name": "a", "content_length": 1, "content_type": "xml"}}),
            400,
            "content_type",
        ),
        (
            json!({"source_file": {"file_name": "a", "content_length": 1}, "parameters": {"display_name": "\u{7}"}}),
            400,
            "display_name",
        ),
    ] {
        let answer = Answer::of(api.post(&format!("{PATH}/import")).json(&body)).await;
        assert_eq!(answer.status, status, "{body}: {}", answer.body);
        assert!(answer.message().contains(word), "{body}: {}", answer.body);
    }
}

#[tokio::test]
async fn a_link_ends_with_the_key_for_which_it_was_made() {
    let api = TestApi::start().await;
    let created = api.create_import(TMX.len()).await.body;
    let link = created["upload_url"].as_str().unwrap();
    let other = {
        let (start, token) = link.rsplit_once('/').unwrap();
        // The proof is of one key, whoever is named.
        format!("{start}/{}{}", "0".repeat(32), &token[32..])
    };
    let sent = async |link: &str| Answer::of(api.put_link(link, TMX)).await.status;
    assert_eq!(sent(&other).await, 404);
    let keys = api.keys.list(None).await.unwrap();
    api.keys
        .deactivate(keys[0].id, Actor::Operator)
        .await
        .unwrap();
    assert_eq!(sent(link).await, 404);
}
