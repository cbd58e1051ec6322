//! What languages are called in catalogues.

use std::collections::BTreeSet;

use dragoman_language::Language;

/// What a language may be called, the usual name first.
fn names(language: Language) -> Vec<&'static str> {
    match language.tag() {
        "zh" | "zh-Hans" => vec!["zh-Hans", "zh-CN", "zh"],
        "zh-Hant" => vec!["zh-Hant", "zh-TW", "zh-HK"],
        "nb" => vec!["nb", "no"],
        "he" => vec!["he", "iw"],
        "tl" => vec!["fil", "tl"],
        "kmr" => vec!["ku", "kmr"],
        "en-US" => vec!["en-US", "en"],
        "pt-BR" => vec!["pt-BR", "pt"],
        "pt" => vec!["pt", "pt-PT", "pt-BR"],
        tag => vec![tag],
    }
}

/// Whether two names are one but for their case and for how their parts are joined.
fn is_same(one: &str, other: &str) -> bool {
    one.replace('_', "-")
        .eq_ignore_ascii_case(&other.replace('_', "-"))
}

/// What the target language is called in a catalogue that has these languages and this source.
pub(super) fn name(target: Language, used: &BTreeSet<&str>, source: &str) -> String {
    let others = || used.iter().filter(|name| !is_same(name, source));
    let names = names(target);
    let known = names
        .iter()
        .find_map(|name| others().find(|used| is_same(used, name)));
    // A catalogue that has only one kind of a language is meant to have that.
    let mut of_base = others().filter(|name| {
        let base = name.split(['-', '_']).next().unwrap_or_default();
        !target.is_variant() && base.eq_ignore_ascii_case(target.tag())
    });
    let of_base = || of_base.next().filter(|_| of_base.next().is_none());
    let known = known.or_else(of_base).map(|name| (*name).to_owned());
    let usual = names.first().copied().unwrap_or(target.tag());
    known.unwrap_or_else(|| usual.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_called_as_the_catalogue_calls_it_or_as_usual() {
        for (target, used, expected) in [
            ("de", &["en", "de"][..], "de"),
            ("de", &["en", "de-DE"], "de-DE"),
            ("de", &["en", "de-AT", "de-CH"], "de"),
            ("zh", &["en"], "zh-Hans"),
            ("zh-Hans", &["en", "zh-CN"], "zh-CN"),
            ("nb", &["no"], "no"),
            ("nb", &[], "nb"),
            ("pt-BR", &["pt_BR", "pt"], "pt_BR"),
            ("pt-BR", &["pt-PT"], "pt-BR"),
            ("en-US", &["en"], "en-US"),
        ] {
            let used = used.iter().copied().collect();
            let target = Language::parse(target).unwrap();
            assert_eq!(name(target, &used, "en"), expected);
        }
    }
}
