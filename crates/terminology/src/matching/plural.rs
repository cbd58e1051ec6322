use dragoman_domain::Language;

/// The plural of a noun where its ending alone decides it.
///
/// For words that may be verbs, and where several plurals are possible, there is none.
pub(crate) fn plural(noun: &str, language: Language) -> Option<String> {
    const SHORTEST: usize = 3;
    let is_one_word = noun.chars().all(char::is_alphabetic);
    let is_name = noun.chars().skip(1).any(char::is_uppercase);
    if !is_one_word || is_name || noun.chars().count() < SHORTEST {
        return None;
    }
    match language.base().tag() {
        "en" => english(noun),
        "es" => spanish(noun),
        "fr" => french(noun),
        "it" => italian(noun),
        "pt" => portuguese(noun),
        _ => None,
    }
}

/// The noun with another ending, if it has the first.
fn with_ending(noun: &str, singular: &str, plural: &str) -> Option<String> {
    let stem = noun.strip_suffix(singular)?;
    Some(format!("{stem}{plural}"))
}

fn ends_with_any(noun: &str, endings: &[&str]) -> bool {
    endings.iter().any(|ending| noun.ends_with(ending))
}

fn english(noun: &str) -> Option<String> {
    if ends_with_any(noun, &["man", "f", "fe", "ss", "us", "is", "ing"]) {
        // Men, wives, classes that a verb may be too, foreign plurals, things without number.
        return None;
    }
    if ends_with_any(noun, &["s", "x", "z", "ch", "sh"]) {
        return Some(format!("{noun}es"));
    }
    if noun.ends_with('y') && !ends_with_any(noun, &["ay", "ey", "oy", "uy"]) {
        return with_ending(noun, "y", "ies");
    }
    if noun.ends_with('o') {
        return None;
    }
    Some(format!("{noun}s"))
}

fn spanish(noun: &str) -> Option<String> {
    if ends_with_any(noun, &["ar", "er", "ir", "s", "x"]) {
        return None;
    }
    if ends_with_any(noun, &["a", "e", "i", "o", "u", "á", "é", "ó"]) {
        return Some(format!("{noun}s"));
    }
    let accents = [("ón", "ones"), ("án", "anes"), ("én", "enes"), ("z", "ces")];
    let accented = accents
        .iter()
        .find_map(|(one, many)| with_ending(noun, one, many));
    accented
        .or_else(|| ends_with_any(noun, &["d", "l", "n", "r", "j"]).then(|| format!("{noun}es")))
}

fn french(noun: &str) -> Option<String> {
    let is_verb = ends_with_any(noun, &["er", "ir", "dre"]) && !noun.ends_with("ier");
    if is_verb || ends_with_any(noun, &["s", "x", "z", "ail", "ou"]) {
        return None;
    }
    if ends_with_any(noun, &["eau", "au", "eu"]) {
        return Some(format!("{noun}x"));
    }
    with_ending(noun, "al", "aux").or_else(|| Some(format!("{noun}s")))
}

fn italian(noun: &str) -> Option<String> {
    if ends_with_any(
        noun,
        &["are", "ere", "ire", "co", "go", "io", "cia", "gia", "ie"],
    ) {
        return None;
    }
    let endings = [
        ("ca", "che"),
        ("ga", "ghe"),
        ("ista", "isti"),
        ("o", "i"),
        ("a", "e"),
        ("e", "i"),
    ];
    endings
        .iter()
        .find_map(|(one, many)| with_ending(noun, one, many))
}

fn portuguese(noun: &str) -> Option<String> {
    if ends_with_any(noun, &["ar", "er", "ir", "s", "x", "il"]) {
        return None;
    }
    let endings = [
        ("ção", "ções"),
        ("são", "sões"),
        ("al", "ais"),
        ("el", "éis"),
        ("m", "ns"),
    ];
    if let Some(plural) = endings
        .iter()
        .find_map(|(one, many)| with_ending(noun, one, many))
    {
        return Some(plural);
    }
    if ends_with_any(noun, &["r", "z"]) {
        return Some(format!("{noun}es"));
    }
    let is_vowel = ends_with_any(noun, &["a", "e", "i", "o", "u", "é", "ê", "ó", "ô"]);
    (is_vowel && !noun.ends_with("ão")).then(|| format!("{noun}s"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(tag: &str, noun: &str) -> Option<String> {
        plural(noun, Language::parse(tag).unwrap())
    }

    #[test]
    fn plurals_are_made_where_the_ending_decides() {
        for (tag, noun, expected) in [
            ("en", "battery", "batteries"),
            ("en", "switch", "switches"),
            ("es", "conexión", "conexiones"),
            ("es", "servidor", "servidores"),
            ("fr", "journal", "journaux"),
            ("fr", "fichier", "fichiers"),
            ("it", "stampante", "stampanti"),
            ("pt", "configuração", "configurações"),
        ] {
            assert_eq!(of(tag, noun).as_deref(), Some(expected), "{tag}");
        }
    }

    #[test]
    fn verbs_names_and_doubtful_nouns_have_none() {
        for (tag, noun) in [
            ("es", "imprimir"),
            ("fr", "imprimer"),
            ("it", "stampare"),
            ("it", "amico"),
            ("pt", "mão"),
            ("de", "Drucker"),
            ("en", "iPhone"),
            ("en", "hard disk"),
        ] {
            assert_eq!(of(tag, noun), None, "{tag}: {noun}");
        }
    }
}
