//! Recent translations, by everything that they depend on.

use std::collections::{BTreeMap, HashMap};
use std::mem::size_of;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dragoman_domain::Term;
use dragoman_nmt::{Translation, WordScore};

use super::text::{Text, Wish};

/// What an entry takes beside its content: nodes of both maps, pointers and counts.
const OVERHEAD: usize = 256;

/// What a translation depends on. Two texts with the same key have the same translation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    models: Arc<[String]>,
    text: String,
    terms: Arc<[Term]>,
    wish: Option<Wish>,
    search: [u32; 6],
}

impl Key {
    /// The key of a text that these models translate one after the other; `None` if the search is
    /// steered from outside, so that nothing is known of what it depends on.
    pub(super) fn new(models: &Arc<[String]>, text: &Text) -> Option<Self> {
        let options = &text.options;
        if options.guide.is_some() || options.constraints.is_some() {
            return None;
        }
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Some(Self {
            models: Arc::clone(models),
            text: text.text.clone(),
            terms: Arc::clone(&text.terms),
            wish: text.wish,
            search: [
                options.beam.map_or(u32::MAX, count),
                count(options.n_best),
                options.length_normalization.map_or(u32::MAX, f32::to_bits),
                options.max_length_factor.to_bits(),
                u32::from(options.scores),
                u32::from(options.alignment),
            ],
        })
    }
}

/// Translations of a text, best first.
pub(super) type Translations = Arc<Vec<Translation>>;

/// The translations used last, as many as the budget has room for.
#[derive(Debug)]
pub(super) struct Cache {
    budget: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    entries: HashMap<Arc<Key>, Entry>,
    /// The keys by their last use.
    by_use: BTreeMap<u64, Arc<Key>>,
    uses: u64,
    bytes: usize,
}

#[derive(Debug)]
struct Entry {
    translations: Translations,
    bytes: usize,
    last_use: u64,
}

impl Cache {
    /// A cache that holds about so many bytes; zero turns it off.
    pub(super) fn new(budget: usize) -> Self {
        Self {
            budget,
            state: Mutex::default(),
        }
    }

    /// The translations under a key, which become those used last.
    pub(super) fn get(&self, key: &Key) -> Option<Translations> {
        let mut state = self.state();
        let found = state.touch(key);
        drop(state);
        let outcome = if found.is_some() { "hit" } else { "miss" };
        metrics::counter!("dragoman_neural_cache_requests_total", "outcome" => outcome)
            .increment(1);
        found
    }

    /// Keeps translations, in place of those that were used longest ago.
    pub(super) fn put(&self, key: Key, translations: &Translations) {
        let bytes = bytes_of(&key, translations);
        if bytes > self.budget {
            return;
        }
        let mut state = self.state();
        if state.touch(&key).is_some() {
            return;
        }
        while state.bytes + bytes > self.budget {
            if !state.drop_oldest() {
                break;
            }
        }
        state.insert(key, Arc::clone(translations), bytes);
        gauge_bytes(state.bytes);
    }

    /// What the cache holds, in bytes as counted against the budget.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.state().bytes
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change to the state is complete before anything could panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn touch(&mut self, key: &Key) -> Option<Translations> {
        let entry = self.entries.get_mut(key)?;
        let key = self.by_use.remove(&entry.last_use)?;
        self.uses += 1;
        entry.last_use = self.uses;
        self.by_use.insert(self.uses, key);
        Some(Arc::clone(&entry.translations))
    }

    fn insert(&mut self, key: Key, translations: Translations, bytes: usize) {
        let key = Arc::new(key);
        self.uses += 1;
        self.bytes += bytes;
        self.by_use.insert(self.uses, Arc::clone(&key));
        let entry = Entry {
            translations,
            bytes,
            last_use: self.uses,
        };
        self.entries.insert(key, entry);
    }

    /// Forgets what was used longest ago; tells whether there was anything.
    fn drop_oldest(&mut self) -> bool {
        let Some((_, key)) = self.by_use.pop_first() else {
            return false;
        };
        if let Some(entry) = self.entries.remove(&key) {
            self.bytes = self.bytes.saturating_sub(entry.bytes);
        }
        true
    }
}

fn bytes_of(key: &Key, translations: &[Translation]) -> usize {
    let each = |translation: &Translation| {
        let ranges = translation.source_tokens.len() + translation.target_tokens.len();
        size_of::<Translation>()
            + translation.text.len()
            + ranges * size_of::<std::ops::Range<usize>>()
            + size_of_val(translation.alignment.links())
            + translation.alignment.rows() * size_of::<usize>()
            + translation.words.len() * size_of::<WordScore>()
    };
    let of_term = |term: &Term| {
        let targets = term.targets.iter();
        size_of::<Term>()
            + targets
                .map(|target| size_of::<String>() + target.len())
                .sum::<usize>()
    };
    let terms: usize = key.terms.iter().map(of_term).sum();
    let translations: usize = translations.iter().map(each).sum();
    OVERHEAD + size_of::<Key>() + key.text.len() + terms + translations
}

#[expect(clippy::cast_precision_loss, reason = "a metric need not be exact")]
fn gauge_bytes(bytes: usize) {
    metrics::gauge!("dragoman_neural_cache_bytes").set(bytes as f64);
}

#[cfg(test)]
mod tests {
    use dragoman_domain::{Language, Register};
    use dragoman_nmt::{Alignment, SearchOptions};

    use super::*;

    fn key(text: &str, options: &SearchOptions) -> Key {
        Key::new(&["model".to_owned()].into(), &of(text, options)).unwrap()
    }

    fn of(text: &str, options: &SearchOptions) -> Text {
        Text {
            text: text.to_owned(),
            options: options.clone(),
            terms: Arc::default(),
            wish: None,
        }
    }

    /// A key of `a` that is to be translated in a register.
    fn with_wish(register: Register, target: &str) -> Key {
        let target = Language::parse(target).unwrap();
        let text = Text {
            wish: Some(Wish { register, target }),
            ..of("a", &SearchOptions::default())
        };
        Key::new(&["model".to_owned()].into(), &text).unwrap()
    }

    /// A key of `a` with a term.
    fn with_term(target: &str) -> Key {
        let term = Term {
            source: 0..1,
            targets: vec![target.to_owned()],
        };
        let text = Text {
            terms: Arc::new([term]),
            ..of("a", &SearchOptions::default())
        };
        Key::new(&["model".to_owned()].into(), &text).unwrap()
    }

    fn plain(text: &str) -> Key {
        key(text, &SearchOptions::default())
    }

    fn translations(text: &str) -> Translations {
        Arc::new(vec![Translation {
            text: text.to_owned(),
            source_tokens: Vec::new(),
            target_tokens: Vec::new(),
            alignment: Alignment::default(),
            score: None,
            words: Vec::new(),
        }])
    }

    #[test]
    fn what_was_used_longest_ago_goes_first() {
        let one = bytes_of(&plain("a"), &translations("a"));
        let cache = Cache::new(2 * one);
        cache.put(plain("a"), &translations("a"));
        cache.put(plain("b"), &translations("b"));
        assert!(cache.get(&plain("a")).is_some());
        cache.put(plain("c"), &translations("c"));
        assert!(cache.get(&plain("b")).is_none());
        assert_eq!(cache.get(&plain("a")), Some(translations("a")));
        assert_eq!(cache.get(&plain("c")), Some(translations("c")));
    }

    #[test]
    fn the_budget_is_never_exceeded() {
        let cache = Cache::new(3_000);
        for number in 0..200 {
            let text = "x".repeat(number * 7 % 1_500);
            cache.put(plain(&text), &translations(&text));
            assert!(cache.bytes() <= 3_000);
        }
        let too_large = "y".repeat(3_000);
        cache.put(plain(&too_large), &translations("y"));
        assert!(cache.get(&plain(&too_large)).is_none());
    }

    #[test]
    fn every_option_of_the_search_every_term_and_the_register_is_part_of_the_key() {
        let options = SearchOptions::default;
        let keys = [
            plain("a"),
            plain("b"),
            Key::new(&["other".to_owned()].into(), &of("a", &options())).unwrap(),
            with_term("b"),
            with_term("c"),
            with_wish(Register::Formal, "pt"),
            with_wish(Register::Informal, "pt"),
            with_wish(Register::Formal, "pt-BR"),
            key(
                "a",
                &SearchOptions {
                    beam: Some(4),
                    ..options()
                },
            ),
            key(
                "a",
                &SearchOptions {
                    n_best: 2,
                    ..options()
                },
            ),
            key(
                "a",
                &SearchOptions {
                    length_normalization: Some(0.5),
                    ..options()
                },
            ),
            key(
                "a",
                &SearchOptions {
                    max_length_factor: 3.0,
                    ..options()
                },
            ),
            key(
                "a",
                &SearchOptions {
                    scores: true,
                    ..options()
                },
            ),
            key(
                "a",
                &SearchOptions {
                    alignment: true,
                    ..options()
                },
            ),
        ];
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(key), "{key:?}");
        }
    }

    #[test]
    fn a_cache_without_room_keeps_nothing() {
        let cache = Cache::new(0);
        cache.put(plain("a"), &translations("a"));
        assert!(cache.get(&plain("a")).is_none());
    }
}
