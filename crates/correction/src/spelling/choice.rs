//! Which of the words that resemble an unknown one was meant.

use super::cost;
use super::habits::Habits;
use super::names::Place;
use crate::conventions::Conventions;

/// How much more the second best must cost than the best.
const MARGIN: f32 = 0.24;

/// What a very common word is cheaper by.
const COMMON: f32 = 0.3;

/// What a word costs that has a capital where the written one has none, in languages in which only names have.
const NAME: f32 = 0.6;

/// What a word may cost that is as good as certain: the same but for marks or capitals.
const TRIFLE: f32 = 0.31;

/// Chooses among words.
pub(super) struct Choice<'a> {
    pub(super) conventions: &'a Conventions,
    pub(super) habits: &'a Habits,
}

impl Choice<'_> {
    /// The word that was meant, if one is much likelier than the others.
    pub(super) fn choose(&self, word: &str, place: Place, others: &[String]) -> Option<String> {
        let costs = self.costs(word, others);
        let &(best, chosen) = costs.first()?;
        let second = costs.get(1).map_or(f32::INFINITY, |(cost, _)| *cost);
        let small = word.to_lowercase();
        if Habits::is_foreign(&small)
            && cost::of(word, chosen, self.conventions, self.habits) > TRIFLE
        {
            return None;
        }
        let dearest = dearest(word.chars().count(), place).min(self.dearest_compound(word));
        // What begins with "wider" is right.
        if small.starts_with("wider") && chosen.to_lowercase().starts_with("wieder") {
            return None;
        }
        (best <= dearest && second - best >= MARGIN).then(|| chosen.to_owned())
    }

    /// What a compound may cost, which dictionaries often lack: their suggestions are compounds that nobody has meant.
    fn dearest_compound(&self, word: &str) -> f32 {
        if !self.conventions.capitalises_nouns || !word.starts_with(char::is_uppercase) {
            return f32::INFINITY;
        }
        match word.chars().count() {
            ..=9 => f32::INFINITY,
            10..=11 => 0.86,
            _ => 0.76,
        }
    }

    /// Whether one of the words is so near that others need not be looked for.
    pub(super) fn is_mended_by(&self, word: &str, others: &[String]) -> bool {
        let costs = self.costs(word, others);
        costs.first().is_some_and(|(best, _)| *best <= TRIFLE)
    }

    /// What the words cost, the cheapest first.
    fn costs<'o>(&self, word: &str, others: &'o [String]) -> Vec<(f32, &'o str)> {
        let mut costs: Vec<(f32, &str)> = others
            .iter()
            .filter(|other| *other != word && self.is_whole(other))
            .map(|other| (self.cost(word, other), other.as_str()))
            .collect();
        // The order of the dictionary decides between equals.
        costs.sort_by(|one, other| one.0.total_cmp(&other.0));
        // The same word with another apostrophe or capital is no rival.
        let first = costs.first().map(|(_, word)| word.to_lowercase());
        let mut place = 0_usize;
        costs.retain(|(_, other)| {
            place += 1;
            place == 1 || Some(other.to_lowercase()) != first
        });
        costs
    }

    fn cost(&self, word: &str, other: &str) -> f32 {
        let mut cost = cost::of(word, other, self.conventions, self.habits);
        let begins_large = |word: &str| word.starts_with(char::is_uppercase);
        if begins_large(other) && !begins_large(word) && !self.conventions.capitalises_nouns {
            cost += NAME;
        }
        if self.habits.is_common(other) || self.habits.is_common(&other.to_lowercase()) {
            cost -= COMMON;
        }
        cost
    }

    /// Whether a suggestion is a word, not a part of one, and not several unless all of them are very common.
    fn is_whole(&self, word: &str) -> bool {
        let is_common = |part: &str| part.chars().count() > 1 && self.habits.is_common(part);
        !word.contains('-')
            && !word.contains('.')
            && (!word.contains(' ') || word.split(' ').all(is_common))
    }
}

/// What a word of so many letters may cost to be taken for a misspelling of another: one slip, from eight letters on two
/// smaller ones.
fn dearest(letters: usize, place: Place) -> f32 {
    match (place, letters) {
        (Place::Name, _) | (_, ..=2) => 0.0,
        (Place::Capital | Place::Joined, ..=4) => TRIFLE,
        (Place::Joined, _) | (Place::Capital, 5..=8) | (Place::Noun, ..=4) => 0.56,
        (Place::Capital, _) | (Place::Noun, 5) => 0.76,
        (Place::Open, 3) => 0.5,
        (Place::Open, 4) => 0.76,
        (Place::Open | Place::Noun, 5..=7) => 1.06,
        (Place::Open | Place::Noun, 8..=9) => 1.3,
        (Place::Open | Place::Noun, _) => 1.8,
    }
}
