//! Which directions a language model is offered for.

use std::collections::BTreeSet;

use dragoman_domain::{Abilities, EngineQuality, Language, LanguagePair, Offer, has_registers};

/// The languages with all features in the interface, and Catalan, which the engines of this program
/// have besides.
const USUAL: &[&str] = &[
    "ar", "bg", "ca", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "he", "hu", "id", "it",
    "ja", "ko", "lt", "lv", "nb", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "tr", "uk", "vi",
    "zh",
];

/// The variants that a model is asked for by name.
const VARIANTS: &[&str] = &[
    "en-GB", "en-US", "es-419", "pt-BR", "pt-PT", "zh-Hans", "zh-Hant",
];

/// See [`LanguageModelConfig::default_languages`](super::LanguageModelConfig::default_languages).
pub(super) fn usual() -> Vec<Language> {
    parsed(USUAL).collect()
}

fn parsed(tags: &'static [&'static str]) -> impl Iterator<Item = Language> {
    tags.iter().filter_map(|tag| Language::parse(tag).ok())
}

/// The directions between some languages.
#[derive(Debug)]
pub(super) struct Directions {
    sources: BTreeSet<Language>,
    targets: BTreeSet<Language>,
}

impl Directions {
    /// All directions between these languages and into their variants. A variant among them is a
    /// target alone, and brings no other variant.
    pub(super) fn between(languages: &[Language]) -> Self {
        let bases: BTreeSet<Language> = languages
            .iter()
            .copied()
            .filter(|language| !language.is_variant())
            .collect();
        let variants = parsed(VARIANTS).filter(|variant| bases.contains(&variant.base()));
        Self {
            targets: languages.iter().copied().chain(variants).collect(),
            sources: bases,
        }
    }

    pub(super) fn serve(&self, pair: LanguagePair) -> bool {
        self.sources.contains(&pair.source)
            && self.targets.contains(&pair.target)
            && pair.source != pair.target.base()
    }

    /// Whether texts are written in a language.
    pub(super) fn write(&self, language: Language) -> bool {
        self.targets.contains(&language)
    }

    pub(super) fn offers(&self) -> Vec<Offer> {
        let pairs = self.sources.iter().flat_map(|source| {
            let targets = self.targets.iter();
            targets.map(move |target| LanguagePair::new(*source, *target))
        });
        pairs.filter(|pair| self.serve(*pair)).map(offer).collect()
    }
}

/// What is offered for a pair that is served.
pub(super) fn offer(pair: LanguagePair) -> Offer {
    Offer {
        pair,
        quality: EngineQuality::LanguageModel,
        abilities: Abilities {
            terms: true,
            register: has_registers(pair.target),
            instructions: true,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(source: &str, target: &str) -> LanguagePair {
        let language = |tag| Language::parse(tag).unwrap();
        LanguagePair::new(language(source), language(target))
    }

    #[test]
    fn every_tag_of_the_tables_is_known() {
        assert_eq!(usual().len(), USUAL.len());
        assert_eq!(parsed(VARIANTS).count(), VARIANTS.len());
    }

    #[test]
    fn languages_are_translated_into_one_another_and_into_variants() {
        let languages: Vec<Language> = ["en", "de", "pt"]
            .iter()
            .map(|tag| Language::parse(tag).unwrap())
            .collect();
        let directions = Directions::between(&languages);
        for (source, target) in [("en", "de"), ("de", "en-GB"), ("en", "pt-BR"), ("pt", "en")] {
            assert!(directions.serve(pair(source, target)), "{source} {target}");
        }
        for (source, target) in [
            ("en", "en-GB"),
            ("en", "fr"),
            ("fr", "en"),
            ("en", "es-419"),
        ] {
            assert!(!directions.serve(pair(source, target)), "{source} {target}");
        }
        assert!(
            directions
                .offers()
                .iter()
                .all(|offer| directions.serve(offer.pair))
        );
    }

    #[test]
    fn registers_are_offered_where_the_language_has_them() {
        assert!(offer(pair("en", "de")).abilities.register);
        assert!(!offer(pair("de", "en-GB")).abilities.register);
    }
}
