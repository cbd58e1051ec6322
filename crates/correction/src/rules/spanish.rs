//! What rows of a table cannot say of Spanish.

use std::sync::LazyLock;

use dragoman_domain::{Edit, Language};

use super::agreement::{self, Determiner, Gender, Lexicon, Noun, Sources};
use crate::draft::Draft;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    Lexicon::new(Sources {
        nouns: include_str!("../../rules/es-nouns.tsv"),
        adjectives: include_str!("../../rules/es-adjectives.tsv"),
        verbs: include_str!("../../rules/es-verbs.tsv"),
        determiners: &[
            &["el", "la", "los", "las"],
            &["al", "a la", "a los", "a las"],
            &["del", "de la", "de los", "de las"],
            &["un", "una", "unos", "unas"],
            &["este", "esta", "estos", "estas"],
            &["ese", "esa", "esos", "esas"],
            &["aquel", "aquella", "aquellos", "aquellas"],
            &["nuestro", "nuestra", "nuestros", "nuestras"],
            &["vuestro", "vuestra", "vuestros", "vuestras"],
            &["mucho", "mucha", "muchos", "muchas"],
            &["poco", "poca", "pocos", "pocas"],
            &["otro", "otra", "otros", "otras"],
            &["algún", "alguna", "algunos", "algunas"],
            &["ningún", "ninguna", "ningunos", "ningunas"],
            &["demasiado", "demasiada", "demasiados", "demasiadas"],
            &["suficiente", "suficiente", "suficientes", "suficientes"],
            &["", "", "varios", "varias"],
            &["", "", "ambos", "ambas"],
        ],
        unsure: &[],
        never_pronouns: &[
            "un", "al", "del", "nuestro", "nuestra", "nuestros", "nuestras", "mis", "tus", "sus",
        ],
        plural: &[
            "los",
            "las",
            "unos",
            "unas",
            "estos",
            "estas",
            "esos",
            "esas",
            "aquellos",
            "aquellas",
            "muchos",
            "muchas",
            "pocos",
            "pocas",
            "algunos",
            "algunas",
            "varios",
            "varias",
            "ambos",
            "ambas",
            "nuestros",
            "nuestras",
            "mis",
            "tus",
            "sus",
            "otros",
            "otras",
            "demasiados",
            "demasiadas",
            "dos",
            "tres",
            "cuatro",
            "cinco",
            "seis",
            "siete",
            "ocho",
            "nueve",
            "diez",
            "once",
            "doce",
            "quince",
            "veinte",
            "treinta",
            "cuarenta",
            "cincuenta",
            "cien",
        ],
        amounts: &["mucho", "mucha", "poco", "poca"],
        possessives: &["mi", "tu", "su", "mis", "tus", "sus"],
        is_tolerated: |_, _| false,
        predeterminers: &["todos", "todas", "todo", "toda"],
        contractions: &[("de", "el", "del"), ("a", "el", "al")],
        form,
        conjunctions: &[
            "que", "porque", "pero", "cuando", "si", "aunque", "mientras", "pues", "donde",
        ],
        comparatives: &[
            "más",
            "menos",
            "mejor",
            "peor",
            "mayor",
            "menor",
            "mayores",
            "menores",
            "mejores",
            "peores",
            "igual",
            "mismo",
            "misma",
            "mismos",
            "mismas",
            "tan",
            "tanto",
            "tanta",
            "tantos",
            "tantas",
            "antes",
            "después",
            "otro",
            "otra",
            "distinto",
            "diferente",
            "mas",
        ],
        joints: &[
            "de", "del", "con", "sin", "y", "e", "o", "u", "ni", "como", "al", "entre", "que",
            "por", "según",
        ],
        closing: &[
            "y", "pero", "que", "en", "porque", "cuando", "para", "con", "desde", "hoy", "ayer",
            "aunque", "como", "por", "si", "a", "al", "sin", "también", "ahora", "todavía",
        ],
        adverbs: &[
            "muy",
            "tan",
            "más",
            "demasiado",
            "bastante",
            "siempre",
            "menos",
            "realmente",
            "ya",
            "también",
        ],
        clitics: &[
            "no", "me", "te", "se", "nos", "os", "le", "les", "lo", "la", "los", "las",
        ],
        pronouns: &[
            ("yo", 0, None),
            ("tú", 1, None),
            ("él", 2, Some(Gender::Masculine)),
            ("ella", 2, Some(Gender::Feminine)),
            ("nosotros", 3, None),
            ("nosotras", 3, None),
            ("vosotros", 4, None),
            ("vosotras", 4, None),
            ("ellos", 5, Some(Gender::Masculine)),
            ("ellas", 5, Some(Gender::Feminine)),
        ],
        impersonal: &[
            "hace", "hay", "había", "hubo", "hacía", "parece", "parecía", "puede",
        ],
    })
});

/// The rules that are functions.
pub(super) const RULES: &[super::Rule] = &[determiners, adjectives, verbs];

fn form(determiner: &Determiner, noun: &Noun) -> Option<&'static str> {
    let forms = determiner.forms;
    let at = noun.features.index();
    let first = forms.first().copied()?;
    let is_one = !noun.features.is_plural;
    if is_one && noun.begins_stressed {
        match first {
            // Both "un" and "una" are written before such nouns.
            "el" | "al" | "del" => return Some(first),
            "un" | "algún" | "ningún" => return None,
            _ => {}
        }
    }
    forms.get(at).copied()
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
