//! Words in capitals for emphasis.

use std::sync::LazyLock;

use dragoman_text::{Edit, capitalised, is_all_capitals};
use regex::Regex;

use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

/// Words that are written in capitals for emphasis and that are no acronym, name or operator.
const fn emphasised_words(language: StyleLanguage) -> &'static str {
    match language {
        StyleLanguage::German => {
            "NICHT NIE NIEMALS IMMER SEHR ALLE ALLEN ALLES MUSS MÜSSEN DARF DÜRFEN SOFORT KEIN KEINE KEINEN KEINESFALLS \
             UNBEDINGT BITTE JETZT NUR VOR NACH OHNE KOSTENLOS WICHTIG DRINGEND"
        }
        StyleLanguage::English => {
            "ALWAYS NEVER VERY MUST SHOULD REALLY IMMEDIATELY ONLY EVERY EVERYTHING NOTHING FREE IMPORTANT \
             BEFORE AFTER WITHOUT PLEASE NOW YOUR THIS THAT THESE ABSOLUTELY STRICTLY URGENT"
        }
        StyleLanguage::Spanish => {
            "NUNCA SIEMPRE MUY DEBE DEBEN DEBES SOLO SÓLO TODOS TODAS ANTES DESPUÉS SIN IMPORTANTE GRATIS \
             AHORA INMEDIATAMENTE URGENTE OBLIGATORIO JAMÁS NINGÚN NINGUNA"
        }
        StyleLanguage::French => {
            "JAMAIS TOUJOURS TRÈS PAS DOIT DOIVENT DEVEZ TOUS TOUT TOUTES AVANT APRÈS SANS IMPORTANT GRATUIT MAINTENANT \
             IMMÉDIATEMENT URGENT OBLIGATOIRE AUCUN AUCUNE SEULEMENT"
        }
        StyleLanguage::Italian => {
            "MAI SEMPRE MOLTO DEVE DEVONO SOLO TUTTO TUTTI TUTTE PRIMA DOPO SENZA IMPORTANTE GRATIS ADESSO \
             IMMEDIATAMENTE URGENTE OBBLIGATORIO NESSUN NESSUNA"
        }
        _ => "",
    }
}

static CAPITALS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b\p{Lu}{2,}\b"));

/// Words next to a name or a value in capitals: the ONLY keyword, set to NEVER.
static NAMES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)\b(?:an?|the|to|auf|als|der|die|das|bedeutet|à|a|le|la|el|il|lo|su|means|=)\s$")
});

/// English verbs before NOT, which may otherwise be an operator.
static BEFORE_NOT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:do|does|did|is|are|was|were|must|should|can|could|will|would|shall|may|has|have|had)\s$",
    )
});

/// Whether a run of words in capitals contains a word that is not capitalised for emphasis, as in a
/// heading or an SQL statement.
fn contains_other_capitals<'word>(run: impl Iterator<Item = &'word str>, known: &str) -> bool {
    run.take(20)
        .map(|word| word.trim_matches(|letter: char| !letter.is_alphabetic()))
        .take_while(|word| is_all_capitals(word))
        .any(|word| {
            !known
                .split_whitespace()
                .any(|emphasised_words| emphasised_words == word)
        })
}

/// Lowercases a word in capitals for emphasis, unless it is quoted, part of a longer token, or the
/// whole text, which may be a heading or the label of a key or button.
pub(super) fn lower(target: &TargetText<'_>) -> Vec<Edit> {
    let known = emphasised_words(target.language);
    target.replace(&CAPITALS, |captures| {
        let found = captures.get(0)?;
        let word = found.as_str();
        let (before, after) = (
            target.context_before(found.start()),
            target.after(found.end()),
        );
        let is_negation = target.language == StyleLanguage::English
            && word == "NOT"
            && BEFORE_NOT.is_match(before);
        if !is_negation
            && !known
                .split_whitespace()
                .any(|emphasised_words| emphasised_words == word)
        {
            return None;
        }
        let next = after.trim_start().starts_with(char::is_alphabetic);
        let alone = !next && !before.trim_end().ends_with(char::is_alphabetic);
        let joined = |letter: char| "\"“”„«»'‘’[]-+&/\u{a0}".contains(letter);
        let is_part = before.ends_with(joined) || after.starts_with(joined);
        let contains_other_capitals =
            contains_other_capitals(before.split_whitespace().rev(), known)
                || contains_other_capitals(after.split_whitespace(), known);
        if alone
            || is_part
            || contains_other_capitals
            || NAMES.is_match(before)
            || target.is_code(&found.range())
        {
            return None;
        }
        let small = word.to_lowercase();
        let begins = target.may_begin_sentence(found.start());
        Some(if begins { capitalised(&small) } else { small })
    })
}
