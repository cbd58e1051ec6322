//! Symbols in running text, and the words for them.

use std::ops::Range;
use std::sync::LazyLock;

use dragoman_text::{Edit, capitalised};
use regex::Regex;

use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

/// The words for symbols in a language.
struct Words {
    percent: &'static str,
    degree: &'static str,
    degrees: &'static str,
    and: &'static str,
    section: &'static str,
    sections: &'static str,
}

const fn words(language: StyleLanguage) -> Option<Words> {
    let words = match language {
        StyleLanguage::German => Words {
            percent: "Prozent",
            degree: "Grad",
            degrees: "Grad",
            and: "und",
            section: "Paragraf",
            sections: "Paragrafen",
        },
        StyleLanguage::English => Words {
            percent: "percent",
            degree: "degree",
            degrees: "degrees",
            and: "and",
            section: "section",
            sections: "sections",
        },
        StyleLanguage::Spanish => Words {
            percent: "por ciento",
            degree: "grado",
            degrees: "grados",
            and: "y",
            section: "sección",
            sections: "secciones",
        },
        StyleLanguage::French => Words {
            percent: "pour cent",
            degree: "degré",
            degrees: "degrés",
            and: "et",
            section: "paragraphe",
            sections: "paragraphes",
        },
        StyleLanguage::Italian => Words {
            percent: "per cento",
            degree: "grado",
            degrees: "gradi",
            and: "e",
            section: "paragrafo",
            sections: "paragrafi",
        },
        _ => return None,
    };
    Some(words)
}

/// Writes words for percent and degree signs after numbers, section signs before numbers, and
/// ampersands between words.
pub(in crate::rules) fn spell_out(target: &TargetText<'_>) -> Vec<Edit> {
    let Some(words) = words(target.language) else {
        return Vec::new();
    };
    let mut edits = percent(target, &words);
    edits.extend(degrees(target, &words));
    edits.extend(sections(target, &words));
    edits.extend(ampersands(target, &words));
    edits
}

static PERCENT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(\d+(?:[.,'’ \u{a0}\u{202f}]?\d+)*)([ \u{a0}\u{202f}]?)%"));

fn percent(target: &TargetText<'_>, words: &Words) -> Vec<Edit> {
    target.replace(&PERCENT, |captures| {
        let range = captures.get(0)?.range();
        if continues_token(target.after(range.end)) || is_code(target, &range) {
            return None;
        }
        let space = space(captures.get(2)?.as_str());
        Some(format!(
            "{}{space}{}",
            captures.get(1)?.as_str(),
            words.percent
        ))
    })
}

static GOES_ON: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(?:[\p{L}\d%_/(-]|\.\d| [\d(])"));

/// Whether a symbol is part of a longer word, of code or of a calculation.
fn continues_token(after: &str) -> bool {
    GOES_ON.is_match(after)
}

const fn space(written: &str) -> &str {
    if written.is_empty() { " " } else { written }
}

static DEGREES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(\d+(?:[.,]\d+)?)([ \u{a0}\u{202f}]?)°[ \u{a0}\u{202f}]?([CF])\b")
});

fn degrees(target: &TargetText<'_>, words: &Words) -> Vec<Edit> {
    target.replace(&DEGREES, |captures| {
        let range = captures.get(0)?.range();
        if continues_token(target.after(range.end)) || is_code(target, &range) {
            return None;
        }
        let number = captures.get(1)?.as_str();
        let degrees = if number == "1" {
            words.degree
        } else {
            words.degrees
        };
        let scale = if captures.get(3)?.as_str() == "C" {
            "Celsius"
        } else {
            "Fahrenheit"
        };
        let space = space(captures.get(2)?.as_str());
        Some(format!("{number}{space}{degrees} {scale}"))
    })
}

static NUMBER_ONLY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^[(«„“]?[-−+±]?\d+(?:[.,]\d+)*(?:[-–]\d+(?:[.,]\d+)*)?[ \u{a0}\u{202f}]?[%°]?[CF]?[)»“”.,;:!?]*$",
    )
});

/// Whether a number is part of code. A decimal point alone is no evidence of code.
fn is_code(target: &TargetText<'_>, range: &Range<usize>) -> bool {
    target.is_code(range) && !NUMBER_ONLY.is_match(target.token(range))
}

static SECTIONS: LazyLock<Regex> = LazyLock::new(|| pattern(r"(§{1,2})([ \u{a0}\u{202f}]?)(\d)"));

/// German articles and contractions in the cases in which the noun Paragraph has the ending -en.
static OBLIQUE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:des|dem|den|vom|zum|im|beim)\s$"));

fn sections(target: &TargetText<'_>, words: &Words) -> Vec<Edit> {
    target.replace(&SECTIONS, |captures| {
        let range = captures.get(0)?.range();
        let before = target.context_before(range.start);
        let is_oblique = target.language == StyleLanguage::German && OBLIQUE.is_match(before);
        let several = captures.get(1)?.len() > '§'.len_utf8();
        let word = if several || is_oblique {
            words.sections
        } else {
            words.section
        };
        let digit = captures.get(3)?.as_str();
        let joined = before.ends_with(|last: char| last.is_alphanumeric() || "/-§".contains(last));
        let begins = target.may_begin_sentence(range.start);
        let word = if begins {
            capitalised(word)
        } else {
            word.to_owned()
        };
        let space = space(captures.get(2)?.as_str());
        (!joined).then(|| format!("{word}{space}{digit}"))
    })
}

static AMPERSAND: LazyLock<Regex> = LazyLock::new(|| pattern(r"(\p{L}+)( & )(\p{L}+)"));

/// Capitalised words next to an ampersand may be a name.
fn ampersands(target: &TargetText<'_>, words: &Words) -> Vec<Edit> {
    target.replace(&AMPERSAND, |captures| {
        let (left, right) = (captures.get(1)?.as_str(), captures.get(3)?.as_str());
        let is_name = left.starts_with(char::is_uppercase) && right.starts_with(char::is_uppercase);
        if is_name || target.is_code(&captures.get(0)?.range()) {
            return None;
        }
        Some(format!(
            "{left} {} {right}",
            and_before(target.language, words.and, right)
        ))
    })
}

static I_SOUND: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)^(?:i|í|hi[^ae])"));

/// The Spanish conjunction y becomes e before the sound of i.
fn and_before<'word>(language: StyleLanguage, and: &'word str, next: &str) -> &'word str {
    let is_spanish = language == StyleLanguage::Spanish;
    if is_spanish && I_SOUND.is_match(next) {
        "e"
    } else {
        and
    }
}
