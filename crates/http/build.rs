//! Takes from the archive of Swagger UI what the page of the documentation uses, compressed as it is there. The
//! archive has three times as much.

use std::error::Error;
use std::fs::File;
use std::io::Cursor;
use std::path::Path;

use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;
use zip::{ZipArchive, ZipWriter};

#[path = "src/documentation/files.rs"]
mod files;

/// The terms under which the files may be given away, which go with them.
const TERMS: [&str; 2] = ["LICENSE", "NOTICE"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/documentation/files.rs");
    let folder = std::env::var_os("OUT_DIR").ok_or("Cargo says no folder")?;
    let mut release = ZipArchive::new(Cursor::new(SWAGGER_UI_VENDORED))?;
    let mut kept = ZipWriter::new(File::create(Path::new(&folder).join("swagger-ui.zip"))?);
    for index in 0..release.len() {
        let file = release.by_index_raw(index)?;
        let path = file.name()?.into_owned();
        let is_used = files::TYPES
            .iter()
            .any(|(name, _)| path.ends_with(&files::path(name)));
        // The folder of the release is the only one above them.
        let is_of_terms = path
            .split_once('/')
            .is_some_and(|(_, name)| TERMS.contains(&name));
        if is_used || is_of_terms {
            kept.raw_copy_file(file)?;
        }
    }
    kept.finish()?;
    Ok(())
}
