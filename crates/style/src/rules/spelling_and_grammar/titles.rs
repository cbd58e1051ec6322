//! The titles of persons before a name, in full and abbreviated.

use std::collections::HashMap;
use std::sync::LazyLock;

use dragoman_text::{Edit, capitalised};
use regex::Regex;

use crate::StyleLanguage;
use crate::passage::Passage;
use crate::pattern::pattern;
use crate::rules::words::lowered_first;

/// A title's abbreviation and its full form. The first abbreviation of a full form is the one that
/// is written.
type Titles = &'static [(&'static str, &'static str)];

const GERMAN: Titles = &[
    ("Dr.", "Doktor"),
    ("Prof.", "Professor"),
    ("Dipl.-Ing.", "Diplom-Ingenieur"),
    ("Mag.", "Magister"),
];

/// Abbreviations that are spelled out, but not used.
const GERMAN_SHORT_ONLY: Titles = &[("Hr.", "Herr"), ("Hrn.", "Herrn"), ("Fr.", "Frau")];

const ENGLISH: Titles = &[
    ("Mr.", "Mister"),
    ("Mr", "Mister"),
    ("Dr.", "Doctor"),
    ("Dr", "Doctor"),
    ("Prof.", "Professor"),
    ("Prof", "Professor"),
    ("Rev.", "Reverend"),
    ("Sen.", "Senator"),
    ("Lt.", "Lieutenant"),
    ("Sgt.", "Sergeant"),
];

/// The full forms are common words of company names and headings.
const ENGLISH_SHORT_ONLY: Titles = &[
    ("Capt.", "Captain"),
    ("Col.", "Colonel"),
    ("Gen.", "General"),
    ("Gov.", "Governor"),
    ("Pres.", "President"),
    ("Rep.", "Representative"),
];

const SPANISH: Titles = &[
    ("Sr.", "señor"),
    ("Sra.", "señora"),
    ("Srta.", "señorita"),
    ("Sres.", "señores"),
    ("Sras.", "señoras"),
    ("Dr.", "doctor"),
    ("Dra.", "doctora"),
    ("Prof.ª", "profesora"),
    ("D.ª", "doña"),
    ("Dña.", "doña"),
];

const FRENCH: Titles = &[
    ("M.", "monsieur"),
    ("MM.", "messieurs"),
    ("Mme", "madame"),
    ("Mmes", "mesdames"),
    ("Mlle", "mademoiselle"),
    ("Mlles", "mesdemoiselles"),
    ("Dr", "docteur"),
    ("Dre", "docteure"),
    ("Pr", "professeur"),
    ("Pre", "professeure"),
    ("Me", "maître"),
    ("Mgr", "monseigneur"),
];

const ITALIAN: Titles = &[
    ("sig.", "signor"),
    ("sig.ra", "signora"),
    ("sig.na", "signorina"),
    ("sigg.", "signori"),
    ("dott.", "dottor"),
    ("dr.", "dottor"),
    ("dott.ssa", "dottoressa"),
    ("dr.ssa", "dottoressa"),
    ("prof.", "professor"),
    ("prof.ssa", "professoressa"),
    ("avv.", "avvocato"),
    ("ing.", "ingegner"),
    ("arch.", "architetto"),
    ("geom.", "geometra"),
    ("rag.", "ragionier"),
];

/// What is no name of a person after a title: works, brands, months after Fr., and words that
/// begin a heading or a name.
const NO_NAMES: &str = "Bean|Bronner|Hauschka|House|Martens|Night|No|Oetker|Proper|Robot|Scholl|Seuss|Faustus|Schiwago|Mabuse|Zhivago|Strange|Who|Quijote|Bovary|Butterfly|Tussauds?|Jivago|Too|Dre|\
    Pepper|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember";

/// What titles of a language are looked for, and what is written for each.
struct TitleForms {
    titles: Regex,
    written: HashMap<&'static str, &'static str>,
    before_name: Regex,
    full: bool,
}

impl TitleForms {
    /// The abbreviations to spell out (`full`), or the full forms to abbreviate. `None` if nothing
    /// is known of the titles of the language.
    fn new(language: StyleLanguage, full: bool) -> Option<Self> {
        let (titles, short_only): (Titles, Titles) = match language {
            StyleLanguage::German => (GERMAN, GERMAN_SHORT_ONLY),
            StyleLanguage::English => (ENGLISH, ENGLISH_SHORT_ONLY),
            StyleLanguage::Spanish => (SPANISH, &[]),
            StyleLanguage::French => (FRENCH, &[]),
            StyleLanguage::Italian => (ITALIAN, &[]),
            _ => return None,
        };
        let mut written = HashMap::new();
        for &(short, long) in titles.iter().chain(if full { short_only } else { &[] }) {
            let (from, to) = if full { (short, long) } else { (long, short) };
            written.entry(from).or_insert(to);
        }
        let any = any_of(
            titles
                .iter()
                .chain(short_only)
                .flat_map(|&(short, long)| [short, long]),
        );
        let looked_for = any_of(written.keys().copied());
        // In French a letter after M. may be the next letter of the same initials.
        let initials = if language == StyleLanguage::French {
            ""
        } else {
            r"(?:\p{Lu}\.[ \u{a0}]?){0,3}"
        };
        Some(Self {
            titles: pattern(&format!(r"\b(?:{looked_for})")),
            written,
            before_name: pattern(&format!(
                r"^[ \u{{a0}}](?:(?:{any})[ \u{{a0}}]){{0,3}}{initials}(?:(?:von|van|zu|de|del|della|di|la|le)[ \u{{a0}}]){{0,2}}(?:[dDlL]['’]|O['’]|Mc|Mac)?\p{{Lu}}\p{{Ll}}"
            )),
            full,
        })
    }

    /// Writes every title before a name in its other form.
    fn apply(&self, passage: &Passage<'_>) -> Vec<Edit> {
        use StyleLanguage::{English, German};
        // In a heading with capitals, a doctor need not be one with a name.
        let may_be_heading = !self.full && matches!(passage.language, English | German);
        if may_be_heading && !RUNNING_TEXT.is_match(passage.text) {
            return Vec::new();
        }
        passage.replace(&self.titles, |captures| {
            let found = captures.get(0)?;
            let (before, after) = (
                passage.shortly_before(found.start()),
                passage.after(found.end()),
            );
            let is_name = self.before_name.is_match(after) && !NO_NAME.is_match(after);
            let is_paired = self.full && PAIRED.is_match(before);
            if !is_name || is_paired || PART_OF_NAME.is_match(before) {
                return None;
            }
            let key = lowered_first(found.as_str());
            let written =
                (self.written.get(found.as_str())).or_else(|| self.written.get(key.as_str()))?;
            let begins = passage.may_begin_sentence(found.start());
            if self.full {
                Some(spelled_out(passage, written, begins, before))
            } else {
                abbreviated(passage, found.as_str(), written, begins, after, before)
            }
        })
    }
}

static FORMS: LazyLock<HashMap<(StyleLanguage, bool), TitleForms>> = LazyLock::new(|| {
    let languages = StyleLanguage::ALL.into_iter();
    languages
        .flat_map(|language| [(language, false), (language, true)])
        .filter_map(|key| Some((key, TitleForms::new(key.0, key.1)?)))
        .collect()
});

/// Spells out the titles before names (`full`), or abbreviates them.
pub(super) fn apply(passage: &Passage<'_>, full: bool) -> Vec<Edit> {
    FORMS
        .get(&(passage.language, full))
        .map(|forms| forms.apply(passage))
        .unwrap_or_default()
}

static NO_NAME: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!(r"^[ \u{{a0}}](?:{NO_NAMES})\b")));

/// A street (12 Maple Dr.), an initial (J. M. Dupont) or a compound before what looks like a title.
static PART_OF_NAME: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:\d\s(?:\p{Lu}\p{L}+\s){1,3}|\b\p{Lu}\.[ \u{a0}]?|[-./&_])$"));

/// Another title that shares the name: `M. et Mme Durand`.
static PAIRED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(?:MM?|Mr|Dr|Drs|Sr|Sig|Dott|Hr|Prof)\.?[ \u{a0}](?:et|y|e|and|und)[ \u{a0}]$")
});

static GREETING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?:\b(?:Bonjour|Bonsoir|Cher|Chère|Chers|Chères|Merci|Salut)|,)\s$")
});

/// In the Romance languages the full form has a small letter within a sentence; in French not
/// where somebody is addressed.
fn spelled_out(passage: &Passage<'_>, title: &str, begins: bool, before: &str) -> String {
    let addressed = passage.language == StyleLanguage::French && GREETING.is_match(before);
    if begins || addressed {
        capitalised(title)
    } else {
        title.to_owned()
    }
}

/// A form of address with a comma after the name, as at the beginning of a letter.
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^[ \u{a0}]\p{Lu}[\p{L}'’-]+(?:[ \u{a0}]\p{Lu}[\p{L}'’-]+){0,2}\s?(?:[,!:]|$)")
});

static RUNNING_TEXT: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b\p{Ll}{4,}"));

static ARTICLE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:a|an|the|your|my|our|any|ein|einen|kein|keinen|zum)\s$"));

fn abbreviated(
    passage: &Passage<'_>,
    title: &str,
    short: &str,
    begins: bool,
    after: &str,
    before: &str,
) -> Option<String> {
    let capital = title.starts_with(char::is_uppercase);
    match passage.language {
        StyleLanguage::English | StyleLanguage::German => {
            (!ARTICLE.is_match(before)).then(|| short.to_owned())
        }
        StyleLanguage::French => {
            let addressed = GREETING.is_match(before) || begins && ADDRESS.is_match(after);
            (!addressed).then(|| short.to_owned())
        }
        // A capital within a sentence stands for something else: Nuestro Señor Jesucristo.
        _ if capital && !begins => None,
        StyleLanguage::Italian if capital => Some(capitalised(short)),
        _ => Some(short.to_owned()),
    }
}

/// An expression for one of some words, the longest first.
fn any_of<'word>(words: impl Iterator<Item = &'word str>) -> String {
    let mut words: Vec<String> = words
        .flat_map(|word| [regex::escape(word), regex::escape(&capitalised(word))])
        .collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    words.dedup();
    words.join("|")
}
