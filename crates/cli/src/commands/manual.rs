use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::CommandFactory;

use super::output::say;
use crate::arguments::Arguments;

/// Writes the man pages, made from the same description as the help.
pub(super) fn write(folder: &Path) -> Result<ExitCode> {
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Arguments::command(), folder))
        .with_context(|| format!("{} cannot be written", folder.display()))?;
    say(format_args!("The man pages are in {}.", folder.display()))
}
