//! Which languages texts can be improved in.

use dragoman_domain::{Language, improvement_languages};

/// The base languages in whose variants, or in themselves, a style or a tone can be asked for.
const WITH_STYLES: [&str; 6] = ["de", "en", "es", "fr", "it", "pt"];

/// A language in which texts can be improved now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImprovableLanguage {
    /// The language or variant.
    pub language: Language,
    /// Whether it is recognised when no language is given.
    pub auto_detection: bool,
    /// Whether a style or a tone can be asked for.
    pub styles_and_tones: bool,
}

/// Every language and variant that the interface has for improved texts, in the order of their tags.
pub(super) fn targets() -> impl Iterator<Item = Language> {
    improvement_languages().iter().copied()
}

/// The variant that a base language stands for.
pub(super) fn applied(target: Language) -> Language {
    let tag = match target.tag() {
        "en" => "en-US",
        "pt" => "pt-PT",
        "zh" => "zh-Hans",
        tag => tag,
    };
    Language::parse(tag).unwrap_or(target)
}

/// The variant that a text is converted to. Where a base language is asked for a text keeps its own spelling; Chinese
/// of no particular script is simplified.
pub(super) fn conversion(target: Language) -> Option<Language> {
    let applied = applied(target);
    (target.is_variant() || target.tag() == "zh").then_some(applied)
}

/// Whether styles and tones are for a language, whatever is installed. One that stands for a variant that has them has
/// them, too.
pub(super) fn has_styles(target: Language) -> bool {
    WITH_STYLES.contains(&target.base().tag())
}

/// In which language or variants of it somebody who serves `served` reads a text of `target`: one, if the language is
/// served as it is asked for; else, for a base language, each of its variants that is served; none if it is not served.
///
/// Who serves a base language alone reads all its variants. Who names some of them reads those.
pub(super) fn readings(served: &[Language], target: Language) -> Vec<Language> {
    let mut variants: Vec<Language> = targets()
        .filter(|variant| variant.is_variant() && variant.base() == target.base())
        .filter(|variant| served.contains(variant))
        .collect();
    let is_whole = served.contains(&target.base())
        && (variants.is_empty() || (!target.is_variant() && !is_divided(target)));
    if is_whole || variants.contains(&target) {
        return vec![target];
    }
    if target.is_variant() {
        return Vec::new();
    }
    // The one that the base language stands for comes first: it is preferred among equals.
    let preferred = applied(target);
    variants.sort_by_key(|variant| (*variant != preferred, *variant));
    variants
}

/// Whether nobody knows the spelling of all variants of a language at once, so that the base language is only another
/// name for one of them: each Portuguese dictionary lacks words of the other shore.
fn is_divided(base: Language) -> bool {
    base.tag() == "pt"
}

/// Languages that can be detected and are written in other than Latin letters.
const OTHER_LETTERS: [&str; 10] = ["ar", "bg", "el", "he", "ja", "ko", "ru", "th", "uk", "zh"];

/// Whether a language is written in Latin letters.
pub(super) fn is_written_in_latin(language: Language) -> bool {
    !OTHER_LETTERS.contains(&language.base().tag())
}

/// Whether a text that could be in any of `candidates` cannot be in `target`: it is written in other letters.
pub(super) fn is_out_of_question(candidates: &[Language], target: Language) -> bool {
    let is_other = |candidate: &Language| {
        !is_written_in_latin(*candidate) && candidate.base() != target.base()
    };
    !candidates.is_empty() && candidates.iter().all(is_other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(tag: &str) -> Language {
        Language::parse(tag).unwrap()
    }

    fn languages(tags: &[&str]) -> Vec<Language> {
        tags.iter().map(|tag| language(tag)).collect()
    }

    #[test]
    fn a_base_language_serves_its_variants_and_variants_serve_their_base() {
        for (served, target, expected) in [
            (&["en"][..], "en", &["en"][..]),
            (&["en"], "en-GB", &["en-GB"]),
            (&["en-US"], "en-GB", &[]),
            (&["en", "en-GB", "en-US"], "en", &["en"]),
            (&["pt-BR", "pt-PT"], "pt", &["pt-PT", "pt-BR"]),
            (&["pt-BR"], "pt", &["pt-BR"]),
            (&["pt", "pt-PT", "pt-BR"], "pt", &["pt-PT", "pt-BR"]),
            (&["pt", "pt-PT"], "pt", &["pt-PT"]),
            (&["pt", "pt-PT"], "pt-BR", &[]),
            (&["pt"], "pt-BR", &["pt-BR"]),
            (&["pt"], "pt", &["pt"]),
            (&["de", "de-CH"], "de", &["de"]),
            (&["zh"], "zh-Hans", &["zh-Hans"]),
            (&["fr-CA"], "fr", &[]),
            (&["de"], "fr", &[]),
        ] {
            assert_eq!(
                readings(&languages(served), language(target)),
                languages(expected),
                "{target} of {served:?}"
            );
        }
    }

    #[test]
    fn only_what_is_named_is_converted_to() {
        for (target, expected) in [
            ("en", None),
            ("en-GB", Some("en-GB")),
            ("pt", None),
            ("zh", Some("zh-Hans")),
            ("de", None),
        ] {
            assert_eq!(conversion(language(target)), expected.map(language));
        }
    }

    #[test]
    fn letters_tell_languages_apart_where_words_do_not() {
        for (candidates, target, expected) in [
            (&["ru", "uk"][..], "en", true),
            (&["ru", "uk"], "ja", true),
            (&["zh", "ja"], "ja", false),
            (&["nl", "af"], "en", false),
            (&["nl"], "ja", false),
            (&[], "en", false),
        ] {
            let is_out = is_out_of_question(&languages(candidates), language(target));
            assert_eq!(is_out, expected, "{candidates:?} {target}");
        }
    }
}
