//! The languages of TMX files as those of Dragoman.

use dragoman_language::Language;

/// The language of a tag that a tool wrote, `None` if it is not a known one.
///
/// Case does not matter, an underscore is a hyphen. A region or script that is not told apart is
/// left out (`de-AT` is `de`), for Chinese it tells the script, for Spanish the continent.
pub(super) fn parse(tag: &str) -> Option<Language> {
    let tag = tag.trim().replace('_', "-").to_ascii_lowercase();
    let (base, rest) = tag.split_once('-').unwrap_or((&tag, ""));
    let subtags = || rest.split('-');
    let found = match base {
        "zh" | "cmn" if subtags().any(|tag| matches!(tag, "hant" | "tw" | "hk" | "mo" | "cht")) => {
            Language::parse("zh-Hant")
        }
        "zh" | "cmn" if subtags().any(|tag| matches!(tag, "hans" | "cn" | "sg" | "chs")) => {
            Language::parse("zh-Hans")
        }
        "zh" | "cmn" => Language::parse("zh"),
        "es" if subtags().any(is_american) => Language::parse("es-419"),
        "no" => Language::parse("nb"),
        "iw" => Language::parse("he"),
        "in" => Language::parse("id"),
        _ => Language::parse(&tag).or_else(|_| Language::parse(base)),
    };
    found.ok()
}

/// Whether a subtag of Spanish is of Latin America.
fn is_american(subtag: &str) -> bool {
    matches!(
        subtag,
        "419"
            | "ar"
            | "bo"
            | "cl"
            | "co"
            | "cr"
            | "cu"
            | "do"
            | "ec"
            | "gt"
            | "hn"
            | "mx"
            | "ni"
            | "pa"
            | "pe"
            | "pr"
            | "py"
            | "sv"
            | "us"
            | "uy"
            | "ve"
            | "xl"
            | "la"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_real_tools_are_understood() {
        for (tag, language) in [
            ("EN-US", "en-US"),
            ("en_gb", "en-GB"),
            ("de-AT", "de"),
            ("zh-CN", "zh-Hans"),
            ("zh-Hant-TW", "zh-Hant"),
            ("es-MX", "es-419"),
            ("es-ES", "es"),
            ("pt-BR", "pt-BR"),
            ("no", "nb"),
            ("fr-BE", "fr"),
        ] {
            assert_eq!(parse(tag).map(Language::tag), Some(language), "{tag}");
        }
        assert_eq!(parse("tlh"), None);
        assert_eq!(parse("*all*"), None);
        assert_eq!(parse(""), None);
    }
}
