//! Character references.

use std::borrow::Cow;
use std::ops::Range;

use dragoman_html::{reference_in_text, reference_in_value};

use super::MarkupSyntax;

/// The text with its character references decoded. XML that is not well-formed may name entities
/// of HTML; what nothing is known of stays as it is.
pub(super) fn decode(syntax: MarkupSyntax, raw: &str) -> Cow<'_, str> {
    match syntax {
        MarkupSyntax::Html => dragoman_html::decode(raw),
        MarkupSyntax::Xml => decode_xml(raw),
    }
}

fn decode_xml(raw: &str) -> Cow<'_, str> {
    /// The longest name of an entity of HTML.
    const LONGEST: usize = 40;
    if !raw.contains('&') {
        return Cow::Borrowed(raw);
    }
    let mut decoded = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(position) = rest.find('&') {
        decoded.push_str(rest.get(..position).unwrap_or_default());
        rest = rest.get(position..).unwrap_or_default();
        let end = match rest.strip_prefix("&#") {
            // Numbers may have any number of zeros.
            Some(number) => number
                .find(|next: char| !next.is_ascii_alphanumeric())
                .map(|length| length + "&#".len())
                .filter(|&end| rest.as_bytes().get(end) == Some(&b';')),
            None => rest.bytes().take(LONGEST).position(|byte| byte == b';'),
        };
        let reference = end.and_then(|end| rest.get(..=end));
        match reference.map(|reference| (reference, decode_reference(reference))) {
            Some((reference, Some(character))) => {
                decoded.push(character);
                rest = rest.get(reference.len()..).unwrap_or_default();
            }
            Some((reference, None)) => {
                let text = dragoman_html::decode(reference);
                // The start of a name may be one that HTML knows without a semicolon.
                let is_whole = !text.ends_with(';') || reference == "&semi;";
                decoded.push_str(if is_whole { &text } else { reference });
                rest = rest.get(reference.len()..).unwrap_or_default();
            }
            None => {
                decoded.push('&');
                rest = rest.get(1..).unwrap_or_default();
            }
        }
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

/// Where text of XML refers to entities that nothing is known of, which a document may define.
pub(super) fn unknown_references(raw: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    while let Some(position) = raw.get(start..).and_then(|rest| rest.find('&')) {
        start += position;
        let rest = raw.get(start..).unwrap_or_default();
        let name = rest.get(1..).unwrap_or_default();
        let is_part = |next: char| next.is_alphanumeric() || matches!(next, '_' | ':' | '-' | '.');
        let length = name.find(|next| !is_part(next)).unwrap_or(name.len());
        let begins = name.starts_with(|first: char| first.is_alphabetic() || first == '_');
        let reference = rest.get(..length + "&;".len());
        if let Some(reference) = reference.filter(|one| begins && one.ends_with(';'))
            && decode_xml(reference) == reference
        {
            found.push(start..start + reference.len());
        }
        start += 1 + length;
    }
    found
}

/// The character of a reference that XML defines, given with `&` and `;`.
pub(super) fn decode_reference(reference: &str) -> Option<char> {
    let name = reference.strip_prefix('&')?.strip_suffix(';')?;
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let number = name.strip_prefix('#')?;
            let (digits, radix) = match number.strip_prefix('x') {
                Some(digits) => (digits, 16),
                None => (number, 10),
            };
            // A sign is no digit.
            if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                return None;
            }
            let character = char::from_u32(u32::from_str_radix(digits, radix).ok()?)?;
            is_xml_character(character).then_some(character)?
        }
    })
}

/// Whether the character may stand in XML 1.0 (its production 2).
pub(super) const fn is_xml_character(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

/// Writes text so that it is read back as it is.
pub(super) fn write_escaped(syntax: MarkupSyntax, text: &str, output: &mut String) {
    let mut start = 0;
    for (position, character) in text.char_indices() {
        let reference = match reference_in_text(character) {
            Some(reference) => reference,
            None if syntax == MarkupSyntax::Xml && !is_xml_character(character) => "",
            None => continue,
        };
        output.push_str(text.get(start..position).unwrap_or_default());
        output.push_str(reference);
        start = position + character.len_utf8();
    }
    output.push_str(text.get(start..).unwrap_or_default());
}

/// Writes the value of an attribute of HTML between quotes.
pub(super) fn write_value(text: &str, quote: char, output: &mut String) {
    for character in text.chars() {
        match reference_in_value(character, quote) {
            Some(reference) => output.push_str(reference),
            None => output.push(character),
        }
    }
}

/// Writes text into a section of character data. One that comes to hold the end of a section is
/// parted there.
pub(super) fn write_character_data(text: &str, output: &mut String) {
    for character in text
        .chars()
        .filter(|&character| is_xml_character(character))
    {
        if character == '>' && output.ends_with("]]") {
            output.push_str("]]><![CDATA[");
        }
        output.push(character);
    }
}
