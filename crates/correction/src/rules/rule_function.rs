use dragoman_language::Language;
use dragoman_text::Edit;

use crate::editable_text::EditableText;

/// A rule in code, for corrections that the pattern of a [`PatternRule`](super::PatternRule) cannot express.
pub(super) type RuleFunction = fn(&EditableText, Language) -> Vec<Edit>;
