//! Which register a text addresses its readers in.
//!
//! Languages that know two registers show it in pronouns, possessives, forms of verbs and
//! imperatives. `languages` lists these for each of them, `lexicon` looks words up in such a list,
//! and `words` takes texts apart. Japanese shows it at the ends of its sentences instead.

mod evidence;
mod japanese;
mod languages;
mod lexicon;
#[cfg(test)]
mod tests;
mod words;

use dragoman_language::{Language, Register};

pub use evidence::Evidence;
pub use lexicon::{Lexicon, Mark};
pub use words::is_inside;

/// What a language tells its registers apart by.
#[derive(Debug, Clone, Copy)]
pub enum Markers {
    /// Whole words.
    Words(&'static Lexicon),
    /// What sentences end in.
    SentenceEnds,
}

impl Markers {
    /// Those of a language; `None` for one without registers.
    pub fn of(target: Language) -> Option<Self> {
        if target.base().tag() == "ja" {
            return Some(Self::SentenceEnds);
        }
        languages::lexicon(target).map(Self::Words)
    }

    /// What in a text tells of its register.
    pub fn evidence(self, text: &str) -> Evidence {
        match self {
            Self::Words(lexicon) => lexicon.evidence(text),
            Self::SentenceEnds => japanese::evidence(text),
        }
    }
}

/// Words that address the reader of an English text, whatever they translate to.
const ENGLISH: [&str; 5] = ["you", "your", "yours", "yourself", "yourselves"];

/// Whether a text is known to address its reader, as far as its language shows that in words.
pub fn addresses_reader(text: &str, language: Language) -> bool {
    if language.base().tag() == "en" {
        let words = words::placed_words(text);
        return words.iter().any(|word| {
            let stem = word.lower.trim_end_matches('\'');
            ENGLISH.contains(&stem)
        });
    }
    let evidence = Markers::of(language).map(|markers| markers.evidence(text));
    evidence.is_some_and(|evidence| evidence.formal > 0 || evidence.informal > 0)
}

/// The register that a text addresses its readers in: `None` if it addresses nobody, if that cannot
/// be told, or if it mixes both.
#[must_use]
pub fn register_of(text: &str, target: Language) -> Option<Register> {
    Markers::of(target)?.evidence(text).register()
}
