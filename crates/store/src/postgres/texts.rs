//! Texts that people write, as PostgreSQL can hold them.

use std::borrow::Cow;

/// A text of somebody's choice, to be kept or to be looked for. PostgreSQL has no U+0000 in its texts and refuses what has
/// one, which would look like a failure of the database; SQLite keeps it. No form of the interface asks for one, so what
/// stands for an unreadable character elsewhere stands for it here.
pub(crate) fn storable(text: &str) -> Cow<'_, str> {
    if text.contains('\0') {
        Cow::Owned(text.replace('\0', "\u{FFFD}"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_database_cannot_hold_is_replaced() {
        for text in ["", "plain", "tab\tand\nline", "é 🦊 \u{1}\u{FFFD}"] {
            assert!(matches!(storable(text), Cow::Borrowed(same) if same == text));
        }
        assert_eq!(storable("\0a\0\0b"), "\u{FFFD}a\u{FFFD}\u{FFFD}b");
    }
}
