//! The values of attributes that people read or hear.

use crate::attributes::{Attribute, Attributes, Value};
use crate::elements::Setting;

/// An attribute that people may read or hear.
struct Readable {
    name: &'static str,
    /// The elements that have it; none stands for all.
    elements: &'static [&'static str],
    condition: Condition,
    /// Whether it counts in fragments, too. In messages none does.
    in_fragments: bool,
}

/// When the value of an attribute is read.
#[derive(Clone, Copy)]
enum Condition {
    Always,
    /// If it is what is written on a button.
    Button,
    /// If it is metadata that says something in words.
    Metadata,
}

const fn everywhere(name: &'static str) -> Readable {
    Readable {
        name,
        elements: &[],
        condition: Condition::Always,
        in_fragments: true,
    }
}

const fn on(elements: &'static [&'static str], name: &'static str) -> Readable {
    Readable {
        elements,
        ..everywhere(name)
    }
}

const READABLE: [Readable; 13] = [
    everywhere("alt"),
    everywhere("title"),
    everywhere("placeholder"),
    everywhere("aria-label"),
    everywhere("aria-description"),
    everywhere("aria-placeholder"),
    everywhere("aria-roledescription"),
    everywhere("aria-valuetext"),
    on(&["optgroup", "option", "track"], "label"),
    Readable {
        condition: Condition::Button,
        ..on(&["input"], "value")
    },
    Readable {
        condition: Condition::Metadata,
        ..on(&["meta"], "content")
    },
    Readable {
        in_fragments: false,
        ..on(&["table"], "summary")
    },
    Readable {
        in_fragments: false,
        ..on(&["object"], "standby")
    },
];

/// What metadata is text to read rather than an address, a name or a setting, and the attribute that names it in fragments,
/// if it counts there. In pages any of the two may.
const METADATA: [(&str, Option<&str>); 23] = [
    ("abstract", None),
    ("apple-mobile-web-app-title", None),
    ("application-name", None),
    ("dc.description", None),
    ("dc.subject", None),
    ("dc.title", None),
    ("dcterms.abstract", None),
    ("dcterms.description", None),
    ("dcterms.title", None),
    ("description", Some("name")),
    ("keywords", None),
    ("og:description", Some("property")),
    ("og:image:alt", None),
    ("og:site_name", None),
    ("og:title", Some("property")),
    ("subject", None),
    ("twitter:data1", None),
    ("twitter:data2", None),
    ("twitter:description", Some("name")),
    ("twitter:image:alt", None),
    ("twitter:label1", None),
    ("twitter:label2", None),
    ("twitter:title", Some("name")),
];

/// The values of an element's attributes that people read or hear, in their order. Of attributes with the same name the
/// first one counts.
#[must_use]
pub fn readable_values<'a>(
    setting: Setting,
    element: &str,
    attributes: &Attributes<'a>,
) -> Vec<Value<'a>> {
    let mut values = Vec::new();
    let mut seen = 0_u32;
    for attribute in attributes.clone() {
        let Some(index) = index_of(&attribute) else {
            continue;
        };
        let is_first = seen & (1 << index) == 0;
        seen |= 1 << index;
        if is_first && READABLE[index].is_read(setting, element, attributes) {
            values.push(attribute.value);
        }
    }
    values
}

fn index_of(attribute: &Attribute<'_>) -> Option<usize> {
    READABLE
        .iter()
        .position(|readable| attribute.is(readable.name))
}

impl Readable {
    fn is_read(&self, setting: Setting, element: &str, attributes: &Attributes<'_>) -> bool {
        let counts = match setting {
            Setting::Fragment => self.in_fragments,
            Setting::Page => true,
            Setting::Message => false,
        };
        counts
            && (self.elements.is_empty() || is_one_of(element, self.elements))
            && match self.condition {
                Condition::Always => true,
                Condition::Button => is_button(attributes),
                Condition::Metadata => is_text(setting, attributes),
            }
    }
}

fn is_button(attributes: &Attributes<'_>) -> bool {
    let kind = attributes.value("type");
    kind.is_some_and(|kind| is_one_of(kind.raw, &["button", "reset", "submit"]))
}

/// Whether metadata says something in words.
fn is_text(setting: Setting, attributes: &Attributes<'_>) -> bool {
    let is_named = |key: &str, name: &str| {
        let value = attributes.value(key);
        value.is_some_and(|value| value.raw.eq_ignore_ascii_case(name))
    };
    match setting {
        Setting::Fragment => METADATA
            .iter()
            .any(|(name, key)| key.is_some_and(|key| is_named(key, name))),
        Setting::Page | Setting::Message => {
            let key = attributes.value("name").or(attributes.value("property"));
            key.is_some_and(|key| {
                METADATA
                    .iter()
                    .any(|(name, _)| key.raw.eq_ignore_ascii_case(name))
            })
        }
    }
}

fn is_one_of(name: &str, names: &[&str]) -> bool {
    names.iter().any(|one| name.eq_ignore_ascii_case(one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Syntax, Tokenizer};

    fn values(setting: Setting, tag: &str) -> Vec<&str> {
        let token = Tokenizer::new(Syntax::Html, tag).next().unwrap();
        let Kind::Start { name, .. } = token.kind else {
            panic!("{tag}");
        };
        let values = readable_values(setting, name, &token.attributes());
        values.into_iter().map(|value| value.raw).collect()
    }

    #[test]
    fn some_attributes_are_read_everywhere_and_others_with_some_elements() {
        for (tag, expected) in [
            ("<img ALT=a src=b title='c'>", &["a", "c"][..]),
            ("<option label=a value=b>", &["a"]),
            ("<p label=a>", &[]),
            ("<INPUT type=Submit value=a>", &["a"]),
            ("<input type=text value=a placeholder=b>", &["b"]),
            ("<meta content=a name=Description>", &["a"]),
            ("<meta content=a property='og:title'>", &["a"]),
            ("<meta content=a name=viewport>", &[]),
            ("<a title=b title=c>", &["b"]),
        ] {
            assert_eq!(values(Setting::Fragment, tag), expected, "{tag}");
            assert_eq!(values(Setting::Page, tag), expected, "{tag}");
        }
    }

    #[test]
    fn more_is_read_in_a_page_than_in_a_fragment() {
        for tag in [
            "<table summary=a>",
            "<object standby=a>",
            "<meta name=keywords content=a>",
            "<meta name='og:title' content=a>",
            "<meta property=description content=a>",
        ] {
            assert_eq!(values(Setting::Page, tag), ["a"], "{tag}");
            assert_eq!(values(Setting::Fragment, tag), [""; 0], "{tag}");
        }
        assert_eq!(values(Setting::Message, "<a title=b>"), [""; 0]);
    }
}
