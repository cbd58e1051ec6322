//! HTML as a sequence of tokens with their positions, and what the names in it mean for a translation.
//!
//! Nothing here builds a tree: whoever reads tokens keeps every byte of what is broken. XML can be read in the same way
//! where it need not be well-formed.

mod attributes;
mod characters;
mod elements;
mod readable;
mod references;
mod tokenizer;

pub use attributes::{Attribute, Attributes, Value};
pub use characters::{is_space, is_xml_name_start};
pub use elements::{Element, Setting};
pub use readable::readable_values;
pub use references::{decode, decode_value, reference_in_text, reference_in_value};
pub use tokenizer::{CDATA_END, CDATA_START, Kind, Syntax, Token, Tokenizer};
