//! Writes documents anew with translations that a measuring program can check, and says what it took:
//! `roundtrip MODE OUTPUT FILE...` with the files, or folders of files, and the folder for what is
//! written. Each line of the output is a JSON object. `scripts/documents/measure.py` uses it.
//!
//! The translations, by mode:
//! * `none`: no unit has one; what is measured is reading and copying;
//! * `identity`: each unit's own text;
//! * `upper`: its text in capitals, so that each letter that was missed shows;
//! * `longer`: its text and nearly a third more;
//! * `shuffle`: its text with the codes in disorder, and some of them lost;
//! * `back`: in capitals, and what is written then is read and gets the first text again, so that every
//!   text has been replaced and the document must look as it did.
//!
//! With a language behind it, as in `upper:ar`, the document is written in that one, else in German.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for a terminal"
)]

use std::error::Error;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use dragoman_documents::{Content, Document, Filters, Format, Options, Piece};
use dragoman_language::Language;

/// What was found in one document, what it took, and what was written.
struct Run {
    units: usize,
    letters: usize,
    warnings: usize,
    read_seconds: f64,
    write_seconds: f64,
    peak_kib: u64,
    output: Vec<u8>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage =
        "usage: roundtrip none|identity|upper|longer|shuffle|back[:LANGUAGE] OUTPUT FILE...";
    let mode = arguments.next().ok_or(usage)?;
    let (mode, language) = mode.split_once(':').unwrap_or((mode.as_str(), "de"));
    let options = Options::to(Language::parse(language)?);
    let output = PathBuf::from(arguments.next().ok_or(usage)?);
    std::fs::create_dir_all(&output)?;
    for argument in arguments {
        for path in files(Path::new(&argument))? {
            let name = path
                .file_name()
                .ok_or(usage)?
                .to_string_lossy()
                .into_owned();
            let line = match run(mode, &path, options) {
                Ok(run) => {
                    std::fs::write(output.join(&name), &run.output)?;
                    line(&name, &run)
                }
                Err(error) => {
                    let (name, error) = (quoted(&name), quoted(&error.to_string()));
                    format!("{{\"file\": {name}, \"error\": {error}}}")
                }
            };
            println!("{line}");
        }
    }
    Ok(())
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

fn run(mode: &str, path: &Path, options: Options) -> Result<Run, Box<dyn Error>> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let format = Format::of_extension(&extension).ok_or("no format has this ending")?;
    let bytes = std::fs::read(path)?;
    let length = bytes.len();
    forget_peak();
    let before = memory("VmRSS:").saturating_sub(u64::try_from(length / 1024)?);
    let start = processor_seconds();
    let mut document = Filters::standard().open(format, Box::new(Cursor::new(bytes)), options)?;
    let read_seconds = processor_seconds() - start;
    let translations = translations(mode, &*document)?;
    let start = processor_seconds();
    let mut output = Vec::with_capacity(length);
    document.write(&translations, &mut output)?;
    let write_seconds = processor_seconds() - start;
    let peak_kib = memory("VmHWM:").saturating_sub(before);
    if mode == "back" {
        let again = Filters::standard().open(format, Box::new(Cursor::new(output)), options)?;
        output = back(&*document, again)?;
    }
    let texts = document.units().iter().map(|unit| unit.content.text());
    let letters = |text: String| text.chars().filter(|letter| letter.is_alphabetic()).count();
    Ok(Run {
        units: document.units().len(),
        letters: texts.map(letters).sum(),
        warnings: document.warnings().len(),
        read_seconds,
        write_seconds,
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

fn translations(
    mode: &str,
    document: &dyn Document,
) -> Result<Vec<Option<Content>>, Box<dyn Error>> {
    let translate: fn(&Content) -> Option<Content> = match mode {
        "none" => |_| None,
        "identity" => |content| Some(content.clone()),
        "upper" | "back" => |content| Some(with_texts(content, |text| text.to_uppercase())),
        "longer" => |content| Some(with_texts(content, longer)),
        "shuffle" => |content| Some(shuffled(content)),
        _ => return Err(format!("there is no mode {mode}").into()),
    };
    let units = document.units().iter();
    Ok(units.map(|unit| translate(&unit.content)).collect())
}

fn with_texts(content: &Content, change: impl Fn(&str) -> String) -> Content {
    Content::new(content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(change(text)),
        code => code.clone(),
    }))
}

/// The text, and its beginning again behind it.
fn longer(text: &str) -> String {
    let count = text.chars().count() * 3 / 10;
    let more: String = text.chars().take(count).collect();
    format!("{text}{more}")
}

/// The texts in their order, the codes backwards, the wrong way round and each third missing.
fn shuffled(content: &Content) -> Content {
    let codes = content
        .pieces()
        .iter()
        .rev()
        .filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Open(id) => Some(Piece::Close(*id)),
            Piece::Close(id) => Some(Piece::Open(*id)),
            Piece::Mark(id) => Some(Piece::Mark(*id)),
        });
    let mut codes = codes
        .enumerate()
        .filter(|(number, _)| number % 3 != 2)
        .map(|(_, code)| code);
    let mut pieces = Vec::new();
    for piece in content.pieces() {
        match piece {
            Piece::Text(text) => pieces.push(Piece::Text(text.clone())),
            Piece::Open(_) | Piece::Close(_) | Piece::Mark(_) => pieces.extend(codes.next()),
        }
    }
    Content::new(pieces)
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
    format!(
        "{{\"file\": {}, \"units\": {}, \"letters\": {}, \"warnings\": {}, \"read_seconds\": {}, \
         \"write_seconds\": {}, \"peak_kib\": {}}}",
        quoted(name),
        run.units,
        run.letters,
        run.warnings,
        run.read_seconds,
        run.write_seconds,
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
