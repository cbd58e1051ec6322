//! The languages that can be named.

use dragoman_domain::Language;

/// The tags of the languages that [`Detection::Detected`](dragoman_domain::Detection::Detected)
/// names.
const DETECTABLE: [&str; 33] = [
    "ar", "bg", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "he", "hu", "id", "it", "ja",
    "ko", "lt", "lv", "nb", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "th", "tr", "uk", "vi",
    "zh",
];

/// The languages that can be named, in the order of the tags.
pub(crate) fn detectable() -> Vec<Language> {
    DETECTABLE.iter().filter_map(|tag| known(tag)).collect()
}

/// The language that a text with this tag counts as, if it is a known one: Nynorsk counts as
/// Bokmål.
pub(crate) fn known(tag: &str) -> Option<Language> {
    Language::parse(if tag == "nn" { "nb" } else { tag }).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_detectable_language_is_known() {
        assert_eq!(detectable().len(), DETECTABLE.len());
    }

    #[test]
    fn nynorsk_counts_as_bokmal() {
        assert_eq!(known("nn"), known("nb"));
        assert_eq!(known("xx"), None);
    }
}
