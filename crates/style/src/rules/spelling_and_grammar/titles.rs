//! Titles of persons before names, in full and abbreviated.

use std::collections::HashMap;
use std::sync::LazyLock;

use dragoman_text::{Edit, capitalised};
use regex::Regex;

use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::rules::words::uncapitalised;
use crate::target_text::TargetText;

/// Abbreviations and full forms of titles. Of several abbreviations of a full form, the first one
/// is written.
type Titles = &'static [(&'static str, &'static str)];

const GERMAN: Titles = &[
    ("Dr.", "Doktor"),
    ("Prof.", "Professor"),
    ("Dipl.-Ing.", "Diplom-Ingenieur"),
    ("Mag.", "Magister"),
];

/// Abbreviations that are expanded but not written.
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

/// Full forms that are also common words in company names and headings.
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

/// Words after a title that are no name of a person: works, brands, months after Fr., and words
/// that begin a heading or a name.
const NO_NAMES: &str = "Bean|Bronner|Hauschka|House|Martens|Night|No|Oetker|Proper|Robot|Scholl|Seuss|Faustus|Schiwago|Mabuse|Zhivago|Strange|Who|Quijote|Bovary|Butterfly|Tussauds?|Jivago|Too|Dre|\
    Pepper|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember";

/// The patterns of the titles of a language, and the replacement of each title.
struct TitleForms {
    titles: Regex,
    written: HashMap<&'static str, &'static str>,
    before_name: Regex,
    full: bool,
}

impl TitleForms {
    /// The abbreviations to expand (`full`), or the full forms to abbreviate. `None` for a language
    /// without known titles.
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
        // In French a letter after M. may be the next one of a person's initials.
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

    /// Replaces every title before a name by its other form.
    fn apply(&self, target: &TargetText<'_>) -> Vec<Edit> {
        use StyleLanguage::{English, German};
        // In a capitalised heading, "Doctor" may be no title.
        let may_be_heading = !self.full && matches!(target.language, English | German);
        if may_be_heading && !RUNNING_TEXT.is_match(target.text) {
            return Vec::new();
        }
        target.replace(&self.titles, |captures| {
            let found = captures.get(0)?;
            let (before, after) = (
                target.context_before(found.start()),
                target.after(found.end()),
            );
            let is_name = self.before_name.is_match(after) && !NO_NAME.is_match(after);
            let is_paired = self.full && PAIRED.is_match(before);
            if !is_name || is_paired || PART_OF_NAME.is_match(before) {
                return None;
            }
            let key = uncapitalised(found.as_str());
            let written =
                (self.written.get(found.as_str())).or_else(|| self.written.get(key.as_str()))?;
            let begins = target.may_begin_sentence(found.start());
            if self.full {
                Some(spelled_out(target, written, begins, before))
            } else {
                abbreviated(target, found.as_str(), written, begins, after, before)
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

/// Expands the titles before names (`full`), or abbreviates them.
pub(super) fn apply(target: &TargetText<'_>, full: bool) -> Vec<Edit> {
    FORMS
        .get(&(target.language, full))
        .map(|forms| forms.apply(target))
        .unwrap_or_default()
}

static NO_NAME: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!(r"^[ \u{{a0}}](?:{NO_NAMES})\b")));

/// The words before a seeming title that is part of a name: a street (12 Maple Dr.), an initial (J.
/// M. Dupont) or a compound.
static PART_OF_NAME: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:\d\s(?:\p{Lu}\p{L}+\s){1,3}|\b\p{Lu}\.[ \u{a0}]?|[-./&_])$"));

/// A second title that shares the name: `M. et Mme Durand`.
static PAIRED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(?:MM?|Mr|Dr|Drs|Sr|Sig|Dott|Hr|Prof)\.?[ \u{a0}](?:et|y|e|and|und)[ \u{a0}]$")
});

static GREETING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?:\b(?:Bonjour|Bonsoir|Cher|Chère|Chers|Chères|Merci|Salut)|,)\s$")
});

/// In Romance languages the full form is in lower case within a sentence; in French it is
/// capitalised in direct address.
fn spelled_out(target: &TargetText<'_>, title: &str, begins: bool, before: &str) -> String {
    let addressed = target.language == StyleLanguage::French && GREETING.is_match(before);
    if begins || addressed {
        capitalised(title)
    } else {
        title.to_owned()
    }
}

/// A salutation with a comma after the name, as at the beginning of a letter.
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^[ \u{a0}]\p{Lu}[\p{L}'’-]+(?:[ \u{a0}]\p{Lu}[\p{L}'’-]+){0,2}\s?(?:[,!:]|$)")
});

static RUNNING_TEXT: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b\p{Ll}{4,}"));

static ARTICLE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:a|an|the|your|my|our|any|ein|einen|kein|keinen|zum)\s$"));

fn abbreviated(
    target: &TargetText<'_>,
    title: &str,
    short: &str,
    begins: bool,
    after: &str,
    before: &str,
) -> Option<String> {
    let capital = title.starts_with(char::is_uppercase);
    match target.language {
        StyleLanguage::English | StyleLanguage::German => {
            (!ARTICLE.is_match(before)).then(|| short.to_owned())
        }
        StyleLanguage::French => {
            let addressed = GREETING.is_match(before) || begins && ADDRESS.is_match(after);
            (!addressed).then(|| short.to_owned())
        }
        // A capital within a sentence has another reason: Nuestro Señor Jesucristo.
        _ if capital && !begins => None,
        StyleLanguage::Italian if capital => Some(capitalised(short)),
        _ => Some(short.to_owned()),
    }
}

/// A pattern for alternative words, the longest first.
fn any_of<'word>(words: impl Iterator<Item = &'word str>) -> String {
    let mut words: Vec<String> = words
        .flat_map(|word| [regex::escape(word), regex::escape(&capitalised(word))])
        .collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    words.dedup();
    words.join("|")
}
