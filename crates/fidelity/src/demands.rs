//! What can be demanded of a text that was written from another one: the table of all checks.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use dragoman_language::{Language, Register};
use dragoman_text::register::register_of;
use dragoman_text::{is_runaway, lower_case_words};

use crate::chatter::{presents_a_translation, talks};
use crate::kept::keeps_all;
use crate::objection::Objection;
use crate::sameness::{adds_a_sentence, has_same_names, has_same_numbers};
use crate::shape::{
    ends_early, has_other_lines, has_other_marks, has_other_paragraphs, is_decorated,
};
use crate::{
    adds_something, has_as_often, has_new_lines, is_copy, is_in_wrong_script, repeats_itself,
    repeats_phrases,
};

/// Something that is demanded of a text that was written from another one, its source.
#[derive(Debug, Clone)]
pub enum Demand<'a> {
    /// That there is one.
    Something,
    /// These stretches of the source, each as often as there.
    Stretches(&'a [&'a str]),
    /// Whatever of the source [`find_kept`](crate::find_kept) finds, each as often as there.
    AllKept,
    /// No brackets and addresses but those of the source.
    NoAdditions,
    /// All brackets and addresses of the source.
    NoOmissions,
    /// No line ends or control characters but those of the source.
    NoNewLines,
    /// The lines and the empty lines of the source.
    SameLines,
    /// As many lines with text as the source has.
    SameParagraphs,
    /// The marks of the source but for commas and the like, its last one at the end, and a capital where it has one.
    SameMarks,
    /// No quotation marks around it and no marks of formatting but those of the source.
    NoDecoration,
    /// A length.
    Length(Length),
    /// The end of a sentence, where the source ends with one.
    SentenceEnd,
    /// No word many times in a row that is not so in the source.
    NoRepeatedWord,
    /// No phrase over and over that is not so in the source.
    NoRepeatedPhrase,
    /// Other words than those of the source.
    OtherWords,
    /// No copy of the source, in which these stretches may be copied.
    NoCopy(&'a [&'a str]),
    /// None of these phrases, unless the source has them.
    NoPhrases(&'a HashSet<Vec<String>>),
    /// No talk about a translation into this language.
    TranslationAlone(Language),
    /// No talk about the text, and no refusal to write it.
    TextAlone,
    /// The script of a language.
    Script(Language),
    /// The numbers of the source.
    Numbers,
    /// The names of the source, in a text in the same language.
    Names(Language),
    /// This register, if it addresses readers at all.
    Register(Language, Register),
    /// The register of the source, or no register where it has none.
    SourceRegister(Language),
    /// The register of the source or this one, where both address readers.
    SourceRegisterOr(Language, Option<Register>),
    /// No sentence that the source does not have.
    NoNewSentence(Language),
}

/// The lengths that a text may have.
#[derive(Debug, Clone)]
pub struct Length {
    /// What is counted.
    pub of: fn(&str) -> usize,
    /// How many of those there may be.
    pub within: RangeInclusive<usize>,
}

impl Demand<'_> {
    /// The table: what is objected to if a demand is not met, and whether that is so.
    fn row(&self, source: &str, written: &str) -> (Objection, bool) {
        match self {
            Self::Something => (Objection::Empty, written.trim().is_empty()),
            Self::Stretches(kept) => (
                Objection::Placeholders,
                !has_as_often(kept, source, written),
            ),
            Self::AllKept => (Objection::Placeholders, !keeps_all(written, source)),
            Self::NoAdditions => (Objection::Additions, adds_something(source, written)),
            Self::NoOmissions => (Objection::Additions, adds_something(written, source)),
            Self::NoNewLines => (Objection::Lines, has_new_lines(source, written)),
            Self::SameLines => (Objection::Lines, has_other_lines(source, written)),
            Self::SameParagraphs => (Objection::Lines, has_other_paragraphs(source, written)),
            Self::SameMarks => (Objection::Punctuation, has_other_marks(source, written)),
            Self::NoDecoration => (Objection::Decoration, is_decorated(source, written)),
            Self::Length(length) => (
                Objection::Length,
                !length.within.contains(&(length.of)(written)),
            ),
            Self::SentenceEnd => (Objection::Truncated, ends_early(source, written)),
            Self::NoRepeatedWord => (Objection::Repetition, repeats_itself(source, written)),
            Self::NoRepeatedPhrase => (Objection::Repetition, is_runaway(source, written)),
            Self::OtherWords => (
                Objection::Copy,
                lower_case_words(source).eq(lower_case_words(written)),
            ),
            Self::NoCopy(kept) => (Objection::Copy, is_copy(kept, source, written)),
            Self::NoPhrases(known) => (Objection::Leak, repeats_phrases(known, source, written)),
            Self::TranslationAlone(language) => (
                Objection::Chatter,
                presents_a_translation(*language, written),
            ),
            Self::TextAlone => (Objection::Chatter, talks(source, written)),
            Self::Script(language) => (
                Objection::Script,
                is_in_wrong_script(*language, source, written),
            ),
            Self::Numbers => (Objection::Numbers, !has_same_numbers(source, written)),
            Self::Names(language) => (
                Objection::Names,
                !has_same_names(*language, source, written),
            ),
            Self::Register(language, wanted) => {
                let found = register_of(written, *language);
                (
                    Objection::Register,
                    found.is_some_and(|found| found != *wanted),
                )
            }
            Self::SourceRegister(language) => (
                Objection::Register,
                register_of(source, *language) != register_of(written, *language),
            ),
            Self::SourceRegisterOr(language, wanted) => {
                let registers = [source, written].map(|text| register_of(text, *language));
                let is_other = match registers {
                    [Some(before), Some(after)] => before != after && *wanted != Some(after),
                    _ => false,
                };
                (Objection::Register, is_other)
            }
            Self::NoNewSentence(language) => (
                Objection::Sentences,
                adds_a_sentence(*language, source, written),
            ),
        }
    }
}

/// Whether a text meets all demands, looked at in their order.
///
/// # Errors
/// What the first demand that is not met objects to.
pub fn check<'a>(
    demands: impl IntoIterator<Item = Demand<'a>>,
    source: &str,
    written: &str,
) -> Result<(), Objection> {
    let demands = demands.into_iter();
    let mut rows = demands.map(|demand| demand.row(source, written));
    rows.find(|(_, is_wrong)| *is_wrong)
        .map_or(Ok(()), |(objection, _)| Err(objection))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn objection(demands: &[Demand<'_>], source: &str, written: &str) -> Option<Objection> {
        check(demands.iter().cloned(), source, written).err()
    }

    #[test]
    fn the_first_demand_that_is_not_met_is_objected_to() {
        let both = [Demand::Numbers, Demand::NoNewLines];
        let other = [Demand::NoNewLines, Demand::Numbers];
        let (source, written) = ("2 files", "3\nfiles");
        assert_eq!(objection(&both, source, written), Some(Objection::Numbers));
        assert_eq!(objection(&other, source, written), Some(Objection::Lines));
        assert_eq!(objection(&[], source, written), None);
        assert_eq!(objection(&both, source, "all 2 files"), None);
    }

    #[test]
    fn each_demand_has_its_objection() {
        let language = Language::parse("en").unwrap();
        let german = Language::parse("de").unwrap();
        let source = "Please send the 12 reports to {name} in Rome, with all that was written of them. \"Thank you.\"";
        let phrases = crate::phrases("You are a careful editor of many texts.");
        let long = Length {
            of: |text| text.chars().count(),
            within: 10..=100,
        };
        for (demand, written, expected) in [
            (Demand::Something, " \n".to_owned(), Objection::Empty),
            (
                Demand::Stretches(&["{name}"]),
                source.replace("{name}", "her"),
                Objection::Placeholders,
            ),
            (
                Demand::AllKept,
                source.replace("{name}", "{Name}"),
                Objection::Placeholders,
            ),
            (
                Demand::NoAdditions,
                source.replace("Rome", "<b>Rome</b>"),
                Objection::Additions,
            ),
            (
                Demand::NoOmissions,
                source.replace("{name}", "her"),
                Objection::Additions,
            ),
            (
                Demand::NoNewLines,
                source.replace(". ", ".\n"),
                Objection::Lines,
            ),
            (
                Demand::SameLines,
                source.replace(". ", ".\n"),
                Objection::Lines,
            ),
            (
                Demand::SameParagraphs,
                source.replace(". ", ".\n"),
                Objection::Lines,
            ),
            (
                Demand::SameMarks,
                source.replace('"', ""),
                Objection::Punctuation,
            ),
            (
                Demand::NoDecoration,
                source.replace("Rome", "**Rome**"),
                Objection::Decoration,
            ),
            (
                Demand::Length(long),
                "Too short".to_owned(),
                Objection::Length,
            ),
            (
                Demand::SentenceEnd,
                source.replace(".\"", ""),
                Objection::Truncated,
            ),
            (
                Demand::NoRepeatedWord,
                source.replace("send", "send send send send send"),
                Objection::Repetition,
            ),
            (
                Demand::NoRepeatedPhrase,
                "All is well with that, ".repeat(9),
                Objection::Repetition,
            ),
            (Demand::OtherWords, source.to_uppercase(), Objection::Copy),
            (Demand::NoCopy(&[]), source.to_owned(), Objection::Copy),
            (
                Demand::NoPhrases(&phrases),
                "You are a careful editor of many texts.".to_owned(),
                Objection::Leak,
            ),
            (
                Demand::TranslationAlone(german),
                format!("Here is the translation: {source}"),
                Objection::Chatter,
            ),
            (
                Demand::TextAlone,
                format!("Here is the improved text: {source}"),
                Objection::Chatter,
            ),
            (
                Demand::Script(language),
                "Отправьте отчёты".to_owned(),
                Objection::Script,
            ),
            (
                Demand::Numbers,
                source.replace("12", "13"),
                Objection::Numbers,
            ),
            (
                Demand::Names(language),
                source.replace("Rome", "Paris"),
                Objection::Names,
            ),
            (
                Demand::NoNewSentence(language),
                format!("{source} We are open all day."),
                Objection::Sentences,
            ),
        ] {
            let found = objection(std::slice::from_ref(&demand), source, &written);
            assert_eq!(found, Some(expected), "{demand:?}: {written}");
            if !matches!(demand, Demand::OtherWords | Demand::NoCopy(_)) {
                assert_eq!(objection(&[demand], source, source), None, "{expected:?}");
            }
        }
    }

    #[test]
    fn registers_are_those_that_were_asked_for() {
        let german = Language::parse("de").unwrap();
        let formal = "Können Sie mir bitte Ihre Adresse geben?";
        let informal = "Kannst du mir bitte deine Adresse geben?";
        let none = "Wo ist die Adresse?";
        let wanted = Demand::Register(german, Register::Formal);
        let same = Demand::SourceRegister(german);
        let same_or = |wanted| Demand::SourceRegisterOr(german, wanted);
        for (demand, source, written, is_met) in [
            (wanted.clone(), informal, formal, true),
            (wanted.clone(), formal, informal, false),
            (wanted, formal, none, true),
            (same.clone(), formal, formal, true),
            (same.clone(), formal, informal, false),
            (same, formal, none, false),
            (same_or(None), formal, none, true),
            (same_or(None), formal, informal, false),
            (same_or(Some(Register::Informal)), formal, informal, true),
        ] {
            let expected = (!is_met).then_some(Objection::Register);
            assert_eq!(objection(&[demand], source, written), expected, "{written}");
        }
    }
}
