//! The rules of the category of this name.

use crate::rules::wording;
use crate::{Application, StyleLanguage};

/// How an option of a rule is carried out in a language; `None` if it has no meaning there.
pub(super) fn application(
    rule: &str,
    option: &str,
    language: StyleLanguage,
) -> Option<Application> {
    wording::instruction("vocabulary", rule, option, language)
}
