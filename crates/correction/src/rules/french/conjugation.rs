//! The conjugation of French verbs, from the tables in `rules/french`.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::data_files::lines;
use crate::packed;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tense {
    Present,
    Imperfect,
    Future,
    Conditional,
    Subjunctive,
    /// The simple past, of which only the third persons are generated.
    Past,
}

/// The grammatical person; the number is the index in a paradigm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Person {
    I = 0,
    You = 1,
    One = 2,
    We = 3,
    YouAll = 4,
    They = 5,
}

const PERSONS: [Person; 6] = [
    Person::I,
    Person::You,
    Person::One,
    Person::We,
    Person::YouAll,
    Person::They,
];

type Paradigm = [String; 6];

/// A verb with all its forms.
#[derive(Debug)]
pub(super) struct Verb {
    pub(super) infinitive: String,
    /// Masculine, feminine, masculine plural, feminine plural.
    pub(super) participles: [String; 4],
    tenses: [(Tense, Paradigm); 6],
}

/// A reading of a finite form: its verb, tense and person.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading {
    pub(super) verb: &'static Verb,
    pub(super) tense: Tense,
    pub(super) person: Person,
}

impl Reading {
    /// The form of the same verb and tense for another person, if it is known.
    pub(super) fn for_person(&self, person: Person) -> Option<&'static str> {
        self.verb.form(self.tense, person)
    }
}

impl Verb {
    pub(super) fn form(&self, tense: Tense, person: Person) -> Option<&str> {
        let (_, paradigm) = self.tenses.iter().find(|(it, _)| *it == tense)?;
        let form = paradigm.get(person as usize)?;
        (!form.is_empty()).then_some(form)
    }
}

/// Verbs by their forms.
pub(super) struct Verbs {
    finite: HashMap<&'static str, Vec<Reading>>,
    participles: HashMap<&'static str, &'static Verb>,
    infinitives: HashMap<&'static str, &'static Verb>,
}

impl Verbs {
    /// The readings of a word as a finite verb.
    pub(super) fn readings(&self, word: &str) -> &[Reading] {
        self.finite.get(word).map_or(&[], Vec::as_slice)
    }

    /// The verb whose participle is the word.
    pub(super) fn of_participle(&self, word: &str) -> Option<&'static Verb> {
        self.participles.get(word).copied()
    }

    /// The verb whose infinitive is the word.
    pub(super) fn of_infinitive(&self, word: &str) -> Option<&'static Verb> {
        self.infinitives.get(word).copied()
    }

    /// The verb in -er of which the word is a form that sounds like the infinitive.
    pub(super) fn like_infinitive(&self, word: &str) -> Option<&'static Verb> {
        let verb = match word.strip_suffix("ez") {
            Some(stem) => self.infinitives.get(format!("{stem}er").as_str()).copied(),
            None => self.of_participle(word),
        };
        verb.filter(|verb| verb.infinitive.ends_with("er"))
    }
}

pub(super) static VERBS: LazyLock<Verbs> = LazyLock::new(|| {
    let mut verbs = Verbs {
        finite: HashMap::new(),
        participles: HashMap::new(),
        infinitives: HashMap::new(),
    };
    for verb in LIST.iter() {
        verbs.infinitives.insert(&verb.infinitive, verb);
        for participle in &verb.participles {
            verbs.participles.entry(participle).or_insert(verb);
        }
        for (tense, paradigm) in &verb.tenses {
            for (person, form) in PERSONS.into_iter().zip(paradigm) {
                let reading = Reading {
                    verb,
                    tense: *tense,
                    person,
                };
                if !form.is_empty() {
                    verbs.finite.entry(form).or_default().push(reading);
                }
            }
        }
    }
    verbs
});

static LIST: LazyLock<Vec<Verb>> = LazyLock::new(|| {
    let irregular = lines(packed::file!("french/irregular.tsv"));
    let regular = lines(packed::file!("french/verbs.txt"));
    let regular = regular
        .flat_map(str::split_whitespace)
        .filter_map(regular_verb);
    irregular.flat_map(irregular_verbs).chain(regular).collect()
});

/// The stems from which the forms of a verb are built.
struct Stems {
    present: Paradigm,
    /// Before -ais.
    imperfect: String,
    /// Before -ai.
    future: String,
    subjunctive: Paradigm,
    /// The forms for "il" and "ils".
    past: [String; 2],
    participle: String,
}

fn with_endings(stems: [&str; 6], endings: [&str; 6]) -> Paradigm {
    let mut forms = stems.into_iter().zip(endings);
    std::array::from_fn(|_| {
        forms
            .next()
            .map(|(stem, ending)| format!("{stem}{ending}"))
            .unwrap_or_default()
    })
}

impl Verb {
    fn new(infinitive: String, stems: Stems) -> Self {
        const IMPERFECT: [&str; 6] = ["ais", "ais", "ait", "ions", "iez", "aient"];
        const FUTURE: [&str; 6] = ["ai", "as", "a", "ons", "ez", "ont"];
        // "Mangeait" has the softening e, "mangions" does not.
        let soft = |stem: &str| match stem.strip_suffix("ge") {
            Some(rest) => format!("{rest}g"),
            None => stem.replace('ç', "c"),
        };
        let hard = stems.imperfect.as_str();
        let before_i = if infinitive.ends_with("ger") || infinitive.ends_with("cer") {
            soft(hard)
        } else {
            hard.to_owned()
        };
        let imperfect = [hard, hard, hard, before_i.as_str(), before_i.as_str(), hard];
        let future = [stems.future.as_str(); 6];
        let [he, they] = stems.past;
        let past = [
            String::new(),
            String::new(),
            he,
            String::new(),
            String::new(),
            they,
        ];
        Self {
            participles: participles(&stems.participle),
            tenses: [
                (Tense::Present, stems.present),
                (Tense::Imperfect, with_endings(imperfect, IMPERFECT)),
                (Tense::Future, with_endings(future, FUTURE)),
                (Tense::Conditional, with_endings(future, IMPERFECT)),
                (Tense::Subjunctive, stems.subjunctive),
                (Tense::Past, past),
            ],
            infinitive,
        }
    }
}

fn participles(masculine: &str) -> [String; 4] {
    let stem = masculine.replace('û', "u");
    let plural = if masculine.ends_with('s') { "" } else { "s" };
    [
        masculine.to_owned(),
        format!("{stem}e"),
        format!("{stem}{plural}"),
        format!("{stem}es"),
    ]
}

/// A verb in -er or -ir that is conjugated regularly.
fn regular_verb(entry: &str) -> Option<Verb> {
    let infinitive = entry.trim_end_matches('+');
    if let Some(stem) = infinitive.strip_suffix("ir") {
        let present = with_endings([stem; 6], ["is", "is", "it", "issons", "issez", "issent"]);
        let subjunctive = with_endings(
            [stem; 6],
            ["isse", "isses", "isse", "issions", "issiez", "issent"],
        );
        let stems = Stems {
            present,
            imperfect: format!("{stem}iss"),
            future: infinitive.to_owned(),
            subjunctive,
            past: [format!("{stem}it"), format!("{stem}irent")],
            participle: format!("{stem}i"),
        };
        return Some(Verb::new(infinitive.to_owned(), stems));
    }
    let stem = infinitive.strip_suffix("er")?;
    let weak = weak_stem(stem, entry.ends_with('+'));
    // The cedilla before a and o.
    let hard = match stem.strip_suffix('c') {
        Some(rest) => format!("{rest}ç"),
        None if stem.ends_with('g') => format!("{stem}e"),
        None => stem.to_owned(),
    };
    let future = match infinitive {
        "envoyer" | "renvoyer" => infinitive.replace("oyer", "err"),
        // "Espérera" keeps its acute accent, "lèvera" has a grave one.
        _ if has_acute(stem) => infinitive.to_owned(),
        _ => format!("{weak}er"),
    };
    let weak = weak.as_str();
    let stems = [weak, weak, weak, hard.as_str(), stem, weak];
    let present = with_endings(stems, ["e", "es", "e", "ons", "ez", "ent"]);
    let stems = [weak, weak, weak, stem, stem, weak];
    let subjunctive = with_endings(stems, ["e", "es", "e", "ions", "iez", "ent"]);
    let stems = Stems {
        present,
        imperfect: hard.clone(),
        future,
        subjunctive,
        past: [format!("{hard}a"), format!("{stem}èrent")],
        participle: format!("{stem}é"),
    };
    Some(Verb::new(infinitive.to_owned(), stems))
}

/// Splits a stem before its last consonants; the u of "gu" and "qu" is one of them.
fn last_vowel(stem: &str) -> Option<(&str, char, &str)> {
    let consonants = |c: char| !"aeiouyàâéèêëîïôûœ".contains(c);
    let bare = match stem.strip_suffix('u') {
        Some(rest) if rest.ends_with(['g', 'q']) => rest,
        _ => stem,
    };
    let head = bare.trim_end_matches(consonants);
    let vowel = head.chars().next_back()?;
    let before = head.strip_suffix(vowel)?;
    let after = stem.get(head.len()..)?;
    (!after.is_empty()).then_some((before, vowel, after))
}

fn has_acute(stem: &str) -> bool {
    last_vowel(stem).is_some_and(|(_, vowel, _)| vowel == 'é')
}

/// The stem of a verb in -er before silent endings.
fn weak_stem(stem: &str, doubles: bool) -> String {
    if doubles {
        let last = stem
            .chars()
            .next_back()
            .map(String::from)
            .unwrap_or_default();
        return format!("{stem}{last}");
    }
    if let Some(rest) = stem.strip_suffix('y') {
        let keeps = rest.ends_with('e');
        return if keeps {
            stem.to_owned()
        } else {
            format!("{rest}i")
        };
    }
    match last_vowel(stem) {
        Some((before, 'é', after)) => format!("{before}è{after}"),
        Some((before, 'e', after)) if after.len() == 1 || after == "vr" => {
            format!("{before}è{after}")
        }
        _ => stem.to_owned(),
    }
}

/// The verbs of a line of the table of irregular verbs.
fn irregular_verbs(line: &'static str) -> Vec<Verb> {
    let mut columns = line.split('\t');
    let mut column = || columns.next().unwrap_or_default();
    let (infinitive, present, future, participle) = (column(), column(), column(), column());
    let (subjunctive, past, others) = (column(), column(), column());
    let others = others.split(',').filter(|prefix| !prefix.is_empty());
    std::iter::once("")
        .chain(others)
        .filter_map(|prefix| {
            let present = six_forms(present.split(',').map(|form| format!("{prefix}{form}")))?;
            let imperfect = match infinitive {
                "être" => "ét".to_owned(),
                _ => present.get(3)?.strip_suffix("ons")?.to_owned(),
            };
            let stems = Stems {
                imperfect,
                future: format!("{prefix}{future}"),
                subjunctive: subjunctives(prefix, subjunctive)?,
                past: [
                    format!("{prefix}{past}"),
                    format!("{prefix}{}", third_plural(past)),
                ],
                participle: format!("{prefix}{participle}"),
                present,
            };
            Some(Verb::new(format!("{prefix}{infinitive}"), stems))
        })
        .collect()
}

fn six_forms(mut forms: impl Iterator<Item = String>) -> Option<Paradigm> {
    let paradigm = std::array::from_fn(|_| forms.next().unwrap_or_default());
    paradigm
        .iter()
        .all(|form| !form.is_empty())
        .then_some(paradigm)
}

fn subjunctives(prefix: &str, column: &str) -> Option<Paradigm> {
    let mut forms = column.split(',').map(|form| format!("{prefix}{form}"));
    if column.split(',').count() == 6 {
        return six_forms(forms);
    }
    let (i, we) = (forms.next()?, forms.next()?);
    let strong = i.strip_suffix('e')?;
    let weak = we.strip_suffix("ions")?;
    let stems = [strong, strong, strong, weak, weak, strong];
    Some(with_endings(stems, ["e", "es", "e", "ions", "iez", "ent"]))
}

/// The simple past for "ils", from that for "il".
fn third_plural(past: &str) -> String {
    match past.strip_suffix('t') {
        Some(stem) => format!("{stem}rent"),
        None => format!("{}èrent", past.trim_end_matches('a')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(infinitive: &str, tense: Tense, person: Person) -> &'static str {
        VERBS
            .of_infinitive(infinitive)
            .unwrap()
            .form(tense, person)
            .unwrap()
    }

    #[test]
    fn verbs_are_conjugated_with_the_changes_of_their_stems() {
        use Person::{I, One, They, We, You, YouAll};
        use Tense::{Conditional, Future, Imperfect, Past, Present, Subjunctive};
        let cases = [
            ("parler", Present, You, "parles"),
            ("manger", Present, We, "mangeons"),
            ("manger", Imperfect, One, "mangeait"),
            ("manger", Imperfect, We, "mangions"),
            ("commencer", Imperfect, They, "commençaient"),
            ("commencer", Present, We, "commençons"),
            ("lever", Future, One, "lèvera"),
            ("espérer", Present, I, "espère"),
            ("espérer", Future, I, "espérerai"),
            ("protéger", Present, They, "protègent"),
            ("créer", Present, One, "crée"),
            ("appeler", Present, They, "appellent"),
            ("appeler", Present, YouAll, "appelez"),
            ("jeter", Future, One, "jettera"),
            ("envoyer", Present, I, "envoie"),
            ("envoyer", Future, I, "enverrai"),
            ("nettoyer", Present, One, "nettoie"),
            ("regretter", Present, One, "regrette"),
            ("finir", Present, They, "finissent"),
            ("finir", Subjunctive, I, "finisse"),
            ("finir", Past, They, "finirent"),
            ("comprendre", Present, One, "comprend"),
            ("comprendre", Subjunctive, You, "comprennes"),
            ("être", Imperfect, I, "étais"),
            ("être", Subjunctive, One, "soit"),
            ("avoir", Future, They, "auront"),
            ("pouvoir", Conditional, We, "pourrions"),
            ("aller", Past, They, "allèrent"),
            ("retenir", Past, They, "retinrent"),
        ];
        for (infinitive, tense, person, wanted) in cases {
            assert_eq!(form(infinitive, tense, person), wanted, "{infinitive}");
        }
        let participles = &VERBS.of_infinitive("devoir").unwrap().participles;
        assert_eq!(*participles, ["dû", "due", "dus", "dues"].map(String::from));
    }
}
