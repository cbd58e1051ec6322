//! What rows of a table cannot say of Italian.

use std::sync::LazyLock;

use dragoman_domain::{Edit, Language};

use super::agreement::{self, Determiner, Gender, Lexicon, Noun, Sources};
use crate::draft::Draft;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    Lexicon::new(Sources {
        nouns: include_str!("../../rules/it-nouns.tsv"),
        adjectives: include_str!("../../rules/it-adjectives.tsv"),
        verbs: include_str!("../../rules/it-verbs.tsv"),
        determiners: &[
            // Before a consonant, before others, before a vowel, feminine; the feminine of vowels if it is another.
            &["il", "lo", "l'", "la", "i", "gli", "gli", "le"],
            &[
                "del", "dello", "dell'", "della", "dei", "degli", "degli", "delle",
            ],
            &["al", "allo", "all'", "alla", "ai", "agli", "agli", "alle"],
            &[
                "dal", "dallo", "dall'", "dalla", "dai", "dagli", "dagli", "dalle",
            ],
            &[
                "nel", "nello", "nell'", "nella", "nei", "negli", "negli", "nelle",
            ],
            &[
                "sul", "sullo", "sull'", "sulla", "sui", "sugli", "sugli", "sulle",
            ],
            &[
                "quel", "quello", "quell'", "quella", "quei", "quegli", "quegli", "quelle",
            ],
            &["un", "uno", "un", "una", "", "", "", ""],
            &["nessun", "nessuno", "nessun", "nessuna", "", "", "", ""],
            &["questo", "questa", "questi", "queste"],
            &["molto", "molta", "molti", "molte"],
            &["poco", "poca", "pochi", "poche"],
            &["altro", "altra", "altri", "altre"],
            &["nostro", "nostra", "nostri", "nostre"],
            &["vostro", "vostra", "vostri", "vostre"],
            &["mio", "mia", "miei", "mie"],
            &["tuo", "tua", "tuoi", "tue"],
            &["suo", "sua", "suoi", "sue"],
            &["primo", "prima", "primi", "prime"],
            &["stesso", "stessa", "stessi", "stesse"],
            &["troppo", "troppa", "troppi", "troppe"],
        ],
        unsure: &["prima", "dai", "primo"],
        never_pronouns: &[
            "il", "un", "del", "dello", "dell'", "della", "dei", "degli", "delle", "al", "allo",
            "all'", "alla", "ai", "agli", "alle", "dal", "dallo", "dall'", "dalla", "dagli",
            "dalle", "nel", "nello", "nell'", "nella", "nei", "negli", "nelle", "sul", "sullo",
            "sull'", "sulla", "sui", "sugli", "sulle", "i",
        ],
        plural: &[
            "due",
            "tre",
            "quattro",
            "cinque",
            "sette",
            "otto",
            "nove",
            "dieci",
            "undici",
            "dodici",
            "quindici",
            "venti",
            "trenta",
            "quaranta",
            "cinquanta",
            "cento",
            "molti",
            "molte",
            "pochi",
            "poche",
            "questi",
            "queste",
            "quei",
            "quegli",
            "quelle",
            "alcuni",
            "alcune",
            "vari",
            "varie",
            "parecchi",
            "parecchie",
            "troppi",
            "troppe",
        ],
        amounts: &["molto", "molta", "poco", "poca"],
        possessives: &[],
        is_tolerated,
        predeterminers: &["il", "lo", "la", "i", "gli", "le", "tutti", "tutte"],
        contractions: &[],
        form,
        conjunctions: &[
            "che", "perché", "ma", "quando", "se", "mentre", "dove", "poiché",
        ],
        comparatives: &[
            "più",
            "meno",
            "meglio",
            "peggio",
            "maggiore",
            "minore",
            "stesso",
            "stessa",
            "tanto",
            "così",
            "prima",
            "dopo",
            "altro",
            "altra",
            "piuttosto",
            "diverso",
        ],
        joints: &[
            "di", "del", "dello", "dell'", "della", "dei", "degli", "delle", "d'", "con", "col",
            "senza", "e", "ed", "o", "né", "come", "tra", "fra", "per", "da", "dal", "dalla",
            "dallo", "dall'", "dai", "dagli", "dalle", "che", "al", "alla", "all'", "allo", "ai",
            "alle", "agli",
        ],
        closing: &[
            "e", "ma", "che", "in", "perché", "quando", "per", "con", "oggi", "ieri", "come", "se",
            "a", "al", "alla", "ai", "anche", "ora", "adesso", "da", "dal", "nel", "nella",
            "presto", "tardi", "senza",
        ],
        adverbs: &[
            "molto",
            "così",
            "più",
            "troppo",
            "sempre",
            "meno",
            "davvero",
            "già",
            "anche",
            "tanto",
            "abbastanza",
            "veramente",
            "proprio",
        ],
        clitics: &[
            "non", "mi", "ti", "si", "ci", "vi", "gli", "le", "lo", "la", "li", "ne",
        ],
        pronouns: &[
            ("io", 0, None),
            ("tu", 1, None),
            ("lui", 2, Some(Gender::Masculine)),
            ("noi", 3, None),
            ("voi", 4, None),
        ],
        impersonal: &["può", "pare", "fa", "va", "faceva", "piace", "basta"],
    })
});

/// The rules that are functions.
pub(super) const RULES: &[super::Rule] = &[determiners, adjectives, verbs];

/// Articles and what is made with them depend on the sound that follows.
fn form(determiner: &Determiner, noun: &Noun) -> Option<&'static str> {
    let forms = determiner.forms;
    let features = noun.features;
    if forms.len() == 4 {
        return forms.get(features.index()).copied();
    }
    let is_indefinite = matches!(forms.first(), Some(&"un" | &"nessun"));
    let is_feminine = features.gender == Gender::Feminine;
    let begins = Onset::of(noun.form);
    if is_indefinite && is_feminine && begins == Onset::Vowel {
        return Some(if forms.first() == Some(&"un") {
            "un'"
        } else {
            "nessun'"
        });
    }
    let place = match (begins, is_feminine) {
        (Onset::Vowel, true) if !features.is_plural && !is_indefinite => 2,
        (_, true) => 3,
        (Onset::Simple, false) => 0,
        (Onset::Cluster, false) => 1,
        (Onset::Vowel, false) => 2,
    };
    let place = if features.is_plural { place + 4 } else { place };
    forms.get(place).copied()
}

/// Nobody has to elide: "una immagine" is as right as "un'immagine". Only "la acqua" is not written.
fn is_tolerated(word: &str, noun: &Noun) -> bool {
    let is_feminine = noun.features.gender == Gender::Feminine && !noun.features.is_plural;
    let is_full = word.ends_with('a') && !(word == "la" && noun.form.starts_with('a'));
    is_feminine && is_full && Onset::of(noun.form) == Onset::Vowel
}

/// How a word begins, as far as articles hear it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Onset {
    Vowel,
    /// A consonant behind which "il" can be said.
    Simple,
    /// What has "lo" before it.
    Cluster,
}

impl Onset {
    fn of(word: &str) -> Self {
        let mut letters = word.chars();
        let first = letters.next().unwrap_or_default();
        let second = letters.next().unwrap_or_default();
        let is_vowel = |letter: char| "aeiouàèéìòù".contains(letter);
        match (first, second) {
            (first, _) if is_vowel(first) => Self::Vowel,
            ('z' | 'x' | 'y', _) | ('g', 'n') | ('p', 's' | 'n') => Self::Cluster,
            ('s', second) if !is_vowel(second) => Self::Cluster,
            _ => Self::Simple,
        }
    }
}

fn determiners(draft: &Draft, _: Language) -> Vec<Edit> {
    agreement::determiners(draft, &LEXICON)
}

fn adjectives(draft: &Draft, _: Language) -> Vec<Edit> {
    agreement::adjectives(draft, &LEXICON)
}

fn verbs(draft: &Draft, _: Language) -> Vec<Edit> {
    agreement::verbs(draft, &LEXICON)
}
