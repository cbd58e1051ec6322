use std::collections::{BTreeSet, VecDeque};

use crate::DocumentError;
use crate::archive::Archive;
use crate::xml::{Decoded, Reader, Token};

/// A part of a package, and what it is to the part that refers to it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Part {
    /// The last step of the relationship's type: `officeDocument`, `header`, `chart`.
    pub(crate) kind: String,
    /// The name of the archive's entry.
    pub(crate) name: String,
}

/// A reference of one part to another.
#[derive(Debug, Clone)]
pub(crate) struct Relationship {
    /// What the part that refers calls it.
    pub(crate) id: String,
    /// The part that it refers to.
    pub(crate) part: Part,
}

/// The parts that can be reached from the package's start by relationships, each once, in the order of
/// their distance.
///
/// # Errors
/// What reading entries and malformed relationships give.
pub(crate) fn parts(
    archive: &mut Archive,
    format: &'static str,
    depth: usize,
) -> Result<Vec<Part>, DocumentError> {
    let mut parts = Vec::new();
    let mut seen = BTreeSet::new();
    let mut next = VecDeque::from([String::new()]);
    while let Some(source) = next.pop_front() {
        for relationship in relationships(archive, &source, format, depth)? {
            let part = relationship.part;
            if seen.insert(part.name.clone()) {
                next.push_back(part.name.clone());
                parts.push(part);
            }
        }
    }
    Ok(parts)
}

/// The parts to which one refers, with the names that it has for them. `source` is empty for the
/// package itself.
///
/// # Errors
/// As [`parts`].
pub(crate) fn relationships(
    archive: &mut Archive,
    source: &str,
    format: &'static str,
    depth: usize,
) -> Result<Vec<Relationship>, DocumentError> {
    let (folder, file) = source.rsplit_once('/').unwrap_or(("", source));
    let Some(name) = join(folder, &format!("_rels/{file}.rels")) else {
        return Ok(Vec::new());
    };
    let Some(bytes) = archive.read(&name)? else {
        return Ok(Vec::new());
    };
    let mut related = Vec::new();
    for (id, kind, target) in relationships_in(&bytes, format, depth)? {
        let name = join(folder, &target);
        if let Some(name) = name.and_then(|name| archive.find(&name).map(str::to_owned)) {
            let part = Part { kind, name };
            related.push(Relationship { id, part });
        }
    }
    Ok(related)
}

/// The identifiers, kinds and targets of relationships within the package.
fn relationships_in(
    bytes: &[u8],
    format: &'static str,
    depth: usize,
) -> Result<Vec<(String, String, String)>, DocumentError> {
    let decoded = decode(bytes, format)?;
    let mut reader = Reader::new(&decoded.text, |_| (), format, depth);
    let mut relationships = Vec::new();
    loop {
        match reader.next()? {
            Token::Start(tag) if tag.name == "Relationship" => {
                let value = |name| tag.attribute(name).map(|attribute| attribute.value());
                if value("TargetMode").as_deref() == Some("External") {
                    continue;
                }
                if let (Some(kind), Some(target)) = (value("Type"), value("Target")) {
                    let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
                    relationships.push((value("Id").unwrap_or_default(), kind, target));
                }
            }
            Token::Eof => return Ok(relationships),
            _ => {}
        }
    }
}

/// The text of a part.
///
/// # Errors
/// [`DocumentError::Malformed`] if it is not text.
pub(crate) fn decode(bytes: &[u8], format: &'static str) -> Result<Decoded, DocumentError> {
    Decoded::new(bytes).map_err(|reason| DocumentError::Malformed { format, reason })
}

/// The entry that a reference names from a folder; `None` if it leads out of the package.
pub(crate) fn join(folder: &str, target: &str) -> Option<String> {
    let (start, target) = match target.strip_prefix('/') {
        Some(target) => ("", target),
        None => (folder, target),
    };
    let mut steps: Vec<&str> = start.split('/').filter(|step| !step.is_empty()).collect();
    for step in target.split('/') {
        match step {
            "" | "." => {}
            ".." => {
                steps.pop()?;
            }
            _ => steps.push(step),
        }
    }
    Some(steps.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_resolved_within_the_package() {
        assert_eq!(join("word", "media/a.png").unwrap(), "word/media/a.png");
        assert_eq!(
            join("word", "../docProps/core.xml").unwrap(),
            "docProps/core.xml"
        );
        assert_eq!(
            join("word", "/word/header1.xml").unwrap(),
            "word/header1.xml"
        );
        assert_eq!(join("", "_rels/.rels").unwrap(), "_rels/.rels");
        assert!(join("word", "../../etc/passwd").is_none());
    }
}
