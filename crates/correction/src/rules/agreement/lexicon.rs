//! The words of a language that the agreement rules need.

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
    /// The index among the four forms: masculine singular, feminine singular, masculine plural, feminine plural.
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
    /// The form in the other number.
    pub(in crate::rules) other: &'static str,
    /// Whether it denotes a person, who can perform actions.
    pub(in crate::rules) is_person: bool,
    /// Whether it has a form for the other gender, so that the noun may be the word that is wrong.
    pub(in crate::rules) has_other_gender: bool,
    /// Whether it denotes a time, frequency or amount, so that the words after it may belong to another noun.
    pub(in crate::rules) is_measure: bool,
    /// Whether it is also a form of a verb.
    pub(in crate::rules) is_verb: bool,
    /// Whether its singular takes the masculine article because it begins with a stressed vowel, as in "el agua".
    pub(in crate::rules) takes_masculine_article: bool,
}

/// Stands for a missing form in the tables.
pub(super) const NO_FORM: &str = "-";

/// A determiner, which agrees with the noun after it.
#[derive(Debug, Clone)]
pub(in crate::rules) struct Determiner {
    /// All its forms, in an order that depends on the language.
    pub(in crate::rules) forms: Arc<[&'static str]>,
    /// Whether this form is plural; false for words without a number.
    pub(in crate::rules) is_plural: bool,
    /// The index of this form.
    pub(super) index: usize,
}

/// A form of an adjective or participle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Adjective {
    pub(super) features: PerForm<bool>,
    pub(super) forms: PerForm<&'static str>,
    /// Whether it may describe the subject although it follows another noun, or may be an adverb.
    pub(super) may_describe_subject: bool,
}

/// A value for each [`Features::index`].
pub(super) type PerForm<T> = [T; 4];

/// A finite form of a verb.
#[derive(Debug, Clone)]
pub(super) struct VerbForm {
    /// The six forms of the tense.
    pub(super) forms: [&'static str; 6],
    /// The index of this form.
    pub(super) person: usize,
    pub(super) is_copula: bool,
    /// Whether the verb is an auxiliary: after a subject, a participle follows it.
    pub(super) is_auxiliary: bool,
    /// Whether the tense is the present.
    pub(super) is_present: bool,
    /// The form for the same person in the present subjunctive.
    pub(super) subjunctive: Option<&'static str>,
    /// Forms of other tenses that differ only by accents, each with its person.
    pub(super) accent_variants: Vec<(usize, &'static str)>,
}

/// The word lists of a language.
pub(in crate::rules) struct LexiconSources {
    /// Lines of a category and its words; the files explain the categories.
    pub(in crate::rules) words: &'static str,
    /// Lines of gender, singular, plural and flags: `p` is a person, `g` has a form for the other gender, `v` is also a
    /// form of a verb, `t` is a time, frequency or amount, `a` begins with a stressed a.
    pub(in crate::rules) nouns: &'static str,
    /// Lines of four forms, and the flag `d` for those that may describe the subject.
    pub(in crate::rules) adjectives: &'static str,
    /// Lines of the infinitive, `c` for a copula, `a` for an auxiliary or `-`, and six forms. `-` is a missing form,
    /// and `~` precedes a form that is also another word. The first line of a verb is its present tense.
    pub(in crate::rules) verbs: &'static str,
    /// Whether a form of a determiner is correct although another one is usual.
    pub(in crate::rules) is_tolerated: fn(&str, &Noun) -> bool,
    /// The form of a determiner before a noun.
    pub(in crate::rules) form: fn(&Determiner, &Noun) -> Option<&'static str>,
    /// The index of the line of a verb that has its present subjunctive.
    pub(in crate::rules) subjunctive: usize,
}

/// A set of words.
pub(super) type Words = HashSet<&'static str>;

/// A personal pronoun that is a subject.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pronoun {
    /// From 0 to 5.
    pub(super) person: usize,
    pub(super) gender: Option<Gender>,
}

/// The words of a language by their forms.
pub(in crate::rules) struct Lexicon {
    pub(super) is_tolerated: fn(&str, &Noun) -> bool,
    pub(super) form: fn(&Determiner, &Noun) -> Option<&'static str>,
    pub(super) nouns: HashMap<&'static str, Noun>,
    pub(super) adjectives: HashMap<&'static str, Adjective>,
    pub(super) verbs: HashMap<&'static str, Vec<VerbForm>>,
    pub(super) determiners: HashMap<&'static str, Vec<Determiner>>,
    /// Forms of determiners that are never pronouns, so that no verb follows them.
    pub(super) never_pronouns: Words,
    /// Words after which a noun is certainly plural.
    pub(super) plural: Words,
    /// Determiners of amount, which are plural if the noun is.
    pub(super) amounts: Words,
    /// Determiners without gender.
    pub(super) possessives: Words,
    /// Words that may precede a determiner and belong to the same noun.
    pub(super) predeterminers: Words,
    /// Contractions of a preposition and an article.
    pub(super) contractions: HashMap<(&'static str, &'static str), &'static str>,
    /// Conjunctions that begin a clause.
    pub(super) conjunctions: Words,
    /// Words that compare.
    pub(super) comparatives: Words,
    /// Words that join nouns, or a noun and its complement.
    pub(super) joints: Words,
    /// Words that cannot continue the phrase before them.
    pub(super) phrase_ends: Words,
    /// Adverbs that occur between a copula and an adjective.
    pub(super) adverbs: Words,
    /// Pronouns that occur between a subject and its verb.
    pub(super) clitics: Words,
    /// Negations.
    pub(super) negations: Words,
    pub(super) pronouns: HashMap<&'static str, Pronoun>,
    /// Forms of verbs that need no subject before them, such as those of impersonal verbs.
    pub(super) impersonal: Words,
    /// Endings of third-person forms that are also the imperative.
    pub(super) imperative_endings: Words,
    /// Forms with such an ending that are not an imperative.
    pub(super) not_imperatives: Words,
    /// Prepositions, perhaps contracted with an article, that introduce a complement of a noun.
    pub(super) genitives: Words,
    /// The conjunction "and".
    pub(super) and: Words,
    /// Collective nouns, whose verb may be plural.
    pub(super) collectives: Words,
    /// Phrases that require the subjunctive in the clause after them, by their last word.
    pub(super) subjunctive: HashMap<&'static str, Vec<Vec<&'static str>>>,
    /// Demonyms: the adjectives of countries and towns.
    pub(super) demonyms: Words,
    /// Demonyms that are also surnames.
    pub(super) surnames: Words,
    /// Nouns after which a demonym may be part of a name.
    pub(super) names: Words,
    /// Words that introduce the subject of a clause.
    pub(super) openers: Words,
    /// Words between a noun and its verb.
    pub(super) between: Words,
    /// Adjectives that are also adverbs.
    pub(super) adverbials: Words,
    /// The participles of copulas.
    pub(super) copula_participles: Words,
    /// All determiners, including those that are also other words.
    pub(super) all_determiners: HashMap<&'static str, Vec<Determiner>>,
}

impl Lexicon {
    /// Reads the word lists of a language.
    pub(in crate::rules) fn new(sources: &LexiconSources) -> Self {
        let categories = WordCategories::read(sources.words);
        Self {
            is_tolerated: sources.is_tolerated,
            form: sources.form,
            nouns: nouns(sources.nouns),
            adjectives: adjectives(sources.adjectives),
            verbs: verbs(sources.verbs, sources.subjunctive),
            determiners: determiners(&categories, &categories.words("ambiguous")),
            never_pronouns: categories.words("never_pronoun"),
            plural: categories.words("plural"),
            amounts: categories.words("amount"),
            possessives: categories.words("possessive"),
            predeterminers: categories.words("predeterminer"),
            contractions: categories.contractions(),
            conjunctions: categories.words("conjunction"),
            comparatives: categories.words("comparative"),
            joints: categories.words("joint"),
            phrase_ends: categories.words("phrase_end"),
            adverbs: categories.words("adverb"),
            clitics: categories.words("clitic"),
            negations: categories.words("negation"),
            pronouns: categories.pronouns(),
            impersonal: categories.words("impersonal"),
            imperative_endings: categories.words("imperative_ending"),
            not_imperatives: categories.words("not_imperative"),
            genitives: categories.words("genitive"),
            and: categories.words("and"),
            collectives: categories.words("collective"),
            subjunctive: categories.triggers("subjunctive"),
            demonyms: categories.words("demonym"),
            surnames: categories.words("surname"),
            names: categories.words("name"),
            openers: categories.words("opener"),
            between: categories.words("between"),
            adverbials: categories.words("adverbial"),
            copula_participles: categories.words("copula_participle"),
            all_determiners: determiners(&categories, &Words::new()),
        }
    }
}

/// The lines of a table of words, by category.
struct WordCategories(HashMap<&'static str, Vec<Vec<&'static str>>>);

impl WordCategories {
    fn read(table: &'static str) -> Self {
        let mut categories: HashMap<&'static str, Vec<Vec<&'static str>>> = HashMap::new();
        for line in lines(table) {
            let mut columns = line.split('\t');
            if let Some(category) = columns.next() {
                categories
                    .entry(category)
                    .or_default()
                    .push(columns.collect());
            }
        }
        Self(categories)
    }

    fn lines(&self, category: &str) -> &[Vec<&'static str>] {
        self.0.get(category).map_or(&[], Vec::as_slice)
    }

    fn words(&self, category: &str) -> Words {
        self.lines(category).iter().flatten().copied().collect()
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

    fn triggers(&self, category: &str) -> HashMap<&'static str, Vec<Vec<&'static str>>> {
        let mut triggers: HashMap<&'static str, Vec<Vec<&'static str>>> = HashMap::new();
        for phrase in self.lines(category).iter().flatten() {
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
            // "La artista" and "el artista" are both correct.
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
                takes_masculine_article: marks.contains('a'),
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
                may_describe_subject: !marks.is_empty(),
            };
            adjectives.insert(form, adjective);
        }
    }
    adjectives
}

fn verbs(list: &'static str, subjunctive: usize) -> HashMap<&'static str, Vec<VerbForm>> {
    let mut tenses: HashMap<&'static str, Vec<Tense>> = HashMap::new();
    let mut ambiguous = HashSet::new();
    for line in lines(list) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [verb, kind, written @ ..] = columns.as_slice() else {
            continue;
        };
        let Ok(written) = <[&str; 6]>::try_from(written) else {
            continue;
        };
        ambiguous.extend(written.iter().filter_map(|form| form.strip_prefix('~')));
        let forms = written.map(|form| form.trim_start_matches('~'));
        tenses.entry(verb).or_default().push(Tense { kind, forms });
    }
    let mut verbs: HashMap<&'static str, Vec<VerbForm>> = HashMap::new();
    for tenses in tenses.values() {
        let wished = tenses.get(subjunctive).map(|tense| tense.forms);
        for (index, Tense { kind, forms }) in tenses.iter().enumerate() {
            for (person, &form) in forms.iter().enumerate() {
                // Forms of other tenses that differ from this one only by accents.
                let accent_variants = tenses.iter().filter(|tense| tense.forms != *forms);
                let accent_variants =
                    accent_variants.flat_map(|tense| tense.forms.into_iter().enumerate());
                let accent_variants = accent_variants.filter(|(_, other)| {
                    *other != form && without_accents(other) == without_accents(form)
                });
                verbs.entry(form).or_default().push(VerbForm {
                    forms: *forms,
                    person,
                    is_copula: *kind == "c",
                    is_auxiliary: *kind == "a",
                    is_present: index == 0,
                    subjunctive: wished.and_then(|forms| forms.get(person).copied()),
                    accent_variants: accent_variants.collect(),
                });
            }
        }
    }
    verbs.retain(|form, _| *form != NO_FORM && !ambiguous.contains(form));
    verbs
}

/// The six forms of a tense.
struct Tense {
    kind: &'static str,
    forms: [&'static str; 6],
}

/// A word without its accents.
fn without_accents(word: &str) -> String {
    word.nfd().filter(|c| !is_combining_mark(*c)).collect()
}

fn determiners(
    categories: &WordCategories,
    ambiguous: &Words,
) -> HashMap<&'static str, Vec<Determiner>> {
    let mut determiners: HashMap<&'static str, Vec<Determiner>> = HashMap::new();
    for line in categories.lines("determiner") {
        let forms: Arc<[&'static str]> = line.as_slice().into();
        for (index, &form) in line.iter().enumerate() {
            let determiner = Determiner {
                forms: Arc::clone(&forms),
                is_plural: index * 2 >= line.len(),
                index,
            };
            if form != NO_FORM && !ambiguous.contains(form) {
                determiners.entry(form).or_default().push(determiner);
            }
        }
    }
    determiners
}

impl Determiner {
    /// Whether the form agrees with the gender of a noun. A gender may have several forms, which depend on the first
    /// sound of the noun.
    pub(super) fn has_gender_of(&self, noun: &Noun) -> bool {
        let half = self.forms.len().div_euclid(2);
        let place = self.index.checked_rem(half).unwrap_or_default();
        // The feminine form is the last of its number; an elided form may be either.
        let is_feminine = place + 1 == half;
        let elides = self
            .forms
            .get(self.index)
            .is_some_and(|form| form.ends_with('\''));
        elides || is_feminine == (noun.features.gender == Gender::Feminine)
    }
}

impl Adjective {
    /// Whether the form agrees with a noun.
    pub(super) fn fits(&self, features: Features) -> bool {
        self.features.get(features.index()).copied().unwrap_or(true)
    }

    /// The form that agrees with a noun.
    pub(super) fn form(&self, features: Features) -> Option<&'static str> {
        self.forms.get(features.index()).copied()
    }

    /// Whether the form may have a number.
    pub(super) fn may_be(&self, is_plural: bool) -> bool {
        (0..4).any(|index| {
            Features::at(index).is_plural == is_plural
                && self.features.get(index).copied().unwrap_or_default()
        })
    }
}
