//! Writes a PDF file with its paragraphs set anew: as they are, or in capitals.
//!
//! usage: retype same|upper IN OUT

use std::fs::File;
use std::io::{BufReader, BufWriter, Write as _};

use dragoman_documents::{Content, Document as _, Options, Piece};
use dragoman_pdf::Pdf;
use dragoman_typesetting::Fonts;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, input, output] = arguments.as_slice() else {
        return Err("usage: retype same|upper IN OUT".into());
    };
    let source = Box::new(BufReader::new(File::open(input)?));
    let mut pdf = Pdf::open(source, Options::to("de".parse()?), &Fonts::of_system())?;
    let translations: Vec<Option<Content>> = pdf
        .units()
        .iter()
        .map(|unit| {
            let pieces = unit.content.pieces().iter().map(|piece| match piece {
                Piece::Text(text) if kind == "upper" => Piece::Text(text.to_uppercase()),
                piece => piece.clone(),
            });
            Some(Content::new(pieces))
        })
        .collect();
    let mut file = BufWriter::new(File::create(output)?);
    pdf.write(&translations, &mut file)?;
    file.flush()?;
    for warning in pdf.warnings() {
        writeln!(std::io::stderr(), "{warning}")?;
    }
    Ok(())
}
