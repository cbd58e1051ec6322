//! What of a text is looked at: letters, without what is the same in every language.

use std::sync::LazyLock;

use dragoman_text::find_placeholders;
use regex::Regex;

/// How many letters are looked at. The time that lingua takes grows with them, while a few dozen
/// letters decide on nearly every text; a cap keeps a book as cheap as a page.
const MOST_LETTERS: usize = 2_000;

/// How many bytes are searched for them, so that a text of digits is cheap as well.
const MOST_BYTES: usize = 65_536;

#[allow(clippy::expect_used)] // Foreign text never gets here, only the literals of this file.
fn pattern(expression: &str) -> Regex {
    Regex::new(expression).expect("the pattern is a literal that the tests compile")
}

static TAG: LazyLock<Regex> = LazyLock::new(|| pattern(r"</?[A-Za-z!?][^<>]{0,500}>"));

/// Letters of scripts that none of the detectable languages is written in.
static FOREIGN_LETTER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"[\p{Alphabetic}--[\p{Latin}\p{Cyrillic}\p{Greek}\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Arabic}\p{Hebrew}\p{Thai}\p{Common}\p{Inherited}]]",
    )
});

/// The part of a text that says which language it is in.
pub(crate) struct Excerpt {
    /// The text without placeholders and tags, cut after the first 2,000 letters or so.
    pub(crate) text: String,
    /// How many letters it has.
    pub(crate) letters: usize,
    /// How many of them belong to a script that no detectable language uses.
    pub(crate) foreign_letters: usize,
}

impl Excerpt {
    /// Looks at the beginning of the text.
    pub(crate) fn of(text: &str) -> Self {
        let beginning = text
            .get(..text.floor_char_boundary(MOST_BYTES))
            .unwrap_or(text);
        let mut said = without_foreign_parts(beginning);
        let mut letters = 0;
        let mut end = said.len();
        for (position, character) in said.char_indices() {
            let is_letter = character.is_alphabetic();
            // A word is not cut, unless it has no end.
            if letters >= MOST_LETTERS && (!is_letter || letters >= MOST_LETTERS + 100) {
                end = position;
                break;
            }
            letters += usize::from(is_letter);
        }
        said.truncate(end);
        let foreign_letters = FOREIGN_LETTER.find_iter(&said).count();
        Self {
            text: said,
            letters,
            foreign_letters,
        }
    }
}

/// The text with a space for each placeholder, tag and control character.
fn without_foreign_parts(text: &str) -> String {
    let untagged = TAG.replace_all(text, " ");
    let mut said = String::with_capacity(untagged.len());
    let mut end = 0;
    for range in find_placeholders(&untagged) {
        said.push_str(untagged.get(end..range.start).unwrap_or_default());
        said.push(' ');
        end = range.end;
    }
    said.push_str(untagged.get(end..).unwrap_or_default());
    said.replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_tags_and_placeholders_say_nothing() {
        for (text, said, letters) in [
            ("<b class=\"x\">Hi</b> {name}!", " Hi   !", 2),
            ("https://example.org/path a@b.org", "   ", 0),
            ("%s 5 km 12:30", "    12:30", 0),
            ("a < b and c > d", "a < b and c > d", 7),
        ] {
            let excerpt = Excerpt::of(text);
            assert_eq!((excerpt.text.as_str(), excerpt.letters), (said, letters));
        }
    }

    #[test]
    fn letters_of_other_scripts_are_counted() {
        let excerpt = Excerpt::of("ሰላም ab é नमस्ते");
        assert_eq!((excerpt.letters, excerpt.foreign_letters), (11, 8));
    }

    #[test]
    fn long_texts_are_cut_between_words_where_there_are_any() {
        let excerpt = Excerpt::of(&"word ".repeat(10_000));
        assert_eq!(excerpt.letters, 2_000);
        assert!(excerpt.text.ends_with("word"));
        assert_eq!(Excerpt::of(&"a".repeat(100_000)).letters, 2_100);
        assert_eq!(Excerpt::of(&"1 ".repeat(100_000)).letters, 0);
    }
}
