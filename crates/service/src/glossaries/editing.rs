//! Changing single entries of dictionaries.

use dragoman_domain::{
    ChangeGlossaryError, GlossaryChange, GlossaryEntries, GlossaryEntry, GlossaryId, GlossaryPair,
    Replaces,
};
use dragoman_terminology::{EntriesError, EntriesFault, EntriesFormat, parse_entries};

use super::{Glossaries, GlossaryError, LARGEST_GLOSSARY, on_a_thread};
use crate::{Caller, Kept, Permission};

/// A change of one entry of a dictionary. Entries are a source term and a target term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryEdit {
    /// Adds an entry at the end.
    Add(String, String),
    /// Puts another entry in the place of one.
    Change {
        /// The entry as it was seen.
        from: (String, String),
        /// What it is to be.
        to: (String, String),
    },
    /// Removes an entry, which is given as it was seen.
    Remove(String, String),
}

impl Glossaries {
    /// Changes one entry of the glossary's dictionary for the pair. What somebody else has changed meanwhile stays as it
    /// is: the entry must be what it was seen to be, and a new source term must be new.
    ///
    /// # Errors
    /// [`GlossaryError::NotFound`], [`GlossaryError::NoSuchDictionary`], [`GlossaryError::InvalidEntries`] for what is no
    /// entry, [`GlossaryError::EntryExists`], [`GlossaryError::EntryChanged`], [`GlossaryError::LastEntry`],
    /// [`GlossaryError::TooLarge`], [`GlossaryError::NoRoom`]; then nothing was changed.
    pub async fn edit_entry(
        &self,
        caller: &Caller,
        id: GlossaryId,
        pair: GlossaryPair,
        edit: EntryEdit,
    ) -> Result<(), GlossaryError> {
        caller.may(Permission::WriteGlossaries)?;
        let edit = checked(edit, pair)?;
        if let EntryEdit::Add(source, target)
        | EntryEdit::Change {
            to: (source, target),
            ..
        } = &edit
        {
            let bytes = source.len().saturating_add(target.len());
            self.storage.space.check(Kept::Glossaries, bytes as u64)?;
        }
        let _turn = self.turn(caller).await?;
        // As with a merge: who finds the dictionary changed meanwhile looks at it again.
        loop {
            let account = caller.account.id;
            let Some(present) = self.store.dictionary(account, id, pair).await? else {
                self.find(caller, id).await?;
                return Err(GlossaryError::NoSuchDictionary { id, pair });
            };
            let replaces = Replaces::Only(Some(present.revision));
            let edit = edit.clone();
            let entries = on_a_thread(move || edited(&present.entries, &edit)).await??;
            let change = GlossaryChange {
                name: None,
                dictionary: Some((self.dictionary_of(pair, entries), replaces)),
                size_limit: LARGEST_GLOSSARY as u64,
                storage: self.storage.room,
            };
            match self.store.change_glossary(account, id, change).await {
                Err(ChangeGlossaryError::Outdated) => {}
                outcome => {
                    return outcome
                        .map(drop)
                        .map_err(|error| GlossaryError::of_change(id, error));
                }
            }
        }
    }
}

/// The edit with its new terms as they are kept.
fn checked(edit: EntryEdit, pair: GlossaryPair) -> Result<EntryEdit, GlossaryError> {
    match edit {
        EntryEdit::Add(source, target) => {
            let (source, target) = entry(&source, &target, pair)?;
            Ok(EntryEdit::Add(source, target))
        }
        EntryEdit::Change { from, to } => {
            let to = entry(&to.0, &to.1, pair)?;
            Ok(EntryEdit::Change { from, to })
        }
        EntryEdit::Remove(..) => Ok(edit),
    }
}

/// Terms as an import of them would have them.
fn entry(
    source: &str,
    target: &str,
    pair: GlossaryPair,
) -> Result<(String, String), GlossaryError> {
    let refuse = |error| GlossaryError::InvalidEntries { pair, error };
    let fault = |fault| {
        refuse(EntriesError {
            fault,
            entry: 0,
            position: 0,
            line: 1,
        })
    };
    if [source, target].iter().any(|term| term.trim().is_empty()) {
        return Err(fault(EntriesFault::EmptyTerm));
    }
    // Of these signs the table would be made.
    if [source, target]
        .iter()
        .any(|term| term.contains(['\t', '\n']))
    {
        return Err(fault(EntriesFault::ControlCharacter));
    }
    let table = format!("{source}\t{target}");
    let entries = parse_entries(&table, EntriesFormat::Tsv, pair).map_err(refuse)?;
    let entry = entries
        .iter()
        .next()
        .ok_or_else(|| fault(EntriesFault::NoEntries))?;
    Ok((entry.source.to_owned(), entry.target.to_owned()))
}

fn edited(entries: &GlossaryEntries, edit: &EntryEdit) -> Result<GlossaryEntries, GlossaryError> {
    let (from, to) = match edit {
        EntryEdit::Add(source, target) => (None, Some((source, target))),
        EntryEdit::Change { from, to } => (Some((&from.0, &from.1)), Some((&to.0, &to.1))),
        EntryEdit::Remove(source, target) => (Some((source, target)), None),
    };
    let to = to.map(|(source, target)| GlossaryEntry { source, target });
    let mut made = GlossaryEntries::default();
    let mut is_found = false;
    for entry in entries.iter() {
        let is_meant =
            from.is_some_and(|(source, target)| entry.source == source && entry.target == target);
        is_found |= is_meant;
        if !is_meant && to.is_some_and(|to| to.source == entry.source) {
            // With its old source term, an entry that somebody else changed is found here.
            let is_same = from.is_some_and(|(source, _)| source == entry.source);
            return Err(if is_same {
                GlossaryError::EntryChanged
            } else {
                GlossaryError::EntryExists
            });
        }
        if let Some(entry) = if is_meant { to } else { Some(entry) } {
            // Terms of entries are terms.
            let _ = made.push(entry);
        }
    }
    match (from, to) {
        (Some(_), _) if !is_found => return Err(GlossaryError::EntryChanged),
        (None, Some(entry)) => {
            let _ = made.push(entry);
        }
        _ => {}
    }
    if made.is_empty() {
        return Err(GlossaryError::LastEntry);
    }
    Ok(made)
}
