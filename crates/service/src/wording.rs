use std::fmt::Display;

/// A sentence from an error's words, which begin in lower case and have no full stop.
pub(crate) fn sentence(error: &dyn Display) -> String {
    let words = error.to_string();
    let mut letters = words.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    format!("{}{}.", first.collect::<String>(), letters.as_str())
}
