//! What tags say of the words that they are around: what is read instead of them, what abbreviations mean, their language.
//!
//! That is about the words of the source, and goes with them.

use std::collections::HashSet;

use lopdf::{Dictionary, Document, Object, ObjectId};

use super::DEEPEST;
use crate::content::{Operations, entries};

/// What is said of words: their replacement, expansion and language.
const OF_WORDS: [&[u8]; 3] = [b"ActualText", b"E", b"Lang"];

/// Takes away what is said of words on these pages.
pub(crate) fn translated(document: &mut Document, pages: &HashSet<ObjectId>) {
    if pages.is_empty() {
        return;
    }
    for object in document.objects.values_mut() {
        forget(object, pages, DEEPEST);
    }
}

fn forget(object: &mut Object, pages: &HashSet<ObjectId>, deepest: usize) {
    let Some(deepest) = deepest.checked_sub(1) else {
        return;
    };
    let dictionary = match object {
        Object::Array(elements) => {
            for element in elements {
                forget(element, pages, deepest);
            }
            return;
        }
        Object::Dictionary(dictionary) => dictionary,
        Object::Stream(stream) => &mut stream.dict,
        _ => return,
    };
    if is_of_words(dictionary, pages) {
        for key in OF_WORDS {
            dictionary.remove(key);
        }
    }
    for (_, value) in dictionary.iter_mut() {
        forget(value, pages, deepest);
    }
}

/// Whether it is an element of the structure on one of these pages, or a property list, which is of any page.
fn is_of_words(dictionary: &Dictionary, pages: &HashSet<ObjectId>) -> bool {
    let page = dictionary.get(b"Pg").and_then(Object::as_reference);
    let is_element = dictionary.has(b"S") && dictionary.has(b"P");
    let is_here = page.map_or(true, |page| pages.contains(&page));
    let is_list = dictionary.has(b"ActualText") || dictionary.has(b"MCID");
    is_element && is_here || !is_element && is_list
}

/// A content stream without what its marks say of words.
pub(crate) fn without_texts(contents: Vec<u8>) -> Vec<u8> {
    let mut kept = Vec::with_capacity(contents.len());
    let mut copied = 0;
    for operation in Operations::new(&contents) {
        if !matches!(operation.operator, b"BDC" | b"DP") {
            continue;
        }
        let start = operation.range.start;
        for (key, range) in entries(contents.get(operation.range).unwrap_or_default()) {
            if OF_WORDS.contains(&key.as_slice()) {
                kept.extend_from_slice(
                    contents
                        .get(copied..start + range.start)
                        .unwrap_or_default(),
                );
                copied = start + range.end;
            }
        }
    }
    if copied == 0 {
        return contents;
    }
    kept.extend_from_slice(contents.get(copied..).unwrap_or_default());
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_keep_all_but_what_they_say_of_words() {
        for (contents, expected) in [
            (
                "/Span <</ActualText (a\\)>>) /MCID 3>> BDC (b) Tj EMC",
                "/Span << /MCID 3>> BDC (b) Tj EMC",
            ),
            (
                "/P <</MCID 0/Lang (en-US)>> BDC\nEMC\n/P<</Lang<656e>/MCID 1>>BDC EMC",
                "/P <</MCID 0>> BDC\nEMC\n/P<</MCID 1>>BDC EMC",
            ),
            (
                "/Artifact <</Attached [/Top] /E true /Type /Pagination>> BDC q Q EMC",
                "/Artifact <</Attached [/Top]  /Type /Pagination>> BDC q Q EMC",
            ),
            (
                "/P /MC0 BDC (<</Lang (en)>>) Tj EMC",
                "/P /MC0 BDC (<</Lang (en)>>) Tj EMC",
            ),
            ("/P <</Lang", "/P <</Lang"),
        ] {
            let written = without_texts(contents.as_bytes().to_vec());
            assert_eq!(String::from_utf8(written).unwrap(), expected);
        }
    }
}
