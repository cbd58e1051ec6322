//! Whether a sentence can be put in the place of another one, as far as its letters and marks tell.

use dragoman_domain::Language;
use dragoman_fidelity::{Demand, Length, check, weigh};

use super::super::parts::LONGEST_PART;

/// The shortest sentence, in letters of an alphabet, that has enough pieces for a mean to tell anything.
const SHORTEST: usize = 20;

/// Whether the models can be asked about a sentence: it is neither too short nor too long.
pub(super) fn is_measurable(sentence: &&str) -> bool {
    sentence.len() <= LONGEST_PART && weigh(sentence) >= SHORTEST
}

/// Whether `written` says something in other words than `sentence`, with the same names, numbers, marks, and whatever else
/// must stay.
pub(super) fn can_replace(language: Language, sentence: &str, written: &str) -> bool {
    let demands = [
        Demand::OtherWords,
        Demand::Length(length(sentence)),
        Demand::SameMarks,
        Demand::NoNewLines,
        Demand::AllKept,
        Demand::NoRepeatedPhrase,
        Demand::NoRepeatedWord,
        Demand::Script(language),
        Demand::Numbers,
        Demand::Names(language),
        Demand::SourceRegister(language),
    ];
    check(demands, sentence, written).is_ok()
}

/// Not less than half and not more than twice as long.
fn length(sentence: &str) -> Length {
    let before = weigh(sentence);
    Length {
        of: weigh,
        within: before.div_ceil(2)..=before.saturating_mul(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_other_words_with_everything_that_must_stay_replace_a_sentence() {
        let english = "Please send 12 copies to {name} in Vienna, or \"call\" <b>me</b>.";
        let german = "Können Sie in Wien mit Herrn Meier die Brücke zeigen?";
        for (tag, sentence, written, expected) in [
            (
                "en",
                english,
                "Please mail 12 copies to {name} in Vienna or \"call\" <b>me</b>.",
                true,
            ),
            ("en", english, english, false),
            ("en", english, &english.to_uppercase(), false),
            (
                "en",
                english,
                &english.replace("12 copies", "13 copies"),
                false,
            ),
            (
                "en",
                english,
                &english.replace("12 copies", "copies"),
                false,
            ),
            ("en", english, &english.replace("{name}", "{Name}"), false),
            (
                "en",
                english,
                &english.replace("in Vienna", "in Venice"),
                false,
            ),
            (
                "en",
                english,
                &english.replace("<b>me</b>", "<i>me</i>"),
                false,
            ),
            ("en", english, &english.replace("\"call\"", "ring"), false),
            (
                "en",
                english,
                &english.replace("Please send", "Please\nmail"),
                false,
            ),
            (
                "en",
                english,
                &english.replace("Please send", "kindly send"),
                false,
            ),
            ("en", english, "Please send them.", false),
            (
                "en",
                english,
                &format!("{} {english}", english.replace('.', "").repeat(2)),
                false,
            ),
            (
                "de",
                german,
                "Können Sie in Wien Herrn Meier die Brücke zeigen?",
                true,
            ),
            (
                "de",
                german,
                "Kannst du in Wien Herrn Meier die Brücke zeigen?",
                false,
            ),
            (
                "de",
                german,
                "Können Sie in Wien Herrn Huber die Brücke zeigen?",
                false,
            ),
            (
                "de",
                german,
                "Können Sie in Wien Herrn Meier die Brücke zeigen.",
                false,
            ),
            (
                "de",
                german,
                "Можете ли вы показать Herrn Meier мост?",
                false,
            ),
        ] {
            let language = Language::parse(tag).unwrap();
            assert_eq!(
                can_replace(language, sentence, written),
                expected,
                "{written}"
            );
        }
    }

    #[test]
    fn numbers_and_names_stay_whatever_marks_may_change() {
        let language = Language::parse("en").unwrap();
        for (number, other, expected) in [
            ("1,5", "15", false),
            ("1,5", "5,1", false),
            ("-5", "5", false),
            ("1,500", "1500", true),
            ("10-12", "10-12", true),
        ] {
            let sentence = format!("The price of our best bread rose by {number} points.");
            let written = format!("Our best bread's price went up by {other} points.");
            assert_eq!(
                can_replace(language, &sentence, &written),
                expected,
                "{number} {other}"
            );
        }
        let sentence = "Please ask the manager about the rest of it.";
        for (who, expected) in [("the manager", true), ("Theo, the manager", false)] {
            let written = format!("Please ask {who}, about the rest.");
            assert_eq!(
                can_replace(language, sentence, &written),
                expected,
                "{written}"
            );
        }
    }

    #[test]
    fn what_is_too_short_or_too_long_is_not_measured() {
        assert!(!is_measurable(&"Guten Morgen!"));
        assert!(is_measurable(&"Guten Morgen, meine Damen und Herren!"));
        assert!(is_measurable(&"会議は十時に大きな部屋で始まります。"));
        assert!(!is_measurable(&&*"all the same ".repeat(100)));
    }
}
