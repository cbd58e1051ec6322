//! How often n-grams occur in texts of a language, word boundaries included.

use rustc_hash::FxHashMap;

use crate::grams::Gram;
use crate::ngrams::{BOUNDARY, LONGEST};

/// Numbers of occurrences.
pub type Counts = FxHashMap<Gram, f64>;

/// Counts of n-grams within words, as lingua's models have them, made whole by those that begin
/// or end with a boundary.
///
/// An n-gram that is not continued ends its word. How often that is follows from how often it
/// is followed by any letter: "th" occurs as often as "tha", "thb" and so on together, and at
/// the end of words. Models of letters alone say nothing of that.
pub fn with_boundaries(inner: &Counts) -> Counts {
    if inner.keys().all(|gram| gram.len() == 1) {
        return inner.clone();
    }
    let mut followed = Counts::default();
    let mut preceded = Counts::default();
    let mut both = Counts::default();
    for (&gram, &count) in inner {
        if gram.len() >= 2 {
            *followed.entry(gram.context()).or_default() += count;
            *preceded.entry(gram.shorter()).or_default() += count;
        }
        if gram.len() >= 3 {
            *both.entry(gram.context().shorter()).or_default() += count;
        }
    }
    let get = |counts: &Counts, gram| counts.get(&gram).copied().unwrap_or(0.0);
    let mut counts = inner.clone();
    let mut words = 0.0;
    let mut add = |gram, count: f64, known: f64| {
        // What is left of a common n-gram by the rounding and pruning of the models is no count.
        if count >= 1.0 && count >= known * 1e-3 {
            counts.insert(gram, count);
        }
    };
    for (&gram, &count) in inner {
        if gram.len() >= LONGEST {
            continue;
        }
        let end = count - get(&followed, gram);
        let start = count - get(&preceded, gram);
        add(gram.followed_by(BOUNDARY), end, count);
        add(gram.preceded_by(BOUNDARY), start, count);
        if gram.len() == 1 {
            words += end.max(0.0);
        }
        if gram.len() + 2 <= LONGEST {
            let whole = end + start - count + get(&both, gram);
            add(
                gram.preceded_by(BOUNDARY).followed_by(BOUNDARY),
                whole,
                count,
            );
        }
    }
    counts.insert(Gram::of([BOUNDARY]), words);
    counts
}

/// Counts of a text whose words are given as letters.
pub fn of_words<'a>(words: impl Iterator<Item = &'a [char]>) -> Counts {
    let mut counts = Counts::default();
    for word in words {
        let mut symbols = vec![BOUNDARY];
        symbols.extend_from_slice(word);
        symbols.push(BOUNDARY);
        // The boundary before the word is only what follows on the last one's end.
        for end in 1..symbols.len() {
            for length in 1..=LONGEST.min(end + 1) {
                let gram = Gram::of(symbols[end + 1 - length..=end].iter().copied());
                *counts.entry(gram).or_default() += 1.0;
            }
        }
    }
    counts
}
