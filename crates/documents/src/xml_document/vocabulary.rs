use std::ops::Range;

use crate::xml::Tag;

/// Which vocabulary an element belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Namespace {
    /// None.
    Absent,
    /// The Internationalization Tag Set.
    Its,
    /// Any other.
    Other,
}

impl Namespace {
    pub(crate) fn of(name: &str) -> Self {
        match name {
            "" => Self::Absent,
            ITS => Self::Its,
            _ => Self::Other,
        }
    }
}

/// The namespace of the Internationalization Tag Set.
pub(super) const ITS: &str = "http://www.w3.org/2005/11/its";

/// What an element is to the text around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// It is a text of its own, and so is what comes before and after it.
    Block,
    /// It is a stretch of the text around it.
    Inline,
    /// It is a text of its own within a text that goes on after it: a footnote.
    Nested,
}

/// What is known of an element. What is not said is as in the element around it or, for the role, follows
/// from whether there is text beside it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Treatment {
    pub(crate) role: Option<Role>,
    pub(crate) is_translated: Option<bool>,
    pub(crate) keeps_space: Option<bool>,
    /// Where the values of attributes stand that are texts.
    pub(crate) attributes: Vec<Range<usize>>,
}

/// What is known of the elements of a document.
pub(crate) trait Vocabulary {
    /// The format's name, for errors.
    fn format(&self) -> &'static str;

    /// What is known of the element with this tag; `path` has the names of the elements around it and its own
    /// as the last.
    fn treatment(&self, tag: &Tag<'_, Namespace>, path: &[&str]) -> Treatment;

    /// Whether its texts are prose. Otherwise they may be data: names for programs are left alone, and text may
    /// be HTML with escapes.
    fn is_prose(&self) -> bool;
}

/// The value of an attribute that says yes or no.
pub(crate) fn answer(value: &str) -> Option<bool> {
    match value.trim() {
        "yes" | "true" => Some(true),
        "no" | "false" => Some(false),
        _ => None,
    }
}
