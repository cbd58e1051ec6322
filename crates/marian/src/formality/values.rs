//! What words are worth in a search for a register.

use std::collections::HashMap;

use dragoman_domain::Register;
use dragoman_nmt::Model;
use dragoman_nmt::vocabulary::TokenId;

use dragoman_text::register::{Lexicon, Mark, Markers, is_inside};

/// Words with what they are worth: more than nothing those of the wanted register, less than
/// nothing those of the other.
#[derive(Debug)]
pub(super) struct Values {
    words: HashMap<String, f32>,
    /// What words begin with, and what that is worth for the time being.
    beginnings: HashMap<String, f32>,
    lexicon: &'static Lexicon,
    wanted: Register,
    strength: f32,
    /// The pieces of the words that are worth something.
    pieces: Vec<TokenId>,
}

impl Values {
    /// The values for a wanted register, where it is known or not that the source addresses its
    /// reader; `None` for a language that tells registers apart by other means.
    pub(super) fn new(
        markers: Markers,
        (wanted, is_addressed): (Register, bool),
        strength: f32,
        model: &Model,
    ) -> Option<Self> {
        let Markers::Words(lexicon) = markers else {
            return None;
        };
        let mut values = Self {
            words: HashMap::new(),
            beginnings: HashMap::new(),
            lexicon,
            wanted,
            strength,
            pieces: Vec::new(),
        };
        let vocabulary = model.target_vocabulary();
        for (form, mark) in lexicon.imperatives().chain(lexicon.pronouns()) {
            if mark == Mark::PossiblyFormal && !is_addressed {
                continue;
            }
            values.insert(form, mark);
        }
        let mut pieces = Vec::new();
        for (form, _) in lexicon.pronouns() {
            if values.words.get(&form).is_some_and(|value| *value > 0.0) {
                vocabulary.encode(&form, &mut pieces);
            }
        }
        let ids = pieces.iter().map(|piece| piece.id);
        values.pieces = ids.filter(|id| *id != vocabulary.unknown()).collect();
        values.pieces.sort_unstable();
        values.pieces.dedup();
        Some(values)
    }

    fn insert(&mut self, form: String, mark: Mark) {
        let value = self.value(mark);
        let length = form.chars().count();
        for (count, (end, _)) in form.char_indices().enumerate().skip(1) {
            #[expect(clippy::cast_precision_loss, reason = "words are short")]
            let share = count as f32 / length as f32;
            let beginning = form.get(..end).unwrap_or_default().to_owned();
            let known = self.beginnings.entry(beginning).or_insert(0.0);
            *known = known.max(value * share);
        }
        self.words.insert(form, value);
    }

    fn value(&self, mark: Mark) -> f32 {
        match (mark, self.wanted) {
            (Mark::Formal, Register::Formal) | (Mark::Informal, Register::Informal) => {
                self.strength
            }
            // Others can be meant by it as well.
            (Mark::PossiblyFormal, Register::Formal) => self.strength / 2.0,
            _ => -self.strength,
        }
    }

    /// The pieces of the wanted words, ascending.
    pub(super) fn pieces(&self) -> &[TokenId] {
        &self.pieces
    }

    /// What a word is worth that is complete.
    pub(super) fn of_word(&self, word: &str) -> f32 {
        let known = self.words.get(word).copied();
        let by_ending = || self.lexicon.ending(word).map(|mark| self.value(mark));
        known.or_else(by_ending).unwrap_or_default()
    }

    /// What a word is worth as far as it is written.
    pub(super) fn of_beginning(&self, run: &str) -> f32 {
        let known = self.words.get(run).or_else(|| self.beginnings.get(run));
        known.copied().unwrap_or_default()
    }

    /// Whether more letters could make a word of it that is worth something.
    pub(super) fn is_beginning(&self, run: &str) -> bool {
        run.is_empty() || self.beginnings.contains_key(run)
    }

    /// What the words are worth that a piece completes or begins behind the last word `run`, less
    /// what that was worth.
    pub(super) fn gain(&self, run: &str, piece: &str) -> f32 {
        let mut gain = -self.of_beginning(run);
        let mut run = run.to_owned();
        for character in piece.chars() {
            if is_inside(character) {
                run.push(character);
                continue;
            }
            let elided = format!("{run}'");
            gain += if matches!(character, '\'' | '’') && self.words.contains_key(&elided) {
                self.of_word(&elided)
            } else {
                self.of_word(&run)
            };
            run.clear();
        }
        gain + self.of_beginning(&run)
    }
}
