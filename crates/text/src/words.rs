//! Words, as far as letters and white space tell, and their capitals.

use dragoman_language::is_unspaced;

/// The words of a text, each behind the byte at which it begins: runs of letters and digits. Where words are not written
/// apart, a run is several.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    runs(text, char::is_alphanumeric)
}

/// The words of a text as [`words`] finds them, in lower case.
pub fn lower_case_words(text: &str) -> impl Iterator<Item = String> {
    words(text).map(|(_, word)| word.to_lowercase())
}

/// What white space separates, each behind the byte at which it begins: words with the marks beside them.
pub fn spaced_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    runs(text, |character| !character.is_whitespace())
}

/// The longest stretches of a text of which each character is inside, each behind the byte at which it begins.
pub fn runs(text: &str, is_inside: impl Fn(char) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    std::iter::from_fn(move || {
        let start = end + text.get(end..)?.find(&is_inside)?;
        let rest = text.get(start..)?;
        let length = rest.find(|character| !is_inside(character));
        let run = rest.get(..length.unwrap_or(rest.len()))?;
        end = start + run.len();
        Some((start, run))
    })
}

/// Whether a space is needed to keep two texts, written one behind the other, from looking like one word.
pub(crate) fn would_merge(left: &str, right: &str) -> bool {
    let is_word =
        |character: Option<char>| character.is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c));
    is_word(left.chars().next_back()) && is_word(right.chars().next())
}

/// A text with its first character as a capital, if that is a letter that has one.
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(characters).collect()
}

/// A text with its first character as a capital where another text begins with one.
#[must_use]
pub fn capitalised_like(model: &str, text: &str) -> String {
    if is_capitalised(model) {
        capitalised(text)
    } else {
        text.to_owned()
    }
}

/// Whether a text begins with a capital.
#[must_use]
pub fn is_capitalised(text: &str) -> bool {
    text.starts_with(char::is_uppercase)
}

/// Whether a text has two letters or more and all are capitals.
#[must_use]
pub fn is_all_capitals(text: &str) -> bool {
    let mut letters = text.chars().filter(|character| character.is_alphabetic());
    letters.clone().nth(1).is_some() && letters.all(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_runs_of_letters_and_digits() {
        let found: Vec<_> = words("a, Bc-d é1 水水。").collect();
        let expected = [(0, "a"), (3, "Bc"), (6, "d"), (8, "é1"), (12, "水水")];
        assert_eq!(found, expected);
        assert_eq!(words(" .. ").next(), None);
        assert!(lower_case_words("Éa B.").eq(["éa", "b"]));
    }

    #[test]
    fn spaced_words_have_their_marks() {
        let found: Vec<_> = spaced_words(" «a»\u{a0}b,\nc").collect();
        assert_eq!(found, [(1, "«a»"), (8, "b,"), (11, "c")]);
    }

    #[test]
    fn the_first_character_becomes_a_capital() {
        for (text, expected) in [
            ("", ""),
            ("élan vital", "Élan vital"),
            ("ßa", "SSa"),
            ("«a»", "«a»"),
        ] {
            assert_eq!(capitalised(text), expected, "{text}");
        }
        assert_eq!(capitalised_like("Étude", "état"), "État");
        assert_eq!(capitalised_like("étude", "État"), "État");
        assert_eq!(capitalised_like("", "état"), "état");
    }

    #[test]
    fn one_letter_is_not_yet_all_capitals() {
        for (text, expected) in [
            ("", false),
            ("A", false),
            ("AB", true),
            ("A-1 É", true),
            ("A水", false),
            ("Ab", false),
        ] {
            assert_eq!(is_all_capitals(text), expected, "{text}");
        }
    }
}
