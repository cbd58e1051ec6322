//! Languages as the clients of other services write them.

use dragoman_domain::Language;
use serde::{Deserialize, Deserializer, de};

/// Codes that others have for languages, besides their tags.
const OTHER_CODES: [(&str, &str); 9] = [
    ("zt", "zh-Hant"),
    ("zh-TW", "zh-Hant"),
    ("zh-HK", "zh-Hant"),
    ("zh-CN", "zh-Hans"),
    ("pb", "pt-BR"),
    ("no", "nb"),
    ("iw", "he"),
    ("in", "id"),
    ("fil", "tl"),
];

/// What clients write for a language that is to be detected.
const DETECTED: [&str; 3] = ["", "auto", "auto-detect"];

/// A language by its tag or a code that others have for it, in any case, with hyphens or underscores. A country that is no
/// variant here says nothing more.
pub(super) fn parse(code: &str) -> Option<Language> {
    let code = code.trim().replace('_', "-");
    let other = OTHER_CODES.iter();
    let mut other = other.filter(|(other, _)| other.eq_ignore_ascii_case(&code));
    let tag = other.next().map_or(code.as_str(), |(_, tag)| tag);
    let of_country = || {
        let (language, country) = tag.split_once('-')?;
        let is_country = country.len() == 2 && country.bytes().all(|b| b.is_ascii_alphabetic());
        is_country.then(|| Language::parse(language).ok())?
    };
    Language::parse(tag).ok().or_else(of_country)
}

/// A language to translate into.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target(pub(super) Language);

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        parse(&code).map(Self).ok_or_else(|| unknown(&code))
    }
}

/// A language to translate from; none if it is to be detected.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Source(pub(super) Option<Language>);

impl<'de> Deserialize<'de> for Source {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        if DETECTED.contains(&code.trim().to_ascii_lowercase().as_str()) {
            return Ok(Self(None));
        }
        // Where variants can be read, they are read as their languages.
        let language = parse(&code).ok_or_else(|| unknown(&code))?;
        Ok(Self(Some(language.base())))
    }
}

fn unknown<E: de::Error>(code: &str) -> E {
    E::custom(format!("{code} is not supported"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_others_are_known() {
        for (code, tag) in [
            ("en", "en"),
            ("PT_br", "pt-BR"),
            ("zh", "zh"),
            ("zh-hant", "zh-Hant"),
            ("ZT", "zh-Hant"),
            ("no", "nb"),
            ("de_DE", "de"),
            ("es-MX", "es"),
        ] {
            assert_eq!(parse(code).map(Language::tag), Some(tag), "{code}");
        }
        for none in ["xx", "xx-DE", "de-Latn", "de-1", "-DE"] {
            assert_eq!(parse(none), None, "{none}");
        }
        assert_eq!(parse("auto"), None);
        for (other, tag) in OTHER_CODES {
            assert!(
                Language::parse(other).is_err(),
                "{other} is a tag of its own"
            );
            assert!(Language::parse(tag).is_ok(), "{tag}");
        }
    }
}
