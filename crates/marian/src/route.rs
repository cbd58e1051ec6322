//! By which models a pair is served: one, or two with English between them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use dragoman_domain::{Language, LanguagePair};

use super::supply::InstalledModel;

/// The language that everything can be translated through.
const PIVOT: &str = "en";

/// The languages through which a text goes there and back, those first that there is most text of to train models on;
/// others follow by their tags.
const ROUND_TRIP_PIVOTS: [&str; 4] = [PIVOT, "de", "fr", "es"];

/// Variants that the model of the base language may be offered for: it was trained on text of all
/// regions, or on nothing but that script. Swiss German, Canadian French and traditional Chinese
/// are not among them, because what it writes is not what is asked for.
const SERVED_BY_BASE: [&str; 6] = ["en-GB", "en-US", "es-419", "pt-BR", "pt-PT", "zh-Hans"];

/// A step of a route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Leg {
    /// A model that is here.
    Installed(Arc<InstalledModel>),
    /// A model that has to be obtained.
    Obtainable(LanguagePair),
}

/// The steps from a source to a target, one or two.
pub(super) type Route = Vec<Leg>;

/// The models that lead from a language into another one and back, one each way, both on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RoundTrip {
    pub(super) there: Arc<InstalledModel>,
    pub(super) back: Arc<InstalledModel>,
}

/// All routes that a set of models makes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Routes {
    /// What leads from a source into a target, best first; never nothing.
    legs: HashMap<LanguagePair, Vec<Leg>>,
    /// All pairs that have a route.
    pairs: HashSet<LanguagePair>,
}

impl Routes {
    /// The routes over these models. A model is preferred to one that is to be obtained, and one
    /// step to two.
    pub(super) fn new(installed: Vec<InstalledModel>, obtainable: Vec<LanguagePair>) -> Self {
        let legs = legs(installed, obtainable);
        let pairs = pairs(&legs);
        Self { legs, pairs }
    }

    /// The route of a pair if everything works.
    pub(super) fn get(&self, pair: LanguagePair) -> Option<Route> {
        self.find(pair, |_| true)
    }

    /// The best route of a pair on which every step is usable.
    pub(super) fn find(
        &self,
        pair: LanguagePair,
        is_usable: impl Fn(&Leg) -> bool,
    ) -> Option<Route> {
        if pair.is_identity() {
            return None;
        }
        if let Some(leg) = self.direct(pair).find(|leg| is_usable(leg)) {
            return Some(vec![leg.clone()]);
        }
        let pivot = Language::parse(PIVOT).ok()?;
        let mut into_pivot = self.exact(LanguagePair::new(pair.source, pivot));
        let first = into_pivot.find(|leg| is_usable(leg))?;
        let mut from_pivot = self.direct(LanguagePair::new(pivot, pair.target));
        let second = from_pivot.find(|leg| is_usable(leg))?;
        Some(vec![first.clone(), second.clone()])
    }

    /// All pairs that have a route if everything works.
    pub(super) fn pairs(&self) -> impl Iterator<Item = LanguagePair> {
        self.pairs.iter().copied()
    }

    /// How a text in a language goes into another language and back, by models that are here and usable.
    pub(super) fn round_trip(
        &self,
        language: Language,
        is_usable: impl Fn(&InstalledModel) -> bool,
    ) -> Option<RoundTrip> {
        let installed = |leg: &Leg| match leg {
            Leg::Installed(model) if is_usable(model) => Some(Arc::clone(model)),
            _ => None,
        };
        let is_source = |source: Language| source == language || source == language.base();
        let from_here = self.legs.keys().filter(|pair| is_source(pair.source));
        let mut pivots: Vec<Language> = from_here
            .map(|pair| pair.target)
            .filter(|pivot| pivot.base() != language.base())
            .collect();
        let rank = |pivot: &Language| {
            let mut preferred = ROUND_TRIP_PIVOTS.iter();
            let place = preferred.position(|tag| *tag == pivot.tag());
            place.unwrap_or(ROUND_TRIP_PIVOTS.len())
        };
        pivots.sort_by_key(|pivot| (rank(pivot), *pivot));
        pivots.into_iter().find_map(|pivot| {
            let mut there = [language, language.base()].into_iter().flat_map(|source| {
                let pair = LanguagePair::new(source, pivot);
                self.exact(pair)
            });
            let mut back = [pivot, pivot.base()].into_iter().flat_map(|source| {
                let pair = LanguagePair::new(source, language);
                self.direct(pair)
            });
            Some(RoundTrip {
                there: there.find_map(installed)?,
                back: back.find_map(installed)?,
            })
        })
    }

    /// The languages and variants that something installed translates into in one step.
    pub(super) fn installed_targets(&self) -> HashSet<Language> {
        let is_installed = |legs: &[Leg]| legs.iter().any(|leg| matches!(leg, Leg::Installed(_)));
        let installed = self.legs.iter().filter(|(_, legs)| is_installed(legs));
        installed
            .flat_map(|(pair, _)| targets(pair.target))
            .collect()
    }

    /// What serves a pair in one step, best first: a model for the variant itself is better than
    /// that of the base.
    fn direct(&self, pair: LanguagePair) -> impl Iterator<Item = &Leg> {
        let is_served_by_base = SERVED_BY_BASE.contains(&pair.target.tag());
        let base = is_served_by_base.then(|| LanguagePair::new(pair.source, pair.target.base()));
        let of_base = base.into_iter().flat_map(|base| self.exact(base));
        self.exact(pair).chain(of_base)
    }

    /// What was made for exactly this pair, best first.
    fn exact(&self, pair: LanguagePair) -> impl Iterator<Item = &Leg> {
        self.legs.get(&pair).into_iter().flatten()
    }
}

/// The models for each pair, best first; if there are none, that one can be obtained.
fn legs(
    mut installed: Vec<InstalledModel>,
    obtainable: Vec<LanguagePair>,
) -> HashMap<LanguagePair, Vec<Leg>> {
    installed.sort_by(|one, other| {
        let by_preference = other.preference.cmp(&one.preference);
        by_preference.then_with(|| one.id.cmp(&other.id))
    });
    let mut legs: HashMap<LanguagePair, Vec<Leg>> = HashMap::new();
    for model in installed {
        let of_pair = legs.entry(model.pair).or_default();
        of_pair.push(Leg::Installed(Arc::new(model)));
    }
    for pair in obtainable {
        legs.entry(pair)
            .or_insert_with(|| vec![Leg::Obtainable(pair)]);
    }
    legs.retain(|pair, _| !pair.is_identity());
    legs
}

/// The pairs that are served in one step or in two.
fn pairs(legs: &HashMap<LanguagePair, Vec<Leg>>) -> HashSet<LanguagePair> {
    let mut pairs: HashSet<LanguagePair> = legs
        .keys()
        .flat_map(|pair| targets(pair.target).map(|target| LanguagePair::new(pair.source, target)))
        .collect();
    if let Ok(pivot) = Language::parse(PIVOT) {
        let from_pivot = pairs.iter().filter(|pair| pair.source == pivot);
        let from_pivot: Vec<Language> = from_pivot.map(|pair| pair.target).collect();
        for into_pivot in legs.keys().filter(|pair| pair.target == pivot) {
            let source = into_pivot.source;
            let both = from_pivot.iter();
            pairs.extend(both.map(|target| LanguagePair::new(source, *target)));
        }
    }
    pairs.retain(|pair| !pair.is_identity());
    pairs
}

/// The language itself and the variants of it that its model serves too.
fn targets(target: Language) -> impl Iterator<Item = Language> {
    let variants = SERVED_BY_BASE
        .iter()
        .filter_map(|tag| Language::parse(tag).ok())
        .filter(move |variant| variant.base() == target);
    std::iter::once(target).chain(variants)
}

#[cfg(test)]
mod tests {
    use dragoman_nmt::{ModelPaths, VocabularyPaths};

    use super::*;

    fn pair(source: &str, target: &str) -> LanguagePair {
        LanguagePair::new(source.parse().unwrap(), target.parse().unwrap())
    }

    fn model(id: &str, source: &str, target: &str, preference: u32) -> InstalledModel {
        InstalledModel {
            id: id.to_owned(),
            pair: pair(source, target),
            paths: ModelPaths {
                weights: "weights".into(),
                shortlist: None,
                vocabulary: VocabularyPaths::Shared("vocabulary".into()),
                decoder_settings: None,
            },
            architecture: "tiny".to_owned(),
            preference,
        }
    }

    /// The pairs of the legs, and the ids of those that are installed.
    fn names(route: &[Leg]) -> String {
        let name = |leg: &Leg| match leg {
            Leg::Installed(model) => model.id.clone(),
            Leg::Obtainable(pair) => format!("({pair})"),
        };
        let legs: Vec<String> = route.iter().map(name).collect();
        legs.join(", ")
    }

    fn route(routes: &Routes, source: &str, target: &str) -> Option<String> {
        routes.get(pair(source, target)).map(|route| names(&route))
    }

    #[test]
    fn a_pair_without_a_model_goes_through_english() {
        let models = vec![
            model("deen", "de", "en", 0),
            model("enfr", "en", "fr", 0),
            model("ende", "en", "de", 0),
        ];
        let routes = Routes::new(models, Vec::new());
        let route = |source, target| route(&routes, source, target);
        assert_eq!(route("en", "fr").as_deref(), Some("enfr"));
        assert_eq!(route("de", "fr").as_deref(), Some("deen, enfr"));
        assert_eq!(route("de", "en-GB").as_deref(), Some("deen"));
        assert_eq!(route("fr", "de"), None);
        assert_eq!(route("de", "de"), None);
        assert_eq!(route("en", "en-GB"), None);
    }

    #[test]
    fn a_direct_model_is_preferred_to_a_pivot() {
        let models = vec![
            model("deen", "de", "en", 0),
            model("enfr", "en", "fr", 0),
            model("defr", "de", "fr", 0),
        ];
        let routes = Routes::new(models, Vec::new());
        assert_eq!(route(&routes, "de", "fr").as_deref(), Some("defr"));
    }

    #[test]
    fn variants_are_offered_where_the_models_text_is_that_variant() {
        let models = vec![
            model("enpt", "en", "pt", 0),
            model("enzh", "en", "zh", 0),
            model("ende", "en", "de", 0),
            model("enfr", "en", "fr", 0),
            model("esen", "es", "en", 0),
        ];
        let routes = Routes::new(models.clone(), Vec::new());
        assert_eq!(route(&routes, "en", "pt-BR").as_deref(), Some("enpt"));
        assert_eq!(route(&routes, "es", "pt-PT").as_deref(), Some("esen, enpt"));
        assert_eq!(route(&routes, "en", "zh-Hans").as_deref(), Some("enzh"));
        for target in ["zh-Hant", "de-CH", "fr-CA"] {
            assert_eq!(route(&routes, "en", target), None, "{target}");
        }
        let own = [
            model("enpt-BR", "en", "pt-BR", 0),
            model("zhHant", "en", "zh-Hant", 0),
        ];
        let routes = Routes::new([models, own.to_vec()].concat(), Vec::new());
        assert_eq!(route(&routes, "en", "pt-BR").as_deref(), Some("enpt-BR"));
        assert_eq!(route(&routes, "en", "pt-PT").as_deref(), Some("enpt"));
        assert_eq!(
            route(&routes, "es", "zh-Hant").as_deref(),
            Some("esen, zhHant")
        );
    }

    #[test]
    fn of_several_models_for_a_pair_the_preferred_one_serves() {
        let models = vec![
            model("b", "en", "de", 1),
            model("a", "en", "de", 1),
            model("c", "en", "de", 0),
        ];
        for rotation in 0..3 {
            let mut models = models.clone();
            models.rotate_left(rotation);
            let routes = Routes::new(models, Vec::new());
            assert_eq!(route(&routes, "en", "de").as_deref(), Some("a"));
        }
    }

    #[test]
    fn what_is_not_usable_hides_nothing_that_is() {
        let models = vec![
            model("deen", "de", "en", 0),
            model("enfr", "en", "fr", 1),
            model("enfr-old", "en", "fr", 0),
            model("defr", "de", "fr", 0),
            model("enpt", "en", "pt", 0),
            model("enpt-BR", "en", "pt-BR", 0),
        ];
        let routes = Routes::new(models, Vec::new());
        let found = |target, broken: &[&str]| {
            let is_usable = |leg: &Leg| match leg {
                Leg::Installed(model) => !broken.contains(&model.id.as_str()),
                Leg::Obtainable(_) => false,
            };
            let route = routes.find(pair("de", target), is_usable);
            route.map(|route| names(&route))
        };
        assert_eq!(found("fr", &[]).as_deref(), Some("defr"));
        assert_eq!(found("fr", &["defr"]).as_deref(), Some("deen, enfr"));
        assert_eq!(
            found("fr", &["defr", "enfr"]).as_deref(),
            Some("deen, enfr-old")
        );
        assert_eq!(found("fr", &["defr", "deen"]), None);
        assert_eq!(found("pt-BR", &["enpt-BR"]).as_deref(), Some("deen, enpt"));
    }

    #[test]
    fn every_pair_listed_has_a_route() {
        let models = vec![
            model("deen", "de", "en", 0),
            model("enfr", "en", "fr", 0),
            model("enpt", "en", "pt", 0),
            model("ende", "en", "de", 0),
        ];
        let routes = Routes::new(models, vec![pair("it", "en"), pair("en", "en")]);
        assert!(routes.pairs().all(|pair| routes.get(pair).is_some()));
        let pairs: HashSet<LanguagePair> = routes.pairs().collect();
        assert!(pairs.contains(&pair("it", "pt-BR")));
        assert!(pairs.contains(&pair("de", "en-GB")));
        // Into English and its two variants, and into French, three kinds of Portuguese and
        // German: from German, Italian and English, but none into itself.
        assert_eq!(pairs.len(), (3 + 4) + (3 + 5) + 5);
    }

    #[test]
    fn a_text_goes_there_and_back_by_one_model_each_way() {
        let models = vec![
            model("deen", "de", "en", 0),
            model("ende", "en", "de", 1),
            model("ende-old", "en", "de", 0),
            model("defr", "de", "fr", 0),
            model("frde", "fr", "de", 0),
            model("fren", "fr", "en", 0),
            model("enpt", "en", "pt", 0),
            model("pten", "pt", "en", 0),
            model("enit", "en", "it", 0),
        ];
        let routes = Routes::new(models, vec![pair("it", "en"), pair("en", "fr")]);
        let trip = |language: &str, broken: &[&str]| {
            let language = Language::parse(language).unwrap();
            let is_usable = |model: &InstalledModel| !broken.contains(&model.id.as_str());
            let trip = routes.round_trip(language, is_usable)?;
            Some(format!("{} {}", trip.there.id, trip.back.id))
        };
        for (language, broken, expected) in [
            ("de", &[][..], Some("deen ende")),
            ("de", &["ende"], Some("deen ende-old")),
            ("de", &["deen"], Some("defr frde")),
            ("de", &["deen", "frde"], None),
            ("en", &[], Some("ende deen")),
            ("en-GB", &[], Some("ende deen")),
            ("en", &["deen"], Some("enpt pten")),
            ("pt", &[], Some("pten enpt")),
            ("pt-BR", &[], Some("pten enpt")),
            // What would have to be fetched first, or goes by two models.
            ("it", &[], None),
            ("fr", &["defr", "frde"], None),
            ("de-CH", &[], None),
            ("ja", &[], None),
        ] {
            assert_eq!(
                trip(language, broken).as_deref(),
                expected,
                "{language} {broken:?}"
            );
        }
        let targets = routes.installed_targets();
        let has = |tag: &str| targets.contains(&Language::parse(tag).unwrap());
        assert!(
            ["de", "en", "en-GB", "fr", "it", "pt", "pt-PT"]
                .into_iter()
                .all(has)
        );
        assert!(!has("de-CH"));
    }

    #[test]
    fn what_can_be_obtained_is_offered_unless_it_is_here() {
        let obtainable = vec![pair("en", "de"), pair("en", "fr")];
        let models = vec![model("ende", "en", "de", 0), model("iten", "it", "en", 0)];
        let routes = Routes::new(models, obtainable);
        assert_eq!(route(&routes, "en", "de").as_deref(), Some("ende"));
        assert_eq!(
            route(&routes, "it", "fr").as_deref(),
            Some("iten, (en to fr)")
        );
    }
}
