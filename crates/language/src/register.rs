use crate::Language;

/// How formally readers are addressed, where the language has more than one way to do it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Register {
    /// As strangers are: Sie, vous, usted.
    Formal,
    /// As friends are: du, tu, tú.
    Informal,
}

/// Whether a language is one of those into which formality can be asked for.
#[must_use]
pub fn has_registers(language: Language) -> bool {
    matches!(
        language.base().tag(),
        "de" | "es" | "fr" | "it" | "ja" | "nl" | "pl" | "pt" | "ru"
    )
}
