//! Links between the words, or parts of words, of two texts.

/// A source token that a target token stands for, and how much of it: weights of one target token
/// add up to at most 1, about.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Link {
    /// The index of the source token.
    pub source: usize,
    /// Above zero.
    pub weight: f32,
}

impl Link {
    /// The only link of a target token that stands for all of a source token.
    pub(crate) const fn certain(source: usize) -> Self {
        Self {
            source,
            weight: 1.0,
        }
    }

    /// The strongest of some links, the first of several.
    #[must_use]
    pub fn strongest(links: &[Self]) -> Option<Self> {
        let links = links.iter().copied();
        links.reduce(|best, link| {
            if link.weight > best.weight {
                link
            } else {
                best
            }
        })
    }
}

/// The links of each of some target tokens.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Links {
    /// Those of each token behind those of the token before.
    links: Vec<Link>,
    /// Where the links of each token end.
    ends: Vec<usize>,
}

impl Links {
    pub(crate) const fn new() -> Self {
        Self {
            links: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Room for so many tokens with a link each.
    pub(crate) fn with_capacity(tokens: usize) -> Self {
        Self {
            links: Vec::with_capacity(tokens),
            ends: Vec::with_capacity(tokens),
        }
    }

    /// How many tokens there are.
    pub(crate) const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Adds the links of the next token.
    pub(crate) fn push(&mut self, links: impl IntoIterator<Item = Link>) {
        self.links.extend(links);
        self.ends.push(self.links.len());
    }

    /// The links of a token; nothing if there are none.
    pub(crate) fn of(&self, target: usize) -> &[Link] {
        let end_of = |token: usize| self.ends.get(token).copied();
        let start = target.checked_sub(1).and_then(end_of).unwrap_or(0);
        let end = end_of(target).unwrap_or(start);
        self.links.get(start..end).unwrap_or_default()
    }
}
