use std::sync::Arc;

use dragoman_language::Register;

/// A wish for a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Formality {
    /// What is wanted.
    pub register: Register,
    /// Whether a translation without regard to it is of no use.
    pub is_required: bool,
}

/// How a translation is to read, apart from saying the same as its source.
///
/// An engine follows what its [`Abilities`] say and leaves the rest aside; whether that will do is
/// for the caller to see.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Guidance {
    /// How readers are addressed.
    pub register: Option<Register>,
    /// Whether a translation in another register is of no use.
    pub needs_register: bool,
    /// Text around what is translated, in the language of the source. Itself not translated.
    pub context: Option<Arc<str>>,
    /// What the customer wants of the wording, in plain words.
    pub instructions: Arc<[String]>,
}

/// What an engine can do for a pair beyond translating.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Abilities {
    /// It can be steered towards the terms of a segment.
    pub terms: bool,
    /// It can address readers in either register.
    pub register: bool,
    /// It follows instructions in plain words.
    pub instructions: bool,
}
