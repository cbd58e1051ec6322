//! What Tesseract calls its data.

use std::collections::BTreeSet;

use dragoman_language::Language;

/// The data for each language, by the tags of both; a variant has that of its language.
const CODES: &[(&str, &str)] = &[
    ("af", "afr"),
    ("ar", "ara"),
    ("as", "asm"),
    ("az", "aze"),
    ("be", "bel"),
    ("bg", "bul"),
    ("bn", "ben"),
    ("br", "bre"),
    ("bs", "bos"),
    ("ca", "cat"),
    ("ceb", "ceb"),
    ("cs", "ces"),
    ("cy", "cym"),
    ("da", "dan"),
    ("de", "deu"),
    ("el", "ell"),
    ("en", "eng"),
    ("eo", "epo"),
    ("es", "spa"),
    ("et", "est"),
    ("eu", "eus"),
    ("fa", "fas"),
    ("fi", "fin"),
    ("fr", "fra"),
    ("ga", "gle"),
    ("gl", "glg"),
    ("gu", "guj"),
    ("he", "heb"),
    ("hi", "hin"),
    ("hr", "hrv"),
    ("ht", "hat"),
    ("hu", "hun"),
    ("hy", "hye"),
    ("id", "ind"),
    ("is", "isl"),
    ("it", "ita"),
    ("ja", "jpn"),
    ("jv", "jav"),
    ("ka", "kat"),
    ("kk", "kaz"),
    ("kmr", "kmr"),
    ("ko", "kor"),
    ("ky", "kir"),
    ("la", "lat"),
    ("lb", "ltz"),
    ("lt", "lit"),
    ("lv", "lav"),
    ("mi", "mri"),
    ("mk", "mkd"),
    ("ml", "mal"),
    ("mn", "mon"),
    ("mr", "mar"),
    ("ms", "msa"),
    ("mt", "mlt"),
    ("my", "mya"),
    ("nb", "nor"),
    ("ne", "nep"),
    ("nl", "nld"),
    ("oc", "oci"),
    ("pa", "pan"),
    ("pl", "pol"),
    ("ps", "pus"),
    ("pt", "por"),
    ("qu", "que"),
    ("ro", "ron"),
    ("ru", "rus"),
    ("sa", "san"),
    ("sk", "slk"),
    ("sl", "slv"),
    ("sq", "sqi"),
    ("sr", "srp"),
    ("su", "sun"),
    ("sv", "swe"),
    ("sw", "swa"),
    ("ta", "tam"),
    ("te", "tel"),
    ("tg", "tgk"),
    ("th", "tha"),
    ("tl", "fil"),
    ("tr", "tur"),
    ("tt", "tat"),
    ("uk", "ukr"),
    ("ur", "urd"),
    ("uz", "uzb"),
    ("vi", "vie"),
    ("yi", "yid"),
    ("zh", "chi_sim"),
    ("zh-Hans", "chi_sim"),
    ("zh-Hant", "chi_tra"),
];

/// For each script that Tesseract finds, what the data for the script alone is called, and languages that are written in it:
/// those first that are read most.
const SCRIPTS: &[(&str, &str, &[&str])] = &[
    ("Arabic", "script/Arabic", &["ara", "fas", "urd"]),
    ("Armenian", "script/Armenian", &["hye"]),
    ("Bengali", "script/Bengali", &["ben", "asm"]),
    ("Cyrillic", "script/Cyrillic", &["rus", "ukr", "bul", "srp"]),
    (
        "Devanagari",
        "script/Devanagari",
        &["hin", "mar", "nep", "san"],
    ),
    ("Georgian", "script/Georgian", &["kat"]),
    ("Greek", "script/Greek", &["ell"]),
    ("Gujarati", "script/Gujarati", &["guj"]),
    ("Gurmukhi", "script/Gurmukhi", &["pan"]),
    ("Han", "script/HanS", &["chi_sim", "chi_tra", "jpn"]),
    ("Hangul", "script/Hangul", &["kor"]),
    ("Hebrew", "script/Hebrew", &["heb", "yid"]),
    ("Hiragana", "script/Japanese", &["jpn"]),
    ("Japanese", "script/Japanese", &["jpn"]),
    ("Katakana", "script/Japanese", &["jpn"]),
    ("Korean", "script/Hangul", &["kor"]),
    (
        "Latin",
        "script/Latin",
        &["eng", "deu", "fra", "spa", "ita", "por"],
    ),
    ("Malayalam", "script/Malayalam", &["mal"]),
    ("Myanmar", "script/Myanmar", &["mya"]),
    ("Tamil", "script/Tamil", &["tam"]),
    ("Telugu", "script/Telugu", &["tel"]),
    ("Thai", "script/Thai", &["tha"]),
];

/// How many languages are tried at once where none is known: each takes as long again.
const MOST_AT_ONCE: usize = 3;

/// What the data for a language is called; none if there is none anywhere.
pub(super) fn code(language: Language) -> Option<&'static str> {
    let of = |tag: &str| CODES.iter().find(|(known, _)| *known == tag);
    let (_, code) = of(language.tag()).or_else(|| of(language.base().tag()))?;
    Some(code)
}

/// What to do so that there is data for a language, as the end of a sentence.
pub(super) fn package(language: Language) -> String {
    match code(language) {
        Some(code) => format!(
            "whoever runs it has to install the package tesseract-ocr-{}",
            code.replace('_', "-")
        ),
        None => "Tesseract has not learnt it".to_owned(),
    }
}

/// The data to read a script with, if any is installed.
pub(super) fn of_script(script: &str, installed: &BTreeSet<String>) -> Option<String> {
    let (_, whole, languages) = SCRIPTS.iter().find(|(known, ..)| *known == script)?;
    if installed.contains(*whole) {
        return Some((*whole).to_owned());
    }
    let languages = languages.iter().filter(|code| installed.contains(**code));
    let languages: Vec<&str> = languages.copied().take(MOST_AT_ONCE).collect();
    (!languages.is_empty()).then(|| languages.join("+"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(tag: &str) -> Language {
        tag.parse().unwrap()
    }

    #[test]
    fn a_variant_has_the_data_of_its_language_unless_it_has_its_own() {
        for (tag, expected) in [
            ("de", Some("deu")),
            ("pt-BR", Some("por")),
            ("zh-Hans", Some("chi_sim")),
            ("zh-Hant", Some("chi_tra")),
            ("zu", None),
        ] {
            assert_eq!(code(language(tag)), expected, "{tag}");
        }
        assert!(package(language("zh-Hant")).ends_with("tesseract-ocr-chi-tra"));
    }

    #[test]
    fn every_tag_of_the_table_is_known() {
        for (tag, code) in CODES {
            assert!(tag.parse::<Language>().is_ok(), "{tag} {code}");
        }
    }

    #[test]
    fn a_script_is_read_by_its_own_data_or_by_that_of_some_languages() {
        let installed = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let some = installed(&["deu", "eng", "fra", "osd", "rus", "spa"]);
        assert_eq!(of_script("Latin", &some).as_deref(), Some("eng+deu+fra"));
        assert_eq!(of_script("Cyrillic", &some).as_deref(), Some("rus"));
        assert_eq!(of_script("Thai", &some), None);
        let whole = installed(&["eng", "script/Latin"]);
        assert_eq!(of_script("Latin", &whole).as_deref(), Some("script/Latin"));
    }
}
