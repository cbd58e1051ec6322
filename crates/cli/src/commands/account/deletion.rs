//! "dragoman account delete".

use std::io::{self, BufRead};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use dragoman_domain::{Account, Actor};
use dragoman_service::{AccountDeletion, Deletion};

use crate::commands::output::say;
use crate::commands::services::{keys_of, memories_of};
use crate::configuration::Configuration;
use crate::progress::tell;
use crate::storage::Storage;

/// Deletes an account if whoever asks for it gives its name a second time, or has said `yes` before.
pub(super) async fn run(name: &str, yes: bool, configuration: &Configuration) -> Result<ExitCode> {
    let storage = Storage::open(&configuration.data).await?;
    let memory_store = storage.memories().await?;
    let deletion = AccountDeletion {
        keys: keys_of(&storage, configuration)?,
        store: Arc::clone(&storage.ports.accounts),
        memories: memories_of(&storage, &memory_store, configuration)?,
        files: storage.document_files()?,
        clock: storage.clock(),
    };
    let account = deletion.keys.account(name).await?;
    if !yes {
        confirm(&account)?;
    }
    let deleted = deletion.delete(&account, Actor::Operator).await;
    memory_store.close().await;
    storage.close().await;
    say(summary(&account, &deleted?))
}

fn confirm(account: &Account) -> Result<()> {
    tell(format_args!(
        "This deletes the account \"{}\" for good, with its keys, glossaries, style rule lists, translation memories and \
         documents. Type its name to go on:",
        account.name
    ));
    let mut answer = String::new();
    io::stdin()
        .lock()
        .read_line(&mut answer)
        .context("the answer cannot be read; give --yes to delete without being asked")?;
    if answer.trim_end_matches(['\r', '\n']) != account.name {
        bail!("nothing was deleted: that is not its name. Without anybody to ask, give --yes");
    }
    Ok(())
}

fn summary(account: &Account, deleted: &Deletion) -> String {
    let Deletion {
        account: of_account,
        memories,
    } = deleted;
    format!(
        "The account \"{}\" is deleted: {} keys, {} glossaries, {} style rule lists, {memories} translation memories and {} \
         documents. The log of what was done to it stays.",
        account.name,
        of_account.keys,
        of_account.glossaries,
        of_account.style_lists,
        of_account.documents.len()
    )
}
