use std::io::{Read, Seek, Write};

use dragoman_language::Language;

use crate::{Content, DocumentError, Format, Warning};

/// A file to read, from wherever it is kept.
pub trait Source: Read + Seek + Send {}

impl<T: Read + Seek + Send> Source for T {}

/// Languages that are written from right to left.
const RIGHT_TO_LEFT: [&str; 10] = ["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"];

/// Whether a language is written from right to left.
#[must_use]
pub fn is_right_to_left(language: Language) -> bool {
    RIGHT_TO_LEFT.contains(&language.base().tag())
}

/// How a document is read and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The language of the document where it was given: text in pictures is recognised by it.
    pub source: Option<Language>,
    /// The language into which it is translated: some formats say it, and some write it from right
    /// to left.
    pub target: Language,
    /// The format in which the translation is written if it is not the usual one ([`Format::output`]). One that the
    /// document's format cannot become ([`Format::may_become`]) is ignored.
    pub output: Option<Format>,
    /// Whether each translation follows its source instead of replacing it. Formats that cannot
    /// ([`Format::may_be_bilingual`]) ignore it.
    pub bilingual: bool,
    /// What a document may need.
    pub limits: Limits,
}

impl Options {
    /// A document whose language is not known, to be translated into this language and written in the usual format.
    #[must_use]
    pub fn to(target: Language) -> Self {
        Self {
            source: None,
            target,
            output: None,
            bilingual: false,
            limits: Limits::default(),
        }
    }
}

/// What a document may need of time and memory, however small its file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Entries of an archive.
    pub archive_entries: usize,
    /// Bytes of one unpacked entry that is read.
    pub entry_bytes: u64,
    /// Bytes of all unpacked entries that are read.
    pub unpacked_bytes: u64,
    /// Tags of all unpacked entries that are read.
    pub tags: u64,
    /// Elements, objects or groups within one another.
    pub depth: usize,
    /// Units.
    pub units: usize,
    /// Bytes of the text of all units.
    pub text_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            archive_entries: 20_000,
            entry_bytes: 256 << 20,
            unpacked_bytes: 1 << 30,
            tags: 10_000_000,
            depth: 256,
            units: 2_000_000,
            text_bytes: 64 << 20,
        }
    }
}

/// A stretch of a document that is translated by itself: a paragraph, a cell, a caption, a value.
/// It may be several sentences.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unit {
    /// What is to be translated, without outer white space.
    pub content: Content,
    /// The most characters that its translation should have, where the format says so.
    pub longest: Option<usize>,
}

/// A document that was read, with the places of its units.
pub trait Document: Send {
    /// What is to be translated, in the order in which people read it, as far as that is known.
    fn units(&self) -> &[Unit];

    /// What should be known besides. Writing may add to it.
    fn warnings(&self) -> &[Warning] {
        &[]
    }

    /// Writes the document with these translations in the places of its units. Without a translation a unit
    /// stays as it is, byte for byte. Translations have their codes mended
    /// ([`Content::with_codes_of`]) before they are used.
    ///
    /// # Errors
    /// [`DocumentError::Io`], and whatever reading the source again may give.
    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError>;
}
