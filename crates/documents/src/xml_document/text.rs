//! Text as it is written in a document: its outer white space, its line breaks, and tags in it.

use std::ops::Range;

use crate::tags::{self, Kind};
use crate::xml::unescape;

use super::tree::is_space;

/// What a stretch of text is, with its place in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) kind: PartKind,
    pub(super) range: Range<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PartKind {
    Text,
    Open,
    Close,
    Mark,
    /// A tag with text of different paragraphs before and after it.
    Break,
}

/// Divides text at the tags in it: those of a CDATA section, or those written with escapes.
pub(super) fn parts(raw: &str, is_section: bool, may_break: bool) -> Vec<Part> {
    let sign = if is_section { "<" } else { "&lt;" };
    let may_break = may_break && raw.contains(&format!("{sign}/"));
    let mut parts: Vec<Part> = Vec::new();
    // The parts that open something, with the names of their tags.
    let mut open: Vec<(usize, String)> = Vec::new();
    let (mut copied, mut searched) = (0, 0);
    let text = |range: Range<usize>| Part {
        kind: PartKind::Text,
        range,
    };
    while let Some(found) = raw.get(searched..).and_then(|rest| rest.find(sign)) {
        let start = searched + found;
        let Some(rest) = raw.get(start..) else { break };
        let Some((length, tag, name, separates)) = tag_at(rest, sign) else {
            searched = start + sign.len();
            continue;
        };
        if copied < start {
            parts.push(text(copied..start));
        }
        let kind = match tag {
            _ if separates && may_break => {
                open.clear();
                PartKind::Break
            }
            Kind::Open => {
                open.push((parts.len(), name));
                PartKind::Mark
            }
            Kind::Close if open.last().is_some_and(|(_, last)| *last == name) => {
                let opening = open.pop().and_then(|(part, _)| parts.get_mut(part));
                if let Some(opening) = opening {
                    opening.kind = PartKind::Open;
                }
                PartKind::Close
            }
            Kind::Close | Kind::Single => PartKind::Mark,
        };
        searched = start + length;
        copied = searched;
        parts.push(Part {
            kind,
            range: start..searched,
        });
    }
    if copied < raw.len() {
        parts.push(text(copied..raw.len()));
    }
    parts
}

/// The length, kind and name of the tag with which text begins, and whether it separates paragraphs.
fn tag_at(rest: &str, sign: &str) -> Option<(usize, Kind, String, bool)> {
    if sign == "<" {
        if let Some(inner) = rest.strip_prefix("<?") {
            // Not beyond the next tag: nothing is searched twice.
            let inner = inner.get(..inner.find('<').unwrap_or(inner.len()))?;
            let length = sign.len() + 1 + inner.find("?>")? + "?>".len();
            return Some((length, Kind::Single, String::new(), false));
        }
        let tag = tags::tag(rest)?;
        return Some((tag.length, tag.kind, tag.name.to_owned(), tag.separates()));
    }
    let inner = rest.get(sign.len()..)?;
    let inner = inner.get(..inner.find(sign).unwrap_or(inner.len()))?;
    let ends = ["&gt;", ">"].into_iter();
    let ends = ends.filter_map(|end| inner.find(end).map(|place| place + end.len()));
    let length = sign.len() + ends.min()?;
    let decoded = unescape(rest.get(..length)?).ok()?;
    let tag = tags::tag(&decoded)?;
    (tag.length == decoded.len()).then(|| (length, tag.kind, tag.name.to_owned(), tag.separates()))
}

/// The range of text without the white space at its ends, also that which is written as references.
pub(super) fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let (mut start, mut end) = (range.start, range.end);
    let is_blank = |reference: &str| {
        let read = unescape(reference);
        read.is_ok_and(|read| read.chars().all(char::is_whitespace))
    };
    while let Some(raw) = text.get(start..end).filter(|raw| !raw.is_empty()) {
        let rest = raw.trim_start();
        if rest.len() < raw.len() {
            start = end.saturating_sub(rest.len());
            continue;
        }
        let reference = raw.starts_with("&#").then(|| raw.find(';')).flatten();
        let reference = reference.and_then(|last| raw.get(..=last));
        let Some(reference) = reference.filter(|reference| is_blank(reference)) else {
            break;
        };
        start += reference.len();
    }
    while let Some(raw) = text.get(start..end).filter(|raw| !raw.is_empty()) {
        let rest = raw.trim_end();
        if rest.len() < raw.len() {
            end = start + rest.len();
            continue;
        }
        let reference = raw.ends_with(';').then(|| raw.rfind("&#")).flatten();
        let Some(place) = reference.filter(|place| raw.get(*place..).is_some_and(is_blank)) else {
            break;
        };
        end = start + place;
    }
    start..end
}

/// Text as people read it. Unless white space is kept, a line break and the white space around it are one
/// space; several line breaks are kept as they are in what is not prose.
pub(super) fn read(raw: &str, is_section: bool, keeps_space: bool, is_prose: bool) -> String {
    let folded = if keeps_space {
        raw.to_owned()
    } else {
        folded(raw, is_prose)
    };
    if is_section {
        return folded.replace("\r\n", "\n").replace('\r', "\n");
    }
    let read = unescape(&folded).map(|text| text.into_owned());
    read.unwrap_or(folded)
}

/// Text as HTML has it. Signs that mean nothing there are left as they are: what looks like HTML may be text about
/// it.
pub(super) fn as_html(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find(['<', '&']) {
        let (before, at) = rest.split_at(place);
        written.push_str(before);
        let mut signs = at.chars();
        let sign = signs.next();
        let has_meaning = match (sign, signs.next()) {
            (Some('<'), Some(next)) => {
                next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')
            }
            (Some('&'), Some(next)) => next.is_ascii_alphanumeric() || next == '#',
            _ => false,
        };
        written.push_str(match (sign, has_meaning) {
            (Some('<'), true) => "&lt;",
            (Some('<'), false) => "<",
            (_, true) if dragoman_html::decode(reference(at)) != reference(at) => "&amp;",
            _ => "&",
        });
        rest = at.get(1..).unwrap_or_default();
    }
    written.push_str(rest);
    written
}

/// What a reference at the beginning of a text may be made of.
fn reference(text: &str) -> &str {
    let end = text
        .char_indices()
        .skip(1)
        .find(|(place, next)| *place > 40 || !(next.is_ascii_alphanumeric() || *next == '#'));
    let end = end.map_or(
        text.len(),
        |(place, next)| if next == ';' { place + 1 } else { place },
    );
    text.get(..end).unwrap_or_default()
}

fn folded(raw: &str, is_prose: bool) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(start) = rest.find(is_space) {
        let (before, at) = rest.split_at(start);
        text.push_str(before);
        let length = at.find(|other| !is_space(other)).unwrap_or(at.len());
        let (space, after) = at.split_at(length);
        let lines = space.replace("\r\n", "\n").matches(['\n', '\r']).count();
        match lines {
            0 => text.push_str(space),
            2.. if !is_prose => text.push_str(space),
            _ => text.push(' '),
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(raw: &str, is_section: bool) -> Vec<(PartKind, &str)> {
        let parts = parts(raw, is_section, true).into_iter();
        parts.map(|part| (part.kind, &raw[part.range])).collect()
    }

    #[test]
    fn tags_in_text_are_told_from_what_only_looks_like_them() {
        use PartKind::{Break, Close, Mark, Open, Text};
        assert_eq!(
            shown("a <b>c</b><br/> < d", true),
            [
                (Text, "a "),
                (Open, "<b>"),
                (Text, "c"),
                (Close, "</b>"),
                (Mark, "<br/>"),
                (Text, " < d")
            ]
        );
        assert_eq!(
            shown("&lt;p&gt;a&lt;/p>&lt; &lt;i b=&quot;1&quot;&gt;", false),
            [
                (Break, "&lt;p&gt;"),
                (Text, "a"),
                (Break, "&lt;/p>"),
                (Text, "&lt; "),
                (Mark, "&lt;i b=&quot;1&quot;&gt;")
            ]
        );
        assert_eq!(shown("a &lt;p&gt; b", false)[1], (Mark, "&lt;p&gt;"));
        assert_eq!(shown("<?a b?>c", true)[0], (Mark, "<?a b?>"));
        assert_eq!(shown("<b>&lt;b&gt;", true)[1], (Text, "&lt;b&gt;"));
    }

    #[test]
    fn outer_white_space_is_left_out_also_as_references() {
        let text = " \n&#160;&#x20; a&#10;b &#9;";
        assert_eq!(&text[trimmed(text, 0..text.len())], "a&#10;b");
        assert_eq!(trimmed("  ", 0..2).len(), 0);
        assert_eq!(trimmed("&#8232;;", 0..8), 7..8);
    }

    #[test]
    fn text_of_html_has_references_where_it_needs_them() {
        let text = "a < b & c &d <b> &lt; &amp &#9; AT&T";
        let expected = "a < b & c &d &lt;b> &amp;lt; &amp;amp &amp;#9; AT&T";
        assert_eq!(as_html(text), expected);
        assert_eq!(dragoman_html::decode(&as_html(text)), text);
    }

    #[test]
    fn line_breaks_are_spaces_unless_white_space_is_kept() {
        assert_eq!(read("a \r\n  b  c\n\nd", false, false, true), "a b  c d");
        assert_eq!(read("a\nb\n\nd", false, false, false), "a b\n\nd");
        assert_eq!(read("a\r\n b &amp;", false, true, true), "a\n b &");
        assert_eq!(read("a &amp;", true, true, true), "a &amp;");
    }
}
