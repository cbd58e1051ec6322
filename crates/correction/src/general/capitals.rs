//! Capitalisation of the first words of sentences, and lower case for words that a language does not capitalise.

use dragoman_text::{Edit, capitalised};
use unicode_segmentation::UnicodeSegmentation;

use super::annotated_text::AnnotatedText;
use super::typography::Typography;

/// Names and commands that begin with a lower-case letter.
const LOWER_CASE_NAMES: &[&str] = &[
    "adidas",
    "npm",
    "git",
    "curl",
    "sudo",
    "pip",
    "cargo",
    "docker",
    "ssh",
    "grep",
    "bash",
    "apt",
    "http",
    "https",
    "www",
    "nginx",
    "ffmpeg",
    "pytest",
    "vim",
    "emacs",
    "kubectl",
    "systemctl",
    "localhost",
    "null",
    "true",
    "false",
    "iphone",
];

/// Capitalises the first words of sentences if the text has capitals elsewhere, and lowercases the names of months,
/// days and languages where the language does not capitalise them.
pub(super) fn edits(annotated: &AnnotatedText<'_>, typography: &Typography) -> Vec<Edit> {
    let mut edits = Vec::new();
    let heeds_capitals = annotated.text.chars().any(char::is_uppercase);
    let mut previous: Option<(usize, &str)> = None;
    let words: Vec<(usize, &str)> = annotated.text.unicode_word_indices().collect();
    for (index, &(at, word)) in words.iter().enumerate() {
        let next = words.get(index + 1).map_or("", |(_, word)| *word);
        let other = if word.starts_with(char::is_lowercase) {
            let is_wanted = heeds_capitals && begins_sentence(annotated, typography, at, previous);
            (is_wanted && can_be_capitalised(annotated, at, word)).then(|| capitalised(word))
        } else {
            let earlier: Vec<&str> = words_before(annotated, &words, index);
            typography.in_lower_case(&earlier, word, next)
        };
        if let Some(text) = other {
            let range = at..at + word.len();
            edits.push(Edit { range, text });
        }
        previous = Some((at, word));
    }
    edits.retain(|edit| annotated.is_editable(&edit.range) && !annotated.is_code(edit.range.start));
    edits
}

/// Up to three words before a word, separated by spaces only.
fn words_before<'t>(
    annotated: &AnnotatedText<'_>,
    words: &[(usize, &'t str)],
    index: usize,
) -> Vec<&'t str> {
    let mut found = Vec::new();
    let mut from = words.get(index).map_or(0, |(at, _)| *at);
    for &(start, word) in words.get(..index).unwrap_or_default().iter().rev().take(3) {
        let between = annotated
            .text
            .get(start + word.len()..from)
            .unwrap_or_default();
        if !between
            .chars()
            .all(|c| matches!(c, ' ' | '\u{a0}' | '\u{202f}'))
        {
            break;
        }
        found.push(word);
        from = start;
    }
    found.reverse();
    found
}

/// Whether a word certainly begins a sentence.
fn begins_sentence(
    annotated: &AnnotatedText<'_>,
    typography: &Typography,
    at: usize,
    previous: Option<(usize, &str)>,
) -> bool {
    let Some((start, earlier)) = previous else {
        return begins_text(annotated, typography, at);
    };
    let between = annotated
        .text
        .get(start + earlier.len()..at)
        .unwrap_or_default();
    let mark = between.trim_end_matches([' ', '\u{a0}']);
    if mark.len() == between.len() || between.contains('\n') {
        return false;
    }
    let word = annotated.letters_at(at).to_lowercase();
    let is_starter = typography.starters.contains(&word.as_str());
    match mark.trim_start_matches([' ', '\u{a0}', '\u{202f}']) {
        "." => {
            // A full stop after a short word may belong to an abbreviation, and after a number to an ordinal.
            let is_word = earlier.chars().nth(2).is_some()
                && earlier
                    .chars()
                    .all(|c| c.is_alphabetic() || matches!(c, '\'' | '’'))
                && !earlier.chars().all(|c| "IVXLCDM".contains(c));
            is_word
                && is_starter
                && !typography.is_abbreviation(earlier)
                && typography.may_begin(&word, earlier)
                && !annotated.is_code(start)
        }
        "?" | "!" => typography
            .capitalises_after_questions
            .contains(&word.as_str()),
        _ => false,
    }
}

/// Whether a text that begins at a position consists of sentences, as its last character and its first word or another
/// sentence in it show.
fn begins_text(annotated: &AnnotatedText<'_>, typography: &Typography, at: usize) -> bool {
    let before = annotated.text.get(..at).unwrap_or_default();
    let is_start = before
        .chars()
        .all(|c| matches!(c, ' ' | '¿' | '¡' | '«' | '\u{a0}' | '\u{202f}'));
    let text = annotated.text.trim_end();
    let first = annotated.letters_at(at).to_lowercase();
    let opens = typography.openers.contains(&first.as_str());
    // The definition of a term may begin with the term in lower case: "filtre : nom du filtre. Il peut manquer."
    let sentence = text.split(". ").next().unwrap_or_default();
    let may_open = typography.starters.contains(&first.as_str())
        && sentence.split_whitespace().count() >= typography.fewest_words
        && !is_label(annotated, at + first.len());
    is_start
        && text.ends_with(['.', '!', '?'])
        && !text.ends_with("...")
        && text.split_whitespace().nth(2).is_some()
        && (opens || may_open && has_other_sentence(annotated, typography))
}

/// Whether a colon follows a word that ends at a position.
fn is_label(annotated: &AnnotatedText<'_>, at: usize) -> bool {
    let after = annotated.text.get(at..).unwrap_or_default();
    after
        .trim_start_matches([' ', '\u{a0}', '\u{202f}'])
        .starts_with(':')
}

/// Whether a capitalised sentence follows another sentence in the text.
fn has_other_sentence(annotated: &AnnotatedText<'_>, typography: &Typography) -> bool {
    annotated.text.match_indices(". ").any(|(at, mark)| {
        let next = annotated.at(at + mark.len());
        let earlier = annotated.letters_before(at);
        next.is_some_and(char::is_uppercase)
            && earlier.chars().nth(2).is_some()
            && !typography.is_abbreviation(earlier)
    })
}

/// Whether a word can be capitalised: it consists of letters, perhaps with an apostrophe, and is not a name in lower
/// case.
fn can_be_capitalised(annotated: &AnnotatedText<'_>, at: usize, word: &str) -> bool {
    let after = annotated.text.get(at + word.len()..).unwrap_or_default();
    let ends = after.starts_with([' ', ',', '\u{a0}', '-'])
        || after.trim_end_matches(['.', '!', '?']).is_empty();
    let is_listed = word.chars().nth(1).is_none() && !after.starts_with(' ');
    ends && !is_listed
        && word.chars().all(|c| {
            c.is_lowercase() || matches!(c, '\'' | '’') || c.is_uppercase() && has_elision(word)
        })
        && !LOWER_CASE_NAMES.contains(&word)
}

fn has_elision(word: &str) -> bool {
    word.find(['\'', '’']).is_some_and(|at| at <= 6)
}
