//! The rules of punctuation.

mod context;
mod dashes;
mod ellipses;
mod quotation;
mod quotes;
mod ranges;

use crate::{Application, StyleLanguage};

/// Rules that come before the others, in this order.
pub(super) const FIRST: &[&str] = &[];

/// How an option of a rule is carried out in a language; `None` if it has no meaning there.
pub(super) fn application(
    rule: &str,
    option: &str,
    language: StyleLanguage,
) -> Option<Application> {
    match rule {
        "apostrophe" => quotation::apostrophe(option, language),
        "dash" => dashes::connection(option, language),
        "ellipsis" => ellipses::ellipsis(option, language),
        "em_dash" => dashes::em_dash(option, language),
        "highlighting_specific_expressions" => quotation::highlighting(option, language),
        "quotation_mark" => quotation::quotation_mark(option, language),
        "quotation_mark_and_apostrophe" => quotation::with_apostrophe(option, language),
        "quotation_style" => quotation::quotation_style(option, language),
        "range_indicator" => ranges::range_indicator(option, language),
        "sentence_break_indicator" => dashes::sentence_break(option, language),
        "setting_off_non_quoted_phrases" => quotation::setting_off(option, language),
        _ => None,
    }
}
