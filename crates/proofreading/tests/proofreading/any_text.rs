//! Any text with any kept ranges.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::ops::Range;
use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{
    EngineError, KeyId, Language, Proofreader, ProofreadingJob, Speller, Spelling,
};
use dragoman_proofreading::RuleProofreader;
use proptest::prelude::*;

const LANGUAGES: [&str; 8] = ["de", "fr", "es", "it", "pt-BR", "pt-PT", "ja", "zh"];

/// Treats every second word as misspelled, and suggests both similar and unrelated words.
struct EverySecondWordUnknown;

#[async_trait]
impl Speller for EverySecondWordUnknown {
    fn languages(&self) -> Vec<Language> {
        let languages = LANGUAGES.iter();
        languages.map(|tag| Language::parse(tag).unwrap()).collect()
    }

    async fn look_up(
        &self,
        _: Language,
        words: &[String],
        _: Option<KeyId>,
    ) -> Result<Vec<Spelling>, EngineError> {
        let spelling = |word: &String| {
            if word.chars().count().is_multiple_of(2) {
                return Spelling::Known;
            }
            let shorter: String = word.chars().skip(1).collect();
            let others = [
                shorter,
                format!("{word}e"),
                word.to_uppercase(),
                String::new(),
            ];
            Spelling::Unknown(others.to_vec())
        };
        Ok(words.iter().map(spelling).collect())
    }
}

fn proofread(language: &str, text: &str, kept: Vec<Range<usize>>) -> String {
    let proofreading = RuleProofreader::new(Arc::new(EverySecondWordUnknown));
    let job = ProofreadingJob {
        language: Language::parse(language).unwrap(),
        text: text.to_owned(),
        kept,
        caller: None,
        deadline: None,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(proofreading.proofread(job)).unwrap()
}

fn piece() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "nciht",
        "weil",
        "dass",
        "das",
        "ich",
        "seid",
        "Jahren",
        "mit",
        "den",
        "Auto.",
        "beim",
        "essen",
        "l'",
        "homme",
        "aujourd’hui",
        "perchè",
        "Ångström",
        "ß",
        "ﬁ",
        "İ",
        "ŉ",
        "--no-index",
        "»x«",
        "¿",
        "!",
        " ",
        "  ",
        "\n",
        "\r\n",
        "\t",
        "\u{a0}",
        "e\u{301}",
        "👩‍👩‍👧",
        "語",
        "。",
        "a-b-c",
        "x_1",
        "@du",
        "z.B.",
        ",",
    ]);
    prop_oneof![
        3 => words.prop_map(str::to_owned),
        1 => any::<String>().prop_map(|text| text.chars().take(12).collect()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn nothing_panics_and_what_is_kept_stays(
        language in prop::sample::select(LANGUAGES.to_vec()),
        pieces in prop::collection::vec((piece(), any::<bool>(), prop::bool::weighted(0.2)), 0..24),
    ) {
        let mut text = String::new();
        let mut kept = Vec::new();
        for (piece, has_space, is_kept) in pieces {
            let start = text.len();
            text.push_str(&piece);
            if is_kept && !piece.is_empty() {
                kept.push(start..text.len());
            }
            if has_space {
                text.push(' ');
            }
        }
        let found = proofread(language, &text, kept.clone());
        let mut rest = found.as_str();
        for range in kept {
            let stretch = &text[range];
            let at = rest.find(stretch);
            prop_assert!(at.is_some(), "{stretch:?} of {text:?} is not in {found:?}");
            rest = &rest[at.unwrap() + stretch.len()..];
        }
    }

    #[test]
    fn ranges_that_are_none_of_the_text_do_no_harm(
        text in any::<String>(),
        kept in prop::collection::vec((0_usize..80, 0_usize..80), 0..6),
    ) {
        let kept = kept.into_iter().map(|(start, end)| start..end).collect();
        proofread("de", &text, kept);
    }
}
