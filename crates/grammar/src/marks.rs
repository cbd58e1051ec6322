//! Spaces and punctuation marks in wrong places.

use std::ops::Range;
use std::sync::LazyLock;

use dragoman_correction::Draft;
use dragoman_domain::Edit;
use regex::Regex;

use crate::protection::joined_sentence;
use crate::vocabulary::Vocabulary;

/// What is wrong with the spaces and marks of a text.
pub(crate) fn edits(draft: &Draft, vocabulary: &Vocabulary) -> Vec<Edit> {
    let text = draft.text();
    if is_table(text) {
        return Vec::new();
    }
    let mut edits = Vec::new();
    // The first of two edits of the same stretch is made.
    spaces_before_marks(text, &mut edits);
    double_spaces(text, &mut edits);
    spaces_in_brackets(text, &mut edits);
    missing_spaces(text, vocabulary, &mut edits);
    double_commas(text, &mut edits);
    edits
}

/// Whether spaces or marks set out columns.
fn is_table(text: &str) -> bool {
    let inner = text.trim();
    inner.contains('\t') || inner.contains("   ") || inner.contains('|')
}

macro_rules! pattern {
    ($name:ident, $pattern:literal) => {
        #[allow(clippy::unwrap_used, reason = "the tests compile it")]
        static $name: LazyLock<Regex> = LazyLock::new(|| Regex::new($pattern).unwrap());
    };
}

pattern!(DOUBLE_SPACE, r"[^\s](  )[^\s]");
pattern!(
    SPACE_BEFORE_MARK,
    r#"[\p{L}\p{N})\]"”’'](\x20{1,2})[,.;!?]+(?:\s|$)"#
);
pattern!(OPENED, r"(?:^|\s)[(\[](\x20)[\p{L}\p{N}]");
pattern!(CLOSED, r"[\p{L}\p{N}.!?](\x20)[)\]](?:[\s,.;:!?]|$)");
pattern!(COMMA, r"([\p{L}']{2,}),(\p{L}[\p{L}']*)");
pattern!(COMMAS, r"\p{L}(,,)(?:\s|$)");

/// The stretches that the first group of a pattern matches. Matches may share characters.
fn stretches(pattern: &Regex, text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(captures) = pattern.captures_at(text, at) {
        let Some(group) = captures.get(1) else { break };
        found.push(group.range());
        at = group.end();
    }
    found
}

fn double_spaces(text: &str, edits: &mut Vec<Edit>) {
    let found = stretches(&DOUBLE_SPACE, text);
    // Some people put two spaces after each sentence, as typewriters were used.
    let ends_sentence = |range: &Range<usize>| {
        text.get(..range.start)
            .is_some_and(|before| before.ends_with(['.', '!', '?', ':', '"', '”', ')']))
    };
    let is_habit = found.iter().filter(|range| ends_sentence(range)).count() >= 2;
    for range in found {
        if !(is_habit && ends_sentence(&range)) {
            edits.push(Edit {
                range,
                text: " ".to_owned(),
            });
        }
    }
}

fn spaces_before_marks(text: &str, edits: &mut Vec<Edit>) {
    for range in stretches(&SPACE_BEFORE_MARK, text) {
        let marks = text.get(range.end..).unwrap_or_default();
        // An ellipsis may have a space before it.
        if !marks.starts_with("..") {
            edits.push(Edit {
                range,
                text: String::new(),
            });
        }
    }
}

fn spaces_in_brackets(text: &str, edits: &mut Vec<Edit>) {
    let remove = |range| Edit {
        range,
        text: String::new(),
    };
    edits.extend(stretches(&OPENED, text).into_iter().map(remove));
    let closed = stretches(&CLOSED, text).into_iter();
    let in_prose = closed.filter(|range| {
        // What opened it follows a space, unlike that of a call, and is there, unlike that of a smiley.
        let before = text.get(..range.start).unwrap_or_default();
        let opened = before.rfind(['(', '[']);
        opened.is_some_and(|at| {
            let before = before.get(..at).unwrap_or_default();
            before.is_empty() || before.ends_with(char::is_whitespace)
        })
    });
    edits.extend(in_prose.map(remove));
}

fn missing_spaces(text: &str, vocabulary: &Vocabulary, edits: &mut Vec<Edit>) {
    // Lists for machines have no space anywhere.
    if !text.trim().contains(' ') {
        return;
    }
    let mut add = |at: usize| {
        edits.push(Edit {
            range: at..at,
            text: " ".to_owned(),
        });
    };
    let mut at = 0;
    while let Some(captures) = COMMA.captures_at(text, at) {
        let (Some(before), Some(behind)) = (captures.get(1), captures.get(2)) else {
            break;
        };
        let is_word = |word: &str| vocabulary.has(word) || vocabulary.has(&word.to_lowercase());
        let is_small = before
            .as_str()
            .chars()
            .all(|c| c.is_lowercase() || c == '\'');
        if is_small && is_word(before.as_str()) && is_word(behind.as_str()) {
            add(behind.start());
        }
        at = behind.start();
    }
    let mut at = 0;
    for chunk in text.split_inclusive(char::is_whitespace) {
        let inner = chunk.trim_end_matches(|c: char| c.is_whitespace() || ",.;:!?".contains(c));
        if let Some(next) = joined_sentence(inner) {
            add(at + next);
        }
        at += chunk.len();
    }
}

fn double_commas(text: &str, edits: &mut Vec<Edit>) {
    edits.extend(stretches(&COMMAS, text).into_iter().map(|range| Edit {
        range,
        text: ",".to_owned(),
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(text: &str) -> String {
        let mut draft = Draft::new(text.to_owned(), Vec::new());
        draft.apply(edits(&draft, &Vocabulary::new()));
        draft.into_text()
    }

    #[test]
    fn spaces_stand_where_they_belong() {
        for (wrong, right) in [
            ("One , two .", "One, two."),
            ("Are you sure ?", "Are you sure?"),
            ("One  two  three", "One two three"),
            ("See ( below ) for more.", "See (below) for more."),
            (
                "Apples,pears and plums.Thanks!",
                "Apples,pears and plums. Thanks!",
            ),
            (
                "He bought apples,pears and plums.",
                "He bought apples, pears and plums.",
            ),
            ("It is late,, so go.", "It is late, so go."),
        ] {
            assert_eq!(after(wrong), right);
        }
    }

    #[test]
    fn columns_numbers_smileys_and_habits_stay() {
        for text in [
            "Name   Age   City",
            "a | b  c | d",
            "Name,Age,City",
            "1,000,000 and 3,5",
            "  indented",
            "Well done :-) See .gitignore and .NET please",
            "One sentence.  Another sentence.  A third one.",
            "Wait ... what?",
            "f( x ) is g(x)",
        ] {
            assert_eq!(after(text), text);
        }
    }
}
