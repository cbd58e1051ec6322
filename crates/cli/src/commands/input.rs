use std::fs;
use std::io::{self, Read};

use anyhow::{Context, Result};

use crate::arguments::InputArguments;

/// The texts that a command works on: its arguments, or one file, or all of standard input.
pub(super) fn read(arguments: &InputArguments) -> Result<Vec<String>> {
    if let Some(file) = &arguments.file {
        let text = fs::read_to_string(file)
            .with_context(|| format!("{} cannot be read as UTF-8 text", file.display()))?;
        return Ok(vec![text]);
    }
    if !arguments.texts.is_empty() {
        return Ok(arguments.texts.clone());
    }
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .context("standard input cannot be read as UTF-8 text")?;
    Ok(vec![text])
}
