//! What a file is by its first bytes. Many formats take any text, so a file under a wrong name would be translated as what it
//! is not.

use crate::archive::{COMPOUND_FILE, LOCAL_HEADER};
use crate::input::read_to_end;
use crate::{DocumentError, Format, Source, overseer};

/// How much of the beginning of a file is looked at, in bytes.
const BEGINNING: u64 = 256;

/// The first entry of packages that say there what they are, without compression.
const MEDIA_TYPE: &[u8] = b"mimetype";

/// A kind of files that is known by how they begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It is of this format, and nothing else reads it.
    Only(Format),
    Picture(Format),
    RichText,
    /// The container of office programs before Office Open XML, and of documents with a password.
    Compound,
    Archive,
    WebPage,
    Xml,
}

impl Kind {
    fn of(beginning: &[u8]) -> Option<Self> {
        let text = beginning
            .strip_prefix(b"\xef\xbb\xbf")
            .unwrap_or(beginning)
            .trim_ascii_start();
        let begins = |start: &[u8]| beginning.starts_with(start);
        let is_named = |name: &[u8]| {
            text.get(..name.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(name))
        };
        Some(if begins(b"%PDF-") {
            Self::Only(Format::Pdf)
        } else if begins(b"\xff\xd8\xff") {
            Self::Picture(Format::Jpeg)
        } else if begins(b"\x89PNG\r\n\x1a\n") {
            Self::Picture(Format::Png)
        } else if begins(b"{\\rtf") {
            Self::RichText
        } else if begins(&COMPOUND_FILE) {
            Self::Compound
        } else if begins(b"PK\x03\x04") {
            of_package(beginning).map_or(Self::Archive, Self::Only)
        } else if is_named(b"<!doctype html") || is_named(b"<html") {
            Self::WebPage
        } else if is_named(b"<?xml") {
            Self::Xml
        } else {
            return None;
        })
    }

    /// Whether a format's filter reads such files, or has better words for why it does not.
    fn may_be(self, format: Format) -> bool {
        match self {
            Self::Only(only) => format == only,
            Self::Picture(_) => matches!(format, Format::Jpeg | Format::Png),
            // Word opens it under its own name as well.
            Self::RichText => matches!(format, Format::Rtf | Format::Doc),
            Self::Compound | Self::Archive => is_archive(format) || format == Format::Doc,
            Self::WebPage => matches!(
                format,
                Format::Html | Format::Xml | Format::Markdown | Format::PlainText
            ),
            Self::Xml => matches!(
                format,
                Format::Xml
                    | Format::Html
                    | Format::Xliff
                    | Format::Dita
                    | Format::Resx
                    | Format::AppleStrings
                    | Format::Markdown
                    | Format::PlainText
            ),
        }
    }

    /// What such a file is and how it should be named: the end of a sentence.
    fn description(self) -> String {
        let format = match self {
            Self::Only(format) | Self::Picture(format) => format,
            Self::RichText => Format::Rtf,
            Self::WebPage => Format::Html,
            Self::Xml => Format::Xml,
            Self::Archive => {
                return "it is an archive, as office documents are, and its name should end with \".docx\", \".xlsx\", \
                        \".odt\" or whatever it is"
                    .to_owned();
            }
            Self::Compound => {
                return "it is a document of an older office program, or one with a password; save it in a newer format without one"
                    .to_owned();
            }
        };
        let (label, name) = (format.label(), format.name());
        format!("it is {label}, and its name should end with \".{name}\"")
    }
}

/// The format of a package that says what it is in its first entry.
fn of_package(beginning: &[u8]) -> Option<Format> {
    let name = beginning.get(LOCAL_HEADER..)?;
    let media_type = name.strip_prefix(MEDIA_TYPE)?;
    // That of a template is longer.
    [
        Format::Odt,
        Format::Ods,
        Format::Odp,
        Format::Epub,
        Format::Idml,
    ]
    .into_iter()
    .find(|format| media_type.starts_with(format.media_type().as_bytes()))
}

/// Whether the files of a format are archives.
const fn is_archive(format: Format) -> bool {
    matches!(
        format,
        Format::Docx
            | Format::Docm
            | Format::Pptx
            | Format::Pptm
            | Format::Xlsx
            | Format::Xlsm
            | Format::Odt
            | Format::Ods
            | Format::Odp
            | Format::Epub
            | Format::Idml
    )
}

/// Refuses a file that begins as one of another format, and goes back to its beginning.
///
/// # Errors
/// [`DocumentError::Malformed`], [`DocumentError::Io`], and those of an [`overseer`].
pub(crate) fn check(format: Format, source: &mut dyn Source) -> Result<(), DocumentError> {
    let mut beginning = Vec::new();
    source.rewind()?;
    read_to_end(&mut *source, BEGINNING, &mut beginning, |_| {
        overseer::go_on()
    })?;
    source.rewind()?;
    match Kind::of(&beginning) {
        Some(kind) if !kind.may_be(format) => Err(DocumentError::Malformed {
            format: format.label(),
            reason: kind.description(),
        }),
        _ => Ok(()),
    }
}
