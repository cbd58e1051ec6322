//! Letters and pronouns of German.

use std::sync::LazyLock;

use dragoman_text::{Edit, capitalised, is_all_capitals};
use regex::{Captures, Regex};

use crate::pattern::pattern;
use crate::rules::words::uncapitalised;
use crate::target_text::TargetText;

static ESZETT: LazyLock<Regex> = LazyLock::new(|| pattern(r"\p{L}*[ßẞ]\p{L}*"));

/// Replaces ß by ss, and by SS in words in capitals, as in Switzerland.
pub(super) fn replace_eszett(target: &TargetText<'_>) -> Vec<Edit> {
    target.replace(&ESZETT, |captures| {
        let word = running_word(target, captures)?;
        let small = if is_all_capitals(&word.replace(['ß', 'ẞ'], "")) {
            "SS"
        } else {
            "ss"
        };
        Some(word.replace('ß', small).replace('ẞ', "SS"))
    })
}

static UMLAUTS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\p{L}*(?:[äöüÄÖÜ]|[aouAOU]\u{308})[\p{L}\u{308}]*"));

/// Replaces umlauts by ae, oe and ue, and by AE, OE and UE in words in capitals.
pub(super) fn replace_umlauts(target: &TargetText<'_>) -> Vec<Edit> {
    target.replace(&UMLAUTS, |captures| {
        let word = running_word(target, captures)?;
        let e = if is_all_capitals(word) { 'E' } else { 'e' };
        let mut written = String::with_capacity(word.len() + 2);
        for letter in word.chars() {
            let base = match letter {
                'ä' => 'a',
                'ö' => 'o',
                'ü' => 'u',
                'Ä' => 'A',
                'Ö' => 'O',
                'Ü' => 'U',
                '\u{308}' if written.ends_with(['a', 'o', 'u', 'A', 'O', 'U']) => {
                    written.push(e);
                    continue;
                }
                other => {
                    written.push(other);
                    continue;
                }
            };
            written.push(base);
            written.push(if base.is_lowercase() { 'e' } else { e });
        }
        Some(written)
    })
}

fn running_word<'text>(target: &TargetText<'_>, captures: &Captures<'text>) -> Option<&'text str> {
    let word = captures.get(0)?;
    (!target.is_code(&word.range())).then_some(word.as_str())
}

/// The pronouns of the second person and their forms. `ihr` is left out because it also means "her"
/// and "their".
static PRONOUN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"\b(?:[dD](?:u|ich|ir|ein(?:e[mnrs]?|s|etwegen|erseits)?)",
        r"|[eE]u(?:ch|er|re(?:[mnrs]|twegen|rseits)?))\b"
    ))
});

/// Words after which `du` continues a French name or phrase, or `du` and `dir` are commands.
const BEFORE_OTHER_WORDS: &[&str] = &[
    "Arc",
    "Befehl",
    "Befehle",
    "Befehls",
    "Café",
    "Carte",
    "Cirque",
    "Château",
    "Crème",
    "Crédit",
    "Côtes",
    "Croix",
    "Gare",
    "Hôtel",
    "Jardin",
    "Kommando",
    "Lac",
    "Les",
    "Mont",
    "Musée",
    "Pain",
    "Palais",
    "Parc",
    "Pas",
    "Place",
    "Plat",
    "Pont",
    "Port",
    "Quai",
    "Rue",
    "Soupe",
    "Théâtre",
    "Tour",
    "Vin",
    "plat",
    "soupe",
];

/// Words after which `Du` is a noun or a name.
const BEFORE_NOUNS: &[&str] = &[
    "Frau",
    "Herr",
    "Herrn",
    "Professor",
    "auf",
    "das",
    "dem",
    "des",
    "ein",
    "eines",
    "kein",
    "per",
    "und",
    "vom",
    "zum",
];

/// Titles of honour, whose pronouns are capitalised.
const AFTER_HONOUR: &[&str] = &[
    "Durchlaucht",
    "Ehren",
    "Eminenz",
    "Exzellenz",
    "Exzellenzen",
    "Gnaden",
    "Heiligkeit",
    "Hochwürden",
    "Hoheit",
    "Hoheiten",
    "Majestät",
    "Majestäten",
];

/// Capitalises du, dich, dein and so on.
pub(super) fn capitalize_informal_pronouns(target: &TargetText<'_>) -> Vec<Edit> {
    target.replace(&PRONOUN, |captures| {
        let word = pronoun(target, captures)?;
        let before = last_word(target.context_before(captures.get(0)?.start()));
        let is_other = BEFORE_OTHER_WORDS.contains(&before)
            || word == "du" && FRENCH_NAME.is_match(target.text)
            || word == "dir" && is_listed(target, captures);
        (!is_other).then(|| capitalised(word))
    })
}

/// A text that is a name of three words, such as Rivière du Rempart.
static FRENCH_NAME: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\p{Lu}[\p{L}-]+ du \p{Lu}[\p{L}-]+$"));

/// Whether a word is an item of a list, which may consist of names of commands.
fn is_listed(target: &TargetText<'_>, captures: &Captures<'_>) -> bool {
    captures.get(0).is_some_and(|word| {
        target.context_before(word.start()).ends_with(", ")
            && target.after(word.end()).starts_with(',')
    })
}

/// Lowercases Du, Dich, Dein and so on within a sentence.
pub(super) fn lower_informal_pronouns(target: &TargetText<'_>) -> Vec<Edit> {
    target.replace(&PRONOUN, |captures| {
        let word = pronoun(target, captures)?;
        let range = captures.get(0)?.range();
        let before = target.context_before(range.start);
        let goes_on = before
            .trim_end()
            .ends_with(|last: char| last.is_alphanumeric() || ",;)".contains(last));
        let next = target
            .after(range.end)
            .split_whitespace()
            .next()
            .unwrap_or_default();
        let next = next.trim_end_matches(|letter: char| !letter.is_alphabetic());
        let is_other = word == "Du" && BEFORE_NOUNS.contains(&last_word(before))
            || word.starts_with("Eu") && AFTER_HONOUR.contains(&next);
        (goes_on && !is_other).then(|| uncapitalised(word))
    })
}

/// The matched pronoun, unless it is part of a longer token.
fn pronoun<'text>(target: &TargetText<'_>, captures: &Captures<'text>) -> Option<&'text str> {
    let word = captures.get(0)?;
    let is_part = target.after(word.end()).starts_with(['-', '\'', '’'])
        || target
            .context_before(word.start())
            .ends_with(['-', '\'', '’']);
    (!is_part && !target.is_code(&word.range())).then_some(word.as_str())
}

fn last_word(before: &str) -> &str {
    let trimmed = before.trim_end();
    if trimmed.len() == before.len() {
        return "";
    }
    let start = trimmed.rfind(|letter: char| !letter.is_alphabetic());
    let word = start.and_then(|at| trimmed.get(at..)).unwrap_or(trimmed);
    word.trim_start_matches(|letter: char| !letter.is_alphabetic())
}
