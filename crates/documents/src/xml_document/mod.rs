//! XML whose vocabulary nobody knows, and what the formats have in common that are XML files.
//!
//! **Units** are the texts of elements. An element with text beside it is a part of that text, and a
//! stretch of the unit, unless its own elements stand on lines of their own, as those of structures do;
//! every other element is a text of its own. Text without words, and a single word that looks like one for
//! programs, is no unit. Values of attributes are not translated unless a rule says so.
//!
//! **What is translated** is said by `translate` and `translatable`, by `its:translate` and
//! `its:withinText`, and by the document's rules of the Internationalization Tag Set 2.0 for
//! `translate`, `withinText` and white space, where they select paths of names: `//name`, `/a/b`, `//a/@b`.
//! Namespaces in them are not compared. Other XPath and rules in other files are passed over with a
//! warning.
//!
//! **Codes.** Inline elements and CDATA sections are stretches; comments, processing instructions, references
//! to entities, and elements without text or that are not translated are marks. So are tags in CDATA
//! sections and tags written with escapes; there those of paragraphs divide units, and
//! text is read and written as HTML, with references of its own.
//!
//! **White space** around units stays. Within one a line break is a space unless `xml:space` says
//! `preserve`.
//!
//! **The document type** stays byte for byte. Nothing outside of the file is ever read and no entity expanded.
//!
//! **The language.** Where the root has `xml:lang`, it says the language of the translation as soon as something
//! is translated, and so do elements that are in the same language; passages in another one stay.

mod flow;
mod its;
mod text;
mod tree;
mod vocabulary;
mod walk;
mod writer;

use std::io::Write;
use std::ops::Range;

pub(crate) use tree::Root;
pub(crate) use vocabulary::{Namespace, Role, Treatment, Vocabulary, answer};

use crate::collection::changed_units;
use crate::input::read_whole;
use crate::xml::{Decoded, Edits};
use crate::{Content, Document, DocumentError, Options, Source, Unit, Warning};

use flow::Slot;
use its::Rules;
use tree::Tree;

const FORMAT: &str = "XML";

/// An XML document.
pub struct XmlDocument {
    file: XmlFile,
}

impl XmlDocument {
    /// Reads a document.
    ///
    /// # Errors
    /// Every [`DocumentError`] but [`DocumentError::Encrypted`] and [`DocumentError::Unsupported`].
    pub fn open(source: impl Source, options: &Options) -> Result<Self, DocumentError> {
        let input = Input::read(source, FORMAT, options)?;
        let mut rules = Rules::read(&input.decoded.text, &options.limits)?;
        let mut file = XmlFile::new(input, &rules, options)?;
        file.warnings.append(&mut rules.warnings);
        Ok(Self { file })
    }
}

impl Document for XmlDocument {
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
        self.file.write(translations, Vec::new(), output)
    }
}

/// The bytes of a file, and their text.
pub(crate) struct Input {
    bytes: Vec<u8>,
    decoded: Decoded,
}

impl Input {
    /// Reads a file.
    ///
    /// # Errors
    /// [`DocumentError::Io`], [`DocumentError::TooLarge`], and [`DocumentError::Malformed`] for bytes
    /// that are not in their encoding.
    pub(crate) fn read(
        source: impl Source,
        format: &'static str,
        options: &Options,
    ) -> Result<Self, DocumentError> {
        let bytes = read_whole(source, options.limits.entry_bytes)?;
        let decoded =
            Decoded::new(&bytes).map_err(|reason| DocumentError::Malformed { format, reason })?;
        Ok(Self { bytes, decoded })
    }
}

/// A file of XML, with the places of its units.
pub(crate) struct XmlFile {
    input: Input,
    pub(crate) units: Vec<Unit>,
    pub(crate) warnings: Vec<Warning>,
    slots: Vec<Slot>,
    /// What is to say the language of the translation.
    languages: Vec<Range<usize>>,
    target: &'static str,
    root: Root,
}

impl XmlFile {
    /// Finds what is to be translated.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] and [`DocumentError::TooLarge`].
    pub(crate) fn new(
        input: Input,
        vocabulary: &dyn Vocabulary,
        options: &Options,
    ) -> Result<Self, DocumentError> {
        let text = &input.decoded.text;
        let tree = Tree::read(text, vocabulary, &options.limits)?;
        let found = walk::walk(text, &tree, vocabulary.is_prose(), &options.limits)?;
        let mut warnings = Vec::new();
        if tree.declares_entities {
            warnings.push(Warning::Entities);
        }
        if let Some(language) = tree.other_language.filter(|_| found.has_foreign) {
            warnings.push(Warning::OtherLanguage {
                language: language.into(),
            });
        }
        Ok(Self {
            units: found.units,
            warnings,
            slots: found.slots,
            languages: found.languages,
            target: options.target.tag(),
            root: tree.root.unwrap_or_default(),
            input,
        })
    }

    /// The tag of the root.
    pub(crate) fn root(&self) -> &Root {
        &self.root
    }

    /// Writes the file; `further` are changes that it needs if it has a translation.
    ///
    /// # Errors
    /// [`DocumentError::Io`].
    pub(crate) fn write(
        &self,
        translations: &[Option<Content>],
        further: Vec<(Range<usize>, String)>,
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let file = &self.input.decoded;
        let changed: Vec<_> = changed_units(&self.units, translations).collect();
        if changed.iter().all(Option::is_none) {
            output.write_all(&self.input.bytes)?;
            return Ok(());
        }
        let mut edits = Edits::default();
        for range in &self.languages {
            edits.replace(range.clone(), self.target.to_owned());
        }
        for (range, text) in further {
            edits.replace(range, text);
        }
        // What stands in the codes of another unit comes after it and is written before it.
        for (slot, content) in self.slots.iter().zip(&changed).rev() {
            if let Some(content) = content {
                writer::write(slot, content, file, &mut edits);
            }
        }
        output.write_all(&file.encode(&edits.apply(&file.text)))?;
        Ok(())
    }
}
