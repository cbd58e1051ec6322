//! Which encoding a document says that it is in.

use std::ops::Range;

use dragoman_html::{Attributes, Kind, Token, Tokenizer, Value, is_space};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::SYNTAX;

/// How many bytes of a document are searched for its declaration.
const SEARCHED: usize = 16 << 10;

/// The encoding that a document declares.
pub(super) fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = bytes.get(..SEARCHED).unwrap_or(bytes);
    let text: String = start.iter().map(|byte| char::from(*byte)).collect();
    let label = Tokenizer::new(SYNTAX, &text).find_map(|token| match token.kind {
        Kind::Start { name, .. } if name.eq_ignore_ascii_case("meta") => label(&token.attributes()),
        Kind::Declaration { .. } => label_of_xml(&token),
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
pub(super) fn label(attributes: &Attributes<'_>) -> Option<Range<usize>> {
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
    let length = end.unwrap_or(rest.len());
    (length > 0).then_some(start..start + length)
}

/// Where the declaration of XML names the encoding.
pub(super) fn label_of_xml(declaration: &Token<'_>) -> Option<Range<usize>> {
    const START: &str = "<?xml";
    let rest = declaration.raw.strip_prefix(START)?;
    if !rest.starts_with(' ') {
        return None;
    }
    Attributes::new(rest, declaration.start + START.len())
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
