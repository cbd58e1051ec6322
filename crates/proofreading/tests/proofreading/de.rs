//! German texts before and after proofreading.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{
    EngineError, KeyId, Language, Proofreader, ProofreadingJob, Speller, Spelling,
};
use dragoman_proofreading::RuleProofreader;

/// Knows every word.
struct EveryWord;

#[async_trait]
impl Speller for EveryWord {
    fn languages(&self) -> Vec<Language> {
        vec![Language::parse("de").unwrap()]
    }

    async fn look_up(
        &self,
        _: Language,
        words: &[String],
        _: Option<KeyId>,
    ) -> Result<Vec<Spelling>, EngineError> {
        Ok(words.iter().map(|_| Spelling::Known).collect())
    }
}

fn proofread(text: &str) -> String {
    let proofreading = RuleProofreader::new(Arc::new(EveryWord));
    let job = ProofreadingJob {
        language: Language::parse("de").unwrap(),
        text: text.to_owned(),
        kept: Vec::new(),
        caller: None,
        deadline: None,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(proofreading.proofread(job)).unwrap()
}

#[test]
fn right_texts_come_back_as_they_are() {
    let mut changed = Vec::new();
    for text in include_str!("de/right.txt").lines() {
        let found = proofread(text);
        if found != text {
            changed.push(format!("{text} -> {found}"));
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

#[test]
fn faulty_texts_are_corrected() {
    let mut wrong = Vec::new();
    for line in include_str!("de/faulty.tsv").lines() {
        let (faulty, corrected) = line.split_once('\t').unwrap();
        let found = proofread(faulty);
        if found != corrected {
            wrong.push(format!("{faulty} -> {found}, not {corrected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
