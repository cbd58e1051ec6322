//! Agreement of nouns with the articles, pronouns, numerals and adjectives before them.

use dragoman_language::Language;
use dragoman_text::{Edit, capitalised_like};

use super::lexicon::{Adjective, Gender, NOUNS, Noun, adjective};
use super::noun_phrases::{NUMBERS, PLURALS, follows_in_lower_case};
use super::tokens::{Token, tokens};
use crate::editable_text::EditableText;

/// A determiner that shows the gender of the noun: its forms before masculine nouns, before feminine nouns and before
/// vowels.
struct Determiner {
    forms: &'static [&'static str],
    masculine: &'static str,
    feminine: &'static str,
    masculine_vowel: &'static str,
    feminine_vowel: &'static str,
}

const fn determiner(forms: &'static [&'static str], all: [&'static str; 4]) -> Determiner {
    let [masculine, feminine, masculine_vowel, feminine_vowel] = all;
    Determiner {
        forms,
        masculine,
        feminine,
        masculine_vowel,
        feminine_vowel,
    }
}

const DETERMINERS: &[Determiner] = &[
    determiner(&["le", "la"], ["le", "la", "l'", "l'"]),
    determiner(&["un", "une"], ["un", "une", "un", "une"]),
    determiner(&["aucun", "aucune"], ["aucun", "aucune", "aucun", "aucune"]),
    determiner(&["quel", "quelle"], ["quel", "quelle", "quel", "quelle"]),
    determiner(&["mon", "ma"], ["mon", "ma", "mon", "mon"]),
    determiner(&["ton", "ta"], ["ton", "ta", "ton", "ton"]),
    determiner(&["son", "sa"], ["son", "sa", "son", "son"]),
    determiner(&["ce", "cet", "cette"], ["ce", "cette", "cet", "cette"]),
    determiner(&["du"], ["du", "de la", "de l'", "de l'"]),
    determiner(&["au"], ["au", "à la", "à l'", "à l'"]),
];

/// Nouns that are plural after a number in digits. Other nouns may follow a number that belongs to something else, as
/// in "12 rue de la Paix" and "chapitre 3 page 5".
const COUNTED: &[&str] = &[
    "jour",
    "semaine",
    "heure",
    "minute",
    "année",
    "an",
    "euro",
    "dollar",
    "kilomètre",
    "kilo",
    "litre",
    "personne",
    "enfant",
    "homme",
    "femme",
    "fille",
    "garçon",
    "élève",
    "chien",
    "kilogramme",
    "client",
    "touriste",
];

const STREETS: &[&str] = &["rue", "place", "avenue", "allée", "route", "cour", "chemin"];

/// Words after which "le", "la" and "les" are articles, not pronouns.
const PREPOSITIONS: &[&str] = &[
    "dans",
    "sur",
    "avec",
    "sous",
    "vers",
    "chez",
    "entre",
    "pendant",
    "devant",
    "derrière",
    "est",
    "de",
    "à",
    "par",
    "depuis",
    "contre",
    "c'est",
    "voici",
    "voilà",
    "selon",
    "malgré",
    "tous",
    "toutes",
];

/// Adjectives that precede their nouns.
const ADJECTIVES: &[Adjective] = &[
    ["petit", "petite", "petits", "petites"],
    ["grand", "grande", "grands", "grandes"],
    ["gros", "grosse", "gros", "grosses"],
    ["bon", "bonne", "bons", "bonnes"],
    ["mauvais", "mauvaise", "mauvais", "mauvaises"],
    ["beau", "belle", "beaux", "belles"],
    ["nouveau", "nouvelle", "nouveaux", "nouvelles"],
    ["vieux", "vieille", "vieux", "vieilles"],
    ["premier", "première", "premiers", "premières"],
    ["dernier", "dernière", "derniers", "dernières"],
    ["joli", "jolie", "jolis", "jolies"],
    ["long", "longue", "longs", "longues"],
    ["ancien", "ancienne", "anciens", "anciennes"],
    ["meilleur", "meilleure", "meilleurs", "meilleures"],
    ["prochain", "prochaine", "prochains", "prochaines"],
    ["principal", "principale", "principaux", "principales"],
    ["important", "importante", "importants", "importantes"],
    ["excellent", "excellente", "excellents", "excellentes"],
    ["futur", "future", "futurs", "futures"],
    ["seul", "seule", "seuls", "seules"],
];

/// Nouns before which "grand" is invariable.
const AFTER_GRAND: &[&str] = &["mère", "place", "route", "rue", "peur", "chose", "tante"];

/// Corrects the determiners before nouns of one gender, and the number of nouns after determiners that show it.
pub(super) fn edits(editable: &EditableText, _language: Language) -> Vec<Edit> {
    let tokens = tokens(editable.text());
    let mut edits = Vec::new();
    for index in 0..tokens.len() {
        if let Some(noun_phrase) = DeterminedNoun::at(&tokens, index) {
            edits.extend(noun_phrase.edits(&tokens));
        }
    }
    edits
}

/// A noun with its determiner and the words in between.
struct DeterminedNoun<'g, 't> {
    index: usize,
    first: &'g Token<'t>,
    /// The word after the first one.
    next: &'g Token<'t>,
    /// Whether that word is an adverb or a numeral, which does not agree.
    has_adverb: bool,
    adjective: Option<(&'g Token<'t>, Adjective)>,
    noun_token: &'g Token<'t>,
    noun: &'static Noun,
    /// Whether the verb after the noun shows a singular.
    precedes_singular_verb: bool,
}

impl<'g, 't> DeterminedNoun<'g, 't> {
    /// The noun phrase that begins with a word.
    fn at(tokens: &'g [Token<'t>], index: usize) -> Option<Self> {
        let first = tokens.get(index)?;
        if first.is_joined || first.elided.is_some() {
            return None;
        }
        let mut at = index + 1;
        let mut next = tokens.get(at).filter(|next| follows_in_lower_case(next))?;
        // A word between determiner and adjective: "une très belle maison", "leurs deux filles".
        let is_between = matches!(next.word.as_str(), "très" | "si" | "trop")
            || (first.word == "leur" && NUMBERS.contains(&next.word.as_str()));
        if is_between {
            at += 1;
            next = tokens.get(at).filter(|next| follows_in_lower_case(next))?;
        }
        let adjective = ADJECTIVES
            .iter()
            .find(|forms| forms.contains(&next.word.as_str()))
            .map(|forms| (next, *forms));
        let noun_token = match adjective {
            Some(_) => {
                at += 1;
                tokens.get(at).filter(|next| follows_in_lower_case(next))?
            }
            None if is_between && first.word != "leur" => return None,
            None => next,
        };
        let noun = NOUNS.get(noun_token.word.as_str()).copied()?;
        let precedes_singular_verb = tokens.get(at + 1).is_some_and(|next| {
            let is_verb = [
                "est", "était", "a", "avait", "va", "fait", "sera", "peut", "doit",
            ]
            .contains(&next.word.as_str());
            next.follows && next.elided.is_none() && is_verb
        });
        let is_fixed = adjective.is_some_and(|(token, _)| {
            noun.is_verb || (token.word == "grand" && AFTER_GRAND.contains(&noun.singular))
        });
        if is_fixed || is_compound(tokens, index, noun) {
            return None;
        }
        Some(Self {
            index,
            first,
            next: tokens.get(index + 1)?,
            has_adverb: is_between,
            adjective,
            noun_token,
            noun,
            precedes_singular_verb,
        })
    }

    fn edits(&self, tokens: &[Token<'_>]) -> Vec<Edit> {
        let word = self.first.word.as_str();
        let before = self
            .index
            .checked_sub(1)
            .and_then(|index| tokens.get(index))
            .filter(|_| self.first.follows);
        let is_article = self.first.is_first
            || before.is_some_and(|before| PREPOSITIONS.contains(&before.word.as_str()));
        let may_be_pronoun =
            matches!(word, "le" | "la" | "les") && self.noun.is_verb && !is_article;
        if may_be_pronoun {
            return Vec::new();
        }
        if word == "les" {
            return self.in_plural(before);
        }
        // The singular and the plural are homophones.
        let is_of_one = before.is_some_and(|before| before.elided.as_deref() == Some("c"));
        if word == "leurs" && is_of_one && self.is_singular() && self.adjective.is_none() {
            return replaced(self.first, "leur").into_iter().collect();
        }
        // "Un certains nombre" has a superfluous s.
        let is_of_one = before.is_some_and(|before| matches!(before.word.as_str(), "un" | "une"));
        if is_of_one && matches!(word, "certains" | "certaines") {
            return Vec::new();
        }
        if PLURALS.contains(&word) || self.is_number(tokens) {
            return self.in_plural(None);
        }
        // "Leur" and "leurs" are homophones; after a pronoun, "leur" is itself a pronoun.
        let is_plural = !self.is_singular() && self.noun.plural != self.noun.singular;
        let plural = match word {
            "leur" if !self.noun.is_verb => Some("leurs"),
            "quelque" => Some("quelques"),
            "au" => Some("aux"),
            "quel" | "quelle" | "quels" | "quelles" => match self.noun.gender {
                Some(Gender::Feminine) => Some("quelles"),
                Some(Gender::Masculine) => Some("quels"),
                None => None,
            },
            _ => None,
        };
        let has_plural = self
            .adjective
            .is_none_or(|(token, [_, _, masculine, feminine])| {
                let is_plural = token.word == masculine || token.word == feminine;
                matches!(word, "leur" | "quelque") && is_plural
            });
        if let Some(plural) = plural.filter(|_| is_plural && has_plural) {
            return replaced(self.first, plural)
                .map(|mut edit| {
                    edit.text = capitalised_like(self.first.text, plural);
                    edit
                })
                .into_iter()
                .collect();
        }
        if word == "chaque" {
            return self.noun_in_singular(tokens, before);
        }
        let determiner = DETERMINERS.iter().find(|it| it.forms.contains(&word));
        match determiner {
            Some(determiner) if self.is_singular() => self.in_singular(determiner, before),
            Some(_) if matches!(word, "un" | "une" | "aucun" | "aucune") => {
                self.noun_in_singular(tokens, before)
            }
            _ => Vec::new(),
        }
    }

    fn is_singular(&self) -> bool {
        self.noun_token.word == self.noun.singular
    }

    /// Whether the first word is a numeral or another word for several things.
    fn is_number(&self, tokens: &[Token<'_>]) -> bool {
        let word = self.first.word.as_str();
        let is_street = STREETS.contains(&self.noun.singular);
        let next = tokens.get(self.index + 2);
        let stands_before_number = next.is_some_and(|next| {
            next.follows && next.word.starts_with(|c: char| c.is_ascii_digit())
        });
        if self.noun.is_verb || is_street || stands_before_number {
            return false;
        }
        NUMBERS.contains(&word)
            || (COUNTED.contains(&self.noun.singular)
                && word.len() <= 6
                && word.parse::<u32>().is_ok_and(|number| number > 1))
    }

    /// Makes the noun and its adjective plural, and contracts "de les" to "des".
    fn in_plural(&self, before: Option<&Token<'_>>) -> Vec<Edit> {
        if self.precedes_singular_verb {
            return Vec::new();
        }
        let mut edits = Vec::new();
        let merged = before.and_then(|before| match before.word.as_str() {
            "de" if before.elided.is_none() => Some((before, "des")),
            "à" => Some((before, "aux")),
            _ => None,
        });
        if let Some((before, merged)) = merged.filter(|(before, _)| !before.is_joined) {
            edits.push(Edit {
                range: before.range.start..self.first.range.end,
                text: capitalised_like(before.text, merged),
            });
        }
        edits.extend(replaced(self.noun_token, &self.noun.plural));
        if let (Some((token, [_, _, masculine, feminine])), Some(gender)) =
            (self.adjective, self.noun.gender)
        {
            let form = if gender == Gender::Feminine {
                feminine
            } else {
                masculine
            };
            edits.extend(replaced(token, form));
        }
        edits
    }

    /// Makes the noun singular, unless the word before it is the end of a larger number.
    fn noun_in_singular(&self, tokens: &[Token<'_>], before: Option<&Token<'_>>) -> Vec<Edit> {
        // "Aucune données manquantes" has several mistakes.
        let has_plural = tokens.get(self.index + 2).is_some_and(|next| {
            let of = adjective(&next.word);
            let is_plural = |[a, b, c, d]: Adjective| {
                (next.word == c || next.word == d) && next.word != a && next.word != b
            };
            follows_in_lower_case(next) && of.is_some_and(is_plural)
        });
        let is_of_number = has_plural
            || before.is_some_and(|before| {
                before.word == "et"
                    || NUMBERS.contains(&before.word.as_str())
                    || before.word.starts_with(|c: char| c.is_ascii_digit())
            });
        if is_of_number || self.adjective.is_some() {
            return Vec::new();
        }
        replaced(self.noun_token, self.noun.singular)
            .into_iter()
            .collect()
    }

    /// Gives the words before a singular noun the forms of its gender.
    fn in_singular(&self, determiner: &Determiner, before: Option<&Token<'_>>) -> Vec<Edit> {
        let Some(gender) = self.noun.gender else {
            return Vec::new();
        };
        // "Le marche" may lack an accent instead of having the wrong gender.
        let with_accent = self
            .noun
            .singular
            .strip_suffix('e')
            .map(|stem| format!("{stem}é"));
        if with_accent.is_some_and(|other| NOUNS.contains_key(other.as_str())) {
            return Vec::new();
        }
        // In "le son guitare" the word is a noun.
        let is_noun = matches!(self.first.word.as_str(), "son" | "ton")
            && before
                .is_some_and(|it| matches!(it.word.as_str(), "le" | "un" | "du" | "ce" | "au"));
        if is_noun {
            return Vec::new();
        }
        let mut edits = Vec::new();
        let elides = match self.adjective {
            Some((_, forms)) => forms
                .first()
                .is_some_and(|form| form.starts_with(['a', 'e', 'i'])),
            None => self.noun.elides,
        };
        let elides = elides && !self.has_adverb;
        let form = match (gender, elides) {
            (Gender::Masculine, false) => determiner.masculine,
            (Gender::Masculine, true) => determiner.masculine_vowel,
            (Gender::Feminine, false) => determiner.feminine,
            (Gender::Feminine, true) => determiner.feminine_vowel,
        };
        edits.extend(self.with_determiner(form, before));
        if let Some((token, forms)) = self.adjective {
            let form = singular(forms, gender, self.noun.elides);
            edits.extend(replaced(token, form));
        }
        edits
    }

    /// Replaces the first word, contracted with the preposition before it.
    fn with_determiner(&self, form: &str, before: Option<&Token<'_>>) -> Option<Edit> {
        let preposition = before
            .filter(|before| !before.is_joined && before.elided.is_none())
            .filter(|before| matches!(before.word.as_str(), "de" | "à"));
        let merged = match (preposition.map(|it| it.word.as_str()), form) {
            (Some("de"), "le") => Some("du"),
            (Some("à"), "le") => Some("au"),
            _ => None,
        };
        let is_article = matches!(self.first.word.as_str(), "le" | "la");
        let (start, model, form) = match (preposition, merged) {
            (Some(preposition), Some(merged)) if is_article => {
                (preposition.range.start, preposition.text, merged)
            }
            _ if form == self.first.word => return None,
            _ => (self.first.range.start, self.first.text, form),
        };
        let space = if form.ends_with('\'') { "" } else { " " };
        Some(Edit {
            range: start..self.next.range.start,
            text: format!("{}{space}", capitalised_like(model, form)),
        })
    }
}

/// The form of an adjective before a singular noun.
fn singular(forms: Adjective, gender: Gender, elides: bool) -> &'static str {
    let [masculine, feminine, _, _] = forms;
    match (gender, masculine, elides) {
        (Gender::Feminine, _, _) => feminine,
        (_, "beau", true) => "bel",
        (_, "nouveau", true) => "nouvel",
        (_, "vieux", true) => "vieil",
        _ => masculine,
    }
}

/// Whether a noun is part of a compound, as in "le bouche à oreille".
fn is_compound(tokens: &[Token<'_>], index: usize, noun: &Noun) -> bool {
    matches!(
        noun.singular,
        "bouche" | "tête" | "terre" | "porte" | "main" | "goutte"
    ) && tokens
        .get(index + 2)
        .is_some_and(|next| next.follows && next.word == "à")
}

/// Replaces a word by another form, if that differs.
fn replaced(token: &Token<'_>, form: &str) -> Option<Edit> {
    (token.word != form).then(|| Edit {
        range: token.range.clone(),
        text: form.to_owned(),
    })
}
