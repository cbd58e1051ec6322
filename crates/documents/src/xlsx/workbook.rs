use std::collections::{BTreeMap, BTreeSet};

use crate::DocumentError;
use crate::office::names::Namespace::{self, Sheet};
use crate::office::package::{self, Part, decode};
use crate::office::stories::Stories;
use crate::xml::{Edits, Reader, Token};

use super::FORMAT;
use super::formulas::{Formulas, Renamed};
use super::strings::Texts;

/// A sheet of a workbook, in the workbook's order.
#[derive(Debug)]
pub(super) struct SheetPart {
    pub(super) part: Part,
    pub(super) is_hidden: bool,
}

/// The sheets of a workbook. Its defined names are taken note of.
///
/// # Errors
/// [`DocumentError::Malformed`] for what is no workbook; those of the archive and the reader.
pub(super) fn sheets(
    stories: &mut Stories,
    main: &Part,
    formulas: &mut Formulas,
) -> Result<Vec<SheetPart>, DocumentError> {
    let depth = stories.options.limits.depth;
    let bytes = stories.archive.read(&main.name)?.unwrap_or_default();
    let decoded = decode(&bytes, FORMAT)?;
    let related = package::relationships(&mut stories.archive, &main.name, FORMAT, depth)?;
    let mut by_id: BTreeMap<String, Part> = related
        .into_iter()
        .map(|relationship| (relationship.id, relationship.part))
        .collect();
    let mut sheets = Vec::new();
    let mut seen = BTreeSet::new();
    let mut is_first = true;
    let mut reader = Reader::new(&decoded.text, Namespace::of, FORMAT, depth);
    loop {
        match reader.next()? {
            Token::Start(tag) => {
                let is_ours = tag.namespace == Sheet;
                if is_first && !(is_ours && tag.name == "workbook") {
                    return Err(malformed("its main part is not that of a workbook"));
                }
                is_first = false;
                if is_ours && tag.name == "sheet" {
                    let mut attributes = tag.attributes();
                    let id = attributes.find(|attribute| attribute.full_name.ends_with(":id"));
                    let state = tag.attribute("state");
                    let is_hidden = state.is_some_and(|state| state.raw != "visible");
                    let part = id.and_then(|id| by_id.remove(&id.value()));
                    let part = part.filter(|part| seen.insert(part.name.clone()));
                    sheets.extend(part.map(|part| SheetPart { part, is_hidden }));
                } else if is_ours && tag.name == "definedName" {
                    formulas.add(&reader.text()?.0, None);
                }
            }
            Token::Eof if is_first => return Err(malformed("its main part is empty")),
            Token::Eof => return Ok(sheets),
            _ => {}
        }
    }
}

pub(super) fn malformed(reason: &str) -> DocumentError {
    DocumentError::Malformed {
        format: FORMAT,
        reason: reason.to_owned(),
    }
}

/// Renames columns in the formulas of defined names, and tells programs to calculate formulas when they open the
/// workbook, if some have text as their results: it is that of the original still.
///
/// # Errors
/// Those of the reader.
pub(super) fn written(
    mut texts: Texts<'_, '_, '_>,
    has_results: bool,
    names: &Renamed,
) -> Result<Edits, DocumentError> {
    loop {
        match texts.reader.next()? {
            Token::Start(tag) if tag.namespace == Sheet && tag.name == "definedName" => {
                texts.formula(&tag, names, None)?;
            }
            Token::Start(tag) if tag.namespace == Sheet && tag.name == "calcPr" && has_results => {
                let edits = &mut texts.edits;
                match tag.attribute("fullCalcOnLoad") {
                    Some(found) => edits.replace(found.range, "1".to_owned()),
                    None => {
                        let place = tag.range.start + 1 + tag.full_name.len();
                        edits.replace(place..place, " fullCalcOnLoad=\"1\"".to_owned());
                    }
                }
            }
            Token::Eof => return Ok(texts.edits),
            _ => {}
        }
    }
}

/// The names by which pivot tables and filters beside a sheet call columns.
///
/// # Errors
/// Those of the archive and the reader.
pub(super) fn fields(
    stories: &mut Stories,
    parts: &[Part],
) -> Result<BTreeSet<String>, DocumentError> {
    let depth = stories.options.limits.depth;
    let mut names = BTreeSet::new();
    for part in parts {
        let (element, attribute) = match part.kind.as_str() {
            "pivotCacheDefinition" => ("cacheField", "name"),
            "slicerCache" => ("slicerCacheDefinition", "sourceName"),
            "timelineCache" => ("timelineCacheDefinition", "sourceName"),
            _ => continue,
        };
        let bytes = stories.archive.read(&part.name)?.unwrap_or_default();
        let decoded = decode(&bytes, FORMAT)?;
        let mut reader = Reader::new(&decoded.text, Namespace::of, FORMAT, depth);
        loop {
            match reader.next()? {
                Token::Start(tag) if tag.name == element => {
                    names.extend(tag.attribute(attribute).map(|name| name.value()));
                }
                Token::Eof => break,
                _ => {}
            }
        }
    }
    Ok(names)
}
