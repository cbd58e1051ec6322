//! The ranges of a text that no rule may change: placeholders, addresses, code, names of programs.

use std::ops::Range;
use std::sync::LazyLock;

use dragoman_text::find_placeholders;
use regex::Regex;

/// Code between backticks, and tags.
#[allow(clippy::unwrap_used, reason = "the tests compile it")]
static MARKED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"`[^`\n]{1,400}`|</?[A-Za-z!][^<>\n]{0,400}>").unwrap());

/// A phrase of one to three words in quotation marks without punctuation marks: a title, a name, or a word that the
/// text mentions. Group 1 is the phrase.
#[allow(clippy::unwrap_used, reason = "the tests compile it")]
static MENTIONED: LazyLock<Regex> = LazyLock::new(|| {
    const WORD: &str = r"\p{L}[\p{L}\p{N}'’-]{0,30}";
    let words = format!("{WORD}(?: {WORD}){{0,2}}");
    let phrase = format!(r#"(?:^|[\s(])["“]({words})["”](?:[\s.,;:!?)]|$)"#);
    Regex::new(&phrase).unwrap()
});

/// Group 1 is a "then" after a condition without a comma, where it is no mistake for "than": "if it is better then keep
/// it".
#[allow(clippy::unwrap_used, reason = "the tests compile it")]
static CONSEQUENCE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?:^|[.!?,;:] |\b(?:and|but|so) )(?:[Ii]f|[Ww]hen|[Oo]nce) [^.!?,;:\n]{1,80} (then)\b",
    )
    .unwrap()
});

/// Words that only occur in dialect, including those that end in an apostrophe: "talkin’", "o’".
#[allow(clippy::unwrap_used, reason = "the tests compile it")]
static DIALECT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:ain['’]t|y['’]all|innit|nowt|owt|summat|thou|thee|thy|ye|yer|yerself|meself|hisself|theirselves|dinna[e]?|canna[e]?|wouldna[e]?|couldna[e]?|didna[e]?|isna[e]?|nae|och|aye|tha|ta|nuthin|nuffin|gots)\b|\b[a-z]{3,}in[’]\s|\b(?:o|an|th|wi|t)['’]\s|['’](?:em|tis|twas)\b|\b(?:i|we|you|they|he|she|it|this|that) be (?:a|an|the|no|not|my|me)\b",
    )
    .unwrap()
});

/// Verbs and pronouns whose dialect forms are mistakes in other texts: "it don't", "we was", "I seen", "them boots".
#[allow(clippy::unwrap_used, reason = "the tests compile it")]
static DIALECT_VERB_FORMS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(don['’]t|was|were|seen|done|them|has|have|is|are|does|come|no)\b").unwrap()
});

/// Whether a text is in dialect, such as direct speech in stories and songs, whose verb forms do not change.
pub(crate) fn is_dialect(text: &str) -> bool {
    DIALECT.is_match(text)
}

/// Up to three words before a remark such as `[sic]`.
#[allow(clippy::unwrap_used, reason = "the tests compile it")]
static SIC: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"((?:\S{1,40} ){1,3})[\[(]_?sic_?[\])]").unwrap());

/// A missing space after a sentence, as in "early.She"; group 1 is the beginning of the next one.
#[allow(clippy::unwrap_used, reason = "the tests compile it")]
static JOINED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^[A-Za-z'’-]*[a-z]{2}[.!?](I|The|This|That|These|Those|It|We|He|She|They|You|There|And|But|So|If|In|When|Our|My|His|Her|Their|Please|Thank|Thanks|However|Then|What|Why|How|Also|Now|After|Not|No|Yes|At|For|On)(?:['’][a-z]+)?$",
    )
    .unwrap()
});

/// The ranges of a text that do not change, sorted and without overlap: the given ones, and everything that is not
/// prose.
pub(crate) fn protected(text: &str, kept: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut stretches = kept.to_vec();
    stretches.extend(find_placeholders(text));
    stretches.extend(MARKED.find_iter(text).map(|found| found.range()));
    stretches.extend(code_ranges(text));
    for pattern in [&MENTIONED, &CONSEQUENCE, &SIC] {
        let groups = pattern.captures_iter(text).filter_map(|found| found.get(1));
        stretches.extend(groups.map(|group| group.range()));
    }
    if is_dialect(text) {
        stretches.extend(
            DIALECT_VERB_FORMS
                .find_iter(text)
                .map(|found| found.range()),
        );
    }
    stretches.retain(|range| !range.is_empty() && text.get(range.clone()).is_some());
    stretches.sort_by_key(|range| range.start);
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(stretches.len());
    for range in stretches {
        match merged.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

/// The byte position of the first letter of a sentence that follows another one without a space.
pub(crate) fn joined_sentence(chunk: &str) -> Option<usize> {
    let next = JOINED.captures(chunk)?.get(1)?;
    Some(next.start())
}

/// The tokens of a text that are written for machines.
fn code_ranges(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    for chunk in text.split_inclusive(char::is_whitespace) {
        let start = at;
        at += chunk.len();
        let inner =
            chunk.trim_start_matches(|c: char| c.is_whitespace() || "([{\"'“‘«*-–—".contains(c));
        let start = start + (chunk.len() - inner.len());
        let inner = inner
            .trim_end_matches(|c: char| c.is_whitespace() || ")]}\"'”’»*,.;:!?…-–—".contains(c));
        if is_code(inner) && joined_sentence(inner).is_none() {
            found.push(start..start + inner.len());
        }
    }
    found
}

fn is_code(chunk: &str) -> bool {
    let is_mark = |c: char| "/\\_@#=$&%<>{}[]|~^+".contains(c);
    let has_digit = chunk.contains(|c: char| c.is_ascii_digit());
    let has_letter = chunk.contains(char::is_alphabetic);
    let letters = chunk.chars().zip(chunk.chars().skip(1));
    let is_mixed = letters
        .clone()
        .any(|(one, other)| one.is_lowercase() && other.is_uppercase());
    let is_joined = chunk
        .chars()
        .zip(chunk.chars().skip(1))
        .zip(chunk.chars().skip(2));
    let is_joined = is_joined.into_iter().any(|((one, mark), other)| {
        matches!(mark, '.' | ':') && one.is_alphanumeric() && other.is_alphanumeric()
    });
    chunk.contains(is_mark) || (has_digit && has_letter) || is_mixed || is_joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        protected(text, &[])
            .into_iter()
            .map(|range| &text[range])
            .collect()
    }

    #[test]
    fn what_is_written_for_machines_is_found() {
        assert_eq!(
            found(
                "Set MAX_RETRIES in (main.rs), then `run it` as <b>userName</b>: see https://example.com/a."
            ),
            [
                "MAX_RETRIES",
                "main.rs",
                "`run it`",
                "<b>userName</b>",
                "https://example.com/a"
            ]
        );
    }

    #[test]
    fn mentions_and_quoted_mistakes_are_found() {
        assert_eq!(
            found("\"Should of\" is wrong, and he wrote \"their off home [sic]\" to all."),
            ["Should of", "\"their off home "]
        );
        assert_eq!(found("If it is better then keep it."), ["then"]);
        assert!(found("It is better then the old one, he said. \"Go home!\"").is_empty());
    }

    #[test]
    fn sentences_without_a_space_between_them_are_prose() {
        assert_eq!(found("He left early.She stayed, and/or not."), ["and/or"]);
        assert_eq!(joined_sentence("early.She"), Some(6));
        assert_eq!(joined_sentence("System.Out"), None);
    }
}
