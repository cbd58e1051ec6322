use std::borrow::Cow;

use dragoman_domain::Language;
use frostem::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::words::Word;

/// Longer words are what they are: no stemmer has to read them.
const LONGEST_WORD: usize = 80;

/// Words of so many letters or fewer have no inflected forms but short plurals: their stems say too
/// little.
const SHORTEST_STEM: usize = 3;

/// What two forms of a word may end with behind what they have in common.
#[derive(Debug, Clone, Copy)]
enum Endings {
    /// One of the pairs, in either order.
    Pairs(&'static [(&'static str, &'static str)]),
    /// Any two of the list.
    Any(&'static [&'static str]),
    /// Whatever is not longer than so many characters.
    UpTo(usize),
}

/// Which words of a language are forms of one another.
///
/// Snowball stemmers (<https://snowballstem.org>) conflate more than forms of one word: "universe"
/// and "university", "puerto" and "puerta". So words with one stem also have to begin alike, and
/// may differ by endings of number and case only where these are known.
#[derive(Clone, Copy)]
pub(crate) struct Inflection {
    stemmer: Option<Stemmer>,
    endings: Endings,
    /// For languages in which words of three letters have plurals: the words that look like one of
    /// these and are none.
    short_plurals: Option<&'static [&'static str]>,
    /// Plurals in -er, which otherwise makes nouns of persons and devices.
    has_plurals_in_er: bool,
    is_korean: bool,
    compounds: bool,
}

impl Inflection {
    pub(crate) fn of(language: Language) -> Self {
        let tag = language.base().tag();
        Self {
            stemmer: algorithm(tag).map(Stemmer::new),
            endings: endings(tag),
            short_plurals: (tag == "en").then_some(NO_SHORT_PLURALS),
            has_plurals_in_er: tag == "de",
            is_korean: tag == "ko",
            compounds: matches!(tag, "da" | "de" | "et" | "fi" | "hu" | "nb" | "nl" | "sv"),
        }
    }

    /// What all forms of a word have in common; other words may have it too.
    pub(crate) fn stem<'a>(self, folded: &'a str) -> Cow<'a, str> {
        match self.stemmer {
            Some(stemmer) if folded.len() <= LONGEST_WORD => {
                let stem = stemmer.stem(folded);
                match stem {
                    Cow::Borrowed(stem) => without_marks(stem),
                    Cow::Owned(stem) => Cow::Owned(without_marks(&stem).into_owned()),
                }
            }
            _ => Cow::Borrowed(folded),
        }
    }

    /// Whether two different words are certainly forms of one. Short words only are where more
    /// words say what is meant.
    pub(crate) fn are_forms(self, one: &Word<'_>, other: &Word<'_>, is_phrase: bool) -> bool {
        let is_short = |word: &Word<'_>| word.length() <= SHORTEST_STEM;
        let is_too_short = !is_phrase
            && (is_short(one) || is_short(other))
            && !self.is_short_plural(one, other)
            && !self.is_short_plural(other, one);
        if is_too_short || !self.may_be_forms(one, other) {
            return false;
        }
        let (one, other) = (without_marks(&one.folded), without_marks(&other.folded));
        let common = common_prefix(&one, &other);
        let (first, second) = (
            one.get(common..).unwrap_or_default(),
            other.get(common..).unwrap_or_default(),
        );
        let are_endings = match self.endings {
            Endings::Pairs(pairs) => {
                pairs.contains(&(first, second)) || pairs.contains(&(second, first))
            }
            Endings::Any(endings) => endings.contains(&first) && endings.contains(&second),
            Endings::UpTo(longest) => {
                first.chars().count() <= longest && second.chars().count() <= longest
            }
        };
        let is_plural_in_er = || {
            let stem = one.get(..common).unwrap_or_default();
            let is_plural = |ending| matches!(ending, "er" | "ern");
            self.has_plurals_in_er
                && PLURALS_IN_ER.iter().any(|noun| stem.ends_with(noun))
                && (is_plural(first) || is_plural(second))
        };
        // The same letters with other marks are another word: "schon", "schön".
        one != other && (are_endings || is_plural_in_er())
    }

    /// Whether `many` is the plural of a word of three letters.
    fn is_short_plural(self, one: &Word<'_>, many: &Word<'_>) -> bool {
        let ending = many.folded.strip_prefix(one.folded.as_ref());
        let is_regular = match ending {
            Some("s") => !one.folded.ends_with('s'),
            Some("es") => one.folded.ends_with(['s', 'x', 'z']),
            _ => false,
        };
        let is_other_word = |others: &[&str]| others.contains(&many.folded.as_ref());
        one.length() == SHORTEST_STEM
            && is_regular
            && self
                .short_plurals
                .is_some_and(|others| !is_other_word(others))
    }

    /// Whether two words may be forms of one: what decides whether a translation has a word.
    pub(crate) fn may_be_forms(self, one: &Word<'_>, other: &Word<'_>) -> bool {
        if one.folded == other.folded {
            return true;
        }
        let begins_alike = || {
            let (one, other) = (without_marks(&one.folded), without_marks(&other.folded));
            let common = common_prefix(&one, &other);
            one.get(..common).unwrap_or_default().chars().count() >= SHORTEST_STEM
        };
        self.stemmer.is_some()
            && self.stem(&one.folded) == self.stem(&other.folded)
            && begins_alike()
    }

    /// Whether `compound` is a word put together of `part` and another.
    pub(crate) fn is_compound_of(self, compound: &Word<'_>, part: &Word<'_>) -> bool {
        let (whole, part) = (compound.folded.as_ref(), part.folded.as_ref());
        self.compounds
            && part.chars().count() > SHORTEST_STEM
            && whole.len() > part.len()
            && (whole.starts_with(part) || whole.ends_with(part))
    }

    /// Whether `text` is the plural of `entry`, where endings tell.
    pub(crate) fn is_plural(self, entry: &Word<'_>, text: &Word<'_>) -> bool {
        let (one, other) = (without_marks(&entry.folded), without_marks(&text.folded));
        let common = common_prefix(&one, &other);
        let endings = (
            one.get(common..).unwrap_or_default(),
            other.get(common..).unwrap_or_default(),
        );
        match self.endings {
            Endings::Pairs(pairs) => endings.1 != "'s" && pairs.contains(&endings),
            Endings::Any(_) | Endings::UpTo(_) => false,
        }
    }

    /// The lengths of a Korean word without one of the particles that follow nouns.
    pub(crate) fn without_particle(self, word: &str) -> impl Iterator<Item = usize> {
        let particles = if self.is_korean { PARTICLES } else { &[] };
        let lengths = particles.iter().filter_map(|particle| {
            let noun = word.strip_suffix(particle)?;
            (!noun.is_empty()).then_some(noun.len())
        });
        lengths.collect::<Vec<_>>().into_iter()
    }
}

/// Endings that make the number of a noun and keep its gender.
const NUMBER: &[(&str, &str)] = &[("", "s"), ("", "es"), ("s", "es")];
const ENGLISH: &[(&str, &str)] = &[("", "s"), ("", "es"), ("y", "ies"), ("", "'s")];
const FRENCH: &[(&str, &str)] = &[("", "s"), ("", "x"), ("l", "ux")];
const ITALIAN: &[(&str, &str)] = &[
    ("o", "i"),
    ("a", "e"),
    ("e", "i"),
    ("o", "hi"),
    ("a", "he"),
    ("", "i"),
];
const PORTUGUESE: &[(&str, &str)] = &[
    ("", "s"),
    ("", "es"),
    ("ao", "oes"),
    ("l", "is"),
    ("m", "ns"),
];
const GERMAN: &[&str] = &["", "e", "em", "en", "es", "n", "s", "ens", "se", "sen"];
const DUTCH: &[&str] = &["", "e", "en", "n", "s", "'s"];

/// English words that are no plurals, or hardly ever, of what stands before their last letter.
const NO_SHORT_PLURALS: &[&str] = &[
    "bias", "does", "hers", "lens", "less", "mars", "news", "ours", "plus", "this", "thus",
];

/// German nouns with a plural in -er; compounds with them have it too.
const PLURALS_IN_ER: &[&str] = &[
    "amt", "bad", "band", "bild", "blatt", "brett", "buch", "dach", "ding", "fach", "feld", "geld",
    "glas", "glied", "gut", "haus", "kind", "kleid", "kraut", "land", "licht", "lied", "loch",
    "rad", "recht", "schild", "schloss", "tuch", "volk", "wort",
];

/// Korean particles of case and topic.
const PARTICLES: &[&str] = &[
    "가",
    "과",
    "까지",
    "께서",
    "나",
    "는",
    "도",
    "들",
    "들은",
    "들을",
    "들의",
    "들이",
    "라도",
    "로",
    "로부터",
    "를",
    "마다",
    "만",
    "밖에",
    "보다",
    "부터",
    "에",
    "에게",
    "에는",
    "에도",
    "에서",
    "에서는",
    "와",
    "으로",
    "으로부터",
    "은",
    "을",
    "의",
    "이",
    "이나",
    "이다",
    "인",
    "입니다",
    "조차",
    "처럼",
    "하고",
    "한테",
];

fn endings(tag: &str) -> Endings {
    match tag {
        "en" => Endings::Pairs(ENGLISH),
        "es" => Endings::Pairs(NUMBER),
        "fr" => Endings::Pairs(FRENCH),
        "it" => Endings::Pairs(ITALIAN),
        "pt" => Endings::Pairs(PORTUGUESE),
        "de" => Endings::Any(GERMAN),
        "nl" => Endings::Any(DUTCH),
        _ => Endings::UpTo(4),
    }
}

fn algorithm(tag: &str) -> Option<Algorithm> {
    Some(match tag {
        "ar" => Algorithm::Arabic,
        "cs" | "sk" => Algorithm::Czech,
        "da" => Algorithm::Danish,
        "de" => Algorithm::German,
        "el" => Algorithm::Greek,
        "en" => Algorithm::English,
        "es" => Algorithm::Spanish,
        "et" => Algorithm::Estonian,
        "fi" => Algorithm::Finnish,
        "fr" => Algorithm::French,
        "hu" => Algorithm::Hungarian,
        "id" => Algorithm::Indonesian,
        "it" => Algorithm::Italian,
        "lt" => Algorithm::Lithuanian,
        "nb" => Algorithm::Norwegian,
        "nl" => Algorithm::Dutch,
        "pl" => Algorithm::Polish,
        "pt" => Algorithm::Portuguese,
        "ro" => Algorithm::Romanian,
        "ru" => Algorithm::Russian,
        "sv" => Algorithm::Swedish,
        "tr" => Algorithm::Turkish,
        "uk" => Algorithm::Ukrainian,
        _ => return None,
    })
}

/// A word without the marks on its Latin letters: stems differ by them ("Feld", "Felder", but
/// "Buch", "Bücher").
fn without_marks(word: &str) -> Cow<'_, str> {
    // Other scripts, whose marks make other letters, begin behind Latin.
    let has_marks = word.chars().any(|c| ('\u{80}'..'\u{250}').contains(&c));
    if !has_marks {
        return Cow::Borrowed(word);
    }
    Cow::Owned(word.nfd().filter(|c| !is_combining_mark(*c)).collect())
}

/// The bytes that two words have in common at their beginning.
fn common_prefix(one: &str, other: &str) -> usize {
    let equal = one.chars().zip(other.chars()).take_while(|(a, b)| a == b);
    equal.map(|(character, _)| character.len_utf8()).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::words::words_and_marks;
    use super::*;

    fn are_forms(tag: &str, one: &str, other: &str) -> bool {
        let language = Language::parse(tag).unwrap();
        let (one, other) = (
            words_and_marks(one, language),
            words_and_marks(other, language),
        );
        Inflection::of(language).are_forms(&one[0], &other[0], false)
    }

    #[test]
    fn forms_of_one_word_are_known() {
        for (tag, one, other) in [
            ("en", "printer", "printers"),
            ("en", "battery", "batteries"),
            ("en", "dog", "dogs"),
            ("en", "box", "boxes"),
            ("de", "Drucker", "Druckern"),
            ("de", "Treiber", "Treibers"),
            ("de", "Eingabefeld", "Eingabefelder"),
            ("de", "Passwort", "Passwörter"),
            ("es", "impresora", "impresoras"),
            ("es", "conexión", "conexiones"),
            ("fr", "journal", "journaux"),
            ("it", "stampante", "stampanti"),
            ("pt", "impressora", "impressoras"),
            ("nl", "printer", "printers"),
            ("pl", "drukarka", "drukarki"),
            ("ru", "принтер", "принтерами"),
        ] {
            assert!(are_forms(tag, one, other), "{tag}: {one}, {other}");
            assert!(are_forms(tag, other, one), "{tag}: {other}, {one}");
        }
    }

    #[test]
    fn words_with_one_stem_are_not_always_forms_of_one() {
        for (tag, one, other) in [
            ("en", "universe", "universities"),
            ("en", "print", "printing"),
            ("en", "its", "it"),
            ("en", "new", "news"),
            ("en", "use", "user"),
            ("de", "Uhr", "Uhrs"),
            ("de", "Druck", "Drucker"),
            ("de", "schon", "schön"),
            ("es", "puerto", "puerta"),
            ("fr", "port", "porte"),
            ("it", "porto", "porta"),
        ] {
            assert!(!are_forms(tag, one, other), "{tag}: {one}, {other}");
        }
    }

    proptest! {
        #[test]
        fn stemmers_take_any_word(word in "[a-zäöüßéèñçąęłóžščßı'а-яґєіїأ-يα-ω\\PC]{0,30}") {
            for language in Language::all().filter(|language| !language.is_variant()) {
                let folded = super::super::words::folded(&word, language);
                let _ = Inflection::of(language).stem(&folded);
            }
        }
    }
}
