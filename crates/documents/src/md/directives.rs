//! Lines that the tools know which make pages of Markdown, and its parser does not. The parser is shown a heading or an item
//! of a list in the place of each, as long as the line: what is text in it is the heading, and what is indented below it is
//! within the item, which would be code behind an empty line elsewhere.

use std::borrow::Cow;
use std::collections::HashSet;
use std::iter;
use std::ops::Range;

use pulldown_cmark::{Event, Tag};

use crate::{DocumentError, overseer};

use super::{borrow_for_parser, parser};

/// How often a text is read to find out which lines stand where they are directives.
const MOST_READINGS: usize = 3;

/// What a line takes that may be a directive, in bytes, with what is found where it stands.
const OF_LINE: usize = 200;

/// A line that is a directive.
#[derive(Debug)]
struct Directive {
    /// Where it stands, from its first sign on.
    range: Range<usize>,
    /// What is shown before its text.
    sign: Sign,
    /// Where its text is; empty if there is none.
    text: Range<usize>,
}

/// What a directive is shown as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    /// A line of its own.
    Heading,
    /// One with blocks below it, which are indented by four columns.
    Item,
    /// A definition: blocks, the first of which begins in its line.
    Definition,
}

impl Sign {
    const fn written(self) -> &'static str {
        match self {
            Self::Heading => "# ",
            // The content of the item begins in the fourth column.
            Self::Item => "+  # ",
            // A hyphen with others behind it would be a line across the page.
            Self::Definition => "+",
        }
    }
}

/// A text as the parser is shown it. Whatever is text in it stands where it stood.
///
/// # Errors
/// Those of an [`overseer`].
pub(super) fn shown(text: &str) -> Result<Cow<'_, str>, DocumentError> {
    let mut directives = directives(text)?;
    for _ in 0..MOST_READINGS {
        if directives.is_empty() {
            break;
        }
        overseer::borrow(text.len())?;
        let shown = with_signs(text, &directives);
        let blocks = blocks(&shown)?;
        let found = directives.len();
        // In code, or where a paragraph goes on, there are none.
        directives.retain(|directive| blocks.contains(&directive.range.start));
        if directives.len() == found {
            return Ok(Cow::Owned(shown));
        }
    }
    Ok(Cow::Borrowed(text))
}

/// The lines that are directives if blocks begin there.
fn directives(text: &str) -> Result<Vec<Directive>, DocumentError> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let content = without_prefix(line);
        if let Some((sign, text)) = directive(content.trim_end()) {
            overseer::borrow(OF_LINE)?;
            let start = start + line.len() - content.len();
            found.push(Directive {
                range: start..start + content.trim_end().len(),
                sign,
                text: start + text.start..start + text.end,
            });
        }
        start += line.len();
    }
    Ok(found)
}

/// A line without what stands before its text: spaces, the signs of quotations and of items.
fn without_prefix(line: &str) -> &str {
    let mut rest = line;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '>']);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let signs: &[char] = if digits == 0 {
            &['-', '*', '+']
        } else {
            &['.', ')']
        };
        let behind = rest.get(digits..).and_then(|it| it.strip_prefix(signs));
        match behind {
            Some(behind) if behind.starts_with([' ', '\t']) => rest = behind,
            _ => return rest,
        }
    }
}

fn with_signs(text: &str, directives: &[Directive]) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut end = 0;
    let get = |range: Range<usize>| text.get(range).unwrap_or_default();
    for directive in directives {
        let Directive { range, sign, text } = directive;
        shown.push_str(get(end..range.start));
        let before = sign.written().chars().chain(iter::repeat(' '));
        shown.extend(before.take(text.start - range.start));
        shown.push_str(get(text.clone()));
        shown.extend(iter::repeat_n(' ', range.end - text.end));
        end = range.end;
    }
    shown.push_str(get(end..text.len()));
    shown
}

/// Where headings and items begin.
fn blocks(text: &str) -> Result<HashSet<usize>, DocumentError> {
    overseer::for_a_while(|| {
        borrow_for_parser(text)?;
        let mut blocks = HashSet::new();
        for (event, range) in parser(text).into_offset_iter() {
            overseer::go_on()?;
            if matches!(event, Event::Start(Tag::Heading { .. } | Tag::Item)) {
                // The parser counts what an item is indented by.
                let block = text.get(range.start..).unwrap_or_default();
                let spaces = block.len() - block.trim_start_matches([' ', '\t']).len();
                blocks.insert(range.start + spaces);
            }
        }
        Ok(blocks)
    })
}

/// Whether a line is a directive if a block begins there.
pub(super) fn is_directive(line: &str) -> bool {
    directive(without_prefix(line).trim_end()).is_some()
}

/// What a line is shown as that begins with its first sign and has no white space at its end, and where its text is.
fn directive(line: &str) -> Option<(Sign, Range<usize>)> {
    let none = line.len()..line.len();
    match line.bytes().next()? {
        b':' => {
            let definition = definition(line).map(|text| (Sign::Definition, text));
            definition.or_else(|| Some((Sign::Heading, container(line)?)))
        }
        b'/' => Some((Sign::Heading, block(line)?)),
        b'!' | b'?' | b'=' => Some((Sign::Item, admonition(line)?)),
        b'{' => is_attribute_list(line).then_some((Sign::Heading, none)),
        b'[' => is_table_of_contents(line).then_some((Sign::Heading, none)),
        _ => None,
    }
}

/// The definition of a term in the line before (kramdown, Pandoc, PHP Markdown Extra): `: definition`.
fn definition(line: &str) -> Option<Range<usize>> {
    let rest = line.strip_prefix(':')?;
    rest.starts_with([' ', '\t']).then_some(1..line.len())
}

/// The beginning or the end of a container (Docusaurus, `VitePress`, Pandoc, `MyST`), with its title: `:::tip Title`,
/// `:::tip[Title]`, `:::`.
fn container(line: &str) -> Option<Range<usize>> {
    let rest = line.trim_start_matches(':');
    if line.len() - rest.len() < 3 {
        return None;
    }
    let rest = rest.trim_start();
    let name = match rest.find([' ', '\t', '[', '{']) {
        Some(0) if rest.starts_with('{') => rest.find('}').map(|end| end + 1),
        end => end,
    };
    let (name, title) = rest
        .split_at_checked(name.unwrap_or(rest.len()))
        .unwrap_or_default();
    let start = line.len() - title.len();
    let none = line.len()..line.len();
    let is_letter = |it: char| it.is_alphanumeric() || matches!(it, '-' | '_' | '.');
    if !(name.starts_with('{') || name.chars().all(is_letter)) {
        return Some(none);
    }
    if let Some(label) = title.strip_prefix('[') {
        let is_last = |end: &usize| {
            let rest = label.get(end + 1..).unwrap_or_default();
            rest.is_empty() || rest.starts_with('{')
        };
        let end = label.rfind(']').filter(is_last);
        return Some(end.map_or(none, |end| start + 1..start + 1 + end));
    }
    let text = title.trim_start();
    let is_text = text.len() < title.len() && !text.starts_with(['{', '[', ':']);
    Some(if is_text {
        line.len() - text.len()..line.len()
    } else {
        none
    })
}

/// The beginning or the end of a block (`PyMdown`), with its title: `/// tip | Title`, `///`.
fn block(line: &str) -> Option<Range<usize>> {
    let rest = line.trim_start_matches('/');
    if line.len() - rest.len() < 3 || !(rest.is_empty() || rest.starts_with(' ')) {
        return None;
    }
    let (name, title) = rest.split_once('|').unwrap_or((rest, ""));
    let name = name.trim();
    if !is_name(name) {
        return None;
    }
    // What stands there is an element, a form of numbers, or where the caption stands.
    let has_title = !matches!(name, "html" | "fancylists") && !name.ends_with("caption");
    let title = title.trim_start();
    let length = if has_title { title.len() } else { 0 };
    Some(line.len() - length..line.len())
}

/// The first line of an admonition, of what is folded or of a tab (`MkDocs`), with its title: `!!! note "Title"`,
/// `??? note`, `=== "Tab"`.
fn admonition(line: &str) -> Option<Range<usize>> {
    let behind = |signs: &[&str]| signs.iter().find_map(|sign| line.strip_prefix(sign));
    let block = behind(&["!!!", "???+", "???"]);
    let rest = block.or_else(|| behind(&["===!", "===+", "==="]))?;
    let has_names = block.is_some();
    if !rest.starts_with([' ', '\t']) {
        return None;
    }
    let (names, title) = match rest.split_once('"') {
        Some((names, title)) => (names, Some(title.strip_suffix('"')?)),
        None => (rest, None),
    };
    let is_admonition = names.split_whitespace().all(is_name)
        && names.trim().is_empty() != has_names
        && (has_names || title.is_some());
    let end = line.len() - usize::from(title.is_some());
    is_admonition.then(|| end - title.map_or(0, str::len)..end)
}

/// Whether a kind of blocks may be called so; that of no kind is empty.
fn is_name(name: &str) -> bool {
    let is_sign = |it: u8| it.is_ascii_alphanumeric() || it == b'-' || it == b'_';
    name.bytes().all(is_sign)
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
    fn lines_of_tools_and_their_texts_are_known() {
        for (line, expected) in [
            (":::", Some((Sign::Heading, ""))),
            ("::::", Some((Sign::Heading, ""))),
            (":::tip", Some((Sign::Heading, ""))),
            ("::: {.note}", Some((Sign::Heading, ""))),
            (":::tip[A title]", Some((Sign::Heading, "A title"))),
            (
                ":::tip[A [title]]{.big}",
                Some((Sign::Heading, "A [title]")),
            ),
            (":::tip[A] title", Some((Sign::Heading, ""))),
            (":::tip[A", Some((Sign::Heading, ""))),
            (":::**a** b", Some((Sign::Heading, ""))),
            ("::: warning ::::", Some((Sign::Heading, ""))),
            (":::tip A title", Some((Sign::Heading, "A title"))),
            ("::: details A title", Some((Sign::Heading, "A title"))),
            (":::{note} Title", Some((Sign::Heading, "Title"))),
            (": a definition", Some((Sign::Definition, " a definition"))),
            (
                ":\ta definition",
                Some((Sign::Definition, "\ta definition")),
            ),
            ("!!! note", Some((Sign::Item, ""))),
            ("!!! note \"A title\"", Some((Sign::Item, "A title"))),
            (
                "!!! note \"The \"title\"\"",
                Some((Sign::Item, "The \"title\"")),
            ),
            ("!!! note inline end \"\"", Some((Sign::Item, ""))),
            ("???+ question", Some((Sign::Item, ""))),
            ("=== \"Tab one\"", Some((Sign::Item, "Tab one"))),
            ("===! \"é\"", Some((Sign::Item, "é"))),
            ("///", Some((Sign::Heading, ""))),
            ("//// details", Some((Sign::Heading, ""))),
            ("/// tip | A title", Some((Sign::Heading, "A title"))),
            ("/// html | div.a", Some((Sign::Heading, ""))),
            ("{: .class #id}", Some((Sign::Heading, ""))),
            ("{:.class}", Some((Sign::Heading, ""))),
            ("[[toc]]", Some((Sign::Heading, ""))),
            ("[TOC]", Some((Sign::Heading, ""))),
            ("", None),
            ("::", None),
            (":", None),
            (":a", None),
            ("::a", None),
            ("!!!", None),
            ("!!!a", None),
            ("!!! What, now?", None),
            ("!!! note \"a\" b", None),
            ("??? Why: \"x\"", None),
            ("=== a", None),
            ("=== a \"b\"", None),
            ("===", None),
            ("///a", None),
            ("/// a b", None),
            ("// a", None),
            ("{a}", None),
            ("{: a} b", None),
            ("[[toc]] a", None),
            ("[[a]]", None),
        ] {
            let found = directive(line).map(|(sign, text)| (sign, line.get(text).unwrap()));
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn what_is_shown_is_as_long_as_what_stands_there() {
        for (text, expected) in [
            ("!!! a\n    b\n", "+  # \n    b\n"),
            ("=== \"é\"\n\n    b\n", "+  # é \n\n    b\n"),
            ("> 1. ??? note \"A\"\r\n", "> 1. +  #      A \r\n"),
            ("a\n!!! note\n", "a\n+  #    \n"),
            (":::tip[a]\nb\n:::", "#      a \nb\n#  "),
            ("a\n: ---\n", "a\n+ ---\n"),
            ("a\n: b\n\n    c\n", "a\n+ b\n\n    c\n"),
            (
                "- a\n\n  - b\n\n  !!! c\n      d\n",
                "- a\n\n  - b\n\n  +  # \n      d\n",
            ),
            // In code, and where a paragraph goes on.
            ("```\n!!! a\n```\n!!! b", "```\n!!! a\n```\n+  # "),
            ("a\n    !!! note\n", "a\n    !!! note\n"),
            ("no such line\n", "no such line\n"),
        ] {
            let shown = shown(text).unwrap();
            assert_eq!(shown, expected);
            assert_eq!(shown.len(), text.len());
        }
    }
}
