use std::collections::HashMap;
use std::sync::LazyLock;

use dragoman_memory::{Candidates, LookupBudget, MatchKey, features, length_bounds, plan, score};
use proptest::prelude::*;

/// Segments and what they are filed under.
#[derive(Default)]
struct Index {
    keys: Vec<MatchKey>,
    postings: HashMap<u32, Vec<u32>>,
}

impl Index {
    fn of(texts: &[String]) -> Self {
        let mut index = Self::default();
        for (number, text) in (0..).zip(texts) {
            let key = MatchKey::of(text);
            for feature in features(&key) {
                index.postings.entry(feature).or_default().push(number);
            }
            index.keys.push(key);
        }
        index
    }

    fn by_looking_up(&self, query: &MatchKey, threshold: u8, budget: LookupBudget) -> Option<u8> {
        let frequencies: Vec<(u32, u64)> = features(query)
            .into_iter()
            .filter_map(|feature| Some((feature, self.postings.get(&feature)?.len() as u64)))
            .collect();
        let bounds = length_bounds(query.fuzzy_len(), threshold);
        let mut candidates = Candidates::default();
        for feature in plan(&frequencies, threshold, budget) {
            let list = &self.postings[&feature];
            let fits = |number: &u32| bounds.contains(&self.keys[*number as usize].fuzzy_len());
            candidates.add(list.len() as u64, list.iter().copied().filter(fits));
        }
        let best = candidates.best(budget.candidates);
        assert!(best.len() <= budget.candidates);
        best.into_iter()
            .filter_map(|number| score(query, &self.keys[number as usize], threshold))
            .max()
    }

    fn by_comparing_all(&self, query: &MatchKey, threshold: u8) -> Option<u8> {
        self.keys
            .iter()
            .filter_map(|key| score(query, key, threshold))
            .max()
    }
}

/// A few hundred sentences that have much in common.
fn sentences() -> Vec<String> {
    let mut sentences = Vec::new();
    for subject in [
        "The red valve",
        "Every user",
        "A new printer",
        "This old file",
        "请将阀门",
        "The pump of unit 4",
    ] {
        for action in [
            "is opened by",
            "must never be given to",
            "was found near",
            "waits for",
            "关闭并检查",
        ] {
            for object in [
                "the operator",
                "another account",
                "a trained person",
                "the second tank",
                "机器",
            ] {
                for ending in [
                    ".",
                    " in case of fire.",
                    " at night, when nobody is there.",
                    "!",
                ] {
                    sentences.push(format!("{subject} {action} {object}{ending}"));
                }
            }
        }
    }
    sentences
}

static SENTENCES: LazyLock<(Vec<String>, Index)> = LazyLock::new(|| {
    let sentences = sentences();
    let index = Index::of(&sentences);
    (sentences, index)
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn a_look_up_finds_what_comparing_all_finds(
        place in any::<prop::sample::Index>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), prop::option::of(prop::char::range('a', 'z'))), 0..8),
        threshold in prop::sample::select(vec![60_u8, 75, 85, 95, 99]),
    ) {
        let (sentences, index) = &*SENTENCES;
        let mut letters: Vec<char> = place.get(sentences).chars().collect();
        for (place, new) in edits {
            let place = place.index(letters.len());
            match new {
                Some(new) => letters[place] = new,
                None => { letters.remove(place); }
            }
        }
        let query = MatchKey::of(&letters.into_iter().collect::<String>());
        let expected = index.by_comparing_all(&query, threshold);
        prop_assert_eq!(index.by_looking_up(&query, threshold, LookupBudget::default()), expected);
    }
}

#[test]
fn features_are_ascending_distinct_and_few() {
    for text in [
        "",
        "a",
        "Hello",
        "请关闭机器。",
        &"Many different words, one after another. ".repeat(500),
    ] {
        let found = features(&MatchKey::of(text));
        assert!(found.is_sorted_by(|one, other| one < other), "{text:.20}");
        assert!(found.len() <= 64, "{} for {text:.20}", found.len());
        assert_eq!(found.is_empty(), text.is_empty());
    }
}

#[test]
fn texts_that_differ_in_values_only_have_the_same_features() {
    let of = |text| features(&MatchKey::of(text));
    assert_eq!(of("Page 3 of 10 000"), of("page  44 of 1.5"));
    assert_eq!(of("Press <b>OK</b>"), of("Press OK"));
    assert_ne!(of("Page 3"), of("Page x"));
}

#[test]
fn the_features_of_a_text_never_change() {
    assert_eq!(features(&MatchKey::of("Ja, 12.")), FEATURES);
}

const FEATURES: [u32; 12] = [
    250_795_218,
    294_258_045,
    381_687_027,
    658_591_278,
    1_207_456_509,
    1_283_958_134,
    1_323_529_611,
    1_831_993_241,
    2_262_926_164,
    2_373_519_988,
    3_439_901_681,
    4_205_820_049,
];

#[test]
fn a_plan_takes_the_rarest_within_the_budget() {
    let budget = LookupBudget {
        postings: 100,
        features: 3,
        candidates: 10,
    };
    let frequencies = [(1, 50), (2, 0), (3, 10), (4, 60), (5, 30), (6, 70), (7, 5)];
    assert_eq!(plan(&frequencies, 60, budget), [7, 3, 5]);
    let tight = LookupBudget {
        postings: 14,
        ..budget
    };
    assert_eq!(plan(&frequencies, 60, tight), [7]);
    assert_eq!(plan(&[(1, 1_000)], 60, budget), [] as [u32; 0]);
    assert_eq!(plan(&[], 60, budget), [] as [u32; 0]);
}

#[test]
fn the_best_candidates_share_the_most_and_the_rarest() {
    let mut candidates = Candidates::default();
    candidates.add(1_000, [1, 2, 3]);
    candidates.add(10, [2, 4]);
    candidates.add(1_000, [1]);
    assert_eq!(candidates.best(3), [2, 1, 4]);
}
