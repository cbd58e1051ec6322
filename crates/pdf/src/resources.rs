//! What content streams call by names (ISO 32000-2, 7.8.3).

use std::collections::BTreeSet;

use lopdf::{Dictionary, Document, Object, ObjectId};

/// What is added to the resources of a page or form, and what is taken away.
#[derive(Debug, Default)]
pub(crate) struct Additions {
    /// Fonts by their names.
    pub(crate) fonts: Vec<(String, ObjectId)>,
    /// Pictures by their names.
    pub(crate) pictures: Vec<(String, ObjectId)>,
    /// Pictures that are painted no more.
    pub(crate) left_out: BTreeSet<ObjectId>,
}

impl Additions {
    /// Adds them to those of a page or form.
    pub(crate) fn add(&self, document: &mut Document, id: ObjectId) {
        let Some(mut resources) = resources(document, id) else {
            return;
        };
        let fonts = with(document, &resources, b"Font", &self.fonts);
        resources.set("Font", fonts);
        if !self.pictures.is_empty() {
            let mut objects = with(document, &resources, b"XObject", &self.pictures);
            let names = objects.iter().filter(|(_, object)| {
                let id = object.as_reference();
                id.is_ok_and(|id| self.left_out.contains(&id))
            });
            let names: Vec<Vec<u8>> = names.map(|(name, _)| name.clone()).collect();
            for name in names {
                objects.remove(&name);
            }
            resources.set("XObject", objects);
        }
        let owner = match document.get_object_mut(id) {
            Ok(Object::Dictionary(dictionary)) => dictionary,
            Ok(Object::Stream(stream)) => &mut stream.dict,
            _ => return,
        };
        owner.set("Resources", resources);
    }
}

/// The resources of a kind with others.
fn with(
    document: &Document,
    resources: &Dictionary,
    kind: &[u8],
    others: &[(String, ObjectId)],
) -> Dictionary {
    let known = resources.get(kind).ok();
    let known = known.and_then(|known| resolved(document, known).as_dict().ok());
    let mut all = known.cloned().unwrap_or_default();
    for (name, object) in others {
        all.set(name.as_str(), *object);
    }
    all
}

/// The resources of a page, which may be those of its parent, or of a form.
fn resources(document: &Document, id: ObjectId) -> Option<Dictionary> {
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

fn resolved<'d>(document: &'d Document, object: &'d Object) -> &'d Object {
    document
        .dereference(object)
        .map_or(object, |(_, object)| object)
}
