//! Hyphens in French numbers in words: traditional spelling and the spelling reform of 1990.

use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::Regex;

use crate::pattern::pattern;
use crate::target_text::TargetText;

const UNITS: &str = "deux|trois|quatre|cinq|six|sept|huit|neuf|une?";
const TEENS: &str = "dix|onze|douze|treize|quatorze|quinze|seize";

/// A pattern for numbers below a million. Spaces or hyphens separate the parts.
static NUMERAL: LazyLock<Regex> = LazyLock::new(|| {
    let join = "(?: |-|‑|\u{a0})";
    let and = format!("{join}et{join}");
    let teen = format!("(?:dix{join}(?:sept|huit|neuf)|{TEENS})");
    let tens = "(?:vingt|trente|quarante|cinquante|soixante|septante|huitante|octante|nonante)";
    let eighty = format!("quatre{join}vingt");
    let below_hundred = format!(
        "(?:{eighty}s\\b|{eighty}(?:{join}(?:{teen}|{UNITS}))?\\b|{tens}(?:{and}(?:une?|onze)|{join}(?:{teen}|{UNITS}))?\\b|{teen}\\b|(?:{UNITS})\\b)"
    );
    let hundred = format!("(?:(?:deux|trois|quatre|cinq|six|sept|huit|neuf){join})?cent");
    let below_thousand =
        format!("(?:{hundred}s\\b|{hundred}(?:{join}{below_hundred})?\\b|{below_hundred})");
    let thousands = format!("(?:{below_thousand}{join})?mille(?:{join}{below_thousand})?\\b");
    pattern(&format!("(?i)\\b(?:{thousands}|{below_thousand})"))
});

/// The words after a number that show that it is part of a fraction, an ordinal, or a longer number
/// that the pattern does not match.
static GOES_ON: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)^(?:[ \u{{a0}}]|-|‑)(?:et[ \u{{a0}}-](?:une?|onze|demi)\b|(?:{UNITS}|{TEENS}|vingt|trente|quarante|cinquante|soixante|cents?|mille)\b|\p{{L}}+ièmes?\b|dixièmes?\b)"
    ))
});

static COMES_FROM: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)(?:\b(?:{UNITS}|{TEENS}|vingt|trente|quarante|cinquante|soixante|cents?|mille)[ \u{{a0}}]|[-‑'’])$"
    ))
});

/// Joins all parts of numbers by hyphens (`all`), or only the parts below a hundred without `et`.
pub(super) fn hyphens(target: &TargetText<'_>, all: bool) -> Vec<Edit> {
    target.replace(&NUMERAL, |captures| {
        let found = captures.get(0)?;
        let (before, after) = (
            target.context_before(found.start()),
            target.after(found.end()),
        );
        let elided = before.ends_with(['\'', '’']);
        let is_part = GOES_ON.is_match(after) || !elided && COMES_FROM.is_match(before);
        if is_part
            || is_coins(before, found.as_str())
            || is_title(found.as_str())
            || target.is_code(&found.range())
        {
            return None;
        }
        let words: Vec<&str> = found.as_str().split([' ', '-', '‑', '\u{a0}']).collect();
        // In "un mille" the noun is a mile: a thousand has no "un".
        if matches!(words.as_slice(), [one, _, ..] if one.to_lowercase().starts_with("un")) {
            return None;
        }
        Some(if all {
            words.join("-")
        } else {
            joined_below_hundred(&words)
        })
    })
}

/// Whether `cents` are coins: trois euros et cinq cents.
fn is_coins(before: &str, number: &str) -> bool {
    let before = before.to_lowercase();
    number.to_lowercase().ends_with("cents")
        && ["et ", "euros ", "dollars "]
            .iter()
            .any(|word| before.ends_with(word))
}

/// Whether capitals inside the number show that it is part of a name.
fn is_title(number: &str) -> bool {
    let mut words = number.split([' ', '-', '‑', '\u{a0}']).skip(1);
    words.any(|word| word.starts_with(char::is_uppercase)) && number.contains(char::is_lowercase)
}

fn joined_below_hundred(words: &[&str]) -> String {
    let stands_apart = |word: &str| {
        matches!(
            word.to_lowercase().as_str(),
            "et" | "cent" | "cents" | "mille"
        )
    };
    let mut written = String::new();
    let mut previous: Option<&str> = None;
    for word in words {
        if let Some(previous) = previous {
            let apart = stands_apart(previous) || stands_apart(word);
            written.push(if apart { ' ' } else { '-' });
        }
        written.push_str(word);
        previous = Some(word);
    }
    written
}
