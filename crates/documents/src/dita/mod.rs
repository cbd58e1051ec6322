//! DITA: topics, maps and bookmaps.
//!
//! It is read as other XML ([`XmlDocument`](crate::XmlDocument)), with what DITA 1.3 says of its elements: which
//! are part of the text around them, which are texts of their own within one (footnotes, index terms,
//! alternative texts), and which hold code, names or notes to authors and stay. A specialised element is
//! treated as the one that it is made from, where `class` says so, and otherwise as in other XML.
//!
//! **Translated besides texts** are the attributes `navtitle`, `alt`, `title`, `searchtitle`, `spectitle`,
//! `reftitle`, `standby`, `othertype`, and the content of `othermeta`.
//!
//! **Left alone** is what says `translate="no"`, and an element with `conref` or `conkeyref`: what is shown in
//! its place is somewhere else. `translate="yes"` has protected elements translated.
//!
//! **The direction** of the root follows the language of the translation.

mod vocabulary;

use std::io::Write;
use std::ops::Range;

use crate::document::is_right_to_left;
use crate::xml_document::{Input, XmlFile};
use crate::{Content, Document, DocumentError, Options, Source, Unit, Warning};

const FORMAT: &str = "DITA";

/// A DITA topic or map.
pub struct Dita {
    file: XmlFile,
    is_right_to_left: bool,
}

impl Dita {
    /// Reads a topic or a map.
    ///
    /// # Errors
    /// Every [`DocumentError`] but [`DocumentError::Encrypted`] and [`DocumentError::Unsupported`].
    pub fn open(source: impl Source, options: &Options) -> Result<Self, DocumentError> {
        let input = Input::read(source, FORMAT, options)?;
        Ok(Self {
            file: XmlFile::new(input, &vocabulary::Dita, options)?,
            is_right_to_left: is_right_to_left(options.target),
        })
    }

    /// The change that makes the root say the direction of the translation.
    fn direction(&self) -> Option<(Range<usize>, String)> {
        let direction = if self.is_right_to_left { "rtl" } else { "ltr" };
        let root = self.file.root();
        match &root.direction {
            Some((said, range)) => {
                // Those that override what characters say are left alone.
                let is_other = matches!(said.as_str(), "rtl" | "ltr") && said != direction;
                is_other.then(|| (range.clone(), direction.to_owned()))
            }
            None if self.is_right_to_left => {
                let place = root.name_end;
                Some((place..place, format!(" dir=\"{direction}\"")))
            }
            None => None,
        }
    }
}

impl Document for Dita {
    fn units(&self) -> &[Unit] {
        &self.file.units
    }

    fn warnings(&self) -> &[Warning] {
        &self.file.warnings
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let direction = self.direction().into_iter().collect();
        self.file.write(translations, direction, output)
    }
}
