use dragoman_domain::Language;

use super::capitals::{Capitals, all_capitals, capitalised_term};
use super::plural::plural;

/// How an entry stands in a text.
pub(crate) struct Place<'a> {
    /// What stands in the text.
    pub(crate) text: &'a str,
    /// The source of the entry.
    pub(crate) entry: &'a str,
    /// Whether it is at the beginning of a sentence.
    pub(crate) begins_sentence: bool,
    /// Whether it is the plural of the entry.
    pub(crate) is_plural: bool,
}

/// What the translation may have for a term, best first.
///
/// Capitals follow those of the text where the entry has none. The plural comes first where the
/// text has it and the target forms its own by rule; the entry's own form may always stand.
pub(crate) fn target_forms(target: &str, place: &Place<'_>, language: Language) -> Vec<String> {
    let number = if place.is_plural {
        plural(target, language)
    } else {
        None
    };
    let numbers = number.into_iter().chain([target.to_owned()]);
    let mut forms = Vec::new();
    for form in numbers {
        let large = capitalised_term(&form, language);
        match Capitals::of(place.text, place.entry) {
            Capitals::All => forms.extend([all_capitals(&form, language), form, large]),
            Capitals::First if place.begins_sentence => forms.extend([large, form]),
            // At the beginning of a translation the term has a capital wherever it was before.
            Capitals::First | Capitals::AsWritten => forms.extend([form, large]),
        }
    }
    let mut unique: Vec<String> = Vec::with_capacity(forms.len());
    for form in forms {
        if !unique.contains(&form) {
            unique.push(form);
        }
    }
    unique
}
