use std::borrow::Cow;
use std::ops::Range;

use dragoman_domain::{Alignment, Language, Segment, SegmentTranslation, Term};
use rustc_hash::FxHashMap;

use super::articles::{is_article, joins_parts};
use super::occurrences::Claims;
use crate::matching::{Inflection, Word, words_and_marks};

/// How much of a word, by its letters, must stand for a term so that the term can take its place:
/// a compound that holds a second meaning has less.
const OWN_LETTERS: f32 = 0.75;

/// The same by the weight of its links, which is spread more widely.
const OWN_WEIGHT: f32 = 0.6;

/// Links with less weight say nothing.
const WEAKEST_LINK: f32 = 0.1;

/// So many words at most may lie between two that stand for a term and not divide them.
const LONGEST_GAP: usize = 3;

/// What a word of the translation has to do with the terms.
#[derive(Debug, Clone, Default)]
pub(super) struct WordLinks {
    /// The terms that any part of the word is linked to, with the weight of the links.
    pub(super) terms: Vec<(usize, f32)>,
    /// The term that the word stands for, with the weight of the links.
    own: Option<(usize, f32)>,
}

/// A translation seen from the terms of its segment.
pub(super) struct Layout<'a> {
    pub(super) segment: &'a Segment,
    pub(super) text: &'a str,
    pub(super) language: Language,
    pub(super) inflection: Inflection,
    pub(super) words: Vec<Word<'a>>,
    /// One for each word.
    pub(super) links: Vec<WordLinks>,
    /// Which words have any of a placeholder.
    is_placeholder: Vec<bool>,
    placeholders: Cow<'a, [Range<usize>]>,
}

impl<'a> Layout<'a> {
    pub(super) fn new(
        segment: &'a Segment,
        translation: &'a SegmentTranslation,
        language: Language,
    ) -> Self {
        let text = translation.text();
        let words = words_and_marks(text, language);
        let placeholders = translation.placeholders(segment);
        let is_placeholder = words
            .iter()
            .map(|word| overlaps_any(&word.range, &placeholders));
        let links = match translation.alignment() {
            Some(alignment) => links(segment.terms(), alignment, &words),
            None => vec![WordLinks::default(); words.len()],
        };
        Self {
            segment,
            text,
            language,
            inflection: Inflection::of(language),
            is_placeholder: is_placeholder.collect(),
            words,
            links,
            placeholders,
        }
    }

    pub(super) fn is_placeholder(&self, word: usize) -> bool {
        self.is_placeholder.get(word).copied().unwrap_or(true)
    }

    /// The bytes of the translation that a range of words has; nothing for none, and where a
    /// placeholder stands between them.
    pub(super) fn bytes(&self, words: &Range<usize>) -> Option<Range<usize>> {
        let words = self.words.get(words.clone())?;
        let range = words.first()?.range.start..words.last()?.range.end;
        (!overlaps_any(&range, &self.placeholders)).then_some(range)
    }

    /// The words that each term can take the place of: of those that stand for it alone, the run
    /// with the most weight.
    pub(super) fn aligned_runs(&self, claims: &Claims) -> Vec<Option<Range<usize>>> {
        let mut best: Vec<Option<(f32, Range<usize>)>> = vec![None; self.segment.terms().len()];
        let mut word = 0;
        while word < self.words.len() {
            let Some((term, mut weight)) = self.own(word, claims) else {
                word += 1;
                continue;
            };
            let start = word;
            word += 1;
            let mut end = word;
            while word < self.words.len() {
                match self.own(word, claims) {
                    Some((next, more)) if next == term => {
                        weight += more;
                        end = word + 1;
                    }
                    // A hyphen between the two halves of a word.
                    None if self.joins(word, claims) => {}
                    None if word - end < LONGEST_GAP && self.lies_within(word, term, claims) => {}
                    _ => break,
                }
                word += 1;
            }
            let run = self.without_article(start..end, term);
            if let Some(run) = run
                && let Some(best) = best.get_mut(term)
                && best.as_ref().is_none_or(|(most, _)| weight > *most)
            {
                *best = Some((weight, run));
            }
        }
        best.into_iter()
            .map(|best| best.map(|(_, run)| run))
            .collect()
    }

    /// The term that a word stands for, if it may be replaced.
    fn own(&self, word: usize, claims: &Claims) -> Option<(usize, f32)> {
        let is_lexical = self.words.get(word)?.is_lexical();
        let is_free = !claims.is_taken(word) && !self.is_placeholder(word);
        self.links.get(word)?.own.filter(|_| is_free && is_lexical)
    }

    /// Whether a mark is written together with the words on both sides of it.
    fn joins(&self, word: usize, claims: &Claims) -> bool {
        let (mark, next) = (self.words.get(word), self.words.get(word + 1));
        mark.zip(next).is_some_and(|(mark, next)| {
            !mark.is_lexical() && !mark.after_space && !next.after_space
        }) && !self.is_placeholder(word)
            && !claims.is_taken(word)
    }

    /// Whether a word that stands for no term may lie between two that stand for `term`: one that
    /// joins the parts of a term, or a mark that its source has too.
    fn lies_within(&self, word: usize, term: usize, claims: &Claims) -> bool {
        let Some((found, links)) = self.words.get(word).zip(self.links.get(word)) else {
            return false;
        };
        let is_part = if found.is_lexical() {
            joins_parts(&found.folded, self.language)
        } else {
            let source = self.segment.terms().get(term).map(|term| self.source(term));
            let mut marks = source.iter().flatten().filter(|word| !word.is_lexical());
            !found.after_space && marks.any(|mark| mark.folded == found.folded)
        };
        is_part
            && links.terms.iter().all(|(other, _)| *other == term)
            && !self.is_placeholder(word)
            && !claims.is_taken(word)
    }

    /// A run and the marks beside it that the source of its term begins and ends with: the term
    /// brings its own.
    pub(super) fn with_marks(
        &self,
        mut run: Range<usize>,
        term: &Term,
        claims: &Claims,
    ) -> Range<usize> {
        let source = self.source(term);
        let is_same = |found: usize, mark: &Word<'_>| {
            let word = self.words.get(found);
            word.is_some_and(|word| word.folded == mark.folded)
                && !self.is_placeholder(found)
                && !claims.is_taken(found)
        };
        let touches = |found: usize| self.words.get(found).is_some_and(|word| !word.after_space);
        let first = source.iter().position(Word::is_lexical);
        let last = source.iter().rposition(Word::is_lexical);
        let Some((first, last)) = first.zip(last) else {
            return run;
        };
        for mark in source.iter().take(first).rev() {
            match run.start.checked_sub(1) {
                Some(before) if touches(run.start) && is_same(before, mark) => run.start = before,
                _ => break,
            }
        }
        for mark in source.iter().skip(last + 1) {
            if !touches(run.end) || !is_same(run.end, mark) {
                break;
            }
            run.end += 1;
        }
        run
    }

    fn source(&self, term: &Term) -> Vec<Word<'_>> {
        let source = self.segment.text().get(term.source.clone());
        words_and_marks(source.unwrap_or_default(), self.language)
    }

    /// A run without the article before it, which the term does not bring along; nothing if it is
    /// that alone.
    fn without_article(&self, run: Range<usize>, term: usize) -> Option<Range<usize>> {
        let article = self.words.get(run.start).map(|word| word.folded.as_ref());
        let is_article = article.is_some_and(|word| is_article(word, self.language));
        let brings_article = || {
            let targets = self.segment.terms().get(term).map(|term| &term.targets);
            let wanted = targets.and_then(|targets| targets.first());
            let words = wanted.map(|wanted| words_and_marks(wanted, self.language));
            let first = words.as_ref().and_then(|words| words.first());
            first.map(|word| word.folded.as_ref()) == article
        };
        if !is_article || brings_article() {
            return Some(run);
        }
        let rest = run.start + 1..run.end;
        (!rest.is_empty()).then_some(rest)
    }

    /// Where the source of a term stands in the translation as it was, if that is no other term's.
    /// Words of up to three letters may be words of the other language.
    pub(super) fn untranslated(&self, term: &Term, claims: &mut Claims) -> Option<Range<usize>> {
        const SHORTEST: usize = 4;
        let source = self.segment.text().get(term.source.clone())?;
        let wanted = words_and_marks(source, self.language);
        let is_short = source.chars().filter(|c| c.is_alphanumeric()).count() < SHORTEST;
        if is_short || wanted.is_empty() {
            return None;
        }
        let first = &wanted.first()?.folded;
        claims.forget_taken(first);
        let is_free = |word| !claims.is_taken(word) && !self.is_placeholder(word);
        let is_copy = |run: &Range<usize>| {
            let found = self.words.get(run.clone()).unwrap_or_default();
            let mut pairs = found.iter().zip(&wanted);
            found.len() == wanted.len()
                && pairs.all(|(found, wanted)| found.folded == wanted.folded)
                && run.clone().all(is_free)
        };
        let starts = claims.places_of(first);
        let mut runs = starts.map(|start| start..start + wanted.len());
        runs.find(is_copy)
    }
}

fn overlaps_any(range: &Range<usize>, ordered: &[Range<usize>]) -> bool {
    let next = ordered.partition_point(|other| other.end <= range.start);
    ordered
        .get(next)
        .is_some_and(|other| other.start < range.end)
}

/// What each word of the translation has to do with the terms.
fn links(terms: &[Term], alignment: &Alignment, words: &[Word<'_>]) -> Vec<WordLinks> {
    let owners: Vec<Option<usize>> = alignment
        .source_tokens()
        .iter()
        .map(|token| owner(terms, token))
        .collect();
    let owner_of = |source: usize| owners.get(source).copied().flatten();
    let mut tokens = alignment.target_tokens().iter().enumerate().peekable();
    let mut links = Vec::with_capacity(words.len());
    for word in words {
        while tokens
            .next_if(|(_, token)| token.end <= word.range.start)
            .is_some()
        {}
        let inside = tokens
            .clone()
            .take_while(|(_, token)| token.start < word.range.end)
            .filter(|(_, token)| !token.is_empty());
        let mut terms: FxHashMap<usize, f32> = FxHashMap::default();
        let mut bytes: FxHashMap<usize, usize> = FxHashMap::default();
        let (mut known, mut total) = (0, 0.0);
        for (index, token) in inside {
            let (start, end) = (
                token.start.max(word.range.start),
                token.end.min(word.range.end),
            );
            let length = end.saturating_sub(start);
            for link in alignment
                .links(index)
                .iter()
                .filter(|l| l.weight >= WEAKEST_LINK)
            {
                total += link.weight;
                if let Some(term) = owner_of(link.source) {
                    *terms.entry(term).or_default() += link.weight;
                }
            }
            if let Some(source) = alignment.strongest(index) {
                known += length;
                if let Some(term) = owner_of(source) {
                    *bytes.entry(term).or_default() += length;
                }
            }
        }
        links.push(word_links(terms, &bytes, known, total));
    }
    links
}

#[allow(
    clippy::cast_precision_loss,
    reason = "lengths of words are far below what an f32 holds exactly"
)]
fn word_links(
    terms: FxHashMap<usize, f32>,
    bytes: &FxHashMap<usize, usize>,
    known: usize,
    total: f32,
) -> WordLinks {
    let most = bytes
        .iter()
        .max_by_key(|(term, length)| (**length, usize::MAX - **term));
    let own = most.and_then(|(term, length)| {
        let weight = terms.get(term).copied().unwrap_or_default();
        let is_own = *length as f32 >= known as f32 * OWN_LETTERS && weight >= total * OWN_WEIGHT;
        is_own.then_some((*term, weight))
    });
    let mut terms: Vec<(usize, f32)> = terms.into_iter().collect();
    terms.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    WordLinks { terms, own }
}

/// The term that a token of the source is part of.
fn owner(terms: &[Term], token: &Range<usize>) -> Option<usize> {
    let next = terms.partition_point(|term| term.source.end <= token.start);
    let term = terms.get(next)?;
    (term.source.start < token.end && !token.is_empty()).then_some(next)
}
