use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dragoman_domain::{AccountId, Dictionary, DictionaryRevision, GlossaryId, LanguagePair};
use dragoman_terminology::{Lexicon, Terminology};
use tokio::time::Instant;

use crate::fair_semaphore::FairSemaphore;
use crate::glossaries::MOST_BYTES_OF_REQUEST;
use crate::{Caller, Glossaries, GlossaryError};

/// The most bytes of entries of which the compiled form is kept, which is enough for any one request; it takes
/// several times as much.
const MOST_KEPT_BYTES: usize = MOST_BYTES_OF_REQUEST;

/// After how long one that is not used is let go.
const KEPT_UNUSED: Duration = Duration::from_secs(600);

/// How often to look for those.
const SWEEP: Duration = Duration::from_secs(60);

/// The terms of glossaries in the form in which they are found in sentences.
///
/// Compiling a large dictionary takes longer than translating a text, so what was used last is kept: each
/// dictionary by itself, so that it is compiled once however it is put together with others, for as long as it is used now
/// and then.
#[derive(Clone)]
pub struct Terms {
    glossaries: Glossaries,
    cache: Arc<Mutex<Cache>>,
    /// Compiling has a core busy and may need a lot of memory. Who waits for the same finds it afterwards.
    turns: FairSemaphore,
}

/// A dictionary in the form in which its terms are found.
struct Compiled {
    account: AccountId,
    pair: LanguagePair,
    revision: DictionaryRevision,
    /// Of its entries.
    bytes: usize,
    /// When it was wanted last.
    used: Instant,
    lexicon: Arc<Lexicon>,
}

impl Terms {
    /// The terms of these glossaries.
    #[must_use]
    pub fn new(glossaries: Glossaries) -> Self {
        Self {
            glossaries,
            cache: Arc::default(),
            turns: FairSemaphore::new(),
        }
    }

    /// The terms of the caller's glossaries for a translation of the pair; of two glossaries with
    /// the same source term the earlier counts. `None` without glossaries. Whoever drops this stops the work, and
    /// the next in turn goes on.
    ///
    /// # Errors
    /// [`GlossaryError::NotFound`], [`GlossaryError::NotForPair`], [`GlossaryError::TooMuchAtOnce`].
    pub async fn of(
        &self,
        caller: &Caller,
        ids: &[GlossaryId],
        pair: LanguagePair,
    ) -> Result<Option<Arc<Terminology>>, GlossaryError> {
        if ids.is_empty() {
            return Ok(None);
        }
        let revisions = self.glossaries.revisions_for(caller, ids, pair).await?;
        let (mut lexicons, mut bytes) = (Vec::with_capacity(ids.len()), 0_usize);
        for (id, revision) in ids.iter().zip(revisions) {
            let (lexicon, size) = match self.find(pair, revision) {
                Some(found) => found,
                None => self.compiled(caller, *id, revision, pair).await?,
            };
            bytes = bytes.saturating_add(size);
            if bytes > MOST_BYTES_OF_REQUEST {
                return Err(GlossaryError::TooMuchAtOnce);
            }
            lexicons.push(lexicon);
        }
        Ok(Some(Arc::new(Terminology::of(pair, lexicons))))
    }

    /// The dictionary of a glossary, compiled when it is the account's turn.
    async fn compiled(
        &self,
        caller: &Caller,
        id: GlossaryId,
        revision: DictionaryRevision,
        pair: LanguagePair,
    ) -> Result<(Arc<Lexicon>, usize), GlossaryError> {
        let account = caller.account.id;
        let turn = self.turns.take(account).await;
        let turn = turn.ok_or(GlossaryError::Failed)?;
        if let Some(found) = self.find(pair, revision) {
            return Ok(found);
        }
        let dictionary = self.glossaries.dictionary_for(caller, id, pair).await?;
        let wanted = Wanted::default();
        let (terms, is_wanted) = (self.clone(), Arc::clone(&wanted.0));
        let compile = move || {
            // Until the work has stopped, whether or not somebody still waits for it.
            let _turn = turn;
            let lexicon = compile(pair, &dictionary, &is_wanted)?;
            let bytes = size(&dictionary);
            let new = Compiled {
                account,
                pair,
                // Not that which was looked for: it may have changed since.
                revision: dictionary.revision,
                bytes,
                used: Instant::now(),
                lexicon: Arc::clone(&lexicon),
            };
            terms.keep(new);
            Some((lexicon, bytes))
        };
        let compiled = dragoman_tasks::spawn_blocking(compile).await;
        compiled.ok().flatten().ok_or(GlossaryError::Failed)
    }

    /// Keeps a dictionary, and sees to it that in the background what is not used is let go until nothing is left.
    fn keep(&self, new: Compiled) {
        let mut cache = self.lock();
        cache.add(new);
        if std::mem::replace(&mut cache.is_swept, true) {
            return;
        }
        let cache = Arc::downgrade(&self.cache);
        dragoman_tasks::spawn(async move {
            loop {
                tokio::time::sleep(SWEEP).await;
                let Some(cache) = cache.upgrade() else { return };
                let mut cache = lock(&cache);
                cache.let_go_unused(Instant::now());
                if cache.compiled.is_empty() {
                    cache.is_swept = false;
                    return;
                }
            }
        });
    }

    fn find(
        &self,
        pair: LanguagePair,
        revision: DictionaryRevision,
    ) -> Option<(Arc<Lexicon>, usize)> {
        self.lock().find(pair, revision)
    }

    fn lock(&self) -> MutexGuard<'_, Cache> {
        lock(&self.cache)
    }
}

fn lock(cache: &Mutex<Cache>) -> MutexGuard<'_, Cache> {
    // Nothing that can panic happens while it is half changed.
    cache.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether somebody waits for the work: until it is dropped.
struct Wanted(Arc<AtomicBool>);

impl Default for Wanted {
    fn default() -> Self {
        Self(Arc::new(AtomicBool::new(true)))
    }
}

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// Nothing if it is no longer wanted.
fn compile(
    pair: LanguagePair,
    dictionary: &Dictionary,
    is_wanted: &AtomicBool,
) -> Option<Arc<Lexicon>> {
    let entries = dictionary.entries.iter();
    let entries = entries.map(|entry| (entry.source, entry.target));
    Lexicon::compile(pair, entries, || is_wanted.load(Ordering::Relaxed)).map(Arc::new)
}

/// Dictionaries that were used last, first in front. Where there is no room for all, the account that has the most gives
/// up what it has not used for longest.
#[derive(Default)]
struct Cache {
    compiled: VecDeque<Compiled>,
    /// Whether somebody lets go what is not used.
    is_swept: bool,
}

impl Cache {
    fn find(
        &mut self,
        pair: LanguagePair,
        revision: DictionaryRevision,
    ) -> Option<(Arc<Lexicon>, usize)> {
        let is_wanted = |one: &Compiled| one.pair == pair && one.revision == revision;
        let place = self.compiled.iter().position(is_wanted)?;
        let mut found = self.compiled.remove(place)?;
        found.used = Instant::now();
        let result = (Arc::clone(&found.lexicon), found.bytes);
        self.compiled.push_front(found);
        Some(result)
    }

    fn let_go_unused(&mut self, now: Instant) {
        let is_used = |one: &Compiled| now.duration_since(one.used) < KEPT_UNUSED;
        self.compiled.retain(is_used);
        self.compiled.shrink_to_fit();
    }

    /// The new one is kept whatever its size: without it each request would compile it anew.
    fn add(&mut self, new: Compiled) {
        self.compiled.push_front(new);
        while self.compiled.iter().map(|one| one.bytes).sum::<usize>() > MOST_KEPT_BYTES {
            let Some(place) = self.least_deserved() else {
                return;
            };
            self.compiled.remove(place);
        }
    }

    /// Where the oldest is of the account that has the most; never the newest of all.
    fn least_deserved(&self) -> Option<usize> {
        let mut accounts: HashMap<AccountId, (usize, Option<usize>)> = HashMap::new();
        for (place, one) in self.compiled.iter().enumerate() {
            let (bytes, oldest) = accounts.entry(one.account).or_default();
            *bytes += one.bytes;
            if place > 0 {
                *oldest = Some(place);
            }
        }
        let with_old = accounts
            .into_values()
            .filter_map(|(bytes, oldest)| Some((bytes, oldest?)));
        with_old.max().map(|(_, oldest)| oldest)
    }
}

fn size(dictionary: &Dictionary) -> usize {
    // A little for each, so that many small ones do not get past the bound.
    const LEAST: usize = 4 * 1024;
    dictionary.entries.as_tsv().len().max(LEAST)
}

#[cfg(test)]
mod tests {
    use dragoman_domain::{GlossaryEntries, GlossaryPair, Language};
    use uuid::Uuid;

    use super::*;

    fn pair() -> LanguagePair {
        let [source, target] = ["en", "de"].map(|tag| Language::parse(tag).unwrap());
        LanguagePair::new(source, target)
    }

    #[test]
    fn the_newest_is_kept_and_who_has_the_most_gives_up_the_oldest() {
        let lexicon = Lexicon::compile(pair(), std::iter::empty(), || true).unwrap();
        let lexicon = Arc::new(lexicon);
        let mut cache = Cache::default();
        const MEBIBYTE: usize = 1024 * 1024;
        for (account, mebibytes, expected) in [
            (1, 10, &[(1, 10)][..]),
            (2, 1, &[(2, 1), (1, 10)]),
            (1, 11, &[(1, 11), (2, 1), (1, 10)]),
            (1, 12, &[(1, 12), (1, 11), (2, 1)]),
            (2, 12, &[(2, 12), (1, 12), (2, 1)]),
            (3, 40, &[(3, 40)]),
            (2, 2, &[(2, 2)]),
        ] {
            cache.add(Compiled {
                account: AccountId(Uuid::from_u128(account)),
                pair: pair(),
                revision: DictionaryRevision(Uuid::nil()),
                bytes: mebibytes * MEBIBYTE,
                used: Instant::now(),
                lexicon: Arc::clone(&lexicon),
            });
            let found = cache.compiled.iter();
            let found: Vec<(u128, usize)> = found
                .map(|one| (one.account.0.as_u128(), one.bytes / MEBIBYTE))
                .collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn what_is_not_used_for_a_while_is_let_go() {
        let lexicon = Lexicon::compile(pair(), std::iter::empty(), || true).unwrap();
        let lexicon = Arc::new(lexicon);
        let mut cache = Cache::default();
        let revision = |number| DictionaryRevision(Uuid::from_u128(number));
        let now = Instant::now();
        for number in 1..=2 {
            cache.add(Compiled {
                account: AccountId(Uuid::nil()),
                pair: pair(),
                revision: revision(number),
                bytes: 1,
                used: now,
                lexicon: Arc::clone(&lexicon),
            });
        }
        cache.let_go_unused(now + KEPT_UNUSED / 2);
        assert!(cache.find(pair(), revision(1)).is_some());
        if let Some(other) = cache.compiled.back_mut() {
            other.used -= KEPT_UNUSED / 2;
        }
        cache.let_go_unused(now + KEPT_UNUSED / 2);
        assert!(cache.find(pair(), revision(2)).is_none());
        assert!(cache.find(pair(), revision(1)).is_some());
    }

    #[test]
    fn what_nobody_waits_for_any_more_is_not_compiled_to_its_end() {
        let lines: Vec<String> = (0..10_000).map(|n| format!("word{n}\tWort{n}")).collect();
        let dictionary = Dictionary {
            pair: GlossaryPair::new(pair().source, pair().target).unwrap(),
            revision: DictionaryRevision(Uuid::nil()),
            entries: GlossaryEntries::from_tsv(lines.join("\n")).unwrap(),
        };
        let wanted = Wanted::default();
        let is_wanted = Arc::clone(&wanted.0);
        assert!(compile(pair(), &dictionary, &is_wanted).is_some());
        drop(wanted);
        assert!(compile(pair(), &dictionary, &is_wanted).is_none());
    }
}
