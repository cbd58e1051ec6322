//! What languages are called by the server.

use dragoman_domain::Language;

/// The languages and variants that the server is asked for, and what it calls them. A base language of which it spells
/// only the variants is asked for as the one that most people write; but not English, where no variant is a mistake and
/// the rules here know the words of both.
///
/// Japanese and Chinese are not among them: what the server has for those is little, and what is done about width, marks
/// and spaces here would contradict it.
const NAMES: [(&str, &str); 9] = [
    ("de", "de-DE"),
    ("en", "en"),
    ("en-GB", "en-GB"),
    ("en-US", "en-US"),
    ("es", "es"),
    ("fr", "fr"),
    ("it", "it"),
    ("pt-BR", "pt-BR"),
    ("pt-PT", "pt-PT"),
];

/// What the server calls a language.
pub(super) fn name_of(language: Language) -> Option<&'static str> {
    let mut names = NAMES.iter();
    names
        .find(|(tag, _)| *tag == language.tag())
        .map(|(_, name)| *name)
}

/// The languages that the server is asked for, of those that it has, by its names for them.
pub(super) fn languages_of(theirs: &[String]) -> Vec<Language> {
    let names = NAMES.iter();
    names
        .filter(|(_, name)| theirs.iter().any(|theirs| theirs == name))
        .filter_map(|(tag, _)| Language::parse(tag).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_of_the_table_is_known() {
        let all: Vec<String> = NAMES.iter().map(|(_, name)| (*name).to_owned()).collect();
        let languages = languages_of(&all);
        let tags: Vec<&str> = languages.iter().map(|language| language.tag()).collect();
        assert_eq!(tags, NAMES.map(|(tag, _)| tag));
        for (language, (_, name)) in languages.into_iter().zip(NAMES) {
            assert_eq!(name_of(language), Some(name));
        }
    }
}
