//! Tags by which files name languages.

use dragoman_language::Language;

/// Whether a tag of a file names the language that is asked for: the same or, where only a language is asked
/// for, a variant of it.
pub(crate) fn fits(tag: &str, target: Language) -> bool {
    let tag = tag.replace('_', "-").to_ascii_lowercase();
    let target = target.tag().to_ascii_lowercase();
    if tag == target {
        return true;
    }
    // Chinese differs by its script, which tags of regions tell as well.
    match target.as_str() {
        "zh-hant" => is_traditional(&tag),
        "zh" | "zh-hans" => base(&tag) == "zh" && !is_traditional(&tag),
        _ => !target.contains('-') && base(&tag) == target,
    }
}

fn is_traditional(tag: &str) -> bool {
    let mut parts = tag.split('-');
    parts.next() == Some("zh") && parts.any(|part| ["hant", "tw", "hk", "mo"].contains(&part))
}

/// The language of a tag, without what follows.
pub(crate) fn base(tag: &str) -> &str {
    tag.split(['-', '_']).next().unwrap_or(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_fits_if_it_is_the_language_or_a_variant_of_it() {
        let fits = |tag: &str, target: &str| fits(tag, Language::parse(target).unwrap());
        assert!(fits("fr-FR", "fr"));
        assert!(fits("PT-br", "pt-BR"));
        assert!(!fits("pt-PT", "pt-BR"));
        assert!(!fits("pt", "pt-BR"));
        assert!(fits("zh-TW", "zh-Hant"));
        assert!(fits("zh-CN", "zh-Hans"));
        assert!(!fits("zh_HK", "zh-Hans"));
        assert!(!fits("de", "fr"));
    }
}
