//! What the formats of office programs share: packages of parts, paragraphs of runs, and the two
//! passes over a document, one that reads its units and one that writes their translations.

pub(crate) mod canvas;
pub(crate) mod direction;
pub(crate) mod drawing;
pub(crate) mod inline;
pub(crate) mod names;
pub(crate) mod package;
pub(crate) mod pass;
pub(crate) mod stories;
