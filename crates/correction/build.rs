//! Compresses the tables of rules and words, which are read once.

use std::error::Error;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::DeflateEncoder;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=rules");
    let folder = std::env::var_os("OUT_DIR").ok_or("Cargo says no folder")?;
    compress(Path::new("rules"), &Path::new(&folder).join("rules"))
}

/// Compresses all files of a folder and of those in it.
fn compress(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let compressed = to.join(path.file_name().ok_or("a file without a name")?);
        if path.is_dir() {
            compress(&path, &compressed)?;
        } else {
            let mut file = DeflateEncoder::new(File::create(compressed)?, Compression::best());
            file.write_all(&fs::read(path)?)?;
            file.finish()?;
        }
    }
    Ok(())
}
