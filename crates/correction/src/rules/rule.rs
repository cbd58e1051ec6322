use dragoman_language::Language;
use dragoman_text::Edit;

use crate::draft::Draft;

/// A rule in code, for what the pattern of a [`Row`](super::Row) cannot express.
pub(super) type Rule = fn(&Draft, Language) -> Vec<Edit>;
