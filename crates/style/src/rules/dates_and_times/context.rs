//! The context of a date or a time.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::pattern::pattern;
use crate::target_text::TargetText;

/// A pattern for a space within a date or a time.
pub(super) const SPACE: &str = "[ \u{a0}\u{2009}\u{202f}]";

/// A pattern for a word or mark that joins two dates or two times in any of the languages, with its
/// spaces.
pub(super) const JOINER: &str = concat!(
    "(?:[ \u{a0}\u{2009}\u{202f}]?(?:[-–—−~～〜/+,、]|から|至|到|和|与|부터|및)[ \u{a0}\u{2009}\u{202f}]?|",
    "[ \u{a0}](?:bis|und|oder|sowie|to|and|or|through|thru|until|till|au|et|ou|à|al|y|e|ed|o|a|hasta|fino)",
    "[ \u{a0}])",
);

/// A pattern for words between a joiner and the date or time after it.
pub(super) const ARTICLE: &str =
    "(?:(?:the|zum|den|dem|le|el|al|au|il|las?|los|à|alle|all['’]|l['’]) ?)";

static NUMBERED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)(?:^|[^\p{L}])(?:version|versión|versione|release|build|ip|ipv4|firmware|v\.?|ver\.|",
        r"isbn|tel\.|tél\.|telefon|phone|fax|kapitel|chapter|abschnitt|section|sección|sezione|§|",
        r"バージョン|버전|版本)[ \u{a0}:]{0,2}$"
    ))
});

/// The last `count` characters of a text.
pub(super) fn last_chars(text: &str, count: usize) -> &str {
    let start = text.char_indices().rev().take(count).last();
    start.and_then(|(at, _)| text.get(at..)).unwrap_or_default()
}

/// The first `count` characters of a text.
pub(super) fn first_chars(text: &str, count: usize) -> &str {
    match text.char_indices().nth(count) {
        Some((at, _)) => text.get(..at).unwrap_or_default(),
        None => text,
    }
}

/// Whether a letter or digit would be part of the same word; East Asian scripts have no spaces.
fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() && (character < '\u{1100}' || ('０'..='ｚ').contains(&character))
}

/// Whether a range is a token of its own, and not part of a longer number, a name, a path, a
/// version or the key of a value.
pub(super) fn is_standalone(target: &TargetText<'_>, range: &Range<usize>) -> bool {
    has_token_boundaries(target, range, false)
}

/// Whether a range is a token of its own, or joined by a hyphen to digits or to the end of a time.
pub(super) fn is_standalone_or_in_range(target: &TargetText<'_>, range: &Range<usize>) -> bool {
    has_token_boundaries(target, range, true)
}

fn has_token_boundaries(target: &TargetText<'_>, range: &Range<usize>, spans: bool) -> bool {
    let before = target.before(range.start);
    let mut last = before.chars().rev();
    let begins = match last.next() {
        Some(',' | ':') => !last.next().is_some_and(is_of_word),
        Some('-') if spans => last
            .next()
            .is_some_and(|last| last.is_ascii_digit() || "mMr. ".contains(last)),
        Some(last) => !is_of_word(last) && !"_-−/\\=#@.$€£¥'".contains(last),
        None => true,
    };
    let mut next = target.after(range.end).chars();
    let ends = match next.next() {
        Some('-') if spans => next
            .next()
            .is_none_or(|next| next.is_ascii_digit() || !is_of_word(next)),
        Some('.' | ',' | ':' | '-' | '−' | '\'') => !next.next().is_some_and(is_of_word),
        Some(next) => !is_of_word(next) && !"_/\\=#@%°".contains(next),
        None => true,
    };
    begins && ends && !NUMBERED.is_match(last_chars(before, 14))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::StyleLanguage;

    fn alone(text: &str) -> bool {
        let target = TargetText {
            text,
            language: StyleLanguage::German,
            kept: &[],
        };
        let start = text.find("1.2.2024").unwrap();
        is_standalone(&target, &(start..start + 8))
    }

    #[test]
    fn a_part_of_something_else_does_not_stand_alone() {
        for text in [
            "1.2.2024.5",
            "v1.2.2024",
            "Version 1.2.2024",
            "Firmware: 1.2.2024",
            "log-1.2.2024",
            "a/1.2.2024",
            "x=1.2.2024",
            "1.2.2024.log",
            "1.2.2024_a",
            "5,1.2.2024",
        ] {
            assert!(!alone(text), "{text}");
        }
        for text in [
            "1.2.2024",
            "Am 1.2.2024.",
            "(1.2.2024)",
            "は1.2.2024に",
            "–1.2.2024–",
        ] {
            assert!(alone(text), "{text}");
        }
    }
}
