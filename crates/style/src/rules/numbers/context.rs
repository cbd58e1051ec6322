//! The context of a number.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

/// A pattern for units, currencies and scale words that follow a number.
const UNITS_AND_SCALES: &str = concat!(
    r"%|‰|％|°|℃|℉|[€$£¥₹₩￥￡￦]|",
    r"(?:[kcmdµ]?m[²³]?|k?m/h|m/s|[kmµ]?g|t|[mcdh]?[lL]|[kM]?Wh|[kMGm]?W|[kMG]?Hz|[km]?V|[KkMGTP]i?B|[kMGT]o|min|ms|dB|mph|kcal|kJ|hPa|lbs?|oz|EUR|USD|GBP|CHF|JPY|CNY|KRW|CAD|AUD)(?:[^\p{Latin}0-9_'’]|$)|",
    r"(?i:(?:kilo|centi|milli|zenti|centí|milí|quiló|kiló|chilo|millilit|hect)[\p{L}]+|met(?:er|re)s?|Metern?|metros?|m[eè]tr[eio]s?|grammi?s?|grams?|gramm?[oei]s?|Gramm|lit(?:er|re)s?|Litern?|litr[oi]s?|tonn?[eosn]*|",
    r"euros?|dollars?|dólar(?:es)?|dollar[oi]|yen|yuan|Franken|francs?|franchi|francos?|pesos|sterline|libras|percent|Prozent|degrees?|Grad|grad[oi]s?|degrés?|",
    r"million(?:s|en)?|milliard(?:s|en?)?|milioni|miliardi|billions?|millones)(?:[^\p{Latin}0-9_]|$)|",
    r"円|ドル|ユーロ|元|美元|欧元|日元|원|달러|유로|엔|キロ|メートル|グラム|リットル|パーセント|公里|千米|米|厘米|毫米|公斤|千克|克|升|吨|킬로|미터|그램|리터|퍼센트|[万億亿兆만억조]",
);

/// A pattern for nouns that are counted, mostly in large numbers.
const COUNTED: &str = concat!(
    r"Einwohner|Menschen|Personen|Besucher|Teilnehmer|Mitarbeiter|Beschäftigte|Nutzer|Kunden|Zuschauer|Schritte|Stück|Exemplare|Haushalte|Wörter|Zeichen|Punkte|Jahren?|Tagen?|Stunden|Dateien|Zeilen|",
    r"people|persons|inhabitants|residents|visitors|participants|employees|users|customers|copies|words|characters|steps|points|units|years|days|hours|files|households|students|soldiers|lines|items|seats|",
    r"personas|habitantes|visitantes|participantes|empleados|usuarios|clientes|ejemplares|palabras|caracteres|pasos|puntos|unidades|años|días|horas|archivos|hogares|estudiantes|plazas|",
    r"personnes|habitants|visiteurs|participants|salariés|employés|utilisateurs|clients|exemplaires|mots|caractères|pas|points|unités|ans|années|jours|heures|fichiers|foyers|étudiants|places|",
    r"persone|abitanti|visitatori|partecipanti|dipendenti|utenti|clienti|copie|parole|caratteri|passi|punti|unità|anni|giorni|ore|famiglie|studenti|posti|",
    r"(?:人|名|件|個|个|台|枚|冊|册|部|世帯|户|社|家|票|字|歩|步|点|席|株|床|棟|頭|匹|只|本|篇|명|개|건|대|권|장|가구|자|표|곳|부|마리)",
);

/// A pattern for words after which a number is a quantity, unless it is a year.
const QUANTITY_CUES: &str = concat!(
    r"rund|etwa|ungefähr|circa|ca\.|mehr als|weniger als|mindestens|höchstens|fast|knapp|",
    r"about|approximately|roughly|around|more than|less than|fewer than|at least|nearly|almost|over|",
    r"unos|unas|alrededor de|más de|menos de|casi|al menos|cerca de|aproximadamente|",
    r"environ|plus de|moins de|près de|presque|au moins|quelque|",
    r"circa|oltre|più di|meno di|quasi|almeno|",
    r"約|およそ|약|大约|大約|超过|近",
);

/// A pattern for words after which digits are a label.
const LABELS: &str = concat!(
    r"version|release|build|v|ver\.|nr\.?|nummer|no\.?|number|n[º°]|n\.[º°]|núm\.|número|numéro|numero|art\.?|artikel|article|artículo|articolo|",
    r"kapitel|abschnitt|punkt|abb\.|abbildung|tabelle|schritt|seite|zimmer|raum|haus|bus|linie|fehler|fehlercode|plz|postfach|port|",
    r"seiten|kapiteln|tabellen|abbildungen|schritten?|tables|pages|chapters|sections|figures|steps|rooms|páginas|capítulos|tablas|pasos|chapitres|tableaux|étapes|pagine|capitoli|tabelle|passaggi|section|chapter|figure|fig\.|table|step|page|room|line|error|code|zip|postcode|flight|route|model|modell|modelo|modèle|modello|",
    r"sección|capítulo|figura|tabla|paso|página|habitación|sala|puerto|código|versión|vuelo|",
    r"chapitre|tableau|étape|chambre|salle|ligne|erreur|vol|cp|bp|",
    r"versione|sezione|capitolo|tabella|passaggio|pagina|stanza|camera|porta|codice|errore|volo|cap|",
    r"mt|mk|lk|joh|apg|röm|kor|gal|eph|phil|hebr|offb|gen|dtn|ps|psalm|jes|jer|matthäus|markus|lukas|johannes|",
    r"mc|lc|jn|salmo|psaume|matthieu|marc|luc|jean|mateo|marcos|lucas|juan|matteo|marco|luca|giovanni|",
    r"tel\.?|telefon|phone|call|teléfono|téléphone|tél\.?|telefono|fax|isbn|issn|ean|iban|id|pin|ip|sku|rfc|iso|din|windows|office",
);

static MEASURED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"^[ \x{{a0}}\x{{2009}}\x{{202f}}]?(?:{UNITS_AND_SCALES})"
    ))
});
static COUNTS: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!(r"^[ \x{{a0}}\x{{202f}}]?(?:{COUNTED})")));
static APPROXIMATE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?:^|[^\p{{L}}])(?i:{QUANTITY_CUES})[ \x{{a0}}]?$|[約약]$"
    ))
});
static PAID: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?:[€$£¥₹₩￥￡￦]|\b(?:EUR|USD|GBP|CHF|JPY|CNY|KRW|CAD|AUD))[ \x{a0}\x{202f}]?[-−]?$")
});
/// A letter for thousands or millions directly after the digits, as in `$5M`.
static ABBREVIATED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?:[kKMBT]|bn|mn)(?:[^\p{Latin}0-9_]|$)"));
static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?:(?:^|[^\p{{L}}])(?i:{LABELS})[:.]?[ \x{{a0}}\x{{202f}}]?|[§#№]\s?|第|图|図|表|제|版本|版|バージョン|버전|编号|番号|번호|电话|電話|전화|邮编)$"
    ))
});

/// The maximum length of the text before a number that is examined, in bytes; no phrase above is
/// longer.
const MAX_LOOKBEHIND: usize = 32;

/// The end of the text before a position.
pub(in crate::rules) fn preceding_text<'text>(target: &TargetText<'text>, at: usize) -> &'text str {
    let before = target.text.get(..at).unwrap_or_default();
    let mut start = before.len().saturating_sub(MAX_LOOKBEHIND);
    while !before.is_char_boundary(start) {
        start += 1;
    }
    before.get(start..).unwrap_or_default()
}

/// Whether digits may be a number, and not part of a word, a code, a date, a time, a path, a
/// telephone number or a label such as that of a chapter.
pub(super) fn may_be_number(target: &TargetText<'_>, range: &Range<usize>) -> bool {
    let before = preceding_text(target, range.start);
    let after = target.after(range.end);
    let is_sum = ABBREVIATED.is_match(after) && PAID.is_match(before);
    let dashes = ['-', '–', '‑'];
    // In `2-3,6-9` the comma separates ranges.
    let is_inner = before.strip_suffix(dashes).is_some_and(ends_in_digit)
        && after.strip_prefix(dashes).is_some_and(begins_with_digit);
    !is_inner
        && may_begin_after(before)
        && (is_sum || may_end_before(after))
        && !LABEL.is_match(before)
}

fn ends_in_digit(text: &str) -> bool {
    text.ends_with(|c: char| c.is_ascii_digit())
}

fn begins_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

fn may_begin_after(before: &str) -> bool {
    let mut back = before.chars().rev();
    let Some(last) = back.next() else {
        return true;
    };
    let earlier = back.next();
    match last {
        '_' | '/' | '\\' | '@' | '=' | ':' | '.' | ',' | '^' | '~' | '&' | '\'' | '’' => false,
        '+' => false,
        ' ' | '\u{a0}' | '\u{202f}' => !earlier.is_some_and(|c| c.is_ascii_digit() || c == '+'),
        '-' | '–' | '‑' => match earlier {
            Some(c) if c.is_ascii_digit() => !ends_in_hyphenated_digits(before),
            Some(c) => !c.is_alphanumeric() || is_asian(c),
            None => true,
        },
        ')' => !earlier.is_some_and(|c| c.is_ascii_digit()),
        c => !c.is_alphabetic() || is_asian(c),
    }
}

fn may_end_before(after: &str) -> bool {
    let mut ahead = after.chars();
    let Some(next) = ahead.next() else {
        return true;
    };
    let later = ahead.next();
    match next {
        '_' | '\\' | '@' | '=' | '^' => false,
        '/' | ':' | '’' | '\'' => !later.is_some_and(|c| c.is_ascii_alphanumeric()),
        '.' => !later.is_some_and(char::is_alphanumeric),
        '-' | '–' | '‑' => match later {
            Some(c) if c.is_ascii_digit() => !begins_with_hyphenated_digits(after),
            _ => true,
        },
        ' ' | '\u{a0}' | '\u{202f}' => !later.is_some_and(|c| c.is_ascii_digit()),
        c if c.is_ascii_alphabetic() => MEASURED.is_match(after),
        _ => true,
    }
}

/// Whether the text begins with a chain of digits and hyphens such as `-12-`, as in an ISBN.
fn begins_with_hyphenated_digits(after: &str) -> bool {
    let rest = after.trim_start_matches(['-', '–', '‑']);
    rest.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','))
        .starts_with(['-', '–', '‑', '/', ':'])
}

fn ends_in_hyphenated_digits(before: &str) -> bool {
    let rest = before.trim_end_matches(['-', '–', '‑']);
    let rest = rest.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    rest.ends_with(|c: char| matches!(c, '-' | '–' | '‑' | '/' | ':') || c.is_ascii_alphabetic())
}

/// Whether a letter belongs to a script in which digits touch words: Chinese, Japanese and Korean.
pub(super) const fn is_asian(c: char) -> bool {
    is_han(c) || matches!(c, '\u{3040}'..='\u{30ff}' | '\u{ac00}'..='\u{d7a3}')
}

/// Whether a character is a Chinese character.
pub(in crate::rules) const fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '々' | '〇')
}

/// Whether a unit, a currency or a percent sign shows that a number is a measurement.
pub(in crate::rules) fn is_measured(target: &TargetText<'_>, range: &Range<usize>) -> bool {
    MEASURED.is_match(target.after(range.end)) || PAID.is_match(preceding_text(target, range.start))
}

/// Whether a number of four digits or more counts or measures something, so that it is not a year,
/// a code or a postcode. The context of the end of a range also applies to its start.
pub(super) fn is_quantity(target: &TargetText<'_>, range: &Range<usize>) -> bool {
    let digits = target
        .text
        .get(range.clone())
        .map_or(0, |digits| digits.chars().count());
    let other_end = end_of_range(target.after(range.end));
    let counts_at = |at: usize| {
        COUNTS.is_match(target.after(at)) && (digits > 4 || !looks_like_year(target, range))
    };
    is_measured(target, range)
        || counts_at(range.end)
        || (digits > 4 && APPROXIMATE.is_match(preceding_text(target, range.start)))
        || other_end.is_some_and(|length| {
            let end = range.end + length;
            MEASURED.is_match(target.after(end)) || counts_at(end)
        })
}

/// The length of a dash and the digits after it, in bytes.
fn end_of_range(after: &str) -> Option<usize> {
    let rest = after.strip_prefix(['-', '–'])?;
    let following = rest.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    (following.len() < rest.len()).then_some(after.len() - following.len())
}

fn looks_like_year(target: &TargetText<'_>, range: &Range<usize>) -> bool {
    let digits = target.text.get(range.clone()).unwrap_or_default();
    matches!(digits.parse(), Ok(1000..=2999)) && !digits.ends_with("00")
}

/// Whether a word may end before `after`, so that a match is not the beginning of a longer word.
pub(super) fn word_ends(language: StyleLanguage, after: &str) -> bool {
    let mut ahead = after.chars();
    let Some(next) = ahead.next() else {
        return true;
    };
    match language {
        StyleLanguage::Chinese => {
            !next.is_alphanumeric()
                || "的左右以之或和与與及至到起整长高宽重深远厚外内處处不、".contains(next)
        }
        // 円玉, ドル札 and ユーロ圏 are other words.
        StyleLanguage::Japanese => {
            !next.is_alphanumeric()
                || matches!(next, '\u{3040}'..='\u{309f}')
                || (is_han(next) && !"玉札硬貨紙幣台高安圏債建級制形周盤柱".contains(next))
        }
        StyleLanguage::Korean => {
            let particles = [
                "은",
                "는",
                "이",
                "가",
                "을",
                "를",
                "의",
                "에",
                "으로",
                "로",
                "과",
                "와",
                "도",
                "만",
                "까지",
                "부터",
                "씩",
                "짜리",
                "이상",
                "이하",
                "미만",
                "정도",
                "보다",
                "입니다",
                "이다",
            ];
            !next.is_alphanumeric()
                || particles.iter().any(|particle| {
                    after.strip_prefix(particle).is_some_and(|rest| {
                        !rest.starts_with(|c: char| matches!(c, '\u{ac00}'..='\u{d7a3}'))
                            || particle.chars().count() > 1
                    })
                })
        }
        _ => match next {
            '-' | '‑' | '/' | '_' | '’' | '\'' | '²' | '³' | '@' | '=' => false,
            '.' => !ahead.next().is_some_and(char::is_alphanumeric),
            c => !c.is_alphanumeric(),
        },
    }
}

/// Whether the name of a unit may end before `after`. In Chinese and Japanese the noun may follow
/// directly, so that only known longer words are excluded (克拉, 升级).
pub(super) fn unit_ends(language: StyleLanguage, after: &str) -> bool {
    let next = after.chars().next();
    match (language, next) {
        (StyleLanguage::Chinese, Some(next)) if is_han(next) => {
            !"级降学温职拉隆其饭粉色位特秒".contains(next)
        }
        (StyleLanguage::Japanese, Some(next)) if is_han(next) => !"法時毎".contains(next),
        _ => word_ends(language, after),
    }
}

/// Whether a measurement may be an attribute, which has no plural in English: `a 5 kg bag`.
pub(super) fn may_be_attributive(target: &TargetText<'_>, measurement: &Range<usize>) -> bool {
    static FREE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(concat!(
            r"^(?:$|[^\p{L}\x{a0} ]|[ \x{a0}](?:[^\p{L}]|",
            r"(?:of|in|from|to|per|and|or|away|long|wide|high|deep|tall|thick|at|for|with|by|on|is|are|was|were|than|before|",
            r"after|north|south|east|west|each|every|more|less|apart|below|above|across|when|while|if|but|as|into|off|down|up|",
            r"outside|inside|today|tonight|tomorrow|yesterday|now)(?-u:\b)))",
        ))
    });
    static ARTICLE: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?i)(?:^|[^\p{L}])(?:an?|the|this|every|each)[ \x{a0}]$"));
    target.language == StyleLanguage::English
        && (!FREE.is_match(target.after(measurement.end))
            || ARTICLE.is_match(preceding_text(target, measurement.start)))
}

/// Whether a number is the end of a range or a list, so that the words after it also apply to the
/// number before: `5–10 million`, `5 and 10 million`, `5、6万`.
pub(super) fn ends_range(target: &TargetText<'_>, start: usize) -> bool {
    static CONNECTED: LazyLock<Regex> = LazyLock::new(|| {
        pattern(concat!(
            r"[0-9０-９](?:[ \x{a0}]?[-–~～〜、][ \x{a0}]?|から|至|到|에서[ ]|,[ ]|",
            r"[ \x{a0}](?:bis|und|oder|to|and|or|a|y|o|u|à|et|ou|e|da|ad)[ \x{a0}])$",
        ))
    });
    CONNECTED.is_match(preceding_text(target, start))
}
