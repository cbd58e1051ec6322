//! Dimensions and equations.

use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::Regex;

use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

use super::context::is_asian;
use super::number::differs_beyond_spaces;

/// A pattern for a measure within dimensions: a number, perhaps with a unit.
const MEASURE: &str = r"[0-9]+(?:[.,][0-9]+)*(?:[ \x{a0}\x{202f}]?(?:[cmkd]?m|µm|px|Pixel|pixels?|ft|″|′|cm²)(?-u:\b))?";
const TIMES: &str = r"[ \x{a0}\x{202f}]?[x×Х✕][ \x{a0}\x{202f}]?";

static DIMENSIONS: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!("{MEASURE}(?:{TIMES}{MEASURE}){{1,3}}(?-u:\\b|$)")));
static SIGN: LazyLock<Regex> = LazyLock::new(|| pattern(&format!("(?<times>{TIMES})[0-9]")));
static UNIT_AFTER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:[ \x{a0}\x{202f}]?(?:[cmkd]?m|µm|px|Pixel|pixels?|píxeles|inch(?:es)?|ft|feet|Zoll|pouces|pulgadas|pollici|Zentimeter|Meter|mètres|metros|metri|センチ|メートル|ミリ|ピクセル|厘米|毫米|米|像素|센티미터|밀리미터|미터|픽셀)(?:[^\p{Latin}]|$))",
    )
});

/// Writes the sign between dimensions.
pub(super) fn dimensions(target: &TargetText<'_>, sign: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    for found in DIMENSIONS.find_iter(target.text) {
        if !are_dimensions(target, &found) {
            continue;
        }
        let signs = SIGN.captures_iter(found.as_str());
        for times in signs.filter_map(|captures| captures.name("times")) {
            if differs_beyond_spaces(times.as_str(), sign) {
                edits.push(Edit {
                    range: found.start() + times.start()..found.start() + times.end(),
                    text: sign.to_owned(),
                });
            }
        }
    }
    edits
}

/// Whether numbers with a multiplication sign between them are dimensions, and not `4x4`, a
/// hexadecimal number, a product or part of a name.
fn are_dimensions(target: &TargetText<'_>, found: &regex::Match<'_>) -> bool {
    let before = target.before(found.start()).chars().next_back();
    let after = target.after(found.end());
    let is_part = |c: char| {
        (c.is_alphanumeric() && !is_asian(c))
            || matches!(c, '_' | '.' | '-' | '/' | '=' | '^' | '#')
    };
    let ends = after
        .chars()
        .next()
        .is_none_or(|c| !is_part(c) && !matches!(c, '\u{b2}' | '\u{b3}' | '\u{b9}' | '⁰'..='⁹'));
    let is_sentence_end = after == "." || after.starts_with(". ");
    if before.is_some_and(is_part) || !(ends || is_sentence_end) || found.as_str().starts_with("0x")
    {
        return false;
    }
    let is_equation = after.trim_start().starts_with(['=', '+', '*', '×', 'x'])
        || target
            .before(found.start())
            .trim_end()
            .ends_with(['=', '+', '*']);
    let has_unit = UNIT_AFTER.is_match(after)
        || found
            .as_str()
            .contains(|c: char| c.is_alphabetic() && !"xХ".contains(c));
    let is_large = found
        .as_str()
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .all(|digits| digits.len() >= 2);
    !is_equation && (has_unit || is_large)
}

/// Patterns for an operand (a number, a variable of one letter, or both, as in `2x`), and for the
/// signs between two operands.
const OPERAND: &str = r"(?:[0-9]+(?:[.,][0-9]+)?[a-zA-Zα-ω]?|[a-zA-Zα-ωπ])(?:[²³⁰¹⁴-⁹ⁿ]|\^[0-9])?";
const RELATION: &str = "[=≈≠≤≥<>]";
const OPERATION: &str = "[+−×÷·-]";

static EQUATION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        "{OPERAND}(?: ?{OPERATION} ?{OPERAND})* ?{RELATION} ?[-−]?{OPERAND}(?: ?(?:{OPERATION}|{RELATION}) ?{OPERAND})*"
    ))
});
static RELATION_OR_OPERATION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        " ?(?:(?<relation>{RELATION}) ?(?<sign>[-−])?|{OPERATION} ?)"
    ))
});

/// Writes spaces around the operators of equations and comparisons.
pub(super) fn spaced_equations(target: &TargetText<'_>) -> Vec<Edit> {
    target.replace(&EQUATION, |captures| {
        let found = captures.get(0)?;
        let before = target.before(found.start()).chars().next_back();
        let after = target.after(found.end()).chars().next();
        let joins = |c: char| {
            (c.is_alphanumeric() && !is_asian(c))
                || matches!(
                    c,
                    '_' | '/'
                        | '&'
                        | '?'
                        | '='
                        | '"'
                        | '\''
                        | ';'
                        | '<'
                        | '>'
                        | '$'
                        | '+'
                        | '-'
                        | '*'
                        | '['
                        | '{'
                        | '}'
                        | '#'
                        | '@'
                        | '^'
                        | '%'
                        | '('
                )
        };
        let following = |c: char| joins(c) && !matches!(c, ';' | '?' | '"' | '\'' | '%');
        let opens = |c: char| joins(c) && !matches!(c, '(' | '"' | '\'');
        if before.is_some_and(opens) || after.is_some_and(following) {
            return None;
        }
        // A command-line option: `n=5` at the end of `--depth n=5;`.
        if after == Some(';') {
            return None;
        }
        let spaced =
            RELATION_OR_OPERATION.replace_all(found.as_str(), |signs: &regex::Captures<'_>| {
                let whole = signs.get(0).map_or("", |whole| whole.as_str());
                match signs.name("relation") {
                    Some(relation) => format!(
                        " {} {}",
                        relation.as_str(),
                        signs.name("sign").map_or("", |sign| sign.as_str())
                    ),
                    None => format!(" {} ", whole.trim()),
                }
            });
        Some(spaced.into_owned())
    })
}

/// Patterns for the numbers of equations and formulas that are not in digits, after the word in
/// each language.
static REFERENCE: LazyLock<Vec<(StyleLanguage, Regex)>> = LazyLock::new(|| {
    let words = [
        (StyleLanguage::German, r"\b(?:Gleichung|Formel) "),
        (
            StyleLanguage::English,
            r"\b(?:[Ee]quation|[Ff]ormula|Eq\.) ",
        ),
        (StyleLanguage::Spanish, r"\b(?:[Ee]cuación|[Ff]órmula) "),
        (StyleLanguage::French, r"\b(?:[Éé]quation|[Ff]ormule) "),
        (StyleLanguage::Italian, r"\b(?:[Ee]quazione|[Ff]ormula) "),
        (StyleLanguage::Japanese, r"(?:方程式|数式|式|公式) ?"),
        (StyleLanguage::Korean, r"(?:방정식|수식|공식) ?"),
        (StyleLanguage::Chinese, r"(?:方程|公式) ?"),
    ];
    let number = r"(?:(?<open>\()(?<within>[ivxIVX]+|[一二三四五六七八九十]+)\)|(?<roman>[IVX]{2,5})(?:[^\p{Latin}0-9-]|$)|(?<bare>[一二三四五六七八九十]+)(?:[^\p{Latin}\p{Han}0-9-]|$|[所中可的]))";
    let compile = |(language, word)| (language, pattern(&format!("(?<word>{word}){number}")));
    words.into_iter().map(compile).collect()
});

/// Writes the numbers of references to equations and formulas in digits.
pub(super) fn numbered_equations(target: &TargetText<'_>) -> Vec<Edit> {
    let mut patterns = REFERENCE.iter();
    let Some((_, reference)) = patterns.find(|(language, _)| *language == target.language) else {
        return Vec::new();
    };
    let found = reference.captures_iter(target.text).filter_map(|captures| {
        let numeral = ["within", "roman", "bare"]
            .into_iter()
            .find_map(|group| captures.name(group))?;
        let value = roman(numeral.as_str()).or_else(|| super::han::parse(numeral.as_str()))?;
        Some(Edit {
            range: numeral.range(),
            text: value.to_string(),
        })
    });
    found.collect()
}

/// The value of a well-formed Roman numeral below forty.
fn roman(numeral: &str) -> Option<u64> {
    let upper = numeral.to_ascii_uppercase();
    (1..40).find(|value| written_roman(*value) == upper)
}

fn written_roman(value: u64) -> String {
    let mut rest = value;
    let mut written = String::new();
    for (worth, letters) in [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")] {
        while rest >= worth {
            written.push_str(letters);
            rest -= worth;
        }
    }
    written
}
