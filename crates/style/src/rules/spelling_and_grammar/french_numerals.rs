//! Hyphens in spelled-out French numbers, in the tradition and since the rectifications of 1990.

use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::Regex;

use crate::passage::Passage;
use crate::pattern::pattern;

const UNITS: &str = "deux|trois|quatre|cinq|six|sept|huit|neuf|une?";
const TEENS: &str = "dix|onze|douze|treize|quatorze|quinze|seize";

/// The grammar of numbers below a million, as one expression. The parts may be joined by spaces or
/// hyphens.
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

/// A word that shows that the words before it are something else: a fraction or an ordinal, or a
/// part of a longer number that the expression does not cover.
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

/// Joins the parts of every number by hyphens (`all`), or only those below a hundred that no `et`
/// separates.
pub(super) fn hyphens(passage: &Passage<'_>, all: bool) -> Vec<Edit> {
    passage.replace(&NUMERAL, |captures| {
        let found = captures.get(0)?;
        let (before, after) = (
            passage.shortly_before(found.start()),
            passage.after(found.end()),
        );
        let elided = before.ends_with(['\'', '’']);
        let is_part = GOES_ON.is_match(after) || !elided && COMES_FROM.is_match(before);
        if is_part
            || is_coins(before, found.as_str())
            || is_title(found.as_str())
            || passage.is_code(&found.range())
        {
            return None;
        }
        let words: Vec<&str> = found.as_str().split([' ', '-', '‑', '\u{a0}']).collect();
        // A mile: a thousand has no un before it.
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

/// Whether `cents` are a currency: trois euros et cinq cents.
fn is_coins(before: &str, number: &str) -> bool {
    let before = before.to_lowercase();
    number.to_lowercase().ends_with("cents")
        && ["et ", "euros ", "dollars "]
            .iter()
            .any(|word| before.ends_with(word))
}

/// Whether capitals within the number show that it is the name of something.
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
