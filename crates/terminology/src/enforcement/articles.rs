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
