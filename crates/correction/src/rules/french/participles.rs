//! Infinitives and participles, which are homophones in most verbs.

use dragoman_language::Language;
use dragoman_text::Edit;

use super::conjugation::VERBS;
use super::tokens::{Token, tokens};
use crate::editable_text::EditableText;

/// Forms of "avoir" after which a participle and no infinitive follows.
const AVOIR_FORMS: &[&str] = &[
    "ai", "as", "avons", "avez", "ont", "avais", "avait", "avions", "aviez", "avaient", "aurai",
    "auras", "aura", "aurons", "aurez", "auront", "aurais", "aurait", "auraient", "avoir", "ayant",
];

/// Words that may occur between "avoir" and the participle.
const ADVERBS: &[&str] = &[
    "pas",
    "jamais",
    "bien",
    "déjà",
    "toujours",
    "trop",
    "encore",
    "souvent",
    "vraiment",
    "aussi",
    "enfin",
    "tellement",
    "mal",
    "plus",
    "tout",
];

/// Verbs that are followed by an infinitive.
const MODALS: &[&str] = &[
    "peux",
    "peut",
    "pouvons",
    "pouvez",
    "peuvent",
    "veux",
    "veut",
    "voulons",
    "voulez",
    "veulent",
    "dois",
    "doit",
    "devons",
    "devez",
    "doivent",
    "vais",
    "vas",
    "va",
    "allons",
    "allez",
    "vont",
    "faut",
    "pourrais",
    "pourrait",
    "pourrez",
    "pourra",
    "devrais",
    "devrait",
    "voudrais",
    "voudrait",
    "fallait",
    "faudra",
    "faudrait",
    "allais",
    "allait",
    "allaient",
    "pouvait",
    "pouvais",
    "voulait",
    "voulais",
    "devait",
    "devais",
    "souhaite",
    "souhaitons",
    "préfère",
    "aimerais",
    "aimerait",
    "espère",
];

/// Words that are followed by "de" and an infinitive.
const BEFORE_DE: &[&str] = &[
    "avant",
    "afin",
    "envie",
    "besoin",
    "peur",
    "train",
    "façon",
    "moyen",
    "occasion",
    "intention",
    "essayer",
    "essaie",
    "essayé",
    "décidé",
    "décide",
    "oublié",
    "oublie",
    "viens",
    "vient",
    "venons",
    "viennent",
    "possible",
    "impossible",
    "arrêter",
    "arrête",
    "refuse",
    "refusé",
    "propose",
    "proposé",
    "permet",
    "demande",
    "demandé",
    "interdit",
    "droit",
    "hâte",
    "fini",
    "choisi",
    "promis",
    "évite",
    "éviter",
    "rêve",
];

/// Words that may occur between a modal verb and the infinitive.
const BETWEEN: &[&str] = &[
    "pas", "plus", "jamais", "le", "la", "les", "lui", "leur", "me", "te", "se", "nous", "vous",
    "y", "en", "tout", "rien",
];

/// Participles that are also nouns.
const PARTICIPLES_AND_NOUNS: &[&str] = &[
    "passé",
    "marché",
    "résumé",
    "employé",
    "invité",
    "blessé",
    "privé",
    "nécessité",
    "cité",
    "traité",
    "député",
    "délégué",
    "retraité",
    "diplômé",
    "salarié",
    "associé",
    "accusé",
    "condamné",
    "évadé",
    "réfugié",
    "immigré",
    "exilé",
    "initié",
    "marié",
    "mariée",
    "fiancé",
    "protégé",
    "abonné",
    "communiqué",
    "énoncé",
    "exposé",
    "procédé",
    "relevé",
    "tracé",
    "corrigé",
    "défilé",
    "fossé",
    "carré",
    "côté",
    "pavé",
    "arrêté",
    "décolleté",
    "démêlé",
    "doigté",
    "rescapé",
    "insurgé",
    "affilié",
    "allié",
    "attaché",
    "cliché",
    "conjuré",
    "consommé",
    "déporté",
    "divorcé",
    "gradé",
    "habitué",
    "handicapé",
    "imprimé",
    "inculpé",
    "libéré",
    "licencié",
    "mutilé",
    "naufragé",
    "noyé",
    "obligé",
    "opposé",
    "persécuté",
    "préposé",
    "privilégié",
    "prononcé",
    "rapatrié",
    "révolté",
    "sinistré",
    "subordonné",
    "surdoué",
    "syndiqué",
    "raté",
    "velouté",
    "sauté",
    "gratiné",
    "doublé",
    "degré",
    "gré",
    "congé",
    "café",
    "dîné",
    "péché",
    "préjugé",
    "scellé",
    "tiré",
    "taillé",
];

/// Verbs that form the perfect with "être".
const VERBS_WITH_ETRE: &[&str] = &[
    "aller",
    "arriver",
    "entrer",
    "rester",
    "tomber",
    "monter",
    "rentrer",
    "retourner",
    "passer",
];

/// Writes participles after "avoir" and "être", and infinitives after verbs and prepositions that require them.
pub(super) fn edits(editable: &EditableText, _language: Language) -> Vec<Edit> {
    let tokens = tokens(editable.text());
    let mut edits = Vec::new();
    for index in 0..tokens.len() {
        let other = participle_after_avoir(&tokens, index)
            .or_else(|| participle_after_etre(&tokens, index))
            .or_else(|| infinitive_after_governor(&tokens, index));
        if let Some((token, text)) = other
            && token.is_lower_case()
        {
            edits.push(Edit {
                range: token.tail(),
                text,
            });
        }
    }
    edits
}

/// The next word that is not in `between`, if all words up to it follow one another.
fn next<'g, 't>(tokens: &'g [Token<'t>], index: usize, between: &[&str]) -> Option<&'g Token<'t>> {
    let mut at = index + 1;
    let mut token = tokens.get(at)?;
    while between.contains(&token.word.as_str()) && token.elided.is_none() {
        if !token.follows || at > index + 2 {
            return None;
        }
        at += 1;
        token = tokens.get(at)?;
    }
    (token.follows && !token.is_joined).then_some(token)
}

/// The word after a form of "avoir" that is not a participle, and the participle for it.
fn participle_after_avoir<'g, 't>(
    tokens: &'g [Token<'t>],
    index: usize,
) -> Option<(&'g Token<'t>, String)> {
    let have = tokens.get(index).filter(|it| !it.is_joined)?;
    let before = index.checked_sub(1).and_then(|index| tokens.get(index));
    let has_subject = have.elided.is_some()
        || before.is_some_and(|before| {
            have.follows
                && matches!(
                    before.word.as_str(),
                    "il" | "elle" | "on" | "qui" | "ça" | "lui" | "nous" | "vous"
                )
        });
    let is_have = AVOIR_FORMS.contains(&have.word.as_str()) || (have.word == "a" && has_subject);
    if !is_have {
        return None;
    }
    let token = next(tokens, index, ADVERBS).filter(|it| it.elided.is_none())?;
    let verb = match VERBS.of_infinitive(&token.word) {
        Some(verb) => verb,
        None => VERBS
            .like_infinitive(&token.word)
            .filter(|_| token.word.ends_with("ez"))?,
    };
    let [participle, ..] = &verb.participles;
    let is_in_er = verb.infinitive.ends_with("er");
    let participle = is_in_er.then(|| participle.clone())?;
    Some((token, participle))
}

/// The infinitive after "être" and a pronoun, and the participle for it.
fn participle_after_etre<'g, 't>(
    tokens: &'g [Token<'t>],
    index: usize,
) -> Option<(&'g Token<'t>, String)> {
    let be = tokens.get(index).filter(|it| !it.is_joined)?;
    let before = index.checked_sub(1).and_then(|index| tokens.get(index))?;
    if !be.follows {
        return None;
    }
    let is_reflexive = match be.elided.as_deref() {
        None => before.word == "me" && be.word == "suis",
        Some("t") => before.word == "tu" && be.word == "es",
        Some("s") => matches!(before.word.as_str(), "il" | "on") && be.word == "est",
        Some(_) => return None,
    };
    let ending = match (before.word.as_str(), be.word.as_str()) {
        _ if is_reflexive => "",
        ("je", "suis") | ("tu", "es") | ("il" | "on", "est" | "était" | "sera") => "",
        ("elle", "est" | "était" | "sera") => "e",
        ("ils", "sont" | "étaient" | "seront") => "s",
        ("elles", "sont" | "étaient" | "seront") => "es",
        _ => return None,
    };
    let token = next(tokens, index, ADVERBS).filter(|it| it.elided.is_none())?;
    let is_second = token.word.ends_with("ez");
    let like = || VERBS.like_infinitive(&token.word).filter(|_| is_second);
    let verb = VERBS.of_infinitive(&token.word).or_else(like)?;
    let [participle, ..] = &verb.participles;
    let is_of_motion = VERBS_WITH_ETRE.contains(&verb.infinitive.as_str());
    let is_in_er = verb.infinitive.ends_with("er");
    ((is_reflexive && is_in_er) || is_of_motion).then(|| (token, format!("{participle}{ending}")))
}

/// The word after a verb or a preposition that is not an infinitive, and the infinitive for it.
fn infinitive_after_governor<'g, 't>(
    tokens: &'g [Token<'t>],
    index: usize,
) -> Option<(&'g Token<'t>, String)> {
    let governor = tokens.get(index).filter(|it| !it.is_joined)?;
    let before = index.checked_sub(1).and_then(|index| tokens.get(index));
    let before = before.filter(|_| governor.follows);
    let word = governor.word.as_str();
    let is_modal = MODALS.contains(&word)
        && governor.elided.as_deref().is_none_or(|it| it == "n" || it == "j")
        // "Il se veut engagé" and "il s'en va fatigué" are correct.
        && before.is_none_or(|it| !matches!(it.word.as_str(), "se" | "me" | "te" | "en" | "y"));
    let is_preposition = matches!(word, "pour" | "sans") && governor.elided.is_none();
    let is_de = word == "de"
        && governor.elided.is_none()
        && before.is_some_and(|before| BEFORE_DE.contains(&before.word.as_str()));
    if !(is_modal || is_preposition || is_de) {
        return None;
    }
    let between = if is_modal { BETWEEN } else { &BETWEEN[3..15] };
    let token = next(tokens, index, between).filter(|it| {
        it.elided
            .as_deref()
            .is_none_or(|it| matches!(it, "l" | "m" | "t" | "s"))
    })?;
    let is_second = token.word.ends_with("ez");
    let is_participle =
        token.word.ends_with('é') && !PARTICIPLES_AND_NOUNS.contains(&token.word.as_str());
    let infinitive = &VERBS.like_infinitive(&token.word)?.infinitive;
    ((is_participle || is_second) && (is_modal || !is_second || is_de || is_preposition))
        .then(|| (token, infinitive.clone()))
}
