//! What a translated text says about its sentences: where they stand, and who wrote them.

use std::ops::Range;
use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{
    Abilities, Alignment, Detection, EngineError, EngineQuality, Language, LanguageDetector,
    LanguagePair, Link, Memory, ModelType, Offer, Origin, Priority, SegmentTranslation,
    TranslationJob, Translator,
};
use dragoman_service::{
    Recall, Resources, SharedDetector, TextTranslator, Texts, TranslatedText, TranslationRequest,
};
use dragoman_terminology::Terminology;
use dragoman_text::{MarkupOptions, SentenceSplitting};

use crate::memories::{Stage, caller, greetings, tmx};

/// Writes every word backwards, and says that a language model did it where a segment begins with "Gut".
struct Backwards;

#[async_trait]
impl Translator for Backwards {
    fn name(&self) -> &'static str {
        "backwards"
    }

    fn offers(&self) -> Vec<Offer> {
        vec![Offer {
            pair: pair(),
            quality: EngineQuality::Neural,
            abilities: Abilities::default(),
        }]
    }

    fn remedy(&self, _: LanguagePair) -> Option<String> {
        None
    }

    async fn translate(&self, job: TranslationJob) -> Result<Vec<SegmentTranslation>, EngineError> {
        let translate = |text: &str| {
            let quality = if text.starts_with("Gut") {
                EngineQuality::LanguageModel
            } else {
                EngineQuality::Neural
            };
            backwards(text).with_origin(Origin::Engine(quality))
        };
        let segments = job.segments.iter();
        Ok(segments.map(|segment| translate(segment.text())).collect())
    }
}

/// A text with its words backwards, each aligned to itself.
fn backwards(text: &str) -> SegmentTranslation {
    let words: Vec<Range<usize>> = dragoman_text::words(text)
        .map(|(start, word)| start..start + word.len())
        .collect();
    let mut written = text.to_owned();
    let mut alignment = Alignment::new(words.clone());
    for (source, word) in words.into_iter().enumerate() {
        let turned: String = text[word.clone()].chars().rev().collect();
        written.replace_range(word.clone(), &turned);
        let weight = 1.0;
        alignment.push(word, [Link { source, weight }]);
    }
    SegmentTranslation::aligned(written, alignment)
}

pub(crate) struct NoDetector;

impl LanguageDetector for NoDetector {
    fn detect(&self, _: &str) -> Detection {
        Detection::NoLanguage
    }

    fn detectable(&self) -> &[Language] {
        &[]
    }
}

pub(crate) fn language(tag: &str) -> Language {
    Language::parse(tag).unwrap()
}

pub(crate) fn pair() -> LanguagePair {
    LanguagePair::new(language("de"), language("en"))
}

fn request(text: &str) -> TranslationRequest {
    TranslationRequest {
        texts: vec![text.to_owned()],
        source: Some(pair().source),
        target: pair().target,
        context: None,
        formality: None,
        instructions: Vec::new(),
        model: ModelType::default(),
        splitting: SentenceSplitting::PunctuationAndNewlines,
        markup: None,
        preserve_formatting: false,
        priority: Priority::Interactive,
    }
}

async fn translate(request: &TranslationRequest, resources: &Resources) -> TranslatedText {
    let detector = SharedDetector::new(Arc::new(NoDetector));
    let translator = TextTranslator::new(Arc::new(Backwards), detector);
    let texts = Texts::read(request).unwrap();
    let translated = translator.translate(None, request, &texts, resources);
    translated.await.unwrap().remove(0)
}

/// What each sentence of a text became, and whose it is.
fn told<'texts>(
    source: &'texts str,
    translated: &'texts TranslatedText,
) -> Vec<(&'texts str, &'texts str, Origin)> {
    let sentences = translated.sentences.iter();
    let told = sentences.map(|sentence| {
        let target = &translated.text[sentence.target.clone()];
        (&source[sentence.source.clone()], target, sentence.origin)
    });
    told.collect()
}

#[tokio::test]
async fn each_sentence_says_where_it_stands_and_how_good_its_engine_is() {
    let text = "  * Rot.  Gut so!\n\n12\n\tÄpfel";
    let translated = translate(&request(text), &Resources::default()).await;
    assert_eq!(translated.text, "  * toR.  tuG os!\n\n12\n\tlefpÄ");
    let engine = Origin::Engine;
    assert_eq!(
        told(text, &translated),
        [
            ("Rot.", "toR.", engine(EngineQuality::Neural)),
            ("Gut so!", "tuG os!", engine(EngineQuality::LanguageModel)),
            ("Äpfel", "lefpÄ", engine(EngineQuality::Neural)),
        ]
    );
}

#[tokio::test]
async fn what_is_not_translated_stands_for_itself() {
    let unchanged = |text| async move {
        let mut request = request(text);
        request.source = Some(request.target);
        translate(&request, &Resources::default()).await
    };
    let text = " One. Two.\n";
    let translated = unchanged(text).await;
    let untranslated = Origin::Untranslated;
    assert_eq!(
        told(text, &translated),
        [("One. Two.", "One. Two.", untranslated)]
    );
    assert_eq!(unchanged(" \n").await.sentences, []);
    let translated = translate(&request("12 + 3 "), &Resources::default()).await;
    assert_eq!(
        told("12 + 3 ", &translated),
        [("12 + 3", "12 + 3", untranslated)]
    );
}

#[tokio::test]
async fn a_text_with_markup_says_nothing_about_its_sentences() {
    for text in ["<b>Rot.</b> Gut so!", "<p></p>"] {
        let mut request = request(text);
        request.markup = Some(MarkupOptions::html());
        let translated = translate(&request, &Resources::default()).await;
        assert_eq!(translated.sentences, [], "{text}");
    }
}

#[tokio::test]
async fn the_terms_of_a_glossary_are_shown_where_they_stand() {
    let terms = [("Haus", "dwelling"), ("rot", "crimson")];
    let resources = Resources {
        terminology: Some(Arc::new(Terminology::new(pair(), terms))),
        ..Resources::default()
    };
    let text = "Es war. Das Haus, rot und Haus.";
    let translated = translate(&request(text), &resources).await;
    let terms = |sentence: usize| -> Vec<&str> {
        let terms = translated.sentences[sentence].terms.iter();
        terms.map(|term| &translated.text[term.clone()]).collect()
    };
    assert_eq!(terms(0), [""; 0]);
    assert_eq!(terms(1), ["dwelling", "crimson", "dwelling"]);
}

/// What a translation gets that a memory is wanted for.
async fn with_memory(stage: &Stage, memory: &Memory) -> Resources {
    let (source, target) = (pair().source, pair().target);
    let caller = caller(1);
    let open = stage
        .memories
        .open(&caller, memory.id, Some(source), target);
    Resources {
        recall: Some(Recall {
            memory: open.await.unwrap(),
            threshold: 75,
        }),
        ..Resources::default()
    }
}

#[tokio::test]
async fn what_a_memory_had_says_whether_for_an_equal_text() {
    let stage = Stage::new().await;
    let memory = stage.import(&greetings()).await;
    let resources = with_memory(&stage, &memory).await;
    let text = "Hallo Welt! Bitte warten Sie 7 Minuten. Rot.";
    let translated = translate(&request(text), &resources).await;
    assert_eq!(
        told(text, &translated),
        [
            (
                "Hallo Welt!",
                "Hello world!",
                Origin::Memory { exact: true }
            ),
            (
                "Bitte warten Sie 7 Minuten.",
                "Please wait 7 minutes.",
                Origin::Memory { exact: false }
            ),
            ("Rot.", "toR.", Origin::Engine(EngineQuality::Neural)),
        ]
    );
}

#[tokio::test]
async fn a_text_that_a_memory_has_as_a_whole_is_one_sentence() {
    let stage = Stage::new().await;
    let unit: &[(&str, &str)] = &[("de", "Rot. Gut so."), ("en", "Red. Fine.")];
    let memory = stage.import(&tmx("de", &[("", unit)])).await;
    let resources = with_memory(&stage, &memory).await;
    let text = "\n Rot. Gut so.\t";
    let translated = translate(&request(text), &resources).await;
    assert_eq!(translated.text, "\n Red. Fine.\t");
    let exact = Origin::Memory { exact: true };
    assert_eq!(
        told(text, &translated),
        [("Rot. Gut so.", "Red. Fine.", exact)]
    );
}
