//! Writes a picture with its text in capitals, or with the same text painted again, and says how much of it is found in the
//! result.
//!
//! usage: repaint upper|same IN OUT [LANGUAGE]

use std::collections::HashMap;
use std::error::Error;
use std::fs::{self, File};
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dragoman_document_programs::{Runner, Tesseract, TesseractLimits};
use dragoman_documents::{Content, Document, Filter as _, Format, Options, Piece, TextRecogniser};
use dragoman_pictures::PictureFilter;
use dragoman_sandbox::find_program;
use dragoman_typesetting::Fonts;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, input, output, language @ ..] = arguments.as_slice() else {
        return Err("usage: repaint upper|same IN OUT [LANGUAGE]".into());
    };
    let program = find_program("tesseract", &[PathBuf::from("/usr/bin")]);
    let program = program.ok_or("Tesseract is not installed")?;
    let tesseract = Tesseract::new(program, Runner::new(None), TesseractLimits::default())?;
    let recogniser: Arc<dyn TextRecogniser> = Arc::new(tesseract);
    let ending = Path::new(input)
        .extension()
        .and_then(|it| it.to_str())
        .unwrap_or_default();
    let fonts = Fonts::of_system();
    let filter = match Format::of_extension(ending) {
        Some(Format::Png) => PictureFilter::png(recogniser, fonts),
        Some(Format::Jpeg) => PictureFilter::jpeg(recogniser, fonts),
        _ => return Err("neither png nor jpeg".into()),
    };
    let mut options = Options::to("de".parse()?);
    options.source = language.first().map(|tag| tag.parse()).transpose()?;
    let mut document = filter.open(Box::new(File::open(input)?), options)?;
    let wanted: Vec<String> = document
        .units()
        .iter()
        .map(|unit| match kind.as_str() {
            "upper" => unit.content.text().to_uppercase(),
            // Not quite the same, so that it is painted.
            _ => format!("{}\u{200b}", unit.content.text()),
        })
        .collect();
    let translations: Vec<Option<Content>> = wanted
        .iter()
        .map(|text| Some(Content::new([Piece::Text(text.clone())])))
        .collect();
    let mut file = Vec::new();
    document.write(&translations, &mut file)?;
    fs::write(output, &file)?;
    let again = filter.open(Box::new(Cursor::new(file)), options)?;
    let (found, all) = recall(&wanted, &*again);
    let mut out = std::io::stdout();
    writeln!(
        out,
        "{found} of {all} words found again in {} paragraphs: {input}",
        wanted.len()
    )?;
    if std::env::var_os("SHOW").is_some() {
        for (wanted, unit) in wanted.iter().zip(again.units()) {
            writeln!(out, "- {wanted}\n+ {}", unit.content.text())?;
        }
    }
    for warning in document.warnings() {
        writeln!(out, "  {warning}")?;
    }
    Ok(())
}

/// How many words of some texts are in a document, and how many there are.
fn recall(wanted: &[String], document: &dyn Document) -> (usize, usize) {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| !letter.is_alphanumeric());
        words
            .filter(|word| !word.is_empty())
            .map(str::to_uppercase)
            .collect()
    };
    let mut there: HashMap<String, usize> = HashMap::new();
    for unit in document.units() {
        for word in words(&unit.content.text()) {
            *there.entry(word).or_default() += 1;
        }
    }
    let wanted: Vec<String> = wanted.iter().flat_map(|text| words(text)).collect();
    let all = wanted.len();
    let found = wanted.into_iter().filter(|word| match there.get_mut(word) {
        Some(left) if *left > 0 => {
            *left -= 1;
            true
        }
        _ => false,
    });
    (found.count(), all)
}
