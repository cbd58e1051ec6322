//! The words of a language that agreement is about.

use std::collections::{HashMap, HashSet};

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

/// A word that stands before nouns and agrees with them.
#[derive(Debug, Clone, Copy)]
pub(in crate::rules) struct Determiner {
    /// All its forms, in the order of the language.
    pub(in crate::rules) forms: &'static [&'static str],
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
#[derive(Debug, Clone, Copy)]
pub(super) struct VerbForm {
    /// The six forms of that tense.
    pub(super) forms: [&'static str; 6],
    /// Which of them it is.
    pub(super) person: usize,
    pub(super) is_copula: bool,
}

/// What a language says of its words.
pub(in crate::rules) struct Sources {
    /// Lines of gender, singular, plural, and marks: `p` is somebody, `g` has a form for the other gender, `v` is a form
    /// of a verb too, `t` says when, how often or how much, `a` begins with a stressed a.
    pub(in crate::rules) nouns: &'static str,
    /// Lines of four forms, and a mark `d` for those that may describe who acts.
    pub(in crate::rules) adjectives: &'static str,
    /// Lines of the verb, `c` for a copula or `-`, and six forms; `-` is none, `~` before one that is another word too.
    pub(in crate::rules) verbs: &'static str,
    /// Determiners with their forms; the first half is for one thing, the second for several.
    pub(in crate::rules) determiners: &'static [&'static [&'static str]],
    /// Forms of determiners that are other words too, so that nothing follows from them.
    pub(in crate::rules) unsure: &'static [&'static str],
    /// Forms of determiners that are never pronouns, so that no verb stands behind them.
    pub(in crate::rules) never_pronouns: &'static [&'static str],
    /// Words behind which nouns have a plural for certain.
    pub(in crate::rules) plural: &'static [&'static str],
    /// Determiners of amounts, which are for several things where the noun is.
    pub(in crate::rules) amounts: &'static [&'static str],
    /// Determiners that say nothing of gender or number.
    pub(in crate::rules) possessives: &'static [&'static str],
    /// Forms of determiners that are right, though others are usual.
    pub(in crate::rules) is_tolerated: fn(&str, &Noun) -> bool,
    /// Words that may stand before a determiner and belong to it.
    pub(in crate::rules) predeterminers: &'static [&'static str],
    /// Prepositions that melt with an article: preposition, article, both.
    pub(in crate::rules) contractions: &'static [(&'static str, &'static str, &'static str)],
    /// The form of a determiner before a noun.
    pub(in crate::rules) form: fn(&Determiner, &Noun) -> Option<&'static str>,
    /// Conjunctions behind which a clause begins.
    pub(in crate::rules) conjunctions: &'static [&'static str],
    /// Words that compare.
    pub(in crate::rules) comparatives: &'static [&'static str],
    /// Words that join nouns, or a noun to what it belongs to.
    pub(in crate::rules) joints: &'static [&'static str],
    /// Words behind which what stood before is complete.
    pub(in crate::rules) closing: &'static [&'static str],
    /// Adverbs that stand between a copula and an adjective.
    pub(in crate::rules) adverbs: &'static [&'static str],
    /// Words that may stand between a subject and its verb.
    pub(in crate::rules) clitics: &'static [&'static str],
    /// Pronouns that are subjects, with person (0 to 5) and, of the third, gender.
    pub(in crate::rules) pronouns: &'static [(&'static str, usize, Option<Gender>)],
    /// Forms of verbs that say nothing of a subject before them, such as those without one.
    pub(in crate::rules) impersonal: &'static [&'static str],
}

/// The words of a language, to be looked up.
pub(in crate::rules) struct Lexicon {
    pub(super) sources: Sources,
    pub(super) nouns: HashMap<&'static str, Noun>,
    pub(super) adjectives: HashMap<&'static str, Adjective>,
    pub(super) verbs: HashMap<&'static str, Vec<VerbForm>>,
    pub(super) determiners: HashMap<&'static str, Vec<Determiner>>,
    pub(super) conjunctions: HashSet<&'static str>,
    pub(super) comparatives: HashSet<&'static str>,
    pub(super) closing: HashSet<&'static str>,
}

impl Lexicon {
    /// Reads what a language says of its words.
    pub(in crate::rules) fn new(sources: Sources) -> Self {
        let set = |words: &[&'static str]| words.iter().copied().collect();
        Self {
            nouns: nouns(sources.nouns),
            adjectives: adjectives(sources.adjectives),
            verbs: verbs(sources.verbs),
            determiners: determiners(&sources),
            conjunctions: set(sources.conjunctions),
            comparatives: set(sources.comparatives),
            closing: set(sources.closing),
            sources,
        }
    }
}

/// The lines of a list that are not for people.
fn lines(list: &'static str) -> impl Iterator<Item = &'static str> {
    let lines = list.lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn nouns(list: &'static str) -> HashMap<&'static str, Noun> {
    let mut nouns = HashMap::new();
    for line in lines(list) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [gender, singular, plural, marks @ ..] = columns.as_slice() else {
            continue;
        };
        let gender = if *gender == "f" {
            Gender::Feminine
        } else {
            Gender::Masculine
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

fn verbs(list: &'static str) -> HashMap<&'static str, Vec<VerbForm>> {
    let mut verbs: HashMap<&'static str, Vec<VerbForm>> = HashMap::new();
    let mut unsure = HashSet::new();
    for line in lines(list) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [_, kind, written @ ..] = columns.as_slice() else {
            continue;
        };
        let Ok(written) = <[&str; 6]>::try_from(written) else {
            continue;
        };
        unsure.extend(written.iter().filter_map(|form| form.strip_prefix('~')));
        let forms = written.map(|form| form.trim_start_matches('~'));
        for (person, form) in forms.into_iter().enumerate() {
            let is_copula = *kind == "c";
            verbs.entry(form).or_default().push(VerbForm {
                forms,
                person,
                is_copula,
            });
        }
    }
    verbs.retain(|form, _| *form != "-" && !unsure.contains(form));
    verbs
}

fn determiners(sources: &Sources) -> HashMap<&'static str, Vec<Determiner>> {
    let mut determiners: HashMap<&'static str, Vec<Determiner>> = HashMap::new();
    for &forms in sources.determiners {
        for (index, &form) in forms.iter().enumerate() {
            let determiner = Determiner {
                forms,
                is_plural: index * 2 >= forms.len(),
                index,
            };
            if !form.is_empty() && !sources.unsure.contains(&form) {
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
