//! What a style or tone asks of a text.

use dragoman_domain::{Language, Register, StyleOrTone, Tone, WritingStyle};

/// What a style or tone asks for, and how far it may change a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rule {
    /// What the model is told.
    pub(super) sentence: &'static str,
    /// The register in which it addresses readers; the text's own if it asks for none.
    pub(super) register: Option<Register>,
    /// How long a text becomes, in hundredths of its length.
    pub(super) least: usize,
    pub(super) most: usize,
}

/// The rule of a style or tone, or of none.
pub(super) const fn rule(style_or_tone: Option<StyleOrTone>) -> Rule {
    let (sentence, register, least, most) = match style_or_tone {
        None => (
            "Make it clearer and more fluent, and leave what is good already. Keep its style, its tone and how it \
             addresses readers.",
            None,
            50,
            160,
        ),
        Some(StyleOrTone::Style(WritingStyle::Academic)) => (
            "Write in an academic style: precise, impersonal and sober, in complete sentences, with the terms that \
             scholars use.",
            Some(Register::Formal),
            55,
            200,
        ),
        Some(StyleOrTone::Style(WritingStyle::Business)) => (
            "Write in a business style: polite, clear and to the point, as to a customer or a colleague.",
            Some(Register::Formal),
            45,
            190,
        ),
        Some(StyleOrTone::Style(WritingStyle::Casual)) => (
            "Write in a casual style: relaxed everyday language, as between friends, without slang that not everybody \
             knows.",
            Some(Register::Informal),
            35,
            170,
        ),
        Some(StyleOrTone::Style(WritingStyle::Simple)) => (
            "Write in a simple style: short sentences, common words, one thought at a time, so that everybody \
             understands it.",
            None,
            40,
            190,
        ),
        Some(StyleOrTone::Tone(Tone::Confident)) => (
            "Write in a confident tone: direct and sure of itself, in the active voice, without words that weaken a \
             statement such as perhaps and maybe; what is open in the text stays open.",
            None,
            40,
            170,
        ),
        Some(StyleOrTone::Tone(Tone::Diplomatic)) => (
            "Write in a diplomatic tone: considerate and tactful, requests as questions or wishes, criticism put \
             gently, with the same message.",
            None,
            60,
            230,
        ),
        Some(StyleOrTone::Tone(Tone::Enthusiastic)) => (
            "Write in an enthusiastic tone: lively and full of energy, without praise that the text does not give.",
            None,
            60,
            200,
        ),
        Some(StyleOrTone::Tone(Tone::Friendly)) => (
            "Write in a friendly tone: warm and personal, without a greeting or a farewell that the text does not have.",
            None,
            60,
            210,
        ),
    };
    Rule {
        sentence,
        register,
        least,
        most,
    }
}

/// What a style or tone means in a language, where it comes down to words of that language.
pub(super) fn words_for(style_or_tone: StyleOrTone, language: Language) -> Option<&'static str> {
    let base = language.base();
    Some(match (style_or_tone, base.tag()) {
        (StyleOrTone::Style(WritingStyle::Academic), "en") => {
            "Use no contractions such as \"don't\"."
        }
        (StyleOrTone::Style(WritingStyle::Academic), "de") => {
            "Prefer impersonal forms to \"ich\" and \"man\"."
        }
        (StyleOrTone::Style(WritingStyle::Academic), "fr") => {
            "Prefer impersonal forms or \"nous\" to \"je\" and \"on\"."
        }
        (StyleOrTone::Style(WritingStyle::Academic), "es" | "pt") => {
            "Prefer impersonal forms with \"se\"."
        }
        (StyleOrTone::Style(WritingStyle::Academic), "it") => {
            "Prefer impersonal forms with \"si\"."
        }
        (StyleOrTone::Style(WritingStyle::Casual), "en") => {
            "Contractions such as \"don't\" are welcome."
        }
        (StyleOrTone::Style(WritingStyle::Casual), "de") => {
            "Particles such as \"mal\", \"ja\" and \"doch\" are welcome."
        }
        (StyleOrTone::Style(WritingStyle::Casual), "fr") => "\"on\" may stand for \"nous\".",
        (StyleOrTone::Style(WritingStyle::Casual), "pt") if language.tag() == "pt-BR" => {
            "\"a gente\" may stand for \"nós\"."
        }
        (StyleOrTone::Tone(Tone::Diplomatic), "en") => {
            "Prefer \"could\" and \"would\" to plain imperatives."
        }
        (StyleOrTone::Tone(Tone::Diplomatic), "de") => {
            "Prefer forms such as \"könnten\", \"würden\" and \"wäre\" to plain imperatives."
        }
        (StyleOrTone::Tone(Tone::Diplomatic), "fr") => {
            "Prefer the conditional, such as \"pourriez\" and \"serait\", to plain imperatives."
        }
        (StyleOrTone::Tone(Tone::Diplomatic), "es") => {
            "Prefer the conditional, such as \"podría\" and \"sería\", to plain imperatives."
        }
        (StyleOrTone::Tone(Tone::Diplomatic), "it") => {
            "Prefer the conditional, such as \"potrebbe\" and \"sarebbe\", to plain imperatives."
        }
        (StyleOrTone::Tone(Tone::Diplomatic), "pt") => {
            "Prefer the conditional, such as \"poderia\" and \"seria\", to plain imperatives."
        }
        _ => return None,
    })
}
