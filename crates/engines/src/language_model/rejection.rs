//! Why what a model answered is not taken.

use dragoman_fidelity::Objection;

use super::answer::Malformed;

/// Why an answer was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rejection {
    /// The answer as a whole is not what was asked for.
    Form,
    /// It does not have each segment once.
    Segments,
    /// The model cannot read so much at once.
    TooLong,
    /// The server does not let the model answer, and answers other questions.
    Declined,
    /// A mark is missing or is where it cannot be.
    Marks,
    /// Something is wrong with what was written.
    Text(Objection),
}

const NO_JSON: &str = "It was not exactly the JSON object that was asked for.";

impl Rejection {
    /// The word for it in metrics.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Segments => "segments",
            Self::TooLong => "too_long",
            Self::Declined => "declined",
            Self::Marks => "marks",
            Self::Text(objection) => objection.as_str(),
        }
    }

    /// What the model is told about it when it is asked for a translation again.
    pub(super) const fn advice(self) -> &'static str {
        match self {
            Self::Form | Self::TooLong | Self::Declined => NO_JSON,
            Self::Segments => "It did not have each segment exactly once.",
            Self::Marks => {
                "It did not have each numbered mark exactly once, nested as in the segment."
            }
            Self::Text(objection) => match objection {
                Objection::Truncated => NO_JSON,
                Objection::Empty => "A translation was empty.",
                Objection::Placeholders => {
                    "It did not have each string of \"keep\" exactly as often as the segment."
                }
                Objection::Additions => {
                    "It had brackets or addresses that the segment does not have."
                }
                Objection::Lines => "It had line breaks that the segment does not have.",
                Objection::Length => "Its length was not that of a translation of the segment.",
                Objection::Script | Objection::Language => "It was not in the target language.",
                Objection::Register => "It addressed its readers in the other register.",
                Objection::Copy => "It left the segment untranslated.",
                // Most of these are not demanded of translations.
                Objection::Repetition
                | Objection::Leak
                | Objection::Chatter
                | Objection::Numbers
                | Objection::Names
                | Objection::Punctuation
                | Objection::Decoration
                | Objection::Sentences => {
                    "It was not a translation of the segment and nothing else."
                }
            },
        }
    }
}

impl From<Objection> for Rejection {
    fn from(objection: Objection) -> Self {
        Self::Text(objection)
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
