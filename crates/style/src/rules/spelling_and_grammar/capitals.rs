//! Words in capitals for emphasis.

use std::sync::LazyLock;

use dragoman_domain::Edit;
use regex::Regex;

use crate::StyleLanguage;
use crate::passage::Passage;
use crate::pattern::pattern;
use crate::rules::words::{capitalised, is_all_capitals};

/// Words that are written in capitals to stress them and that are no acronym, name or operator.
const fn stressed(language: StyleLanguage) -> &'static str {
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
            "NUNCA SIEMPRE MUY DEBE DEBEN DEBES SOLO SÓLO TODO TODOS TODA TODAS ANTES DESPUÉS SIN IMPORTANTE GRATIS \
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

static NEXT_WORD: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s+(\p{L}+)"));
static LAST_WORD: LazyLock<Regex> = LazyLock::new(|| pattern(r"(\p{L}+)\s+$"));

/// English verbs before NOT, which is otherwise an operator.
static BEFORE_NOT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:do|does|did|is|are|was|were|must|should|can|could|will|would|shall|may|has|have|had)\s$",
    )
});

/// Writes a stressed word in small letters. Where the words next to it are in capitals too, it may
/// be a heading, the name of a key or button, or a statement of a query language, and stays.
pub(super) fn lower(passage: &Passage<'_>) -> Vec<Edit> {
    let known = stressed(passage.language);
    passage.replace(&CAPITALS, |captures| {
        let found = captures.get(0)?;
        let word = found.as_str();
        let (before, after) = (passage.before(found.start()), passage.after(found.end()));
        let is_negation = passage.language == StyleLanguage::English
            && word == "NOT"
            && BEFORE_NOT.is_match(before);
        if !is_negation && !known.split_whitespace().any(|stressed| stressed == word) {
            return None;
        }
        let is_loud = |neighbour: Option<regex::Captures<'_>>| {
            neighbour
                .and_then(|found| found.get(1))
                .is_some_and(|found| {
                    let other = found.as_str();
                    is_all_capitals(other)
                        && !known.split_whitespace().any(|stressed| stressed == other)
                })
        };
        let alone = !LAST_WORD.is_match(before) && !NEXT_WORD.is_match(after);
        let quoted = before.ends_with([
            '"', '“', '„', '«', '»', '\'', '‘', '[', '-', '+', '&', '/', '\u{a0}',
        ]) || after
            .starts_with(['"', '”', '“', '»', '«', '\'', '’', ']', '-', '+', '&', '/']);
        if alone
            || quoted
            || is_loud(LAST_WORD.captures(before))
            || is_loud(NEXT_WORD.captures(after))
        {
            return None;
        }
        if passage.is_code(&found.range()) {
            return None;
        }
        let small = word.to_lowercase();
        let begins = passage.may_begin_sentence(found.start());
        Some(if begins { capitalised(&small) } else { small })
    })
}
