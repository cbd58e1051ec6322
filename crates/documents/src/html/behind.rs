//! Translations behind their sources: what is written between the two, and what of a source is not written twice.

use std::collections::BTreeSet;
use std::ops::Range;

use dragoman_html::{Element, Kind, Syntax, Tokenizer};
use dragoman_language::Language;

use super::root::Settings;
use crate::document::is_right_to_left;
use crate::{CodeId, Content, Piece};

/// The class of translations, by which a style sheet can call them.
const CLASS: &str = "dragoman-translation";

/// Elements of which a page has no second copy: scripts look for them, forms send them, and pictures are seen twice.
const ONCE: [&str; 15] = [
    "audio", "button", "canvas", "embed", "form", "iframe", "img", "input", "map", "object",
    "select", "slot", "svg", "textarea", "video",
];

/// How a page is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Markup {
    Html,
    /// HTML that may be read as XML.
    Both,
    /// XML alone, which in older versions has no other attribute for languages than its own.
    Xml,
}

/// How translations are marked that stand behind their sources.
#[derive(Debug)]
pub(super) struct Behind {
    language: Language,
    /// The direction of translations, where it is not that of the page.
    direction: Option<&'static str>,
    markup: Markup,
}

impl Behind {
    /// Translations into a language on a page that says this of itself.
    pub(super) fn new(language: Language, markup: Markup, settings: &Settings) -> Self {
        let direction = if is_right_to_left(language) {
            (!settings.is_right_to_left()).then_some("rtl")
        } else {
            settings.has_right_to_left().then_some("ltr")
        };
        Self {
            language,
            direction,
            markup,
        }
    }

    /// What stands between a source and its translation. The space is for whoever reads the text of an element without its
    /// lines.
    pub(super) fn start(&self) -> String {
        let tag = self.language.tag();
        let end = if self.markup == Markup::Html { "" } else { "/" };
        let languages = match self.markup {
            Markup::Html => format!(" lang=\"{tag}\""),
            Markup::Both => format!(" lang=\"{tag}\" xml:lang=\"{tag}\""),
            Markup::Xml => format!(" xml:lang=\"{tag}\""),
        };
        let direction = self
            .direction
            .map_or_else(String::new, |direction| format!(" dir=\"{direction}\""));
        format!(" <br{end}><span class=\"{CLASS}\"{languages}{direction}>")
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
            let is_name = ["id", "name", "xml:id", "accesskey"]
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

/// Whether an element of this name is there a second time around the words of a translation. Readings of East Asian characters,
/// without which their element is wrong, are not, and what custom elements do nobody knows.
pub(super) fn is_stretch_repeated(name: &str) -> bool {
    let is_custom = name.contains('-');
    let is_once = ["map", "rb", "rtc"]
        .iter()
        .any(|once| name.eq_ignore_ascii_case(once));
    !is_custom && !is_once && !Element::of(name).is_ruby()
}

/// What stands in a translation for a mark of its source; nothing where it is not read.
pub(super) fn mark(markup: &str, is_read: bool) -> String {
    if is_value_of_program(markup) {
        markup.to_owned()
    } else if is_line_end(markup) || (is_read && is_repeatable(markup)) {
        without_names(markup)
    } else if is_read {
        let tokens = Tokenizer::new(Syntax::Html, markup);
        let texts = tokens.filter(|token| token.kind == Kind::Text);
        texts.map(|token| token.raw).collect()
    } else {
        String::new()
    }
}

/// Whether markup is a value that a program puts into the sentence, and does nothing else.
fn is_value_of_program(markup: &str) -> bool {
    let begins = |start: &str| {
        let rest = markup.get(..start.len());
        rest.is_some_and(|rest| rest.eq_ignore_ascii_case(start))
    };
    begins("<?=") || begins("<?php echo ") || begins("<?php print ")
}

fn is_repeatable(markup: &str) -> bool {
    Tokenizer::new(Syntax::Html, markup).all(|token| match token.kind {
        Kind::Start { name, .. } => {
            let is_once = ONCE.iter().any(|once| name.eq_ignore_ascii_case(once));
            !is_once && !name.contains('-')
        }
        Kind::RawText { .. } => false,
        _ => true,
    })
}

/// The stretches of a content in which there is something to read.
pub(super) fn filled(content: &Content, is_read: impl Fn(CodeId) -> bool) -> BTreeSet<CodeId> {
    let mut filled = BTreeSet::new();
    // Those in which there was nothing so far.
    let mut open = Vec::new();
    for piece in content.pieces() {
        match piece {
            Piece::Open(id) => open.push(*id),
            Piece::Close(id) => _ = open.pop_if(|last| last == id),
            Piece::Text(text) if !text.trim().is_empty() => filled.extend(open.drain(..)),
            Piece::Mark(id) if is_read(*id) => filled.extend(open.drain(..)),
            Piece::Text(_) | Piece::Mark(_) => {}
        }
    }
    filled
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
    fn a_mark_is_repeated_where_it_is_read_and_may_be_there_twice() {
        for (markup, is_read, expected) in [
            ("<code id=x>a</code>", true, "<code>a</code>"),
            ("<code>a<b>b</b></code>", true, "<code>a<b>b</b></code>"),
            ("<i translate=no>A <img src=b> b</i>", true, "A  b"),
            (
                "<i translate=no>A<x-y>b</x-y><script>c</script></i>",
                true,
                "Ab",
            ),
            ("<img src=b>", false, ""),
            ("<svg><text>a</text></svg>", false, ""),
            ("<!-- a -->", false, ""),
            ("<BR id=a>", false, "<BR>"),
            ("<wbr/>", false, "<wbr/>"),
            ("<?= $a ?>", false, "<?= $a ?>"),
            ("<?PHP echo $id=1 ?>", false, "<?PHP echo $id=1 ?>"),
            ("<?php if ($a): ?>", false, ""),
        ] {
            assert_eq!(mark(markup, is_read), expected, "{markup}");
        }
    }

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
