//! What people of a language get wrong, and which words they write most.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use dragoman_domain::Language;

use crate::tongue::Tongue;

/// How the words of a language are written and misspelled.
#[derive(Default)]
pub(crate) struct Habits {
    /// Very common words.
    common: HashSet<&'static str>,
    /// Words that are right, whatever its dictionary says: those of everyday life, and of other languages.
    more: HashSet<&'static str>,
    /// What is meant by misspelled words, by the variant for which that is so.
    misspelled: HashMap<&'static str, (&'static str, &'static str)>,
    /// Letters that sound alike.
    pub(super) sounds: &'static [(&'static str, &'static str)],
}

static HABITS: LazyLock<HashMap<&'static str, Habits>> = LazyLock::new(read);

impl Habits {
    pub(crate) fn of(tongue: Tongue) -> &'static Self {
        static NONE: LazyLock<Habits> = LazyLock::new(Habits::default);
        HABITS.get(tongue.tag()).unwrap_or(&NONE)
    }

    /// Whether a word is one of the most common.
    pub(super) fn is_common(&self, word: &str) -> bool {
        self.common.contains(word)
    }

    /// Whether a word is right although a dictionary may lack it.
    pub(super) fn is_right(&self, word: &str) -> bool {
        self.more.contains(word)
    }

    /// Whether a word, in small letters, is at home in many languages.
    pub(super) fn is_foreign(word: &str) -> bool {
        static FOREIGN: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
            lines(FOREIGN_WORDS)
                .flat_map(str::split_whitespace)
                .collect()
        });
        FOREIGN.contains(word)
    }

    /// What is meant by a word, in small letters, that is misspelled in a well-known way.
    pub(super) fn meant_by(&self, word: &str, language: Language) -> Option<&'static str> {
        let (variant, meant) = self.misspelled.get(word)?;
        let is_for = !variant.contains('-') || *variant == language.tag();
        is_for.then_some(*meant)
    }
}

const FOREIGN_WORDS: &str = include_str!("../../rules/words/foreign.txt");

fn read() -> HashMap<&'static str, Habits> {
    let mut habits: HashMap<&str, Habits> = HashMap::new();
    for line in lines(include_str!("../../rules/words/common.txt")) {
        let (tag, words) = line.split_once(' ').unwrap_or_default();
        let habits = habits.entry(tag).or_default();
        habits.common.extend(words.split_whitespace());
        habits.sounds = sounds(tag);
    }
    for line in lines(include_str!("../../rules/words/more.txt")) {
        let (tag, words) = line.split_once(' ').unwrap_or_default();
        let habits = habits.entry(tag).or_default();
        habits.more.extend(words.split_whitespace());
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

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Letters that sound alike in a language: what is written, what is meant.
fn sounds(tag: &str) -> &'static [(&'static str, &'static str)] {
    match tag {
        "de" => &[
            ("ie", "i"),
            ("i", "ie"),
            ("k", "ck"),
            ("ck", "k"),
            ("f", "ph"),
            ("ph", "f"),
            ("f", "v"),
            ("v", "f"),
            ("w", "v"),
            ("v", "w"),
            ("z", "tz"),
            ("tz", "z"),
            ("dt", "t"),
            ("t", "dt"),
            ("t", "th"),
            ("th", "t"),
            ("e", "ä"),
            ("ä", "e"),
            ("eu", "äu"),
            ("äu", "eu"),
            ("ei", "ai"),
            ("h", ""),
            ("", "h"),
            ("kw", "qu"),
            ("ks", "x"),
            ("chs", "x"),
            ("s", "ß"),
            ("ß", "s"),
            ("g", "ch"),
            ("ch", "g"),
            ("b", "p"),
            ("p", "b"),
            ("y", "i"),
            ("i", "y"),
            ("ng", "nt"),
        ],
        "fr" => &[
            ("s", "ss"),
            ("ss", "s"),
            ("s", "c"),
            ("c", "s"),
            ("ss", "c"),
            ("c", "ss"),
            ("ss", "ç"),
            ("s", "ç"),
            ("k", "qu"),
            ("qu", "c"),
            ("c", "qu"),
            ("f", "ph"),
            ("an", "en"),
            ("en", "an"),
            ("am", "em"),
            ("em", "am"),
            ("in", "ain"),
            ("ein", "ain"),
            ("ain", "ein"),
            ("è", "ai"),
            ("ai", "è"),
            ("ei", "ai"),
            ("e", "ai"),
            ("o", "au"),
            ("au", "o"),
            ("o", "eau"),
            ("au", "eau"),
            ("h", ""),
            ("", "h"),
            ("i", "y"),
            ("y", "i"),
            ("t", "th"),
            ("z", "s"),
            ("s", "z"),
            ("g", "ge"),
            ("g", "j"),
            ("j", "g"),
            ("gu", "g"),
            ("il", "ille"),
        ],
        "es" => &[
            ("b", "v"),
            ("v", "b"),
            ("s", "c"),
            ("c", "s"),
            ("z", "c"),
            ("c", "z"),
            ("s", "z"),
            ("z", "s"),
            ("s", "sc"),
            ("c", "sc"),
            ("s", "x"),
            ("x", "s"),
            ("ll", "y"),
            ("y", "ll"),
            ("g", "j"),
            ("j", "g"),
            ("h", ""),
            ("", "h"),
            ("k", "c"),
            ("k", "qu"),
            ("c", "qu"),
            ("np", "mp"),
            ("nb", "mb"),
            ("nv", "mv"),
            ("mv", "nv"),
            ("ny", "ñ"),
            ("ni", "ñ"),
            ("cc", "c"),
            ("c", "cc"),
            ("ks", "cc"),
            ("gu", "gü"),
            ("r", "rr"),
        ],
        "it" => &[
            ("q", "c"),
            ("c", "q"),
            ("q", "cq"),
            ("cu", "qu"),
            ("qu", "cu"),
            ("ce", "cie"),
            ("cie", "ce"),
            ("sce", "scie"),
            ("ni", "gni"),
            ("gni", "gn"),
            ("gn", "gni"),
            ("li", "gli"),
            ("gl", "gli"),
            ("np", "mp"),
            ("nb", "mb"),
            ("h", ""),
            ("", "h"),
            ("k", "ch"),
            ("ch", "c"),
            ("c", "ch"),
            ("g", "gh"),
            ("gh", "g"),
            ("s", "z"),
            ("z", "s"),
        ],
        "pt" => &[
            ("s", "z"),
            ("z", "s"),
            ("s", "ss"),
            ("ss", "s"),
            ("ss", "ç"),
            ("ç", "ss"),
            ("ss", "c"),
            ("c", "ss"),
            ("s", "c"),
            ("c", "s"),
            ("s", "ç"),
            ("ç", "s"),
            ("ç", "c"),
            ("sc", "c"),
            ("c", "sc"),
            ("x", "ch"),
            ("ch", "x"),
            ("x", "s"),
            ("s", "x"),
            ("x", "z"),
            ("z", "x"),
            ("g", "j"),
            ("j", "g"),
            ("i", "e"),
            ("e", "i"),
            ("u", "o"),
            ("o", "u"),
            ("u", "l"),
            ("l", "u"),
            ("l", "lh"),
            ("h", ""),
            ("", "h"),
            ("n", "m"),
            ("m", "n"),
            ("k", "c"),
            ("k", "qu"),
            ("ão", "am"),
        ],
        _ => &[],
    }
}
