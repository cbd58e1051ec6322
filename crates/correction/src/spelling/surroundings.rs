//! What stands around a word that no dictionary has: other languages, commands, abbreviations.

use std::ops::Range;

use crate::words::Word;

/// How many words on each side say in which language a passage is.
const NEAR: usize = 3;

/// Whether two of the words near one are unknown and resemble no other, as in a passage in another language or a dialect.
pub(super) fn are_strange(strange: &[bool], at: usize) -> bool {
    let near = strange.iter().skip(at.saturating_sub(NEAR));
    near.take(at.min(NEAR) + 1 + NEAR)
        .filter(|is_strange| **is_strange)
        .count()
        >= 2
}

/// Whether a word stands beside one that is unknown and resembles no other.
pub(super) fn is_beside_strange(words: &[Word], strange: &[bool], at: usize, text: &str) -> bool {
    let touch = |one: usize, other: usize| {
        let (Some(one), Some(other)) = (words.get(one), words.get(other)) else {
            return false;
        };
        let between = text.get(one.range.end..other.range.start);
        between.is_some_and(|between| between.chars().all(|c| c.is_whitespace() || c == '\''))
    };
    let is_strange = |place: usize| strange.get(place) == Some(&true);
    (is_strange(at + 1) && touch(at, at + 1))
        || at
            .checked_sub(1)
            .is_some_and(|before| is_strange(before) && touch(before, at))
}

/// The places of the words of the sentence that one is in.
fn sentence(words: &[Word], at: usize) -> Range<usize> {
    let begins = |place: &usize| words.get(*place).is_some_and(|word| word.is_first);
    let start = (0..=at).rev().find(begins).unwrap_or_default();
    let end = (at + 1..words.len()).find(begins).unwrap_or(words.len());
    start..end
}

/// Whether a word is in an English sentence, as there are in texts that were not translated as a whole.
pub(super) fn is_in_english(words: &[Word], at: usize, text: &str) -> bool {
    /// Very common words of English, and of none of the languages that are read here.
    const ENGLISH: &[&str] = &[
        "the", "of", "and", "this", "with", "you", "your", "from", "that", "which", "how", "have",
        "to",
    ];
    const FEWEST: usize = 2;
    let sentence = words.get(sentence(words, at)).unwrap_or_default();
    let is_english = |word: &&Word| ENGLISH.contains(&word.text(text).to_lowercase().as_str());
    sentence.iter().filter(is_english).count() >= FEWEST
}

/// Whether so many of the words of a sentence are doubtful that it may be in a dialect or another language.
pub(super) fn is_in_strange_sentence(words: &[Word], doubtful: &[bool], at: usize) -> bool {
    const FEWEST: usize = 3;
    /// How many words of the sentence there may be for each of them.
    const MOST_OTHERS: usize = 5;
    let sentence = doubtful.get(sentence(words, at)).unwrap_or_default();
    let count = sentence.iter().filter(|is_doubtful| **is_doubtful).count();
    count >= FEWEST && count * MOST_OTHERS >= sentence.len()
}

/// Whether a word seems to be the name of a program: an option, a path or a variable stands behind it, or a prompt before.
pub(super) fn is_command(text: &str, range: &Range<usize>) -> bool {
    let behind = text.get(range.end..).unwrap_or_default();
    let before = text.get(..range.start).unwrap_or_default();
    let next = behind.split_whitespace().next().unwrap_or_default();
    let last = before.split_whitespace().next_back().unwrap_or_default();
    let is_option = |word: &str| {
        let name = word.trim_start_matches('-');
        word.starts_with('-') && name.starts_with(|c: char| c.is_ascii_alphabetic())
    };
    let is_path = |word: &str| {
        word.starts_with(['/', '~', '$', '<']) && word.chars().nth(1).is_some()
            || word.starts_with("./")
    };
    behind.starts_with(' ') && (is_option(next) || is_path(next))
        || matches!(last, "$" | "#" | "sudo")
}

/// Whether a word is an abbreviation: a full stop stands behind it, and the sentence goes on.
pub(super) fn is_abbreviated(text: &str, range: &Range<usize>) -> bool {
    let behind = text.get(range.end..).unwrap_or_default();
    let Some(rest) = behind.strip_prefix('.') else {
        return false;
    };
    let next = rest.trim_start();
    next.starts_with([',', ';', ':', ')'])
        || (next.len() < rest.len()
            && next.starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit()))
}

/// Whether a word is the end of a compound whose beginning was said before, as in "Groß- und -handel".
pub(super) fn is_end_of_compound(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    before
        .strip_suffix('-')
        .is_some_and(|before| before.ends_with([' ', '/', '(']))
}

/// Whether a word stands in German quotation marks that are still open.
pub(super) fn is_in_german_marks(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let opened = before.rfind(['„', '»']);
    opened.is_some_and(|at| {
        let since = before.get(at..).unwrap_or_default();
        !since.contains(['“', '”', '«', '\n'])
    })
}

/// Whether a word stands in a few words that a sentence quotes inside it, such as what a sign says or an old book.
pub(super) fn is_quoted(text: &str, range: &Range<usize>) -> bool {
    /// A longer quotation, or one that is a sentence, is prose like the rest.
    const MOST_WORDS: usize = 8;
    let before = text.get(..range.start).unwrap_or_default();
    let behind = text.get(range.end..).unwrap_or_default();
    let Some((outside, inside)) = before.rsplit_once(['«', '“', '„']) else {
        return false;
    };
    let Some((rest, _)) = behind.split_once(['»', '”', '“']) else {
        return false;
    };
    let is_open = !inside.contains(['»', '”', '\n']) && !rest.contains(['«', '„', '\n']);
    let is_sentence = rest.trim_end().ends_with(['.', '!', '?', '…', ',']);
    let is_within = outside
        .trim_end()
        .ends_with(|c: char| c.is_alphabetic() || c == ':');
    let count = inside.split_whitespace().count() + rest.split_whitespace().count() + 1;
    is_open && is_within && !is_sentence && count <= MOST_WORDS
}

/// Whether an apostrophe on one side of a word says that letters of it are not spoken, as in "'ocês".
pub(super) fn is_clipped(text: &str, range: &Range<usize>) -> bool {
    let is_apostrophe = |c: char| matches!(c, '\'' | '’');
    let before = text.get(..range.start).unwrap_or_default();
    let behind = text.get(range.end..).unwrap_or_default();
    before.ends_with(is_apostrophe) != behind.starts_with(is_apostrophe)
}

/// Whether a letter stands three times in a row, as in "soooo".
pub(super) fn is_lengthened(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    letters
        .windows(3)
        .any(|three| three.first() == three.get(1) && three.get(1) == three.get(2))
}

/// A word with what hyphens join to it.
pub(super) fn joined<'t>(text: &'t str, range: &Range<usize>) -> &'t str {
    const LONGEST: usize = 60;
    let behind = text.get(range.end..).unwrap_or_default();
    let is_joined = |c: &char| *c == '-' || c.is_alphabetic();
    let rest: usize = behind
        .chars()
        .take(LONGEST)
        .take_while(is_joined)
        .map(char::len_utf8)
        .sum();
    text.get(range.start..range.end + rest).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str, word: &str) -> Range<usize> {
        let start = text.find(word).unwrap();
        start..start + word.len()
    }

    #[test]
    fn a_few_quoted_words_are_no_prose() {
        for (text, is_quoted_inside) in [
            ("En el cartel ponía «Se bende casa», con be.", true),
            ("En el cartel ponía “Se bende casa”.", true),
            ("Dijo: «Se bende casa.»", false),
            ("«Se bende casa», dijo.", false),
            ("Dijo «no» y que se bende la «casa».", false),
        ] {
            assert_eq!(
                is_quoted(text, &place(text, "bende")),
                is_quoted_inside,
                "{text}"
            );
        }
    }

    #[test]
    fn commands_and_abbreviations_are_known_by_what_stands_beside_them() {
        for (text, word) in [
            ("Tapez grepp -r mot", "grepp"),
            ("Lancez lss /etc ensuite", "lss"),
            ("avec sudo aptt update", "aptt"),
        ] {
            assert!(is_command(text, &place(text, word)), "{text}");
        }
        for text in ["ein Wrot - und noch", "Wrot 5/6"] {
            assert!(!is_command(text, &place(text, "Wrot")), "{text}");
        }
        for (text, is_short) in [
            ("das gilt bspw. auch", true),
            ("(evtll.)", true),
            ("das gilt bspw. 5 Mal", true),
            ("das gilt auhc. Aber", false),
            ("das gilt auhc.", false),
        ] {
            let word = if text.contains("auhc") {
                "auhc"
            } else if text.contains("bspw") {
                "bspw"
            } else {
                "evtll"
            };
            assert_eq!(is_abbreviated(text, &place(text, word)), is_short, "{text}");
        }
        let text = "Textilgroß- und -einzelhandel";
        assert!(is_end_of_compound(text, &place(text, "einzelhandel")));
        let text = "„Das Schloß“ im Schloß";
        assert!(is_in_german_marks(text, &place(text, "Schloß")));
        assert!(!is_in_german_marks(text, &place(text, "im")));
        assert!(is_lengthened("sooo") && !is_lengthened("Schifffahrt".get(..5).unwrap()));
    }
}
