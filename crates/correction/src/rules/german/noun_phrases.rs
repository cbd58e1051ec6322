//! Noun phrases whose article, adjectives and noun do not agree with each other or with the preposition before them.
//!
//! The forms that the words of a phrase may have are intersected. If the intersection is empty, and a single word has
//! another form that agrees with all the others, that form is the correction.

mod cases;
mod corrections;

use dragoman_language::Language;
use dragoman_text::{Edit, capitalised_like, is_code};

use super::adjectives::split;
use super::forms::{ADJECTIVE_ENDINGS, Declension, Determiner, Forms, of_adjective};
use super::nouns::Noun;
use super::tokens::{Token, are_beside, begins_sentence, tokens};
use crate::editable_text::EditableText;

/// Punctuation marks that may follow a noun.
const MARKS: [char; 7] = [',', '.', ';', ':', '!', '?', ')'];

/// A noun phrase: an article, adjectives and a noun.
struct NounPhrase<'t> {
    text: &'t str,
    tokens: &'t [Token<'t>],
    /// The index of the first word.
    start: usize,
    at: usize,
    noun: Noun,
    bare: &'t str,
    determiner: Option<Determiner>,
    adjectives: Vec<(Token<'t>, &'t str, &'static str)>,
    preposition: Option<Preposition>,
}

/// A preposition and the cases that it governs.
#[derive(Clone, Copy)]
struct Preposition {
    cases: Forms,
    has_two: bool,
}

/// Makes the words of noun phrases agree.
pub(super) fn agreement(editable: &EditableText, _: Language) -> Vec<Edit> {
    let text = editable.text();
    let tokens = tokens(text);
    let mut edits = Vec::new();
    for at in 0..tokens.len() {
        if let Some(phrase) = NounPhrase::before(text, &tokens, at) {
            edits.extend(phrase.edits());
        }
    }
    edits
}

fn preposition(tokens: &[Token<'_>], at: usize) -> Option<Preposition> {
    let token = tokens.get(at)?;
    let before = at.checked_sub(1).and_then(|at| tokens.get(at));
    let earlier = |range: usize, words: &[&str]| {
        let start = at.saturating_sub(range);
        tokens
            .get(start..at)
            .unwrap_or_default()
            .iter()
            .any(|token| words.contains(&token.lowercase().as_str()))
    };
    let word = token.lowercase();
    let cases = match word.as_str() {
        // A postposition, as in "der Meinung nach das beste", or a circumposition, as in "von der Straße aus das Haus".
        "nach" if before.is_some_and(|before| before.is_capitalised() || before.text == "und") => {
            return None;
        }
        // Idioms without a preposition: "ab und zu die Zeitung", "durch und durch ein Ehrenmann", "von wegen schöner
        // Urlaub".
        "zu" | "durch" if before.is_some_and(|before| before.text == "und") => return None,
        "wegen" if before.is_some_and(|before| before.lowercase() == "von") => return None,
        "aus" if earlier(5, &["von", "vom"]) => return None,
        "für" if earlier(5, &["was"]) => return None,
        "mit" | "von" | "bei" | "aus" | "nach" | "zu" | "seit" => Forms::DATIVE,
        "für" | "durch" | "gegen" | "ohne" => Forms::ACCUSATIVE,
        "in" | "an" | "auf" | "über" | "unter" | "neben" | "hinter" | "vor" | "zwischen" => {
            Forms::DATIVE.union(Forms::ACCUSATIVE)
        }
        "wegen" | "trotz" => Forms::GENITIVE.union(Forms::DATIVE),
        _ => return None,
    };
    Some(Preposition {
        cases,
        has_two: cases == Forms::DATIVE.union(Forms::ACCUSATIVE),
    })
}

impl<'t> NounPhrase<'t> {
    /// The noun phrase whose noun is a token.
    fn before(text: &'t str, tokens: &'t [Token<'t>], at: usize) -> Option<Self> {
        let token = tokens.get(at)?;
        let bare = token.text.trim_end_matches(MARKS);
        let noun = Noun::of(bare)?;
        let next = tokens.get(at + 1);
        // The word after the noun may be a name or the rest of a compound.
        let is_open = bare.len() == token.text.len()
            && next.is_some_and(|next| {
                !next.text.starts_with(char::is_lowercase)
                    && !matches!(next.text, "Sie" | "Ihnen" | "–" | "-" | "&")
            });
        if is_open || is_code(text, &token.range()) {
            return None;
        }
        let mut start = at;
        let mut adjectives = Vec::new();
        while let Some(index) = start.checked_sub(1)
            && let Some(word) = tokens.get(index)
            && let Some((stem, end)) = split(word.text)
            && tokens
                .get(start)
                .is_some_and(|next| are_beside(text, *word, *next))
            && adjectives.len() < 3
            && Determiner::of(word.text).is_none()
        {
            adjectives.push((*word, stem, end));
            start = index;
        }
        let beside = |start: usize| {
            let before = tokens.get(start.checked_sub(1)?)?;
            are_beside(text, *before, *tokens.get(start)?).then_some(*before)
        };
        let determiner = beside(start).and_then(|word| Determiner::of(&word.lowercase()));
        if determiner.is_some() {
            start -= 1;
        }
        let preposition = beside(start).and_then(|_| preposition(tokens, start - 1));
        Some(Self {
            text,
            tokens,
            start,
            at,
            noun,
            bare,
            determiner,
            adjectives,
            preposition,
        })
    }

    fn edits(&self) -> Vec<Edit> {
        let Some(determiner) = &self.determiner else {
            return self.edits_without_article();
        };
        // A relative pronoun is not an article.
        let relative = self.start - usize::from(self.preposition.is_some());
        let follows_comma = self
            .token_before(relative)
            .is_some_and(|before| before.text.ends_with(','));
        if follows_comma && matches!(determiner.kind, Declension::Definite | Declension::Dieser)
            || self.word(self.start - usize::from(self.start > 0)) == "ich"
        {
            return Vec::new();
        }
        let may_begin_clause = self.word(self.start.saturating_sub(1)) == "seit"
            && self
                .noun
                .forms
                .intersection(determiner.forms)
                .intersects(Forms::NOMINATIVE);
        // "Einen" is declined like an adjective in "auf der einen Seite" and "mein eines Auge". "Euer Majestät" is a
        // form of address.
        let is_address = matches!(
            self.bare,
            "Majestät" | "Hoheit" | "Exzellenz" | "Gnaden" | "Ehren" | "Durchlaucht" | "Hochwürden"
        );
        let follows_article = determiner.stem == "ein"
            && Determiner::of(&self.word(self.start.saturating_sub(1))).is_some();
        // In "ohne der Frau zu danken" the preposition begins an infinitive.
        let may_begin_infinitive = self.word(self.start.saturating_sub(1)) == "ohne"
            && determiner.forms.intersects(Forms::DATIVE);
        if may_begin_clause || may_begin_infinitive || follows_article || is_address {
            return Vec::new();
        }
        let outer = self.preposition.map_or(Forms::ALL, |it| it.cases);
        let frame = self
            .noun
            .forms
            .intersection(determiner.forms)
            .intersection(outer);
        let inner = self.adjective_forms(Some(determiner.kind));
        if frame.intersects(inner) {
            self.corrected_case(determiner)
        } else if !frame.is_empty() && !self.adjectives.is_empty() {
            self.corrected_adjectives(determiner, frame)
        } else {
            self.corrected_article_or_noun(determiner, outer, inner)
        }
    }

    /// The forms that all adjectives may have after a determiner or without one.
    fn adjective_forms(&self, after: Option<Declension>) -> Forms {
        self.adjectives
            .iter()
            .map(|(.., end)| of_adjective(end, after))
            .fold(Forms::ALL, Forms::intersection)
    }

    fn token_before(&self, at: usize) -> Option<&Token<'t>> {
        at.checked_sub(1).and_then(|at| self.tokens.get(at))
    }

    /// A word in lower case without punctuation marks, or an empty string.
    fn word(&self, at: usize) -> String {
        let token = self.tokens.get(at);
        token
            .map(|token| token.text.trim_end_matches(MARKS).to_lowercase())
            .unwrap_or_default()
    }

    fn first(&self) -> Option<Token<'t>> {
        self.tokens.get(self.start).copied()
    }

    fn begins_sentence(&self) -> bool {
        self.preposition.is_none()
            && self.first().is_some_and(|first| {
                first.is_capitalised() && begins_sentence(self.text, first.start)
            })
    }

    /// Whether the verb after the phrase is singular, if a verb follows.
    fn is_before_singular_verb(&self) -> Option<bool> {
        let ends = self.tokens.get(self.at)?.text.len() == self.bare.len();
        let next = ends.then(|| self.word(self.at + 1))?;
        match next.as_str() {
            "ist" | "war" | "hat" | "hatte" | "wird" | "wurde" | "kann" | "muss" | "soll"
            | "will" | "darf" | "geht" | "kommt" | "steht" | "liegt" | "kostet" | "gefällt"
            | "heißt" | "bleibt" | "macht" | "sieht" | "funktioniert" | "gehört" | "fährt" => {
                Some(true)
            }
            "sind" | "waren" | "haben" | "hatten" | "werden" | "wurden" | "können" | "müssen"
            | "sollen" | "wollen" | "dürfen" | "gehen" | "kommen" | "stehen" | "liegen" => {
                Some(false)
            }
            _ => None,
        }
    }

    fn replace(token: Token<'_>, wanted: &str) -> Edit {
        Edit {
            range: token.range(),
            text: capitalised_like(token.text, wanted),
        }
    }

    fn with_article(&self, wanted: &str) -> Vec<Edit> {
        let first = self.first();
        first
            .map(|token| Self::replace(token, wanted))
            .into_iter()
            .collect()
    }

    fn with_noun(&self, wanted: &str) -> Vec<Edit> {
        let Some(token) = self.tokens.get(self.at) else {
            return Vec::new();
        };
        vec![Edit {
            range: token.start..token.start + self.bare.len(),
            text: wanted.to_owned(),
        }]
    }

    /// The adjectives with the ending that the other words require, if there is only one.
    fn with_adjectives(&self, kind: Option<Declension>, frame: Forms) -> Vec<Edit> {
        let mut ends = ADJECTIVE_ENDINGS
            .into_iter()
            .filter(|end| of_adjective(end, kind).intersects(frame));
        let (Some(wanted), None) = (ends.next(), ends.next()) else {
            return Vec::new();
        };
        let wrong = self.adjectives.iter().filter(|(.., end)| *end != wanted);
        wrong
            .map(|(token, stem, _)| Self::replace(*token, &format!("{stem}{wanted}")))
            .collect()
    }

    /// Corrects adjectives between a preposition and a noun without an article.
    fn edits_without_article(&self) -> Vec<Edit> {
        let number = |word: &str| {
            matches!(
                word,
                "zwei"
                    | "drei"
                    | "vier"
                    | "fünf"
                    | "sechs"
                    | "sieben"
                    | "acht"
                    | "neun"
                    | "zehn"
                    | "elf"
                    | "zwölf"
            )
        };
        let mut outer = self.preposition.map_or(Forms::NONE, |it| it.cases);
        if let Some(before) = self.start.checked_sub(1)
            && number(&self.word(before))
            && let Some(it) = before
                .checked_sub(1)
                // "Bis zu drei neue Seiten" is correct.
                .filter(|at| self.word(*at) != "zu")
                .and_then(|at| preposition(self.tokens, at))
        {
            outer = it.cases.intersection(Forms::PLURAL);
        }
        let before = self.word(self.start.saturating_sub(1));
        if matches!(before.as_str(), "zu" | "seit") || self.adjectives.is_empty() {
            return Vec::new();
        }
        let frame = self.noun.forms.intersection(outer);
        let has_one_number =
            frame.is_subset_of(Forms::PLURAL) || !self.noun.forms.intersects(Forms::PLURAL);
        // "Nach altem kirchlichen Brauch" is a common variant.
        let has_weak_second = self.adjectives.len() > 1
            && self.adjectives.last().is_some_and(|(.., end)| *end == "em");
        if frame.is_empty()
            || !has_one_number
            || has_weak_second
            || frame.intersects(self.adjective_forms(None))
        {
            return Vec::new();
        }
        self.with_adjectives(None, frame)
    }
}
