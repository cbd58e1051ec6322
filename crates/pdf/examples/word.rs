//! Writes PDF files as documents of Word with their paragraphs as they are.
//!
//! usage: word FOLDER FILE...

use std::fs::File;
use std::io::{BufReader, BufWriter, Write as _, stderr};
use std::path::{Path, PathBuf};

use dragoman_documents::{Content, Document as _, Format, NoRecogniser, Options};
use dragoman_pdf::Pdf;
use dragoman_typesetting::Fonts;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let folder = arguments.next().ok_or("usage: word FOLDER FILE...")?;
    let fonts = Fonts::of_system();
    for path in arguments {
        let name = path.file_name().ok_or("a folder is no file")?;
        let output = folder.join(name).with_extension("docx");
        if let Err(error) = write(&path, &output, &fonts) {
            writeln!(stderr(), "{}: {error}", path.display())?;
        }
    }
    Ok(())
}

fn write(path: &Path, output: &Path, fonts: &Fonts) -> Result<(), Box<dyn std::error::Error>> {
    let options = Options {
        output: Some(Format::Docx),
        ..Options::to("en".parse()?)
    };
    let source = Box::new(BufReader::new(File::open(path)?));
    let none = NoRecogniser {
        remedy: "this example has none".into(),
    };
    let mut pdf = Pdf::open(source, options, fonts, &none)?;
    let units = pdf.units().iter();
    let same: Vec<Option<Content>> = units.map(|unit| Some(unit.content.clone())).collect();
    let mut file = BufWriter::new(File::create(output)?);
    pdf.write(&same, &mut file)?;
    file.flush()?;
    for warning in pdf.warnings() {
        writeln!(stderr(), "{}: {warning}", path.display())?;
    }
    Ok(())
}
