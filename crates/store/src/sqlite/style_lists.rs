use async_trait::async_trait;
use dragoman_domain::{
    AccountId, ChangeStyleListError, CreateStyleListError, CustomInstruction, StoreError,
    StyleList, StyleListChange, StyleListId, StyleListInfo, StyleListStore, StyleRule, Timestamp,
};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::SqliteStore;
use crate::rows::columns::{from_count, to_count};
use crate::rows::faults::failed;
use crate::rows::{to_info, to_instruction, to_rule};

#[async_trait]
impl StyleListStore for SqliteStore {
    async fn create_style_list(
        &self,
        account: AccountId,
        list: &StyleList,
        most: u32,
    ) -> Result<(), CreateStyleListError> {
        let info = &list.info;
        let mut transaction = self.begin().await?;
        let inserted = sqlx::query(
            "INSERT INTO style_lists (id, account, name, language, version, created, updated)
             SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
             WHERE (SELECT count(*) FROM style_lists WHERE account = ?2) < ?8
             RETURNING number",
        )
        .bind(info.id.to_string())
        .bind(account.to_string())
        .bind(&info.name)
        .bind(info.language.tag())
        .bind(from_count(info.version))
        .bind(info.created.as_millisecond())
        .bind(info.updated.as_millisecond())
        .bind(most)
        .fetch_optional(&mut *transaction)
        .await
        .map_err(failed)?;
        let Some(row) = inserted else {
            return Err(CreateStyleListError::TooMany);
        };
        let number = row.try_get("number").map_err(failed)?;
        insert_rules(&mut transaction, number, &list.rules).await?;
        for instruction in &list.instructions {
            insert_instruction(&mut transaction, number, instruction).await?;
        }
        transaction.commit().await.map_err(failed)?;
        Ok(())
    }

    async fn style_lists(
        &self,
        account: AccountId,
        offset: u64,
        most: u32,
    ) -> Result<Vec<StyleListInfo>, StoreError> {
        let mut connection = self.pool.acquire().await.map_err(failed)?;
        let rows = page(&mut connection, account, offset, most).await?;
        rows.iter().map(to_info).collect()
    }

    async fn style_lists_with_content(
        &self,
        account: AccountId,
        offset: u64,
        most: u32,
    ) -> Result<Vec<StyleList>, StoreError> {
        // In one transaction, so that no change comes between a list and what is in it.
        let mut transaction = self.pool.begin().await.map_err(failed)?;
        let mut lists = Vec::new();
        for row in page(&mut transaction, account, offset, most).await? {
            lists.push(with_content(&mut transaction, &row).await?);
        }
        Ok(lists)
    }

    async fn style_list(
        &self,
        account: AccountId,
        id: StyleListId,
    ) -> Result<Option<StyleList>, StoreError> {
        let mut transaction = self.pool.begin().await.map_err(failed)?;
        let row = sqlx::query("SELECT * FROM style_lists WHERE account = ? AND id = ?")
            .bind(account.to_string())
            .bind(id.to_string())
            .fetch_optional(&mut *transaction)
            .await
            .map_err(failed)?;
        match row {
            Some(row) => with_content(&mut transaction, &row).await.map(Some),
            None => Ok(None),
        }
    }

    async fn change_style_list(
        &self,
        account: AccountId,
        id: StyleListId,
        change: StyleListChange,
        now: Timestamp,
    ) -> Result<StyleList, ChangeStyleListError> {
        let mut transaction = self.begin().await?;
        let name = match &change {
            StyleListChange::Rename(name) => Some(name.as_str()),
            _ => None,
        };
        let row = sqlx::query(
            "UPDATE style_lists
             SET name = coalesce(?3, name), version = version + 1, updated = max(?4, updated + 1)
             WHERE account = ?1 AND id = ?2
             RETURNING *",
        )
        .bind(account.to_string())
        .bind(id.to_string())
        .bind(name)
        .bind(now.as_millisecond())
        .fetch_optional(&mut *transaction)
        .await
        .map_err(failed)?
        .ok_or(ChangeStyleListError::NotFound)?;
        change_content(&mut transaction, to_number(&row)?, change).await?;
        let list = with_content(&mut transaction, &row).await?;
        transaction.commit().await.map_err(failed)?;
        Ok(list)
    }

    async fn delete_style_list(
        &self,
        account: AccountId,
        id: StyleListId,
    ) -> Result<bool, StoreError> {
        let deleted = sqlx::query("DELETE FROM style_lists WHERE account = ? AND id = ?")
            .bind(account.to_string())
            .bind(id.to_string())
            .execute(&self.bulk)
            .await
            .map_err(failed)?;
        Ok(deleted.rows_affected() > 0)
    }
}

/// Makes the part of a change that is not in the row of the list itself.
async fn change_content(
    connection: &mut SqliteConnection,
    list: i64,
    change: StyleListChange,
) -> Result<(), ChangeStyleListError> {
    match change {
        StyleListChange::Rename(_) => {}
        StyleListChange::ReplaceRules(rules) => {
            sqlx::query("DELETE FROM style_rules WHERE list = ?")
                .bind(list)
                .execute(&mut *connection)
                .await
                .map_err(failed)?;
            insert_rules(connection, list, &rules).await?;
        }
        StyleListChange::AddInstruction { instruction, most } => {
            if count_instructions(connection, list).await? >= u64::from(most) {
                return Err(ChangeStyleListError::TooManyInstructions);
            }
            insert_instruction(connection, list, &instruction).await?;
        }
        StyleListChange::ReplaceInstruction(instruction) => {
            let replaced = sqlx::query(
                "UPDATE custom_instructions SET label = ?3, prompt = ?4, source = ?5
                 WHERE list = ?1 AND id = ?2",
            )
            .bind(list)
            .bind(instruction.id.to_string())
            .bind(&instruction.label)
            .bind(&instruction.prompt)
            .bind(instruction.source.map(|source| source.tag()))
            .execute(connection)
            .await
            .map_err(failed)?;
            if replaced.rows_affected() == 0 {
                return Err(ChangeStyleListError::NoSuchInstruction(instruction.id));
            }
        }
        StyleListChange::RemoveInstruction(id) => {
            let removed = sqlx::query("DELETE FROM custom_instructions WHERE list = ? AND id = ?")
                .bind(list)
                .bind(id.to_string())
                .execute(connection)
                .await
                .map_err(failed)?;
            if removed.rows_affected() == 0 {
                return Err(ChangeStyleListError::NoSuchInstruction(id));
            }
        }
    }
    Ok(())
}

async fn insert_rules(
    connection: &mut SqliteConnection,
    list: i64,
    rules: &[StyleRule],
) -> Result<(), StoreError> {
    for rule in rules {
        sqlx::query("INSERT INTO style_rules (list, category, rule, option) VALUES (?, ?, ?, ?)")
            .bind(list)
            .bind(&rule.category)
            .bind(&rule.rule)
            .bind(&rule.option)
            .execute(&mut *connection)
            .await
            .map_err(failed)?;
    }
    Ok(())
}

async fn insert_instruction(
    connection: &mut SqliteConnection,
    list: i64,
    instruction: &CustomInstruction,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO custom_instructions (list, id, label, prompt, source) VALUES (?, ?, ?, ?, ?)",
    )
    .bind(list)
    .bind(instruction.id.to_string())
    .bind(&instruction.label)
    .bind(&instruction.prompt)
    .bind(instruction.source.map(|source| source.tag()))
    .execute(connection)
    .await
    .map_err(failed)?;
    Ok(())
}

async fn count_instructions(
    connection: &mut SqliteConnection,
    list: i64,
) -> Result<u64, StoreError> {
    let row = sqlx::query("SELECT count(*) AS count FROM custom_instructions WHERE list = ?")
        .bind(list)
        .fetch_one(connection)
        .await
        .map_err(failed)?;
    to_count(&row, "count")
}

/// The rows of lists, oldest first.
async fn page(
    connection: &mut SqliteConnection,
    account: AccountId,
    offset: u64,
    most: u32,
) -> Result<Vec<SqliteRow>, StoreError> {
    sqlx::query("SELECT * FROM style_lists WHERE account = ? ORDER BY number LIMIT ? OFFSET ?")
        .bind(account.to_string())
        .bind(most)
        .bind(from_count(offset))
        .fetch_all(connection)
        .await
        .map_err(failed)
}

/// The list of a row with what is in it.
async fn with_content(
    connection: &mut SqliteConnection,
    row: &SqliteRow,
) -> Result<StyleList, StoreError> {
    let list = to_number(row)?;
    let rules = sqlx::query("SELECT * FROM style_rules WHERE list = ? ORDER BY category, rule")
        .bind(list)
        .fetch_all(&mut *connection)
        .await
        .map_err(failed)?;
    let instructions =
        sqlx::query("SELECT * FROM custom_instructions WHERE list = ? ORDER BY number")
            .bind(list)
            .fetch_all(connection)
            .await
            .map_err(failed)?;
    Ok(StyleList {
        info: to_info(row)?,
        rules: rules.iter().map(to_rule).collect::<Result<_, _>>()?,
        instructions: (instructions.iter())
            .map(to_instruction)
            .collect::<Result<_, _>>()?,
    })
}

/// The number under which the database knows a list.
fn to_number(row: &SqliteRow) -> Result<i64, StoreError> {
    row.try_get("number").map_err(failed)
}
