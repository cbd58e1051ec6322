//! The settings of a document.

use std::ops::Range;

use crate::DocumentError;
use crate::office::names::Namespace::{self, Word};
use crate::xml::{Edits, Reader, Tag, Token};

use super::FORMAT;
use super::marks::Marks;
use super::properties::is_on;

/// Says that programs leave a line of justified text that a line break ends as it is, as they leave the last one. So the
/// end of a source looks as before when its translation follows it.
const KEEPS_LAST_LINES: &str = "doNotExpandShiftReturn";

/// What may stand before it among the settings for compatibility.
const BEFORE_FLAG: [&str; 10] = [
    "useSingleBorderforContiguousCells",
    "wpJustification",
    "noTabHangInd",
    "noLeading",
    "spaceForUL",
    "noColumnBalance",
    "balanceSingleByteDoubleByteWidth",
    "noExtraLineSpacing",
    "doNotLeaveBackslashAlone",
    "ulTrailSpace",
];

/// What may follow the settings for compatibility. What is of other namespaces may as well.
const AFTER_COMPATIBILITY: [&str; 14] = [
    "docVars",
    "rsids",
    "attachedSchema",
    "themeFontLang",
    "clrSchemeMapping",
    "doNotIncludeSubdocsInStats",
    "doNotAutoCompressPictures",
    "forceUpgrade",
    "captions",
    "readModeInkLockDown",
    "smartTagType",
    "shapeDefaults",
    "decimalSymbol",
    "listSeparator",
];

/// The namespace of word processors in strict documents, which have no such setting.
const STRICT: &str = "http://purl.oclc.org/ooxml/wordprocessingml/main";

/// Sets the language for which a document's theme gives fonts, and how lines before translations look. Without marks the
/// part is only read, which says whether that can be done when the document is written.
///
/// # Errors
/// Those of the reader.
pub(super) fn mark(
    part: &str,
    marks: Option<&Marks>,
    depth: usize,
) -> Result<Edits, DocumentError> {
    let mut reader = Reader::new(part, Namespace::of, FORMAT, depth);
    let mut edits = Edits::default();
    let mut prefix = None;
    let mut wants_flag = marks.is_some_and(Marks::is_behind) && !part.contains(STRICT);
    loop {
        match reader.next()? {
            Token::Start(tag) if prefix.is_none() => {
                wants_flag &= !tag.is_empty;
                prefix = tag.full_name.strip_suffix("settings");
                if prefix.is_none() {
                    return Ok(edits);
                }
            }
            Token::Start(tag) => {
                let prefix = prefix.unwrap_or_default();
                let follows = tag.namespace != Word || AFTER_COMPATIBILITY.contains(&tag.name);
                if wants_flag && follows {
                    edits.replace(tag.range.start..tag.range.start, compatibility(prefix));
                    wants_flag = false;
                }
                if (tag.namespace, tag.name) == (Word, "compat") {
                    keep_last_lines(&mut reader, &tag, wants_flag, &mut edits)?;
                    wants_flag = false;
                    continue;
                }
                if let Some(marks) = marks.filter(|_| tag.name == "themeFontLang") {
                    marks.set_theme_language(&tag, &mut edits);
                }
                reader.skip()?;
            }
            Token::End(range) if wants_flag => {
                let text = compatibility(prefix.unwrap_or_default());
                edits.replace(range.start..range.start, text);
                wants_flag = false;
            }
            Token::Eof => return Ok(edits),
            _ => {}
        }
    }
}

fn compatibility(prefix: &str) -> String {
    format!("<{prefix}compat><{prefix}{KEEPS_LAST_LINES}/></{prefix}compat>")
}

/// Reads the settings for compatibility, whose start was read last, and sets the one for lines if it is wanted.
fn keep_last_lines<'a>(
    reader: &mut Reader<'a, Namespace>,
    tag: &Tag<'a, Namespace>,
    mut wants_flag: bool,
    edits: &mut Edits,
) -> Result<(), DocumentError> {
    let prefix = tag.full_name.strip_suffix("compat").unwrap_or_default();
    let mut place: Option<Range<usize>> = None;
    loop {
        match reader.next()? {
            Token::Start(child) => {
                let end = reader.skip()?;
                if child.name == KEEPS_LAST_LINES {
                    wants_flag &= !is_on(&child);
                    place = Some(child.range.start..end);
                } else if !BEFORE_FLAG.contains(&child.name) {
                    place.get_or_insert(child.range.start..child.range.start);
                }
            }
            Token::End(_) | Token::Eof if !wants_flag => return Ok(()),
            Token::End(_) if tag.is_empty => {
                edits.replace(tag.range.clone(), compatibility(prefix));
                return Ok(());
            }
            Token::End(range) => {
                let place = place.unwrap_or(range.start..range.start);
                edits.replace(place, format!("<{prefix}{KEEPS_LAST_LINES}/>"));
                return Ok(());
            }
            Token::Eof => return Ok(()),
            _ => {}
        }
    }
}
