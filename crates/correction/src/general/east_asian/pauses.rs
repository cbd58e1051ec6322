//! Spaces behind marks that a writer sets on purpose.

use super::annotated_text::AnnotatedText;
use super::characters::{WIDE_OPENERS, is_space};
use super::typography::EastAsianTypography;

/// Behind which marks a text has spaces as a custom.
pub(super) struct Pauses {
    has_kana: bool,
    /// Whether there are such spaces, and they are a custom.
    are_there: bool,
    behind_sentences: bool,
    behind_commas: bool,
}

impl Pauses {
    pub(super) fn of(annotated: &AnnotatedText<'_>, typography: &EastAsianTypography) -> Self {
        let has_kana = typography.has_kana();
        let ends = if has_kana { "。．" } else { "。．！？" };
        let sentences = Joints::of(annotated, typography, ends);
        let commas = Joints::of(annotated, typography, "、，");
        // A single space is a mistake, unless it is one of several behind marks of both kinds.
        let is_mistake = commas.spaced == 1 && sentences.spaced == 0;
        let behind_sentences = sentences.close <= sentences.spaced;
        let behind_commas = has_kana && commas.close < commas.spaced && !is_mistake;
        Self {
            has_kana,
            are_there: behind_commas || (behind_sentences && sentences.spaced > 0),
            behind_sentences,
            behind_commas,
        }
    }

    /// Whether a Japanese text has more spaces than it needs, so that others in it are there on purpose too.
    pub(super) const fn are_custom(&self) -> bool {
        self.has_kana && self.are_there
    }

    /// Whether a space behind a mark stays. In Japanese one follows on question and exclamation marks, and may follow on
    /// colons.
    pub(super) fn has_space_after(&self, mark: char) -> bool {
        match mark {
            '！' | '？' => self.has_kana || self.behind_sentences,
            '。' | '．' => self.behind_sentences,
            '：' | '；' => self.has_kana,
            _ => self.behind_commas,
        }
    }
}

/// How often text follows on marks.
struct Joints {
    /// With a space between them.
    spaced: usize,
    /// With none.
    close: usize,
}

impl Joints {
    fn of(annotated: &AnnotatedText<'_>, typography: &EastAsianTypography, marks: &str) -> Self {
        let mut joints = Self {
            spaced: 0,
            close: 0,
        };
        let is_text = |c: char| (typography.is_letter)(c) || WIDE_OPENERS.contains(c);
        for (index, (_, c)) in annotated.chars.iter().enumerate() {
            let next = index + 1;
            if !marks.contains(*c) {
                continue;
            }
            let has_space = annotated.at(next).is_some_and(is_space);
            if has_space
                && annotated
                    .at(annotated.end_of(next, is_space))
                    .is_some_and(is_text)
            {
                joints.spaced += 1;
            } else if annotated.at(next).is_some_and(is_text) {
                joints.close += 1;
            }
        }
        joints
    }
}
