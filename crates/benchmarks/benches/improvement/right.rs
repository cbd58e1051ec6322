//! What becomes of a text that has no mistakes.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use dragoman_domain::{Language, Proofreader};

use crate::{LONGEST_TEXT, proofread};

/// Reads a file line by line and shows those that are changed, before and after. Empty lines, and those that are longer
/// than a text may be, are left out.
pub(crate) async fn show_changes(
    proofreaders: &[Arc<dyn Proofreader>],
    file: &Path,
    language: Language,
) -> Result<()> {
    let text = fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
    let (mut lines, mut changed) = (0_usize, 0_usize);
    for line in text.lines() {
        if line.trim().is_empty() || line.len() > LONGEST_TEXT {
            continue;
        }
        lines += 1;
        let made = proofread(proofreaders, language, line).await?;
        if made != line {
            changed += 1;
            println!("- {line}\n+ {made}\n");
        }
    }
    println!("{changed} of {lines} lines changed");
    Ok(())
}
