//! Noun phrases, and the subjects of verbs.

use super::conjugation::{Person, VERBS};
use super::lexicon::{Gender, NOUNS, Noun, adjective};
use super::tokens::Token;
use super::word_lists::ADVERBS;

/// Determiners of plural nouns.
pub(super) const PLURALS: &[&str] = &[
    "les",
    "des",
    "ces",
    "mes",
    "tes",
    "ses",
    "nos",
    "vos",
    "leurs",
    "plusieurs",
    "quelques",
    "certains",
    "certaines",
];

const SINGULARS: &[&str] = &[
    "le", "la", "un", "une", "ce", "cet", "cette", "mon", "ma", "ton", "ta", "son", "sa", "notre",
    "votre", "leur", "chaque", "aucun", "aucune",
];

pub(super) const NUMBERS: &[&str] = &[
    "deux",
    "trois",
    "quatre",
    "cinq",
    "six",
    "sept",
    "huit",
    "neuf",
    "dix",
    "onze",
    "douze",
    "quinze",
    "vingt",
    "trente",
    "quarante",
    "cinquante",
    "cent",
    "mille",
];

/// Adjectives that precede their nouns.
const BEFORE_NOUNS: &[&str] = &[
    "petit",
    "grand",
    "gros",
    "bon",
    "mauvais",
    "beau",
    "nouveau",
    "vieux",
    "premier",
    "dernier",
    "joli",
    "long",
    "ancien",
    "meilleur",
    "prochain",
    "jeune",
    "principal",
    "différent",
    "divers",
    "nombreux",
    "rare",
    "seul",
    "autre",
    "autres",
    "même",
    "mêmes",
    "deuxième",
    "futur",
];

/// Words for parts or amounts, with whose complement verbs and adjectives may agree instead.
const QUANTITIES: &[&str] = &[
    "majorité",
    "minorité",
    "moitié",
    "partie",
    "nombre",
    "totalité",
    "série",
    "foule",
    "groupe",
    "ensemble",
    "dizaine",
    "douzaine",
    "quinzaine",
    "vingtaine",
    "trentaine",
    "centaine",
    "millier",
    "million",
    "milliard",
    "multitude",
    "quantité",
    "infinité",
    "reste",
    "tiers",
    "quart",
    "pourcentage",
    "type",
    "sorte",
    "espèce",
    "genre",
    "bande",
    "masse",
    "paire",
    "couple",
    "tas",
    "peu",
    "poignée",
    "combinaison",
    "suite",
    "liste",
    "mélange",
    "diversité",
    "variété",
    "fois",
    "plupart",
    "lot",
    "jeu",
    "ordre",
    "point",
];

/// Words that begin a clause.
const CONJUNCTIONS: &[&str] = &[
    "que", "quand", "lorsque", "car", "mais", "puisque", "si", "où", "donc", "comment", "pourquoi",
];

/// Words after which "que" compares and begins no clause.
const BEFORE_COMPARISONS: &[&str] = &[
    "plus", "moins", "autant", "aussi", "mieux", "pire", "même", "mêmes", "autre", "autres", "tel",
    "telle", "tels", "telles", "plutôt", "tant", "rien",
];

/// Words that precede a comma at the beginning of a sentence.
const OPENERS: &[&str] = &[
    "hier",
    "demain",
    "ensuite",
    "enfin",
    "alors",
    "puis",
    "cependant",
    "pourtant",
    "maintenant",
    "aujourd'hui",
    "malheureusement",
    "heureusement",
    "bref",
    "oui",
    "non",
    "bonjour",
];

/// Words after which "elle" and "elles" are stressed pronouns and not subjects.
const BEFORE_STRESSED: &[&str] = &[
    "pour",
    "avec",
    "chez",
    "de",
    "à",
    "sans",
    "par",
    "vers",
    "sur",
    "contre",
    "selon",
    "comme",
    "et",
    "ou",
    "ni",
    "entre",
    "envers",
    "devant",
    "derrière",
    "sauf",
    "après",
    "c'est",
];

/// Pronouns that occur between a subject and its verb.
const CLITICS: &[&str] = &[
    "ne", "me", "te", "se", "le", "la", "les", "lui", "leur", "y", "en", "nous", "vous",
];

/// A noun with its determiner, adjectives and complements.
pub(super) struct NounPhrase {
    /// The index of the noun.
    pub(super) head: usize,
    /// The index after the noun and its adjectives.
    pub(super) after_head: usize,
    /// The index after the whole phrase.
    pub(super) end: usize,
    pub(super) noun: &'static Noun,
    pub(super) gender: Option<Gender>,
    pub(super) is_plural: bool,
}

impl NounPhrase {
    /// The noun phrase that begins with a word, if the number of the noun agrees with the words before it.
    pub(super) fn at(tokens: &[Token<'_>], start: usize) -> Option<Self> {
        let mut at = start;
        if matches!(word(tokens, at)?, "tous" | "toutes" | "tout" | "toute") {
            at += 1;
            tokens.get(at).filter(|it| it.follows)?;
        }
        let first = tokens.get(at).filter(|it| !it.is_joined)?;
        let determiner = first.word.as_str();
        let mut is_plural = false;
        if first.elided.as_deref() != Some("l") {
            let is_bare = first.elided.is_none();
            let is_number = NUMBERS.contains(&determiner);
            is_plural = PLURALS.contains(&determiner) || is_number;
            if !is_bare || !(is_plural || SINGULARS.contains(&determiner)) {
                return None;
            }
            at = after_adjectives(tokens, at + 1, is_plural);
        }
        let head = at;
        let (noun, gender) = noun_at(tokens, head, is_plural)?;
        let gender = match (gender, determiner) {
            (Some(Gender::Feminine), "le" | "un" | "ce" | "cet" | "aucun") => return None,
            (Some(Gender::Masculine), "la" | "une" | "cette" | "ma" | "ta" | "sa") => return None,
            (None, "le" | "un" | "ce" | "cet") => Some(Gender::Masculine),
            (None, "la" | "une" | "cette" | "ma" | "ta" | "sa") => Some(Gender::Feminine),
            (gender, _) => gender,
        };
        let after_head = after_attributive_adjectives(tokens, head + 1);
        let mut end = after_head;
        for _ in 0..2 {
            match complement(tokens, end) {
                Some(next) => end = next,
                None => break,
            }
        }
        Some(Self {
            head,
            after_head,
            end,
            noun,
            gender,
            is_plural,
        })
    }

    /// Whether the noun alone determines agreement: it is not a word of quantity.
    pub(super) fn is_certain(&self) -> bool {
        !QUANTITIES.contains(&self.noun.singular)
    }

    /// Whether another noun follows "de".
    pub(super) fn has_complement(&self) -> bool {
        self.end > self.after_head
    }
}

fn word<'g>(tokens: &'g [Token<'_>], at: usize) -> Option<&'g str> {
    tokens.get(at).map(|token| token.word.as_str())
}

/// Whether a word follows the previous one and is not a name.
pub(super) fn follows_in_lower_case(token: &Token<'_>) -> bool {
    token.follows && !token.is_joined && token.elided.is_none() && token.is_lower_case()
}

/// The index of the first word that is not an adverb.
pub(super) fn after_adverbs(tokens: &[Token<'_>], start: usize) -> usize {
    let mut at = start;
    while at < start + 3
        && tokens.get(at).is_some_and(|token| {
            let word = token.word.as_str();
            let is_adverb = ADVERBS.contains(&word)
                || (word.ends_with("ment") && word.len() > 6 && !NOUNS.contains_key(word));
            is_adverb && token.follows && token.elided.is_none()
        })
    {
        at += 1;
    }
    at
}

/// The index after the numerals and adjectives before a noun.
fn after_adjectives(tokens: &[Token<'_>], start: usize, is_plural: bool) -> usize {
    let mut at = start;
    while at < start + 3
        && tokens.get(at).is_some_and(|token| {
            let is_number = is_plural && NUMBERS.contains(&token.word.as_str());
            let is_adjective = BEFORE_NOUNS.contains(&token.word.as_str())
                || adjective(&token.word).is_some_and(|[it, ..]| BEFORE_NOUNS.contains(&it));
            let next = tokens.get(at + 1);
            let stands_before = next.is_some_and(|next| follows_in_lower_case(next));
            follows_in_lower_case(token) && (is_number || is_adjective) && stands_before
        })
    {
        at += 1;
    }
    at
}

/// The noun at an index with its number and gender.
fn noun_at(
    tokens: &[Token<'_>],
    at: usize,
    is_plural: bool,
) -> Option<(&'static Noun, Option<Gender>)> {
    let token = tokens.get(at).filter(|it| !it.is_joined)?;
    let noun = NOUNS.get(token.word.as_str()).copied()?;
    let is_lower_case = token.is_lower_case() || (token.is_first && token.elided.is_some());
    let has_number = if is_plural {
        token.word == noun.plural
    } else {
        token.word == noun.singular
    };
    (is_lower_case && has_number).then_some((noun, noun.gender))
}

/// The index after the adjectives that follow a noun.
fn after_attributive_adjectives(tokens: &[Token<'_>], start: usize) -> usize {
    let mut at = start;
    while at < start + 2
        && tokens.get(at).is_some_and(|token| {
            let is_adjective = adjective(&token.word).is_some();
            follows_in_lower_case(token) && is_adjective && VERBS.readings(&token.word).is_empty()
        })
    {
        at += 1;
    }
    at
}

/// The index after "de" and a noun.
fn complement(tokens: &[Token<'_>], start: usize) -> Option<usize> {
    let first = tokens.get(start).filter(|it| it.follows && !it.is_joined)?;
    let is_name = |token: &Token<'_>| token.follows && !token.is_lower_case();
    let mut at = start;
    match (first.elided.as_deref(), first.word.as_str()) {
        (Some("d"), _) => {
            if !first.is_lower_case() {
                return Some(start + 1);
            }
        }
        (None, "de" | "du" | "des") => {
            at += 1;
            let next = tokens.get(at).filter(|it| it.follows && !it.is_joined)?;
            let is_determiner = next.elided.is_none()
                && (PLURALS.contains(&next.word.as_str())
                    || SINGULARS.contains(&next.word.as_str()));
            if is_determiner {
                at += 1;
            }
            at = after_adjectives(tokens, at, true);
        }
        _ => return None,
    }
    let noun = tokens.get(at)?;
    let is_noun = NOUNS.contains_key(noun.word.as_str()) && noun.is_lower_case();
    (is_noun && !noun.is_joined || is_name(noun))
        .then(|| after_attributive_adjectives(tokens, at + 1))
}

/// The subject of a verb.
pub(super) struct Subject {
    pub(super) person: Person,
    pub(super) gender: Option<Gender>,
    /// `None` if the subject is a pronoun.
    pub(super) phrase: Option<NounPhrase>,
    /// The index of its last word.
    pub(super) at: usize,
    /// The index of the verb.
    pub(super) verb: usize,
    /// Whether a pronoun of the same person precedes the verb.
    pub(super) is_reflexive: bool,
}

impl Subject {
    /// The subject that begins with a word.
    pub(super) fn at(tokens: &[Token<'_>], index: usize) -> Option<Self> {
        let token = tokens.get(index).filter(|it| !it.is_joined)?;
        if token.elided.as_deref() == Some("j") {
            let next = if CLITICS.contains(&token.word.as_str()) {
                index + 1
            } else {
                index
            };
            return Self::with_verb(tokens, (Person::I, None, None), index, next);
        }
        let found = match token.word.as_str() {
            "je" => (Person::I, None),
            "tu" => (Person::You, None),
            "il" => (Person::One, Some(Gender::Masculine)),
            "on" | "quelqu'un" => (Person::One, None),
            "un" if token.elided.as_deref() == Some("quelqu") => (Person::One, None),
            "ça" | "cela" if !follows_any(tokens, index, BEFORE_STRESSED) => (Person::One, None),
            "elle" if is_unstressed(tokens, index) => (Person::One, Some(Gender::Feminine)),
            "ils" => (Person::They, Some(Gender::Masculine)),
            "elles" if is_unstressed(tokens, index) => (Person::They, Some(Gender::Feminine)),
            "nous" if token.is_first => (Person::We, None),
            "vous" if token.is_first || follows_any(tokens, index, &["que", "si"]) => {
                (Person::YouAll, None)
            }
            _ => {
                let phrase =
                    NounPhrase::at(tokens, index).filter(|_| begins_clause(tokens, index))?;
                let person = if phrase.is_plural {
                    Person::They
                } else {
                    Person::One
                };
                let end = phrase.end;
                let found = (person, phrase.gender, Some(phrase));
                return Self::with_verb(tokens, found, end - 1, end);
            }
        };
        let (person, gender) = found;
        Self::with_verb(tokens, (person, gender, None), index, index + 1)
    }

    fn with_verb(
        tokens: &[Token<'_>],
        (person, gender, phrase): (Person, Option<Gender>, Option<NounPhrase>),
        at: usize,
        start: usize,
    ) -> Option<Self> {
        let mut verb = start;
        let mut is_reflexive = false;
        let mut token = tokens.get(verb)?;
        while start != at
            && CLITICS.contains(&token.word.as_str())
            && token.follows
            && token.elided.as_deref().is_none_or(|it| it == "n")
            && verb < start + 3
        {
            is_reflexive |= matches!(
                (person, token.word.as_str()),
                (Person::I, "me") | (Person::You, "te") | (_, "se") | (Person::We, "nous")
            );
            verb += 1;
            token = tokens.get(verb)?;
        }
        let elided = token.elided.as_deref();
        is_reflexive |= matches!(
            (person, elided),
            (Person::I, Some("m")) | (Person::You, Some("t")) | (_, Some("s"))
        );
        let is_known =
            start == at || elided.is_none_or(|it| matches!(it, "n" | "m" | "t" | "s" | "l" | "c"));
        let is_verb = (token.follows || start == at) && !token.is_joined && is_known;
        is_verb.then_some(Self {
            person,
            gender,
            phrase,
            at,
            verb,
            is_reflexive,
        })
    }
}

/// Whether "que" compares, or means "only" with "ne": "n'aider que ses amis".
fn is_comparison_or_restriction(tokens: &[Token<'_>], que: usize) -> bool {
    let earlier = tokens.get(..que).unwrap_or_default().iter().rev();
    let compares = earlier
        .clone()
        .take(3)
        .any(|it| BEFORE_COMPARISONS.contains(&it.word.as_str()));
    let mut is_negated = false;
    for token in earlier.take(8) {
        match token.word.as_str() {
            "pas" | "point" | "jamais" | "personne" | "aucun" | "aucune" => break,
            "ne" => is_negated = true,
            _ => is_negated |= token.elided.as_deref() == Some("n"),
        }
        if is_negated || token.is_first {
            break;
        }
    }
    compares || is_negated
}

fn before<'g, 't>(tokens: &'g [Token<'t>], index: usize) -> Option<&'g Token<'t>> {
    index.checked_sub(1).and_then(|index| tokens.get(index))
}

fn follows_any(tokens: &[Token<'_>], index: usize, words: &[&str]) -> bool {
    let follows = tokens
        .get(index)
        .is_some_and(|it| it.follows && !it.is_first);
    follows && before(tokens, index).is_some_and(|it| words.contains(&it.word.as_str()))
}

/// Whether "elle" is the subject of the next verb.
fn is_unstressed(tokens: &[Token<'_>], index: usize) -> bool {
    let elided = tokens.get(index).and_then(|it| it.elided.as_deref());
    match elided {
        Some(elided) => elided.ends_with("qu"),
        None => !follows_any(tokens, index, BEFORE_STRESSED),
    }
}

/// Whether a clause begins with a word, so that a noun at this position is its subject.
fn begins_clause(tokens: &[Token<'_>], index: usize) -> bool {
    let Some(token) = tokens.get(index) else {
        return false;
    };
    if token.is_first {
        return true;
    }
    let Some(before) = before(tokens, index) else {
        return true;
    };
    if token.follows {
        let is_conjunction = before.elided.is_none()
            && (CONJUNCTIONS.contains(&before.word.as_str())
                || before.is_first && before.word == "comme");
        return is_conjunction
            && !(before.word == "que" && is_comparison_or_restriction(tokens, index - 1));
    }
    before.is_first && before.ends_clause && OPENERS.contains(&before.word.as_str())
}
