//! Which words of a segment the words of its translation stand for: the one view of that, for markup, for terms and for
//! placeholders.
//!
//! Each of them has words of its own: markup parts words where tags do, terms know the endings of a language. So an
//! alignment is one of tokens, as the engine wrote them, and says of any stretch of the translation what it is made of
//! ([`Alignment::parts_of`]). Changes of the translation move the tokens, so nothing has to be made again.

use std::ops::Range;

use crate::edits::Edits;
use crate::links::{Link, Links};

/// A token of a translation, as far as a stretch of the translation has it.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenPart<'a> {
    /// All bytes of the token.
    pub token: &'a Range<usize>,
    /// Those of the stretch; at least one.
    pub range: Range<usize>,
    /// What the token stands for; nothing if that is unknown.
    pub links: &'a [Link],
}

/// Which parts of a segment the parts of its translation stand for.
///
/// Tokens are byte ranges in the order of their text and do not overlap. There may be gaps between
/// them, and empty tokens at the end of a sentence.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Alignment {
    source: Vec<Range<usize>>,
    target: Vec<Range<usize>>,
    /// Of the target tokens.
    links: Links,
    has_exact_borders: bool,
}

impl Alignment {
    /// An alignment in which no target token is known yet.
    #[must_use]
    pub const fn new(source: Vec<Range<usize>>) -> Self {
        Self {
            source,
            target: Vec::new(),
            links: Links::new(),
            has_exact_borders: false,
        }
    }

    /// The alignment as one that knows for certain where the translations of the stretches with
    /// markup begin and end, so that links need not be added or moved.
    #[must_use]
    pub const fn with_exact_borders(mut self) -> Self {
        self.has_exact_borders = true;
        self
    }

    /// Whether it is known for certain where stretches with markup begin and end.
    #[must_use]
    pub const fn has_exact_borders(&self) -> bool {
        self.has_exact_borders
    }

    /// Adds the next target token. Links to tokens that do not exist or without weight are left
    /// out.
    pub fn push(&mut self, target: Range<usize>, links: impl IntoIterator<Item = Link>) {
        let known = self.source.len();
        let is_known = |link: &Link| link.source < known && link.weight > 0.0;
        self.links.push(links.into_iter().filter(is_known));
        self.target.push(target);
    }

    /// Byte ranges of the segment.
    #[must_use]
    pub fn source_tokens(&self) -> &[Range<usize>] {
        &self.source
    }

    /// Byte ranges of the translation.
    #[must_use]
    pub fn target_tokens(&self) -> &[Range<usize>] {
        &self.target
    }

    /// What a target token stands for; nothing if that is unknown.
    #[must_use]
    pub fn links(&self, target: usize) -> &[Link] {
        self.links.of(target)
    }

    /// What a stretch of the translation, such as a word, is made of, and with it what it stands for: the target tokens
    /// that have any of its bytes.
    pub fn parts_of(&self, stretch: &Range<usize>) -> impl Iterator<Item = TokenPart<'_>> {
        let Range { start, end } = *stretch;
        let first = self.target.partition_point(|token| token.end <= start);
        let tokens = self.target.iter().enumerate().skip(first);
        tokens
            .take_while(move |(_, token)| token.start < end)
            .map(move |(index, token)| TokenPart {
                token,
                range: token.start.max(start)..token.end.min(end),
                links: self.links(index),
            })
            .filter(|part| !part.range.is_empty())
    }

    /// The source token that a target token stands for most, the first of several.
    #[must_use]
    pub fn strongest(&self, target: usize) -> Option<usize> {
        Link::strongest(self.links(target)).map(|link| link.source)
    }

    /// Moves the target tokens along with changes of the translation. The text of a change belongs
    /// to the first token that has any of what it replaces; others lose what is replaced, and what
    /// they stand for the first one stands for as well.
    pub(crate) fn follow(&mut self, edits: &Edits<'_>) {
        let mut heirs = Vec::new();
        let mut owner = None;
        for (index, token) in self.target.iter_mut().enumerate() {
            let is_cut = edits.reach_into(token.start);
            *token = edits.moved(token);
            match owner {
                Some((heir, heir_end)) if is_cut && heir_end == token.start => {
                    heirs.push((index, heir));
                }
                _ if token.start < token.end => owner = Some((index, token.end)),
                _ => {}
            }
        }
        if !heirs.is_empty() {
            self.bequeath(&heirs);
        }
    }

    /// Gives tokens the links of others as well: pairs of the other and the heir.
    fn bequeath(&mut self, heirs: &[(usize, usize)]) {
        let mut links: Vec<Vec<Link>> = (0..self.target.len())
            .map(|token| self.links(token).to_vec())
            .collect();
        for (token, heir) in heirs {
            let left = self.links(*token).to_vec();
            if let Some(links) = links.get_mut(*heir) {
                links.extend(left);
            }
        }
        self.links = Links::new();
        for links in links {
            self.links.push(links);
        }
    }
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "a list of one token")]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_made_of_what_it_has_of_the_tokens() {
        let mut alignment = Alignment::new(vec![0..3]);
        let link = Link {
            source: 0,
            weight: 0.5,
        };
        alignment.push(0..4, [link]);
        alignment.push(4..4, [link]);
        alignment.push(4..6, []);
        alignment.push(7..9, [link]);
        let parts = |range: Range<usize>| -> Vec<(Range<usize>, Range<usize>, usize)> {
            let parts = alignment.parts_of(&range);
            parts
                .map(|part| (part.token.clone(), part.range, part.links.len()))
                .collect()
        };
        assert_eq!(
            parts(2..8),
            [(0..4, 2..4, 1), (4..6, 4..6, 0), (7..9, 7..8, 1)]
        );
        assert_eq!(parts(1..2), [(0..4, 1..2, 1)]);
        assert_eq!(parts(6..7), []);
        assert_eq!(parts(9..20), []);
    }
}
