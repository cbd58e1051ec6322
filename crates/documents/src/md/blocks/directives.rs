//! Lines that the tools know which make pages of Markdown, and its parser does not: they stay lines of their own.

use std::ops::Range;

use pulldown_cmark::{Event, TagEnd};

use crate::DocumentError;

use super::{Blocks, Setting, Units};

impl Blocks<'_> {
    /// What an event has that is no part of a directive, nor the end of a line before or behind one: where that is.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub(super) fn without_directives(
        &mut self,
        event: &Event<'_>,
        range: Range<usize>,
        units: &mut Units,
    ) -> Result<Option<Range<usize>>, DocumentError> {
        let is_of_lines = matches!(
            self.setting(),
            Some(Setting::Paragraph | Setting::Underlined)
        );
        if !is_of_lines || !is_inline(event) {
            return Ok(Some(range));
        }
        let is_line_end = matches!(event, Event::SoftBreak | Event::HardBreak);
        match self.open.as_slice() {
            [] if is_line_end => {
                self.is_title = false;
                return Ok(None);
            }
            [] if self.directive_end.is_none_or(|end| end < range.start) => {
                self.read_directive(range.start);
            }
            [run] if is_line_end && run.stretches.is_empty() => {
                let is_title = run.setting == Setting::Line;
                let next = next_line(self.source, range.start);
                if self.read_directive(next) || is_title {
                    self.finish(units)?;
                    return Ok(None);
                }
            }
            _ => {}
        }
        let end = self.directive_end.filter(|end| range.start < *end);
        Ok(match (end, event) {
            (None, _) => Some(range),
            (Some(end), Event::Text(text))
                if end < range.end && self.source.get(range.clone()) == Some(text) =>
            {
                Some(end..range.end)
            }
            (Some(end), _) => {
                if range.end > end {
                    // What began in it ends behind it.
                    let rest = self.source.get(range.end..).unwrap_or_default();
                    let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
                    self.directive_end = Some(range.end + length);
                }
                None
            }
        })
    }

    /// Takes note of a directive that begins here, if one does.
    fn read_directive(&mut self, start: usize) -> bool {
        let (before, rest) = self.source.split_at_checked(start).unwrap_or_default();
        let line = rest.split(['\n', '\r']).next().unwrap_or_default();
        let is_indented = before.ends_with("    ") || before.ends_with('\t');
        let found = directive(line).or_else(|| item(line).filter(|_| is_indented));
        let Some(directive) = found.filter(|_| !before.ends_with('\\')) else {
            return false;
        };
        let length = match directive {
            Directive::Kept => line.len(),
            Directive::Text(at) | Directive::Title(at) => at,
        };
        self.directive_end = Some(start + length);
        self.is_title = matches!(directive, Directive::Title(_));
        true
    }
}

/// Whether an event is one within a paragraph.
fn is_inline(event: &Event<'_>) -> bool {
    match event {
        Event::Start(tag) => is_inline_end(tag.to_end()),
        Event::End(tag) => is_inline_end(*tag),
        Event::Html(_) | Event::Rule | Event::TaskListMarker(_) => false,
        _ => true,
    }
}

fn is_inline_end(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image
    )
}

/// Where the text of the next line begins, behind the signs of the quotations in which it stands.
fn next_line(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
    let next = rest.get(end..).unwrap_or_default();
    let next = next.strip_prefix('\r').unwrap_or(next);
    let next = next.strip_prefix('\n').unwrap_or(next);
    text.len() - next.trim_start_matches([' ', '\t', '>']).len()
}

/// What a line is to such a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Directive {
    /// Nothing in it is text.
    Kept,
    /// Text that goes on in the next line begins at so many bytes.
    Text(usize),
    /// Text that ends with the line begins at so many bytes.
    Title(usize),
}

/// What a line is, which begins with its first sign; nothing if it is one of a paragraph.
fn directive(line: &str) -> Option<Directive> {
    let line = line.trim_end();
    match line.bytes().next()? {
        b':' => definition(line).or_else(|| container(line)),
        b'!' | b'?' | b'=' => is_admonition(line).then_some(Directive::Kept),
        b'{' => is_attribute_list(line).then_some(Directive::Kept),
        b'[' => is_table_of_contents(line).then_some(Directive::Kept),
        _ => None,
    }
}

/// An item of a list in an admonition, whose lines the parser takes for those of one paragraph.
fn item(line: &str) -> Option<Directive> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let signs: &[char] = if digits == 0 {
        &['-', '*', '+']
    } else {
        &['.', ')']
    };
    let rest = line.get(digits..)?.strip_prefix(signs)?;
    let text = rest.trim_start_matches([' ', '\t']);
    let is_item = digits < 10 && text.len() < rest.len() && !text.is_empty();
    is_item.then_some(Directive::Text(line.len() - text.len()))
}

/// The definition of a term in the line before (kramdown, Pandoc, PHP Markdown Extra): `: definition`.
fn definition(line: &str) -> Option<Directive> {
    let rest = line.strip_prefix(':')?;
    let text = rest.trim_start_matches([' ', '\t']);
    (text.len() < rest.len()).then_some(Directive::Text(line.len() - text.len()))
}

/// The beginning or the end of a container (Docusaurus, `VitePress`, Pandoc, `MyST`): `:::tip Title`, `:::`.
fn container(line: &str) -> Option<Directive> {
    let rest = line.trim_start_matches(':');
    if line.len() - rest.len() < 3 {
        return None;
    }
    let rest = rest.trim_start();
    let name = rest.find([' ', '\t', '[', '{']).unwrap_or(rest.len());
    let name = if rest.starts_with('{') {
        rest.find('}').map_or(rest.len(), |end| end + 1)
    } else {
        name
    };
    let title = rest.get(name..).unwrap_or_default();
    let text = title.trim_start();
    let is_title = text.len() < title.len() && !text.starts_with(['{', '[', ':']);
    Some(if is_title {
        Directive::Title(line.len() - text.len())
    } else {
        Directive::Kept
    })
}

/// The first line of an admonition, of what is folded or of a tab (`MkDocs`): `!!! note "Title"`, `??? note`, `=== "Tab"`.
fn is_admonition(line: &str) -> bool {
    let is_block = ["!!!", "???+", "???"]
        .iter()
        .find_map(|sign| line.strip_prefix(sign));
    let is_tab = ["===!", "===+", "==="]
        .iter()
        .find_map(|sign| line.strip_prefix(sign));
    let (Some(rest), has_names) = (is_block.or(is_tab), is_block.is_some()) else {
        return false;
    };
    let begins_word = rest.starts_with([' ', '\t']);
    let (names, title) = rest.split_once('"').unwrap_or((rest, ""));
    let has_title = !title.is_empty();
    let is_name = |name: &str| {
        let is_sign = |it: u8| it.is_ascii_alphanumeric() || it == b'-' || it == b'_';
        name.bytes().all(is_sign)
    };
    begins_word
        && names.split_whitespace().all(is_name)
        && names.trim().is_empty() != has_names
        && has_title == title.ends_with('"')
        && (has_names || has_title)
}

/// Classes and names of the block before or behind (kramdown): `{: .note #id}`.
fn is_attribute_list(line: &str) -> bool {
    let list = line
        .strip_prefix("{:")
        .and_then(|line| line.strip_suffix('}'));
    list.is_some_and(|list| !list.contains(['{', '}']))
}

/// Where a table of contents is made: `[[toc]]`, `[TOC]`.
fn is_table_of_contents(line: &str) -> bool {
    ["[[toc]]", "[toc]", "[[_toc_]]"]
        .iter()
        .any(|sign| line.eq_ignore_ascii_case(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_tools_are_known() {
        for line in [
            ":::",
            "::::",
            ":::tip",
            "::: {.note}",
            ":::tip[Title]",
            "::: warning ::::",
            "!!! note",
            "!!! note \"A title\"",
            "!!! note inline end \"\"",
            "???+ question",
            "=== \"Tab one\"",
            "{: .class #id}",
            "{:.class}",
            "[[toc]]",
            "[TOC]",
        ] {
            assert_eq!(directive(line), Some(Directive::Kept), "{line}");
        }
        for (line, expected) in [
            (":::tip A title", Directive::Title(7)),
            ("::: details A title", Directive::Title(12)),
            (":::{note} Title", Directive::Title(10)),
            (": a definition", Directive::Text(2)),
            (":   a definition", Directive::Text(4)),
        ] {
            assert_eq!(directive(line), Some(expected), "{line}");
        }
        for line in [
            "",
            "::",
            ":",
            ":a",
            "::a",
            "!!!",
            "!!!a",
            "!!! What, now?",
            "??? Why: \"x\"",
            "=== a",
            "===",
            "{a}",
            "{: a} b",
            "[[toc]] a",
            "[[a]]",
        ] {
            assert_eq!(directive(line), None, "{line}");
        }
    }
}
