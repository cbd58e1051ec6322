//! Prints the paragraphs of the PDF files that are named, one in a line, and an empty line between pages.

use std::fs;
use std::io::{Write as _, stdout};

use dragoman_documents::Limits;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut output = stdout().lock();
    for path in std::env::args_os().skip(1) {
        for page in dragoman_pdf::text_of_pages(fs::read(&path)?, &Limits::default())? {
            for paragraph in page.paragraphs {
                writeln!(output, "{paragraph}")?;
            }
            writeln!(output)?;
        }
    }
    Ok(())
}
