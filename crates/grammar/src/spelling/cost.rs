//! How likely it is that somebody wrote one word and meant another.

/// Two letters in the wrong order.
const SWAP: f32 = 0.6;

/// A letter that should be double and is not, or the other way round.
const DOUBLE: f32 = 0.5;

/// A letter that sounds like the right one.
const SOUND: f32 = 0.7;

/// A letter whose key lies beside the right one.
const NEIGHBOUR: f32 = 0.85;

/// Any other letter instead of the right one.
const OTHER: f32 = 1.2;

/// A vowel or an H that is missing or too many: many are not heard.
const SILENT: f32 = 0.75;

/// Any other letter that is missing or too many.
const SLIP: f32 = 0.9;

/// A missing apostrophe.
const APOSTROPHE: f32 = 0.3;

/// What comes on top of a slip in the first letter, which people rarely get wrong.
const FIRST: f32 = 0.5;

/// Letters that are written for others that sound the same.
const SOUNDS: [(&str, &str); 9] = [
    ("f", "ph"),
    ("k", "ch"),
    ("k", "ck"),
    ("sh", "ti"),
    ("s", "sc"),
    ("cs", "x"),
    ("kw", "qu"),
    ("ei", "ie"),
    ("nite", "night"),
];

const KEYBOARD: [&[u8]; 3] = [b"qwertyuiop", b"asdfghjkl", b"zxcvbnm"];

/// What the slips cost that make `word` of `meant`, both in small letters: the distance of Damerau and Levenshtein, with
/// costs of their own for what fingers and ears confuse.
pub(super) fn of(word: &str, meant: &str) -> f32 {
    let (word, meant) = (word.as_bytes(), meant.as_bytes());
    let mut rows: Vec<Vec<f32>> = Vec::with_capacity(word.len() + 1);
    for row in 0..=word.len() {
        rows.push(Vec::with_capacity(meant.len() + 1));
        for column in 0..=meant.len() {
            let (Some(word), Some(meant)) = (word.get(..row), meant.get(..column)) else {
                continue;
            };
            let cost = cheapest(&rows, word, meant);
            if let Some(costs) = rows.last_mut() {
                costs.push(cost);
            }
        }
    }
    at(&rows, word.len(), meant.len())
}

fn at(rows: &[Vec<f32>], row: usize, column: usize) -> f32 {
    let cost = rows.get(row).and_then(|costs| costs.get(column));
    cost.copied().unwrap_or(f32::INFINITY)
}

/// The cost of the beginnings of two words, from those of shorter ones.
fn cheapest(rows: &[Vec<f32>], word: &[u8], meant: &[u8]) -> f32 {
    let (row, column) = (word.len(), meant.len());
    let mut best = f32::INFINITY;
    match (word, meant) {
        ([], []) => return 0.0,
        ([.., one], [.., other]) => {
            let first = if row == 1 || column == 1 { FIRST } else { 0.0 };
            let change = if one == other {
                0.0
            } else {
                instead(*one, *other) + first
            };
            best = at(rows, row - 1, column - 1) + change;
            if let ([.., second, first], [.., third, fourth]) = (word, meant)
                && first == third
                && second == fourth
                && first != second
            {
                best = best.min(at(rows, row - 2, column - 2) + SWAP);
            }
        }
        _ => {}
    }
    if row > 0 {
        best = best.min(at(rows, row - 1, column) + alone(word));
    }
    if column > 0 {
        best = best.min(at(rows, row, column - 1) + alone(meant));
    }
    for (one, other) in SOUNDS {
        for (written, wanted) in [(one, other), (other, one)] {
            if word.ends_with(written.as_bytes()) && meant.ends_with(wanted.as_bytes()) {
                let before = at(rows, row - written.len(), column - wanted.len());
                best = best.min(before + SOUND);
            }
        }
    }
    best
}

fn is_vowel(letter: u8) -> bool {
    b"aeiouy".contains(&letter)
}

/// A letter in the place of another.
fn instead(one: u8, other: u8) -> f32 {
    let pairs: [&[u8; 2]; 6] = [b"cs", b"ck", b"sz", b"gj", b"td", b"mn"];
    let sounds_alike = pairs
        .iter()
        .any(|pair| pair.contains(&one) && pair.contains(&other));
    if sounds_alike || (is_vowel(one) && is_vowel(other)) {
        SOUND
    } else if are_neighbours(one, other) {
        NEIGHBOUR
    } else {
        OTHER
    }
}

/// The last letter of the beginning of a word, which the other word lacks.
fn alone(word: &[u8]) -> f32 {
    match word {
        [.., before, last] if before == last => DOUBLE,
        [.., b'\''] => APOSTROPHE,
        [_] => SLIP + FIRST,
        [.., last] if is_vowel(*last) || *last == b'h' => SILENT,
        _ => SLIP,
    }
}

/// Whether two keys touch: beside one another in a row, or in rows one above the other.
fn are_neighbours(one: u8, other: u8) -> bool {
    let place = |letter: u8| {
        KEYBOARD.iter().enumerate().find_map(|(row, keys)| {
            let column = keys.iter().position(|key| *key == letter)?;
            Some((row, column))
        })
    };
    let (Some((row, column)), Some((other_row, other_column))) = (place(one), place(other)) else {
        return false;
    };
    match other_row.abs_diff(row) {
        0 => column.abs_diff(other_column) == 1,
        // Each row is shifted to the right by less than a key.
        1 if row < other_row => column == other_column || column == other_column + 1,
        1 => column == other_column || other_column == column + 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_that_are_common_cost_less() {
        for (word, near, far) in [
            ("recieve", "receive", "relieve"),
            ("occured", "occurred", "obscured"),
            ("seperate", "separate", "desperate"),
            ("fotograph", "photograph", "cardiograph"),
            ("thst", "that", "thou"),
        ] {
            assert!(of(word, near) < of(word, far), "{word}");
            assert!(of(word, near) <= 1.0, "{word}");
        }
        assert_eq!(of("word", "word"), 0.0);
        assert_eq!(of("", ""), 0.0);
    }
}
