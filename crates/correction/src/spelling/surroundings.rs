//! What stands around a word that no dictionary has: other languages, commands, abbreviations.

use std::ops::Range;

use super::habits::Habits;
use crate::tongue::Tongue;
use crate::words::{APOSTROPHES, Word};

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

/// Words that English sentences have and no other language that is read here, or not two of them near each other.
const ENGLISH: [&str; 20] = [
    "the", "of", "and", "to", "in", "with", "this", "that", "from", "you", "are", "is", "it",
    "for", "by", "be", "can", "not", "which", "your",
];

/// Whether words near one show that the passage is English.
pub(super) fn is_in_english(words: &[Word], at: usize, text: &str) -> bool {
    let near = words.iter().skip(at.saturating_sub(NEAR));
    near.take(at.min(NEAR) + 1 + NEAR)
        .filter(|word| ENGLISH.contains(&word.text(text).to_lowercase().as_str()))
        .count()
        >= 2
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

/// Whether a word breaks off, as in "Ma che dia...".
pub(super) fn breaks_off(text: &str, range: &Range<usize>) -> bool {
    let behind = text.get(range.end..).unwrap_or_default();
    behind.starts_with("..") || behind.starts_with('…')
}

/// The range of a word that becomes another, with the apostrophe that stands for the accent of its last letter, as in
/// "perche'" for "perché". None if the apostrophe may close a quotation.
pub(super) fn with_accent(
    text: &str,
    range: &Range<usize>,
    other: &str,
    tongue: Tongue,
) -> Option<Range<usize>> {
    const ACCENTED: [(char, char); 6] = [
        ('à', 'a'),
        ('è', 'e'),
        ('é', 'e'),
        ('ì', 'i'),
        ('ò', 'o'),
        ('ù', 'u'),
    ];
    let word = text.get(range.clone()).unwrap_or_default();
    let behind = text.get(range.end..).unwrap_or_default();
    let Some(rest) = behind.strip_prefix(APOSTROPHES) else {
        return Some(range.clone());
    };
    let lacks_accent = ACCENTED.iter().any(|(accented, plain)| {
        let stem = other.strip_suffix(*accented);
        stem.is_some() && stem == word.strip_suffix(*plain)
    });
    if tongue != Tongue::Italian || !lacks_accent || rest.starts_with(char::is_alphabetic) {
        return Some(range.clone());
    }
    let before = text.get(..range.start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let opens = |part: &str| part.starts_with(APOSTROPHES);
    let is_quoted = line.split([' ', '(', '\u{a0}']).any(opens);
    (!is_quoted).then(|| range.start..range.end + behind.len() - rest.len())
}

/// Whether a word is the end of one that is broken at a hyphen, as in "indi- spensabile".
pub(super) fn is_broken(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let first = before
        .strip_suffix("- ")
        .or_else(|| before.strip_suffix("-\n"));
    first.is_some_and(|first| first.ends_with(char::is_alphabetic))
}

/// Whether an apostrophe joins a word to the beginning of a name, as in "Al'tar", where nothing is elided.
pub(super) fn is_end_of_name(text: &str, range: &Range<usize>, habits: &Habits) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let Some(before) = before.strip_suffix(APOSTROPHES) else {
        return false;
    };
    let head = before.rsplit(|c: char| !c.is_alphabetic()).next();
    let head = head.unwrap_or_default();
    let is_long = head.chars().nth(1).is_some();
    is_long
        && head.starts_with(char::is_uppercase)
        && !habits.elided.contains(head.to_lowercase().as_str())
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

/// Whether a letter stands three times in a row, as in "soooo".
pub(super) fn is_lengthened(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    letters
        .windows(3)
        .any(|three| three.first() == three.get(1) && three.get(1) == three.get(2))
}

/// Whether a German word is only a part of one: an apostrophe stands for the rest, as in "heut’", it breaks off, as in
/// "Verd…", a line ends inside it, or an initial stands in brackets before it.
pub(super) fn is_cut(text: &str, range: &Range<usize>) -> bool {
    /// The longest word that is taken for the beginning of one, in letters.
    const LONGEST_BEGINNING: usize = 6;
    const APOSTROPHES: [char; 3] = ['\'', '’', '‘'];
    const MARKS: [char; 16] = [
        '„', '“', '”', '»', '«', '›', '‹', '’', '‘', '‚', '–', '—', '…', '·', '•', '→',
    ];
    let before = text.get(..range.start).unwrap_or_default();
    let behind = text.get(range.end..).unwrap_or_default();
    let word = text.get(range.clone()).unwrap_or_default();
    let opened = before.rfind(['\'', '‚', '‘']);
    let is_quoted = opened.is_some_and(|at| {
        let earlier = before.get(..at).unwrap_or_default();
        !earlier.ends_with(char::is_alphabetic)
    });
    let has_apostrophe =
        !is_quoted && (behind.starts_with(APOSTROPHES) || before.ends_with(APOSTROPHES));
    let breaks_off = word.chars().count() <= LONGEST_BEGINNING
        && (behind.starts_with(['…', '—', '–']) || behind.starts_with("..."));
    let is_divided =
        word.starts_with(char::is_lowercase) && before.ends_with("- ") || behind.starts_with("- ");
    let has_initial =
        word.starts_with(char::is_lowercase) && before.ends_with(')') || behind.starts_with('>');
    // Letters of a broken encoding, as in "spÃ¤ter".
    let is_broken = before.ends_with(|c: char| {
        !c.is_ascii() && !c.is_alphanumeric() && !c.is_whitespace() && !MARKS.contains(&c)
    });
    has_apostrophe || breaks_off || is_divided || has_initial || is_broken
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
    fn an_apostrophe_that_stands_for_an_accent_goes_with_it() {
        for (text, end) in [
            ("Non so perche' piova", Some(14)),
            ("Non so perche, no", Some(13)),
            ("'Non so perche' disse", None),
        ] {
            let word = place(text, "perche");
            let range = with_accent(text, &word, "perché", Tongue::Italian);
            assert_eq!(range.map(|range| range.end), end, "{text}");
        }
        let word = place("das Jahr perche' ", "perche");
        let range = with_accent("das Jahr perche' ", &word, "perché", Tongue::French);
        assert_eq!(range, Some(word));
    }

    #[test]
    fn words_of_english_show_an_english_passage() {
        let is_in_english = |text: &str, at: usize| {
            let words: Vec<Word> = text
                .split(' ')
                .map(|word| {
                    let range = place(text, word);
                    let is_first = range.start == 0;
                    Word { range, is_first }
                })
                .collect();
            super::is_in_english(&words, at, text)
        };
        assert!(is_in_english("From the main menu choose", 3));
        assert!(!is_in_english("abre el menu de the Kinks", 2));
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
        assert!(is_broken("è indi- spensabile", &(9..19)));
        assert!(!is_broken("è un - spensabile", &(8..18)));
        let habits = Habits::of(Tongue::Italian);
        assert!(is_end_of_name("contro Al'tar", &(10..13), habits));
        assert!(!is_end_of_name("All'inizo", &(4..9), habits));
        assert!(breaks_off("Ma che dia... no!", &(7..10)));
        let text = "Textilgroß- und -einzelhandel";
        assert!(is_end_of_compound(text, &place(text, "einzelhandel")));
        let text = "„Das Schloß“ im Schloß";
        assert!(is_in_german_marks(text, &place(text, "Schloß")));
        assert!(!is_in_german_marks(text, &place(text, "im")));
        assert!(is_lengthened("sooo") && !is_lengthened("Schifffahrt".get(..5).unwrap()));
    }

    #[test]
    fn parts_of_words_are_no_words() {
        for (text, word) in [
            ("heut’ nicht", "heut"),
            ("kam ’rum", "rum"),
            ("ein Verd… und", "Verd"),
            ("ein (W)eiter", "eiter"),
            ("die Zuver- lässigkeit", "lässigkeit"),
            ("spÃ¤ter", "ter"),
        ] {
            assert!(is_cut(text, &place(text, word)), "{text}");
        }
        for (text, word) in [("das 'Wrot' da", "Wrot"), ("„Wrot“ da", "Wrot")] {
            assert!(!is_cut(text, &place(text, word)), "{text}");
        }
    }
}
