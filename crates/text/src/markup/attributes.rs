//! What start tags say besides their names.

use std::ops::Range;

use super::elements::is_one_of;
use super::scanner::{before, is_space};

/// What follows the name in a start tag.
pub(super) struct Attributes {
    /// Bytes up to and including the `>`.
    pub(super) length: usize,
    pub(super) self_closing: bool,
    /// Whether the content is to be translated, if an attribute says so or denies it.
    pub(super) translate: Option<bool>,
}

impl Attributes {
    /// Reads to the end of the tag; nothing if there is none.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut rest = text;
        let mut translate = None;
        loop {
            let trimmed = rest.trim_start_matches(|next| is_space(next) || next == '/');
            if let Some(after) = trimmed.strip_prefix('>') {
                return Some(Self {
                    length: text.len() - after.len(),
                    self_closing: before(rest, trimmed).ends_with('/'),
                    translate,
                });
            }
            let attribute = Attribute::read(trimmed)?;
            translate = match (translate, attribute.translate()) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (one, other) => one.or(other),
            };
            rest = attribute.rest;
        }
    }
}

/// An attribute and what comes behind it.
pub(super) struct Attribute<'text> {
    pub(super) name: &'text str,
    /// Without the quotes around it.
    pub(super) value: &'text str,
    pub(super) quote: Option<char>,
    pub(super) rest: &'text str,
}

impl<'text> Attribute<'text> {
    /// The attribute that the text begins with; nothing at the end of the text.
    fn read(text: &'text str) -> Option<Self> {
        // An equals sign in the first place is part of the name.
        let first = text.chars().next()?;
        let end = text
            .get(first.len_utf8()..)?
            .find(|next| is_space(next) || matches!(next, '/' | '>' | '='))?;
        let (name, after) = text.split_at_checked(first.len_utf8() + end)?;
        let attribute = |value, quote, rest| Self {
            name,
            value,
            quote,
            rest,
        };
        let Some(value) = after.trim_start_matches(is_space).strip_prefix('=') else {
            return Some(attribute("", None, after));
        };
        let value = value.trim_start_matches(is_space);
        for quote in ['"', '\''] {
            if let Some(quoted) = value.strip_prefix(quote) {
                let (value, after) = quoted.split_once(quote)?;
                return Some(attribute(value, Some(quote), after));
            }
        }
        let end = value.find(|next| is_space(next) || next == '>')?;
        let (value, after) = value.split_at_checked(end)?;
        Some(attribute(value, None, after))
    }

    fn translate(&self) -> Option<bool> {
        if self.name.eq_ignore_ascii_case("translate") {
            let is_yes = self.value.is_empty() || self.value.eq_ignore_ascii_case("yes");
            let is_no = self.value.eq_ignore_ascii_case("no");
            return (is_yes || is_no).then_some(is_yes);
        }
        let forbids = self.name.eq_ignore_ascii_case("class")
            && self
                .value
                .split_ascii_whitespace()
                .any(|class| class == "notranslate");
        forbids.then_some(false)
    }
}

/// A value to translate in a start tag of HTML.
pub(super) struct TranslatableValue {
    /// Bytes of the tag, without quotes.
    pub(super) range: Range<usize>,
    pub(super) quote: Option<char>,
}

/// The attributes of a start tag that a reader of the page reads or hears. `tag` begins with `<`
/// and the name.
pub(super) fn translatable_values(tag: &str, name: &str) -> Vec<TranslatableValue> {
    let attributes = || {
        let mut rest = tag.get(1 + name.len()..).unwrap_or_default();
        std::iter::from_fn(move || {
            let trimmed = rest.trim_start_matches(|next| is_space(next) || next == '/');
            if trimmed.starts_with('>') {
                return None;
            }
            let attribute = Attribute::read(trimmed)?;
            rest = attribute.rest;
            Some(attribute)
        })
    };
    let has = |wanted: &str, values: &[&str]| {
        attributes().any(|attribute| {
            attribute.name.eq_ignore_ascii_case(wanted) && is_one_of(attribute.value, values)
        })
    };
    let is_element = |names: &[&str]| is_one_of(name, names);
    let is_read = |attribute: &Attribute<'_>| match attribute.name.to_ascii_lowercase().as_str() {
        "alt"
        | "title"
        | "placeholder"
        | "aria-label"
        | "aria-description"
        | "aria-placeholder"
        | "aria-roledescription"
        | "aria-valuetext" => true,
        "label" => is_element(&["optgroup", "option", "track"]),
        "value" => is_element(&["input"]) && has("type", &["button", "reset", "submit"]),
        "content" => {
            is_element(&["meta"])
                && (has(
                    "name",
                    &["description", "twitter:title", "twitter:description"],
                ) || has("property", &["og:title", "og:description"]))
        }
        _ => false,
    };
    let has_letter = |attribute: &Attribute<'_>| attribute.value.contains(char::is_alphabetic);
    attributes()
        .filter(|attribute| has_letter(attribute) && is_read(attribute))
        .map(|attribute| {
            let end = tag.len() - attribute.rest.len() - usize::from(attribute.quote.is_some());
            TranslatableValue {
                range: end - attribute.value.len()..end,
                quote: attribute.quote,
            }
        })
        .collect()
}
