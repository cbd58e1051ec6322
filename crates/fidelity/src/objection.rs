//! The names of what is wrong.

/// What is wrong with a text that was written from another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objection {
    /// Nothing was written.
    Empty,
    /// Something that must stay is missing, or there is more of it.
    Placeholders,
    /// There are brackets or addresses that the source does not have, or lacks some of its own.
    Additions,
    /// There are other lines, or control characters that the source does not have.
    Lines,
    /// There are other marks, or a capital at the beginning of only one of both.
    Punctuation,
    /// There are quotation marks around it, or it has marks of formatting that the source does not have.
    Decoration,
    /// It is much too long or much too short.
    Length,
    /// It ends before its end.
    Truncated,
    /// It says one thing over and over.
    Repetition,
    /// It is the source, or has it in it.
    Copy,
    /// It has some of the instructions in it.
    Leak,
    /// It talks about what was to be written.
    Chatter,
    /// It is in another script than the language is written in.
    Script,
    /// It is in another language.
    Language,
    /// It addresses its readers in another register.
    Register,
    /// It has other numbers.
    Numbers,
    /// It has other names.
    Names,
    /// It has a sentence more than the source.
    Sentences,
}

impl Objection {
    /// The word for it in metrics and logs.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Placeholders => "placeholders",
            Self::Additions => "additions",
            Self::Lines => "lines",
            Self::Punctuation => "punctuation",
            Self::Decoration => "decoration",
            Self::Length => "length",
            Self::Truncated => "truncated",
            Self::Repetition => "repetition",
            Self::Copy => "copy",
            Self::Leak => "leak",
            Self::Chatter => "chatter",
            Self::Script => "script",
            Self::Language => "language",
            Self::Register => "register",
            Self::Numbers => "numbers",
            Self::Names => "names",
            Self::Sentences => "sentences",
        }
    }
}
