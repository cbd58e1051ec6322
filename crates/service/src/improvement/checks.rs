//! Whether what a rewriter wrote can stand in the place of a text.

use dragoman_text::{is_runaway, keeps_all};

/// How long a text in other words may be: so many characters, and so many for each of the text.
const FREE_LENGTH: usize = 60;
const MOST_GROWTH: usize = 3;

/// A text that is at least so long cannot be said in so many times fewer characters.
const LEAST_TEXT: usize = 30;
const MOST_SHRINKAGE: usize = 4;

/// Why a text in other words was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rejection {
    Empty,
    Kept,
    Lines,
    Length,
    Repetition,
    Language,
}

impl Rejection {
    /// The word for it in metrics and logs.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Kept => "placeholders",
            Self::Lines => "lines",
            Self::Length => "length",
            Self::Repetition => "repetition",
            Self::Language => "language",
        }
    }
}

/// Fails if `written` cannot be `text` in other words, as far as that can be seen without knowing the language.
pub(super) fn check(text: &str, written: &str) -> Result<(), Rejection> {
    let objections = [
        (written.trim().is_empty(), Rejection::Empty),
        (!keeps_all(written, text), Rejection::Kept),
        (has_other_lines(text, written), Rejection::Lines),
        (has_wrong_length(text, written), Rejection::Length),
        (is_runaway(text, written), Rejection::Repetition),
    ];
    match objections.into_iter().find(|(is_wrong, _)| *is_wrong) {
        Some((_, rejection)) => Err(rejection),
        None => Ok(()),
    }
}

/// Whether there are other paragraphs, or control characters that the text does not have.
fn has_other_lines(text: &str, written: &str) -> bool {
    let paragraphs = |text: &str| {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        lines.count()
    };
    let is_new = |character: char| character.is_control() && !text.contains(character);
    written.contains(is_new) || paragraphs(written) != paragraphs(text)
}

fn has_wrong_length(text: &str, written: &str) -> bool {
    let (before, after) = (text.chars().count(), written.chars().count());
    after > FREE_LENGTH.saturating_add(before.saturating_mul(MOST_GROWTH))
        || (before >= LEAST_TEXT && after.saturating_mul(MOST_SHRINKAGE) < before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_the_text_in_other_words_is_refused_by_what_is_wrong_with_it() {
        let text = "Please send the {count} reports to anna@example.org until Friday.\nThank you.";
        let right = "Kindly send all {count} reports to anna@example.org by Friday.\nMany thanks.";
        assert_eq!(check(text, right), Ok(()));
        for (written, rejection) in [
            (" \n", Rejection::Empty),
            (&*right.replace("{count}", "twelve"), Rejection::Kept),
            (&right.replace('\n', " "), Rejection::Lines),
            (&right.replace(' ', "\u{7}"), Rejection::Lines),
            (
                &format!("{right}{}", " and so on, differently".repeat(14)),
                Rejection::Length,
            ),
        ] {
            assert_eq!(check(text, written), Err(rejection), "{written}");
        }
        let echo = "All is well with that, ".repeat(9);
        let long = "This text is long enough that its length alone is no reason to refuse it here.";
        assert_eq!(check(long, &echo), Err(Rejection::Repetition));
        assert_eq!(check(long, "It is long."), Err(Rejection::Length));
    }
}
