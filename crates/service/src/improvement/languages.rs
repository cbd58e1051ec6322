//! In which language each text is.

use dragoman_domain::{Detection, Language};
use dragoman_variants::Variants;

use super::improvers::Improvers;
use super::targets::{is_out_of_question, is_written_in_latin};
use super::{Improvement, ImprovementError, ImprovementRequest};
use crate::SharedDetector;

/// Up to so many Chinese characters, and nothing else, can be Japanese as well: a heading, a name, a sign.
const LONGEST_SIGN: usize = 16;

/// In up to so many words, mistakes alone make a text look like one in some language that nobody can name.
const FEW_WORDS: usize = 6;

/// What is to be made of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Assignment {
    /// The language that it is in.
    pub(super) source: Language,
    /// The language or variant that was asked for; the text's own if none was.
    pub(super) target: Language,
    /// Whether there is anything to improve: a text without letters stays as it is.
    pub(super) has_words: bool,
}

/// Finds out what is to be made of texts.
pub(super) struct Assigner<'a> {
    pub(super) improvers: &'a Improvers,
    pub(super) detector: &'a SharedDetector,
    pub(super) variants: &'a Variants,
}

/// The languages of texts, in order.
pub(super) async fn detect(
    detector: &SharedDetector,
    texts: Vec<String>,
) -> Result<Vec<Detection>, ImprovementError> {
    let detections = detector.detect(texts).await;
    detections.ok_or(ImprovementError::DetectorFailed)
}

impl Assigner<'_> {
    /// What is to be made of each text of a request.
    pub(super) async fn assign(
        &self,
        request: &ImprovementRequest,
    ) -> Result<Vec<Assignment>, ImprovementError> {
        let detections = detect(self.detector, request.texts.clone()).await?;
        let texts = request.texts.iter().zip(&detections).enumerate();
        if let Some(target) = request.target {
            return texts
                .map(|(index, (text, detection))| expected(index, text, detection, target))
                .collect();
        }
        let settled: Vec<Language> = detections
            .iter()
            .filter_map(|detection| match detection {
                Detection::Detected(language) => Some(*language),
                _ => None,
            })
            .filter(|language| self.improvers.improves(*language, request.improvement))
            .collect();
        texts
            .map(|(index, (text, detection))| {
                self.own(index, text, detection, &settled, request.improvement)
            })
            .collect()
    }

    /// A text whose language was not given. That of a text that could be in several is the one of the other texts, if it
    /// is among them, else the likeliest that is improved.
    fn own(
        &self,
        index: usize,
        text: &str,
        detection: &Detection,
        settled: &[Language],
        improvement: Improvement,
    ) -> Result<Assignment, ImprovementError> {
        let unsupported = |found| ImprovementError::UnsupportedText {
            index,
            found,
            available: self.improvers.available(improvement),
        };
        let is_improved = |language: &Language| self.improvers.improves(*language, improvement);
        let (source, has_words) = match detection {
            Detection::Detected(language) if is_improved(language) => (*language, true),
            Detection::Detected(language) => return Err(unsupported(Some(*language))),
            Detection::Unsupported(found) => return Err(unsupported(*found)),
            Detection::Unsure(candidates) => {
                let common = settled.iter().find(|other| candidates.contains(other));
                let likeliest = || candidates.iter().find(|candidate| is_improved(candidate));
                let guess = common.or_else(likeliest).copied();
                (
                    guess.ok_or(ImprovementError::UnknownLanguage { index })?,
                    true,
                )
            }
            Detection::NoLanguage => {
                let other = settled.first().copied();
                let any = other.or_else(|| Language::parse("en").ok());
                (
                    any.ok_or(ImprovementError::UnknownLanguage { index })?,
                    false,
                )
            }
        };
        // Traditional characters would have to be converted to simplified ones, which nobody has asked for.
        if source.tag() == "zh" && self.variants.is_traditional(text) {
            return Err(unsupported(Language::parse("zh-Hant").ok()));
        }
        Ok(Assignment {
            source: source.base(),
            target: source,
            has_words,
        })
    }
}

/// A text that is to be in `target`. The target decides about one that could be in several languages.
fn expected(
    index: usize,
    text: &str,
    detection: &Detection,
    target: Language,
) -> Result<Assignment, ImprovementError> {
    let other = |found| ImprovementError::OtherLanguage {
        index,
        found,
        target,
    };
    match detection {
        Detection::Detected(found) | Detection::Unsupported(Some(found))
            if found.base() != target.base() && !is_sign(text, *found, target) =>
        {
            return Err(other(Some(*found)));
        }
        Detection::Unsupported(None) if !is_doubtful(text, target) => return Err(other(None)),
        Detection::Unsure(candidates) if is_out_of_question(candidates, target) => {
            return Err(other(candidates.first().copied()));
        }
        _ => {}
    }
    Ok(Assignment {
        source: target.base(),
        target,
        has_words: *detection != Detection::NoLanguage,
    })
}

/// Whether a text in no language that is known may be one of a few words, with mistakes, in one of Latin letters.
fn is_doubtful(text: &str, target: Language) -> bool {
    let is_latin = |letter: char| matches!(letter, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}');
    is_written_in_latin(target)
        && text.split_whitespace().count() <= FEW_WORDS
        && text.chars().filter(|c| c.is_alphabetic()).all(is_latin)
}

/// Whether a text of Chinese characters alone is so short that it may be Japanese.
fn is_sign(text: &str, found: Language, target: Language) -> bool {
    found.base().tag() == "zh"
        && target.base().tag() == "ja"
        && text.chars().count() <= LONGEST_SIGN
}
