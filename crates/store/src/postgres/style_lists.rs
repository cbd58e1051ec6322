use async_trait::async_trait;
use dragoman_domain::{
    AccountId, ChangeStyleListError, CreateStyleListError, CustomInstruction, StoreError,
    StyleList, StyleListChange, StyleListId, StyleListInfo, StyleListStore, StyleRule, Timestamp,
};
use sqlx::postgres::{PgConnection, PgExecutor, PgRow};

use super::PostgresStore;
use super::accounts::lock_account;
use super::connection::bounded;
use super::texts::storable;
use crate::rows::columns::{from_count, to_count};
use crate::rows::{StoredRow, to_info, to_instruction, to_rule};

/// The chosen lists with what is in them, for [`to_lists`]: a row for each list, followed by one for each of its rules and
/// one for each of its instructions. In one statement, so that no change comes between a list and what is in it, and
/// because it is asked with each request that names a list.
macro_rules! lists_with_content {
    ($chosen:literal) => {
        concat!(
            "WITH chosen AS (SELECT * FROM style_lists ",
            $chosen,
            ")
             SELECT number AS list, 1::bigint AS part, id, name, language, version, created, updated,
                    NULL AS category, NULL AS rule, NULL AS option,
                    NULL AS label, NULL AS prompt, NULL AS source, 0::bigint AS place
             FROM chosen
             UNION ALL
             SELECT list, 2, NULL, NULL, NULL, NULL, NULL, NULL, category, rule, option,
                    NULL, NULL, NULL, 0
             FROM style_rules WHERE list IN (SELECT number FROM chosen)
             UNION ALL
             SELECT list, 3, id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                    label, prompt, source, number
             FROM custom_instructions WHERE list IN (SELECT number FROM chosen)
             ORDER BY list, part, category, rule, place"
        )
    };
}

#[async_trait]
impl StyleListStore for PostgresStore {
    async fn create_style_list(
        &self,
        account: AccountId,
        list: &StyleList,
        most: u32,
    ) -> Result<(), CreateStyleListError> {
        let mut transaction = bounded(self.pool.begin()).await?;
        // So that nobody else adds one for the account meanwhile.
        lock_account(&mut transaction, account).await?;
        let Some(number) = insert(&mut transaction, account, &list.info, most).await? else {
            return Err(CreateStyleListError::TooMany);
        };
        insert_rules(&mut transaction, number, &list.rules).await?;
        insert_instructions(&mut transaction, number, &list.instructions).await?;
        bounded(transaction.commit()).await?;
        Ok(())
    }

    async fn style_lists(
        &self,
        account: AccountId,
        offset: u64,
        most: u32,
    ) -> Result<Vec<StyleListInfo>, StoreError> {
        let rows = bounded(
            sqlx::query(
                "SELECT id, name, language, version, created, updated
                 FROM style_lists WHERE account = $1 ORDER BY number LIMIT $2 OFFSET $3",
            )
            .bind(account.0)
            .bind(i64::from(most))
            .bind(from_count(offset))
            .fetch_all(&self.pool),
        )
        .await?;
        rows.iter().map(to_info).collect()
    }

    async fn style_lists_with_content(
        &self,
        account: AccountId,
        offset: u64,
        most: u32,
    ) -> Result<Vec<StyleList>, StoreError> {
        let rows = bounded(
            sqlx::query(lists_with_content!(
                "WHERE account = $1 ORDER BY number LIMIT $2 OFFSET $3"
            ))
            .bind(account.0)
            .bind(i64::from(most))
            .bind(from_count(offset))
            .fetch_all(&self.pool),
        )
        .await?;
        to_lists(&rows)
    }

    async fn style_list(
        &self,
        account: AccountId,
        id: StyleListId,
    ) -> Result<Option<StyleList>, StoreError> {
        find(&self.pool, account, id).await
    }

    async fn change_style_list(
        &self,
        account: AccountId,
        id: StyleListId,
        change: StyleListChange,
        now: Timestamp,
    ) -> Result<StyleList, ChangeStyleListError> {
        let mut transaction = bounded(self.pool.begin()).await?;
        let name = match &change {
            StyleListChange::Rename(name) => Some(storable(name)),
            _ => None,
        };
        // Who changes the list at the same time waits here for the end of this transaction.
        let number: i64 = bounded(
            sqlx::query_scalar(
                "UPDATE style_lists
                 SET name = coalesce($3, name), version = version + 1, updated = greatest($4, updated + 1)
                 WHERE account = $1 AND id = $2
                 RETURNING number",
            )
            .bind(account.0)
            .bind(id.0)
            .bind(name)
            .bind(now.as_millisecond())
            .fetch_optional(&mut *transaction),
        )
        .await?
        .ok_or(ChangeStyleListError::NotFound)?;
        change_content(&mut transaction, number, change).await?;
        let list = find(&mut *transaction, account, id)
            .await?
            .ok_or(ChangeStyleListError::NotFound)?;
        bounded(transaction.commit()).await?;
        Ok(list)
    }

    async fn delete_style_list(
        &self,
        account: AccountId,
        id: StyleListId,
    ) -> Result<bool, StoreError> {
        let deleted = bounded(
            sqlx::query("DELETE FROM style_lists WHERE account = $1 AND id = $2")
                .bind(account.0)
                .bind(id.0)
                .execute(&self.pool),
        )
        .await?;
        Ok(deleted.rows_affected() > 0)
    }
}

/// Adds a list without what is in it, unless the account has `most` already: the number of its row. The account is
/// locked.
async fn insert(
    connection: &mut PgConnection,
    account: AccountId,
    info: &StyleListInfo,
    most: u32,
) -> Result<Option<i64>, StoreError> {
    bounded(
        sqlx::query_scalar(
            "INSERT INTO style_lists (id, account, name, language, version, created, updated)
             SELECT $1, $2, $3, $4, $5, $6, $7
             WHERE (SELECT count(*) FROM style_lists WHERE account = $2) < $8
             RETURNING number",
        )
        .bind(info.id.0)
        .bind(account.0)
        .bind(storable(&info.name))
        .bind(info.language.tag())
        .bind(from_count(info.version))
        .bind(info.created.as_millisecond())
        .bind(info.updated.as_millisecond())
        .bind(i64::from(most))
        .fetch_optional(connection),
    )
    .await
}

/// Makes the part of a change that is not in the row of the list itself, which is locked.
async fn change_content(
    connection: &mut PgConnection,
    list: i64,
    change: StyleListChange,
) -> Result<(), ChangeStyleListError> {
    match change {
        StyleListChange::Rename(_) => {}
        StyleListChange::ReplaceRules(rules) => {
            bounded(
                sqlx::query("DELETE FROM style_rules WHERE list = $1")
                    .bind(list)
                    .execute(&mut *connection),
            )
            .await?;
            insert_rules(connection, list, &rules).await?;
        }
        StyleListChange::AddInstruction { instruction, most } => {
            if count_instructions(connection, list).await? >= u64::from(most) {
                return Err(ChangeStyleListError::TooManyInstructions);
            }
            insert_instructions(connection, list, &[instruction]).await?;
        }
        StyleListChange::ReplaceInstruction(instruction) => {
            if !replace_instruction(connection, list, &instruction).await? {
                return Err(ChangeStyleListError::NoSuchInstruction(instruction.id));
            }
        }
        StyleListChange::RemoveInstruction(id) => {
            let removed = bounded(
                sqlx::query("DELETE FROM custom_instructions WHERE list = $1 AND id = $2")
                    .bind(list)
                    .bind(id.0)
                    .execute(connection),
            )
            .await?;
            if removed.rows_affected() == 0 {
                return Err(ChangeStyleListError::NoSuchInstruction(id));
            }
        }
    }
    Ok(())
}

/// Adds rules, all in one statement, since others may wait for the end of the transaction.
async fn insert_rules(
    connection: &mut PgConnection,
    list: i64,
    rules: &[StyleRule],
) -> Result<(), StoreError> {
    if rules.is_empty() {
        return Ok(());
    }
    let column = |of: fn(&StyleRule) -> &str| -> Vec<&str> { rules.iter().map(of).collect() };
    bounded(
        sqlx::query(
            "INSERT INTO style_rules (list, category, rule, option)
             SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[])",
        )
        .bind(list)
        .bind(column(|rule| &rule.category))
        .bind(column(|rule| &rule.rule))
        .bind(column(|rule| &rule.option))
        .execute(connection),
    )
    .await?;
    Ok(())
}

/// Adds instructions after the others, in their order, in one statement as well.
async fn insert_instructions(
    connection: &mut PgConnection,
    list: i64,
    instructions: &[CustomInstruction],
) -> Result<(), StoreError> {
    if instructions.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = instructions.iter().map(|one| one.id.0).collect();
    let labels: Vec<_> = instructions
        .iter()
        .map(|one| storable(&one.label))
        .collect();
    let prompts: Vec<_> = instructions
        .iter()
        .map(|one| storable(&one.prompt))
        .collect();
    let sources: Vec<_> = (instructions.iter())
        .map(|one| one.source.map(|source| source.tag()))
        .collect();
    bounded(
        sqlx::query(
            "INSERT INTO custom_instructions (list, id, label, prompt, source)
             SELECT $1, id, label, prompt, source
             FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY
                 AS new (id, label, prompt, source, place)
             ORDER BY place",
        )
        .bind(list)
        .bind(ids)
        .bind(labels)
        .bind(prompts)
        .bind(sources)
        .execute(connection),
    )
    .await?;
    Ok(())
}

/// Puts an instruction in the place of the one with the same id: whether the list has it.
async fn replace_instruction(
    connection: &mut PgConnection,
    list: i64,
    instruction: &CustomInstruction,
) -> Result<bool, StoreError> {
    let replaced = bounded(
        sqlx::query(
            "UPDATE custom_instructions SET label = $3, prompt = $4, source = $5
             WHERE list = $1 AND id = $2",
        )
        .bind(list)
        .bind(instruction.id.0)
        .bind(storable(&instruction.label))
        .bind(storable(&instruction.prompt))
        .bind(instruction.source.map(|source| source.tag()))
        .execute(connection),
    )
    .await?;
    Ok(replaced.rows_affected() > 0)
}

async fn count_instructions(connection: &mut PgConnection, list: i64) -> Result<u64, StoreError> {
    let row = bounded(
        sqlx::query("SELECT count(*) AS count FROM custom_instructions WHERE list = $1")
            .bind(list)
            .fetch_one(connection),
    )
    .await?;
    to_count(&row, "count")
}

async fn find(
    executor: impl PgExecutor<'_>,
    account: AccountId,
    id: StyleListId,
) -> Result<Option<StyleList>, StoreError> {
    let rows = bounded(
        sqlx::query(lists_with_content!("WHERE account = $1 AND id = $2"))
            .bind(account.0)
            .bind(id.0)
            .fetch_all(executor),
    )
    .await?;
    Ok(to_lists(&rows)?.pop())
}

/// The lists of rows in which a list comes before what is in it.
fn to_lists(rows: &[PgRow]) -> Result<Vec<StyleList>, StoreError> {
    let mut lists: Vec<StyleList> = Vec::new();
    for row in rows {
        match (row.integer("part")?, lists.last_mut()) {
            (2, Some(list)) => list.rules.push(to_rule(row)?),
            (3, Some(list)) => list.instructions.push(to_instruction(row)?),
            _ => lists.push(StyleList {
                info: to_info(row)?,
                rules: Vec::new(),
                instructions: Vec::new(),
            }),
        }
    }
    Ok(lists)
}
