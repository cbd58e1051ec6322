use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Error, Result, anyhow, bail};
use async_trait::async_trait;
use dragoman_domain::{Account, JobFileWriter, Memory, StoreError};
use dragoman_service::Memories;
use serde::Serialize;

use super::output::{say, table, time};
use super::services::memories_of;
use crate::arguments::{ImportMemoryArguments, MemoryArguments, MemoryCommand};
use crate::configuration::Configuration;
use crate::progress::tell;
use crate::storage::Storage;

/// Memories that are read at once.
const PAGE: u32 = 500;

/// Imports, exports, lists or deletes translation memories, whether or not the server runs.
pub(super) async fn run(command: MemoryCommand, configuration: &Configuration) -> Result<ExitCode> {
    let storage = Storage::open(&configuration.data).await?;
    let memory_store = storage.memories().await?;
    let shelf = Shelf {
        accounts: storage.ports.accounts.accounts().await?,
        memories: memories_of(&storage, &memory_store, configuration)?,
    };
    let result = match command {
        MemoryCommand::Import(arguments) => shelf.import(arguments).await,
        MemoryCommand::Export { memory, output } => shelf.export(&memory, output.as_deref()).await,
        MemoryCommand::List { account, json } => shelf.list(account.as_deref(), json).await,
        MemoryCommand::Delete { memory } => shelf.delete(&memory).await,
    };
    memory_store.close().await;
    result
}

/// The memories of all accounts.
struct Shelf {
    accounts: Vec<Account>,
    memories: Memories,
}

impl Shelf {
    async fn import(&self, arguments: ImportMemoryArguments) -> Result<ExitCode> {
        let account = self.account_to_import_for(arguments.account.as_deref())?;
        let path = arguments.file;
        let file =
            File::open(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let name = arguments.name.unwrap_or_else(|| usual_name(&path));
        let imported = self
            .memories
            .import(account.id, name, Box::new(file))
            .await
            .with_context(|| format!("{} cannot be imported", path.display()))?;
        if imported.skipped > 0 {
            tell(format_args!(
                "{} units were left out: they lack a usable source or a usable translation in a known language.",
                imported.skipped
            ));
        }
        if imported.too_long > 0 {
            tell(format_args!(
                "{} of them have a text of more than {} characters.",
                imported.too_long,
                self.memories.limits().tmx.segment_characters
            ));
        }
        let memory = imported.memory;
        say(format_args!(
            "The translation memory \"{}\" ({}) has {} segments.",
            memory.name, memory.id, memory.segment_count
        ))
    }

    async fn export(&self, arguments: &MemoryArguments, output: Option<&Path>) -> Result<ExitCode> {
        let (_, memory) = self.find(arguments).await?;
        let Some(path) = output else {
            let mut output = Output(Box::new(io::stdout()));
            self.memories.export(&memory, &mut output).await?;
            return Ok(ExitCode::SUCCESS);
        };
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path)
            .map_err(|error| match error.kind() {
                ErrorKind::AlreadyExists => anyhow!(
                    "{} exists already: remove it, or name another file with --output",
                    path.display()
                ),
                _ => Error::new(error).context(format!("{} cannot be made", path.display())),
            })?;
        let mut output = Output(Box::new(BufWriter::new(file)));
        if let Err(error) = self.memories.export(&memory, &mut output).await {
            // Half a file is worse than none.
            drop(output);
            let _ = std::fs::remove_file(path);
            return Err(error.into());
        }
        say(format_args!(
            "{} has the {} segments of the translation memory \"{}\".",
            path.display(),
            memory.segment_count,
            memory.name
        ))
    }

    async fn list(&self, account: Option<&str>, json: bool) -> Result<ExitCode> {
        let found = self.all(account).await?;
        if json {
            let details: Vec<MemoryDetails<'_>> = found
                .iter()
                .map(|(account, memory)| MemoryDetails::new(account, memory))
                .collect();
            say(serde_json::to_string_pretty(&details)?)
        } else if found.is_empty() {
            say("There are no translation memories. \"dragoman memory import\" makes one.")
        } else {
            say(rows(&found))
        }
    }

    async fn delete(&self, arguments: &MemoryArguments) -> Result<ExitCode> {
        let (account, memory) = self.find(arguments).await?;
        self.memories
            .delete_of_account(account.id, memory.id)
            .await?;
        say(format_args!(
            "The translation memory \"{}\" ({}) is deleted.",
            memory.name, memory.id
        ))
    }

    fn account_to_import_for(&self, name: Option<&str>) -> Result<&Account> {
        match (name, self.accounts.as_slice()) {
            (Some(name), _) => self.account(name),
            (None, [only]) => Ok(only),
            (None, []) => {
                bail!("there are no accounts; \"dragoman keys create\" makes one with a key")
            }
            (None, many) => {
                let names: Vec<&str> = many.iter().map(|account| account.name.as_str()).collect();
                bail!(
                    "there are several accounts; name one with --account: {}",
                    names.join(", ")
                )
            }
        }
    }

    fn account(&self, name: &str) -> Result<&Account> {
        self.accounts
            .iter()
            .find(|account| account.name == name)
            .with_context(|| format!("no account has the name \"{name}\""))
    }

    /// The memories of an account, or of all.
    async fn all(&self, account: Option<&str>) -> Result<Vec<(&Account, Memory)>> {
        let accounts: Vec<&Account> = match account {
            Some(name) => vec![self.account(name)?],
            None => self.accounts.iter().collect(),
        };
        let mut found = Vec::new();
        for account in accounts {
            let mut offset = 0;
            loop {
                let page = self.memories.list_of_account(account.id, offset, PAGE);
                let memories = page.await?.memories;
                if memories.is_empty() {
                    break;
                }
                offset += memories.len() as u64;
                found.extend(memories.into_iter().map(|memory| (account, memory)));
            }
        }
        Ok(found)
    }

    /// The memory with an id or name.
    async fn find(&self, arguments: &MemoryArguments) -> Result<(&Account, Memory)> {
        let wanted = &arguments.memory;
        let mut found = self.all(arguments.account.as_deref()).await?;
        found.retain(|(_, memory)| memory.id.to_string() == *wanted || memory.name == *wanted);
        if found.len() > 1 {
            let ids: Vec<String> = found
                .iter()
                .map(|(_, memory)| memory.id.to_string())
                .collect();
            bail!(
                "several translation memories have the name \"{wanted}\"; give an id: {}",
                ids.join(", ")
            );
        }
        found.pop().with_context(|| {
            format!(
                "there is no translation memory \"{wanted}\"; \"dragoman memory list\" shows all"
            )
        })
    }
}

fn usual_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or(path.as_os_str());
    stem.to_string_lossy()
        .chars()
        .filter(|letter| !letter.is_control())
        .collect()
}

/// Where an export is written.
struct Output(Box<dyn Write + Send>);

#[async_trait]
impl JobFileWriter for Output {
    async fn write(&mut self, bytes: Vec<u8>) -> Result<(), StoreError> {
        self.0
            .write_all(&bytes)
            .and_then(|()| self.0.flush())
            .map_err(|error| StoreError::Failed {
                reason: error.to_string(),
            })
    }

    async fn keep(self: Box<Self>) -> Result<(), StoreError> {
        Ok(())
    }
}

#[derive(Serialize)]
struct MemoryDetails<'a> {
    translation_memory_id: String,
    account: &'a str,
    name: &'a str,
    source_language: &'static str,
    target_languages: Vec<&'static str>,
    segment_count: u64,
    creation_time: String,
}

impl<'a> MemoryDetails<'a> {
    fn new(account: &'a Account, memory: &'a Memory) -> Self {
        Self {
            translation_memory_id: memory.id.to_string(),
            account: &account.name,
            name: &memory.name,
            source_language: memory.source.tag(),
            target_languages: memory.targets.iter().map(|target| target.tag()).collect(),
            segment_count: memory.segment_count,
            creation_time: time(memory.created),
        }
    }
}

fn rows(found: &[(&Account, Memory)]) -> String {
    let mut rows = vec![
        [
            "ID", "ACCOUNT", "NAME", "FROM", "INTO", "SEGMENTS", "CREATED",
        ]
        .map(str::to_owned),
    ];
    rows.extend(found.iter().map(|(account, memory)| {
        let details = MemoryDetails::new(account, memory);
        [
            details.translation_memory_id,
            details.account.to_owned(),
            details.name.to_owned(),
            details.source_language.to_owned(),
            details.target_languages.join(","),
            details.segment_count.to_string(),
            details.creation_time,
        ]
    }));
    table(&rows)
}
