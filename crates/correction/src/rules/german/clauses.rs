//! Commas at both ends of clauses that patterns cannot find.

use dragoman_language::Language;
use dragoman_text::Edit;

use super::conjunctions::CONJUNCTIONS;
use super::tokens::{Token, are_beside, begins_sentence, is_word, tokens};
use crate::editable_text::EditableText;

/// Punctuation marks that end a clause.
const CLAUSE_END_MARKS: [char; 6] = [',', '.', ';', ':', '!', '?'];

/// Finite verb forms that are no other part of speech and therefore end a subordinate clause.
const FINITE: [&str; 62] = [
    "bin", "bist", "ist", "sind", "seid", "war", "warst", "waren", "habe", "hast", "hat", "habt",
    "hatte", "hattest", "hatten", "wird", "wirst", "wurde", "wurden", "kann", "kannst", "konnte",
    "konnten", "muss", "musst", "musste", "mussten", "will", "willst", "wollte", "wollten", "soll",
    "sollst", "sollte", "sollten", "darf", "darfst", "durfte", "durften", "möchte", "mag", "kam",
    "kamen", "ankam", "ankamen", "ging", "gingen", "stand", "standen", "lag", "saß", "saßen",
    "fand", "sah", "regnete", "schneite", "steht", "kommt", "geht", "liegt", "gibt", "bleibt",
];

/// Verbs that take an infinitive with "zu" without a comma.
const RAISING: [&str; 13] = [
    "begann", "begannen", "beginnt", "beginnen", "scheint", "schien", "scheinen", "schienen",
    "pflegt", "pflegte", "pflegten", "droht", "drohte",
];

/// Inserts commas before "um", "ohne" and "anstatt" with an infinitive.
pub(super) fn infinitive_commas(editable: &EditableText, _: Language) -> Vec<Edit> {
    let text = editable.text();
    let tokens = tokens(text);
    let mut edits = Vec::new();
    for (at, (before, word)) in tokens.iter().zip(tokens.iter().skip(1)).enumerate() {
        if !is_word(before.text) || !are_beside(text, *before, *word) {
            continue;
        }
        let rest = tokens.get(at + 2..).unwrap_or_default();
        let is_clause = match word.text {
            "um" => {
                let earlier = tokens.get(..=at).unwrap_or_default();
                let mut clause =
                    (earlier.iter().rev()).take_while(|it| !it.text.ends_with(CLAUSE_END_MARKS));
                // In "er begann sich um das Kind zu kümmern" the infinitive belongs to another verb.
                let has_infinitive = clause.any(|it| RAISING.contains(&it.lowercase().as_str()));
                !has_infinitive && is_purpose(*before, rest)
            }
            "ohne" | "anstatt" => {
                let earlier = tokens.get(..=at).unwrap_or_default();
                let is_direct = rest.first().is_some_and(|next| next.text == "zu");
                // In "den Heiler anstatt der Verletzten zu rufen" the preposition takes a genitive.
                let may_be_genitive = word.text == "anstatt"
                    && rest
                        .first()
                        .is_some_and(|next| next.text.ends_with('r') || next.text.ends_with('s'));
                // In "eine Lampe ohne Kabel zu montieren" the preposition belongs to the noun.
                let may_be_attribute = !is_direct && before.is_capitalised();
                !may_be_genitive
                    && !may_be_attribute
                    && !joins(&before.lowercase())
                    && infinitive(rest).is_some()
                    && (is_direct || before.text.starts_with("ge") || !has_auxiliary(earlier))
            }
            _ => false,
        };
        if is_clause {
            edits.push(comma_after(*before));
        }
    }
    edits
}

fn comma_after(token: Token<'_>) -> Edit {
    let end = token.range().end;
    Edit {
        range: end..end,
        text: ",".to_owned(),
    }
}

/// Whether the previous clause has a verb that takes an infinitive with "zu" without a comma.
fn has_auxiliary(earlier: &[Token<'_>]) -> bool {
    let clause = earlier
        .iter()
        .rev()
        .take_while(|it| !it.text.ends_with(CLAUSE_END_MARKS));
    clause.into_iter().any(|it| {
        let small = it.lowercase();
        matches!(
            small.as_str(),
            "haben"
                | "ist"
                | "sind"
                | "bin"
                | "bist"
                | "war"
                | "waren"
                | "hat"
                | "habe"
                | "hast"
                | "hatte"
                | "hatten"
                | "sein"
                | "scheint"
                | "scheinen"
                | "braucht"
                | "brauche"
                | "brauchen"
                | "sei"
                | "wäre"
                | "wären"
                | "hätte"
                | "hätten"
                | "versucht"
                | "versuchte"
                | "versuchen"
                | "lässt"
                | "zu"
        )
    })
}

/// The verb of the infinitive with "zu" at the end of a clause.
fn infinitive<'t>(clause: &[Token<'t>]) -> Option<&'t str> {
    const MAX_LENGTH: usize = 14;
    let end = clause
        .iter()
        .take(MAX_LENGTH)
        .position(|token| token.text.ends_with(CLAUSE_END_MARKS))?;
    let last = clause.get(end)?.text.trim_end_matches(CLAUSE_END_MARKS);
    let before = end.checked_sub(1).and_then(|at| clause.get(at));
    let is_verb = |word: &str| {
        (word.ends_with("en")
            || word.ends_with("ern")
            || word.ends_with("eln")
            || matches!(word, "sein" | "tun"))
            && word.starts_with(char::is_lowercase)
            && word.len() > 2
    };
    if before.is_some_and(|before| before.text == "zu") && is_verb(last) {
        return Some(last);
    }
    const PREFIXES: [&str; 24] = [
        "an", "auf", "aus", "ab", "ein", "mit", "vor", "zurück", "weg", "los", "um", "nach",
        "fest", "bei", "her", "hin", "teil", "kennen", "weiter", "herunter", "durch", "zusammen",
        "fern", "statt",
    ];
    PREFIXES.into_iter().find_map(|prefix| {
        let verb = last.strip_prefix(prefix)?.strip_prefix("zu")?;
        (is_verb(verb) && verb.len() > 3).then_some(last)
    })
}

/// Whether a word, in lower case, belongs to the clause after it, so that no comma separates them.
fn joins(word: &str) -> bool {
    CONJUNCTIONS
        .get("um")
        .is_some_and(|conjunction| conjunction.not_after.contains(word))
}

/// Whether "um" begins an infinitive of purpose, and is not a preposition that its verb requires.
fn is_purpose(before: Token<'_>, rest: &[Token<'_>]) -> bool {
    const NOT_BEFORE: [&str; 24] = [
        "und", "oder", "nur", "als", "sich", "nicht", "auch", "statt", "sondern", "aber",
        "einfach", "allein", "etwa", "rund", "mich", "dich", "uns", "euch", "geht", "ging",
        "gehen", "handelt", "bitten", "bat",
    ];
    // Verbs that require the preposition "um".
    const VERBS_WITH_UM: [&str; 16] = [
        "kümmern", "bemühen", "bewerben", "sorgen", "bitten", "kämpfen", "drehen", "trauern",
        "streiten", "bringen", "betteln", "werben", "wetten", "erhöhen", "senken", "handeln",
    ];
    const UNITS: [&str; 12] = [
        "einheit", "stunde", "minute", "sekunde", "woche", "zeile", "spalte", "seite", "stufe",
        "stelle", "position", "ebene",
    ];
    let Some(first) = rest.first() else {
        return false;
    };
    let is_measure = !first.text.starts_with(char::is_alphabetic)
        || matches!(
            first.text,
            "halb"
                | "viertel"
                | "punkt"
                | "kurz"
                | "eins"
                | "zwei"
                | "drei"
                | "vier"
                | "fünf"
                | "sechs"
                | "sieben"
                | "acht"
                | "neun"
                | "zehn"
                | "elf"
                | "zwölf"
                | "Mitternacht"
                | "Mittag"
                | "Hilfe"
                | "Rat"
                | "Geduld"
                | "Verständnis"
                | "Entschuldigung"
                | "Verzeihung"
                | "Ruhe"
                | "etwas"
                | "so"
                | "ein"
                | "einen"
                | "jeden"
        );
    // "Um eine Zeile nach unten" is a distance.
    let is_measure = is_measure
        || first.text == "eine"
            && rest.get(1).is_some_and(|noun| {
                let small = noun.lowercase();
                UNITS.iter().any(|unit| small.ends_with(unit))
            });
    // "Um" is a preposition in "er ist um diese Zeit nicht zu stören" and "er scheint um sein Leben zu fürchten".
    let is_object = matches!(
        before.text,
        "ist"
            | "sind"
            | "war"
            | "waren"
            | "scheint"
            | "schien"
            | "scheinen"
            | "braucht"
            | "brauchst"
            | "brauchen"
            | "pflegt"
            | "pflegte"
            | "pflegten"
            | "droht"
            | "drohte"
            | "begann"
            | "begannen"
            | "beginnt"
    );
    !is_measure
        && !is_object
        && !NOT_BEFORE.contains(&before.lowercase().as_str())
        && !joins(&before.lowercase())
        // In "die Mauer um die Stadt sich vorzustellen" the preposition belongs to the noun.
        && !rest.iter().skip(1).take(4).any(|it| it.text == "sich")
        && infinitive(rest).is_some_and(|verb| !VERBS_WITH_UM.contains(&verb))
}

/// Inserts commas around relative clauses that begin with a relative pronoun and a subject, as in "das Haus das ich
/// sah".
pub(super) fn relative_clause_commas(editable: &EditableText, _: Language) -> Vec<Edit> {
    let text = editable.text();
    let tokens = tokens(text);
    let mut edits = Vec::new();
    for (at, window) in tokens.windows(3).enumerate() {
        let [noun, relative, subject] = window else {
            continue;
        };
        let is_start = is_word(noun.text)
            && noun.is_capitalised()
            && !begins_sentence(text, noun.start)
            && super::nouns::Noun::of(noun.text).is_some()
            && matches!(relative.text, "die" | "das" | "den" | "dem" | "der")
            && matches!(subject.text, "ich" | "du" | "er" | "wir" | "man" | "Sie")
            && are_beside(text, *noun, *relative)
            && are_beside(text, *relative, *subject);
        // In a question the verb comes first, and its objects follow.
        let begins_with_verb = clause_start(&tokens, at).is_some_and(|first| {
            let small = first.lowercase();
            FINITE.contains(&small.as_str()) || small.ends_with("st") || small.ends_with('t')
        });
        if !is_start || begins_with_verb {
            continue;
        }
        let after = tokens.get(at + 3..).unwrap_or_default();
        let Some(end) = clause_end(after) else {
            continue;
        };
        edits.push(comma_after(*noun));
        if let Some(last) = after.get(end)
            && !last.text.ends_with(CLAUSE_END_MARKS)
        {
            edits.push(comma_after(*last));
        }
    }
    edits
}

fn clause_start<'a, 't>(tokens: &'a [Token<'t>], at: usize) -> Option<&'a Token<'t>> {
    let start = tokens
        .get(..at)?
        .iter()
        .rposition(|token| token.text.ends_with(CLAUSE_END_MARKS))
        .map_or(0, |at| at + 1);
    tokens.get(start)
}

/// The index of the verb that ends a clause, if it precedes a punctuation mark or is certainly a verb.
fn clause_end(clause: &[Token<'_>]) -> Option<usize> {
    const MAX_LENGTH: usize = 10;
    for (at, token) in clause.iter().take(MAX_LENGTH).enumerate() {
        let bare = token.text.trim_end_matches(CLAUSE_END_MARKS);
        if bare.len() != token.text.len() {
            let is_verb = FINITE.contains(&bare)
                || bare.starts_with(char::is_lowercase)
                    && (bare.ends_with('t') || bare.ends_with("en") || bare.ends_with("te"));
            return is_verb.then_some(at);
        }
        if FINITE.contains(&bare) {
            // In "die Ware die ich bestellte ist da" the clause may end with the previous verb.
            let may_be_second = at
                .checked_sub(1)
                .and_then(|at| clause.get(at))
                .is_some_and(|before| before.text.ends_with("te") || before.text.ends_with("ten"));
            if may_be_second {
                return None;
            }
            // The next verb may be that of this clause.
            let next = clause
                .get(at + 1)
                .map(|next| next.text.trim_end_matches(CLAUSE_END_MARKS));
            let is_open = next.is_some_and(|next| {
                matches!(next, "und" | "oder" | "als" | "wie")
                    || next.ends_with("en") && !FINITE.contains(&next)
            });
            return (!is_open).then_some(at);
        }
    }
    None
}

/// Inserts the comma between the verb of a subordinate clause at the beginning of a sentence and the verb of the main
/// clause.
pub(super) fn initial_clause_commas(editable: &EditableText, _: Language) -> Vec<Edit> {
    let text = editable.text();
    let tokens = tokens(text);
    let mut edits = Vec::new();
    for (start, first) in tokens.iter().enumerate() {
        let is_conjunction = matches!(
            first.text,
            "Wenn" | "Als" | "Obwohl" | "Weil" | "Nachdem" | "Bevor" | "Sobald" | "Falls" | "Nur"
        );
        if !is_conjunction || !begins_sentence(text, first.start) {
            continue;
        }
        let sentence = tokens.get(start..).unwrap_or_default();
        if first.text == "Nur" && sentence.get(1).is_none_or(|next| next.text != "wer") {
            continue;
        }
        let length = sentence
            .iter()
            .position(|it| it.text.ends_with(CLAUSE_END_MARKS));
        // With another comma, the subordinate clause may end there.
        let Some(sentence) = length
            .filter(|at| sentence.get(*at).is_some_and(|it| !it.text.ends_with(',')))
            .and_then(|at| sentence.get(..=at))
        else {
            continue;
        };
        let mut pairs = sentence.windows(2).skip(2).filter_map(|pair| match pair {
            [one, other]
                if are_beside(text, *one, *other)
                    && FINITE.contains(&one.text)
                    && (FINITE.contains(&other.text)
                        || matches!(other.text, "bekommt" | "ruft" | "fährt")) =>
            {
                Some(*one)
            }
            _ => None,
        });
        if let (Some(one), None) = (pairs.next(), pairs.next()) {
            edits.push(comma_after(one));
        }
    }
    edits
}
