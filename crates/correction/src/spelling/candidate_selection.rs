//! Selection of the correction among the words that resemble an unknown word.

use unicode_normalization::UnicodeNormalization;

use super::names::Place;
use super::word_lists::{WordLists, is_jargon};
use crate::orthography::Orthography;
use crate::rules::is_german_noun;

/// The minimum difference between the costs of the second best word and the best one.
const MARGIN: f32 = 0.24;

/// The reduction of the cost of a very common word.
const COMMON: f32 = 0.3;

/// The cost of a capital that the written word does not have, in languages that capitalise only names.
const NAME: f32 = 0.6;

/// The cost of a diacritic on another letter.
const MISPLACED: f32 = 0.55;

/// The additional cost of a word without diacritics for a written word with one.
const MARKLESS: f32 = 0.5;

/// The minimum length of a word in which a diacritic is no phonetic spelling, in letters.
const SHORTEST_MARKED: usize = 5;

/// The maximum length of a capitalised word that only a nearly identical word replaces, in letters.
const LONGEST_SHORT_NAME: usize = 4;

/// The minimum difference to the second best word if the best one is no common German word.
const RARE_MARGIN: f32 = 0.29;

/// The maximum length of a word after an article that is more likely a name than a misspelled rare word, in letters.
const LONGEST_NAME: usize = 5;

/// The maximum cost of doubling a letter or of leaving out a doubled one.
const DOUBLE: f32 = 0.56;

/// The minimum length of a capitalised German word that is replaced, in letters: shorter ones are names and terms.
const SHORTEST_GERMAN: usize = 5;

/// The maximum cost of a nearly identical word: only diacritics or capitals differ.
pub(super) const TRIFLE: f32 = 0.31;

/// The maximum cost of a nearly identical word that is very common.
const COMMON_TRIFLE: f32 = 0.21;

/// The maximum cost of a rare word, unless it is nearly identical.
const DEAREST_RARE: f32 = 0.5;

/// Selects a correction among candidates.
pub(super) struct Choice<'a> {
    pub(super) orthography: &'a Orthography,
    pub(super) word_lists: &'a WordLists,
    /// Whether the text has letters with diacritics, so that the writer can type them.
    pub(super) has_marks: bool,
}

impl Choice<'_> {
    /// The best candidate and its cost, if it is much more likely than the others.
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
        let is_near = self.distance(word, chosen) <= TRIFLE && !chosen.contains('\'');
        if is_jargon(&small) || (WordLists::is_foreign(&small) && !is_near) {
            return None;
        }
        // Short names resemble common words: "Dela", "Alda".
        let is_short = word.chars().count() <= LONGEST_SHORT_NAME;
        if place == Place::Capital && is_short && self.distance(word, chosen) > TRIFLE {
            return None;
        }
        // The word may be a name without its capital or one of the other candidates.
        let is_twin = |other: &str| other != word && other.to_lowercase() == word;
        if !self.orthography.capitalises_nouns
            && best > TRIFLE
            && !is_twin(chosen)
            && others.iter().any(|other| is_twin(other))
        {
            return None;
        }
        if self.is_run_together(word, chosen) {
            return None;
        }
        let is_unfamiliar = !chosen.contains(' ')
            && !self.word_lists.is_familiar(&chosen.to_lowercase())
            && !has_same_letters(word, chosen);
        if is_unfamiliar && best >= DEAREST_RARE {
            return None;
        }
        let letters = word.chars().count();
        let dearest = dearest(letters, place)
            .min(self.dearest_compound(word))
            .min(self.dearest_of_few(letters, place));
        // "Wider" is a correct prefix.
        if small.starts_with("wider") && chosen.to_lowercase().starts_with("wieder") {
            return None;
        }
        let is_rare = self.orthography.capitalises_nouns && !self.is_common(chosen);
        if self.orthography.capitalises_nouns && !has_same_letters(word, chosen) {
            let is_short = place == Place::Capital && word.chars().count() < SHORTEST_GERMAN;
            // In "die Jotha" the word may be a name.
            let may_be_name = is_rare
                && place == Place::Noun
                && letters <= LONGEST_NAME
                && !is_german_noun(chosen)
                && self.distance(word, chosen) > TRIFLE;
            if is_short || may_be_name || is_rare && !self.is_sure_of_rare(word, place, chosen) {
                return None;
            }
        }
        // A writer who types one diacritic types the others too, and none that are wrong.
        let may_be_name = self.has_marks && word.starts_with(char::is_uppercase);
        if is_rare && (may_be_name && adds_marks(word, chosen) || adds_marks(chosen, word)) {
            return None;
        }
        let margin = if is_rare && !has_same_letters(word, chosen) {
            RARE_MARGIN
        } else {
            MARGIN
        };
        (best <= dearest && second - best >= margin).then(|| (chosen.to_owned(), best))
    }

    /// Whether a German word that is not very common is certainly meant. The dictionary lacks many forms and compounds,
    /// and has others that differ from them by one letter, so that the mistake has to be a frequent one or the word
    /// long.
    fn is_sure_of_rare(&self, word: &str, place: Place, other: &str) -> bool {
        let distance = self.distance(word, other);
        let letters = word.chars().count();
        let first = |word: &str| word.chars().next().map(|c| c.to_lowercase().to_string());
        if marks(word).0.len() > marks(other).0.len()
            || first(word) != first(other)
            || is_other_form(word, other) && distance > DOUBLE
        {
            return false;
        }
        let dearest = match (place, letters) {
            (Place::Name | Place::Joined, _) | (Place::Capital, ..=8) => TRIFLE,
            (Place::Capital, 9..=10) => DOUBLE,
            (Place::Open | Place::Noun, ..=6) => 0.71,
            (Place::Capital, _) | (Place::Open | Place::Noun, 7..=9) => 0.86,
            (Place::Open | Place::Noun, _) => 1.06,
        };
        distance <= dearest
    }

    fn is_common(&self, word: &str) -> bool {
        let is_one = |word: &str| self.word_lists.is_common(word);
        word.split(' ')
            .all(|word| is_one(word) || is_one(&word.to_lowercase()))
    }

    /// Whether a word is a candidate joined to a very common word, so that a space is missing.
    fn is_run_together(&self, word: &str, chosen: &str) -> bool {
        const SHORTEST: usize = 8;
        let rest = word
            .strip_prefix(chosen)
            .or_else(|| word.strip_suffix(chosen));
        word.chars().count() >= SHORTEST
            && rest.is_some_and(|rest| {
                rest.chars().nth(1).is_some() && self.word_lists.is_common(rest)
            })
    }

    /// The maximum cost of a compound. Dictionaries lack many compounds and suggest rare ones for them.
    fn dearest_compound(&self, word: &str) -> f32 {
        if !self.orthography.capitalises_nouns || !word.starts_with(char::is_uppercase) {
            return f32::INFINITY;
        }
        match word.chars().count() {
            ..=9 => f32::INFINITY,
            10..=11 => 1.06,
            _ => 0.86,
        }
    }

    /// The maximum cost in a language whose dictionary lacks many words: no replacement of a letter by one that neither
    /// sounds similar nor is near on the keyboard, unless the candidate is very common, and no diacritic on a possible
    /// name.
    const fn dearest_of_few(&self, letters: usize, place: Place) -> f32 {
        if !self.orthography.lacks_words {
            return f32::INFINITY;
        }
        match (place, letters) {
            (Place::Joined, ..=5) => 0.0,
            (Place::Capital, ..=5) => COMMON_TRIFLE,
            (Place::Joined, _) => TRIFLE,
            (_, ..=5) => 0.75,
            (_, ..=9) => 0.95,
            _ => 0.99,
        }
    }

    /// Whether one of the candidates is so near that no more candidates are needed.
    pub(super) fn is_mended_by(&self, word: &str, others: &[String]) -> bool {
        let costs = self.costs(word, others);
        costs.first().is_some_and(|(best, _)| *best <= TRIFLE)
    }

    /// The candidates with their costs, in ascending order.
    fn costs<'o>(&self, word: &str, others: &'o [String]) -> Vec<(f32, &'o str)> {
        let mut costs: Vec<(f32, &str)> = others
            .iter()
            .filter(|other| *other != word && self.is_whole(other))
            .map(|other| (self.cost(word, other), other.as_str()))
            .collect();
        // The sort is stable, so that the order of the dictionary decides between equal costs.
        costs.sort_by(|one, other| one.0.total_cmp(&other.0));
        // The same word with another apostrophe or capital is not a competitor.
        let first = costs.first().map(|(_, word)| word.to_lowercase());
        let mut place = 0_usize;
        costs.retain(|(_, other)| {
            place += 1;
            place == 1 || Some(other.to_lowercase()) != first
        });
        costs
    }

    fn distance(&self, word: &str, other: &str) -> f32 {
        let distance = self
            .word_lists
            .error_model(self.orthography)
            .distance(word, other);
        let (word, other) = (marks(word), marks(other));
        if word.1 != other.1 || word.0.is_empty() || word.0 == other.0 {
            return distance;
        }
        // A writer who types a diacritic knows that the word has one, but not always on which letter.
        match other.0.len() {
            0 if word.1.chars().count() >= SHORTEST_MARKED => distance + MARKLESS,
            _ if other.0.len() == word.0.len() => MISPLACED,
            _ => distance,
        }
    }

    fn cost(&self, word: &str, other: &str) -> f32 {
        let mut cost = self.distance(word, other);
        let begins_large = |word: &str| word.starts_with(char::is_uppercase);
        if begins_large(other) && !begins_large(word) && !self.orthography.capitalises_nouns {
            cost += NAME;
        }
        if self.is_common(other) {
            cost -= COMMON;
        }
        cost
    }

    /// Whether a suggestion is a whole word, or several words that are all very common.
    fn is_whole(&self, word: &str) -> bool {
        let is_common = |part: &str| part.chars().count() > 1 && self.word_lists.is_common(part);
        !word.contains('-')
            && !word.contains('.')
            && (!self.orthography.elides || has_elision_or_none(word))
            && (!word.contains(' ') || word.split(' ').all(is_common))
    }
}

/// Whether the word after the apostrophe of a suggestion may follow the elided word: "l'an", but not "t'rue" or "c'an".
fn has_elision_or_none(word: &str) -> bool {
    let Some((head, rest)) = word.split_once(['\'', '’']) else {
        return true;
    };
    if head.eq_ignore_ascii_case("c") {
        return rest.starts_with(['e', 'é', 'è', 'E', 'É', 'È']);
    }
    rest.to_lowercase()
        .starts_with(|c| "aeiouyhàâäéèêëîïìòôöùúûœ".contains(c))
}

/// The maximum cost of a correction of a word with a number of letters: one error, or from eight letters on two cheap
/// ones.
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

/// Whether two words differ only in diacritics, capitals and ss for ß.
pub(super) fn has_same_letters(word: &str, other: &str) -> bool {
    let plain = |word: &str| marks(&word.replace('ß', "ss")).1;
    let spelt = |word: &str| {
        let small = word.to_lowercase();
        plain(
            &small
                .replace('ä', "ae")
                .replace('ö', "oe")
                .replace('ü', "ue"),
        )
    };
    plain(word) == plain(other) || plain(word) == spelt(other)
}

/// Whether two words with the same letters differ in diacritics, and the second has more of them.
pub(super) fn adds_marks(word: &str, other: &str) -> bool {
    let (word, other) = (marks(word), marks(other));
    word.1 == other.1 && word.0.len() < other.0.len()
}

/// Whether two German words differ only in their endings, so that they are two forms of a word of which the dictionary
/// lacks one.
fn is_other_form(word: &str, other: &str) -> bool {
    const ENDS: [&str; 15] = [
        "", "e", "er", "es", "en", "em", "n", "s", "r", "in", "ien", "ern", "ere", "eren", "rer",
    ];
    const SHORTEST_STEM: usize = 4;
    let same = word.chars().zip(other.chars());
    let same = same.take_while(|(one, two)| one == two).count();
    let stems = same.saturating_sub(2).max(SHORTEST_STEM)..=same;
    stems.into_iter().any(|stem| {
        let end = |word: &str| word.chars().skip(stem).collect::<String>();
        let (one, two) = (end(word), end(other));
        let is_participle = two == "t" && !one.is_empty();
        ENDS.contains(&one.as_str()) && (ENDS.contains(&two.as_str()) || is_participle)
    })
}

/// The positions of the diacritics of a word, and the word in lower case without them.
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
