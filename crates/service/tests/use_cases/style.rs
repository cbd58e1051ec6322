//! What a style rule list does in a translation, with an engine that repeats what it is given.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use dragoman_domain::{
    Abilities, Alignment, Detection, EngineError, EngineQuality, Formality, Guidance, Language,
    LanguageDetector, LanguagePair, Link, ModelType, Offer, Priority, Register, SegmentTranslation,
    TranslationJob, Translator,
};
use dragoman_service::{
    ChosenStyle, Resources, SharedDetector, StyleInstruction, TextTranslator, Texts,
    TranslationError, TranslationRequest,
};
use dragoman_style::{ConfiguredRules, Style, StyleLanguage};
use dragoman_terminology::Terminology;
use dragoman_text::{MarkupOptions, SentenceSplitting};

fn pair() -> LanguagePair {
    let language = |tag| Language::parse(tag).unwrap();
    LanguagePair::new(language("fr"), language("en"))
}

/// Repeats every segment, each word aligned to itself, and remembers how it was to be translated.
#[derive(Default)]
struct Echo {
    abilities: Abilities,
    guidance: Mutex<Option<Guidance>>,
}

#[async_trait]
impl Translator for Echo {
    fn name(&self) -> &'static str {
        "echo"
    }

    fn offers(&self) -> Vec<Offer> {
        vec![Offer {
            pair: pair(),
            quality: EngineQuality::Basic,
            abilities: self.abilities,
        }]
    }

    fn remedy(&self, _: LanguagePair) -> Option<String> {
        None
    }

    async fn translate(&self, job: TranslationJob) -> Result<Vec<SegmentTranslation>, EngineError> {
        *self.guidance.lock().unwrap() = Some(job.guidance);
        let repeat = |text: &str| {
            let words: Vec<_> = text
                .split_whitespace()
                .map(|word| {
                    let start = word.as_ptr() as usize - text.as_ptr() as usize;
                    start..start + word.len()
                })
                .collect();
            let mut alignment = Alignment::new(words.clone());
            for (source, word) in words.into_iter().enumerate() {
                let weight = 1.0;
                alignment.push(word, [Link { source, weight }]);
            }
            SegmentTranslation::aligned(text.to_owned(), alignment)
        };
        Ok(job
            .segments
            .iter()
            .map(|segment| repeat(segment.text()))
            .collect())
    }
}

struct NoDetector;

impl LanguageDetector for NoDetector {
    fn detect(&self, _: &str) -> Detection {
        Detection::NoLanguage
    }

    fn detectable(&self) -> &[Language] {
        &[]
    }
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
        splitting: SentenceSplitting::Punctuation,
        markup: None,
        preserve_formatting: false,
        priority: Priority::Interactive,
    }
}

fn style(rules: &[(&str, &str, &str)]) -> ChosenStyle {
    let mut configured = ConfiguredRules::default();
    for (category, rule, option) in rules {
        configured.set(category, rule, option).unwrap();
    }
    ChosenStyle {
        rules: Arc::new(Style::new(&configured, StyleLanguage::English)),
        instructions: Vec::new(),
    }
}

const SPELLED_PERCENT: (&str, &str, &str) = (
    "numbers",
    "percentage_format",
    "use_numerals_followed_by_space_then_spell_out_percent",
);

async fn translate(
    engine: &Arc<Echo>,
    request: &TranslationRequest,
    resources: &Resources,
) -> Result<String, TranslationError> {
    let detector = SharedDetector::new(Arc::new(NoDetector));
    let translator = TextTranslator::new(Arc::clone(engine) as Arc<dyn Translator>, detector);
    let texts = Texts::read(request).unwrap();
    let translated = translator
        .translate(None, request, &texts, resources)
        .await?;
    Ok(translated.into_iter().next().unwrap().text)
}

fn styled(style: ChosenStyle) -> Resources {
    Resources {
        style: Some(style),
        ..Resources::default()
    }
}

#[tokio::test]
async fn rules_change_the_running_text_and_nothing_that_is_kept() {
    let resources = styled(style(&[SPELLED_PERCENT]));
    for (source, written) in [
        ("About 5% agreed.", "About 5 percent agreed."),
        (
            "About <b>5%</b> of <i>us</i> agreed.",
            "About <b>5 percent</b> of <i>us</i> agreed.",
        ),
        ("Type <code>5%</code> here.", "Type <code>5%</code> here."),
        (
            "The <span translate=\"no\">5% Club</span> met.",
            "The <span translate=\"no\">5% Club</span> met.",
        ),
        (
            "See <a href=\"/5%25\" title=\"It is 5% off\">it</a>.",
            "See <a href=\"/5%25\" title=\"It is 5 percent off\">it</a>.",
        ),
        (
            "Print %1$s and 5%d at https://example.org/5% now.",
            "Print %1$s and 5%d at https://example.org/5% now.",
        ),
    ] {
        let mut request = request(source);
        request.markup = source.contains('<').then(MarkupOptions::html);
        let translated = translate(&Arc::default(), &request, &resources).await;
        assert_eq!(translated.unwrap(), written);
    }
}

#[tokio::test]
async fn the_terms_of_a_glossary_stay_as_their_entries_have_them() {
    let terminology = Terminology::new(pair(), [("5 percent Club", "5 percent Club")]);
    let symbol = (
        "numbers",
        "percentage_format",
        "use_numerals_followed_by_percent_symbol",
    );
    let resources = Resources {
        terminology: Some(Arc::new(terminology)),
        ..styled(style(&[symbol]))
    };
    let request = request("The 5 percent Club has 10 percent more members.");
    let translated = translate(&Arc::default(), &request, &resources).await;
    assert_eq!(
        translated.unwrap(),
        "The 5 percent Club has 10% more members."
    );
}

#[tokio::test]
async fn what_takes_a_language_model_is_told_to_it_or_refused() {
    let mut chosen = style(&[
        SPELLED_PERCENT,
        ("style_and_tone", "short_vs_long_words", "use_short_words"),
    ]);
    let for_source = |prompt: &str, source: Option<&str>| StyleInstruction {
        prompt: prompt.to_owned(),
        source: source.map(|tag| Language::parse(tag).unwrap()),
    };
    chosen.instructions = vec![
        for_source("Be brief.", None),
        for_source("Keep Swiss numbers.", Some("de")),
        for_source("Keep French names.", Some("fr")),
    ];
    let resources = styled(chosen);
    let mut request = request("About 5% agreed.");
    request.instructions = vec!["Rhyme.".to_owned()];
    request.context = Some("A survey.".to_owned());
    request.formality = Some(Formality {
        register: Register::Formal,
        is_required: false,
    });

    let model = Arc::new(Echo {
        abilities: Abilities {
            instructions: true,
            ..Abilities::default()
        },
        ..Echo::default()
    });
    let translated = translate(&model, &request, &resources).await;
    assert_eq!(translated.unwrap(), "About 5 percent agreed.");
    let guidance = model.guidance.lock().unwrap().clone().unwrap();
    assert_eq!(
        guidance.instructions[1..],
        ["Be brief.", "Keep French names.", "Rhyme."]
    );
    assert!(guidance.instructions[0].contains("short"));
    assert_eq!(guidance.context.as_deref(), Some("A survey."));
    assert_eq!(guidance.register, Some(Register::Formal));

    let refused = translate(&Arc::default(), &request, &resources).await;
    assert_eq!(refused, Err(TranslationError::NoInstructions(pair())));
    request.instructions.clear();
    let refused = translate(&Arc::default(), &request, &resources).await;
    let Err(TranslationError::NoStyle { rules, .. }) = refused else {
        panic!("{refused:?}");
    };
    let names: Vec<&str> = rules.iter().map(|choice| choice.rule).collect();
    assert_eq!(names, ["short_vs_long_words"]);
}

#[tokio::test]
async fn a_formality_is_refused_where_it_is_required_and_not_to_be_had() {
    let mut request = request("Hello.");
    for (is_required, register) in [
        (true, Register::Formal),
        (true, Register::Informal),
        (false, Register::Formal),
    ] {
        request.formality = Some(Formality {
            register,
            is_required,
        });
        let translated = translate(&Arc::default(), &request, &Resources::default()).await;
        let expected = if is_required {
            Err(TranslationError::NoRegisters(pair()))
        } else {
            Ok("Hello.".to_owned())
        };
        assert_eq!(translated, expected);
    }
}

#[tokio::test]
async fn a_text_in_the_language_of_the_target_can_come_with_any_formality_of_it() {
    for (target, is_supported) in [("de", true), ("en", false)] {
        let mut request = request("Hallo.");
        request.target = Language::parse(target).unwrap();
        request.source = Some(request.target);
        request.formality = Some(Formality {
            register: Register::Formal,
            is_required: true,
        });
        let translated = translate(&Arc::default(), &request, &Resources::default()).await;
        assert_eq!(translated.is_ok(), is_supported, "{target}: {translated:?}");
    }
}
