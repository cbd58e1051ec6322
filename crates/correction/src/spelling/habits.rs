//! What people of a language get wrong, and which words they write most.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use dragoman_language::Language;
use dragoman_text::{EditCosts, ErrorModel, capitalised};

use crate::base_language::BaseLanguage;
use crate::conventions::Conventions;

/// How the words of a language are written and misspelled.
#[derive(Default)]
pub(crate) struct Habits {
    /// Very common words.
    common: HashSet<&'static str>,
    /// How words begin that people write often; none where nobody has counted.
    familiar: HashSet<&'static str>,
    /// Words that are right, whatever its dictionary says: those of everyday life, and of other languages.
    more: HashSet<&'static str>,
    /// What is meant by misspelled words, by the variant for which that is so.
    misspelled: HashMap<&'static str, (&'static str, &'static str)>,
    /// Letters that sound alike: what is written, what is meant.
    sounds: Vec<(&'static str, &'static str)>,
    /// What stands before the names of people, in small letters.
    titles: HashSet<&'static str>,
    /// Words as they stand before an apostrophe, in small letters.
    pub(super) elided: HashSet<&'static str>,
}

/// The costs of edits in all languages but English.
const COSTS: EditCosts = EditCosts {
    other: 1.0,
    surplus: 1.0,
    // The most frequent error.
    missing: 0.85,
    silent: 0.85,
    swap: 0.7,
    neighbour: 0.85,
    double: 0.55,
    sound: 0.5,
    mark: 0.3,
    capital: 0.2,
    joint: 1.4,
    apostrophe: 0.3,
    first: 0.5,
};

static HABITS: LazyLock<HashMap<&'static str, Habits>> = LazyLock::new(read);

impl Habits {
    pub(crate) fn of(base: BaseLanguage) -> &'static Self {
        static NONE: LazyLock<Habits> = LazyLock::new(Habits::default);
        HABITS.get(base.tag()).unwrap_or(&NONE)
    }

    /// The error model of the language.
    pub(super) fn error_model(&self, conventions: &Conventions) -> ErrorModel<'_> {
        ErrorModel {
            costs: COSTS,
            keyboard: conventions.keyboard,
            sounds: &self.sounds,
            transcriptions: conventions.transcriptions,
            alike: &[],
            silent: "",
        }
    }

    /// Whether a word, in small letters and without its full stop, stands before names.
    pub(super) fn is_title(&self, word: &str) -> bool {
        self.titles.contains(word)
    }

    /// Whether a word is one of the most common.
    pub(super) fn is_common(&self, word: &str) -> bool {
        self.common.contains(word)
    }

    /// Whether a word, in small letters, begins as words do that people write often.
    pub(super) fn is_familiar(&self, word: &str) -> bool {
        let end = word.char_indices().nth(BEGINNING);
        let beginning = word.get(..end.map_or(word.len(), |(end, _)| end));
        self.familiar.is_empty() || beginning.is_some_and(|it| self.familiar.contains(it))
    }

    /// Whether a word is right although a dictionary may lack it.
    pub(super) fn is_right(&self, word: &str) -> bool {
        // What has lost its apostrophe is no other word.
        self.more.contains(word) || (word.len() > 2 && self.elided.contains(word))
    }

    /// Whether a compound ends in a noun that is right although a dictionary may lack it.
    pub(super) fn ends_right(&self, word: &str) -> bool {
        const SHORTEST: usize = 5;
        let small = word.to_lowercase();
        let starts = small.char_indices().map(|(at, _)| at).skip(3);
        let mut tails = starts.filter_map(|at| small.get(at..));
        word.starts_with(char::is_uppercase)
            && tails.any(|tail| {
                tail.chars().count() >= SHORTEST && self.more.contains(capitalised(tail).as_str())
            })
    }

    /// Whether a word, in small letters, is at home in many languages.
    pub(super) fn is_foreign(word: &str) -> bool {
        static FOREIGN: LazyLock<HashSet<&'static str>> =
            LazyLock::new(|| word_list(FOREIGN_WORDS));
        FOREIGN.contains(word)
    }

    /// What is meant by a word, in small letters, that is misspelled in a well-known way.
    pub(super) fn meant_by(&self, word: &str, language: Language) -> Option<&'static str> {
        let (variant, meant) = self.misspelled.get(word)?;
        let is_for = !variant.contains('-') || *variant == language.tag();
        is_for.then_some(*meant)
    }
}

/// How many letters of a familiar word say that it is one.
const BEGINNING: usize = 6;

/// Whether a word, in small letters, is one of trades, mostly of computing, which people write in texts of every language.
pub fn is_jargon(word: &str) -> bool {
    static JARGON: LazyLock<HashSet<&'static str>> =
        LazyLock::new(|| word_list(include_str!("../../rules/words/jargon.txt")));
    JARGON.contains(word)
}

fn word_list(text: &'static str) -> HashSet<&'static str> {
    lines(text).flat_map(str::split_whitespace).collect()
}

const FOREIGN_WORDS: &str = include_str!("../../rules/words/foreign.txt");

/// Takes a word of a list in.
type Add = fn(&mut Habits, &'static str);

/// The lists of words, each with the part of the habits that it is for: every line is a language and its words.
const LISTS: [(&str, Add); 6] = [
    (
        include_str!("../../rules/words/common.txt"),
        |habits, word| {
            habits.common.insert(word);
        },
    ),
    (
        include_str!("../../rules/words/familiar.txt"),
        |habits, word| {
            habits.familiar.insert(word);
        },
    ),
    (
        include_str!("../../rules/words/more.txt"),
        |habits, word| {
            habits.more.insert(word);
        },
    ),
    (
        include_str!("../../rules/words/titles.txt"),
        |habits, word| {
            habits.titles.insert(word);
        },
    ),
    (
        include_str!("../../rules/words/elided.txt"),
        |habits, word| {
            habits.elided.insert(word);
        },
    ),
    (
        include_str!("../../rules/words/sounds.txt"),
        |habits, pair| {
            habits.sounds.extend(pair.split_once('>'));
        },
    ),
];

fn read() -> HashMap<&'static str, Habits> {
    let mut habits: HashMap<&str, Habits> = HashMap::new();
    for (list, add) in LISTS {
        for line in lines(list) {
            let (tag, words) = line.split_once(' ').unwrap_or_default();
            let habits = habits.entry(tag).or_default();
            for word in words.split_whitespace() {
                add(habits, word);
            }
        }
    }
    for line in lines(include_str!("../../rules/words/misspelled.tsv")) {
        let mut columns = line.split('\t');
        if let (Some(variant), Some(word), Some(meant)) =
            (columns.next(), columns.next(), columns.next())
        {
            let tag = variant.split('-').next().unwrap_or_default();
            let habits = habits.entry(tag).or_default();
            habits.misspelled.insert(word, (variant, meant));
        }
    }
    habits
}

/// The lines of a table that are not for people.
pub(super) fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}
