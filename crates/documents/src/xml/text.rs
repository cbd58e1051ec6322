use std::borrow::Cow;

use crate::error::quoted;

/// Text as people read it, of the text or attribute value of a part: references to characters and to
/// the five entities of XML are resolved, line ends become `\n`.
///
/// # Errors
/// Other entities and characters that there are not, by their names.
pub(crate) fn unescape(raw: &str) -> Result<Cow<'_, str>, String> {
    if !raw.contains(['&', '\r']) {
        return Ok(Cow::Borrowed(raw));
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(place) = rest.find(['&', '\r']) {
        let (before, at) = rest.split_at(place);
        text.push_str(before);
        if let Some(after) = at.strip_prefix('\r') {
            text.push('\n');
            rest = after.strip_prefix('\n').unwrap_or(after);
        } else {
            let reference = at.strip_prefix('&').unwrap_or(at);
            let (name, after) = reference
                .split_once(';')
                .ok_or_else(|| "a reference without its end".to_owned())?;
            text.push(
                character(name).ok_or_else(|| format!("an unknown entity {:?}", quoted(name)))?,
            );
            rest = after;
        }
    }
    text.push_str(rest);
    Ok(Cow::Owned(text))
}

fn character(name: &str) -> Option<char> {
    let number = match name {
        "amp" => return Some('&'),
        "lt" => return Some('<'),
        "gt" => return Some('>'),
        "quot" => return Some('"'),
        "apos" => return Some('\''),
        _ => name.strip_prefix('#')?,
    };
    let code = match number.strip_prefix('x') {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    code.ok().and_then(char::from_u32)
}

/// Text as it is written between tags. Characters that XML does not allow are left out.
pub(crate) fn escape(text: &str) -> String {
    escaped(text, |character| match character {
        '<' => Some("&lt;"),
        // It has to be escaped after "]]" only, and is always, as office programs do.
        '>' => Some("&gt;"),
        '&' => Some("&amp;"),
        '\r' => Some("&#13;"),
        _ => None,
    })
}

/// Text as it is written in an attribute, within quotes of either kind.
pub(crate) fn escape_attribute(text: &str) -> String {
    escaped(text, |character| match character {
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '&' => Some("&amp;"),
        '"' => Some("&quot;"),
        '\'' => Some("&apos;"),
        '\n' => Some("&#10;"),
        '\r' => Some("&#13;"),
        '\t' => Some("&#9;"),
        _ => None,
    })
}

fn escaped(text: &str, reference: impl Fn(char) -> Option<&'static str>) -> String {
    let mut written = String::with_capacity(text.len());
    for character in text.chars().filter(|character| is_allowed(*character)) {
        match reference(character) {
            Some(reference) => written.push_str(reference),
            None => written.push(character),
        }
    }
    written
}

fn is_allowed(character: char) -> bool {
    !matches!(character, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_and_written_with_its_references() {
        let read = unescape("a &amp;&#60;&#x41;&quot;&apos; b\r\nc\rd").unwrap();
        assert_eq!(read, "a &<A\"' b\nc\nd");
        assert_eq!(escape("a<b> & \u{1}\"c\""), "a&lt;b&gt; &amp; \"c\"");
        assert_eq!(escape_attribute("\"a'\n"), "&quot;a&apos;&#10;");
    }

    #[test]
    fn unknown_entities_and_characters_are_errors() {
        for raw in ["&nbsp;", "&#xd800;", "&#99999999999;", "&amp", "&;"] {
            assert!(unescape(raw).is_err(), "{raw}");
        }
    }
}
