//! Translations behind their sources: what is written between the two, and what of a source is not written twice.

use std::ops::Range;

use dragoman_html::{Kind, Syntax, Tokenizer};
use dragoman_language::Language;

use crate::document::is_right_to_left;

/// The class of translations, by which a style sheet can call them.
const CLASS: &str = "dragoman-translation";

/// How translations are marked that stand behind their sources.
#[derive(Debug)]
pub(super) struct Behind {
    language: Language,
    /// The direction of translations, where it is not that of the page.
    direction: Option<&'static str>,
    is_xml: bool,
}

impl Behind {
    /// Translations into a language on a page that is XML or not, and from right to left or not.
    pub(super) fn new(language: Language, is_xml: bool, is_page_right_to_left: bool) -> Self {
        let direction = match (is_right_to_left(language), is_page_right_to_left) {
            (true, false) => Some("rtl"),
            (false, true) => Some("ltr"),
            _ => None,
        };
        Self {
            language,
            direction,
            is_xml,
        }
    }

    /// What stands between a source and its translation. The space is for whoever reads the text of an element without its
    /// lines.
    pub(super) fn start(&self) -> String {
        let tag = self.language.tag();
        let (end, xml) = if self.is_xml {
            ("/", format!(" xml:lang=\"{tag}\""))
        } else {
            ("", String::new())
        };
        let direction = self
            .direction
            .map_or_else(String::new, |direction| format!(" dir=\"{direction}\""));
        format!(" <br{end}><span class=\"{CLASS}\" lang=\"{tag}\"{xml}{direction}>")
    }

    /// What stands behind a translation.
    pub(super) const fn end() -> &'static str {
        "</span>"
    }
}

/// Markup without the names by which other places call an element: each may be there once.
pub(crate) fn without_names(markup: &str) -> String {
    let mut written = String::with_capacity(markup.len());
    let mut start = 0;
    for token in Tokenizer::new(Syntax::Html, markup) {
        for attribute in token.attributes() {
            let is_name = ["id", "name", "xml:id"]
                .into_iter()
                .any(|name| attribute.is(name));
            if is_name {
                let Range { start: from, end } = attribute.range;
                let before = markup.get(start..from).unwrap_or_default();
                written.push_str(before.trim_end());
                start = end;
            }
        }
    }
    written.push_str(markup.get(start..).unwrap_or_default());
    written
}

/// Whether markup is a place where a line may or does end.
pub(crate) fn is_line_end(markup: &str) -> bool {
    let first = Tokenizer::new(Syntax::Html, markup).next();
    first.is_some_and(|token| {
        matches!(token.kind, Kind::Start { name, element, .. }
            if element.is_line_break() || name.eq_ignore_ascii_case("wbr"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_left_out_and_all_else_stays() {
        for (markup, expected) in [
            ("<a id=\"x\" href='#y'>", "<a href='#y'>"),
            (
                "<code class=\"c\" ID = x>id=x</code>",
                "<code class=\"c\">id=x</code>",
            ),
            ("<a name=\"n\"/>", "<a/>"),
            ("<b>", "<b>"),
            ("<i data-id=\"x\"><b xml:id='y'>", "<i data-id=\"x\"><b>"),
        ] {
            assert_eq!(without_names(markup), expected);
        }
    }
}
