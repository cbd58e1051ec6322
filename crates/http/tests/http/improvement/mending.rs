//! What comes back of a text with mistakes.

use std::sync::Arc;

use dragoman_service::Improvers;
use serde_json::json;

use super::{BOTH, correct, text_of, with};
use crate::improvers::FakeProofreader;
use crate::{Answer, TestApi};

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
/// Mends one word, and has a trouble.
struct Reader {
    tag: &'static str,
    wrong: &'static str,
    right: &'static str,
}

#[async_trait::async_trait]
impl dragoman_domain::Proofreader for Reader {
    fn name(&self) -> &'static str {
        "reader"
    }

    fn languages(&self) -> Vec<dragoman_domain::Language> {
        vec![self.tag.parse().unwrap()]
    }

    fn troubles(&self) -> Vec<String> {
        vec![format!("{} is misspelt", self.wrong)]
    }

    async fn proofread(
        &self,
        job: dragoman_domain::ProofreadingJob,
    ) -> Result<String, dragoman_domain::EngineError> {
        assert_eq!(job.language.base().tag(), "en");
        assert_eq!(&job.text[job.kept[0].clone()], "{name}", "{job:?}");
        Ok(job.text.replace(self.wrong, self.right))
    }
}

#[tokio::test]
async fn all_who_read_a_language_read_each_what_the_one_before_has_left() {
    let reader = |tag, wrong, right| Arc::new(Reader { tag, wrong, right }) as _;
    let improvers = Improvers {
        proofreaders: vec![
            reader("en-GB", "Ths", "This"),
            reader("en-US", "This is", "That is"),
            reader("en", "This", "These"),
            FakeProofreader::new(&["en"]) as _,
            reader("de", "These", "Diese"),
        ],
        rewriters: Vec::new(),
    };
    let api = with(improvers).await;
    assert_eq!(api.improve.troubles().len(), 4);
    for (text, target, expected) in [
        ("Ths teh {name}.", "en-GB", "These the {name}."),
        // A base language is read by all who read it or a variant of it.
        ("Ths is teh {name}.", "en", "That is the {name}."),
        // What one of them loses or does not read the others read all the same.
        ("Fail Ths teh {name}.", "en-GB", "Fail These teh {name}."),
        ("Lose Ths teh {name}.", "en-GB", "Lose These teh {name}."),
    ] {
        let body = json!({"text": [text], "target_lang": target});
        assert_eq!(text_of(&correct(&api, body).await), expected);
    }
}
