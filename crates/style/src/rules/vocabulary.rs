//! The rules of the category `vocabulary`.

use crate::rules::wording;
use crate::{Application, StyleLanguage};

/// The implementation of an option of a rule in a language; `None` if it has no meaning there.
pub(super) fn application(
    rule: &str,
    option: &str,
    language: StyleLanguage,
) -> Option<Application> {
    wording::instruction("vocabulary", rule, option, language)
}
