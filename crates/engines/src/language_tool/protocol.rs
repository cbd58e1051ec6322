//! The wire types of the server's interface, as far as they are needed.

use serde::{Deserialize, Serialize};

/// A question, sent as a form: either as plain text or as text with markup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Question {
    pub(super) language: &'static str,
    pub(super) level: &'static str,
    /// The categories whose rules are not followed, between commas.
    #[serde(rename = "disabledCategories", skip_serializing_if = "str::is_empty")]
    pub(super) disabled_categories: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<String>,
    /// An [`AnnotatedText`] as JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) data: Option<String>,
}

/// A text in which markup is told apart.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct AnnotatedText<'text> {
    pub(super) annotation: Vec<Annotation<'text>>,
}

/// A stretch of a text with markup.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Annotation<'text> {
    Text {
        text: &'text str,
    },
    Markup {
        markup: &'text str,
        /// What the text is read with in its place.
        #[serde(rename = "interpretAs", skip_serializing_if = "str::is_empty")]
        interpret_as: &'static str,
    },
}

/// The answer to a question.
#[derive(Debug, Deserialize)]
pub(super) struct Answer {
    pub(super) matches: Vec<Match>,
}

/// What may be wrong in a text.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Match {
    /// Where it begins, in units of UTF-16.
    pub(super) offset: usize,
    /// How long it is, in units of UTF-16.
    pub(super) length: usize,
    #[serde(default)]
    pub(super) replacements: Vec<Replacement>,
    pub(super) rule: Rule,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Replacement {
    pub(super) value: String,
}

/// The rule that a text breaks.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Rule {
    /// One of the localization quality issue types of the Internationalization Tag Set 2.0.
    #[serde(default)]
    pub(super) issue_type: String,
    pub(super) category: Category,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Category {
    #[serde(default)]
    pub(super) id: String,
}

/// A language that the server has.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListedLanguage {
    pub(super) long_code: String,
}
