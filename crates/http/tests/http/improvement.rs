//! Improving texts: what comes back, what it costs, and what is refused.

use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{KeyKind, Manner, Plan, ScopeSet, Tone, WritingStyle};
use dragoman_http::LARGEST_IMPROVEMENT_BODY;
use dragoman_service::Improvers;
use serde_json::{Value, json};

use crate::improvers::{FakeProofreader, FakeRewriter};
use crate::{Answer, Settings, TestApi};

const BOTH: [&str; 2] = ["/v2/write/correct", "/v2/write/rephrase"];

async fn correct(api: &TestApi, body: Value) -> Answer {
    Answer::of(api.post("/v2/write/correct").json(&body)).await
}

async fn rephrase(api: &TestApi, body: Value) -> Answer {
    Answer::of(api.post("/v2/write/rephrase").json(&body)).await
}

/// The first of the improved texts.
#[track_caller]
fn text_of(answer: &Answer) -> &str {
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body["improvements"][0]["text"].as_str().unwrap()
}

/// An interface with these improvers.
async fn with(improvers: Improvers) -> TestApi {
    let settings = Settings {
        improvers,
        ..Settings::default()
    };
    TestApi::with(settings).await
}

/// An interface whose German and English are proofread and rewritten.
async fn with_rewriter(has_manners: bool) -> (TestApi, Arc<FakeProofreader>, Arc<FakeRewriter>) {
    let proofreader = FakeProofreader::new(&["de", "en", "zh"]);
    let rewriter = FakeRewriter::new(&["de", "en", "zh"], has_manners);
    let improvers = Improvers {
        proofreaders: vec![Arc::clone(&proofreader) as _],
        rewriters: vec![Arc::clone(&rewriter) as _],
    };
    (with(improvers).await, proofreader, rewriter)
}

#[tokio::test]
async fn mistakes_are_mended_in_order_and_counted_once() {
    let api = TestApi::start().await;
    for path in BOTH {
        let body = json!({"text": ["This is teh house.", "All is well."], "target_lang": "EN"});
        let answer = Answer::of(api.post(path).json(&body)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(
            answer.body,
            json!({"improvements": [
                {"text": "This is the house.", "target_language": "en-US", "detected_source_language": "en"},
                {"text": "All is well.", "target_language": "en-US", "detected_source_language": "en"},
            ]})
        );
        assert!(answer.header("x-trace-id").is_some());
    }
    assert_eq!(api.counted().await, 60);
    let usage = Answer::of(api.get("/v2/usage")).await;
    let products = usage.body["products"].as_array().unwrap();
    let write = products
        .iter()
        .find(|product| product["product_type"] == "write");
    assert_eq!(write.unwrap()["character_count"], 60, "{}", usage.body);
}

#[tokio::test]
async fn a_form_means_the_same_as_json_under_either_version() {
    let api = TestApi::start().await;
    let form = [
        ("text", "One & teh other."),
        ("text", "Two."),
        ("target_lang", "en-gb"),
        ("unknown", "ignored"),
    ];
    for path in BOTH {
        let first = path.replacen("/v2/", "/v1/", 1);
        for path in [path, &first] {
            let answer = Answer::of(api.post(path).form(&form)).await;
            assert_eq!(text_of(&answer), "One & the other.", "{path}");
            assert_eq!(answer.body["improvements"][1]["text"], "Two.");
            assert_eq!(answer.body["improvements"][1]["target_language"], "en-GB");
        }
    }
}

#[tokio::test]
async fn without_a_target_each_text_stays_in_its_language() {
    let api = TestApi::start().await;
    let texts = json!([
        "Guten Tag, gtuen Abend.",
        "I saw teh color.",
        "Ok",
        "\n\n",
        " "
    ]);
    let answer = correct(&api, json!({"text": texts, "target_lang": null})).await;
    let improvement = |text: &str, target: &str, source: &str| json!({"text": text, "target_language": target, "detected_source_language": source});
    assert_eq!(
        answer.body["improvements"],
        json!([
            improvement("Guten Tag, guten Abend.", "de", "de"),
            improvement("I saw the color.", "en-US", "en"),
            // It could be Dutch or English, and English is another text of the request.
            improvement("Ok", "en-US", "en"),
            improvement("\n\n", "de", "de"),
            improvement(" ", "de", "de"),
        ]),
        "{}",
        answer.body
    );
    let answer = correct(&api, json!({"text": [""]})).await;
    assert_eq!(
        answer.body["improvements"],
        json!([improvement("", "en-US", "en")])
    );
}

#[tokio::test]
async fn a_base_language_keeps_the_spelling_of_a_text_and_a_variant_converts_it() {
    let api = TestApi::start().await;
    for (target, text, expected, applied) in [
        (
            "en",
            "Teh color of the catalgoue",
            "Teh color of the catalogue",
            "en-US",
        ),
        (
            "en",
            "The colour of teh theatre",
            "The colour of the theatre",
            "en-US",
        ),
        (
            "en-US",
            "The colour of teh theatre",
            "The color of the theater",
            "en-US",
        ),
        ("EN-US", "The catalgoue", "The catalog", "en-US"),
        (
            "en-GB",
            "The color of {color}",
            "The colour of {color}",
            "en-GB",
        ),
        ("pt", "Olá, o fato é este.", "Olá, o fato é este.", "pt-PT"),
        (
            "pt-PT",
            "Olá, o fato é este.",
            "Olá, o facto é este.",
            "pt-PT",
        ),
        (
            "pt-BR",
            "Olá, o facto é este.",
            "Olá, o fato é este.",
            "pt-BR",
        ),
        (
            "zh-Hans",
            "我們看著這本著名的書,好。",
            "我们看着这本著名的书，好。",
            "zh-Hans",
        ),
        ("zh", "我們看書。", "我们看书。", "zh-Hans"),
        ("zh", "我们看书,好。", "我们看书，好。", "zh-Hans"),
    ] {
        for path in BOTH {
            let body = json!({"text": [text], "target_lang": target});
            let answer = Answer::of(api.post(path).json(&body)).await;
            assert_eq!(text_of(&answer), expected, "{target}");
            assert_eq!(answer.body["improvements"][0]["target_language"], applied);
        }
    }
}

#[tokio::test]
async fn text_in_either_variant_is_read_as_the_one_in_which_least_is_wrong() {
    let proofreader = FakeProofreader::new(&["pt-BR", "pt-PT"]);
    let api = with(Improvers {
        proofreaders: vec![Arc::clone(&proofreader) as _],
        rewriters: Vec::new(),
    })
    .await;
    // Both find something wrong with the first, one with each of the others.
    for (text, expected) in [
        ("Olá, fato e facto.", "Olá, facto e facto."),
        ("Olá, o fato, um fato.", "Olá, o fato, um fato."),
        ("Olá, o facto, um facto.", "Olá, o facto, um facto."),
    ] {
        let answer = correct(&api, json!({"text": [text], "target_lang": "pt"})).await;
        assert_eq!(text_of(&answer), expected);
    }
    assert_eq!(proofreader.jobs().len(), 6);
}

#[tokio::test]
async fn placeholders_addresses_and_tags_are_kept_and_a_text_that_loses_them_stays() {
    let proofreader = FakeProofreader::new(&["en"]);
    let api = with(Improvers {
        proofreaders: vec![Arc::clone(&proofreader) as _],
        rewriters: Vec::new(),
    })
    .await;
    let text = "Dear {name}, see <b>teh</b> page at https://example.org/teh.";
    let answer = correct(&api, json!({"text": [text], "target_lang": "EN"})).await;
    // The double does not care, so the text comes back as it was.
    assert_eq!(text_of(&answer), text);
    let job = proofreader.last_job();
    let kept: Vec<&str> = job
        .kept
        .iter()
        .map(|range| &job.text[range.clone()])
        .collect();
    assert_eq!(kept, ["{name}", "<b>", "</b>", "https://example.org/teh"]);
    assert!(job.caller.is_some() && job.deadline.is_some());
    let answer = correct(
        &api,
        json!({"text": ["Lose teh {name}."], "target_lang": "EN"}),
    )
    .await;
    assert_eq!(text_of(&answer), "Lose teh {name}.");
}

#[tokio::test]
async fn when_a_proofreader_fails_the_next_one_reads_and_without_one_nothing_is_counted() {
    let (first, second) = (FakeProofreader::new(&["en"]), FakeProofreader::new(&["de"]));
    let api = with(Improvers {
        proofreaders: vec![Arc::clone(&first) as _, Arc::clone(&second) as _],
        rewriters: Vec::new(),
    })
    .await;
    let body = json!({"text": ["Fail teh text."], "target_lang": "EN"});
    let answer = correct(&api, body.clone()).await;
    answer.expect(
        503,
        "What improves texts is unavailable at the moment. Try again later.",
    );
    assert!(answer.header("retry-after").is_some());
    assert_eq!(api.counted().await, 0);
    assert!(second.jobs().is_empty());

    // The second of these does fail, too, so a third one reads.
    struct Careful;
    #[async_trait::async_trait]
    impl dragoman_domain::Proofreader for Careful {
        fn name(&self) -> &'static str {
            "careful"
        }
        fn languages(&self) -> Vec<dragoman_domain::Language> {
            vec!["en".parse().unwrap()]
        }
        async fn proofread(
            &self,
            job: dragoman_domain::ProofreadingJob,
        ) -> Result<String, dragoman_domain::EngineError> {
            Ok(job.text.replace("teh", "the"))
        }
    }
    let api = with(Improvers {
        proofreaders: vec![
            FakeProofreader::new(&["en"]) as _,
            FakeProofreader::new(&["en"]) as _,
            Arc::new(Careful),
        ],
        rewriters: Vec::new(),
    })
    .await;
    let answer = correct(&api, body).await;
    assert_eq!(text_of(&answer), "Fail the text.");
    assert_eq!(api.counted().await, 14);
}

#[tokio::test]
async fn a_text_in_another_language_is_refused_by_the_names_of_both() {
    let api = TestApi::start().await;
    for (text, target, message) in [
        (
            "Guten Tag",
            "EN-GB",
            "text[1] is in German (de), and 'target_lang' is English (British) (en-GB). Texts are improved in their \
             own language: send one in English, or another 'target_lang'.",
        ),
        (
            "Saluton, kiel vi fartas",
            "de",
            "text[1] is in Esperanto (eo), and 'target_lang' is German (de). Texts are improved in their own \
             language: send one in German, or another 'target_lang'.",
        ),
        (
            "ሰላም",
            "de",
            "text[1] is in a language that is not known here, and 'target_lang' is German (de). Texts are improved in \
             their own language.",
        ),
        (
            "Привет",
            "de",
            "text[1] is in Russian (ru), and 'target_lang' is German (de). Texts are improved in their own language: \
             send one in German, or another 'target_lang'.",
        ),
    ] {
        for path in BOTH {
            let body = json!({"text": ["Ok", text], "target_lang": target});
            Answer::of(api.post(path).json(&body))
                .await
                .expect(400, message);
        }
    }
    // A short text that could be in several languages is in that of the target, and so is one that looks odd.
    for text in ["Hm", "Propio cosi"] {
        for target in ["de", "en"] {
            let answer = correct(&api, json!({"text": [text], "target_lang": target})).await;
            let source = &answer.body["improvements"][0]["detected_source_language"];
            assert_eq!(source, target, "{}", answer.body);
        }
    }
    let long = "Propio cosi e non in altro modo, mai";
    let answer = correct(&api, json!({"text": [long], "target_lang": "de"})).await;
    assert_eq!(answer.status, 400, "{}", answer.body);
    assert_eq!(api.counted().await, 26);
}

#[tokio::test]
async fn a_language_that_is_not_improved_is_refused_with_those_that_are() {
    let api = TestApi::start().await;
    let these = "de, en, en-GB, en-US, pt, pt-BR, pt-PT, zh, zh-Hans";
    for target in ["fr", "nl", "de-CH", "zh-Hant"] {
        let message = format!(
            "Value for 'target_lang' is not supported: texts in {target} cannot be improved on this server. Use one \
             of {these}."
        );
        for path in BOTH {
            let body = json!({"text": ["Hello."], "target_lang": target});
            let answer = Answer::of(api.post(path).json(&body)).await;
            answer.expect(400, &message);
            assert_eq!(answer.body["code"], "unsupported");
        }
    }
    for (text, message) in [
        (
            "Hola amigos.",
            format!("text[0] is in Spanish (es). This server improves texts in {these}."),
        ),
        (
            "ሰላም",
            format!("The language of text[0] is not known. This server improves texts in {these}."),
        ),
        (
            "我們看書。",
            format!(
                "text[0] is in Chinese (traditional) (zh-Hant). This server improves texts in {these}. With \
                 'target_lang' zh-Hans it is converted."
            ),
        ),
        (
            "Ah",
            "The language of text[0] could not be recognised. Set 'target_lang'.".to_owned(),
        ),
    ] {
        correct(&api, json!({"text": [text]}))
            .await
            .expect(400, &message);
    }
    let empty = with(Improvers::default()).await;
    correct(&empty, json!({"text": ["Hello."], "target_lang": "EN"}))
        .await
        .expect(
            400,
            "This server improves no texts: nothing that could is installed.",
        );
    assert_eq!(api.counted().await, 0);
}

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
    assert_eq!((job.language.tag(), job.manner), ("en-GB", None));
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
    for (name, value, manner) in [
        (
            "writing_style",
            "academic",
            Manner::Style(WritingStyle::Academic),
        ),
        (
            "writing_style",
            "business",
            Manner::Style(WritingStyle::Business),
        ),
        (
            "writing_style",
            "casual",
            Manner::Style(WritingStyle::Casual),
        ),
        (
            "writing_style",
            "simple",
            Manner::Style(WritingStyle::Simple),
        ),
        ("tone", "confident", Manner::Tone(Tone::Confident)),
        ("tone", "diplomatic", Manner::Tone(Tone::Diplomatic)),
        ("tone", "enthusiastic", Manner::Tone(Tone::Enthusiastic)),
        ("tone", "friendly", Manner::Tone(Tone::Friendly)),
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
                let expected = format!("{text} {manner:?}").replace(['(', ')'], "");
                assert_eq!(text_of(&answer), expected);
                assert_eq!(rewriter.last_job().manner, Some(manner));
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
    let (with_manners, ..) = with_rewriter(true).await;
    let (without, ..) = with_rewriter(false).await;
    let nobody = TestApi::start().await;
    let of_language = |name: &str| {
        format!(
            "Value for '{name}' is not supported for 'target_lang' zh-Hans. Use a value with prefer_ to have it \
             applied only where it is supported."
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
            (&with_manners, "我们看书。", "zh-Hans", of_language(name)),
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

#[tokio::test]
async fn wrong_values_are_refused_by_the_name_of_their_field() {
    let api = TestApi::start().await;
    for (body, message) in [
        (json!({}), "Bad request: missing field `text`."),
        (
            json!({"text": []}),
            "Value for 'text' is not valid: at least one text is needed.",
        ),
        (
            json!({"text": ["a", 1]}),
            "Value for 'text[1]' is not valid: invalid type: integer `1`, expected a string.",
        ),
        (
            json!({"text": ["a"], "target_lang": "XX"}),
            "Value for 'target_lang' is not valid: \"XX\" is not a known language code.",
        ),
        (
            json!({"text": ["a"], "writing_style": "simple", "tone": "prefer_friendly"}),
            "Values for 'writing_style' and 'tone' exclude each other: send one of them, or default for one.",
        ),
        (
            json!({"text": ["a"], "writing_style": "funny"}),
            "Value for 'writing_style' is not valid: unknown variant `funny`, expected one of `academic`, `business`, \
             `casual`, `default`, `simple`, `prefer_academic`, `prefer_business`, `prefer_casual`, `prefer_simple`.",
        ),
        (
            json!({"text": ["a"], "tone": "prefer_default"}),
            "Value for 'tone' is not valid: unknown variant `prefer_default`, expected one of `confident`, `default`, \
             `diplomatic`, `enthusiastic`, `friendly`, `prefer_confident`, `prefer_diplomatic`, `prefer_enthusiastic`, \
             `prefer_friendly`.",
        ),
    ] {
        rephrase(&api, body).await.expect(400, message);
    }
    for path in BOTH {
        let request = api.post(path).header("content-type", "text/plain");
        let answer = Answer::of(request.body("text=a")).await;
        assert_eq!(answer.status, 415, "{}", answer.body);
    }
    // More texts than a translation may have.
    let answer = correct(
        &api,
        json!({"text": vec!["a teh b"; 51], "target_lang": "en"}),
    )
    .await;
    assert_eq!(answer.body["improvements"].as_array().unwrap().len(), 51);
}

#[tokio::test]
async fn a_body_may_have_10_kib_and_not_a_byte_more() {
    let api = TestApi::start().await;
    for path in BOTH {
        for (content_type, start, end) in [
            (
                "application/json",
                r#"{"target_lang": "en", "text": [""#,
                r#""]}"#,
            ),
            (
                "application/x-www-form-urlencoded",
                "target_lang=en&text=",
                "",
            ),
        ] {
            for (bytes, expected) in [
                (LARGEST_IMPROVEMENT_BODY, 200),
                (LARGEST_IMPROVEMENT_BODY + 1, 413),
                (128 * 1024, 413),
            ] {
                let text = "a".repeat(bytes - start.len() - end.len());
                let request = api.post(path).header("content-type", content_type);
                let answer = Answer::of(request.body(format!("{start}{text}{end}"))).await;
                assert_eq!(answer.status, expected, "{content_type} {bytes}");
                if expected == 413 {
                    assert_eq!(
                        answer.message(),
                        "The body is larger than 10240 bytes. Send what is in it with several requests."
                    );
                }
            }
        }
    }
}

#[tokio::test]
async fn who_may_not_improve_texts_is_told_why() {
    let mut api = TestApi::start().await;
    let secret = api.key.clone();
    api.key = api
        .new_key(Plan::Free, KeyKind::Developer, ScopeSet::Unrestricted)
        .await;
    let body = json!({"text": ["Hello."], "target_lang": "en"});
    correct(&api, body.clone()).await.expect(
        403,
        "Text improvement needs the pro plan, and the account of this key has the free plan.",
    );
    api.key = secret;
    let api = TestApi::with(Settings {
        features: [].into(),
        ..Settings::default()
    })
    .await;
    rephrase(&api, body).await.expect(
        403,
        "Text improvement is not enabled for this account; an operator enables it with \"dragoman account set NAME \
         --improvement on\".",
    );
}

#[tokio::test]
async fn improvement_and_translation_share_one_limit() {
    let api = TestApi::with(Settings {
        character_limit: Some(20),
        ..Settings::default()
    })
    .await;
    let translated = api
        .translate(json!({"text": ["0123456789"], "source_lang": "EN", "target_lang": "ES"}))
        .await;
    assert_eq!(translated.status, 200);
    let answer = correct(&api, json!({"text": ["Teh house is"], "target_lang": "en"})).await;
    assert_eq!(answer.status, 456, "{}", answer.body);
    let answer = correct(&api, json!({"text": ["Teh house"], "target_lang": "en"})).await;
    assert_eq!(answer.status, 200);
    assert_eq!(api.counted().await, 19);
}

#[tokio::test]
async fn what_takes_too_long_or_finds_no_room_is_not_counted() {
    let api = TestApi::with(Settings {
        timeout: Duration::from_millis(1),
        ..Settings::default()
    })
    .await;
    let body = json!({"text": ["Wait for it."], "target_lang": "en"});
    correct(&api, body.clone()).await.expect(
        504,
        "The texts were not improved in time. Try again later, or with less text.",
    );
    assert_eq!(api.counted().await, 0);
    let api = TestApi::with(Settings {
        requests_in_progress: 0,
        ..Settings::default()
    })
    .await;
    correct(&api, body).await.expect(
        503,
        "The server has as much work as it takes. Try again later.",
    );
}

#[tokio::test]
async fn characters_count_under_the_tag_of_the_request() {
    let api = TestApi::start().await;
    let body = json!({"text": ["Hello."], "target_lang": "en"});
    let tagged = |tag: &str| {
        let request = api.post("/v2/write/rephrase").json(&body);
        Answer::of(request.header("X-DeepL-Reporting-Tag", tag))
    };
    assert_eq!(tagged("shop").await.status, 200);
    assert_eq!(tagged("two words").await.status, 400);
    let admin = api
        .new_key(Plan::Pro, KeyKind::Admin, ScopeSet::Unrestricted)
        .await;
    let path = "/v2/admin/analytics/custom-tags?start_date=2026-05-17&end_date=2026-05-17";
    let report = Answer::of(api.request_of(&admin, "GET", path)).await;
    assert_eq!(
        report.body["custom_tag_usage_report"]["usage"],
        json!([{
            "custom_tag": "shop",
            "breakdown": {
                "total_characters": 6,
                "text_translation_characters": 0,
                "text_improvement_characters": 6,
            },
        }]),
        "{}",
        report.body
    );
}
