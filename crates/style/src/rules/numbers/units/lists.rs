//! Measurements in lists and after numbers in words.

use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::Regex;

use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

use super::super::context::{may_be_attributive, preceding_text};
use super::super::number::{Number, numbers};
use super::measurement::{measurements, symbol_or_name};

/// The text between two members of a list. The group `list` matches the separators before all
/// members but the last, which follows a conjunction.
static BETWEEN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"^(?:,?[ \x{a0}](?:und|oder|bzw\.|and|or|y|o|et|ou|e|및)[ \x{a0}]|",
        r"[ \x{a0}]?(?:、|及び|および|と|又は|または|和|及|或|과|와)[ \x{a0}]?|(?<list>[,、，][ \x{a0}]?))$",
    ))
});

static PREPOSITION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)(?:^|[^\p{L}])(?:von|mit|aus|in|zu|je|zwischen|of|with|in|from|at|between|weigh|weighs|measures?|",
        r"de|con|en|entre|a|avec|à|di|da|tra|fra|con)[ \x{a0}]$",
    ))
});

/// Repeats the unit of a list of measurements after each number. The list needs three members, or
/// two after a preposition, because a number before `and` may be anything else.
pub(in super::super) fn repeat_unit(target: &TargetText<'_>) -> Vec<Edit> {
    let all = numbers(target);
    let mut edits = Vec::new();
    for measurement in measurements(target) {
        if !measurement.is_symbol && measurement.number.is_singular(target.language) {
            continue;
        }
        let Some(last) = all
            .iter()
            .position(|number| number.range == measurement.number.range)
        else {
            continue;
        };
        let Some(members) = members(target, all.get(..=last).unwrap_or_default()) else {
            continue;
        };
        let unit = target
            .text
            .get(measurement.space.start..measurement.unit_at.end)
            .unwrap_or_default();
        for member in members {
            let unit = if member.is_singular(target.language) && !measurement.is_symbol {
                format!(" {}", measurement.unit.singular)
            } else {
                unit.to_owned()
            };
            edits.push(Edit {
                range: member.range.end..member.range.end,
                text: unit,
            });
        }
    }
    edits
}

/// The numbers of the list that ends with the last of `numbers`, without the last one.
fn members<'numbers>(
    target: &TargetText<'_>,
    numbers: &'numbers [Number],
) -> Option<&'numbers [Number]> {
    let mut first = numbers.len().checked_sub(1)?;
    while let Some(earlier) = first.checked_sub(1)
        && let (Some(one), Some(next)) = (numbers.get(earlier), numbers.get(first))
        && let Some(captures) = BETWEEN.captures(target.text.get(one.range.end..next.range.start)?)
    {
        let is_comma = captures.name("list").is_some();
        let ends_list = first + 1 == numbers.len();
        if ends_list == is_comma && !is_without_spaces(target.language) {
            break;
        }
        first = earlier;
    }
    let members = numbers.get(first..numbers.len().checked_sub(1)?)?;
    let before = preceding_text(target, members.first()?.range.start);
    let is_list = members.len() >= 2
        || PREPOSITION.is_match(before)
        || before.is_empty()
        || is_without_spaces(target.language);
    let years = members
        .iter()
        .any(|member| member.group.is_none() && matches!(member.whole(), Some(1000..=2999)));
    (is_list && !years).then_some(members)
}

const fn is_without_spaces(language: StyleLanguage) -> bool {
    matches!(
        language,
        StyleLanguage::Japanese | StyleLanguage::Chinese | StyleLanguage::Korean
    )
}

static WORDS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i:\b(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|fünfzig|hundert|tausend|",
        r"two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|fifty|hundred|thousand|",
        r"dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|veinte|cincuenta|cien|mil|",
        r"deux|trois|quatre|cinq|sept|huit|neuf|dix|vingt|cinquante|cent|mille|",
        r"due|tre|quattro|cinque|sei|sette|otto|nove|dieci|venti|cinquanta|cento|mille))[ \x{a0}]",
    ))
});

/// Writes names for the symbols of units after numbers in words.
pub(super) fn names_after_words(target: &TargetText<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for word in WORDS.find_iter(target.text) {
        let after = target.after(word.end());
        let Some((unit, true, length)) = symbol_or_name(after, target.language) else {
            continue;
        };
        // `the six W questions`
        if may_be_attributive(target, &(word.start()..word.end() + length)) {
            continue;
        }
        edits.push(Edit {
            range: word.end()..word.end() + length,
            text: unit.plural.to_owned(),
        });
    }
    edits
}
