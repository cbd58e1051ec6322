use std::ops::Range;

use dragoman_domain::{Edit, Term};

use super::layout::Layout;
use crate::matching::{Word, begins_sentence, is_in_capitals, words_and_marks};

/// The change that puts a term in the place of a run of words, and the bytes of the translation that become the term,
/// words that stand there already among them; nothing if a placeholder stands among the run.
pub(super) fn edit(
    layout: &Layout<'_>,
    term: &Term,
    run: &Range<usize>,
) -> Option<(Edit, Range<usize>)> {
    let wanted = form(layout, term, run)?;
    let run = &without_full_stop(layout, term, run, wanted);
    let bytes = layout.bytes(run)?;
    let words = words_and_marks(wanted, layout.language);
    // What stands before and behind the run already, such as an article, is not written twice.
    let before = layout.words.get(..run.start).unwrap_or_default();
    let behind = layout.words.get(run.end..).unwrap_or_default();
    let is_equal = |word: usize, found: usize| {
        let wanted = words.get(word).map(|word| &word.folded);
        let existing = layout.words.get(found).map(|word| &word.folded);
        wanted == existing && !layout.is_placeholder(found)
    };
    // Only what is written apart: a character that stands twice may well mean both.
    let is_apart = |word: usize| {
        let before = word.checked_sub(1).and_then(|before| words.get(before));
        words.get(word).is_some_and(|word| word.after_space)
            || before.is_some_and(|before| before.written.ends_with('\''))
    };
    let longest = words.len().saturating_sub(1);
    let doubled = (1..=longest.min(before.len())).rev().find(|count| {
        is_apart(*count) && (0..*count).all(|word| is_equal(word, run.start - count + word))
    });
    let first = doubled.unwrap_or(0);
    let longest = longest - first;
    let place_start = layout.words.get(run.start - first)?.range.start;
    let doubled = (1..=longest.min(behind.len())).rev().find(|count| {
        let end = words.len() - count;
        is_apart(end) && (0..*count).all(|word| is_equal(end + word, run.end + word))
    });
    let last = words.len() - doubled.unwrap_or(0);
    let start = match first {
        0 => 0,
        first => words.get(first)?.range.start,
    };
    let (end, place_end) = match doubled {
        Some(count) => {
            let last_behind = layout.words.get(run.end + count - 1)?;
            (
                words.get(last.checked_sub(1)?)?.range.end,
                last_behind.range.end,
            )
        }
        None => {
            let mark = repeated_mark(wanted, layout.text.get(bytes.end..)?);
            (wanted.len() - mark, bytes.end + mark)
        }
    };
    let edit = Edit {
        range: bytes,
        text: wanted.get(start..end)?.to_owned(),
    };
    Some((edit, place_start..place_end))
}

/// A run without the mark that ends the sentence, which may be that of an abbreviation too, where
/// the term does not end with one and is not all there is.
fn without_full_stop(
    layout: &Layout<'_>,
    term: &Term,
    run: &Range<usize>,
    wanted: &str,
) -> Range<usize> {
    let ends_sentence = |text: &str| text.ends_with(['.', '!', '?', '…']);
    let replaced = layout.words.get(run.clone()).unwrap_or_default();
    let behind = layout.words.get(run.end..).unwrap_or_default();
    let is_whole = term.source == (0..layout.segment.text().len());
    let is_last = !behind.iter().any(Word::is_lexical);
    match replaced {
        [_, .., mark]
            if ends_sentence(&mark.written) && !ends_sentence(wanted) && is_last && !is_whole =>
        {
            run.start..run.end - 1
        }
        _ => run.clone(),
    }
}

/// How many bytes the mark at the end of a term has if it stands behind the term already.
fn repeated_mark(wanted: &str, behind: &str) -> usize {
    let last = wanted.chars().next_back();
    let marks = ['.', '!', '?', '…', ',', ';', ':', '。', '！', '？'];
    let mark = last.filter(|mark| marks.contains(mark) && behind.starts_with(*mark));
    mark.filter(|mark| wanted.len() > mark.len_utf8())
        .map_or(0, char::len_utf8)
}

/// The form of a term for its place: with a capital at the beginning of a sentence only, if there
/// was one or the source has one, and in capitals only where it stands for words in capitals.
fn form<'a>(layout: &Layout<'_>, term: &'a Term, run: &Range<usize>) -> Option<&'a str> {
    let best = term.targets.first()?;
    let replaced = layout.bytes(run).and_then(|bytes| layout.text.get(bytes));
    let is_replaced_large = replaced.is_some_and(is_in_capitals);
    let source = layout.segment.text().get(term.source.clone());
    let same = best.to_lowercase();
    let same_words = || {
        term.targets
            .iter()
            .filter(|form| form.to_lowercase() == same)
    };
    let begins_upper = |form: &str| {
        let first = form.chars().find(|c| c.is_alphanumeric());
        first.is_some_and(char::is_uppercase)
    };
    if is_in_capitals(best) {
        let is_acronym = same_words().count() == 1;
        if is_acronym || is_replaced_large {
            return Some(best);
        }
    }
    let small = || same_words().filter(|form| *form != best || !is_in_capitals(form));
    let has_capital = replaced.is_some_and(begins_upper) || source.is_some_and(begins_upper);
    let begins = has_capital && begins_sentence(&layout.words, run.start);
    let fitting = small().find(|form| begins_upper(form) == begins);
    Some(fitting.unwrap_or(best))
}

/// The change that gives words that use a term the capitals that the term has wherever it stands;
/// nothing if they have them.
pub(super) fn capitals(layout: &Layout<'_>, term: &Term, used: &Range<usize>) -> Option<Edit> {
    let range = layout.bytes(used)?;
    let found = layout.text.get(range.clone())?;
    let targets = term.targets.iter();
    let wanted = targets.filter_map(|target| with_capitals(layout, used, target));
    // What has the fewest has no more than the entry, and perhaps no more than there are.
    let text = wanted.min_by_key(|text| text.chars().filter(|c| c.is_uppercase()).count())?;
    (text != found).then_some(Edit { range, text })
}

/// Words of the translation with the capitals of a term, as far as both have the same letters.
fn with_capitals(layout: &Layout<'_>, used: &Range<usize>, target: &str) -> Option<String> {
    let found = layout.words.get(used.clone())?;
    let wanted = words_and_marks(target, layout.language);
    let mut text = String::new();
    let mut end = found.first()?.range.start;
    for (index, word) in found.iter().enumerate() {
        text.push_str(layout.text.get(end..word.range.start)?);
        let wanted = wanted.get(index).map(|wanted| wanted.written.as_ref());
        let mut letters = wanted.unwrap_or_default().chars();
        for letter in layout.text.get(word.range.clone())?.chars() {
            let wanted = letters.next();
            let wanted = wanted.filter(|wanted| wanted.to_lowercase().eq(letter.to_lowercase()));
            match wanted {
                Some(wanted) if wanted.is_uppercase() => text.push(wanted),
                Some(_) => text.push(letter),
                None => {
                    letters = "".chars();
                    text.push(letter);
                }
            }
        }
        end = word.range.end;
    }
    Some(text)
}
