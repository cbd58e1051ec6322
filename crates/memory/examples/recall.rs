//! How many similar segments a look-up finds, and how much of the index it reads for that.
//!
//! ```sh
//! cargo run --release -p dragoman-memory --example recall -- 200000
//! ```
//!
//! Builds an index of that many generated segments in memory. Queries are segments of it, changed
//! letter by letter or word by word until they are about so similar. A query counts as found if the
//! look-up gives a segment at least as similar as the one that was changed.
#![allow(clippy::print_stdout, clippy::expect_used, clippy::unwrap_used)]

use std::collections::{HashMap, HashSet};
use std::hint::black_box;
use std::time::Instant;

use dragoman_memory::{Candidates, LookupBudget, MatchKey, features, length_bounds, plan, score};

/// Queries of each sort.
const QUERIES: usize = 400;

/// xorshift64*, so that every run sees the same.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let mixed = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(mixed).unwrap() % limit
    }
}

/// A language: words, the frequent ones first.
struct Words {
    words: Vec<String>,
    blank: &'static str,
}

impl Words {
    fn latin(random: &mut Random, many: usize) -> Self {
        let onsets = [
            "", "b", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr",
            "ch", "pl", "w",
        ];
        let nuclei = ["a", "e", "i", "o", "u", "e", "a", "ei", "ou", "e"];
        let codas = ["", "n", "r", "s", "t", "l", "", "nd", "", "ng", ""];
        let words = (0..many)
            .map(|rank| {
                let syllables = 1 + random.below(if rank < 100 { 1 } else { 4 });
                (0..syllables)
                    .map(|_| {
                        let onset = onsets[random.below(onsets.len())];
                        let nucleus = nuclei[random.below(nuclei.len())];
                        let coda = codas[random.below(codas.len())];
                        format!("{onset}{nucleus}{coda}")
                    })
                    .collect()
            })
            .collect();
        Self { words, blank: " " }
    }

    fn chinese(random: &mut Random, many: usize) -> Self {
        let words = (0..many)
            .map(|_| {
                (0..=random.below(3))
                    .map(|_| {
                        // The frequent characters are few here too.
                        let range = 1 + random.below(2500);
                        let code = 0x4e00 + u32::try_from(random.below(range)).unwrap();
                        char::from_u32(code).unwrap()
                    })
                    .collect()
            })
            .collect();
        Self { words, blank: "" }
    }

    /// About by Zipf's law: the rank is distributed uniformly on a logarithmic scale.
    fn word(&self, random: &mut Random) -> &str {
        let bits = usize::try_from(self.words.len().ilog2()).unwrap();
        let range = 2 << random.below(bits);
        &self.words[random.below(range.min(self.words.len()))]
    }

    fn sentence(&self, random: &mut Random, words: usize) -> String {
        let words: Vec<&str> = (0..words).map(|_| self.word(random)).collect();
        words.join(self.blank)
    }
}

fn change_letters(text: &str, edits: usize, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..edits {
        let place = random.below(letters.len().max(1));
        let new = letters[random.below(letters.len())];
        match random.below(3) {
            0 => letters.insert(place, new),
            1 if letters.len() > 1 => {
                letters.remove(place);
            }
            _ => letters[place] = if new == letters[place] { 'x' } else { new },
        }
    }
    letters.into_iter().collect()
}

fn change_words(text: &str, words: &Words, share: usize, random: &mut Random) -> String {
    let mut changed: Vec<&str> = if words.blank.is_empty() {
        text.split_inclusive(|_: char| true).collect()
    } else {
        text.split(' ').collect()
    };
    let edits = (changed.len() * share / 100).max(1);
    for _ in 0..edits {
        let place = random.below(changed.len());
        match random.below(3) {
            0 => changed.insert(place, words.word(random)),
            1 if changed.len() > 1 => {
                changed.remove(place);
            }
            _ => changed[place] = words.word(random),
        }
    }
    changed.join(words.blank)
}

#[derive(Default)]
struct Index {
    texts: Vec<String>,
    lengths: Vec<usize>,
    postings: HashMap<u32, Vec<u32>>,
}

impl Index {
    fn add(&mut self, text: String) {
        let key = MatchKey::of(&text);
        let number = u32::try_from(self.texts.len()).unwrap();
        for feature in features(&key) {
            self.postings.entry(feature).or_default().push(number);
        }
        self.lengths.push(key.fuzzy_len());
        self.texts.push(text);
    }

    /// The score of the best segment, the postings read and the segments compared.
    fn best(&self, text: &str, threshold: u8, budget: LookupBudget) -> (Option<u8>, u64, usize) {
        let key = MatchKey::of(text);
        let frequencies: Vec<(u32, u64)> = features(&key)
            .into_iter()
            .filter_map(|feature| Some((feature, self.postings.get(&feature)?.len() as u64)))
            .collect();
        let bounds = length_bounds(key.fuzzy_len(), threshold);
        let mut candidates = Candidates::default();
        let mut read = 0;
        for feature in plan(&frequencies, threshold, budget) {
            let list = &self.postings[&feature];
            read += list.len() as u64;
            let fitting = list
                .iter()
                .copied()
                .filter(|number| bounds.contains(&self.lengths[*number as usize]));
            candidates.add(list.len() as u64, fitting);
        }
        let best = candidates.best(budget.candidates);
        let compared = best.len();
        let mut found = None;
        for number in best {
            let cutoff = found.unwrap_or(threshold);
            let candidate = MatchKey::of(&self.texts[number as usize]);
            found = found.max(score(&key, &candidate, cutoff));
        }
        (found, read, compared)
    }
}

fn measure(name: &str, index: &Index, words: &Words, random: &mut Random, budget: LookupBudget) {
    let per_posting = index.postings.values().map(Vec::len).sum::<usize>();
    println!(
        "{name}: {} segments, {:.1} features each",
        index.texts.len(),
        per_posting as f64 / index.texts.len() as f64
    );
    for threshold in [60_u8, 75, 85, 95] {
        for by_word in [false, true] {
            let mut all = 0;
            let mut found = 0;
            let mut times = Vec::new();
            let (mut reads, mut compared) = (0, 0);
            while all < QUERIES {
                let place = random.below(index.texts.len());
                let original = &index.texts[place];
                let share = random.below(101 - usize::from(threshold));
                let query = if by_word {
                    change_words(original, words, share, random)
                } else {
                    let edits = original.chars().count() * share / 100;
                    change_letters(original, edits, random)
                };
                let Some(wanted) = score(&MatchKey::of(&query), &MatchKey::of(original), threshold)
                else {
                    continue;
                };
                all += 1;
                let started = Instant::now();
                let (best, read, candidates) = black_box(index.best(&query, threshold, budget));
                times.push(started.elapsed());
                reads += read;
                compared += candidates;
                found += usize::from(best.is_some_and(|best| best >= wanted));
            }
            times.sort_unstable();
            println!(
                "  from {threshold} %, {}: recall {:5.1} %, {:6.0} postings and {:4.0} comparisons, median {:?}, 99 % {:?}",
                if by_word { "words  " } else { "letters" },
                found as f64 * 100.0 / all as f64,
                reads as f64 / all as f64,
                compared as f64 / all as f64,
                times[times.len() / 2],
                times[times.len() * 99 / 100],
            );
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |place: usize, usual: u64| {
        arguments
            .get(place)
            .map_or(usual, |text| text.parse().expect("a number"))
    };
    let many = number(1, 100_000);
    let usual = LookupBudget::default();
    let budget = LookupBudget {
        postings: number(2, usual.postings),
        features: usize::try_from(number(3, usual.features as u64)).unwrap(),
        candidates: usize::try_from(number(4, usual.candidates as u64)).unwrap(),
    };
    let mut random = Random(0x1234_5678_9abc_def1);
    let languages = [
        ("large vocabulary", Words::latin(&mut random, 30_000), 22),
        ("short segments", Words::latin(&mut random, 30_000), 4),
        ("small vocabulary", Words::latin(&mut random, 1_000), 12),
        ("Chinese", Words::chinese(&mut random, 20_000), 16),
    ];
    for (name, words, longest) in languages {
        let mut index = Index::default();
        let mut known = HashSet::new();
        let mut length = 1;
        while index.texts.len() < usize::try_from(many).unwrap() {
            let text = words.sentence(&mut random, length);
            // A memory has each text once, so there are not many of one word.
            if known.insert(MatchKey::of(&text).exact_hash()) {
                index.add(text);
            }
            length = 1 + random.below(longest);
        }
        measure(name, &index, &words, &mut random, budget);
    }
}
