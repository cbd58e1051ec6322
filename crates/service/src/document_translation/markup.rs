//! The content of a unit as XML, whose elements the text translator puts around the words that correspond,
//! and back.

use std::borrow::Cow;

use dragoman_documents::{CodeId, Content, Piece};
use dragoman_text::{MarkupOptions, MarkupSyntax, MarkupVersion, TagNames};

use super::shape::codes;

/// The element around everything.
const ROOT: &str = "u";
/// A stretch.
const STRETCH: &str = "g";
/// Something without text.
const MARK: &str = "x";
/// A character that [`is_apart`].
const CHARACTER: &str = "c";

/// How the XML is to be read: all elements stand within what is said.
pub(super) fn options() -> MarkupOptions {
    MarkupOptions {
        outline_detection: false,
        splitting_tags: TagNames::from([ROOT.to_owned()]),
        // What is written here need not be checked.
        ..MarkupOptions::new(MarkupSyntax::Xml, MarkupVersion::V1)
    }
}

/// A content as XML. Its codes have numbers, in the order in which they begin.
pub(super) fn write(content: &Content) -> String {
    let mut xml = format!("<{ROOT}>");
    let mut number = 0_usize;
    for piece in content.pieces() {
        match piece {
            Piece::Text(text) => write_text(text, &mut xml),
            Piece::Close(_) => xml.push_str(&format!("</{STRETCH}>")),
            Piece::Open(_) => {
                xml.push_str(&format!("<{STRETCH} n=\"{number}\">"));
                number += 1;
            }
            Piece::Mark(_) => {
                xml.push_str(&format!("<{MARK} n=\"{number}\"/>"));
                number += 1;
            }
        }
    }
    xml.push_str(&format!("</{ROOT}>"));
    xml
}

fn write_text(text: &str, xml: &mut String) {
    for character in text.chars() {
        match character {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            _ if is_apart(character) => {
                let number = u32::from(character);
                xml.push_str(&format!("<{CHARACTER} n=\"{number}\"/>"));
            }
            _ => xml.push(character),
        }
    }
}

/// Whether a character is none that XML can have, or one that nobody sees: such are written as elements.
pub(super) fn is_apart(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' | '\u{85}' => false,
        '\u{fffe}' | '\u{ffff}' => true,
        _ => character.is_control(),
    }
}

/// The content that the XML of a translation says, with the codes of its source.
pub(super) fn read(xml: &str, source: &Content) -> Content {
    let codes: Vec<CodeId> = codes(source).collect();
    let mut pieces = Vec::new();
    let mut open = Vec::new();
    let mut parts = xml.split('<');
    let first = parts.next().unwrap_or_default();
    pieces.push(Piece::Text(unescaped(first).into_owned()));
    for part in parts {
        let (tag, text) = part.split_once('>').unwrap_or((part, ""));
        let (name, number) = name_and_number(tag);
        let code = || codes.get(usize::try_from(number?).ok()?).copied();
        match name {
            STRETCH => pieces.extend(code().map(|id| {
                open.push(id);
                Piece::Open(id)
            })),
            "/g" => pieces.extend(open.pop().map(Piece::Close)),
            MARK => pieces.extend(code().map(Piece::Mark)),
            CHARACTER => {
                let character = number.and_then(char::from_u32);
                pieces.extend(character.map(|character| Piece::Text(character.into())));
            }
            _ => {}
        }
        pieces.push(Piece::Text(unescaped(text).into_owned()));
    }
    Content::new(pieces)
}

/// The name of a tag, and the number in its attribute.
fn name_and_number(tag: &str) -> (&str, Option<u32>) {
    let (name, attribute) = tag.split_once(' ').unwrap_or((tag, ""));
    let number = attribute
        .strip_prefix("n=\"")
        .and_then(|value| value.split_once('"'));
    (name, number.and_then(|(number, _)| number.parse().ok()))
}

fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">");
    Cow::Owned(text.replace("&amp;", "&"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Piece {
        Piece::Text(text.to_owned())
    }

    #[test]
    fn what_is_written_is_read_again() {
        let (a, b, c) = (CodeId(7), CodeId(0), CodeId(9));
        let content = Content::new([
            text("a < b & c > d &amp; \u{1}\u{ffff}\t\n"),
            Piece::Open(a),
            Piece::Mark(b),
            text("<g n=\"0\">"),
            Piece::Open(c),
            Piece::Close(c),
            Piece::Close(a),
            text("]]>"),
        ]);
        let xml = write(&content);
        assert_eq!(
            xml,
            "<u>a &lt; b &amp; c &gt; d &amp;amp; <c n=\"1\"/><c n=\"65535\"/>\t\n<g n=\"0\"><x n=\"1\"/>\
             &lt;g n=\"0\"&gt;<g n=\"2\"></g></g>]]&gt;</u>"
        );
        assert_eq!(read(&xml, &content), content);
    }

    #[test]
    fn whatever_is_read_becomes_some_content() {
        let source = Content::new([Piece::Mark(CodeId(3))]);
        for xml in [
            "",
            "<",
            ">",
            "</g>",
            "<g>",
            "<g n=\"",
            "<g n=\"9\">x",
            "<x n=\"-1\"/>",
            "<c n=\"55296\"/>",
            "&",
            "&amp",
            "<u",
            "<<>>",
        ] {
            let codes: Vec<CodeId> = codes(&read(xml, &source)).collect();
            assert!(codes.is_empty(), "{xml}");
        }
        assert_eq!(read("<x n=\"0\"/>", &source), source);
    }
}
