use std::ops::Range;

use super::capitals::is_in_capitals;
use super::words::Word;

/// The words between the stretches that are kept, as ranges of words.
///
/// `kept` may be in any order and overlap.
pub(crate) fn runs_between(words: &[Word<'_>], kept: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut kept: Vec<&Range<usize>> = kept.iter().filter(|range| !range.is_empty()).collect();
    kept.sort_by_key(|range| range.start);
    let mut kept = kept.into_iter().peekable();
    let (mut runs, mut start, mut barrier) = (Vec::new(), 0, 0);
    for (index, word) in words.iter().enumerate() {
        let mut is_behind = false;
        while let Some(range) = kept.next_if(|range| range.start < word.range.end) {
            barrier = barrier.max(range.end);
            is_behind = true;
        }
        let is_kept = word.range.start < barrier;
        if is_behind || is_kept {
            runs.push(start..index);
            start = if is_kept { index + 1 } else { index };
        }
    }
    runs.push(start..words.len());
    runs.retain(|run| !run.is_empty());
    runs
}

/// Whether the marks beside a stretch of text leave it a term of its own: "C" in "C++" is none.
pub(crate) fn stands_alone(text: &str, range: &Range<usize>) -> bool {
    let next = text.get(range.end..).and_then(|rest| rest.chars().next());
    let before = text
        .get(..range.start)
        .and_then(|rest| rest.chars().next_back());
    let last = text
        .get(range.clone())
        .and_then(|term| term.chars().next_back());
    let is_cut = last.is_some_and(char::is_alphanumeric) && matches!(next, Some('+' | '#'));
    !is_cut && !matches!(before, Some('#' | '@' | '\\'))
}

/// Whether a short word stands in capitals among words that do not.
pub(crate) fn looks_like_acronym(found: &[Word<'_>], text: &str) -> bool {
    const LONGEST_ACRONYM: usize = 4;
    let [word] = found else {
        return false;
    };
    is_in_capitals(&word.written)
        && word.length() <= LONGEST_ACRONYM
        && text.chars().any(char::is_lowercase)
}

/// Whether a word has the capitals of its entry, but for what one of them has more.
pub(crate) fn are_capitals_alike(entry: &Word<'_>, found: &Word<'_>) -> bool {
    let mut pairs = entry.written.chars().zip(found.written.chars());
    let longer = found.written.chars().skip(entry.written.chars().count());
    pairs.all(|(entry, found)| entry.is_uppercase() == found.is_uppercase())
        && !longer.into_iter().any(char::is_uppercase)
}

/// Whether a word is the first of a sentence.
pub(crate) fn begins_sentence(words: &[Word<'_>], index: usize) -> bool {
    let before = words.get(..index).unwrap_or_default().iter().rev();
    let mut after_space = words.get(index).is_some_and(|word| word.after_space);
    for word in before {
        if word.is_lexical() {
            return false;
        }
        let ends_sentence = matches!(word.written.as_ref(), "." | "!" | "?" | "…" | "¿" | "¡");
        if after_space && ends_sentence {
            return true;
        }
        after_space |= word.after_space;
    }
    true
}

#[cfg(test)]
mod tests {
    use dragoman_domain::Language;

    use super::super::words::words_and_marks;
    use super::*;

    #[test]
    fn kept_stretches_divide_a_text_even_between_its_words() {
        let text = "one {x}two three four";
        let words = words_and_marks(text, Language::parse("en").unwrap());
        let runs = runs_between(&words, &[13..14, 4..7]);
        let texts: Vec<Vec<&str>> = runs
            .iter()
            .map(|run| {
                words[run.clone()]
                    .iter()
                    .map(|w| w.written.as_ref())
                    .collect()
            })
            .collect();
        assert_eq!(texts, [vec!["one"], vec!["two"], vec!["four"]]);
    }

    #[test]
    fn the_first_word_of_a_sentence_may_follow_marks() {
        let first = |text: &str, index| {
            begins_sentence(
                &words_and_marks(text, Language::parse("en").unwrap()),
                index,
            )
        };
        assert!(first("“(Printers", 2));
        assert!(first("Yes. Printers", 2));
        assert!(!first("The printers", 1));
        assert!(!first("a.Printers", 1));
    }
}
