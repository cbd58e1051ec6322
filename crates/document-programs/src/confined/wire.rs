//! What a process that reads a document is asked and answers: JSON in files, of which the process may have written
//! anything once a document has got hold of it.
//!
//! A question is followed by the document, and an answer comes behind the translation, so that neither is held in memory.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::mem;

use super::recognition::Recognised;
use dragoman_documents::{
    CodeId, Content, DocumentError, Format, Limits, NoFilter, Options, Pages, Piece, Unit, Warning,
    WarningValue,
};
use dragoman_language::Language;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The bytes in which lengths are written.
const LENGTH: u64 = 8;

/// What a process is to do.
#[derive(Serialize, Deserialize)]
pub(super) struct Question<'a> {
    source: Option<String>,
    target: String,
    output: Option<String>,
    bilingual: bool,
    #[serde(with = "WireLimits")]
    limits: Limits,
    /// What the units are translated into; none if they are not translated yet.
    pub(super) translations: Option<Translations<'a>>,
}

/// Translations of units that were read before.
#[derive(Serialize, Deserialize)]
pub(super) struct Translations<'a> {
    /// What [`digest`] gave of the units.
    pub(super) units: u64,
    pub(super) contents: Vec<Option<WireContent<'a>>>,
    /// What was recognised when the document was read, in the order in which it was asked for.
    pub(super) recognised: Cow<'a, [Recognised]>,
}

impl<'a> Question<'a> {
    pub(super) fn new(options: &Options, translations: Option<Translations<'a>>) -> Self {
        Self {
            source: options.source.map(|language| language.tag().to_owned()),
            target: options.target.tag().to_owned(),
            output: options.output.map(|format| format.name().to_owned()),
            bilingual: options.bilingual,
            limits: options.limits,
            translations,
        }
    }

    /// How the document is to be read; none if the question is from another version.
    pub(super) fn options(&self) -> Option<Options> {
        let language = |tag: &String| tag.parse::<Language>().ok();
        Some(Options {
            source: self.source.as_ref().and_then(language),
            target: language(&self.target)?,
            output: self.output.as_deref().and_then(Format::of_extension),
            bilingual: self.bilingual,
            limits: self.limits,
        })
    }

    /// Writes it at the beginning of a file.
    pub(super) fn write(&self, file: &mut (impl Write + Seek)) -> io::Result<()> {
        file.write_all(&[0; 8])?;
        serde_json::to_writer(&mut *file, self)?;
        let length = file.stream_position()?.saturating_sub(LENGTH);
        file.rewind()?;
        file.write_all(&length.to_le_bytes())?;
        file.seek(SeekFrom::End(0))?;
        Ok(())
    }

    /// Reads it from the beginning of a file, whose rest comes next.
    pub(super) fn read(file: &mut (impl Read + Seek)) -> io::Result<Self> {
        file.rewind()?;
        let length = length(file)?;
        let question = json(file, length)?;
        file.seek(SeekFrom::Start(LENGTH.saturating_add(length)))?;
        Ok(question)
    }
}

/// What a process has done, or why not.
#[derive(Serialize, Deserialize)]
pub(super) enum Answer<'a> {
    Read {
        units: Vec<WireUnit<'a>>,
        warnings: Vec<WireWarning>,
    },
    Written {
        warnings: Vec<WireWarning>,
    },
    Failed(WireError),
}

impl Answer<'_> {
    /// Writes it behind what was written.
    pub(super) fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let answer = serde_json::to_vec(self)?;
        output.write_all(&answer)?;
        output.write_all(&(answer.len() as u64).to_le_bytes())
    }

    /// How long it is, in bytes, and how many bytes come before it.
    pub(super) fn place(file: &mut (impl Read + Seek)) -> io::Result<(u64, u64)> {
        let end = file.seek(SeekFrom::End(0))?;
        let room = end.checked_sub(LENGTH).ok_or(io::ErrorKind::InvalidData)?;
        file.seek(SeekFrom::Start(room))?;
        let length = length(file)?;
        let begin = room.checked_sub(length).ok_or(io::ErrorKind::InvalidData)?;
        Ok((length, begin))
    }

    /// Reads it from its place.
    pub(super) fn read(
        file: &mut (impl Read + Seek),
        (length, begin): (u64, u64),
    ) -> io::Result<Self> {
        file.seek(SeekFrom::Start(begin))?;
        json(file, length)
    }
}

fn length(file: &mut impl Read) -> io::Result<u64> {
    let mut length = [0; 8];
    file.read_exact(&mut length)?;
    Ok(u64::from_le_bytes(length))
}

fn json<T: DeserializeOwned>(file: &mut impl Read, length: u64) -> io::Result<T> {
    let limited = io::BufReader::with_capacity(64 << 10, file.take(length));
    Ok(serde_json::from_reader(limited)?)
}

/// How limits are written.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Limits")]
struct WireLimits {
    archive_entries: usize,
    entry_bytes: u64,
    unpacked_bytes: u64,
    tags: u64,
    depth: usize,
    units: usize,
    text_bytes: usize,
}

/// The names are short since there are many.
#[derive(Serialize, Deserialize)]
enum WirePiece<'a> {
    #[serde(rename = "t")]
    Text(Cow<'a, str>),
    #[serde(rename = "o")]
    Open(u32),
    #[serde(rename = "c")]
    Close(u32),
    #[serde(rename = "m")]
    Mark(u32),
}

/// The content of a unit.
#[derive(Debug, PartialEq)]
pub(super) struct WireContent<'a>(pub(super) Cow<'a, Content>);

impl Serialize for WireContent<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.pieces().iter().map(|piece| match piece {
            Piece::Text(text) => WirePiece::Text(Cow::Borrowed(text)),
            Piece::Open(id) => WirePiece::Open(id.0),
            Piece::Close(id) => WirePiece::Close(id.0),
            Piece::Mark(id) => WirePiece::Mark(id.0),
        }))
    }
}

impl<'de> Deserialize<'de> for WireContent<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let pieces = Vec::<WirePiece<'_>>::deserialize(deserializer)?;
        // What breaks the rules of contents is mended.
        let content = Content::new(pieces.into_iter().map(|piece| match piece {
            WirePiece::Text(text) => Piece::Text(text.into_owned()),
            WirePiece::Open(id) => Piece::Open(CodeId(id)),
            WirePiece::Close(id) => Piece::Close(CodeId(id)),
            WirePiece::Mark(id) => Piece::Mark(CodeId(id)),
        }));
        Ok(Self(Cow::Owned(content)))
    }
}

#[derive(Serialize, Deserialize)]
pub(super) struct WireUnit<'a> {
    #[serde(rename = "u")]
    content: WireContent<'a>,
    #[serde(rename = "l", skip_serializing_if = "Option::is_none", default)]
    longest: Option<usize>,
}

impl<'a> From<&'a Unit> for WireUnit<'a> {
    fn from(unit: &'a Unit) -> Self {
        Self {
            content: WireContent(Cow::Borrowed(&unit.content)),
            longest: unit.longest,
        }
    }
}

impl From<WireUnit<'_>> for Unit {
    fn from(unit: WireUnit<'_>) -> Self {
        Self {
            content: unit.content.0.into_owned(),
            longest: unit.longest,
        }
    }
}

/// Tells units apart from those that another reading finds.
pub(super) fn digest(units: &[Unit]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for unit in units {
        unit.longest.hash(&mut hasher);
        for piece in unit.content.pieces() {
            mem::discriminant(piece).hash(&mut hasher);
            match piece {
                Piece::Text(text) => text.hash(&mut hasher),
                Piece::Open(id) | Piece::Close(id) | Piece::Mark(id) => id.hash(&mut hasher),
            }
        }
    }
    hasher.finish()
}

#[derive(Serialize, Deserialize)]
enum WireValue {
    Number(u64),
    Text(String),
    Pages { numbers: Vec<u64>, are_all: bool },
}

impl From<WarningValue> for WireValue {
    fn from(value: WarningValue) -> Self {
        match value {
            WarningValue::Number(number) => Self::Number(number),
            WarningValue::Text(text) => Self::Text(text),
            WarningValue::Pages(pages) => Self::Pages {
                numbers: pages.numbers().to_vec(),
                are_all: pages.are_all(),
            },
        }
    }
}

impl From<WireValue> for WarningValue {
    fn from(value: WireValue) -> Self {
        match value {
            WireValue::Number(number) => Self::Number(number),
            WireValue::Text(text) => Self::Text(text),
            WireValue::Pages { numbers, are_all } => {
                let pages: Pages = numbers.into_iter().collect();
                Self::Pages(if are_all { pages } else { pages.and_more() })
            }
        }
    }
}

/// A warning.
#[derive(Debug, PartialEq)]
pub(super) struct WireWarning(pub(super) Warning);

impl Serialize for WireWarning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values = self.0.values().into_iter();
        let values: Vec<(&str, WireValue)> =
            values.map(|(name, value)| (name, value.into())).collect();
        (self.0.code(), values).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for WireWarning {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (code, mut values) = <(String, Vec<(String, WireValue)>)>::deserialize(deserializer)?;
        let value = |wanted: &str| {
            let place = values.iter().position(|(name, _)| name == wanted)?;
            Some(values.swap_remove(place).1.into())
        };
        let warning = Warning::of_values(&code, value);
        warning
            .map(Self)
            .ok_or_else(|| D::Error::custom("no known warning"))
    }
}

/// Why a document cannot be translated.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum WireError {
    Malformed {
        reason: String,
    },
    Encrypted,
    NoFilter {
        format: String,
        remedy: String,
    },
    /// Something else that is wrong with the document, in words.
    Unsupported(String),
    NoMemory,
    GivenUp,
    Io(String),
}

impl From<DocumentError> for WireError {
    fn from(error: DocumentError) -> Self {
        match error {
            DocumentError::Malformed { reason, .. } => Self::Malformed { reason },
            DocumentError::Encrypted => Self::Encrypted,
            DocumentError::NoFilter(NoFilter { format, remedy }) => Self::NoFilter {
                format: format.name().to_owned(),
                remedy: remedy.into_owned(),
            },
            DocumentError::TooLarge { .. } | DocumentError::Unsupported(_) => {
                Self::Unsupported(error.to_string())
            }
            DocumentError::NoMemory => Self::NoMemory,
            DocumentError::GivenUp => Self::GivenUp,
            DocumentError::Io(error) => Self::Io(error.to_string()),
        }
    }
}

impl WireError {
    /// It as an error of a document of this format.
    pub(super) fn of_format(self, format: &'static str) -> DocumentError {
        match self {
            Self::Malformed { reason } => DocumentError::Malformed { format, reason },
            Self::Encrypted => DocumentError::Encrypted,
            Self::NoFilter { format, remedy } => match Format::of_extension(&format) {
                Some(format) => DocumentError::NoFilter(NoFilter {
                    format,
                    remedy: remedy.into(),
                }),
                None => DocumentError::Unsupported(remedy),
            },
            Self::Unsupported(words) => DocumentError::Unsupported(words),
            Self::NoMemory => DocumentError::NoMemory,
            Self::GivenUp => DocumentError::GivenUp,
            Self::Io(words) => io::Error::other(words).into(),
        }
    }
}
