//! What is to be translated besides stories: alternative texts of objects, and what text variables and
//! sections put on pages.

use std::collections::{BTreeMap, BTreeSet};

use crate::DocumentError;
use crate::office::pass::Pass;
use crate::xml::{Edits, Reader, Tag, Token, escape, escape_attribute};

use super::FORMAT;

/// The texts of objects for those who do not see them, and what says that they are the object's own.
const DESCRIPTIONS: [(&str, &str); 2] = [
    ("CustomAltText", "AltTextSourceType"),
    ("CustomActualText", "ActualTextSourceType"),
];

/// Text variables with a text of their own: by their identifiers the text and its unit.
pub(super) type Variables = BTreeMap<String, (String, usize)>;

/// Goes over the design map. The variables with a text of their own are added to `variables` when it is read.
///
/// # Errors
/// Those of the reader and of the pass.
pub(super) fn map(
    part: &str,
    pass: &mut Pass<'_>,
    variables: &mut Variables,
    depth: usize,
) -> Result<Edits, DocumentError> {
    let mut reader = Reader::new(part, |_| (), FORMAT, depth);
    let mut edits = Edits::default();
    let mut variable = None;
    let mut is_custom = false;
    loop {
        let tag = match reader.next()? {
            Token::Start(tag) => tag,
            Token::Eof => return Ok(edits),
            _ => continue,
        };
        match tag.name {
            "TextVariable" => {
                variable = tag.attribute("Self").map(|own| own.value());
                is_custom = false;
            }
            "CustomTextVariablePreference" => is_custom = true,
            "Contents" | "ListItem" if is_custom => {
                let kind = tag.attribute("type");
                if kind.is_none_or(|kind| kind.raw != "string") {
                    continue;
                }
                let (text, end) = reader.text()?;
                if is_coded(&text) {
                    continue;
                }
                let before = pass.places();
                pass.plain(&text, tag.range.end..end.start, escape, &mut edits)?;
                let unit = pass.last_unit().filter(|_| pass.places() > before);
                if let (Some(unit), "Contents", Some(variable)) = (unit, tag.name, variable.take())
                {
                    variables.insert(variable, (text, unit));
                }
            }
            "Section" => attribute(&tag, "Marker", pass, &mut edits)?,
            name if name.ends_with("VariablePreference") => {
                attribute(&tag, "TextBefore", pass, &mut edits)?;
                attribute(&tag, "TextAfter", pass, &mut edits)?;
            }
            _ => {}
        }
    }
}

/// Goes over a spread, without what is on these layers.
///
/// # Errors
/// Those of the reader and of the pass.
pub(super) fn spread(
    part: &str,
    pass: &mut Pass<'_>,
    hidden_layers: &BTreeSet<String>,
    depth: usize,
) -> Result<Edits, DocumentError> {
    let mut reader = Reader::new(part, |_| (), FORMAT, depth);
    let mut edits = Edits::default();
    loop {
        let tag = match reader.next()? {
            Token::Start(tag) => tag,
            Token::Eof => return Ok(edits),
            _ => continue,
        };
        let layer = tag.attribute("ItemLayer").map(|layer| layer.value());
        if layer.is_some_and(|layer| hidden_layers.contains(&layer)) {
            reader.skip()?;
        } else {
            descriptions(&tag, pass, &mut edits)?;
        }
    }
}

/// The descriptions of an object in a tag that may have some.
///
/// # Errors
/// Those of the pass.
pub(super) fn descriptions(
    tag: &Tag<'_, ()>,
    pass: &mut Pass<'_>,
    edits: &mut Edits,
) -> Result<(), DocumentError> {
    if tag.name != "ObjectExportOption" {
        return Ok(());
    }
    for (name, source) in DESCRIPTIONS {
        let source = tag.attribute(source);
        if source.is_some_and(|source| source.raw == "SourceCustom") {
            attribute(tag, name, pass, edits)?;
        }
    }
    Ok(())
}

/// What a text variable shows in a story, where its text is the variable's own.
pub(super) fn instance(
    tag: &Tag<'_, ()>,
    variables: &Variables,
    pass: &mut Pass<'_>,
    edits: &mut Edits,
) {
    let variable = tag.attribute("AssociatedTextVariable");
    let known = variable.and_then(|variable| variables.get(&variable.value()));
    let (Some((text, unit)), Some(shown)) = (known, tag.attribute("ResultText")) else {
        return;
    };
    if shown.value() != *text {
        return;
    }
    if let Some(translation) = pass.place_again(*unit) {
        edits.replace(shown.range, escape_attribute(&translation.text()));
    }
}

fn attribute(
    tag: &Tag<'_, ()>,
    name: &str,
    pass: &mut Pass<'_>,
    edits: &mut Edits,
) -> Result<(), DocumentError> {
    match tag.attribute(name) {
        Some(found) if !is_coded(&found.value()) => {
            pass.plain(&found.value(), found.range, escape_attribute, edits)
        }
        _ => Ok(()),
    }
}

/// Whether a value is a name that programs know in each language, or has such characters in it.
fn is_coded(value: &str) -> bool {
    value.starts_with("$ID/") || value.contains("<?")
}
