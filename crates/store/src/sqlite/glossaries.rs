use async_trait::async_trait;
use dragoman_domain::{
    AccountId, ChangeGlossaryError, CreateGlossaryError, Dictionary, DictionaryRevision, Glossary,
    GlossaryChange, GlossaryId, GlossaryPair, GlossaryRoom, GlossaryStore, KeptBytes, NoStorage,
    Replaces, StorageRoom, StoreError,
};
use sqlx::SqliteConnection;
use sqlx::sqlite::SqliteRow;

use super::SqliteStore;
use crate::rows::columns::{from_count, to_count};
use crate::rows::faults::failed;
use crate::rows::{StoredRow, to_dictionary, to_glossaries};

/// A row for each dictionary of the chosen glossaries, and one for a glossary without any.
macro_rules! glossary_columns {
    () => {
        "SELECT glossaries.number, glossaries.id, glossaries.name, glossaries.created,
                glossaries.edited, dictionaries.source, dictionaries.target,
                dictionaries.entry_count
         FROM glossaries LEFT JOIN dictionaries ON dictionaries.glossary = glossaries.id"
    };
}
#[async_trait]
impl GlossaryStore for SqliteStore {
    async fn create_glossary(
        &self,
        account: AccountId,
        glossary: &Glossary,
        dictionaries: Vec<Dictionary>,
        room: GlossaryRoom,
    ) -> Result<(), CreateGlossaryError> {
        let mut transaction = self.begin().await?;
        let wanted = dictionaries.iter().map(size_of).sum();
        check_storage(&mut transaction, account, room.storage, wanted).await??;
        let inserted = sqlx::query(
            "INSERT INTO glossaries (id, account, name, created, edited)
             SELECT ?1, ?2, ?3, ?4, ?5
             WHERE (SELECT count(*) FROM glossaries WHERE account = ?2) < ?6",
        )
        .bind(glossary.id.to_string())
        .bind(account.to_string())
        .bind(&glossary.name)
        .bind(glossary.created.as_millisecond())
        .bind(glossary.edited)
        .bind(room.glossaries)
        .execute(&mut *transaction)
        .await
        .map_err(failed)?;
        if inserted.rows_affected() == 0 {
            return Err(CreateGlossaryError::TooMany);
        }
        for dictionary in dictionaries {
            put_dictionary(&mut transaction, glossary.id, dictionary).await?;
        }
        transaction.commit().await.map_err(failed)?;
        Ok(())
    }

    async fn glossaries(&self, account: AccountId) -> Result<Vec<Glossary>, StoreError> {
        // In one statement, so that no change comes between glossaries and dictionaries.
        let rows = sqlx::query(concat!(
            glossary_columns!(),
            " WHERE glossaries.account = ? ORDER BY glossaries.number, dictionaries.number"
        ))
        .bind(account.to_string())
        .fetch_all(&self.bulk)
        .await
        .map_err(failed)?;
        to_glossaries(&rows)
    }

    async fn glossary(
        &self,
        account: AccountId,
        id: GlossaryId,
    ) -> Result<Option<Glossary>, StoreError> {
        let mut connection = self.bulk.acquire().await.map_err(failed)?;
        find(&mut connection, account, id).await
    }

    async fn dictionary(
        &self,
        account: AccountId,
        id: GlossaryId,
        pair: GlossaryPair,
    ) -> Result<Option<Dictionary>, StoreError> {
        let row = sqlx::query(
            "SELECT dictionaries.revision, dictionaries.entries
             FROM dictionaries JOIN glossaries ON glossaries.id = dictionaries.glossary
             WHERE glossaries.account = ?1 AND glossary = ?2 AND source = ?3 AND target = ?4",
        )
        .bind(account.to_string())
        .bind(id.to_string())
        .bind(pair.source().tag())
        .bind(pair.target().tag())
        .fetch_optional(&self.bulk)
        .await
        .map_err(failed)?;
        row.as_ref().map(|row| to_dictionary(row, pair)).transpose()
    }

    async fn revision(
        &self,
        account: AccountId,
        id: GlossaryId,
        pair: GlossaryPair,
    ) -> Result<Option<DictionaryRevision>, StoreError> {
        let mut connection = self.bulk.acquire().await.map_err(failed)?;
        let row = state(&mut connection, account, id, pair).await?;
        row.map(|row| row.guid("revision").map(DictionaryRevision))
            .transpose()
    }

    async fn change_glossary(
        &self,
        account: AccountId,
        id: GlossaryId,
        change: GlossaryChange,
    ) -> Result<Glossary, ChangeGlossaryError> {
        let mut transaction = self.begin().await?;
        if !mark_edited(&mut transaction, account, id, change.name.as_deref()).await? {
            return Err(ChangeGlossaryError::NotFound);
        }
        if let Some((dictionary, replaces)) = change.dictionary {
            if let Replaces::Only(expected) = replaces {
                let row = state(&mut transaction, account, id, dictionary.pair).await?;
                let found = row
                    .map(|row| row.guid("revision").map(DictionaryRevision))
                    .transpose()?;
                if found != expected {
                    return Err(ChangeGlossaryError::Outdated);
                }
            }
            let replaced = size_of_pair(&mut transaction, id, dictionary.pair).await?;
            let wanted = size_of(&dictionary).saturating_sub(replaced);
            check_storage(&mut transaction, account, change.storage, wanted).await??;
            put_dictionary(&mut transaction, id, dictionary).await?;
            if size(&mut transaction, id).await? > change.size_limit {
                return Err(ChangeGlossaryError::TooLarge);
            }
        }
        let glossary = find(&mut transaction, account, id)
            .await?
            .ok_or(ChangeGlossaryError::NotFound)?;
        transaction.commit().await.map_err(failed)?;
        Ok(glossary)
    }

    async fn delete_glossary(
        &self,
        account: AccountId,
        id: GlossaryId,
        unless_edited: bool,
    ) -> Result<bool, StoreError> {
        let deleted = sqlx::query(
            "DELETE FROM glossaries WHERE account = ?1 AND id = ?2 AND NOT (edited AND ?3)",
        )
        .bind(account.to_string())
        .bind(id.to_string())
        .bind(unless_edited)
        .execute(&self.bulk)
        .await
        .map_err(failed)?;
        Ok(deleted.rows_affected() > 0)
    }

    async fn delete_dictionary(
        &self,
        account: AccountId,
        id: GlossaryId,
        pair: GlossaryPair,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.begin().await?;
        if !mark_edited(&mut transaction, account, id, None).await? {
            return Ok(false);
        }
        let deleted = sqlx::query(
            "DELETE FROM dictionaries WHERE glossary = ?1 AND source = ?2 AND target = ?3",
        )
        .bind(id.to_string())
        .bind(pair.source().tag())
        .bind(pair.target().tag())
        .execute(&mut *transaction)
        .await
        .map_err(failed)?;
        if deleted.rows_affected() == 0 {
            return Ok(false);
        }
        transaction.commit().await.map_err(failed)?;
        Ok(true)
    }
}

async fn find(
    connection: &mut SqliteConnection,
    account: AccountId,
    id: GlossaryId,
) -> Result<Option<Glossary>, StoreError> {
    let rows = sqlx::query(concat!(
        glossary_columns!(),
        " WHERE glossaries.account = ? AND glossaries.id = ? ORDER BY dictionaries.number"
    ))
    .bind(account.to_string())
    .bind(id.to_string())
    .fetch_all(connection)
    .await
    .map_err(failed)?;
    Ok(to_glossaries(&rows)?.pop())
}

/// The dictionary's row without its entries.
async fn state(
    connection: &mut SqliteConnection,
    account: AccountId,
    id: GlossaryId,
    pair: GlossaryPair,
) -> Result<Option<SqliteRow>, StoreError> {
    sqlx::query(
        "SELECT dictionaries.revision
         FROM dictionaries JOIN glossaries ON glossaries.id = dictionaries.glossary
         WHERE glossaries.account = ?1 AND glossary = ?2 AND source = ?3 AND target = ?4",
    )
    .bind(account.to_string())
    .bind(id.to_string())
    .bind(pair.source().tag())
    .bind(pair.target().tag())
    .fetch_optional(connection)
    .await
    .map_err(failed)
}

/// Whether the account has the glossary, which then counts as edited and has the new name, if one
/// is given.
async fn mark_edited(
    connection: &mut SqliteConnection,
    account: AccountId,
    id: GlossaryId,
    name: Option<&str>,
) -> Result<bool, StoreError> {
    let changed = sqlx::query(
        "UPDATE glossaries SET edited = 1, name = coalesce(?3, name)
         WHERE account = ?1 AND id = ?2",
    )
    .bind(account.to_string())
    .bind(id.to_string())
    .bind(name)
    .execute(connection)
    .await
    .map_err(failed)?;
    Ok(changed.rows_affected() > 0)
}

/// Adds the dictionary, or puts it in the place of the one for the same pair.
async fn put_dictionary(
    connection: &mut SqliteConnection,
    glossary: GlossaryId,
    dictionary: Dictionary,
) -> Result<(), StoreError> {
    let (count, pair) = (dictionary.entries.len(), dictionary.pair);
    let entries = dictionary.entries.into_tsv();
    // A `usize` fits into 64 bits on every platform that Rust has.
    sqlx::query(
        "INSERT INTO dictionaries (glossary, source, target, revision, entry_count, size, entries)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (glossary, source, target) DO UPDATE
         SET revision = excluded.revision, entry_count = excluded.entry_count,
             size = excluded.size, entries = excluded.entries",
    )
    .bind(glossary.to_string())
    .bind(pair.source().tag())
    .bind(pair.target().tag())
    .bind(dictionary.revision.0.to_string())
    .bind(from_count(count as u64))
    .bind(from_count(entries.len() as u64))
    .bind(entries)
    .execute(connection)
    .await
    .map_err(failed)?;
    Ok(())
}

/// The bytes of a dictionary's entries. A `usize` fits into 64 bits on every platform that Rust has.
fn size_of(dictionary: &Dictionary) -> u64 {
    dictionary.entries.as_tsv().len() as u64
}

/// The same of the dictionary that is there for a pair.
async fn size_of_pair(
    connection: &mut SqliteConnection,
    id: GlossaryId,
    pair: GlossaryPair,
) -> Result<u64, StoreError> {
    let row = sqlx::query(
        "SELECT coalesce(sum(size), 0) AS size FROM dictionaries
         WHERE glossary = ? AND source = ? AND target = ?",
    )
    .bind(id.to_string())
    .bind(pair.source().tag())
    .bind(pair.target().tag())
    .fetch_one(connection)
    .await
    .map_err(failed)?;
    to_count(&row, "size")
}

/// Whether so many more bytes of entries may be kept for an account. It reads indexes only.
async fn check_storage(
    connection: &mut SqliteConnection,
    account: AccountId,
    room: StorageRoom,
    wanted: u64,
) -> Result<Result<(), NoStorage>, StoreError> {
    let row = sqlx::query(
        "SELECT (SELECT coalesce(sum(size), 0) FROM glossaries
                 JOIN dictionaries ON dictionaries.glossary = glossaries.id
                 WHERE account = ?) AS of_account,
                (SELECT coalesce(sum(size), 0) FROM dictionaries) AS in_all",
    )
    .bind(account.to_string())
    .fetch_one(connection)
    .await
    .map_err(failed)?;
    let kept = KeptBytes {
        of_account: to_count(&row, "of_account")?,
        in_all: to_count(&row, "in_all")?,
    };
    Ok(room.check(kept, wanted))
}

/// The bytes of all entries of a glossary.
async fn size(connection: &mut SqliteConnection, id: GlossaryId) -> Result<u64, StoreError> {
    let row =
        sqlx::query("SELECT coalesce(sum(size), 0) AS size FROM dictionaries WHERE glossary = ?")
            .bind(id.to_string())
            .fetch_one(connection)
            .await
            .map_err(failed)?;
    to_count(&row, "size")
}
