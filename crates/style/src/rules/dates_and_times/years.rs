//! The rules `years` (including Japanese eras), `decades` and `calendar_era`.

use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::{Captures, Regex};

use super::calendar::{Date, parse_number, parse_small_number};
use super::context::{first_chars, last_chars};
use crate::implementation::Implementation;
use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

use StyleLanguage::{Chinese, English, French, German, Italian, Japanese, Korean, Spanish};

/// The eras of Japan since 1868 with their first days, the latest first.
const ERAS: [(&str, Date); 5] = [
    ("令和", first_day(2019, 5, 1)),
    ("平成", first_day(1989, 1, 8)),
    ("昭和", first_day(1926, 12, 25)),
    ("大正", first_day(1912, 7, 30)),
    ("明治", first_day(1868, 10, 23)),
];

/// The first year in which Japan used the Gregorian calendar.
const FIRST_GREGORIAN_YEAR: u16 = 1873;

const fn first_day(year: u16, month: u8, day: u8) -> Date {
    Date { year, month, day }
}

/// `years`.
pub(super) fn years(option: &str, language: StyleLanguage) -> Option<Implementation> {
    match (option, language) {
        ("use_common_era", Japanese) => Some(Implementation::edits(to_common_era)),
        ("use_japanese_imperial_era", Japanese) => Some(Implementation::edits(to_imperial_era)),
        ("use_yyyy", _) => Some(Implementation::Instruction(
            "Write years with all four digits, such as 1998, and never with the last two only.",
        )),
        ("use_apostrophe_yy", English | German | Italian | Korean) => {
            Some(Implementation::Instruction(
                "Write years of the last hundred years with an apostrophe and their last two digits, such as '98 for 1998.",
            ))
        }
        _ => None,
    }
}

/// The month and day after a year, if the pattern matched them.
fn month_and_day(captures: &Captures<'_>) -> (Option<u8>, Option<u8>) {
    let part = |name| {
        captures
            .name(name)
            .and_then(|part| parse_small_number(part.as_str()))
    };
    (part("month"), part("day"))
}

fn to_common_era(target: &TargetText<'_>) -> Vec<Edit> {
    static YEARS: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            "(?P<year>(?P<era>令和|平成|昭和|大正|明治)(?P<count>[0-9]{1,2}|元))年(?:(?P<month>[0-9]{1,2})月(?:(?P<day>[0-9]{1,2})日)?)?",
        )
    });
    let edit = |captures: Captures<'_>| {
        let whole = captures.get(0)?;
        let place = captures.name("year")?.range();
        let at = ERAS.iter().position(|(era, _)| {
            captures
                .name("era")
                .is_some_and(|name| name.as_str() == *era)
        })?;
        let (_, first) = ERAS.get(at)?;
        let count = match captures.name("count")?.as_str() {
            "元" => 1,
            digits => parse_number(digits).filter(|count| *count > 0)?,
        };
        let year = first.year + count - 1;
        let next = at.checked_sub(1).and_then(|next| ERAS.get(next));
        let (month, day) = month_and_day(&captures);
        let in_era = next.is_none_or(|(_, next)| match (month, day) {
            (Some(month), Some(day)) => {
                Date::new(year, month, day).is_some_and(|date| date < *next)
            }
            _ => year <= next.year,
        });
        let is_gregorian = month.is_none() || year >= FIRST_GREGORIAN_YEAR;
        if !in_era || !is_gregorian || has_both(target, whole.start(), whole.end()) {
            return None;
        }
        Some(Edit {
            range: place,
            text: year.to_string(),
        })
    };
    YEARS.captures_iter(target.text).filter_map(edit).collect()
}

fn to_imperial_era(target: &TargetText<'_>) -> Vec<Edit> {
    static YEARS: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            "(?P<year>(?:西暦)?(?P<number>[12][0-9]{3}))年(?:(?P<month>[0-9]{1,2})月(?:(?P<day>[0-9]{1,2})日)?)?",
        )
    });
    let edit = |captures: Captures<'_>| {
        let whole = captures.get(0)?;
        let place = captures.name("year")?;
        let before = target.before(place.start());
        let year = parse_number(captures.name("number")?.as_str())?;
        let (month, day) = month_and_day(&captures);
        let is_span = month.is_none() && may_be_a_span(target.after(whole.end()), year);
        if is_span
            || !(FIRST_GREGORIAN_YEAR..2100).contains(&year)
            || before.ends_with(|last: char| last.is_numeric() || ".,-約紀前".contains(last))
            || has_both(target, whole.start(), whole.end())
        {
            return None;
        }
        // The whole year, month or day has to be in a single era.
        let first = Date::new(year, month.unwrap_or(1), day.unwrap_or(1))?;
        let last = (28..=31)
            .rev()
            .find_map(|last| Date::new(year, month.unwrap_or(12), day.unwrap_or(last)))?;
        let era = |date: Date| ERAS.iter().find(|(_, first)| *first <= date);
        let (name, begin) = era(first)?;
        if era(last)?.0 != *name {
            return None;
        }
        let count = match year - begin.year + 1 {
            1 => "元".to_owned(),
            count => count.to_string(),
        };
        Some(Edit {
            range: place.range(),
            text: format!("{name}{count}"),
        })
    };
    YEARS.captures_iter(target.text).filter_map(edit).collect()
}

/// Whether the year in the other calendar is in parentheses next to a year.
fn has_both(target: &TargetText<'_>, start: usize, end: usize) -> bool {
    target.before(start).ends_with(['(', '（']) || target.after(end).starts_with(['(', '（'])
}

/// Whether a number may be a duration instead of a year, as in 2000年間 and 2000年の歴史.
fn may_be_a_span(after: &str, year: u16) -> bool {
    let is_span = [
        "間", "代", "前", "以上", "余", "もの", "近く", "ぶり", "後", "度", "目", "来", "ほど",
        "分",
    ]
    .iter()
    .any(|span| after.starts_with(span));
    is_span || year.is_multiple_of(100)
}

/// `calendar_era`.
pub(super) fn calendar_era(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let secular = match option {
        "use_bc_and_ad" => false,
        "use_bce_and_ce" => true,
        _ => return None,
    };
    let sentence = match (language, secular) {
        (English, _) => {
            return Some(Implementation::edits(move |target| {
                english_eras(target, secular)
            }));
        }
        (German, false) => "Write v. Chr. and n. Chr. with years, not v. u. Z. and u. Z.",
        (German, true) => "Write v. u. Z. and u. Z. with years, not v. Chr. and n. Chr.",
        (Spanish, false) => "Write a. C. and d. C. with years, not a. e. c. and e. c.",
        (Spanish, true) => "Write a. e. c. and e. c. with years, not a. C. and d. C.",
        (French, false) => {
            "Write av. J.-C. and apr. J.-C. with years, not avant notre ère and de notre ère."
        }
        (French, true) => {
            "Write avant notre ère and de notre ère with years, not av. J.-C. and apr. J.-C."
        }
        (Italian, false) => "Write a.C. and d.C. with years, not a.e.v. and e.v.",
        (Italian, true) => "Write a.e.v. and e.v. with years, not a.C. and d.C.",
        (Japanese | Korean | Chinese, _) => return None,
    };
    Some(Implementation::Instruction(sentence))
}

/// AD precedes a year and follows a century; the other eras always follow.
fn english_eras(target: &TargetText<'_>, secular: bool) -> Vec<Edit> {
    static AFTER: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"\b(?P<year>[0-9]{1,4}|[Cc]entury|[Cc]enturies|[Mm]illennium)(?P<space>[ \u{a0}])(?P<era>BCE?|CE|AD|B\.C\.E\.|B\.C\.|C\.E\.|A\.D\.)",
        )
    });
    static BEFORE: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"\b(?:AD|A\.D\.)(?P<space>[ \u{a0}])(?P<year>[0-9]{1,4})\b"));
    let mut edits = Vec::new();
    for captures in AFTER.captures_iter(target.text) {
        let (Some(whole), Some(year), Some(era)) =
            (captures.get(0), captures.name("year"), captures.name("era"))
        else {
            continue;
        };
        let after = target.after(whole.end());
        let goes_on =
            first_chars(after, 1).starts_with(|next: char| next.is_alphanumeric() || next == '-');
        // BC may be British Columbia, CE the conformity mark, and so on.
        let is_year = parse_number(year.as_str());
        let before = last_chars(target.before(year.start()), 2);
        if goes_on
            || is_year.is_some_and(is_recent)
            || before.ends_with([',', '.', '-', '/']) && !before.ends_with(", ")
        {
            continue;
        }
        let is_before_christ = era.as_str().starts_with('B');
        let wanted = match (is_before_christ, secular) {
            (true, true) => "BCE",
            (true, false) => "BC",
            (false, true) => "CE",
            (false, false) => "AD",
        };
        let plain: String = era
            .as_str()
            .chars()
            .filter(|letter| *letter != '.')
            .collect();
        if plain == wanted {
            continue;
        }
        let closing = if era.as_str().ends_with('.') && after.trim().is_empty() {
            "."
        } else {
            ""
        };
        let space = captures.name("space").map_or(" ", |space| space.as_str());
        let edit = if wanted == "AD" && is_year.is_some() {
            // In a range of years, AD would belong before the first year.
            if target.before(year.start()).ends_with(['–', '-']) {
                continue;
            }
            Edit {
                range: whole.range(),
                text: format!("AD{space}{}{closing}", year.as_str()),
            }
        } else {
            Edit {
                range: era.range(),
                text: format!("{wanted}{closing}"),
            }
        };
        edits.push(edit);
    }
    if secular {
        edits.extend(target.replace(&BEFORE, |captures| {
            let whole = captures.get(0)?;
            let is_span = target.after(whole.end()).starts_with(['–', '-', ',', '.'])
                && first_chars(target.after(whole.end()), 2)
                    .ends_with(|next: char| next.is_ascii_digit());
            let (space, year) = (
                captures.name("space")?.as_str(),
                captures.name("year")?.as_str(),
            );
            (!is_span).then(|| format!("{year}{space}CE"))
        }));
    }
    edits
}

/// Whether the letters after or before a year are more likely something else than an era.
const fn is_recent(year: u16) -> bool {
    year >= 1850 && !year.is_multiple_of(50)
}

/// `decades`.
pub(super) fn decades(option: &str, language: StyleLanguage) -> Option<Implementation> {
    if language == English {
        let write = english_decade(option)?;
        return Some(Implementation::edits(move |target| {
            english_decades(target, write)
        }));
    }
    let sentence = match option {
        "spell_out" => "Spell out decades in words, such as the eighties for the 1980s.",
        "use_yyyy" => "Write decades with all four digits of the year, such as 1980 and not 80.",
        "use_yy_without_apostrophe" => {
            "Write decades with the last two digits of the year, without an apostrophe, such as 80 for the 1980s."
        }
        "use_yy_for_20th_century_but_yyyy_for_other_centuries" => {
            "Write decades of the 20th century with the last two digits of the year and those of other centuries with all four, such as 80 and 1880."
        }
        "use_apostrophe_yy" if language == Italian => {
            "Write decades with an apostrophe and the last two digits of the year, such as gli anni '80."
        }
        _ => return None,
    };
    let applies = option != "spell_out" || !matches!(language, Japanese | Korean | Chinese);
    applies.then_some(Implementation::Instruction(sentence))
}

/// Formats a decade of the 20th century, given the tens of its years.
type WriteDecade = fn(usize) -> Option<String>;

fn english_decade(option: &str) -> Option<WriteDecade> {
    const WORDS: [&str; 10] = [
        "",
        "",
        "twenties",
        "thirties",
        "forties",
        "fifties",
        "sixties",
        "seventies",
        "eighties",
        "nineties",
    ];
    Some(match option {
        "spell_out" => |tens| WORDS.get(tens).map(|&word| word.to_owned()),
        "use_apostrophe_yy" => |tens| Some(format!("’{tens}0s")),
        "use_yy_for_20th_century_but_yyyy_for_other_centuries" | "use_yy_without_apostrophe" => {
            |tens| Some(format!("{tens}0s"))
        }
        // '20s may be a decade of the 21st century.
        "use_yyyy" => |tens| (tens > 2).then(|| format!("19{tens}0s")),
        _ => return None,
    })
}

/// The decades of the 20th century from the twenties on. Two digits without an apostrophe may be an
/// age or a temperature, and 1990's may be a genitive.
fn english_decades(target: &TargetText<'_>, write: WriteDecade) -> Vec<Edit> {
    static DECADES: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?:19(?P<full>[2-9])0|['’‘](?P<short>[2-9])0)s\b"));
    target.replace(&DECADES, |captures| {
        let whole = captures.get(0)?;
        let before = target.before(whole.start());
        if before.ends_with(|last: char| last.is_alphanumeric() || "_/.$£€".contains(last)) {
            return None;
        }
        let prefixes = [
            "mid-", "early-", "late-", "pre-", "post-", "Mid-", "Early-", "Late-",
        ];
        if before.ends_with('-') && !prefixes.iter().any(|prefix| before.ends_with(prefix)) {
            return None;
        }
        // In a range such as the 1870s–1880s both decades have the same form.
        if before.ends_with("s–") || target.after(whole.end()).starts_with('–') {
            return None;
        }
        let is_short = captures.name("short").is_some();
        let tens = captures.name("full").or_else(|| captures.name("short"))?;
        let tens: usize = tens.as_str().parse().ok()?;
        let text = write(tens)?;
        let same = is_short
            && text.trim_start_matches('’') == whole.as_str().trim_start_matches(['\'', '’', '‘'])
            && text.starts_with('’');
        (!same).then_some(text)
    })
}
