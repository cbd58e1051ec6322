//! Finds times of day in a text.

use std::ops::Range;

use regex::{Captures, Regex};

use super::by_language::ByLanguage;
use super::calendar::{DayPeriod, Time, parse_small_number};
use super::chinese_numbers;
use super::context::{JOINER, SPACE, first_chars, is_standalone_or_in_range, last_chars};
use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

/// A time of day in a text.
#[derive(Debug)]
pub(super) struct ParsedTime<'text> {
    /// The whole time, including the unit and the word for the day period.
    pub(super) range: Range<usize>,
    pub(super) hour: Range<usize>,
    /// The separator of hour and minute.
    pub(super) mark: Option<Range<usize>>,
    pub(super) mark_text: &'text str,
    pub(super) minute: Option<Range<usize>>,
    /// The separator of minute and second.
    pub(super) second_mark: Option<Range<usize>>,
    /// On the 24-hour clock, if the day period is certain; otherwise on the clock on which it is
    /// written.
    pub(super) time: Time,
    pub(super) day_period: Option<DayPeriod>,
    /// The word for the day period.
    pub(super) day_period_text: &'text str,
    /// The unit after the digits, such as `Uhr`, with the space before it.
    pub(super) unit: &'text str,
    /// Whether the time is certainly on the 24-hour clock.
    pub(super) is_24_hour: bool,
    /// Whether the digits are certainly a time, because of their unit or their context.
    pub(super) is_certain: bool,
    /// Whether the time is the first or the second of a range.
    pub(super) begins_range: bool,
    pub(super) ends_range: bool,
    /// Whether only one time of the range has minutes.
    pub(super) has_unequal_precision: bool,
}

impl ParsedTime<'_> {
    /// The time on the 24-hour clock, if it is known.
    pub(super) fn on_24_hour_clock(&self) -> Option<Time> {
        (self.day_period.is_some() || self.is_24_hour).then_some(self.time)
    }
}

struct Patterns {
    time: Regex,
    /// The words before a time.
    cue: Regex,
    /// The words after a time.
    cue_after: Regex,
    /// The words after a duration, or after a time with words for the day period.
    other_after: Regex,
    /// The joiner of a range of times.
    joiner: Regex,
    /// A bare number joined to a time.
    number_before: Regex,
}

const LATIN_TIME: &str = r"(?P<hour>[0-9]{1,2})(?:(?P<mark>[:.])(?P<minute>[0-5][0-9])(?:(?P<mark2>[:.])(?P<second>[0-5][0-9]))?)?";
const COLON_TIME: &str =
    "(?P<mark>[:：])(?P<minute>[0-5][0-9])(?:(?P<mark2>[:：])(?P<second>[0-5][0-9]))?";

static PATTERNS: ByLanguage<Patterns> = ByLanguage::new(Patterns::new);

impl Patterns {
    fn new(language: StyleLanguage) -> Self {
        let day_period =
            format!("(?P<day_period>{SPACE}?(?:[AP]M|[ap]\\.{SPACE}?m\\.|[AP]\\.{SPACE}?M\\.))?");
        let any_half = format!(
            "(?P<day_period>{SPACE}?(?:[ap]m|[AP]M|[ap]\\.{SPACE}?m\\.|[AP]\\.{SPACE}?M\\.))?"
        );
        let (time, cue, cue_after, other_after) = match language {
            StyleLanguage::German => (
                format!("{LATIN_TIME}(?P<unit>{SPACE}?Uhr(?-u:\\b))?{day_period}"),
                r"(?i)\b(?:um|ab|bis|gegen|vor|nach|seit|zwischen)",
                "MEZ|MESZ|UTC|GMT",
                "h\\b|Minuten|Min|Stunden|Sekunden|abends|nachmittags|morgens|früh|nachts|vormittags|mittags|am Abend|am Nachmittag|in der Nacht|in der Früh",
            ),
            StyleLanguage::English => (
                format!("{LATIN_TIME}{any_half}"),
                r"(?i)\b(?:at|by|from|until|till|before|after|around|about|between|since)",
                "GMT|UTC|CET|CEST|EST|EDT|PST|PDT|BST|hrs",
                "in the |at night|tonight|minutes|hours|seconds|o['’]clock",
            ),
            StyleLanguage::Spanish => (
                format!("{LATIN_TIME}(?P<unit>{SPACE}?(?:horas|hs?)(?-u:\\b))?{any_half}"),
                r"(?i)\b(?:las?)",
                "GMT|UTC|CET",
                "[ap] m\\b|de la |del mediodía|del mediodia|minutos|segundos|horas",
            ),
            StyleLanguage::French => (
                format!(
                    "(?P<hour>[0-9]{{1,2}})(?:(?P<mark>{SPACE}?h{SPACE}?|:)(?P<minute>[0-5][0-9])(?:(?P<mark2>:)(?P<second>[0-5][0-9]))?|(?P<unit>{SPACE}?h(?-u:\\b)))?{day_period}"
                ),
                r"(?i)\b(?:à|vers|dès|avant|après|depuis|entre|jusqu['’]à)",
                "GMT|UTC|CET",
                "du matin|du soir|de l['’]après|de la nuit|min|minutes|heures|secondes|s\\b",
            ),
            StyleLanguage::Italian => (
                format!("{LATIN_TIME}{day_period}"),
                r"(?i)\b(?:ore|alle|dalle|delle|le|h)",
                "GMT|UTC|CET",
                "di sera|di mattina|del mattino|del pomeriggio|di notte|minuti|secondi|ore|euro",
            ),
            StyleLanguage::Japanese => (
                format!(
                    "(?P<before>(?:午前|午後){SPACE}?)?(?P<hour>[0-9]{{1,2}})(?:{COLON_TIME}|時(?:(?P<minutes>[0-5]?[0-9])分|(?P<thirty>半))?)"
                ),
                "、",
                "に|から|まで|頃|ごろ|開|発|着|以降|前|終了|集合",
                "間|点",
            ),
            StyleLanguage::Korean => (
                format!(
                    "(?P<before>(?:오전|오후){SPACE}?)?(?P<hour>[0-9]{{1,2}})(?:{COLON_TIME}|시(?:{SPACE}?(?P<minutes>[0-5]?[0-9])분|{SPACE}?(?P<thirty>반))?)"
                ),
                r"시각|시간|매일|오늘|내일",
                "에|부터|까지|경|쯤|정각|이후|이전",
                "간|초|대",
            ),
            StyleLanguage::Chinese => (
                format!(
                    "(?P<before>(?:清晨|早上|早晨|上午|中午|下午|傍晚|晚上){SPACE}?)?(?P<hour>[0-9]{{1,2}}|[一二三四五六七八九十两]{{1,3}})(?:{COLON_TIME}|[点點时時](?:(?P<minutes>[0-5]?[0-9]|[零一二三四五六七八九十]{{1,3}})分|(?P<thirty>半)|整|钟)?)"
                ),
                r"在|于|至|到|从|将于|定于|时间为?",
                "开|出发|到|前|后|起|左右|至|结束|集合",
                "间|刻|建|意|零|过",
            ),
        };
        let is_eastern = matches!(
            language,
            StyleLanguage::Japanese | StyleLanguage::Korean | StyleLanguage::Chinese
        );
        let cue = if is_eastern {
            format!("(?:{cue}){SPACE}?$")
        } else {
            format!("(?:{cue}{SPACE}|[0-9]{{4}}(?:,|,? (?:um|at|a las|à|alle))?{SPACE})$")
        };
        let boundary = if is_eastern { "" } else { r"(?:\b|$)" };
        Self {
            time: pattern(&time),
            cue: pattern(&cue),
            cue_after: pattern(&format!("^{SPACE}?(?:{cue_after}){boundary}")),
            other_after: pattern(&format!("(?i)^{SPACE}?(?:{other_after})")),
            joiner: pattern(&format!("(?i)^{JOINER}(?:las? |alle )?$")),
            number_before: pattern(&format!(
                "(?i)(?:^|[^0-9:.])[0-9]{{1,2}}(?:[.:][0-9]{{2}})?{JOINER}(?:las? |alle )?$"
            )),
        }
    }
}

/// The times of a text outside the kept ranges, in order.
pub(super) fn times<'text>(target: &TargetText<'text>) -> Vec<ParsedTime<'text>> {
    let patterns = PATTERNS.get(target.language);
    let mut found: Vec<_> = patterns
        .time
        .captures_iter(target.text)
        .filter_map(|captures| parse_time(target, patterns, &captures))
        .collect();
    link_ranges(target, patterns, &mut found);
    found.retain(|time| time.is_certain || time.mark_text.contains('h'));
    found
}

/// Makes a time certain if the other time of its range is certain.
fn link_ranges(target: &TargetText<'_>, patterns: &Patterns, found: &mut [ParsedTime<'_>]) {
    let joined: Vec<bool> = found
        .windows(2)
        .map(|pair| {
            let [first, second] = pair else { return false };
            let between = target.text.get(first.range.end..second.range.start);
            let Some(between) = between else { return false };
            if first.mark.is_some() || !first.unit.is_empty() || first.day_period.is_some() {
                return patterns.joiner.is_match(between);
            }
            // "Linie 5 bis 14 Uhr", but "von 5 bis 14 Uhr".
            let before = last_chars(target.before(first.range.start), 10).to_lowercase();
            let spans = [("von ", " bis "), ("zwischen ", " und ")];
            (spans.iter()).any(|(from, to)| before.ends_with(from) && between == *to)
                || matches!(between.trim(), "-" | "–")
        })
        .collect();
    for (at, joined) in joined.iter().enumerate() {
        if *joined && let Some([first, second]) = found.get_mut(at..at + 2) {
            let has_unequal_precision = first.minute.is_some() != second.minute.is_some();
            first.has_unequal_precision |= has_unequal_precision;
            second.has_unequal_precision |= has_unequal_precision;
            second.is_certain |= first.is_certain;
            first.begins_range = true;
            second.ends_range = true;
        }
    }
    for (at, joined) in joined.iter().enumerate().rev() {
        if *joined && let Some([first, second]) = found.get_mut(at..at + 2) {
            first.is_certain |= second.is_certain;
        }
    }
    // A time that is joined to a number that is not certainly a time is uncertain too.
    let mut previous_end = 0;
    let mut is_previous_certain = false;
    for time in found.iter_mut() {
        let before = target.text.get(previous_end..time.range.start);
        let open =
            before.is_some_and(|before| patterns.number_before.is_match(last_chars(before, 14)));
        time.is_certain &= if time.ends_range {
            is_previous_certain
        } else {
            !open
        };
        is_previous_certain = time.is_certain;
        if time.is_certain {
            previous_end = time.range.end;
        }
    }
}

fn parse_time<'text>(
    target: &TargetText<'text>,
    patterns: &Patterns,
    captures: &Captures<'text>,
) -> Option<ParsedTime<'text>> {
    let range = captures.get(0)?.range();
    if target.is_kept(&range) || !is_standalone_or_in_range(target, &range) {
        return None;
    }
    let after = target.after(range.end);
    if is_utc_offset(target, &range) || patterns.other_after.is_match(first_chars(after, 20)) {
        return None;
    }
    let text = |name| captures.name(name).map(|part| part.as_str());
    let place = |name| captures.name(name).map(|part| part.range());
    let read = |text: &str| parse_small_number(text).or_else(|| chinese_numbers::parse(text));
    let hour_text = text("hour")?;
    let hour = read(hour_text)?;
    let minute_text = text("minute").or_else(|| text("minutes"));
    let minute = match minute_text {
        Some(minute) => read(minute.trim_start_matches('零'))?,
        None if text("thirty").is_some() => 30,
        None => 0,
    };
    let second = match text("second") {
        Some(second) => Some(parse_small_number(second)?),
        None => None,
    };
    // A time with seconds and a UTC offset is a timestamp.
    let is_stamp = |after: &str| {
        let zone = after.strip_prefix(['+', '-', '−']);
        zone.is_some_and(|zone| zone.starts_with(|next: char| next.is_ascii_digit()))
    };
    if second.is_some() && is_stamp(after) {
        return None;
    }
    let unit = text("unit").unwrap_or_default();
    // "14 Uhr 30" and "14 h 30" have another format.
    if !unit.is_empty()
        && after
            .trim_start()
            .starts_with(|next: char| next.is_ascii_digit())
    {
        return None;
    }
    let day_period_text = text("day_period")
        .or_else(|| text("before"))
        .unwrap_or_default();
    let day_period = day_period_of(day_period_text, hour);
    if day_period.is_none() && !day_period_text.is_empty() {
        return None;
    }
    let time = match day_period {
        Some(day_period) => Time::in_day_period(day_period, hour, minute, second)?,
        None => Time::new(hour, minute, second)?,
    };
    // 一点 may mean "a little", and 3点 "three points".
    let is_chinese = target.language == StyleLanguage::Chinese;
    let has_sign = text("mark").is_none()
        && captures
            .get(0)?
            .as_str()
            .contains(['時', '时', '点', '點', '시'])
        && (!is_chinese || hour_text.is_ascii() && (minute_text.is_some() || minute > 0));
    let dotted = text("mark") == Some(".");
    let has_zero =
        hour_text.starts_with('0') && hour_text.len() == 2 && !dotted && minute_text.is_some();
    let cued = (minute_text.is_some() || target.language == StyleLanguage::Italian && dotted)
        && !(dotted && target.language == StyleLanguage::English)
        && (patterns
            .cue
            .is_match(last_chars(target.before(range.start), 14))
            || !dotted && patterns.cue_after.is_match(first_chars(after, 8)));
    let says_it =
        day_period.is_some() || !unit.is_empty() && target.language != StyleLanguage::French;
    Some(ParsedTime {
        hour: place("hour")?,
        mark: place("mark"),
        mark_text: text("mark").unwrap_or_default(),
        minute: place("minute").or_else(|| place("minutes")),
        second_mark: place("mark2"),
        time,
        day_period,
        day_period_text,
        unit,
        is_24_hour: hour > 12 || hour == 0 || has_zero,
        is_certain: says_it || has_zero || cued || has_sign,
        begins_range: false,
        ends_range: false,
        has_unequal_precision: false,
        range,
    })
}

/// Whether a range is a UTC offset: `+01:00`, `UTC−05:00`, `02:34:56-06:00`.
fn is_utc_offset(target: &TargetText<'_>, range: &Range<usize>) -> bool {
    let before = target.before(range.start);
    let zoned = |before: &str| before.ends_with("UTC") || before.ends_with("GMT");
    let unsigned = before.strip_suffix(['-', '−', '–']);
    // The offset follows a time with seconds, or nothing that it could be joined to.
    let is_of_time = |before: &str| {
        let part = |at: usize| before.chars().rev().nth(at);
        part(2) == Some(':') && part(5) == Some(':')
            || before.is_empty()
            || before.ends_with(['(', '[', ',', '"', '“', '„', '«', '»'])
            || before.ends_with(", ")
    };
    before.ends_with(['+', '±'])
        || unsigned.is_some_and(|before| zoned(before.trim_end()) || is_of_time(before))
}

/// The day period that a word or an abbreviation denotes for an hour; `None` if it is ambiguous.
fn day_period_of(word: &str, hour: u8) -> Option<DayPeriod> {
    let word = word.trim();
    match word {
        "午前" | "오전" | "清晨" | "早上" | "早晨" | "上午" => Some(DayPeriod::Am),
        "午後" | "오후" | "下午" => Some(DayPeriod::Pm),
        "中午" if hour == 11 => Some(DayPeriod::Am),
        "中午" => Some(DayPeriod::Pm),
        // 晚上12点 is midnight.
        "傍晚" | "晚上" if hour != 12 => Some(DayPeriod::Pm),
        _ if word.starts_with(['a', 'A']) => Some(DayPeriod::Am),
        _ if word.starts_with(['p', 'P']) => Some(DayPeriod::Pm),
        _ => None,
    }
}
