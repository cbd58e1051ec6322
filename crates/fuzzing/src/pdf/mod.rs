//! The targets for PDF: what pages paint, and the fonts that documents bring. An input is parts of a document, which are
//! put into a small valid one: a damaged file would rarely get as far as to its pages.

mod file;
mod programs;

use std::io::Cursor;

use dragoman_documents::{Content, Document, DocumentError, Filters, Format, Options};
use dragoman_pdf::Pdf;

use crate::FONTS;
use crate::choices::Choices;
use crate::documents::translations::{self, Kind};
use crate::documents::{LIMITS, LONGEST_MESSAGE, check_units, written};
use crate::pictures::Finder;
use file::{Objects, PART, parts};

pub use file::{CONTENT_WORDS, FONT_WORDS};

/// What is on pages: the contents of a page, of a form that it may show, and of another page.
pub fn pdf_content(data: &[u8]) {
    let mut parts = parts(data);
    let [page, form, other] = [(); 3].map(|()| parts.next().unwrap_or_default());
    let mut objects = Objects::default();
    let form = objects.stream(
        "/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Matrix[1 0 0 1 0 0]/Resources 4 0 R",
        form,
    );
    let picture = objects.stream(
        "/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray",
        &[0, 90, 180, 255],
    );
    let fonts = [
        ("F1", "/Type1/BaseFont/Helvetica"),
        ("F2", "/Type1/BaseFont/Times-BoldItalic"),
        ("F3", "/Type1/BaseFont/Courier"),
    ];
    let fonts: String = fonts
        .into_iter()
        .map(|(name, font)| format!("/{name}<</Type/Font/Subtype{font}/Encoding/WinAnsiEncoding>>"))
        .collect();
    let resources = format!(
        "/Font<<{fonts}>>/XObject<</Fm {form} 0 R/Im {picture} 0 R>>\
         /ExtGState<</G1<</ca 0.5>>>>/ColorSpace<</C1[/Indexed/DeviceRGB 1<000000ffffff>]>>\
         /Properties<</P1<</MCID 0/ActualText(word)>>>>"
    );
    check(&objects.file(&resources, &[page, other]), data);
}

/// The fonts that documents bring: a byte that says of which kind it is, its program or changes to a valid one, what its
/// codes stand for, entries of its dictionary, the codes that are shown, and how codes become glyphs.
pub fn pdf_font(data: &[u8]) {
    let mut parts = parts(data);
    let [program, meanings, entries, shown, codes] =
        [(); 5].map(|()| parts.next().unwrap_or_default());
    let mut objects = Objects::default();
    let (kind, program) = program.split_first().unwrap_or((&0, &[]));
    let font = programs::Kind::numbered(*kind).font(&mut objects, program, codes);
    let meanings = match meanings {
        [] => String::new(),
        meanings => format!("/ToUnicode {} 0 R", objects.stream("", meanings)),
    };
    let font = font.with(entries, &meanings, &mut objects);
    let shown: &[u8] = match shown {
        [] => b"ABC CBA\0A\0B\0C",
        shown => shown,
    };
    let shown: String = shown.iter().map(|byte| format!("{byte:02x}")).collect();
    let page = format!(
        "BT /F1 12 Tf 72 700 Td <{shown}> Tj /F2 12 Tf ( and words beside it) Tj ET\n\
         BT /F2 12 Tf 72 600 Td (A word) Tj /F1 9 Tf <{shown}> Tj ET"
    );
    let resources =
        format!("/Font<</F1 {font} 0 R/F2<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>");
    check(&objects.file(&resources, &[page.as_bytes()]), data);
}

/// Checks that a file gives a document or an error with a message, and that what is written with any translations can
/// be read again, as PDF or as a document of Word.
fn check(file: &[u8], data: &[u8]) {
    let mut choices = Choices::of(data);
    let output = *choices.among(&[Format::Pdf, Format::Docx]);
    let kind = *choices.among(&[Kind::Capitals, Kind::Disorder, Kind::Hostile]);
    let target = *choices.among(&["de", "ar"]);
    let mut document = match opened(file, target, Some(output)) {
        Ok(document) => document,
        Err(DocumentError::Io(error)) => panic!("nothing is wrong with the source: {error}"),
        Err(error) => {
            let message = error.to_string();
            assert!(message.len() <= LONGEST_MESSAGE, "a long message");
            return;
        }
    };
    check_units(document.units());
    let units = document.units().iter();
    let translations: Vec<Option<Content>> = units
        .map(|unit| translations::of(kind, &unit.content, &mut choices))
        .collect();
    let Some(translation) = written(&mut document, &translations) else {
        return;
    };
    for warning in document.warnings() {
        let warning = warning.to_string();
        assert!(warning.len() <= LONGEST_MESSAGE, "a long warning");
    }
    let again = match output {
        Format::Pdf => opened(&translation, target, None).map(|pdf| pdf.units().to_vec()),
        output => {
            let source = Box::new(Cursor::new(translation));
            let document = Filters::standard().open(output, source, options(target, None));
            document.map(|document| document.units().to_vec())
        }
    };
    match again {
        Ok(units) => check_units(&units),
        // Translations are longer.
        Err(DocumentError::TooLarge { .. }) => {}
        Err(error) => panic!("{kind:?} translations cannot be read: {error}"),
    }
}

fn options(target: &str, output: Option<Format>) -> Options {
    Options {
        limits: LIMITS,
        output: output.filter(|output| *output != Format::Pdf),
        ..Options::to(target.parse().unwrap())
    }
}

fn opened(file: &[u8], target: &str, output: Option<Format>) -> Result<Pdf, DocumentError> {
    let source = Box::new(Cursor::new(file.to_vec()));
    let finder = Finder::of(file);
    Pdf::open(source, options(target, output), &FONTS, &finder)
}

/// Pages as several programs write them.
#[must_use]
pub fn pdf_content_seeds() -> Vec<Vec<u8>> {
    let lines = "BT /F1 10 Tf 12 TL 72 700 Td (The first line of a paragraph goes on) Tj T* (with the second one, \
                 and with a third) Tj T* (\\341 \\050 \\\\ \\) end.) Tj ET";
    let adjusted = "q 1 0 0 rg BT /F2 1 Tf 14 0 0 14 72 640 Tm [(Hea)-20(ding)-300(of)] TJ 3 Tc 2 Tw 90 Tz 4 Ts 0 Tr \
                    (spaced) ' 1 2 (and) \" ET Q";
    let drawn = "q 0.5 g 10 10 100 50 re f 0 0 m 100 100 l 1 2 3 4 5 6 c h S 72 400 200 40 re W n \
                 /G1 gs /C1 cs 1 sc BT /F3 8 Tf 72 410 Td (in a box) Tj ET Q 50 0 0 50 300 300 cm /Im Do";
    let table = "72 500 m 372 500 l S 72 480 m 372 480 l S 72 460 m 372 460 l S 72 460 m 72 500 l S 222 460 m 222 500 l S \
                 372 460 m 372 500 l S BT /F1 9 Tf 76 486 Td (One) Tj 150 0 Td (Two) Tj -150 -20 Td (Three) Tj 150 0 Td \
                 (Four) Tj ET";
    let marked = "/P <</MCID 0>> BDC BT /F1 11 Tf 0 1 -1 0 300 100 Tm (Upwards) Tj ET EMC /Span /P1 BDC BT /F1 11 Tf \
                  72 300 Td <576f7264> Tj ET EMC BI /W 2 /H 2 /BPC 8 /CS /G ID \0\x01\x02\x03 EI";
    let list = "BT /F1 10 Tf 72 250 Td (\\2001) Tj (1. The first point) Tj 0 -14 Td (2. The second point) Tj 0 -14 Td \
                (3. And the third of them) Tj ET";
    let form = "BT /F1 10 Tf 72 780 Td (The head of a page) Tj ET";
    let both = format!("/Fm Do\n{lines}\n{adjusted}\n/Fm Do {drawn}");
    let all = |parts: &[&str]| -> Vec<u8> {
        let parts: Vec<&[u8]> = parts.iter().map(|part| part.as_bytes()).collect();
        parts.join(PART)
    };
    vec![
        all(&[lines]),
        all(&[adjusted, form]),
        all(&[drawn]),
        all(&[table]),
        all(&[marked, form, list]),
        all(&[&both, form, lines]),
        all(&["/Fm Do", "q 0.5 0 0 0.5 0 0 cm /Fm Do Q"]),
    ]
}

/// A font of each kind, with tables and without them.
#[must_use]
pub fn pdf_font_seeds() -> Vec<Vec<u8>> {
    let meanings = b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /M def /CMapType 2 def \
                     1 begincodespacerange <00> <FF> endcodespacerange 2 beginbfchar <41> <0041> <42> <00660069> endbfchar \
                     1 beginbfrange <43> <5a> <0043> endbfrange endcmap";
    let codes = b"/CMapName /C def /WMode 0 def 1 begincodespacerange <0000> <FFFF> endcodespacerange \
                  1 begincidrange <0041> <0043> 1 endcidrange 1 begincidchar <0020> 0 endcidchar endcmap";
    let mut seeds = Vec::new();
    for kind in programs::Kind::ALL {
        let entries = match kind.is_composite() {
            true => &b"/DW 700/W[0[500 600]2 3 550]/DW2[800 -900]"[..],
            false => {
                b"/FirstChar 65/LastChar 67/Widths[600 610 620]/Encoding<</Differences[65/A/B/C]>>"
            }
        };
        let number = kind.number();
        seeds.push(vec![number, 0]);
        let whole = [&[number, 1], kind.program()].concat();
        seeds.push([&*whole, meanings, entries, b"ABC"].join(PART));
        let changes = [number, 0, 40, 0, 7];
        seeds.push([&changes, &b""[..], entries, b"\0A\0B\0C", codes].join(PART));
    }
    seeds
}
