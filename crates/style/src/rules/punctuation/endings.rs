//! Punctuation marks at the ends of sentences and salutations, spaces before punctuation marks, and
//! the genitive of names.

use std::sync::LazyLock;

use regex::Regex;

use super::context::{char_after, char_before, is_cjk, is_start, letters_before, run_before};
use crate::implementation::Implementation;
use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

static SALUTATION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"^((?:Sehr geehrte|Liebe|Hallo|Guten Tag|Werte|Dear|Hello|Hi|Estimad[oa]|Querid[oa]|Apreciad[oa]|Cher|Chère|Madame|Monsieur",
        r"|Bonjour|Gentile|Caro|Cara|Egregio|Buongiorno|Spettabile)[^\n,:!?;.]{0,60}(?:(?:Dr|Prof|Mr|Mrs|Ms|Sr|Sra|Dra|M|Mme|dott|sig)\.[^\n,:!?;.]{1,50}){0,2})([,:!]?)(\s*$|[ \t]*\n\s*(\p{L})?)",
    ))
});

/// The rule `salutation`, for a text that is a salutation or begins with a line that is one.
pub(super) fn salutation(option: &str, language: StyleLanguage) -> Option<Implementation> {
    use StyleLanguage::{English, French, German, Italian, Spanish};
    let sign = match (option, language) {
        ("use_colon_after_salutation", English | Spanish | German) => ":",
        ("use_comma_after_salutation", English | Spanish | German | French | Italian) => ",",
        ("use_exclamation_mark_after_salutation", German) => "!",
        ("do_not_use_comma_after_salutation_capitalize_following_word", German) => "",
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        target.replace(&SALUTATION, |found| {
            let part = |number| found.get(number).map_or("", |part| part.as_str());
            let (greeting, mark, rest, first) = (part(1), part(2), part(3), part(4));
            let is_line = greeting.contains(' ') || rest.contains('\n') || !mark.is_empty();
            if !is_line
                || greeting.split(' ').count() > 8
                || (mark.is_empty() && !is_bare(greeting))
            {
                return None;
            }
            let rest = rest.strip_suffix(first).unwrap_or(rest);
            // The text after a salutation begins a sentence, except after a comma, where a capital
            // may belong to a noun.
            let first = if sign == "," {
                first.to_owned()
            } else {
                first.to_uppercase()
            };
            Some(format!("{}{sign}{rest}{first}", greeting.trim_end()))
        })
    }))
}

/// Whether words without a punctuation mark are certainly a salutation.
fn is_bare(greeting: &str) -> bool {
    ["Sehr geehrte", "Dear ", "Estimad", "Egregio ", "Gentile "]
        .iter()
        .any(|start| greeting.starts_with(start))
}

static FRENCH_SIGN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"[ \u{a0}\u{202f}\u{2009}]*(?:[!?]+|[;:»])|«[ \u{a0}\u{202f}\u{2009}]*")
});

/// The rule `spacing_and_punctuation`: in French, the space before `;`, `:`, `!`, `?` and inside
/// guillemets.
pub(super) fn french_spacing(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let space = match option {
        "do_not_use_space" => "",
        "use_regular_space" => " ",
        _ => return None,
    };
    (language == StyleLanguage::French).then(|| {
        Implementation::edits(move |target| {
            target.replace(&FRENCH_SIGN, |found| {
                let whole = found.get(0)?;
                let sign = whole.as_str().trim();
                if sign == "«" {
                    let follows =
                        char_after(target, whole.end()).is_some_and(|sign| !sign.is_whitespace());
                    return follows.then(|| format!("«{space}"));
                }
                if is_part_of_word(target, whole.start(), whole.end(), sign) {
                    return None;
                }
                Some(format!("{space}{sign}"))
            })
        })
    })
}

/// Whether a punctuation mark is part of a time, a ratio, an address, code or an emoticon, or
/// begins the text.
fn is_part_of_word(target: &TargetText<'_>, start: usize, end: usize, sign: &str) -> bool {
    let (before, after) = (char_before(target, start), char_after(target, end));
    let ends_word = before.is_some_and(|sign| {
        sign.is_alphanumeric()
            || matches!(
                sign,
                '»' | ')' | ']' | '”' | '"' | '%' | '’' | '…' | '.' | '€' | '«'
            )
    });
    let is_followed = after.is_some_and(|sign| {
        !sign.is_whitespace()
            && !matches!(
                sign,
                '»' | '”' | '"' | ')' | ']' | ',' | '.' | '…' | '!' | '?' | ';'
            )
    });
    let follows_end = sign == "»" && matches!(before, Some('!' | '?'));
    let is_code = sign == ":" && before == Some('"') && target.text.contains("{\"");
    let is_face = matches!(sign, ":" | ";") && matches!(after, Some(')' | '('));
    let is_time = sign == ":"
        && before.is_some_and(|sign| sign.is_ascii_digit())
        && target
            .after(end)
            .trim_start_matches([' ', '\u{a0}'])
            .starts_with(|sign: char| sign.is_ascii_digit());
    let is_entity = sign == ";"
        && run_before(target, start, |sign| {
            sign.is_ascii_alphanumeric() || sign == '&' || sign == '#'
        })
        .starts_with('&');
    is_start(target, start)
        || !(ends_word || follows_end)
        || is_face
        || is_code
        || is_time
        || before == Some('«')
        || is_followed
        || is_entity
}

static EXCLAMATION: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:¡([^¡!]*?[^¡!\s]))?([ \u{a0}\u{202f}]?)[!！]+"));

/// Names that end in an exclamation mark.
const NAMES_WITH_EXCLAMATION_MARK: &[&str] = &[
    "Yahoo", "Jeopardy", "Joomla", "Wham", "Oklahoma", "Mia", "Kahoot", "Yum",
];

/// The rule `exclamation_marks`: a full stop at the end of a sentence.
pub(super) fn exclamation(language: StyleLanguage) -> Implementation {
    use StyleLanguage::{Chinese, Japanese};
    let stop = match language {
        Chinese | Japanese => "。",
        _ => ".",
    };
    Implementation::edits(move |target| {
        // A line before another one may be a salutation.
        if target.text.contains('\n') {
            return Vec::new();
        }
        target.replace(&EXCLAMATION, |found| {
            let whole = found.get(0)?;
            let inner = found.get(1).map(|inner| inner.as_str());
            let space = found.get(2).map_or("", |space| space.as_str());
            let end =
                whole.start() + whole.as_str().trim_end_matches(['!', '！']).len() - space.len();
            let is_apart = !space.is_empty() && target.language != StyleLanguage::French;
            let doubled = char_before(target, whole.start()) == Some('¡');
            let is_unpaired =
                target.language == StyleLanguage::Spanish && (inner.is_none() || doubled);
            let ends = ends_sentence(target, end, whole.end());
            (ends && !is_apart && !is_unpaired)
                .then(|| format!("{}{stop}", inner.unwrap_or_default()))
        })
    })
}

/// Whether the word before `at` ends a sentence and is not a name with an exclamation mark; `after`
/// is the position after the mark.
fn ends_sentence(target: &TargetText<'_>, at: usize, after: usize) -> bool {
    let word = letters_before(target, at);
    let closes = |sign: char| {
        matches!(
            sign,
            '”' | '"' | '»' | '’' | '“' | '«' | ')' | '）' | '」' | '』'
        )
    };
    let opens = |sign: char| matches!(sign, '(' | '（' | '„' | '‘' | '「' | '『');
    let next = target
        .after(after)
        .chars()
        .find(|sign| !sign.is_whitespace() && !closes(*sign) && !opens(*sign));
    let begins = next.is_none_or(|sign| {
        let is_particle = matches!(sign, '\u{3041}'..='\u{309f}');
        sign.is_uppercase() || matches!(sign, '¡' | '¿') || is_cjk(sign) && !is_particle
    });
    let is_name = NAMES_WITH_EXCLAMATION_MARK
        .iter()
        .any(|name| word.ends_with(name));
    !word.is_empty() && begins && !is_name
}

static POSSESSIVE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(\p{Lu}[\p{Ll}]+s)(['’])(s?)(?:\b|( ))"));

/// Singular names that end in s.
const SINGULAR_NAMES_IN_S: &[&str] = &[
    "James", "Charles", "Thomas", "Chris", "Jess", "Lucas", "Marcus", "Dickens", "Jones",
    "Williams", "Davis", "Harris", "Louis", "Nicholas", "Dennis", "Douglas", "Francis", "Curtis",
    "Travis", "Ross", "Keats", "Yeats", "Burns", "Brooks", "Lewis", "Morris", "Ellis", "Hayes",
    "Evans", "Roberts", "Stevens", "Collins", "Phillips", "Edwards", "Adams", "Hughes", "Texas",
    "Kansas", "Arkansas", "Paris", "Athens", "Carlos", "Jesus", "Moses", "Achilles", "Socrates",
    "Zeus", "Agnes", "Iris", "Doris", "Phyllis", "Alexis", "Tess", "Gus", "Silas", "Elias",
    "Tobias", "Matthias", "Andreas", "Klaus", "Hans",
];

/// The rule `possessives_of_proper_names_ending_in_s_style`.
pub(super) fn possessives(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let with_s = match option {
        "add_apostrophe_s" => true,
        "add_apostrophe_only" => false,
        _ => return None,
    };
    (language == StyleLanguage::English).then(|| {
        Implementation::edits(move |target| {
            // Inside single quotation marks, the apostrophe may be the closing one.
            let is_quoted = target.text.contains(['‘', '‚'])
                || target.text.contains(" '")
                || target.text.starts_with('\'');
            target.replace(&POSSESSIVE, |found| {
                let part = |number| found.get(number).map_or("", |part| part.as_str());
                let (name, sign, ending, space) = (part(1), part(2), part(3), part(4));
                if !SINGULAR_NAMES_IN_S.contains(&name) || ending.is_empty() != with_s {
                    return None;
                }
                if !with_s {
                    return Some(format!("{name}{sign}{space}"));
                }
                (space == " " && !is_quoted).then(|| format!("{name}{sign}s "))
            })
        })
    })
}
