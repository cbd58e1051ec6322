//! By which models a pair is served: one, or two with English between them.

use std::collections::HashMap;
use std::sync::Arc;

use dragoman_domain::{Language, LanguagePair};

use super::supply::InstalledModel;

/// The language that everything can be translated through.
const PIVOT: &str = "en";

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

impl Leg {
    /// From which language into which the step leads.
    pub(super) fn pair(&self) -> LanguagePair {
        match self {
            Self::Installed(model) => model.pair,
            Self::Obtainable(pair) => *pair,
        }
    }
}

/// The steps from a source to a target, one or two.
pub(super) type Route = Vec<Leg>;

/// All routes that a set of models makes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Routes(HashMap<LanguagePair, Route>);

impl Routes {
    /// The routes over these models. A model is preferred to one that is to be obtained, and one
    /// step to two.
    pub(super) fn new(installed: Vec<InstalledModel>, obtainable: Vec<LanguagePair>) -> Self {
        let legs = legs(installed, obtainable);
        let mut routes: HashMap<LanguagePair, Route> = HashMap::new();
        for leg in legs.values() {
            let exact = leg.pair().target;
            for target in targets(exact) {
                let pair = LanguagePair::new(leg.pair().source, target);
                // A model for the variant itself is better than that of the base.
                if pair.is_identity() || (target != exact && legs.contains_key(&pair)) {
                    continue;
                }
                routes.insert(pair, vec![leg.clone()]);
            }
        }
        if let Ok(pivot) = Language::parse(PIVOT) {
            add_pivots(&mut routes, &legs, pivot);
        }
        Self(routes)
    }

    /// The route of a pair.
    pub(super) fn get(&self, pair: LanguagePair) -> Option<&Route> {
        self.0.get(&pair)
    }

    /// All pairs with their routes.
    pub(super) fn iter(&self) -> impl Iterator<Item = (LanguagePair, &Route)> {
        self.0.iter().map(|(pair, route)| (*pair, route))
    }
}

/// The best model for each pair.
fn legs(
    installed: Vec<InstalledModel>,
    obtainable: Vec<LanguagePair>,
) -> HashMap<LanguagePair, Leg> {
    let mut legs: HashMap<LanguagePair, Leg> = obtainable
        .into_iter()
        .map(|pair| (pair, Leg::Obtainable(pair)))
        .collect();
    let mut best: HashMap<LanguagePair, InstalledModel> = HashMap::new();
    for model in installed {
        let is_better = best
            .get(&model.pair)
            .is_none_or(|known| (model.preference, &known.id) > (known.preference, &model.id));
        if is_better {
            best.insert(model.pair, model);
        }
    }
    legs.extend(
        best.into_iter()
            .map(|(pair, model)| (pair, Leg::Installed(Arc::new(model)))),
    );
    legs
}

fn add_pivots(
    routes: &mut HashMap<LanguagePair, Route>,
    legs: &HashMap<LanguagePair, Leg>,
    pivot: Language,
) {
    let from_pivot: Vec<(Language, Leg)> = routes
        .iter()
        .filter(|(pair, _)| pair.source == pivot)
        .filter_map(|(pair, route)| Some((pair.target, route.first()?.clone())))
        .collect();
    for first in legs.values().filter(|leg| leg.pair().target == pivot) {
        for (target, second) in &from_pivot {
            let pair = LanguagePair::new(first.pair().source, *target);
            if !pair.is_identity() {
                routes
                    .entry(pair)
                    .or_insert_with(|| vec![first.clone(), second.clone()]);
            }
        }
    }
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
    fn route(routes: &Routes, source: &str, target: &str) -> Option<String> {
        let name = |leg: &Leg| match leg {
            Leg::Installed(model) => model.id.clone(),
            Leg::Obtainable(pair) => format!("({pair})"),
        };
        let legs: Vec<String> = routes.get(pair(source, target))?.iter().map(name).collect();
        Some(legs.join(", "))
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
