//! The rules by which scripts and n-grams decide together.

use std::sync::LazyLock;

use dragoman_domain::{Detection, Language, LanguageDetector};

use crate::evidence::weigh;
use crate::languages::{detectable, known};
use crate::letters::Excerpt;
use crate::scripts::Script;
use crate::table::{STEPS, Table};

/// The table that `scripts/detection` makes.
static NGRAMS: &[u8] = include_bytes!("../data/ngrams.bin");

#[allow(clippy::expect_used)] // No other table gets here, and the tests read this one.
static TABLE: LazyLock<Table> =
    LazyLock::new(|| Table::read(NGRAMS).expect("the table is a literal that the tests read"));

/// By how much the best language must be likelier than the second, in natural units: in a text of
/// several words, and in a word on its own, which may be a name or from another language.
const LEAST_MARGIN: f64 = 2.0;
const LEAST_MARGIN_IN_A_WORD: f64 = 5.25;

/// By how much a language that cannot be named must be likelier than the best one that can, beyond
/// its handicap.
const LEAST_MARGIN_OF_OTHERS: f64 = 1.0;

/// Candidates that are less likely than the best by more than this are not worth naming, nor are
/// more than so many.
const MOST_BEHIND: f64 = 6.0;
const MOST_CANDIDATES: usize = 5;

/// Texts of languages with much and with little in the table.
const WARMING: [&str; 4] = [
    "Good morning, how are you today?",
    "Доброе утро, как дела?",
    "صباح الخير، كيف حالك؟",
    "おはようございます。",
];

/// Recognises 33 languages, and that a text is in none of them.
///
/// Addresses, tags and placeholders are left out of account. Then, in this order: a text without
/// letters has no language; the script that prevails decides alone if only one known
/// language is written in it, or none; else the n-grams of its letters say how likely each language
/// of the script is, and the best is named if it is likely enough. At most 64 KiB of a text are
/// read, and of those the first 2,000 letters or so are looked at. The answer depends on nothing
/// but the text.
///
/// Each call works on the calling thread alone. The table is part of the program file and is paged
/// in as it is needed; the operating system can take that back. A call needs besides a few copies
/// of the part of the text that it reads.
pub struct Detector {
    detectable: Vec<Language>,
}

/// A language and what the text costs in it, in natural units.
type Candidate = (Option<Language>, f64);

impl Detector {
    /// A detector that is ready at once. The first call takes longer than later ones.
    #[must_use]
    pub fn new() -> Self {
        Self {
            detectable: detectable(),
        }
    }

    /// Does now what the first calls would have to do: compiles expressions and brings the parts
    /// of the table that most texts need into memory. Takes some milliseconds.
    pub fn preload(&self) {
        for text in WARMING {
            // Which language it is does not matter here.
            let _ = self.detect(text);
        }
    }

    fn names(&self, language: Option<Language>) -> bool {
        language.is_some_and(|language| self.detectable.contains(&language))
    }

    /// What a text is in whose script leaves no choice.
    fn only(&self, language: Option<Language>) -> Detection {
        match language {
            Some(language) if self.names(Some(language)) => Detection::Detected(language),
            language => Detection::Unsupported(language),
        }
    }

    /// What a text is in, by the n-grams of its letters in this script.
    fn decide(&self, script: Script, text: &str) -> Detection {
        let ranked = Self::ranked(script, &weigh(&TABLE, script, text));
        let is_named = |&&(language, _): &&Candidate| self.names(language);
        let (Some(&(best, cost)), named) = (ranked.first(), ranked.iter().find(is_named)) else {
            return Detection::Unsupported(None);
        };
        let margin = |other: Option<&Candidate>| other.map_or(f64::MAX, |other| other.1 - cost);
        if !self.names(best) {
            if margin(named) >= LEAST_MARGIN_OF_OTHERS {
                return Detection::Unsupported(best);
            }
        } else if let Some(language) = best {
            let is_a_word = text.split_whitespace().nth(1).is_none();
            let least = if is_a_word {
                LEAST_MARGIN_IN_A_WORD
            } else {
                LEAST_MARGIN
            };
            if margin(ranked.get(1)) >= least {
                return Detection::Detected(language);
            }
        }
        let likely = ranked
            .iter()
            .filter(is_named)
            .take_while(|(_, cost)| named.is_some_and(|named| cost - named.1 <= MOST_BEHIND))
            .take(MOST_CANDIDATES);
        Detection::Unsure(likely.filter_map(|&(language, _)| language).collect())
    }

    /// The languages of a script, the likeliest first.
    fn ranked(script: Script, costs: &[u32]) -> Vec<Candidate> {
        let mut ranked: Vec<Candidate> = Vec::new();
        for (row, &cost) in TABLE.rows(script).iter().zip(costs) {
            let cost = f64::from(cost + u32::from(row.handicap)) / STEPS;
            // Bokmål and Nynorsk are rows of one language.
            match ranked
                .iter_mut()
                .find(|(language, _)| language.is_some() && *language == row.language)
            {
                Some((_, least)) => *least = least.min(cost),
                None => ranked.push((row.language, cost)),
            }
        }
        ranked.sort_by(|left, right| left.1.total_cmp(&right.1).then(left.0.cmp(&right.0)));
        ranked
    }
}

impl Default for Detector {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Detector {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Detector").finish_non_exhaustive()
    }
}

impl LanguageDetector for Detector {
    fn detect(&self, text: &str) -> Detection {
        let excerpt = Excerpt::of(text);
        let Some(script) = excerpt.script else {
            return Detection::NoLanguage;
        };
        if TABLE.rows(script).is_empty() {
            self.only(script.only_language().and_then(known))
        } else {
            self.decide(script, &excerpt.text)
        }
    }

    fn detectable(&self) -> &[Language] {
        &self.detectable
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    /// Changes together with the table, which `scripts/detection` makes.
    const DIGEST: &str = "58d6f673d091d095db3e76bae6e9f886c776eb06d463f57cd30e654d5cdf4b5e";

    #[test]
    fn the_table_is_the_one_that_was_made() {
        let digest = Sha256::digest(NGRAMS);
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest, DIGEST);
    }

    #[test]
    fn each_language_that_can_be_named_is_in_the_table_or_alone_in_its_script() {
        let table = Table::read(NGRAMS).unwrap();
        let scripts = (0..=u8::MAX).filter_map(Script::numbered);
        let found: Vec<Language> = scripts
            .flat_map(|script| match table.rows(script) {
                [] => script.only_language().and_then(known).into_iter().collect(),
                rows => rows
                    .iter()
                    .filter_map(|row| row.language)
                    .collect::<Vec<_>>(),
            })
            .collect();
        for language in detectable() {
            assert!(found.contains(&language), "{language}");
        }
    }

    #[test]
    fn what_is_no_table_is_not_read() {
        assert!(Table::read(b"").is_none());
        assert!(Table::read(b"NGRAMS01\0\0\0\0\0\0\0\0").is_none());
        assert!(Table::read(NGRAMS.get(..1000).unwrap()).is_none());
    }
}
