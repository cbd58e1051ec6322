//! What items of lists begin with.

/// What begins an item of a list.
pub(crate) const BULLETS: [char; 14] = [
    '•', '◦', '▪', '‣', '⁃', '●', '○', '■', '□', '–', '—', '►', '➢', '✓',
];

/// Whether a line begins with what marks an item of a list: a bullet, or a number or letter with a dot or parenthesis.
pub(crate) fn is_item(text: &str) -> bool {
    text.starts_with(BULLETS) || text.contains(' ') && number_mark(text).is_some()
}

/// The number or letter with a dot or parenthesis with which a text begins, and what of that is the number.
pub(crate) fn number_mark(text: &str) -> Option<(&str, &str)> {
    let mark = text.split(' ').next()?;
    let inner = mark.trim_start_matches('(');
    let inner = inner.strip_suffix([')', '.'])?;
    let is_number =
        !inner.is_empty() && inner.len() <= 3 && inner.bytes().all(|it| it.is_ascii_digit());
    let is_letter = inner.len() == 1 && inner.bytes().all(|it| it.is_ascii_alphabetic());
    (is_number || is_letter && mark.ends_with(')')).then_some((mark, inner))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_lists_are_known_by_what_they_begin_with() {
        for item in ["• one", "1. one", "12) one", "(a) one", "b) one", "– one"] {
            assert!(is_item(item), "{item}");
        }
        for other in ["one", "1984 was", "A. Smith", "3.5 kg", "a) "] {
            assert_eq!(is_item(other), other == "a) ", "{other}");
        }
    }
}
