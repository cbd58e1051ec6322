//! Word lists for spelling: common words, known misspellings, titles of persons.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use dragoman_language::Language;
use dragoman_text::{EditCosts, ErrorModel, capitalised};

use crate::base_language::BaseLanguage;
use crate::data_files::lines;
use crate::orthography::Orthography;
use crate::packed;

/// The word lists of a language. Words are in lower case unless stated otherwise.
#[derive(Default)]
pub(crate) struct WordLists {
    /// Very common words.
    common: HashSet<&'static str>,
    /// Beginnings of frequent words; empty if there are no word frequencies for the language.
    frequent_beginnings: HashSet<&'static str>,
    /// Words that are correct although the dictionary may lack them, with their capitals.
    accepted: HashSet<&'static str>,
    /// Known misspellings, each with the variant of the language to which it applies and the correct spelling.
    misspelled: HashMap<&'static str, (&'static str, &'static str)>,
    /// Letters that sound similar, as pairs of what is written and what is meant.
    sounds: Vec<(&'static str, &'static str)>,
    /// Titles before personal names.
    titles: HashSet<&'static str>,
    /// Elided words, without their apostrophe.
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

static WORD_LISTS: LazyLock<HashMap<&'static str, WordLists>> = LazyLock::new(read);

impl WordLists {
    pub(crate) fn of(base: BaseLanguage) -> &'static Self {
        static NONE: LazyLock<WordLists> = LazyLock::new(WordLists::default);
        WORD_LISTS.get(base.tag()).unwrap_or(&NONE)
    }

    /// The error model of the language.
    pub(super) fn error_model(&self, orthography: &Orthography) -> ErrorModel<'_> {
        ErrorModel {
            costs: COSTS,
            keyboard: orthography.keyboard,
            sounds: &self.sounds,
            transcriptions: orthography.transcriptions,
            alike: &[],
            silent: "",
        }
    }

    /// Whether a word, in lower case and without its full stop, is a title of a person.
    pub(super) fn is_title(&self, word: &str) -> bool {
        self.titles.contains(word)
    }

    /// Whether a word is one of the most common.
    pub(super) fn is_common(&self, word: &str) -> bool {
        self.common.contains(word)
    }

    /// Whether a word, in lower case, has the beginning of a frequent word.
    pub(super) fn has_frequent_beginning(&self, word: &str) -> bool {
        let end = word.char_indices().nth(BEGINNING_LENGTH);
        let beginning = word.get(..end.map_or(word.len(), |(end, _)| end));
        self.frequent_beginnings.is_empty()
            || beginning.is_some_and(|it| self.frequent_beginnings.contains(it))
    }

    /// Whether a word is correct although a dictionary may lack it.
    pub(super) fn is_accepted(&self, word: &str) -> bool {
        // An elided word without its apostrophe is not a misspelling of another word.
        self.accepted.contains(word) || (word.len() > 2 && self.elided.contains(word))
    }

    /// Whether the last part of a compound is a noun that is correct although a dictionary may lack it.
    pub(super) fn ends_in_accepted_noun(&self, word: &str) -> bool {
        const MIN_LENGTH: usize = 5;
        let small = word.to_lowercase();
        let starts = small.char_indices().map(|(at, _)| at).skip(3);
        let mut tails = starts.filter_map(|at| small.get(at..));
        word.starts_with(char::is_uppercase)
            && tails.any(|tail| {
                tail.chars().count() >= MIN_LENGTH
                    && self.accepted.contains(capitalised(tail).as_str())
            })
    }

    /// Whether a word, in lower case, is used in many languages.
    pub(super) fn is_foreign(word: &str) -> bool {
        static FOREIGN: LazyLock<HashSet<&'static str>> =
            LazyLock::new(|| word_list(packed::file!("words/foreign.txt")));
        FOREIGN.contains(word)
    }

    /// The correct spelling of a known misspelling, which is in lower case.
    pub(super) fn correction_of(&self, word: &str, language: Language) -> Option<&'static str> {
        let (variant, meant) = self.misspelled.get(word)?;
        let is_for = !variant.contains('-') || *variant == language.tag();
        is_for.then_some(*meant)
    }
}

/// The length of the beginning of a frequent word, in letters.
const BEGINNING_LENGTH: usize = 6;

/// Whether a word, in lower case, is a technical term, mostly of computing, that texts of all languages use.
pub fn is_jargon(word: &str) -> bool {
    static JARGON: LazyLock<HashSet<&'static str>> =
        LazyLock::new(|| word_list(packed::file!("words/jargon.txt")));
    JARGON.contains(word)
}

fn word_list(text: &'static str) -> HashSet<&'static str> {
    lines(text).flat_map(str::split_whitespace).collect()
}

/// Adds a word of a file to a list.
type Add = fn(&mut WordLists, &'static str);

/// The word list files, each with the list that it fills. Every line has a language and its words.
fn files() -> [(&'static str, Add); 6] {
    [
        (packed::file!("words/common.txt"), |lists, word| {
            lists.common.insert(word);
        }),
        (
            packed::file!("words/frequent_beginnings.txt"),
            |lists, word| {
                lists.frequent_beginnings.insert(word);
            },
        ),
        (packed::file!("words/accepted.txt"), |lists, word| {
            lists.accepted.insert(word);
        }),
        (packed::file!("words/titles.txt"), |lists, word| {
            lists.titles.insert(word);
        }),
        (packed::file!("words/elided.txt"), |lists, word| {
            lists.elided.insert(word);
        }),
        (packed::file!("words/sounds.txt"), |lists, pair| {
            lists.sounds.extend(pair.split_once('>'));
        }),
    ]
}

fn read() -> HashMap<&'static str, WordLists> {
    let mut by_language: HashMap<&str, WordLists> = HashMap::new();
    for (file, add) in files() {
        for line in lines(file) {
            let (tag, words) = line.split_once(' ').unwrap_or_default();
            let lists = by_language.entry(tag).or_default();
            for word in words.split_whitespace() {
                add(lists, word);
            }
        }
    }
    for line in lines(packed::file!("words/misspelled.tsv")) {
        let mut columns = line.split('\t');
        if let (Some(variant), Some(word), Some(meant)) =
            (columns.next(), columns.next(), columns.next())
        {
            let tag = variant.split('-').next().unwrap_or_default();
            let lists = by_language.entry(tag).or_default();
            lists.misspelled.insert(word, (variant, meant));
        }
    }
    by_language
}
