//! The shape of quotation marks and apostrophes.

use dragoman_text::Edit;

use super::context::{run_after, run_before};
use super::quote_classifier::{Mark, MarkClass, MarkRole, marks};
use crate::implementation::Implementation;
use crate::language::StyleLanguage;
use crate::target_text::TargetText;

/// An opening and a closing mark.
type Pair = (char, char);

const CURLY: Pair = ('“', '”');
const SINGLE_CURLY: Pair = ('‘', '’');
const GERMAN: Pair = ('„', '“');
const SINGLE_GERMAN: Pair = ('‚', '‘');
const STRAIGHT: Pair = ('"', '"');
const SINGLE_STRAIGHT: Pair = ('\'', '\'');
const GUILLEMETS: Pair = ('«', '»');
const SINGLE_GUILLEMETS: Pair = ('‹', '›');
const REVERSED: Pair = ('»', '«');
const SINGLE_REVERSED: Pair = ('›', '‹');
const CORNERS: Pair = ('「', '」');
const DOUBLE_CORNERS: Pair = ('『', '』');

const CURVED: char = '’';
const UPRIGHT: char = '\'';

/// How quotations are marked.
#[derive(Clone, Copy)]
struct Scheme {
    /// The pairs for nested quotations, from the outermost; they repeat for deeper levels.
    levels: &'static [Pair],
    /// Whether single quotation marks at the outermost level stay single.
    keeps_single: bool,
}

const fn by_depth(levels: &'static [Pair]) -> Scheme {
    Scheme {
        levels,
        keeps_single: false,
    }
}

const fn by_shape(levels: &'static [Pair]) -> Scheme {
    Scheme {
        levels,
        keeps_single: true,
    }
}

/// The rule `quotation_mark`.
pub(super) fn quotation_mark(option: &str, language: StyleLanguage) -> Option<Implementation> {
    if language == StyleLanguage::Japanese {
        return None;
    }
    let scheme = scheme_of_mark(option, language)?;
    Some(Implementation::edits(move |target| {
        requote(target, &marks(target), scheme)
    }))
}

fn scheme_of_mark(option: &str, language: StyleLanguage) -> Option<Scheme> {
    use StyleLanguage::{French, German, Italian, Spanish};
    let curly: &[Pair] = match language {
        German => &[GERMAN, SINGLE_GERMAN],
        _ => &[CURLY, SINGLE_CURLY],
    };
    let straight = &[STRAIGHT, SINGLE_STRAIGHT];
    Some(match (option, language) {
        ("use_curly_quotation_marks", _) => by_shape(curly),
        ("use_double_curly_quotation_marks", _) => by_depth(curly),
        ("use_straight_quotation_marks", _) => by_shape(straight),
        ("use_double_straight_quotation_marks", _) => by_depth(straight),
        ("use_guillemets", German) => by_shape(&[REVERSED, SINGLE_REVERSED]),
        ("use_guillemets", French | Italian | Spanish) => {
            by_shape(&[GUILLEMETS, CURLY, SINGLE_CURLY])
        }
        _ => return None,
    })
}

/// The rule `quotation_mark_and_apostrophe`.
pub(super) fn with_apostrophe(option: &str, language: StyleLanguage) -> Option<Implementation> {
    if !has_apostrophes(language) {
        return None;
    }
    let (marks_option, sign) = match option {
        "use_curly_quotation_marks_and_apostrophes" => ("use_curly_quotation_marks", CURVED),
        "use_double_and_single_curly_quotation_marks_and_curly_apostrophes" => {
            ("use_double_curly_quotation_marks", CURVED)
        }
        "use_double_and_single_straight_quotation_marks_and_straight_apostrophes" => {
            ("use_double_straight_quotation_marks", UPRIGHT)
        }
        "use_guillemets_and_curly_apostrophes" => ("use_guillemets", CURVED),
        "use_guillemets_and_straight_apostrophes" => ("use_guillemets", UPRIGHT),
        "use_straight_quotation_marks_and_apostrophes" => ("use_straight_quotation_marks", UPRIGHT),
        _ => return None,
    };
    let scheme = scheme_of_mark(marks_option, language)?;
    Some(Implementation::edits(move |target| {
        let marks = marks(target);
        let mut edits = requote(target, &marks, scheme);
        edits.extend(reshape_apostrophes(&marks, sign));
        edits
    }))
}

/// The rule `apostrophe`.
pub(super) fn apostrophe(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let sign = match option {
        "use_curly_apostrophes" => CURVED,
        "use_straight_apostrophes" => UPRIGHT,
        _ => return None,
    };
    has_apostrophes(language)
        .then(|| Implementation::edits(move |target| reshape_apostrophes(&marks(target), sign)))
}

fn has_apostrophes(language: StyleLanguage) -> bool {
    use StyleLanguage::{English, French, German, Italian, Spanish};
    matches!(language, English | French | German | Italian | Spanish)
}

/// The rule `quotation_style`.
pub(super) fn quotation_style(option: &str, language: StyleLanguage) -> Option<Implementation> {
    use StyleLanguage::{Chinese, English, French, German, Italian, Japanese, Korean, Spanish};
    let is_romance = matches!(language, French | Italian | Spanish);
    let scheme = match option {
        "use_corner_brackets_for_primary_quotations_and_double_corner_brackets_for_secondary_quotations"
            if matches!(language, Japanese | Chinese) =>
        {
            by_depth(&[CORNERS, DOUBLE_CORNERS])
        }
        "use_double_curly_quotation_marks_for_primary_quotations_and_single_curly_quotation_marks_for_secondary_quotations"
            if is_romance || matches!(language, English | Chinese | Korean) =>
        {
            by_depth(&[CURLY, SINGLE_CURLY])
        }
        "use_double_curly_quotation_marks_for_primary_quotations_then_alternate_with_single_curly_quotation_marks_for_nested_quotations"
            if language == English =>
        {
            by_depth(&[CURLY, SINGLE_CURLY])
        }
        "use_double_german_quotation_marks_for_primary_quotations_and_single_german_quotation_marks_for_secondary_quotations"
            if language == German =>
        {
            by_depth(&[GERMAN, SINGLE_GERMAN])
        }
        "use_double_straight_quotation_marks_for_primary_quotations_and_single_straight_quotation_marks_for_secondary_quotations"
            if language != Japanese =>
        {
            by_depth(&[STRAIGHT, SINGLE_STRAIGHT])
        }
        "use_double_straight_quotation_marks_for_primary_quotations_then_alternate_with_single_straight_quotation_marks_for_nested_quotations"
            if language == English =>
        {
            by_depth(&[STRAIGHT, SINGLE_STRAIGHT])
        }
        "use_guillemets_for_primary_quotations_and_double_curly_quotation_marks_for_secondary_quotations"
            if is_romance =>
        {
            by_depth(&[GUILLEMETS, CURLY])
        }
        "use_guillemets_for_primary_quotations_and_double_straight_quotation_marks_for_secondary_quotations"
            if is_romance =>
        {
            by_depth(&[GUILLEMETS, STRAIGHT])
        }
        "use_guillemets_for_primary_quotations_and_single_guillemets_for_secondary_quotations"
            if matches!(language, French | German) =>
        {
            by_depth(&[GUILLEMETS, SINGLE_GUILLEMETS])
        }
        "use_guillemets_for_primary_quotations_double_curly_quotation_marks_for_secondary_quotations_and_single_curly_quotation_marks_for_further_nested_quotations"
            if is_romance =>
        {
            by_depth(&[GUILLEMETS, CURLY, SINGLE_CURLY])
        }
        "use_reversed_guillemets_for_primary_quotations_and_single_reversed_guillemets_for_secondary_quotations"
            if language == German =>
        {
            by_depth(&[REVERSED, SINGLE_REVERSED])
        }
        "use_double_quotation_marks_for_primary_quotations_and_single_quotation_marks_for_secondary_quotations"
            if language == English =>
        {
            return Some(in_shape_of_text(false));
        }
        "use_single_quotation_marks_for_primary_quotations_and_double_quotation_marks_for_secondary_quotations"
            if language == English =>
        {
            return Some(in_shape_of_text(true));
        }
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        requote(target, &marks(target), scheme)
    }))
}

/// Single and double marks by depth: curly ones, unless the text has only straight ones.
fn in_shape_of_text(single_first: bool) -> Implementation {
    Implementation::edits(move |target| {
        let marks = marks(target);
        let quotes = |mark: &&Mark| matches!(mark.role, MarkRole::Open | MarkRole::Close);
        let is_straight = marks
            .iter()
            .filter(quotes)
            .all(|mark| matches!(mark.sign, '"' | '\''));
        let scheme = by_depth(match (single_first, is_straight) {
            (true, true) => &[SINGLE_STRAIGHT, STRAIGHT],
            (true, false) => &[SINGLE_CURLY, CURLY],
            (false, true) => &[STRAIGHT, SINGLE_STRAIGHT],
            (false, false) => &[CURLY, SINGLE_CURLY],
        });
        requote(target, &marks, scheme)
    })
}

/// The rule `highlighting_specific_expressions`: the shape of single quotation marks in Korean.
pub(super) fn highlighting(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let pair = match option {
        "use_single_curly_quotation_marks" => SINGLE_CURLY,
        "use_single_straight_quotation_marks" => SINGLE_STRAIGHT,
        _ => return None,
    };
    (language == StyleLanguage::Korean)
        .then(|| Implementation::edits(move |target| reshape(target, MarkClass::Single, pair)))
}

/// The rule `setting_off_non_quoted_phrases`: the shape of double quotation marks.
pub(super) fn setting_off(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let pair = match option {
        "use_full_width_quotation_marks" => CURLY,
        "use_half_width_quotation_marks" => STRAIGHT,
        _ => return None,
    };
    matches!(language, StyleLanguage::Japanese | StyleLanguage::Chinese)
        .then(|| Implementation::edits(move |target| reshape(target, MarkClass::Double, pair)))
}

/// Replaces the quotation marks of one class by a pair.
fn reshape(target: &TargetText<'_>, class: MarkClass, pair: Pair) -> Vec<Edit> {
    let found = marks(target);
    let of_class = found.iter().filter(|mark| mark.class == class);
    of_class
        .filter_map(|mark| write(target, mark, pair))
        .collect()
}

/// Replaces all quotation marks by the pairs of a scheme for their depth.
fn requote(target: &TargetText<'_>, marks: &[Mark], scheme: Scheme) -> Vec<Edit> {
    let levels = levels_in_direction_of_text(target, marks, scheme);
    let single = levels.iter().position(|pair| is_single_pair(*pair));
    let first = |mark: &Mark| {
        let is_single = matches!(mark.class, MarkClass::Single | MarkClass::SingleGuillemet);
        single
            .filter(|_| scheme.keeps_single && is_single)
            .unwrap_or_default()
    };
    let quotes = |mark: &&Mark| matches!(mark.role, MarkRole::Open | MarkRole::Close);
    let outer = marks.iter().filter(quotes).find(|mark| mark.depth == 0);
    let mut base = outer.map(first).unwrap_or_default();
    let mut edits = Vec::new();
    for mark in marks.iter().filter(quotes) {
        if mark.depth == 0 {
            base = first(mark);
        }
        let pair = levels.get((base + mark.depth) % levels.len().max(1));
        if !is_of_other_use(target, mark) {
            edits.extend(pair.and_then(|pair| write(target, mark, *pair)));
        }
    }
    edits
}

fn is_single_pair(pair: Pair) -> bool {
    [
        SINGLE_CURLY,
        SINGLE_GERMAN,
        SINGLE_STRAIGHT,
        SINGLE_GUILLEMETS,
        SINGLE_REVERSED,
    ]
    .contains(&pair)
}

/// The levels of a scheme. If only guillemets are requested and the text points them outwards, as
/// in Switzerland, they keep their direction.
fn levels_in_direction_of_text(
    target: &TargetText<'_>,
    marks: &[Mark],
    scheme: Scheme,
) -> &'static [Pair] {
    let is_swiss = |mark: &Mark| mark.role == MarkRole::Open && mark.sign == '«';
    let any_way = scheme.keeps_single && scheme.levels.first() == Some(&REVERSED);
    if any_way && target.language == StyleLanguage::German && marks.iter().any(is_swiss) {
        &[GUILLEMETS, SINGLE_GUILLEMETS]
    } else {
        scheme.levels
    }
}

/// Whether a mark is a corner bracket that does not quote: one around a title in Korean, or a
/// double one around a title in Japanese.
fn is_of_other_use(target: &TargetText<'_>, mark: &Mark) -> bool {
    match mark.class {
        MarkClass::Corner => target.language == StyleLanguage::Korean,
        MarkClass::DoubleCorner => target.language == StyleLanguage::Korean || mark.depth == 0,
        _ => false,
    }
}

/// Replaces a quotation mark by that of a pair, including the spaces inside French guillemets.
fn write(target: &TargetText<'_>, mark: &Mark, (open, close): Pair) -> Option<Edit> {
    let is_french = target.language == StyleLanguage::French;
    let is_space = |character: char| character.is_whitespace() && character != '\n';
    let (sign, inner) = match mark.role {
        MarkRole::Open => (open, run_after(target, mark.end(), is_space).len()),
        MarkRole::Close => (close, run_before(target, mark.at, is_space).len()),
        MarkRole::Apostrophe | MarkRole::Unknown => return None,
    };
    if sign == mark.sign {
        return None;
    }
    let space = match sign {
        '«' | '»' | '‹' | '›' if is_french => "\u{a0}",
        _ => "",
    };
    let (range, text) = if mark.role == MarkRole::Open {
        (mark.at..mark.end() + inner, format!("{sign}{space}"))
    } else {
        (mark.at - inner..mark.end(), format!("{space}{sign}"))
    };
    Some(Edit { range, text })
}

fn reshape_apostrophes(marks: &[Mark], sign: char) -> Vec<Edit> {
    marks
        .iter()
        .filter(|mark| mark.role == MarkRole::Apostrophe && mark.sign != sign)
        .map(|mark| Edit {
            range: mark.at..mark.end(),
            text: sign.to_string(),
        })
        .collect()
}
