//! Converts documents of old Word and translates them into capitals, and says what it took: `convert OUTPUT FILE...` with the
//! folder for what is written. Each line of the output is a JSON object. `/usr/bin/time --verbose` around it says how much
//! memory the largest process took.

#![allow(clippy::print_stdout, reason = "a program for a terminal")]

use std::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use dragoman_document_programs::{DocFilter, JobFolders, LibreOffice, OfficeLimits, Runner};
use dragoman_documents::{Content, DocumentError, Filter, Options, Piece};
use dragoman_sandbox::{Launcher, Protections, Sandbox};

const USAGE: &str = "usage: convert OUTPUT FILE...";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let output = arguments.next().ok_or(USAGE)?;
    fs::create_dir_all(&output)?;
    let filter = filter()?;
    for path in arguments {
        let begun = Instant::now();
        let name = path
            .file_stem()
            .ok_or(USAGE)?
            .to_string_lossy()
            .into_owned();
        let result = match convert(&filter, &path, &output.join(format!("{name}.docx"))) {
            Ok((units, letters)) => format!("\"units\": {units}, \"letters\": {letters}"),
            Err(error) => format!("\"error\": {:?}", error.to_string()),
        };
        let seconds = begun.elapsed().as_secs_f64();
        println!("{{\"file\": {name:?}, {result}, \"seconds\": {seconds:.3}}}");
    }
    Ok(())
}

/// The filter with the LibreOffice that is installed, confined as the server has it.
fn filter() -> Result<DocFilter, Box<dyn Error>> {
    let program = LibreOffice::find("soffice", &["/usr/bin".into(), "/usr/local/bin".into()]);
    let program = program.ok_or("LibreOffice is not installed")?;
    let beside = std::env::current_exe()?;
    let launcher = beside
        .parent()
        .and_then(Path::parent)
        .ok_or("no launcher")?;
    let launcher = Launcher::new(launcher.join("confine-document-programs"), Vec::new());
    let protections = Protections::probe(&launcher);
    let runner = Runner::new(Some(Sandbox::new(launcher, &protections)));
    let folders = JobFolders::new(std::env::temp_dir());
    let office = LibreOffice::new(program, runner, folders, OfficeLimits::default());
    office.check()?;
    Ok(DocFilter::new(Arc::new(office)))
}

/// Writes the document in capitals; how many units and letters it has.
fn convert(
    filter: &DocFilter,
    path: &Path,
    output: &Path,
) -> Result<(usize, usize), DocumentError> {
    let target = "de".parse().map_err(|_| DocumentError::GivenUp)?;
    let mut document = filter.open(Box::new(File::open(path)?), Options::to(target))?;
    let mut letters = 0;
    let translations: Vec<Option<Content>> = document
        .units()
        .iter()
        .map(|unit| {
            let text = unit.content.text();
            letters += text.chars().filter(|letter| letter.is_alphabetic()).count();
            let pieces = unit.content.pieces().iter().map(|piece| match piece {
                Piece::Text(text) => Piece::Text(text.to_uppercase()),
                code => code.clone(),
            });
            Some(Content::new(pieces))
        })
        .collect();
    document.write(&translations, &mut File::create(output)?)?;
    Ok((translations.len(), letters))
}
