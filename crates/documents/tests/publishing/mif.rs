use std::io::Cursor;

use dragoman_documents::{Content, Document, DocumentError, Limits, Mif, Options};
use proptest::prelude::*;

use crate::common::hostile::{check_damaged, damaged, damages, piece};
use crate::common::{options, units, write};

const BOLD: &str = "<Font <FTag `'> <FWeight `Bold'> <FLocked No>>";
const OWN: &str = "<Font <FTag `'> <FLocked No>>";

fn open_with(bytes: &[u8], options: Options) -> Result<Mif, DocumentError> {
    Mif::open(Box::new(Cursor::new(bytes.to_vec())), options)
}

fn open(text: &str) -> Mif {
    open_with(text.as_bytes(), options("de")).unwrap()
}

fn file(body: &str) -> String {
    format!("<MIFFile 2019> # Generated\n{body}# End of MIFFile\n")
}

fn flow(paragraphs: &str) -> String {
    file(&format!(
        "<TextFlow\n <TFTag `A'>\n{paragraphs}> # end of TextFlow\n"
    ))
}

fn para(line: &str) -> String {
    format!(
        " <Para\n  <Unique 1>\n  <PgfTag `Body'>\n  <ParaLine\n   <TextRectID 7>\n   {line}\n  > # end of \
         ParaLine\n > # end of Para\n"
    )
}

/// The same with no more white space than is needed.
fn flat(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.concat()
}

fn translated(body: &str, translations: &[&str]) -> String {
    String::from_utf8(write(&mut open(body), translations)).unwrap()
}

#[test]
fn a_paragraph_is_a_unit_whatever_lines_it_is_in() {
    let lines = "<String `A long para'>\n   <Char SoftHyphen>\n  > # end of ParaLine\n  <ParaLine\n   \
                 <String `graph of '>\n  >\n  <ParaLine\n   <String `lines.'>";
    let body = flow(&(para(lines) + &para("<String `Next'>")));
    assert_eq!(units(&open(&body)), ["A long paragraph of lines.", "Next"]);
    assert_eq!(
        translated(&body, &["Ein Absatz", ""]),
        flow(&(para("<String `Ein Absatz'>") + &para("<String `Next'>")))
    );
}

#[test]
fn words_in_the_labels_of_numbered_paragraphs_are_translated() {
    let format = |tag: &str, label: &str| {
        format!("<Pgf <PgfTag `{tag}'> <PgfAutoNum Yes> <PgfNumFormat `{label}'> >\n")
    };
    let catalog = format!(
        "<PgfCatalog {}{}{}>\n",
        format("Body", "T:Table <n+\\>: "),
        format("Other", "Figure <n+\\>"),
        format("Body", "<n+\\>.\\t"),
    );
    let own = para("<String `Sums'>").replace(
        "<PgfTag `Body'>",
        "<PgfTag `Body'> <Pgf <PgfNumFormat `Note: '> >",
    );
    let body = flow(&own).replace("<TextFlow", &(catalog + "<TextFlow"));
    assert_eq!(units(&open(&body)), ["Table {1}:", "Note:", "Sums"]);
    assert_eq!(
        translated(&body, &["Tabelle {1}:", "Hinweis:", "Summen"]),
        body.replace("Table", "Tabelle")
            .replace("Note", "Hinweis")
            .replace("Sums", "Summen")
    );
}

#[test]
fn fonts_are_stretches_and_the_own_font_comes_back_after_them() {
    let line = format!("<String `One long '>\n{BOLD}\n<String `two'>\n{OWN}\n<String `.'>");
    let body = flow(&para(&line));
    assert_eq!(units(&open(&body)), ["One long <1>two</1>."]);
    let after = translated(&body, &["<1>Zwei</1> und eins."]);
    let expected = para(&format!("{BOLD}<String `Zwei'>{OWN}<String ` und eins.'>"));
    assert_eq!(flat(&after), flat(&flow(&expected)));
}

#[test]
fn conditions_are_stretches_too() {
    let condition = "<Conditional <InCondition `Print'>>";
    let line =
        format!("<String `For all. '>{condition}<String `Print'><Unconditional ><String ` only.'>");
    let body = flow(&para(&line));
    assert_eq!(units(&open(&body)), ["For all. <1>Print</1> only."]);
    let after = translated(&body, &["Nur <1>Druck</1>."]);
    let own = format!("<Unconditional >{OWN}");
    let expected = format!("<String `Nur '>{condition}{OWN}<String `Druck'>{own}<String `.'>");
    assert_eq!(flat(&after), flat(&flow(&para(&expected))));
}

#[test]
fn escapes_and_named_characters_are_text_and_tabs_are_codes() {
    let line = r"<String `a \> b\q\Q\\\t'><Char HardSpace><String `c \x11 d'><Char Tab><Char EmDash><String `e'>";
    let body = flow(&para(line));
    assert_eq!(units(&open(&body)), ["a > b'`\\{1}\u{a0}c \u{a0}d{2}—e"]);
    let after = translated(&body, &["'x' >\u{a0}y{2}–{1}日"]);
    let expected = r"<String `\qx\q \>'><Char HardSpace><String `y'><Char Tab><String `–'><String `\t'><String `日'>";
    assert_eq!(flat(&after), flat(&flow(&para(expected))));
}

#[test]
fn variables_tables_frames_and_notes_are_codes() {
    let line = "<String `See '><Variable <VariableName `V'>><FNote 2><String ` and '><AFrame 1><String `x'>";
    let body = flow(&para(line));
    assert_eq!(units(&open(&body)), ["See {1} and {2}x"]);
    let after = translated(&body, &["{2}x und {1}"]);
    let expected = "<AFrame 1><String `x und '><Variable <VariableName `V'>><FNote 2>";
    assert_eq!(flat(&after), flat(&flow(&para(expected))));
}

#[test]
fn entries_of_the_index_are_units_and_other_markers_are_not() {
    let marker = |name: &str, text: &str| {
        format!("<Marker <MType 2> <MTypeName `{name}'> <MText `{text}'>>")
    };
    let line =
        marker("Index", r"word<$nopage\>") + &marker("Cross-Ref", "1: Body: x") + "<String `Word'>";
    let body = flow(&para(&line));
    assert_eq!(units(&open(&body)), ["word", "Word"]);
    let after = translated(&body, &["wort", "Wort"]);
    let expected = line.replace("`word", "`wort").replace("`Word", "`Wort");
    assert_eq!(flat(&after), flat(&flow(&para(&expected))));
}

#[test]
fn references_are_stretches_that_are_not_put_into_one_another() {
    let reference = |id: u8, text: &str| format!("<XRef <Unique {id}>><String `{text}'><XRefEnd >");
    let body = flow(&para(
        &(reference(1, "One") + "<String ` or '>" + &reference(2, "two")),
    ));
    assert_eq!(units(&open(&body)), ["<1>One</1> or <2>two</2>"]);
    let after = translated(&body, &["<1>Eins <2>zwei</2></1> ja"]);
    let expected = "<XRef <Unique 1>><String `Eins '><XRef <Unique 2>>";
    assert!(!flat(&after).contains(expected), "{after}");
    assert_eq!(after.matches("<XRef ").count(), 2);
    assert_eq!(after.matches("<XRefEnd >").count(), 2);
    let open = body.replace("<XRefEnd >", "");
    assert_eq!(units(&self::open(&open)), ["One or {1}two"]);
}

#[test]
fn formats_of_references_and_variables_keep_what_is_put_in() {
    let body = file(
        "<VariableFormats <VariableFormat <VariableName `Sheet'> <VariableDef ` (Sheet <$num\\> of \
         <$count\\>)'>> <VariableFormat <VariableDef `<$year\\>'>>>\n\
         <XRefFormats <XRefFormat <XRefName `Page'> <XRefDef `page\\x11 <$pagenum\\>'>>>\n",
    );
    assert_eq!(units(&open(&body)), ["(Sheet {1} of {2})", "page"]);
    let after = translated(&body, &["(Blatt {1} von {2})", "Seite"]);
    let expected = body
        .replace("Sheet <", "Blatt <")
        .replace(" of <", " von <");
    assert_eq!(after, expected.replace("`page", "`Seite"));
}

#[test]
fn reference_pages_and_hidden_text_are_left_alone() {
    let in_frame = |frame: &str, line: &str| {
        format!(
            "<TextFlow {}>\n",
            para(line).replace("TextRectID 7", &format!("TextRectID {frame}"))
        )
    };
    let table = |id: &str, text: &str| {
        let cell = para(&format!("<String `{text}'>")).replace("   <TextRectID 7>\n", "");
        format!("<Tbl <TblID {id}> <TblBody <Row <Cell <CellContent {cell}>>>>>\n")
    };
    let body = file(&[
        "<AFrames <Frame <ID 5> <TextRect <ID 6>>>>\n".to_owned(),
        format!("<Tbls {}{}>\n", table("1", "unseen"), table("2", "seen")),
        "<Page <PageType ReferencePage> <TextRect <ID 3>> <TextLine <String `unseen'>>>\n".to_owned(),
        "<Page <PageType BodyPage> <TextRect <ID 4>> <TextLine <TLOrigin 1 2> <String `line'>>>\n".to_owned(),
        in_frame("3", "<String `unseen'><ATbl 1><AFrame 5>"),
        in_frame("6", "<String `unseen'>"),
        in_frame("4", "<String `body'><ATbl 2>"),
        in_frame("4", "<String `unseen'>").replace("<TextFlow", "<TextFlow <TFTag `HIDDEN'>"),
    ]
    .concat());
    assert_eq!(units(&open(&body)), ["seen", "line", "body"]);
    let after = translated(&body, &["a", "b", "c"]);
    assert_eq!(after.matches("unseen").count(), 5);
    assert!(after.contains("<TLOrigin 1 2> <String `b'>"));
}

#[test]
fn lines_in_further_frames_stay_in_the_paragraph() {
    let lines = "<String `One '>\n  >\n  <ParaLine\n   <TextRectID 8>\n   <String `two'>";
    let body = flow(&para(lines));
    assert_eq!(units(&open(&body)), ["One two"]);
    let after = translated(&body, &["Eins zwei"]);
    assert_eq!(after.matches("<TextRectID 8>").count(), 1);
    assert_eq!(units(&open(&after)), ["Eins zwei"]);
}

#[test]
fn files_before_version_8_are_in_an_encoding_of_their_own() {
    let old = |line: &[u8]| {
        let text = flow(&para("<String `@'>")).replace("2019", "7.00");
        let (before, after) = text.split_once('@').unwrap();
        [before.as_bytes(), line, after.as_bytes()].concat()
    };
    let bytes = old(b"\xd2Gr\\x9f n\xd3 \\x11 x");
    let mut mif = open_with(&bytes, options("de")).unwrap();
    assert_eq!(units(&mif), ["“Grün” \u{a0}x"]);
    assert_eq!(write(&mut mif, &["“Grün” \u{a0}x"]), bytes);
    let after = write(&mut mif, &["„Größe” Š"]);
    assert_eq!(after, old(b"\\xe3 Gr\\x9a \\xa7 e\\xd3  \\xb3 "));
    let after = String::from_utf8(write(&mut mif, &["Зелёный"])).unwrap();
    assert_eq!(
        after,
        flow(&para("<String `Зелёный'>")).replace("2019", "8.00")
    );
}

#[test]
fn files_of_asian_text_before_version_8_are_not_supported() {
    let text =
        flow(&para("<String `x'>")).replace("<MIFFile 2019>", "<MIFFile 7.00>\n<MIFEncoding `x'>");
    assert!(matches!(
        open_with(text.as_bytes(), options("de")),
        Err(DocumentError::Unsupported(_))
    ));
    let text = text.replace("7.00", "9.00");
    assert!(open_with(text.as_bytes(), options("de")).is_ok());
}

#[test]
fn what_is_no_such_file_or_too_much_is_an_error() {
    for text in [
        "",
        "<Document>",
        "<MIFFile x>",
        "<MIFFile 9.0> <A",
        "<MIFFile 9.0> <A `",
    ] {
        assert!(matches!(
            open_with(text.as_bytes(), options("de")),
            Err(DocumentError::Malformed { .. })
        ));
    }
    assert!(open_with(b"<MIFFile 9.0> <A `\xff'>", options("de")).is_err());
    let deep = file(&("<A ".repeat(300) + &">".repeat(300)));
    let many = flow(&para("<String `x'>").repeat(3));
    let few = Options {
        limits: Limits {
            units: 2,
            ..Limits::default()
        },
        ..options("de")
    };
    for text in [deep, many] {
        assert!(matches!(
            open_with(text.as_bytes(), few),
            Err(DocumentError::TooLarge { .. })
        ));
    }
}

/// A paragraph with a bit of everything.
fn everything() -> String {
    let line = format!(
        "<String `a\\t '>{BOLD}<String `b'><XRef <Unique 1>><String `c'>{OWN}<XRefEnd ><Char HardReturn>\
         <Conditional <InCondition `x'>><String `d'><ATbl 3>\n  >\n  <ParaLine\n   <TextRectID 8>\
         <Unconditional ><String ` e'><XRef <Unique 2>><String `f'><XRefEnd ><String `g'>"
    );
    flow(&(para(&line) + &para("<String `h'>")))
}

proptest! {
    #[test]
    fn whatever_an_engine_does_to_codes_the_file_stays_whole(
        pieces in prop::collection::vec(piece(13), 0..30),
    ) {
        let mut mif = open(&everything());
        let mut output = Vec::new();
        mif.write(&[Some(Content::new(pieces)), None], &mut output).unwrap();
        let after = String::from_utf8(output).unwrap();
        open(&after);
        for once in ["<XRef <Unique 1>>", "<XRef <Unique 2>>", "<Char HardReturn>", "<ATbl 3>", "<TextRectID 8>"] {
            prop_assert_eq!(after.matches(once).count(), 1, "{}", once);
        }
        prop_assert!(after.contains(&para("<String `h'>")));
        let mut is_open = false;
        for part in after.split("<XRef").skip(1) {
            prop_assert_eq!(part.starts_with("End"), is_open, "{}", after);
            is_open = !is_open;
        }
        prop_assert!(!is_open);
    }

    #[test]
    fn damaged_files_give_a_file_or_an_error(
        damages in damages(),
        version in prop::sample::select(vec!["2019", "7.00"]),
    ) {
        let bytes = damaged(everything().replace("2019", version).into_bytes(), damages);
        check_damaged(&bytes, |bytes| open_with(bytes, options("de")));
    }
}

#[test]
fn a_whole_leaflet_is_read_in_the_order_of_its_file() {
    let leaflet = include_str!("../../testdata/mif/leaflet.mif");
    let mut mif = open(leaflet);
    assert_eq!(
        units(&mif),
        [
            "Lamp\u{a0}2",
            "Parts",
            "Bulb",
            "Caption",
            "See the `manual'",
            "bulb:cold",
            "Take the <1>bulb</1> out of the {2}when it is cold>{3}<4>page 2</4>."
        ]
    );
    let none = vec![""; mif.units().len()];
    assert_eq!(write(&mut mif, &none), leaflet.as_bytes());
}
