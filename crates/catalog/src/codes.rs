//! Language codes as the catalogues and people write them.

use dragoman_language::{Language, LanguagePair};

/// Codes that name a language of ours in another way: older codes, and scripts that are the
/// usual ones of the language.
const ALIASES: &[(&str, &str)] = &[
    ("az-latn", "az"),
    ("bs-latn", "bs"),
    ("hr-latn", "hr"),
    ("in", "id"),
    ("iw", "he"),
    ("kk-cyrl", "kk"),
    ("mn-cyrl", "mn"),
    ("no", "nb"),
    ("sr-cyrl", "sr"),
    ("uz-latn", "uz"),
];

/// The language of a catalogue's code, which is a BCP 47 tag in any case, often with an underscore
/// before the script: `zh_hant`, `sr_cyrl`, `nb`. `None` if no known language has the code.
#[must_use]
pub fn language_of_code(code: &str) -> Option<Language> {
    let tag = code.replace('_', "-").to_ascii_lowercase();
    let tag = ALIASES
        .iter()
        .find(|(alias, _)| *alias == tag)
        .map_or(tag.as_str(), |(_, tag)| tag);
    Language::parse(tag).ok()
}

/// The pair of a catalogue's key or of a command line: two codes and a hyphen, `en-zh_hant` or
/// `en-zh-Hant`. `None` if there is no hyphen that parts two known languages.
#[must_use]
pub fn pair_of_code(code: &str) -> Option<LanguagePair> {
    code.match_indices('-').find_map(|(position, _)| {
        let (source, target) = code.split_at_checked(position)?;
        Some(LanguagePair::new(
            language_of_code(source)?,
            language_of_code(target.strip_prefix('-')?)?,
        ))
    })
}

/// The pair as folders and commands spell it: `en-zh-Hant`.
#[must_use]
pub fn code_of_pair(pair: LanguagePair) -> String {
    format!("{}-{}", pair.source, pair.target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_the_catalogues_become_tags() {
        for (code, tag) in [
            ("de", "de"),
            ("zh", "zh"),
            ("zh_hant", "zh-Hant"),
            ("zh_hans", "zh-Hans"),
            ("sr_cyrl", "sr"),
            ("nb", "nb"),
            ("no", "nb"),
            ("pt", "pt"),
            ("pt-BR", "pt-BR"),
        ] {
            assert_eq!(language_of_code(code).unwrap().tag(), tag, "{code}");
        }
    }

    #[test]
    fn a_code_without_a_tag_of_ours_is_unknown() {
        for code in ["nn", "sr_latn", "", "tlh", "../de", "de_"] {
            assert_eq!(language_of_code(code), None, "{code}");
        }
    }

    #[test]
    fn a_pair_is_parted_where_both_sides_are_languages() {
        for (code, pair) in [
            ("en-de", "en-de"),
            ("en-zh_hant", "en-zh-Hant"),
            ("zh-Hant-en", "zh-Hant-en"),
            ("EN-PT-br", "en-pt-BR"),
            ("fr-ca", "fr-ca"),
        ] {
            assert_eq!(code_of_pair(pair_of_code(code).unwrap()), pair, "{code}");
        }
        for code in ["en", "en-", "-de", "en-xx", "en_de"] {
            assert_eq!(pair_of_code(code), None, "{code}");
        }
    }
}
