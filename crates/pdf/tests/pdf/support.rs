//! Documents that the tests make.

use std::borrow::Cow;

use dragoman_documents::{DocumentError, Limits, NoRecogniser};
use dragoman_pdf::{PageText, text_of_pages};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

/// For documents in which there is nothing to recognise.
pub(crate) const NONE: NoRecogniser = NoRecogniser {
    remedy: Cow::Borrowed("install one"),
};

/// A document of pages with these contents. They have Helvetica as `/F1`, its bold face as `/F2`, and the forms that are
/// given by their names.
pub(crate) fn document(pages: &[&str], forms: &[(&str, &str)]) -> Document {
    let mut document = Document::with_version("1.7");
    let font = |name: &str| {
        Object::Dictionary(dictionary! {
            "Type" => "Font",
            "Subtype" => "Type1",
            "BaseFont" => name,
            "Encoding" => "WinAnsiEncoding",
        })
    };
    let fonts = dictionary! { "F1" => font("Helvetica"), "F2" => font("Helvetica-Bold") };
    let resources = document.new_object_id();
    let mut named = Dictionary::new();
    for (name, contents) in forms {
        let dictionary = dictionary! {
            "Type" => "XObject",
            "Subtype" => "Form",
            "BBox" => vec![0.into(), 0.into(), 600.into(), 800.into()],
            "Resources" => resources,
        };
        let form = document.add_object(Stream::new(dictionary, contents.as_bytes().to_vec()));
        named.set(*name, form);
    }
    document.set_object(
        resources,
        dictionary! { "Font" => fonts, "XObject" => named },
    );
    let tree = document.new_object_id();
    let kids: Vec<Object> = pages
        .iter()
        .map(|contents| page(&mut document, tree, resources, contents).into())
        .collect();
    let count = i64::try_from(kids.len()).unwrap();
    document.set_object(
        tree,
        dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => count },
    );
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    document.trailer.set("Root", catalog);
    document
}

fn page(document: &mut Document, tree: ObjectId, resources: ObjectId, contents: &str) -> ObjectId {
    let contents = Stream::new(Dictionary::new(), contents.as_bytes().to_vec());
    let contents = document.add_object(contents);
    document.add_object(dictionary! {
        "Type" => "Page",
        "Parent" => tree,
        "MediaBox" => vec![0.into(), 0.into(), 600.into(), 800.into()],
        "Resources" => resources,
        "Contents" => contents,
    })
}

pub(crate) fn bytes(mut document: Document) -> Vec<u8> {
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}

pub(crate) fn read(file: Vec<u8>) -> Result<Vec<PageText>, DocumentError> {
    text_of_pages(file, &Limits::default())
}

/// The paragraphs of a page with these contents.
pub(crate) fn paragraphs(contents: &str) -> Vec<String> {
    let pages = read(bytes(document(&[contents], &[]))).unwrap();
    pages.into_iter().flat_map(|page| page.paragraphs).collect()
}

/// Lines of Helvetica of 10 points, 12 points below one another.
pub(crate) fn lines(x: i32, y: i32, lines: &[&str]) -> String {
    let mut contents = format!("BT /F1 10 Tf 12 TL 1 0 0 1 {x} {y} Tm\n");
    for line in lines {
        contents += &format!("({line}) Tj T*\n");
    }
    contents + "ET\n"
}
