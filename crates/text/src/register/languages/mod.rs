//! The languages, each with what tells its registers apart.

mod dutch;
mod french;
mod german;
mod italian;
mod polish;
mod portuguese;
mod russian;
mod spanish;

use std::sync::LazyLock;

use dragoman_language::Language;

use super::lexicon::Lexicon;

static GERMAN: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(german::SOURCE));
static FRENCH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(french::SOURCE));
static ITALIAN: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(italian::SOURCE));
static SPANISH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(spanish::OF_SPAIN));
static AMERICAN_SPANISH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(spanish::OF_AMERICA));
static DUTCH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(dutch::SOURCE));
static POLISH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(polish::SOURCE));
static PORTUGUESE: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(portuguese::OF_PORTUGAL));
static BRAZILIAN: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(portuguese::OF_BRAZIL));
static RUSSIAN: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(russian::SOURCE));

/// What a language tells its registers apart by, if that is words.
pub(super) fn lexicon(target: Language) -> Option<&'static Lexicon> {
    let lexicon = match (target.base().tag(), target.tag()) {
        ("de", _) => &GERMAN,
        ("fr", _) => &FRENCH,
        ("it", _) => &ITALIAN,
        ("es", "es-419") => &AMERICAN_SPANISH,
        ("es", _) => &SPANISH,
        ("nl", _) => &DUTCH,
        ("pl", _) => &POLISH,
        ("pt", "pt-BR") => &BRAZILIAN,
        ("pt", _) => &PORTUGUESE,
        ("ru", _) => &RUSSIAN,
        _ => return None,
    };
    Some(lexicon)
}
