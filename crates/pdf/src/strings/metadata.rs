//! The title and the description of a document in its metadata (XMP, ISO 16684-1).

use std::collections::HashMap;
use std::io::Read as _;
use std::ops::Range;

use dragoman_documents::Limits;
use flate2::read::ZlibDecoder;
use lopdf::{Document, Object, ObjectId, Stream};
use quick_xml::Reader;
use quick_xml::escape::{escape, unescape};
use quick_xml::events::Event;

/// What is translated: the elements that hold it in each language.
const TRANSLATED: [&str; 2] = ["dc:title", "dc:description"];

/// The metadata of a document.
pub(crate) struct Metadata {
    pub(crate) id: ObjectId,
    xml: String,
}

impl Metadata {
    /// Those of a document, unless they are damaged, larger than a part of a document may be or packed in an unusual way.
    pub(crate) fn of(document: &Document, limits: &Limits) -> Option<Self> {
        let id = document.catalog().ok()?.get(b"Metadata").ok()?;
        let id = id.as_reference().ok()?;
        let stream = document.get_object(id).ok()?.as_stream().ok()?;
        let xml = String::from_utf8(unpacked(stream, limits.entry_bytes)?).ok()?;
        Some(Self { id, xml })
    }

    pub(crate) const fn len(&self) -> usize {
        self.xml.len()
    }

    /// The texts, in their order.
    pub(crate) fn texts(&self) -> Vec<String> {
        let texts = ranges(&self.xml).into_iter().map(|range| {
            let text = self.xml.get(range).unwrap_or_default();
            unescape(text).unwrap_or_default().into_owned()
        });
        texts.collect()
    }

    /// Writes the texts with these numbers anew.
    pub(crate) fn write(&self, translations: &HashMap<usize, String>, document: &mut Document) {
        if translations.is_empty() {
            return;
        }
        let (mut written, mut copied) = (String::with_capacity(self.xml.len()), 0);
        for (number, range) in ranges(&self.xml).into_iter().enumerate() {
            if let Some(text) = translations.get(&number) {
                written.push_str(self.xml.get(copied..range.start).unwrap_or_default());
                written.push_str(&escape(text.as_str()));
                copied = range.end;
            }
        }
        written.push_str(self.xml.get(copied..).unwrap_or_default());
        if let Ok(Object::Stream(stream)) = document.get_object_mut(self.id) {
            stream.set_plain_content(written.into_bytes());
        }
    }
}

/// The bytes of a stream, if they are no more than that.
fn unpacked(stream: &Stream, most: u64) -> Option<Vec<u8>> {
    let filters = stream.filters().unwrap_or_default();
    let bytes = match filters.as_slice() {
        [] => stream.content.clone(),
        [b"FlateDecode"] if !stream.dict.has(b"DecodeParms") => {
            let mut bytes = Vec::new();
            let decoder = ZlibDecoder::new(stream.content.as_slice());
            decoder.take(most + 1).read_to_end(&mut bytes).ok()?;
            bytes
        }
        _ => return None,
    };
    (u64::try_from(bytes.len()).ok()? <= most).then_some(bytes)
}

/// Where the texts are that are translated: in `rdf:li`, or in the element itself.
fn ranges(xml: &str) -> Vec<Range<usize>> {
    let mut reader = Reader::from_str(xml);
    let mut ranges = Vec::new();
    // How many elements are open of what is translated, and where the text of the innermost begins.
    let (mut open, mut begin) = (0_usize, None);
    loop {
        let before = position(&reader);
        let Ok(event) = reader.read_event() else {
            return ranges;
        };
        match event {
            Event::Start(it) if open > 0 || TRANSLATED.contains(&it.name().as_ref()) => {
                open += 1;
                begin = Some(position(&reader));
            }
            Event::End(_) if open > 0 => {
                open -= 1;
                ranges.extend(begin.take().map(|begin| begin..before));
            }
            Event::Eof => return ranges,
            _ => {}
        }
    }
}

fn position(reader: &Reader<&[u8]>) -> usize {
    usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_found_whatever_holds_them() {
        let xml = "<x><dc:title><rdf:Alt><rdf:li xml:lang='x-default'>A &amp; B</rdf:li><rdf:li>C</rdf:li></rdf:Alt></dc:title>\
            <dc:creator>D</dc:creator><dc:description>E</dc:description><dc:title/></x>";
        let texts: Vec<&str> = ranges(xml).into_iter().map(|range| &xml[range]).collect();
        assert_eq!(texts, ["A &amp; B", "C", "E"]);
        assert!(ranges("<dc:title><rdf:Alt").is_empty());
    }
}
