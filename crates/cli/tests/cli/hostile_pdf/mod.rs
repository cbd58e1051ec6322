//! PDF documents that are made to do harm, in the process that reads them, with the limits that it has.

mod fonts;
mod protection;
mod support;

use dragoman_documents::Format;

use support::{CATALOG, File, PAGE, Reader, TEXT, TREE, bomb};

const TOO_LARGE: &str = "the document is too large";
const NO_MEMORY: &str = "of memory that one may";
const TOO_LONG: &str = "longer than the";
const NOT_VALID: &str = "not a valid PDF document";

#[test]
fn what_unpacks_to_much_is_refused_or_left_out() {
    let reader = Reader::new();
    let flate = "/Filter/FlateDecode";
    let packed = bomb(b' ', 300);
    let mut contents = File::new("");
    contents.set(4, support::stream(flate, &packed));
    let told = reader.translated(contents.bytes(), None).err().unwrap();
    let told = told.to_string();
    assert!(
        [TOO_LARGE, NO_MEMORY].iter().any(|it| told.contains(it)),
        "{told}"
    );
    reader.goes_on();

    // Objects in a stream, where the other library looks as well.
    let mut objects = File::new(TEXT);
    objects.stream(&format!("/Type/ObjStm/N 1/First 4{flate}"), &packed);
    reader.survives("objects", &objects, &[TOO_LARGE, NO_MEMORY, NOT_VALID]);

    // A table of letters, which is looked at for each text.
    let font = "<</Type/Font/Subtype/Type1/BaseFont/Test/ToUnicode 6 0 R>>";
    let meanings = File::with_font(font, flate, &packed);
    reader.survives("meanings", &meanings, &[TOO_LARGE, NO_MEMORY, TOO_LONG]);

    // A row of two thousand million pixels.
    for columns in ["2147483647", "-1", "99999999999"] {
        let entries = format!(
            "{flate}/DecodeParms<</Predictor 12/Columns {columns}/Colors 32/BitsPerComponent 16>>"
        );
        let mut predicted = File::new("");
        predicted.set(4, support::stream(&entries, &bomb(b' ', 1)));
        reader.survives("predictor", &predicted, &[TOO_LARGE, NO_MEMORY, NOT_VALID]);
    }
}

#[test]
fn trees_and_forms_that_contain_themselves_end() {
    let reader = Reader::new();
    let mut tree = File::new(TEXT);
    tree.set(
        TREE,
        "<</Type/Pages/Kids[2 0 R 3 0 R 2 0 R]/Count 3/Parent 2 0 R>>",
    );
    reader.survives("tree", &tree, &[NOT_VALID]);

    let mut forms = File::new("/A Do /B Do");
    let entries = "/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources 8 0 R";
    forms.stream(entries, format!("{TEXT} /B Do").as_bytes());
    forms.stream(entries, b"/A Do /B Do");
    forms.add("<</XObject<</A 6 0 R/B 7 0 R>>/Font<</F1 5 0 R>>>>");
    forms.set(
        PAGE,
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources 8 0 R>>",
    );
    let written = reader.translated(forms.bytes(), None).unwrap();
    assert_eq!(
        reader.texts(written),
        ["THE TEACHER FORGOT THE CAT IN VIENNA."]
    );
    reader.goes_on();

    // Each shows the next one twice.
    let mut doubled = File::new("/X Do");
    for number in 0..40 {
        let next = format!("{entries}/Resources<</XObject<</X {} 0 R>>>>", number + 7)
            .replace("/Resources 8 0 R", "");
        doubled.stream(&next, b"/X Do /X Do");
    }
    doubled.stream(
        "/Type/XObject/Subtype/Form/BBox[0 0 600 800]",
        TEXT.as_bytes(),
    );
    doubled.set(
        PAGE,
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</XObject<</X 6 0 R>>>>>>",
    );
    reader.survives(
        "doubled",
        &doubled,
        &[TOO_LARGE, TOO_LONG, NO_MEMORY, "no text"],
    );
}

#[test]
fn very_many_pages_and_operators_end() {
    let reader = Reader::new();
    let mut pages = File::new(TEXT);
    let mut kids = String::from("3 0 R");
    for _ in 1..100_000 {
        let page = pages.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>>");
        kids += &format!(" {page} 0 R");
    }
    pages.set(TREE, format!("<</Type/Pages/Kids[{kids}]/Count 100000>>"));
    reader.survives("pages", &pages, &[TOO_LONG, NO_MEMORY]);

    let operators = File::new(&"0 0 m 9 9 l S\n".repeat(333_334));
    reader.survives("operators", &operators, &[TOO_LONG, NO_MEMORY]);
}

#[test]
fn what_a_document_would_do_stays_in_it_and_is_not_done() {
    let reader = Reader::new();
    let mut file = File::new(TEXT);
    file.set(
        CATALOG,
        "<</Type/Catalog/Pages 2 0 R/OpenAction 6 0 R/AA<</WC 7 0 R>>\
         /Names<</EmbeddedFiles<</Names[(note.txt) 8 0 R]>>/JavaScript<</Names[(run) 6 0 R]>>>>>>",
    );
    file.add("<</S/JavaScript/JS(app.alert\\('hello'\\);)>>");
    file.add("<</S/Launch/F(/bin/true)>>");
    file.add("<</Type/Filespec/F(note.txt)/EF<</F 9 0 R>>>>");
    file.stream(
        "/Type/EmbeddedFile",
        b"What is in the file that comes along.",
    );
    let written = reader.translated(file.bytes(), None).unwrap();
    let document = lopdf::Document::load_mem(&written).unwrap();
    let all = format!("{:?}", document.objects);
    for kept in [
        "/JavaScript",
        "app.alert",
        "/Launch",
        "/bin/true",
        "/EmbeddedFiles",
        "note.txt",
    ] {
        assert!(all.contains(kept), "{kept} is not in {all}");
    }
    let is_kept = document.objects.values().any(|object| {
        let stream = object.as_stream().ok();
        let content = stream.and_then(|stream| stream.get_plain_content().ok());
        content.is_some_and(|content| content == b"What is in the file that comes along.")
    });
    assert!(is_kept, "{all}");
    assert_eq!(
        reader.texts(written),
        ["THE TEACHER FORGOT THE CAT IN VIENNA."]
    );
    let word = reader.translated(file.bytes(), Some(Format::Docx)).unwrap();
    assert!(word.starts_with(b"PK"));
}

#[test]
fn a_process_that_dies_takes_no_other_document_with_it() {
    let reader = Reader::new();
    let depth = 1_000_000;
    let mut deep = File::new(TEXT);
    deep.set(
        CATALOG,
        format!(
            "<</Type/Catalog/Pages 2 0 R/X {}{}>>",
            "[".repeat(depth),
            "]".repeat(depth)
        ),
    );
    for _ in 0..5 {
        let told = reader.translated(deep.bytes(), None).unwrap_err();
        assert!(told.to_string().contains(NOT_VALID), "{told}");
        reader.goes_on();
    }
}
