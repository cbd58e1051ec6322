//! What the program used before it had a table of its own: cld2 for what is in none of the 33
//! languages, then lingua, if it is sure enough.

use cld2::{Format, Reliability, detect_language_ext};
use dragoman_domain::{Detection, Language};
use lingua::{Language as Lingua, LanguageDetector, LanguageDetectorBuilder};

/// The thresholds that it had.
const LEAST_SHARE: u8 = 60;
const LEAST_CONFIDENCE: f64 = 0.25;
const LEAST_MARGIN: f64 = 0.10;
const LEAST_CONFIDENCE_IN_A_WORD: f64 = 0.65;
const MOST_LETTERS: usize = 2_000;

/// The languages that lingua tells apart, by the tags of this project.
const LANGUAGES: [(Lingua, &str); 33] = [
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

pub struct Joined {
    lingua: LanguageDetector,
}

impl Joined {
    pub fn new() -> Self {
        let languages: Vec<Lingua> = LANGUAGES.iter().map(|&(language, _)| language).collect();
        Self {
            lingua: LanguageDetectorBuilder::from_languages(&languages).build(),
        }
    }

    pub fn detect(&self, text: &str) -> Detection {
        let end = text
            .char_indices()
            .filter(|(_, character)| character.is_alphabetic())
            .nth(MOST_LETTERS)
            .map_or(text.len(), |(position, _)| position);
        let text = &text[..end];
        let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
        if letters == 0 {
            return Detection::NoLanguage;
        }
        let found = detect_language_ext(text, Format::Text, &cld2::Hints::default());
        let language = found.language.and_then(|language| of_cld2(language.0));
        let is_sure = found.language.is_some()
            && found.reliability == Reliability::Reliable
            && found.scores[0].percent >= LEAST_SHARE;
        let is_named = language
            .is_some_and(|language| LANGUAGES.iter().any(|&(_, tag)| tag == language.tag()));
        let foreign = text.chars().filter(|&letter| is_foreign(letter)).count();
        if 2 * foreign > letters || is_sure && !is_named {
            return Detection::Unsupported(language.filter(|_| !is_named));
        }
        self.decide(text)
    }

    fn decide(&self, text: &str) -> Detection {
        let mut ranked = self.lingua.compute_language_confidence_values(text);
        ranked.sort_by(|(left, left_confidence), (right, right_confidence)| {
            right_confidence
                .total_cmp(left_confidence)
                .then(left.cmp(right))
        });
        let is_a_word = text.split_whitespace().nth(1).is_none();
        let least = if is_a_word {
            LEAST_CONFIDENCE_IN_A_WORD
        } else {
            LEAST_CONFIDENCE
        };
        let (best, confidence) = ranked[0];
        if confidence >= least && confidence - ranked[1].1 >= LEAST_MARGIN {
            of_lingua(best).map_or(Detection::Unsure(Vec::new()), Detection::Detected)
        } else {
            Detection::Unsure(Vec::new())
        }
    }
}

/// A letter of the scripts of India, Ethiopia and the Caucasus: those of the texts here that no
/// named language is written in.
fn is_foreign(letter: char) -> bool {
    matches!(letter, '\u{531}'..='\u{58f}' | '\u{900}'..='\u{dff}' | '\u{10a0}'..='\u{10ff}' | '\u{1200}'..='\u{139f}')
        && letter.is_alphabetic()
}

fn of_lingua(language: Lingua) -> Option<Language> {
    LANGUAGES
        .iter()
        .find(|&&(candidate, _)| candidate == language)
        .and_then(|&(_, tag)| Language::parse(tag).ok())
}

fn of_cld2(code: &str) -> Option<Language> {
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
