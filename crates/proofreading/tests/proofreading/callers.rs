//! The caller on whose behalf dictionaries are asked.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use dragoman_domain::{
    EngineError, KeyId, Language, Proofreader as _, ProofreadingJob, Speller, Spelling,
};
use dragoman_proofreading::RuleProofreader;

/// Knows only "heute", and records each question and its caller.
#[derive(Default)]
struct RecordingDictionaries {
    asked: Mutex<Vec<(&'static str, Option<KeyId>)>>,
}

impl RecordingDictionaries {
    fn note(&self, question: &'static str, caller: Option<KeyId>) {
        self.asked.lock().unwrap().push((question, caller));
    }
}

#[async_trait]
impl Speller for RecordingDictionaries {
    fn languages(&self) -> Vec<Language> {
        ["de", "en"]
            .map(|tag| Language::parse(tag).unwrap())
            .to_vec()
    }

    async fn look_up(
        &self,
        _: Language,
        words: &[String],
        caller: Option<KeyId>,
    ) -> Result<Vec<Spelling>, EngineError> {
        self.note("spellings", caller);
        let spelling = |word: &String| match word.as_str() {
            "heute" => Spelling::Known,
            _ => Spelling::Unknown(vec!["heute".to_owned()]),
        };
        Ok(words.iter().map(spelling).collect())
    }

    async fn are_known(
        &self,
        _: Language,
        words: &[String],
        caller: Option<KeyId>,
    ) -> Result<Vec<bool>, EngineError> {
        self.note("existence", caller);
        Ok(words.iter().map(|word| word == "heute").collect())
    }
}

#[tokio::test]
async fn the_dictionaries_are_asked_for_the_key_whose_text_it_is() {
    let account = "00000000-0000-0000-0000-000000000001";
    let key = format!("{account}:00000000-0000-0000-0000-000000000002");
    for caller in [Some(key.parse::<KeyId>().unwrap()), None] {
        let witness = Arc::new(RecordingDictionaries::default());
        let job = ProofreadingJob {
            language: Language::parse("de").unwrap(),
            text: "heute huete heute".to_owned(),
            kept: Vec::new(),
            caller,
            deadline: None,
        };
        let proofreading = RuleProofreader::new(witness.clone());
        proofreading.proofread(job).await.unwrap();
        let asked = witness.asked.lock().unwrap();
        for question in ["spellings", "existence"] {
            assert!(asked.contains(&(question, caller)), "{asked:?}");
        }
        assert!(asked.iter().all(|(_, of)| *of == caller), "{asked:?}");
    }
}
