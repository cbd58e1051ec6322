//! Character references in strings, as HTML and XML have them.

/// Whether a text has a character reference.
pub(super) fn has_references(text: &str) -> bool {
    let mut ampersands = text.match_indices('&');
    ampersands.any(|(at, _)| text.get(at..).and_then(reference).is_some())
}

/// The character reference with which a text begins, and what it means.
pub(super) fn reference(rest: &str) -> Option<(usize, String)> {
    let limit = rest.floor_char_boundary(34);
    let end = rest.get(..limit)?.find(';')? + 1;
    let written = rest.get(..end)?;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'#';
    if !written.bytes().skip(1).take(end - 2).all(is_name) {
        return None;
    }
    let meaning = dragoman_html::decode(written);
    (meaning != written).then(|| (end, meaning.into_owned()))
}
