//! The orthography of each language: its letters, apostrophes and capitals, and its keyboard.

use crate::base_language::BaseLanguage;

/// The orthography of a language, and the keyboard that it is typed on. Words are in lower case.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Orthography {
    /// Whether a letter belongs to the script of the language.
    pub(crate) is_letter: fn(char) -> bool,
    /// Whether words are elided before a vowel, as in French "l'homme".
    pub(crate) elides: bool,
    /// Words that contain an apostrophe.
    pub(crate) with_apostrophe: &'static [&'static str],
    /// Whether all nouns are capitalised, so that a capital does not identify a name.
    pub(crate) capitalises_nouns: bool,
    /// The rows of letters of the usual keyboard layout.
    pub(crate) keyboard: [&'static str; 3],
    /// Letters that replace those that a keyboard lacks, as pairs of what is written and what is meant.
    pub(crate) transcriptions: &'static [(&'static str, &'static str)],
    /// Whether the dictionary lacks many technical terms and derived words, so that an unknown word may well be
    /// right.
    pub(crate) lacks_words: bool,
    /// Words that may be repeated.
    pub(crate) repeatable: &'static [&'static str],
}

const QWERTY: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

const DEFAULT: Orthography = Orthography {
    is_letter: is_latin,
    elides: false,
    with_apostrophe: &[],
    capitalises_nouns: false,
    keyboard: QWERTY,
    transcriptions: &[],
    lacks_words: false,
    repeatable: &[],
};

const GERMAN: Orthography = Orthography {
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
    ..DEFAULT
};

const FRENCH: Orthography = Orthography {
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
    ..DEFAULT
};

const ITALIAN: Orthography = Orthography {
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
    ..DEFAULT
};

const SPANISH: Orthography = Orthography {
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
    ..DEFAULT
};

const PORTUGUESE: Orthography = Orthography {
    keyboard: ["qwertyuiop", "asdfghjklç", "zxcvbnm"],
    repeatable: &[
        "muito", "não", "sim", "já", "bla", "blá", "nunca", "mais", "quase", "logo", "pouco",
        "bem", "vai", "ha", "ah", "oh", "tão", "sempre", "se", "que", "para", "nada", "tudo",
        "olá", "tchau", "vamos", "ai", "ei", "só", "assim", "tic", "toc", "trim", "pia", "corre",
        "agora", "anda", "devagar", "longe", "perto", "nos", "como", "sobre", "era", "pega",
        "quero", "calma", "lá", "um",
    ],
    ..DEFAULT
};

impl Orthography {
    pub(crate) const fn of(base: BaseLanguage) -> &'static Self {
        match base {
            BaseLanguage::Chinese | BaseLanguage::Japanese | BaseLanguage::Korean => &DEFAULT,
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
