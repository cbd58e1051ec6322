//! The case that the sentence around a noun phrase requires.

use dragoman_text::Edit;

use super::super::forms::{Declension, Determiner, Forms};
use super::{MARKS, NounPhrase, Token};

/// Verbs of location, which require the dative after a preposition.
const VERBS_OF_LOCATION: [&str; 20] = [
    "wohne",
    "wohnst",
    "wohnt",
    "wohnen",
    "wohnte",
    "wohnten",
    "lebe",
    "lebt",
    "leben",
    "lebte",
    "liegt",
    "lag",
    "sitzt",
    "arbeite",
    "arbeitet",
    "arbeiten",
    "arbeitete",
    "übernachtet",
    "übernachten",
    "gewohnt",
];

impl NounPhrase<'_> {
    /// Whether the clause has a verb of location.
    pub(super) fn has_verb_of_location(&self) -> bool {
        let is_end = |token: &Token<'_>| token.text.ends_with([',', '.', '!', '?', ';', ':']);
        let before = self.tokens.get(..self.start).unwrap_or_default().iter();
        let after = self.tokens.get(self.at + 1..).unwrap_or_default().iter();
        let mut has_end = self
            .tokens
            .get(self.at)
            .is_none_or(|token| token.text.len() != self.bare.len());
        let after = after.take_while(|token| !std::mem::replace(&mut has_end, is_end(token)));
        before
            .rev()
            .take_while(|token| !is_end(token))
            .chain(after)
            .any(|token| VERBS_OF_LOCATION.contains(&token.lowercase().trim_end_matches(MARKS)))
    }

    /// Whether the text has a verb that governs the dative; with `alone`, ditransitive verbs do not count.
    pub(super) fn has_dative_verb(&self, alone: bool) -> bool {
        const DITRANSITIVE_VERBS: [&str; 9] = [
            "gib", "geb", "gab", "schenk", "schick", "zeig", "sag", "schreib", "verkauf",
        ];
        let stems = [
            "helf",
            "hilf",
            "half",
            "dank",
            "gehör",
            "gefall",
            "gefäll",
            "gefiel",
            "gib",
            "geb",
            "gab",
            "folg",
            "antwort",
            "schenk",
            "schick",
            "zeig",
            "sag",
            "schreib",
            "glaub",
            "vertrau",
            "droh",
            "ähnel",
            "begegn",
            "fehl",
            "schad",
            "widersprech",
            "zuhör",
            "gratulier",
            "entspr",
            "verkauf",
            "empf",
        ];
        let before = self.tokens.get(..self.at).unwrap_or_default();
        let after = self.tokens.get(self.at + 1..).unwrap_or_default();
        before.iter().chain(after).any(|token| {
            let small = token.lowercase();
            let core = small.strip_prefix("ge").unwrap_or(&small);
            stems
                .iter()
                .filter(|stem| !alone || !DITRANSITIVE_VERBS.contains(stem))
                .any(|stem| small.starts_with(stem) || core.starts_with(stem))
        })
    }

    /// Corrects a phrase that agrees, but in a case that the sentence excludes.
    pub(super) fn corrected_case(&self, determiner: &Determiner) -> Vec<Edit> {
        let masculine = Forms::MASCULINE;
        let is_weak = self.adjectives.iter().all(|(.., end)| *end == "en");
        let article = self.word(self.start);
        let is_short = determiner.kind == Declension::Indefinite && article == determiner.stem;
        if is_short
            && self.preposition.is_none()
            && (self.noun.forms.intersection(determiner.forms)).is_subset_of(masculine)
            && self.adjectives.is_empty()
            && self.wants_accusative()
        {
            return self.with_article(&format!("{}en", determiner.stem));
        }
        // "Das Telefon liegt neben den Computer" has a verb of location.
        let verb = self.start.checked_sub(2).map(|at| self.word(at));
        let has_verb_of_location =
            verb.is_some_and(|verb| VERBS_OF_LOCATION.contains(&verb.as_str()));
        let ends_clause = self
            .tokens
            .get(self.at)
            .is_some_and(|token| token.text.len() > self.bare.len());
        let is_far = self.preposition.is_some_and(|it| it.has_two);
        if is_far
            && has_verb_of_location
            && ends_clause
            && is_weak
            && matches!(article.as_str(), "den" | "einen")
            && self.noun.forms.intersects(masculine)
            && !self
                .noun
                .forms
                .intersection(Forms::DATIVE)
                .intersects(Forms::PLURAL)
        {
            let other = if article == "den" { "dem" } else { "einem" };
            return self.with_article(other);
        }
        Vec::new()
    }

    /// Whether the phrase is the object of a verb that only governs the accusative.
    fn wants_accusative(&self) -> bool {
        const SUBJECTS: [&str; 8] = ["ich", "du", "er", "sie", "wir", "ihr", "man", "es"];
        const ACCUSATIVE_VERBS: [&str; 32] = [
            "habe",
            "hast",
            "hat",
            "haben",
            "habt",
            "hatte",
            "hatten",
            "brauche",
            "brauchst",
            "braucht",
            "brauchen",
            "kaufe",
            "kaufst",
            "kauft",
            "kaufen",
            "suche",
            "suchst",
            "sucht",
            "suchen",
            "möchte",
            "möchtest",
            "möchten",
            "esse",
            "isst",
            "trinke",
            "trinkt",
            "sehe",
            "nehme",
            "nimmt",
            "kenne",
            "kennt",
            "kennst",
        ];
        let one = self
            .start
            .checked_sub(1)
            .map(|at| self.word(at))
            .unwrap_or_default();
        let two = self
            .start
            .checked_sub(2)
            .map(|at| self.word(at))
            .unwrap_or_default();
        // In "ich möchte ein Vogel sein" the phrase is a predicate noun.
        let after = self.tokens.get(self.at + 1..).unwrap_or_default().iter();
        let is_predicate = after.take(6).any(|token| {
            let bare = token.text.trim_end_matches(MARKS);
            matches!(bare, "sein" | "werden" | "bleiben" | "heißen" | "gewesen")
        });
        if is_predicate {
            return false;
        }
        let is_subject = |word: &str| SUBJECTS.contains(&word) && word != "es";
        let has = |word: &str| ACCUSATIVE_VERBS.contains(&word);
        let next = if self
            .tokens
            .get(self.at)
            .is_some_and(|it| it.text.len() == self.bare.len())
        {
            self.word(self.at + 1)
        } else {
            String::new()
        };
        matches!(
            (two.as_str(), one.as_str()),
            ("gibt" | "gab", "es") | ("es", "gibt" | "gab")
        ) || is_subject(&two) && has(&one)
            || has(&two) && is_subject(&one) && one != "ihr" && one != "sie"
            || is_subject(&one) && has(&next) && one != "ihr" && one != "sie"
    }
}
