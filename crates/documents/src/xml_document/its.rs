//! What a document says of its own elements with the Internationalization Tag Set 2.0.

use std::collections::BTreeSet;

use crate::xml::{Attribute, Reader, Tag, Token};
use crate::{DocumentError, Limits, Warning};

use super::FORMAT;
use super::vocabulary::{ITS, Namespace, Role, Treatment, Vocabulary, answer};

/// How many rules there may be: each is compared with each element.
const MOST_RULES: usize = 256;

/// How many names all their selectors may have together: each may be compared with that of each element.
const MOST_NAMES: usize = 1024;

/// A document whose elements nobody knows, with the rules that it has itself.
#[derive(Debug, Default)]
pub(super) struct Rules {
    rules: Vec<Rule>,
    /// The names in their selectors.
    names: usize,
    /// The prefixes of attributes of the tag set.
    prefixes: BTreeSet<String>,
    pub(super) warnings: Vec<Warning>,
}

#[derive(Debug)]
struct Rule {
    selector: Selector,
    effect: Effect,
}

#[derive(Debug, Clone, Copy)]
enum Effect {
    Translated(bool),
    Role(Role),
    KeepsSpace(bool),
}

/// A path of names: `//a`, `/a/b`, `//a/@b`.
#[derive(Debug, PartialEq, Eq)]
struct Selector {
    /// Whether its first name is that of the root.
    is_absolute: bool,
    names: Vec<String>,
    attribute: Option<String>,
}

impl Selector {
    /// `None` for every other XPath.
    fn parse(path: &str) -> Option<Self> {
        let path = path.trim();
        let relative = path.strip_prefix("//");
        let mut steps: Vec<&str> = match relative {
            Some(steps) => steps,
            None => path.strip_prefix('/')?,
        }
        .split('/')
        // No more than the rules of a document may have, so that a long one takes no memory.
        .take(MOST_NAMES + 2)
        .collect();
        let attribute = steps.last().and_then(|last| last.strip_prefix('@'));
        if attribute.is_some() {
            steps.pop();
        }
        let names: Option<Vec<String>> = steps.into_iter().map(local_name).collect();
        let attribute = match attribute {
            Some(attribute) => Some(local_name(attribute)?),
            None => None,
        };
        let names = names?;
        (attribute.is_some() || !names.is_empty()).then_some(Self {
            is_absolute: relative.is_none(),
            names,
            attribute,
        })
    }

    fn has_element(&self, path: &[&str]) -> bool {
        if self.is_absolute && self.names.len() != path.len() {
            return false;
        }
        let Some(rest) = path.len().checked_sub(self.names.len()) else {
            return false;
        };
        let path = path.iter().skip(rest);
        self.names
            .iter()
            .zip(path)
            .all(|(name, found)| fits(name, found))
    }
}

fn fits(name: &str, found: &str) -> bool {
    name == "*" || name == found
}

/// A name without its prefix, or `*`.
fn local_name(step: &str) -> Option<String> {
    let step = step.trim();
    let name = step.split_once(':').map_or(step, |(_, name)| name);
    let is_name = name.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && name
            .chars()
            .all(|next| next.is_alphanumeric() || "_-.".contains(next));
    (is_name || name == "*").then(|| name.to_owned())
}

impl Rules {
    /// Reads the rules of a document.
    ///
    /// # Errors
    /// Those of the reader, and [`DocumentError::TooLarge`].
    pub(super) fn read(text: &str, limits: &Limits) -> Result<Self, DocumentError> {
        let mut rules = Self::default();
        if !text.contains(ITS) {
            return Ok(rules);
        }
        let mut reader =
            Reader::new(text, Namespace::of, FORMAT, limits.depth).with_document_type();
        loop {
            match reader.next()? {
                Token::Start(tag) => rules.element(&tag)?,
                Token::Eof => return Ok(rules),
                _ => {}
            }
        }
    }

    fn element(&mut self, tag: &Tag<'_, Namespace>) -> Result<(), DocumentError> {
        for attribute in tag.attributes() {
            if attribute.raw == ITS
                && let Some(prefix) = attribute.full_name.strip_prefix("xmlns:")
            {
                self.prefixes.insert(prefix.to_owned());
            }
        }
        if tag.namespace != Namespace::Its {
            return Ok(());
        }
        let value = |name: &str| tag.attribute(name).map(|found| found.value());
        let effect = match tag.name {
            "rules" => {
                self.root(value("queryLanguage"), value("href"));
                None
            }
            "translateRule" => value("translate")
                .and_then(|said| answer(&said))
                .map(Effect::Translated),
            "withinTextRule" => value("withinText")
                .and_then(|said| within_text(&said))
                .map(Effect::Role),
            "preserveSpaceRule" => {
                value("space").map(|said| Effect::KeepsSpace(said.trim() == "preserve"))
            }
            _ => None,
        };
        if let (Some(effect), Some(selector)) = (effect, value("selector")) {
            self.rule(&selector, effect)?;
        }
        Ok(())
    }

    fn root(&mut self, language: Option<String>, other_file: Option<String>) {
        if self.warnings.len() >= MOST_RULES {
            return;
        }
        if let Some(language) = language.filter(|language| language != "xpath") {
            self.warnings.push(Warning::QueryLanguage {
                language: language.into(),
            });
        }
        if let Some(file) = other_file {
            self.warnings
                .push(Warning::OutsideRules { file: file.into() });
        }
    }

    fn rule(&mut self, selectors: &str, effect: Effect) -> Result<(), DocumentError> {
        for path in selectors.split('|') {
            if self.rules.len() + self.warnings.len() >= MOST_RULES {
                return Err(DocumentError::too_large("rules of translation", MOST_RULES));
            }
            match Selector::parse(path) {
                Some(selector) => {
                    self.names = self.names.saturating_add(selector.names.len());
                    if self.names > MOST_NAMES {
                        let what = "names in the selectors of rules of translation";
                        return Err(DocumentError::too_large(what, MOST_NAMES));
                    }
                    self.rules.push(Rule { selector, effect });
                }
                None => {
                    let path = path.trim().into();
                    self.warnings.push(Warning::UnsupportedRule { path });
                }
            }
        }
        Ok(())
    }

    /// What the element says itself.
    fn local(&self, tag: &Tag<'_, Namespace>, treatment: &mut Treatment) {
        let is_its = |attribute: &Attribute<'_>| match attribute.full_name.split_once(':') {
            Some((prefix, _)) => self.prefixes.contains(prefix),
            None => tag.namespace == Namespace::Its,
        };
        for attribute in tag.attributes() {
            let is_plain = !attribute.full_name.contains(':');
            match attribute.name() {
                "translate" if is_plain || is_its(&attribute) => {
                    let said = answer(&attribute.value());
                    treatment.is_translated = said.or(treatment.is_translated);
                }
                // What Android calls it.
                "translatable" if is_plain => {
                    let said = answer(&attribute.value());
                    treatment.is_translated = said.or(treatment.is_translated);
                }
                "withinText" if is_its(&attribute) => {
                    treatment.role = within_text(&attribute.value()).or(treatment.role);
                }
                _ => {}
            }
        }
    }

    fn attributes(&self, tag: &Tag<'_, Namespace>, path: &[&str], treatment: &mut Treatment) {
        let rules = self
            .rules
            .iter()
            .filter(|rule| rule.selector.attribute.is_some());
        let rules: Vec<&Rule> = rules
            .filter(|rule| rule.selector.has_element(path))
            .collect();
        if rules.is_empty() {
            return;
        }
        for found in tag.attributes() {
            let is_reserved = found.full_name.starts_with("xml");
            let said = rules.iter().rev().find_map(|rule| match rule.effect {
                Effect::Translated(said)
                    if rule
                        .selector
                        .attribute
                        .as_deref()
                        .is_some_and(|name| fits(name, found.name())) =>
                {
                    Some(said)
                }
                _ => None,
            });
            if said == Some(true) && !is_reserved {
                treatment.attributes.push(found.range);
            }
        }
    }
}

impl Vocabulary for Rules {
    fn format(&self) -> &'static str {
        FORMAT
    }

    fn treatment(&self, tag: &Tag<'_, Namespace>, path: &[&str]) -> Treatment {
        let mut treatment = Treatment::default();
        if tag.namespace == Namespace::Its {
            if tag.name == "span" {
                treatment.role = Some(Role::Inline);
            } else {
                treatment.is_translated = Some(false);
            }
        }
        for rule in &self.rules {
            if rule.selector.attribute.is_none() && rule.selector.has_element(path) {
                match rule.effect {
                    Effect::Translated(said) => treatment.is_translated = Some(said),
                    Effect::Role(role) => treatment.role = Some(role),
                    Effect::KeepsSpace(said) => treatment.keeps_space = Some(said),
                }
            }
        }
        self.local(tag, &mut treatment);
        self.attributes(tag, path, &mut treatment);
        treatment
    }

    fn is_prose(&self) -> bool {
        false
    }
}

fn within_text(value: &str) -> Option<Role> {
    match value.trim() {
        "yes" => Some(Role::Inline),
        "nested" => Some(Role::Nested),
        "no" => Some(Role::Block),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_are_paths_of_names() {
        let fits = |selector: &str, path: &[&str]| {
            Selector::parse(selector).is_some_and(|selector| selector.has_element(path))
        };
        assert!(fits("//b", &["a", "b"]) && fits("//x:b", &["b"]) && fits("//*", &["a"]));
        assert!(fits("/a/b", &["a", "b"]) && fits("//a/b", &["c", "a", "b"]));
        assert!(!fits("/b", &["a", "b"]) && !fits("//b", &["b", "a"]) && !fits("//a/b", &["b"]));
        assert!(fits("//@alt", &["a"]) && fits("//a/@alt", &["a"]) && !fits("//b/@alt", &["a"]));
        for path in [
            "//a[1]",
            "//a//b",
            "a",
            "//a/text()",
            "id('x')",
            "",
            "//",
            "/",
        ] {
            assert_eq!(Selector::parse(path), None, "{path}");
        }
    }
}
