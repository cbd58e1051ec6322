//! An error model for spelling correction: how likely it is that somebody wrote one word and meant another.

use unicode_normalization::UnicodeNormalization;

/// The costs of the edits that turn one word into another. They have no unit; 1 is about the cost of one wrong letter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EditCosts {
    /// A letter instead of any other.
    pub other: f32,
    /// A letter too many.
    pub surplus: f32,
    /// A letter that is missing.
    pub missing: f32,
    /// A silent letter that is missing or too many.
    pub silent: f32,
    /// Two letters in the wrong order.
    pub swap: f32,
    /// A letter whose key is next to that of the right one.
    pub neighbour: f32,
    /// A letter that should be double and is not, or the other way round.
    pub double: f32,
    /// Letters that sound like the right ones.
    pub sound: f32,
    /// A letter without its diacritic, with another one, or transcribed because the keyboard lacks it.
    pub mark: f32,
    /// A capital instead of a small letter, or the other way round.
    pub capital: f32,
    /// A space or hyphen that is missing or too many.
    pub joint: f32,
    /// An apostrophe that is missing or too many.
    pub apostrophe: f32,
    /// Added to an edit of the first letter, which people rarely get wrong.
    pub first: f32,
}

/// Which letters people confuse in a language, and what each edit costs: weights for [`distance`](Self::distance).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ErrorModel<'a> {
    /// The costs of edits.
    pub costs: EditCosts,
    /// The rows of the keyboard, each shifted to the right of the one above by less than a key.
    pub keyboard: [&'a str; 3],
    /// Letters that sound alike, as pairs of what is written and what is meant.
    pub sounds: &'a [(&'a str, &'a str)],
    /// Letters that replace those that a keyboard lacks, as pairs of what is written and what is meant.
    pub transcriptions: &'a [(&'a str, &'a str)],
    /// Groups of letters that sound alike.
    pub alike: &'a [&'a str],
    /// Letters that may be silent.
    pub silent: &'a str,
}

/// A letter in the forms that are compared.
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

impl ErrorModel<'_> {
    /// The cost of the cheapest edits that turn `meant` into `word`: the Damerau-Levenshtein distance (optimal string
    /// alignment) with a cost for each kind of edit. The time is proportional to the product of the lengths.
    #[must_use]
    pub fn distance(&self, word: &str, meant: &str) -> f32 {
        let word: Vec<Letter> = word.chars().map(Letter::of).collect();
        let meant: Vec<Letter> = meant.chars().map(Letter::of).collect();
        let mut rows: Vec<Vec<f32>> = Vec::with_capacity(word.len() + 1);
        for row in 0..=word.len() {
            rows.push(Vec::with_capacity(meant.len() + 1));
            for column in 0..=meant.len() {
                let (Some(word), Some(meant)) = (word.get(..row), meant.get(..column)) else {
                    continue;
                };
                let cost = self.cheapest(&rows, word, meant);
                if let Some(costs) = rows.last_mut() {
                    costs.push(cost);
                }
            }
        }
        cost_at(&rows, word.len(), meant.len())
    }

    /// The distance between two prefixes, from the distances between shorter ones.
    fn cheapest(&self, rows: &[Vec<f32>], word: &[Letter], meant: &[Letter]) -> f32 {
        let (row, column) = (word.len(), meant.len());
        let mut best = f32::INFINITY;
        match (word, meant) {
            ([], []) => return 0.0,
            ([.., one], [.., other]) => {
                let is_first = row == 1 && column == 1;
                best =
                    cost_at(rows, row - 1, column - 1) + self.substitution(*one, *other, is_first);
                if let ([.., second, first], [.., third, fourth]) = (word, meant)
                    && first.small == third.small
                    && second.small == fourth.small
                {
                    best = best.min(cost_at(rows, row - 2, column - 2) + self.costs.swap);
                }
            }
            _ => {}
        }
        if row > 0 {
            let cost = self.insertion(word, self.costs.surplus);
            best = best.min(cost_at(rows, row - 1, column) + cost);
        }
        if column > 0 {
            let cost = self.insertion(meant, self.costs.missing);
            best = best.min(cost_at(rows, row, column - 1) + cost);
        }
        let transcriptions = self
            .transcriptions
            .iter()
            .map(|pair| (pair, self.costs.mark));
        let sounds = self.sounds.iter().map(|pair| (pair, self.costs.sound));
        for ((written, wanted), cost) in transcriptions.chain(sounds) {
            if ends_with(word, written) && ends_with(meant, wanted) {
                let (written, wanted) = (written.chars().count(), wanted.chars().count());
                best = best.min(cost_at(rows, row - written, column - wanted) + cost);
            }
        }
        best
    }

    /// The cost of one letter in place of another.
    fn substitution(&self, one: Letter, other: Letter, is_first: bool) -> f32 {
        let costs = &self.costs;
        let capital = if one.written.is_uppercase() == other.written.is_uppercase() {
            0.0
        } else {
            costs.capital
        };
        let first = if is_first { costs.first } else { 0.0 };
        let are_alike = |group: &&str| group.contains(one.small) && group.contains(other.small);
        capital
            + if one.small == other.small {
                0.0
            } else if one.plain == other.plain {
                costs.mark
            } else if self.alike.iter().any(are_alike) {
                costs.sound + first
            } else if self.are_neighbours(one.plain, other.plain) {
                costs.neighbour + first
            } else {
                costs.other + first
            }
    }

    /// The cost of the last letter of a prefix, which the other word lacks; `usual` is the cost where no rule applies.
    fn insertion(&self, word: &[Letter], usual: f32) -> f32 {
        match word {
            [.., before, last] if before.small == last.small => self.costs.double,
            [.., last] if matches!(last.written, ' ' | '-') => self.costs.joint,
            [.., last] if matches!(last.written, '\'' | '’') => self.costs.apostrophe,
            [_] => usual + self.costs.first,
            [.., last] if self.silent.contains(last.small) => self.costs.silent,
            _ => usual,
        }
    }

    /// Whether two keys are adjacent: in the same row, or in rows one above the other.
    fn are_neighbours(&self, one: char, other: char) -> bool {
        let place = |letter: char| {
            self.keyboard.iter().enumerate().find_map(|(row, keys)| {
                let column = keys.chars().position(|key| key == letter)?;
                Some((row, column))
            })
        };
        let (Some((row, column)), Some((other_row, other_column))) = (place(one), place(other))
        else {
            return false;
        };
        match other_row.abs_diff(row) {
            0 => column.abs_diff(other_column) == 1,
            1 if row < other_row => column == other_column || column == other_column + 1,
            1 => column == other_column || other_column == column + 1,
            _ => false,
        }
    }
}

fn cost_at(rows: &[Vec<f32>], row: usize, column: usize) -> f32 {
    let cost = rows.get(row).and_then(|costs| costs.get(column));
    cost.copied().unwrap_or(f32::INFINITY)
}

fn ends_with(letters: &[Letter], end: &str) -> bool {
    let mut letters = letters.iter().rev();
    end.chars()
        .rev()
        .all(|letter| letters.next().is_some_and(|last| last.small == letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: ErrorModel<'_> = ErrorModel {
        costs: EditCosts {
            other: 1.0,
            surplus: 0.95,
            missing: 0.9,
            silent: 0.8,
            swap: 0.7,
            neighbour: 0.75,
            double: 0.5,
            sound: 0.4,
            mark: 0.3,
            capital: 0.2,
            joint: 1.4,
            apostrophe: 0.1,
            first: 2.0,
        },
        keyboard: ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
        sounds: &[("f", "ph")],
        transcriptions: &[("ue", "ü")],
        alike: &["ck"],
        silent: "h",
    };

    #[test]
    fn each_edit_costs_what_is_said_of_it() {
        for (word, meant, cost) in [
            ("word", "word", 0.0),
            ("", "", 0.0),
            ("wozd", "word", 1.0),
            ("woxrd", "word", 0.95),
            ("wod", "word", 0.9),
            ("rytm", "rythm", 0.8),
            ("wrod", "word", 0.7),
            ("wotd", "word", 0.75),
            ("wofd", "word", 0.75),
            ("leter", "letter", 0.5),
            ("foto", "photo", 0.4),
            ("bacer", "baker", 0.4),
            ("fur", "für", 0.3),
            ("fuer", "für", 0.3),
            ("Word", "word", 0.2),
            ("alot", "a lot", 1.4),
            ("dont", "don't", 0.1),
            ("xord", "word", 3.0),
        ] {
            let found = MODEL.distance(word, meant);
            assert!((found - cost).abs() < 0.001, "{word} {meant} {found}");
        }
    }
}
