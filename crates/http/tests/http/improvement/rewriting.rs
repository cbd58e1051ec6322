//! Texts in other words, in a style or a tone.

use dragoman_domain::{StyleOrTone, Tone, WritingStyle};
use serde_json::json;

use super::{correct, rephrase, text_of, with_rewriter};
use crate::TestApi;

#[tokio::test]
async fn texts_are_rewritten_from_what_is_right_and_read_again() {
    let (api, proofreader, rewriter) = with_rewriter(false).await;
    let texts = json!([
        "  See teh {color}.\n",
        "Good as teh text is.",
        "",
        "Guten Tag"
    ]);
    let answer = rephrase(&api, json!({"text": texts})).await;
    let improved: Vec<&str> = answer.body["improvements"]
        .as_array()
        .unwrap()
        .iter()
        .map(|improvement| improvement["text"].as_str().unwrap())
        .collect();
    assert_eq!(
        improved,
        [
            "  See the {color}. Better\n",
            "Good as the text is.",
            "",
            "Guten Tag Better"
        ]
    );
    assert_eq!(rewriter.number_of_jobs(), 2, "one for each language");
    assert!(
        proofreader
            .jobs()
            .contains(&("en", "See the {color}. Better".to_owned()))
    );
    // Correction has no use for other words.
    let answer = correct(
        &api,
        json!({"text": ["See teh house."], "target_lang": "en"}),
    )
    .await;
    assert_eq!(text_of(&answer), "See the house.");
    assert_eq!(rewriter.number_of_jobs(), 2);
    let answer = rephrase(
        &api,
        json!({"text": ["Misspelt text"], "target_lang": "en-GB"}),
    )
    .await;
    assert_eq!(text_of(&answer), "This is the colour that is better.");
    let job = rewriter.last_job();
    assert_eq!((job.language.tag(), job.style_or_tone), ("en-GB", None));
    assert!(job.caller.is_some() && job.deadline.is_some());
}

#[tokio::test]
async fn what_a_rewriter_makes_of_a_text_is_used_only_if_it_can_be_that_text() {
    let (api, ..) = with_rewriter(false).await;
    for text in [
        "Empty is teh answer.",
        "Foreign is teh answer.",
        "Placeholder {name} in teh text.",
        "Refuse is what teh rewriter does.",
    ] {
        let answer = rephrase(&api, json!({"text": [text], "target_lang": "en"})).await;
        assert_eq!(text_of(&answer), text.replace("teh", "the"));
    }
}

#[tokio::test]
async fn a_style_or_a_tone_goes_to_who_can_write_like_that() {
    let (api, _, rewriter) = with_rewriter(true).await;
    for (name, value, style_or_tone) in [
        (
            "writing_style",
            "academic",
            StyleOrTone::Style(WritingStyle::Academic),
        ),
        (
            "writing_style",
            "business",
            StyleOrTone::Style(WritingStyle::Business),
        ),
        (
            "writing_style",
            "casual",
            StyleOrTone::Style(WritingStyle::Casual),
        ),
        (
            "writing_style",
            "simple",
            StyleOrTone::Style(WritingStyle::Simple),
        ),
        ("tone", "confident", StyleOrTone::Tone(Tone::Confident)),
        ("tone", "diplomatic", StyleOrTone::Tone(Tone::Diplomatic)),
        (
            "tone",
            "enthusiastic",
            StyleOrTone::Tone(Tone::Enthusiastic),
        ),
        ("tone", "friendly", StyleOrTone::Tone(Tone::Friendly)),
    ] {
        for value in [value.to_owned(), format!("prefer_{value}")] {
            for target in [Some("de"), Some("en-GB"), Some("en"), None] {
                let text = if target == Some("de") {
                    "Guten Tag"
                } else {
                    "Hello."
                };
                let body = json!({"text": [text], "target_lang": target, name: value});
                let answer = rephrase(&api, body).await;
                let expected = format!("{text} {style_or_tone:?}").replace(['(', ')'], "");
                assert_eq!(text_of(&answer), expected);
                assert_eq!(rewriter.last_job().style_or_tone, Some(style_or_tone));
            }
        }
        for value in ["default", ""] {
            let body = json!({"text": ["Hello."], "target_lang": "en-US", name: value});
            assert_eq!(text_of(&rephrase(&api, body).await), "Hello. Better");
        }
    }
    let both = json!({"text": ["Hello."], "writing_style": "default", "tone": "friendly"});
    assert_eq!(text_of(&rephrase(&api, both).await), "Hello. ToneFriendly");
    // A style that must be is not left out quietly, one that need not be is.
    let mut body = json!({"text": ["Refuse."], "target_lang": "en", "writing_style": "simple"});
    rephrase(&api, body.clone()).await.expect(
        503,
        "What improves texts is unavailable at the moment. Try again later.",
    );
    body["writing_style"] = json!("prefer_simple");
    assert_eq!(text_of(&rephrase(&api, body).await), "Refuse.");
}

#[tokio::test]
async fn where_no_style_or_tone_is_to_be_had_one_is_refused_and_a_preference_is_not() {
    let (with_styles_and_tones, ..) = with_rewriter(true).await;
    let (without, ..) = with_rewriter(false).await;
    let nobody = TestApi::start().await;
    let of_language = |name: &str| {
        format!(
            "Value for '{name}' is not supported for 'target_lang' zh-Hans: Language zh does not support setting a {}. \
             Use a value with prefer_ to have it applied only where it is supported.",
            name.replace('_', " ")
        )
    };
    let of_server = |name: &str, target: &str| {
        format!(
            "Value for '{name}' is not available for 'target_lang' {target}: it needs a language model, which the \
             operator of this server can configure. Use a value with prefer_ to have it applied only where it is \
             supported."
        )
    };
    for (name, value) in [("writing_style", "business"), ("tone", "friendly")] {
        for (api, text, target, message) in [
            (
                &with_styles_and_tones,
                "我们看书。",
                "zh-Hans",
                of_language(name),
            ),
            (&without, "Hello.", "en-US", of_server(name, "en-US")),
            (&nobody, "Hello.", "en-US", of_server(name, "en-US")),
        ] {
            let mut body = json!({"text": [text], "target_lang": target, name: value});
            rephrase(api, body.clone()).await.expect(400, &message);
            body[name] = json!(format!("prefer_{value}"));
            assert!(text_of(&rephrase(api, body).await).starts_with(text));
        }
        let body = json!({"text": ["Hello."], name: value});
        rephrase(&nobody, body)
            .await
            .expect(400, &of_server(name, "en"));
    }
    assert_eq!(nobody.counted().await, 12);
}
