//! Character references.

use std::borrow::Cow;

/// Text between tags with its character references decoded. What stands for nothing stays as it is.
#[must_use]
pub fn decode(raw: &str) -> Cow<'_, str> {
    htmlize::unescape(raw)
}

/// The value of an attribute with its character references decoded. There fewer are known without a semicolon, so that
/// addresses stay whole.
#[must_use]
pub fn decode_value(raw: &str) -> Cow<'_, str> {
    htmlize::unescape_attribute(raw)
}

/// The reference with which a character of a text is written that would be read as markup.
#[must_use]
pub const fn reference_in_text(character: char) -> Option<&'static str> {
    match character {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        _ => None,
    }
}

/// The reference with which a character is written that cannot stand in a value between these quotes.
#[must_use]
pub const fn reference_in_value(character: char, quote: char) -> Option<&'static str> {
    match (character, quote) {
        ('&', _) => Some("&amp;"),
        ('<', _) => Some("&lt;"),
        ('"', '"') => Some("&quot;"),
        ('\'', '\'') => Some("&#39;"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_by_references_is_read_back() {
        let text = "a & b &amp; <c> \"d\" 'e' é";
        let written: String = text.chars().fold(String::new(), |mut written, character| {
            match reference_in_text(character) {
                Some(reference) => written.push_str(reference),
                None => written.push(character),
            }
            written
        });
        assert_eq!(decode(&written), text);
        assert!(!written.contains(['<', '>']), "{written}");
        for quote in ['"', '\''] {
            let written: String = text.chars().fold(String::new(), |mut written, character| {
                match reference_in_value(character, quote) {
                    Some(reference) => written.push_str(reference),
                    None => written.push(character),
                }
                written
            });
            assert_eq!(decode_value(&written), text);
            assert!(!written.contains(quote), "{written}");
        }
    }

    #[test]
    fn addresses_in_values_are_no_references() {
        assert_eq!(decode("a?b&copy=1"), "a?b©=1");
        assert_eq!(decode_value("a?b&copy=1"), "a?b&copy=1");
        assert_eq!(decode("&nonsense; & &#x41;"), "&nonsense; & A");
    }
}
