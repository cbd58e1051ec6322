//! What of a word a dictionary is asked for.

use dragoman_domain::Spelling;
use unicode_normalization::UnicodeNormalization;

use super::files::Charset;

/// Characters of the longest word that is asked for; the longest in use are German compounds of
/// about 60.
const LONGEST: usize = 80;

/// Characters that are neither letters nor digits in a word that is asked for. The program tries
/// the parts between them in all combinations: two dozen apostrophes keep it busy for hours.
const MOST_MARKS: usize = 8;

/// What is done about a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Question {
    /// Nobody is asked.
    Answered(Spelling),
    /// The dictionary is asked.
    Ask(Query),
}

/// A word as a dictionary is asked for it: composed, without soft hyphens, with straight
/// apostrophes, on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Query {
    pub(super) text: String,
    /// Whether the word is written with a typographic apostrophe.
    has_curly: bool,
}

impl Question {
    /// The question that a word is. Without a letter there is nothing to misspell.
    pub(super) fn of(word: &str, charset: Charset) -> Self {
        let unknown = || Self::Answered(Spelling::Unknown(Vec::new()));
        // Decomposed, a letter is up to four characters here, so that this bounds the work too.
        if word.chars().nth(4 * LONGEST).is_some() {
            return unknown();
        }
        let has_curly = word.contains('’');
        let text: String = word
            .nfc()
            .filter(|character| *character != '\u{ad}')
            .map(|character| {
                if matches!(character, '’' | 'ʼ') {
                    '\''
                } else {
                    character
                }
            })
            .collect();
        if !text.chars().any(char::is_alphabetic) {
            return Self::Answered(Spelling::Known);
        }
        let marks = text
            .chars()
            .filter(|character| !character.is_alphanumeric());
        let is_fit = text.chars().count() <= LONGEST
            && marks.count() <= MOST_MARKS
            && !text.contains(|character: char| {
                character.is_control() || character.is_whitespace() || !charset.has(character)
            });
        if is_fit {
            Self::Ask(Query { text, has_curly })
        } else {
            unknown()
        }
    }
}

impl Query {
    /// Words that the dictionary has, with the apostrophe that this one is written with; without one,
    /// with the straight one. Dictionaries write one or the other.
    pub(super) fn dressed(&self, words: &[String]) -> Vec<String> {
        let dress = |word: &String| {
            if self.has_curly {
                word.replace('\'', "’")
            } else {
                word.replace('’', "'")
            }
        };
        words.iter().map(dress).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(word: &str) -> Option<String> {
        match Question::of(word, Charset::Unicode) {
            Question::Ask(query) => Some(query.text),
            Question::Answered(_) => None,
        }
    }

    #[test]
    fn a_word_is_asked_for_as_dictionaries_write_it() {
        for (word, written) in [
            ("Haus", "Haus"),
            ("l’homme", "l'homme"),
            ("cafe\u{301}", "café"),
            ("Kinder\u{ad}garten", "Kindergarten"),
            ("E-Mail", "E-Mail"),
            ("*x", "*x"),
        ] {
            assert_eq!(asked(word).as_deref(), Some(written), "{word}");
        }
    }

    #[test]
    fn what_would_break_a_line_or_take_hours_is_unknown_without_asking() {
        let unknown = Question::Answered(Spelling::Unknown(Vec::new()));
        for word in [
            "a\nb".to_owned(),
            "a\tb".to_owned(),
            "a b".to_owned(),
            "a\0b".to_owned(),
            "a\u{85}b".to_owned(),
            "a\u{2028}b".to_owned(),
            "a".repeat(LONGEST + 1),
            format!("a{}", "'".repeat(24)),
            "x".repeat(1 << 20),
        ] {
            assert_eq!(Question::of(&word, Charset::Unicode), unknown, "{word:.20}");
        }
        assert_eq!(Question::of("Łódź", Charset::Latin1), unknown);
    }

    #[test]
    fn what_has_no_letter_is_known() {
        for word in ["", "1,234.5", "…", "'".repeat(24).as_str(), "\n"] {
            let question = Question::of(word, Charset::Unicode);
            assert_eq!(question, Question::Answered(Spelling::Known), "{word:?}");
        }
    }

    #[test]
    fn suggestions_have_the_apostrophe_of_the_word() {
        let suggestions = ["l'homme".to_owned(), "l’homme".to_owned()];
        for (word, expected) in [
            ("l’hommme", "l’homme"),
            ("l'hommme", "l'homme"),
            ("lhomme", "l'homme"),
        ] {
            let Question::Ask(query) = Question::of(word, Charset::Unicode) else {
                panic!("{word} is not asked for");
            };
            assert_eq!(query.dressed(&suggestions), [expected; 2]);
        }
    }
}
