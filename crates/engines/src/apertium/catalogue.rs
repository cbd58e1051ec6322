//! Which pairs are worth offering, and by which modes.
//!
//! The paths are a table and not a search through the graph of modes: the best path is a matter
//! of measured quality (a pivot through Catalan often beats a direct mode), and a chain of two
//! pivots is never worth reading.

use dragoman_domain::{Language, LanguagePair};

/// A mode of Apertium that some route uses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ModeEntry {
    /// The name of the mode file without its extension.
    pub(crate) name: &'static str,
    /// The Debian package that brings it.
    pub(crate) package: &'static str,
    /// The tag of the language that goes in.
    pub(crate) source: &'static str,
    /// The tag of the language that comes out.
    pub(crate) target: &'static str,
}

impl ModeEntry {
    /// Whether the packaged tagger data crash the tagger, so that the mode has to do without.
    pub(crate) fn has_broken_tagger(self) -> bool {
        self.package == "apertium-rus-ukr"
    }

    /// A whole sentence in the source language. Short texts pass on broken data.
    pub(crate) fn sample(self) -> &'static str {
        SAMPLES
            .iter()
            .find(|(language, _)| *language == self.source)
            .map_or("", |(_, sentence)| sentence)
    }
}

/// A pair and the modes that lead from its source to its target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Route {
    pub(crate) pair: LanguagePair,
    pub(crate) modes: Vec<&'static str>,
}

/// All routes, variants of the target included.
pub(crate) fn routes() -> Vec<Route> {
    PATHS
        .iter()
        .flat_map(|(source, target, modes)| {
            let variants = VARIANTS
                .iter()
                .filter(|(tag, _)| tag.split('-').next() == Some(target))
                .map(|(tag, replacements)| (*tag, *replacements));
            std::iter::once((*target, NO_REPLACEMENT))
                .chain(variants)
                .filter_map(|(tag, replacements)| route(source, tag, modes, replacements))
        })
        .collect()
}

fn route(
    source: &str,
    target: &str,
    modes: &[&'static str],
    replacements: &[(&str, &'static str)],
) -> Option<Route> {
    let mut modes = modes.to_vec();
    if let Some(last) = modes.last_mut()
        && let Some((_, variant)) = replacements.iter().find(|(base, _)| base == last)
    {
        *last = variant;
    }
    let pair = LanguagePair::new(Language::parse(source).ok()?, Language::parse(target).ok()?);
    Some(Route { pair, modes })
}

const NO_REPLACEMENT: &[(&str, &str)] = &[];

/// Variants of targets, with the modes that are made for them in place of the base's. Where none
/// is packaged, the base's translation serves.
const VARIANTS: &[(&str, &[(&str, &str)])] = &[
    ("en-GB", NO_REPLACEMENT),
    (
        "en-US",
        &[("spa-eng", "spa-eng_US"), ("cat-eng", "cat-eng_US")],
    ),
    ("es-419", NO_REPLACEMENT),
    ("pt-BR", &[("cat-por", "cat-por_BR"), ("es-pt", "es-pt_BR")]),
    ("pt-PT", NO_REPLACEMENT),
];

const PATHS: &[(&str, &str, &[&str])] = &[
    ("en", "es", &["eng-spa"]),
    ("en", "ca", &["eng-cat"]),
    ("en", "fr", &["eng-cat", "cat-fra"]),
    ("en", "it", &["eng-cat", "cat-ita"]),
    ("en", "pt", &["eng-cat", "cat-por"]),
    ("es", "en", &["spa-eng"]),
    ("es", "ca", &["spa-cat"]),
    ("es", "fr", &["spa-cat", "cat-fra"]),
    ("es", "it", &["spa-ita"]),
    ("es", "pt", &["es-pt"]),
    ("ca", "en", &["cat-eng"]),
    ("ca", "es", &["cat-spa"]),
    ("ca", "fr", &["cat-fra"]),
    ("ca", "it", &["cat-ita"]),
    ("ca", "pt", &["cat-por"]),
    ("fr", "en", &["fr-es", "spa-eng"]),
    ("fr", "es", &["fra-cat", "cat-spa"]),
    ("fr", "ca", &["fra-cat"]),
    ("fr", "it", &["fra-cat", "cat-ita"]),
    ("fr", "pt", &["fra-cat", "cat-por"]),
    ("it", "en", &["ita-spa", "spa-eng"]),
    ("it", "es", &["ita-spa"]),
    ("it", "ca", &["ita-cat"]),
    ("it", "fr", &["ita-cat", "cat-fra"]),
    ("it", "pt", &["ita-cat", "cat-por"]),
    ("pt", "en", &["pt-es", "spa-eng"]),
    ("pt", "es", &["pt-es"]),
    ("pt", "ca", &["por-cat"]),
    ("pt", "fr", &["por-cat", "cat-fra"]),
    ("pt", "it", &["por-cat", "cat-ita"]),
    ("ro", "en", &["ro-es", "spa-eng"]),
    ("ro", "es", &["ro-es"]),
    ("ro", "ca", &["ro-es", "spa-cat"]),
    ("ro", "fr", &["ro-es", "es-fr"]),
    ("ro", "it", &["ro-es", "spa-ita"]),
    ("ro", "pt", &["ro-es", "es-pt"]),
    ("sv", "da", &["swe-dan"]),
    ("sv", "nb", &["swe-nob"]),
    ("da", "sv", &["dan-swe"]),
    ("da", "nb", &["dan-nob"]),
    ("nb", "sv", &["nob-swe"]),
    ("nb", "da", &["nob-dan"]),
    ("ru", "uk", &["rus-ukr"]),
    ("uk", "ru", &["ukr-rus"]),
];

const fn mode(
    name: &'static str,
    package: &'static str,
    source: &'static str,
    target: &'static str,
) -> ModeEntry {
    ModeEntry {
        name,
        package,
        source,
        target,
    }
}

/// Every mode that a route names. The commonest come first, because they are tested first.
pub(crate) const MODES: &[ModeEntry] = &[
    mode("eng-spa", "apertium-eng-spa", "en", "es"),
    mode("spa-eng", "apertium-eng-spa", "es", "en"),
    mode("eng-cat", "apertium-eng-cat", "en", "ca"),
    mode("cat-fra", "apertium-fra-cat", "ca", "fr"),
    mode("fr-es", "apertium-fr-es", "fr", "es"),
    mode("cat-ita", "apertium-cat-ita", "ca", "it"),
    mode("ita-spa", "apertium-spa-ita", "it", "es"),
    mode("cat-por", "apertium-por-cat", "ca", "pt"),
    mode("pt-es", "apertium-es-pt", "pt", "es"),
    mode("es-pt", "apertium-es-pt", "es", "pt"),
    mode("swe-dan", "apertium-swe-dan", "sv", "da"),
    mode("dan-swe", "apertium-swe-dan", "da", "sv"),
    mode("swe-nob", "apertium-swe-nor", "sv", "nb"),
    mode("nob-swe", "apertium-swe-nor", "nb", "sv"),
    mode("dan-nob", "apertium-dan-nor", "da", "nb"),
    mode("nob-dan", "apertium-dan-nor", "nb", "da"),
    mode("spa-cat", "apertium-spa-cat", "es", "ca"),
    mode("cat-spa", "apertium-spa-cat", "ca", "es"),
    mode("fra-cat", "apertium-fra-cat", "fr", "ca"),
    mode("ita-cat", "apertium-cat-ita", "it", "ca"),
    mode("por-cat", "apertium-por-cat", "pt", "ca"),
    mode("spa-ita", "apertium-spa-ita", "es", "it"),
    mode("cat-eng", "apertium-eng-cat", "ca", "en"),
    mode("ro-es", "apertium-es-ro", "ro", "es"),
    mode("es-fr", "apertium-fr-es", "es", "fr"),
    mode("rus-ukr", "apertium-rus-ukr", "ru", "uk"),
    mode("ukr-rus", "apertium-rus-ukr", "uk", "ru"),
    mode("spa-eng_US", "apertium-eng-spa", "es", "en"),
    mode("cat-eng_US", "apertium-eng-cat", "ca", "en"),
    mode("cat-por_BR", "apertium-por-cat", "ca", "pt"),
    mode("es-pt_BR", "apertium-es-pt", "es", "pt"),
];

/// The entry of a mode, by its name.
pub(crate) fn mode_entry(name: &str) -> Option<&'static ModeEntry> {
    MODES.iter().find(|entry| entry.name == name)
}

const SAMPLES: &[(&str, &str)] = &[
    (
        "en",
        "The children played in the garden until their mother called them for dinner.",
    ),
    (
        "es",
        "Los niños jugaron en el jardín hasta que su madre los llamó para cenar.",
    ),
    (
        "ca",
        "Els nens van jugar al jardí fins que la seva mare els va cridar per sopar.",
    ),
    (
        "fr",
        "Les enfants ont joué dans le jardin jusqu'à ce que leur mère les appelle.",
    ),
    (
        "it",
        "I bambini hanno giocato nel giardino finché la madre li ha chiamati per cena.",
    ),
    (
        "pt",
        "As crianças brincaram no jardim até que a mãe as chamou para o jantar.",
    ),
    (
        "ro",
        "Copiii s-au jucat în grădină până când mama lor i-a chemat la cină.",
    ),
    (
        "sv",
        "Barnen lekte i trädgården tills deras mor kallade in dem till middagen.",
    ),
    (
        "da",
        "Børnene legede i haven, indtil deres mor kaldte dem ind til aftensmad.",
    ),
    (
        "nb",
        "Barna lekte i hagen til moren deres ropte dem inn til middag.",
    ),
    ("ru", "Дети играли в саду, пока мать не позвала их на ужин."),
    (
        "uk",
        "Діти гралися в саду, поки мати не покликала їх на вечерю.",
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn there_are_forty_four_pairs_of_base_languages_and_their_variants() {
        let routes = routes();
        let base = routes
            .iter()
            .filter(|route| !route.pair.target.is_variant());
        assert_eq!(base.count(), 44);
        let pairs: HashSet<_> = routes.iter().map(|route| route.pair).collect();
        assert_eq!(pairs.len(), routes.len(), "a pair is listed twice");
    }

    #[test]
    fn every_path_leads_from_its_source_to_its_target_with_at_most_one_pivot() {
        for route in routes() {
            let modes: Vec<_> = route
                .modes
                .iter()
                .map(|name| mode_entry(name).unwrap())
                .collect();
            assert!(modes.len() <= 2, "{}", route.pair);
            assert_eq!(modes[0].source, route.pair.source.tag());
            assert_eq!(
                modes[modes.len() - 1].target,
                route.pair.target.base().tag()
            );
            for step in modes.windows(2) {
                assert_eq!(step[0].target, step[1].source, "{}", route.pair);
            }
        }
    }

    #[test]
    fn every_listed_mode_is_used_and_has_a_sample() {
        let used: HashSet<_> = routes().into_iter().flat_map(|route| route.modes).collect();
        for entry in MODES {
            assert!(used.contains(entry.name), "{} is not used", entry.name);
            assert!(!entry.sample().is_empty(), "{} has no sample", entry.name);
        }
    }

    #[test]
    fn a_variant_of_the_target_takes_the_mode_made_for_it() {
        let modes = |source: &str, target: &str| {
            routes()
                .into_iter()
                .find(|route| {
                    route.pair.source.tag() == source && route.pair.target.tag() == target
                })
                .map(|route| route.modes)
                .unwrap()
        };
        assert_eq!(modes("fr", "en-US"), ["fr-es", "spa-eng_US"]);
        assert_eq!(modes("fr", "en-GB"), ["fr-es", "spa-eng"]);
        assert_eq!(modes("en", "pt-BR"), ["eng-cat", "cat-por_BR"]);
        assert_eq!(modes("es", "pt-BR"), ["es-pt_BR"]);
        assert_eq!(modes("en", "es-419"), ["eng-spa"]);
    }
}
