use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::error::quoted;

/// The text of a part, and how it was encoded.
#[derive(Debug)]
pub(crate) struct Decoded {
    /// The text without its byte order mark.
    pub(crate) text: String,
    encoding: &'static Encoding,
    has_mark: bool,
}

impl Decoded {
    /// Reads bytes in the encoding that their byte order mark, their first bytes or their XML
    /// declaration tell, in this order, else UTF-8.
    ///
    /// # Errors
    /// What is wrong with the bytes, if they are not text in this encoding.
    pub(crate) fn new(bytes: &[u8]) -> Result<Self, String> {
        let (encoding, mark) = match Encoding::for_bom(bytes) {
            Some((encoding, mark)) => (encoding, mark),
            None => (without_mark(bytes)?, 0),
        };
        let content = bytes.get(mark..).unwrap_or_default();
        let text = encoding
            .decode_without_bom_handling_and_without_replacement(content)
            .ok_or_else(|| format!("it is not text in {}", encoding.name()))?
            .into_owned();
        Ok(Self {
            text,
            encoding,
            has_mark: mark > 0,
        })
    }

    /// The bytes of a text that takes this one's place, encoded as this one was. What the encoding does
    /// not have is written as character references.
    pub(crate) fn encode(&self, text: &str) -> Vec<u8> {
        let mark = if self.has_mark { "\u{feff}" } else { "" };
        if self.encoding == UTF_16LE {
            let units = mark.encode_utf16().chain(text.encode_utf16());
            units.flat_map(u16::to_le_bytes).collect()
        } else if self.encoding == UTF_16BE {
            let units = mark.encode_utf16().chain(text.encode_utf16());
            units.flat_map(u16::to_be_bytes).collect()
        } else {
            let mut bytes = mark.as_bytes().to_vec();
            bytes.extend_from_slice(&self.encoding.encode(text).0);
            bytes
        }
    }

    /// Whether the encoding has this character.
    pub(crate) fn has(&self, character: char) -> bool {
        let is_unicode = [UTF_8, UTF_16LE, UTF_16BE].contains(&self.encoding);
        is_unicode || !self.encoding.encode(character.encode_utf8(&mut [0; 4])).2
    }
}

fn without_mark(bytes: &[u8]) -> Result<&'static Encoding, String> {
    match bytes {
        [b'<', 0, ..] => return Ok(UTF_16LE),
        [0, b'<', ..] => return Ok(UTF_16BE),
        _ => {}
    }
    let Some(label) = declared(bytes) else {
        return Ok(UTF_8);
    };
    // A declaration in single bytes cannot be in UTF-16, whatever it says.
    Encoding::for_label(label)
        .map(|encoding| encoding.output_encoding())
        .ok_or_else(|| {
            format!(
                "its encoding {:?} is unknown",
                quoted(&String::from_utf8_lossy(label))
            )
        })
}

/// The encoding that the XML declaration of a file in single bytes names, if it is known.
pub(crate) fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label(declared(bytes)?)?;
    Some(encoding.output_encoding())
}

/// The encoding that the XML declaration names.
fn declared(bytes: &[u8]) -> Option<&[u8]> {
    let declaration = bytes.strip_prefix(b"<?xml")?;
    let end = declaration.windows(2).position(|pair| pair == b"?>")?;
    let declaration = declaration.get(..end)?;
    let place = declaration
        .windows(8)
        .position(|window| window == b"encoding")?;
    let rest = declaration.get(place + 8..)?.trim_ascii_start();
    let rest = rest.strip_prefix(b"=")?.trim_ascii_start();
    let (quote, rest) = rest.split_first()?;
    let end = rest.iter().position(|byte| byte == quote)?;
    rest.get(..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back(bytes: &[u8]) -> String {
        let decoded = Decoded::new(bytes).unwrap();
        assert_eq!(decoded.encode(&decoded.text), bytes);
        decoded.text
    }

    #[test]
    fn every_encoding_of_a_part_comes_back() {
        let text = "<?xml version='1.0'?><a>é日😀</a>";
        assert_eq!(comes_back(text.as_bytes()), text);
        assert_eq!(comes_back(format!("\u{feff}{text}").as_bytes()), text);
        for mark in ["", "\u{feff}"] {
            let units = || mark.encode_utf16().chain(text.encode_utf16());
            let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
            assert_eq!(comes_back(&little), text);
            assert_eq!(comes_back(&big), text);
        }
        let latin = b"<?xml version='1.0' encoding='iso-8859-1'?><a>\xe9</a>";
        assert!(comes_back(latin).contains('é'));
    }

    #[test]
    fn what_an_encoding_lacks_is_written_as_a_reference() {
        let latin = Decoded::new(b"<?xml version='1.0' encoding='iso-8859-1'?><a/>").unwrap();
        assert_eq!(latin.encode("é日"), b"\xe9&#26085;");
        assert!(latin.has('é') && !latin.has('日'));
    }

    #[test]
    fn bytes_that_are_no_text_are_an_error() {
        assert!(Decoded::new(b"<a>\xff</a>").is_err());
        assert!(Decoded::new(b"<?xml encoding='rot13'?><a/>").is_err());
    }
}
