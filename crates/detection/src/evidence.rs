//! What the n-grams of a text say for and against each language.

use crate::ngrams::{BOUNDARY, Key, LONGEST};
use crate::scripts::Script;
use crate::table::Table;

/// The most by which one character speaks against a language, in steps: a foreign name is not to
/// outweigh a sentence.
const MOST_AGAINST: u16 = 112;

/// The cost of a text in each language of a script, in the order of its rows and in steps: the
/// negative logarithm of the probability that a text of the language has these letters.
///
/// Only the letters of that script are weighed; everything else separates words.
pub(crate) fn weigh(table: &Table, script: Script, text: &str) -> Vec<u32> {
    let mut scale = Scale::new(table, table.rows(script).len());
    for character in text.chars() {
        if character.is_alphabetic() && Script::of(character) == script {
            // Where a capital becomes a letter with a mark, the letter is enough.
            let lower = character.to_lowercase().next().unwrap_or(character);
            scale.add(lower);
        } else {
            scale.end_word();
        }
    }
    scale.end_word();
    scale.sums
}

/// The costs while they are summed up.
struct Scale<'table> {
    table: &'table Table,
    sums: Vec<u32>,
    /// The characters before the next, the last one first.
    before: [char; LONGEST - 1],
    /// The costs of one character.
    costs: Vec<u16>,
}

impl<'table> Scale<'table> {
    fn new(table: &'table Table, languages: usize) -> Self {
        Self {
            table,
            sums: vec![0; languages],
            before: [BOUNDARY; LONGEST - 1],
            costs: vec![0; languages],
        }
    }

    fn end_word(&mut self) {
        if self.before.first() != Some(&BOUNDARY) {
            self.add(BOUNDARY);
            self.before = [BOUNDARY; LONGEST - 1];
        }
    }

    /// Weighs a character after those before it, by the longest n-gram that a language has.
    fn add(&mut self, character: char) {
        self.costs.fill(u16::from(self.table.unknown()));
        let mut key = Key::EMPTY.preceded_by(character);
        let mut length = 1;
        let mut before = self.before.iter();
        while let Some((places, known)) = self.table.costs(key) {
            let penalty = u16::from(self.table.penalty(length));
            for cost in &mut self.costs {
                *cost += penalty;
            }
            places.with(known, |place, cost| {
                if let Some(known) = self.costs.get_mut(place) {
                    *known = u16::from(cost);
                }
            });
            // Nothing before the beginning of the word counts.
            let Some(&previous) = before.next() else {
                break;
            };
            key = key.preceded_by(previous);
            length += 1;
            if previous == BOUNDARY {
                before = [].iter();
            }
        }
        let most = self
            .costs
            .iter()
            .min()
            .map_or(0, |least| least + MOST_AGAINST);
        for (sum, &cost) in self.sums.iter_mut().zip(&self.costs) {
            *sum += u32::from(cost.min(most));
        }
        self.before.rotate_right(1);
        if let Some(first) = self.before.first_mut() {
            *first = character;
        }
    }
}
