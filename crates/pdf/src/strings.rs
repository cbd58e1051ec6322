//! Texts of a document that are on none of its pages: titles of the document and its bookmarks, alternative texts,
//! tooltips of form fields and captions of buttons.
//!
//! What people wrote into it stays as it is: values of fields, comments.

mod metadata;
mod tags;

use std::collections::{HashMap, HashSet};

use dragoman_documents::overseer::{borrow, go_on};
use dragoman_documents::{Content, DocumentError, Limits, Piece};
use lopdf::{Dictionary, Document, Object, ObjectId, decode_text_string, text_string};

use metadata::Metadata;
pub(crate) use tags::without_texts;

/// Arrays and dictionaries within one another that are looked through.
const DEEPEST: usize = 32;
/// How many strings are translated at most. Others stay as they are.
const MOST: usize = 50_000;
/// The bytes of a string that is translated.
const LONGEST: usize = 32 * 1024;
/// The bit of a field's flags that makes a button one to push, which shows its caption; on others that is a mark.
const PUSH_BUTTON: i64 = 1 << 16;

/// The strings of a document, each of which may stand in several places.
#[derive(Debug, Default)]
pub(crate) struct Strings {
    texts: Vec<String>,
    /// Where they are, with their numbers.
    places: Vec<(usize, Place)>,
}

/// Where a string is.
#[derive(Debug, Clone)]
struct Place {
    object: ObjectId,
    /// The way to it in the object.
    path: Vec<Step>,
    kind: Kind,
}

/// From an object to one in it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Key(Vec<u8>),
    Index(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    /// The caption of this button, whose appearance shows it as well.
    Caption(ObjectId),
    /// The element with this number of those that are translated in the document's metadata.
    Metadata(usize),
}

/// What was done to the pages of a document.
pub(crate) struct Changed<'c> {
    /// The pages on which something has been translated.
    pub(crate) pages: &'c HashSet<ObjectId>,
    /// The tag of the language into which it is translated.
    pub(crate) language: &'c str,
}

impl Strings {
    /// The strings of a document.
    ///
    /// # Errors
    /// If the document is given up, or no memory is left for it.
    pub(crate) fn of(document: &mut Document, limits: &Limits) -> Result<Self, DocumentError> {
        // What was replaced in the document stays in its file, and is shown nowhere.
        document.prune_objects();
        let document = &*document;
        let mut finder = Finder {
            document,
            found: Self::default(),
            known: HashMap::new(),
        };
        finder.information()?;
        finder.metadata(limits)?;
        for (id, object) in &document.objects {
            go_on()?;
            finder.object(*id, &mut Vec::new(), object)?;
        }
        Ok(finder.found)
    }

    /// The bytes that they take, with their units.
    pub(crate) fn size(&self) -> usize {
        let path = |place: &Place| size_of::<(usize, Place)>() + 48 * place.path.len();
        self.texts
            .iter()
            .map(|text| 3 * text.len() + 128)
            .sum::<usize>()
            + self
                .places
                .iter()
                .map(|(_, place)| path(place))
                .sum::<usize>()
    }

    /// The number of the unit that says this.
    pub(crate) fn unit(&self, text: &str) -> Option<usize> {
        self.texts.iter().position(|other| other == text)
    }

    /// The units, one for each text.
    pub(crate) fn units(&self) -> impl Iterator<Item = Content> {
        let texts = self.texts.iter();
        texts.map(|text| Content::new([Piece::Text(text.clone())]))
    }

    /// Writes the translations of the units, and takes away what tags say of the source's words.
    pub(crate) fn write(
        &self,
        translations: &[Option<Content>],
        changed: &Changed<'_>,
        document: &mut Document,
        limits: &Limits,
    ) {
        let mut in_metadata = HashMap::new();
        let mut has_captions = false;
        for (number, place) in &self.places {
            let Some(Some(translation)) = translations.get(*number) else {
                continue;
            };
            let text = translation.text();
            if self.texts.get(*number) == Some(&text) {
                continue;
            }
            if let Kind::Metadata(element) = place.kind {
                in_metadata.insert(element, text);
            } else if let Some(string) = at(document, place) {
                *string = text_string(&text);
                if let Kind::Caption(button) = place.kind {
                    has_captions = true;
                    forget_appearance(document, button);
                }
            }
        }
        if has_captions {
            let form = form(document).and_then(|form| form.as_dict_mut().ok());
            if let Some(form) = form {
                form.set("NeedAppearances", true);
            }
        }
        if let Some(metadata) = Metadata::of(document, limits) {
            metadata.write(&in_metadata, document);
        }
        if changed.pages.is_empty() && translations.iter().all(Option::is_none) {
            return;
        }
        tags::translated(document, changed.pages);
        if let Ok(catalog) = document.catalog_mut()
            && catalog.has(b"Lang")
        {
            catalog.set("Lang", text_string(changed.language));
        }
    }
}

/// What a string is in.
fn at<'d>(document: &'d mut Document, place: &Place) -> Option<&'d mut Object> {
    let object = document.get_object_mut(place.object).ok()?;
    place
        .path
        .iter()
        .try_fold(object, |object, step| match (object, step) {
            (Object::Dictionary(dictionary), Step::Key(key)) => dictionary.get_mut(key).ok(),
            (Object::Stream(stream), Step::Key(key)) => stream.dict.get_mut(key).ok(),
            (Object::Array(elements), Step::Index(index)) => elements.get_mut(*index),
            _ => None,
        })
}

/// Takes the appearance of a button away, so that programs make another with its new caption.
fn forget_appearance(document: &mut Document, button: ObjectId) {
    let button = document.get_object_mut(button);
    if let Ok(button) = button.and_then(Object::as_dict_mut) {
        button.remove(b"AP");
    }
}

/// The form of a document.
fn form(document: &mut Document) -> Option<&mut Object> {
    let form = document.catalog().ok()?.get(b"AcroForm").ok()?;
    match form.as_reference() {
        Ok(id) => document.get_object_mut(id).ok(),
        Err(_) => document.catalog_mut().ok()?.get_mut(b"AcroForm").ok(),
    }
}

struct Finder<'d> {
    document: &'d Document,
    found: Strings,
    /// The numbers of texts.
    known: HashMap<String, usize>,
}

impl Finder<'_> {
    /// What the document says of itself.
    fn information(&mut self) -> Result<(), DocumentError> {
        let Ok(id) = self
            .document
            .trailer
            .get(b"Info")
            .and_then(Object::as_reference)
        else {
            return Ok(());
        };
        let Ok(information) = self.document.get_dictionary(id) else {
            return Ok(());
        };
        for key in ["Title", "Subject"] {
            self.string(id, &[], information, key, Kind::Text)?;
        }
        Ok(())
    }

    /// What its metadata say of it.
    fn metadata(&mut self, limits: &Limits) -> Result<(), DocumentError> {
        let Some(metadata) = Metadata::of(self.document, limits) else {
            return Ok(());
        };
        borrow(2 * metadata.len())?;
        for (number, text) in metadata.texts().into_iter().enumerate() {
            let place = Place {
                object: metadata.id,
                path: Vec::new(),
                kind: Kind::Metadata(number),
            };
            self.add(text, place)?;
        }
        Ok(())
    }

    /// What is in an object, however deep.
    fn object(
        &mut self,
        id: ObjectId,
        path: &mut Vec<Step>,
        object: &Object,
    ) -> Result<(), DocumentError> {
        if path.len() >= DEEPEST {
            return Ok(());
        }
        match object {
            Object::Dictionary(dictionary) => self.dictionary(id, path, dictionary),
            Object::Stream(stream) => self.dictionary(id, path, &stream.dict),
            Object::Array(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    path.push(Step::Index(index));
                    self.object(id, path, element)?;
                    path.pop();
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn dictionary(
        &mut self,
        id: ObjectId,
        path: &mut Vec<Step>,
        dictionary: &Dictionary,
    ) -> Result<(), DocumentError> {
        let is_bookmark = dictionary.has(b"Title") && dictionary.has(b"Parent");
        if is_bookmark {
            self.string(id, path, dictionary, "Title", Kind::Text)?;
        }
        for key in ["Alt", "TU"] {
            self.string(id, path, dictionary, key, Kind::Text)?;
        }
        if let Ok(look) = dictionary.get(b"MK")
            && path.is_empty()
            && self.is_push_button(dictionary)
        {
            let (owner, path) = match look {
                Object::Reference(look) => (*look, Vec::new()),
                _ => (id, vec![Step::Key(b"MK".to_vec())]),
            };
            if let Ok((_, Object::Dictionary(look))) = self.document.dereference(look) {
                // The usual one, that below the pointer, and that of a button that is pressed.
                for key in ["CA", "RC", "AC"] {
                    self.string(owner, &path, look, key, Kind::Caption(id))?;
                }
            }
        }
        for (key, value) in dictionary {
            path.push(Step::Key(key.clone()));
            self.object(id, path, value)?;
            path.pop();
        }
        Ok(())
    }

    /// Whether a field is a button to push. What it does not say its parents say.
    fn is_push_button(&self, field: &Dictionary) -> bool {
        let mut field = field;
        let (mut kind, mut flags) = (None, None);
        for _ in 0..DEEPEST {
            let get = |key: &[u8]| self.document.dereference(field.get(key).ok()?).ok();
            kind = kind.or_else(|| get(b"FT")?.1.as_name().ok());
            flags = flags.or_else(|| get(b"Ff")?.1.as_i64().ok());
            match get(b"Parent") {
                Some((_, Object::Dictionary(parent))) => field = parent,
                _ => break,
            }
        }
        kind == Some(b"Btn") && flags.unwrap_or_default() & PUSH_BUTTON != 0
    }

    /// Notes the string under a key, here or in an object of its own.
    fn string(
        &mut self,
        id: ObjectId,
        path: &[Step],
        dictionary: &Dictionary,
        key: &str,
        kind: Kind,
    ) -> Result<(), DocumentError> {
        let Ok(value) = dictionary.get(key.as_bytes()) else {
            return Ok(());
        };
        let place = match value {
            Object::Reference(string) => Place {
                object: *string,
                path: Vec::new(),
                kind,
            },
            _ => Place {
                object: id,
                path: [path, &[Step::Key(key.as_bytes().to_vec())]].concat(),
                kind,
            },
        };
        let Ok((_, value)) = self.document.dereference(value) else {
            return Ok(());
        };
        if value.as_str().is_ok_and(|bytes| bytes.len() <= LONGEST)
            && let Ok(text) = decode_text_string(value)
        {
            self.add(text, place)?;
        }
        Ok(())
    }

    fn add(&mut self, text: String, place: Place) -> Result<(), DocumentError> {
        let content = Content::new([Piece::Text(text.trim().to_owned())]);
        if !content.has_letters() || self.found.places.len() >= MOST {
            return Ok(());
        }
        let text = content.text();
        borrow(4 * text.len() + size_of::<Place>() + place.path.len() * size_of::<Step>())?;
        let texts = &mut self.found.texts;
        let number = *self.known.entry(text).or_insert_with_key(|text| {
            texts.push(text.clone());
            texts.len() - 1
        });
        self.found.places.push((number, place));
        Ok(())
    }
}
