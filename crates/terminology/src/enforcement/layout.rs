use std::ops::Range;

use dragoman_domain::{Alignment, Language, Link, Segment, SegmentTranslation, Term};
use rustc_hash::FxHashMap;

use crate::matching::{Inflection, Word, words_and_marks};

/// How much of a word, by its letters, must stand for a term so that the term can take its place:
/// a compound that holds a second meaning has less.
const OWN_LETTERS: f32 = 0.75;

/// The same by the weight of its links, which is spread more widely.
const OWN_WEIGHT: f32 = 0.6;

/// Links with less weight say nothing.
const WEAKEST_LINK: f32 = 0.1;

/// What a word of the translation has to do with the terms.
#[derive(Debug, Clone, Default)]
pub(super) struct WordLinks {
    /// The terms that any part of the word is linked to, with the weight of the links.
    pub(super) terms: Vec<(usize, f32)>,
    /// The term that the word stands for, with the weight of the links.
    pub(super) own: Option<(usize, f32)>,
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
    placeholders: Vec<Range<usize>>,
}

impl<'a> Layout<'a> {
    pub(super) fn new(
        segment: &'a Segment,
        translation: &'a SegmentTranslation,
        language: Language,
    ) -> Self {
        let text = translation.text();
        let words = words_and_marks(text, language);
        let copies = translation.placeholders(segment).into_owned().into_iter();
        let placeholders: Vec<Range<usize>> = copies.map(|copy| copy.range).collect();
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
    let links_of = |word: &Word<'_>| {
        let mut terms: FxHashMap<usize, f32> = FxHashMap::default();
        let mut bytes: FxHashMap<usize, usize> = FxHashMap::default();
        let (mut known, mut total) = (0, 0.0);
        for part in alignment.parts_of(&word.range) {
            for link in part.links.iter().filter(|l| l.weight >= WEAKEST_LINK) {
                total += link.weight;
                if let Some(term) = owner_of(link.source) {
                    *terms.entry(term).or_default() += link.weight;
                }
            }
            if let Some(strongest) = Link::strongest(part.links) {
                known += part.range.len();
                if let Some(term) = owner_of(strongest.source) {
                    *bytes.entry(term).or_default() += part.range.len();
                }
            }
        }
        word_links(terms, &bytes, known, total)
    };
    words.iter().map(links_of).collect()
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
