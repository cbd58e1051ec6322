//! What is sent, and what is made of the answers.

use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{EngineError, Language, Proofreader, ProofreadingJob};
use dragoman_engines::LanguageTool;
use dragoman_engines::language_tool::{CheckLevel, FirstReader};
use serde_json::{Value, json};

use crate::support::{config, job, read, tool};
use crate::tool_server::{Mistake, ToolServer, broken, unknown};

#[tokio::test]
async fn clear_mistakes_are_mended_and_everything_else_stays() {
    let server = ToolServer::with(&[
        unknown("recieved", &["received", "relieved"]),
        unknown("Kowalsky", &["Kowalski"]),
        broken("have went", &["have gone"]),
        Mistake {
            wrong: "very nice",
            replacements: &["lovely"],
            issue_type: "style",
            category: "STYLE",
        },
    ])
    .await;
    let tool = tool(&server).await;
    let text =
        "We recieved a 😀 from Kowalsky,\r\nwho should have went: it was very nice of cafe\u{301}.";
    assert_eq!(
        read(&tool, "en-US", text).await.unwrap(),
        "We received a 😀 from Kowalsky,\r\nwho should have gone: it was very nice of cafe\u{301}."
    );
    let right = "A text that is right, with 𝒜stral letters & signs + 100 %.";
    assert_eq!(read(&tool, "en-GB", right).await.unwrap(), right);
    let question = server.questions().pop().unwrap();
    assert_eq!(question["text"], right, "it arrives as it was sent");
    assert_eq!(question["language"], "en-GB");
    assert_eq!(question["level"], "default");
    assert!(!question.contains_key("data"));
}

#[tokio::test]
async fn tags_are_markup_and_what_is_kept_stays() {
    let server = ToolServer::with(&[
        unknown("recieved", &["received"]),
        unknown("endrecieved", &["end received"]),
        unknown("teh", &["the"]),
        broken("{teh} letters", &["the letters"]),
    ])
    .await;
    let tool = tool(&server).await;
    let text = "😀 <b>recieved</b> {teh} letters and<br>recieved teh re<i>cieved</i> one.";
    let kept = ["<b>", "</b>", "{teh}", "<br>", "<i>", "</i>"];
    let read = tool.proofread(job("en-US", text, &kept)).await.unwrap();
    assert_eq!(
        read,
        "😀 <b>received</b> {teh} letters and<br>received the re<i>cieved</i> one."
    );
    let question = server.questions().pop().unwrap();
    assert!(!question.contains_key("text"));
    let data: Value = serde_json::from_str(&question["data"]).unwrap();
    assert_eq!(data["annotation"][1], json!({ "markup": "<b>" }));
    assert_eq!(
        data["annotation"][5],
        json!({ "markup": "<br>", "interpretAs": "\n" })
    );
}

/// Reads English, and finds nothing.
struct Content;

#[async_trait]
impl Proofreader for Content {
    fn name(&self) -> &'static str {
        "content"
    }

    fn languages(&self) -> Vec<Language> {
        vec![Language::parse("en").unwrap()]
    }

    async fn proofread(&self, job: ProofreadingJob) -> Result<String, EngineError> {
        Ok(job.text)
    }
}

#[tokio::test]
async fn spelling_is_left_to_those_who_read_the_language_as_well() {
    let server = ToolServer::with(&[
        unknown("recieved", &["received"]),
        broken("have went", &["have gone"]),
    ])
    .await;
    let first = FirstReader::new(Arc::new(tool(&server).await), vec![Arc::new(Content)]);
    let text = "We recieved it and have went.";
    let english = first.proofread(job("en-US", text, &[])).await.unwrap();
    assert_eq!(english, "We recieved it and have gone.");
    let french = first.proofread(job("fr", text, &[])).await.unwrap();
    assert_eq!(french, "We received it and have gone.");
    let questions = server.questions();
    assert_eq!(questions[0]["disabledCategories"], "TYPOS");
    assert!(!questions[1].contains_key("disabledCategories"));
}

#[tokio::test]
async fn only_languages_that_the_server_has_and_reads_well_are_offered() {
    let server = ToolServer::with(&[unknown("Huas", &["Haus"]), unknown("haus", &["Haus"])]).await;
    let tool = LanguageTool::new(&config(&server)).unwrap();
    assert_eq!(tool.languages(), [], "nothing is known yet");
    assert!(read(&tool, "de", "Das haus.").await.is_err());
    let languages = tool.check().await.unwrap();
    let tags: Vec<&str> = languages.iter().map(|language| language.tag()).collect();
    let expected = ["de", "en", "en-GB", "en-US", "es", "fr", "pt-BR", "pt-PT"];
    assert_eq!(tags, expected);
    assert_eq!(tool.languages(), languages);
    assert_eq!(read(&tool, "de", "Das haus.").await.unwrap(), "Das Haus.");
    assert_eq!(server.questions()[0]["language"], "de-DE");
    for tag in ["it", "ja", "pt", "nl"] {
        let error = read(&tool, tag, "Testo.").await.unwrap_err();
        assert!(error.to_string().contains(tag), "{error}");
    }
    assert_eq!(server.questions().len(), 1);
    server.has_only(&["nl", "ar"]);
    assert_eq!(tool.check().await.unwrap(), []);
}

#[tokio::test]
async fn english_of_no_variant_is_asked_for_as_that() {
    let server = ToolServer::with(&[broken("have went", &["have gone"])]).await;
    let tool = tool(&server).await;
    let right = "We have gone there.";
    let wrong = "We have went there.";
    assert_eq!(read(&tool, "en", wrong).await.unwrap(), right);
    assert_eq!(server.questions()[0]["language"], "en");
    server.has_only(&["en"]);
    tool.check().await.unwrap();
    assert_eq!(read(&tool, "en-GB", wrong).await.unwrap(), right);
    assert_eq!(server.questions()[1]["language"], "en");
}

#[tokio::test]
async fn the_level_is_the_operators() {
    let server = ToolServer::with(&[]).await;
    let mut config = config(&server);
    config.level = CheckLevel::Picky;
    config.url = format!("{}/", config.url);
    let tool = LanguageTool::new(&config).unwrap();
    tool.check().await.unwrap();
    read(&tool, "fr", "Bonjour.").await.unwrap();
    assert_eq!(server.questions()[0]["level"], "picky");
}

#[tokio::test]
async fn a_long_text_is_read_in_pieces_of_whole_lines() {
    let server = ToolServer::with(&[unknown("recieve", &["receive"])]).await;
    let tool = tool(&server).await;
    let line = "We recieve 😀 <b>it</b> today, and tomorrow, and on every other day.\n";
    let text = line.repeat(400);
    let kept: Vec<&str> = ["<b>", "</b>"].into_iter().cycle().take(800).collect();
    let read = tool.proofread(job("en-US", &text, &kept)).await.unwrap();
    assert_eq!(read, text.replace("recieve", "receive"));
    let questions = server.questions();
    assert!(questions.len() > 2, "{}", questions.len());
    for question in questions {
        let data: Value = serde_json::from_str(&question["data"]).unwrap();
        let parts = data["annotation"].as_array().unwrap().iter();
        let part = |part: &Value| {
            part["text"]
                .as_str()
                .or(part["markup"].as_str())
                .unwrap()
                .to_owned()
        };
        let sent: String = parts.map(part).collect();
        assert!(sent.ends_with('\n') && sent.chars().count() <= 10_000);
    }
}
