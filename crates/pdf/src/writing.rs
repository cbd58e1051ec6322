//! Writing a document anew with translations in it.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::Write;

use dragoman_documents::overseer::{for_a_while, go_on};
use dragoman_documents::{Content, DocumentError, Limits};
use kurbo::Rect;
use lopdf::{Dictionary, Object, ObjectId, Stream};

use crate::drawing::{NamedFonts, NamedOwn};
use crate::embedding::{FaceKey, UsedFace};
use crate::file::{lopdf_id, malformed, objects, parsed};
use crate::fonts::FontObject;
use crate::links::{Link, LinkId, move_link};
use crate::own_fonts::DocumentFont;
use crate::page::FontId;
use crate::places::Place;
use crate::resources::Additions;
use crate::rewriting::{Changes, Rewritten};
use crate::scans::{Packed, PaintedScan};
use crate::setting::SetParagraph;
use crate::strings::{Changed, Strings, without_texts};
use crate::to_unicode::to_unicode;
use crate::walker::Walker;

/// The name of the picture of a page that is seen as one.
const SCAN: &str = "DragomanP";

/// What becomes of a document.
pub(crate) struct Edition<'e> {
    pub(crate) places: &'e [Place],
    /// The paragraphs that are set anew, by the numbers of their places.
    pub(crate) set_ones: BTreeMap<usize, SetParagraph>,
    pub(crate) own_fonts: &'e BTreeMap<FontId, std::sync::Arc<DocumentFont>>,
    /// The pages that are seen as pictures, with translations painted in them.
    pub(crate) scans: Vec<PaintedScan>,
    /// The links of a page.
    pub(crate) links: &'e dyn Fn(usize) -> &'e [Link],
    /// What is on no page, with its translations.
    pub(crate) strings: &'e Strings,
    pub(crate) string_translations: &'e [Option<Content>],
    /// The tag of the language of the translation.
    pub(crate) language: &'e str,
    pub(crate) limits: &'e Limits,
}

/// What becomes of a page.
#[derive(Default)]
struct PageEdition {
    changes: Changes,
    faces: BTreeSet<FaceKey>,
    own_fonts: BTreeSet<FontId>,
    /// The picture that takes the place of others, which are left out.
    picture: Option<ObjectId>,
    left_out: BTreeSet<ObjectId>,
}

impl PageEdition {
    /// Has the page show a picture with translations instead of those that it was.
    fn show(&mut self, scan: PaintedScan, fonts: &NamedFonts, document: &mut lopdf::Document) {
        self.faces.extend(scan.faces());
        scan.change(&mut self.changes, SCAN, fonts);
        let streams = scan.replaced.iter();
        self.left_out
            .extend(streams.filter_map(|(_, id)| lopdf_id(*id)));
        let Packed {
            dictionary, bytes, ..
        } = scan.picture;
        self.picture = Some(document.add_object(Stream::new(dictionary, bytes)));
    }
}

impl Edition<'_> {
    /// Writes the document of a file with these changes. How many paragraphs are left as they are, since their font is
    /// broken.
    ///
    /// # Errors
    /// If the file cannot be read, the document is given up, or no memory is left for it.
    pub(crate) fn write(
        mut self,
        file: Vec<u8>,
        output: &mut dyn Write,
    ) -> Result<usize, DocumentError> {
        let mut written = objects(&file, self.limits)?;
        let fonts = self.name_fonts(&mut written);
        let before = self.set_ones.len();
        let is_there = |place: Option<&Place>, paragraph: &SetParagraph| {
            place.is_some_and(|place| {
                let (faces, own) = paragraph.fonts(place);
                faces.iter().all(|key| fonts.faces.contains_key(key))
                    && own.iter().all(|id| fonts.own.contains_key(id))
            })
        };
        self.set_ones
            .retain(|number, paragraph| is_there(self.places.get(*number), paragraph));
        let mut pages = self.pages(&fonts, &mut written);
        for scan in std::mem::take(&mut self.scans) {
            let edition = pages.entry(scan.page).or_default();
            edition.show(scan, &fonts, &mut written);
        }
        let pdf = parsed(file)?;
        let mut walker = Walker::new(self.limits);
        let mut changed_pages = HashSet::new();
        for (number, page) in pdf.pages().iter().enumerate() {
            go_on()?;
            let Some(edition) = pages.remove(&number) else {
                for_a_while(|| walker.walk(page))?;
                continue;
            };
            let additions = Additions {
                fonts: fonts.of(&edition),
                pictures: edition
                    .picture
                    .map(|id| (SCAN.to_owned(), id))
                    .into_iter()
                    .collect(),
                left_out: edition.left_out,
            };
            let rewritten = walker.rewrite(page, edition.changes)?;
            let id = page.raw().obj_id().and_then(lopdf_id);
            let id = id.ok_or_else(malformed)?;
            changed_pages.insert(id);
            replace(&mut written, id, rewritten, &additions)?;
        }
        let changed = Changed {
            pages: &changed_pages,
            language: self.language,
        };
        let translations = self.string_translations;
        self.strings
            .write(translations, &changed, &mut written, self.limits);
        // The words of the source must not stay in the file.
        written.prune_objects();
        written.save_to(&mut Writing(output))?;
        Ok(before - self.set_ones.len())
    }

    /// Makes the faces that are used fonts of a document, with their names in resources. Broken ones are left out.
    fn name_fonts(&self, document: &mut lopdf::Document) -> NamedFonts {
        let mut used: BTreeMap<FaceKey, UsedFace> = BTreeMap::new();
        for paragraph in self.set_ones.values() {
            paragraph.use_faces(&mut used);
        }
        for scan in &self.scans {
            scan.use_faces(&mut used);
        }
        // Keys are places in memory, which differ from one time to the next.
        let mut used: Vec<(FaceKey, UsedFace)> = used.into_iter().collect();
        used.sort_by_key(|(_, used)| {
            let name = used.face.postscript_name().to_owned();
            (name, used.face.data().len(), used.face.index())
        });
        let faces = used
            .into_iter()
            .enumerate()
            .filter_map(|(number, (key, face))| {
                let font = face.embed(document).ok()?;
                Some((key, (format!("DragomanF{number}"), font)))
            });
        let faces = faces.collect();
        let own = self.own_fonts.iter().filter_map(|(id, font)| {
            let object = font_object(document, &font.object)?;
            if !font.learnt.is_empty() {
                let codes = font.learnt.iter();
                let table = to_unicode(codes.map(|(code, text)| (code.bytes(), &**text)));
                let table = document.add_object(table);
                let font = document.get_dictionary_mut(object).ok()?;
                font.set("ToUnicode", table);
            }
            let named = NamedOwn {
                name: format!("DragomanO{}", id.0),
                object,
                em: font.em,
            };
            Some((*id, named))
        });
        NamedFonts {
            faces,
            own: own.collect(),
        }
    }

    /// What becomes of each page, by its number. Links are moved at once.
    fn pages(
        &self,
        fonts: &NamedFonts,
        document: &mut lopdf::Document,
    ) -> BTreeMap<usize, PageEdition> {
        let mut pages: BTreeMap<usize, PageEdition> = BTreeMap::new();
        let mut moved: BTreeMap<LinkId, Vec<Rect>> = BTreeMap::new();
        for (number, paragraph) in &self.set_ones {
            let Some(place) = self.places.get(*number) else {
                continue;
            };
            let (faces, own_fonts) = paragraph.fonts(place);
            for (area, drawn) in paragraph.drawn(place, fonts) {
                let edition = pages.entry(area.page).or_default();
                edition.faces.extend(&faces);
                edition.own_fonts.extend(&own_fonts);
                edition.changes.removed.extend(&area.glyphs);
                if !paragraph.is_unchanged() {
                    edition.changes.unpainted.extend(&area.decorating_paths);
                }
                let drawings = &mut edition.changes.drawings;
                drawings.insert(area.first_glyph, drawn.drawing);
                // A link stays on its page, wherever its words go.
                let links = drawn.links.into_iter();
                for (link, room) in links.filter(|(link, _)| link.page == area.page) {
                    moved.entry(link).or_default().push(room);
                }
            }
        }
        for (link, rooms) in moved {
            if let Some(link) = (self.links)(link.page).get(link.number) {
                move_link(document, link, &rooms);
            }
        }
        pages
    }
}

impl NamedFonts {
    /// The fonts of a page, by their names.
    fn of(&self, page: &PageEdition) -> Vec<(String, ObjectId)> {
        let faces = page.faces.iter().filter_map(|key| self.faces.get(key));
        let faces = faces.map(|(name, font)| (name.clone(), font.id));
        let own = page.own_fonts.iter().filter_map(|id| self.own.get(id));
        let own = own.map(|own| (own.name.clone(), own.object));
        let mut fonts: Vec<(String, ObjectId)> = faces.chain(own).collect();
        fonts.sort_unstable();
        fonts
    }
}

/// The object of a font, which it becomes if it is part of resources.
fn font_object(document: &mut lopdf::Document, font: &FontObject) -> Option<ObjectId> {
    let (owner, name) = match font {
        FontObject::Own(id) => return lopdf_id(*id),
        FontObject::Resource { owner, name } => (lopdf_id(*owner)?, name),
    };
    let in_resources = |resources: &Dictionary| {
        let fonts = resources.get_deref(b"Font", document).ok()?;
        fonts.as_dict().ok()?.get(name).ok().cloned()
    };
    let font = match document.get_object(owner).ok()? {
        Object::Stream(form) => {
            let resources = form.dict.get_deref(b"Resources", document).ok()?;
            in_resources(resources.as_dict().ok()?)?
        }
        _ => {
            let (own, others) = document.get_page_resources(owner).ok()?;
            let others = others
                .iter()
                .filter_map(|id| document.get_dictionary(*id).ok());
            own.into_iter().chain(others).find_map(in_resources)?
        }
    };
    match font {
        Object::Reference(id) => Some(id),
        font => Some(document.add_object(font)),
    }
}

/// Puts the contents of a page and of its forms into a document, with what they use.
fn replace(
    document: &mut lopdf::Document,
    page: ObjectId,
    rewritten: Rewritten,
    additions: &Additions,
) -> Result<(), DocumentError> {
    additions.add(document, page);
    if let Some(contents) = rewritten.page {
        let contents = document.add_object(compressed(Dictionary::new(), without_texts(contents)));
        let page = document.get_object_mut(page).and_then(Object::as_dict_mut);
        page.map_err(|_| malformed())?.set("Contents", contents);
    }
    for (form, contents) in rewritten.forms {
        let id = lopdf_id(form).ok_or_else(malformed)?;
        additions.add(document, id);
        let stream = document.get_object_mut(id).and_then(Object::as_stream_mut);
        let stream = stream.map_err(|_| malformed())?;
        let mut dictionary = stream.dict.clone();
        dictionary.remove(b"Filter");
        dictionary.remove(b"DecodeParms");
        *stream = compressed(dictionary, without_texts(contents));
    }
    Ok(())
}

fn compressed(dictionary: Dictionary, contents: Vec<u8>) -> Stream {
    let mut stream = Stream::new(dictionary, contents);
    // Without compression it is only longer.
    let _ = stream.compress();
    stream
}

/// A writer of whatever kind as one of a known size.
struct Writing<'w>(&'w mut dyn Write);

impl Write for Writing<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        go_on().map_err(std::io::Error::other)?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}
