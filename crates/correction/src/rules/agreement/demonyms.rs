//! Demonyms, the adjectives of countries and towns, with a wrong capital: "un vino Francés".

use dragoman_text::Edit;

use super::lexicon::Lexicon;
use super::tokens::Token;

/// Lowercases the demonym at a token if it follows its noun and is not part of a name.
pub(super) fn edit(text: &str, tokens: &[Token<'_>], at: usize, lexicon: &Lexicon) -> Option<Edit> {
    let token = tokens.get(at)?;
    let is_raised = token.text.chars().filter(|c| c.is_uppercase()).count() == 1;
    if !is_raised || token.is_lower_case() || token.gap != " " {
        return None;
    }
    lexicon.demonyms.get(token.lower.as_str())?;
    let before = tokens.get(at.checked_sub(1)?)?;
    let word = before.lower.as_str();
    let noun = lexicon.nouns.get(word);
    let is_noun = noun.is_some() && !lexicon.names.contains(word);
    let forms = lexicon.verbs.get(word);
    let is_copula = forms.is_some_and(|forms| forms.iter().any(|form| form.is_copula));
    // In "Il ministro Russo" and "il capitano è Greco" the word may be a surname.
    let is_of_person = is_copula || noun.is_some_and(|noun| noun.is_person);
    if is_of_person && lexicon.surnames.contains(token.lower.as_str()) {
        return None;
    }
    let begins_after = at.checked_sub(2).and_then(|at| tokens.get(at));
    // "El diario Español" may be a name, like "Banca Italiana".
    let is_title = begins_after.is_some_and(|token| token.gap.ends_with(['"', '«', '“']));
    let goes_on = tokens
        .get(at + 1)
        .is_some_and(|next| next.gap == " " && !next.is_lower_case());
    let is_joined = text
        .get(token.range.end..)
        .is_some_and(|rest| rest.starts_with(['-', '"', '»', '”', '\'', '’', '@']));
    let is_said = before.is_lower_case() && (is_noun || is_copula);
    (is_said && !is_title && !goes_on && !is_joined).then(|| Edit {
        range: token.range.clone(),
        text: token.text.to_lowercase(),
    })
}
