use std::fmt::Display;

/// A sentence from an error's words, which begin in lower case and mostly have no full stop.
#[must_use]
pub fn sentence(error: &dyn Display) -> String {
    let words = error.to_string();
    let mut letters = words.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    let rest = letters.as_str().trim_end_matches('.');
    format!("{}{rest}.", first.collect::<String>())
}
