//! What a body takes of the memory, whatever is in it.

use std::process::Command;

use axum::body::Bytes;
use dragoman_domain::{KeyKind, Plan, ScopeSet};
use peak_alloc::PeakAlloc;

use crate::TestApi;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";

/// The most that a body of this many bytes may take.
const fn bound(bytes: usize) -> usize {
    64 * 1024 + 4 * bytes
}

#[test]
fn a_body_takes_little_more_than_its_bytes() {
    let alone = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "memory::alone", "--ignored", "--test-threads=1"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&alone.stdout);
    assert!(
        alone.status.success() && said.contains("1 passed"),
        "{said}"
    );
}

/// A body of about this many bytes: a beginning, an element as often as fits, and an end.
fn filled(bytes: usize, begin: &str, element: &str, end: &str) -> String {
    let count = bytes.saturating_sub(begin.len() + end.len() + 1) / element.len();
    let elements = element.repeat(count);
    let elements = elements.strip_suffix(',').unwrap_or(&elements);
    format!("{begin}{elements}{end}")
}

/// Bodies made to take much: what nothing asks for, and lists in the fields that are asked for.
fn bodies(bytes: usize, fields: &[&str]) -> Vec<(&'static str, String)> {
    let elements = [
        "{\"\":0},",
        "[],",
        "\"\",",
        "0,",
        "null,",
        "\"a,a\",",
        "[\"\",\"\"],",
        "{\"label\":\"\",\"prompt\":\"\"},",
        "[\"en\",\"de\",\"\",\"tsv\"],",
    ];
    let mut bodies = vec![
        (JSON, filled(bytes, "{\"unknown\":", "[", "")),
        (JSON, filled(bytes, "{", "\"unknown\":0,", "}")),
        (JSON, filled(bytes, "{\"unknown\":{", "\"a\":{},", "}}")),
        (FORM, "unknown=&".repeat(bytes / 9)),
        (FORM, "&".repeat(bytes)),
        (FORM, "=&".repeat(bytes / 2)),
        (FORM, (0..bytes / 10).map(|n| format!("{n}=&")).collect()),
    ];
    for field in fields.iter().chain(&["unknown"]) {
        for element in elements {
            bodies.push((
                JSON,
                filled(bytes, &format!("{{\"{field}\":["), element, "]}"),
            ));
        }
        let objects = format!("{{\"{field}\":{{");
        bodies.push((JSON, filled(bytes, &objects, "\"a\":{},", "}}")));
        bodies.push((JSON, filled(bytes, &objects, "\"a\":{\"b\":\"\"},", "}}")));
        bodies.push((JSON, filled(bytes, &format!("{{\"{field}\":"), "[", "")));
        bodies.push((
            JSON,
            filled(bytes, &format!("{{\"{field}\":\""), "a,", "\"}"),
        ));
        bodies.push((
            JSON,
            filled(bytes, &format!("{{\"{field}\":\""), "\\n", "\"}"),
        ));
        bodies.push((FORM, format!("{field}=&").repeat(bytes / (field.len() + 2))));
        bodies.push((
            FORM,
            format!("{field}={}", "+".repeat(bytes - field.len() - 1)),
        ));
        bodies.push((
            FORM,
            format!("{field}={}", "%41".repeat(bytes / 3 - field.len())),
        ));
        let of_objects = (0..bytes / 20).map(|n| format!("{field}[{n}].a=&"));
        bodies.push((FORM, of_objects.collect::<String>()[..bytes / 2].to_owned()));
    }
    bodies
}

/// What the process has at most while a request is answered, beyond what it has before.
async fn taken(
    api: &TestApi,
    key: &str,
    call: (&str, &str),
    media_type: &str,
    body: Bytes,
) -> usize {
    let request = api.request_of(key, call.0, call.1);
    let request = request.header("content-type", media_type).body(body);
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let answer = request.send().await.unwrap();
    let status = answer.status().as_u16();
    answer.bytes().await.unwrap();
    assert!(status < 500, "{status}");
    ALLOCATOR.peak_usage().saturating_sub(before)
}

#[tokio::test]
#[ignore = "counts what the whole process takes, so another test runs it alone"]
async fn alone() {
    let api = TestApi::start().await;
    let admin = (api.new_key(Plan::Pro, KeyKind::Admin, ScopeSet::Unrestricted)).await;
    let id = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
    let dictionaries = format!("/v3/glossaries/{id}/dictionaries");
    let rules = format!("/v3/style_rules/{id}/configured_rules");
    let (small, large) = (120 * 1024, 4 << 20);
    // None of them is good: what a request takes that is served is another matter.
    let calls: [(&str, &str, usize, &[&str]); 12] = [
        (
            "POST",
            "/v2/translate",
            small,
            &[
                "text",
                "ignore_tags",
                "custom_instructions",
                "glossary_ids",
                "formality",
            ],
        ),
        ("POST", "/v3/detect/language", small, &["text"]),
        (
            "POST",
            "/v2/write/rephrase?tone=wrong",
            10_000,
            &["text", "tone"],
        ),
        ("POST", "/v2/languages", small, &["type"]),
        ("POST", "/v2/document/0", small, &["document_key"]),
        (
            "POST",
            "/v3/style_rules",
            small,
            &["name", "custom_instructions", "configured_rules"],
        ),
        ("PUT", &rules, small, &["punctuation"]),
        ("POST", "/v3/translation_memories/import", small, &["name"]),
        ("POST", "/v2/admin/developer-keys", small, &["label"]),
        ("POST", "/v2/glossaries", large, &["name", "entries"]),
        ("POST", "/v3/glossaries", large, &["name", "dictionaries"]),
        ("PUT", &dictionaries, large, &["entries", "source_lang"]),
    ];
    let mut faults = Vec::new();
    for (method, path, most, fields) in calls {
        let key = if path.contains("admin") {
            &admin
        } else {
            &api.key
        };
        for bytes in [most / 8, most] {
            for (media_type, body) in bodies(bytes, fields) {
                let call = (method, path);
                let nothing = Bytes::from_static(b"{}");
                taken(&api, key, call, JSON, nothing.clone()).await;
                let overhead = taken(&api, key, call, JSON, nothing).await;
                let length = body.len();
                let shown: String = body.chars().take(60).collect();
                let taken = taken(&api, key, call, media_type, body.into()).await;
                if taken > overhead + bound(length) {
                    faults.push(format!("{method} {path}: {taken} for {length}: {shown}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
