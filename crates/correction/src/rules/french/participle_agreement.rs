//! Agreement of participles with the objects before them: reflexive pronouns and relative clauses.

use dragoman_text::Edit;

use super::conjugation::VERBS;
use super::lexicon::{Features, Gender, NOUNS, adjective};
use super::noun_phrases::{NounPhrase, Subject, after_adverbs, follows_in_lower_case};
use super::tokens::Token;
use super::word_lists::REFLEXIVE;

/// Makes the participle after "se" and "être" agree with the subject.
pub(super) fn reflexive_participle(
    tokens: &[Token<'_>],
    subject: &Subject,
    features: Features,
) -> Option<Edit> {
    let verb = tokens.get(subject.verb)?;
    let is_be = VERBS
        .readings(&verb.word)
        .iter()
        .any(|reading| reading.verb.infinitive == "être" && reading.person == subject.person);
    if !subject.is_reflexive || !is_be {
        return None;
    }
    let at = after_adverbs(tokens, subject.verb + 1);
    let token = tokens.get(at).filter(|it| follows_in_lower_case(it))?;
    let of_infinitive = VERBS
        .of_infinitive(&token.word)
        .filter(|_| token.word.ends_with("er"));
    let of_participle = VERBS.of_participle(&token.word);
    let of = of_infinitive.or(of_participle)?;
    let next = tokens.get(at + 1).filter(|_| !token.ends_clause);
    // A participle before its object does not agree: "elles se sont rendu compte", "elle s'est mis une robe".
    let has_object = next.is_some_and(|next| {
        !matches!(
            next.word.as_str(),
            "à" | "dans"
                | "en"
                | "sur"
                | "pendant"
                | "pour"
                | "par"
                | "avec"
                | "chez"
                | "hier"
                | "et"
                | "mais"
                | "sans"
                | "depuis"
                | "devant"
                | "contre"
                | "lors"
                | "au"
                | "aux"
                | "ici"
                | "très"
                | "trop"
                | "tôt"
                | "tard"
                | "vers"
        ) && next.elided.is_none()
    });
    let [masculine, feminine, masculines, feminines] = &of.participles;
    let wanted = features.of([masculine, feminine, masculines, feminines], &token.word);
    let is_known = REFLEXIVE.contains(&of.infinitive.as_str());
    let keeps_gender =
        features.gender == Some(Gender::Masculine) && [feminine, feminines].contains(&&token.word);
    (is_known && !has_object && !keeps_gender && token.word != wanted).then(|| Edit {
        range: token.range.clone(),
        text: wanted.to_owned(),
    })
}

/// Makes a participle after "que" and "avoir" agree with the noun before "que".
pub(super) fn participle_after_que(tokens: &[Token<'_>], index: usize) -> Option<Edit> {
    let phrase = NounPhrase::at(tokens, index)?;
    // In "la sœur du voisin que j'ai vue" the antecedent is another noun.
    let first = tokens.get(index)?;
    let before = index.checked_sub(1).and_then(|index| tokens.get(index));
    let is_second = before
        .filter(|_| first.follows && !first.is_first)
        .is_some_and(|it| {
            let is_noun = NOUNS.contains_key(it.word.as_str()) || adjective(&it.word).is_some();
            matches!(
                it.word.as_str(),
                "de" | "à" | "et" | "ou" | "en" | "pour" | "avec"
            ) || (matches!(first.word.as_str(), "des" | "du")
                && (is_noun || it.is_joined || !it.is_lower_case()))
        });
    if is_second {
        return None;
    }
    let relative = tokens
        .get(phrase.after_head)
        .filter(|it| it.follows && !it.is_joined)?;
    let start = match relative.elided.as_deref() {
        Some("qu") => phrase.after_head,
        None if relative.word == "que" => phrase.after_head + 1,
        _ => return None,
    };
    let subject = Subject::at(tokens, start).filter(|it| it.phrase.is_none())?;
    let have = tokens.get(subject.verb)?;
    // In "le plus têtu des ânes que j'aie vu" the participle may agree with the superlative.
    if matches!(
        have.word.as_str(),
        "aie" | "aies" | "ait" | "ayons" | "ayez" | "aient"
    ) {
        return None;
    }
    let is_have = VERBS
        .readings(&have.word)
        .iter()
        .any(|reading| reading.verb.infinitive == "avoir" && reading.person == subject.person);
    let at = after_adverbs(tokens, subject.verb + 1);
    let token = tokens.get(at).filter(|it| follows_in_lower_case(it))?;
    let verb = VERBS.of_participle(&token.word)?;
    let [masculine, feminine, masculines, feminines] = &verb.participles;
    // With measures, agreement is optional: "la peine que j'ai eu à le faire".
    let is_object = !matches!(
        verb.infinitive.as_str(),
        "laisser"
            | "penser"
            | "durer"
            | "coûter"
            | "peser"
            | "avoir"
            | "pouvoir"
            | "vouloir"
            | "devoir"
            | "faire"
            | "dire"
            | "savoir"
            | "croire"
            | "être"
            | "vivre"
            | "valoir"
            | "courir"
            | "marcher"
            | "dormir"
            | "falloir"
            | "espérer"
            | "attendre"
            | "décider"
            | "prévoir"
            | "estimer"
    );
    let next = tokens.get(at + 1);
    // No infinitive and no clause follows the participle.
    let is_complete = token.ends_clause
        || next.is_some_and(|next| {
            matches!(
                next.word.as_str(),
                "hier"
                    | "ce"
                    | "cette"
                    | "dans"
                    | "en"
                    | "sur"
                    | "pendant"
                    | "lors"
                    | "chez"
                    | "lundi"
                    | "mardi"
                    | "mercredi"
                    | "jeudi"
                    | "vendredi"
                    | "samedi"
                    | "dimanche"
                    | "avec"
                    | "la"
                    | "au"
                    | "me"
                    | "est"
                    | "sont"
                    | "m"
                    | "son"
                    | "il"
                    | "avant"
                    | "depuis"
                    | "ne"
                    | "était"
                    | "étaient"
                    | "se"
                    | "y"
                    | "aujourd"
                    | "ont"
                    | "a"
                    | "et"
            ) && next.follows
        })
        || next.is_some_and(|next| matches!(next.elided.as_deref(), Some("m" | "t" | "s" | "n")));
    let features = Features {
        gender: Some(phrase.gender?),
        is_plural: phrase.is_plural,
    };
    let wanted = features.of([masculine, feminine, masculines, feminines], &token.word);
    let is_time = matches!(
        phrase.noun.singular,
        "fois" | "heure" | "jour" | "an" | "année" | "mois" | "moment"
    );
    let is_first_form = token.word == *masculine || token.word == *feminine;
    (is_have
        && is_object
        && is_complete
        && !is_time
        && is_first_form
        && token.word != wanted
        && phrase.is_certain()
        && !phrase.has_complement())
    .then(|| Edit {
        range: token.range.clone(),
        text: wanted.to_owned(),
    })
}
