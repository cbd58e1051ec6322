use std::ops::Range;

use crate::edits::Edits;

/// A source token that a target token stands for, and how much of it: weights of one target token
/// add up to at most 1, about.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Link {
    /// The index of the source token.
    pub source: usize,
    /// Above zero.
    pub weight: f32,
}

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
    links: Vec<Link>,
    /// Where the links of each target token end in `links`.
    ends: Vec<usize>,
    has_exact_borders: bool,
}

impl Alignment {
    /// An alignment in which no target token is known yet.
    #[must_use]
    pub const fn new(source: Vec<Range<usize>>) -> Self {
        Self {
            source,
            target: Vec::new(),
            links: Vec::new(),
            ends: Vec::new(),
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
        self.links.extend(
            links
                .into_iter()
                .filter(|link| link.source < known && link.weight > 0.0),
        );
        self.target.push(target);
        self.ends.push(self.links.len());
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
        let end = self.ends.get(target).copied().unwrap_or(0);
        let start = target
            .checked_sub(1)
            .and_then(|before| self.ends.get(before).copied())
            .unwrap_or(0);
        self.links.get(start..end).unwrap_or_default()
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
        let mut best: Option<Link> = None;
        for link in self.links(target) {
            if best.is_none_or(|best| link.weight > best.weight) {
                best = Some(*link);
            }
        }
        best.map(|link| link.source)
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
        self.links.clear();
        for (links, end) in links.into_iter().zip(&mut self.ends) {
            self.links.extend(links);
            *end = self.links.len();
        }
    }
}
