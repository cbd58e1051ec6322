use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::values::name;

#[derive(Debug, Subcommand)]
pub(crate) enum MemoryCommand {
    /// Make a translation memory from a TMX file
    Import(ImportMemoryArguments),
    /// Write a translation memory as TMX
    Export {
        #[command(flatten)]
        memory: MemoryArguments,
        /// The file to write, which must not exist [default: standard output]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// List translation memories
    List {
        /// Only those of this account
        #[arg(long, value_name = "NAME")]
        account: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Delete a translation memory for good
    Delete {
        #[command(flatten)]
        memory: MemoryArguments,
    },
}

#[derive(Debug, Args)]
pub(crate) struct ImportMemoryArguments {
    /// The TMX file
    #[arg(value_name = "FILE.tmx")]
    pub(crate) file: PathBuf,
    /// A name for the memory [default: that of the file]
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub(crate) name: Option<String>,
    /// The account that it is for; needed if there are several
    #[arg(long, value_name = "NAME")]
    pub(crate) account: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct MemoryArguments {
    /// The memory's id or name, as "memory list" shows it
    #[arg(value_name = "ID|NAME")]
    pub(crate) memory: String,
    /// The account that it belongs to [default: any]
    #[arg(long, value_name = "NAME")]
    pub(crate) account: Option<String>,
}
