//! Which encoding a document says that it is in.

use std::ops::Range;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::attributes::{Attributes, Value};
use super::scanner::{Scanner, Token, is_space};

/// How many bytes of a document are searched for its declaration.
const SEARCHED: usize = 16 << 10;

/// The encoding that a document declares.
pub(super) fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = bytes.get(..SEARCHED).unwrap_or(bytes);
    let text: String = start.iter().map(|byte| char::from(*byte)).collect();
    let label = Scanner::new(&text).find_map(|token| match token {
        Token::Start(tag) if tag.name == "meta" => label(&text, &tag.attributes(&text)),
        Token::Verbatim(range) => label_of_xml(&text, range),
        _ => None,
    })?;
    let label = text.get(label)?;
    if label.eq_ignore_ascii_case("x-user-defined") {
        return None;
    }
    let encoding = Encoding::for_label_no_replacement(label.as_bytes())?;
    // What could be read to here is not in UTF-16.
    let is_wide = encoding == UTF_16LE || encoding == UTF_16BE;
    Some(if is_wide { UTF_8 } else { encoding })
}

/// Where `meta` names the encoding.
pub(super) fn label(text: &str, attributes: &Attributes<'_>) -> Option<Range<usize>> {
    if let Some(charset) = attributes.value("charset") {
        return Some(charset.range);
    }
    let kind = attributes.value("http-equiv")?;
    if !kind.raw.eq_ignore_ascii_case("content-type") {
        return None;
    }
    let Value { raw, range, .. } = attributes.value("content")?;
    let lower = raw.to_ascii_lowercase();
    let name = lower.find("charset")? + "charset".len();
    let rest = raw.get(name..)?.trim_start_matches(is_space);
    let rest = rest.strip_prefix('=')?.trim_start_matches(is_space);
    let rest = rest.trim_start_matches(['"', '\'']);
    let end = rest.find(|next| is_space(next) || matches!(next, ';' | '"' | '\''));
    let start = range.end - rest.len();
    let label = start..start + end.unwrap_or(rest.len());
    text.get(label.clone())
        .filter(|label| !label.is_empty())
        .map(|_| label)
}

/// Where the declaration of XML names the encoding.
pub(super) fn label_of_xml(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    const START: &str = "<?xml";
    if !text.get(range.clone())?.starts_with("<?xml ") {
        return None;
    }
    let declaration = text.get(..range.end)?;
    Attributes::new(declaration, range.start + START.len())
        .value("encoding")
        .map(|value| value.range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_says_its_encoding() {
        for (html, expected) in [
            ("<html><meta charset=utf-8>", Some("UTF-8")),
            ("<META CHARSET='ISO-8859-1'>", Some("windows-1252")),
            (
                "<meta content='text/html; charset=koi8-r' http-equiv=Content-Type>",
                Some("KOI8-R"),
            ),
            ("<meta charset=utf-16>", Some("UTF-8")),
            (
                "<?xml version='1.0' encoding='Shift_JIS'?>",
                Some("Shift_JIS"),
            ),
            ("<!-- <meta charset=utf-8> --><p>", None),
            ("<meta name=charset content='x'>", None),
            ("<meta charset=unheard-of>", None),
            ("<meta charset=iso-2022-cn>", None),
        ] {
            let found = declared(html.as_bytes()).map(Encoding::name);
            assert_eq!(found, expected, "{html}");
        }
    }
}
