//! The rules of the category of this name.

use crate::{Application, StyleLanguage};

/// How an option of a rule is carried out in a language; `None` if it has no meaning there.
pub(super) fn application(
    rule: &str,
    option: &str,
    language: StyleLanguage,
) -> Option<Application> {
    let _ = (rule, option, language);
    None
}
