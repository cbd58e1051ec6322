//! Writes the seeds and the dictionary of targets for libFuzzer: `seeds OUTPUT TARGET...`. Documents in the folder
//! `DRAGOMAN_DOCUMENT_DATA`, which has a folder for each format, are seeds, too, if they are small.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use dragoman_fuzzing::{Target, dictionary, seeds};

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let output = PathBuf::from(arguments.next().context("no folder for the output")?);
    let more = std::env::var_os("DRAGOMAN_DOCUMENT_DATA").map(PathBuf::from);
    for name in arguments {
        let target = Target::named(&name).with_context(|| format!("no target is called {name}"))?;
        write_for(target, &output, more.as_deref())?;
    }
    Ok(())
}

fn write_for(target: Target, output: &Path, more: Option<&Path>) -> Result<()> {
    let folder = output.join(target.name);
    fs::create_dir_all(&folder)?;
    let seeds = seeds(target, more)?;
    for (index, seed) in seeds.iter().enumerate() {
        fs::write(folder.join(format!("seed-{index:04}")), seed)?;
    }
    // libFuzzer takes no empty file.
    let mut lines = String::from("# What the reader knows by name.\n");
    for word in dictionary(target, &seeds)? {
        writeln!(lines, "\"{}\"", escaped(&word))?;
    }
    fs::write(output.join(format!("{}.dict", target.name)), lines)?;
    Ok(())
}

/// A word as libFuzzer's dictionaries write it.
fn escaped(word: &[u8]) -> String {
    let mut text = String::new();
    for &byte in word {
        match byte {
            b'"' | b'\\' => text.push_str(&format!("\\x{byte:02x}")),
            0x20..0x7f => text.push(char::from(byte)),
            _ => text.push_str(&format!("\\x{byte:02x}")),
        }
    }
    text
}
