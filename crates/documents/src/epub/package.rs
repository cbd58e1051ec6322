//! A book's package: its parts in their order, and what it says of the book.

use std::collections::BTreeMap;
use std::rc::Rc;

use dragoman_language::Language;

use crate::archive::Archive;
use crate::document::is_right_to_left;
use crate::html::{self, Target};
use crate::office::package::decode;
use crate::office::pass::Pass;
use crate::xml::{Edits, Reader, Tag, Token, escape_attribute};
use crate::{DocumentError, overseer};

use super::container::named;
use super::names::Names;
use super::{FORMAT, set_language, words};

/// What the identifier of a page takes with the page's name, or a reference to none, in bytes, apart from its letters.
const OF_ITEM: usize = 160;

/// The namespaces that are known here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Namespace {
    Package,
    DublinCore,
    Other,
}

impl Namespace {
    fn of(name: &str) -> Self {
        match name {
            "http://www.idpf.org/2007/opf" => Self::Package,
            "http://purl.org/dc/elements/1.1/" => Self::DublinCore,
            _ => Self::Other,
        }
    }
}

use Namespace::{DublinCore, Package as Opf};

/// The parts of a book, by the names of their entries.
#[derive(Debug, Default)]
pub(super) struct Package {
    /// The pages in the order in which they are read.
    pub(super) pages: Names,
    /// Other pages: those with tables of contents, and what only links lead to.
    pub(super) other_pages: Names,
    /// The tables of contents of version 2.
    pub(super) contents: Names,
    pub(super) fonts: Names,
    /// References to pages that are not there.
    pub(super) missing: Vec<String>,
}

impl Package {
    /// Adds what an entry with a package says.
    ///
    /// # Errors
    /// Those of the archive and of the reader.
    pub(super) fn read(
        &mut self,
        archive: &mut Archive,
        name: &str,
        depth: usize,
    ) -> Result<(), DocumentError> {
        let bytes = archive.read(name)?.unwrap_or_default();
        let decoded = decode(&bytes, FORMAT)?;
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut reader =
            Reader::new(&decoded.text, Namespace::of, FORMAT, depth).with_document_type();
        let mut by_id = BTreeMap::new();
        let mut pages = Names::default();
        loop {
            let tag = match reader.next()? {
                Token::Start(tag) if tag.namespace == Opf => tag,
                Token::Eof => break,
                _ => continue,
            };
            let value = |name| tag.attribute(name).map(|found| found.value());
            match tag.name {
                "item" => {
                    let kind = value("media-type").unwrap_or_default();
                    let reference = value("href").unwrap_or_default();
                    if let Some(page) = self.add(archive, folder, &kind, reference)? {
                        let id = value("id").unwrap_or_default();
                        overseer::borrow(OF_ITEM.saturating_add(id.len()))?;
                        by_id.insert(id, pages.add(page)?);
                    }
                }
                "itemref" => {
                    let page = value("idref").and_then(|id| by_id.get(&id));
                    if let Some(page) = page {
                        self.pages.add(Rc::clone(page))?;
                    }
                }
                _ => {}
            }
        }
        for page in pages.iter().filter(|page| !self.pages.has(page)) {
            self.other_pages.add(Rc::clone(page))?;
        }
        Ok(())
    }

    /// Adds a part, and gives its name if it is a page.
    ///
    /// # Errors
    /// Those of an [`overseer`].
    fn add(
        &mut self,
        archive: &Archive,
        folder: &str,
        kind: &str,
        reference: String,
    ) -> Result<Option<Rc<str>>, DocumentError> {
        let is_page = kind == "application/xhtml+xml";
        let is_contents = kind == "application/x-dtbncx+xml";
        let name = named(archive, folder, &reference);
        match name {
            Some(name) if is_page => return Ok(Some(name)),
            Some(name) if is_contents => _ = self.contents.add(name)?,
            Some(name) if is_font(kind, &name) => _ = self.fonts.add(name)?,
            Some(_) => {}
            None if (is_page || is_contents) && !reference.contains("://") => {
                overseer::borrow(OF_ITEM.saturating_add(reference.len()))?;
                self.missing.push(reference);
            }
            None => {}
        }
        Ok(None)
    }
}

/// Whether a part is a font, by its media type or by the ending of its name.
fn is_font(kind: &str, name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    kind.contains("font")
        || kind == "application/vnd.ms-opentype"
        || ["otf", "ttf", "woff", "woff2"]
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
}

/// Goes over a package. With a target it is written.
///
/// # Errors
/// Those of the reader and of the pass.
pub(super) fn walk(
    text: &str,
    pass: &mut Pass<'_>,
    target: Option<Target>,
    depth: usize,
) -> Result<Edits, DocumentError> {
    let mut reader = Reader::new(text, Namespace::of, FORMAT, depth).with_document_type();
    let mut edits = Edits::default();
    let mut is_version_3 = false;
    let mut has_language = false;
    let language = target.map(|target| target.language);
    let is_bilingual = target.is_some_and(|target| target.is_bilingual);
    loop {
        let tag = match reader.next()? {
            Token::Start(tag) => tag,
            Token::Eof => return Ok(edits),
            _ => continue,
        };
        match (tag.namespace, tag.name) {
            (Opf, "package") => {
                let version = tag.attribute("version");
                is_version_3 = version.is_some_and(|version| version.raw.starts_with('3'));
                set_language(&tag, language, &mut edits);
            }
            (DublinCore, "title" | "description") => {
                set_language(&tag, language, &mut edits);
                words(&mut reader, tag.range.end, pass, &mut edits)?;
            }
            // Others are those of quotations, or of a book in several languages.
            (DublinCore, "language") if !has_language && !tag.is_empty => {
                has_language = true;
                let (said, end) = reader.text()?;
                if let Some(language) = language.filter(|language| said.trim() != language.tag()) {
                    if is_bilingual {
                        if let Some(second) = second_language(text, &tag, language) {
                            edits.replace(end.end..end.end, second);
                        }
                    } else {
                        edits.replace(tag.range.end..end.start, language.tag().to_owned());
                    }
                }
            }
            (Opf, "reference") => {
                if let Some(title) = tag.attribute("title") {
                    let text = title.value();
                    pass.plain(&text, title.range, escape_attribute, &mut edits)?;
                }
            }
            (Opf, "spine") => {
                if let Some(language) = language.filter(|_| !is_bilingual) {
                    turn(&tag, language, is_version_3, &mut edits);
                }
            }
            _ => {}
        }
    }
}

/// The element for a second language behind that of the first; none if the book names it already.
fn second_language(text: &str, tag: &Tag<'_, Namespace>, language: Language) -> Option<String> {
    let written = format!("{}</{}>", language.tag(), tag.full_name);
    let start = html::without_names(text.get(tag.range.clone())?);
    (!text.contains(&format!(">{written}"))).then(|| start + &written)
}

/// Makes the pages follow one another as the translation is written. Version 2 has no word for that.
fn turn(tag: &Tag<'_, Namespace>, target: Language, is_version_3: bool, edits: &mut Edits) {
    let is_right_to_left = is_right_to_left(target);
    let wanted = if is_right_to_left { "rtl" } else { "ltr" };
    match tag.attribute("page-progression-direction") {
        Some(found) if found.raw != wanted && found.raw != "default" => {
            edits.replace(found.range, wanted.to_owned());
        }
        None if is_right_to_left && is_version_3 => {
            let place = tag.range.start + 1 + tag.full_name.len();
            let attribute = format!(" page-progression-direction=\"{wanted}\"");
            edits.replace(place..place, attribute);
        }
        _ => {}
    }
}
