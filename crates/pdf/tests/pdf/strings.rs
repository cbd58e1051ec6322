//! Texts that are on no page: titles, bookmarks, alternative texts, tooltips and captions.

use lopdf::{
    Dictionary, Document, Object, ObjectId, Stream, decode_text_string, dictionary, text_string,
};

use crate::support::{bytes, document, lines};
use crate::translating::translated;

const XMP: &str = "<?xpacket begin=''?><x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF><rdf:Description>\
    <dc:title><rdf:Alt><rdf:li xml:lang='x-default'>War &amp; peace</rdf:li></rdf:Alt></dc:title>\
    <dc:creator><rdf:Seq><rdf:li>Somebody</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>";

/// Adds a dictionary to the catalog of a document.
fn add_to_catalog(document: &mut Document, key: &str, value: impl Into<Object>) {
    document.catalog_mut().unwrap().set(key, value);
}

fn page(document: &Document) -> ObjectId {
    document.page_iter().next().unwrap()
}

/// The document in capitals, but for what is on its pages.
fn in_capitals(document: Document) -> (Document, String) {
    let (written, _) = translated(bytes(document), |text| Some(text.to_uppercase()));
    let read = Document::load_mem(&written).unwrap();
    let mut unpacked = read.clone();
    unpacked.decompress();
    let everything = bytes(unpacked);
    (read, String::from_utf8_lossy(&everything).into_owned())
}

/// The strings of a document that a key names, in the order of its objects.
fn strings(document: &Document, key: &str) -> Vec<String> {
    let dictionaries = document.objects.values().filter_map(|it| it.as_dict().ok());
    let values = dictionaries.filter_map(|it| it.get(key.as_bytes()).ok());
    values
        .filter_map(|it| decode_text_string(it).ok())
        .collect()
}

#[test]
fn titles_and_bookmarks_are_translated_and_the_language_is_that_of_the_target() {
    let mut document = document(&[&lines(72, 700, &["A line."])], &[]);
    let information = dictionary! {
        "Title" => Object::string_literal("War & peace"),
        "Author" => Object::string_literal("Somebody"),
    };
    let information = document.add_object(information);
    document.trailer.set("Info", information);
    let metadata = dictionary! { "Type" => "Metadata", "Subtype" => "XML" };
    let mut metadata = Stream::new(metadata, XMP.as_bytes().to_vec());
    metadata.compress().unwrap();
    let metadata = document.add_object(metadata);
    add_to_catalog(&mut document, "Metadata", metadata);
    add_to_catalog(&mut document, "Lang", Object::string_literal("en-GB"));
    let (outlines, first) = (document.new_object_id(), document.new_object_id());
    let title = document.add_object(text_string("Übersicht über alles"));
    let second = document.add_object(dictionary! {
        "Title" => title, "Parent" => outlines, "Prev" => first,
    });
    document.set_object(
        first,
        dictionary! { "Title" => Object::string_literal("First part"), "Parent" => outlines, "Next" => second },
    );
    document.set_object(
        outlines,
        dictionary! { "First" => first, "Last" => second, "Count" => 2 },
    );
    add_to_catalog(&mut document, "Outlines", outlines);

    let (written, everything) = in_capitals(document);
    let bookmarks = strings(&written, "Title");
    assert_eq!(bookmarks, ["WAR & PEACE", "FIRST PART"]);
    assert_eq!(
        decode_text_string(written.get_object(title).unwrap()).unwrap(),
        "ÜBERSICHT ÜBER ALLES"
    );
    assert_eq!(strings(&written, "Author"), ["Somebody"]);
    assert_eq!(strings(&written, "Lang"), ["de"]);
    assert!(everything.contains("<rdf:li xml:lang='x-default'>WAR &amp; PEACE</rdf:li>"));
    assert!(everything.contains("<rdf:li>Somebody</rdf:li>"));
    assert!(!everything.contains("peace"), "{everything}");
}

#[test]
fn a_text_in_several_places_is_one_unit() {
    let mut document = document(&[""], &[]);
    let information = document.add_object(dictionary! {
        "Title" => Object::string_literal("One title"),
        "Subject" => Object::string_literal("2026"),
    });
    document.trailer.set("Info", information);
    let metadata = XMP.replace("War &amp; peace", "One title");
    let metadata = document.add_object(Stream::new(Dictionary::new(), metadata.into_bytes()));
    add_to_catalog(&mut document, "Metadata", metadata);
    let units = std::cell::RefCell::new(Vec::new());
    let (written, _) = translated(bytes(document), |text| {
        units.borrow_mut().push(text.to_owned());
        Some("Ein Titel".to_owned())
    });
    assert_eq!(units.into_inner(), ["One title"]);
    let written = String::from_utf8_lossy(&written).into_owned();
    assert_eq!(written.matches("Ein Titel").count(), 2, "{written}");
}

#[test]
fn tooltips_and_captions_are_translated_and_values_are_not() {
    let mut document = document(&[&lines(72, 700, &["A line."])], &[]);
    let look = |document: &mut Document| {
        let dictionary = dictionary! { "Subtype" => "Form", "BBox" => vec![0.into(), 0.into(), 9.into(), 9.into()] };
        document.add_object(Stream::new(dictionary, b"BT (Send) Tj ET".to_vec()))
    };
    let appearance = look(&mut document);
    let parent = document.add_object(dictionary! { "FT" => "Btn", "Ff" => 1 << 16 });
    let button = document.add_object(dictionary! {
        "Subtype" => "Widget",
        "Parent" => parent,
        "TU" => Object::string_literal("Sends the form"),
        "MK" => dictionary! { "CA" => Object::string_literal("Send") },
        "AP" => dictionary! { "N" => appearance },
    });
    let check_box = document.add_object(dictionary! {
        "Subtype" => "Widget",
        "FT" => "Btn",
        "MK" => dictionary! { "CA" => Object::string_literal("l") },
        "AP" => dictionary! { "N" => appearance },
    });
    let value = document.add_object(dictionary! {
        "Subtype" => "Widget",
        "FT" => "Tx",
        "V" => Object::string_literal("what I wrote"),
    });
    let comment = document.add_object(dictionary! {
        "Subtype" => "Text",
        "Contents" => Object::string_literal("what I think"),
    });
    let annotations = [button, check_box, value, comment];
    let fields = annotations.map(Object::from).to_vec();
    let page = page(&document);
    let page = document.get_object_mut(page).unwrap();
    page.as_dict_mut().unwrap().set("Annots", fields.clone());
    add_to_catalog(
        &mut document,
        "AcroForm",
        dictionary! { "Fields" => fields },
    );

    let (written, _) = in_capitals(document);
    assert_eq!(strings(&written, "TU"), ["SENDS THE FORM"]);
    assert_eq!(strings(&written, "V"), ["what I wrote"]);
    assert_eq!(strings(&written, "Contents"), ["what I think"]);
    let caption = |id| {
        let field = written.get_dictionary(id).unwrap();
        let look = field.get(b"MK").unwrap().as_dict().unwrap();
        let caption = look.get(b"CA").unwrap().as_str().unwrap();
        (caption.to_vec(), field.has(b"AP"))
    };
    assert_eq!(caption(button), (b"SEND".to_vec(), false));
    assert_eq!(caption(check_box), (b"l".to_vec(), true));
    let form = written.catalog().unwrap().get(b"AcroForm").unwrap();
    let is_anew = form.as_dict().unwrap().get(b"NeedAppearances").unwrap();
    assert!(is_anew.as_bool().unwrap());
}

/// A document of two pages with tags.
fn tagged() -> (Document, [ObjectId; 3]) {
    let first = format!(
        "/Span <</ActualText (spoken) /MCID 0 /Lang (en)>> BDC\n{}EMC\n",
        lines(72, 700, &["A line."])
    );
    let second = "/Span <</ActualText (twelve)>> BDC BT /F1 9 Tf 72 600 Td (12) Tj ET EMC";
    let mut document = document(&[&first, second], &[]);
    let pages: Vec<ObjectId> = document.page_iter().collect();
    let root = document.new_object_id();
    let mut element = |page: ObjectId| {
        document.add_object(dictionary! {
            "S" => "P",
            "P" => root,
            "Pg" => page,
            "Alt" => Object::string_literal("A picture"),
            "ActualText" => Object::string_literal("what is spoken"),
            "Lang" => Object::string_literal("en"),
        })
    };
    let elements = [element(pages[0]), element(pages[1])];
    let kids = elements.map(Object::from).to_vec();
    document.set_object(
        root,
        dictionary! { "Type" => "StructTreeRoot", "K" => kids },
    );
    add_to_catalog(&mut document, "StructTreeRoot", root);
    (document, [elements[0], elements[1], root])
}

#[test]
fn what_tags_say_of_words_goes_with_the_words() {
    let (document, [on_first, on_second, _]) = tagged();
    let (written, everything) = in_capitals(document);
    let element = |id| written.get_dictionary(id).unwrap();
    assert_eq!(strings(&written, "Alt"), ["A PICTURE", "A PICTURE"]);
    assert!(!element(on_first).has(b"ActualText"));
    assert!(!element(on_first).has(b"Lang"));
    // Nothing has been translated on this page.
    assert!(element(on_second).has(b"ActualText"));
    assert!(everything.contains("/Span << /MCID 0 >> BDC"));
    assert!(!everything.contains("(spoken)"), "{everything}");
    assert!(everything.contains("(twelve)"), "{everything}");
}

#[test]
fn without_translations_nothing_is_said_of_another_language() {
    let (mut document, _) = tagged();
    add_to_catalog(&mut document, "Lang", Object::string_literal("en"));
    let (written, _) = translated(bytes(document), |_| None);
    let written = Document::load_mem(&written).unwrap();
    assert_eq!(strings(&written, "Lang"), ["en", "en", "en"]);
    assert_eq!(strings(&written, "Alt"), ["A picture", "A picture"]);
    assert_eq!(strings(&written, "ActualText").len(), 2);
}
