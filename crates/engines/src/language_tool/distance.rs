//! How far two words are from one another.

use similar::{Algorithm, DiffOp, capture_diff_slices};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The most letters that make the difference between a word and what was meant by it, however long it is.
const MOST_CHANGES: usize = 4;

/// In a phrase so many are no great difference, however short it is.
const FEW_CHANGES: usize = 2;

/// Whether a word can be what somebody made of another one by slips: a letter in three is missing or too many at most, or
/// two letters stand in the place of each other. A letter in the place of another is one missing and one too many; accents
/// and capitals count for nothing.
pub(super) fn is_slip(word: &str, meant: &str) -> bool {
    let (word, meant) = (folded(word), folded(meant));
    let changes = changes(&word, &meant);
    changes <= allowed(&word, &meant) || (changes == 2 && has_same_letters(&word, &meant))
}

/// Whether a phrase is nearly the same as another one, by the letters that are missing and too many.
pub(super) fn is_near(phrase: &str, other: &str) -> bool {
    let (phrase, other) = (folded(phrase), folded(other));
    changes(&phrase, &other) <= allowed(&phrase, &other).max(FEW_CHANGES)
}

fn allowed(one: &[char], other: &[char]) -> usize {
    let letters = one.len().max(other.len());
    (letters.saturating_add(1) / 3).min(MOST_CHANGES)
}

/// The letters without accents and capitals, and two for one that is made of two.
fn folded(text: &str) -> Vec<char> {
    let letters = text.nfd().filter(|letter| !is_combining_mark(*letter));
    let mut folded = Vec::with_capacity(text.len());
    for letter in letters.flat_map(char::to_lowercase) {
        match letter {
            'ß' => folded.extend(['s', 's']),
            'œ' => folded.extend(['o', 'e']),
            'æ' => folded.extend(['a', 'e']),
            letter => folded.push(letter),
        }
    }
    folded
}

fn changes(one: &[char], other: &[char]) -> usize {
    let operations = capture_diff_slices(Algorithm::Myers, one, other).into_iter();
    let lengths = operations.map(|operation| match operation {
        DiffOp::Equal { .. } => 0,
        DiffOp::Delete { old_len, .. } => old_len,
        DiffOp::Insert { new_len, .. } => new_len,
        DiffOp::Replace {
            old_len, new_len, ..
        } => old_len.saturating_add(new_len),
    });
    lengths.sum()
}

fn has_same_letters(one: &[char], other: &[char]) -> bool {
    let sorted = |letters: &[char]| {
        let mut letters = letters.to_vec();
        letters.sort_unstable();
        letters
    };
    sorted(one) == sorted(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_told_from_other_words() {
        for (word, meant) in [
            ("teh", "the"),
            ("wich", "which"),
            ("thier", "their"),
            ("recieve", "receive"),
            ("definately", "definitely"),
            ("tommorow", "tomorrow"),
            ("cafe", "café"),
            ("haus", "Haus"),
            ("strasse", "Straße"),
            ("e\u{301}te", "été"),
        ] {
            assert!(is_slip(word, meant), "{word} {meant}");
        }
        for (word, meant) in [
            ("tha", "the"),
            ("fone", "phone"),
            ("rustup", "startup"),
            ("kubectl", "subject"),
            ("xx", "a"),
            ("", "abc"),
        ] {
            assert!(!is_slip(word, meant), "{word} {meant}");
        }
    }

    #[test]
    fn phrases_may_differ_by_an_ending() {
        assert!(is_near("go", "goes"));
        assert!(is_near("a house", "an house"));
        assert!(!is_near("is", "are"));
        assert!(!is_near("has", "have"));
    }
}
