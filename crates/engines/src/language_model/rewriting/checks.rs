//! Whether what a model answered can be a text in other words.

use std::collections::HashSet;

use dragoman_domain::{Language, Manner};
use dragoman_text::is_runaway;

use super::manners::{Rule, rule};
use crate::language_model::rejection::Rejection;
use dragoman_fidelity::{
    adds_a_sentence, adds_something, has_as_often, has_new_lines, has_same_names, has_same_numbers,
    is_in_wrong_script, is_taken_for, phrases, repeats_itself, repeats_phrases, weigh,
};
use dragoman_text::register::register_of;

/// So many letters more are never too many.
const FREE_LENGTH: usize = 40;

/// A shorter text may become as short as it likes.
const LEAST_TEXT: usize = 20;

/// Marks of formatting that models like.
const FORMATTING: &[&str] = &["**", "__", "~~", "`"];

/// What lines of lists, headings and quotations begin with.
const LINE_MARKS: &[&str] = &["#", "- ", "* ", "• ", "> "];

/// Signs of quotation.
const QUOTES: &[char] = &[
    '"', '“', '”', '„', '«', '»', '‘', '’', '\'', '「', '」', '『', '』',
];

/// How models begin when they present what they wrote, and what they call it then.
const OPENINGS: &[&str] = &[
    "here",
    "sure",
    "certainly",
    "of course",
    "absolutely",
    "hier",
    "gerne",
    "natürlich",
    "voici",
    "bien sûr",
    "aquí",
    "claro",
    "por supuesto",
    "ecco",
    "certo",
    "aqui",
    "com certeza",
    "以下",
    "もちろん",
    "こちら",
    "다음은",
    "물론",
    "以下是",
    "当然",
    "这是",
    "rewritten",
    "revised",
    "improved",
];
const PRODUCTS: &[&str] = &[
    "text",
    "version",
    "rewr",
    "rephras",
    "revis",
    "improv",
    "überarb",
    "umformul",
    "fassung",
    "reformul",
    "réécri",
    "texte",
    "reescri",
    "versión",
    "testo",
    "riscri",
    "riformul",
    "versão",
    "文章",
    "テキスト",
    "書き換え",
    "文本",
    "版本",
    "改写",
    "수정",
    "텍스트",
    "문장",
];

/// How models refuse, and words of texts that may begin like that themselves.
const REFUSALS: &[&str] = &[
    "i'm sorry",
    "i am sorry",
    "sorry, ",
    "i cannot assist",
    "i cannot help",
    "i cannot comply",
    "i can't assist",
    "i can't help",
    "i can't comply",
    "i'm unable to help",
    "i'm unable to assist",
    "i am unable to assist",
    "as an ai",
    "as a language model",
    "es tut mir leid",
    "tut mir leid",
    "ich kann dabei nicht",
    "ich kann diese anfrage",
    "als ki",
    "als sprachmodell",
    "je suis désolé",
    "désolé",
    "en tant que modèle",
    "en tant qu'ia",
    "lo siento",
    "no puedo ayudar",
    "como modelo",
    "mi dispiace",
    "non posso aiutar",
    "come modello",
    "desculpe",
    "sinto muito",
    "não posso ajudar",
    "申し訳",
    "죄송",
    "抱歉",
    "对不起",
];
const APOLOGIES: &[&str] = &[
    "sorry",
    "apolog",
    "afraid",
    "regret",
    "unfortunate",
    "leid",
    "entschuldig",
    "bedau",
    "verzeih",
    "désol",
    "excus",
    "pardon",
    "siento",
    "perd",
    "lament",
    "disculp",
    "spiace",
    "scus",
    "desculp",
    "sinto",
    "infeliz",
    "ごめん",
    "すみません",
    "すいません",
    "申し訳",
    "残念",
    "죄송",
    "미안",
    "抱歉",
    "对不起",
    "不好意思",
    "遗憾",
    "help",
    "assist",
    "ayud",
    "aiut",
    "ajud",
    "language model",
    "sprachmodell",
    "modèle",
    "modelo",
    "modello",
];

/// The checks for texts in one language and manner, made under the same instructions.
#[derive(Debug)]
pub(super) struct Checks {
    language: Language,
    rule: Rule,
    instructions: HashSet<Vec<String>>,
}

impl Checks {
    pub(super) fn new(language: Language, manner: Option<Manner>, instructions: &str) -> Self {
        Self {
            language,
            rule: rule(manner),
            instructions: phrases(instructions),
        }
    }

    /// Fails if `written` cannot be `text` in other words. `kept` is what must stand in it.
    pub(super) fn check(&self, text: &str, kept: &[&str], written: &str) -> Result<(), Rejection> {
        let language = self.language;
        let checks: [(&dyn Fn() -> bool, Rejection); 15] = [
            (&|| written.trim().is_empty(), Rejection::Empty),
            (&|| talks(text, written), Rejection::Chatter),
            (
                &|| repeats_phrases(&self.instructions, text, written),
                Rejection::Leak,
            ),
            (
                &|| !has_as_often(kept, text, written),
                Rejection::Placeholders,
            ),
            (
                &|| adds_something(text, written) || adds_something(written, text),
                Rejection::Additions,
            ),
            (&|| has_other_lines(text, written), Rejection::Lines),
            (&|| is_decorated(text, written), Rejection::Decoration),
            (&|| self.has_wrong_length(text, written), Rejection::Length),
            (&|| ends_early(text, written), Rejection::Truncated),
            (
                &|| repeats_itself(text, written) || is_runaway(text, written),
                Rejection::Repetition,
            ),
            (
                &|| is_in_wrong_script(language, text, written),
                Rejection::Script,
            ),
            (&|| !has_same_numbers(text, written), Rejection::Numbers),
            (
                &|| !has_same_names(language, text, written),
                Rejection::Names,
            ),
            (
                &|| self.is_in_other_register(text, written),
                Rejection::Register,
            ),
            (
                &|| adds_a_sentence(language, text, written),
                Rejection::Sentences,
            ),
        ];
        match checks.into_iter().find(|(is_wrong, _)| is_wrong()) {
            Some((_, rejection)) => Err(rejection),
            None => Ok(()),
        }
    }

    /// Fails if a text was recognised as one in another language.
    pub(super) fn check_language(&self, found: Language) -> Result<(), Rejection> {
        if is_taken_for(found, self.language) {
            Ok(())
        } else {
            Err(Rejection::Language)
        }
    }

    fn has_wrong_length(&self, text: &str, written: &str) -> bool {
        let (before, after) = (weigh(text.trim()), weigh(written.trim()));
        let share = |hundredths: usize| before.saturating_mul(hundredths) / 100;
        after > share(self.rule.most).saturating_add(FREE_LENGTH)
            || (before >= LEAST_TEXT && after < share(self.rule.least))
    }

    /// Whether readers are addressed in another register than in the text, and than the manner asks for.
    fn is_in_other_register(&self, text: &str, written: &str) -> bool {
        let registers = [text, written].map(|text| register_of(text, self.language));
        match registers {
            [Some(before), Some(after)] => before != after && self.rule.register != Some(after),
            _ => false,
        }
    }
}

/// Whether somebody presents the text, or refuses to write it, who does neither in the text itself.
fn talks(text: &str, written: &str) -> bool {
    let folded = |text: &str| text.to_lowercase().replace('’', "'");
    let beginning: String = written.trim_start().chars().take(60).collect();
    let (text, beginning) = (folded(text), folded(&beginning));
    let begins = |with: &[&str]| with.iter().any(|words| beginning.starts_with(words));
    let has = |text: &str, any: &[&str]| any.iter().any(|words| text.contains(words));
    (begins(OPENINGS) && has(&beginning, PRODUCTS) && !has(&text, PRODUCTS))
        || (begins(REFUSALS) && !has(&text, APOLOGIES))
}

/// Whether there are other lines, other empty lines, or control characters that the text does not have.
fn has_other_lines(text: &str, written: &str) -> bool {
    let shape = |text: &str| -> Vec<bool> {
        let lines = text.trim().lines();
        lines.map(|line| line.trim().is_empty()).collect()
    };
    has_new_lines(text, written) || shape(text) != shape(written)
}

/// Whether there are quotation marks around it all, or marks of formatting, that the text does not have.
fn is_decorated(text: &str, written: &str) -> bool {
    let quotes = |text: &str| text.matches(QUOTES).count();
    let inner = written.trim();
    let is_quoted = inner.starts_with(QUOTES) && inner.ends_with(QUOTES);
    let marked_lines = |text: &str| {
        let lines = text.lines().map(str::trim_start);
        lines
            .filter(|line| LINE_MARKS.iter().any(|mark| line.starts_with(mark)))
            .count()
    };
    let adds = |mark: &str| written.matches(mark).count() > text.matches(mark).count();
    (is_quoted && quotes(written) > quotes(text))
        || FORMATTING.iter().any(|mark| adds(mark))
        || marked_lines(written) > marked_lines(text)
}

/// Whether it ends inside a sentence, where the text ends with one.
fn ends_early(text: &str, written: &str) -> bool {
    let is_end = |character: char| !character.is_alphanumeric() && !",;、，；".contains(character);
    text.trim_end().ends_with(is_end) && !written.trim_end().ends_with(is_end)
}

#[cfg(test)]
mod tests {
    use dragoman_domain::{Tone, WritingStyle};

    use super::*;

    const BUSINESS: Option<Manner> = Some(Manner::Style(WritingStyle::Business));
    const CASUAL: Option<Manner> = Some(Manner::Style(WritingStyle::Casual));
    const FRIENDLY: Option<Manner> = Some(Manner::Tone(Tone::Friendly));

    fn check(
        tag: &str,
        manner: Option<Manner>,
        text: &str,
        written: &str,
    ) -> Result<(), Rejection> {
        let instructions = "You are a careful editor of texts in the language of the customer.";
        let checks = Checks::new(Language::parse(tag).unwrap(), manner, instructions);
        checks.check(text, &[], written)
    }

    #[test]
    fn texts_in_other_words_pass() {
        for (tag, manner, text, written) in [
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
            assert_eq!(check(tag, manner, text, written), Ok(()), "{written}");
        }
    }

    #[test]
    fn what_is_no_text_in_other_words_is_refused_by_what_is_wrong_with_it() {
        let text = "Please send the 12 reports to the office in Rome by Friday, before noon.";
        let right = "Kindly send the 12 reports to the office in Rome by Friday before noon.";
        assert_eq!(check("en", BUSINESS, text, right), Ok(()));
        for (written, rejection) in [
            ("", Rejection::Empty),
            (
                "I'm sorry, but I can't help with the 12 reports from Rome.",
                Rejection::Chatter,
            ),
            (
                &*format!("Here is the improved text: {right}"),
                Rejection::Chatter,
            ),
            (
                "You are a careful editor of texts in the 12 languages of Rome.",
                Rejection::Leak,
            ),
            (
                &right.replace("office", "<b>office</b>"),
                Rejection::Additions,
            ),
            (&right.replace("office", "a@b.org"), Rejection::Additions),
            (&right.replace("by Friday", "\nby Friday"), Rejection::Lines),
            (&format!("\"{right}\""), Rejection::Decoration),
            (
                &right.replace("Friday", "**Friday**"),
                Rejection::Decoration,
            ),
            (&format!("- {right}"), Rejection::Decoration),
            ("Send 12 to Rome, Friday.", Rejection::Length),
            (&right.repeat(3), Rejection::Length),
            (right.trim_end_matches('.'), Rejection::Truncated),
            (
                &right.replace("office", "very very very very very office"),
                Rejection::Repetition,
            ),
            (
                "Отправьте, пожалуйста, эти отчёты в наше бюро до полудня пятницы.",
                Rejection::Script,
            ),
            (&right.replace("12", "twelve"), Rejection::Numbers),
            (&right.replace("Rome", "town"), Rejection::Names),
            (&right.replace("Rome", "Rome and Paris"), Rejection::Names),
            (
                &format!("{right} We are open all day."),
                Rejection::Sentences,
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
            ("1.5 points", "15 points", Err(Rejection::Numbers)),
            ("1/2 point", "12 point", Err(Rejection::Numbers)),
            ("-5 points", "5 points", Err(Rejection::Numbers)),
            ("10:30", "1030", Err(Rejection::Numbers)),
            ("1,000 points", "1000 points", Ok(())),
            ("the manager", "Theo, the manager", Err(Rejection::Names)),
        ] {
            let text = format!("We have been told that it is {text} now.");
            let written = format!("They have told us that it is {written} now.");
            assert_eq!(check("en", None, &text, &written), expected, "{written}");
        }
    }

    #[test]
    fn the_register_changes_only_to_the_one_that_a_manner_asks_for() {
        let formal = "Bitte schicken Sie mir Ihre Rechnung.";
        let informal = "Schick mir bitte deine Rechnung mal.";
        let check = |manner, text, written| check("de", manner, text, written);
        assert_eq!(check(CASUAL, formal, informal), Ok(()));
        assert_eq!(check(BUSINESS, informal, formal), Ok(()));
        for manner in [None, BUSINESS, FRIENDLY] {
            assert_eq!(
                check(manner, formal, informal),
                Err(Rejection::Register),
                "{manner:?}"
            );
        }
    }
}
