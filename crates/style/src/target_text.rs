//! The input of a rule.

use std::ops::Range;
use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::{Captures, Regex};

use crate::language::StyleLanguage;
use crate::pattern::pattern;

static CODE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[_\\@=$#`|]|://|^[./~]|\w/\w.*/|\w\.\w|\w::?\w|\w\(\)"));

/// The text of a translated segment, with the ranges that must not change.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TargetText<'text> {
    pub(crate) text: &'text str,
    pub(crate) language: StyleLanguage,
    /// Byte ranges, sorted and without overlap.
    pub(crate) kept: &'text [Range<usize>],
}

impl TargetText<'_> {
    /// Whether a range overlaps a kept range.
    pub(crate) fn is_kept(&self, range: &Range<usize>) -> bool {
        let next = self.kept.partition_point(|kept| kept.end <= range.start);
        self.kept
            .get(next)
            .is_some_and(|kept| kept.start < range.end)
    }

    /// The text before a byte position.
    pub(crate) fn before(&self, at: usize) -> &str {
        self.text.get(..at).unwrap_or_default()
    }

    /// The last 120 characters before a byte position: enough context for a word, and few enough to
    /// examine it for every word of a long text.
    pub(crate) fn context_before(&self, at: usize) -> &str {
        let before = self.before(at);
        let start = before.char_indices().rev().take(120).last();
        start
            .and_then(|(start, _)| before.get(start..))
            .unwrap_or_default()
    }

    /// The text from a byte position on.
    pub(crate) fn after(&self, at: usize) -> &str {
        self.text.get(at..).unwrap_or_default()
    }

    /// The token with a range: the text around it up to white space or a kept range, at most 80
    /// characters on each side.
    pub(crate) fn token(&self, range: &Range<usize>) -> &str {
        let next = self.kept.partition_point(|kept| kept.end <= range.start);
        let (earlier, later) = self.kept.split_at(next.min(self.kept.len()));
        let floor = earlier.last().map_or(0, |kept| kept.end);
        let ceiling = later.first().map_or(self.text.len(), |kept| kept.start);
        let before = self.before(range.start).char_indices().rev().take(80);
        let start = before
            .take_while(|&(at, letter)| at >= floor && !letter.is_whitespace())
            .last()
            .map_or(range.start, |(at, _)| at);
        let after = self.after(range.end).char_indices().take(80);
        let end = after
            .map(|(at, letter)| (range.end + at, letter))
            .take_while(|&(at, letter)| at < ceiling && !letter.is_whitespace())
            .last()
            .map_or(range.end, |(at, letter)| at + letter.len_utf8());
        self.text.get(start..end).unwrap_or_default()
    }

    /// Whether a range is part of a token that is not running text: an identifier, a file name, a
    /// path, an assignment, an address.
    pub(crate) fn is_code(&self, range: &Range<usize>) -> bool {
        CODE.is_match(self.token(range))
    }

    /// Whether a sentence may begin at a byte position: only opening punctuation marks, a colon or
    /// the end of another sentence precede it.
    pub(crate) fn may_begin_sentence(&self, at: usize) -> bool {
        let opening =
            |letter: char| letter.is_whitespace() || "\"'“„‚‘’«»‹›([{¿¡*_-–—•·".contains(letter);
        let before = self.before(at).trim_end_matches(opening);
        before.is_empty() || before.ends_with(['.', '!', '?', '…', ':', '>', '|'])
    }

    /// Replaces the matches of a pattern that overlap no kept range by the result of `write`;
    /// `None` leaves a match as it is.
    pub(crate) fn replace(
        &self,
        pattern: &Regex,
        write: impl Fn(&Captures<'_>) -> Option<String>,
    ) -> Vec<Edit> {
        pattern
            .captures_iter(self.text)
            .filter_map(|captures| {
                let whole = captures.get(0)?;
                if self.is_kept(&whole.range()) {
                    return None;
                }
                let text = write(&captures)?;
                (text != whole.as_str()).then(|| Edit {
                    range: whole.range(),
                    text,
                })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target<'text>(text: &'text str, kept: &'text [Range<usize>]) -> TargetText<'text> {
        let language = StyleLanguage::German;
        TargetText {
            text,
            language,
            kept,
        }
    }

    #[test]
    fn code_is_told_from_words_next_to_something_kept() {
        let word_in = |text: &str, kept: &[Range<usize>]| {
            let at = text.find("Wort").unwrap();
            target(text, kept).is_code(&(at..at + 4))
        };
        for code in [
            "a_Wort",
            "/x/Wort/y",
            "Wort.txt",
            "Wort=5",
            "(`Wort`)",
            "C:\\Wort",
            "Wort()",
        ] {
            assert!(word_in(code, &[]), "{code}");
        }
        for running in [
            "Wort",
            "(Wort).",
            "„Wort“, das",
            "Wort-Art",
            "Wort: ja",
            "ein/Wort",
        ] {
            assert!(!word_in(running, &[]), "{running}");
        }
        let tags = "<a href=\"x\">Wort</a>";
        assert!(word_in(tags, &[]));
        assert!(!word_in(tags, &[0..12, 16..20]));
    }

    #[test]
    fn a_sentence_may_begin_where_nothing_or_an_end_stands_before() {
        let begins = |text: &str| {
            let at = text.find("Wort").unwrap();
            target(text, &[]).may_begin_sentence(at)
        };
        for text in [
            "Wort",
            "„Wort“",
            "Ja. Wort",
            "– Wort",
            "Was? (Wort)",
            "So: Wort",
        ] {
            assert!(begins(text), "{text}");
        }
        for text in ["ein Wort", "Ja, Wort", "ja (Wort)", "ein „Wort“"] {
            assert!(!begins(text), "{text}");
        }
    }

    #[test]
    fn what_stands_shortly_before_is_at_most_120_characters() {
        let text = "ä".repeat(200) + "x";
        let target = target(&text, &[]);
        assert_eq!(target.context_before(400), "ä".repeat(120));
        assert_eq!(target.context_before(4), "ää");
        assert_eq!(target.context_before(0), "");
        assert_eq!(target.context_before(1), "");
    }
}
