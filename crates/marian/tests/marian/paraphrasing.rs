//! Texts in other words, with models that lead there and back.

use std::sync::Arc;
use std::time::Instant;

use dragoman_domain::{EngineError, Language, Rewriter, RewritingJob};
use dragoman_marian::Marian;
use dragoman_marian::Paraphraser;

use crate::support::{Models, TEXTS, config, engine, pair};
use crate::trained::student;

fn job(language: &str, texts: &[&str]) -> RewritingJob {
    RewritingJob {
        language: Language::parse(language).unwrap(),
        texts: texts.iter().map(|text| (*text).to_owned()).collect(),
        style_or_tone: None,
        caller: None,
        deadline: None,
    }
}

fn there_and_back() -> Arc<Marian> {
    Arc::new(engine(
        &config(),
        vec![student("de", "en"), student("en", "de")],
    ))
}

/// What becomes of German texts.
async fn rewritten(texts: &[&str]) -> Vec<Option<String>> {
    let paraphraser = Paraphraser::new(there_and_back());
    paraphraser.rewrite(job("de", texts)).await.unwrap()
}

#[tokio::test]
async fn a_clumsy_sentence_becomes_fluent() {
    for (clumsy, fluent) in [
        (
            "Der Lehrer hat vergessen in Wien die Katze.",
            "Der Lehrer hat in Wien die Katze vergessen.",
        ),
        (
            "Peter wird kaufen in Paris das Fenster.",
            "Peter wird in Paris das Fenster kaufen.",
        ),
        (
            "Peter sagt, dass Eva am Sonntag wird das teure Pferd zeigen.",
            "Peter sagt, dass Eva am Sonntag das teure Pferd zeigen wird.",
        ),
        (
            "Bitte schicken Sie Stühle 745 an clara.smith@example.com.",
            "Bitte schicken Sie 745 Stühle an clara.smith@example.com.",
        ),
    ] {
        assert_eq!(rewritten(&[clumsy]).await, [Some(fluent.to_owned())]);
    }
}

#[tokio::test]
async fn each_sentence_of_a_text_is_settled_by_itself_and_everything_around_it_stays() {
    let text = "  * Der Lehrer hat vergessen in Wien die Katze.\r\n\r\n\
                Der Hund kostet 7532 Euro. Peter wird kaufen in Paris das Fenster.  Xyz qwrt blah {name} fnord.\n";
    let expected = "  * Der Lehrer hat in Wien die Katze vergessen.\r\n\r\n\
                    Der Hund kostet 7532 Euro. Peter wird in Paris das Fenster kaufen.  Xyz qwrt blah {name} fnord.\n";
    let fluent = "Der Lehrer hat in Wien die Katze vergessen.";
    assert_eq!(
        rewritten(&[text, fluent, "", "12:30"]).await,
        [Some(expected.to_owned()), None, None, None]
    );
}

#[tokio::test]
async fn what_is_fluent_stays() {
    let german = std::fs::read_to_string(crate::trained::folder("deen").join("test.de")).unwrap();
    let texts: Vec<&str> = german.lines().collect();
    let changed: Vec<String> = rewritten(&texts).await.into_iter().flatten().collect();
    assert_eq!(changed, [""; 0]);
}

/// A sentence whose two words in the middle have changed places; none where a mark or a capital would be wrong then.
fn muddled(sentence: &str) -> Option<String> {
    let mut words: Vec<&str> = sentence.split(' ').collect();
    let middle = words.len() / 2;
    let is_plain = |word: &&str| word.chars().all(char::is_alphabetic);
    if middle < 2 || !words[middle - 1..=middle].iter().all(is_plain) {
        return None;
    }
    words.swap(middle - 1, middle);
    Some(words.join(" "))
}

/// A sentence with a word in its middle that the models do not know.
fn with_word(sentence: &str, word: &str) -> String {
    let mut words: Vec<&str> = sentence.split(' ').collect();
    words.insert(words.len() / 2, word);
    words.join(" ")
}

#[tokio::test]
async fn muddled_sentences_become_what_they_were_and_those_with_an_unknown_word_stay() {
    let paraphraser = Paraphraser::new(there_and_back());
    let mut report = String::new();
    for (language, word) in [("de", "nicht"), ("en", "hardly")] {
        let file = crate::trained::folder("deen").join(format!("test.{language}"));
        let text = std::fs::read_to_string(file).unwrap();
        let sentences: Vec<&str> = text.lines().take(50).collect();
        let pairs = sentences.iter().copied();
        let pairs: Vec<(&str, String)> = pairs
            .filter_map(|sentence| Some((sentence, muddled(sentence)?)))
            .collect();
        let texts: Vec<&str> = pairs.iter().map(|(_, muddled)| &**muddled).collect();
        let written = paraphraser.rewrite(job(language, &texts)).await.unwrap();
        let (mut restored, mut others) = (0, Vec::new());
        for ((sentence, muddled), written) in pairs.iter().zip(written) {
            match written {
                Some(written) if written == *sentence => restored += 1,
                Some(written) => others.push(format!("  {muddled}\n  {written}\n")),
                None => {}
            }
        }
        let texts = sentences.iter().map(|sentence| with_word(sentence, word));
        let texts: Vec<String> = texts.collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let changed = paraphraser.rewrite(job(language, &texts)).await.unwrap();
        let changed: Vec<String> = changed.into_iter().flatten().collect();
        report += &format!(
            "{language}: {} muddled, {restored} restored, {} otherwise\n{}\
             {} with \"{word}\", {} changed {changed:#?}\n",
            pairs.len(),
            others.len(),
            others.concat(),
            texts.len(),
            changed.len(),
        );
    }
    insta::assert_snapshot!(report);
}

#[tokio::test]
async fn what_the_models_have_not_understood_stays() {
    let texts = [
        // They know no "nicht", and write the same without it.
        "Der Lehrer hat in Wien nicht die Katze vergessen.",
        // They take the beginning for something else.
        "In Wien hat der Lehrer die Katze vergessen.",
        "Eine schwarze Flasche steht vor einem weißen Baum!",
        "Der Hund kostet Euro 7532.",
        // The placeholder and the tag do not come back.
        "Der Lehrer hat gestern vergessen {name} in Wien.",
        "Der Lehrer hat <b>vergessen</b> in Wien die Katze.",
        "Kannst du in Köln die rote Brücke verstecken?",
    ];
    assert_eq!(rewritten(&texts).await, vec![None; texts.len()]);
}

#[tokio::test]
async fn models_that_translate_into_nonsense_change_nothing() {
    let models = Models::new();
    let installed = vec![models.make("en", "de"), models.make("de", "en")];
    let paraphraser = Paraphraser::new(Arc::new(engine(&config(), installed)));
    let written = paraphraser.rewrite(job("en", &TEXTS)).await.unwrap();
    assert_eq!(written, vec![None; TEXTS.len()]);
    let hostile = [
        "\u{0}\u{1}{{{{<<<<".repeat(500),
        "la ".repeat(3_000),
        "😀".repeat(300),
        "é\u{301}\u{200d} ".repeat(200),
    ];
    let hostile = hostile.each_ref().map(String::as_str);
    let written = paraphraser.rewrite(job("en", &hostile)).await.unwrap();
    assert_eq!(written, [None, None, None, None]);
}

#[tokio::test]
async fn only_languages_with_models_there_and_back_are_offered_and_no_styles_and_tones() {
    let tags = |installed| {
        let paraphraser = Paraphraser::new(Arc::new(engine(&config(), installed)));
        assert!(!paraphraser.has_styles());
        let languages = paraphraser.languages().into_iter();
        languages.map(Language::tag).collect::<Vec<_>>()
    };
    assert_eq!(
        tags(vec![student("de", "en"), student("en", "de")]),
        ["de", "en", "en-GB", "en-US"]
    );
    assert_eq!(
        tags(vec![student("de", "en"), student("en", "fr")]),
        [""; 0]
    );
    assert_eq!(tags(vec![]), [""; 0]);
    let one_way = Paraphraser::new(Arc::new(engine(&config(), vec![student("de", "en")])));
    let refused = one_way
        .rewrite(job("de", &["Der Hund kostet 7532 Euro."]))
        .await;
    assert!(
        matches!(refused, Err(EngineError::Unavailable { .. })),
        "{refused:?}"
    );
}

#[tokio::test]
async fn a_model_that_turns_out_to_be_broken_takes_the_offer_with_it() {
    let models = Models::new();
    let broken = models.make("en", "de");
    let weights = std::fs::read(&broken.paths.weights).unwrap();
    std::fs::write(&broken.paths.weights, &weights[..weights.len() / 2]).unwrap();
    let engine = Arc::new(engine(&config(), vec![student("de", "en"), broken]));
    let paraphraser = Paraphraser::new(engine);
    assert!(!paraphraser.languages().is_empty());
    let text = "Der Lehrer hat vergessen in Wien die Katze.";
    let refused = paraphraser.rewrite(job("de", &[text])).await;
    assert!(
        matches!(&refused, Err(EngineError::UnsupportedPair { pair: of, .. }) if *of == pair("en", "de")),
        "{refused:?}"
    );
    assert_eq!(paraphraser.languages(), []);
}

#[tokio::test]
async fn a_text_that_is_not_ready_in_time_is_not_rewritten() {
    let paraphraser = Paraphraser::new(there_and_back());
    let late = RewritingJob {
        deadline: Some(Instant::now()),
        ..job("de", &["Der Lehrer hat vergessen in Wien die Katze."])
    };
    let refused = paraphraser.rewrite(late).await;
    assert!(
        matches!(refused, Err(EngineError::Overloaded { .. })),
        "{refused:?}"
    );
}
