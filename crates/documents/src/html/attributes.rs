use std::ops::Range;

use super::scanner::is_space;

/// The attributes of a start tag, in their order.
#[derive(Debug, Clone)]
pub(super) struct Attributes<'a> {
    text: &'a str,
    at: usize,
    end: Option<(usize, bool)>,
}

/// An attribute: its name as it is spelled, and where its value is.
#[derive(Debug, Clone)]
pub(super) struct Attribute<'a> {
    pub(super) name: &'a str,
    pub(super) value: Value<'a>,
}

/// The value of an attribute. It is empty where there is none.
#[derive(Debug, Clone)]
pub(super) struct Value<'a> {
    pub(super) raw: &'a str,
    /// Without the quotes.
    pub(super) range: Range<usize>,
    pub(super) quote: Option<char>,
}

impl<'a> Attributes<'a> {
    /// Those that begin at a place of a text, behind the name of the tag.
    pub(super) fn new(text: &'a str, at: usize) -> Self {
        Self {
            text,
            at,
            end: None,
        }
    }

    /// Where the tag ends, and whether it does so with a slash. It is known when all attributes are read.
    pub(super) fn end(&self) -> Option<(usize, bool)> {
        self.end
    }

    /// The value of the first attribute with this name.
    pub(super) fn value(&self, name: &str) -> Option<Value<'a>> {
        self.clone()
            .find(|attribute| attribute.is(name))
            .map(|attribute| attribute.value)
    }

    /// Whether the content is to be translated, if an attribute says so or denies it.
    pub(super) fn translate(&self) -> Option<bool> {
        let says = |name: &str| self.value(name).map(|value| value.raw);
        let forbids = says("class").is_some_and(|classes| {
            classes
                .split_ascii_whitespace()
                .any(|class| class == "notranslate")
        });
        if forbids {
            return Some(false);
        }
        match says("translate")?.to_ascii_lowercase().as_str() {
            "" | "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip(&mut self, skipped: impl Fn(char) -> bool) -> usize {
        let rest = self.rest();
        let length = rest.len() - rest.trim_start_matches(skipped).len();
        self.at += length;
        length
    }

    /// The value that comes next; nothing if the text ends before it does.
    fn read_value(&mut self) -> Option<Value<'a>> {
        let rest = self.rest();
        let quote = rest
            .chars()
            .next()
            .filter(|next| matches!(next, '"' | '\''));
        let start = self.at + usize::from(quote.is_some());
        let inside = self.text.get(start..)?;
        let length = match quote {
            Some(quote) => inside.find(quote)?,
            None => inside.find(|next| is_space(next) || next == '>')?,
        };
        let range = start..start + length;
        self.at = range.end + usize::from(quote.is_some());
        Some(Value {
            raw: self.text.get(range.clone())?,
            range,
            quote,
        })
    }
}

impl Attribute<'_> {
    pub(super) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

impl<'a> Iterator for Attributes<'a> {
    type Item = Attribute<'a>;

    fn next(&mut self) -> Option<Attribute<'a>> {
        if self.end.is_some() {
            return None;
        }
        self.skip(|next| is_space(next) || next == '/');
        let rest = self.rest();
        let first = rest.chars().next()?;
        if first == '>' {
            let before = self.text.get(..self.at).unwrap_or_default();
            self.end = Some((self.at + 1, before.ends_with('/')));
            return None;
        }
        // An equals sign in the first place is part of the name.
        let after_first = rest.get(first.len_utf8()..)?;
        let length = after_first.find(|next| is_space(next) || matches!(next, '/' | '>' | '='))?;
        let name = rest.get(..first.len_utf8() + length)?;
        self.at += name.len();
        let end = self.at;
        self.skip(is_space);
        if !self.rest().starts_with('=') {
            self.at = end;
            let value = Value {
                raw: "",
                range: end..end,
                quote: None,
            };
            return Some(Attribute { name, value });
        }
        self.at += 1;
        self.skip(is_space);
        if self.rest().starts_with('>') {
            let value = Value {
                raw: "",
                range: self.at..self.at,
                quote: None,
            };
            return Some(Attribute { name, value });
        }
        let value = self.read_value();
        if value.is_none() {
            self.at = self.text.len();
        }
        value.map(|value| Attribute { name, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_their_places_and_quotes() {
        let text = "<a href = 'x>' Title=\"A b\" checked data=x/ =y>z";
        let mut attributes = Attributes::new(text, 2);
        let read: Vec<_> = attributes
            .by_ref()
            .map(|attribute| {
                assert_eq!(&text[attribute.value.range.clone()], attribute.value.raw);
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
        assert_eq!(attributes.end(), Some((text.len() - 1, false)));
    }

    #[test]
    fn a_tag_that_does_not_end_has_no_end() {
        for text in ["<a", "<a b", "<a b=\"c>", "<a b=", "<a b=c"] {
            let mut attributes = Attributes::new(text, 2);
            attributes.by_ref().for_each(drop);
            assert_eq!(attributes.end(), None, "{text}");
        }
    }

    #[test]
    fn attributes_say_what_is_not_to_be_translated() {
        let says = |tag: &str| Attributes::new(tag, 2).translate();
        assert_eq!(says("<a translate=no>"), Some(false));
        assert_eq!(says("<a TRANSLATE='Yes'>"), Some(true));
        assert_eq!(says("<a class='x notranslate'>"), Some(false));
        assert_eq!(says("<a class='xnotranslate'>"), None);
    }
}
