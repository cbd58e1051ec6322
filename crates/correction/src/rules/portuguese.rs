//! What rows of a table cannot say of Portuguese.

use std::sync::LazyLock;

use dragoman_domain::{Edit, Language};

use super::agreement::{self, Determiner, Gender, Lexicon, Noun, Sources};
use crate::draft::Draft;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    Lexicon::new(Sources {
        nouns: include_str!("../../rules/pt-nouns.tsv"),
        adjectives: include_str!("../../rules/pt-adjectives.tsv"),
        verbs: include_str!("../../rules/pt-verbs.tsv"),
        determiners: &[
            &["o", "a", "os", "as"],
            &["do", "da", "dos", "das"],
            &["no", "na", "nos", "nas"],
            &["ao", "à", "aos", "às"],
            &["pelo", "pela", "pelos", "pelas"],
            &["um", "uma", "uns", "umas"],
            &["num", "numa", "nuns", "numas"],
            &["este", "esta", "estes", "estas"],
            &["esse", "essa", "esses", "essas"],
            &["aquele", "aquela", "aqueles", "aquelas"],
            &["deste", "desta", "destes", "destas"],
            &["desse", "dessa", "desses", "dessas"],
            &["daquele", "daquela", "daqueles", "daquelas"],
            &["neste", "nesta", "nestes", "nestas"],
            &["nesse", "nessa", "nesses", "nessas"],
            &["naquele", "naquela", "naqueles", "naquelas"],
            &["meu", "minha", "meus", "minhas"],
            &["teu", "tua", "teus", "tuas"],
            &["seu", "sua", "seus", "suas"],
            &["nosso", "nossa", "nossos", "nossas"],
            &["muito", "muita", "muitos", "muitas"],
            &["pouco", "pouca", "poucos", "poucas"],
            &["outro", "outra", "outros", "outras"],
            &["algum", "alguma", "alguns", "algumas"],
            &["nenhum", "nenhuma", "nenhuns", "nenhumas"],
            &["", "", "vários", "várias"],
            &["", "", "ambos", "ambas"],
        ],
        // "A" is a preposition too, "nos" a pronoun, "à" stands for a manner, "seu" for a master.
        unsure: &["a", "nos", "à", "às", "seu", "meu"],
        never_pronouns: &[
            "do", "da", "dos", "das", "na", "nas", "ao", "aos", "pelo", "pela", "pelos", "pelas",
            "um", "uma", "num", "numa", "minha", "minhas", "tua", "tuas", "sua", "suas", "nosso",
            "nossa",
        ],
        plural: &[
            "os",
            "dos",
            "aos",
            "pelos",
            "pelas",
            "das",
            "nas",
            "uns",
            "umas",
            "estes",
            "estas",
            "esses",
            "essas",
            "aqueles",
            "aquelas",
            "destes",
            "destas",
            "desses",
            "dessas",
            "nestes",
            "nestas",
            "nesses",
            "nessas",
            "muitos",
            "muitas",
            "poucos",
            "poucas",
            "alguns",
            "algumas",
            "vários",
            "várias",
            "ambos",
            "ambas",
            "meus",
            "minhas",
            "teus",
            "tuas",
            "seus",
            "suas",
            "nossos",
            "nossas",
            "outros",
            "outras",
            "dois",
            "duas",
            "três",
            "quatro",
            "cinco",
            "seis",
            "sete",
            "oito",
            "nove",
            "dez",
            "onze",
            "doze",
            "quinze",
            "vinte",
            "trinta",
            "quarenta",
            "cinquenta",
            "cem",
        ],
        amounts: &["muito", "muita", "pouco", "pouca"],
        possessives: &[],
        is_tolerated: |_, _| false,
        predeterminers: &["o", "a", "os", "as", "todos", "todas"],
        contractions: &[],
        form,
        conjunctions: &[
            "que", "porque", "mas", "quando", "se", "enquanto", "pois", "onde", "embora",
        ],
        comparatives: &[
            "mais",
            "menos",
            "melhor",
            "pior",
            "maior",
            "menor",
            "maiores",
            "menores",
            "melhores",
            "piores",
            "igual",
            "mesmo",
            "mesma",
            "tão",
            "tanto",
            "tanta",
            "tantos",
            "tantas",
            "antes",
            "depois",
            "outro",
            "outra",
            "diferente",
        ],
        joints: &[
            "de", "do", "da", "dos", "das", "com", "sem", "e", "ou", "nem", "como", "entre", "que",
            "por", "pelo", "pela", "segundo", "ao", "aos", "deste", "desta", "desse", "dessa",
            "daquele", "daquela", "num", "numa", "à", "às",
        ],
        closing: &[
            "e", "mas", "que", "em", "porque", "quando", "para", "com", "desde", "hoje", "ontem",
            "embora", "como", "por", "se", "no", "na", "sem", "também", "agora", "ainda", "pois",
        ],
        adverbs: &[
            "muito",
            "tão",
            "mais",
            "demasiado",
            "bastante",
            "sempre",
            "menos",
            "realmente",
            "já",
            "também",
            "bem",
        ],
        clitics: &["não", "me", "te", "se", "lhe", "lhes", "já", "também"],
        pronouns: &[
            ("eu", 0, None),
            ("ele", 2, Some(Gender::Masculine)),
            ("ela", 2, Some(Gender::Feminine)),
            ("nós", 3, None),
            ("eles", 5, Some(Gender::Masculine)),
            ("elas", 5, Some(Gender::Feminine)),
            ("você", 2, None),
            ("vocês", 5, None),
        ],
        impersonal: &[
            "faz", "há", "havia", "houve", "fazia", "parece", "parecia", "pode", "vai",
        ],
    })
});

/// The rules that are functions.
pub(super) const RULES: &[super::Rule] = &[determiners, adjectives, verbs];

fn form(determiner: &Determiner, noun: &Noun) -> Option<&'static str> {
    determiner.forms.get(noun.features.index()).copied()
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
