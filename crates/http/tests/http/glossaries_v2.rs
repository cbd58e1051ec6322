use serde_json::{Value, json};

use crate::glossaries_v3::{create, dictionary, entries as entries_v3};
use crate::{Answer, TestApi};

fn new(name: &str, entries: &str) -> Value {
    json!({
        "name": name, "source_lang": "EN", "target_lang": "de-DE", "entries": entries,
        "entries_format": "tsv",
    })
}

async fn entries(api: &TestApi, path: &str) -> String {
    let answer = api.get(&format!("{path}/entries")).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(
        answer.headers()["content-type"],
        "text/tab-separated-values; charset=utf-8"
    );
    answer.text().await.unwrap()
}

#[tokio::test]
async fn a_glossary_is_made_listed_read_and_deleted() {
    let api = TestApi::start().await;
    let mut expected = Vec::new();
    let form = [
        ("name", "two"),
        ("source_lang", "en"),
        ("target_lang", "DE"),
        ("entries", "a,b\n\"c, d\",e"),
        ("entries_format", "csv"),
    ];
    for (request, name) in [
        (
            api.post("/v2/glossaries").json(&new("one", "a\tb\nc\td")),
            "one",
        ),
        (api.post("/v2/glossaries").form(&form), "two"),
        (
            api.post("/v1/glossaries").json(&new("three", "a\tb\nc\td")),
            "three",
        ),
    ] {
        let made = Answer::of(request).await;
        assert_eq!(made.status, 201, "{}", made.body);
        assert_eq!(
            made.body,
            json!({
                "glossary_id": made.body["glossary_id"],
                "name": name,
                "ready": true,
                "source_lang": "en",
                "target_lang": "de",
                "creation_time": "2026-05-17T08:30:00.250Z",
                "entry_count": 2,
            })
        );
        expected.push(made.body);
    }
    for path in ["/v2/glossaries", "/v2/glossaries/", "/v1/glossaries"] {
        let list = Answer::of(api.get(path)).await;
        assert_eq!(
            (list.status, list.body),
            (200, json!({"glossaries": expected}))
        );
    }
    for glossary in expected {
        let path = format!(
            "/v2/glossaries/{}",
            glossary["glossary_id"].as_str().unwrap()
        );
        assert_eq!(Answer::of(api.get(&path)).await.body, glossary);
        let deleted = Answer::of(api.request("DELETE", &path)).await;
        assert_eq!((deleted.status, deleted.body), (204, Value::Null));
        assert_eq!(Answer::of(api.request("DELETE", &path)).await.status, 404);
    }
    let list = Answer::of(api.get("/v2/glossaries")).await;
    assert_eq!(list.body, json!({"glossaries": []}));
}

#[tokio::test]
async fn ten_thousand_entries_come_back_as_they_were_sent() {
    let api = TestApi::start().await;
    let lines: Vec<String> = (0..10_000)
        .rev()
        .map(|number| format!("{number} 🦊 \"a\" + 'b' & c%20\t{number}, é \\n <x>"))
        .collect();
    let tsv = lines.join("\n");
    let quote = |term: &str| format!("\"{}\"", term.replace('"', "\"\""));
    let csv: Vec<String> = lines
        .iter()
        .map(|line| {
            let (source, target) = line.split_once('\t').unwrap();
            format!("{},{}", quote(source), quote(target))
        })
        .collect();
    let mut as_csv = new("csv", &csv.join("\r\n"));
    as_csv["entries_format"] = json!("csv");
    for request in [
        api.post("/v2/glossaries").json(&new("json", &tsv)),
        api.post("/v2/glossaries").form(&new("form", &tsv)),
        api.post("/v2/glossaries").json(&as_csv),
    ] {
        let made = Answer::of(request).await;
        assert_eq!(
            (made.status, &made.body["entry_count"]),
            (201, &json!(10_000))
        );
        let id = made.body["glossary_id"].as_str().unwrap();
        assert!(entries(&api, &format!("/v2/glossaries/{id}")).await == tsv);
        assert!(entries_v3(&api, &format!("/v3/glossaries/{id}"), "en", "de").await == tsv);
    }
}

#[tokio::test]
async fn entries_are_given_as_tsv_only() {
    let api = TestApi::start().await;
    let path = create(&api, json!([dictionary("en", "de", "a\tb")])).await;
    let path = format!("{}/entries", path.replace("v3", "v2"));
    for (accept, status) in [
        ("text/tab-separated-values", 200),
        ("Text/Tab-Separated-Values; charset=utf-8", 200),
        ("*/*", 200),
        ("application/json, text/*;q=0.5", 200),
        ("", 200),
        ("text/csv", 415),
        ("application/json", 415),
    ] {
        let answer = Answer::of(api.get(&path).header("accept", accept)).await;
        assert_eq!(answer.status, status, "{accept}");
        if status == 415 {
            assert!(answer.message().contains("text/tab-separated-values"));
        }
    }
}

#[tokio::test]
async fn glossaries_with_several_dictionaries_show_the_first_and_those_with_none_are_not_shown() {
    let api = TestApi::start().await;
    let several = create(
        &api,
        json!([
            dictionary("pl", "fr", "a\tb"),
            dictionary("en", "de", "c\td\ne\tf")
        ]),
    )
    .await
    .replace("v3", "v2");
    let none = create(&api, json!([])).await.replace("v3", "v2");

    let list = Answer::of(api.get("/v2/glossaries")).await;
    let list = list.body["glossaries"].as_array().unwrap().clone();
    assert_eq!(list.len(), 1);
    assert_eq!(
        (
            &list[0]["source_lang"],
            &list[0]["target_lang"],
            &list[0]["entry_count"]
        ),
        (&json!("pl"), &json!("fr"), &json!(1))
    );
    assert_eq!(Answer::of(api.get(&several)).await.body, list[0]);
    assert_eq!(entries(&api, &several).await, "a\tb");
    for path in [&none, &format!("{none}/entries")] {
        Answer::of(api.get(path)).await.expect(
            404,
            "This glossary has no dictionary. Use /v3/glossaries, which can add one.",
        );
    }
}

#[tokio::test]
async fn what_version_2_cannot_represent_it_does_not_delete() {
    let api = TestApi::start().await;
    let plain = create(&api, json!([dictionary("en", "de", "a\tb")])).await;
    let several = create(
        &api,
        json!([
            dictionary("en", "de", "a\tb"),
            dictionary("de", "en", "b\ta")
        ]),
    )
    .await;
    let none = create(&api, json!([])).await;
    let made = Answer::of(api.post("/v2/glossaries").json(&new("edited", "a\tb"))).await;
    let edited = format!(
        "/v3/glossaries/{}",
        made.body["glossary_id"].as_str().unwrap()
    );
    let merge = json!({"dictionaries": [dictionary("en", "de", "c\td")]});
    let merge = Answer::of(api.request("PATCH", &edited).json(&merge)).await;
    assert_eq!(merge.status, 200);

    for path in [&several, &none, &edited] {
        let id = path.strip_prefix("/v3/glossaries/").unwrap();
        let delete = api.request("DELETE", &path.replace("v3", "v2"));
        Answer::of(delete).await.expect(
            400,
            &format!(
                "The glossary {id} has several dictionaries or was edited, so it can be deleted \
                 only with DELETE /v3/glossaries/{id}."
            ),
        );
        assert_eq!(Answer::of(api.get(path)).await.status, 200);
        assert_eq!(Answer::of(api.request("DELETE", path)).await.status, 204);
    }
    let delete = api.request("DELETE", &plain.replace("v3", "v2"));
    assert_eq!(Answer::of(delete).await.status, 204);
}

#[tokio::test]
async fn only_the_methods_of_the_interface_are_there() {
    let api = TestApi::start().await;
    let path = create(&api, json!([dictionary("en", "de", "a\tb")])).await;
    let v2 = path.replace("v3", "v2");
    for (method, path, status) in [
        ("HEAD", &v2, 200),
        ("PATCH", &v2, 405),
        ("PUT", &v2, 405),
        ("POST", &format!("{v2}/entries"), 405),
        ("DELETE", &"/v2/glossaries".to_owned(), 405),
        ("PUT", &path, 405),
        ("GET", &format!("{path}/dictionaries"), 405),
        ("GET", &format!("{v2}/dictionaries"), 404),
        ("GET", &format!("{path}/nothing"), 404),
    ] {
        let answer = Answer::of(api.request(method, path)).await;
        assert_eq!(answer.status, status, "{method} {path}");
    }
}
