//! Tables that give numbers to pieces (`vocab.yml`).

use std::borrow::Cow;
use std::fmt;

use saphyr_parser::{Event, Parser, StrInput};

use super::{TokenId, VocabularyError};

/// The largest file that is read, in bytes. Real ones have about 1 MB.
const MAX_FILE: usize = 32 << 20;

/// The largest number of entries. Real tables have about 60,000.
const MAX_ENTRIES: usize = 1 << 20;

/// Pieces by number and numbers by piece, as in the `vocab.yml` of Marian models: a YAML mapping of pieces to numbers.
#[derive(Clone)]
pub struct PieceTable {
    texts: Vec<Box<str>>,
    /// Numbers in the order of their texts.
    ordered: Vec<TokenId>,
}

impl fmt::Debug for PieceTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PieceTable")
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}

impl PieceTable {
    /// Reads a table from YAML: one mapping, of scalars (taken as text, whatever they look like and however they are quoted) to whole
    /// numbers. The numbers are all different and all below that of the entries.
    ///
    /// # Errors
    /// If the file is larger than 32 MiB, no YAML in UTF-8, or anything but such a mapping; anchors and aliases are refused too.
    pub fn parse_yaml(bytes: &[u8]) -> Result<Self, VocabularyError> {
        if bytes.len() > MAX_FILE {
            return Err(VocabularyError::FileTooLarge {
                actual: bytes.len(),
                limit: MAX_FILE,
            });
        }
        let text = std::str::from_utf8(bytes).map_err(|error| VocabularyError::TableNotUtf8 {
            offset: error.valid_up_to(),
        })?;
        let mut reader = Reader::new(text);
        reader.expect_mapping()?;
        let mut entries: Vec<Entry<'_>> = Vec::new();
        while let Some(entry) = reader.entry()? {
            if entries.len() >= MAX_ENTRIES {
                return Err(VocabularyError::TooManyPieces { limit: MAX_ENTRIES });
            }
            entries.push(entry);
        }
        reader.expect_end()?;
        Self::from_entries(entries)
    }

    fn from_entries(entries: Vec<Entry<'_>>) -> Result<Self, VocabularyError> {
        let limit = entries.len();
        let mut slots: Vec<Option<Box<str>>> = vec![None; limit];
        for entry in entries {
            let slot =
                slots
                    .get_mut(entry.id as usize)
                    .ok_or_else(|| VocabularyError::TableNumber {
                        line: entry.line,
                        value: entry.id.to_string(),
                        limit,
                    })?;
            if slot.is_some() {
                return Err(VocabularyError::TableDuplicateId { id: entry.id });
            }
            *slot = Some(entry.text.into());
        }
        // As many entries as slots, none twice: every slot is filled.
        let texts: Vec<Box<str>> = slots.into_iter().flatten().collect();
        let mut keys: Vec<(&str, TokenId)> = texts.iter().map(AsRef::as_ref).zip(0..).collect();
        keys.sort_unstable();
        for (one, other) in keys.iter().zip(keys.iter().skip(1)) {
            if one.0 == other.0 {
                return Err(VocabularyError::DuplicatePiece {
                    text: one.0.to_owned(),
                    first: one.1,
                    second: other.1,
                });
            }
        }
        let ordered = keys.into_iter().map(|(_, id)| id).collect();
        Ok(Self { texts, ordered })
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The piece with a number.
    #[must_use]
    pub fn piece(&self, id: TokenId) -> Option<&str> {
        self.texts.get(id as usize).map(AsRef::as_ref)
    }

    /// The number of a piece.
    #[must_use]
    pub fn id(&self, piece: &str) -> Option<TokenId> {
        let index = self
            .ordered
            .binary_search_by_key(&piece, |&id| self.piece(id).unwrap_or_default())
            .ok()?;
        self.ordered.get(index).copied()
    }

    /// The pieces in the order of their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(AsRef::as_ref)
    }

    /// The sum of the lengths of all pieces, in bytes.
    pub(super) fn text_len(&self) -> usize {
        self.texts.iter().map(|text| text.len()).sum()
    }
}

struct Entry<'a> {
    text: Cow<'a, str>,
    id: TokenId,
    line: usize,
}

/// Goes through the events of the parser and lets only those of a flat mapping pass.
struct Reader<'a> {
    parser: Parser<'a, StrInput<'a>>,
    line: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            parser: Parser::new_from_str(text),
            line: 1,
        }
    }

    fn next(&mut self) -> Result<Event<'a>, VocabularyError> {
        match self.parser.next() {
            Some(Ok((event, span))) => {
                self.line = span.start.line();
                Ok(event)
            }
            Some(Err(error)) => Err(VocabularyError::TableSyntax {
                problem: error.to_string(),
            }),
            None => Ok(Event::StreamEnd),
        }
    }

    fn structure(&self, problem: &'static str) -> VocabularyError {
        VocabularyError::TableStructure {
            line: self.line,
            problem,
        }
    }

    fn expect_mapping(&mut self) -> Result<(), VocabularyError> {
        loop {
            match self.next()? {
                Event::StreamStart | Event::DocumentStart(_) | Event::Nothing => {}
                Event::MappingStart(0, _) => return Ok(()),
                _ => return Err(self.structure("a mapping of pieces to numbers was expected")),
            }
        }
    }

    fn expect_end(&mut self) -> Result<(), VocabularyError> {
        loop {
            match self.next()? {
                Event::DocumentEnd | Event::Nothing => {}
                Event::StreamEnd => return Ok(()),
                _ => return Err(self.structure("nothing was expected after the mapping")),
            }
        }
    }

    /// A key and its number, or `None` at the end of the mapping.
    fn entry(&mut self) -> Result<Option<Entry<'a>>, VocabularyError> {
        let text = match self.next()? {
            Event::MappingEnd => return Ok(None),
            Event::Scalar(text, _, 0, _) => text,
            Event::Alias(_) | Event::Scalar(..) => {
                return Err(self.structure("anchors and aliases are not supported"));
            }
            _ => return Err(self.structure("a piece was expected")),
        };
        let line = self.line;
        match self.next()? {
            Event::Scalar(value, _, 0, _) => Ok(Some(Entry {
                id: number(&value, line)?,
                text,
                line,
            })),
            _ => Err(self.structure("a number was expected")),
        }
    }
}

fn number(value: &str, line: usize) -> Result<TokenId, VocabularyError> {
    let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    value
        .parse()
        .ok()
        .filter(|_| digits)
        .ok_or_else(|| VocabularyError::TableNumber {
            line,
            value: value.chars().take(40).collect(),
            limit: MAX_ENTRIES,
        })
}
