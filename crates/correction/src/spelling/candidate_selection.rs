//! Selection of the correction among the words that resemble an unknown word.

use unicode_normalization::UnicodeNormalization;

use super::names::NameEvidence;
use super::word_lists::{WordLists, is_jargon};
use crate::orthography::Orthography;
use crate::rules::is_german_noun;

/// The minimum difference between the costs of the second best word and the best one.
const MARGIN: f32 = 0.24;

/// The reduction of the cost of a very common word.
const COMMON_WORD_DISCOUNT: f32 = 0.3;

/// The cost of a capital that the written word does not have, in languages that capitalise only names.
const CAPITAL_COST: f32 = 0.6;

/// The cost of a diacritic on another letter.
const MISPLACED_DIACRITIC_COST: f32 = 0.55;

/// The additional cost of a word without diacritics for a written word with one.
const MISSING_DIACRITIC_COST: f32 = 0.5;

/// The minimum length of a word in which a diacritic is no phonetic spelling, in letters.
const MIN_MARKED_LENGTH: usize = 5;

/// The maximum length of a capitalised word that only a nearly identical word replaces, in letters.
const MAX_SHORT_NAME_LENGTH: usize = 4;

/// The minimum difference to the second best word if the best one is no common German word.
const RARE_MARGIN: f32 = 0.29;

/// The maximum length of a word after an article that is more likely a name than a misspelled rare word, in letters.
const MAX_NAME_LENGTH: usize = 5;

/// The maximum cost of doubling a letter or of leaving out a doubled one.
const MAX_DOUBLING_COST: f32 = 0.56;

/// The minimum length of a capitalised German word that is replaced, in letters: shorter ones are names and terms.
const MIN_GERMAN_LENGTH: usize = 5;

/// The maximum cost of a nearly identical word: only diacritics or capitals differ.
pub(super) const MAX_NEAR_IDENTICAL_COST: f32 = 0.31;

/// The maximum cost of a nearly identical word that is very common.
const MAX_NEAR_IDENTICAL_COMMON_COST: f32 = 0.21;

/// The maximum cost of a rare word, unless it is nearly identical.
const MAX_RARE_COST: f32 = 0.5;

/// Selects a correction among candidates.
pub(super) struct CandidateSelector<'a> {
    pub(super) orthography: &'a Orthography,
    pub(super) word_lists: &'a WordLists,
    /// Whether the text has letters with diacritics, so that the writer can type them.
    pub(super) has_diacritics: bool,
}

impl CandidateSelector<'_> {
    /// The best candidate and its cost, if it is much more likely than the others.
    pub(super) fn select(
        &self,
        word: &str,
        evidence: NameEvidence,
        others: &[String],
    ) -> Option<(String, f32)> {
        if evidence == NameEvidence::Name {
            return None;
        }
        let costs = self.costs(word, others);
        let &(best, chosen) = costs.first()?;
        let second = costs.get(1).map_or(f32::INFINITY, |(cost, _)| *cost);
        let small = word.to_lowercase();
        let is_near =
            self.distance(word, chosen) <= MAX_NEAR_IDENTICAL_COST && !chosen.contains('\'');
        if is_jargon(&small) || (WordLists::is_foreign(&small) && !is_near) {
            return None;
        }
        // Short names resemble common words: "Dela", "Alda".
        let is_short = word.chars().count() <= MAX_SHORT_NAME_LENGTH;
        if evidence == NameEvidence::Capital
            && is_short
            && self.distance(word, chosen) > MAX_NEAR_IDENTICAL_COST
        {
            return None;
        }
        // The word may be a name without its capital or one of the other candidates.
        let is_twin = |other: &str| other != word && other.to_lowercase() == word;
        if !self.orthography.capitalises_nouns
            && best > MAX_NEAR_IDENTICAL_COST
            && !is_twin(chosen)
            && others.iter().any(|other| is_twin(other))
        {
            return None;
        }
        if self.is_run_together(word, chosen) {
            return None;
        }
        let is_unfamiliar = !chosen.contains(' ')
            && !self
                .word_lists
                .has_frequent_beginning(&chosen.to_lowercase())
            && !has_same_letters(word, chosen);
        if is_unfamiliar && best >= MAX_RARE_COST {
            return None;
        }
        let letters = word.chars().count();
        let dearest = max_cost(letters, evidence)
            .min(self.max_compound_cost(word))
            .min(self.max_cost_with_sparse_dictionary(letters, evidence));
        // "Wider" is a correct prefix.
        if small.starts_with("wider") && chosen.to_lowercase().starts_with("wieder") {
            return None;
        }
        let is_rare = self.orthography.capitalises_nouns && !self.is_common(chosen);
        if self.orthography.capitalises_nouns && !has_same_letters(word, chosen) {
            let is_short =
                evidence == NameEvidence::Capital && word.chars().count() < MIN_GERMAN_LENGTH;
            // In "die Jotha" the word may be a name.
            let may_be_name = is_rare
                && evidence == NameEvidence::Noun
                && letters <= MAX_NAME_LENGTH
                && !is_german_noun(chosen)
                && self.distance(word, chosen) > MAX_NEAR_IDENTICAL_COST;
            if is_short
                || may_be_name
                || is_rare && !self.is_certain_rare_word(word, evidence, chosen)
            {
                return None;
            }
        }
        // A writer who types one diacritic types the others too, and none that are wrong.
        let may_be_name = self.has_diacritics && word.starts_with(char::is_uppercase);
        if is_rare
            && (may_be_name && adds_diacritics(word, chosen) || adds_diacritics(chosen, word))
        {
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
    fn is_certain_rare_word(&self, word: &str, evidence: NameEvidence, other: &str) -> bool {
        let distance = self.distance(word, other);
        let letters = word.chars().count();
        let first = |word: &str| word.chars().next().map(|c| c.to_lowercase().to_string());
        if diacritics(word).0.len() > diacritics(other).0.len()
            || first(word) != first(other)
            || is_other_form(word, other) && distance > MAX_DOUBLING_COST
        {
            return false;
        }
        let dearest = match (evidence, letters) {
            (NameEvidence::Name | NameEvidence::Joined, _) | (NameEvidence::Capital, ..=8) => {
                MAX_NEAR_IDENTICAL_COST
            }
            (NameEvidence::Capital, 9..=10) => MAX_DOUBLING_COST,
            (NameEvidence::None | NameEvidence::Noun, ..=6) => 0.71,
            (NameEvidence::Capital, _) | (NameEvidence::None | NameEvidence::Noun, 7..=9) => 0.86,
            (NameEvidence::None | NameEvidence::Noun, _) => 1.06,
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
        const MIN_LENGTH: usize = 8;
        let rest = word
            .strip_prefix(chosen)
            .or_else(|| word.strip_suffix(chosen));
        word.chars().count() >= MIN_LENGTH
            && rest.is_some_and(|rest| {
                rest.chars().nth(1).is_some() && self.word_lists.is_common(rest)
            })
    }

    /// The maximum cost of a compound. Dictionaries lack many compounds and suggest rare ones for them.
    fn max_compound_cost(&self, word: &str) -> f32 {
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
    const fn max_cost_with_sparse_dictionary(&self, letters: usize, evidence: NameEvidence) -> f32 {
        if !self.orthography.lacks_words {
            return f32::INFINITY;
        }
        match (evidence, letters) {
            (NameEvidence::Joined, ..=5) => 0.0,
            (NameEvidence::Capital, ..=5) => MAX_NEAR_IDENTICAL_COMMON_COST,
            (NameEvidence::Joined, _) => MAX_NEAR_IDENTICAL_COST,
            (_, ..=5) => 0.75,
            (_, ..=9) => 0.95,
            _ => 0.99,
        }
    }

    /// Whether one of the candidates is so near that no more candidates are needed.
    pub(super) fn is_corrected_by(&self, word: &str, others: &[String]) -> bool {
        let costs = self.costs(word, others);
        costs
            .first()
            .is_some_and(|(best, _)| *best <= MAX_NEAR_IDENTICAL_COST)
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
        let (word, other) = (diacritics(word), diacritics(other));
        if word.1 != other.1 || word.0.is_empty() || word.0 == other.0 {
            return distance;
        }
        // A writer who types a diacritic knows that the word has one, but not always on which letter.
        match other.0.len() {
            0 if word.1.chars().count() >= MIN_MARKED_LENGTH => distance + MISSING_DIACRITIC_COST,
            _ if other.0.len() == word.0.len() => MISPLACED_DIACRITIC_COST,
            _ => distance,
        }
    }

    fn cost(&self, word: &str, other: &str) -> f32 {
        let mut cost = self.distance(word, other);
        let begins_large = |word: &str| word.starts_with(char::is_uppercase);
        if begins_large(other) && !begins_large(word) && !self.orthography.capitalises_nouns {
            cost += CAPITAL_COST;
        }
        if self.is_common(other) {
            cost -= COMMON_WORD_DISCOUNT;
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
fn max_cost(letters: usize, evidence: NameEvidence) -> f32 {
    match (evidence, letters) {
        (NameEvidence::Name, _) | (_, ..=2) => 0.0,
        (NameEvidence::Capital | NameEvidence::Joined, ..=4) => MAX_NEAR_IDENTICAL_COST,
        (NameEvidence::Joined, _) | (NameEvidence::Capital, 5..=8) | (NameEvidence::Noun, ..=4) => {
            0.56
        }
        (NameEvidence::Capital, ..=10) | (NameEvidence::Noun, 5) => 0.76,
        (NameEvidence::Capital, _) => 1.06,
        (NameEvidence::None, 3) => 0.5,
        (NameEvidence::None, 4) => 0.76,
        (NameEvidence::None | NameEvidence::Noun, 5..=7) => 1.06,
        (NameEvidence::None | NameEvidence::Noun, 8..=9) => 1.3,
        (NameEvidence::None | NameEvidence::Noun, _) => 1.8,
    }
}

/// Whether two words differ only in diacritics, capitals and ss for ß.
pub(super) fn has_same_letters(word: &str, other: &str) -> bool {
    let plain = |word: &str| diacritics(&word.replace('ß', "ss")).1;
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
pub(super) fn adds_diacritics(word: &str, other: &str) -> bool {
    let (word, other) = (diacritics(word), diacritics(other));
    word.1 == other.1 && word.0.len() < other.0.len()
}

/// Whether two German words differ only in their endings, so that they are two forms of a word of which the dictionary
/// lacks one.
fn is_other_form(word: &str, other: &str) -> bool {
    const ENDINGS: [&str; 15] = [
        "", "e", "er", "es", "en", "em", "n", "s", "r", "in", "ien", "ern", "ere", "eren", "rer",
    ];
    const MIN_STEM_LENGTH: usize = 4;
    let same = word.chars().zip(other.chars());
    let same = same.take_while(|(one, two)| one == two).count();
    let stems = same.saturating_sub(2).max(MIN_STEM_LENGTH)..=same;
    stems.into_iter().any(|stem| {
        let end = |word: &str| word.chars().skip(stem).collect::<String>();
        let (one, two) = (end(word), end(other));
        let is_participle = two == "t" && !one.is_empty();
        ENDINGS.contains(&one.as_str()) && (ENDINGS.contains(&two.as_str()) || is_participle)
    })
}

/// The positions of the diacritics of a word, and the word in lower case without them.
fn diacritics(word: &str) -> (Vec<usize>, String) {
    let small: Vec<char> = word.to_lowercase().chars().collect();
    let plain = small
        .iter()
        .map(|c| std::iter::once(*c).nfd().next().unwrap_or(*c));
    let plain: String = plain.collect();
    let differ = plain.chars().zip(&small).enumerate();
    let marked = differ.filter(|(_, (plain, written))| plain != *written);
    (marked.map(|(at, _)| at).collect(), plain)
}
