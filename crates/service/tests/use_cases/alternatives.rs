//! Several translations of a sentence: what each of them gets, what they count, and who may have them.

use std::ops::Range;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use dragoman_domain::{
    Abilities, Alignment, EngineError, EngineQuality, ErrorKind, GlossaryId, GlossaryPair,
    LanguagePair, Link, ModelType, Offer, Product, Scope, ScopeSet, SegmentTranslation,
    StorageRoom, StyleListId, TranslationJob, Translator,
};
use dragoman_service::{
    Admission, AdmissionLimits, AlternativesError, AlternativesRequest, Caller, Customization,
    Customizing, EntriesFormat, Glossaries, GlossaryStorage, KeyHasher, LONGEST_ALTERNATIVE_SOURCE,
    Memories, MemoryLimits, MemoryPorts, Metering, NewDictionary, NewStyleList, ReadUsage,
    SharedDetector, StyleLists, SuggestAlternatives, Terms, TextTranslator, TranslateTexts,
};
use dragoman_store::{Durability, SqliteMemories};
use dragoman_style::ConfiguredRules;
use tempfile::TempDir;

use crate::sentences::{NoDetector, language, pair};
use crate::support::{FixedClock, Installation};

/// Makes the same translations of whatever it is given, each word aligned to the word in its place.
#[derive(Default)]
struct Choosy {
    translations: Vec<&'static str>,
    /// What it makes when it is told to seek terms.
    steered: Vec<&'static str>,
    jobs: Mutex<Vec<TranslationJob>>,
}

#[async_trait]
impl Translator for Choosy {
    fn name(&self) -> &'static str {
        "choosy"
    }

    fn offers(&self) -> Vec<Offer> {
        vec![Offer {
            pair: pair(),
            quality: EngineQuality::Neural,
            abilities: Abilities {
                terms: !self.steered.is_empty(),
                register: true,
                ..Abilities::default()
            },
        }]
    }

    fn remedy(&self, _: LanguagePair) -> Option<String> {
        None
    }

    async fn translate(&self, _: TranslationJob) -> Result<Vec<SegmentTranslation>, EngineError> {
        panic!("an ordinary translation was asked for");
    }

    async fn alternatives(
        &self,
        job: TranslationJob,
        most: usize,
    ) -> Result<Vec<Vec<SegmentTranslation>>, EngineError> {
        let texts = if job.seeks_terms {
            &self.steered
        } else {
            &self.translations
        };
        let segments = job.segments.iter();
        let made = segments.map(|segment| {
            let texts = texts.iter().take(most);
            texts.map(|text| aligned(segment.text(), text)).collect()
        });
        let made = made.collect();
        self.jobs.lock().unwrap().push(job);
        if self.translations.is_empty() {
            return Err(EngineError::NoAlternatives);
        }
        Ok(made)
    }
}

fn words(text: &str) -> Vec<Range<usize>> {
    let words = dragoman_text::words(text);
    words
        .map(|(start, word)| start..start + word.len())
        .collect()
}

fn aligned(source: &str, target: &str) -> SegmentTranslation {
    let mut alignment = Alignment::new(words(source));
    for (source, word) in words(target).into_iter().enumerate() {
        let weight = 1.0;
        alignment.push(word, [Link { source, weight }]);
    }
    SegmentTranslation::aligned(target.to_owned(), alignment)
}

struct Test {
    engine: Arc<Choosy>,
    suggest: SuggestAlternatives,
    usage: ReadUsage,
    glossaries: Glossaries,
    styles: StyleLists,
    installation: Installation,
    _memories: TempDir,
}

impl Test {
    /// With an engine that makes these translations, and these when it seeks terms.
    async fn start(translations: &[&'static str], steered: &[&'static str]) -> Self {
        let engine = Arc::new(Choosy {
            translations: translations.to_vec(),
            steered: steered.to_vec(),
            jobs: Mutex::default(),
        });
        let installation = Installation::new().await;
        let store = Arc::new(installation.store.clone());
        let clock = Arc::new(FixedClock);
        let space = installation.disk.floor();
        let storage = GlossaryStorage {
            room: StorageRoom::UNLIMITED,
            space: space.clone(),
        };
        let random = || installation.random();
        let glossaries = Glossaries::new(
            Arc::clone(&store) as _,
            Arc::clone(&clock) as _,
            random(),
            storage,
        );
        let styles = StyleLists::new(
            Arc::clone(&store) as _,
            Arc::clone(&clock) as _,
            random(),
            space.clone(),
        );
        let folder = tempfile::tempdir().unwrap();
        let memories = SqliteMemories::open(folder.path(), Durability::ProcessCrash);
        let memories = Arc::new(memories.await.unwrap());
        let ports = MemoryPorts {
            memories: Arc::clone(&memories) as _,
            jobs: memories,
            clock: Arc::clone(&clock) as _,
            random: random(),
            space,
        };
        let memories = Memories::new(ports, KeyHasher::new(&[7; 32]), MemoryLimits::default());
        let metering = Metering::new(store, clock);
        let translate = TranslateTexts::new(
            TextTranslator::new(
                Arc::clone(&engine) as _,
                SharedDetector::new(Arc::new(NoDetector)),
            ),
            Customizing::new(Terms::new(glossaries.clone()), memories, styles.clone()),
            metering.clone(),
            Admission::new(AdmissionLimits {
                requests: 1,
                characters: 10_000,
            }),
            Duration::from_secs(600),
        );
        Self {
            engine,
            suggest: SuggestAlternatives::new(translate),
            usage: ReadUsage::new(metering),
            glossaries,
            styles,
            installation,
            _memories: folder,
        }
    }

    async fn caller(&self) -> Caller {
        let caller = self.installation.caller("a", ScopeSet::Unrestricted);
        caller.await
    }

    /// A glossary of the caller's with this entry.
    async fn glossary(&self, caller: &Caller, entry: &str) -> GlossaryId {
        let dictionary = NewDictionary {
            pair: GlossaryPair::new(pair().source, pair().target).unwrap(),
            entries: entry.to_owned(),
            format: EntriesFormat::Tsv,
        };
        let made = self
            .glossaries
            .create(caller, "test".to_owned(), vec![dictionary]);
        made.await.unwrap().id
    }

    /// A style rule list of the caller's that wants per cent in words.
    async fn style(&self, caller: &Caller) -> StyleListId {
        let mut rules = ConfiguredRules::default();
        let option = "use_numerals_followed_by_space_then_spell_out_percent";
        rules.set("numbers", "percentage_format", option).unwrap();
        let list = NewStyleList {
            name: "test".to_owned(),
            language: pair().target,
            rules,
            instructions: Vec::new(),
        };
        self.styles.create(caller, list).await.unwrap().info.id
    }

    async fn counted(&self, caller: &Caller) -> u64 {
        let usage = self.usage.read(caller).await.unwrap().usage.account;
        assert_eq!(usage.total(), usage.of(Product::TextTranslation));
        usage.total()
    }
}

fn request(text: &str) -> AlternativesRequest {
    AlternativesRequest {
        text: text.to_owned(),
        source: pair().source,
        target: pair().target,
        context: None,
        formality: None,
        model: ModelType::default(),
    }
}

#[tokio::test]
async fn each_gets_terms_and_style_and_they_count_as_one_translation() {
    let translations = [
        "The house costs 5% more.",
        "The building costs 5% more.",
        "That house costs 5% more.",
        "The house charges 5% more.",
        "One too many.",
    ];
    let test = Test::start(&translations, &[]).await;
    let caller = test.caller().await;
    let customization = Customization {
        glossaries: vec![test.glossary(&caller, "Haus\tdwelling").await],
        style: Some(test.style(&caller).await),
        memory: None,
    };
    let text = " Das Haus kostet 5% mehr.\n";
    let mut request = request(text);
    request.context = Some("Alles wird teurer.".to_owned());
    let found = test
        .suggest
        .suggest(&caller, &request, &customization)
        .await;
    assert_eq!(
        found.unwrap(),
        [
            " The dwelling costs 5 percent more.\n",
            " That dwelling costs 5 percent more.\n",
            " The dwelling charges 5 percent more.\n",
        ]
    );
    assert_eq!(test.counted(&caller).await, text.len() as u64);
    let jobs = test.engine.jobs.lock().unwrap();
    let [job] = &jobs[..] else {
        panic!("{jobs:?}");
    };
    assert_eq!(job.caller, Some(caller.key.id));
    assert_eq!(job.guidance.context.as_deref(), Some("Alles wird teurer."));
}

#[tokio::test]
async fn a_sentence_stays_whole_and_runaways_are_left_out() {
    let runaway: &str = Box::leak("and so on ".repeat(200).into_boxed_str());
    let test = Test::start(&["Mr. A. came.", runaway, "Mr. A. did come."], &[]).await;
    let caller = test.caller().await;
    let found = test
        .suggest
        .suggest(
            &caller,
            &request("Hr. A. Kam er?"),
            &Customization::default(),
        )
        .await;
    assert_eq!(found.unwrap(), ["Mr. A. came.", "Mr. A. did come."]);
    let jobs = test.engine.jobs.lock().unwrap();
    assert_eq!(jobs[0].segments.len(), 1);
}

#[tokio::test]
async fn those_that_an_engine_finds_with_the_terms_in_mind_come_first() {
    let usual = ["The house is red.", "Our dwelling is red."];
    let steered = ["The dwelling is red.", "The dwelling looks red."];
    let test = Test::start(&usual, &steered).await;
    let caller = test.caller().await;
    let customization = Customization {
        glossaries: vec![test.glossary(&caller, "Haus\tdwelling").await],
        ..Customization::default()
    };
    let request = request("Das Haus ist rot.");
    let found = test
        .suggest
        .suggest(&caller, &request, &customization)
        .await;
    assert_eq!(
        found.unwrap(),
        [
            "The dwelling is red.",
            "The dwelling looks red.",
            "Our dwelling is red.",
        ]
    );
    assert_eq!(test.engine.jobs.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn what_is_not_translated_is_its_only_alternative() {
    let test = Test::start(&["x"], &[]).await;
    let caller = test.caller().await;
    let english = AlternativesRequest {
        source: pair().target,
        ..request("It is late.")
    };
    for request in [english, request("12 + 3")] {
        let found = test
            .suggest
            .suggest(&caller, &request, &Customization::default())
            .await;
        assert_eq!(found.unwrap(), [request.text]);
    }
}

#[tokio::test]
async fn what_is_refused_counts_nothing() {
    let test = Test::start(&[], &[]).await;
    let caller = test.caller().await;
    let none = Customization::default();
    let refused = async |caller: &Caller, request: &AlternativesRequest| {
        let suggested = test.suggest.suggest(caller, request, &none);
        suggested.await.unwrap_err()
    };
    let error = refused(&caller, &request("Es ist spät.")).await;
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert_eq!(error.to_string(), "this engine gives one translation only");
    let long = "ä".repeat(LONGEST_ALTERNATIVE_SOURCE + 1);
    let error = refused(&caller, &request(&long)).await;
    assert!(matches!(
        error,
        AlternativesError::TooLong { characters: 1_001 }
    ));
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    let french = AlternativesRequest {
        target: language("fr"),
        ..request("Es ist spät.")
    };
    let error = refused(&caller, &french).await;
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    let scopes = ScopeSet::of([Scope::ReadUsage]);
    let stranger = test.installation.caller("a", scopes).await;
    let error = refused(&stranger, &request("Es ist spät.")).await;
    assert_eq!(error.kind(), ErrorKind::Forbidden);
    assert_eq!(test.counted(&caller).await, 0);
}
