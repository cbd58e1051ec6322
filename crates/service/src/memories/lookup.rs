//! Finds the stored segment that resembles a text most.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use dragoman_domain::{
    AccountId, IndexKey, Language, LanguagePair, MemoryId, MemoryUse, Posting, PostingList,
    StoreError, StoredSource,
};
use dragoman_memory::{LookupBudget, MatchKey};
use futures_util::{StreamExt, TryStreamExt, stream};

use super::{Memories, MemoryError, usable_targets};
use crate::Caller;

/// Texts that are looked up at the same time.
const AT_ONCE: usize = 4;

/// Lists of the index that are so short that they are read before it is known whether they are
/// wanted, which saves a way to the store.
const SHORT_LIST: u32 = 1_000;

/// Segments that are fetched at once to be compared: few at first, because the best one is mostly
/// among those, then more.
const FETCHED_AT_ONCE: [usize; 5] = [16, 48, 64, 128, 256];

/// The most segments that are fetched. Those without a translation into the wanted language are not
/// compared.
const MOST_FETCHED: usize = 512;

/// The most entries of the index that one look-up reads. In a memory of a million units half as many
/// again find the same.
const POSTINGS_READ: u64 = 20_000;

/// How many numbers of segments are looked at together.
const STRETCH: u32 = 1 << 15;

/// A segment must have this part of what is looked up to be fetched: one in so many. Those that are
/// similar enough have far more.
const LEAST_SHARE: u32 = 10;

/// Bytes that are worked through at once and not on another thread, to which the way takes as long.
const LITTLE: usize = 8 * 1024;

/// A score above which nothing better is looked for: only values and markup differ.
const ONLY_VALUES_DIFFER: u8 = 95;

/// The class of the longest texts.
const LAST_CLASS: u8 = 63;

/// The score of an equal text.
const EXACT: u8 = 100;

/// What a memory has for a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryMatch {
    /// The stored text that resembles it.
    pub source: String,
    /// Its translation.
    pub target: String,
    /// How much it resembles the text, in per cent: 100 is an equal text.
    pub score: u8,
}

/// A memory that is open for look-ups from one language into another.
#[derive(Clone)]
pub struct MemoryHandle {
    memories: Memories,
    account: AccountId,
    id: MemoryId,
    /// The language of the segments.
    source: Language,
    /// The languages of the translations that serve, the best first.
    languages: Vec<Language>,
}

impl std::fmt::Debug for MemoryHandle {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "MemoryHandle({})", self.id)
    }
}

impl Memories {
    /// Opens one of the caller's memories for translations from a language, if that is known
    /// already, into another.
    ///
    /// # Errors
    /// [`MemoryError::UnknownMemory`]; [`MemoryError::OtherLanguages`] unless the memory is from
    /// `source`, variants aside, and has translations into `target`, its base language or, if the
    /// target is a base language, a variant of it.
    pub async fn open(
        &self,
        caller: &Caller,
        id: MemoryId,
        source: Option<Language>,
        target: Language,
    ) -> Result<MemoryHandle, MemoryError> {
        let memory = self.of_account(caller.account.id, id).await?;
        let languages = usable_targets(&memory.targets, target);
        let source = source.unwrap_or(memory.source);
        if languages.is_empty() || memory.source.base() != source.base() {
            return Err(MemoryError::OtherLanguages {
                source_language: memory.source,
                targets: memory.targets,
                pair: LanguagePair::new(source, target),
            });
        }
        Ok(MemoryHandle {
            memories: self.clone(),
            account: memory.account,
            id,
            source: memory.source,
            languages,
        })
    }
}

/// What a text is looked up by.
struct Query {
    key: MatchKey,
    features: Vec<u32>,
    threshold: u8,
}

impl MemoryHandle {
    /// Whether the memory has segments in this language.
    #[must_use]
    pub fn reads(&self, source: Language) -> bool {
        self.source.base() == source.base()
    }

    /// The best match for each text that resembles it by at least `threshold` per cent. 100 finds
    /// only equal texts; 0 finds the best there is, however little it resembles.
    ///
    /// # Errors
    /// [`MemoryError::UnknownMemory`] if the memory has been deleted, [`MemoryError::Store`].
    pub async fn lookup(
        &self,
        texts: &[String],
        threshold: u8,
    ) -> Result<Vec<Option<MemoryMatch>>, MemoryError> {
        // The futures are made first: a closure in the stream would have to serve every lifetime.
        let lookups: Vec<_> = texts
            .iter()
            .map(|text| self.lookup_one(text.clone(), threshold))
            .collect();
        match stream::iter(lookups).buffered(AT_ONCE).try_collect().await {
            Err(MemoryError::Store(error)) => {
                Err(self.memories.unread(self.account, self.id, error).await)
            }
            result => result,
        }
    }

    async fn lookup_one(
        &self,
        text: String,
        threshold: u8,
    ) -> Result<Option<MemoryMatch>, MemoryError> {
        let query = off_the_runtime(text.len(), move || {
            let key = MatchKey::of(&text);
            Query {
                features: dragoman_memory::features(&key),
                key,
                threshold: threshold.min(EXACT),
            }
        })
        .await?;
        let (query, mut found) = self.equal(query).await?;
        if found.is_none() && threshold < EXACT {
            found = self.similar(query).await?;
        }
        Ok(found.map(|found| {
            metrics::counter!(
                "dragoman_memory_matches_total",
                "kind" => if found.score == EXACT { "exact" } else { "fuzzy" }
            )
            .increment(1);
            let used = MemoryUse {
                memory: self.id,
                number: found.number,
                language: found.language,
            };
            let now = self.memories.now();
            self.memories.inner.uses.note(used, now);
            MemoryMatch {
                source: found.source,
                target: found.target,
                score: found.score,
            }
        }))
    }

    /// A segment with the same text.
    async fn equal(&self, query: Query) -> Result<(Query, Option<Found>), MemoryError> {
        let hash = IndexKey::Hash(stored_hash(&query.key));
        let lists = self.postings(&[hash], 0..=u8::MAX, u32::MAX).await?;
        let equal = lists.into_iter().filter_map(|list| list.segments).flatten();
        // Of many the last, which were added last.
        let mut numbers: Vec<u32> = equal.map(|posting| posting.number).collect();
        numbers.reverse();
        numbers.truncate(MOST_FETCHED);
        let (query, ranking) = self.compare(query, Ranking::new(EXACT), numbers).await?;
        let found = self.translated(ranking).await?;
        Ok((query, found))
    }

    /// The segment that resembles the text most.
    async fn similar(&self, mut query: Query) -> Result<Option<Found>, MemoryError> {
        let keys: Vec<IndexKey> = query
            .features
            .iter()
            .copied()
            .map(IndexKey::Feature)
            .collect();
        if keys.is_empty() {
            return Ok(None);
        }
        let lengths = length_classes(&query.key, query.threshold);
        let lists = self.postings(&keys, lengths.clone(), SHORT_LIST).await?;
        let wanted = wanted(&query, &lists);
        let long: Vec<IndexKey> = lists
            .iter()
            .filter(|list| list.segments.is_none() && wanted.contains(&list.key))
            .map(|list| list.key)
            .collect();
        let long = if long.is_empty() {
            Vec::new()
        } else {
            self.postings(&long, lengths, u32::MAX).await?
        };
        let postings = lists.iter().chain(&long).flat_map(|list| &list.segments);
        let bytes = postings.map(|list| size_of_val(list.as_slice())).sum();
        let candidates = off_the_runtime(bytes, move || {
            let lists = lists.iter().chain(&long);
            candidates(lists.filter(|list| wanted.contains(&list.key)))
        })
        .await?;
        let budget = LookupBudget::default().candidates;
        let mut ranking = Ranking::new(query.threshold);
        let mut candidates = candidates.as_slice();
        for wanted in FETCHED_AT_ONCE {
            let (next, rest) = candidates.split_at(wanted.min(candidates.len()));
            candidates = rest;
            let best = ranking.best_score();
            (query, ranking) = self.compare(query, ranking, next.to_vec()).await?;
            let is_enough = best.is_some() && best == ranking.best_score();
            let is_good = ranking.best_score() >= Some(ONLY_VALUES_DIFFER);
            if is_enough || is_good || ranking.compared >= budget {
                break;
            }
        }
        self.translated(ranking).await
    }

    async fn postings(
        &self,
        keys: &[IndexKey],
        lengths: RangeInclusive<u8>,
        most: u32,
    ) -> Result<Vec<PostingList>, MemoryError> {
        let store = &self.memories.inner.ports.memories;
        Ok(store.postings(self.id, keys, lengths, most).await?)
    }

    /// Fetches segments and compares them with the text.
    async fn compare(
        &self,
        query: Query,
        mut ranking: Ranking,
        numbers: Vec<u32>,
    ) -> Result<(Query, Ranking), MemoryError> {
        if numbers.is_empty() {
            return Ok((query, ranking));
        }
        let store = &self.memories.inner.ports.memories;
        let sources = store.sources(self.id, &numbers, &self.languages).await?;
        let bytes = sources.iter().map(|source| source.text.len()).sum();
        Ok(off_the_runtime(bytes, move || {
            for source in sources {
                ranking.compare(&query.key, source);
            }
            (query, ranking)
        })
        .await?)
    }

    /// The best of the segments that were compared, with its translation. Of equally good ones that
    /// with the better language, then the one that was changed last, then the one that was added
    /// last.
    async fn translated(&self, ranking: Ranking) -> Result<Option<Found>, MemoryError> {
        let Some(score) = ranking.best_score() else {
            return Ok(None);
        };
        let numbers: Vec<u32> = ranking.best.iter().map(|source| source.number).collect();
        let store = &self.memories.inner.ports.memories;
        let translations = store
            .translations(self.id, &numbers, &self.languages)
            .await?;
        let found = translations.into_iter().filter_map(|translation| {
            let mut sources = ranking.best.iter();
            let source = sources.find(|source| source.number == translation.number)?;
            let mut languages = self.languages.iter();
            let place = languages.position(|language| *language == translation.language);
            let order = (Reverse(place), source.changed, source.number);
            Some((order, source, translation))
        });
        let best = found.max_by_key(|(order, ..)| *order);
        Ok(best.map(|(_, source, translation)| Found {
            number: source.number,
            language: translation.language,
            source: source.text.clone(),
            target: translation.text,
            score,
        }))
    }
}

/// A segment that resembles the text.
struct Found {
    number: u32,
    language: Language,
    source: String,
    target: String,
    score: u8,
}

/// The best of the segments that were compared with a text.
struct Ranking {
    /// What a segment must score to be better than none.
    least: u8,
    compared: usize,
    /// Those with the best score.
    best: Vec<StoredSource>,
    score: u8,
}

impl Ranking {
    const fn new(least: u8) -> Self {
        Self {
            least,
            compared: 0,
            best: Vec::new(),
            score: 0,
        }
    }

    /// The best score so far.
    fn best_score(&self) -> Option<u8> {
        (!self.best.is_empty()).then_some(self.score)
    }

    fn compare(&mut self, text: &MatchKey, source: StoredSource) {
        self.compared += 1;
        let least = self.best_score().unwrap_or(self.least);
        let Some(score) = dragoman_memory::score(text, &MatchKey::of(&source.text), least) else {
            return;
        };
        if Some(score) > self.best_score() {
            self.best.clear();
            self.score = score;
        }
        self.best.push(source);
    }
}

/// The lists to look through.
fn wanted(query: &Query, lists: &[PostingList]) -> Vec<IndexKey> {
    let frequencies: Vec<(u32, u64)> = query
        .features
        .iter()
        .map(|feature| {
            let list = lists
                .iter()
                .find(|list| list.key == IndexKey::Feature(*feature));
            (*feature, list.map_or(0, |list| u64::from(list.count)))
        })
        .collect();
    let budget = LookupBudget {
        postings: POSTINGS_READ,
        ..LookupBudget::default()
    };
    dragoman_memory::plan(&frequencies, query.threshold, budget)
        .into_iter()
        .map(IndexKey::Feature)
        .collect()
}

/// The segments that are in the lists, the likeliest first. A list weighs the more the shorter it is.
fn candidates<'a>(lists: impl Iterator<Item = &'a PostingList>) -> Vec<u32> {
    let mut total = 0;
    let mut lists: Vec<(u32, &[Posting])> = lists
        .map(|list| {
            let weight = 2 * u32::BITS - list.count.max(1).ilog2();
            total += weight;
            (weight, list.segments.as_deref().unwrap_or_default())
        })
        .collect();
    let mut candidates: Vec<Reverse<(u32, u32)>> = Vec::new();
    let mut weights = vec![0_u32; STRETCH as usize];
    let mut seen: Vec<u32> = Vec::new();
    // Stretch by stretch, so that adding up is done in the processor's cache. The lists are in the
    // order of the numbers.
    while let Some(next) = lists
        .iter()
        .filter_map(|(_, list)| list.first())
        .map(|p| p.number)
        .min()
    {
        let stretch = next / STRETCH;
        for (weight, list) in &mut lists {
            while let Some((posting, rest)) = list.split_first()
                && posting.number / STRETCH == stretch
            {
                let place = posting.number % STRETCH;
                if let Some(sum) = weights.get_mut(place as usize) {
                    if *sum == 0 {
                        seen.push(place);
                    }
                    *sum += *weight;
                }
                *list = rest;
            }
        }
        for place in seen.drain(..) {
            let sum = weights.get_mut(place as usize).map_or(0, std::mem::take);
            if sum * LEAST_SHARE >= total {
                candidates.push(Reverse((sum, stretch * STRETCH + place)));
            }
        }
    }
    if candidates.len() > MOST_FETCHED {
        candidates.select_nth_unstable(MOST_FETCHED);
        candidates.truncate(MOST_FETCHED);
    }
    candidates.sort_unstable();
    let numbers = candidates.into_iter();
    numbers.map(|Reverse((_, number))| number).collect()
}

fn length_classes(key: &MatchKey, threshold: u8) -> RangeInclusive<u8> {
    let lengths = dragoman_memory::length_bounds(key.fuzzy_len(), threshold);
    length_class(*lengths.start())..=length_class(*lengths.end())
}

/// The class of a length: up to 31 the length itself, above in steps of an eighth of an octave up to
/// 63, which is for all that is longer.
pub(super) fn length_class(length: usize) -> u8 {
    let octave = match length.checked_ilog2() {
        None | Some(0..5) => return u8::try_from(length).unwrap_or(LAST_CLASS),
        Some(bits) => bits - 5,
    };
    let eighths = (length >> (octave + 2)) & 7;
    let class = 32 + 8 * (octave as usize) + eighths;
    u8::try_from(class).map_or(LAST_CLASS, |class| class.min(LAST_CLASS))
}

/// The hash that the index keeps: half of the whole one, which is compared anyway.
pub(super) fn stored_hash(key: &MatchKey) -> u32 {
    u32::try_from(key.exact_hash() >> 32).unwrap_or_default()
}

/// Runs work on a thread for it if it takes a while: if it is with more bytes than a few.
async fn off_the_runtime<T: Send + 'static>(
    bytes: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StoreError> {
    if bytes <= LITTLE {
        return Ok(work());
    }
    dragoman_tasks::spawn_blocking(work)
        .await
        .map_err(|error| StoreError::Failed {
            reason: error.to_string(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_rise_with_lengths_and_are_fine_enough() {
        let mut last = 0;
        for length in 0..10_000_usize {
            let class = length_class(length);
            assert!(class == last || class == last + 1, "{length}");
            if length < 32 {
                assert_eq!(usize::from(class), length);
            }
            last = class;
        }
        assert_eq!(length_class(35), 32);
        assert_eq!(length_class(36), 33);
        assert_eq!(length_class(511), 63);
        assert_eq!(length_class(usize::MAX), 63);
    }
}
