//! Agreement of French verbs with their subjects, and their moods.

use dragoman_language::Language;
use dragoman_text::{Edit, capitalised_like};

use super::conjugation::{Person, Reading, Tense, VERBS, Verb};
use super::lexicon::{NOUNS, adjective, begins_with_vowel};
use super::noun_phrases::{NounPhrase, PLURALS, Subject, follows_in_lower_case};
use super::tokens::{Token, tokens};
use crate::editable_text::EditableText;

/// Words that follow verbs more often than nouns and adjectives.
const OBJECTS: &[&str] = &[
    "dans", "avec", "le", "la", "les", "un", "une", "des", "pas", "bien", "sur", "pour", "que",
    "trop", "beaucoup", "souvent", "toujours", "leur", "leurs", "ensemble", "dehors", "du", "mon",
    "ma", "mes", "ce", "cette", "ces", "jamais", "plus", "déjà", "encore", "notre", "votre", "nos",
];

/// Verbs whose forms can be nothing else after a noun.
const AUXILIARIES: &[&str] = &[
    "être", "avoir", "aller", "pouvoir", "devoir", "vouloir", "savoir",
];

/// Words before "que" that require the subjunctive.
const BEFORE_SUBJUNCTIVES: &[&str] = &[
    "faut",
    "faudra",
    "faudrait",
    "fallait",
    "veux",
    "veut",
    "voulons",
    "voulez",
    "veulent",
    "voudrais",
    "voudrait",
    "souhaite",
    "souhaites",
    "souhaitons",
    "souhaitez",
    "souhaitent",
    "souhaiterais",
    "souhaiterait",
    "aimerais",
    "aimerait",
    "aimerions",
    "préfère",
    "préférerais",
    "exige",
    "exigent",
    "avant",
    "pour",
    "afin",
    "sans",
    "pourvu",
    "quoique",
    "vouloir",
];

/// Gives verbs the endings for their subjects and the mood that the words before them require.
pub(super) fn edits(editable: &EditableText, _language: Language) -> Vec<Edit> {
    let tokens = tokens(editable.text());
    let mut edits = Vec::new();
    for index in 0..tokens.len() {
        if let Some(subject) = Subject::at(&tokens, index) {
            edits.extend(agreeing_verb(&tokens, &subject));
            edits.extend(subjunctive_after_que(&tokens, index, &subject));
        }
        edits.extend(imperfect_after_si(&tokens, index));
        edits.extend(verb_after_qui(&tokens, index));
        edits.extend(verb_after_vous(&tokens, index));
        edits.extend(imperative_after_ne(&tokens, index));
    }
    edits
}

/// Makes the verb of a subject agree in person.
fn agreeing_verb(tokens: &[Token<'_>], subject: &Subject) -> Option<Edit> {
    let token = tokens.get(subject.verb)?;
    let next = tokens
        .get(subject.verb + 1)
        .filter(|it| it.follows && !it.is_joined);
    let is_lower_case = token.text.chars().skip(1).all(|c| !c.is_uppercase());
    if !is_lower_case || (!token.is_lower_case() && subject.at != subject.verb) {
        return None;
    }
    // "Il c'est trompé" is corrected by the rule for homophones.
    if token.elided.as_deref() == Some("c") {
        return None;
    }
    let person = subject.person;
    if let Some(phrase) = &subject.phrase {
        return verb_after_noun(subject, phrase, token, next);
    }
    let readings = VERBS.readings(&token.word);
    if readings.iter().any(|reading| reading.person == person) {
        return None;
    }
    if person == Person::One
        && let Some(edit) = pronoun_in_plural(tokens, subject, readings)
    {
        return Some(edit);
    }
    if readings.is_empty() {
        return verb_for_noun(token, person);
    }
    let reading = readings
        .iter()
        .find(|reading| is_frequent_mistake(person, reading))?;
    // "Il ai" may stand for "il ait" or "il a"; "je n'est" mostly stands for "je n'ai".
    let is_between = matches!(token.word.as_str(), "ai" if person == Person::One)
        || matches!(token.word.as_str(), "est" | "es" if person == Person::I);
    if is_between {
        return None;
    }
    Some(Edit {
        range: token.tail(),
        text: reading.for_person(person)?.to_owned(),
    })
}

/// Replaces a noun by the verb that sounds alike: "je vous contact", "il travail".
fn verb_for_noun(token: &Token<'_>, person: Person) -> Option<Edit> {
    let word = token.word.as_str();
    let is_noun = NOUNS.get(word).is_some_and(|noun| noun.singular == word);
    let last = word.chars().next_back()?;
    let forms = [
        format!("{word}e"),
        format!("{word}{last}e"),
        format!("{word}le"),
    ];
    let reading = forms.iter().find_map(|form| {
        let mut readings = VERBS.readings(form).iter();
        readings.find(|it| it.tense == Tense::Present && it.person == Person::One)
    })?;
    let is_single = matches!(person, Person::I | Person::You | Person::One);
    let text = reading.for_person(person)?.to_owned();
    (is_noun && is_single && adjective(word).is_none()).then(|| Edit {
        range: token.tail(),
        text,
    })
}

/// Whether a form is a frequent mistake for another, mostly because they are homophones.
fn is_frequent_mistake(person: Person, reading: &Reading) -> bool {
    let is_future = matches!(reading.tense, Tense::Future | Tense::Conditional);
    match (person, reading.person) {
        (Person::I, Person::You | Person::One)
        | (Person::You, Person::I | Person::One)
        | (Person::One, Person::I | Person::You)
        | (Person::They, Person::I | Person::You | Person::One)
        | (Person::We, Person::They) => reading.tense != Tense::Past,
        (Person::I, Person::YouAll) => is_future,
        (Person::They, Person::We) => reading.tense == Tense::Future,
        _ => false,
    }
}

/// Replaces "il" by "ils" before a verb whose plural is audible.
fn pronoun_in_plural(
    tokens: &[Token<'_>],
    subject: &Subject,
    readings: &[Reading],
) -> Option<Edit> {
    let is_heard = readings.iter().all(|reading| {
        reading.person == Person::They
            && matches!(reading.tense, Tense::Present | Tense::Future)
            && !reading.verb.infinitive.ends_with("er")
    });
    let token = tokens.get(subject.at)?;
    (is_heard && !readings.is_empty() && subject.gender.is_some()).then(|| Edit {
        range: token.range.end..token.range.end,
        text: "s".to_owned(),
    })
}

/// Makes the verb after a noun agree with it; fewer words are certainly verbs there.
fn verb_after_noun(
    subject: &Subject,
    phrase: &NounPhrase,
    token: &Token<'_>,
    next: Option<&Token<'_>>,
) -> Option<Edit> {
    let person = subject.person;
    let next_word = next.map_or("", |next| next.word.as_str());
    if token.word == "son" && token.elided.is_none() && person == Person::They {
        let is_adverb = matches!(
            next_word,
            "très"
                | "trop"
                | "vraiment"
                | "tous"
                | "toutes"
                | "déjà"
                | "encore"
                | "toujours"
                | "pas"
        );
        let is_attribute = next.is_some_and(|it| it.ends_clause && adjective(&it.word).is_some())
            && !NOUNS.contains_key(next_word);
        return (is_adverb || is_attribute).then(|| Edit {
            range: token.tail(),
            text: "sont".to_owned(),
        });
    }
    let readings = VERBS.readings(&token.word);
    if readings.iter().any(|reading| reading.person == person) || !phrase.is_certain() {
        return None;
    }
    // The word is no verb in "les liens entre eux" and "les murs, soit en blanc", but it is one in "les élèves entre dans
    // la classe".
    let is_particle = match token.word.as_str() {
        "entre" => !matches!(next_word, "dans" | "en" | "au" | "chez"),
        "soit" | "contre" | "outre" | "excepte" => true,
        _ => false,
    };
    if is_particle {
        return None;
    }
    let is_other_number = |reading: &&Reading| match person {
        Person::They => is_frequent_mistake(person, reading),
        _ if phrase.has_complement() => {
            matches!(reading.person, Person::I | Person::You) && reading.tense != Tense::Past
        }
        _ => {
            matches!(reading.person, Person::I | Person::You | Person::They)
                && reading.tense != Tense::Past
        }
    };
    let reading = readings.iter().find(is_other_number)?;
    let has_object =
        next.is_some_and(|it| OBJECTS.contains(&it.word.as_str()) || it.elided.is_some());
    let is_certain = AUXILIARIES.contains(&reading.verb.infinitive.as_str());
    // In "les régions est et ouest" the word is a noun.
    if token.word == "est" && matches!(next_word, "et" | "ou" | "de" | "du" | "") {
        return None;
    }
    let is_adjective = adjective(&token.word).is_some();
    let is_other = is_adjective || NOUNS.contains_key(token.word.as_str());
    // In "les personnes en charge des projets" the word is a noun.
    let is_preceded = subject.verb > phrase.end;
    // Most words in "-es" after a noun are plurals: "des coups lâches", "le temps en secondes".
    let is_plural = token.word.ends_with("es") && !is_certain;
    let is_verb =
        is_certain || (!is_other && !is_plural) || (has_object && !is_preceded && !is_adjective);
    is_verb.then_some(())?;
    Some(Edit {
        range: token.tail(),
        text: reading.for_person(person)?.to_owned(),
    })
}

/// Writes the subjunctive after "il faut que" and the like.
fn subjunctive_after_que(tokens: &[Token<'_>], index: usize, subject: &Subject) -> Option<Edit> {
    let first = tokens.get(index)?;
    let mut at = index;
    if first.elided.as_deref() != Some("qu") {
        at = at.checked_sub(1)?;
        let que = tokens.get(at).filter(|_| first.follows)?;
        (que.word == "que" && que.elided.is_none()).then_some(())?;
    }
    let que = tokens.get(at).filter(|it| it.follows && !it.is_joined)?;
    let mut trigger = tokens.get(at.checked_sub(1)?)?;
    if trigger.word.ends_with("ment") && trigger.follows && que.follows {
        trigger = tokens.get(at.checked_sub(2)?)?;
    }
    // "Je sais bien que" requires no subjunctive.
    let is_concession = trigger.word == "bien" && (trigger.is_first || !trigger.follows);
    let asks = BEFORE_SUBJUNCTIVES.contains(&trigger.word.as_str()) && !trigger.is_joined;
    if !(asks || is_concession) {
        return None;
    }
    let token = tokens.get(subject.verb).filter(|it| it.is_lower_case())?;
    if token.elided.as_deref() == Some("c") {
        return None;
    }
    let readings = VERBS.readings(&token.word);
    let is_right = readings
        .iter()
        .any(|it| it.tense == Tense::Subjunctive && it.person == subject.person);
    let reading = readings
        .iter()
        .find(|it| it.tense == Tense::Present && it.person == subject.person)?;
    if is_right {
        return None;
    }
    let is_ambiguous = subject.phrase.is_some()
        && (NOUNS.contains_key(token.word.as_str()) || adjective(&token.word).is_some());
    if is_ambiguous {
        return None;
    }
    let form = reading.verb.form(Tense::Subjunctive, subject.person)?;
    let elides = first.word == "je" && subject.verb == index + 1 && begins_with_vowel(form);
    let (range, text) = if elides {
        (
            first.range.start..token.range.end,
            format!("{}'{form}", capitalised_like(first.text, "j")),
        )
    } else {
        (token.tail(), form.to_owned())
    };
    Some(Edit { range, text })
}

/// Writes the imperfect for the conditional after "si".
fn imperfect_after_si(tokens: &[Token<'_>], index: usize) -> Option<Edit> {
    let first = tokens.get(index)?;
    (first.word == "si" && first.elided.is_none() && (first.is_first || !first.follows))
        .then_some(())?;
    let pronoun = tokens.get(index + 1).filter(|it| it.follows)?;
    // The conditional is correct in concessions: "si l'on pourrait croire le contraire".
    let is_person = matches!(pronoun.word.as_str(), "je" | "tu" | "nous" | "vous")
        || pronoun.elided.as_deref() == Some("j");
    is_person.then_some(())?;
    let (person, verb) = match pronoun.word.as_str() {
        "nous" => (Person::We, index + 2),
        "vous" => (Person::YouAll, index + 2),
        _ => {
            let subject = Subject::at(tokens, index + 1)?;
            (subject.person, subject.verb)
        }
    };
    let token = tokens.get(verb).filter(|it| !it.is_joined)?;
    let readings = VERBS.readings(&token.word);
    let reading = readings
        .iter()
        .find(|it| it.tense == Tense::Conditional && it.person == person)?;
    let is_only = readings.iter().all(|it| it.tense == Tense::Conditional);
    let form = reading.verb.form(Tense::Imperfect, person)?;
    is_only.then(|| Edit {
        range: token.tail(),
        text: form.to_owned(),
    })
}

/// Makes the verb after "qui" and a plural noun plural.
fn verb_after_qui(tokens: &[Token<'_>], index: usize) -> Option<Edit> {
    let phrase = NounPhrase::at(tokens, index).filter(|it| it.is_plural && it.is_certain())?;
    let who = tokens
        .get(phrase.end)
        .filter(|it| it.follows && !it.is_joined)?;
    let first = tokens.get(index)?;
    let before = index.checked_sub(1).and_then(|before| tokens.get(before));
    let before = before.filter(|_| first.follows && !first.is_first);
    let is_antecedent = match before {
        None => true,
        // In "la maison des voisins" the first noun may be the antecedent.
        Some(before) if first.word == "des" => {
            !VERBS.readings(&before.word).is_empty() && !NOUNS.contains_key(before.word.as_str())
        }
        Some(before) => {
            let is_preposition = matches!(
                before.word.as_str(),
                "de" | "à"
                    | "avec"
                    | "en"
                    | "sur"
                    | "dans"
                    | "par"
                    | "pour"
                    | "sous"
                    | "un"
                    | "une"
                    | "et"
                    | "ou"
                    | "ni"
                    | "entre"
                    | "chez"
                    | "contre"
                    | "que"
                    | "comme"
            );
            !is_preposition && PLURALS.contains(&first.word.as_str())
        }
    };
    if who.word != "qui" || who.elided.is_some() || phrase.has_complement() || !is_antecedent {
        return None;
    }
    let mut at = phrase.end + 1;
    let mut token = tokens.get(at)?;
    while matches!(
        token.word.as_str(),
        "ne" | "me" | "te" | "se" | "nous" | "vous" | "y" | "en" | "lui"
    ) && token.elided.is_none()
        && at < phrase.end + 3
    {
        at += 1;
        token = tokens.get(at)?;
    }
    let is_plain_verb = token.follows
        && !token.is_joined
        && token.is_lower_case()
        && token
            .elided
            .as_deref()
            .is_none_or(|it| matches!(it, "n" | "m" | "t" | "s" | "l"));
    let readings = VERBS.readings(&token.word);
    let is_third = |it: &&Reading| it.person == Person::One && it.tense != Tense::Past;
    if !is_plain_verb || readings.iter().any(|it| it.person == Person::They) {
        return None;
    }
    Some(Edit {
        range: token.tail(),
        text: readings
            .iter()
            .find(is_third)?
            .for_person(Person::They)?
            .to_owned(),
    })
}

/// Replaces an infinitive or a participle after "vous" at the beginning of a clause by the finite verb.
fn verb_after_vous(tokens: &[Token<'_>], index: usize) -> Option<Edit> {
    const BEFORE: [&str; 3] = ["si", "lorsque", "comme"];
    let you = tokens
        .get(index)
        .filter(|it| it.word == "vous" && !it.is_joined)?;
    let before = index.checked_sub(1).and_then(|index| tokens.get(index));
    // "Comment vous aider ?", "il n'a fait que vous aider" and the headline "vous aider chaque jour" are correct.
    let begins = if you.is_first {
        tokens.get(index + 2).is_some_and(|next| {
            next.follows
                && matches!(
                    next.word.as_str(),
                    "pas" | "bien" | "trop" | "souvent" | "jamais"
                )
        })
    } else {
        you.follows && before.is_some_and(|before| BEFORE.contains(&before.word.as_str()))
    };
    let verb = tokens
        .get(index + 1)
        .filter(|it| follows_in_lower_case(it))?;
    // "Vous parler est un plaisir" is correct.
    let is_noun = tokens.iter().skip(index + 2).take(6).any(|next| {
        matches!(
            next.word.as_str(),
            "est" | "sera" | "serait" | "était" | "me" | "fait"
        )
    });
    if !begins || is_noun {
        return None;
    }
    let is_participle = verb.word.ends_with('é');
    let of_participle = || VERBS.like_infinitive(&verb.word).filter(|_| is_participle);
    let verb_of: &Verb = VERBS.of_infinitive(&verb.word).or_else(of_participle)?;
    let form = verb_of.form(Tense::Present, Person::YouAll)?;
    let is_in_er = verb_of.infinitive.ends_with("er");
    is_in_er.then(|| Edit {
        range: verb.range.clone(),
        text: form.to_owned(),
    })
}

/// Writes the imperative after "ne" at the beginning of a sentence: "n'oublie pas", "ne laissez pas".
fn imperative_after_ne(tokens: &[Token<'_>], index: usize) -> Option<Edit> {
    let not = tokens
        .get(index)
        .filter(|it| it.is_first && !it.is_joined)?;
    let at = match not.elided.as_deref() {
        Some("n") => index,
        None if not.word == "ne" => index + 1,
        _ => return None,
    };
    let verb = tokens.get(at)?;
    let is_known =
        (at == index || verb.follows) && !verb.is_joined && (at == index || verb.elided.is_none());
    let next = tokens.get(at + 1).filter(|it| it.follows && is_known)?;
    if !matches!(next.word.as_str(), "pas" | "plus" | "jamais" | "rien") {
        return None;
    }
    let of_infinitive = VERBS
        .of_infinitive(&verb.word)
        .filter(|it| it.infinitive.ends_with("er"));
    let text = match of_infinitive {
        Some(of) => of.form(Tense::Present, Person::YouAll)?,
        None => {
            let stem = verb.word.strip_suffix('s').filter(|it| it.ends_with('e'))?;
            let readings = VERBS.readings(&verb.word);
            let is_second = readings.iter().all(|it| it.person == Person::You);
            let reading = readings.first().filter(|_| is_second)?;
            reading.for_person(Person::One).filter(|it| *it == stem)?
        }
    };
    Some(Edit {
        range: verb.tail(),
        text: text.to_owned(),
    })
}
