use crate::DocumentError;
use crate::office::inline::ParagraphOptions;
use crate::xml::Edits;

use super::paragraph::Paragraph;
use super::scanner::Token;
use super::strings;
use super::unit_pass::UnitPass;

/// Goes over the file, and gives the replacements that its translations make.
///
/// # Errors
/// Those of the scanner and of the pass.
pub(super) fn walk(mut pass: UnitPass<'_, '_, '_>) -> Result<Edits, DocumentError> {
    loop {
        match pass.scanner.next()? {
            Token::Open(name, start) => statement(&mut pass, name, start)?,
            Token::Eof => return Ok(pass.edits),
            _ => {}
        }
    }
}

fn statement(
    pass: &mut UnitPass<'_, '_, '_>,
    name: &str,
    start: usize,
) -> Result<(), DocumentError> {
    if pass.seen.unseen.contains(&start) {
        return pass.scanner.skip().map(drop);
    }
    match name {
        "Para" => return paragraph(pass, false),
        "TextLine" => return paragraph(pass, true),
        "Pgf" => return pass.numbering(),
        "XRefDef" | "VariableDef" => {
            let (value, _) = pass.scanner.value()?;
            return value.map_or(Ok(()), |range| pass.value(range));
        }
        "TextFlow" | "CellContent" | "TblTitleContent" | "FNote" => pass.condition.clear(),
        _ => {}
    }
    loop {
        match pass.scanner.next()? {
            Token::Open(name, start) => statement(pass, name, start)?,
            Token::Close(_) | Token::Eof => return Ok(()),
            _ => {}
        }
    }
}

fn paragraph(pass: &mut UnitPass<'_, '_, '_>, is_line: bool) -> Result<(), DocumentError> {
    let paragraph = Paragraph::read(pass, is_line)?;
    let Some(written) = paragraph.finish() else {
        return Ok(());
    };
    let options = ParagraphOptions {
        first: Some(written.first),
        last: Some(written.last),
        escape: if pass.in_roman {
            |text| strings::write_line(text, true)
        } else {
            |text| strings::write_line(text, false)
        },
        joins_texts: false,
        // A reference within a reference has no end of its own.
        nests: false,
    };
    pass.place(
        written.inline,
        written.range,
        options,
        "\n   <String `",
        "'>",
    )
}
