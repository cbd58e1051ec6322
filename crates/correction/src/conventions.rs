//! How languages are written: which letters they have, where their keys lie, how they set spaces.

use crate::tongue::Tongue;

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
    repeatable: &[
        "piano", "quasi", "subito", "molto", "ben", "via", "no", "sì", "così", "via", "poco",
        "man", "pian", "quatto", "passo", "ora", "sempre", "mai", "bla", "ha", "lì", "là", "già",
        "via",
    ],
    ..NO_WORDS
};

const SPANISH: Conventions = Conventions {
    keyboard: ["qwertyuiop", "asdfghjklñ", "zxcvbnm"],
    transcriptions: &[("n", "ñ")],
    repeatable: &[
        "muy", "no", "sí", "ya", "bla", "ja", "casi", "nunca", "poco", "luego", "mucho", "tan",
        "más", "siempre", "va", "vamos",
    ],
    ..NO_WORDS
};

const PORTUGUESE: Conventions = Conventions {
    keyboard: ["qwertyuiop", "asdfghjklç", "zxcvbnm"],
    repeatable: &[
        "muito", "não", "sim", "já", "bla", "blá", "nunca", "mais", "quase", "logo", "pouco",
        "bem", "vai", "ha", "tão", "sempre",
    ],
    ..NO_WORDS
};

impl Conventions {
    pub(crate) const fn of(tongue: Tongue) -> &'static Self {
        match tongue {
            Tongue::Chinese | Tongue::Japanese | Tongue::Korean => &NO_WORDS,
            Tongue::French => &FRENCH,
            Tongue::German => &GERMAN,
            Tongue::Italian => &ITALIAN,
            Tongue::Portuguese => &PORTUGUESE,
            Tongue::Spanish => &SPANISH,
        }
    }
}

fn is_latin(letter: char) -> bool {
    matches!(letter, 'a'..='z' | 'A'..='Z' | 'ª' | 'º' | 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ɏ' | 'ẞ')
}
