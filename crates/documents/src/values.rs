//! What has letters and is nevertheless nothing to translate.

/// Whether something in a text is to be translated: a letter outside addresses.
pub(crate) fn has_words(text: &str) -> bool {
    text.split_whitespace()
        .filter(|word| word.contains(char::is_alphabetic))
        .any(|word| !is_address(word))
}

/// Whether this is a URL or an e-mail address, perhaps in brackets or with a mark of the sentence.
pub(crate) fn is_address(word: &str) -> bool {
    let word = word.trim_matches(|mark: char| mark.is_ascii_punctuation() && mark != '/');
    if word.starts_with("www.") || word.starts_with("mailto:") || word.starts_with("data:") {
        return true;
    }
    if let Some((scheme, rest)) = word.split_once("://") {
        return !rest.is_empty()
            && scheme.len() >= 2
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(&byte));
    }
    word.split_once('@').is_some_and(|(user, host)| {
        let is_part = |part: &str| {
            !part.is_empty()
                && part
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"-_+".contains(&byte))
        };
        user.split('.').all(is_part) && host.contains('.') && host.split('.').all(is_part)
    })
}
