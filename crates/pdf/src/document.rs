//! A PDF file as a document with units.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{Read, Write};

use dragoman_documents::overseer::{borrow, for_a_while, go_on};
use dragoman_documents::{
    Content, Document, DocumentError, Limits, Options, Pages, Piece, Source, Unit, Warning,
};
use dragoman_typesetting::Fonts;
use hayro_syntax::page::Page;
use hayro_syntax::{DecryptionError, LoadPdfError};
use kurbo::Rect;
use lopdf::{Dictionary, LoadOptions, Object, ObjectId, Stream};

use crate::drawing::{NotSet, SetParagraph, set};
use crate::embedding::{EmbeddedFont, FaceKey, UsedFace};
use crate::lines::lines;
use crate::paragraphs::paragraphs;
use crate::places::Place;
use crate::rewriting::Changes;
use crate::strings::{Changed, Strings, without_texts};
use crate::walker::Walker;

/// The name of the format in messages.
const FORMAT: &str = "PDF";

/// A PDF file.
pub struct Pdf {
    source: Box<dyn Source>,
    limits: Limits,
    fonts: Fonts,
    units: Vec<Unit>,
    /// Where the unit with the same number is.
    places: Vec<Place>,
    /// What comes behind them.
    strings: Strings,
    /// The tag of the language of the translation.
    language: String,
    warnings: Vec<Warning>,
}

impl Pdf {
    /// Reads a file, whose translation is to be set in these fonts.
    ///
    /// # Errors
    /// If the file is not PDF, is protected by a password, or unpacks to more than it may; if it is given up, or no memory
    /// is left for it.
    pub fn open(
        mut source: Box<dyn Source>,
        options: Options,
        fonts: &Fonts,
    ) -> Result<Self, DocumentError> {
        let file = read(&mut *source)?;
        let strings =
            for_a_while(|| Strings::of(&mut objects(&file, &options.limits)?, &options.limits))?;
        let pdf = parsed(file)?;
        let mut walker = Walker::new(&options.limits);
        let (mut units, mut places) = (Vec::new(), Vec::new());
        let (mut without_text, mut unrecognised) = (Vec::new(), Vec::new());
        for (number, page) in pdf.pages().iter().enumerate() {
            go_on()?;
            let contents = walker.walk(page)?;
            if contents.is_picture() {
                without_text.push(for_people(number));
                continue;
            }
            let all = lines(&contents);
            for paragraph in paragraphs(&contents, &walker.fonts, all.clone()) {
                if !paragraph.is_readable(&contents) {
                    unrecognised.push(for_people(number));
                    continue;
                }
                let text = paragraph.text(&contents);
                let content = Content::new([Piece::Text(text.trim().to_owned())]);
                let bounds = bounds(page);
                let place = Place::of(&paragraph, number, &contents, &all, bounds, &walker.fonts);
                if let Some(place) = place
                    && content.has_letters()
                {
                    borrow(2 * text.len() + size_of::<Place>() + 8 * place.glyphs.len())?;
                    units.push(Unit {
                        content,
                        longest: None,
                    });
                    places.push(place);
                }
            }
        }
        borrow(strings.size())?;
        units.extend(strings.units());
        let mut warnings = Vec::new();
        if !without_text.is_empty() {
            let pages: Pages = without_text.into_iter().collect();
            warnings.push(Warning::PagesWithoutText { pages });
        }
        if !unrecognised.is_empty() {
            warnings.push(Warning::UnrecognisedPages {
                pages: unrecognised.into_iter().collect(),
                reason: "their fonts do not say what their letters are".to_owned(),
            });
        }
        Ok(Self {
            source,
            limits: options.limits,
            fonts: fonts.for_language(options.target.tag()),
            units,
            places,
            strings,
            language: options.target.tag().to_owned(),
            warnings,
        })
    }

    /// The paragraphs that are set anew, with their places.
    fn set(&mut self, translations: &[Option<Content>]) -> Vec<(usize, SetParagraph)> {
        let mut set_ones = Vec::new();
        let (mut without_font, mut too_long) = (0, (0, Vec::new()));
        for (number, (place, translation)) in self.places.iter().zip(translations).enumerate() {
            let Some(translation) = translation else {
                continue;
            };
            match set(&translation.text(), place, &self.fonts) {
                Ok(paragraph) => set_ones.push((number, paragraph)),
                Err(NotSet::NoFont) => without_font += 1,
                Err(NotSet::TooLong) => {
                    too_long.0 += 1;
                    too_long.1.push(for_people(place.page));
                }
            }
        }
        self.warn_of_fonts(without_font);
        if too_long.0 > 0 {
            self.warnings.push(Warning::DoesNotFit {
                paragraphs: too_long.0,
                pages: too_long.1.into_iter().collect(),
            });
        }
        set_ones
    }

    /// Warns of paragraphs for which there is no font.
    fn warn_of_fonts(&mut self, paragraphs: usize) {
        if paragraphs > 0 {
            self.warnings.push(Warning::MissingFont {
                script: "other letters".to_owned(),
                paragraphs,
            });
        }
    }
}

impl Document for Pdf {
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
        let mut set_ones = self.set(translations);
        let file = read(&mut *self.source)?;
        let mut written = objects(&file, &self.limits)?;
        let fonts = embed(&set_ones, &mut written);
        let before = set_ones.len();
        set_ones.retain(|(_, paragraph)| paragraph.uses_only(|key| fonts.contains_key(&key)));
        self.warn_of_fonts(before - set_ones.len());
        let mut changes: BTreeMap<usize, Changes> = BTreeMap::new();
        for (number, paragraph) in &set_ones {
            let Some(place) = self.places.get(*number) else {
                continue;
            };
            let of_page = changes.entry(place.page).or_default();
            of_page.removed.extend(&place.glyphs);
            let font = |key: FaceKey| fonts.get(&key).map(|(key, font)| (key.as_str(), font));
            if let Some(first) = place.glyphs.first() {
                of_page
                    .drawings
                    .insert(*first, paragraph.drawing(place, font));
            }
        }
        let pdf = parsed(file)?;
        let mut walker = Walker::new(&self.limits);
        let mut changed_pages = HashSet::new();
        for (number, page) in pdf.pages().iter().enumerate() {
            go_on()?;
            let Some(changes) = changes.remove(&number) else {
                for_a_while(|| walker.walk(page))?;
                continue;
            };
            let rewritten = walker.rewrite(page, changes)?;
            let id = page
                .raw()
                .obj_id()
                .and_then(lopdf_id)
                .ok_or_else(malformed)?;
            changed_pages.insert(id);
            add_fonts(&mut written, id, &fonts);
            if let Some(contents) = rewritten.page {
                let contents = without_texts(contents);
                let contents = written.add_object(compressed(Dictionary::new(), contents));
                let page = written.get_object_mut(id).and_then(Object::as_dict_mut);
                page.map_err(|_| malformed())?.set("Contents", contents);
            }
            for (form, contents) in rewritten.forms {
                let id = lopdf_id(form).ok_or_else(malformed)?;
                add_fonts(&mut written, id, &fonts);
                let stream = written.get_object_mut(id).and_then(Object::as_stream_mut);
                let stream = stream.map_err(|_| malformed())?;
                let mut dictionary = stream.dict.clone();
                dictionary.remove(b"Filter");
                dictionary.remove(b"DecodeParms");
                *stream = compressed(dictionary, without_texts(contents));
            }
        }
        let of_strings = translations.get(self.places.len()..).unwrap_or_default();
        let changed = Changed {
            pages: &changed_pages,
            language: &self.language,
        };
        self.strings
            .write(of_strings, &changed, &mut written, &self.limits);
        // The words of the source must not stay in the file.
        written.prune_objects();
        written.save_to(&mut Writing(output))?;
        Ok(())
    }
}

/// Makes the faces that are used fonts of a document, with their names in resources. Broken ones are left out.
fn embed(
    set_ones: &[(usize, SetParagraph)],
    document: &mut lopdf::Document,
) -> HashMap<FaceKey, (String, EmbeddedFont)> {
    let mut used: BTreeMap<FaceKey, UsedFace> = BTreeMap::new();
    for (_, paragraph) in set_ones {
        paragraph.use_faces(&mut used);
    }
    let embedded = used
        .into_iter()
        .enumerate()
        .filter_map(|(number, (key, face))| {
            let font = face.embed(document).ok()?;
            Some((key, (format!("DragomanF{number}"), font)))
        });
    embedded.collect()
}

/// Adds fonts to the resources of a page or form.
fn add_fonts(
    document: &mut lopdf::Document,
    id: ObjectId,
    fonts: &HashMap<FaceKey, (String, EmbeddedFont)>,
) {
    let Some(mut resources) = resources(document, id) else {
        return;
    };
    let known = resources.get(b"Font").ok();
    let known = known.and_then(|known| resolved(document, known).as_dict().ok());
    let mut all = known.cloned().unwrap_or_default();
    for (name, font) in fonts.values() {
        all.set(name.as_str(), font.id);
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

fn lopdf_id(id: hayro_syntax::object::ObjectIdentifier) -> Option<ObjectId> {
    Some((id.obj_number, u16::try_from(id.gen_number).ok()?))
}

/// The number of a page as people count.
fn for_people(page: usize) -> u64 {
    u64::try_from(page).unwrap_or(u64::MAX).saturating_add(1)
}

fn bounds(page: &Page<'_>) -> Rect {
    let page_box = page.intersected_crop_box();
    Rect::new(page_box.x0, page_box.y0, page_box.x1, page_box.y1)
}

fn read(source: &mut dyn Source) -> Result<Vec<u8>, DocumentError> {
    source.rewind()?;
    let mut file = Vec::new();
    loop {
        go_on()?;
        let read = Read::take(&mut *source, 1 << 20).read_to_end(&mut file)?;
        if read == 0 {
            return Ok(file);
        }
        borrow(read)?;
    }
}

fn malformed() -> DocumentError {
    DocumentError::Malformed {
        format: FORMAT,
        reason: "no pages can be found in it".to_owned(),
    }
}

/// The objects of a file, to be changed.
///
/// # Errors
/// If they cannot be read, or no memory is left for them.
fn objects(file: &[u8], limits: &Limits) -> Result<lopdf::Document, DocumentError> {
    // They are held once more.
    borrow(2 * file.len())?;
    let options = LoadOptions {
        max_decompressed_size: usize::try_from(limits.entry_bytes).ok(),
        ..LoadOptions::default()
    };
    lopdf::Document::load_mem_with_options(file, options).map_err(|_| malformed())
}

/// The objects of a file.
///
/// # Errors
/// If it is not PDF, or is protected by a password.
pub(crate) fn parsed(file: Vec<u8>) -> Result<hayro_syntax::Pdf, DocumentError> {
    hayro_syntax::Pdf::new(file).map_err(|error| match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => DocumentError::Encrypted,
        LoadPdfError::Decryption(_) => DocumentError::Unsupported(
            "the document is encrypted in a way that is not supported; save it without protection and send it again"
                .to_owned(),
        ),
        LoadPdfError::Invalid => malformed(),
    })
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
