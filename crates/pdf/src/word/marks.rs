//! What marks items of lists.

use crate::items::{BULLETS, number_mark};

/// What an item of a list begins with.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Mark {
    Bullet(char),
    /// A number, or a letter that counts as one, and what stands around it, with `%1` in its place.
    Number {
        value: u32,
        is_letter: bool,
        pattern: String,
    },
}

/// The mark at the beginning of a text, and how many bytes it takes with the white after it.
pub(crate) fn mark(text: &str) -> Option<(Mark, usize)> {
    let length = |mark: &str| {
        let rest = text.get(mark.len()..).unwrap_or_default();
        mark.len() + (rest.len() - rest.trim_start().len())
    };
    if let Some(bullet) = text
        .chars()
        .next()
        .filter(|letter| BULLETS.contains(letter))
    {
        return Some((Mark::Bullet(bullet), length(&text[..bullet.len_utf8()])));
    }
    let (mark, inner) = number_mark(text)?;
    let (value, is_letter) = match inner.parse::<u32>() {
        Ok(number) => (number, false),
        Err(_) => {
            let letter = inner.bytes().next()?;
            // Only small ones count items.
            (u32::from(letter.checked_sub(b'a')?) + 1, true)
        }
    };
    let pattern = mark.replacen(inner, "%1", 1);
    let mark_length = length(mark);
    Some((
        Mark::Number {
            value,
            is_letter,
            pattern,
        },
        mark_length,
    ))
}
