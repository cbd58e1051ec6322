//! The words of a language that agreement is about.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::data_files::lines;

/// The gender of a noun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum Gender {
    Masculine,
    Feminine,
}

/// Gender and number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) struct Features {
    pub(in crate::rules) gender: Gender,
    pub(in crate::rules) is_plural: bool,
}

impl Features {
    /// The place of a form among four: masculine and feminine in the singular, then in the plural.
    pub(in crate::rules) const fn index(self) -> usize {
        let gender = match self.gender {
            Gender::Masculine => 0,
            Gender::Feminine => 1,
        };
        if self.is_plural { gender + 2 } else { gender }
    }

    const fn at(index: usize) -> Self {
        let gender = if matches!(index, 0 | 2) {
            Gender::Masculine
        } else {
            Gender::Feminine
        };
        Self {
            gender,
            is_plural: index >= 2,
        }
    }
}

/// A form of a noun.
#[derive(Debug, Clone, Copy)]
pub(in crate::rules) struct Noun {
    pub(in crate::rules) features: Features,
    /// The form itself.
    pub(in crate::rules) form: &'static str,
    /// The form of the other number.
    pub(in crate::rules) other: &'static str,
    /// Whether it is somebody, who does things.
    pub(in crate::rules) is_person: bool,
    /// Whether there is a form for the other gender, so that it may be the noun that does not fit.
    pub(in crate::rules) has_other_gender: bool,
    /// Whether it says when, how often or how much, so that what stands behind it may belong to something else.
    pub(in crate::rules) is_measure: bool,
    /// Whether it is a form of a verb too.
    pub(in crate::rules) is_verb: bool,
    /// Whether it has the masculine article in the singular for its sound, as "el agua".
    pub(in crate::rules) begins_stressed: bool,
}

/// What stands for a form that there is not.
pub(super) const NO_FORM: &str = "-";

/// A word that stands before nouns and agrees with them.
#[derive(Debug, Clone)]
pub(in crate::rules) struct Determiner {
    /// All its forms, in the order of the language.
    pub(in crate::rules) forms: Arc<[&'static str]>,
    /// Whether this form is for several things; not known of words that do not say it.
    pub(in crate::rules) is_plural: bool,
    /// Its place among the forms.
    pub(super) index: usize,
}

/// A form of an adjective or participle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Adjective {
    pub(super) features: Vec4<bool>,
    pub(super) forms: Vec4<&'static str>,
    /// Whether it may say something of who acts although it stands behind another noun, or how something is done.
    pub(super) is_loose: bool,
}

/// Something for each [`Features::index`].
pub(super) type Vec4<T> = [T; 4];

/// A form of a verb: which verb and tense, and for whom.
#[derive(Debug, Clone)]
pub(super) struct VerbForm {
    /// The six forms of that tense.
    pub(super) forms: [&'static str; 6],
    /// Which of them it is.
    pub(super) person: usize,
    pub(super) is_copula: bool,
    /// Whether a participle follows where it has a subject.
    pub(super) is_auxiliary: bool,
    /// Whether it is of the present tense.
    pub(super) is_present: bool,
    /// The form for the same person of the present of the subjunctive.
    pub(super) subjunctive: Option<&'static str>,
    /// Forms of other tenses that differ by accents only, with their persons.
    pub(super) twins: Vec<(usize, &'static str)>,
}

/// What a language says of its words.
pub(in crate::rules) struct Sources {
    /// Lines of a kind of words and words; the files say which kinds there are.
    pub(in crate::rules) words: &'static str,
    /// Lines of gender, singular, plural, and marks: `p` is somebody, `g` has a form for the other gender, `v` is a form
    /// of a verb too, `t` says when, how often or how much, `a` begins with a stressed a.
    pub(in crate::rules) nouns: &'static str,
    /// Lines of four forms, and a mark `d` for those that may describe who acts.
    pub(in crate::rules) adjectives: &'static str,
    /// Lines of the verb, `c` for a copula, `a` for one with participles, or `-`, and six forms; `-` is none, `~` before
    /// one that is another word too. The first line of a verb is its present tense.
    pub(in crate::rules) verbs: &'static str,
    /// Forms of determiners that are right, though others are usual.
    pub(in crate::rules) is_tolerated: fn(&str, &Noun) -> bool,
    /// The form of a determiner before a noun.
    pub(in crate::rules) form: fn(&Determiner, &Noun) -> Option<&'static str>,
    /// Which line of a verb, from nought, is the present of the subjunctive.
    pub(in crate::rules) subjunctive: usize,
}

/// A set of words.
pub(super) type Words = HashSet<&'static str>;

/// A pronoun that is a subject.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pronoun {
    /// 0 to 5.
    pub(super) person: usize,
    pub(super) gender: Option<Gender>,
}

/// The words of a language, to be looked up.
pub(in crate::rules) struct Lexicon {
    pub(super) is_tolerated: fn(&str, &Noun) -> bool,
    pub(super) form: fn(&Determiner, &Noun) -> Option<&'static str>,
    pub(super) nouns: HashMap<&'static str, Noun>,
    pub(super) adjectives: HashMap<&'static str, Adjective>,
    pub(super) verbs: HashMap<&'static str, Vec<VerbForm>>,
    pub(super) determiners: HashMap<&'static str, Vec<Determiner>>,
    /// Forms of determiners that are never pronouns, so that no verb stands behind them.
    pub(super) never_pronouns: Words,
    /// Words behind which nouns have a plural for certain.
    pub(super) plural: Words,
    /// Determiners of amounts, which are for several things where the noun is.
    pub(super) amounts: Words,
    /// Determiners that say nothing of gender.
    pub(super) possessives: Words,
    /// Words that may stand before a determiner and belong to it.
    pub(super) predeterminers: Words,
    /// Prepositions that melt with an article: preposition and article, both.
    pub(super) contractions: HashMap<(&'static str, &'static str), &'static str>,
    /// Conjunctions behind which a clause begins.
    pub(super) conjunctions: Words,
    /// Words that compare.
    pub(super) comparatives: Words,
    /// Words that join nouns, or a noun to what it belongs to.
    pub(super) joints: Words,
    /// Words behind which what stood before is complete.
    pub(super) closing: Words,
    /// Adverbs that stand between a copula and an adjective.
    pub(super) adverbs: Words,
    /// Words that may stand between a subject and its verb.
    pub(super) clitics: Words,
    /// The negation.
    pub(super) negations: Words,
    pub(super) pronouns: HashMap<&'static str, Pronoun>,
    /// Forms of verbs that say nothing of a subject before them, such as those without one.
    pub(super) impersonal: Words,
    /// How forms of the third person end that are those for commands to one person too.
    pub(super) command_endings: Words,
    /// Forms with such an ending that are not.
    pub(super) no_commands: Words,
    /// Prepositions, perhaps with an article, that join to a noun what it is of.
    pub(super) genitives: Words,
    /// "And".
    pub(super) and: Words,
    /// Nouns that stand for several things or people, so that a verb may be in the plural.
    pub(super) vague: Words,
    /// What asks for the subjunctive in the clause behind it: its last word, and all of them.
    pub(super) subjunctive: HashMap<&'static str, Vec<Vec<&'static str>>>,
    /// Adjectives of countries and towns.
    pub(super) demonyms: Words,
    /// Those that are surnames too.
    pub(super) surnames: Words,
    /// Nouns behind which such an adjective may be part of a name.
    pub(super) names: Words,
    /// Words with which what a clause is about begins.
    pub(super) openers: Words,
    /// Words between a noun and its verb.
    pub(super) between: Words,
    /// Adjectives that are adverbs too.
    pub(super) adverbials: Words,
    /// The participles of copulas.
    pub(super) been: Words,
    /// Determiners, those that are other words too among them.
    pub(super) all_determiners: HashMap<&'static str, Vec<Determiner>>,
}

impl Lexicon {
    /// Reads what a language says of its words.
    pub(in crate::rules) fn new(sources: &Sources) -> Self {
        let kinds = Kinds::read(sources.words);
        Self {
            is_tolerated: sources.is_tolerated,
            form: sources.form,
            nouns: nouns(sources.nouns),
            adjectives: adjectives(sources.adjectives),
            verbs: verbs(sources.verbs, sources.subjunctive),
            determiners: determiners(&kinds, &kinds.words("unsure")),
            never_pronouns: kinds.words("never_pronoun"),
            plural: kinds.words("plural"),
            amounts: kinds.words("amount"),
            possessives: kinds.words("possessive"),
            predeterminers: kinds.words("predeterminer"),
            contractions: kinds.contractions(),
            conjunctions: kinds.words("conjunction"),
            comparatives: kinds.words("comparative"),
            joints: kinds.words("joint"),
            closing: kinds.words("closing"),
            adverbs: kinds.words("adverb"),
            clitics: kinds.words("clitic"),
            negations: kinds.words("negation"),
            pronouns: kinds.pronouns(),
            impersonal: kinds.words("impersonal"),
            command_endings: kinds.words("command_ending"),
            no_commands: kinds.words("no_command"),
            genitives: kinds.words("genitive"),
            and: kinds.words("and"),
            vague: kinds.words("vague"),
            subjunctive: kinds.triggers("subjunctive"),
            demonyms: kinds.words("demonym"),
            surnames: kinds.words("surname"),
            names: kinds.words("name"),
            openers: kinds.words("opener"),
            between: kinds.words("between"),
            adverbials: kinds.words("adverbial"),
            been: kinds.words("been"),
            all_determiners: determiners(&kinds, &Words::new()),
        }
    }
}

/// The lines of a table of words, by kind.
struct Kinds(HashMap<&'static str, Vec<Vec<&'static str>>>);

impl Kinds {
    fn read(table: &'static str) -> Self {
        let mut kinds: HashMap<&'static str, Vec<Vec<&'static str>>> = HashMap::new();
        for line in lines(table) {
            let mut columns = line.split('\t');
            if let Some(kind) = columns.next() {
                kinds.entry(kind).or_default().push(columns.collect());
            }
        }
        Self(kinds)
    }

    fn lines(&self, kind: &str) -> &[Vec<&'static str>] {
        self.0.get(kind).map_or(&[], Vec::as_slice)
    }

    fn words(&self, kind: &str) -> Words {
        self.lines(kind).iter().flatten().copied().collect()
    }

    fn contractions(&self) -> HashMap<(&'static str, &'static str), &'static str> {
        let lines = self.lines("contraction").iter();
        let lines = lines.filter_map(|line| <[&str; 3]>::try_from(line.as_slice()).ok());
        lines
            .map(|[preposition, article, both]| ((preposition, article), both))
            .collect()
    }

    fn pronouns(&self) -> HashMap<&'static str, Pronoun> {
        let lines = self.lines("pronoun").iter();
        let lines = lines.filter_map(|line| <[&str; 3]>::try_from(line.as_slice()).ok());
        lines
            .filter_map(|[word, person, gender]| {
                let gender = match gender {
                    "m" => Some(Gender::Masculine),
                    "f" => Some(Gender::Feminine),
                    _ => None,
                };
                let person = person.parse().ok()?;
                Some((word, Pronoun { person, gender }))
            })
            .collect()
    }

    fn triggers(&self, kind: &str) -> HashMap<&'static str, Vec<Vec<&'static str>>> {
        let mut triggers: HashMap<&'static str, Vec<Vec<&'static str>>> = HashMap::new();
        for phrase in self.lines(kind).iter().flatten() {
            let words: Vec<&str> = phrase.split(' ').collect();
            if let Some(last) = words.last().copied() {
                triggers.entry(last).or_default().push(words);
            }
        }
        triggers
    }
}

fn nouns(list: &'static str) -> HashMap<&'static str, Noun> {
    let mut nouns = HashMap::new();
    for line in lines(list) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [gender, singular, plural, marks @ ..] = columns.as_slice() else {
            continue;
        };
        let gender = match *gender {
            "f" => Gender::Feminine,
            "m" => Gender::Masculine,
            // "La artista" and "el artista" are both right.
            _ => continue,
        };
        let marks = marks.first().copied().unwrap_or_default();
        for (is_plural, form, other) in [(false, *singular, *plural), (true, *plural, *singular)] {
            let noun = Noun {
                features: Features { gender, is_plural },
                form,
                other,
                is_person: marks.contains('p'),
                has_other_gender: marks.contains('g'),
                is_measure: marks.contains('t'),
                is_verb: marks.contains('v'),
                begins_stressed: marks.contains('a'),
            };
            nouns.insert(form, noun);
        }
    }
    nouns
}

fn adjectives(list: &'static str) -> HashMap<&'static str, Adjective> {
    let mut adjectives = HashMap::new();
    for line in lines(list) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [one, two, three, four, marks @ ..] = columns.as_slice() else {
            continue;
        };
        let forms = [*one, *two, *three, *four];
        for form in forms {
            let adjective = Adjective {
                features: forms.map(|other| other == form),
                forms,
                is_loose: !marks.is_empty(),
            };
            adjectives.insert(form, adjective);
        }
    }
    adjectives
}

fn verbs(list: &'static str, subjunctive: usize) -> HashMap<&'static str, Vec<VerbForm>> {
    let mut tenses: HashMap<&'static str, Vec<Tense>> = HashMap::new();
    let mut unsure = HashSet::new();
    for line in lines(list) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [verb, kind, written @ ..] = columns.as_slice() else {
            continue;
        };
        let Ok(written) = <[&str; 6]>::try_from(written) else {
            continue;
        };
        unsure.extend(written.iter().filter_map(|form| form.strip_prefix('~')));
        let forms = written.map(|form| form.trim_start_matches('~'));
        tenses.entry(verb).or_default().push(Tense { kind, forms });
    }
    let mut verbs: HashMap<&'static str, Vec<VerbForm>> = HashMap::new();
    for tenses in tenses.values() {
        let wished = tenses.get(subjunctive).map(|tense| tense.forms);
        for (index, Tense { kind, forms }) in tenses.iter().enumerate() {
            for (person, &form) in forms.iter().enumerate() {
                // Forms that differ from this one by accents only, of other tenses.
                let twins = tenses.iter().filter(|tense| tense.forms != *forms);
                let twins = twins.flat_map(|tense| tense.forms.into_iter().enumerate());
                let twins = twins.filter(|(_, other)| *other != form && bare(other) == bare(form));
                verbs.entry(form).or_default().push(VerbForm {
                    forms: *forms,
                    person,
                    is_copula: *kind == "c",
                    is_auxiliary: *kind == "a",
                    is_present: index == 0,
                    subjunctive: wished.and_then(|forms| forms.get(person).copied()),
                    twins: twins.collect(),
                });
            }
        }
    }
    verbs.retain(|form, _| *form != NO_FORM && !unsure.contains(form));
    verbs
}

/// The six forms of a tense.
struct Tense {
    kind: &'static str,
    forms: [&'static str; 6],
}

/// A word without its accents.
fn bare(word: &str) -> String {
    word.nfd().filter(|c| !is_combining_mark(*c)).collect()
}

fn determiners(kinds: &Kinds, unsure: &Words) -> HashMap<&'static str, Vec<Determiner>> {
    let mut determiners: HashMap<&'static str, Vec<Determiner>> = HashMap::new();
    for line in kinds.lines("determiner") {
        let forms: Arc<[&'static str]> = line.as_slice().into();
        for (index, &form) in line.iter().enumerate() {
            let determiner = Determiner {
                forms: Arc::clone(&forms),
                is_plural: index * 2 >= line.len(),
                index,
            };
            if form != NO_FORM && !unsure.contains(form) {
                determiners.entry(form).or_default().push(determiner);
            }
        }
    }
    determiners
}

impl Determiner {
    /// Whether the form may be for nouns of the gender of one. Those that differ by sound only have several.
    pub(super) fn has_gender_of(&self, noun: &Noun) -> bool {
        let half = self.forms.len().div_euclid(2);
        let place = self.index.checked_rem(half).unwrap_or_default();
        // The feminine is the last of its half; what elides may be either.
        let is_feminine = place + 1 == half;
        let elides = self
            .forms
            .get(self.index)
            .is_some_and(|form| form.ends_with('\''));
        elides || is_feminine == (noun.features.gender == Gender::Feminine)
    }
}

impl Adjective {
    /// Whether the form fits a noun.
    pub(super) fn fits(&self, features: Features) -> bool {
        self.features.get(features.index()).copied().unwrap_or(true)
    }

    /// The form that fits a noun.
    pub(super) fn form(&self, features: Features) -> Option<&'static str> {
        self.forms.get(features.index()).copied()
    }

    /// Whether the form may be one for several things.
    pub(super) fn may_be(&self, is_plural: bool) -> bool {
        (0..4).any(|index| {
            Features::at(index).is_plural == is_plural
                && self.features.get(index).copied().unwrap_or_default()
        })
    }
}
