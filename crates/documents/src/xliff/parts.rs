//! Elements in a list of tokens.

use std::ops::Range;

use super::Xml;
use super::splice::{Kind, Token};

/// The places of a unit's or segment's elements in its list of tokens.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) source: Option<usize>,
    pub(super) seg_source: Option<usize>,
    pub(super) target: Option<usize>,
}

impl Parts {
    /// Those in the element at this place.
    pub(super) fn of(xml: &Xml<'_>, tokens: &[Token], parent: usize) -> Self {
        let mut parts = Self::default();
        for (place, token) in children(tokens, parent) {
            let part = match xml.local_name(token) {
                "source" => &mut parts.source,
                "seg-source" => &mut parts.seg_source,
                "target" => &mut parts.target,
                _ => continue,
            };
            part.get_or_insert(place);
        }
        parts
    }
}

/// The elements directly in an element.
pub(super) fn children(tokens: &[Token], parent: usize) -> impl Iterator<Item = (usize, &Token)> {
    let range = inside(tokens, parent);
    let mut at = range.start;
    std::iter::from_fn(move || {
        while at < range.end {
            let place = at;
            let token = tokens.get(place)?;
            at = token.mate.saturating_add(1);
            if matches!(token.kind, Kind::Start | Kind::Empty) {
                return Some((place, token));
            }
        }
        None
    })
}

/// The places of the tokens within an element.
pub(super) fn inside(tokens: &[Token], element: usize) -> Range<usize> {
    let mate = tokens.get(element).map_or(element, |token| token.mate);
    let start = element.saturating_add(1);
    start..mate.max(start)
}

/// Where in the text the content of an element stands.
pub(super) fn content_span(tokens: &[Token], element: usize) -> Range<usize> {
    let Some(start) = tokens.get(element) else {
        return Range::default();
    };
    let end = match tokens.get(start.mate) {
        Some(end) if start.kind == Kind::Start => end.span.start,
        _ => start.span.end,
    };
    start.span.end..end
}

/// Where in the text an element stands.
pub(super) fn whole_span(tokens: &[Token], element: usize) -> Range<usize> {
    let Some(start) = tokens.get(element) else {
        return Range::default();
    };
    let end = tokens.get(start.mate).unwrap_or(start);
    start.span.start..end.span.end
}
