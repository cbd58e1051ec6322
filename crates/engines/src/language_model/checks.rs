//! Whether what a model answered can be the translation of a segment.

use std::collections::HashSet;

use dragoman_domain::{Language, LanguagePair, Register, Segment};
use dragoman_fidelity::{
    Demand, Length, Objection, check, is_taken_for, phrases, telling_part, weigh,
};

/// How long a translation may be: so many characters, and so many for each of the source. A
/// character of a script that needs few counts for several, in both.
const FREE_LENGTH: usize = 60;
const MOST_GROWTH: usize = 5;

/// A source that is at least so long has no translation that is so many times shorter.
const LEAST_SOURCE: usize = 30;
const MOST_SHRINKAGE: usize = 6;

/// The checks for translations of one pair, made under the same instructions.
#[derive(Debug)]
pub(super) struct Checks {
    pair: LanguagePair,
    register: Option<Register>,
    instructions: HashSet<Vec<String>>,
}

impl Checks {
    /// A `register` is checked; leave out one that a translation is of use without.
    pub(super) fn new(pair: LanguagePair, register: Option<Register>, instructions: &str) -> Self {
        Self {
            pair,
            register,
            instructions: phrases(instructions),
        }
    }

    /// Fails if a text cannot be the translation of a segment.
    pub(super) fn check(&self, segment: &Segment, translation: &str) -> Result<(), Objection> {
        let source = segment.text();
        let target = self.pair.target;
        let kept = placeholders(segment);
        let register = self.register.map(|wanted| Demand::Register(target, wanted));
        let demands = [
            Demand::Something,
            Demand::Stretches(&kept),
            Demand::NoNewLines,
            Demand::NoAdditions,
            Demand::Length(length(source)),
            Demand::NoRepeatedWord,
            Demand::NoCopy(&kept),
            Demand::Script(target),
        ];
        let others = [
            Demand::NoPhrases(&self.instructions),
            Demand::TranslationAlone(target),
        ];
        let demands = demands.into_iter().chain(register).chain(others);
        check(demands, source, translation)
    }

    /// The part of a translation that tells its language; nothing if that is too little.
    pub(super) fn telling_part(segment: &Segment, translation: &str) -> Option<String> {
        telling_part(translation, &placeholders(segment))
    }

    /// Fails if a translation was recognised as one into another language.
    pub(super) fn check_language(&self, found: Language) -> Result<(), Objection> {
        if is_taken_for(found, self.pair.target) {
            Ok(())
        } else {
            Err(Objection::Language)
        }
    }
}

fn placeholders(segment: &Segment) -> Vec<&str> {
    let ranges = segment.placeholders().iter();
    ranges
        .filter_map(|range| segment.text().get(range.clone()))
        .collect()
}

/// How long the translation of a source can be, in letters of an alphabet.
fn length(source: &str) -> Length {
    let before = weigh(source.trim());
    let is_short = before < LEAST_SOURCE;
    let least = if is_short {
        0
    } else {
        before.div_ceil(MOST_SHRINKAGE)
    };
    Length {
        of: |translation| weigh(translation.trim()),
        within: least..=FREE_LENGTH + MOST_GROWTH * before,
    }
}

#[cfg(test)]
#[path = "checks_tests.rs"]
mod tests;
