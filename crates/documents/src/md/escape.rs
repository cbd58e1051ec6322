//! Text with escapes where it would be read as markup.

/// Where a word stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// What stands before it in the line; nothing at its beginning.
    pub(super) before: Option<char>,
    /// Whether that is a label at the beginning, of which a colon makes a definition.
    pub(super) is_behind_label: bool,
    /// Whether something is written directly behind it.
    pub(super) is_followed: bool,
    /// Whether bars are between cells.
    pub(super) in_table: bool,
    pub(super) in_heading: bool,
    /// Whether dollar signs may be around something.
    pub(super) has_dollars: bool,
    /// Whether all signs are escaped.
    pub(super) is_strict: bool,
    /// Whether they are written by their numbers then.
    pub(super) has_numbers: bool,
}

/// A word as it is written in a place.
pub(super) fn escaped(word: &str, place: Place) -> String {
    let mut written = String::with_capacity(word.len() + 8);
    let numbered = place
        .before
        .is_none()
        .then(|| number_length(word))
        .flatten();
    let mut before = place.before;
    let mut rest = word.char_indices();
    while let Some((at, letter)) = rest.next() {
        let after = rest.as_str();
        let is_plain = letter == '|' && !place.in_table;
        if letter == '|' && place.in_table && before == Some('\\') {
            written.push_str("&#124;");
        } else if letter.is_whitespace() && is_at_sign(before, at == 0, after, place) {
            // Signs of emphasis are none next to white space.
            written.push_str(&reference(letter));
        } else {
            let is_marked = numbered == Some(at)
                || (place.is_strict && letter.is_ascii_punctuation() && !is_plain)
                || is_markup(letter, before, after, at == 0, place);
            if is_marked && place.has_numbers && letter.is_ascii_punctuation() {
                written.push_str(&reference(letter));
            } else {
                if is_marked {
                    written.push('\\');
                }
                written.push(letter);
            }
        }
        before = Some(letter);
    }
    written
}

/// Whether a letter stands next to what is no word.
fn is_at_sign(before: Option<char>, is_first: bool, after: &str, place: Place) -> bool {
    (is_first && before.is_some_and(|before| before != ' '))
        || (after.is_empty() && place.is_followed)
}

/// Whether a sign may be read as markup.
fn is_markup(
    letter: char,
    before: Option<char>,
    after: &str,
    is_first: bool,
    place: Place,
) -> bool {
    let next = after.chars().next();
    let is_last = next.is_none();
    let touches = |side: Option<char>| side.is_some_and(|side| side != ' ');
    let is_alone = !touches(before) && is_last && !place.is_followed;
    let begins_line = is_first && before.is_none();
    match letter {
        '\\' | '`' | '[' | ']' => true,
        '*' | '~' => !is_alone || begins_line,
        '_' => {
            let is_word = |side: Option<char>| side.is_some_and(char::is_alphanumeric);
            !(is_alone || is_word(before) && is_word(next))
        }
        '<' => next.map_or(place.is_followed, |next| {
            next.is_ascii_alphabetic() || "/!?".contains(next)
        }),
        '&' => next.map_or(place.is_followed, |next| {
            next.is_ascii_alphanumeric() || next == '#'
        }),
        // At the beginning of a line three make a block or an admonition.
        '/' => begins_line && after.starts_with("//"),
        '!' if begins_line && after.starts_with("!!") => true,
        '?' => begins_line && after.starts_with("??"),
        '!' => is_last && place.is_followed,
        '|' => place.in_table,
        '$' => place.has_dollars,
        '{' | '}' => place.in_heading,
        '#' => begins_line || (place.in_heading && is_last && !place.is_followed),
        '+' | '-' | '=' | '>' => begins_line,
        // At the beginning of a line it makes a definition of what stands before it, and three make a container.
        ':' if begins_line => is_last || after.starts_with("::"),
        ':' => is_first && place.is_behind_label,
        _ => false,
    }
}

/// Where the sign is that makes a number at the beginning one of a list.
fn number_length(word: &str) -> Option<usize> {
    let length = word.bytes().take_while(u8::is_ascii_digit).count();
    let sign = word.get(length..)?;
    ((1..=9).contains(&length) && sign.starts_with(['.', ')'])).then_some(length)
}

/// A letter by its number, which is a sign to whatever stands next to it.
pub(super) fn reference(letter: char) -> String {
    format!("&#{};", u32::from(letter))
}
