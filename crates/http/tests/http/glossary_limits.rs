use dragoman_service::{LARGEST_GLOSSARY, LONGEST_GLOSSARY_NAME};
use serde_json::{Value, json};

use crate::glossaries_v3::{create, dictionary, entries};
use crate::{Answer, TestApi};

/// A body for version 3 with one dictionary.
fn glossary(name: &str, entries: &str) -> Value {
    json!({"name": name, "dictionaries": [dictionary("en", "de", entries)]})
}

/// Entries of exactly that many bytes as TSV, whose lines begin with `start`.
fn entries_of(size: usize, start: &str) -> String {
    let mut text = String::with_capacity(size);
    let mut number = 0;
    while text.len() + 2_000 < size {
        text.push_str(&format!("{start}{number}\t{}\n", "é".repeat(500)));
        number += 1;
    }
    text.push_str(&format!("{start}last"));
    // What is left is more than one term can have and less than two.
    let left = size - text.len() - 1;
    let (source, target) = (left / 2, left - left / 2);
    text.push_str(&format!("{}\t{}", "s".repeat(source), "t".repeat(target)));
    assert_eq!(text.len(), size);
    text
}

#[tokio::test]
async fn a_faulty_request_is_refused_by_the_name_of_what_is_wrong() {
    let api = TestApi::start().await;
    let path = create(&api, json!([dictionary("en", "de", "a\tb")])).await;
    let put = format!("{path}/dictionaries");
    let good = dictionary("en", "de", "c\td");
    let mut said = String::new();
    for (method, path, body) in [
        ("POST", "/v3/glossaries", json!({})),
        ("POST", "/v3/glossaries", json!({"name": null})),
        ("POST", "/v3/glossaries", json!({"name": 5})),
        ("POST", "/v3/glossaries", json!({"name": ""})),
        ("POST", "/v3/glossaries", json!({"name": " "})),
        (
            "POST",
            "/v3/glossaries",
            json!({"name": "x", "dictionaries": "a"}),
        ),
        (
            "POST",
            "/v3/glossaries",
            json!({"name": "x", "dictionaries": [{"source_lang": "en", "target_lang": "de"}]}),
        ),
        (
            "POST",
            "/v3/glossaries",
            json!({"name": "x", "dictionaries": [{"source_lang": "en", "target_lang": "de", "entries": null}]}),
        ),
        (
            "POST",
            "/v3/glossaries",
            json!({"name": "x", "dictionaries": [dictionary("xx", "de", "a\tb")]}),
        ),
        (
            "POST",
            "/v3/glossaries",
            json!({"name": "x", "dictionaries": [dictionary("la", "de", "a\tb")]}),
        ),
        (
            "POST",
            "/v3/glossaries",
            json!({"name": "x", "dictionaries": [dictionary("en-GB", "en-US", "a\tb")]}),
        ),
        (
            "POST",
            "/v3/glossaries",
            json!({"name": "x", "dictionaries": [good, dictionary("EN", "de-CH", "a\tb")]}),
        ),
        (
            "POST",
            "/v3/glossaries",
            json!({"name": "x", "dictionaries": [good, dictionary("de", "en", "")]}),
        ),
        (
            "POST",
            "/v3/glossaries",
            json!({"name": "x", "dictionaries": [{"source_lang": "en", "target_lang": "de", "entries": "a\tb", "entries_format": "xml"}]}),
        ),
        ("POST", "/v2/glossaries", json!({"name": "x"})),
        (
            "POST",
            "/v2/glossaries",
            json!({"name": "x", "source_lang": "en", "target_lang": "de", "entries": ""}),
        ),
        ("PATCH", &path, json!({"name": ""})),
        (
            "PATCH",
            &path,
            json!({"dictionaries": [good, dictionary("de", "en", "a\tb")]}),
        ),
        (
            "PATCH",
            &path,
            json!({"name": "renamed", "dictionaries": [dictionary("en", "de", "")]}),
        ),
        ("PUT", &put, json!({"source_lang": "en"})),
        ("PUT", &put, dictionary("en", "de", "\n\n")),
        ("GET", &format!("{path}/entries?source_lang=en"), json!({})),
        (
            "GET",
            &format!("{path}/entries?source_lang=en&target_lang=xx"),
            json!({}),
        ),
        ("DELETE", &format!("{put}?target_lang=en"), json!({})),
    ] {
        let answer = Answer::of(api.request(method, path).json(&body)).await;
        assert_eq!(answer.status, 400, "{method} {path} {body}");
        let path = path.replace(path.split('/').nth(3).unwrap_or("?"), "ID");
        said.push_str(&format!("{method} {path} {body}\n  {}\n", answer.message()));
    }
    insta::assert_snapshot!(said);
    // Nothing of it was done.
    let list = Answer::of(api.get("/v3/glossaries")).await;
    assert_eq!(list.body["glossaries"].as_array().unwrap().len(), 1);
    assert_eq!(list.body["glossaries"][0]["name"], "test");
    assert_eq!(entries(&api, &path, "en", "de").await, "a\tb");
}

#[tokio::test]
async fn what_is_wrong_in_entries_is_told_with_its_place() {
    let api = TestApi::start().await;
    let path = create(&api, json!([dictionary("en", "de", "a\tb")])).await;
    let put = format!("{path}/dictionaries");
    let mut said = String::new();
    for entries in [
        "é\tb\nc",
        "a\tb\n\tc",
        "a\tb\nc\t",
        "a\tb\tc",
        "a\tb\n🦊\tc\u{7}",
        "a\tb\u{2028}c",
        "a\u{9b}\tb",
        "🦊\tb\nc\td\n🦊\tx",
        &format!("a\t{}", "x".repeat(1_025)),
    ] {
        let v2 = json!({
            "name": "x", "source_lang": "en", "target_lang": "de", "entries": entries,
        });
        let mut answers = Vec::new();
        for (method, path, body) in [
            ("POST", "/v3/glossaries", glossary("x", entries)),
            ("POST", "/v2/glossaries", v2),
            ("PATCH", path.as_str(), glossary("x", entries)),
            ("PUT", put.as_str(), dictionary("en", "de", entries)),
        ] {
            let answer = Answer::of(api.request(method, path).json(&body)).await;
            assert_eq!(answer.status, 400, "{method} {entries:?}");
            answers.push(answer.body);
        }
        let [first, others @ ..] = answers.as_slice() else {
            panic!("no answers");
        };
        assert!(others.iter().all(|other| other == first));
        let text = |name: &str| first[name].as_str().unwrap();
        said.push_str(&format!("{}\n  {}\n", text("message"), text("detail")));
    }
    insta::assert_snapshot!(said);
    assert_eq!(entries(&api, &path, "en", "de").await, "a\tb");
    let list = Answer::of(api.get("/v3/glossaries")).await;
    assert_eq!(list.body["glossaries"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_name_has_at_most_1024_bytes() {
    let api = TestApi::start().await;
    let longest = "é".repeat(LONGEST_GLOSSARY_NAME / 2);
    for (name, status) in [(longest.clone(), 201), (format!("{longest}x"), 400)] {
        let body = glossary(&name, "a\tb");
        let answer = Answer::of(api.post("/v3/glossaries").json(&body)).await;
        assert_eq!(answer.status, status);
    }
}

#[tokio::test]
async fn a_glossary_of_10_mib_is_taken_and_one_byte_more_is_413() {
    let api = TestApi::start().await;
    let whole = entries_of(LARGEST_GLOSSARY, "");
    let too_large = |answer: Answer| {
        answer.expect(
            413,
            "A glossary can have 10485760 bytes of entries in all its dictionaries together, and \
             this would be more; use several glossaries.",
        );
    };
    let form = |entries: &str| json!({"name": "x", "source_lang": "en", "target_lang": "de", "entries": entries});
    for request in [
        api.post("/v3/glossaries")
            .json(&glossary("x", &format!("{whole}t"))),
        api.post("/v3/glossaries")
            .json(&glossary("x", &format!("{whole}\n"))),
        api.post("/v2/glossaries").form(&form(&format!("{whole}t"))),
    ] {
        too_large(Answer::of(request).await);
    }
    let made = Answer::of(api.post("/v2/glossaries").form(&form(&whole))).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let path = format!(
        "/v3/glossaries/{}",
        made.body["glossary_id"].as_str().unwrap()
    );
    assert!(entries(&api, &path, "en", "de").await == whole);

    // All dictionaries count together, after the change.
    let put = format!("{path}/dictionaries");
    let another = api
        .request("PUT", &put)
        .json(&dictionary("de", "en", "a\tb"));
    too_large(Answer::of(another).await);
    let more = json!({"name": "y", "dictionaries": [dictionary("en", "de", "new\tneu")]});
    too_large(Answer::of(api.request("PATCH", &path).json(&more)).await);
    assert_eq!(Answer::of(api.get(&path)).await.body["name"], "x");
    let smaller = api.request("PUT", &put).json(&dictionary(
        "en",
        "de",
        &entries_of(LARGEST_GLOSSARY - 3, "n"),
    ));
    assert_eq!(Answer::of(smaller).await.status, 200);
    let another = api
        .request("PUT", &put)
        .json(&dictionary("de", "en", "a\tb"));
    assert_eq!(Answer::of(another).await.status, 200);
}

#[tokio::test]
async fn a_body_far_over_the_limit_is_413() {
    let api = TestApi::start().await;
    let body = vec![b' '; 32 * 1024 * 1024];
    let request = api
        .post("/v3/glossaries")
        .header("content-type", "application/json")
        .body(body);
    let answer = Answer::of(request).await;
    assert_eq!(answer.status, 413);
    assert!(answer.message().contains("use several glossaries"));
}

#[tokio::test]
async fn a_body_in_another_type_is_415() {
    let api = TestApi::start().await;
    let request = api
        .post("/v3/glossaries")
        .header("content-type", "text/csv")
        .body("a,b");
    let answer = Answer::of(request).await;
    assert_eq!(answer.status, 415);
    assert_eq!(answer.body["code"], "invalid_content_type");
}
