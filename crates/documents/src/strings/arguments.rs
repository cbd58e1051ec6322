//! Arguments in the order in which a program gives them.

use std::ops::Range;

use super::placeholders::placeholder_length;

/// An argument without a number: `%@`, `%ld`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Argument {
    pub(super) range: Range<usize>,
    /// From 1.
    number: usize,
}

impl Argument {
    /// It with its number: `%2$@`.
    pub(super) fn numbered(&self, text: &str) -> String {
        let written = text.get(self.range.clone()).unwrap_or_default();
        let conversion = written.get(1..).unwrap_or_default();
        format!("%{}${conversion}", self.number)
    }
}

/// The arguments of a text in their order; none if they cannot be numbered, because some are or take others with them.
pub(super) fn arguments(text: &str) -> Vec<Argument> {
    let mut arguments = Vec::new();
    let mut at = 0;
    let mut before = None;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let length = placeholder_length(rest, before);
        let placeholder = length.and_then(|length| rest.get(..length));
        match placeholder {
            Some(written) if is_numbered(written) => return Vec::new(),
            Some(written) if is_argument(written) => arguments.push(Argument {
                range: at..at + written.len(),
                number: arguments.len() + 1,
            }),
            _ => {}
        }
        let first = rest.chars().next();
        before = first.filter(|_| placeholder.is_none());
        at += length.or(first.map(char::len_utf8)).unwrap_or(1);
    }
    arguments
}

/// Whether a placeholder has a number, or one that has to be counted for its width.
fn is_numbered(placeholder: &str) -> bool {
    let Some(rest) = placeholder.strip_prefix('%') else {
        return false;
    };
    let digits = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
    (digits.len() < rest.len() && digits.starts_with('$')) || rest.contains('*')
}

fn is_argument(placeholder: &str) -> bool {
    placeholder.strip_prefix('%').is_some_and(|rest| {
        let has_name =
            rest.starts_with(['%', '(', '{', '#']) || rest == "arg" || rest.ends_with('%');
        !has_name && rest.ends_with(|letter: char| letter.is_ascii_alphabetic() || letter == '@')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_have_the_numbers_of_their_order() {
        let numbered = |text: &str| -> Vec<String> {
            let arguments = arguments(text);
            arguments
                .iter()
                .map(|argument| argument.numbered(text))
                .collect()
        };
        assert_eq!(
            numbered("%@ has %ld of %.2f, 100%% of %#@a@, {b}, %arg"),
            ["%1$@", "%2$ld", "%3$.2f"]
        );
        for text in ["%1$@ of %@", "%*d of %@", "100% sure", "%name% %(a)s"] {
            assert!(numbered(text).is_empty(), "{text}");
        }
    }
}
