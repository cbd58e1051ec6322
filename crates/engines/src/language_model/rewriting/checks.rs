//! Whether what a model answered can be a text in other words.

use std::collections::HashSet;

use dragoman_domain::{Language, StyleOrTone};
use dragoman_fidelity::{Demand, Length, Objection, check, is_taken_for, phrases, weigh};

use super::styles_and_tones::{Rule, rule};

/// So many letters more are never too many.
const FREE_LENGTH: usize = 40;

/// A shorter text may become as short as it likes.
const LEAST_TEXT: usize = 20;

/// The checks for texts in one language and style or tone, made under the same instructions.
#[derive(Debug)]
pub(super) struct Checks {
    language: Language,
    rule: Rule,
    instructions: HashSet<Vec<String>>,
}

impl Checks {
    pub(super) fn new(
        language: Language,
        style_or_tone: Option<StyleOrTone>,
        instructions: &str,
    ) -> Self {
        Self {
            language,
            rule: rule(style_or_tone),
            instructions: phrases(instructions),
        }
    }

    /// Fails if `written` cannot be `text` in other words. `kept` is what must stand in it.
    pub(super) fn check(&self, text: &str, kept: &[&str], written: &str) -> Result<(), Objection> {
        let language = self.language;
        let demands = [
            Demand::Something,
            Demand::TextAlone,
            Demand::NoPhrases(&self.instructions),
            Demand::Stretches(kept),
            Demand::NoAdditions,
            Demand::NoOmissions,
            Demand::SameLines,
            Demand::NoDecoration,
            Demand::Length(self.length(text)),
            Demand::SentenceEnd,
            Demand::NoRepeatedWord,
            Demand::NoRepeatedPhrase,
            Demand::Script(language),
            Demand::Numbers,
            Demand::Names(language),
            Demand::SourceRegisterOr(language, self.rule.register),
            Demand::NoNewSentence(language),
        ];
        check(demands, text, written)
    }

    /// Fails if a text was recognised as one in another language.
    pub(super) fn check_language(&self, found: Language) -> Result<(), Objection> {
        if is_taken_for(found, self.language) {
            Ok(())
        } else {
            Err(Objection::Language)
        }
    }

    /// How long a text can be in other words, in letters of an alphabet.
    fn length(&self, text: &str) -> Length {
        let before = weigh(text.trim());
        let share = |hundredths: usize| before.saturating_mul(hundredths) / 100;
        let is_short = before < LEAST_TEXT;
        let least = if is_short { 0 } else { share(self.rule.least) };
        Length {
            of: |written| weigh(written.trim()),
            within: least..=share(self.rule.most).saturating_add(FREE_LENGTH),
        }
    }
}

#[cfg(test)]
mod tests {
    use dragoman_domain::{Tone, WritingStyle};

    use super::*;

    const BUSINESS: Option<StyleOrTone> = Some(StyleOrTone::Style(WritingStyle::Business));
    const CASUAL: Option<StyleOrTone> = Some(StyleOrTone::Style(WritingStyle::Casual));
    const FRIENDLY: Option<StyleOrTone> = Some(StyleOrTone::Tone(Tone::Friendly));

    fn check(
        tag: &str,
        style_or_tone: Option<StyleOrTone>,
        text: &str,
        written: &str,
    ) -> Result<(), Objection> {
        let instructions = "You are a careful editor of texts in the language of the customer.";
        let checks = Checks::new(Language::parse(tag).unwrap(), style_or_tone, instructions);
        checks.check(text, &[], written)
    }

    #[test]
    fn texts_in_other_words_pass() {
        for (tag, style_or_tone, text, written) in [
            (
                "en",
                BUSINESS,
                "Hey, send me the 3 files by Friday, OK?",
                "Could you please send me the 3 files by Friday?",
            ),
            (
                "en",
                None,
                "He said that the thing was something that he did not like.",
                "He said that he did not like it at all.",
            ),
            (
                "de",
                BUSINESS,
                "Schick mir bitte die Rechnung, sobald du sie hast.",
                "Bitte senden Sie mir die Rechnung, sobald sie Ihnen vorliegt.",
            ),
            (
                "fr",
                CASUAL,
                "Nous vous prions de bien vouloir fermer la porte.",
                "Tu peux fermer la porte, s'il te plaît ?",
            ),
            ("en", FRIENDLY, "\"Yes\" or \"no\"", "\"no\" or \"yes\""),
            (
                "en",
                None,
                "Here is the report that you wanted to see.",
                "Here is the report you wanted to see.",
            ),
            (
                "en",
                FRIENDLY,
                "Attached is the report. Sorry that it is late.",
                "Here is the report for you. I'm sorry that it is so late.",
            ),
            (
                "ja",
                None,
                "会議は10時に始まりますので、遅れないでください。",
                "会議は10時開始です。遅れないようにお願いします。",
            ),
            (
                "es",
                FRIENDLY,
                "La tienda cierra a las 20:00.\n\nVuelva mañana.",
                "Nuestra tienda cierra a las 20:00.\n\nLe esperamos mañana.",
            ),
        ] {
            assert_eq!(
                check(tag, style_or_tone, text, written),
                Ok(()),
                "{written}"
            );
        }
    }

    #[test]
    fn what_is_no_text_in_other_words_is_refused_by_what_is_wrong_with_it() {
        let text = "Please send the 12 reports to the office in Rome by Friday, before noon.";
        let right = "Kindly send the 12 reports to the office in Rome by Friday before noon.";
        assert_eq!(check("en", BUSINESS, text, right), Ok(()));
        for (written, rejection) in [
            ("", Objection::Empty),
            (
                "I'm sorry, but I can't help with the 12 reports from Rome.",
                Objection::Chatter,
            ),
            (
                &*format!("Here is the improved text: {right}"),
                Objection::Chatter,
            ),
            (
                "You are a careful editor of texts in the 12 languages of Rome.",
                Objection::Leak,
            ),
            (
                &right.replace("office", "<b>office</b>"),
                Objection::Additions,
            ),
            (&right.replace("office", "a@b.org"), Objection::Additions),
            (&right.replace("by Friday", "\nby Friday"), Objection::Lines),
            (&format!("\"{right}\""), Objection::Decoration),
            (
                &right.replace("Friday", "**Friday**"),
                Objection::Decoration,
            ),
            (&format!("- {right}"), Objection::Decoration),
            ("Send 12 to Rome, Friday.", Objection::Length),
            (&right.repeat(3), Objection::Length),
            (right.trim_end_matches('.'), Objection::Truncated),
            (
                &right.replace("office", "very very very very very office"),
                Objection::Repetition,
            ),
            (
                "Отправьте, пожалуйста, эти отчёты в наше бюро до полудня пятницы.",
                Objection::Script,
            ),
            (&right.replace("12", "twelve"), Objection::Numbers),
            (&right.replace("Rome", "town"), Objection::Names),
            (&right.replace("Rome", "Rome and Paris"), Objection::Names),
            (
                &format!("{right} We are open all day."),
                Objection::Sentences,
            ),
        ] {
            assert_eq!(
                check("en", BUSINESS, text, written),
                Err(rejection),
                "{written}"
            );
        }
    }

    #[test]
    fn other_numbers_and_new_names_are_refused_however_similar_they_look() {
        for (text, written, expected) in [
            ("1.5 points", "15 points", Err(Objection::Numbers)),
            ("1/2 point", "12 point", Err(Objection::Numbers)),
            ("-5 points", "5 points", Err(Objection::Numbers)),
            ("10:30", "1030", Err(Objection::Numbers)),
            ("1,000 points", "1000 points", Ok(())),
            ("the manager", "Theo, the manager", Err(Objection::Names)),
        ] {
            let text = format!("We have been told that it is {text} now.");
            let written = format!("They have told us that it is {written} now.");
            assert_eq!(check("en", None, &text, &written), expected, "{written}");
        }
    }

    #[test]
    fn the_register_changes_only_to_the_one_that_a_style_or_tone_asks_for() {
        let formal = "Bitte schicken Sie mir Ihre Rechnung.";
        let informal = "Schick mir bitte deine Rechnung mal.";
        let check = |style_or_tone, text, written| check("de", style_or_tone, text, written);
        assert_eq!(check(CASUAL, formal, informal), Ok(()));
        assert_eq!(check(BUSINESS, informal, formal), Ok(()));
        for style_or_tone in [None, BUSINESS, FRIENDLY] {
            assert_eq!(
                check(style_or_tone, formal, informal),
                Err(Objection::Register),
                "{style_or_tone:?}"
            );
        }
    }
}
