//! The rule `centuries`: words, Arabic or Roman numerals.

use dragoman_text::{Edit, capitalised};
use regex::Regex;

use super::by_language::ByLanguage;
use super::calendar::parse_small_number;
use super::context::{first_chars, last_chars};
use super::{chinese_numbers, roman};
use crate::implementation::Implementation;
use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

use StyleLanguage::{Chinese, English, French, German, Italian, Japanese, Korean, Spanish};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Numeral {
    Words,
    Arabic,
    Roman,
}

const ENGLISH_WORDS: [&str; 21] = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
    "twenty-first",
];
/// Stems without their endings.
const GERMAN_WORDS: [&str; 21] = [
    "erst",
    "zweit",
    "dritt",
    "viert",
    "fünft",
    "sechst",
    "siebt",
    "acht",
    "neunt",
    "zehnt",
    "elft",
    "zwölft",
    "dreizehnt",
    "vierzehnt",
    "fünfzehnt",
    "sechzehnt",
    "siebzehnt",
    "achtzehnt",
    "neunzehnt",
    "zwanzigst",
    "einundzwanzigst",
];
/// Ordinals up to ten, then cardinals, as the Real Academia Española recommends.
const SPANISH_WORDS: [&str; 21] = [
    "primero",
    "segundo",
    "tercero",
    "cuarto",
    "quinto",
    "sexto",
    "séptimo",
    "octavo",
    "noveno",
    "décimo",
    "once",
    "doce",
    "trece",
    "catorce",
    "quince",
    "dieciséis",
    "diecisiete",
    "dieciocho",
    "diecinueve",
    "veinte",
    "veintiuno",
];
const FRENCH_WORDS: [&str; 21] = [
    "premier",
    "deuxième",
    "troisième",
    "quatrième",
    "cinquième",
    "sixième",
    "septième",
    "huitième",
    "neuvième",
    "dixième",
    "onzième",
    "douzième",
    "treizième",
    "quatorzième",
    "quinzième",
    "seizième",
    "dix-septième",
    "dix-huitième",
    "dix-neuvième",
    "vingtième",
    "vingt-et-unième",
];
const ITALIAN_WORDS: [&str; 21] = [
    "primo",
    "secondo",
    "terzo",
    "quarto",
    "quinto",
    "sesto",
    "settimo",
    "ottavo",
    "nono",
    "decimo",
    "undicesimo",
    "dodicesimo",
    "tredicesimo",
    "quattordicesimo",
    "quindicesimo",
    "sedicesimo",
    "diciassettesimo",
    "diciottesimo",
    "diciannovesimo",
    "ventesimo",
    "ventunesimo",
];

/// The implementation of an option.
pub(super) fn implementation(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let numeral = match option {
        "spell_out" => Numeral::Words,
        "use_arabic_numerals" => Numeral::Arabic,
        // The usual numerals of these languages.
        "use_numerals" if matches!(language, Spanish | French | Italian) => Numeral::Roman,
        "use_numerals" => Numeral::Arabic,
        "use_roman_numerals" if matches!(language, Spanish | French | Italian) => Numeral::Roman,
        _ => return None,
    };
    if language == Korean {
        return Some(Implementation::Instruction(match numeral {
            Numeral::Words => {
                "Write centuries in Korean words, such as 십구 세기 instead of 19세기."
            }
            _ => "Write centuries in Arabic numerals, such as 19세기.",
        }));
    }
    let only_words = option == "use_numerals" && numeral == Numeral::Roman;
    Some(Implementation::edits(move |target| {
        rewrite(target, numeral, only_words)
    }))
}

struct Patterns {
    /// The numerals of one or more centuries and the word for them. In German the pattern includes
    /// the words before, which determine the ending.
    centuries: Regex,
    one: Regex,
}

static PATTERNS: ByLanguage<Patterns> = ByLanguage::new(Patterns::new);

impl Patterns {
    fn new(language: StyleLanguage) -> Self {
        let words = |words: &[&str]| {
            let mut words = words.to_vec();
            words.sort_by_key(|word| std::cmp::Reverse(word.len()));
            words.join("|")
        };
        let (one, joiner, before, after) = match language {
            English => (
                format!(
                    "(?:[0-9]{{1,2}}(?:st|nd|rd|th)|(?i:{})|[IVX]{{2,}})",
                    words(&ENGLISH_WORDS)
                ),
                ", (?:and |or )?|,? and |,? or | to |–| and the | to the ",
                r"\b",
                r"[ \u{a0}-](?:century|centuries|Century|Centuries)\b",
            ),
            German => (
                format!(
                    r"(?:(?:[0-9]{{1,2}}|[IVX]+)\.|(?:{})(?:en|es|er|e))",
                    words(&GERMAN_WORDS)
                ),
                ", | und | oder | bis | bis zum |–| – |/",
                r"\b(?:(?P<determiner>[Ii]m|[Vv]om|[Zz]um|[Bb]eim|[Dd]em|[Dd]es|[Dd]as|[Ii]ns)(?: (?P<adjective>\p{L}+(?:en|e)))? )?",
                r"[ \u{a0}]Jahrhundert(?:s|e|en)?\b",
            ),
            Spanish => (
                format!("(?:[IVX]+|[0-9]{{1,2}}|{})", words(&SPANISH_WORDS)),
                ", | y | o | al | a |-|–",
                r"\bsiglos?[ \u{a0}]",
                r"\b",
            ),
            French => (
                format!(
                    "(?:(?:[IVX]+|[0-9]{{1,2}})(?:ère|er|ème|e|ᵉ)|{})",
                    words(&FRENCH_WORDS)
                ),
                ", | et | ou | au | à |-|–| et au | et le ",
                r"\b",
                r"[ \u{a0}\u{202f}]siècles?\b",
            ),
            Italian => (
                format!("(?:[IVX]+|[0-9]{{1,2}}[º°]|{})", words(&ITALIAN_WORDS)),
                ", | e | ed | o | al |-|–| e il | e nel ",
                r"\b",
                r"[ \u{a0}]secol[oi]\b",
            ),
            Japanese | Korean | Chinese => (
                "(?:[0-9]{1,2}|[一二三四五六七八九十]{1,3})".to_owned(),
                "、|至|到|~|～|〜|和|与",
                "",
                "(?:世紀|世纪)",
            ),
        };
        Self {
            centuries: pattern(&format!(
                "{before}(?P<list>{one}(?:(?:{joiner}){one})*){after}"
            )),
            one: pattern(&one),
        }
    }
}

fn rewrite(target: &TargetText<'_>, numeral: Numeral, only_words: bool) -> Vec<Edit> {
    let patterns = PATTERNS.get(target.language);
    let mut edits = Vec::new();
    for captures in patterns.centuries.captures_iter(target.text) {
        let (Some(whole), Some(list)) = (captures.get(0), captures.name("list")) else {
            continue;
        };
        // "hace un siglo 21 personas" mentions no century.
        let before = last_chars(target.before(whole.start()), 6);
        let is_span = target.language == Spanish
            && ["un ", "medio ", "cada ", "otro "]
                .iter()
                .any(|span| before.ends_with(span));
        if is_span || target.is_kept(&whole.range()) {
            continue;
        }
        let text = |name| captures.name(name).map(|part| part.as_str());
        let ending = german_ending(text("determiner"), text("adjective"));
        let has_era = starts_with_era(target.after(whole.end()));
        for one in patterns.one.find_iter(list.as_str()) {
            let range = list.start() + one.start()..list.start() + one.end();
            let Some((number, was)) = parse(target.language, one.as_str()) else {
                continue;
            };
            // "her second century" may be about cricket, and 一世紀 is a period of a hundred years.
            let is_open = was == Numeral::Words && number < 11 && !has_era;
            if was == numeral || is_open || only_words && was != Numeral::Words {
                continue;
            }
            let written = format(target.language, number, numeral, ending);
            edits.extend(written.map(|text| Edit {
                text: if numeral == Numeral::Words && begins_sentence(target, range.start) {
                    capitalised(&text)
                } else {
                    text
                },
                range,
            }));
        }
    }
    edits
}

fn starts_with_era(after: &str) -> bool {
    let after = first_chars(after, 8).trim_start();
    [
        "BC", "AD", "CE", "B.C.", "A.D.", "v. Chr.", "n. Chr.", "av.", "apr.", "ap.", "a. C.",
        "d. C.", "a.C.", "d.C.",
    ]
    .iter()
    .any(|era| after.starts_with(era))
}

fn begins_sentence(target: &TargetText<'_>, at: usize) -> bool {
    let before = target
        .before(at)
        .trim_end_matches(['"', '“', '«', '‘', '(', '„', ' ', '\u{a0}']);
    before.is_empty() || before.ends_with(['.', '!', '?'])
}

/// The ending of a German ordinal after a determiner and an adjective; `None` if they do not
/// determine it.
fn german_ending(determiner: Option<&str>, adjective: Option<&str>) -> Option<&'static str> {
    let ending = match determiner?.to_lowercase().as_str() {
        "das" | "ins" => "e",
        _ => "en",
    };
    let agrees = adjective.is_none_or(|adjective| adjective.ends_with(ending));
    agrees.then_some(ending)
}

fn words(language: StyleLanguage) -> &'static [&'static str] {
    match language {
        English => &ENGLISH_WORDS,
        German => &GERMAN_WORDS,
        Spanish => &SPANISH_WORDS,
        French => &FRENCH_WORDS,
        Italian => &ITALIAN_WORDS,
        Japanese | Korean | Chinese => &[],
    }
}

fn parse(language: StyleLanguage, text: &str) -> Option<(u8, Numeral)> {
    let digits = text.trim_end_matches(|last: char| !last.is_ascii_digit());
    if let Some(number) = parse_small_number(digits) {
        return (1..=30)
            .contains(&number)
            .then_some((number, Numeral::Arabic));
    }
    if words(language).is_empty() {
        return Some((chinese_numbers::parse(text)?, Numeral::Words));
    }
    let letters = text.trim_end_matches(|last| !"IVX".contains(last));
    if let Some(number) = roman::parse(letters) {
        return Some((number, Numeral::Roman));
    }
    let word = text.to_lowercase();
    let is_it = |known: &str| {
        let rest = word.strip_prefix(known);
        match language {
            German => rest.is_some_and(|rest| matches!(rest, "e" | "en" | "er" | "es")),
            _ => rest == Some(""),
        }
    };
    let at = words(language).iter().position(|known| is_it(known))?;
    Some((u8::try_from(at + 1).ok()?, Numeral::Words))
}

fn format(
    language: StyleLanguage,
    number: u8,
    numeral: Numeral,
    ending: Option<&str>,
) -> Option<String> {
    let word = || {
        words(language)
            .get(usize::from(number).checked_sub(1)?)
            .copied()
    };
    Some(match (numeral, language) {
        (Numeral::Words, Japanese | Korean | Chinese) => chinese_numbers::format(number),
        (Numeral::Words, German) => format!("{}{}", word()?, ending?),
        (Numeral::Words, _) => word()?.to_owned(),
        (Numeral::Arabic, English) => format!("{number}{}", english_ending(number)),
        (Numeral::Arabic, German) => format!("{number}."),
        (Numeral::Arabic, French) => format!("{number}{}", if number == 1 { "er" } else { "e" }),
        (Numeral::Arabic, Italian) => format!("{number}º"),
        (Numeral::Arabic, _) => number.to_string(),
        (Numeral::Roman, French) => {
            format!(
                "{}{}",
                roman::format(number),
                if number == 1 { "er" } else { "e" }
            )
        }
        (Numeral::Roman, _) => roman::format(number),
    })
}

const fn english_ending(number: u8) -> &'static str {
    match (number / 10, number % 10) {
        (1, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    }
}
