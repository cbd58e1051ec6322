use dragoman_domain::{KeyKind, Plan, Scope, ScopeSet};
use serde_json::{Value, json};

use crate::{Answer, TestApi};

pub(crate) const UNKNOWN: &str = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
const MADE: &str = "2026-05-17T08:30:00.250Z";

/// Makes a list for German with these fields in addition, and gives it.
pub(crate) async fn create(api: &TestApi, fields: Value) -> Value {
    let answer = try_to_create(api, fields).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.body
}

pub(crate) async fn try_to_create(api: &TestApi, fields: Value) -> Answer {
    let mut body = json!({"name": "test", "language": "de"});
    for (name, value) in fields.as_object().unwrap() {
        body[name] = value.clone();
    }
    Answer::of(api.post("/v3/style_rules").json(&body)).await
}

pub(crate) fn path(list: &Value) -> String {
    format!("/v3/style_rules/{}", list["style_id"].as_str().unwrap())
}

/// Sends JSON and expects this status.
pub(crate) async fn send(
    api: &TestApi,
    method: &str,
    path: &str,
    body: Value,
    status: u16,
) -> Value {
    let answer = Answer::of(api.request(method, path).json(&body)).await;
    assert_eq!(answer.status, status, "{method} {path}: {}", answer.body);
    answer.body
}

pub(crate) async fn read(api: &TestApi, path: &str) -> Value {
    let answer = Answer::of(api.get(path)).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    answer.body
}

#[tokio::test]
async fn a_list_is_made_read_listed_and_deleted() {
    let api = TestApi::start().await;
    let rules = json!({
        "punctuation": {"apostrophe": "use_curly_apostrophes"},
        "dates_and_times": {"calendar_era": "use_bc_and_ad"},
    });
    let made = create(
        &api,
        json!({
            "name": "Hausstil 🦊",
            "language": "DE",
            "configured_rules": rules,
            "custom_instructions": [
                {"label": "kurz", "prompt": "Sei kurz."},
                {"label": "nett", "prompt": "Be kind.", "source_language": "en-gb", "x": 1},
            ],
            "unknown": true,
        }),
    )
    .await;
    let ids = [0, 1].map(|index| made["custom_instructions"][index]["id"].clone());
    assert_ne!(ids[0], ids[1]);
    assert_eq!(
        made,
        json!({
            "style_id": made["style_id"], "name": "Hausstil 🦊", "language": "de", "version": 1,
            "creation_time": MADE, "updated_time": MADE, "configured_rules": rules,
            "custom_instructions": [
                {"id": ids[0], "label": "kurz", "prompt": "Sei kurz."},
                {"id": ids[1], "label": "nett", "prompt": "Be kind.", "source_language": "en-GB"},
            ],
        })
    );
    let path = path(&made);
    assert_eq!(read(&api, &path).await, made);
    assert_eq!(read(&api, &format!("{path}/")).await, made);

    let deleted = api.request("DELETE", &path).send().await.unwrap();
    assert_eq!(deleted.status(), 204);
    assert_eq!(deleted.bytes().await.unwrap().len(), 0);
    let id = made["style_id"].as_str().unwrap();
    Answer::of(api.request("DELETE", &path)).await.expect(
        404,
        &format!("There is no style rule list with the id {id}."),
    );
    assert_eq!(
        read(&api, "/v3/style_rules").await,
        json!({"style_rules": []})
    );
}

#[tokio::test]
async fn what_is_null_is_absent() {
    let api = TestApi::start().await;
    let empty = create(&api, json!({})).await;
    assert_eq!(empty["configured_rules"], json!({}));
    assert_eq!(empty["custom_instructions"], json!([]));
    let made = create(
        &api,
        json!({
            "configured_rules": {
                "numbers": null,
                "punctuation": {"apostrophe": null, "dash": "use_hyphen"},
            },
            "custom_instructions": [{"label": "a", "prompt": "b", "source_language": null}],
        }),
    )
    .await;
    let rules = json!({"punctuation": {"dash": "use_hyphen"}});
    assert_eq!(made["configured_rules"], rules);
    assert_eq!(made["custom_instructions"][0].get("source_language"), None);
    let nulls = json!({"configured_rules": null, "custom_instructions": null});
    create(&api, nulls).await;
}

#[tokio::test]
async fn lists_come_in_pages_with_details_only_where_they_are_asked_for() {
    let api = TestApi::start().await;
    let mut lists = Vec::new();
    for number in 0..26 {
        let fields = json!({
            "name": format!("list {number}"),
            "configured_rules": {"punctuation": {"dash": "use_hyphen"}},
            "custom_instructions": [{"label": "a", "prompt": "b"}],
        });
        lists.push(create(&api, fields).await);
    }
    let mut without = lists.clone();
    for list in &mut without {
        let list = list.as_object_mut().unwrap();
        list.remove("configured_rules").unwrap();
        list.remove("custom_instructions").unwrap();
    }
    for (query, expected) in [
        ("", &without[..10]),
        ("?detailed=false&page=0", &without[..10]),
        ("?detailed=0&page=2", &without[20..]),
        ("?page_size=1&page=25", &without[25..]),
        ("?page_size=25", &without[..25]),
        ("?page_size=25&page=1", &without[25..]),
        ("?page=3", &[]),
        ("?page=9223372036854775807&page_size=25", &[]),
        ("?detailed=true", &lists[..10]),
        ("?detailed=1&page=1&page_size=25", &lists[25..]),
    ] {
        let page = read(&api, &format!("/v3/style_rules{query}")).await;
        assert_eq!(page, json!({"style_rules": expected}), "{query}");
    }
}

#[tokio::test]
async fn every_change_makes_a_version_and_a_later_time() {
    let api = TestApi::start().await;
    let made = create(
        &api,
        json!({"custom_instructions": [{"label": "a", "prompt": "b"}]}),
    )
    .await;
    let path = path(&made);
    let instruction = format!(
        "{path}/custom_instructions/{}",
        made["custom_instructions"][0]["id"].as_str().unwrap()
    );
    let rules = json!({"punctuation": {"dash": "use_hyphen"}});
    let new = json!({"label": "c", "prompt": "d"});
    let mut version = 1;
    for (method, to, body, status) in [
        ("PATCH", path.clone(), json!({"name": "new"}), 200),
        ("PATCH", path.clone(), json!({"name": "new"}), 200),
        (
            "PUT",
            format!("{path}/configured_rules"),
            rules.clone(),
            200,
        ),
        (
            "POST",
            format!("{path}/custom_instructions"),
            new.clone(),
            201,
        ),
        ("PUT", instruction.clone(), new, 200),
        ("DELETE", instruction, json!({}), 204),
    ] {
        send(&api, method, &to, body, status).await;
        version += 1;
        let list = read(&api, &path).await;
        assert_eq!(list["version"], version, "{method} {to}");
        assert_eq!(list["creation_time"], MADE);
        // The clock stands still, the time of the change does not.
        let millisecond = 250 + version - 1;
        assert_eq!(
            list["updated_time"],
            format!("2026-05-17T08:30:00.{millisecond}Z")
        );
    }
    let list = read(&api, &path).await;
    assert_eq!(list["name"], "new");
    assert_eq!(list["configured_rules"], rules);
    assert_eq!(list["custom_instructions"][0]["label"], "c");
}

#[tokio::test]
async fn changes_at_the_same_time_make_one_version_each() {
    let api = TestApi::start().await;
    let path = path(&create(&api, json!({})).await);
    let rename = |name: &str| {
        let request = api.request("PATCH", &path).json(&json!({"name": name}));
        Answer::of(request)
    };
    let (one, two) = tokio::join!(rename("one"), rename("two"));
    let mut versions = [one, two].map(|answer| answer.body["version"].as_u64().unwrap());
    versions.sort_unstable();
    assert_eq!(versions, [2, 3]);
}

#[tokio::test]
async fn rules_are_replaced_as_a_whole_and_instructions_stay() {
    let api = TestApi::start().await;
    let made = create(
        &api,
        json!({
            "configured_rules": {"punctuation": {"dash": "use_hyphen", "ellipsis": "use_three_periods"}},
            "custom_instructions": [{"label": "a", "prompt": "b"}],
        }),
    )
    .await;
    let put = format!("{}/configured_rules", path(&made));
    for rules in [
        json!({"punctuation": {"dash": "use_em_dash"}, "numbers": {}}),
        json!({}),
    ] {
        // What is in the query is no rule.
        let list = send(&api, "PUT", &format!("{put}?a=b"), rules.clone(), 200).await;
        let mut expected = rules;
        expected.as_object_mut().unwrap().remove("numbers");
        assert_eq!(list["configured_rules"], expected);
        assert_eq!(list["custom_instructions"], made["custom_instructions"]);
    }
}

#[tokio::test]
async fn an_instruction_is_added_read_replaced_and_removed() {
    let api = TestApi::start().await;
    let made = create(
        &api,
        json!({"custom_instructions": [{"label": "a", "prompt": "b"}]}),
    )
    .await;
    let path = path(&made);
    let all = format!("{path}/custom_instructions");
    let new = json!({"label": "c", "prompt": "d", "source_language": "JA"});
    let added = send(&api, "POST", &all, new, 201).await;
    // One object for who wants the instruction and for who wants the list.
    let mut list = read(&api, &path).await;
    assert_eq!(
        list["custom_instructions"][0],
        made["custom_instructions"][0]
    );
    let instruction = list["custom_instructions"][1].clone();
    for (name, value) in instruction.as_object().unwrap() {
        list[name] = value.clone();
    }
    assert_eq!(added, list);
    assert_eq!(
        instruction,
        json!({"id": added["id"], "label": "c", "prompt": "d", "source_language": "ja"})
    );

    let one = format!("{all}/{}", added["id"].as_str().unwrap());
    assert_eq!(read(&api, &one).await, instruction);
    let newer = json!({"label": "e", "prompt": "f", "source_language": ""});
    let replaced = send(&api, "PUT", &one, newer, 200).await;
    assert_eq!(
        replaced,
        json!({"id": added["id"], "label": "e", "prompt": "f"})
    );
    assert_eq!(read(&api, &one).await, replaced);
    let list = read(&api, &path).await;
    assert_eq!(list["custom_instructions"][1], replaced);

    send(&api, "DELETE", &one, json!({}), 204).await;
    let list = read(&api, &path).await;
    assert_eq!(list["custom_instructions"], made["custom_instructions"]);
    let missing = format!(
        "The style rule list {} has no custom instruction with the id {}.",
        made["style_id"].as_str().unwrap(),
        added["id"].as_str().unwrap()
    );
    for (method, body) in [
        ("GET", json!({})),
        ("DELETE", json!({})),
        ("PUT", json!({"label": "g", "prompt": "h"})),
    ] {
        let request = api.request(method, &one).json(&body);
        Answer::of(request).await.expect(404, &missing);
    }
    assert_eq!(read(&api, &path).await["version"], 4);
}

/// Every request with a list in its path, with a good body.
fn requests(list: &str) -> Vec<(&'static str, String, Value)> {
    let path = format!("/v3/style_rules/{list}");
    let instruction = json!({"label": "a", "prompt": "b"});
    vec![
        ("GET", path.clone(), json!({})),
        ("PATCH", path.clone(), json!({"name": "new"})),
        ("PUT", format!("{path}/configured_rules"), json!({})),
        (
            "POST",
            format!("{path}/custom_instructions"),
            instruction.clone(),
        ),
        (
            "GET",
            format!("{path}/custom_instructions/{UNKNOWN}"),
            json!({}),
        ),
        (
            "PUT",
            format!("{path}/custom_instructions/{UNKNOWN}"),
            instruction,
        ),
        (
            "DELETE",
            format!("{path}/custom_instructions/{UNKNOWN}"),
            json!({}),
        ),
        ("DELETE", path, json!({})),
    ]
}

#[tokio::test]
async fn a_list_of_somebody_else_or_nobody_is_404_and_what_is_no_id_400() {
    let api = TestApi::start().await;
    let mine = create(&api, json!({})).await;
    let mine = mine["style_id"].as_str().unwrap();
    let mut other = TestApi::start().await;
    other.base.clone_from(&api.base);
    other.key = api
        .new_key_of(
            "another",
            Plan::Pro,
            KeyKind::Developer,
            ScopeSet::Unrestricted,
        )
        .await;
    assert_eq!(
        read(&other, "/v3/style_rules").await,
        json!({"style_rules": []})
    );
    for id in [UNKNOWN, mine] {
        for (method, path, body) in requests(id) {
            let answer = Answer::of(other.request(method, &path).json(&body)).await;
            answer.expect(
                404,
                &format!("There is no style rule list with the id {id}."),
            );
        }
    }
    for id in ["no-id", "3fa85f6457174562b3fc2c963f66afa6"] {
        for (method, path, body) in requests(id) {
            let answer = Answer::of(other.request(method, &path).json(&body)).await;
            answer.expect(
                400,
                "Value for 'style_id' is not valid: an id is a GUID such as \
                 a74d88fb-ed2a-4943-a664-a4512398b994.",
            );
        }
    }
    for (method, path, body) in requests("%FF") {
        let answer = Answer::of(other.request(method, &path).json(&body)).await;
        answer.expect(400, "The path is not valid UTF-8.");
    }
    let no_instruction = format!("/v3/style_rules/{mine}/custom_instructions/no-id");
    let answer = Answer::of(api.get(&no_instruction)).await;
    assert_eq!(answer.status, 400);
    assert!(answer.message().contains("'instruction_id'"));
    assert_eq!(
        read(&api, &format!("/v3/style_rules/{mine}")).await["version"],
        1
    );
}

#[tokio::test]
async fn keys_need_the_scope_and_the_plan() {
    let mut api = TestApi::start().await;
    let made = create(&api, json!({})).await;
    let id = made["style_id"].as_str().unwrap().to_owned();
    let mut requests = requests(&id);
    // The deletion of the list comes last, and the others must find it.
    let make = json!({"name": "new", "language": "de"});
    requests.insert(0, ("POST", "/v3/style_rules".to_owned(), make));
    requests.insert(0, ("GET", "/v3/style_rules".to_owned(), json!({})));
    for scope in [Scope::ReadStyleRules, Scope::WriteStyleRules] {
        api.key = api
            .new_key(Plan::Pro, KeyKind::Developer, ScopeSet::of([scope]))
            .await;
        for (method, path, body) in &requests {
            let answer = Answer::of(api.request(method, path).json(body)).await;
            let needed = match *method {
                "GET" => Scope::ReadStyleRules,
                _ => Scope::WriteStyleRules,
            };
            if scope == needed {
                assert_ne!(answer.status, 403, "{method} {path}");
            } else {
                answer.expect(403, &format!("This key lacks the scope \"{needed}\"."));
            }
        }
    }
    let classic = api.new_key(Plan::Classic, KeyKind::Developer, ScopeSet::Unrestricted);
    api.key = classic.await;
    create(&api, json!({})).await;
    for (plan, kind, message) in [
        (
            Plan::Free,
            KeyKind::Developer,
            "Style rule lists need the pro plan, and the account of this key has the free plan.",
        ),
        (
            Plan::Pro,
            KeyKind::Admin,
            "This call needs a developer key, and this is an admin key.",
        ),
    ] {
        api.key = api.new_key(plan, kind, ScopeSet::Unrestricted).await;
        for (method, path, body) in &requests {
            let answer = Answer::of(api.request(method, path).json(body)).await;
            answer.expect(403, message);
        }
    }
}
