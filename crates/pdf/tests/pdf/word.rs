//! PDF as documents of Word.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use dragoman_documents::{Content, Document as _, Docx, Format, Limits, Options, Piece, Warning};
use dragoman_pdf::Pdf;
use dragoman_typesetting::Fonts;
use lopdf::{Document, Object, ObjectId, Stream, dictionary};

use crate::support::{NONE, bytes, document, lines};

/// A document of Word.
struct Word {
    file: Vec<u8>,
    parts: BTreeMap<String, Vec<u8>>,
    warnings: Vec<Warning>,
}

impl Word {
    fn part(&self, name: &str) -> String {
        let part = self
            .parts
            .get(name)
            .unwrap_or_else(|| panic!("{name} is missing"));
        String::from_utf8(part.clone()).unwrap()
    }

    fn body(&self) -> String {
        self.part("word/document.xml")
    }

    /// What a reader of such documents finds in it, in its order.
    fn texts(&self) -> Vec<String> {
        let options = Options::to("de".parse().unwrap());
        let docx = Docx::open(Box::new(Cursor::new(self.file.clone())), options).unwrap();
        docx.units()
            .iter()
            .map(|unit| unit.content.text())
            .collect()
    }

    /// The markup of the paragraph that says this.
    fn paragraph(&self, text: &str) -> String {
        let body = self.body();
        let at = body
            .find(text)
            .unwrap_or_else(|| panic!("{text} is not in {body}"));
        let start = body[..at].rfind("<w:p>").unwrap();
        let end = at + body[at..].find("</w:p>").unwrap();
        body[start..end].to_owned()
    }
}

fn options(target: &str) -> Options {
    Options {
        output: Some(Format::Docx),
        ..Options::to(target.parse().unwrap())
    }
}

/// A document of Word in a language, with each unit written as a function has it.
fn translated(file: Vec<u8>, target: &str, translate: impl Fn(&str) -> Option<String>) -> Word {
    let source = Box::new(Cursor::new(file));
    let mut pdf = Pdf::open(source, options(target), &Fonts::of_system(), &NONE).unwrap();
    let units = pdf.units().iter();
    let translations: Vec<Option<Content>> = units
        .map(|unit| translate(&unit.content.text()).map(|text| Content::new([Piece::Text(text)])))
        .collect();
    let mut file = Vec::new();
    pdf.write(&translations, &mut file).unwrap();
    let mut archive = zip::ZipArchive::new(Cursor::new(file.clone())).unwrap();
    let mut parts = BTreeMap::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        let mut part = Vec::new();
        entry.read_to_end(&mut part).unwrap();
        parts.insert(entry.name().unwrap().into_owned(), part);
    }
    Word {
        file,
        parts,
        warnings: pdf.warnings().to_vec(),
    }
}

/// A document of Word with everything as it is.
fn word(pages: &[&str]) -> Word {
    translated(bytes(document(pages, &[])), "de", |_| None)
}

/// A line of a font and size.
fn line(font: &str, size: u32, x: i32, y: i32, text: &str) -> String {
    format!("BT /{font} {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n")
}

const BODY: [&str; 4] = [
    "This is text of the usual size that goes on for several lines, so that",
    "there is no doubt which of the sizes is that of the text and which one",
    "is that of its headings, as there is much more of it than of anything",
    "else on the page.",
];

#[test]
fn the_units_are_those_of_a_translation_that_is_pdf() {
    let page = lines(72, 700, &BODY) + &line("F2", 20, 72, 740, "Heading");
    let file = bytes(document(&[&page, &page], &[]));
    let units = |options| {
        let source = Box::new(Cursor::new(file.clone()));
        let pdf = Pdf::open(source, options, &Fonts::of_system(), &NONE).unwrap();
        pdf.units().to_vec()
    };
    assert_eq!(
        units(options("de")),
        units(Options::to("de".parse().unwrap()))
    );
    assert_eq!(units(options("de")).len(), 4);
}

#[test]
fn large_lines_are_headings_and_the_largest_is_the_title() {
    let page = line("F1", 24, 72, 760, "A Report")
        + &line("F1", 16, 72, 720, "First part")
        + &lines(72, 700, &BODY)
        + &line("F2", 10, 72, 640, "A smaller part")
        + &lines(72, 620, &BODY)
        + &line("F1", 16, 72, 540, "Second part")
        + &lines(72, 520, &BODY);
    let word = word(&[&page]);
    for (text, style) in [
        ("A Report", "Title"),
        ("First part", "Heading1"),
        ("Second part", "Heading1"),
        ("A smaller part", "Heading2"),
    ] {
        let paragraph = word.paragraph(text);
        assert!(
            paragraph.contains(&format!(r#"<w:pStyle w:val="{style}"/>"#)),
            "{paragraph}"
        );
    }
    assert!(!word.paragraph("This is text").contains("pStyle"));
    let styles = word.part("word/styles.xml");
    assert!(
        styles.contains(r#"<w:name w:val="heading 1"/>"#),
        "{styles}"
    );
    assert!(styles.contains(r#"<w:sz w:val="48"/>"#), "{styles}");
}

#[test]
fn what_looks_different_in_a_paragraph_does_so_where_its_words_are() {
    let page = "BT /F1 10 Tf 72 700 Td (Some words are ) Tj /F2 10 Tf 1 0 0 rg (bold and red) Tj \
                /F1 10 Tf 0 g (, and have a note) Tj 4 Ts /F1 6 Tf (1) Tj 0 Ts /F1 10 Tf (.) Tj ET";
    let word = word(&[page]);
    assert_eq!(
        word.texts(),
        ["Some words are bold and red, and have a note1."]
    );
    let paragraph = word.paragraph("bold and red");
    let bold = r#"<w:b/><w:bCs/><w:color w:val="FF0000"/></w:rPr><w:t xml:space="preserve">bold and red</w:t>"#;
    assert!(paragraph.contains(bold), "{paragraph}");
    let note = r#"<w:vertAlign w:val="superscript"/></w:rPr><w:t xml:space="preserve">1</w:t>"#;
    assert!(paragraph.contains(note), "{paragraph}");
}

#[test]
fn words_are_underlined_struck_through_and_highlighted_as_they_were() {
    let text = line("F1", 10, 72, 700, "See our pages for all of it.");
    for (painted, property) in [
        (
            "0.5 w 92.6 698.5 m 137 698.5 l S",
            r#"<w:u w:val="single"/>"#,
        ),
        ("0.5 w 92.6 703 m 137 703 l S", "<w:strike/>"),
        (
            "1 1 0 rg 92.6 697 44.4 11 re f 0 g",
            r#"<w:shd w:val="clear" w:color="auto" w:fill="FFFF00"/>"#,
        ),
    ] {
        let word = word(&[&format!("{painted}\n{text}")]);
        let paragraph = word.paragraph("our pages");
        let run = format!(
            r#"<w:r><w:rPr>{property}</w:rPr><w:t xml:space="preserve">our pages</w:t></w:r>"#
        );
        assert!(paragraph.contains(&run), "{paragraph}");
    }
}

#[test]
fn links_lead_where_they_led_unless_that_is_no_address() {
    let page = "BT /F1 10 Tf 72 700 Td (Read ) Tj (this page) Tj ( and that one as well) Tj ET";
    let mut document = document(&[page], &[]);
    let link = |x0: i32, x1: i32, address: &str| {
        dictionary! {
            "Type" => "Annot",
            "Subtype" => "Link",
            "Rect" => vec![x0.into(), 695.into(), x1.into(), 712.into()],
            "A" => dictionary! { "S" => "URI", "URI" => Object::string_literal(address) },
        }
    };
    let web = document.add_object(link(97, 142, "https://example.org/?a=1&b=2"));
    let other = document.add_object(link(160, 190, "javascript:alert(1)"));
    let page = document.page_iter().next().unwrap();
    let page = document.get_dictionary_mut(page).unwrap();
    page.set("Annots", vec![web.into(), other.into()]);
    let word = translated(bytes(document), "de", |_| None);
    let paragraph = word.paragraph("this page");
    assert_eq!(paragraph.matches("<w:hyperlink ").count(), 1, "{paragraph}");
    assert!(
        paragraph.contains(r#"<w:hyperlink r:id="link1">"#),
        "{paragraph}"
    );
    let relationships = word.part("word/_rels/document.xml.rels");
    assert!(relationships.contains(r#"Target="https://example.org/?a=1&amp;b=2""#));
    assert!(!relationships.contains("javascript"), "{relationships}");
}

#[test]
fn items_of_lists_are_numbered_by_word_and_have_no_mark_in_their_text() {
    let page = line("F1", 10, 72, 700, r"\225 one thing")
        + &line("F1", 10, 72, 688, r"\225 another thing")
        + &line("F1", 10, 72, 660, "1. first of all")
        + &line("F1", 10, 72, 648, "2. after that")
        + &line("F1", 10, 72, 620, "12. of May is no item");
    let upper = translated(bytes(document(&[&page], &[])), "de", |text| {
        Some(text.to_uppercase())
    });
    assert_eq!(
        upper.texts(),
        [
            "ONE THING",
            "ANOTHER THING",
            "FIRST OF ALL",
            "AFTER THAT",
            "12. OF MAY IS NO ITEM"
        ]
    );
    for (text, list) in [("ONE", 1), ("ANOTHER", 1), ("FIRST", 2), ("AFTER", 2)] {
        let paragraph = upper.paragraph(text);
        assert!(
            paragraph.contains(&format!(r#"<w:numId w:val="{list}"/>"#)),
            "{paragraph}"
        );
    }
    let numbering = upper.part("word/numbering.xml");
    assert!(
        numbering.contains(r#"<w:lvlText w:val="%1."/>"#),
        "{numbering}"
    );
}

#[test]
fn a_mark_that_stands_apart_belongs_to_the_text_beside_it() {
    let page = line("F1", 10, 72, 700, r"\225") + &line("F1", 10, 100, 700, "an item");
    let word = word(&[&page]);
    assert_eq!(word.texts(), ["an item"]);
    assert!(word.paragraph("an item").contains("<w:numPr>"));
}

#[test]
fn cells_between_rules_are_those_of_a_table_and_those_without_a_rule_between_are_one() {
    let mut page = String::new();
    for y in [700, 670, 640] {
        page += &format!("72 {y} m 372 {y} l S\n");
    }
    for x in [72, 372] {
        page += &format!("{x} 640 m {x} 700 l S\n");
    }
    page += "222 640 m 222 670 l S\n";
    page += &line("F1", 10, 180, 680, "Head of both");
    page += &line("F1", 10, 80, 650, "left");
    page += &line("F1", 10, 230, 650, "right");
    let word = word(&[&page]);
    assert_eq!(word.texts(), ["Head of both", "left", "right"]);
    let body = word.body();
    assert_eq!(body.matches("<w:tr>").count(), 2, "{body}");
    assert_eq!(body.matches("<w:tc>").count(), 3, "{body}");
    assert!(body.contains(r#"<w:gridSpan w:val="2"/>"#), "{body}");
    assert!(
        body.contains(r#"<w:gridCol w:w="3000"/><w:gridCol w:w="3000"/>"#),
        "{body}"
    );
    assert!(body.contains(r#"<w:top w:val="single""#), "{body}");
}

#[test]
fn short_texts_in_rows_are_a_table_whose_numbers_stay_at_the_right() {
    let mut page = String::new();
    for (row, (name, amount)) in [("Apples", "7"), ("Pears", "1200"), ("Plums and more", "35")]
        .iter()
        .enumerate()
    {
        let y = 700 - 30 * i32::try_from(row).unwrap();
        let right = 400 - 5 * i32::try_from(amount.len()).unwrap();
        page += &format!("BT /F1 9 Tf 1 0 0 1 72 {y} Tm ({name}) Tj ET\n");
        page += &format!("BT /F1 9 Tf 1 0 0 1 {right} {y} Tm ({amount}) Tj ET\n");
    }
    let word = word(&[&page]);
    let body = word.body();
    assert_eq!(body.matches("<w:tr>").count(), 3, "{body}");
    assert!(
        word.paragraph(">1200<")
            .contains(r#"<w:jc w:val="right"/>"#),
        "{body}"
    );
    assert!(!body.contains("<w:tcBorders>"), "{body}");
}

#[test]
fn columns_are_read_one_after_the_other_and_a_sentence_goes_on_in_the_next() {
    let left = [
        "The first column of a page",
        "has lines that are read first",
        "and a sentence of it goes on",
        "where the other begins with",
    ];
    let right = [
        "small letters, as these are.",
        "Its other lines come after",
        "all those of the column on",
        "its left side.",
    ];
    // What is painted first is not always read first.
    let page = lines(320, 700, &right)
        + &lines(72, 700, &left)
        + &line("F2", 18, 72, 740, "A heading above both columns of it");
    let word = word(&[&page]);
    let texts = word.texts();
    assert_eq!(texts[0], "A heading above both columns of it");
    let all = texts[1..].join(" ");
    assert!(all.starts_with("The first column"), "{texts:?}");
    assert!(all.ends_with("column on its left side."), "{texts:?}");
    assert!(texts[1].contains("begins with small letters"), "{texts:?}");
    let body = word.body();
    assert!(
        body.contains(r#"<w:cols w:num="2" w:equalWidth="0">"#),
        "{body}"
    );
    assert!(body.contains(r#"<w:type w:val="continuous"/>"#), "{body}");
}

#[test]
fn what_pages_are_about_is_no_head_of_theirs() {
    let pages = ["1", "2", "3"].map(|number| line("F1", 10, 72, 770, &format!("Page {number}")));
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    assert_eq!(word(&pages).texts(), ["Page 1", "Page 2", "Page 3"]);
}

#[test]
fn what_is_on_each_page_becomes_a_head_or_foot() {
    let pages: Vec<String> = (1..=4)
        .map(|number| {
            line("F1", 9, 72, 770, "The title of the book")
                + &lines(72, 700, &[&format!("Text of its own on page {number}.")])
                + &line("F1", 9, 280, 30, &format!("Page {number} of 4"))
        })
        .collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let file = bytes(document(&pages, &[]));
    let word = translated(file, "de", |text| Some(text.to_uppercase()));
    let body = word.body();
    assert!(!body.contains("THE TITLE"), "{body}");
    assert_eq!(body.matches("TEXT OF ITS OWN").count(), 4, "{body}");
    assert_eq!(body.matches("<w:pageBreakBefore/>").count(), 3, "{body}");
    assert!(
        word.part("word/header-default.xml")
            .contains("THE TITLE OF THE BOOK")
    );
    let foot = word.part("word/footer-default.xml");
    assert!(foot.contains(r#"<w:fldSimple w:instr=" PAGE ">"#), "{foot}");
    assert!(foot.contains(" OF 4<"), "{foot}");
}

/// A document whose page paints a stream as `/Picture` on 100 by 50 points.
fn with_picture(picture: Stream, mask: Option<Stream>) -> Vec<u8> {
    let contents = lines(72, 700, &["Above."])
        + "q 100 0 0 50 72 600 cm /Picture Do Q\n"
        + &lines(72, 560, &["Below."]);
    let mut document = document(&[&contents], &[]);
    let mut picture = picture;
    if let Some(mask) = mask {
        let mask = document.add_object(mask);
        picture.dict.set("SMask", mask);
    }
    let picture = document.add_object(picture);
    let with_resources = |object: &Object| {
        object
            .as_dict()
            .is_ok_and(|dictionary| dictionary.has(b"XObject"))
    };
    let (id, _): (ObjectId, ()) = document
        .objects
        .iter()
        .find(|(_, object)| with_resources(object))
        .map(|(id, _)| (*id, ()))
        .unwrap();
    let resources = document.get_dictionary_mut(id).unwrap();
    resources.set("XObject", dictionary! { "Picture" => picture });
    bytes(document)
}

fn image(colours: &str, bits: i64, samples: Vec<u8>) -> Stream {
    let mut stream = Stream::new(
        dictionary! {
            "Type" => "XObject",
            "Subtype" => "Image",
            "Width" => 2,
            "Height" => 2,
            "ColorSpace" => colours,
            "BitsPerComponent" => bits,
        },
        samples,
    );
    // The library leaves it as it is if that is not shorter.
    let _ = stream.compress();
    stream
}

#[test]
fn a_photograph_is_in_the_document_as_it_is() {
    let photograph = b"\xff\xd8\xff\xe0 not looked into \xff\xd9".to_vec();
    let mut stream = image("DeviceRGB", 8, photograph.clone());
    stream.dict.set("Filter", "DCTDecode");
    let word = translated(with_picture(stream, None), "de", |_| None);
    assert_eq!(
        word.parts.get("word/media/picture1.jpeg"),
        Some(&photograph)
    );
    assert_eq!(word.texts(), ["Above.", "Below."]);
    let body = word.body();
    assert!(
        body.contains(r#"<wp:extent cx="1270000" cy="635000"/>"#),
        "{body}"
    );
    assert!(body.find("Above") < body.find("<w:drawing>"), "{body}");
    assert!(body.find("<w:drawing>") < body.find("Below"), "{body}");
    assert_eq!(word.warnings, []);
}

#[test]
fn other_pictures_are_png_with_what_is_transparent() {
    let colours = image(
        "DeviceRGB",
        8,
        vec![255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9],
    );
    let mask = image("DeviceGray", 8, vec![0, 255, 128, 255]);
    let word = translated(with_picture(colours, Some(mask)), "de", |_| None);
    let file = word.parts.get("word/media/picture1.png").unwrap();
    let header = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x02\x08\x06";
    assert!(file.starts_with(header), "{file:?}");
    let single = image("DeviceGray", 1, vec![0b0100_0000, 0b1000_0000]);
    let word = translated(with_picture(single, None), "de", |_| None);
    let file = word.parts.get("word/media/picture1.png").unwrap();
    assert_eq!(file.get(24..26), Some(&[8, 0][..]), "grey of eight bits");
}

#[test]
fn pictures_that_word_does_not_know_are_left_out_with_a_warning() {
    let mut packed = image("DeviceGray", 8, b"something".to_vec());
    packed.dict.set("Filter", "JPXDecode");
    let mut large = image("DeviceGray", 8, vec![0; 4]);
    large.dict.set("Width", 1 << 30);
    for picture in [packed, large] {
        let word = translated(with_picture(picture, None), "de", |_| None);
        assert_eq!(word.warnings, [Warning::PicturesLeftOut { pictures: 1 }]);
        assert_eq!(word.texts(), ["Above.", "Below."]);
    }
}

#[test]
fn a_translation_into_arabic_is_read_from_the_right() {
    let page = lines(72, 700, &["Hello."]) + &line("F1", 10, 72, 600, "12.50");
    let file = bytes(document(&[&page], &[]));
    let word = translated(file, "ar", |_| {
        Some("\u{645}\u{631}\u{62d}\u{628}\u{627}.".to_owned())
    });
    let paragraph = word.paragraph("\u{645}");
    assert!(paragraph.contains("<w:bidi/>"), "{paragraph}");
    assert!(paragraph.contains("<w:rtl/>"), "{paragraph}");
    assert!(word.paragraph("12.50").contains("<w:bidi/>"));
    assert!(word.part("word/styles.xml").contains(r#"w:bidi="ar""#));
    assert!(word.body().contains("<w:bidi/></w:sectPr>"));
}

#[test]
fn the_document_says_its_title_and_language_and_is_as_large_as_its_pages() {
    let mut document = document(&[&lines(72, 700, &["Text."])], &[]);
    let title = Object::string_literal("A title & more");
    let information = document.add_object(dictionary! { "Title" => title });
    document.trailer.set("Info", information);
    let word = translated(bytes(document), "pt-BR", |text| Some(text.to_uppercase()));
    let properties = word.part("docProps/core.xml");
    assert!(
        properties.contains("<dc:title>A TITLE &amp; MORE</dc:title>"),
        "{properties}"
    );
    assert!(
        properties.contains("<dc:language>pt-BR</dc:language>"),
        "{properties}"
    );
    assert!(word.body().contains(r#"<w:pgSz w:w="12000" w:h="16000"/>"#));
}

#[test]
fn what_xml_cannot_have_is_left_out() {
    let file = bytes(document(&[&lines(72, 700, &["Text."])], &[]));
    let word = translated(file, "de", |_| Some("a\u{1}<b> & \"c\"\u{fffe}".to_owned()));
    assert_eq!(word.texts(), ["a<b> & \"c\""]);
}

#[test]
fn nothing_is_written_of_a_document_that_may_not_have_so_much() {
    let file = bytes(document(&[&lines(72, 700, &["Text."])], &[]));
    let limits = Limits {
        unpacked_bytes: 10,
        ..Limits::default()
    };
    let options = Options {
        limits,
        ..options("de")
    };
    assert!(
        Pdf::open(
            Box::new(Cursor::new(file)),
            options,
            &Fonts::of_system(),
            &NONE
        )
        .is_err()
    );
}

#[test]
fn a_page_without_text_is_a_page_nevertheless() {
    let word = word(&[&lines(72, 700, &["One."]), "", &lines(72, 700, &["Three."])]);
    assert_eq!(word.body().matches("<w:pageBreakBefore/>").count(), 2);
    let empty = Document::load_mem(&bytes(document(&[""], &[]))).unwrap();
    assert_eq!(translated(bytes(empty), "de", |_| None).texts(), [""; 0]);
}
