//! Packs the list of rare words, so that it can be searched where it lies.

use std::error::Error;
use std::fs;
use std::path::Path;

use fst::Set;

const LIST: &str = "rules/rare.txt";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={LIST}");
    let folder = std::env::var_os("OUT_DIR").ok_or("Cargo says no folder")?;
    let words = Set::from_iter(fs::read_to_string(LIST)?.lines())?;
    fs::write(
        Path::new(&folder).join("rare.fst"),
        words.as_fst().as_bytes(),
    )?;
    Ok(())
}
