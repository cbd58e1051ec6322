use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct BackupArguments {
    /// Where to; a folder that is empty or not there
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// Copy the secrets, too; whoever has them and the rest can read all documents
    #[arg(long)]
    pub(crate) with_secrets: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RestoreArguments {
    /// The folder of the backup
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
}
