//! Whether what a rewriter wrote can stand in the place of a text.

use dragoman_fidelity::{Demand, Length, Objection, check};

/// How long a text in other words may be: so many characters, and so many for each of the text.
const FREE_LENGTH: usize = 60;
const MOST_GROWTH: usize = 3;

/// A text that is at least so long cannot be said in so many times fewer characters.
const LEAST_TEXT: usize = 30;
const MOST_SHRINKAGE: usize = 4;

/// Fails if `written` cannot be `text` in other words, as far as that can be seen without knowing the language.
pub(super) fn check_rewriting(text: &str, written: &str) -> Result<(), Objection> {
    let demands = [
        Demand::Something,
        Demand::AllKept,
        Demand::SameParagraphs,
        Demand::Length(length(text)),
        Demand::NoRepeatedPhrase,
    ];
    check(demands, text, written)
}

/// How long a text can be in other words, in characters.
fn length(text: &str) -> Length {
    let before = text.chars().count();
    let is_short = before < LEAST_TEXT;
    let least = if is_short {
        0
    } else {
        before.div_ceil(MOST_SHRINKAGE)
    };
    Length {
        of: |written| written.chars().count(),
        within: least..=FREE_LENGTH.saturating_add(before.saturating_mul(MOST_GROWTH)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_the_text_in_other_words_is_refused_by_what_is_wrong_with_it() {
        let text = "Please send the {count} reports to anna@example.org until Friday.\nThank you.";
        let right = "Kindly send all {count} reports to anna@example.org by Friday.\nMany thanks.";
        assert_eq!(check_rewriting(text, right), Ok(()));
        for (written, rejection) in [
            (" \n", Objection::Empty),
            (
                &*right.replace("{count}", "twelve"),
                Objection::Placeholders,
            ),
            (&right.replace('\n', " "), Objection::Lines),
            (&right.replace(' ', "\u{7}"), Objection::Lines),
            (
                &format!("{right}{}", " and so on, differently".repeat(14)),
                Objection::Length,
            ),
        ] {
            assert_eq!(check_rewriting(text, written), Err(rejection), "{written}");
        }
        let echo = "All is well with that, ".repeat(9);
        let long = "This text is long enough that its length alone is no reason to refuse it here.";
        assert_eq!(check_rewriting(long, &echo), Err(Objection::Repetition));
        assert_eq!(check_rewriting(long, "It is long."), Err(Objection::Length));
    }
}
