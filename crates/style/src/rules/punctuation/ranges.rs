//! Ranges of numbers, times, years and pages.

use std::sync::LazyLock;

use dragoman_text::is_capitalised;
use regex::{Captures, Regex};

use super::context::{char_after, char_before, word_after, word_before};
use crate::implementation::Implementation;
use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

static RANGE: LazyLock<Regex> = LazyLock::new(|| {
    let number = r"\d+(?:[.,:]\d+)*";
    let unit = r"(?:\s?(?:%|°[CF]?|Uhr|[ap]\.m\.|[ap]m|h\b)|[年月日时時点分秒号頁页章巻卷回歳岁人件名度]|[년월일시분쪽장명세도])?";
    pattern(&format!(
        r"({number})({unit})(\s*)([-–—‐‑―~～〜])(\s*)(\p{{Sc}}?{number})({unit})"
    ))
});

/// Words before numbers of pages, chapters and the like, in lower case.
const COUNTED: &[&str] = &[
    "page",
    "pages",
    "pp",
    "p",
    "chapter",
    "chapters",
    "figure",
    "figures",
    "table",
    "tables",
    "lines",
    "volumes",
    "s",
    "seite",
    "seiten",
    "kapitel",
    "bände",
    "abbildungen",
    "tabellen",
    "zeilen",
    "página",
    "páginas",
    "págs",
    "pág",
    "capítulos",
    "figuras",
    "pagina",
    "pagine",
    "pagg",
    "capitoli",
    "figure",
    "chapitre",
    "chapitres",
    "tableaux",
    "lignes",
    "von",
    "from",
    "jan",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Units of measurement and counted nouns, in lower case.
const MEASURED: &[&str] = &[
    "seconds",
    "minutes",
    "hours",
    "days",
    "weeks",
    "months",
    "years",
    "people",
    "percent",
    "euros",
    "dollars",
    "words",
    "times",
    "km",
    "kg",
    "cm",
    "mm",
    "m",
    "g",
    "sekunden",
    "minuten",
    "stunden",
    "tage",
    "tagen",
    "wochen",
    "monate",
    "monaten",
    "jahre",
    "jahren",
    "personen",
    "prozent",
    "euro",
    "wörter",
    "meter",
    "segundos",
    "minutos",
    "horas",
    "días",
    "semanas",
    "meses",
    "años",
    "personas",
    "veces",
    "secondi",
    "minuti",
    "ore",
    "giorni",
    "settimane",
    "mesi",
    "anni",
    "persone",
    "volte",
];

/// Prepositions and articles, after which a phrase such as "from 5 to 10" would be ungrammatical.
const NOT_AFTER: &[&str] = &[
    "between", "zwischen", "entre", "en", "de", "del", "desde", "por", "para", "con", "los", "las",
    "el", "la", "unos", "unas", "tra", "fra", "in", "di", "da", "dal", "dalle", "dai", "nel",
    "nei", "nelle", "per", "il", "i", "le", "gli", "del", "dei", "delle", "ai", "alle", "sui",
    "hace", "a",
];

/// The format of a range.
#[derive(Clone, Copy)]
enum RangeFormat {
    /// A mark between the numbers.
    Mark(&'static str),
    /// Words before, between and after the numbers.
    Words(&'static str, &'static str, &'static str),
}

/// The rule `range_indicator`.
pub(super) fn range_indicator(option: &str, language: StyleLanguage) -> Option<Implementation> {
    use StyleLanguage::{Chinese, English, German, Italian, Japanese, Korean, Spanish};
    let is_cjk = matches!(language, Chinese | Japanese | Korean);
    let format = match option {
        "use_en_dash_with_spaces" if !is_cjk => RangeFormat::Mark(" – "),
        "use_en_dash_without_space_on_either_side" | "use_en_dash_without_spaces" if !is_cjk => {
            RangeFormat::Mark("–")
        }
        "use_hyphen_with_space_on_either_side" | "use_hyphen_with_spaces" if !is_cjk => {
            RangeFormat::Mark(" - ")
        }
        "use_hyphen_without_space_on_either_side" | "use_hyphen_without_spaces" if !is_cjk => {
            RangeFormat::Mark("-")
        }
        "use_hyphen" => RangeFormat::Mark("-"),
        "use_full_width_dash" if matches!(language, Chinese | Japanese) => RangeFormat::Mark("—"),
        "use_full_width_wave_dash" if matches!(language, Chinese | Japanese) => {
            RangeFormat::Mark("～")
        }
        "use_half_width_dash" if matches!(language, Chinese | Japanese) => RangeFormat::Mark("-"),
        "use_tilde" if language == Korean => RangeFormat::Mark("~"),
        "use_tilde" if matches!(language, Chinese | Japanese) => RangeFormat::Mark("～"),
        "use_english_word_to" if language == English => RangeFormat::Words("", " to ", ""),
        "use_german_word_bis" if language == German => RangeFormat::Words("", " bis ", ""),
        "use_spanish_words_de_a" if language == Spanish => RangeFormat::Words("de ", " a ", ""),
        "use_italian_words_da_a" if language == Italian => RangeFormat::Words("da ", " a ", ""),
        "use_japanese_word_から" if language == Japanese => RangeFormat::Words("", "から", ""),
        "use_korean_words_부터_까지" if language == Korean => {
            RangeFormat::Words("", "부터 ", "까지")
        }
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        // In an equation the mark may be a minus sign.
        if target.text.contains('=') {
            return Vec::new();
        }
        target.replace(&RANGE, |found| match format {
            RangeFormat::Mark(mark) => with_mark(target, found, mark),
            RangeFormat::Words(..) => with_words(target, found, format),
        })
    }))
}

fn group<'text>(found: &Captures<'text>, number: usize) -> &'text str {
    found.get(number).map_or("", |group| group.as_str())
}

fn with_mark(target: &TargetText<'_>, found: &Captures<'_>, mark: &str) -> Option<String> {
    if !is_range(target, found) {
        return None;
    }
    let [left, unit, right, last] = [1, 2, 6, 7].map(|number| group(found, number));
    // A wave dash and a full-width tilde look alike, and a text may use either.
    if mark == "～" && group(found, 4) == "〜" {
        return None;
    }
    Some(format!("{left}{unit}{mark}{right}{last}"))
}

fn with_words(
    target: &TargetText<'_>,
    found: &Captures<'_>,
    format: RangeFormat,
) -> Option<String> {
    let RangeFormat::Words(first, between, end) = format else {
        return None;
    };
    if !is_range(target, found) {
        return None;
    }
    let whole = found.get(0)?;
    let [left, unit, right, last] = [1, 2, 6, 7].map(|number| group(found, number));
    let before = word_before(target, whole.start()).to_lowercase();
    let after = word_after(target, whole.end()).to_lowercase();
    let has_phrase = !first.is_empty();
    if (has_phrase && NOT_AFTER.contains(&before.as_str()))
        || ["between", "zwischen"].contains(&before.as_str())
        || before == "in" && is_year(left)
    {
        return None;
    }
    let are_times = left.contains(':') && right.contains(':');
    let are_years = is_year(left) && is_year(right);
    if target.language == StyleLanguage::Korean {
        let last_unit = if last.is_empty() && are_times {
            ""
        } else {
            last
        };
        let follows = char_after(target, whole.end());
        let is_complete = are_times || !last.is_empty();
        if !is_complete || follows.is_some_and(super::context::is_hangul) {
            return None;
        }
        let unit = if unit.is_empty() { last_unit } else { unit };
        return Some(format!("{left}{unit}{between}{right}{last}{end}"));
    }
    let is_measured = !last.is_empty() || MEASURED.contains(&after.as_str());
    let is_counted = COUNTED.contains(&before.as_str()) && !has_phrase;
    let is_cjk = target.language == StyleLanguage::Japanese;
    let is_hours = (are_times || are_years) && !has_phrase;
    if !(is_measured || is_counted || is_hours || is_cjk && group(found, 4) != "-") {
        return None;
    }
    // Italian and Spanish use articles for times and years.
    if has_phrase && (are_times || are_years) {
        return None;
    }
    let is_abbreviated = right.len() < left.len() && is_year(left);
    (!is_abbreviated).then(|| format!("{first}{left}{unit}{between}{right}{last}{end}"))
}

fn is_year(number: &str) -> bool {
    number.len() == 4 && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether two numbers with a mark between them are certainly a range, and not a date, a telephone
/// number, a product name, a score or a subtraction.
fn is_range(target: &TargetText<'_>, found: &Captures<'_>) -> bool {
    let Some(whole) = found.get(0) else {
        return false;
    };
    let [left, mark, right] = [1, 4, 6].map(|number| group(found, number));
    let right = right.trim_start_matches(|sign: char| !sign.is_ascii_digit());
    let is_spaced = !group(found, 3).is_empty() && !group(found, 5).is_empty();
    let is_half_spaced = group(found, 3).is_empty() != group(found, 5).is_empty();
    if is_half_spaced || !is_standalone(target, whole.start(), whole.end()) {
        return false;
    }
    let has_leading_zero = |number: &str| {
        number.starts_with('0')
            && number
                .chars()
                .nth(1)
                .is_some_and(|sign| sign.is_ascii_digit())
            && !number.contains(':')
    };
    if has_leading_zero(left) || has_leading_zero(right) {
        return false;
    }
    // September 11 and the like.
    if (left, right) == ("9", "11") {
        return false;
    }
    let is_hyphen = matches!(mark, "-" | "‐" | "‑");
    let is_long = |number: &str| number.len() > 4 && !number.contains([',', '.', ':']);
    let is_telephone = left.len() == 3 && right.len() == 4 && !right.contains(['.', ',', ':']);
    let has_unit = !group(found, 7).is_empty();
    if is_hyphen && !has_unit && (is_long(left) || is_long(right) || is_telephone) {
        return false;
    }
    if is_of_pattern(target, whole.start(), whole.end())
        || left.contains('.') && is_year(right) && is_hyphen
    {
        return false;
    }
    let before = word_before(target, whole.start());
    let are_years = is_year(left) && is_year(right);
    let is_named = is_capitalised(before)
        && !COUNTED.contains(&before.to_lowercase().as_str())
        && !are_years
        && !is_first_word(target, whole.start(), before);
    if is_hyphen && is_named {
        return false;
    }
    is_ascending(left, right, is_hyphen && !is_spaced)
}

/// Whether numbers are part of a pattern such as `-[0-7]x` or follow a command-line option (`-d
/// 0-5`).
fn is_of_pattern(target: &TargetText<'_>, start: usize, end: usize) -> bool {
    static OPTION: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?:^|[ \[(])-[A-Za-z] $|[-\w\]\\]\[$"));
    let goes_on =
        |after: &str| after.starts_with(|sign: char| sign.is_alphanumeric() || sign == '[');
    OPTION.is_match(target.context_before(start))
        || target.before(start).ends_with('[')
            && target.after(end).strip_prefix(']').is_some_and(goes_on)
}

fn is_first_word(target: &TargetText<'_>, at: usize, word: &str) -> bool {
    target.before(at).trim() == word
}

fn is_ascending(left: &str, right: &str, is_tight_hyphen: bool) -> bool {
    if left.contains(':') || right.contains(':') {
        return left.matches(':').count() == 1 && right.matches(':').count() == 1;
    }
    if is_year(left) && right.len() == 2 {
        let is_month = right <= "12" && is_tight_hyphen;
        return !is_month && left.get(2..).is_some_and(|short| short < right);
    }
    let value = |number: &str| {
        let groups = number.contains(['.', ','])
            && number.split(['.', ',']).skip(1).all(|part| part.len() == 3);
        let plain: String = if groups {
            number.chars().filter(char::is_ascii_digit).collect()
        } else {
            number.replace(',', ".")
        };
        plain.parse::<f64>().ok()
    };
    matches!((value(left), value(right)), (Some(left), Some(right)) if left < right)
}

/// Whether the numbers are not part of a longer token.
fn is_standalone(target: &TargetText<'_>, start: usize, end: usize) -> bool {
    let is_joined = |sign: char| -> bool {
        matches!(
            sign,
            '-' | '–'
                | '/'
                | '\\'
                | '.'
                | ','
                | ':'
                | '#'
                | '+'
                | '_'
                | '~'
                | '−'
                | '*'
                | '@'
                | '\''
                | '’'
        ) || sign.is_ascii_alphanumeric()
    };
    let after = char_after(target, end);
    let is_stop = matches!(after, Some('.' | ',' | ':' | '\'' | '’'))
        && !target
            .after(end)
            .chars()
            .nth(1)
            .is_some_and(char::is_alphanumeric);
    let number_before = target.before(start).trim_end().chars().next_back();
    let continues = matches!(number_before, Some('-' | '–' | '+' | '('))
        && matches!(char_before(target, start), Some(' '))
        || target.before(start).ends_with(") ");
    !char_before(target, start).is_some_and(is_joined)
        && (is_stop || !after.is_some_and(is_joined))
        && !continues
}
