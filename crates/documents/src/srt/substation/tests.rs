use std::io::Cursor;

use dragoman_language::Language;

use crate::{CodeId, Content, Document, DocumentError, Options, Piece, Subtitles, testing};

use super::*;

const FILM: &str = include_str!("../../../testdata/ass/film.ass");

fn read_bytes(bytes: &[u8], bilingual: bool) -> Result<Subtitles, DocumentError> {
    let options = Options {
        bilingual,
        ..Options::to(Language::parse("de").unwrap())
    };
    Subtitles::read_substation(&mut Cursor::new(bytes.to_vec()), &options)
}

fn read(text: &str, bilingual: bool) -> Result<Subtitles, DocumentError> {
    read_bytes(text.as_bytes(), bilingual)
}

fn units(text: &str) -> Vec<String> {
    let document = read(text, false).unwrap();
    testing::units(&document)
}

fn written(text: &str, bilingual: bool, change: impl Fn(&str) -> String) -> String {
    with_contents(text, bilingual, |content| {
        testing::with_text(content, &change)
    })
}

fn with_contents(text: &str, bilingual: bool, change: impl Fn(&Content) -> Content) -> String {
    let output = bytes_with_contents(text.as_bytes(), bilingual, change);
    String::from_utf8(output).unwrap()
}

fn bytes_with_contents(
    bytes: &[u8],
    bilingual: bool,
    change: impl Fn(&Content) -> Content,
) -> Vec<u8> {
    let mut document = read_bytes(bytes, bilingual).unwrap();
    testing::written(&mut document, change)
}

fn upper(content: &Content) -> Content {
    Content::new(content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(text.to_uppercase()),
        code => code.clone(),
    }))
}

/// The columns of each line before the text.
fn columns(text: &str) -> Vec<&str> {
    let lines = text.lines();
    lines
        .map(|line| {
            let text = line.splitn(10, ',').nth(9).map_or(0, str::len);
            &line[..line.len() - text]
        })
        .collect()
}

/// An event with this text.
fn event(text: &str) -> String {
    format!("[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{text}\n")
}

#[test]
fn what_is_said_is_a_unit_and_no_comment_drawing_or_song() {
    assert_eq!(
        units(FILM),
        [
            "Good morning, and welcome.",
            "When the train came, nobody was there.",
            "Central\u{a0}station",
            "it is red",
        ]
    );
}

#[test]
fn a_file_whose_units_stay_keeps_its_bytes() {
    for text in [
        FILM.to_owned(),
        FILM.replace('\n', "\r\n"),
        "\u{feff}".to_owned() + FILM,
    ] {
        for bilingual in [false, true] {
            assert_eq!(written(&text, bilingual, str::to_owned), text);
        }
    }
    for end in (0..FILM.len()).filter(|end| FILM.is_char_boundary(*end)) {
        let text = &FILM[..end];
        for bilingual in [false, true] {
            if read(text, bilingual).is_ok() {
                assert_eq!(written(text, bilingual, str::to_owned), text);
                let upper = written(text, bilingual, str::to_uppercase);
                assert_eq!(columns(&upper).len(), columns(text).len());
            }
        }
    }
}

#[test]
fn overrides_columns_and_other_sections_stay() {
    let upper = written(FILM, false, str::to_uppercase);
    for part in [
        "Ann,0,0,0,,GOOD MORNING,\\NAND WELCOME.\n",
        "Ann,0,0,0,,{\\i1}WHEN THE TRAIN{\\i0} CAME,\n",
        "Ann,0,0,0,,NOBODY WAS {\\b1}THERE{\\b0}.\n",
        "Sign,,0,0,0,,{\\an8\\pos(320,40)}CENTRAL{note}\\hSTATION\n",
        "{\\k20}La {\\k30}la\n",
        "IT IS {\\c&H0000FF&}RED{\\c}\n",
        "Nobody reads this\n",
        "!!!!words[\n",
    ] {
        assert!(upper.contains(part), "{part}\n in {upper}");
    }
}

#[test]
fn a_translation_stands_below_what_is_said() {
    let both = written(FILM, true, str::to_uppercase);
    for part in [
        ",,Good morning, and\\Nwelcome.\\NGOOD MORNING,\\NAND WELCOME.\n",
        ",,nobody was {\\b1}there{\\b0}.\\N{\\r}NOBODY WAS {\\b1}THERE{\\b0}.\n",
        ",,{\\an8\\pos(320,40)}Central{note}\\hstation\\NCENTRAL\\hSTATION\n",
    ] {
        assert!(both.contains(part), "{part}\n in {both}");
    }
}

#[test]
fn text_that_would_be_read_as_an_override_is_not_written() {
    for hostile in ["{\\p1}", "a \\N b", "{"] {
        let source = event("One two");
        assert_eq!(written(&source, false, |_| hostile.to_owned()), source);
    }
    assert_eq!(
        written(&event("One two"), false, |_| "a } b".to_owned()),
        event("a } b")
    );
}

#[test]
fn events_are_read_by_the_columns_that_are_said() {
    let script = "[events]\nformat: Marked, Start, End, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,One, two\n\
        Dialogue: Marked=0,wrong,0:00:02.00,Three\nDialogue: short\nmovie: a\n[Graphics]\nDialogue: 0,0:00:01.00,0:00:02.00,Four\n";
    assert_eq!(units(script), ["One, two"]);
    assert!(units("[Events]\n").is_empty() && units("").is_empty());
    for text in ["Hello", "1\n00:00:01,000 --> 00:00:02,000\nOne\n"] {
        assert!(matches!(
            read(text, false),
            Err(DocumentError::Malformed { .. })
        ));
    }
}

#[test]
fn another_voice_or_another_place_does_not_go_on() {
    let script = |second: &str| {
        format!(
            "[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,Ann,0,0,0,,One,\nDialogue: {second},two.\n"
        )
    };
    let same = script("0,0:00:02.00,0:00:03.00,Default,Ann,0,0,0,");
    assert_eq!(units(&same), ["One, two."]);
    for second in [
        "0,0:00:02.00,0:00:03.00,Default,Bob,0,0,0,",
        "0,0:00:02.00,0:00:03.00,Sign,Ann,0,0,0,",
        "1,0:00:02.00,0:00:03.00,Default,Ann,0,0,0,",
        "0,0:00:00.50,0:00:00.90,Default,Ann,0,0,0,",
    ] {
        assert_eq!(units(&script(second)), ["One,", "two."]);
    }
    assert_eq!(units(&same.replace(",two", ",{\\pos(1,1)}two")).len(), 2);
}

#[test]
fn times_are_read_to_the_thousandth() {
    for (written, milliseconds) in [
        ("0:01:02.50", Some(62_500)),
        ("1:00:00", Some(3_600_000)),
        ("0:00:00.5", Some(500)),
        ("0:00:00.005", Some(5)),
        ("", None),
        ("a", None),
        ("99999999:0:0.0", None),
        ("0:0:0.", None),
    ] {
        assert_eq!(time(written), milliseconds, "{written}");
    }
}

#[test]
fn many_blocks_that_do_not_end_take_no_time() {
    let text = event(&"{".repeat(2_000_000));
    assert!(units(&text).is_empty());
    let text = event(&"a{\\b1}".repeat(200_000));
    assert_eq!(units(&text).len(), 1);
}

/// The only unit of an event, with its codes as signs: `<1>` … `</1>` around a stretch, `[1]` for a mark.
fn shown(text: &str) -> String {
    let document = read(&event(text), false).unwrap();
    let [unit] = document.units() else {
        panic!("{} units in {text}", document.units().len());
    };
    let pieces = unit.content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Open(CodeId(id)) => format!("<{id}>"),
        Piece::Close(CodeId(id)) => format!("</{id}>"),
        Piece::Mark(CodeId(id)) => format!("[{id}]"),
    });
    pieces.collect()
}

#[test]
fn overrides_that_open_and_close_are_stretches_and_others_marks() {
    for (text, expected) in [
        ("a {\\i1}b{\\i0} c", "a <0>b</0> c"),
        ("a {\\i1}b{\\i} c", "a <0>b</0> c"),
        ("a {\\b700}b{\\b0} c", "a <0>b</0> c"),
        ("a {\\rSign}b{\\r} c", "a <0>b</0> c"),
        ("a {\\b1}b{\\r}, {\\i1}c{\\r} d", "a <0>b</0>, <1>c</1> d"),
        ("a {\\b1}b {\\i1}c{\\r} d", "a [0]b [1]c[2] d"),
        ("a {\\c&H0000FF&}b{\\1c} c", "a <0>b</0> c"),
        ("a {\\3c&H0000FF&}b{\\c} c", "a [0]b[1] c"),
        ("a {\\u1}b {\\s1}c{\\s0}{\\u0} d", "a <0>b <1>c</1></0> d"),
        (
            "a {\\i1}b {\\b1}c{\\i0} d{\\b0} e",
            "a <0>b [1]c</0> d[2] e",
        ),
        ("a {\\i1\\b1}b{\\i0\\b0} c", "a [0]b[1] c"),
        ("a {\\fs30}b{\\fs20} c", "a [0]b[1] c"),
        ("a {\\t(\\c&H1&)}b{\\bord2}c {a note} d", "a [0]b[1]c [2] d"),
        ("{\\fad(1,2)\\i1}a b{\\i0}", "a b"),
        ("{\\i1}a{\\i0}\\N{\\i1}b{\\i0} c", "<0>a b</0> c"),
        ("\\h\\ha\\nb \\Nc\\h", "a b c"),
        ("<i>a</i> &amp; b", "<i>a</i> &amp; b"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
    let spaced = event("\\h{\\b1}\\ha b\\h{\\b0}\\h");
    let expected = event("\\h{\\b1}\\hA B\\h{\\b0}\\h");
    assert_eq!(written(&spaced, false, str::to_uppercase), expected);
}

#[test]
fn songs_drawings_and_braces_that_are_read_in_two_ways_stay() {
    for text in [
        "{\\k20}La {\\k30}la",
        "{\\K20}La la",
        "{\\kf20}La la",
        "{\\ko20}La la",
        "{\\i1\\kt20}La la",
        "{\\k}La la",
        "{\\pos(1,2)\\p2}m 0 0 l one{\\p0} two",
        "a \\{b} c",
        "a \\} b",
        "a { b",
    ] {
        assert!(units(&event(text)).is_empty(), "{text}");
    }
    for text in ["{\\p0}one two", "{\\pbo10}one two", "{kept}one two"] {
        assert_eq!(units(&event(text)), ["one two"], "{text}");
    }
}

#[test]
fn a_backslash_is_written_where_it_is_one() {
    let shrug = event("¯\\_(ツ)_/¯ all");
    assert_eq!(
        written(&shrug, false, str::to_uppercase),
        event("¯\\_(ツ)_/¯ ALL")
    );
    for hostile in ["a\\", "a\\ b", "a \\n", "a\\h", "a\\\\", "\\}"] {
        let source = event("One {\\i1}two{\\i0}");
        assert_eq!(
            written(&source, false, |_| hostile.to_owned()),
            source,
            "{hostile}"
        );
    }
}

#[test]
fn the_text_is_the_column_that_is_called_so() {
    let script = |format: &str, event: &str| {
        format!("[Events]\n{format}\nDialogue: {event}\nDialogue: {event}\n")
    };
    for (format, event, text) in [
        (
            "Format: Start, End, Text",
            "0:0:1.0,0:0:2.0,One, two.",
            "One, two.",
        ),
        ("Format:End,Start,text", "0:0:2.0,0:0:1.0, One.", "One."),
        (
            "Format: Start, End, Text, Style",
            "0:0:1.0,0:0:2.0,One, two.",
            "One, two.",
        ),
        ("Format: Text, Start, End", "One,0:0:1.0,0:0:2.0", ""),
        ("Format: Start, End, Words", "0:0:1.0,0:0:2.0,One", ""),
        ("Format:", "0,0:0:1.0,0:0:2.0,,,,,,,One", ""),
        ("", "0,0:0:1.0,0:0:2.0,,,,,,,One.", "One."),
    ] {
        let text: &[&str] = if text.is_empty() { &[] } else { &[text, text] };
        assert_eq!(units(&script(format, event)), text, "{format}");
    }
}

#[test]
fn what_is_shown_at_the_same_time_is_no_sentence_and_no_event_moves() {
    let script = |second: &str| {
        format!(
            "[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,a,,0,0,0,,One,\nDialogue: 0,{second},a,,0,0,0,,two.\n"
        )
    };
    assert_eq!(units(&script("0:00:02.00,0:00:03.00")), ["One, two."]);
    for second in [
        "0:00:01.99,0:00:03.00",
        "0:00:01.00,0:00:02.00",
        "0:00:00.00,0:00:01.00",
        "0:00:09.00,0:00:10.00",
    ] {
        let script = script(second);
        assert_eq!(units(&script), ["One,", "two."], "{second}");
        let upper = written(&script, false, str::to_uppercase);
        assert_eq!(columns(&upper), columns(&script));
    }
    assert_eq!(units(&event("One,\\N\\Ntwo.")), ["One, two."]);
}

#[test]
fn files_in_other_encodings_keep_theirs() {
    let text = event("Où est le garçon ?").replace('\n', "\r\n");
    let utf_16 = |text: &str, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
        units.flat_map(bytes).collect()
    };
    let (latin, _, _) = encoding_rs::WINDOWS_1252.encode(&text);
    let upper_text = text.replace("Où est le garçon ?", "OÙ EST LE GARÇON ?");
    let (latin_upper, _, _) = encoding_rs::WINDOWS_1252.encode(&upper_text);
    for (bytes, expected) in [
        (
            utf_16(&text, u16::to_le_bytes),
            utf_16(&upper_text, u16::to_le_bytes),
        ),
        (
            utf_16(&text, u16::to_be_bytes),
            utf_16(&upper_text, u16::to_be_bytes),
        ),
        (latin.to_vec(), latin_upper.to_vec()),
    ] {
        assert_eq!(bytes_with_contents(&bytes, false, Clone::clone), bytes);
        assert_eq!(bytes_with_contents(&bytes, false, upper), expected);
    }
    let arabic = |_: &Content| Content::new([Piece::Text("أين الولد؟".to_owned())]);
    let output = bytes_with_contents(&latin, false, arabic);
    let expected = text.replace("Où est le garçon ?", "أين الولد؟");
    assert_eq!(String::from_utf8(output).unwrap(), expected);
}

#[test]
fn codes_that_an_engine_drops_doubles_or_turns_around_leave_the_columns() {
    for translate in [
        (|_| Content::default()) as fn(&Content) -> Content,
        |content| Content::new(content.pieces().iter().rev().cloned()),
        |content| Content::new(content.pieces().iter().chain(content.pieces()).cloned()),
        |content| Content::new([Piece::Text(format!("{}\n\n,9\n", content.text().repeat(9)))]),
        |content| Content::new([Piece::Mark(CodeId(99)), Piece::Text(content.text())]),
    ] {
        for bilingual in [false, true] {
            let output = with_contents(FILM, bilingual, translate);
            assert_eq!(columns(&output), columns(FILM));
            let overrides = |name: &str| output.matches(name).count();
            assert_eq!(overrides("{\\b1}"), overrides("{\\b0}"));
        }
    }
}

#[test]
fn each_event_of_a_sentence_has_its_share_below_and_codes_of_the_whole_once() {
    let both = with_contents(FILM, true, |content| {
        let is_long = content.text().starts_with("When");
        let german = "Als der Zug kam, war keiner da.";
        let text = if is_long {
            german.to_owned()
        } else {
            content.text()
        };
        Content::new([Piece::Text(text)])
    });
    for part in [
        ",,{\\i1}When the train{\\i0} came,\\N{\\r}Als der Zug kam,\n",
        ",,nobody was {\\b1}there{\\b0}.\\N{\\r}war keiner da.\n",
        ",,Good morning, and\\Nwelcome.\n",
        ",,{\\k20}La {\\k30}la\n",
        ",,12:00\n",
    ] {
        assert!(both.contains(part), "{part}\n in {both}");
    }
    for (text, expected) in [
        ("{\\an8\\i1}One two", "{\\an8\\i1}One two\\NONE TWO"),
        ("{\\i1}One two{\\i0}", "{\\i1}One two\\NONE TWO{\\i0}"),
        (
            "- One!\\N- {\\c&H1&}Two{\\c}!",
            "- One!\\NONE!\\N- {\\c&H1&}Two{\\c}!\\N{\\r}{\\c&H1&}TWO{\\c}!",
        ),
        (
            "One {a note} two {\\fad(1,2)}.",
            "One {a note} two {\\fad(1,2)}.\\N{\\r}ONE TWO .",
        ),
    ] {
        assert_eq!(
            written(&event(text), true, str::to_uppercase),
            event(expected)
        );
    }
}

#[test]
fn overrides_within_what_is_said_do_not_run_on_into_the_translation() {
    for (text, expected) in [
        (
            "The garden {\\b1}is big",
            "The garden {\\b1}is big\\N{\\r}THE GARDEN IS BIG",
        ),
        (
            "{\\an8}{a note}{\\i1\\c&H1&}One {\\b1}two",
            "{\\an8}{a note}{\\i1\\c&H1&}One {\\b1}two\\N{\\r}{\\an8}{\\i1\\c&H1&}ONE TWO",
        ),
        (
            "{\\an8\\i1}One {\\b1}two{\\b0} three",
            "{\\an8\\i1}One {\\b1}two{\\b0} three\\N{\\r}{\\an8\\i1}ONE {\\b1}TWO{\\b0} THREE",
        ),
        (
            "{\\b1}One{\\b0} two",
            "{\\b1}One{\\b0} two\\N{\\r}{\\b1}ONE{\\b0} TWO",
        ),
        // What holds for all of it, and a note, are nothing that runs on.
        ("{\\i1}{\\b1}One two", "{\\i1}{\\b1}One two\\NONE TWO"),
        ("One {a note}two", "One {a note}two\\NONE TWO"),
        ("One two{\\i1}", "One two\\NONE TWO{\\i1}"),
        // What follows looks as it did.
        (
            "- {\\i1}One {\\b1}two\\N- Three{\\b0}\\h",
            "- {\\i1}One {\\b1}two\\N{\\r}{\\i1}ONE TWO{\\r}{\\i1}{\\b1}\\N- Three\\NTHREE{\\b0}\\h",
        ),
    ] {
        let both = written(&event(text), true, str::to_uppercase);
        assert_eq!(both, event(expected));
        assert_eq!(written(&event(text), true, str::to_owned), event(text));
    }
}

#[test]
fn events_with_many_columns_lines_or_stretches_are_read_soon() {
    let commas = ",".repeat(500_000);
    let text = format!(
        "[Events]\nFormat: {commas}Text\nDialogue: {commas}One\n{}",
        event(&commas)
    );
    assert!(units(&text).is_empty());
    let text = event(&"{\\i1}a ".repeat(200_000));
    assert_eq!(units(&text).len(), 1);
    let speeches = event(&"- a {\\b1}b\\N".repeat(5_000));
    assert!(written(&speeches, true, str::to_uppercase).len() < 5 * speeches.len() + 10_000_000);
    let text = event(&"a\\N".repeat(200_000));
    assert_eq!(units(&text).len(), 1);
    let text = "[Events]\n".repeat(100_000) + &event("One");
    assert_eq!(units(&text), ["One"]);
}
