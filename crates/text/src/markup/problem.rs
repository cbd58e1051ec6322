//! The ways in which XML can be wrong.

/// What is wrong in one place of a text. Names are cut to a length that fits a message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MarkupProblem {
    /// A start tag without its end tag.
    #[error("<{name}> is never closed; add </{name}>")]
    NeverClosed {
        /// The element.
        name: String,
    },
    /// An end tag of another element than the open one.
    #[error("</{found}> closes nothing here; </{expected}> has to come first")]
    WrongEndTag {
        /// The element that is open.
        expected: String,
        /// The name in the tag.
        found: String,
    },
    /// An end tag where nothing is open.
    #[error("</{name}> closes nothing; remove it or add <{name}> before")]
    UnexpectedEndTag {
        /// The name in the tag.
        name: String,
    },
    /// A `<` that begins no markup.
    #[error("\"<\" begins no tag; write it as &lt;")]
    BareLessThan,
    /// A tag that goes on to something that has no place in it.
    #[error("the tag of \"{name}\" is malformed here; a tag ends with \">\"")]
    MalformedTag {
        /// The name in the tag.
        name: String,
    },
    /// An attribute without a value in quotes.
    #[error("the attribute \"{name}\" needs a value in quotes")]
    UnquotedValue {
        /// The attribute.
        name: String,
    },
    /// An attribute whose value has no end, or holds a `<`.
    #[error(
        "the value of the attribute \"{name}\" ends nowhere, or holds \"<\"; write that as &lt;"
    )]
    MalformedValue {
        /// The attribute.
        name: String,
    },
    /// An attribute that the tag has twice.
    #[error("the attribute \"{name}\" stands in the tag twice")]
    DuplicateAttribute {
        /// The attribute.
        name: String,
    },
    /// An `&` that begins no reference.
    #[error("\"&\" begins no reference; write it as &amp;")]
    BareAmpersand,
    /// A reference to an entity that XML does not define itself.
    #[error("&{name}; is not defined; write the character or its number")]
    UnknownEntity {
        /// The entity.
        name: String,
    },
    /// A reference to a character that XML does not have.
    #[error("&{name}; is no character of XML")]
    UnknownCharacter {
        /// What is between the marks.
        name: String,
    },
    /// A character that XML does not have.
    #[error("the character U+{code:04X} is not allowed in XML; remove it")]
    ForbiddenCharacter {
        /// Its code point.
        code: u32,
    },
    /// The end of a section of character data outside of one.
    #[error("\"]]>\" stands outside of a CDATA section; write it as ]]&gt;")]
    StrayCharacterDataEnd,
    /// A comment, instruction, section or declaration without its end.
    #[error("what begins here with \"{start}\" needs \"{end}\" at its end")]
    Unfinished {
        /// What it begins with.
        start: &'static str,
        /// What it lacks.
        end: &'static str,
    },
    /// Two hyphens in a comment.
    #[error("\"--\" may not stand in a comment")]
    DoubleHyphen,
    /// An instruction without a name, or one called `xml` that is not the first in the text.
    #[error("an instruction needs a name, and \"xml\" is reserved for the first one of a document")]
    MalformedInstruction,
    /// A document type that defines entities, or one in a place where none may be.
    #[error(
        "a document type must come before the first element, once, and without definitions in brackets"
    )]
    RefusedDocumentType,
    /// Too many elements within each other.
    #[error("more than {most} elements are nested here; that is the limit")]
    TooDeep {
        /// The limit.
        most: usize,
    },
}
