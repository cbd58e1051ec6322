//! How far a hypothesis is with the words that its translation is to use.
//!
//! A term is begun where the decoder's attention is on its source, and finished once begun. When
//! to begin is left to the search, which keeps hypotheses with one more and one fewer term beside
//! each other (dynamic beam allocation: Post and Vilar, 2018) and has the model say which place
//! and which form is the likeliest.

use std::ops::Range;
use std::sync::Arc;

use dragoman_language::is_unspaced;

use crate::vocabulary::{SPACE_SYMBOL, TokenId, Vocabulary};

/// The most terms of one source: they are counted in the bits of a number.
pub(crate) const MOST_TERMS: usize = 127;

/// The most ways to write a term, likewise.
pub(crate) const MOST_FORMS: usize = 32;

/// How much of the attention must be on a term's source for the term to begin.
const BEGIN_ATTENTION: f32 = 0.25;

/// The same for a term whose words are there already, though nobody asked for them: it may have
/// been translated by them when attention was elsewhere.
const REPEAT_ATTENTION: f32 = 0.5;

/// How likely a word must be complete for a term to begin behind it.
const COMPLETE_PROBABILITY: f32 = 0.05;

/// What a token costs that has all of the attention on a term's source and is no part of the term,
/// as a logarithm of a probability. Most likely it translates the source by other words.
const OTHER_WORDS_COST: f32 = 4.0;

/// How much less likely than the best a hypothesis may be, as a logarithm, and how much more for
/// each of its terms.
const TOLERANCE: f32 = 7.0;
const TOLERANCE_PER_TERM: f32 = 3.0;

/// A term, by what it is in the source and in the target.
#[derive(Debug, Clone)]
pub(crate) struct Term {
    /// Which tokens of the source it stands for.
    pub(crate) source: Range<usize>,
    /// At least one, at most [`MOST_FORMS`].
    pub(crate) forms: Vec<Form>,
}

/// One way to write a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Form {
    /// At least one.
    pub(crate) tokens: Vec<TokenId>,
    /// Whether it may begin a sentence.
    pub(crate) is_initial: bool,
    /// Whether it may stand anywhere else.
    pub(crate) is_inner: bool,
    /// Whether it joins what stands before it without a space.
    pub(crate) is_glued: bool,
    /// Whether its script puts no spaces between words.
    pub(crate) is_unspaced: bool,
}

/// Words that the translation of one source is to use. Made by [`Model::constrain`].
///
/// The search uses as many of them as it can, each once.
///
/// [`Model::constrain`]: crate::Model::constrain
#[derive(Debug)]
pub struct Constraints {
    /// At most [`MOST_TERMS`].
    terms: Vec<Term>,
    /// The tokens of all forms, ascending.
    tokens: Vec<TokenId>,
    vocabulary: Arc<Vocabulary>,
}

/// What a hypothesis has of the terms.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Progress {
    /// A bit for each term that is begun, finished or not.
    begun: u128,
    /// The term that the last token belongs to.
    inside: Option<Inside>,
    has_words: bool,
    last: Last,
}

/// A place in a term.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Inside {
    term: usize,
    /// How many tokens of it there are.
    depth: usize,
    /// A bit for each form that begins with these tokens.
    forms: u32,
}

/// What the text of a hypothesis ends with.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
enum Last {
    /// Something that is followed by a space, or nothing.
    #[default]
    Mark,
    /// A letter or digit that would be joined by another.
    Word,
    /// Something that a word may follow without a space.
    Joint,
    /// A space.
    Space,
}

impl Progress {
    /// How many terms are begun.
    pub(crate) const fn count(self) -> usize {
        self.begun.count_ones() as usize
    }

    /// By how much the logarithm of its probability may be below that of the best, the tokens of
    /// terms left out, for a hypothesis to be followed. What comes behind a term that the model
    /// does not expect is less likely.
    pub(crate) fn tolerance(self) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "there are few terms")]
        let terms = self.count() as f32;
        TOLERANCE + TOLERANCE_PER_TERM * terms
    }

    fn has(self, term: usize) -> bool {
        self.begun & bit(term) != 0
    }
}

const fn bit(term: usize) -> u128 {
    1 << (term % 128)
}

impl Constraints {
    pub(crate) fn new(terms: Vec<Term>, vocabulary: Arc<Vocabulary>) -> Self {
        let forms = terms.iter().flat_map(|term| &term.forms);
        let mut tokens: Vec<TokenId> = forms.flat_map(|form| &form.tokens).copied().collect();
        tokens.sort_unstable();
        tokens.dedup();
        Self {
            terms,
            tokens,
            vocabulary,
        }
    }

    /// Tokens that must be among the candidates, ascending.
    pub(crate) fn candidates(&self) -> &[TokenId] {
        &self.tokens
    }

    /// The longest form of each term.
    pub(super) fn longest_forms(&self) -> impl Iterator<Item = &[TokenId]> {
        let longest = |term: &'_ Term| term.forms.iter().map(|form| form.tokens.len()).max();
        self.terms.iter().filter_map(move |term| {
            let length = longest(term)?;
            let form = term.forms.iter().find(|form| form.tokens.len() == length);
            form.map(|form| &form.tokens[..])
        })
    }

    /// How much of the attention is on a term's source.
    fn mass(&self, term: usize, attention: &[f32]) -> f32 {
        let source = self.terms.get(term).map(|term| term.source.clone());
        let weights = source.and_then(|source| attention.get(source));
        weights.unwrap_or_default().iter().sum()
    }

    /// The source tokens of the term that a token is part of.
    pub(crate) fn source_of(&self, progress: Progress) -> Option<Range<usize>> {
        let term = self.terms.get(progress.inside?.term)?;
        Some(term.source.clone())
    }

    /// What it costs a hypothesis to have come here with this attention.
    pub(crate) fn cost(&self, progress: Progress, attention: &[f32]) -> f32 {
        let inside = progress.inside.map(|inside| inside.term);
        let others = (0..self.terms.len()).filter(|term| Some(*term) != inside);
        let mass: f32 = others.map(|term| self.mass(term, attention)).sum();
        OTHER_WORDS_COST * mass
    }

    /// The tokens that go on with the term that a hypothesis is in.
    pub(crate) fn continuations(&self, progress: Progress) -> Vec<TokenId> {
        let Some(inside) = progress.inside else {
            return Vec::new();
        };
        let next = |form: &Form| form.tokens.get(inside.depth).copied();
        let mut tokens: Vec<TokenId> = self.forms(inside).filter_map(next).collect();
        tokens.sort_unstable();
        tokens.dedup();
        tokens
    }

    /// Whether a hypothesis is free to go on with other words.
    pub(crate) fn is_free(&self, progress: Progress) -> bool {
        progress.inside.is_none_or(|inside| {
            let mut forms = self.forms(inside);
            forms.any(|form| form.tokens.len() == inside.depth)
        })
    }

    fn forms(&self, inside: Inside) -> impl Iterator<Item = &Form> {
        let forms = self.terms.get(inside.term).map(|term| &term.forms[..]);
        let numbered = (0_u32..).zip(forms.unwrap_or_default());
        numbered
            .filter(move |(number, _)| inside.forms & (1 << (number % 32)) != 0)
            .map(|(_, form)| form)
    }

    /// Forbids the tokens that would make a longer word of a term that has just been finished.
    pub(crate) fn keep_apart(
        &self,
        progress: Progress,
        tokens: &[TokenId],
        log_probabilities: &mut [f32],
    ) {
        if progress.inside.is_none() || progress.last != Last::Word {
            return;
        }
        for (token, log_probability) in tokens.iter().zip(log_probabilities) {
            let piece = self.vocabulary.piece(*token).unwrap_or_default();
            if piece.chars().next().is_some_and(is_word) || is_byte(piece) {
                *log_probability = f32::NEG_INFINITY;
            }
        }
    }

    /// The terms that may begin now, each with its possible first tokens. `prefix` is what the
    /// hypothesis consists of, and `next` how likely each token is to follow.
    pub(crate) fn beginnings(
        &self,
        progress: Progress,
        attention: &[f32],
        prefix: &[TokenId],
        next: (&[TokenId], &[f32]),
    ) -> Vec<(usize, TokenId)> {
        let mut beginnings = Vec::new();
        let is_open = |term| !progress.has(term) && self.mass(term, attention) >= BEGIN_ATTENTION;
        if !(0..self.terms.len()).any(is_open) || !self.is_complete(progress, next) {
            return beginnings;
        }
        for (index, term) in self.terms.iter().enumerate() {
            let mass = self.mass(index, attention);
            if progress.has(index) || mass < BEGIN_ATTENTION {
                continue;
            }
            if mass < REPEAT_ATTENTION && self.is_in(term, progress, prefix) {
                continue;
            }
            let fitting = term.forms.iter().filter(|form| fits(form, progress));
            let first = fitting.filter_map(|form| form.tokens.first());
            let mut first: Vec<TokenId> = first.copied().collect();
            first.sort_unstable();
            first.dedup();
            beginnings.extend(first.into_iter().map(|token| (index, token)));
        }
        beginnings
    }

    /// Whether the last word of a hypothesis may be complete, by the probability that what follows
    /// does not belong to it.
    fn is_complete(
        &self,
        progress: Progress,
        (tokens, log_probabilities): (&[TokenId], &[f32]),
    ) -> bool {
        let is_in_word = progress.last == Last::Word;
        if !is_in_word || self.is_free(progress) && progress.inside.is_some() {
            return true;
        }
        let joins = |token: TokenId| {
            let piece = self.vocabulary.piece(token).unwrap_or_default();
            piece.chars().next().is_some_and(is_word) || is_byte(piece)
        };
        let others = tokens.iter().zip(log_probabilities);
        let others = others.filter(|(token, _)| !joins(**token));
        let probability: f32 = others.map(|(_, log)| log.exp()).sum();
        probability >= COMPLETE_PROBABILITY
    }

    /// Whether a hypothesis has the words of a term more often than terms that it has begun.
    fn is_in(&self, term: &Term, progress: Progress, prefix: &[TokenId]) -> bool {
        let is_form = |at: usize| {
            let rest = prefix.get(at..).unwrap_or_default();
            term.forms.iter().any(|form| rest.starts_with(&form.tokens))
        };
        let found = (0..prefix.len()).filter(|at| is_form(*at)).count();
        let shares_form = |other: &Term| other.forms.iter().any(|form| term.forms.contains(form));
        let of_terms = self.terms.iter().enumerate();
        let accounted =
            of_terms.filter(|(index, other)| progress.has(*index) && shares_form(other));
        found > accounted.count()
    }

    /// What a hypothesis has after another token, which begins a term or not.
    pub(crate) fn after(
        &self,
        before: Progress,
        token: TokenId,
        begins: Option<usize>,
    ) -> Progress {
        let mut progress = before;
        progress.inside = match (begins, before.inside) {
            (Some(term), _) => self.begin(before, term, token),
            (None, Some(inside)) => self.go_on(inside, token),
            (None, None) => None,
        };
        if let Some(term) = begins {
            progress.begun |= bit(term);
        }
        let piece = self.vocabulary.piece(token).unwrap_or_default();
        progress.has_words |= piece.chars().any(char::is_alphanumeric);
        progress.last = last(piece);
        progress
    }

    fn begin(&self, before: Progress, term: usize, token: TokenId) -> Option<Inside> {
        let forms = self.terms.get(term).map(|term| &term.forms[..]);
        let is_begun = |form: &Form| fits(form, before) && form.tokens.first() == Some(&token);
        let begun = (0_u32..).zip(forms.unwrap_or_default());
        let begun = begun.filter(|(_, form)| is_begun(form));
        let forms = begun.fold(0, |forms, (number, _)| forms | 1 << (number % 32));
        let depth = 1;
        (forms != 0).then_some(Inside { term, depth, forms })
    }

    fn go_on(&self, inside: Inside, token: TokenId) -> Option<Inside> {
        let forms = &self.terms.get(inside.term)?.forms;
        let has_token = |form: &Form| form.tokens.get(inside.depth) == Some(&token);
        let left = (0_u32..).zip(forms).fold(0, |left, (number, form)| {
            left | (u32::from(has_token(form)) << (number % 32))
        });
        let forms = inside.forms & left;
        (forms != 0).then_some(Inside {
            depth: inside.depth + 1,
            forms,
            ..inside
        })
    }
}

/// Whether a form can stand at the end of a hypothesis.
fn fits(form: &Form, progress: Progress) -> bool {
    let is_placed = if progress.has_words {
        form.is_inner
    } else {
        form.is_initial
    };
    let is_first = !progress.has_words && progress.last == Last::Mark;
    let is_joined = match (form.is_glued, form.is_unspaced) {
        (false, false) => progress.last != Last::Space,
        (false, true) => is_first,
        (true, false) => matches!(progress.last, Last::Joint | Last::Space),
        (true, true) => !is_first,
    };
    is_placed && is_joined
}

/// What a text that ends with this piece ends with.
fn last(piece: &str) -> Last {
    match piece.chars().next_back() {
        _ if is_byte(piece) => Last::Word,
        Some(SPACE_SYMBOL) => Last::Space,
        Some(
            '(' | '[' | '{' | '"' | '\'' | '’' | '‘' | '“' | '„' | '«' | '‹' | '-' | '/' | '¿'
            | '¡' | '「' | '『' | '《' | '（' | '、' | '，' | '。' | '：' | '；',
        ) => Last::Joint,
        Some(character) if is_unspaced(character) => Last::Joint,
        Some(character) if character.is_alphanumeric() => Last::Word,
        _ => Last::Mark,
    }
}

/// Whether a character would belong to the word before it.
fn is_word(character: char) -> bool {
    character.is_alphanumeric() && !is_unspaced(character)
}

/// Whether a piece is one byte of a character that has no piece of its own.
fn is_byte(piece: &str) -> bool {
    piece.len() == 6 && piece.starts_with("<0x") && piece.ends_with('>')
}

#[cfg(test)]
#[path = "constraints_tests.rs"]
mod tests;
