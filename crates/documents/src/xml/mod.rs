//! XML that is edited in place: elements and texts are read with their places in the part, and only the
//! ranges that change are replaced.

mod attributes;
mod edits;
mod encoding;
mod reader;
mod text;

pub(crate) use attributes::are_well_formed;
pub(crate) use edits::Edits;
pub(crate) use encoding::{Decoded, declared_encoding};
pub(crate) use reader::{Attribute, Reader, Tag, Token};
pub(crate) use text::{escape, escape_attribute, unescape};
