use dragoman_language::Language;
use dragoman_text::Edit;

use crate::draft::Draft;

/// A rule in code, for corrections that the pattern of a [`PatternRule`](super::PatternRule) cannot express.
pub(super) type RuleFunction = fn(&Draft, Language) -> Vec<Edit>;
