use std::borrow::Cow;
use std::io::{self, Write};

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::malformed;
use crate::DocumentError;

const UTF_8_MARK: &[u8] = &[0xEF, 0xBB, 0xBF];
const LITTLE_MARK: &[u8] = &[0xFF, 0xFE];
const BIG_MARK: &[u8] = &[0xFE, 0xFF];

/// How far into a file the XML declaration may reach.
const DECLARATION_BYTES: usize = 512;

/// How a file spells its characters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spelling {
    mark: &'static [u8],
    encoding: &'static Encoding,
}

impl Spelling {
    /// The text of a file, and how to write it again.
    pub(super) fn decode(bytes: Vec<u8>) -> Result<(String, Self), DocumentError> {
        let spelling = Self::of(&bytes)?;
        if spelling.encoding == UTF_8 {
            let mut text = String::from_utf8(bytes).map_err(|_| spelling.broken())?;
            text.drain(..spelling.mark.len());
            return Ok((text, spelling));
        }
        let body = bytes.strip_prefix(spelling.mark).unwrap_or(&bytes);
        let text = spelling
            .encoding
            .decode_without_bom_handling_and_without_replacement(body)
            .ok_or_else(|| spelling.broken())?
            .into_owned();
        // Some old encodings have several spellings for one character. A file that uses the other one
        // would come back changed in places that nobody translated.
        if spelling.encode(&text) != body {
            let name = spelling.encoding.name();
            return Err(DocumentError::Unsupported(format!(
                "the encoding {name} cannot be kept as the file uses it; convert the file to UTF-8"
            )));
        }
        Ok((text, spelling))
    }

    fn of(bytes: &[u8]) -> Result<Self, DocumentError> {
        let marked = [
            (UTF_8_MARK, UTF_8),
            (LITTLE_MARK, UTF_16LE),
            (BIG_MARK, UTF_16BE),
        ];
        for (mark, encoding) in marked {
            if bytes.starts_with(mark) {
                return Ok(Self { mark, encoding });
            }
        }
        let encoding = match bytes {
            [b'<', 0, ..] => UTF_16LE,
            [0, b'<', ..] => UTF_16BE,
            _ => declared(bytes)?,
        };
        Ok(Self {
            mark: &[],
            encoding,
        })
    }

    fn broken(&self) -> DocumentError {
        let name = self.encoding.name();
        malformed(format!("it has bytes that are not {name}"))
    }

    /// Writes the whole text. Characters that the encoding lacks become character references.
    pub(super) fn write(&self, text: &str, output: &mut dyn Write) -> io::Result<()> {
        output.write_all(self.mark)?;
        output.write_all(&self.encode(text))
    }

    fn encode<'t>(&self, text: &'t str) -> Cow<'t, [u8]> {
        if self.encoding == UTF_16LE {
            text.encode_utf16().flat_map(u16::to_le_bytes).collect()
        } else if self.encoding == UTF_16BE {
            text.encode_utf16().flat_map(u16::to_be_bytes).collect()
        } else {
            self.encoding.encode(text).0
        }
    }

    /// Whether it has every character, so that no references are needed.
    pub(super) fn has_every_character(&self) -> bool {
        [UTF_8, UTF_16LE, UTF_16BE].contains(&self.encoding)
    }
}

fn declared(bytes: &[u8]) -> Result<&'static Encoding, DocumentError> {
    let beginning = bytes.get(..DECLARATION_BYTES).unwrap_or(bytes);
    let beginning = String::from_utf8_lossy(beginning);
    let declaration = beginning
        .strip_prefix("<?xml")
        .and_then(|rest| rest.split_once("?>"))
        .map_or("", |(declaration, _)| declaration);
    let value = declaration.split_once("encoding").map(|(_, rest)| rest);
    let value = value.and_then(|rest| rest.trim_start().strip_prefix('='));
    let Some(value) = value.map(str::trim_start) else {
        return Ok(UTF_8);
    };
    let quote = value.chars().next().unwrap_or('"');
    let label = value.split(quote).nth(1).unwrap_or_default();
    let encoding = Encoding::for_label(label.as_bytes())
        .ok_or_else(|| malformed(format!("the encoding \"{label}\" is not known")))?;
    // The declaration could be read byte by byte, so it is not UTF-16, whatever it says.
    if encoding == UTF_16LE || encoding == UTF_16BE {
        return Ok(UTF_8);
    }
    Ok(encoding)
}
