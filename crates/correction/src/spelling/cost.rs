//! How likely it is that somebody wrote one word and meant another.

use unicode_normalization::UnicodeNormalization;

use crate::conventions::Conventions;

/// A slip of any kind.
const SLIP: f32 = 1.0;

/// Two letters in the wrong order.
const SWAP: f32 = 0.7;

/// A letter whose key lies beside the right one.
const NEIGHBOUR: f32 = 0.75;

/// A letter that should be double and is not, or the other way round.
const DOUBLE: f32 = 0.55;

/// A letter without its mark, or with another.
const MARK: f32 = 0.3;

/// Another use of capitals.
const CAPITAL: f32 = 0.2;

/// A space or hyphen that is missing or too many.
const JOINT: f32 = 1.4;

/// What comes on top of a slip in the first letter, which people rarely get wrong.
const FIRST: f32 = 0.5;

/// A letter as it is compared: small, and without its marks.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Letter {
    written: char,
    small: char,
    plain: char,
}

impl Letter {
    fn of(written: char) -> Self {
        let small = written.to_lowercase().next().unwrap_or(written);
        let plain = std::iter::once(small).nfd().next().unwrap_or(small);
        Self {
            written,
            small,
            plain,
        }
    }
}

/// What the slips cost that make `word` of `meant`, by a distance of Damerau and Levenshtein with costs of its own for what
/// fingers and ears confuse.
pub(super) fn of(word: &str, meant: &str, conventions: &Conventions) -> f32 {
    let word: Vec<Letter> = word.chars().map(Letter::of).collect();
    let meant: Vec<Letter> = meant.chars().map(Letter::of).collect();
    let mut rows: Vec<Vec<f32>> = Vec::with_capacity(word.len() + 1);
    for row in 0..=word.len() {
        rows.push(Vec::with_capacity(meant.len() + 1));
        for column in 0..=meant.len() {
            let (Some(word), Some(meant)) = (word.get(..row), meant.get(..column)) else {
                continue;
            };
            let cost = cheapest(&rows, word, meant, conventions);
            if let Some(costs) = rows.last_mut() {
                costs.push(cost);
            }
        }
    }
    cost_at(&rows, word.len(), meant.len())
}

/// The cost of the beginnings of two words, from those of shorter ones.
fn cheapest(
    rows: &[Vec<f32>],
    word: &[Letter],
    meant: &[Letter],
    conventions: &Conventions,
) -> f32 {
    let (row, column) = (word.len(), meant.len());
    let mut best = f32::INFINITY;
    match (word, meant) {
        ([], []) => return 0.0,
        ([.., one], [.., other]) => {
            let is_first = row == 1 && column == 1;
            best =
                cost_at(rows, row - 1, column - 1) + instead(*one, *other, is_first, conventions);
            if let ([.., second, first], [.., third, fourth]) = (word, meant)
                && first.small == third.small
                && second.small == fourth.small
            {
                best = best.min(cost_at(rows, row - 2, column - 2) + SWAP);
            }
        }
        _ => {}
    }
    if row > 0 {
        best = best.min(cost_at(rows, row - 1, column) + alone(word));
    }
    if column > 0 {
        best = best.min(cost_at(rows, row, column - 1) + alone(meant));
    }
    for (written, wanted) in conventions.transcriptions {
        let (written_length, wanted_length) = (written.chars().count(), wanted.chars().count());
        if ends_with(word, written) && ends_with(meant, wanted) {
            let before = cost_at(rows, row - written_length, column - wanted_length);
            best = best.min(before + MARK);
        }
    }
    best
}

fn cost_at(rows: &[Vec<f32>], row: usize, column: usize) -> f32 {
    let cost = rows.get(row).and_then(|costs| costs.get(column));
    cost.copied().unwrap_or(f32::INFINITY)
}

/// A letter in the place of another.
fn instead(one: Letter, other: Letter, is_first: bool, conventions: &Conventions) -> f32 {
    let capital = if one.written.is_uppercase() == other.written.is_uppercase() {
        0.0
    } else {
        CAPITAL
    };
    let first = if is_first { FIRST } else { 0.0 };
    capital
        + if one.small == other.small {
            0.0
        } else if one.plain == other.plain {
            MARK
        } else if are_neighbours(one.plain, other.plain, conventions) {
            NEIGHBOUR + first
        } else {
            SLIP + first
        }
}

/// The last letter of the beginning of a word, which the other word lacks.
fn alone(word: &[Letter]) -> f32 {
    match word {
        [.., before, last] if before.small == last.small => DOUBLE,
        [.., last] if matches!(last.written, ' ' | '-') => JOINT,
        [_] => SLIP + FIRST,
        _ => SLIP,
    }
}

fn ends_with(letters: &[Letter], end: &str) -> bool {
    let mut letters = letters.iter().rev();
    end.chars()
        .rev()
        .all(|letter| letters.next().is_some_and(|last| last.small == letter))
}

/// Whether two keys lie beside one another in a row.
fn are_neighbours(one: char, other: char, conventions: &Conventions) -> bool {
    conventions.keyboard.iter().any(|row| {
        let keys = row.chars().zip(row.chars().skip(1));
        keys.into_iter()
            .any(|pair| pair == (one, other) || pair == (other, one))
    })
}
