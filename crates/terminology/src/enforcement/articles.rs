use dragoman_domain::Language;

/// Whether a word, in small letters, is an article.
pub(super) fn is_article(word: &str, language: Language) -> bool {
    let articles: &[&str] = match language.base().tag() {
        "de" => &[
            "das", "dem", "den", "der", "des", "die", "ein", "eine", "einem", "einen", "einer",
            "eines",
        ],
        "en" => &["a", "an", "the"],
        "es" => &["el", "la", "las", "los", "un", "una", "unas", "unos"],
        "fr" => &["des", "du", "l'", "la", "le", "les", "un", "une"],
        "it" => &[
            "gli", "i", "il", "l'", "la", "le", "lo", "un", "un'", "una", "uno",
        ],
        "nl" => &["de", "een", "het"],
        "pt" => &["a", "as", "o", "os", "um", "uma"],
        _ => &[],
    };
    articles.contains(&word)
}

/// Whether a word, in small letters, only joins the parts of a term to one another: an article, or a
/// preposition as between the nouns of "mesa de café".
pub(super) fn joins_parts(word: &str, language: Language) -> bool {
    let prepositions: &[&str] = match language.base().tag() {
        "ca" => &[
            "a", "amb", "d'", "de", "del", "dels", "el", "l'", "la", "per",
        ],
        "de" => &["aus", "für", "mit", "vom", "von", "zum", "zur"],
        "en" => &["for", "of", "with"],
        "es" => &["a", "al", "con", "de", "del", "en", "para", "por"],
        "fr" => &["à", "au", "aux", "avec", "d'", "de", "en", "pour"],
        "it" => &[
            "a", "al", "alla", "con", "d'", "da", "dal", "dalla", "degli", "dei", "del", "dell'",
            "della", "delle", "dello", "di", "in", "per",
        ],
        "nl" => &["met", "uit", "van", "voor"],
        "pt" => &["com", "da", "das", "de", "do", "dos", "em", "para", "por"],
        _ => &[],
    };
    prepositions.contains(&word) || is_article(word, language)
}
