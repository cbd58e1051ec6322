//! Where a book's packages are, and how its parts name others.

use std::rc::Rc;

use crate::DocumentError;
use crate::archive::Archive;
use crate::office::package::{decode, join};
use crate::xml::{Reader, Token};

use super::names::Names;
use super::{FORMAT, malformed};

/// The entry that names the packages.
const CONTAINER: &str = "META-INF/container.xml";

/// The media type of packages.
const PACKAGE: &str = "application/oebps-package+xml";

/// The names of the entries with a book's packages: there is more than one where it comes in several forms.
///
/// # Errors
/// [`DocumentError::Malformed`] if there is none, and those of the archive and of the reader.
pub(super) fn packages(archive: &mut Archive, depth: usize) -> Result<Names, DocumentError> {
    let bytes = archive.read(CONTAINER)?;
    let bytes = bytes.ok_or_else(|| malformed("it has no container"))?;
    let decoded = decode(&bytes, FORMAT)?;
    let mut reader = Reader::new(&decoded.text, |_| (), FORMAT, depth);
    let mut packages = Names::default();
    loop {
        let tag = match reader.next()? {
            Token::Start(tag) if tag.name == "rootfile" => tag,
            Token::Eof => break,
            _ => continue,
        };
        let kind = tag.attribute("media-type");
        let path = tag.attribute("full-path");
        if kind.is_some_and(|kind| kind.raw != PACKAGE) {
            continue;
        }
        if let Some(name) = path.and_then(|path| named(archive, "", &path.value())) {
            packages.add(name)?;
        }
    }
    if packages.is_empty() {
        return Err(malformed("it has no package"));
    }
    Ok(packages)
}

/// The name of the entry that a reference means in a part of this folder; none if it is not in the book.
pub(super) fn named(archive: &Archive, folder: &str, reference: &str) -> Option<Rc<str>> {
    let path = reference.split(['#', '?']).next().unwrap_or_default();
    let find = |path: &str| archive.find(&join(folder, path)?).map(Rc::from);
    // Some programs write names as they are.
    find(&decoded(path)).or_else(|| find(path))
}

/// A reference without its escapes.
fn decoded(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('%') {
        bytes.extend_from_slice(before.as_bytes());
        let digits = after.get(..2);
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(b'%');
                rest = after;
            }
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8(bytes).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_in_references_are_resolved() {
        for (path, name) in [
            ("a%20b.xhtml", "a b.xhtml"),
            ("%C3%A9.xhtml", "é.xhtml"),
            ("100%.xhtml", "100%.xhtml"),
            ("%zz%", "%zz%"),
            ("%ff", "%ff"),
        ] {
            assert_eq!(decoded(path), name);
        }
    }
}
