//! Makes the table of `crates/detection`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, bail};
use make_detection_table::make;
use make_detection_table::sources::Folders;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [lingua, udhr, django, threshold, target] = arguments.as_slice() else {
        bail!("usage: make-detection-table LINGUA UDHR DJANGO THRESHOLD TARGET");
    };
    let folders = Folders {
        lingua: PathBuf::from(lingua),
        udhr: PathBuf::from(udhr),
        django: PathBuf::from(django),
    };
    fs::write(target, make(&folders, threshold.parse()?)?)?;
    Ok(())
}
