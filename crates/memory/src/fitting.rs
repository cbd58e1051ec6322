//! Making a stored translation fit a text that differs from its source in values only.

use std::ops::Range;

use crate::digits::{digit_value, zero_of};
use crate::key::MatchKey;
use crate::tokens::{Token, TokenKind, tokens};

/// The stored translation `target` of `source`, with the numbers, inline tags and placeholders of
/// `query` in the place of those that differ in `source`.
///
/// Numbers are written as the target writes its own: `1,234.5` becomes `1.234,5` if the stored pair
/// shows that. If the query has no tags at all, those of the target are left out. Words are never
/// changed, so the result is a translation of the query only as far as the words of query and source
/// are alike, which [`score`](crate::score) tells.
///
/// `query_placeholders` are byte ranges of `query` that must stand in the result unchanged, where
/// numbers in them may be spelled as the target spells numbers.
///
/// `None` if it is not certain what belongs where: if query and source do not hold the same sorts of
/// values in the same order, if tags do not stand between the same words, if a value that changes does not stand in the target as often as in the
/// source, if it would have to change into several, if the target does not show how to
/// write a number, or if a placeholder would be missing.
#[must_use]
pub fn adapt(
    query: &str,
    query_placeholders: &[Range<usize>],
    source: &str,
    target: &str,
) -> Option<String> {
    let (query_key, source_key) = (MatchKey::of(query), MatchKey::of(source));
    if query_key.exact_text() == source_key.exact_text() {
        return Some(target.to_owned());
    }
    let mut asked = Values::of(query);
    let mut stored = Values::of(source);
    let mut translated = Values::of(target);
    let mut edits = Vec::new();
    if !asked.has_tags() && stored.has_tags() {
        stored.take_tags();
        edits.extend(translated.take_tags().into_iter().map(|tag| {
            let text = if joins_words(target, &tag) { " " } else { "" };
            (tag, text.to_owned())
        }));
    }
    let same_sorts = asked.sorts().eq(stored.sorts());
    if !same_sorts || asked.has_tags() && !tags_stand_alike(&query_key, &source_key) {
        return None;
    }
    let changes = changes(&mut asked, &stored)?;
    let style = Style::learn(&stored, &translated);
    edits.extend(replacements(&changes, &stored, &translated, &style)?);
    let adapted = apply(target, edits)?;
    holds_placeholders(query, query_placeholders, &adapted).then_some(adapted)
}

/// Whether the tags of two keys stand between the same symbols, three on each side.
fn tags_stand_alike(one: &MatchKey, other: &MatchKey) -> bool {
    const NEAR: usize = 3;
    let surroundings = |key: &MatchKey| -> Vec<(Vec<u32>, Vec<u32>)> {
        key.tag_places()
            .iter()
            .map(|place| {
                let (before, after) = key.symbols().split_at(*place);
                let before = before.iter().rev().take(NEAR).copied().collect();
                (before, after.iter().take(NEAR).copied().collect())
            })
            .collect()
    };
    surroundings(one) == surroundings(other)
}

/// The values in a text.
struct Values<'a> {
    text: &'a str,
    tokens: Vec<Token>,
}

/// A value: what sort it is and how it is spelled.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Value<'a> {
    kind: TokenKind,
    spelling: &'a str,
}

impl Value<'_> {
    /// Whether a value of the source and one of the target are the same.
    fn corresponds_to(self, other: Value<'_>) -> bool {
        self.spelling == other.spelling
            || self.kind == TokenKind::Number
                && other.kind == TokenKind::Number
                && Number::of(self.spelling).may_equal(&Number::of(other.spelling))
    }
}

impl<'a> Values<'a> {
    fn of(text: &'a str) -> Self {
        Self {
            text,
            tokens: tokens(text),
        }
    }

    fn iter(&self) -> impl Iterator<Item = (Value<'a>, &Range<usize>)> {
        self.tokens.iter().map(|token| {
            let spelling = self.text.get(token.range.clone()).unwrap_or_default();
            let value = Value {
                kind: token.kind,
                spelling,
            };
            (value, &token.range)
        })
    }

    fn values(&self) -> impl Iterator<Item = Value<'a>> {
        self.iter().map(|(value, _)| value)
    }

    fn sorts(&self) -> impl Iterator<Item = TokenKind> {
        self.tokens.iter().map(|token| token.kind)
    }

    fn has_tags(&self) -> bool {
        self.sorts().any(|kind| matches!(kind, TokenKind::Tag(_)))
    }

    /// Removes the tags and says where they are.
    fn take_tags(&mut self) -> Vec<Range<usize>> {
        let tags = self
            .tokens
            .extract_if(.., |token| matches!(token.kind, TokenKind::Tag(_)));
        tags.map(|tag| tag.range).collect()
    }
}

/// Whether words would run together if a range of a text were left out.
fn joins_words(text: &str, range: &Range<usize>) -> bool {
    let before = text
        .get(..range.start)
        .and_then(|head| head.chars().next_back());
    let after = text.get(range.end..).and_then(|tail| tail.chars().next());
    let is_break = text
        .get(range.clone())
        .is_some_and(|tag| tag.to_ascii_lowercase().starts_with("<br"));
    is_break
        && before.is_some_and(char::is_alphanumeric)
        && after.is_some_and(char::is_alphanumeric)
}

/// A value of the source and what stands in its place in the query.
struct Change<'a> {
    from: Value<'a>,
    to: Value<'a>,
}

/// What differs between two texts with values of the same sorts; `None` if one value would have to
/// become several.
fn changes<'a>(asked: &mut Values<'a>, stored: &Values<'a>) -> Option<Vec<Change<'a>>> {
    let mut changes: Vec<Change<'a>> = Vec::new();
    for (to, from) in asked.values().zip(stored.values()) {
        match changes.iter().find(|known| known.from == from) {
            Some(known) if known.to == to => {}
            Some(_) => return None,
            None => changes.push(Change { from, to }),
        }
    }
    changes.retain(|change| change.from != change.to);
    Some(changes)
}

type Replacement = (Range<usize>, String);

fn replacements(
    changes: &[Change<'_>],
    stored: &Values<'_>,
    translated: &Values<'_>,
    style: &Style,
) -> Option<Vec<Replacement>> {
    let mut found: Vec<Replacement> = Vec::new();
    for change in changes {
        let wanted = stored
            .values()
            .filter(|value| value.corresponds_to(change.from))
            .count();
        let before = found.len();
        for (value, range) in translated
            .iter()
            .filter(|(value, _)| change.from.corresponds_to(*value))
        {
            let text = match change.to.kind {
                TokenKind::Number => {
                    style.write(change.to.spelling, change.from.spelling, value.spelling)?
                }
                _ => change.to.spelling.to_owned(),
            };
            found.push((range.clone(), text));
        }
        if found.len() - before != wanted {
            return None;
        }
    }
    Some(found)
}

/// The text with each range replaced; `None` if two overlap.
fn apply(text: &str, mut edits: Vec<Replacement>) -> Option<String> {
    edits.sort_by_key(|(range, _)| range.start);
    let mut result = String::with_capacity(text.len());
    let mut position = 0;
    for (range, replacement) in &edits {
        result.push_str(text.get(position..range.start)?);
        result.push_str(replacement);
        position = range.end;
    }
    result.push_str(text.get(position..)?);
    Some(result)
}

/// Whether each of the ranges of a text stands in the result at least as often as in the text.
/// Numbers in them are not compared, since the target may spell them differently.
fn holds_placeholders(query: &str, placeholders: &[Range<usize>], result: &str) -> bool {
    placeholders
        .iter()
        .filter_map(|range| query.get(range.clone()))
        .filter(|wanted| !wanted.trim().is_empty())
        .all(|wanted| {
            let times = |text: &str| text.matches(wanted).count();
            times(result) >= times(query)
                || tokens(wanted)
                    .iter()
                    .any(|token| token.kind == TokenKind::Number)
                    && without_numbers(wanted)
                        .iter()
                        .all(|piece| result.contains(piece))
        })
}

/// What is left of a text between its numbers, without outer white space.
fn without_numbers(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut position = 0;
    for token in tokens(text) {
        if token.kind == TokenKind::Number {
            pieces.extend(text.get(position..token.range.start));
            position = token.range.end;
        }
    }
    pieces.extend(text.get(position..));
    pieces.into_iter().map(str::trim).collect()
}

/// A number as it is spelled.
#[derive(Debug, PartialEq, Eq)]
struct Number {
    /// The values of all digits.
    digits: Vec<u8>,
    /// The separators, each with the number of digits after it, from left to right.
    separators: Vec<(char, usize)>,
}

impl Number {
    fn of(spelling: &str) -> Self {
        let digits: Vec<u8> = spelling.chars().filter_map(digit_value).collect();
        let mut left = digits.len();
        let mut separators = Vec::new();
        for symbol in spelling.chars() {
            if digit_value(symbol).is_some() {
                left = left.saturating_sub(1);
            } else {
                separators.push((symbol, left));
            }
        }
        Self { digits, separators }
    }

    /// How many of the digits may stand after the decimal separator: one or two possibilities, none
    /// if this is no plain number but a date or a version.
    fn fractions(&self) -> Vec<usize> {
        let is_decimal = |symbol: char| matches!(symbol, '.' | ',' | '\u{66b}');
        let Some((last, after)) = self.separators.last().copied() else {
            return vec![0];
        };
        let same_as_last = self
            .separators
            .iter()
            .filter(|(symbol, _)| *symbol == last)
            .count();
        let mut possible = Vec::new();
        if self.is_grouped(&self.separators, 0) {
            possible.push(0);
        }
        let groups = self
            .separators
            .split_last()
            .map_or(&[][..], |(_, groups)| groups);
        if is_decimal(last) && same_as_last == 1 && self.is_grouped(groups, after) {
            possible.push(after);
        }
        possible
    }

    /// Whether separators stand before each three digits, all alike.
    fn is_grouped(&self, separators: &[(char, usize)], fraction: usize) -> bool {
        let Some((first, after)) = separators.first() else {
            return true;
        };
        let whole = self.digits.len().saturating_sub(fraction);
        let leading = self.digits.len() - after;
        (1..=3).contains(&leading)
            && self.digits.first() != Some(&0)
            && (whole - leading) / 3 == separators.len()
            && separators.iter().all(|(symbol, after)| {
                symbol == first
                    && after
                        .checked_sub(fraction)
                        .is_some_and(|after| after % 3 == 0 && after > 0)
            })
    }

    /// Whether two spellings, perhaps of different languages, may stand for the same value.
    fn may_equal(&self, other: &Self) -> bool {
        if self.digits != other.digits {
            return false;
        }
        let others = other.fractions();
        self.fractions()
            .iter()
            .any(|fraction| others.contains(fraction))
            || self.has_places_of(other)
    }

    fn has_places_of(&self, other: &Self) -> bool {
        let places = |number: &Self| -> Vec<usize> {
            number.separators.iter().map(|(_, after)| *after).collect()
        };
        places(self) == places(other)
    }

    /// How the other spelling of the same value writes each separator of this one, where both have
    /// one at the same place.
    fn separators_in<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (char, char)> + 'a {
        self.separators.iter().filter_map(|(mine, after)| {
            let (theirs, _) = other.separators.iter().find(|(_, place)| place == after)?;
            Some((*mine, *theirs))
        })
    }
}

/// How the target of a stored pair writes the separators of its source.
struct Style(Vec<(char, char)>);

impl Style {
    /// What the numbers that stand in both show.
    fn learn(stored: &Values<'_>, translated: &Values<'_>) -> Self {
        let numbers = |values: &Values<'_>| -> Vec<Number> {
            values
                .values()
                .filter(|value| value.kind == TokenKind::Number)
                .map(|value| Number::of(value.spelling))
                .filter(|number| !number.fractions().is_empty())
                .collect()
        };
        let translated = numbers(translated);
        let mut shown = Vec::new();
        for number in numbers(stored) {
            for other in translated.iter().filter(|other| number.may_equal(other)) {
                shown.extend(number.separators_in(other));
            }
        }
        shown.sort_unstable();
        shown.dedup();
        Self(shown)
    }

    /// A number of the query as the target writes numbers, in the place of `old`, which is how the
    /// target writes the source's `model`.
    fn write(&self, spelling: &str, model: &str, old: &str) -> Option<String> {
        let zero = old
            .chars()
            .find_map(zero_of)
            .filter(|_| model.chars().find_map(zero_of) != old.chars().find_map(zero_of));
        let here: Vec<(char, char)> = Number::of(model).separators_in(&Number::of(old)).collect();
        spelling
            .chars()
            .map(|symbol| match (digit_value(symbol), zero) {
                (Some(value), Some(zero)) => char::from_u32(u32::from(zero) + u32::from(value)),
                (Some(_), None) => Some(symbol),
                (None, _) => only(&here, symbol).or_else(|| self.separator(symbol)),
            })
            .collect()
    }

    fn separator(&self, symbol: char) -> Option<char> {
        only(&self.0, symbol).or_else(|| match symbol {
            // Who writes a point as a point writes a comma as a comma, and the reverse.
            ',' => only(&self.0, '.')
                .filter(|point| *point == '.')
                .map(|_| ','),
            // Who writes a grouping comma as anything else has the comma for decimals.
            '.' => only(&self.0, ',').map(|comma| if comma == ',' { '.' } else { ',' }),
            _ => None,
        })
    }
}

/// What a symbol is written as, if that is one and the same everywhere.
fn only(shown: &[(char, char)], symbol: char) -> Option<char> {
    let mut ways = shown
        .iter()
        .filter(|(from, _)| *from == symbol)
        .map(|(_, to)| *to);
    let first = ways.next()?;
    ways.all(|other| other == first).then_some(first)
}
