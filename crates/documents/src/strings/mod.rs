//! Strings as files of software keep them: what has to stay in a string, and files that are translated string by string.

mod arguments;
mod file;
mod fragments;
mod message;
mod placeholders;
mod quantities;
mod references;
mod text;

pub(crate) use file::{Change, StringCollection, StringFile, StringNotation};
pub(crate) use fragments::{Code, Convention, Fragment, Syntax, fragments};
pub(crate) use quantities::quantities;
pub(crate) use text::TranslatableText;
