//! Reads texts with a dictionary that knows every word, so that only rules change them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{
    EngineError, KeyId, Language, Proofreader, ProofreadingJob, Speller, Spelling,
};
use dragoman_proofreading::RuleProofreader;

struct EveryWord;

#[async_trait]
impl Speller for EveryWord {
    fn languages(&self) -> Vec<Language> {
        Vec::new()
    }

    async fn look_up(
        &self,
        _: Language,
        words: &[String],
        _: Option<KeyId>,
    ) -> Result<Vec<Spelling>, EngineError> {
        Ok(vec![Spelling::Known; words.len()])
    }
}

/// The differences between actual and expected corrections, one a line.
pub(crate) fn differences(
    language: &str,
    pairs: impl Iterator<Item = (&'static str, &'static str)>,
) -> String {
    let language = Language::parse(language).unwrap();
    let proofreading = RuleProofreader::new(Arc::new(EveryWord));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let mut differences = String::new();
    for (text, wanted) in pairs {
        let job = ProofreadingJob {
            language,
            text: text.to_owned(),
            kept: Vec::new(),
            caller: None,
            deadline: None,
        };
        let found = runtime.block_on(proofreading.proofread(job)).unwrap();
        if found != wanted {
            differences.push_str(&format!("{text:?} -> {found:?}, not {wanted:?}\n"));
        }
    }
    differences
}
