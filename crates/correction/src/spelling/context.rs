//! The context of an unknown word: other languages, commands, abbreviations, quotations.

use std::ops::Range;

use super::word_lists::WordLists;
use crate::base_language::BaseLanguage;
use crate::words::{APOSTROPHES, Word};

/// The number of words on each side that show the language of a passage.
const WINDOW: usize = 3;

/// Whether two neighbours of a word are unknown and resemble no known word, as in a passage in another language or a
/// dialect.
pub(super) fn has_unknown_neighbours(strange: &[bool], at: usize) -> bool {
    let near = strange.iter().skip(at.saturating_sub(WINDOW));
    near.take(at.min(WINDOW) + 1 + WINDOW)
        .filter(|is_strange| **is_strange)
        .count()
        >= 2
}

/// Whether a word is next to a word that is unknown and resembles no known word.
pub(super) fn is_next_to_unknown(words: &[Word], strange: &[bool], at: usize, text: &str) -> bool {
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

/// English words that are no words of another language with rules here, or at least not near each other.
const ENGLISH: [&str; 24] = [
    "the", "of", "and", "to", "with", "this", "that", "from", "you", "your", "we", "are", "is",
    "it", "for", "by", "be", "can", "have", "how", "when", "what", "which", "who",
];

/// Whether the words near a word show that the passage is English.
pub(super) fn is_in_english(words: &[Word], at: usize, text: &str) -> bool {
    let near = words.iter().skip(at.saturating_sub(WINDOW));
    near.take(at.min(WINDOW) + 1 + WINDOW)
        .filter(|word| ENGLISH.contains(&word.text(text).to_lowercase().as_str()))
        .count()
        >= 2
}

/// The indices of the words of the sentence with a word.
fn sentence(words: &[Word], at: usize) -> Range<usize> {
    let begins = |place: &usize| words.get(*place).is_some_and(|word| word.is_first);
    let start = (0..=at).rev().find(begins).unwrap_or_default();
    let end = (at + 1..words.len()).find(begins).unwrap_or(words.len());
    start..end
}

/// Whether words of the sentence show that it is deliberately written in a German dialect.
pub(super) fn is_in_dialect(words: &[Word], at: usize, text: &str) -> bool {
    // None of them is a name, as in "San Francisco", "Mia" and "Cham".
    const DIALECT: [&str; 21] = [
        "dat", "wat", "ick", "icke", "det", "nich", "nit", "ned", "isch", "ooch", "uff", "janz",
        "keene", "kleene", "hob", "koa", "gell", "scho", "hend", "gsagt", "sowat",
    ];
    let sentence = words.get(sentence(words, at)).unwrap_or_default();
    let is_spoken = |word: &Word| DIALECT.contains(&word.text(text).to_lowercase().as_str());
    sentence.iter().any(is_spoken)
}

/// Whether so many words of a sentence are doubtful that it may be in a dialect or another language.
pub(super) fn is_in_doubtful_sentence(words: &[Word], doubtful: &[bool], at: usize) -> bool {
    const MIN_COUNT: usize = 3;
    /// The maximum number of words of the sentence for each doubtful word.
    const MAX_OTHERS: usize = 5;
    let sentence = doubtful.get(sentence(words, at)).unwrap_or_default();
    let count = sentence.iter().filter(|is_doubtful| **is_doubtful).count();
    count >= MIN_COUNT && count * MAX_OTHERS >= sentence.len()
}

/// Whether a word seems to be the name of a program: an option, a path or a variable follows it, or a prompt precedes
/// it.
pub(super) fn is_command(text: &str, range: &Range<usize>) -> bool {
    let after = text.get(range.end..).unwrap_or_default();
    let before = text.get(..range.start).unwrap_or_default();
    let next = after.split_whitespace().next().unwrap_or_default();
    let last = before.split_whitespace().next_back().unwrap_or_default();
    let is_option = |word: &str| {
        let name = word.trim_start_matches('-');
        word.starts_with('-') && name.starts_with(|c: char| c.is_ascii_alphabetic())
    };
    let is_path = |word: &str| {
        word.starts_with(['/', '~', '$', '<']) && word.chars().nth(1).is_some()
            || word.starts_with("./")
    };
    after.starts_with(' ') && (is_option(next) || is_path(next))
        || matches!(last, "$" | "#" | "sudo")
}

/// Whether a word is an abbreviation: a full stop follows it, and the sentence continues.
pub(super) fn is_abbreviated(text: &str, range: &Range<usize>) -> bool {
    let after = text.get(range.end..).unwrap_or_default();
    let Some(rest) = after.strip_prefix('.') else {
        return false;
    };
    let next = rest.trim_start();
    next.starts_with([',', ';', ':', ')'])
        || (next.len() < rest.len()
            && next.starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit()))
}

/// Whether a word is the beginning of an interrupted longer word: "Je suis fatig...", "Verd— komm her".
pub(super) fn is_interrupted(text: &str, range: &Range<usize>, meant: &str) -> bool {
    /// The maximum length of a word that may be the beginning of any word, in letters.
    const MAX_BEGINNING_LENGTH: usize = 6;
    let word = text.get(range.clone()).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    let letters = word.chars().count();
    let mut both = word.chars().zip(meant.chars()).take(3);
    let is_beginning = meant.chars().count() > letters && both.all(|(one, other)| one == other);
    let ends = after.starts_with(['…', '—', '–']) || after.starts_with("..");
    ends && (is_beginning || letters <= MAX_BEGINNING_LENGTH)
}

/// The range of a word that is replaced, including an apostrophe that is written for the accent of its last letter, as
/// in "perche'" for "perché". `None` if the apostrophe may close a quotation.
pub(super) fn with_accent(
    text: &str,
    range: &Range<usize>,
    other: &str,
    base: BaseLanguage,
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
    let after = text.get(range.end..).unwrap_or_default();
    let Some(rest) = after.strip_prefix(APOSTROPHES) else {
        return Some(range.clone());
    };
    let lacks_accent = ACCENTED.iter().any(|(accented, plain)| {
        let stem = other.strip_suffix(*accented);
        stem.is_some() && stem == word.strip_suffix(*plain)
    });
    if base != BaseLanguage::Italian || !lacks_accent || rest.starts_with(char::is_alphabetic) {
        return Some(range.clone());
    }
    let before = text.get(..range.start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let opens = |part: &str| part.starts_with(APOSTROPHES);
    let is_quoted = line.split([' ', '(', '\u{a0}']).any(opens);
    (!is_quoted).then(|| range.start..range.end + after.len() - rest.len())
}

/// Whether a word is part of a hyphenated word that a line break has split, as in "indi- spensabile".
pub(super) fn is_split_at_line_break(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let first = before
        .strip_suffix("- ")
        .or_else(|| before.strip_suffix("-\n"));
    let after = text.get(range.end..).unwrap_or_default();
    after.starts_with("- ") || first.is_some_and(|first| first.ends_with(char::is_alphabetic))
}

/// Whether a word is the last part of a compound whose first part is omitted, as in "Groß- und -handel".
pub(super) fn is_end_of_compound(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    before
        .strip_suffix('-')
        .is_some_and(|before| before.ends_with([' ', '/', '(']))
}

/// Whether a word is inside German quotation marks that are still open.
pub(super) fn is_in_german_marks(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let opened = before.rfind(['„', '»']);
    opened.is_some_and(|at| {
        let since = before.get(at..).unwrap_or_default();
        !since.contains(['“', '”', '«', '\n'])
    })
}

/// Whether a word is in a short quotation inside a sentence, such as the text of a sign or of an old book.
pub(super) fn is_quoted(text: &str, range: &Range<usize>) -> bool {
    /// A longer quotation, or one that is a sentence, is ordinary prose.
    const MAX_WORDS: usize = 8;
    let before = text.get(..range.start).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    let Some((outside, inside)) = before.rsplit_once(['«', '“', '„']) else {
        return false;
    };
    let Some((rest, _)) = after.split_once(['»', '”', '“']) else {
        return false;
    };
    let is_open = !inside.contains(['»', '”', '\n']) && !rest.contains(['«', '„', '\n']);
    let is_sentence = rest.trim_end().ends_with(['.', '!', '?', '…', ',']);
    let is_within = outside
        .trim_end()
        .ends_with(|c: char| c.is_alphabetic() || c == ':');
    let count = inside.split_whitespace().count() + rest.split_whitespace().count() + 1;
    is_open && is_within && !is_sentence && count <= MAX_WORDS
}

/// Whether a letter occurs three times in a row, as in "soooo".
pub(super) fn is_lengthened(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    letters
        .windows(3)
        .any(|three| three.first() == three.get(1) && three.get(1) == three.get(2))
}

/// Whether a word is only part of a word: an apostrophe replaces a sound, as in "heut’" and "'blème", or joins it to
/// the beginning of a name, as in "Ka'lian", or an initial in brackets precedes it.
pub(super) fn is_clipped(text: &str, range: &Range<usize>, base: BaseLanguage) -> bool {
    let word = text.get(range.clone()).unwrap_or_default();
    let before = text.get(..range.start).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    let has_initial = word.starts_with(char::is_lowercase) && before.ends_with(')');
    let lacks_end = after
        .strip_prefix(APOSTROPHES)
        .is_some_and(|rest| !rest.starts_with(char::is_alphabetic));
    let lacks_beginning = before.strip_suffix(APOSTROPHES).is_some_and(|before| {
        let head = before.rsplit(|c: char| !c.is_alphabetic()).next();
        let head = head.unwrap_or_default().to_lowercase();
        !WordLists::of(base).elided.contains(head.as_str())
    });
    // In Italian, an apostrophe may be written for an accent.
    has_initial || lacks_beginning || lacks_end && base != BaseLanguage::Italian
}

/// Whether the letters of a word were decoded with the wrong character encoding: "Ã©" stands for "é".
pub(super) fn is_garbled(text: &str, range: &Range<usize>) -> bool {
    let word = text.get(range.clone()).unwrap_or_default();
    let mut before = text.get(..range.start).unwrap_or_default().chars().rev();
    let is_half = before
        .next()
        .is_some_and(|c| matches!(c, '\u{80}'..='\u{bf}'));
    let is_other_half = before.next().is_some_and(|c| matches!(c, 'Ã' | 'Â'));
    (is_half && is_other_half) || word.contains(['Ã', 'Â']) && word.chars().any(char::is_lowercase)
}

/// Whether a doubled letter of a word is lengthened on purpose: the word is an interjection of its own, or the text has
/// the letter three times in a row elsewhere.
pub(super) fn is_lengthened_on_purpose(text: &str, range: &Range<usize>, meant: &str) -> bool {
    /// The maximum length of an interjection, in letters.
    const MAX_LENGTH: usize = 6;
    let word = text.get(range.clone()).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default().trim_start();
    let before = text.get(..range.start).unwrap_or_default().trim_end();
    let is_alone = before.is_empty() || before.ends_with(|c: char| !c.is_alphanumeric());
    let is_whole_utterance =
        is_alone && after.starts_with(['!', '…']) && word.chars().count() <= MAX_LENGTH;
    let letters: Vec<char> = word.chars().collect();
    let twice = letters.windows(2).filter_map(|pair| match pair {
        [one, other] if one == other => Some(*one),
        _ => None,
    });
    let lost = |letter: &char| !meant.contains(&letter.to_string().repeat(2));
    let mut lost_letters = twice.filter(lost);
    lost_letters.any(|letter| is_whole_utterance || text.contains(&letter.to_string().repeat(3)))
}

/// A word with the words that hyphens join to it on both sides.
pub(super) fn whole<'t>(text: &'t str, range: &Range<usize>) -> &'t str {
    const MAX_LENGTH: usize = 60;
    let before = text.get(..range.start).unwrap_or_default();
    let is_joined = |c: &char| *c == '-' || c.is_alphabetic();
    let head: usize = before
        .chars()
        .rev()
        .take(MAX_LENGTH)
        .take_while(is_joined)
        .map(char::len_utf8)
        .sum();
    let joined = joined(text, range);
    text.get(range.start - head..range.start + joined.len())
        .unwrap_or_default()
}

/// A word with the words that hyphens join after it.
pub(super) fn joined<'t>(text: &'t str, range: &Range<usize>) -> &'t str {
    const MAX_LENGTH: usize = 60;
    let after = text.get(range.end..).unwrap_or_default();
    let is_joined = |c: &char| *c == '-' || c.is_alphabetic();
    let rest: usize = after
        .chars()
        .take(MAX_LENGTH)
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
            let range = with_accent(text, &word, "perché", BaseLanguage::Italian);
            assert_eq!(range.map(|range| range.end), end, "{text}");
        }
        let word = place("das Jahr perche' ", "perche");
        let range = with_accent("das Jahr perche' ", &word, "perché", BaseLanguage::French);
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
    fn apostrophes_that_join_nothing_cut_words() {
        for (text, word, is_cut_there) in [
            ("Il vient de Ka'lian.", "lian", true),
            ("C'est not' maison.", "not", true),
            ("Y a pas d'problème, qu'les gars.", "problème", false),
            ("Pas de 'blème.", "blème", true),
            ("Jusqu'ici tout va.", "ici", false),
        ] {
            assert_eq!(
                is_clipped(text, &place(text, word), BaseLanguage::French),
                is_cut_there,
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_garbled_cut_short_or_drawn_out_is_known() {
        let text = "Le siÃ¨cle dernier";
        assert!(is_garbled(text, &place(text, "cle")));
        assert!(!is_garbled(text, &place(text, "dernier")));
        let text = "Il est épuis... Non.";
        assert!(is_interrupted(text, &place(text, "épuis"), "épuisé"));
        for (text, word, meant, is_drawn) in [
            ("Noon !", "Noon", "Non", true),
            ("C'essst exssact.", "exssact", "exact", true),
            ("C'est exssact.", "exssact", "exact", false),
        ] {
            assert_eq!(
                is_lengthened_on_purpose(text, &place(text, word), meant),
                is_drawn,
                "{text}"
            );
        }
        let text = "un mal sous-jacent";
        assert_eq!(whole(text, &place(text, "jacent")), "sous-jacent");
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
        assert!(is_split_at_line_break("è indi- spensabile", &(9..19)));
        assert!(!is_split_at_line_break("è un - spensabile", &(8..18)));
        assert!(is_clipped(
            "contro Al'tar",
            &(10..13),
            BaseLanguage::Italian
        ));
        assert!(!is_clipped("All'inizo", &(4..9), BaseLanguage::Italian));
        assert!(is_interrupted("Ma che dia... no!", &(7..10), "dica"));
        assert!(is_interrupted("ein Verd… und", &(4..8), "Verdi"));
        let text = "Textilgroß- und -einzelhandel";
        assert!(is_end_of_compound(text, &place(text, "einzelhandel")));
        let text = "„Das Schloß“ im Schloß";
        assert!(is_in_german_marks(text, &place(text, "Schloß")));
        assert!(!is_in_german_marks(text, &place(text, "im")));
        assert!(is_lengthened("sooo") && !is_lengthened("Schifffahrt".get(..5).unwrap()));
    }

    #[test]
    fn a_word_of_a_dialect_shows_that_its_sentence_is_in_it() {
        let is_in_dialect = |text: &str, at: usize| {
            let mut words: Vec<Word> = Vec::new();
            for word in text.split(' ') {
                let is_first = words.is_empty();
                words.push(Word {
                    range: place(text, word),
                    is_first,
                });
            }
            super::is_in_dialect(&words, at, text)
        };
        assert!(is_in_dialect("Wat kieken mer so", 2));
        assert!(!is_in_dialect("Was gucken wir so", 2));
        assert!(!is_in_dialect("Mia fährt nach San Francisco", 1));
    }

    #[test]
    fn parts_of_words_are_no_words() {
        for (text, word) in [
            ("heut’ nicht", "heut"),
            ("kam ’rum", "rum"),
            ("ein (W)eiter", "eiter"),
        ] {
            assert!(
                is_clipped(text, &place(text, word), BaseLanguage::German),
                "{text}"
            );
        }
        let text = "die Zuver- lässigkeit";
        assert!(is_split_at_line_break(text, &place(text, "Zuver")));
        assert!(is_split_at_line_break(text, &place(text, "lässigkeit")));
        assert!(is_garbled("spÃ¤ter", &place("spÃ¤ter", "ter")));
        let text = "„Wrot“ da";
        assert!(!is_clipped(
            text,
            &place(text, "Wrot"),
            BaseLanguage::German
        ));
    }
}
