//! Writing a document anew with translations in it.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::Write;

use dragoman_documents::overseer::{for_a_while, go_on};
use dragoman_documents::{Content, DocumentError, Limits};
use kurbo::Rect;
use lopdf::{Dictionary, Object, ObjectId, Stream};

use crate::drawing::NamedFonts;
use crate::embedding::{FaceKey, UsedFace};
use crate::file::{lopdf_id, malformed, objects, parsed};
use crate::links::{Link, move_link};
use crate::own_fonts::DocumentFont;
use crate::page::FontId;
use crate::places::Place;
use crate::rewriting::{Changes, Rewritten};
use crate::setting::SetParagraph;
use crate::strings::{Changed, Strings, without_texts};
use crate::walker::Walker;

/// What becomes of a document.
pub(crate) struct Edition<'e> {
    pub(crate) places: &'e [Place],
    /// The paragraphs that are set anew, by the numbers of their places.
    pub(crate) set_ones: BTreeMap<usize, SetParagraph>,
    pub(crate) own_fonts: &'e BTreeMap<FontId, std::sync::Arc<DocumentFont>>,
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
                let (faces, _) = paragraph.fonts(place);
                faces.iter().all(|key| fonts.faces.contains_key(key))
            })
        };
        self.set_ones
            .retain(|number, paragraph| is_there(self.places.get(*number), paragraph));
        let mut pages = self.pages(&fonts, &mut written);
        let pdf = parsed(file)?;
        let mut walker = Walker::new(self.limits);
        let mut changed_pages = HashSet::new();
        for (number, page) in pdf.pages().iter().enumerate() {
            go_on()?;
            let Some(edition) = pages.remove(&number) else {
                for_a_while(|| walker.walk(page))?;
                continue;
            };
            let names = fonts.of(&edition);
            let rewritten = walker.rewrite(page, edition.changes)?;
            let id = page.raw().obj_id().and_then(lopdf_id);
            let id = id.ok_or_else(malformed)?;
            changed_pages.insert(id);
            replace(&mut written, id, rewritten, &names)?;
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
        let own = self.own_fonts.iter();
        let own = own.map(|(id, font)| (*id, (format!("DragomanO{}", id.0), font.object)));
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
        let mut moved: BTreeMap<(usize, usize), Vec<Rect>> = BTreeMap::new();
        for (number, paragraph) in &self.set_ones {
            let Some(place) = self.places.get(*number) else {
                continue;
            };
            let edition = pages.entry(place.page).or_default();
            let (faces, own_fonts) = paragraph.fonts(place);
            edition.faces.extend(faces);
            edition.own_fonts.extend(own_fonts);
            edition.changes.removed.extend(&place.glyphs);
            let drawn = paragraph.drawn(place, fonts);
            if let Some(first) = place.glyphs.first() {
                edition.changes.drawings.insert(*first, drawn.drawing);
            }
            for (link, room) in drawn.links {
                moved.entry((place.page, link)).or_default().push(room);
            }
        }
        for ((page, link), rooms) in moved {
            if let Some(link) = (self.links)(page).get(link) {
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
        let mut fonts: Vec<(String, ObjectId)> = faces.chain(own.cloned()).collect();
        fonts.sort_unstable();
        fonts
    }
}

/// Puts the contents of a page and of its forms into a document, with fonts that they use.
fn replace(
    document: &mut lopdf::Document,
    page: ObjectId,
    rewritten: Rewritten,
    fonts: &[(String, ObjectId)],
) -> Result<(), DocumentError> {
    add_fonts(document, page, fonts);
    if let Some(contents) = rewritten.page {
        let contents = document.add_object(compressed(Dictionary::new(), without_texts(contents)));
        let page = document.get_object_mut(page).and_then(Object::as_dict_mut);
        page.map_err(|_| malformed())?.set("Contents", contents);
    }
    for (form, contents) in rewritten.forms {
        let id = lopdf_id(form).ok_or_else(malformed)?;
        add_fonts(document, id, fonts);
        let stream = document.get_object_mut(id).and_then(Object::as_stream_mut);
        let stream = stream.map_err(|_| malformed())?;
        let mut dictionary = stream.dict.clone();
        dictionary.remove(b"Filter");
        dictionary.remove(b"DecodeParms");
        *stream = compressed(dictionary, without_texts(contents));
    }
    Ok(())
}

/// Adds fonts to the resources of a page or form.
fn add_fonts(document: &mut lopdf::Document, id: ObjectId, fonts: &[(String, ObjectId)]) {
    let Some(mut resources) = resources(document, id) else {
        return;
    };
    let known = resources.get(b"Font").ok();
    let known = known.and_then(|known| resolved(document, known).as_dict().ok());
    let mut all = known.cloned().unwrap_or_default();
    for (name, font) in fonts {
        all.set(name.as_str(), *font);
    }
    resources.set("Font", all);
    let owner = match document.get_object_mut(id) {
        Ok(Object::Dictionary(dictionary)) => dictionary,
        Ok(Object::Stream(stream)) => &mut stream.dict,
        _ => return,
    };
    owner.set("Resources", resources);
}
/// The resources of a page, which may be those of its parent, or of a form.
fn resources(document: &lopdf::Document, id: ObjectId) -> Option<Dictionary> {
    /// Groups of pages within one another that are looked through.
    const DEEPEST: usize = 64;
    let mut object = document.get_object(id).ok()?;
    for _ in 0..DEEPEST {
        let dictionary = match object {
            Object::Dictionary(dictionary) => dictionary,
            Object::Stream(stream) => &stream.dict,
            _ => return None,
        };
        if let Ok(found) = dictionary.get(b"Resources") {
            return resolved(document, found).as_dict().ok().cloned();
        }
        match dictionary.get(b"Parent") {
            Ok(parent) => object = resolved(document, parent),
            // Forms of old may have none, and use those of the page.
            Err(_) => return None,
        }
    }
    None
}

fn resolved<'d>(document: &'d lopdf::Document, object: &'d Object) -> &'d Object {
    document
        .dereference(object)
        .map_or(object, |(_, object)| object)
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
