use std::fmt;

use dragoman_domain::{
    ChangeStyleListError, CreateStyleListError, CustomInstructionId, ErrorKind, Language,
    StoreError, StyleListId,
};
use dragoman_style::{StyleLanguage, UnknownChoice};

use super::{
    LONGEST_INSTRUCTION_LABEL, LONGEST_INSTRUCTION_PROMPT, LONGEST_STYLE_LIST_NAME,
    MOST_INSTRUCTIONS, MOST_STYLE_LISTS,
};
use crate::{Forbidden, NoRoomToKeep};

/// Why something was not done with a style rule list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StyleListError {
    /// The key or the plan of its account does not allow it.
    #[error(transparent)]
    Forbidden(#[from] Forbidden),
    /// The account has no list with this id.
    #[error("there is no style rule list with the id {0}")]
    NotFound(StyleListId),
    /// The list has no such custom instruction.
    #[error("the style rule list {list} has no custom instruction with the id {id}")]
    NoSuchInstruction {
        /// The list.
        list: StyleListId,
        /// What was asked for.
        id: CustomInstructionId,
    },
    /// The list is not for the language into which is translated.
    #[error(
        "the style rule list {id} is for '{}' and cannot be used for the target language '{}'",
        .language.tag(),
        .target.tag()
    )]
    NotForTarget {
        /// The list.
        id: StyleListId,
        /// The language of the list.
        language: Language,
        /// The language of the translation.
        target: Language,
    },
    /// Style rules cannot be written for the language.
    #[error(
        "the 'language' of a style rule list is one of {}, and not '{}'",
        StyleLanguage::ALL.map(StyleLanguage::tag).join(", "),
        .0.tag()
    )]
    NotAStyleLanguage(Language),
    /// The name is blank or too long.
    #[error(
        "a 'name' needs 1 to {LONGEST_STYLE_LIST_NAME} characters that are not all white space, and \
         this one has {length}"
    )]
    InvalidName {
        /// Its length in characters.
        length: usize,
    },
    /// A text of a custom instruction is blank or too long.
    #[error(
        "the '{part}' of a custom instruction needs 1 to {} characters that are not all white \
         space, and {} has {length}",
        .part.longest(),
        Place(*.index)
    )]
    InvalidInstruction {
        /// Which of several instructions, from zero.
        index: Option<usize>,
        /// Which text of it.
        part: InstructionPart,
        /// Its length in characters.
        length: usize,
    },
    /// There are more instructions than a list may have.
    #[error(
        "a style rule list can have {MOST_INSTRUCTIONS} custom instructions, and this one would \
         have more; delete some, or put several into one"
    )]
    TooManyInstructions,
    /// The account has all the lists that it may have.
    #[error(
        "an account can have {MOST_STYLE_LISTS} style rule lists, and this one has them; delete one \
         first"
    )]
    TooMany,
    /// The store has a rule that this program does not know.
    #[error("a stored style rule is not known: {0}")]
    UnknownRule(#[from] UnknownChoice),
    /// The disk has no room.
    #[error(transparent)]
    NoRoom(#[from] NoRoomToKeep),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The rules were not made ready, which is a fault of this program.
    #[error("the style rules were not made ready")]
    Failed,
}

/// A text of a custom instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstructionPart {
    /// Its name.
    Label,
    /// What to do.
    Prompt,
}

impl InstructionPart {
    /// The most characters that it may have.
    pub(super) const fn longest(self) -> usize {
        match self {
            Self::Label => LONGEST_INSTRUCTION_LABEL,
            Self::Prompt => LONGEST_INSTRUCTION_PROMPT,
        }
    }
}

impl fmt::Display for InstructionPart {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Label => "label",
            Self::Prompt => "prompt",
        })
    }
}

/// Says which of several is meant, or that there is only this.
struct Place(Option<usize>);

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(index) => write!(formatter, "custom_instructions[{index}]"),
            None => formatter.write_str("this one"),
        }
    }
}

impl StyleListError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Forbidden(_) => ErrorKind::Forbidden,
            Self::NotFound(_) | Self::NoSuchInstruction { .. } => ErrorKind::NotFound,
            Self::NotForTarget { .. }
            | Self::NotAStyleLanguage(_)
            | Self::InvalidName { .. }
            | Self::InvalidInstruction { .. } => ErrorKind::InvalidInput,
            Self::NoRoom(error) => error.kind(),
            Self::TooManyInstructions | Self::TooMany => ErrorKind::Conflict,
            Self::Store(error) => error.kind(),
            Self::UnknownRule(_) | Self::Failed => ErrorKind::Internal,
        }
    }

    /// Why the list was not changed.
    pub(super) fn of_change(list: StyleListId, error: ChangeStyleListError) -> Self {
        match error {
            ChangeStyleListError::NotFound => Self::NotFound(list),
            ChangeStyleListError::NoSuchInstruction(id) => Self::NoSuchInstruction { list, id },
            ChangeStyleListError::TooManyInstructions => Self::TooManyInstructions,
            ChangeStyleListError::Store(error) => Self::Store(error),
        }
    }
}

impl From<CreateStyleListError> for StyleListError {
    fn from(error: CreateStyleListError) -> Self {
        match error {
            CreateStyleListError::TooMany => Self::TooMany,
            CreateStyleListError::Store(error) => Self::Store(error),
        }
    }
}
