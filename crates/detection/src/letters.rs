//! What of a text is looked at: letters, without what is the same in every language.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use dragoman_text::find_placeholders;
use regex::Regex;
use unicode_normalization::UnicodeNormalization;

use crate::scripts::Script;

/// How many letters are looked at. The time that a call takes grows with them, while a few dozen
/// letters decide on nearly every text; a cap keeps a book as cheap as a page.
const MOST_LETTERS: usize = 2_000;

/// How many bytes are searched for them, so that a text of digits is cheap as well.
const MOST_BYTES: usize = 65_536;

/// Chinese characters are part of a Japanese text if they weigh at most this many times as much as
/// its own letters; a Chinese text may quote a Japanese name.
const LEAST_SHARE_OF_KANA: usize = 20;

#[allow(clippy::expect_used)] // Foreign text never gets here, only the literals of this file.
fn pattern(expression: &str) -> Regex {
    Regex::new(expression).expect("the pattern is a literal that the tests compile")
}

static TAG: LazyLock<Regex> = LazyLock::new(|| pattern(r"</?[A-Za-z!?][^<>]{0,500}>"));

/// The part of a text that says which language it is in.
pub(crate) struct Excerpt {
    /// The text without placeholders and tags, cut after the first 2,000 letters or so.
    pub(crate) text: String,
    /// The script that prevails among its letters; `None` without letters.
    pub(crate) script: Option<Script>,
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
        Self {
            script: prevailing(&said),
            text: said,
        }
    }
}

/// The script with the most letters, each counted with its weight. Japanese is written in
/// Chinese characters as well, which its own letters stand between.
fn prevailing(text: &str) -> Option<Script> {
    let mut weights: BTreeMap<Script, usize> = BTreeMap::new();
    for letter in text.chars().filter(|letter| letter.is_alphabetic()) {
        let script = Script::of(letter);
        *weights.entry(script).or_default() += script.weight();
    }
    if let (Some(&han), Some(&kana)) = (weights.get(&Script::Han), weights.get(&Script::Kana)) {
        let joined = if LEAST_SHARE_OF_KANA * kana >= han {
            Script::Kana
        } else {
            Script::Han
        };
        weights.retain(|script, _| !matches!(script, Script::Han | Script::Kana));
        weights.insert(joined, han + kana);
    }
    // Of equals the first, so that the answer is always the same.
    weights
        .into_iter()
        .rev()
        .max_by_key(|&(_, weight)| weight)
        .map(|(script, _)| script)
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
    // Letters have one form each, with their marks, as in the table.
    said.nfkc()
        .map(|character| {
            if character.is_control() {
                ' '
            } else {
                character
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_tags_and_placeholders_say_nothing() {
        for (text, said, has_letters) in [
            ("<b class=\"x\">Hi</b> {name}!", " Hi   !", true),
            ("https://example.org/path a@b.org", "   ", false),
            ("%s 5 km 12:30", "    12:30", false),
            ("a < b and c > d", "a < b and c > d", true),
        ] {
            let excerpt = Excerpt::of(text);
            assert_eq!(
                (excerpt.text.as_str(), excerpt.script.is_some()),
                (said, has_letters)
            );
        }
    }

    #[test]
    fn the_script_with_most_of_the_weight_prevails() {
        for (text, script) in [
            ("ሰላምታ ab é", Some(Script::Other)),
            (
                "Откройте файл в редакторе Visual Studio Code.",
                Some(Script::Cyrillic),
            ),
            ("What does привет mean?", Some(Script::Latin)),
            ("兄は会社員です", Some(Script::Kana)),
            ("我的哥哥是公司职员，他喜欢坐在海边的の", Some(Script::Han)),
            ("ｗｗｗ", Some(Script::Latin)),
            ("12 %", None),
        ] {
            assert_eq!(Excerpt::of(text).script, script, "{text}");
        }
    }

    #[test]
    fn long_texts_are_cut_between_words_where_there_are_any() {
        let letters = |text: &str| {
            let excerpt = Excerpt::of(text);
            excerpt.text.chars().filter(|it| it.is_alphabetic()).count()
        };
        assert!(Excerpt::of(&"word ".repeat(10_000)).text.ends_with("word"));
        assert_eq!(letters(&"word ".repeat(10_000)), 2_000);
        assert_eq!(letters(&"a".repeat(100_000)), 2_100);
        assert_eq!(letters(&"1 ".repeat(100_000)), 0);
    }
}
