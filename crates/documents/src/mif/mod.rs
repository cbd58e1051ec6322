//! Files in Maker Interchange Format (`.mif`).
//!
//! Units are the paragraphs of text flows, tables, footnotes and text frames, entries of the index, and what
//! formats of variables, cross-references and numbered paragraphs put in. Fonts and conditions are stretches; tabs,
//! breaks, markers, variables, tables and frames are codes. Reference pages and hidden text stay as they
//! are. Before version 8 files are in FrameRoman; one whose translation that cannot say is written as
//! of version 8, in UTF-8.

mod numbers;
mod pages;
mod paragraph;
mod roman;
mod scanner;
mod strings;
mod unit_pass;
mod walk;

use std::collections::BTreeSet;
use std::io::{Seek, SeekFrom, Write};

use crate::input::read_whole;
use crate::office::pass::{Pass, Places, Units};
use crate::xml::Edits;
use crate::{Content, Document, DocumentError, Options, Piece, Source, Unit};

use scanner::{Scanner, Token};
use unit_pass::UnitPass;
use walk::walk;

/// The format's name in errors.
const FORMAT: &str = "MIF";

/// The first version that is in UTF-8.
const FIRST_UNICODE: f64 = 8.0;

/// What of a file people see.
#[derive(Debug, Default)]
struct Seen {
    /// Where statements begin whose text nobody sees.
    unseen: BTreeSet<usize>,
    /// The tags of paragraphs that are seen.
    tags: BTreeSet<String>,
}

/// A file in Maker Interchange Format.
pub struct Mif {
    text: String,
    has_mark: bool,
    is_roman: bool,
    seen: Seen,
    units: Units,
    places: Places,
    options: Options,
}

impl Mif {
    /// Reads a file.
    ///
    /// # Errors
    /// As [`DocumentError`] says of its kinds.
    pub fn open(mut source: Box<dyn Source>, options: Options) -> Result<Self, DocumentError> {
        let limits = options.limits;
        source.seek(SeekFrom::Start(0))?;
        let bytes = read_whole(source, limits.entry_bytes)?;
        let content = bytes.strip_prefix(b"\xef\xbb\xbf");
        let has_mark = content.is_some();
        let content = content.unwrap_or(&bytes);
        let is_roman = version(content)? < FIRST_UNICODE;
        let text = if is_roman {
            roman::decode(content)
        } else {
            std::str::from_utf8(content)
                .map_err(|error| malformed("it is not text in UTF-8", error.valid_up_to()))?
                .to_owned()
        };
        if is_roman && is_asian(&text, limits.depth)? {
            return Err(DocumentError::Unsupported(
                "MIF files of Asian text from before version 8 are not supported; save the \
                 document as MIF with a later version"
                    .to_owned(),
            ));
        }
        let unseen = pages::unseen(&text, limits.depth)?;
        let tags = numbers::tags(&text, &unseen, limits.depth)?;
        let mut mif = Self {
            text,
            has_mark,
            is_roman,
            seen: Seen { unseen, tags },
            units: Units::default(),
            places: Places::new(),
            options,
        };
        let mut pass = Pass::Read {
            units: &mut mif.units,
            places: &mut mif.places,
            copies: Vec::new(),
            same: None,
            limits,
        };
        walk(UnitPass::new(
            &mif.text,
            &mut pass,
            &mif.seen,
            is_roman,
            limits.depth,
        ))?;
        Ok(mif)
    }

    /// Whether the encoding of files before version 8 has all that translations say.
    fn stays_roman(&self, translations: &[Option<Content>]) -> bool {
        let pieces = translations.iter().flatten().flat_map(Content::pieces);
        self.is_roman
            && pieces.into_iter().all(|piece| match piece {
                Piece::Text(text) => text.chars().all(strings::is_roman),
                Piece::Open(_) | Piece::Close(_) | Piece::Mark(_) => true,
            })
    }
}

impl Document for Mif {
    fn units(&self) -> &[Unit] {
        &self.units.units
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let limits = self.options.limits;
        let mut pass = Pass::Write {
            units: &self.units.units,
            translations,
            places: self.places.iter(),
            limits,
        };
        let stays_roman = self.stays_roman(translations);
        let pass = UnitPass::new(&self.text, &mut pass, &self.seen, stays_roman, limits.depth);
        let mut text = walk(pass)?.apply(&self.text);
        if self.is_roman && !stays_roman {
            text = with_raised_version(&text, limits.depth)?;
        }
        if self.has_mark {
            output.write_all(b"\xef\xbb\xbf")?;
        }
        let in_roman = stays_roman.then(|| roman::encode(&text)).flatten();
        output.write_all(in_roman.as_deref().unwrap_or(text.as_bytes()))?;
        Ok(())
    }
}

/// The version in the first statement.
fn version(content: &[u8]) -> Result<f64, DocumentError> {
    let head = content.get(..content.len().min(64)).unwrap_or_default();
    let head = roman::decode(head);
    let version = head.trim_start().strip_prefix("<MIFFile").and_then(|rest| {
        let end = rest.find('>')?;
        rest.get(..end)?.trim().parse().ok()
    });
    version.ok_or_else(|| malformed("it does not begin with a statement MIFFile", 0))
}

/// Whether a file says that it is in an encoding of Asian text.
fn is_asian(text: &str, depth: usize) -> Result<bool, DocumentError> {
    let mut scanner = Scanner::new(text, depth);
    loop {
        match scanner.next()? {
            Token::Open("MIFEncoding", _) => return Ok(true),
            // It stands before all else that is in a document.
            Token::Open("Document" | "TextFlow", _) | Token::Eof => return Ok(false),
            _ => {}
        }
    }
}

/// Makes a file in FrameRoman one of version 8.
fn with_raised_version(text: &str, depth: usize) -> Result<String, DocumentError> {
    let mut edits = Edits::default();
    let mut scanner = Scanner::new(text, depth);
    let mut is_first = true;
    loop {
        match scanner.next()? {
            Token::Word(word) if is_first => {
                is_first = false;
                let start = text.find(word).unwrap_or(0);
                edits.replace(start..start + word.len(), "8.00".to_owned());
            }
            Token::Text(range) => {
                let raw = text.get(range.clone()).unwrap_or_default();
                let written = strings::from_roman(raw);
                if written != raw {
                    edits.replace(range, written);
                }
            }
            Token::Eof => return Ok(edits.apply(text)),
            _ => {}
        }
    }
}

fn malformed(reason: &str, place: usize) -> DocumentError {
    DocumentError::Malformed {
        format: FORMAT,
        reason: format!("{reason} (byte {place})"),
    }
}
