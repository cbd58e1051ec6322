mod editing;
mod error;

use std::collections::BTreeSet;
use std::sync::Arc;

use dragoman_domain::{
    ChangeGlossaryError, Clock, Dictionary, DictionaryInfo, DictionaryRevision, Glossary,
    GlossaryChange, GlossaryEntries, GlossaryId, GlossaryPair, GlossaryRoom, GlossaryStore,
    LanguagePair, RandomSource, Replaces, StorageRoom,
};
use dragoman_terminology::{EntriesFormat, parse_entries};

use crate::fair_semaphore::{FairSemaphore, Turn};
use crate::{Caller, Kept, Permission, SpaceFloor};

pub use editing::EntryEdit;
pub use error::GlossaryError;

/// The most bytes of entries, in one request and in all dictionaries of a glossary together. Those
/// of a glossary are counted as TSV.
pub const LARGEST_GLOSSARY: usize = 10 * 1024 * 1024;

/// The most bytes of entries that the glossaries of one request may have together.
pub(crate) const MOST_BYTES_OF_REQUEST: usize = 32 * 1024 * 1024;

/// The longest name of a glossary, in bytes of UTF-8.
pub const LONGEST_GLOSSARY_NAME: usize = 1024;

/// The most glossaries of an account.
pub const MOST_GLOSSARIES: u32 = 1000;

/// How much all glossaries may take.
#[derive(Clone)]
pub struct GlossaryStorage {
    /// Bytes of entries, as they are counted for [`LARGEST_GLOSSARY`].
    pub room: StorageRoom,
    /// Says whether the disk has room.
    pub space: SpaceFloor,
}

/// Entries to make a dictionary of, as they were uploaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDictionary {
    /// From which language into which.
    pub pair: GlossaryPair,
    /// The entries.
    pub entries: String,
    /// How they are written.
    pub format: EntriesFormat,
}

/// Makes, lists, reads, changes and deletes the glossaries of an account.
#[derive(Clone)]
pub struct Glossaries {
    store: Arc<dyn GlossaryStore>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn RandomSource>,
    storage: GlossaryStorage,
    /// Bounds how many dictionaries are in memory for being read or changed.
    turns: FairSemaphore,
}

impl Glossaries {
    /// Glossaries kept in this store.
    #[must_use]
    pub fn new(
        store: Arc<dyn GlossaryStore>,
        clock: Arc<dyn Clock>,
        random: Arc<dyn RandomSource>,
        storage: GlossaryStorage,
    ) -> Self {
        Self {
            store,
            clock,
            random,
            storage,
            turns: FairSemaphore::new(),
        }
    }

    /// Makes a glossary; it may have no dictionary.
    ///
    /// # Errors
    /// [`GlossaryError`]; then nothing was made.
    pub async fn create(
        &self,
        caller: &Caller,
        name: String,
        dictionaries: Vec<NewDictionary>,
    ) -> Result<Glossary, GlossaryError> {
        caller.may(Permission::WriteGlossaries)?;
        check_name(&name)?;
        check_dictionaries(&dictionaries)?;
        self.check_space(&dictionaries)?;
        let _turn = self.turn(caller).await?;
        let mut parsed = Vec::with_capacity(dictionaries.len());
        // As TSV no table is longer than it was, so what passed the check above fits.
        for new in dictionaries {
            let (pair, entries) = parse(new).await?;
            parsed.push(self.dictionary_of(pair, entries));
        }
        let glossary = Glossary {
            id: GlossaryId(self.random.guid()),
            name,
            created: self.clock.now_to_millisecond(),
            edited: false,
            dictionaries: parsed.iter().map(info).collect(),
        };
        let room = GlossaryRoom {
            glossaries: MOST_GLOSSARIES,
            storage: self.storage.room,
        };
        self.store
            .create_glossary(caller.account.id, &glossary, parsed, room)
            .await?;
        Ok(glossary)
    }

    /// Every glossary of the account, oldest first.
    ///
    /// # Errors
    /// [`GlossaryError::Forbidden`], [`GlossaryError::Store`].
    pub async fn list(&self, caller: &Caller) -> Result<Vec<Glossary>, GlossaryError> {
        caller.may(Permission::ReadGlossaries)?;
        Ok(self.store.glossaries(caller.account.id).await?)
    }

    /// The glossary without entries.
    ///
    /// # Errors
    /// [`GlossaryError::NotFound`].
    pub async fn get(&self, caller: &Caller, id: GlossaryId) -> Result<Glossary, GlossaryError> {
        caller.may(Permission::ReadGlossaries)?;
        self.find(caller, id).await
    }

    /// The glossary's dictionary for the pair.
    ///
    /// # Errors
    /// [`GlossaryError::NotFound`], [`GlossaryError::NoSuchDictionary`].
    pub async fn dictionary(
        &self,
        caller: &Caller,
        id: GlossaryId,
        pair: GlossaryPair,
    ) -> Result<Dictionary, GlossaryError> {
        caller.may(Permission::ReadGlossaries)?;
        let _turn = self.turn(caller).await?;
        match self.store.dictionary(caller.account.id, id, pair).await? {
            Some(dictionary) => Ok(dictionary),
            None => {
                self.find(caller, id).await?;
                Err(GlossaryError::NoSuchDictionary { id, pair })
            }
        }
    }

    /// Renames the glossary, if a name is given, and merges entries into its dictionary for their
    /// pair, if there are any: source terms that are in it get their new target, the others are
    /// added. A dictionary that does not exist is made.
    ///
    /// # Errors
    /// [`GlossaryError`]; then nothing was changed.
    pub async fn merge(
        &self,
        caller: &Caller,
        id: GlossaryId,
        name: Option<String>,
        new: Option<NewDictionary>,
    ) -> Result<Glossary, GlossaryError> {
        caller.may(Permission::WriteGlossaries)?;
        if let Some(name) = &name {
            check_name(name)?;
        }
        if name.is_none() && new.is_none() {
            return self.find(caller, id).await;
        }
        let change = async |dictionary| {
            let change = GlossaryChange {
                name: name.clone(),
                dictionary,
                size_limit: LARGEST_GLOSSARY as u64,
                storage: self.storage.room,
            };
            self.store
                .change_glossary(caller.account.id, id, change)
                .await
        };
        let Some(new) = new else {
            return change(None)
                .await
                .map_err(|error| GlossaryError::of_change(id, error));
        };
        self.check_space(std::slice::from_ref(&new))?;
        let _turn = self.turn(caller).await?;
        let (pair, entries) = parse(new).await?;
        let entries = Arc::new(entries);
        // Whoever finds the dictionary changed meanwhile starts again, so nobody's entries get
        // lost. It ends, because each time the change of somebody else has succeeded, and no more
        // are under way than there are turns.
        loop {
            let present = self.store.dictionary(caller.account.id, id, pair).await?;
            let replaces = Replaces::Only(present.as_ref().map(|found| found.revision));
            let entries = merge(present.map(|found| found.entries), Arc::clone(&entries)).await?;
            let merged = self.dictionary_of(pair, entries);
            match change(Some((merged, replaces))).await {
                Err(ChangeGlossaryError::Outdated) => {}
                outcome => return outcome.map_err(|error| GlossaryError::of_change(id, error)),
            }
        }
    }

    /// Puts a dictionary in the place of the glossary's one for the same pair, or adds it.
    ///
    /// # Errors
    /// [`GlossaryError`]; then nothing was changed.
    pub async fn replace_dictionary(
        &self,
        caller: &Caller,
        id: GlossaryId,
        new: NewDictionary,
    ) -> Result<DictionaryInfo, GlossaryError> {
        caller.may(Permission::WriteGlossaries)?;
        self.check_space(std::slice::from_ref(&new))?;
        let _turn = self.turn(caller).await?;
        let (pair, entries) = parse(new).await?;
        let dictionary = self.dictionary_of(pair, entries);
        let info = info(&dictionary);
        let change = GlossaryChange {
            name: None,
            dictionary: Some((dictionary, Replaces::Anything)),
            size_limit: LARGEST_GLOSSARY as u64,
            storage: self.storage.room,
        };
        self.store
            .change_glossary(caller.account.id, id, change)
            .await
            .map_err(|error| GlossaryError::of_change(id, error))?;
        Ok(info)
    }

    /// Deletes the glossary's dictionary for the pair. The glossary stays, even without any.
    ///
    /// # Errors
    /// [`GlossaryError::NotFound`], [`GlossaryError::NoSuchDictionary`].
    pub async fn delete_dictionary(
        &self,
        caller: &Caller,
        id: GlossaryId,
        pair: GlossaryPair,
    ) -> Result<(), GlossaryError> {
        caller.may(Permission::WriteGlossaries)?;
        let account = caller.account.id;
        if self.store.delete_dictionary(account, id, pair).await? {
            return Ok(());
        }
        self.find(caller, id).await?;
        Err(GlossaryError::NoSuchDictionary { id, pair })
    }

    /// Deletes a glossary with its dictionaries.
    ///
    /// # Errors
    /// [`GlossaryError::NotFound`].
    pub async fn delete(&self, caller: &Caller, id: GlossaryId) -> Result<(), GlossaryError> {
        caller.may(Permission::WriteGlossaries)?;
        let account = caller.account.id;
        if self.store.delete_glossary(account, id, false).await? {
            Ok(())
        } else {
            Err(GlossaryError::NotFound(id))
        }
    }

    /// Deletes a glossary for who knows only such as have one dictionary and never change.
    ///
    /// # Errors
    /// [`GlossaryError::NotMonolingual`] for others, [`GlossaryError::NotFound`].
    pub async fn delete_monolingual(
        &self,
        caller: &Caller,
        id: GlossaryId,
    ) -> Result<(), GlossaryError> {
        caller.may(Permission::WriteGlossaries)?;
        // Only an edit changes the number of dictionaries, so it stays what it is here.
        let glossary = self.find(caller, id).await?;
        if glossary.dictionaries.len() == 1
            && self
                .store
                .delete_glossary(caller.account.id, id, true)
                .await?
        {
            return Ok(());
        }
        Err(GlossaryError::NotMonolingual(id))
    }

    /// What to use of a glossary for a translation of the pair: its dictionary for the base languages, with all its
    /// entries. The caller's scopes are those of the translation, so they are not asked here.
    ///
    /// # Errors
    /// [`GlossaryError::NotFound`], [`GlossaryError::NotForPair`].
    pub async fn dictionary_for(
        &self,
        caller: &Caller,
        id: GlossaryId,
        pair: LanguagePair,
    ) -> Result<Dictionary, GlossaryError> {
        let found = match GlossaryPair::new(pair.source, pair.target) {
            Ok(base) => self.store.dictionary(caller.account.id, id, base).await?,
            Err(_) => None,
        };
        self.or_not_for_pair(caller, id, pair, found).await
    }

    /// The revisions of what [`dictionary_for`](Self::dictionary_for) would give for each glossary, without
    /// reading any entries: for who has compiled them before.
    ///
    /// # Errors
    /// The same.
    pub async fn revisions_for(
        &self,
        caller: &Caller,
        ids: &[GlossaryId],
        pair: LanguagePair,
    ) -> Result<Vec<DictionaryRevision>, GlossaryError> {
        let mut revisions = Vec::with_capacity(ids.len());
        for &id in ids {
            let found = match GlossaryPair::new(pair.source, pair.target) {
                Ok(base) => self.store.revision(caller.account.id, id, base).await?,
                Err(_) => None,
            };
            revisions.push(self.or_not_for_pair(caller, id, pair, found).await?);
        }
        Ok(revisions)
    }

    async fn find(&self, caller: &Caller, id: GlossaryId) -> Result<Glossary, GlossaryError> {
        self.store
            .glossary(caller.account.id, id)
            .await?
            .ok_or(GlossaryError::NotFound(id))
    }

    async fn or_not_for_pair<T>(
        &self,
        caller: &Caller,
        id: GlossaryId,
        pair: LanguagePair,
        found: Option<T>,
    ) -> Result<T, GlossaryError> {
        match found {
            Some(found) => Ok(found),
            None => {
                self.find(caller, id).await?;
                Err(GlossaryError::NotForPair { id, pair })
            }
        }
    }

    /// Fails if the disk has no room for what is to be written.
    fn check_space(&self, dictionaries: &[NewDictionary]) -> Result<(), GlossaryError> {
        let sizes = dictionaries
            .iter()
            .map(|dictionary| dictionary.entries.len() as u64);
        Ok(self.storage.space.check(Kept::Glossaries, sizes.sum())?)
    }

    async fn turn(&self, caller: &Caller) -> Result<Turn, GlossaryError> {
        let turn = self.turns.take(caller.account.id).await;
        turn.ok_or(GlossaryError::Failed)
    }

    fn dictionary_of(&self, pair: GlossaryPair, entries: GlossaryEntries) -> Dictionary {
        Dictionary {
            pair,
            revision: DictionaryRevision(self.random.guid()),
            entries,
        }
    }
}

fn check_name(name: &str) -> Result<(), GlossaryError> {
    if name.trim().is_empty() || name.len() > LONGEST_GLOSSARY_NAME {
        return Err(GlossaryError::InvalidName { length: name.len() });
    }
    Ok(())
}

/// # Errors
/// [`GlossaryError`] if two are for the same pair or all together are too large.
fn check_dictionaries(dictionaries: &[NewDictionary]) -> Result<(), GlossaryError> {
    let mut pairs = BTreeSet::new();
    let mut size = 0_usize;
    for dictionary in dictionaries {
        if !pairs.insert(dictionary.pair) {
            return Err(GlossaryError::DuplicatePair(dictionary.pair));
        }
        size = size.saturating_add(dictionary.entries.len());
    }
    if size > LARGEST_GLOSSARY {
        return Err(GlossaryError::TooLarge);
    }
    Ok(())
}

fn info(dictionary: &Dictionary) -> DictionaryInfo {
    DictionaryInfo {
        pair: dictionary.pair,
        // A `usize` fits into 64 bits on every platform that Rust has.
        entry_count: dictionary.entries.len() as u64,
    }
}

/// Reads the entries on a thread that may take its time: ten megabytes take a good part of a
/// second.
async fn parse(new: NewDictionary) -> Result<(GlossaryPair, GlossaryEntries), GlossaryError> {
    check_dictionaries(std::slice::from_ref(&new))?;
    let pair = new.pair;
    let entries = on_a_thread(move || parse_entries(&new.entries, new.format, pair))
        .await?
        .map_err(|error| GlossaryError::InvalidEntries { pair, error })?;
    Ok((pair, entries))
}

async fn merge(
    present: Option<GlossaryEntries>,
    newer: Arc<GlossaryEntries>,
) -> Result<GlossaryEntries, GlossaryError> {
    on_a_thread(move || match present {
        Some(present) => present.merged_with(&newer),
        None => Arc::unwrap_or_clone(newer),
    })
    .await
}

async fn on_a_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, GlossaryError> {
    dragoman_tasks::spawn_blocking(work)
        .await
        .map_err(|_| GlossaryError::Failed)
}
