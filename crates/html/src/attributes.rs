//! What start tags say besides their names.

use std::ops::Range;

use crate::characters::is_space;

/// The attributes of a start tag, in their order.
#[derive(Debug, Clone)]
pub struct Attributes<'a> {
    /// What is not yet read.
    rest: &'a str,
    /// The position at which it ends.
    limit: usize,
    end: Option<TagEnd>,
}

/// Where a tag ends, and whether it does so with a slash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TagEnd {
    pub(crate) position: usize,
    pub(crate) is_self_closing: bool,
}

/// An attribute, its name as it is spelled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// As it is spelled.
    pub name: &'a str,
    /// Its bytes, from its name to the end of its value and the quote behind that.
    pub range: Range<usize>,
    /// Empty where the attribute has none.
    pub value: Value<'a>,
}

/// The value of an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value<'a> {
    /// Without the quotes, character references not yet decoded.
    pub raw: &'a str,
    /// Its bytes, without the quotes.
    pub range: Range<usize>,
    /// The quote on both sides of it.
    pub quote: Option<char>,
}

impl<'a> Attributes<'a> {
    /// Those in the rest of a text, which begins behind the name of a tag. `start` is the position of the rest.
    #[must_use]
    pub const fn new(rest: &'a str, start: usize) -> Self {
        Self {
            rest,
            limit: start + rest.len(),
            end: None,
        }
    }

    /// The value of the first attribute with this name, in whatever case.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<Value<'a>> {
        self.clone()
            .find(|attribute| attribute.is(name))
            .map(|attribute| attribute.value)
    }

    /// Where the tag ends. It is known when all attributes are read, unless the text ends before the tag does.
    pub(crate) const fn end(&self) -> Option<TagEnd> {
        self.end
    }

    const fn passed(&self) -> usize {
        self.limit - self.rest.len()
    }

    /// Goes on behind so many bytes, and returns them; nothing if the text is shorter.
    fn take(&mut self, length: usize) -> Option<&'a str> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    /// The value that comes next; nothing if the text ends before it does.
    fn read_value(&mut self) -> Option<Value<'a>> {
        self.rest = self.rest.trim_start_matches(is_space);
        let quote = self
            .rest
            .chars()
            .next()
            .filter(|next| matches!(next, '"' | '\''));
        self.rest = quote.map_or(Some(self.rest), |quote| self.rest.strip_prefix(quote))?;
        let length = match quote {
            Some(quote) => self.rest.find(quote)?,
            None => self.rest.find(|next| is_space(next) || next == '>')?,
        };
        let start = self.passed();
        let raw = self.take(length)?;
        self.take(quote.map_or(0, char::len_utf8))?;
        Some(Value {
            raw,
            range: start..start + length,
            quote,
        })
    }
}

impl<'a> Iterator for Attributes<'a> {
    type Item = Attribute<'a>;

    fn next(&mut self) -> Option<Attribute<'a>> {
        if self.end.is_some() {
            return None;
        }
        let before = self.rest;
        self.rest = before.trim_start_matches(|next| is_space(next) || next == '/');
        let first = self.rest.chars().next()?;
        if first == '>' {
            let passed = before.get(..before.len() - self.rest.len());
            self.end = Some(TagEnd {
                position: self.passed() + 1,
                is_self_closing: passed.is_some_and(|passed| passed.ends_with('/')),
            });
            return None;
        }
        // An equals sign in the first place is part of the name.
        let ends = |next| is_space(next) || matches!(next, '/' | '>' | '=');
        let start = self.passed();
        let length = self.rest.get(first.len_utf8()..)?.find(ends);
        let Some(name) = length.and_then(|length| self.take(first.len_utf8() + length)) else {
            self.rest = "";
            return None;
        };
        let end = self.passed();
        let Some(behind) = self.rest.trim_start_matches(is_space).strip_prefix('=') else {
            let value = Value {
                raw: "",
                range: end..end,
                quote: None,
            };
            return Some(Attribute {
                name,
                range: start..end,
                value,
            });
        };
        self.rest = behind;
        let value = self.read_value();
        if value.is_none() {
            self.rest = "";
        }
        value.map(|value| Attribute {
            name,
            range: start..self.passed(),
            value,
        })
    }
}

impl Attribute<'_> {
    /// Whether it has this name, in whatever case.
    #[must_use]
    pub const fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// What the attributes of a tag say of whether its content is to be translated.
#[derive(Debug, Default)]
pub(crate) struct Translatability<'a> {
    class: Option<&'a str>,
    translate: Option<&'a str>,
}

impl<'a> Translatability<'a> {
    /// Takes note of an attribute. Of those with the same name the first one counts.
    pub(crate) fn observe(&mut self, attribute: &Attribute<'a>) {
        if attribute.is("class") {
            self.class.get_or_insert(attribute.value.raw);
        } else if attribute.is("translate") {
            self.translate.get_or_insert(attribute.value.raw);
        }
    }

    /// Whether the content is to be translated, if that is said.
    pub(crate) fn verdict(&self) -> Option<bool> {
        let is_forbidden = self.class.is_some_and(|classes| {
            classes
                .split_ascii_whitespace()
                .any(|class| class == "notranslate")
        });
        if is_forbidden {
            return Some(false);
        }
        let value = self.translate?;
        let is_yes = value.is_empty() || value.eq_ignore_ascii_case("yes");
        (is_yes || value.eq_ignore_ascii_case("no")).then_some(is_yes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_their_places_and_quotes() {
        let text = "<a href = 'x>' Title=\"A b\" checked data=x/ =y>z";
        let mut attributes = Attributes::new(&text[2..], 2);
        let read: Vec<_> = attributes
            .by_ref()
            .map(|attribute| {
                assert_eq!(&text[attribute.value.range.clone()], attribute.value.raw);
                assert!(text[attribute.range.clone()].starts_with(attribute.name));
                let end =
                    attribute.value.range.end + attribute.value.quote.map_or(0, char::len_utf8);
                assert_eq!(attribute.range.end, end);
                (attribute.name, attribute.value.raw, attribute.value.quote)
            })
            .collect();
        assert_eq!(
            read,
            [
                ("href", "x>", Some('\'')),
                ("Title", "A b", Some('"')),
                ("checked", "", None),
                ("data", "x/", None),
                ("=y", "", None),
            ]
        );
        let end = attributes.end().map(|end| end.position);
        assert_eq!(end, Some(text.len() - 1));
    }

    #[test]
    fn only_a_slash_outside_of_values_closes_a_tag() {
        for (rest, expected) in [
            ("/>", true),
            (" b/>", true),
            (" b='c'/>", true),
            (" b=c/>", false),
            (" b='c/'>", false),
            ("/ >", false),
        ] {
            let mut attributes = Attributes::new(rest, 0);
            attributes.by_ref().for_each(drop);
            let end = attributes.end().map(|end| end.is_self_closing);
            assert_eq!(end, Some(expected), "{rest}");
        }
    }

    #[test]
    fn a_tag_that_does_not_end_has_no_end() {
        for rest in ["", " b", " b=\"c>", " b=", " b=c"] {
            let mut attributes = Attributes::new(rest, 2);
            attributes.by_ref().for_each(drop);
            assert_eq!(attributes.next(), None, "{rest}");
            assert_eq!(attributes.end(), None, "{rest}");
        }
    }

    #[test]
    fn of_attributes_with_the_same_name_the_first_counts() {
        let attributes = Attributes::new(" lang=de LANG=fr>", 0);
        assert_eq!(attributes.value("Lang").map(|value| value.raw), Some("de"));
    }
}
