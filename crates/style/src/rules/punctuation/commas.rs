//! Commas in series, after conjunctive adverbs, and after `i.e.` and `e.g.`.

use std::sync::LazyLock;

use dragoman_text::is_capitalised;
use regex::Regex;

use super::context::{char_after, is_start, letters_after, word_after, word_before};
use crate::implementation::Implementation;
use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

static EXAMPLE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(i\.e\.|e\.g\.|i\.[ \u{a0}]e\.|e\.[ \u{a0}]g\.)(,?)"));

/// The rule `comma_after_i_e_and_e_g`.
pub(super) fn after_examples(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let comma = match option {
        "use" => ",",
        "do_not_use" => "",
        _ => return None,
    };
    (language == StyleLanguage::English).then(|| {
        Implementation::edits(move |target| {
            target.replace(&EXAMPLE, |found| {
                let (whole, words) = (found.get(0)?, found.get(1)?);
                let mut after = target.after(whole.end()).chars();
                let is_followed = matches!(after.next(), Some(' ' | '\u{a0}'))
                    && after.next().is_some_and(|sign| {
                        sign.is_alphanumeric()
                            || matches!(sign, '“' | '"' | '‘' | '(' | '$' | '£' | '€')
                    });
                is_followed.then(|| format!("{}{comma}", words.as_str()))
            })
        })
    })
}

static ADVERB: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(However|Therefore|Moreover|Furthermore|Consequently|Nevertheless|Nonetheless|Additionally|Accordingly|Meanwhile|Otherwise|Similarly|Likewise|Hence)(,?) (\p{L}+)",
    )
});

/// Words that begin a clause: an adverb before them modifies the whole sentence.
const CLAUSE_OPENERS: &[&str] = &[
    "the", "this", "that", "these", "those", "we", "he", "she", "it", "they", "you", "i", "there",
    "our", "his", "her", "their", "its", "my", "your", "if", "when", "a", "an", "no", "all",
    "some", "not",
];

static KOREAN_ADVERB: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^(그러나|그리고|그런데|그러므로|따라서|하지만|그래서|또한|즉|그렇지만|그러면)(,?) ")
});

/// The rule `comma_after_conjunctive_adverbs` in English and Korean.
pub(super) fn after_adverbs(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let comma = match option {
        "use" => ",",
        "do_not_use" => "",
        _ => return None,
    };
    match language {
        StyleLanguage::English => Some(Implementation::edits(move |target| {
            target.replace(&ADVERB, |found| {
                let (adverb, next) = (found.get(1)?.as_str(), found.get(3)?.as_str());
                CLAUSE_OPENERS
                    .contains(&next.to_lowercase().as_str())
                    .then(|| format!("{adverb}{comma} {next}"))
            })
        })),
        StyleLanguage::Korean => Some(Implementation::edits(move |target| {
            target.replace(&KOREAN_ADVERB, |found| {
                Some(format!("{}{comma} ", found.get(1)?.as_str()))
            })
        })),
        _ => None,
    }
}

static SERIES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(\p{L}[\p{L}’'-]*), (\p{L}[\p{L}’'-]*)(,?) (and|or) (\p{L}[\p{L}’'-]*)")
});

/// Words that are no item of a list, because they begin or end a clause.
const NON_ITEMS: &[&str] = &[
    "however",
    "then",
    "too",
    "also",
    "therefore",
    "i",
    "you",
    "he",
    "she",
    "it",
    "we",
    "they",
    "who",
    "which",
    "that",
    "this",
    "there",
    "when",
    "where",
    "please",
    "yes",
    "no",
    "well",
    "so",
    "but",
    "if",
    "is",
    "are",
    "was",
    "were",
    "not",
    "moreover",
    "finally",
    "first",
    "today",
    "yesterday",
    "tomorrow",
    "now",
    "here",
    "did",
    "does",
    "went",
    "came",
    "left",
    "said",
    "the",
    "a",
    "an",
    "his",
    "her",
    "their",
    "our",
    "my",
    "your",
    "its",
    "down",
    "up",
    "out",
    "off",
    "away",
    "back",
    "home",
    "over",
    "around",
    "besides",
    "instead",
    "still",
    "thus",
];

/// Words that begin a phrase or clause before the main clause: the comma after it does not begin a
/// list.
const INTRODUCTORY_WORDS: &[&str] = &[
    "in",
    "on",
    "at",
    "by",
    "for",
    "with",
    "from",
    "to",
    "as",
    "if",
    "when",
    "while",
    "after",
    "before",
    "since",
    "during",
    "because",
    "although",
    "though",
    "unlike",
    "like",
    "according",
    "until",
    "once",
    "under",
    "over",
    "among",
    "between",
    "without",
    "within",
    "despite",
    "besides",
    "through",
    "given",
    "where",
    "whether",
    "unless",
    "last",
    "next",
    "this",
    "every",
    "each",
    "one",
    "beside",
    "behind",
    "near",
    "outside",
    "inside",
    "upon",
    "against",
];

/// The rule `serial_comma`.
pub(super) fn serial(option: &str, language: StyleLanguage) -> Option<Implementation> {
    use StyleLanguage::{Chinese, English};
    match (option, language) {
        ("use", English) => Some(in_series(",")),
        ("do_not_use", English) => Some(in_series("")),
        ("do_not_use_serial_comma_when_using_chinese_comma", Chinese) => {
            Some(in_chinese(&MARKED, ""))
        }
        ("use_serial_comma_when_using_comma", Chinese) => Some(in_chinese(&UNMARKED, "，")),
        _ => None,
    }
}

/// Inserts or removes the comma before the conjunction of a list of single words.
fn in_series(comma: &'static str) -> Implementation {
    Implementation::edits(move |target| {
        target.replace(&SERIES, |found| {
            let whole = found.get(0)?;
            let word = |number| found.get(number).map_or("", |word| word.as_str());
            let (first, second, conjunction, last) = (word(1), word(2), word(4), word(5));
            let is_item = |word: &str| !NON_ITEMS.contains(&word.to_lowercase().as_str());
            if ![first, second, last].into_iter().all(is_item) {
                return None;
            }
            // "fish and chips, steak and salad" is a list of two pairs.
            let are_pairs = ["and", "or"].contains(&word_before(target, whole.start()));
            (!are_pairs && is_plain_list(target, whole.start(), whole.end(), second, last))
                .then(|| format!("{first}, {second}{comma} {conjunction} {last}"))
        })
    })
}

/// Whether the words are certainly items of one list: the list is followed by the end of the
/// sentence or by a word that cannot belong to it, and there can be no introductory phrase, form of
/// address, apposition or second clause.
fn is_plain_list(
    target: &TargetText<'_>,
    start: usize,
    end: usize,
    second: &str,
    last: &str,
) -> bool {
    const AFTER: &[&str] = &[
        "in", "on", "at", "for", "from", "with", "to", "of", "by", "as", "during", "into",
    ];
    const VERBS: &[&str] = &["are", "were", "have", "will", "can"];
    let opens = is_start(target, start);
    let next = word_after(target, end);
    let ends = matches!(
        char_after(target, end),
        None | Some('.' | ';' | '!' | '?' | ')' | '”' | '"' | ':')
    ) || AFTER.contains(&next)
        || opens && VERBS.contains(&next);
    let words = target.text.split(|sign: char| !sign.is_alphabetic());
    let opening = words
        .into_iter()
        .find(|word| !word.is_empty())
        .unwrap_or_default();
    let first = letters_after(target, start);
    // In "my brother, Tom, and Ann" the name may be an apposition; "Tom, Ann and Ben are here" may
    // address Tom.
    let are_names = is_capitalised(second);
    let are_alike = are_names == is_capitalised(last);
    let names_stand = !are_names || is_capitalised(first) && !opens;
    let is_other = |word: &str| word.len() > 4 && (word.ends_with("ed") || word.ends_with("ly"));
    ends && are_alike
        && names_stand
        && !INTRODUCTORY_WORDS.contains(&opening.to_lowercase().as_str())
        && ![first, second, last].into_iter().any(is_other)
}

static MARKED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(、[\p{Han}]{1,8})(、)((?:和|以及|及|或|或者|与)\p{Han})"));
static UNMARKED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"([\p{Han}]{2,12}，[\p{Han}]{2,12})()(以及\p{Han})"));

fn in_chinese(list: &'static LazyLock<Regex>, comma: &'static str) -> Implementation {
    Implementation::edits(move |target| {
        target.replace(list, |found| {
            let part = |number| found.get(number).map_or("", |part| part.as_str());
            Some(format!("{}{comma}{}", part(1), part(3)))
        })
    })
}
