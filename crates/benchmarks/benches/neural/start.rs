//! From files on the disk to the first translation.

use std::fs::{self, File};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use rustix::fs::{Advice, fadvise};
use serde_json::{Value, json};

use crate::model::Subject;
use crate::{Options, process};

/// Drops the model from the page cache, translates one line, and looks at the memory it took.
pub(crate) async fn measure(subject: &Subject, lines: &[&str]) -> Result<Value> {
    let line = lines.first().context("the text is empty")?;
    let engine = subject.engine(1, 0, &Options(Vec::new()))?;
    drop_from_cache(&subject.installation.folder().join("data/models"))?;
    let before = process::memory(std::process::id())?;
    let begun = Instant::now();
    engine.translate(&[line]).await?;
    let milliseconds = begun.elapsed().as_secs_f64() * 1e3;
    let after = process::memory(std::process::id())?;
    Ok(json!({
        "milliseconds": milliseconds,
        "private_bytes": after.private.saturating_sub(before.private),
        "file_bytes": after.file.saturating_sub(before.file),
        // Asked last: a model that was loaded before would have left memory to the next.
        "packed_bytes": subject.load()?.packed_bytes(),
    }))
}

fn drop_from_cache(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            drop_from_cache(&path)?;
        } else {
            let file = File::open(path)?;
            // Only what is on the disk can be dropped.
            file.sync_all()?;
            fadvise(&file, 0, None, Advice::DontNeed)?;
        }
    }
    Ok(())
}
