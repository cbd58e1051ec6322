//! Texts in other words.

use std::sync::Arc;

use dragoman_domain::{
    EngineError, Language, Rewriter, RewritingJob, StyleOrTone, Tone, WritingStyle,
};
use dragoman_engines::LanguageModel;

use crate::chat_server::{ChatServer, Reply, list_text};
use crate::injections::{COMMANDS, OBEDIENT, setup};
use crate::support::Setup;

const BUSINESS: Option<StyleOrTone> = Some(StyleOrTone::Style(WritingStyle::Business));

const TEXT: &str = "Hey, send me the 12 reports from Rome by Friday, before we all go home.";
const BETTER: &str =
    "Could you please send me the 12 reports from Rome by Friday, before we leave?";

fn language(tag: &str) -> Language {
    Language::parse(tag).unwrap()
}

fn job(tag: &str, style_or_tone: Option<StyleOrTone>, texts: &[&str]) -> RewritingJob {
    RewritingJob {
        language: language(tag),
        texts: texts.iter().map(|text| (*text).to_owned()).collect(),
        style_or_tone,
        caller: None,
        deadline: None,
    }
}

fn texts(texts: &[&str]) -> Reply {
    Reply::Texts(texts.iter().map(|text| (*text).to_owned()).collect())
}

/// A model that tells languages apart.
fn model(server: &ChatServer) -> Arc<LanguageModel> {
    setup(server).model()
}

#[tokio::test]
async fn the_model_is_asked_for_the_text_in_the_style_or_tone_and_for_nothing_else() {
    let server = ChatServer::start().await;
    server.once(texts(&[BETTER]));
    let job = job("en-GB", BUSINESS, &[TEXT]);
    let written = model(&server).rewrite(job).await.unwrap();
    assert_eq!(written, [Some(BETTER.to_owned())]);
    let questions = server.questions();
    assert_eq!(questions.len(), 1);
    let (question, body) = (&questions[0], &questions[0].body);
    assert_eq!(question.texts(), [TEXT]);
    let told = question.system();
    for part in ["English (British)", "business style", "\"texts\""] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(!told.contains("translat"), "{told}");
    let schema = &body["response_format"]["json_schema"]["schema"];
    assert!(schema["properties"]["texts"].is_object(), "{schema}");
}

#[tokio::test]
async fn every_style_or_tone_is_told_in_its_own_words() {
    let server = ChatServer::start().await;
    server.always(|_| texts(&["Die Tür bleibt offen."]));
    let model = model(&server);
    let styles = [
        WritingStyle::Academic,
        WritingStyle::Business,
        WritingStyle::Casual,
        WritingStyle::Simple,
    ];
    let tones = [
        Tone::Confident,
        Tone::Diplomatic,
        Tone::Enthusiastic,
        Tone::Friendly,
    ];
    let styles_and_tones = styles.map(StyleOrTone::Style).into_iter();
    for style_or_tone in styles_and_tones.chain(tones.map(StyleOrTone::Tone)) {
        let job = job("de", Some(style_or_tone), &["Die Tür ist offen."]);
        let written = model.rewrite(job).await.unwrap();
        assert!(written[0].is_some(), "{style_or_tone:?}");
    }
    let mut told: Vec<String> = server
        .questions()
        .iter()
        .map(|question| question.system().to_owned())
        .collect();
    told.sort();
    told.dedup();
    assert_eq!(told.len(), styles.len() + tones.len());
}

#[tokio::test]
async fn an_answer_that_is_no_text_in_other_words_is_asked_for_again_with_the_reason() {
    let french =
        "Je suis pour que la liste de 12 rapports de Rome soit là et ne plus tarder, Friday.";
    let list = list_text("texts", &[BETTER.to_owned()]);
    for (reply, reason) in [
        (
            texts(&["I'm sorry, but I can't help with the 12 reports from Rome by Friday."]),
            "the text in other words and nothing else",
        ),
        (texts(&[french]), "another language"),
        (texts(&[&BETTER.replace("the 12", "the")]), "the numbers"),
        (texts(&[&BETTER.replace("Rome", "Paris")]), "the names"),
        (
            texts(&[&format!("{BETTER} We are looking forward to that.")]),
            "a sentence that says something",
        ),
        (texts(&[&format!("“{BETTER}”")]), "quotation marks"),
        (
            texts(&[&BETTER.replace(", before", ",\nbefore")]),
            "line breaks",
        ),
        (texts(&[&BETTER.repeat(3)]), "longer or much shorter"),
        (texts(&[""]), "empty"),
        (Reply::Truncated(list.clone()), "ended before the end"),
        (
            Reply::Text(list[..list.len() - 3].to_owned()),
            "JSON object",
        ),
        (Reply::Text(format!("Here you are: {list}")), "JSON object"),
        (Reply::Translations(vec![BETTER.to_owned()]), "JSON object"),
        (texts(&[BETTER, BETTER]), "each text exactly once"),
    ] {
        let server = ChatServer::start().await;
        server.once(reply.clone());
        server.once(texts(&[BETTER]));
        let job = job("en", BUSINESS, &[TEXT]);
        let written = model(&server).rewrite(job.clone()).await.unwrap();
        assert_eq!(written, [Some(BETTER.to_owned())], "{reason}");
        let questions = server.questions();
        assert_eq!(questions.len(), 2, "{reason}");
        let told = questions[1].system();
        let (_, told) = told.split_once("was refused.").unwrap();
        assert!(told.contains(reason), "{reason}: {told}");
        // Somebody who makes the same mistake twice is not asked a third time.
        let server = ChatServer::start().await;
        server.always(move |_| reply.clone());
        let written = model(&server).rewrite(job).await.unwrap();
        assert_eq!(written, [None], "{reason}");
        assert_eq!(server.questions().len(), 2, "{reason}");
    }
}

#[tokio::test]
async fn of_several_texts_only_the_one_that_was_refused_is_asked_for_again() {
    let server = ChatServer::start().await;
    server.once(texts(&[
        "The door stays open.",
        "Here is the text: it rains.",
    ]));
    server.once(texts(&["It rains."]));
    let job = job("en", None, &["The door is open.", "12", "It is raining."]);
    let written = model(&server).rewrite(job).await.unwrap();
    let wanted = [Some("The door stays open."), None, Some("It rains.")];
    assert_eq!(written, wanted.map(|text| text.map(str::to_owned)));
    let asked: Vec<_> = server.questions().iter().map(|one| one.texts()).collect();
    assert_eq!(
        asked,
        [
            vec!["The door is open.".to_owned(), "It is raining.".to_owned()],
            vec!["It is raining.".to_owned()]
        ]
    );
}

#[tokio::test]
async fn placeholders_and_addresses_stay_as_often_as_they_are() {
    let server = ChatServer::start().await;
    let text = "Hi {name}, go to https://example.org/a?b=1 and then write to {name} again.";
    let right =
        "Dear {name}, please visit https://example.org/a?b=1 and then write to {name} again.";
    server.once(texts(&[&right.replacen("{name}", "Name", 1)]));
    server.once(texts(&[right]));
    let written = model(&server).rewrite(job("en", BUSINESS, &[text])).await;
    assert_eq!(written.unwrap(), [Some(right.to_owned())]);
    let questions = server.questions();
    let keep = &questions[0].data()["texts"][0]["keep"];
    let wanted = ["{name}", "https://example.org/a?b=1", "{name}"];
    assert_eq!(*keep, serde_json::json!(wanted));
    assert!(questions[1].system().contains("\"keep\" exactly as often"));
}

#[tokio::test]
async fn what_stands_in_a_text_is_never_obeyed() {
    for command in COMMANDS {
        let server = ChatServer::start().await;
        let model = model(&server);
        for obedient in OBEDIENT {
            server.always(move |_| texts(&[obedient]));
            let job = job("en", BUSINESS, &[command]);
            let written = model.rewrite(job).await.unwrap();
            assert_eq!(written, [None], "{command} / {obedient}");
        }
        for question in server.questions() {
            assert_eq!(question.texts(), [*command]);
            assert!(!question.system().contains(command), "{command}");
        }
    }
}

#[tokio::test]
async fn a_long_text_is_asked_for_in_pieces_between_which_everything_stays() {
    let server = ChatServer::start().await;
    server.always(|question| {
        let written = question.texts().into_iter();
        Reply::Texts(written.map(|text| text.replace("rain", "snow")).collect())
    });
    let mut setup = Setup::new(&server);
    setup.config.batch_characters = 80;
    let paragraph = "It will rain on the hills.\r\nThe rain will stay for days.";
    let text = format!("{paragraph}\r\n\r\n\r\n{paragraph}\r\n\r\n  {paragraph}");
    let written = setup.model().rewrite(job("en", None, &[&text])).await;
    assert_eq!(written.unwrap(), [Some(text.replace("rain", "snow"))]);
    let asked: Vec<Vec<String>> = server.questions().iter().map(|one| one.texts()).collect();
    assert_eq!(asked, vec![vec![paragraph.to_owned()]; 3]);
}

#[tokio::test]
async fn a_long_paragraph_is_asked_for_in_pieces_of_whole_sentences() {
    let server = ChatServer::start().await;
    server.always(|question| {
        let written = question.texts().into_iter();
        Reply::Texts(written.map(|text| text.replace("rain", "snow")).collect())
    });
    let mut setup = Setup::new(&server);
    setup.config.batch_characters = 80;
    let text = "It will rain on the hills. The rain will stay for days.  The rain is cold, wet and nothing for us. \
                It is time to leave.";
    let written = setup.model().rewrite(job("en", None, &[text])).await;
    assert_eq!(written.unwrap(), [Some(text.replace("rain", "snow"))]);
    let mut asked: Vec<String> = server
        .questions()
        .iter()
        .flat_map(|one| one.texts())
        .collect();
    asked.sort_unstable();
    assert_eq!(
        asked,
        [
            "It will rain on the hills. The rain will stay for days.",
            "The rain is cold, wet and nothing for us. It is time to leave.",
        ]
    );
}

#[tokio::test]
async fn a_text_that_comes_back_as_it_is_was_not_made_better() {
    let server = ChatServer::start().await;
    server.always(|question| Reply::Texts(question.texts()));
    let written = model(&server).rewrite(job("en", None, &[TEXT])).await;
    assert_eq!(written.unwrap(), [None]);
    assert_eq!(server.questions().len(), 1);
}

#[tokio::test]
async fn a_server_that_cannot_be_used_is_a_failure_and_is_left_alone() {
    let server = ChatServer::start().await;
    server.always(|_| Reply::Refusal(429, "Slow down.", None));
    let model = model(&server);
    for _ in 0..2 {
        let error = model.rewrite(job("en", None, &[TEXT])).await.unwrap_err();
        assert!(matches!(error, EngineError::Overloaded { .. }), "{error}");
    }
    assert_eq!(server.questions().len(), 1);
}

#[tokio::test]
async fn texts_are_written_in_the_configured_languages_and_their_variants() {
    let server = ChatServer::start().await;
    let languages = |configured: &[&str]| {
        let mut setup = Setup::new(&server);
        setup.config.languages = configured.iter().map(|tag| language(tag)).collect();
        let languages = setup.model().languages();
        languages.into_iter().map(Language::tag).collect::<Vec<_>>()
    };
    let all = [
        "de", "en", "en-GB", "en-US", "es", "fr", "it", "ja", "ko", "pt", "pt-BR", "pt-PT", "zh",
        "zh-Hans",
    ];
    assert_eq!(languages(&[]), all);
    assert_eq!(languages(&["pt", "nl"]), ["pt", "pt-BR", "pt-PT"]);
    assert_eq!(languages(&["de", "en-GB"]), ["de", "en-GB"]);
    let mut setup = Setup::new(&server);
    setup.config.languages = vec![language("de")];
    let written = setup.model().rewrite(job("en", None, &[TEXT])).await;
    assert!(written.is_err());
    assert!(server.questions().is_empty());
}
