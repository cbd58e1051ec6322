//! The categories of plurals that languages have.

use dragoman_language::Language;

/// The categories of a language as CLDR has them, in the order of their names.
pub(super) fn categories(language: Language) -> &'static [&'static str] {
    match language.base().tag() {
        "ja" | "zh" | "yue" | "ko" | "vi" | "th" | "id" | "ms" | "lo" | "my" | "km" | "jv"
        | "su" | "wo" | "ig" => &["other"],
        "fr" | "es" | "it" | "pt" | "ca" | "scn" => &["many", "one", "other"],
        "cs" | "sk" | "lt" | "pl" | "ru" | "uk" | "be" => &["few", "many", "one", "other"],
        "hr" | "sr" | "bs" | "ro" => &["few", "one", "other"],
        "he" => &["one", "other", "two"],
        "sl" => &["few", "one", "other", "two"],
        "lv" => &["one", "other", "zero"],
        "mt" | "ga" | "br" => &["few", "many", "one", "other", "two"],
        "ar" | "cy" => &["few", "many", "one", "other", "two", "zero"],
        _ => &["one", "other"],
    }
}

/// The categories that some language has.
pub(super) const ALL: [&str; 6] = ["few", "many", "one", "other", "two", "zero"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_the_category_of_all_others_in_the_order_of_names() {
        for language in Language::all() {
            let categories = categories(language);
            assert!(categories.contains(&"other") && categories.is_sorted());
            assert!(categories.iter().all(|name| ALL.contains(name)));
        }
        let pt = Language::parse("pt-BR").unwrap();
        assert_eq!(categories(pt), ["many", "one", "other"]);
    }
}
