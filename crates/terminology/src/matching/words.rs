use std::borrow::Cow;
use std::ops::Range;

use dragoman_domain::Language;
use unicode_normalization::{UnicodeNormalization, is_nfc};
use unicode_segmentation::UnicodeSegmentation;

/// A word of a text, or a mark that is no white space.
///
/// Borders are those of Unicode Standard Annex 29. That makes every Chinese character, every
/// syllable of hiragana and every Thai syllable a word of its own, so that terms in these scripts
/// are found inside longer words.
#[derive(Debug, Clone)]
pub(crate) struct Word<'a> {
    /// Bytes of the text.
    pub(crate) range: Range<usize>,
    /// As it is written, with composed characters and without soft hyphens.
    pub(crate) written: Cow<'a, str>,
    /// The same in lower case.
    pub(crate) folded: Cow<'a, str>,
    /// Whether white space stands before it.
    pub(crate) after_space: bool,
}

impl Word<'_> {
    /// Whether it has letters or digits.
    pub(crate) fn is_lexical(&self) -> bool {
        self.written.chars().any(char::is_alphanumeric)
    }

    /// Letters and the like.
    pub(crate) fn length(&self) -> usize {
        self.folded.chars().count()
    }
}

/// The words of a text in `language`.
pub(crate) fn words_and_marks(text: &str, language: Language) -> Vec<Word<'_>> {
    let rules = Rules::of(language);
    let mut words = Vec::new();
    let mut after_space = false;
    for (start, piece) in text.split_word_bound_indices() {
        if piece.chars().all(char::is_whitespace) {
            after_space = true;
            continue;
        }
        let split = rules.split(piece);
        let (first, second) = piece.split_at_checked(split).unwrap_or((piece, ""));
        for (start, part) in [(start, first), (start + split, second)] {
            if !part.is_empty() {
                words.push(rules.word(start, part, after_space));
                after_space = false;
            }
        }
    }
    words
}

/// A text as one word: what words are compared by.
pub(crate) fn folded(text: &str, language: Language) -> Cow<'_, str> {
    let rules = Rules::of(language);
    match rules.composed(text) {
        Cow::Borrowed(text) => rules.lower_case(text),
        Cow::Owned(text) => Cow::Owned(rules.lower_case(&text).into_owned()),
    }
}

/// Elided words of French, Italian and Catalan: what stands before an apostrophe and is a word.
const ELIDED: &[&str] = &[
    "all", "anch", "bell", "c", "coll", "d", "dall", "dell", "j", "jusqu", "l", "lorsqu", "m", "n",
    "nell", "puisqu", "qu", "quell", "quest", "quoiqu", "s", "sant", "sull", "t", "tutt", "un",
];

#[derive(Debug, Clone, Copy)]
struct Rules {
    elides: bool,
    dotless: bool,
}

impl Rules {
    fn of(language: Language) -> Self {
        let tag = language.base().tag();
        Self {
            elides: matches!(tag, "fr" | "it" | "ca"),
            dotless: matches!(tag, "tr" | "az"),
        }
    }

    /// Where a second word begins in what Unicode calls one: behind an elided word, and before the
    /// ending of a possessive.
    fn split(self, piece: &str) -> usize {
        let whole = piece.len();
        let is_apostrophe = |character: char| matches!(character, '\'' | '’');
        let (at, mark) = match piece.char_indices().find(|(_, c)| is_apostrophe(*c)) {
            Some(found) => found,
            None => return whole,
        };
        let behind = at + mark.len_utf8();
        let (before, after) = (piece.get(..at), piece.get(behind..));
        if self.elides {
            let elided = before.unwrap_or_default().to_lowercase();
            return match ELIDED.binary_search(&elided.as_str()) {
                Ok(_) => behind,
                Err(_) => whole,
            };
        }
        match after {
            Some("s" | "S") => at,
            _ => whole,
        }
    }

    fn word(self, start: usize, part: &str, after_space: bool) -> Word<'_> {
        let written = self.composed(part);
        let folded = match &written {
            Cow::Borrowed(written) => self.lower_case(written),
            Cow::Owned(written) => Cow::Owned(self.lower_case(written).into_owned()),
        };
        Word {
            range: start..start + part.len(),
            written,
            folded,
            after_space,
        }
    }

    fn composed(self, text: &str) -> Cow<'_, str> {
        const SOFT_HYPHEN: char = '\u{ad}';
        if text.is_ascii() || (is_nfc(text) && !text.contains([SOFT_HYPHEN, '’'])) {
            return Cow::Borrowed(text);
        }
        let plain = |character| match character {
            '’' => '\'',
            other => other,
        };
        let visible = text.chars().filter(|c| *c != SOFT_HYPHEN).map(plain);
        Cow::Owned(visible.nfc().collect())
    }

    fn lower_case(self, text: &str) -> Cow<'_, str> {
        if !text.chars().any(char::is_uppercase) && !text.contains('ς') {
            return Cow::Borrowed(text);
        }
        let mut lower = String::with_capacity(text.len());
        for character in text.chars() {
            match character {
                'I' if self.dotless => lower.push('ı'),
                'İ' if self.dotless => lower.push('i'),
                'ς' => lower.push('σ'),
                other => lower.extend(other.to_lowercase()),
            }
        }
        Cow::Owned(lower)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str, tag: &str) -> Vec<String> {
        let words = words_and_marks(text, Language::parse(tag).unwrap());
        words.iter().map(|word| word.folded.to_string()).collect()
    }

    #[test]
    fn words_are_those_of_the_script() {
        assert_eq!(split("The C++ code", "en"), ["the", "c", "+", "+", "code"]);
        assert_eq!(split("我在IT部门", "zh"), ["我", "在", "it", "部", "门"]);
        assert_eq!(
            split("プリンターを使う", "ja"),
            ["プリンター", "を", "使", "う"]
        );
    }

    #[test]
    fn elided_words_and_possessives_are_words_of_their_own() {
        assert_eq!(split("L’imprimante", "fr"), ["l'", "imprimante"]);
        assert_eq!(split("aujourd'hui", "fr"), ["aujourd'hui"]);
        assert_eq!(
            split("the printer’s tray", "en"),
            ["the", "printer", "'s", "tray"]
        );
        assert_eq!(split("don't", "en"), ["don't"]);
    }

    #[test]
    fn letters_fold_as_the_language_does() {
        assert_eq!(split("IŞIK İyi", "tr"), ["ışık", "iyi"]);
        assert_eq!(
            split("Cafe\u{301} Dru\u{ad}cker", "de"),
            ["café", "drucker"]
        );
    }

    #[test]
    fn the_list_of_elided_words_is_sorted() {
        assert!(ELIDED.is_sorted());
    }
}
