//! Where the sentences of a paragraph end.
//!
//! The `sentencex` library proposes ends; the rules here drop some that it gets wrong and add a
//! few that it misses.

use std::ops::Range;

use dragoman_language::Language;
use rustc_hash::FxHashSet;

use crate::abbreviations::{full_stop_continues, starts_in_lower_case};
use crate::lines::is_margin;
use crate::thai;

/// The bytes that the library sees at once. It looks back over everything before each full stop,
/// so its time is quadratic in this; most sentences are far shorter.
const WINDOW: usize = 2_000;

/// The byte offsets after which the sentences of the text end, ascending, the last one being its
/// length. None lies inside a placeholder; white space after a sentence belongs to it.
pub(crate) fn sentence_ends(
    text: &str,
    placeholders: &[Range<usize>],
    language: Language,
) -> Vec<usize> {
    let masked = mask(text, placeholders);
    let proposed = if language.base().tag() == "th" {
        let mut ends = thai::piece_ends(&masked);
        // A mask has no place for a cut, but a placeholder in a script of its own might.
        ends.retain(|&end| !is_inside(end, placeholders));
        return ends;
    } else {
        proposed_ends(&masked, language)
    };
    let mut ends = Vec::new();
    let mut start = 0;
    for end in with_missed_ends(&masked, proposed) {
        let goes_on = end < masked.len()
            && (is_inside(end, placeholders) || continues(&masked, start..end, language));
        if !goes_on && end > start {
            ends.push(end);
            start = end;
        }
    }
    if ends.last() != Some(&text.len()) {
        ends.push(text.len());
    }
    ends
}

fn is_inside(position: usize, placeholders: &[Range<usize>]) -> bool {
    let next = placeholders.partition_point(|range| range.start < position);
    next.checked_sub(1)
        .and_then(|last| placeholders.get(last))
        .is_some_and(|range| position < range.end)
}

/// The text with each placeholder as a capitalised word of the same length in bytes, so that its
/// dots, brackets and quotes mean nothing, and line ends as spaces.
fn mask(text: &str, placeholders: &[Range<usize>]) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut end = 0;
    for range in placeholders {
        masked.push_str(text.get(end..range.start).unwrap_or_default());
        let inside = text.get(range.clone()).unwrap_or_default();
        let filler = if inside.chars().all(is_margin) {
            ' '
        } else {
            'Q'
        };
        masked.extend(std::iter::repeat_n(filler, inside.len()));
        end = range.end;
    }
    masked.push_str(text.get(end..).unwrap_or_default());
    masked
}

/// Italian without the two overrides of the library that compile an expression and collect all
/// words before each full stop, which is 20 times slower than any other language.
struct Italian(sentencex::languages::Italian);

impl sentencex::languages::Language for Italian {
    fn get_abbreviations(&self) -> &FxHashSet<String> {
        self.0.get_abbreviations()
    }
}

fn rules_of(language: Language) -> Box<dyn sentencex::languages::Language> {
    match language.base().tag() {
        "it" => Box::new(Italian(sentencex::languages::Italian {})),
        tag => sentencex::language_factory(tag),
    }
}

/// What the library proposes, window by window.
fn proposed_ends(text: &str, language: Language) -> Vec<usize> {
    let rules = rules_of(language);
    let mut ends = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let stop = window_end(text, start);
        let window = text.get(start..stop).unwrap_or_default();
        let before = ends.len();
        ends.extend(
            rules
                .get_sentence_boundaries(window)
                .into_iter()
                .map(|boundary| start + boundary.end_byte),
        );
        if stop == text.len() {
            break;
        }
        // The end of a window is no end of a sentence. The next window begins with the sentence
        // that was cut, but at least half a window on, so that time stays linear.
        while ends.last().is_some_and(|&end| end >= stop) {
            ends.pop();
        }
        let cut = ends.get(before..).and_then(<[usize]>::last).copied();
        start = match cut {
            Some(cut) if cut - start >= WINDOW / 2 => cut,
            _ => stop,
        };
    }
    ends.push(text.len());
    ends
}

fn window_end(text: &str, start: usize) -> usize {
    if text.len() - start <= WINDOW {
        return text.len();
    }
    let limit = text.floor_char_boundary(start + WINDOW);
    let window = text.get(start..limit).unwrap_or_default();
    // Between words if there is a place in the second half.
    window
        .rfind(char::is_whitespace)
        .map(|space| text.ceil_char_boundary(start + space + 1))
        .filter(|&space| space - start >= WINDOW / 2)
        .unwrap_or(limit)
}

fn is_closer(character: char) -> bool {
    matches!(
        character,
        '"' | '\''
            | ')'
            | ']'
            | '}'
            | '»'
            | '«'
            | '”'
            | '“'
            | '’'
            | '‘'
            | '›'
            | '‹'
            | '」'
            | '』'
            | '】'
            | '》'
            | '〉'
            | '）'
            | '］'
            | '｝'
            | '＂'
            | '〕'
    )
}

fn is_opener(character: char) -> bool {
    matches!(
        character,
        '"' | '\''
            | '('
            | '['
            | '«'
            | '»'
            | '“'
            | '„'
            | '”'
            | '‘'
            | '‚'
            | '‹'
            | '›'
            | '「'
            | '『'
            | '【'
            | '《'
            | '（'
            | '¿'
            | '¡'
    )
}

fn is_terminator(character: char) -> bool {
    // Greek writes its question mark with a semicolon, which the library knows.
    matches!(character, '.' | '!' | '?' | '…' | ';' | '\u{37e}')
        || (!character.is_ascii()
            && !character.is_alphanumeric()
            && !is_closer(character)
            && !is_opener(character))
}

/// Adds the ends that the library misses: after an ellipsis before a capital letter, and after a
/// sentence that stands in brackets as a whole.
fn with_missed_ends(text: &str, proposed: Vec<usize>) -> Vec<usize> {
    let mut ends = proposed;
    let mut spaced = false;
    let mut word_end = 0;
    let mut bracketed = text.starts_with('(');
    let mut missed = Vec::new();
    for (position, character) in text.char_indices() {
        if character.is_whitespace() {
            if !spaced {
                word_end = position;
            }
            spaced = true;
            continue;
        }
        if spaced {
            let word = text.get(..word_end).unwrap_or_default();
            let inside = word.strip_suffix(')');
            let whole = bracketed && inside.is_some_and(ends_in_mark);
            if (word.ends_with('…') || whole) && character.is_uppercase() {
                missed.push(position);
            }
            bracketed &= inside.is_none();
            bracketed |= character == '(' && ends_in_mark(word);
        }
        spaced = false;
    }
    if !missed.is_empty() {
        ends.append(&mut missed);
        ends.sort_unstable();
        ends.dedup();
    }
    ends
}

fn ends_in_mark(text: &str) -> bool {
    text.ends_with(['.', '!', '?'])
}

/// Whether the sentence goes on after the proposed end.
fn continues(text: &str, sentence: Range<usize>, language: Language) -> bool {
    let head = text.get(sentence.clone()).unwrap_or_default();
    let spaced = head.ends_with(is_margin)
        || text
            .get(sentence.end..)
            .is_some_and(|tail| tail.starts_with(is_margin));
    let head = head.trim_end_matches(is_margin);
    let tail = text
        .get(sentence.end..)
        .unwrap_or_default()
        .trim_start_matches(is_margin);
    let inner = head.trim_end_matches(is_closer);
    let quoted = inner.len() < head.len();
    let Some(mark) = inner.chars().next_back() else {
        return true;
    };
    let Some(next) = tail.chars().next() else {
        return false;
    };
    if !is_terminator(mark)
        || matches!(
            next,
            ',' | ';' | ':' | ')' | ']' | '}' | '%' | '.' | '!' | '?'
        )
    {
        return true;
    }
    if !spaced {
        // A mark of Latin script without a space after it is part of a name: "Node.js". After a
        // closing quote, what goes on without a space says who spoke: 「行こう。」と言った。
        return (mark.is_ascii() || quoted) && !is_opener(next);
    }
    let word = tail.trim_start_matches(is_opener);
    if quoted && starts_in_lower_case(word) {
        return true;
    }
    match inner.strip_suffix('.') {
        Some(before) if !before.ends_with('.') && !quoted => {
            full_stop_continues(before, word, language)
        }
        _ => false,
    }
}
