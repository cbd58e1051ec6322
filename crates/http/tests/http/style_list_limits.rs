use serde_json::{Value, json};

use crate::style_lists::{create, path, read, send, try_to_create};
use crate::{Answer, TestApi};

#[tokio::test]
async fn a_page_that_cannot_be_is_refused() {
    let api = TestApi::start().await;
    let size = "Value for 'page_size' is not valid: give a whole number from 1 to 25.";
    for (query, message) in [
        ("page_size=0", size),
        ("page_size=26", size),
        ("page_size=-1", size),
        (
            "page=-1",
            "Value for 'page' is not valid: pages are counted from 0.",
        ),
        (
            "page=x",
            "Value for 'page' is not valid: invalid value: string \"x\", expected a whole number.",
        ),
        (
            "detailed=yes",
            "Value for 'detailed' is not valid: invalid value: string \"yes\", expected true or \
             false (in forms also 1 or 0).",
        ),
    ] {
        Answer::of(api.get(&format!("/v3/style_rules?{query}")))
            .await
            .expect(400, message);
    }
}

#[tokio::test]
async fn names_labels_and_prompts_are_counted_in_characters() {
    let api = TestApi::start().await;
    let list = path(&create(&api, json!({})).await);
    let instructions = format!("{list}/custom_instructions");
    let name = |text: String| (json!({"name": text}), "'name'");
    let label = |text: String| (json!({"label": text, "prompt": "b"}), "'label'");
    let prompt = |text: String| (json!({"label": "a", "prompt": text}), "'prompt'");
    for character in ["a", "é", "好", "🦊"] {
        for (longest, make) in [
            (1024, &name as &dyn Fn(String) -> (Value, &'static str)),
            (100, &label),
            (300, &prompt),
        ] {
            let (fits, what) = make(character.repeat(longest));
            let (too_long, _) = make(character.repeat(longest + 1));
            let (blank, _) = make(" \t".to_owned());
            let (method, to, status) = match what {
                "'name'" => ("PATCH", &list, 200),
                _ => ("POST", &instructions, 201),
            };
            send(&api, method, to, fits.clone(), status).await;
            for (wrong, length) in [(&too_long, longest + 1), (&blank, 2)] {
                let answer = Answer::of(api.request(method, to).json(wrong)).await;
                assert_eq!(answer.status, 400);
                let message = answer.message();
                assert!(message.contains(what), "{message}");
                assert!(message.contains(&format!("1 to {longest} characters")));
                assert!(message.ends_with(&format!(" has {length}.")), "{message}");
            }
            let new = |fields: &Value| match what {
                "'name'" => fields.clone(),
                _ => json!({"custom_instructions": [{"label": "x", "prompt": "y"}, fields]}),
            };
            create(&api, new(&fits)).await;
            let refused = try_to_create(&api, new(&too_long)).await;
            assert_eq!(refused.status, 400);
            if what != "'name'" {
                assert!(refused.message().contains("custom_instructions[1] has"));
            }
        }
    }
}

#[tokio::test]
async fn a_list_has_up_to_200_instructions() {
    let api = TestApi::start().await;
    let many = |count: usize| {
        let prompt = "x".repeat(300);
        json!({"custom_instructions": vec![json!({"label": "a", "prompt": prompt}); count]})
    };
    let full = "A style rule list can have 200 custom instructions, and this one would have more; \
                delete some, or put several into one.";
    try_to_create(&api, many(201)).await.expect(400, full);
    let made = create(&api, many(200)).await;
    let add = format!("{}/custom_instructions", path(&made));
    let one = json!({"label": "b", "prompt": "c"});
    Answer::of(api.post(&add).json(&one))
        .await
        .expect(400, full);
    let first = made["custom_instructions"][0]["id"].as_str().unwrap();
    send(&api, "DELETE", &format!("{add}/{first}"), json!({}), 204).await;
    send(&api, "POST", &add, one, 201).await;
}

#[tokio::test]
async fn what_is_wrong_in_a_list_is_named() {
    let api = TestApi::start().await;
    let languages = "The 'language' of a style rule list is one of de, en, es, fr, it, ja, ko, zh, \
                     and not";
    for (fields, message) in [
        (json!({"name": null}), "Bad request: missing field `name`."),
        (
            json!({"language": null}),
            "Bad request: missing field `language`.",
        ),
        (json!({"language": "pt"}), &format!("{languages} 'pt'.")),
        (
            json!({"language": "en-US"}),
            &format!("{languages} 'en-US'."),
        ),
        (
            json!({"language": "xx"}),
            "Value for 'language' not supported: \"xx\" is not a known language code.",
        ),
        (
            json!({"custom_instructions": [{"label": "a"}]}),
            "Value for 'custom_instructions[0]' is not valid: missing field `prompt`.",
        ),
        (
            json!({"custom_instructions": [{"label": "a", "prompt": "b", "source_language": "xx"}]}),
            "Value for 'custom_instructions[0].source_language' not supported: \"xx\" is not a known \
             language code.",
        ),
        (
            json!({"configured_rules": {"punctuation": {"apostrophe": 1}}}),
            "Value for 'configured_rules.punctuation.apostrophe' is not valid: invalid type: integer \
             `1`, expected a string.",
        ),
        (
            json!({"configured_rules": {"vocabulary": {"abbreviations": "none"}}}),
            "Value for 'configured_rules' is not valid: the rule 'vocabulary.abbreviations' has no \
             option 'none'; its options are write_original_term_then_abbreviation_and_explanation.",
        ),
        (
            json!({"configured_rules": {"vocabulary": {"spelling": "x"}}}),
            "Value for 'configured_rules' is not valid: the category 'vocabulary' has no rule \
             'spelling'; its rules are abbreviations, loanwords.",
        ),
        (
            json!({"configured_rules": {"words": {"spelling": "x"}}}),
            "Value for 'configured_rules' is not valid: there is no category 'words'; the categories \
             are dates_and_times, formatting, numbers, punctuation, spelling_and_grammar, \
             style_and_tone, vocabulary.",
        ),
    ] {
        try_to_create(&api, fields).await.expect(400, message);
    }
    let put = format!("{}/configured_rules", path(&create(&api, json!({})).await));
    for rules in [
        json!({"words": {"spelling": "x"}}),
        json!({"words": {}}),
        json!({"vocabulary": {"spelling": "x"}}),
        json!({"vocabulary": {"abbreviations": "none"}}),
        json!({"vocabulary": "none"}),
    ] {
        let answer = Answer::of(api.request("PUT", &put).json(&rules)).await;
        assert_eq!(answer.status, 400, "{}", answer.body);
    }
}

#[tokio::test]
async fn only_json_is_taken() {
    let api = TestApi::start().await;
    let list = path(&create(&api, json!({})).await);
    let form = [("name", "a"), ("language", "de")];
    for request in [
        api.post("/v3/style_rules").form(&form),
        api.request("PATCH", &list).form(&form),
        api.request("PUT", &format!("{list}/configured_rules"))
            .body("{}"),
    ] {
        Answer::of(request)
            .await
            .expect(415, "Send the body with the Content-Type application/json.");
    }
    for method in ["PATCH", "PUT"] {
        let to = match method {
            "PUT" => format!("{list}/configured_rules"),
            _ => list.clone(),
        };
        Answer::of(api.request(method, &to))
            .await
            .expect(400, "The body is missing: send a JSON object.");
        let array = api.request(method, &to).json(&json!([]));
        Answer::of(array)
            .await
            .expect(400, "The body must be a JSON object.");
    }
    let large = json!({"name": "x".repeat(dragoman_http::LARGEST_BODY)});
    let answer = Answer::of(api.request("PATCH", &list).json(&large)).await;
    answer.expect(
        413,
        "The body is larger than 131072 bytes. Send what is in it with several requests.",
    );
    assert_eq!(read(&api, &list).await["version"], 1);
}
