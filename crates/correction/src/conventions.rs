//! How languages are written: which letters they have, where their keys lie, how they set spaces.

use crate::base_language::BaseLanguage;

/// How a language is written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Conventions {
    /// Whether a letter is one of its script.
    pub(crate) is_letter: fn(char) -> bool,
    /// Whether words lose letters before an apostrophe that joins them to the next.
    pub(crate) elides: bool,
    /// Words that have an apostrophe of their own, in small letters.
    pub(crate) with_apostrophe: &'static [&'static str],
    /// Whether all nouns have a capital, so that one says nothing of names.
    pub(crate) capitalises_nouns: bool,
    /// The rows of the usual keyboard.
    pub(crate) keyboard: [&'static str; 3],
    /// Letters that are written as others where a keyboard lacks them.
    pub(crate) transcriptions: &'static [(&'static str, &'static str)],
    /// Whether its dictionary lacks many words of trades and many that are formed of others, so that an unknown word may
    /// well be right.
    pub(crate) lacks_words: bool,
    /// Words that may stand twice, in small letters.
    pub(crate) repeatable: &'static [&'static str],
}

const QWERTY: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

const NO_WORDS: Conventions = Conventions {
    is_letter: is_latin,
    elides: false,
    with_apostrophe: &[],
    capitalises_nouns: false,
    keyboard: QWERTY,
    transcriptions: &[],
    lacks_words: false,
    repeatable: &[],
};

const GERMAN: Conventions = Conventions {
    capitalises_nouns: true,
    keyboard: ["qwertzuiopü", "asdfghjklöä", "yxcvbnm"],
    transcriptions: &[
        ("ae", "ä"),
        ("oe", "ö"),
        ("ue", "ü"),
        ("ss", "ß"),
        ("ß", "ss"),
    ],
    repeatable: &[
        "das", "die", "der", "den", "dem", "sie", "was", "wer", "ja", "nein", "sehr", "so", "nie",
        "ganz", "viele", "immer", "weit", "bald", "hin", "her", "na", "ha", "bla", "aus", "an",
        "ein", "auf", "zu", "ab", "um", "nach", "vor", "mit", "denen", "deren", "es", "werden",
        "haben", "sein", "wir", "ihr", "ihnen", "ihm", "einen", "eine", "noch", "schon",
    ],
    ..NO_WORDS
};

const FRENCH: Conventions = Conventions {
    elides: true,
    with_apostrophe: &[
        "aujourd'hui",
        "prud'homme",
        "prud'hommes",
        "quelqu'un",
        "quelqu'une",
        "presqu'île",
        "d'abord",
        "d'accord",
        "entr'ouvert",
    ],
    keyboard: ["azertyuiop", "qsdfghjklm", "wxcvbn"],
    transcriptions: &[("oe", "œ"), ("ae", "æ")],
    repeatable: &[
        "nous", "vous", "très", "oui", "non", "bla", "ha", "hé", "pas", "vite", "jamais",
        "toujours", "si", "peu", "bien", "moi",
    ],
    ..NO_WORDS
};

const ITALIAN: Conventions = Conventions {
    elides: true,
    with_apostrophe: &["po'", "mo'", "ca'"],
    repeatable: &[
        "piano", "quasi", "subito", "molto", "ben", "via", "no", "sì", "così", "poco", "man",
        "pian", "quatto", "passo", "ora", "sempre", "mai", "bla", "ha", "ah", "eh", "oh", "lì",
        "là", "già", "tutto", "tutti", "tanto", "tanti", "bello", "bella", "zitto", "zitta",
        "vero", "forte", "presto", "adesso", "giù", "su", "mogio", "lemme", "terra", "sotto",
        "sopra", "qua", "qui", "ciao", "dai", "uno", "due", "fa", "che", "cin", "tic", "toc",
        "pronto", "solo", "or",
    ],
    ..NO_WORDS
};

const SPANISH: Conventions = Conventions {
    keyboard: ["qwertyuiop", "asdfghjklñ", "zxcvbnm"],
    transcriptions: &[("n", "ñ")],
    lacks_words: true,
    repeatable: &[
        "muy", "no", "sí", "ya", "bla", "ja", "je", "ji", "casi", "nunca", "poco", "luego",
        "mucho", "tan", "más", "siempre", "va", "vamos", "ay", "oh", "ah", "eh", "hola", "adiós",
        "nada", "todo", "todos", "bien", "venga", "anda", "tic", "toc", "pi", "din", "que", "qué",
        "como", "para", "sobre", "dale", "cerca", "lejos", "pronto", "despacio", "uno", "jo",
        "chin", "tras", "solo", "nos", "era", "so",
    ],
    ..NO_WORDS
};

const PORTUGUESE: Conventions = Conventions {
    keyboard: ["qwertyuiop", "asdfghjklç", "zxcvbnm"],
    repeatable: &[
        "muito", "não", "sim", "já", "bla", "blá", "nunca", "mais", "quase", "logo", "pouco",
        "bem", "vai", "ha", "ah", "oh", "tão", "sempre", "se", "que", "para", "nada", "tudo",
        "olá", "tchau", "vamos", "ai", "ei", "só", "assim", "tic", "toc", "trim", "pia", "corre",
        "agora", "anda", "devagar", "longe", "perto", "nos", "como", "sobre", "era", "pega",
        "quero", "calma", "lá", "um",
    ],
    ..NO_WORDS
};

impl Conventions {
    pub(crate) const fn of(base: BaseLanguage) -> &'static Self {
        match base {
            BaseLanguage::Chinese | BaseLanguage::Japanese | BaseLanguage::Korean => &NO_WORDS,
            BaseLanguage::French => &FRENCH,
            BaseLanguage::German => &GERMAN,
            BaseLanguage::Italian => &ITALIAN,
            BaseLanguage::Portuguese => &PORTUGUESE,
            BaseLanguage::Spanish => &SPANISH,
        }
    }
}

fn is_latin(letter: char) -> bool {
    matches!(letter, 'a'..='z' | 'A'..='Z' | 'ª' | 'º' | 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ɏ' | 'ẞ')
}
