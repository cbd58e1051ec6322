//! Which of the words that resemble an unknown one was meant.

use unicode_normalization::UnicodeNormalization;

use super::habits::Habits;
use super::names::Place;
use crate::conventions::Conventions;

/// How much more the second best must cost than the best.
const MARGIN: f32 = 0.24;

/// What a very common word is cheaper by.
const COMMON: f32 = 0.3;

/// What a word costs that has a capital where the written one has none, in languages in which only names have.
const NAME: f32 = 0.6;

/// What a mark costs that stands on another letter.
const MISPLACED: f32 = 0.55;

/// What comes on top where a word is meant that has no mark although one was written.
const MARKLESS: f32 = 0.5;

/// The shortest word that people do not give a mark for its sound only, in letters.
const SHORTEST_MARKED: usize = 5;

/// What a word may cost that is as good as certain: the same but for marks or capitals.
pub(super) const TRIFLE: f32 = 0.31;

/// What a word may cost that people rarely write: they have hardly meant it, unless it is nearly the same.
const DEAREST_RARE: f32 = 0.5;

/// Chooses among words.
pub(super) struct Choice<'a> {
    pub(super) conventions: &'a Conventions,
    pub(super) habits: &'a Habits,
}

impl Choice<'_> {
    /// The word that was meant, if one is much likelier than the others, and what it costs.
    pub(super) fn choose(
        &self,
        word: &str,
        place: Place,
        others: &[String],
    ) -> Option<(String, f32)> {
        if place == Place::Name {
            return None;
        }
        let costs = self.costs(word, others);
        let &(best, chosen) = costs.first()?;
        let second = costs.get(1).map_or(f32::INFINITY, |(cost, _)| *cost);
        let small = word.to_lowercase();
        if Habits::is_foreign(&small) && self.distance(word, chosen) > TRIFLE {
            return None;
        }
        // A name without its capital, or one of these words: who can tell?
        let is_twin = |other: &str| other != word && other.to_lowercase() == word;
        if !self.conventions.capitalises_nouns
            && best > TRIFLE
            && !is_twin(chosen)
            && others.iter().any(|other| is_twin(other))
        {
            return None;
        }
        let is_rare = !chosen.contains(' ')
            && !self.habits.is_familiar(&chosen.to_lowercase())
            && !differ_in_marks_only(word, chosen);
        if is_rare && best >= DEAREST_RARE {
            return None;
        }
        let dearest = dearest(word.chars().count(), place).min(self.dearest_compound(word));
        // What begins with "wider" is right.
        if small.starts_with("wider") && chosen.to_lowercase().starts_with("wieder") {
            return None;
        }
        (best <= dearest && second - best >= MARGIN).then(|| (chosen.to_owned(), best))
    }

    /// What a compound may cost, which dictionaries often lack: their suggestions are compounds that nobody has meant.
    fn dearest_compound(&self, word: &str) -> f32 {
        if !self.conventions.capitalises_nouns || !word.starts_with(char::is_uppercase) {
            return f32::INFINITY;
        }
        match word.chars().count() {
            ..=9 => f32::INFINITY,
            10..=11 => 1.06,
            _ => 0.86,
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

    fn distance(&self, word: &str, other: &str) -> f32 {
        let distance = self.habits.slips(self.conventions).distance(word, other);
        let (word, other) = (marks(word), marks(other));
        if word.1 != other.1 || word.0.is_empty() || word.0 == other.0 {
            return distance;
        }
        // Who writes a mark knows that the word has one, but not always on which letter.
        match other.0.len() {
            0 if word.1.chars().count() >= SHORTEST_MARKED => distance + MARKLESS,
            _ if other.0.len() == word.0.len() => MISPLACED,
            _ => distance,
        }
    }

    fn cost(&self, word: &str, other: &str) -> f32 {
        let mut cost = self.distance(word, other);
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
        (Place::Capital, ..=10) | (Place::Noun, 5) => 0.76,
        (Place::Capital, _) => 1.06,
        (Place::Open, 3) => 0.5,
        (Place::Open, 4) => 0.76,
        (Place::Open | Place::Noun, 5..=7) => 1.06,
        (Place::Open | Place::Noun, 8..=9) => 1.3,
        (Place::Open | Place::Noun, _) => 1.8,
    }
}

/// Whether two words have the same letters, but for marks and capitals.
pub(super) fn differ_in_marks_only(word: &str, other: &str) -> bool {
    marks(word).1 == marks(other).1
}

/// The places of the marks of a word, and the word in small letters without them.
fn marks(word: &str) -> (Vec<usize>, String) {
    let small: Vec<char> = word.to_lowercase().chars().collect();
    let plain = small
        .iter()
        .map(|c| std::iter::once(*c).nfd().next().unwrap_or(*c));
    let plain: String = plain.collect();
    let differ = plain.chars().zip(&small).enumerate();
    let marked = differ.filter(|(_, (plain, written))| plain != *written);
    (marked.map(|(at, _)| at).collect(), plain)
}
