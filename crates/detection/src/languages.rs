//! The languages that can be named and the codes that the two libraries use for them.

use dragoman_domain::Language;
use lingua::Language as Lingua;

/// The languages that lingua tells apart, by the tags of this project.
const DETECTABLE: [(Lingua, &str); 33] = [
    (Lingua::Arabic, "ar"),
    (Lingua::Bulgarian, "bg"),
    (Lingua::Czech, "cs"),
    (Lingua::Danish, "da"),
    (Lingua::German, "de"),
    (Lingua::Greek, "el"),
    (Lingua::English, "en"),
    (Lingua::Spanish, "es"),
    (Lingua::Estonian, "et"),
    (Lingua::Finnish, "fi"),
    (Lingua::French, "fr"),
    (Lingua::Hebrew, "he"),
    (Lingua::Hungarian, "hu"),
    (Lingua::Indonesian, "id"),
    (Lingua::Italian, "it"),
    (Lingua::Japanese, "ja"),
    (Lingua::Korean, "ko"),
    (Lingua::Lithuanian, "lt"),
    (Lingua::Latvian, "lv"),
    (Lingua::Bokmal, "nb"),
    (Lingua::Dutch, "nl"),
    (Lingua::Polish, "pl"),
    (Lingua::Portuguese, "pt"),
    (Lingua::Romanian, "ro"),
    (Lingua::Russian, "ru"),
    (Lingua::Slovak, "sk"),
    (Lingua::Slovene, "sl"),
    (Lingua::Swedish, "sv"),
    (Lingua::Thai, "th"),
    (Lingua::Turkish, "tr"),
    (Lingua::Ukrainian, "uk"),
    (Lingua::Vietnamese, "vi"),
    (Lingua::Chinese, "zh"),
];

/// What lingua is asked to tell apart.
pub(crate) fn lingua_languages() -> Vec<Lingua> {
    DETECTABLE.iter().map(|&(language, _)| language).collect()
}

/// The languages that can be named, in the order of the tags.
pub(crate) fn detectable() -> Vec<Language> {
    DETECTABLE
        .iter()
        .filter_map(|&(_, tag)| Language::parse(tag).ok())
        .collect()
}

/// The language that lingua means.
pub(crate) fn of_lingua(language: Lingua) -> Option<Language> {
    DETECTABLE
        .iter()
        .find(|&&(candidate, _)| candidate == language)
        .and_then(|&(_, tag)| Language::parse(tag).ok())
}

/// The language that a code of cld2 means, if it is a known one.
///
/// cld2 uses some codes that have been withdrawn, and `no` for Bokmål. Nynorsk counts as Bokmål,
/// and Chinese as one language whatever its script.
pub(crate) fn of_cld2(code: &str) -> Option<Language> {
    let tag = match code {
        "iw" => "he",
        "in" => "id",
        "jw" => "jv",
        "no" | "nn" => "nb",
        "mo" => "ro",
        "fil" => "tl",
        "ku" => "kmr",
        "sh" => "sr",
        code => code,
    };
    Language::parse(tag).ok().map(Language::base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_detectable_language_is_known() {
        assert_eq!(detectable().len(), DETECTABLE.len());
        for (language, tag) in DETECTABLE {
            assert_eq!(of_lingua(language), Language::parse(tag).ok());
        }
    }

    #[test]
    fn withdrawn_codes_mean_their_successors() {
        for (code, tag) in [("iw", "he"), ("nn", "nb"), ("zh-Hant", "zh"), ("ca", "ca")] {
            assert_eq!(of_cld2(code), Language::parse(tag).ok(), "{code}");
        }
        assert_eq!(of_cld2("xx-Ethi"), None);
    }
}
