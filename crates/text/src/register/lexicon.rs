//! The words that tell registers apart, and their look-up.

use std::collections::HashMap;

use super::evidence::Evidence;
use super::words::{Word, placed_words};
use crate::words::capitalised;

/// What a word speaks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Strangers are addressed.
    Formal,
    /// Friends are addressed.
    Informal,
    /// Strangers are addressed, or others spoken of.
    PossiblyFormal,
}

/// The forms that speak for one thing, each list separated by white space.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Forms {
    /// Words in lower case, which count in any case.
    pub(super) words: &'static str,
    /// Words that count as they are written only, and not where a sentence begins.
    pub(super) exact: &'static str,
    /// Forms of verbs that count as imperatives: where a sentence begins, apart from openers.
    pub(super) imperatives: &'static str,
    /// What words end in.
    pub(super) endings: &'static str,
}

impl Forms {
    /// No forms.
    pub(super) const NONE: Self = Self {
        words: "",
        exact: "",
        imperatives: "",
        endings: "",
    };
}

/// What one language tells its registers apart by, as it is written down.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source {
    /// What strangers are addressed by.
    pub(super) formal: Forms,
    /// What friends are addressed by.
    pub(super) informal: Forms,
    /// What strangers are addressed by and others are spoken of.
    pub(super) possibly_formal: Forms,
    /// Words that may stand before an imperative: `bitte`, `non`.
    pub(super) openers: &'static str,
    /// Words that join one imperative to the next: `und`.
    pub(super) joints: &'static str,
    /// Words that an ending is not to be taken for.
    pub(super) exceptions: &'static str,
    /// What the words around a word say of it, before anything else is asked.
    pub(super) rule: Rule,
}

/// What a rule says of the word at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ruling {
    /// Nothing: the lists decide.
    Open,
    /// It speaks for nothing here.
    Nothing,
    /// It speaks for this.
    Is(Mark),
}

/// Judges a word by the words around it.
pub(super) type Rule = fn(&[Word<'_>], usize) -> Ruling;

/// A rule for languages that need none.
pub(super) const fn no_rule(_: &[Word<'_>], _: usize) -> Ruling {
    Ruling::Open
}

/// A `Source` ready for look-up.
#[derive(Debug)]
pub struct Lexicon {
    words: HashMap<&'static str, Mark>,
    exact: HashMap<&'static str, Mark>,
    imperatives: HashMap<&'static str, Mark>,
    endings: Vec<(&'static str, Mark)>,
    source: Source,
}

/// How many letters a word must have before an ending.
const SHORTEST_STEM: usize = 2;

impl Lexicon {
    pub(super) fn new(source: Source) -> Self {
        let marked = [
            (source.possibly_formal, Mark::PossiblyFormal),
            (source.formal, Mark::Formal),
            (source.informal, Mark::Informal),
        ];
        let table = |list: fn(Forms) -> &'static str| {
            let entries = marked.iter().flat_map(move |(forms, mark)| {
                list(*forms).split_whitespace().map(|word| (word, *mark))
            });
            entries.collect::<Vec<_>>()
        };
        Self {
            words: table(|forms| forms.words).into_iter().collect(),
            exact: table(|forms| forms.exact).into_iter().collect(),
            imperatives: table(|forms| forms.imperatives).into_iter().collect(),
            endings: table(|forms| forms.endings),
            source,
        }
    }

    /// What in a text tells of its register.
    pub(super) fn evidence(&self, text: &str) -> Evidence {
        let words = placed_words(text);
        let mut evidence = Evidence::default();
        // Whether an imperative may stand here, and whether one stood in this sentence.
        let (mut is_open, mut had_imperative) = (true, false);
        for (index, word) in words.iter().enumerate() {
            if word.opens {
                (is_open, had_imperative) = (true, false);
            }
            let imperative = self.imperatives.get(&word.lower[..]).filter(|_| is_open);
            let mark = match (self.source.rule)(&words, index) {
                Ruling::Is(mark) => Some(mark),
                Ruling::Nothing => None,
                Ruling::Open => imperative.copied().or_else(|| self.mark(word)),
            };
            match mark {
                Some(Mark::Formal) => evidence.formal += 1,
                Some(Mark::Informal) => evidence.informal += 1,
                Some(Mark::PossiblyFormal) => evidence.possibly_formal += 1,
                None => {}
            }
            had_imperative |= imperative.is_some();
            is_open = is_open && is_in(self.source.openers, &word.lower)
                || had_imperative && is_in(self.source.joints, &word.lower);
        }
        evidence
    }

    /// What a word speaks for wherever it stands.
    fn mark(&self, word: &Word<'_>) -> Option<Mark> {
        let exact = self.exact.get(word.text).filter(|_| !word.begins_sentence);
        let listed = exact.or_else(|| self.words.get(&word.lower[..]));
        listed.copied().or_else(|| self.mark_of_ending(&word.lower))
    }

    fn mark_of_ending(&self, word: &str) -> Option<Mark> {
        let (_, mark) = self.endings.iter().find(|(ending, _)| {
            let stem = word.strip_suffix(ending);
            stem.is_some_and(|stem| stem.chars().count() >= SHORTEST_STEM)
        })?;
        (!is_in(self.source.exceptions, word)).then_some(*mark)
    }

    /// The pronouns and possessives as they may be written.
    pub fn pronouns(&self) -> impl Iterator<Item = (String, Mark)> {
        let exact = self.exact.iter();
        let exact = exact.map(|(form, mark)| ((*form).to_owned(), *mark));
        self.words.iter().flat_map(in_both_cases).chain(exact)
    }

    /// The forms of verbs that are imperatives at the beginning of a sentence, as they may be
    /// written.
    pub fn imperatives(&self) -> impl Iterator<Item = (String, Mark)> {
        self.imperatives.iter().flat_map(in_both_cases)
    }

    /// What a complete word speaks for by its ending alone.
    pub fn ending(&self, word: &str) -> Option<Mark> {
        self.mark_of_ending(&word.to_lowercase())
    }
}

fn in_both_cases((form, mark): (&&'static str, &Mark)) -> [(String, Mark); 2] {
    [((*form).to_owned(), *mark), (capitalised(form), *mark)]
}

/// Whether a word is in a list that is separated by white space.
pub(super) fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|other| other == word)
}
