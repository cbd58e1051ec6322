//! The wire types of the chat protocol, as far as they are needed.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Who says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Role {
    /// Whoever runs the service: instructions.
    System,
    /// Whoever uses it: data.
    User,
}

/// A message to the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Message {
    pub(super) role: Role,
    pub(super) content: String,
}

/// What a model is to be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Query {
    /// The instructions.
    pub(super) system: String,
    /// The data.
    pub(super) user: String,
    /// What is wanted.
    pub(super) list: List,
    /// How long the answer may be, without thoughts.
    pub(super) max_tokens: u32,
}

impl Query {
    pub(super) fn messages(&self) -> [Message; 2] {
        let message = |role, content: &String| Message {
            role,
            content: content.clone(),
        };
        [
            message(Role::System, &self.system),
            message(Role::User, &self.user),
        ]
    }
}

/// The only list of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    /// Translations of segments.
    Translations,
    /// Texts in other words.
    Texts,
}

impl List {
    /// What it is called in the answer.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Translations => "translations",
            Self::Texts => "texts",
        }
    }
}

/// The body of a question.
#[derive(Debug, Serialize)]
pub(super) struct ChatRequest<'question> {
    pub(super) model: &'question str,
    pub(super) messages: &'question [Message],
    pub(super) stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) response_format: Option<ResponseFormat>,
}

/// The form that the answer must have.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum ResponseFormat {
    JsonSchema { json_schema: NamedSchema },
    JsonObject { schema: Value },
}

#[derive(Debug, Serialize)]
pub(super) struct NamedSchema {
    name: &'static str,
    strict: bool,
    schema: Value,
}

/// How the form of an answer is asked for, the most binding way first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Form {
    /// By a named schema.
    #[default]
    Schema,
    /// By asking for an object, with its schema beside it.
    Object,
    /// In words alone.
    Words,
}

impl Form {
    /// The next less binding way.
    pub(super) const fn weaker(self) -> Option<Self> {
        match self {
            Self::Schema => Some(Self::Object),
            Self::Object => Some(Self::Words),
            Self::Words => None,
        }
    }

    /// What it is on the wire.
    pub(super) fn response_format(self, list: List) -> Option<ResponseFormat> {
        match self {
            Self::Schema => Some(ResponseFormat::JsonSchema {
                json_schema: NamedSchema {
                    name: list.name(),
                    strict: true,
                    schema: schema(list),
                },
            }),
            Self::Object => Some(ResponseFormat::JsonObject {
                schema: schema(list),
            }),
            Self::Words => None,
        }
    }
}

/// The schema of an answer: a list of texts, each with the number of what it was made from.
fn schema(list: List) -> Value {
    json!({
        "type": "object",
        "properties": {
            (list.name()): {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "id": { "type": "integer" },
                        "text": { "type": "string" }
                    },
                    "required": ["id", "text"],
                    "additionalProperties": false
                }
            }
        },
        "required": [list.name()],
        "additionalProperties": false
    })
}

/// The body of an answer.
#[derive(Debug, Deserialize)]
pub(super) struct ChatAnswer {
    pub(super) choices: Vec<Choice>,
    pub(super) usage: Option<TokenUsage>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Choice {
    pub(super) message: AnswerMessage,
    pub(super) finish_reason: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct AnswerMessage {
    pub(super) content: Option<String>,
}

/// What an answer has cost.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct TokenUsage {
    #[serde(default)]
    pub(super) prompt_tokens: u64,
    #[serde(default)]
    pub(super) completion_tokens: u64,
}

/// The models that a server has.
#[derive(Debug, Deserialize)]
pub(super) struct ModelList {
    pub(super) data: Vec<ListedModel>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ListedModel {
    pub(super) id: String,
}
