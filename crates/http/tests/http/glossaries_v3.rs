use dragoman_domain::{KeyKind, Plan, Scope, ScopeSet};
use serde_json::{Value, json};

use crate::{Answer, TestApi};

const UNKNOWN: &str = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

pub(crate) fn dictionary(source: &str, target: &str, entries: &str) -> Value {
    json!({"source_lang": source, "target_lang": target, "entries": entries})
}

/// Makes a glossary and gives its path in version 3.
pub(crate) async fn create(api: &TestApi, dictionaries: Value) -> String {
    let body = json!({"name": "test", "dictionaries": dictionaries});
    let answer = Answer::of(api.post("/v3/glossaries").json(&body)).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    format!(
        "/v3/glossaries/{}",
        answer.body["glossary_id"].as_str().unwrap()
    )
}

/// The entries of a dictionary, after checking what stands around them.
pub(crate) async fn entries(api: &TestApi, path: &str, source: &str, target: &str) -> String {
    let query = format!("{path}/entries?source_lang={source}&target_lang={target}");
    let answer = Answer::of(api.get(&query)).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let [dictionary] = answer.body["dictionaries"].as_array().unwrap().as_slice() else {
        panic!("not one dictionary: {}", answer.body);
    };
    assert_eq!(dictionary["source_lang"], source);
    assert_eq!(dictionary["target_lang"], target);
    assert_eq!(dictionary["entries_format"], "tsv");
    dictionary["entries"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_glossary_is_made_listed_read_and_deleted() {
    let api = TestApi::start().await;
    let body = json!({
        "name": "Tiere 🦊",
        "dictionaries": [
            {"source_lang": "EN", "target_lang": "de", "entries": "fox\tFuchs\nred fox\tRotfuchs"},
            {
                "source_lang": "pt-BR", "target_lang": "EN-us",
                "entries": "raposa,fox\n\"a \"\"b\"\"\",\"c, d\",pt,en\nx,y,en,pt",
                "entries_format": "csv",
            },
        ],
    });
    let made = Answer::of(api.post("/v3/glossaries").json(&body)).await;
    assert_eq!(made.status, 201);
    let id = made.body["glossary_id"].as_str().unwrap().to_owned();
    assert_eq!(
        made.body,
        json!({
            "glossary_id": id,
            "name": "Tiere 🦊",
            "dictionaries": [
                {"source_lang": "en", "target_lang": "de", "entry_count": 2},
                {"source_lang": "pt", "target_lang": "en", "entry_count": 2},
            ],
            "creation_time": "2026-05-17T08:30:00.250Z",
        })
    );
    let path = format!("/v3/glossaries/{id}");
    let found = Answer::of(api.get(&path)).await;
    assert_eq!((found.status, &found.body), (200, &made.body));
    let list = Answer::of(api.get("/v3/glossaries")).await;
    assert_eq!(list.body, json!({"glossaries": [made.body]}));
    assert_eq!(
        entries(&api, &path, "en", "de").await,
        "fox\tFuchs\nred fox\tRotfuchs"
    );
    assert_eq!(
        entries(&api, &path, "pt", "en").await,
        "raposa\tfox\na \"b\"\tc, d"
    );

    let deleted = api.request("DELETE", &path).send().await.unwrap();
    assert_eq!(deleted.status(), 204);
    assert_eq!(deleted.bytes().await.unwrap().len(), 0);
    let again = Answer::of(api.request("DELETE", &path)).await;
    again.expect(404, &format!("There is no glossary with the id {id}."));
    assert_eq!(Answer::of(api.get(&path)).await.status, 404);
    let list = Answer::of(api.get("/v3/glossaries")).await;
    assert_eq!(list.body, json!({"glossaries": []}));
}

#[tokio::test]
async fn forms_name_the_fields_of_dictionaries_by_their_number() {
    let api = TestApi::start().await;
    let form = [
        ("name", "a form"),
        ("dictionaries[1].source_lang", "DE"),
        ("dictionaries[1].target_lang", "EN"),
        ("dictionaries[1].entries", "ä,\"b & c\""),
        ("dictionaries[1].entries_format", "csv"),
        ("dictionaries[0].source_lang", "EN"),
        ("dictionaries[0].target_lang", "DE"),
        ("dictionaries[0].entries", "a\t🦊\nb\tc+d"),
    ];
    let made = Answer::of(api.post("/v3/glossaries").form(&form)).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let path = format!(
        "/v3/glossaries/{}",
        made.body["glossary_id"].as_str().unwrap()
    );
    assert_eq!(entries(&api, &path, "en", "de").await, "a\t🦊\nb\tc+d");
    assert_eq!(entries(&api, &path, "de", "en").await, "ä\tb & c");

    let form = [
        ("name", "renamed"),
        ("dictionaries[0].source_lang", "en"),
        ("dictionaries[0].target_lang", "de"),
        ("dictionaries[0].entries", "a\tneu"),
    ];
    let edited = Answer::of(api.request("PATCH", &path).form(&form)).await;
    assert_eq!(
        (edited.status, &edited.body["name"]),
        (200, &json!("renamed"))
    );
    assert_eq!(entries(&api, &path, "en", "de").await, "a\tneu\nb\tc+d");

    let form = [
        ("source_lang", "en"),
        ("target_lang", "de"),
        ("entries", "x\ty"),
    ];
    let put = api.request("PUT", &format!("{path}/dictionaries"));
    assert_eq!(
        Answer::of(put.form(&form)).await.body,
        json!({"source_lang": "en", "target_lang": "de", "entry_count": 1})
    );
    // One client sends a body with a deletion.
    let pair = [("source_lang", "en"), ("target_lang", "de")];
    let delete = api.request("DELETE", &format!("{path}/dictionaries"));
    assert_eq!(Answer::of(delete.form(&pair)).await.status, 204);
}

#[tokio::test]
async fn a_glossary_may_have_no_dictionary() {
    let api = TestApi::start().await;
    for body in [
        json!({"name": "none"}),
        json!({"name": "none", "dictionaries": []}),
        json!({"name": "none", "dictionaries": null}),
    ] {
        let answer = Answer::of(api.post("/v3/glossaries").json(&body)).await;
        assert_eq!(
            (answer.status, &answer.body["dictionaries"]),
            (201, &json!([]))
        );
    }
}

#[tokio::test]
async fn an_edit_renames_or_merges_or_adds_or_does_nothing() {
    let api = TestApi::start().await;
    let path = create(&api, json!([dictionary("en", "de", "b\t1\na\t2\nc\t3")])).await;
    let edit = async |body: Value| {
        let answer = Answer::of(api.request("PATCH", &path).json(&body)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(
            answer.body,
            Answer::of(api.get(&path)).await.body,
            "the answer is the glossary as it is"
        );
        answer.body
    };
    assert_eq!(edit(json!({})).await["name"], "test");
    assert_eq!(edit(json!({"name": "new"})).await["name"], "new");
    assert_eq!(entries(&api, &path, "en", "de").await, "b\t1\na\t2\nc\t3");

    let merged = edit(json!({"dictionaries": [dictionary("EN", "DE", "z\t9\na\tneu")]})).await;
    assert_eq!(merged["name"], "new");
    assert_eq!(
        entries(&api, &path, "en", "de").await,
        "b\t1\na\tneu\nc\t3\nz\t9"
    );
    let added = edit(json!({
        "name": "newer", "dictionaries": [dictionary("de", "en", "ä\tae")],
    }))
    .await;
    assert_eq!(added["name"], "newer");
    assert_eq!(
        added["dictionaries"],
        json!([
            {"source_lang": "en", "target_lang": "de", "entry_count": 4},
            {"source_lang": "de", "target_lang": "en", "entry_count": 1},
        ])
    );
}

#[tokio::test]
async fn edits_at_the_same_time_lose_no_entries() {
    let api = TestApi::start().await;
    let path = create(&api, json!([dictionary("en", "de", "a\tb")])).await;
    let edits: Vec<_> = (0..40)
        .map(|number| {
            let entries = format!("key {number}\t{number}\nshared\t{number}");
            let body = json!({"dictionaries": [dictionary("en", "de", &entries)]});
            tokio::spawn(api.request("PATCH", &path).json(&body).send())
        })
        .collect();
    for edit in edits {
        assert_eq!(edit.await.unwrap().unwrap().status(), 200);
    }
    let entries = entries(&api, &path, "en", "de").await;
    assert_eq!(entries.lines().count(), 42);
    for number in 0..40 {
        let entry = format!("key {number}\t{number}");
        assert!(entries.lines().any(|line| line == entry), "{entry}");
    }
}

#[tokio::test]
async fn a_dictionary_is_replaced_and_deleted_alone() {
    let api = TestApi::start().await;
    let both = json!([
        dictionary("en", "de", "a\tb"),
        dictionary("de", "en", "c\td")
    ]);
    let path = create(&api, both).await;
    let dictionaries = format!("{path}/dictionaries");
    for (source, target, count) in [("EN", "DE-AT", 2), ("en", "fr", 2)] {
        let put = api
            .request("PUT", &dictionaries)
            .json(&dictionary(source, target, "x\ty\nz\tz"));
        let answer = Answer::of(put).await;
        assert_eq!(answer.status, 200);
        assert_eq!(
            answer.body,
            json!({"source_lang": "en", "target_lang": &target[..2].to_lowercase(), "entry_count": count})
        );
    }
    assert_eq!(entries(&api, &path, "en", "de").await, "x\ty\nz\tz");
    assert_eq!(entries(&api, &path, "de", "en").await, "c\td");

    let one = format!("{dictionaries}?source_lang=EN&target_lang=de");
    assert_eq!(Answer::of(api.request("DELETE", &one)).await.status, 204);
    let id = path.strip_prefix("/v3/glossaries/").unwrap();
    let message = format!("The glossary {id} has no dictionary for the language pair en-de.");
    Answer::of(api.request("DELETE", &one))
        .await
        .expect(404, &message);
    let gone = format!("{path}/entries?source_lang=en&target_lang=de");
    Answer::of(api.get(&gone)).await.expect(404, &message);
    for pair in [
        "source_lang=de&target_lang=en",
        "source_lang=en&target_lang=fr",
    ] {
        let one = format!("{dictionaries}?{pair}");
        assert_eq!(Answer::of(api.request("DELETE", &one)).await.status, 204);
    }
    assert_eq!(
        Answer::of(api.get(&path)).await.body["dictionaries"],
        json!([])
    );
}

#[tokio::test]
async fn a_glossary_that_is_not_there_is_404_and_what_is_no_id_400() {
    let api = TestApi::start().await;
    let path = create(&api, json!([dictionary("en", "de", "a\tb")])).await;
    let mut other = TestApi::start().await;
    other.base = api.base.clone();
    // A key of another account.
    other.key = api
        .new_key(Plan::Free, KeyKind::Developer, ScopeSet::Unrestricted)
        .await;
    let mine = path.strip_prefix("/v3/glossaries/").unwrap();
    let pair = "?source_lang=en&target_lang=de";
    let new = dictionary("en", "de", "x\ty");
    let edit = json!({"name": "x", "dictionaries": [new]});
    for (id, status) in [
        (UNKNOWN, 404),
        (mine, 404),
        ("no-such-id", 400),
        ("%FF", 400),
    ] {
        let mut requests = vec![
            ("PATCH", format!("/v3/glossaries/{id}"), &edit),
            ("PUT", format!("/v3/glossaries/{id}/dictionaries"), &new),
        ];
        for (method, rest) in [
            ("GET", String::new()),
            ("DELETE", String::new()),
            ("GET", format!("/entries{pair}")),
            ("DELETE", format!("/dictionaries{pair}")),
        ] {
            requests.push((method, format!("/v3/glossaries/{id}{rest}"), &Value::Null));
        }
        for (method, rest) in [("GET", ""), ("GET", "/entries"), ("DELETE", "")] {
            requests.push((method, format!("/v2/glossaries/{id}{rest}"), &Value::Null));
        }
        for (method, path, body) in requests {
            let mut request = other.request(method, &path);
            if !body.is_null() {
                request = request.json(body);
            }
            let message = match status {
                404 => format!("There is no glossary with the id {id}."),
                _ => format!(
                    "The glossary id in the path is not valid. It is a GUID, for example {UNKNOWN}."
                ),
            };
            Answer::of(request).await.expect(status, &message);
        }
    }
    assert_eq!(entries(&api, &path, "en", "de").await, "a\tb");
    let list = Answer::of(other.get("/v3/glossaries")).await;
    assert_eq!(list.body, json!({"glossaries": []}));
}

#[tokio::test]
async fn a_key_reads_and_writes_glossaries_only_with_the_scope_for_it() {
    let mut api = TestApi::start().await;
    let path = create(&api, json!([dictionary("en", "de", "a\tb")])).await;
    let v2 = path.replace("v3", "v2");
    let pair = "source_lang=en&target_lang=de";
    let reads = [
        "/v3/glossaries".to_owned(),
        path.clone(),
        format!("{path}/entries?{pair}"),
        "/v2/glossaries".to_owned(),
        v2.clone(),
        format!("{v2}/entries"),
    ];
    let new = dictionary("en", "de", "a\tb");
    let writes = [
        ("POST", "/v3/glossaries".to_owned(), json!({"name": "x"})),
        ("PATCH", path.clone(), json!({"name": "x"})),
        ("PUT", format!("{path}/dictionaries"), new.clone()),
        ("DELETE", format!("{path}/dictionaries?{pair}"), json!({})),
        ("DELETE", path.clone(), json!({})),
        (
            "POST",
            "/v2/glossaries".to_owned(),
            json!({"name": "x", "source_lang": "en", "target_lang": "de", "entries": "a\tb"}),
        ),
        ("DELETE", v2, json!({})),
    ];
    for (scope, may_read) in [
        (Scope::ReadGlossaries, true),
        (Scope::WriteGlossaries, false),
    ] {
        let scopes = ScopeSet::of([scope]);
        api.key = api.new_key(Plan::Pro, KeyKind::Developer, scopes).await;
        for read in &reads {
            let answer = Answer::of(api.get(read)).await;
            if may_read {
                assert!(answer.status == 200, "{read} {}", answer.status);
            } else {
                answer.expect(403, "This key lacks the scope \"glossaries:read\".");
            }
        }
        for (method, path, body) in &writes {
            let answer = Answer::of(api.request(method, path).json(body)).await;
            if may_read {
                answer.expect(403, "This key lacks the scope \"glossaries:write\".");
            } else {
                assert_ne!(answer.status, 403, "{method} {path}");
            }
        }
    }
    api.key = api
        .new_key(Plan::Pro, KeyKind::Admin, ScopeSet::Unrestricted)
        .await;
    Answer::of(api.get("/v3/glossaries")).await.expect(
        403,
        "This call needs a developer key, and this is an admin key.",
    );
}
