//! Why what a model answered is not taken.

use super::answer::Malformed;

/// Why an answer was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rejection {
    /// The answer as a whole is not what was asked for.
    Form,
    /// It does not have each segment once.
    Segments,
    /// It ended before its end.
    Truncated,
    /// The model cannot read so much at once.
    TooLong,
    /// The server does not let the model answer, and answers other questions.
    Declined,
    /// Nothing was written.
    Empty,
    /// A placeholder is missing, or there is one too many.
    Placeholders,
    /// A mark is missing or is where it cannot be.
    Marks,
    /// There are brackets or addresses that the source does not have.
    Additions,
    /// There are line ends or control characters that the source does not have.
    Lines,
    /// It is much too long or much too short.
    Length,
    /// It says one word over and over.
    Repetition,
    /// It is in another script than the language is written in.
    Script,
    /// It is in another language.
    Language,
    /// It addresses its readers in the other register.
    Register,
    /// It is the source, or has it in it.
    Copy,
    /// It has some of the instructions in it.
    Leak,
    /// It talks about what was to be written.
    Chatter,
    /// It has other numbers.
    Numbers,
    /// It has other names.
    Names,
    /// There are quotation marks around it, or it has marks of formatting that the source does not have.
    Decoration,
    /// It has a sentence more than the source.
    Sentences,
}

impl Rejection {
    /// The word for it in metrics.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Segments => "segments",
            Self::Truncated => "truncated",
            Self::TooLong => "too_long",
            Self::Declined => "declined",
            Self::Empty => "empty",
            Self::Placeholders => "placeholders",
            Self::Marks => "marks",
            Self::Additions => "additions",
            Self::Lines => "lines",
            Self::Length => "length",
            Self::Repetition => "repetition",
            Self::Script => "script",
            Self::Language => "language",
            Self::Register => "register",
            Self::Copy => "copy",
            Self::Leak => "leak",
            Self::Chatter => "chatter",
            Self::Numbers => "numbers",
            Self::Names => "names",
            Self::Decoration => "decoration",
            Self::Sentences => "sentences",
        }
    }

    /// What the model is told about it when it is asked for a translation again.
    pub(super) const fn advice(self) -> &'static str {
        match self {
            Self::Form | Self::Truncated | Self::TooLong | Self::Declined => {
                "It was not exactly the JSON object that was asked for."
            }
            Self::Segments => "It did not have each segment exactly once.",
            Self::Empty => "A translation was empty.",
            Self::Placeholders => {
                "It did not have each string of \"keep\" exactly as often as the segment."
            }
            Self::Marks => {
                "It did not have each numbered mark exactly once, nested as in the segment."
            }
            Self::Additions => "It had brackets or addresses that the segment does not have.",
            Self::Lines => "It had line breaks that the segment does not have.",
            Self::Length => "Its length was not that of a translation of the segment.",
            Self::Script | Self::Language => "It was not in the target language.",
            Self::Register => "It addressed its readers in the other register.",
            Self::Copy => "It left the segment untranslated.",
            // The last ones are no checks of translations.
            Self::Repetition
            | Self::Leak
            | Self::Chatter
            | Self::Numbers
            | Self::Names
            | Self::Decoration
            | Self::Sentences => "It was not a translation of the segment and nothing else.",
        }
    }
}

impl From<Malformed> for Rejection {
    fn from(malformed: Malformed) -> Self {
        match malformed {
            Malformed::Form => Self::Form,
            Malformed::Segments => Self::Segments,
        }
    }
}
