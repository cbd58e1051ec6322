//! The detectors, each behind the same question.

use anyhow::{Result, bail};
use dragoman_detection::Detector;
use dragoman_domain::{Detection, LanguageDetector};
use lingua::{IsoCode639_1, LanguageDetectorBuilder};

use crate::joined::Joined;

/// What a detector says of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is in this language, by its tag.
    Named(String),
    /// It is in none of those that can be named: perhaps in this one.
    Unsupported(Option<String>),
    /// It does not say.
    Unsure,
}

impl Answer {
    fn of(detection: Detection) -> Self {
        match detection {
            Detection::Detected(language) => Self::Named(language.to_string()),
            Detection::Unsupported(language) => {
                Self::Unsupported(language.map(|language| language.to_string()))
            }
            Detection::Unsure(_) | Detection::NoLanguage => Self::Unsure,
        }
    }

    /// Of a detector that has one answer: what it cannot be sure of, or is none of ours.
    fn of_tag(tag: Option<&str>, is_sure: bool) -> Self {
        let tag = match tag {
            Some("no" | "nn") => "nb",
            Some("iw") => "he",
            Some("zh-Hant") => "zh",
            Some(tag) => tag,
            None => return Self::Unsure,
        };
        match (is_sure, crate::texts::NAMED.contains(&tag)) {
            (false, _) => Self::Unsure,
            (true, true) => Self::Named(tag.to_owned()),
            (true, false) => Self::Unsupported(Some(tag.to_owned())),
        }
    }
}

/// A detector.
pub type Ask = Box<dyn Fn(&str) -> Answer>;

/// The names of all detectors.
pub const NAMES: [&str; 7] = [
    "dragoman",
    "lingua-and-cld2",
    "lingua",
    "lingua-low",
    "cld2",
    "whatlang",
    "whichlang",
];

/// The detector with this name.
pub fn named(name: &str) -> Result<Ask> {
    Ok(match name {
        "dragoman" => {
            let detector = Detector::new();
            Box::new(move |text| Answer::of(detector.detect(text)))
        }
        "lingua-and-cld2" => {
            let detector = Joined::new();
            Box::new(move |text| Answer::of(detector.detect(text)))
        }
        "lingua" | "lingua-low" => {
            let mut builder = LanguageDetectorBuilder::from_all_languages();
            if name == "lingua-low" {
                builder.with_low_accuracy_mode();
            }
            let detector = builder.build();
            Box::new(move |text| {
                let found = detector.detect_language_of(text);
                let code = found.map(|language| iso(language.iso_code_639_1()));
                Answer::of_tag(code.as_deref(), true)
            })
        }
        "cld2" => Box::new(|text| {
            let found =
                cld2::detect_language_ext(text, cld2::Format::Text, &cld2::Hints::default());
            Answer::of_tag(
                found.language.map(|language| language.0),
                found.reliability == cld2::Reliability::Reliable,
            )
        }),
        "whatlang" => Box::new(|text| {
            let found = whatlang::detect(text);
            Answer::of_tag(
                found.as_ref().map(|found| two_letters(found.lang().code())),
                found.is_some_and(|found| found.is_reliable()),
            )
        }),
        "whichlang" => Box::new(|text| {
            let found = whichlang::detect_language(text).three_letter_code();
            Answer::of_tag(Some(two_letters(found)), true)
        }),
        other => bail!("no detector is called {other}"),
    })
}

fn iso(code: IsoCode639_1) -> String {
    code.to_string()
}

/// The tags of the three-letter codes that the peers use for the languages of the comparison.
fn two_letters(code: &'static str) -> &'static str {
    const CODES: [(&str, &str); 58] = [
        ("afr", "af"),
        ("ara", "ar"),
        ("aze", "az"),
        ("bel", "be"),
        ("ben", "bn"),
        ("bul", "bg"),
        ("cat", "ca"),
        ("ces", "cs"),
        ("cmn", "zh"),
        ("dan", "da"),
        ("deu", "de"),
        ("ell", "el"),
        ("eng", "en"),
        ("epo", "eo"),
        ("est", "et"),
        ("fin", "fi"),
        ("fra", "fr"),
        ("guj", "gu"),
        ("heb", "he"),
        ("hin", "hi"),
        ("hrv", "hr"),
        ("hun", "hu"),
        ("hye", "hy"),
        ("ind", "id"),
        ("ita", "it"),
        ("jpn", "ja"),
        ("kat", "ka"),
        ("kor", "ko"),
        ("lat", "la"),
        ("lav", "lv"),
        ("lit", "lt"),
        ("mar", "mr"),
        ("mkd", "mk"),
        ("nld", "nl"),
        ("nob", "nb"),
        ("pan", "pa"),
        ("pes", "fa"),
        ("pol", "pl"),
        ("por", "pt"),
        ("ron", "ro"),
        ("rus", "ru"),
        ("slk", "sk"),
        ("slv", "sl"),
        ("sna", "sn"),
        ("spa", "es"),
        ("srp", "sr"),
        ("swe", "sv"),
        ("tam", "ta"),
        ("tel", "te"),
        ("tgl", "tl"),
        ("tha", "th"),
        ("tuk", "tk"),
        ("tur", "tr"),
        ("ukr", "uk"),
        ("urd", "ur"),
        ("vie", "vi"),
        ("yid", "yi"),
        ("zul", "zu"),
    ];
    CODES
        .iter()
        .find(|(three, _)| *three == code)
        .map_or(code, |(_, two)| two)
}
