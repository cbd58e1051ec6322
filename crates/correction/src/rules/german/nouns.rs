//! The declension of nouns.

use std::collections::HashMap;
use std::sync::LazyLock;

use dragoman_text::capitalised;

use super::forms::Forms;
use crate::packed;

/// A form of a noun.
#[derive(Debug, Clone)]
pub(super) struct Noun {
    /// The cases, genders and numbers that the form may have.
    pub(super) forms: Forms,
    /// The other forms of its declension.
    pub(super) others: Vec<(String, Forms)>,
    /// Whether it is the nominative of the weak declension, which has an ending in all other cases, such as "Kollege".
    pub(super) is_weak_base: bool,
}

type Words = Vec<(String, Forms)>;

struct Lexicon {
    declensions: Vec<(Words, bool)>,
    by_word: HashMap<String, Vec<usize>>,
}

/// Nouns that other words end in by coincidence.
const COINCIDENTAL_ENDINGS: [&str; 49] = [
    "ende", "test", "rest", "last", "lust", "post", "wort", "ente", "kante", "note", "bote",
    "hase", "affe", "pate", "rabe", "junge", "nase", "vase", "oper", "nadel", "insel", "leber",
    "messer", "lager", "ufer", "essen", "leiden", "laden", "haft", "nuss", "wand", "auge", "rente",
    "graf", "hand", "regen", "rede", "ball", "kern", "stern", "keim", "reim", "runde", "wall",
    "posten", "schrei", "maus", "laus", "rang",
];

/// The minimum length of the first part of a compound, in letters: shorter ones are prefixes.
const MIN_FIRST_PART: usize = 3;

const VOWELS: [char; 9] = ['a', 'e', 'i', 'o', 'u', 'ä', 'ö', 'ü', 'y'];

/// Suffixes that determine the declension.
const SUFFIXES: [(&str, char, &str); 8] = [
    ("ung", 'f', "en"),
    ("heit", 'f', "en"),
    ("keit", 'f', "en"),
    ("schaft", 'f', "en"),
    ("tion", 'f', "en"),
    ("tät", 'f', "en"),
    ("erin", 'f', "nen"),
    ("ismus", 'm', "-"),
];

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let table = packed::file!("german/nouns.tsv");
    let mut declensions = Vec::new();
    let mut by_word: HashMap<String, Vec<usize>> = HashMap::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split('\t');
        let gender = columns.next().and_then(|gender| gender.chars().next());
        let (Some(gender), Some(plural), Some(bases)) = (gender, columns.next(), columns.next())
        else {
            continue;
        };
        for base in bases.split(' ') {
            let words = decline(&base.to_lowercase(), gender, plural);
            for (word, _) in &words {
                by_word
                    .entry(word.clone())
                    .or_default()
                    .push(declensions.len());
            }
            declensions.push((words, plural.starts_with('w')));
        }
    }
    Lexicon {
        declensions,
        by_word,
    }
});

/// The forms of a declension, in lower case.
fn decline(base: &str, gender: char, plural: &str) -> Words {
    let mut words: Words = Vec::new();
    let mut add = |word: String, forms: Forms| {
        match words.iter_mut().find(|(other, _)| *other == word) {
            Some((_, all)) => *all = all.union(forms),
            None => words.push((word, forms)),
        };
    };
    let weak = plural.strip_prefix('w');
    let many = match plural {
        "-" => None,
        "=" => Some(base.to_owned()),
        _ => Some(match plural.strip_prefix('"') {
            Some(end) => format!("{}{end}", with_umlaut(base)),
            None => format!("{base}{}", weak.unwrap_or(plural)),
        }),
    };
    let of = |forms: Forms, case: Forms| forms.intersection(case);
    match gender {
        'f' => add(base.to_owned(), Forms::FEMININE),
        'm' | 'n' => {
            let all = if gender == 'm' {
                Forms::MASCULINE
            } else {
                Forms::NEUTER
            };
            add(base.to_owned(), of(all, Forms::NOMINATIVE));
            let oblique = Forms::DATIVE.union(Forms::ACCUSATIVE);
            if let Some(end) = weak {
                add(
                    format!("{base}{end}"),
                    of(all, oblique.union(Forms::GENITIVE)),
                );
                add(format!("{base}ns"), of(all, Forms::GENITIVE));
            } else {
                add(base.to_owned(), of(all, oblique));
                if base.ends_with("nis") {
                    add(format!("{base}ses"), of(all, Forms::GENITIVE));
                } else if base.ends_with("ismus") {
                    add(base.to_owned(), of(all, Forms::GENITIVE));
                } else {
                    for end in genitive_ends(base) {
                        add(format!("{base}{end}"), of(all, Forms::GENITIVE));
                    }
                }
                if !matches!(plural, "=" | "-") && !base.ends_with(['e', 'a', 'o', 'i', 'y', 'u']) {
                    // As in "zu Hause" and "im Jahre".
                    add(format!("{base}e"), of(all, Forms::DATIVE));
                }
            }
        }
        _ => {}
    }
    if let Some(many) = many {
        let cases = Forms::NOMINATIVE
            .union(Forms::GENITIVE)
            .union(Forms::ACCUSATIVE);
        add(many.clone(), of(Forms::PLURAL, cases));
        if many.ends_with(['n', 's']) {
            add(many, of(Forms::PLURAL, Forms::DATIVE));
        } else {
            add(format!("{many}n"), of(Forms::PLURAL, Forms::DATIVE));
        }
    }
    words
}

/// The endings of the genitive, the usual one first.
fn genitive_ends(base: &str) -> &'static [&'static str] {
    let vowels = base.split(|c: char| !"aeiouyäöü".contains(c));
    let is_short = vowels.filter(|part| !part.is_empty()).count() == 1;
    let is_hard = base.ends_with(['d', 't', 'g', 'b', 'f', 'k']) && is_short;
    if base.ends_with(['s', 'ß', 'x', 'z']) {
        &["es"]
    } else if is_hard || base.ends_with("sch") || matches!(base, "jahr" | "mann") {
        &["es", "s"]
    } else {
        &["s", "es"]
    }
}

/// A word with an umlaut in its last syllable that can have one.
fn with_umlaut(word: &str) -> String {
    let Some(at) = word.rfind(['a', 'o', 'u']) else {
        return word.to_owned();
    };
    let at = match word.get(..=at) {
        Some(before) if before.ends_with("au") => at - 1,
        _ => at,
    };
    let (before, rest) = word.split_at(at);
    let other = match rest.chars().next() {
        Some('a') => 'ä',
        Some('o') => 'ö',
        _ => 'ü',
    };
    let mut whole = before.to_owned();
    whole.push(other);
    whole.extend(rest.chars().skip(1));
    whole
}

impl Noun {
    /// The reading of a capitalised word as a noun. A compound is declined like its last part.
    pub(super) fn of(word: &str) -> Option<Self> {
        let mut letters = word.chars();
        let is_noun = letters.next().is_some_and(char::is_uppercase)
            && letters.all(char::is_lowercase)
            && word.len() < 80;
        if !is_noun {
            return None;
        }
        let small = word.to_lowercase();
        let starts = small.char_indices().map(|(at, _)| at);
        for (count, at) in starts.enumerate() {
            let (head, tail) = small.split_at(at);
            if let Some(all) = LEXICON.by_word.get(tail)
                && (count == 0
                    || count >= MIN_FIRST_PART
                        && head.contains(VOWELS)
                        && all.iter().all(|at| can_end_compound(*at)))
            {
                let words = all
                    .iter()
                    .filter_map(|declension| LEXICON.declensions.get(*declension));
                let mut noun = Self::from_words(head, tail, words);
                // In "in der Rinde" the word is not an old dative of "Rind".
                if noun.forms.is_subset_of(Forms::DATIVE) && tail.ends_with('e') {
                    return None;
                }
                let is_derived = SUFFIXES.iter().any(|(end, _, plural)| {
                    tail.strip_suffix(plural)
                        .is_some_and(|base| base.ends_with(end))
                });
                let may_be_verb = tail.ends_with("en") && !tail.ends_with("ien") && !is_derived;
                if may_be_verb && noun.forms.is_subset_of(Forms::PLURAL) {
                    // "Das Anhängen" is the nominalised verb, and not a form of "Anhang".
                    noun.forms = noun.forms.union(Forms::NEUTER);
                }
                return Some(noun);
            }
        }
        let (end, gender, plural) = SUFFIXES.iter().find(|(end, ..)| {
            small.strip_suffix(end).is_some_and(|stem| stem.len() > 3)
                || small
                    .strip_suffix("en")
                    .is_some_and(|stem| *end != "ismus" && stem.ends_with(end))
        })?;
        if small.ends_with("sprung") || small.ends_with("schwung") {
            return None;
        }
        let base = if small.ends_with(end) {
            small.as_str()
        } else {
            small.strip_suffix("en")?
        };
        let words = (decline(base, *gender, plural), false);
        Some(Self::from_words("", &small, std::iter::once(&words)))
    }

    fn from_words<'w>(
        head: &str,
        tail: &str,
        all: impl Iterator<Item = &'w (Words, bool)>,
    ) -> Self {
        let mut noun = Self {
            forms: Forms::NONE,
            others: Vec::new(),
            is_weak_base: false,
        };
        for (words, is_weak) in all {
            for (at, (word, forms)) in words.iter().enumerate() {
                if word == tail {
                    noun.forms = noun.forms.union(*forms);
                    noun.is_weak_base |= *is_weak && at == 0;
                } else {
                    let whole = capitalised(&format!("{head}{word}"));
                    noun.others.push((whole, *forms));
                }
            }
        }
        noun
    }
}

/// Whether the noun can be the last part of a compound.
fn can_end_compound(declension: usize) -> bool {
    let base = LEXICON
        .declensions
        .get(declension)
        .and_then(|(words, _)| words.first())
        .map_or("", |(base, _)| base.as_str());
    let is_long = base.chars().nth(3).is_some();
    (is_long || matches!(base, "tag" | "zug")) && !COINCIDENTAL_ENDINGS.contains(&base)
}
