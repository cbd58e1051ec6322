//! Words that resemble one and that dictionaries often do not suggest.

use std::collections::BTreeSet;

use crate::conventions::Conventions;

/// The longest word for which candidates are made, in letters.
const LONGEST: usize = 40;

/// How many candidates a word may have. A dictionary takes long for those that are no words.
const MOST: usize = 4;

/// Words that `word` may stand for where a keyboard lacks letters, if they are words at all.
pub(super) fn of(word: &str, conventions: &Conventions) -> BTreeSet<String> {
    let mut candidates = BTreeSet::new();
    if word.chars().count() > LONGEST {
        return candidates;
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
    candidates.into_iter().take(MOST).collect()
}
