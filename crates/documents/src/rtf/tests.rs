use std::io::Cursor;

use super::*;
use crate::{CodeId, Piece};

fn open_for(file: &[u8], target: &str) -> Result<Rtf, DocumentError> {
    let options = Options::to(target.parse().unwrap());
    Rtf::read(&mut Cursor::new(file.to_vec()), &options)
}

fn open(body: &str) -> Rtf {
    open_for(format!("{{\\rtf1\\ansi {body}}}").as_bytes(), "de").unwrap()
}

fn short(content: &Content) -> String {
    let pieces = content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Open(CodeId(id)) => format!("<{id}>"),
        Piece::Close(CodeId(id)) => format!("</{id}>"),
        Piece::Mark(CodeId(id)) => format!("{{{id}}}"),
    });
    pieces.collect()
}

fn units(rtf: &Rtf) -> Vec<String> {
    rtf.units()
        .iter()
        .map(|unit| short(&unit.content))
        .collect()
}

fn write(rtf: &mut Rtf, translations: &[Option<Content>]) -> String {
    let mut output = Vec::new();
    rtf.write(translations, &mut output).unwrap();
    output.iter().map(|byte| char::from(*byte)).collect()
}

/// The body with its texts in capitals.
fn capitals(body: &str) -> String {
    let mut rtf = open(body);
    let original = rtf.text.clone();
    assert_eq!(write(&mut rtf, &[]), original);
    let same: Vec<_> = rtf
        .units()
        .iter()
        .map(|unit| Some(unit.content.clone()))
        .collect();
    assert_eq!(write(&mut rtf, &same), original);
    let translations: Vec<Option<Content>> = rtf
        .units()
        .iter()
        .map(|unit| Some(upper(&unit.content)))
        .collect();
    let written = write(&mut rtf, &translations);
    let again = open_for(
        &written
            .chars()
            .map(|c| u8::try_from(c).unwrap())
            .collect::<Vec<_>>(),
        "de",
    )
    .unwrap();
    let expected: Vec<String> = translations.iter().flatten().map(short).collect();
    assert_eq!(units(&again), expected, "{written}");
    written
        .strip_prefix("{\\rtf1\\ansi ")
        .unwrap()
        .strip_suffix('}')
        .unwrap()
        .to_owned()
}

fn upper(content: &Content) -> Content {
    Content::new(content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(text.to_uppercase()),
        code => code.clone(),
    }))
}

#[test]
fn paragraphs_are_units_and_formatting_is_codes() {
    assert_eq!(
        units(&open(
            "One {\\b bold} word.\\par Two \\i slanted\\i0  words\\par 12\\par"
        )),
        ["One <1>bold</1> word.", "Two <1>slanted</1> words"]
    );
    assert_eq!(
        capitals("One {\\b bold} word.\\par"),
        "ONE {\\b BOLD} WORD.\\par"
    );
    assert_eq!(
        capitals("\\pard One \\b bold\\b0  word.\\par"),
        "\\pard ONE {\\b BOLD} WORD.\\b \\b0 \\par"
    );
    // What cannot be seen does not divide.
    assert_eq!(
        units(&open(
            "{\\insrsid1 One }{\\lang1031\\insrsid2 text}{\\cs3 .}\\par"
        )),
        ["One text."]
    );
    assert_eq!(
        capitals("{\\fs20 One }{\\fs20\\lang1033 text}\\par"),
        "{\\fs20 ONE TEXT}\\par"
    );
}

#[test]
fn groups_that_end_behind_a_paragraph_stay_balanced() {
    assert_eq!(
        capitals("{\\b One}{\\i two\\par }three\\par"),
        "{\\b ONE}{\\i TWO}{\\i \\par }THREE\\par"
    );
    let written = capitals("{\\b One\\par two} three\\par");
    assert!(
        written.contains("three") || written.contains("THREE"),
        "{written}"
    );
}

#[test]
fn text_is_read_by_its_code_page_and_written_in_unicode() {
    let body = "{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset204 B;}{\\f2\\fcharset2 C;}}\\f0 a\\'e4 {\\f1 \\'e4\\u1078?} {\\f2 abc} \\u8222 \\'84x\\u8220\\'93\\par";
    let rtf = open(body);
    assert_eq!(units(&rtf), ["aä <1>дж </1>{2} „x“"]);
    let written = capitals(body);
    assert!(
        written.contains("A\\u196? {\\f1 \\u1044?\\u1046? }"),
        "{written}"
    );
    assert_eq!(
        units(&open(
            "\\uc0\\u228 x\\uc2\\u228 abz\\u-10179?x\\u-8704?x c\\par"
        )),
        ["äxäz😀 c"]
    );
    let surrogates = capitals("a \\u-10179?\\u-8704? \\{b\\}\\par");
    assert_eq!(surrogates, "A \\u-10179?\\u-8704? \\{B\\}\\par");
    // Where another number of characters follows, it is said.
    assert_eq!(
        capitals("\\uc0 \\u228 bc\\par"),
        "\\uc0 {\\uc1 \\u196?BC}\\par"
    );
}

#[test]
fn links_are_stretches_and_other_fields_marks() {
    assert_eq!(
        capitals(
            "A {\\field{\\*\\fldinst{HYPERLINK \"#a\"}}{\\fldrslt{\\ul\n1\n}}}\n\\line b\\par"
        ),
        "A {\\field{\\*\\fldinst{HYPERLINK \"#a\"}}{\\fldrslt {\\ul 1}}}\\line B\\par"
    );
    let link = "See {\\field{\\*\\fldinst HYPERLINK \"a\"}{\\fldrslt {\\ul here}}} now.\\par";
    assert_eq!(units(&open(link)), ["See <1>here</1> now."]);
    assert_eq!(
        capitals(link),
        "SEE {\\field{\\*\\fldinst HYPERLINK \"a\"}{\\fldrslt {\\ul HERE}}} NOW.\\par"
    );
    assert_eq!(
        units(&open(
            "Page {\\field{\\*\\fldinst PAGE}{\\fldrslt one}} of\\par"
        )),
        ["Page {1} of"]
    );
    assert_eq!(
        capitals("{\\field{\\*\\fldinst HYPERLINK \"a\"}{\\fldrslt here}}\\par"),
        "{\\field{\\*\\fldinst HYPERLINK \"a\"}{\\fldrslt HERE}}\\par"
    );
    capitals(
        "{\\field{\\*\\fldinst HYPERLINK \"a\"}{\\fldrslt one\\par two}} three\\par four\\par",
    );
}

#[test]
fn notes_are_units_of_their_own_and_hidden_text_stays() {
    let body = "Text{\\super\\chftn{\\footnote\\pard A note\\par}} {\\v hidden} goes on{\\*\\bkmkstart a}{\\listtext x}\\tab b\\par";
    assert_eq!(units(&open(body)), ["A note", "Text{1} {2} goes on{3}{4}b"]);
    let written = capitals(body);
    for kept in [
        "A NOTE",
        "{\\v hidden}",
        "{\\*\\bkmkstart a}",
        "{\\listtext x}",
        "\\tab B",
    ] {
        assert!(written.contains(kept), "{written}");
    }
    let body = "{\\info{\\title A title}{\\author Me}}{\\header\\pard Head\\par}{\\shp{\\*\\shpinst{\\sp{\\sn a}{\\sv b}}{\\shptxt Box\\par}}}Cell\\cell\\row";
    assert_eq!(units(&open(body)), ["A title", "Head", "Box", "Cell"]);
    capitals(body);
}

#[test]
fn shapes_that_a_field_shows_have_text_and_stand_in_the_paragraph() {
    let body = "One {\\field{\\*\\fldinst SHAPE }{\\fldrslt{\\shp{\\*\\shpinst{\\shptxt Box\\par}}}}} two\\par {\\field{\\*\\fldinst PAGE}{\\fldrslt Text}}";
    assert_eq!(units(&open(body)), ["Box", "One {1} two"]);
    let expected = "ONE {\\field{\\*\\fldinst SHAPE }{\\fldrslt{\\shp{\\*\\shpinst{\\shptxt BOX\\par}}}}} TWO\\par {\\field{\\*\\fldinst PAGE}{\\fldrslt Text}}";
    assert_eq!(capitals(body), expected);
}

#[test]
fn a_translation_says_its_language_and_direction() {
    let file = b"{\\rtf1\\deflang1033\\pard\\lang1033 House {\\b\\lang2057 green}\\par 1{\\lang1024 x}\\pard\\qc b\\par}";
    let write_for = |target| {
        let mut rtf = open_for(file, target).unwrap();
        let translations: Vec<_> = rtf
            .units()
            .iter()
            .map(|unit| Some(upper(&unit.content)))
            .collect();
        write(&mut rtf, &translations)
    };
    let written = write_for("de");
    for expected in [
        "\\deflang1031",
        "\\lang1031 HOUSE {\\b\\lang1031 GREEN}\\par",
        "1XB",
    ] {
        assert!(written.contains(expected), "{written}");
    }
    let written = write_for("ar");
    assert!(
        written.contains("GREEN}\\rtlpar\\qr\\par") && written.contains("\\rtlpar\\par}"),
        "{written}"
    );
    assert!(written.contains("\\deflang1033"), "{written}");
    let mut rtf = open_for(b"{\\rtf1 \\rtlpar\\qr House\\par}", "en").unwrap();
    let translation = Content::new([Piece::Text("X".to_owned())]);
    assert_eq!(
        write(&mut rtf, &[Some(translation)]),
        "{\\rtf1 \\rtlpar\\qr X\\ltrpar\\ql\\par}"
    );
}

#[test]
fn codes_may_come_in_another_order_again_or_not_at_all() {
    let mut rtf = open("a {\\b b} c\\tab d {\\i e}\\par");
    let long = |pieces: &[Piece]| Content::new(pieces.iter().cloned());
    let text = |text: &str| Piece::Text(text.to_owned());
    let (one, two, three) = (CodeId(1), CodeId(2), CodeId(3));
    let turned = long(&[
        Piece::Open(three),
        text("E"),
        Piece::Close(three),
        Piece::Mark(two),
        text("D"),
        Piece::Open(one),
        text("B"),
        Piece::Close(one),
    ]);
    assert_eq!(
        write(&mut rtf, &[Some(turned)]),
        "{\\rtf1\\ansi {\\i E}\\tab D{\\b B}\\par}"
    );
    let without = long(&[text("X")]);
    assert_eq!(
        write(&mut rtf, &[Some(without)]),
        "{\\rtf1\\ansi X\\tab \\par}"
    );
    let within = long(&[
        Piece::Open(one),
        text("B"),
        Piece::Open(three),
        text("E"),
        Piece::Close(three),
        Piece::Mark(two),
        Piece::Mark(two),
        Piece::Close(one),
        Piece::Mark(CodeId(9)),
    ]);
    assert_eq!(
        write(&mut rtf, &[Some(within)]),
        "{\\rtf1\\ansi {\\b B}{\\i E}\\tab \\par}"
    );
}

#[test]
fn control_words_do_not_run_into_words() {
    assert_eq!(
        capitals("\\b\\'e4\\i\\u228?x\\par\\'e4\\par"),
        "\\b \\u196?{\\i \\u196?X}\\i \\par \\u196?\\par"
    );
    assert_eq!(capitals("\\b{ab {\\i c}} d\\par"), "\\b AB {\\i C} D\\par");
    assert_eq!(
        capitals("a\\tab\\b b\\b0\\par c\\line\\'e4\\par"),
        "A\\tab {\\b B}\\b \\b0\\par C\\line \\u196?\\par"
    );
}

#[test]
fn text_behind_a_group_that_is_read_over_gets_no_space() {
    for group in [
        "{\\pntext\\f2\\'B7\\tab}",
        "{\\listtext\\tab}",
        "{\\listtext\\'b7\\tab }",
        "{\\*\\pn\\pnlvlbody}",
        "{\\*\\bkmkstart x}",
        "{\\pict\\bin1 x}",
    ] {
        assert_eq!(
            capitals(&format!("A\\par\\pard {group}b c\\par")),
            format!("A\\par\\pard {group}B C\\par")
        );
    }
    assert_eq!(
        capitals("{\\pntext\\tab}{\\b b} c\\par"),
        "{\\pntext\\tab}{\\b B} C\\par"
    );
}

#[test]
fn what_is_broken_or_endless_is_refused() {
    let refused = |file: &[u8]| open_for(file, "de").err().unwrap().to_string();
    assert!(refused(b"Text").contains("does not begin"));
    assert!(refused(b"{\\rtf1 a").contains("incomplete"));
    assert!(refused(b"{\\rtf1 {\\pict\\bin2000000000 a}}").contains("incomplete"));
    let deep = format!("{{\\rtf1 {}", "{".repeat(1_000_000));
    assert!(refused(deep.as_bytes()).contains("256 groups"));
    let deep = format!("{{\\rtf1 {{\\*\\x {}", "{".repeat(1_000_000));
    assert!(refused(deep.as_bytes()).contains("groups"));
    for body in [
        "\\uc100000 a\\u228 bc\\par d\\par".to_owned(),
        "\\uc-5 a\\u228 bc\\par".to_owned(),
        "a\0b\\par \\u99999999 x\\u\\par".to_owned(),
        "\\b ".repeat(20_000),
        "\\b a\\b0 b".repeat(5_000),
        (0..5_000).map(|number| format!("\\f{number} a")).collect(),
        "\\rtlch\\ltrch ".repeat(5_000) + "a\\par\\plain b\\par",
        "{\\b a}".repeat(10_000),
    ] {
        capitals(&body);
    }
}

#[test]
fn a_file_that_ends_anywhere_does_no_harm() {
    let file = include_bytes!("../../testdata/rtf/letter.rtf");
    for end in 0..file.len() {
        for tail in ["", "}", "}}}}}}"] {
            let cut = [file.get(..end).unwrap(), tail.as_bytes()].concat();
            if let Ok(mut rtf) = open_for(&cut, "ar") {
                assert_eq!(
                    write(&mut rtf, &[]),
                    cut.iter().map(|byte| char::from(*byte)).collect::<String>()
                );
                let translations: Vec<_> = rtf
                    .units()
                    .iter()
                    .map(|unit| Some(upper(&unit.content)))
                    .collect();
                write(&mut rtf, &translations);
            }
        }
    }
    let rtf = open_for(file, "de").unwrap();
    assert_eq!(units(&rtf).first().map(String::as_str), Some("A letter"));
    assert!(rtf.units().len() > 8);
}
