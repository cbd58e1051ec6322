use std::fmt;
use std::io;

/// Why a TMX file cannot be read, and where.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct TmxError {
    /// The line of the file, from 1.
    pub line: u64,
    /// The byte of the file about where it is; with UTF-16 as if it were in UTF-8.
    pub byte: u64,
    /// What is wrong.
    pub problem: TmxProblem,
}

/// What is wrong with a TMX file.
#[derive(Debug, thiserror::Error)]
pub enum TmxProblem {
    /// The file could not be read at all.
    #[error("the file could not be read: {0}")]
    Unreadable(io::Error),
    /// The declared encoding is none that is supported.
    #[error("the encoding \"{name}\" is not supported; use UTF-8 or UTF-16")]
    UnknownEncoding {
        /// As declared.
        name: String,
    },
    /// Some bytes mean nothing in the encoding.
    #[error("the file is not valid {encoding}")]
    Undecodable {
        /// The encoding that the file declares or begins like.
        encoding: &'static str,
    },
    /// It is not well-formed XML.
    #[error("the file is not well-formed XML: {reason}")]
    IllFormed {
        /// What the parser says.
        reason: String,
    },
    /// The file ends too early.
    #[error("the file ends before </tmx>")]
    Truncated,
    /// It is XML of another kind.
    #[error("the file is not TMX: it begins with <{root}> instead of <tmx>")]
    NotTmx {
        /// The first element.
        root: String,
    },
    /// It brings its own document type.
    #[error(
        "the file declares entities or a document type of its own; remove what is in the square brackets of its DOCTYPE"
    )]
    Declarations,
    /// An entity that XML does not define.
    #[error("the file uses the undefined entity &{name};")]
    UndefinedEntity {
        /// Its name.
        name: String,
    },
    /// More of something than is accepted.
    #[error("the file has more than {most} {what}")]
    TooMany {
        /// The limit.
        most: u64,
        /// Of what, in the plural.
        what: TooMany,
    },
}

/// What there is too much of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TooMany {
    /// Units.
    Units,
    /// Elements inside one another.
    Levels,
    /// Attributes of one element.
    Attributes,
    /// Bytes of one tag, comment or stretch of text.
    MarkupBytes,
}

impl fmt::Display for TooMany {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Units => "translation units",
            Self::Levels => "elements inside one another",
            Self::Attributes => "attributes in one tag",
            Self::MarkupBytes => "bytes in one tag, comment or text",
        })
    }
}
