use std::io::Cursor;

use dragoman_documents::{DocumentError, Epub, Options};

use crate::common::{names, options, part, units, write};
use crate::{book, item, opened, opf, page, warnings};

const METADATA: &str = "<dc:title>A book</dc:title><dc:creator>Somebody</dc:creator><dc:description>About it</dc:description>\
    <dc:language>en</dc:language><dc:language>la</dc:language>";

fn ncx(labels: &str) -> String {
    format!(
        "<ncx xmlns=\"http://www.daisy.org/z3986/2005/ncx/\" xml:lang=\"en\"><docTitle><text>A book</text></docTitle>\
         <docAuthor><text>Somebody</text></docAuthor><navMap>{labels}</navMap></ncx>"
    )
}

#[test]
fn a_book_in_both_languages_stays_in_its_own_and_names_the_other() {
    let bytes = book(
        &opf(
            "3.0",
            METADATA,
            &item("a", "a.xhtml"),
            "<spine><itemref idref=\"a\"/></spine>",
        ),
        &[(
            "book/a.xhtml",
            &page("<h1 id=\"h\">First<br/><i>line</i></h1>"),
        )],
    );
    let options = Options {
        bilingual: true,
        ..options("ar")
    };
    let mut epub = Epub::open(Box::new(Cursor::new(bytes.clone())), options).unwrap();
    let same = ["First {1}<2>line</2>", "A book", "About it"];
    assert_eq!(units(&epub), same);
    assert!(write(&mut epub, &same) == bytes);
    let output = write(&mut epub, &["X {1}<2>Y</2>", "Buch", "Darüber"]);
    assert_eq!(
        part(&output, "book/a.xhtml"),
        page(
            "<h1 id=\"h\">First<br/><i>line</i> <br/><span class=\"dragoman-translation\" xml:lang=\"ar\" dir=\"rtl\">\
             X <br/><i>Y</i></span></h1>"
        )
    );
    let package = part(&output, "book/content.opf");
    assert!(package.contains("<dc:title>Buch</dc:title>"), "{package}");
    let languages =
        "<dc:language>en</dc:language><dc:language>ar</dc:language><dc:language>la</dc:language>";
    assert!(package.contains(languages), "{package}");
    assert!(!package.contains("page-progression-direction"), "{package}");
}

#[test]
fn pages_are_read_in_their_order_then_contents_and_the_package() {
    let items = [
        item("nav", "nav.xhtml"),
        item("b", "second%20page.xhtml"),
        item("a", "../first.xhtml"),
        "<item id=\"ncx\" href=\"toc.ncx\" media-type=\"application/x-dtbncx+xml\"/>".to_owned(),
    ];
    let spine = "<spine toc=\"ncx\"><itemref idref=\"a\"/><itemref idref=\"b\"/></spine><guide><reference title=\"The cover\" href=\"x\"/></guide>";
    let label = "<navPoint><navLabel><text>First</text></navLabel><content src=\"first.xhtml\"/></navPoint>";
    let nav = "<nav><ol><li><a href=\"../first.xhtml\">First</a></li><li><a href=\"x\">Third</a></li></ol></nav>";
    let bytes = book(
        &opf("2.0", METADATA, &items.concat(), spine),
        &[
            ("first.xhtml", &page("<h1>First</h1>")),
            ("book/second page.xhtml", &page("<p>Second</p>")),
            ("book/nav.xhtml", &page(nav)),
            ("book/toc.ncx", &ncx(label)),
        ],
    );
    let mut epub = opened(&bytes, "de").unwrap();
    assert_eq!(
        units(&epub),
        [
            "First",
            "Second",
            "Third",
            "A book",
            "A book",
            "About it",
            "The cover"
        ]
    );
    let translations = [
        "Erstes",
        "Zweites",
        "Drittes",
        "Buch",
        "Ein Buch",
        "Darüber",
        "Titelbild",
    ];
    let output = write(&mut epub, &translations);
    assert!(part(&output, "first.xhtml").contains("<h1>Erstes</h1>"));
    assert!(part(&output, "book/nav.xhtml").contains(">Erstes</a>"));
    let contents = part(&output, "book/toc.ncx");
    assert!(contents.contains("<text>Erstes</text>") && contents.contains("<text>Buch</text>"));
    assert!(contents.contains("<text>Somebody</text>") && contents.contains("xml:lang=\"de\""));
    let package = part(&output, "book/content.opf");
    assert!(package.contains("<dc:title>Ein Buch</dc:title><dc:creator>Somebody</dc:creator>"));
    assert!(package.contains("<dc:language>de</dc:language><dc:language>la</dc:language>"));
    assert!(package.contains("title=\"Titelbild\"") && package.contains("xml:lang=\"de\""));
    assert_eq!(names(&output), names(&bytes));
    assert_eq!(names(&output)[0], "mimetype");
    let same: Vec<String> = units(&epub);
    let same: Vec<&str> = same.iter().map(String::as_str).collect();
    assert!(write(&mut epub, &same) == bytes);
}

#[test]
fn descriptions_with_markup_in_them_stay() {
    let metadata =
        "<dc:title>A book</dc:title><dc:description>&lt;p&gt;About it&lt;/p&gt;</dc:description>";
    let bytes = book(&opf("3.0", metadata, "", "<spine/>"), &[]);
    assert_eq!(units(&opened(&bytes, "de").unwrap()), ["A book"]);
}

#[test]
fn pages_follow_one_another_from_right_to_left_where_the_version_can_say_so() {
    let spine = |version: &str, spine: &str, target: &str| {
        let bytes = book(&opf(version, METADATA, "", spine), &[]);
        let output = write(&mut opened(&bytes, target).unwrap(), &["x", ""]);
        part(&output, "book/content.opf")
    };
    let direction = "page-progression-direction=\"rtl\"";
    assert!(spine("3.0", "<spine/>", "ar").contains(direction));
    assert!(!spine("2.0", "<spine/>", "ar").contains(direction));
    let turned = format!("<spine {direction}/>");
    assert!(spine("3.0", &turned, "de").contains("page-progression-direction=\"ltr\""));
}

/// A book with this list of what is encrypted.
fn encrypted(algorithm: &str, path: &str) -> Result<(), DocumentError> {
    let encryption = format!(
        "<encryption xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\" xmlns:enc=\"http://www.w3.org/2001/04/xmlenc#\">\
         <enc:EncryptedData><enc:EncryptionMethod Algorithm=\"{algorithm}\"/><enc:CipherData><enc:CipherReference URI=\"{path}\"/>\
         </enc:CipherData></enc:EncryptedData></encryption>"
    );
    let items = item("a", "a.xhtml")
        + "<item id=\"f\" href=\"a%20font.otf\" media-type=\"application/vnd.ms-opentype\"/>";
    let bytes = book(
        &opf(
            "3.0",
            METADATA,
            &items,
            "<spine><itemref idref=\"a\"/></spine>",
        ),
        &[
            ("META-INF/encryption.xml", &encryption),
            ("book/a.xhtml", &page("<p>One</p>")),
            ("book/a font.otf", "\u{1}\u{2}"),
        ],
    );
    let mut epub = opened(&bytes, "de")?;
    let output = write(&mut epub, &["Eins", "", ""]);
    assert_eq!(part(&output, "book/a font.otf"), "\u{1}\u{2}");
    assert_eq!(part(&output, "META-INF/encryption.xml"), encryption);
    Ok(())
}

#[test]
fn obfuscated_fonts_stay_and_what_else_is_encrypted_is_refused() {
    for way in [
        "http://www.idpf.org/2008/embedding",
        "http://ns.adobe.com/pdf/enc#RC",
    ] {
        encrypted(way, "book/a%20font.otf").unwrap();
        for path in ["book/a.xhtml", "book/none.otf"] {
            let refused = encrypted(way, path).unwrap_err();
            assert!(
                matches!(refused, DocumentError::Unsupported(_)),
                "{refused}"
            );
        }
    }
    let aes = "http://www.w3.org/2001/04/xmlenc#aes128-cbc";
    for path in ["book/a.xhtml", "book/a%20font.otf"] {
        let refused = encrypted(aes, path).unwrap_err().to_string();
        assert!(
            refused.contains("protected") && refused.contains(path),
            "{refused}"
        );
    }
}

#[test]
fn damaged_and_missing_pages_are_told_and_left() {
    let items = [
        item("a", "a.xhtml"),
        item("b", "b.xhtml"),
        item("c", "c.xhtml"),
        item("d", "https://example.org/d.xhtml"),
        item("e", "e.xhtml"),
        item("f", "f.xhtml"),
    ];
    let entities =
        page("<p>Five &x;</p>").replace("<html ", "<!DOCTYPE html [<!ENTITY x \"y\">]><html ");
    let bytes = book(
        &opf(
            "3.0",
            "",
            &items.concat(),
            "<spine><itemref idref=\"a\"/></spine>",
        ),
        &[
            ("book/a.xhtml", &page("<p>One</p>")),
            ("book/b.xhtml", &page("<p>Two<br></p>")),
            ("book/e.xhtml", &entities),
            (
                "book/f.xhtml",
                &page("<p>Six &x;</p>").replace("<html ", "<!DOCTYPE html><html "),
            ),
        ],
    );
    let mut epub = opened(&bytes, "de").unwrap();
    assert_eq!(units(&epub), ["One"]);
    assert_eq!(
        warnings(&epub),
        [
            "missing_parts",
            "damaged_part",
            "damaged_part",
            "damaged_part"
        ]
    );
    let output = write(&mut epub, &["Eins"]);
    assert_eq!(part(&output, "book/e.xhtml"), entities);
}

#[test]
fn a_book_has_a_container_and_a_package() {
    for parts in [
        vec![("a", String::new())],
        vec![("META-INF/container.xml", "<container/>".to_owned())],
        vec![("META-INF/container.xml", crate::CONTAINER.to_owned())],
        vec![
            ("META-INF/container.xml", crate::CONTAINER.to_owned()),
            ("book/content.opf", "<package>".to_owned()),
        ],
    ] {
        let outcome = opened(&crate::package(parts), "de").err();
        assert!(matches!(outcome, Some(DocumentError::Malformed { .. })));
    }
}

#[test]
fn a_book_that_pandoc_has_made_comes_back_and_is_translated() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/epub/lamp.epub");
    let bytes = std::fs::read(path).unwrap();
    let mut epub = opened(&bytes, "de").unwrap();
    let units = units(&epub);
    assert!(
        units.contains(&"Let the <1>bulb</1> cool.".to_owned()),
        "{units:?}"
    );
    let same: Vec<&str> = units.iter().map(String::as_str).collect();
    assert!(write(&mut epub, &same) == bytes);
    let capitals: Vec<String> = units.iter().map(|unit| unit.to_uppercase()).collect();
    let capitals: Vec<&str> = capitals.iter().map(String::as_str).collect();
    let output = write(&mut epub, &capitals);
    let again = opened(&output, "de").unwrap();
    assert_eq!(crate::units(&again), capitals);
    assert!(warnings(&again).is_empty());
}
