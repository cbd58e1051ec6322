//! Punctuation, spacing and capitalisation of Portuguese.

use super::profile::{LowerCase, NONE, Typography};

pub(super) const PORTUGUESE: Typography = Typography {
    abbreviations: &[
        "etc", "art", "cap", "dra", "eng", "fig", "núm", "pág", "págs", "prof", "profa", "sra",
        "srta", "tel", "vol", "aprox", "máx", "mín", "ltda", "cia", "jan", "fev", "mar", "abr",
        "mai", "jun", "jul", "ago", "set", "out", "nov", "dez", "cfr", "ref", "adj", "exmo",
        "exma", "exmos", "ilmo", "sr", "dr", "av", "ex", "ed", "cf", "trad", "séc", "min", "max",
        "hab", "inc", "dir", "esq", "tab", "obs", "arq", "gov", "srs", "drs", "apt", "apto",
    ],
    single_letters: &["e", "é", "a", "o", "à"],
    starters: &[
        "eu", "tu", "você", "ele", "ela", "nós", "vocês", "eles", "elas", "os", "as", "um", "uma",
        "este", "esta", "isto", "esse", "essa", "isso", "mas", "então", "depois", "quando", "como",
        "se", "para", "com", "em", "no", "na", "não", "ontem", "hoje", "amanhã", "obrigado",
        "obrigada", "olá", "bom", "boa", "aqui", "quem", "onde", "por", "porque", "sim", "também",
        "meu", "minha", "seu", "sua", "é", "são", "está", "estou", "há", "tenho", "ao", "do", "da",
        "todos", "sem", "além", "espero",
    ],
    openers: &[
        "eu", "nós", "ontem", "hoje", "amanhã", "olá", "obrigado", "obrigada", "ele", "ela", "eles",
    ],
    capitalises_after_questions: &[
        "eu", "nós", "obrigado", "obrigada", "olá", "ontem", "hoje", "espero", "estou", "tenho",
    ],
    lower_case: &[
        LowerCase {
            words: &[
                "português",
                "inglês",
                "francês",
                "alemão",
                "espanhol",
                "italiano",
                "russo",
                "chinês",
                "japonês",
                "árabe",
            ],
            // "Tirou 18 em Português": subjects of schools may have a capital.
            after: &[
                "fala", "falo", "falas", "falam", "falamos", "falar", "idioma",
            ],
            unless: &[],
        },
        LowerCase {
            words: &["portuguesa", "inglesa", "francesa", "espanhola", "italiana"],
            after: &["língua", "nacionalidade"],
            unless: &[],
        },
    ],
    repeatable: &[
        "devagar", "depressa", "tudo", "só", "perto", "longe", "oh", "ah", "ei", "oi", "vem",
        "corre", "adeus", "olá", "assim", "nada", "forte", "tic", "toc", "claro", "olha", "anda",
        "que", "é", "era", "foi", "está", "faz", "diz", "tem", "algo", "nos", "se", "demais",
        "mesmo", "fala", "espera", "tchau", "calma", "nem", "grande", "pequeno", "mal", "meio",
        "há", "hã", "ha", "heh", "he", "eh", "ih", "uh", "ai", "ui", "ora", "já", "logo", "quase",
        "lá", "sim", "vá", "toma", "dorme", "muito", "xô", "psiu", "truz", "pum", "bum", "blá",
        "tchu", "quá",
    ],
    relatives: &[
        "que", "quem", "onde", "como", "qual", "quando", "quanto", "o",
    ],
    particles: &[
        "os", "as", "um", "uma", "uns", "umas", "de", "do", "da", "dos", "das", "em", "no", "na",
        "nos", "nas", "com", "por", "para", "sem", "sobre", "ou", "mas", "meu", "minha", "seu",
        "sua", "este", "esta", "ao",
    ],
    ..NONE
};
