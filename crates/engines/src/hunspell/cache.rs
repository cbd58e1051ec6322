//! What a dictionary said of words, as long as there is room.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What an entry takes beside its letters, and each word in it: about what a map and a vector need.
const OVERHEAD: usize = 64;

/// What is known of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The dictionary has it.
    Known,
    /// The dictionary does not have it.
    Unknown,
    /// The dictionary does not have it, and has these similar ones.
    Similar(Vec<String>),
}

/// The verdicts used last, in two generations: when the younger one has half of the room, it becomes
/// the older one, and what was in that is forgotten, except for what was used meanwhile.
#[derive(Debug)]
pub(super) struct Cache {
    half: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    young: HashMap<String, Verdict>,
    old: HashMap<String, Verdict>,
    young_bytes: usize,
}

impl Cache {
    /// A cache that takes about so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            half: bytes / 2,
            state: Mutex::default(),
        }
    }

    /// What is known of a word, which becomes one of those used last.
    pub(super) fn get(&self, word: &str) -> Option<Verdict> {
        let mut state = self.state();
        if let Some(verdict) = state.young.get(word) {
            return Some(verdict.clone());
        }
        let (word, verdict) = state.old.remove_entry(word)?;
        state.insert(word, verdict.clone(), self.half);
        Some(verdict)
    }

    /// Keeps what is known of a word. That it is unknown adds nothing to what similar ones there are.
    pub(super) fn put(&self, word: &str, verdict: Verdict) {
        let mut state = self.state();
        let has_similar = matches!(state.young.get(word), Some(Verdict::Similar(_)));
        if !(has_similar && verdict == Verdict::Unknown) {
            state.insert(word.to_owned(), verdict, self.half);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change to the state is complete before anything could panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn insert(&mut self, word: String, verdict: Verdict, half: usize) {
        let bytes = bytes_of(&word, &verdict);
        if bytes > half {
            return;
        }
        if self.young_bytes.saturating_add(bytes) > half {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
        self.young_bytes = self.young_bytes.saturating_add(bytes);
        // What is replaced stays counted, which only makes the generation shorter.
        self.young.insert(word, verdict);
    }
}

fn bytes_of(word: &str, verdict: &Verdict) -> usize {
    let similar = match verdict {
        Verdict::Known | Verdict::Unknown => &[],
        Verdict::Similar(words) => words.as_slice(),
    };
    let similar: usize = similar.iter().map(|word| OVERHEAD + word.len()).sum();
    OVERHEAD + word.len() + similar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_stays_and_the_rest_goes() {
        let cache = Cache::new(100 * (OVERHEAD + 4));
        cache.put("used", Verdict::Known);
        cache.put("idle", Verdict::Known);
        for number in 0..1_000 {
            cache.put(&format!("{number:04}"), Verdict::Unknown);
            assert_eq!(cache.get("used"), Some(Verdict::Known));
        }
        assert_eq!(cache.get("idle"), None);
        let state = cache.state();
        assert!(state.young.len() + state.old.len() <= 100);
    }

    #[test]
    fn similar_words_are_not_forgotten_for_less() {
        let cache = Cache::new(1 << 10);
        let similar = Verdict::Similar(vec!["Haus".to_owned()]);
        cache.put("Hauss", similar.clone());
        cache.put("Hauss", Verdict::Unknown);
        assert_eq!(cache.get("Hauss"), Some(similar));
    }

    #[test]
    fn what_is_larger_than_the_room_is_not_kept() {
        let cache = Cache::new(0);
        cache.put("Haus", Verdict::Known);
        assert_eq!(cache.get("Haus"), None);
    }
}
