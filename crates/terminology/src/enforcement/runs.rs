//! The words of a translation that a term can take the place of.

use std::ops::Range;

use dragoman_domain::Term;

use super::articles::{is_article, joins_parts};
use super::layout::Layout;
use super::occurrences::Claims;
use crate::matching::{Word, words_and_marks};

/// So many words at most may lie between two that stand for a term and not divide them.
const LONGEST_GAP: usize = 3;

impl Layout<'_> {
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
