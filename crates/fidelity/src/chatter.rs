//! How those who write a text talk about it instead.

use dragoman_language::Language;

/// How models begin when they talk to somebody instead of translating.
const PREAMBLES: &[&str] = &[
    "here is the translation",
    "here's the translation",
    "here is your translation",
    "sure,",
    "sure!",
    "certainly,",
    "certainly!",
    "of course!",
    "as an ai",
    "i'm sorry, but",
    "i am sorry, but i can",
    "i cannot",
    "i can't",
    "translation:",
];

/// How models begin when they present what they wrote, and what they call it then.
const OPENINGS: &[&str] = &[
    "here",
    "sure",
    "certainly",
    "of course",
    "absolutely",
    "hier",
    "gerne",
    "natürlich",
    "voici",
    "bien sûr",
    "aquí",
    "claro",
    "por supuesto",
    "ecco",
    "certo",
    "aqui",
    "com certeza",
    "以下",
    "もちろん",
    "こちら",
    "다음은",
    "물론",
    "以下是",
    "当然",
    "这是",
    "rewritten",
    "revised",
    "improved",
];
const PRODUCTS: &[&str] = &[
    "text",
    "version",
    "rewr",
    "rephras",
    "revis",
    "improv",
    "überarb",
    "umformul",
    "fassung",
    "reformul",
    "réécri",
    "texte",
    "reescri",
    "versión",
    "testo",
    "riscri",
    "riformul",
    "versão",
    "文章",
    "テキスト",
    "書き換え",
    "文本",
    "版本",
    "改写",
    "수정",
    "텍스트",
    "문장",
];

/// How models refuse, and words of texts that may begin like that themselves.
const REFUSALS: &[&str] = &[
    "i'm sorry",
    "i am sorry",
    "sorry, ",
    "i cannot assist",
    "i cannot help",
    "i cannot comply",
    "i can't assist",
    "i can't help",
    "i can't comply",
    "i'm unable to help",
    "i'm unable to assist",
    "i am unable to assist",
    "as an ai",
    "as a language model",
    "es tut mir leid",
    "tut mir leid",
    "ich kann dabei nicht",
    "ich kann diese anfrage",
    "als ki",
    "als sprachmodell",
    "je suis désolé",
    "désolé",
    "en tant que modèle",
    "en tant qu'ia",
    "lo siento",
    "no puedo ayudar",
    "como modelo",
    "mi dispiace",
    "non posso aiutar",
    "come modello",
    "desculpe",
    "sinto muito",
    "não posso ajudar",
    "申し訳",
    "죄송",
    "抱歉",
    "对不起",
];
const APOLOGIES: &[&str] = &[
    "sorry",
    "apolog",
    "afraid",
    "regret",
    "unfortunate",
    "leid",
    "entschuldig",
    "bedau",
    "verzeih",
    "désol",
    "excus",
    "pardon",
    "siento",
    "perd",
    "lament",
    "disculp",
    "spiace",
    "scus",
    "desculp",
    "sinto",
    "infeliz",
    "ごめん",
    "すみません",
    "すいません",
    "申し訳",
    "残念",
    "죄송",
    "미안",
    "抱歉",
    "对不起",
    "不好意思",
    "遗憾",
    "help",
    "assist",
    "ayud",
    "aiut",
    "ajud",
    "language model",
    "sprachmodell",
    "modèle",
    "modelo",
    "modello",
];

/// Whether somebody presents a translation or refuses to make it.
pub(crate) fn presents_a_translation(language: Language, written: &str) -> bool {
    // Into English, these may be translations.
    let beginning: String = written.trim_start().chars().take(40).collect();
    let beginning = beginning.to_lowercase();
    language.base().tag() != "en" && PREAMBLES.iter().any(|words| beginning.starts_with(words))
}

/// Whether somebody presents the text, or refuses to write it, who does neither in the text itself.
pub(crate) fn talks(text: &str, written: &str) -> bool {
    let folded = |text: &str| text.to_lowercase().replace('’', "'");
    let beginning: String = written.trim_start().chars().take(60).collect();
    let (text, beginning) = (folded(text), folded(&beginning));
    let begins = |with: &[&str]| with.iter().any(|words| beginning.starts_with(words));
    let has = |text: &str, any: &[&str]| any.iter().any(|words| text.contains(words));
    (begins(OPENINGS) && has(&beginning, PRODUCTS) && !has(&text, PRODUCTS))
        || (begins(REFUSALS) && !has(&text, APOLOGIES))
}
