use std::fmt;
use std::process::ExitCode;

use anyhow::Result;

use super::output::say;
use crate::arguments::{MigrateArguments, refuse};
use crate::configuration::Configuration;
use crate::data_options::{DATABASE_FORM, is_database};
use crate::migration::{self, Moved};
use crate::progress::tell;

/// Moves what is in the data folder to what several machines share, or back.
pub(super) async fn run(
    arguments: &MigrateArguments,
    configuration: &Configuration,
) -> Result<ExitCode> {
    let data = &configuration.data;
    let shared_at = |option: &str, address: &str| {
        if !is_database(address) {
            refuse(format_args!("--{option} {DATABASE_FORM}"));
        }
        data.shared_at(address, &arguments.objects)
    };
    let (moved, next) = match (&arguments.to, &arguments.from) {
        (Some(to), _) => {
            let shared = shared_at("to", to.expose());
            let moved = Box::pin(migration::to_shared(data, shared)).await?;
            let next = Next::Shared(&arguments.objects).of(&moved);
            (moved, next)
        }
        (None, Some(from)) => {
            let shared = shared_at("from", from.expose());
            let moved = Box::pin(migration::to_folder(data, shared)).await?;
            let next = Next::Folder.of(&moved);
            (moved, next)
        }
        (None, None) => refuse("give --to or --from"),
    };
    say(&moved)?;
    say(next)?;
    for file in &moved.files.missing {
        tell(format_args!("It was missing before: {file}."));
    }
    Ok(match moved.files.missing.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

impl fmt::Display for Moved {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let longest = self.tables.iter().map(|table| table.table.len()).max();
        let width = longest.unwrap_or_default();
        writeln!(
            formatter,
            "{:width$}  {:>10}  {:>10}",
            "TABLE", "ROWS", "NEW"
        )?;
        let (mut rows, mut added) = (0, 0);
        for table in &self.tables {
            writeln!(
                formatter,
                "{:width$}  {:>10}  {:>10}",
                table.table, table.rows, table.added
            )?;
            rows += table.rows;
            added += table.added;
        }
        writeln!(formatter, "{:width$}  {rows:>10}  {added:>10}", "all")?;
        let files = &self.files;
        write!(
            formatter,
            "Files in both places: {} of documents, {} of translation memories, {} of imports and exports; {} of them \
             are new.\nAll rows were read again on both sides, and all files: their SHA-256 digests agree.",
            files.documents, files.memories, files.jobs, files.copied
        )
    }
}

/// Where everything is now.
enum Next<'a> {
    /// In a database and this storage of files.
    Shared(&'a str),
    Folder,
}

impl Next<'_> {
    /// What is to be done now.
    fn of(&self, moved: &Moved) -> String {
        match self {
            Self::Shared(objects) => {
                let secrets: Vec<String> = moved
                    .secrets
                    .iter()
                    .map(|path| path.display().to_string())
                    .collect();
                format!(
                    "Next, on every machine: set data.database to the address of the database and data.objects to \
                     \"{objects}\", copy {} to its data folder or to its data.secrets_folder, and start its server. What \
                     is in the data folder here is not used any more; keep it until you are sure.",
                    secrets.join(" and ")
                )
            }
            Self::Folder => "Next: take data.database and data.objects out of the configuration, and start the one server \
                             of this data folder. The database and its files are as they were; keep them until you are \
                             sure."
                .to_owned(),
        }
    }
}
