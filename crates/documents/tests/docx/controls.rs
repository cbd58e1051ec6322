//! Content controls that show data of the document.

use dragoman_documents::Document;

use crate::common::{part, write};
use crate::{document, open, p, r, translated, units_of};

const CORE: &str = "{6c3c8bc8-f283-45ae-878a-bab7291924a1}";
const ITEM: &str = "{0A1B2C3D-0000-4000-8000-000000000001}";

fn binding(store: &str, path: &str) -> String {
    format!("<w:dataBinding w:xpath=\"{path}\" w:storeItemID=\"{store}\"/>")
}

fn control(properties: &str, content: &str) -> String {
    format!(
        "<w:sdt><w:sdtPr><w:id w:val=\"1\"/>{properties}<w:text/></w:sdtPr><w:sdtContent>{content}</w:sdtContent>\
         </w:sdt>"
    )
}

fn to_item() -> String {
    binding(ITEM, "/ns0:report[1]/ns0:title[1]")
}

/// What the document's reader is warned of.
fn warnings(body: &str) -> usize {
    open(&document(body, &[]), "de").warnings().len()
}

#[test]
fn a_control_with_a_translation_does_not_show_data_that_has_none() {
    type Around = fn(String) -> String;
    let places: [Around; 3] = [
        |text| p(&(r("See ") + &control("BOUND", &r(&text)))),
        |text| control("BOUND", &(p(&r(&text)) + &p(&r("12")))),
        |text| {
            let cell = format!("<w:tc>{}</w:tc>", p(&r(&text)));
            format!("<w:tbl><w:tr>{}</w:tr></w:tbl>", control("BOUND", &cell))
        },
    ];
    let later = to_item().replace("w:dataBinding", "w15:dataBinding");
    let named = binding(CORE, "/ns0:coreProperties[1]/ns1:creator[1]");
    for place in places {
        for bound in [&to_item(), &(to_item() + &later), &named] {
            let before = place("house".to_owned()).replace("BOUND", bound);
            assert_eq!(warnings(&before), 1, "{before}");
            let unit = units_of(&before).remove(0);
            let after = translated(&before, &[&unit.replace("house", "Haus")]);
            assert_eq!(after, place("Haus".to_owned()).replace("BOUND", ""));
            // Without another translation it stays as it is, even if something else changes.
            let bytes = document(&(p(&r("one")) + &before), &[]);
            let after = write(&mut open(&bytes, "de"), &["eins", &unit]);
            assert!(part(&after, "word/document.xml").contains(&before));
        }
    }
}

#[test]
fn a_control_stays_bound_to_what_is_translated_and_where_nothing_is() {
    let title = binding(CORE, "/ns1:coreProperties[1]/ns0:title[1]");
    let subject = binding(CORE, "/*[1]/subject");
    for bound in [title, subject, to_item() + "<w:showingPlcHdr/>"] {
        let body = |text: &str| p(&control(&bound, &r(text))) + &control(&bound, &p(&r(text)));
        assert_eq!(warnings(&body("house")), 0);
        assert_eq!(
            translated(&body("house"), &["<1>Haus</1>", "Haus"]),
            body("Haus")
        );
    }
    let empty = control(&to_item(), "<w:r><w:drawing/></w:r>") + &control(&to_item(), &r("12"));
    let body = |text: &str| p(&(r(text) + &empty)) + &control(&to_item(), &p(&r("12")));
    assert_eq!(warnings(&body("One")), 0);
    let unit = units_of(&body("One")).remove(0);
    assert_eq!(
        translated(&body("One"), &[&unit.replace("One", "Eins")]),
        body("Eins")
    );
}
