use async_trait::async_trait;
use dragoman_domain::{
    AccountId, ChangeGlossaryError, CreateGlossaryError, Dictionary, DictionaryRevision, Glossary,
    GlossaryChange, GlossaryId, GlossaryPair, GlossaryRoom, GlossaryStore, KeptBytes, NoStorage,
    Replaces, StorageRoom, StoreError,
};
use sqlx::postgres::{PgConnection, PgExecutor};

use super::PostgresStore;
use super::connection::{begin_in_turn, bounded};
use super::texts::storable;
use crate::rows::columns::{from_count, to_count};
use crate::rows::{StoredRow, to_dictionary, to_glossaries};

/// What adds bytes takes its turn under this word, since all glossaries have a limit together.
const TURN: &str = "glossaries";

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
impl GlossaryStore for PostgresStore {
    async fn create_glossary(
        &self,
        account: AccountId,
        glossary: &Glossary,
        dictionaries: Vec<Dictionary>,
        room: GlossaryRoom,
    ) -> Result<(), CreateGlossaryError> {
        let mut transaction = begin_in_turn(&self.pool, TURN).await?;
        let wanted = dictionaries.iter().map(size_of).sum();
        check_storage(&mut transaction, account, room.storage, wanted).await??;
        if !insert(&mut transaction, account, glossary, room.glossaries).await? {
            return Err(CreateGlossaryError::TooMany);
        }
        for dictionary in &dictionaries {
            put_dictionary(&mut transaction, glossary.id, dictionary).await?;
        }
        bounded(transaction.commit()).await?;
        Ok(())
    }

    async fn glossaries(&self, account: AccountId) -> Result<Vec<Glossary>, StoreError> {
        // In one statement, so that no change comes between glossaries and dictionaries.
        let rows = bounded(
            sqlx::query(concat!(
                glossary_columns!(),
                " WHERE glossaries.account = $1 ORDER BY glossaries.number, dictionaries.number"
            ))
            .bind(account.0)
            .fetch_all(&self.pool),
        )
        .await?;
        to_glossaries(&rows)
    }

    async fn glossary(
        &self,
        account: AccountId,
        id: GlossaryId,
    ) -> Result<Option<Glossary>, StoreError> {
        find(&self.pool, account, id).await
    }

    async fn dictionary(
        &self,
        account: AccountId,
        id: GlossaryId,
        pair: GlossaryPair,
    ) -> Result<Option<Dictionary>, StoreError> {
        let row = bounded(
            sqlx::query(
                "SELECT dictionaries.revision, dictionaries.entries
                 FROM dictionaries JOIN glossaries ON glossaries.id = dictionaries.glossary
                 WHERE glossaries.account = $1 AND glossary = $2 AND source = $3 AND target = $4",
            )
            .bind(account.0)
            .bind(id.0)
            .bind(pair.source().tag())
            .bind(pair.target().tag())
            .fetch_optional(&self.pool),
        )
        .await?;
        row.as_ref().map(|row| to_dictionary(row, pair)).transpose()
    }

    async fn revision(
        &self,
        account: AccountId,
        id: GlossaryId,
        pair: GlossaryPair,
    ) -> Result<Option<DictionaryRevision>, StoreError> {
        state(&self.pool, account, id, pair).await
    }

    async fn change_glossary(
        &self,
        account: AccountId,
        id: GlossaryId,
        change: GlossaryChange,
    ) -> Result<Glossary, ChangeGlossaryError> {
        let mut transaction = if change.dictionary.is_some() {
            begin_in_turn(&self.pool, TURN).await?
        } else {
            bounded(self.pool.begin()).await?
        };
        if !mark_edited(&mut transaction, account, id, change.name.as_deref()).await? {
            return Err(ChangeGlossaryError::NotFound);
        }
        if let Some((dictionary, replaces)) = &change.dictionary {
            if let Replaces::Only(expected) = replaces {
                let found = state(&mut *transaction, account, id, dictionary.pair).await?;
                if found != *expected {
                    return Err(ChangeGlossaryError::Outdated);
                }
            }
            let replaced = size_of_pair(&mut transaction, id, dictionary.pair).await?;
            let wanted = size_of(dictionary).saturating_sub(replaced);
            check_storage(&mut transaction, account, change.storage, wanted).await??;
            put_dictionary(&mut transaction, id, dictionary).await?;
            if size(&mut transaction, id).await? > change.size_limit {
                return Err(ChangeGlossaryError::TooLarge);
            }
        }
        let glossary = find(&mut *transaction, account, id)
            .await?
            .ok_or(ChangeGlossaryError::NotFound)?;
        bounded(transaction.commit()).await?;
        Ok(glossary)
    }

    async fn delete_glossary(
        &self,
        account: AccountId,
        id: GlossaryId,
        unless_edited: bool,
    ) -> Result<bool, StoreError> {
        let deleted = bounded(
            sqlx::query(
                "DELETE FROM glossaries WHERE account = $1 AND id = $2 AND NOT (edited AND $3)",
            )
            .bind(account.0)
            .bind(id.0)
            .bind(unless_edited)
            .execute(&self.pool),
        )
        .await?;
        Ok(deleted.rows_affected() > 0)
    }

    async fn delete_dictionary(
        &self,
        account: AccountId,
        id: GlossaryId,
        pair: GlossaryPair,
    ) -> Result<bool, StoreError> {
        let mut transaction = bounded(self.pool.begin()).await?;
        if !mark_edited(&mut transaction, account, id, None).await? {
            return Ok(false);
        }
        let deleted = bounded(
            sqlx::query(
                "DELETE FROM dictionaries WHERE glossary = $1 AND source = $2 AND target = $3",
            )
            .bind(id.0)
            .bind(pair.source().tag())
            .bind(pair.target().tag())
            .execute(&mut *transaction),
        )
        .await?;
        if deleted.rows_affected() == 0 {
            return Ok(false);
        }
        bounded(transaction.commit()).await?;
        Ok(true)
    }
}

async fn find(
    executor: impl PgExecutor<'_>,
    account: AccountId,
    id: GlossaryId,
) -> Result<Option<Glossary>, StoreError> {
    let rows = bounded(
        sqlx::query(concat!(
            glossary_columns!(),
            " WHERE glossaries.account = $1 AND glossaries.id = $2 ORDER BY dictionaries.number"
        ))
        .bind(account.0)
        .bind(id.0)
        .fetch_all(executor),
    )
    .await?;
    Ok(to_glossaries(&rows)?.pop())
}

/// The state that a dictionary is in, without its entries.
async fn state(
    executor: impl PgExecutor<'_>,
    account: AccountId,
    id: GlossaryId,
    pair: GlossaryPair,
) -> Result<Option<DictionaryRevision>, StoreError> {
    let row = bounded(
        sqlx::query(
            "SELECT dictionaries.revision
             FROM dictionaries JOIN glossaries ON glossaries.id = dictionaries.glossary
             WHERE glossaries.account = $1 AND glossary = $2 AND source = $3 AND target = $4",
        )
        .bind(account.0)
        .bind(id.0)
        .bind(pair.source().tag())
        .bind(pair.target().tag())
        .fetch_optional(executor),
    )
    .await?;
    row.map(|row| row.guid("revision").map(DictionaryRevision))
        .transpose()
}

/// Adds a glossary without dictionaries, unless the account has `most` already: whether it did. To be called in turn.
async fn insert(
    connection: &mut PgConnection,
    account: AccountId,
    glossary: &Glossary,
    most: u32,
) -> Result<bool, StoreError> {
    let inserted = bounded(
        sqlx::query(
            "INSERT INTO glossaries (id, account, name, created, edited)
             SELECT $1, $2, $3, $4, $5
             WHERE (SELECT count(*) FROM glossaries WHERE account = $2) < $6",
        )
        .bind(glossary.id.0)
        .bind(account.0)
        .bind(storable(&glossary.name))
        .bind(glossary.created.as_millisecond())
        .bind(glossary.edited)
        .bind(i64::from(most))
        .execute(connection),
    )
    .await?;
    Ok(inserted.rows_affected() > 0)
}

/// Whether the account has the glossary, which then counts as edited and has the new name, if one
/// is given. Nobody else changes or deletes it until the end of the transaction.
async fn mark_edited(
    connection: &mut PgConnection,
    account: AccountId,
    id: GlossaryId,
    name: Option<&str>,
) -> Result<bool, StoreError> {
    let changed = bounded(
        sqlx::query(
            "UPDATE glossaries SET edited = true, name = coalesce($3, name)
             WHERE account = $1 AND id = $2",
        )
        .bind(account.0)
        .bind(id.0)
        .bind(name.map(storable))
        .execute(connection),
    )
    .await?;
    Ok(changed.rows_affected() > 0)
}

/// Adds the dictionary, or puts it in the place of the one for the same pair.
async fn put_dictionary(
    connection: &mut PgConnection,
    glossary: GlossaryId,
    dictionary: &Dictionary,
) -> Result<(), StoreError> {
    // A `usize` fits into 64 bits on every platform that Rust has.
    bounded(
        sqlx::query(
            "INSERT INTO dictionaries (glossary, source, target, revision, entry_count, size, entries)
             VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (glossary, source, target) DO UPDATE
             SET revision = excluded.revision, entry_count = excluded.entry_count,
                 size = excluded.size, entries = excluded.entries",
        )
        .bind(glossary.0)
        .bind(dictionary.pair.source().tag())
        .bind(dictionary.pair.target().tag())
        .bind(dictionary.revision.0)
        .bind(from_count(dictionary.entries.len() as u64))
        .bind(from_count(size_of(dictionary)))
        .bind(storable(dictionary.entries.as_tsv()))
        .execute(connection),
    )
    .await?;
    Ok(())
}

/// The bytes of a dictionary's entries, as they are kept. A `usize` fits into 64 bits on every platform that Rust has.
fn size_of(dictionary: &Dictionary) -> u64 {
    storable(dictionary.entries.as_tsv()).len() as u64
}

/// The same of the dictionary that is there for a pair.
async fn size_of_pair(
    connection: &mut PgConnection,
    id: GlossaryId,
    pair: GlossaryPair,
) -> Result<u64, StoreError> {
    let row = bounded(
        sqlx::query(
            "SELECT coalesce(sum(size), 0)::bigint AS size FROM dictionaries
             WHERE glossary = $1 AND source = $2 AND target = $3",
        )
        .bind(id.0)
        .bind(pair.source().tag())
        .bind(pair.target().tag())
        .fetch_one(connection),
    )
    .await?;
    to_count(&row, "size")
}

/// Whether so many more bytes of entries may be kept for an account. Where it is their turn to add some, nobody else
/// does until the end of the transaction.
async fn check_storage(
    connection: &mut PgConnection,
    account: AccountId,
    room: StorageRoom,
    wanted: u64,
) -> Result<Result<(), NoStorage>, StoreError> {
    let row = bounded(
        sqlx::query(
            "SELECT (SELECT coalesce(sum(size), 0) FROM glossaries
                     JOIN dictionaries ON dictionaries.glossary = glossaries.id
                     WHERE account = $1)::bigint AS of_account,
                    (SELECT coalesce(sum(size), 0) FROM dictionaries)::bigint AS in_all",
        )
        .bind(account.0)
        .fetch_one(connection),
    )
    .await?;
    let kept = KeptBytes {
        of_account: to_count(&row, "of_account")?,
        in_all: to_count(&row, "in_all")?,
    };
    Ok(room.check(kept, wanted))
}

/// The bytes of all entries of a glossary.
async fn size(connection: &mut PgConnection, id: GlossaryId) -> Result<u64, StoreError> {
    let row = bounded(
        sqlx::query(
            "SELECT coalesce(sum(size), 0)::bigint AS size FROM dictionaries WHERE glossary = $1",
        )
        .bind(id.0)
        .fetch_one(connection),
    )
    .await?;
    to_count(&row, "size")
}
