use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct McpArguments {
    /// The address of the server that does the work [default: where the configuration says that it listens]
    #[arg(long, value_name = "URL")]
    pub(crate) server: Option<String>,
    /// The file with the key that it is asked with, alone [default: the variable `DRAGOMAN_API_KEY` has the key]
    #[arg(long, value_name = "FILE")]
    pub(crate) key_file: Option<PathBuf>,
}
