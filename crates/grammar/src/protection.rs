//! What no rule may touch: placeholders, addresses, code, names of programs.

use std::ops::Range;
use std::sync::LazyLock;

use dragoman_text::find_placeholders;
use regex::Regex;

/// Code between backticks, and tags.
#[allow(clippy::unwrap_used, reason = "the tests compile it")]
static MARKED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"`[^`\n]{1,400}`|</?[A-Za-z!][^<>\n]{0,400}>").unwrap());

/// Where a space is missing after a sentence, as in "early.She"; group 1 begins the next.
#[allow(clippy::unwrap_used, reason = "the tests compile it")]
static JOINED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^[A-Za-z'’-]*[a-z]{2}[.!?](I|The|This|That|These|Those|It|We|He|She|They|You|There|And|But|So|If|In|When|Our|My|His|Her|Their|Please|Thank|Thanks|However|Then|What|Why|How|Also|Now|After|Not|No|Yes|At|For|On)(?:['’][a-z]+)?$",
    )
    .unwrap()
});

/// The stretches of a text that stay as they are, in order, not overlapping: those given, and what is no prose.
pub(crate) fn protected(text: &str, kept: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut stretches = kept.to_vec();
    stretches.extend(find_placeholders(text));
    stretches.extend(MARKED.find_iter(text).map(|found| found.range()));
    stretches.extend(code(text));
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

/// Where a sentence begins behind another without a space between them: the byte of its first letter.
pub(crate) fn joined_sentence(chunk: &str) -> Option<usize> {
    let next = JOINED.captures(chunk)?.get(1)?;
    Some(next.start())
}

/// The words between white space that people write for machines.
fn code(text: &str) -> Vec<Range<usize>> {
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
    fn sentences_without_a_space_between_them_are_prose() {
        assert_eq!(found("He left early.She stayed, and/or not."), ["and/or"]);
        assert_eq!(joined_sentence("early.She"), Some(6));
        assert_eq!(joined_sentence("System.Out"), None);
    }
}
