//! What of a book is encrypted: nothing but fonts may be.

use crate::DocumentError;
use crate::archive::Archive;
use crate::error::quoted;
use crate::office::package::decode;
use crate::xml::{Reader, Token};

use super::FORMAT;
use super::container::named;
use super::names::Names;

/// The entry that says what is encrypted, and how.
const ENCRYPTION: &str = "META-INF/encryption.xml";

/// The ways in which fonts are made unusable outside of their book, which keep nobody from reading it.
const OBFUSCATIONS: [&str; 2] = [
    "http://www.idpf.org/2008/embedding",
    "http://ns.adobe.com/pdf/enc#RC",
];

/// Fails if something is encrypted that is no obfuscated font.
///
/// # Errors
/// [`DocumentError::Unsupported`], and those of the archive and of the reader.
pub(super) fn refuse(
    archive: &mut Archive,
    fonts: &Names,
    depth: usize,
) -> Result<(), DocumentError> {
    let Some(bytes) = archive.read(ENCRYPTION)? else {
        return Ok(());
    };
    let decoded = decode(&bytes, FORMAT)?;
    let mut reader = Reader::new(&decoded.text, |_| (), FORMAT, depth);
    let mut is_obfuscation = false;
    loop {
        let tag = match reader.next()? {
            Token::Start(tag) => tag,
            Token::Eof => return Ok(()),
            _ => continue,
        };
        let value = |name| tag.attribute(name).map(|found| found.value());
        match tag.name {
            "EncryptedData" => is_obfuscation = false,
            "EncryptionMethod" => {
                let way = value("Algorithm").unwrap_or_default();
                is_obfuscation = OBFUSCATIONS.contains(&way.as_str());
            }
            "EncryptedKey" | "CipherValue" => return Err(protected("a key")),
            "CipherReference" => {
                let reference = value("URI").unwrap_or_default();
                // Its references are from the beginning of the book.
                let name = named(archive, "", &reference);
                let is_font = name.is_some_and(|name| fonts.has(&name));
                if !(is_obfuscation && is_font) {
                    return Err(protected(&reference));
                }
            }
            _ => {}
        }
    }
}

fn protected(what: &str) -> DocumentError {
    DocumentError::Unsupported(format!(
        "the book is protected: {:?} in it is encrypted, as shops do it; only a copy without protection can be translated",
        quoted(what)
    ))
}
