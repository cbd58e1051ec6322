//! Words that resemble one and that dictionaries often do not suggest.

use std::collections::BTreeSet;

use crate::conventions::Conventions;

/// The longest word for which candidates are made, in letters.
const LONGEST: usize = 40;

/// Words that a slip of the usual kinds makes `word` of, if they are words at all: letters in another order, and others
/// for letters that a keyboard lacks.
pub(super) fn of(word: &str, conventions: &Conventions) -> BTreeSet<String> {
    let letters: Vec<char> = word.chars().collect();
    let mut candidates = BTreeSet::new();
    if letters.len() > LONGEST {
        return candidates;
    }
    for at in 1..letters.len().saturating_sub(1) {
        let mut swapped = letters.clone();
        swapped.swap(at, at + 1);
        candidates.insert(swapped.into_iter().collect());
    }
    for (written, wanted) in conventions.transcriptions {
        for (at, _) in word.match_indices(written) {
            let (before, behind) = word.split_at(at);
            let rest = behind.strip_prefix(written).unwrap_or_default();
            candidates.insert(format!("{before}{wanted}{rest}"));
        }
        candidates.insert(word.replace(written, wanted));
    }
    candidates.remove(word);
    candidates
}
