//! Writes documents anew with translations that a measuring program can check, and says what it took:
//! `roundtrip MODE OUTPUT FILE...` with the files, or folders of files, and the folder for what is
//! written. Each line of the output is a JSON object. `scripts/documents/measure.py` uses it.
//!
//! The translations, by mode:
//! * `none`: no unit has one; what is measured is reading and copying;
//! * `identity`: each unit's own text;
//! * `upper`: its text in capitals, so that each letter that was missed shows;
//! * `longer`: its words, each a third longer;
//! * `reversed`: its words, each with its letters in reverse order: as long as they were;
//! * `arabic`, `chinese`: each word as letters of those scripts, into those languages;
//! * `shuffle`: its text with the codes in disorder, and some of them lost;
//! * `back`: in capitals, and what is written then is read and gets the first text again, so that every
//!   text has been replaced and the document must look as it did.
//!
//! With a language behind it, as in `upper:ar`, the document is written in that one, else in German; with a format behind that, as in
//! `upper:de:docx`, in that format. With `bilingual:` before it, as in `bilingual:upper:ar`, translations stand behind their sources. Text in pictures is recognised in the language with which the name of the file ends, as in `letter-fr.png`, or in
//! whatever it seems to be in.
//!
//! `/usr/bin/time --verbose` around it says how much memory the largest process took, LibreOffice's as well.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for a terminal"
)]

mod engines;
mod filters;

use std::error::Error;
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

use dragoman_documents::{Content, Document, Filters, Format, Options, Warning};
use dragoman_language::Language;

/// What was found in one document, what it took, and what was written.
struct Run {
    units: usize,
    letters: usize,
    /// Their codes.
    warnings: Vec<&'static str>,
    read_seconds: f64,
    write_seconds: f64,
    /// By the clock, with the time of other programs.
    seconds: f64,
    peak_kib: u64,
    output: Vec<u8>,
}

fn main() -> Result<(), Box<dyn Error>> {
    const USAGE: &str = "usage: roundtrip [bilingual:]MODE[:LANGUAGE[:FORMAT]] OUTPUT FILE...";
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().ok_or(USAGE)?;
    let behind = mode.strip_prefix("bilingual:");
    let mut parts = behind.unwrap_or(&mode).split(':');
    let mode = parts.next().unwrap_or_default();
    let language = parts.next().unwrap_or_else(|| engines::language(mode));
    let options = Options {
        output: parts.next().and_then(Format::of_extension),
        bilingual: behind.is_some(),
        ..Options::to(Language::parse(language)?)
    };
    let output = PathBuf::from(arguments.next().ok_or(USAGE)?);
    std::fs::create_dir_all(&output)?;
    let mut paths = Vec::new();
    for argument in arguments {
        paths.extend(files(Path::new(&argument))?);
    }
    let formats: Vec<Format> = paths.iter().filter_map(|path| format_of(path)).collect();
    let filters = filters::filters(&formats)?;
    for path in paths {
        let name = path.file_name().ok_or(USAGE)?.to_string_lossy();
        // Whatever happens to one, the others are measured.
        let options = Options {
            source: source(&path),
            ..options
        };
        let run = catch_unwind(AssertUnwindSafe(|| run(mode, &path, options, &filters)));
        let line = match run.unwrap_or_else(|_| Err("it panicked".into())) {
            Ok(run) => {
                std::fs::write(output.join(output_name(&path, options.output)), &run.output)?;
                line(&name, &run)
            }
            Err(error) => {
                let (name, error) = (quoted(&name), quoted(&error.to_string()));
                format!("{{\"file\": {name}, \"error\": {error}}}")
            }
        };
        println!("{line}");
    }
    Ok(())
}

fn format_of(path: &Path) -> Option<Format> {
    Format::of_extension(&path.extension()?.to_string_lossy())
}

/// The language with which the name of a file ends.
fn source(path: &Path) -> Option<Language> {
    let name = path.file_stem()?.to_str()?;
    name.rsplit_once('-')?.1.parse().ok()
}

/// The name of what is written of a document.
fn output_name(path: &Path, output: Option<Format>) -> PathBuf {
    let name = PathBuf::from(path.file_name().unwrap_or_default());
    let usual = || format_of(path).and_then(filters::output_extension);
    match output.map(Format::name).or_else(usual) {
        Some(extension) => name.with_extension(extension),
        None => name,
    }
}

/// The file, or the files of the folder in the order of their names.
fn files(path: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path)?;
    let mut files = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()?;
    files.retain(|file| file.is_file());
    files.sort();
    Ok(files)
}

fn run(
    mode: &str,
    path: &Path,
    options: Options,
    filters: &Filters,
) -> Result<Run, Box<dyn Error>> {
    let engine = engines::engine(mode)?;
    let format = format_of(path).ok_or("no format has this ending")?;
    let bytes = std::fs::read(path)?;
    let length = bytes.len();
    forget_peak();
    let before = memory("VmRSS:").saturating_sub(u64::try_from(length / 1024)?);
    let (begun, start) = (Instant::now(), processor_seconds());
    let mut document = filters.open(format, Box::new(Cursor::new(bytes)), options)?;
    let read_seconds = processor_seconds() - start;
    let units = document.units().iter();
    let translations: Vec<Option<Content>> = units.map(|unit| engine(&unit.content)).collect();
    let start = processor_seconds();
    let mut output = Vec::with_capacity(length);
    document.write(&translations, &mut output)?;
    let write_seconds = processor_seconds() - start;
    let seconds = begun.elapsed().as_secs_f64();
    let peak_kib = memory("VmHWM:").saturating_sub(before);
    if mode == "back" {
        let again = filters.open(format, Box::new(Cursor::new(output)), options)?;
        output = back(&*document, again)?;
    }
    let texts = document.units().iter().map(|unit| unit.content.text());
    let letters = |text: String| text.chars().filter(|letter| letter.is_alphabetic()).count();
    Ok(Run {
        units: document.units().len(),
        letters: texts.map(letters).sum(),
        warnings: document.warnings().iter().map(Warning::code).collect(),
        read_seconds,
        write_seconds,
        seconds,
        peak_kib,
        output,
    })
}

/// Gives a document that was written in capitals and read again the texts that it had.
fn back(document: &dyn Document, mut again: Box<dyn Document>) -> Result<Vec<u8>, Box<dyn Error>> {
    let units = document.units().iter();
    let texts: Vec<Option<Content>> = units.map(|unit| Some(unit.content.clone())).collect();
    let count = again.units().len();
    if count != texts.len() {
        return Err(format!("{} units have become {count}", texts.len()).into());
    }
    let mut output = Vec::new();
    again.write(&texts, &mut output)?;
    Ok(output)
}

/// A figure of this process in KiB by its name in `/proc/self/status`; 0 where there is none.
fn memory(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let figure = line.and_then(|line| line.split_whitespace().next());
    figure.and_then(|figure| figure.parse().ok()).unwrap_or(0)
}

/// The seconds that a processor has worked for this process, which other work on the machine does not enter; 0
/// where the system does not say.
fn processor_seconds() -> f64 {
    let statistics = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = statistics.split_whitespace().next();
    nanoseconds
        .and_then(|figure| figure.parse::<f64>().ok())
        .unwrap_or(0.0)
        / 1e9
}

/// Has the peak of memory counted from here on. Where the system cannot, it is that of the whole process,
/// which one file for each process makes the same.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

fn line(name: &str, run: &Run) -> String {
    let warnings: Vec<String> = run.warnings.iter().map(|code| quoted(code)).collect();
    format!(
        "{{\"file\": {}, \"units\": {}, \"letters\": {}, \"warnings\": [{}], \"read_seconds\": {}, \
         \"write_seconds\": {}, \"seconds\": {}, \"peak_kib\": {}}}",
        quoted(name),
        run.units,
        run.letters,
        warnings.join(", "),
        run.read_seconds,
        run.write_seconds,
        run.seconds,
        run.peak_kib
    )
}

/// A string as JSON writes it.
fn quoted(text: &str) -> String {
    let escaped: String = text
        .chars()
        .map(|letter| match letter {
            '"' | '\\' => format!("\\{letter}"),
            control if control.is_control() => format!("\\u{:04x}", u32::from(control)),
            letter => letter.to_string(),
        })
        .collect();
    format!("\"{escaped}\"")
}
