//! XLIFF 1.2, 2.0 and 2.1, the formats in which translation tools exchange texts.
//!
//! **Which version** a file has is said by the namespace of its root or, without one, by `version`.
//! The namespace of 2.2 is read as 2.1. Everything else is refused.
//!
//! **Units** are the sources of `trans-unit` (of each `mrk` of type `seg`, where there is a `seg-source`)
//! and of `segment`. What says `translate="no"`, `alt-trans`, `ignorable`, notes, matches, what a
//! `bin-unit` has besides its `trans-unit`s, and everything of other vocabularies stays as it is. A `sub` is a unit of
//! its own. A `seg-source` that lacks codes of its source is not heeded. Text without letters is no unit; where there is no target yet, it is copied into one as soon as something
//! else in its file is translated.
//!
//! **Codes.** `g`, `pc` and `mrk` are stretches; so are `bpt` and `ept`, `bx` and `ex`, `sc` and `ec`, `sm`
//! and `em` that belong together and nest with the rest. All others are marks, and so is everything that
//! must not be translated. Each code of a source is in the target exactly once. Two marks that belong
//! together stay in their order, and so do codes that say `canReorder="no"`: a translation that breaks
//! the order gets them at its end.
//!
//! **White space** within text is kept, except that a line break before an indented line becomes a space unless
//! `xml:space` is `preserve`.
//!
//! **Targets** are created behind the source or `seg-source`, or replaced in their places with their
//! attributes kept. One that somebody has finished stays: in 1.2 if the unit is approved or the
//! target's state is `translated`, `signed-off` or `final`, in 2.x if the segment's state is
//! `translated`, `reviewed` or `final`; unless it is in another language than is asked for.
//! Written targets of 1.2 are in the state `needs-review-translation` with the qualifier `mt-suggestion`,
//! because 1.2 tells what nobody has looked at yet from what is `translated`; their units are not approved. Version 2 leaves that to
//! `reviewed`, so there they are `translated`.
//!
//! **The target language** is set on `file` or `xliff`, if something in it is translated; a more exact tag
//! of the same language stays.

mod encoding;
mod inline;
mod parts;
mod reader;
mod scope;
mod splice;
mod writer;

use std::io::Write;
use std::ops::Range;

use encoding::Spelling;
use inline::Inline;
use splice::{Kind, Scanner, Token, attribute, malformed_at, slice};

use crate::error::quoted;
use crate::input::read_whole;
use crate::{Content, Document, DocumentError, Options, Source, Unit, Warning};

/// An XLIFF document.
pub struct Xliff {
    text: String,
    spelling: Spelling,
    version: Version,
    /// What stands before the names of its elements, with the colon.
    prefix: String,
    files: Vec<File>,
    slots: Vec<Slot>,
    units: Vec<Unit>,
    warnings: Vec<Warning>,
}

/// Which of the two formats of this name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Version {
    /// 1.2.
    V1,
    /// 2.0 and later.
    V2,
}

/// A part of the document that says its languages: a `file` of 1.2, the root of 2.x.
#[derive(Debug)]
struct File {
    tag: Range<usize>,
    source: Option<String>,
    declared_target: Option<String>,
    /// What it is to say of its target language.
    target: String,
}

/// A target that can be written.
#[derive(Debug)]
struct Slot {
    file: usize,
    /// Where it stands or, if there is none, the empty place where it belongs.
    place: Range<usize>,
    /// Its start tag, if there is one.
    tag: Option<Range<usize>>,
    /// What its source says of white space.
    space: Option<String>,
    /// The white space between it and what is before it.
    indent: Range<usize>,
    /// The start tag that says how finished it is: of its segment in 2.x, of an approved unit in 1.2.
    state_tag: Option<Range<usize>>,
    /// The content from which it is made.
    body: Range<usize>,
    segments: Vec<Segment>,
    /// Texts within codes.
    subs: Vec<Segment>,
}

/// A part of a source that is translated by itself.
#[derive(Debug)]
struct Segment {
    /// Which unit it is; none without letters.
    unit: Option<usize>,
    source: Range<usize>,
    /// What the target has for it so far.
    existing: Option<Range<usize>>,
    inline: Inline,
}

/// The text of a document, and what its names mean.
#[derive(Clone, Copy)]
struct Xml<'t> {
    text: &'t str,
    prefix: &'t str,
    version: Version,
}

impl<'t> Xml<'t> {
    /// The name of an element of XLIFF; nothing for elements of other vocabularies.
    fn local_name(&self, token: &Token) -> &'t str {
        let name = token.name(self.text).strip_prefix(self.prefix);
        name.filter(|name| !name.contains(':')).unwrap_or_default()
    }
}

fn malformed(reason: impl Into<String>) -> DocumentError {
    DocumentError::Malformed {
        format: "XLIFF",
        reason: reason.into(),
    }
}

impl Version {
    /// Which version a document with this root has.
    fn of(text: &str, root: &Token, prefix: &str) -> Result<Self, DocumentError> {
        let tag = slice(text, &root.span);
        let declaration = match prefix.strip_suffix(':') {
            Some(prefix) => format!("xmlns:{prefix}"),
            None => "xmlns".to_owned(),
        };
        let refused = |what: String| Err(malformed_at(text, root.span.start, &what));
        if root.name(text).strip_prefix(prefix) != Some("xliff") {
            return refused("the root element is not \"xliff\"".to_owned());
        }
        let namespace = attribute(tag, &declaration);
        let version = match &namespace {
            Some(name) => name.strip_prefix("urn:oasis:names:tc:xliff:document:"),
            None => None,
        };
        let stated = attribute(tag, "version").unwrap_or_default();
        let version = match (&namespace, version) {
            (Some(name), None) => {
                return refused(format!(
                    "\"{}\" is not the namespace of XLIFF",
                    quoted(name)
                ));
            }
            (_, Some(version)) => version,
            (None, None) => stated.as_ref(),
        };
        match version {
            "1.2" => Ok(Self::V1),
            "2.0" | "2.1" | "2.2" => Ok(Self::V2),
            "" => refused("it does not say its version".to_owned()),
            other => refused(format!(
                "its version is {}, and only 1.2, 2.0 and 2.1 are supported",
                quoted(other)
            )),
        }
    }
}

impl Xliff {
    /// Reads a document.
    ///
    /// # Errors
    /// Every [`DocumentError`] but [`DocumentError::Encrypted`].
    pub fn open(source: impl Source, options: &Options) -> Result<Self, DocumentError> {
        let (text, spelling) = Spelling::decode(read_whole(source, options.limits.entry_bytes)?)?;
        let mut scanner = Scanner::new(&text, options.limits);
        let root = loop {
            match scanner.next()? {
                Some(token) if matches!(token.kind, Kind::Start | Kind::Empty) => break token,
                Some(_) => {}
                None => return Err(malformed("it is empty")),
            }
        };
        let name = root.name(&text);
        let prefix_length = name.find(':').map_or(0, |colon| colon.saturating_add(1));
        let prefix = slice(name, &(0..prefix_length)).to_owned();
        let version = Version::of(&text, &root, &prefix)?;
        let xml = Xml {
            text: &text,
            prefix: &prefix,
            version,
        };
        let found = reader::read(xml, scanner, &root, options)?;
        Ok(Self {
            files: found.files,
            slots: found.slots,
            units: found.units,
            warnings: found.warnings,
            text,
            spelling,
            version,
            prefix,
        })
    }
}

impl Document for Xliff {
    fn units(&self) -> &[Unit] {
        &self.units
    }

    fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let text = writer::write(self, translations);
        Ok(self.spelling.write(&text, output)?)
    }
}
