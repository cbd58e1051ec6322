//! German compounds that the dictionary lacks because it lacks one of their parts. The suggestion is then an unrelated
//! compound, such as "Frontauswahl" for "Fontauswahl".

use std::collections::BTreeSet;

use dragoman_text::capitalised;

use super::word_lists::WordLists;
use crate::rules::is_german_noun;

/// The minimum length of a part, in letters: shorter ones occur in any word.
const MIN_PART_LENGTH: usize = 5;

/// The minimum length of a part without its linking element.
const MIN_STEM_LENGTH: usize = 4;

/// The minimum length of a compound that is examined, in letters.
const MIN_LENGTH: usize = 9;

/// The maximum length of a part that resembles many other words, in letters.
const MAX_SHORT_LENGTH: usize = 7;

/// The maximum cost of a correction in such a part: a transposition, or a doubled letter.
const MAX_COST_IN_SHORT_PART: f32 = 0.71;

/// The maximum cost in a part that only the dictionary knows: a doubled letter, or a letter that sounds similar.
const MAX_COST_IN_KNOWN_PART: f32 = 0.56;

/// The linking elements of compounds.
const LINKING_ELEMENTS: [&str; 5] = ["", "s", "es", "n", "en"];

/// Endings that the first part of a compound loses.
const DROPPED_ENDINGS: [&str; 3] = ["", "e", "en"];

/// Prefixes of verbs and of nouns derived from them, which change the meaning.
const PREFIXES: [&str; 18] = [
    "ab", "an", "auf", "aus", "bei", "be", "durch", "ein", "ent", "er", "nach", "um", "unter",
    "über", "ver", "vor", "zer", "zu",
];

/// The part of a compound that a correction changes, and the other part.
struct Split {
    /// The changed part as it is written.
    written: String,
    meant: String,
    /// The words of which one has to be in the dictionary for the rest to be a part.
    rest: Vec<String>,
}

/// The correction of a compound, with all splits in which it changes a single part.
pub(super) struct CompoundCorrection {
    splits: Vec<Split>,
    cost: f32,
    is_noun: bool,
}

impl CompoundCorrection {
    /// The splits of a word and its correction, if both may be compounds.
    pub(super) fn of(word: &str, other: &str, cost: f32) -> Option<Self> {
        let written: Vec<char> = word.to_lowercase().chars().collect();
        let meant: Vec<char> = other.to_lowercase().chars().collect();
        let is_noun = word.starts_with(char::is_uppercase);
        if other.contains([' ', '-']) || meant.len() < MIN_LENGTH {
            return None;
        }
        let alike = |(one, two): &(&char, &char)| one == two;
        let before = written.iter().zip(&meant).take_while(alike).count();
        let after = written.iter().rev().zip(meant.iter().rev());
        let most = written.len().min(meant.len()).saturating_sub(before);
        let after = after.take_while(alike).count().min(most);
        let last = meant.len().saturating_sub(MIN_STEM_LENGTH);
        let mut splits = Vec::new();
        for at in MIN_STEM_LENGTH..=last {
            let (head, tail) = meant.split_at_checked(at)?;
            if at <= before && at >= MIN_PART_LENGTH {
                splits.push(Split {
                    written: written.get(at..)?.iter().collect(),
                    meant: tail.iter().collect(),
                    rest: words_of_first_part(&head.iter().collect::<String>()),
                });
            }
            if tail.len() <= after && tail.len() >= MIN_PART_LENGTH {
                let end = written.len().checked_sub(tail.len())?;
                splits.push(Split {
                    written: written.get(..end)?.iter().collect(),
                    meant: head.iter().collect(),
                    rest: vec![if is_noun {
                        capitalised(&tail.iter().collect::<String>())
                    } else {
                        tail.iter().collect()
                    }],
                });
            }
        }
        Some(Self {
            splits,
            cost,
            is_noun,
        })
    }

    /// The words that have to be looked up.
    pub(super) fn lookups(&self) -> impl Iterator<Item = String> {
        let meant = |split: &Split| capitalised(&split.meant);
        let words = |split: &Split| split.rest.clone();
        let rests = self.splits.iter().flat_map(words);
        rests.chain(self.splits.iter().map(meant))
    }

    /// Whether the correction changes a single part in every split, and no changed part is certainly misspelled.
    pub(super) fn is_doubtful(&self, known: &BTreeSet<String>, word_lists: &WordLists) -> bool {
        let mut splits = (self.splits.iter())
            .filter(|it| it.rest.iter().any(|word| known.contains(word)))
            .peekable();
        if !self.is_noun {
            // "Goldgierig" is not a misspelling of "geldgierig".
            return splits.any(|it| is_german_noun(&it.written) && is_german_noun(&it.meant));
        }
        splits.peek().is_some() && !splits.any(|split| self.is_sure(split, known, word_lists))
    }

    fn is_sure(&self, split: &Split, known: &BTreeSet<String>, word_lists: &WordLists) -> bool {
        let is_joint = split.meant.strip_suffix('s') == Some(&split.written);
        let is_word = words_of_first_part(&split.meant).iter().any(|word| {
            is_german_noun(word)
                || word_lists.is_common(word)
                || word_lists.is_common(&word.to_lowercase())
        });
        let is_long = split.meant.chars().count() > MAX_SHORT_LENGTH;
        is_joint
            || (self.cost <= MAX_COST_IN_KNOWN_PART && known.contains(&capitalised(&split.meant)))
            || is_word
                && (is_long || self.cost <= MAX_COST_IN_SHORT_PART)
                && !differs_in_prefix(&split.written, &split.meant)
    }
}

/// The words that the first part of a compound may stand for.
fn words_of_first_part(part: &str) -> Vec<String> {
    let bare = LINKING_ELEMENTS
        .into_iter()
        .filter_map(|joint| part.strip_suffix(joint))
        .filter(|part| part.chars().count() >= MIN_STEM_LENGTH);
    bare.flat_map(|part| DROPPED_ENDINGS.map(|end| format!("{part}{end}")))
        .flat_map(|word| [capitalised(&word), word])
        .collect()
}

/// Whether two words differ only in their prefixes, so that both are words.
fn differs_in_prefix(word: &str, other: &str) -> bool {
    let stems = |word: &str| -> BTreeSet<String> {
        let stems = PREFIXES
            .iter()
            .filter_map(|prefix| word.strip_prefix(prefix));
        stems.map(str::to_owned).collect()
    };
    let mut shared = stems(word);
    shared.retain(|stem| stem.len() >= MIN_STEM_LENGTH);
    !shared.is_disjoint(&stems(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base_language::BaseLanguage;

    #[test]
    fn compounds_of_an_unknown_part_are_told_from_misspelled_ones() {
        let word_lists = WordLists::of(BaseLanguage::German);
        for (word, other, cost, known, is_doubtful) in [
            ("Fontauswahl", "Frontauswahl", 0.85, "Auswahl", true),
            ("Kamelienblüten", "Kameleinblüten", 0.7, "Blüten", true),
            (
                "Busanschaltung",
                "Busabschaltung",
                0.85,
                "Abschaltung Bus",
                false,
            ),
            (
                "Prozessanschaltung",
                "Prozessabschaltung",
                0.85,
                "Prozess",
                true,
            ),
            ("Feedformate", "Feldformate", 0.85, "Formate", true),
            ("goldgierige", "geldgierige", 0.85, "gierige", true),
            (
                "Ellbogengelenck",
                "Ellbogengelenk",
                0.5,
                "Ellbogen Gelenk",
                false,
            ),
            ("Druckddialog", "Druckdialog", 0.55, "Druck", false),
            ("Arbeitplatz", "Arbeitsplatz", 0.85, "Platz", false),
            ("Datenbnak", "Datenbank", 0.7, "Daten", false),
        ] {
            let known = known.split(' ').map(str::to_owned).collect();
            let correction = CompoundCorrection::of(word, other, cost).unwrap();
            assert_eq!(
                correction.is_doubtful(&known, word_lists),
                is_doubtful,
                "{word}"
            );
        }
    }
}
