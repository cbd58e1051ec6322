//! Misplaced spaces and punctuation marks.

use std::ops::Range;
use std::sync::LazyLock;

use dragoman_correction::EditableText;
use dragoman_text::Edit;
use regex::Regex;

use crate::protected_ranges::joined_sentence;
use crate::vocabulary::Vocabulary;

/// Corrections of the spaces and punctuation marks of a text.
pub(crate) fn edits(editable: &EditableText, vocabulary: &Vocabulary) -> Vec<Edit> {
    let text = editable.text();
    if is_table(text) {
        return Vec::new();
    }
    let mut edits = Vec::new();
    // Of two edits of the same range, the first one is applied.
    spaces_before_marks(text, &mut edits);
    double_spaces(text, &mut edits);
    spaces_in_brackets(text, &mut edits);
    missing_spaces(text, vocabulary, &mut edits);
    double_commas(text, &mut edits);
    shifted_commas(text, &mut edits);
    edits
}

/// Whether a text has columns that spaces or marks separate.
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
pattern!(COMMA, r"([\p{L}']{2,})[,;](\p{L}[\p{L}']*)");
pattern!(SHIFTED, r"\p{Ll}{2}(\x20,)\p{Ll}+ ");
pattern!(SENTENCE_SPACE, r"\p{Ll}[.!?](\x20)\p{Lu}");
pattern!(COMMAS, r"\p{L}(,,)(?:\s|$)");

/// The ranges of the first group of all matches of a pattern. Matches may overlap.
fn group_ranges(pattern: &Regex, text: &str) -> Vec<Range<usize>> {
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
    let found = group_ranges(&DOUBLE_SPACE, text);
    // Some writers put two spaces after each sentence, as on typewriters.
    let ends_sentence = |range: &Range<usize>| {
        text.get(..range.start)
            .is_some_and(|before| before.ends_with(['.', '!', '?', ':', '"', '”', ')']))
    };
    // A writer who puts two spaces after one sentence puts them after each.
    let is_habit =
        found.iter().any(&ends_sentence) && group_ranges(&SENTENCE_SPACE, text).is_empty();
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
    for range in group_ranges(&SPACE_BEFORE_MARK, text) {
        let marks = text.get(range.end..).unwrap_or_default();
        // A space may precede an ellipsis.
        if !marks.starts_with("..") && !is_mentioned_mark(text.get(..range.start), marks) {
            edits.push(Edit {
                range,
                text: String::new(),
            });
        }
    }
}

/// Words after which the text mentions a punctuation mark, as in "lines that begin with ; are".
const BEFORE_SIGNS: [&str; 20] = [
    "a",
    "an",
    "the",
    "is",
    "are",
    "or",
    "and",
    "by",
    "with",
    "of",
    "to",
    "as",
    "character",
    "sign",
    "leading",
    "trailing",
    "operator",
    "exactly",
    "instance",
    "mark",
];

/// The letters at the end of a text, in lower case.
fn last_word(text: &str) -> String {
    let last = text.rsplit(|c: char| !c.is_alphabetic()).next();
    last.unwrap_or_default().to_lowercase()
}

/// Whether punctuation marks after a space are mentioned or part of a program: they follow certain words, are several
/// different ones, or the sentence continues in lower case.
fn is_mentioned_mark(before: Option<&str>, marks: &str) -> bool {
    let last = before
        .unwrap_or_default()
        .rsplit(|c: char| !c.is_alphabetic());
    let last = last.into_iter().next().unwrap_or_default().to_lowercase();
    let after = marks.trim_start_matches([',', '.', ';', '!', '?']);
    let run = marks.get(..marks.len() - after.len()).unwrap_or_default();
    let goes_on = after
        .trim_start_matches(' ')
        .starts_with(char::is_lowercase);
    let ends = run.starts_with(['.', '!', '?']);
    let is_mixed = run.starts_with(['!', '?']) && run.ends_with([',', ';', '.']);
    BEFORE_SIGNS.contains(&last.as_str()) || is_mixed || (ends && goes_on)
}

fn spaces_in_brackets(text: &str, edits: &mut Vec<Edit>) {
    let remove = |range| Edit {
        range,
        text: String::new(),
    };
    let opened = group_ranges(&OPENED, text).into_iter();
    // In "( and )" the text mentions the brackets.
    let in_prose = opened.filter(|range| {
        let after = text.get(range.end..).unwrap_or_default();
        let next = after.split(' ').next().unwrap_or_default();
        let inside = after.split(')').next().unwrap_or_default();
        !(["and", "or", "is"].contains(&next) && inside.ends_with(' '))
    });
    edits.extend(in_prose.map(remove));
    let closed = group_ranges(&CLOSED, text).into_iter();
    let in_prose = closed.filter(|range| {
        // The opening bracket follows a space, unlike that of a function call, and exists, unlike that of an emoticon.
        let before = text.get(..range.start).unwrap_or_default();
        let opened = before.rfind(['(', '[']);
        opened.is_some_and(|at| {
            let before = before.get(..at).unwrap_or_default();
            before.is_empty() || before.ends_with(char::is_whitespace)
        }) && !BEFORE_SIGNS.contains(&last_word(before).as_str())
    });
    edits.extend(in_prose.map(remove));
}

fn missing_spaces(text: &str, vocabulary: &Vocabulary, edits: &mut Vec<Edit>) {
    // Lists for machines have no spaces at all.
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
        let (Some(before), Some(after)) = (captures.get(1), captures.get(2)) else {
            break;
        };
        let is_word = |word: &str| vocabulary.has(word) || vocabulary.has(&word.to_lowercase());
        let is_lower_case = before
            .as_str()
            .chars()
            .all(|c| c.is_lowercase() || c == '\'');
        // Several items without spaces are a list for machines.
        let around = text
            .get(..before.start())
            .is_some_and(|text| text.ends_with([',', ';']))
            || text.get(after.end()..).is_some_and(|text| {
                let mut marks = text.chars();
                matches!(marks.next(), Some(',' | ';'))
                    && marks.next().is_some_and(char::is_alphabetic)
            });
        if is_lower_case && !around && is_word(before.as_str()) && is_word(after.as_str()) {
            add(after.start());
        }
        at = after.start();
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

/// Moves commas from after a space to before it.
fn shifted_commas(text: &str, edits: &mut Vec<Edit>) {
    edits.extend(group_ranges(&SHIFTED, text).into_iter().map(|range| Edit {
        range,
        text: ", ".to_owned(),
    }));
}

fn double_commas(text: &str, edits: &mut Vec<Edit>) {
    edits.extend(group_ranges(&COMMAS, text).into_iter().map(|range| Edit {
        range,
        text: ",".to_owned(),
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(text: &str) -> String {
        let mut editable = EditableText::new(text.to_owned(), Vec::new());
        editable.apply(edits(&editable, &Vocabulary::new()));
        editable.into_text()
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
            ("It is late;we must go.", "It is late; we must go."),
            (
                "Bring a torch ,a bag and a coat.",
                "Bring a torch, a bag and a coat.",
            ),
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
            "Lines that begin with # or ; are ignored.",
            "The ! negates the test, and if it is !, nothing is.",
            "It stands between ( and ) in the script.",
            "Units are hour,day,week or month.",
        ] {
            assert_eq!(after(text), text);
        }
    }
}
