//! The indicative where the words before it require the subjunctive: "Espero que viene".

use dragoman_text::Edit;

use super::lexicon::{Lexicon, NO_FORM};
use super::noun_phrases::{follows, subject};
use super::replacement::replace;
use super::tokens::Token;
use super::verbs::common_value;

/// Corrects the verb of the clause that begins after a token.
pub(super) fn edit(text: &str, tokens: &[Token<'_>], at: usize, lexicon: &Lexicon) -> Option<Edit> {
    let trigger = tokens.get(at.checked_sub(1)?)?;
    let phrases = lexicon.subjunctive.get(trigger.lower.as_str())?;
    let stands = |phrase: &Vec<&str>| {
        let Some(start) = at.checked_sub(phrase.len()) else {
            return false;
        };
        let found = tokens.get(start..at).unwrap_or_default();
        found
            .iter()
            .zip(phrase)
            .all(|(token, word)| token.lower == *word)
            && (start + 1..at).all(|at| follows(tokens, at))
    };
    if !phrases.iter().any(stands) || !follows(tokens, at) {
        return None;
    }
    let mut verb_at = at;
    let mut person = None;
    let word = tokens.get(at)?.lower.as_str();
    if let Some(pronoun) = lexicon.pronouns.get(word) {
        person = Some(pronoun.person);
        verb_at += 1;
    } else if let Some(phrase) = subject(tokens, at, lexicon) {
        person = Some(if phrase.features.is_plural { 5 } else { 2 });
        verb_at = phrase.end;
    }
    for _ in 0..3 {
        let word = tokens.get(verb_at)?.lower.as_str();
        if lexicon.between.contains(word) || lexicon.clitics.contains(word) {
            verb_at += 1;
        }
    }
    let all_follow = (at..=verb_at).all(|at| follows(tokens, at));
    let verb = tokens
        .get(verb_at)
        .filter(|verb| all_follow && verb.is_lower_case())?;
    let forms = lexicon.verbs.get(verb.lower.as_str())?;
    if !forms.iter().all(|form| form.is_present) {
        return None;
    }
    let forms = forms
        .iter()
        .filter(|form| person.is_none_or(|person| form.person == person));
    let wished = forms.map(|form| form.subjunctive.unwrap_or(NO_FORM));
    let wished = common_value(wished).filter(|form| *form != NO_FORM && *form != verb.lower)?;
    replace(text, verb.range.clone(), wished)
}
