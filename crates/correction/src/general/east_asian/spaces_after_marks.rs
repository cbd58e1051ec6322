//! Spaces that a writer consistently puts after punctuation marks.

use super::annotated_text::AnnotatedText;
use super::characters::{WIDE_OPENERS, is_space};
use super::typography::EastAsianTypography;

/// After which punctuation marks a text consistently has spaces.
pub(super) struct SpacesAfterMarks {
    has_kana: bool,
    /// Whether the text has such spaces and they are consistent.
    are_consistent: bool,
    after_sentences: bool,
    after_commas: bool,
}

impl SpacesAfterMarks {
    pub(super) fn of(annotated: &AnnotatedText<'_>, typography: &EastAsianTypography) -> Self {
        let has_kana = typography.has_kana();
        let ends = if has_kana { "。．" } else { "。．！？" };
        let sentences = SpaceCounts::of(annotated, typography, ends);
        let commas = SpaceCounts::of(annotated, typography, "、，");
        // A single space is a mistake, unless spaces also follow the marks of the other group.
        let is_mistake = commas.spaced == 1 && sentences.spaced == 0;
        let after_sentences = sentences.close <= sentences.spaced;
        let after_commas = has_kana && commas.close < commas.spaced && !is_mistake;
        Self {
            has_kana,
            are_consistent: after_commas || (after_sentences && sentences.spaced > 0),
            after_sentences,
            after_commas,
        }
    }

    /// Whether a Japanese text has more spaces than necessary, so that its other spaces are intentional too.
    pub(super) const fn are_intentional(&self) -> bool {
        self.has_kana && self.are_consistent
    }

    /// Whether a space after a mark does not change. In Japanese, question and exclamation marks are followed by a
    /// space, and colons may be.
    pub(super) fn has_space_after(&self, mark: char) -> bool {
        match mark {
            '！' | '？' => self.has_kana || self.after_sentences,
            '。' | '．' => self.after_sentences,
            '：' | '；' => self.has_kana,
            _ => self.after_commas,
        }
    }
}

/// How often text follows punctuation marks with and without a space.
struct SpaceCounts {
    /// With a space.
    spaced: usize,
    /// Without a space.
    close: usize,
}

impl SpaceCounts {
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
