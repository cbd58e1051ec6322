//! Books in EPUB, versions 2 and 3.
//!
//! Units are those of the pages in the order in which the book is read, as in HTML, the entries of its tables of contents,
//! and its title and description. Pages stay well-formed XML. What is damaged or declares entities of its own stays as it
//! is, and so do fonts, whether or not they are obfuscated.

mod container;
mod names;
mod package;
mod protection;

use std::io::Write;
use std::rc::Rc;

use dragoman_language::Language;

use crate::html;
use crate::office::package::Part;
use crate::office::pass::{Copies, Pass};
use crate::office::stories::{MAIN, Others, Stories};
use crate::xml::{Edits, Reader, Token, escape, unescape};
use crate::{Content, Document, DocumentError, Limits, Options, Source, Unit, Warning};

use names::Names;
use package::Package;

/// The format's name in errors.
const FORMAT: &str = "EPUB";

/// The kind of parts that are pages.
const PAGE: &str = "page";

/// The kind of parts with the table of contents of version 2.
const CONTENTS: &str = "contents";

/// A book.
pub struct Epub {
    stories: Stories,
}

impl Epub {
    /// Reads a book.
    ///
    /// # Errors
    /// As [`DocumentError`] says of its kinds; [`DocumentError::Unsupported`] for a book that is encrypted.
    pub fn open(source: Box<dyn Source>, options: Options) -> Result<Self, DocumentError> {
        let mut stories = Stories::open(source, options, FORMAT)?;
        let depth = options.limits.depth;
        let packages = container::packages(&mut stories.archive, depth)?;
        let mut book = Package::default();
        for name in packages.iter() {
            book.read(&mut stories.archive, name, depth)?;
        }
        protection::refuse(&mut stories.archive, &book.fonts, depth)?;
        if let Some(first) = book.missing.first() {
            stories.warn(Warning::MissingParts {
                parts: book.missing.len(),
                first: first.into(),
            });
        }
        if stories.archive.find("META-INF/signatures.xml").is_some() {
            stories.warn(Warning::SignatureInvalid);
        }
        let mut epub = Self { stories };
        let mut seen = Names::default();
        epub.read_all(PAGE, &book.pages, &mut seen, &Copies::default())?;
        // Tables of contents say the headings again.
        let copies = epub.stories.copies(0);
        epub.read_all(PAGE, &book.other_pages, &mut seen, &copies)?;
        epub.read_all(CONTENTS, &book.contents, &mut seen, &copies)?;
        epub.read_all(MAIN, &packages, &mut seen, &copies)?;
        Ok(epub)
    }

    fn read_all(
        &mut self,
        kind: &str,
        names: &Names,
        seen: &mut Names,
        copies: &Copies,
    ) -> Result<(), DocumentError> {
        let limits = self.stories.options.limits;
        for name in names.iter() {
            if seen.has(name) {
                continue;
            }
            seen.add(Rc::clone(name))?;
            let part = Part {
                kind: kind.to_owned(),
                name: (**name).to_owned(),
            };
            self.stories.read(&part, copies, &mut |part, text, pass| {
                walk(part, text, pass, None, &limits)
            })?;
        }
        Ok(())
    }
}

/// Goes over a part. With a target it is written.
fn walk(
    part: &Part,
    text: &str,
    pass: &mut Pass<'_>,
    target: Option<html::Target>,
    limits: &Limits,
) -> Result<Edits, DocumentError> {
    check(text, limits.depth)?;
    match part.kind.as_str() {
        PAGE => html::walk_xml(text, pass, target, limits),
        CONTENTS => contents(
            text,
            pass,
            target.map(|target| target.language),
            limits.depth,
        ),
        _ => package::walk(text, pass, target, limits.depth),
    }
}

/// Fails unless a part is well-formed XML that declares no entities, and refers to none but those of HTML, which the document
/// types of pages declare.
fn check(text: &str, depth: usize) -> Result<(), DocumentError> {
    let mut reader = Reader::new(text, |_| (), FORMAT, depth).with_document_type();
    loop {
        let start = reader.place();
        match reader.next()? {
            Token::Other => {
                let raw = text.get(start..reader.place()).unwrap_or_default();
                if raw.starts_with("<!DOCTYPE") && raw.contains('[') {
                    return Err(malformed("it declares entities of its own"));
                }
            }
            Token::Reference => {
                let raw = text.get(start..reader.place()).unwrap_or_default();
                if dragoman_html::decode(raw) == raw {
                    return Err(malformed("it refers to an entity that is not known"));
                }
            }
            Token::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// Goes over a table of contents: the labels of its entries, and the title of the book.
fn contents(
    text: &str,
    pass: &mut Pass<'_>,
    target: Option<Language>,
    depth: usize,
) -> Result<Edits, DocumentError> {
    let mut reader = Reader::new(text, |_| (), FORMAT, depth).with_document_type();
    let mut edits = Edits::default();
    let mut is_label = false;
    loop {
        let tag = match reader.next()? {
            Token::Start(tag) => tag,
            Token::Eof => return Ok(edits),
            _ => continue,
        };
        match tag.name {
            "navLabel" | "docTitle" => is_label = true,
            // Names stay.
            "docAuthor" => is_label = false,
            "text" if is_label => words(&mut reader, tag.range.end, pass, &mut edits)?,
            "ncx" => set_language(&tag, target, &mut edits),
            _ => {}
        }
    }
}

/// The text of an element whose start was read last and ends at `start`, as a unit of its own. One with references to
/// entities or with markup in it stays as it is.
fn words<N>(
    reader: &mut Reader<'_, N>,
    start: usize,
    pass: &mut Pass<'_>,
    edits: &mut Edits,
) -> Result<(), DocumentError> {
    let (text, end) = reader.text()?;
    let range = start..end.start;
    let raw = reader.part().get(range.clone()).unwrap_or_default();
    let is_plain = !raw.contains('<') && unescape(raw).is_ok_and(|raw| !raw.contains('<'));
    if is_plain {
        pass.plain(&text, range, escape, edits)?;
    }
    Ok(())
}

/// Sets the language that a tag says, if it says one.
fn set_language<N>(tag: &crate::xml::Tag<'_, N>, target: Option<Language>, edits: &mut Edits) {
    let mut attributes = tag.attributes();
    let found = attributes.find(|attribute| attribute.full_name == "xml:lang");
    if let (Some(found), Some(target)) = (found, target)
        && found.raw != target.tag()
    {
        edits.replace(found.range, target.tag().to_owned());
    }
}

fn malformed(reason: &str) -> DocumentError {
    DocumentError::Malformed {
        format: FORMAT,
        reason: reason.to_owned(),
    }
}

impl Document for Epub {
    fn units(&self) -> &[Unit] {
        self.stories.units()
    }

    fn warnings(&self) -> &[Warning] {
        &self.stories.warnings
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let options = self.stories.options;
        let target = html::Target {
            language: options.target,
            is_bilingual: options.bilingual,
        };
        let mut walk = |part: &Part, text: &str, pass: &mut Pass<'_>| {
            walk(part, text, pass, Some(target), &options.limits)
        };
        // Each says in which language it is.
        let wants = |_: &Part| true;
        let others = Others::none();
        self.stories
            .write(translations, wants, &mut walk, &others, output)
    }
}
