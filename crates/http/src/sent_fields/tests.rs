use std::collections::BTreeMap;

use axum::response::IntoResponse;
use futures_util::FutureExt;
use serde::Deserialize;
use serde_json::json;

use super::*;

#[derive(Debug, Deserialize)]
struct Wanted {
    name: Option<String>,
    #[serde(default)]
    list: Vec<Value>,
}

fn sent<'a>(query: &'a str, body: Content<'a>) -> SentFields<'a> {
    SentFields {
        query: query.as_bytes(),
        body,
        nulls: false,
        lists_of_objects: true,
    }
}

fn message(error: ApiError) -> String {
    let body = error.into_response().into_body();
    let bytes = axum::body::to_bytes(body, 10_000).now_or_never();
    let body: Value = serde_json::from_slice(&bytes.unwrap().unwrap()).unwrap();
    body["message"].as_str().unwrap().to_owned()
}

fn check_list(form: &str, expected: Value) {
    let wanted: Wanted = sent("", Content::Form(form.as_bytes())).read().unwrap();
    assert_eq!(Value::Array(wanted.list), expected, "{form}");
}

#[test]
fn fields_of_objects_in_a_list_are_put_together_in_the_order_of_their_numbers() {
    check_list(
        "name=n&list[10].b=3&list[2].a=1&list[2].b=2&list%5B2%5D.b=4",
        json!([{"a": "1", "b": ["2", "4"]}, {"b": "3"}]),
    );
    check_list("list[4294967295].a=1", json!([{"a": "1"}]));
    check_list(
        "list[4294967296].a=1&list[]=2&list[x].a=3&list[-1].a=4&[0].a=5",
        json!([]),
    );
}

#[test]
fn a_list_that_is_sent_in_two_ways_is_refused() {
    for form in ["list=a&list[0].a=b", "list[0].a=b&list=a"] {
        let error = sent("", Content::Form(form.as_bytes())).read::<Wanted>();
        assert_eq!(
            message(error.unwrap_err()),
            "'list' and 'list[...]' were both sent. Send one of them."
        );
    }
}

#[test]
fn the_body_wins_over_the_query_and_the_last_of_two_names_over_the_first() {
    let name = |query, body| sent(query, body).read::<Wanted>().unwrap().name;
    let json = Content::Json;
    assert_eq!(name("name=a", Content::Nothing).as_deref(), Some("a"));
    assert_eq!(name("name=a", json(r#"{"x": [1]}"#)).as_deref(), Some("a"));
    assert_eq!(
        name("name=a", json(r#"{"name": 1, "n\u0061me": "b"}"#)).as_deref(),
        Some("b")
    );
    assert_eq!(name("name=a", json(r#"{"name": null}"#)), None);
    assert_eq!(
        name("name=a", Content::Form(b"name=b")).as_deref(),
        Some("b")
    );
}

#[test]
fn the_place_of_what_is_no_json_is_that_in_the_body() {
    let body = "{\n \"x\": 1, \"list\": [1,\n \"\\ud800\"]}";
    let error = sent("", Content::Json(body)).read::<Wanted>().unwrap_err();
    let whole = serde_json::from_str::<Value>(body).unwrap_err();
    assert_eq!(
        message(error),
        format!("The body is not valid JSON: {whole}.")
    );
}

#[test]
fn more_values_than_any_request_has_are_refused() {
    let form = "name=&".repeat(MOST_PAIRS + 1);
    let error = sent("", Content::Form(form.as_bytes())).read::<Wanted>();
    assert!(message(error.unwrap_err()).starts_with("More than 1000 values"));
    // What nothing asks for does not count.
    let form = "other=&".repeat(100_000);
    assert!(
        sent("", Content::Form(form.as_bytes()))
            .read::<Wanted>()
            .is_ok()
    );
    let fields: Vec<String> = (0..=MOST_NAMES).map(|n| format!("\"{n}\":0")).collect();
    let body = format!("{{{}}}", fields.join(","));
    let error = sent("", Content::Json(&body)).read::<BTreeMap<String, u8>>();
    assert!(message(error.unwrap_err()).contains("more than 200 different fields"));
}
