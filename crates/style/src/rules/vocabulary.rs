//! The rules of the category `vocabulary`.

use crate::implementation::Implementation;
use crate::language::StyleLanguage;
use crate::rules::instructions;

/// The implementation of an option of a rule in a language; `None` if it has no meaning there.
pub(super) fn implementation(
    rule: &str,
    option: &str,
    language: StyleLanguage,
) -> Option<Implementation> {
    instructions::instruction("vocabulary", rule, option, language)
}
