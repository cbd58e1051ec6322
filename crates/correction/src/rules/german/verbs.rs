//! Irregular verbs with regular forms.

use std::collections::HashMap;
use std::sync::LazyLock;

use dragoman_language::Language;
use dragoman_text::{Edit, capitalised_like, is_code};

use super::forms::{Determiner, Forms};
use super::nouns::Noun;
use super::tokens::{Token, are_beside, begins_sentence, tokens};
use crate::data_files::pairs;
use crate::editable_text::EditableText;
use crate::packed;

type Words = HashMap<&'static str, &'static str>;

/// Wrong forms and their corrections, by the kind of the form.
static VERBS: LazyLock<HashMap<&'static str, Words>> = LazyLock::new(|| {
    let mut verbs: HashMap<&'static str, Words> = HashMap::new();
    for (name, words) in pairs(packed::file!("german/verbs.tsv")) {
        let words = words.split(' ').filter_map(|pair| pair.split_once('='));
        verbs.entry(name).or_default().extend(words);
    }
    verbs
});

/// Prefixes of participles.
const PREFIXES: [&str; 19] = [
    "auf", "an", "ab", "aus", "ein", "mit", "vor", "zu", "zurück", "weg", "los", "um", "nach",
    "fest", "durch", "herum", "hin", "her", "unter",
];

/// Corrects the vowels of irregular verbs, as in "er fahrt" and "getrefft".
pub(super) fn irregular_forms(editable: &EditableText, _: Language) -> Vec<Edit> {
    let text = editable.text();
    let tokens = tokens(text);
    let mut edits = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let bare = token.text.trim_end_matches([',', '.', ';', ':', '!', '?']);
        let wanted = participle(bare).or_else(|| present_form(text, &tokens, at, bare));
        if let Some(wanted) = wanted
            && !is_code(text, &token.range())
        {
            edits.push(Edit {
                range: token.start..token.start + bare.len(),
                text: wanted,
            });
        }
    }
    edits
}

fn look_up(name: &str, word: &str) -> Option<&'static str> {
    VERBS.get(name).and_then(|words| words.get(word)).copied()
}

fn participle(word: &str) -> Option<String> {
    if let Some(wanted) = look_up("participle", word) {
        return Some(wanted.to_owned());
    }
    PREFIXES.into_iter().find_map(|prefix| {
        let wanted = look_up("participle", word.strip_prefix(prefix)?)?;
        Some(format!("{prefix}{wanted}"))
    })
}

/// The present-tense form that agrees with the subject before it.
fn present_form(text: &str, tokens: &[Token<'_>], at: usize, word: &str) -> Option<String> {
    let token = tokens.get(at)?;
    let before = tokens.get(at.checked_sub(1)?)?;
    if !are_beside(text, *before, *token) {
        return None;
    }
    let subject = before.lowercase();
    if subject == "du" {
        return look_up("second", word).map(str::to_owned);
    }
    let wanted = look_up("third", word)?;
    // "Den Bus nehmt ihr" is correct.
    let ends = token.text.len() != word.len();
    let is_yours = !ends
        && tokens
            .get(at + 1)
            .is_some_and(|next| next.lowercase().starts_with("ihr"));
    let is_third = matches!(
        subject.as_str(),
        "er" | "man" | "jeder" | "niemand" | "jemand" | "keiner"
    );
    (!is_yours && (is_third || is_subject(text, tokens, at))).then(|| wanted.to_owned())
}

/// Participles of verbs whose perfect is always formed with "sein".
const PARTICIPLES_WITH_SEIN: [&str; 27] = [
    "gegangen",
    "gekommen",
    "angekommen",
    "geblieben",
    "gereist",
    "abgereist",
    "verreist",
    "aufgestanden",
    "eingeschlafen",
    "aufgewacht",
    "gestorben",
    "gewachsen",
    "aufgewachsen",
    "geworden",
    "ausgestiegen",
    "eingestiegen",
    "umgestiegen",
    "gesunken",
    "weggegangen",
    "zurückgekommen",
    "mitgekommen",
    "vorbeigekommen",
    "verschwunden",
    "ausgegangen",
    "hingefallen",
    "mitgegangen",
    "zurückgegangen",
];

/// Replaces "haben" by "sein" with a participle that requires it, as in "ich habe ins Kino gegangen".
pub(super) fn perfect_auxiliaries(editable: &EditableText, _: Language) -> Vec<Edit> {
    let text = editable.text();
    let tokens = tokens(text);
    let ends = |token: &Token<'_>| token.text.ends_with([',', '.', ';', ':', '!', '?']);
    let edits = tokens.iter().enumerate().filter_map(|(at, token)| {
        let small = token.lowercase();
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let after = tokens.get(at + 1..)?;
        let has_speaker = [before, after.first()]
            .into_iter()
            .flatten()
            .any(|token| token.lowercase() == "ich");
        let wanted = match small.as_str() {
            // "Er habe" is reported speech.
            "habe" if has_speaker => "bin",
            "hast" => "bist",
            "hat" => "ist",
            "haben" => "sind",
            "habt" => "seid",
            _ => return None,
        };
        let end = after.iter().take(16).position(ends)?;
        let clause = after.get(..=end)?;
        let (last, middle) = clause.split_last()?;
        let participle = last.text.trim_end_matches([',', '.', ';', ':', '!', '?']);
        let is_simple = middle.iter().all(|token| {
            !matches!(
                token.text,
                "und"
                    | "oder"
                    | "ist"
                    | "sind"
                    | "bin"
                    | "sein"
                    | "war"
                    | "als"
                    | "wie"
                    | "es"
                    | "aber"
            ) && !token.text.contains(['"', '„', '“', '('])
        });
        (PARTICIPLES_WITH_SEIN.contains(&participle)
            && is_simple
            && !ends(token)
            && !is_code(text, &token.range()))
        .then(|| Edit {
            range: token.range(),
            text: capitalised_like(token.text, wanted),
        })
    });
    edits.collect()
}

/// Whether a singular article and noun at the beginning of a sentence precede a verb.
fn is_subject(text: &str, tokens: &[Token<'_>], at: usize) -> bool {
    let (Some(article), Some(noun)) = (
        at.checked_sub(2).and_then(|at| tokens.get(at)),
        at.checked_sub(1).and_then(|at| tokens.get(at)),
    ) else {
        return false;
    };
    let (Some(determiner), Some(known)) =
        (Determiner::of(&article.lowercase()), Noun::of(noun.text))
    else {
        return false;
    };
    let forms = determiner.forms.intersection(known.forms);
    begins_sentence(text, article.start)
        && are_beside(text, *article, *noun)
        && forms.intersects(Forms::NOMINATIVE)
        && !forms.intersects(Forms::PLURAL)
}
