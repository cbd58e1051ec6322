use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dragoman_domain::{Dictionary, DictionaryRevision, GlossaryId, LanguagePair};
use dragoman_terminology::Terminology;
use tokio::sync::Semaphore;

use crate::{Caller, Glossaries, GlossaryError};

/// The most bytes of entries of which the compiled form is kept, unless what was used last is larger
/// alone; it takes several times as much.
const MOST_KEPT_BYTES: usize = 32 * 1024 * 1024;

/// The terms of glossaries in the form in which they are found in sentences.
///
/// Compiling a large dictionary takes longer than translating a text, so what was used last is
/// kept.
#[derive(Clone)]
pub struct Terms {
    glossaries: Glossaries,
    /// Used last first.
    compiled: Arc<Mutex<VecDeque<Compiled>>>,
    /// One at a time compiles: it has a core busy and may need a lot of memory, and who waits for
    /// the same finds it afterwards.
    turn: Arc<Semaphore>,
}

struct Compiled {
    pair: LanguagePair,
    revisions: Vec<DictionaryRevision>,
    bytes: usize,
    terminology: Arc<Terminology>,
}

impl Terms {
    /// The terms of these glossaries.
    #[must_use]
    pub fn new(glossaries: Glossaries) -> Self {
        Self {
            glossaries,
            compiled: Arc::default(),
            turn: Arc::new(Semaphore::new(1)),
        }
    }

    /// The terms of the caller's glossaries for a translation of the pair; of two glossaries with
    /// the same source term the earlier counts. `None` without glossaries.
    ///
    /// # Errors
    /// [`GlossaryError::NotFound`], [`GlossaryError::NotForPair`].
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
        if let Some(terminology) = self.find(pair, &revisions) {
            return Ok(Some(terminology));
        }
        // Nobody closes the semaphore.
        let turn = Arc::clone(&self.turn)
            .acquire_owned()
            .await
            .map_err(|_| GlossaryError::Failed)?;
        if let Some(terminology) = self.find(pair, &revisions) {
            return Ok(Some(terminology));
        }
        let dictionaries = self.glossaries.dictionaries_for(caller, ids, pair).await?;
        let terms = self.clone();
        let compile = move || {
            // Until the work is done, whether or not somebody still waits for it.
            let _turn = turn;
            terms.compile(pair, &dictionaries)
        };
        let terminology = tokio::task::spawn_blocking(compile)
            .await
            .map_err(|_| GlossaryError::Failed)?;
        Ok(Some(terminology))
    }

    fn compile(&self, pair: LanguagePair, dictionaries: &[Dictionary]) -> Arc<Terminology> {
        let entries = dictionaries
            .iter()
            .flat_map(|dictionary| dictionary.entries.iter())
            .map(|entry| (entry.source, entry.target));
        let terminology = Arc::new(Terminology::new(pair, entries));
        let new = Compiled {
            pair,
            // Not those that were looked for: they may have changed since.
            revisions: dictionaries.iter().map(|found| found.revision).collect(),
            bytes: dictionaries.iter().map(size).sum(),
            terminology: Arc::clone(&terminology),
        };
        keep(&mut self.lock(), new);
        terminology
    }

    fn find(
        &self,
        pair: LanguagePair,
        revisions: &[DictionaryRevision],
    ) -> Option<Arc<Terminology>> {
        let mut compiled = self.lock();
        let is_wanted = |one: &Compiled| one.pair == pair && one.revisions == revisions;
        let place = compiled.iter().position(is_wanted)?;
        let found = compiled.remove(place)?;
        let terminology = Arc::clone(&found.terminology);
        compiled.push_front(found);
        Some(terminology)
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Compiled>> {
        // Nothing that can panic happens while it is half changed.
        self.compiled.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Keeps the new one whatever its size: without it each request would compile it anew.
fn keep(compiled: &mut VecDeque<Compiled>, new: Compiled) {
    let mut bytes = new.bytes;
    compiled.retain(|one| {
        bytes = bytes.saturating_add(one.bytes);
        bytes <= MOST_KEPT_BYTES
    });
    compiled.push_front(new);
}

fn size(dictionary: &Dictionary) -> usize {
    // A little for each, so that many small ones do not get past the bound.
    const LEAST: usize = 4 * 1024;
    dictionary.entries.as_tsv().len().max(LEAST)
}

#[cfg(test)]
mod tests {
    use dragoman_domain::Language;

    use super::*;

    #[test]
    fn the_newest_terms_are_kept_whatever_their_size_and_others_as_far_as_there_is_room() {
        let [source, target] = ["en", "de"].map(|tag| Language::parse(tag).unwrap());
        let pair = LanguagePair::new(source, target);
        let terminology = Arc::new(Terminology::new(pair, std::iter::empty::<(&str, &str)>()));
        let mut compiled = VecDeque::new();
        for (bytes, expected) in [
            (MOST_KEPT_BYTES, &[MOST_KEPT_BYTES][..]),
            (1, &[1]),
            (2, &[2, 1]),
            (MOST_KEPT_BYTES + 1, &[MOST_KEPT_BYTES + 1]),
            (3, &[3]),
            (MOST_KEPT_BYTES - 3, &[MOST_KEPT_BYTES - 3, 3]),
        ] {
            let new = Compiled {
                pair,
                revisions: Vec::new(),
                bytes,
                terminology: Arc::clone(&terminology),
            };
            keep(&mut compiled, new);
            let kept: Vec<usize> = compiled.iter().map(|one| one.bytes).collect();
            assert_eq!(kept, expected);
        }
    }
}
