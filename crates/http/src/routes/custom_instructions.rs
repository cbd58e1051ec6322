//! Custom instructions as they come in requests and go in answers: as parts of style rule lists, and on their own.

use dragoman_domain::CustomInstruction;
use dragoman_service::NewInstruction;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fields::{LanguageCode, or_none};

/// A custom instruction to make, or to put in the place of another.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewCustomInstruction {
    /// A name for people, 1 to 100 characters.
    label: String,
    /// What to do, in plain words, 1 to 300 characters.
    prompt: String,
    /// The language of the sources that it is meant for; all if absent.
    #[serde(default, deserialize_with = "or_none")]
    #[schema(inline)]
    source_language: Option<LanguageCode>,
}

/// A custom instruction of a style rule list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CustomInstruction)]
pub(crate) struct CustomInstructionBody {
    id: String,
    /// A name for people.
    label: String,
    /// What to do.
    prompt: String,
    /// The language of the sources that it is meant for, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_language: Option<&'static str>,
}

impl From<NewCustomInstruction> for NewInstruction {
    fn from(body: NewCustomInstruction) -> Self {
        Self {
            label: body.label,
            prompt: body.prompt,
            source: body.source_language.map(|code| code.0),
        }
    }
}

impl From<CustomInstruction> for CustomInstructionBody {
    fn from(instruction: CustomInstruction) -> Self {
        Self {
            id: instruction.id.to_string(),
            label: instruction.label,
            prompt: instruction.prompt,
            source_language: instruction.source.map(|source| source.tag()),
        }
    }
}
