use std::io::{self, BufReader, Read};

use dragoman_memory::{TmxError, TmxLimits, TmxProblem, TmxReader, TooMany, Unit};
use proptest::prelude::*;

fn file(header: &str, body: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE tmx SYSTEM \"tmx14.dtd\">\n<tmx version=\"1.4\">\n<header {header}/>\n<body>\n{body}\n</body></tmx>"
    )
}

fn english(body: &str) -> String {
    file("srclang=\"en\"", body)
}

fn pair(source: &str, target: &str) -> String {
    format!(
        "<tu><tuv xml:lang=\"en\"><seg>{source}</seg></tuv><tuv xml:lang=\"de\"><seg>{target}</seg></tuv></tu>"
    )
}

fn read(bytes: &[u8]) -> Result<Vec<Unit>, TmxError> {
    TmxReader::new(bytes, TmxLimits::default()).collect()
}

fn texts(bytes: &[u8]) -> Vec<(String, String)> {
    read(bytes)
        .unwrap()
        .into_iter()
        .map(|unit| (unit.source, unit.targets[0].1.clone()))
        .collect()
}

fn failure(bytes: &[u8]) -> TmxError {
    let mut reader = TmxReader::new(bytes, TmxLimits::default());
    let error = reader
        .by_ref()
        .find_map(Result::err)
        .expect("the file is refused");
    assert!(reader.next().is_none(), "nothing comes after an error");
    error
}

/// A source text as it is read.
fn source(segment: &str) -> String {
    let units = read(english(&pair(segment, "x")).as_bytes()).unwrap();
    units[0].source.clone()
}

#[test]
fn a_file_of_a_translation_program_is_read() {
    let body = r#"
<tu tuid="1" creationdate="20200102T030405Z" changedate="20210102T030405Z" usagecount="3">
  <note>a note</note><prop type="x">a property</prop>
  <tuv xml:lang="EN-US"><seg>Press <bpt i="1" x="1">&lt;b&gt;</bpt>OK<ept i="1">&lt;/b&gt;</ept> &amp; go.</seg></tuv>
  <tuv xml:lang="DE-DE" changedate="20220102T030405Z" lastusagedate="20230102T030405Z"><seg>
     <bpt i="1" x="1">&lt;b&gt;</bpt>OK<ept i="1">&lt;/b&gt;</ept> dr&#252;cken &#x26; los.</seg></tuv>
  <tuv xml:lang="zh_TW"><seg><![CDATA[按 <b>OK</b>]]></seg></tuv>
</tu>"#;
    let file = file(
        "creationtool=\"x\" srclang=\"en-US\" datatype=\"xml\"",
        body,
    );
    let mut reader = TmxReader::new(file.as_bytes(), TmxLimits::default());
    insta::assert_debug_snapshot!(reader.next().unwrap().unwrap());
    assert!(reader.next().is_none());
    assert_eq!(reader.source_language().unwrap().tag(), "en-US");
    assert_eq!((reader.skipped(), reader.skipped_targets()), (0, 0));
}

#[test]
fn inline_codes_become_tags() {
    for (segment, expected) in [
        // Codes that are tags or placeholders are kept.
        ("a<ph>&lt;br/&gt;</ph>b", "a<br/>b"),
        ("a <ph x=\"3\">{0}</ph> b", "a {0} b"),
        ("<it pos=\"begin\">&lt;i&gt;</it>a", "<i>a"),
        // Others are numbered, by what ties them to the other language if there is anything.
        (
            "<bpt i=\"1\" x=\"7\">{\\b </bpt>a<ept i=\"1\">}</ept>",
            "<7>a</7>",
        ),
        ("<bpt i=\"4\">{\\b </bpt>a<ept i=\"4\">}</ept>", "<4>a</4>"),
        (
            "<bpt i=\"1\">&lt;b&gt;</bpt>a<ept i=\"1\">&lt;/i&gt;</ept>",
            "<1>a</1>",
        ),
        ("a<ph/>b<ph>\\tab</ph>", "a<1/>b<2/>"),
        ("<ut>{\\x}</ut>a", "<1/>a"),
        ("<bpt i=\"1\">x</bpt>a", "<1/>a"),
        ("a<ept i=\"9\">x</ept>", "a<9/>"),
        (
            "<bpt i=\"&lt;\">x</bpt>a<ept i=\"&lt;\">x</ept>",
            "<1>a</1>",
        ),
        // Crossing pairs keep to their partners.
        (
            "<bpt i=\"1\">x</bpt>a<bpt i=\"2\">x</bpt>b<ept i=\"1\">x</ept><ept i=\"2\">x</ept>",
            "<1>a<2>b</1></2>",
        ),
        // Marked text stays, text inside codes goes.
        ("a <hi type=\"b\">bold <ph/></hi> c", "a bold <1/> c"),
        (
            "a<ph>&lt;img alt=\"<sub>a picture</sub>\"&gt;</ph>",
            "a<img alt=\"\">",
        ),
        // White space and characters.
        ("  \n a\tb \n ", "a\tb"),
        ("a&#1;b&#xFFFF;c", "abc"),
        ("a&#13;b\r\nc", "a\rb\nc"),
    ] {
        assert_eq!(source(segment), expected, "{segment}");
    }
}

#[test]
fn encodings_are_recognised() {
    let body = pair("naïve", "naiv – ü");
    let text = english(&body);
    let expected = vec![("naïve".to_owned(), "naiv – ü".to_owned())];
    let wide = |text: &str, order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        text.encode_utf16().flat_map(order).collect()
    };
    let marked = format!("\u{feff}{text}");
    assert_eq!(texts(text.as_bytes()), expected);
    assert_eq!(texts(marked.as_bytes()), expected);
    assert_eq!(texts(&wide(&marked, u16::to_le_bytes)), expected);
    assert_eq!(texts(&wide(&marked, u16::to_be_bytes)), expected);
    assert_eq!(texts(&wide(&text, u16::to_le_bytes)), expected);
    assert_eq!(texts(&wide(&text, u16::to_be_bytes)), expected);

    let declared = |encoding: &str| {
        text.replacen(
            "version=\"1.0\"",
            &format!("version=\"1.0\" encoding='{encoding}'"),
            1,
        )
    };
    let one_byte: Vec<u8> = declared("windows-1252")
        .chars()
        .map(|symbol| {
            if symbol == '–' {
                0x96
            } else {
                u8::try_from(u32::from(symbol)).unwrap()
            }
        })
        .collect();
    assert_eq!(texts(&one_byte), expected);
    assert_eq!(texts(declared("utf-8").as_bytes()), expected);
    // A declaration that can be read cannot be of UTF-16.
    assert_eq!(texts(declared("UTF-16").as_bytes()), expected);

    let unknown = failure(declared("klingon").as_bytes());
    assert!(matches!(unknown.problem, TmxProblem::UnknownEncoding { name } if name == "klingon"));
    let mut broken = text.into_bytes();
    let place = broken.iter().position(|byte| !byte.is_ascii()).unwrap();
    broken[place] = 0xff;
    let broken = failure(&broken);
    assert!(matches!(
        broken.problem,
        TmxProblem::Undecodable { encoding: "UTF-8" }
    ));
    assert_eq!(broken.line, 6);
}

#[test]
fn a_document_type_of_its_own_is_refused() {
    for kind in [
        "<!DOCTYPE tmx [<!ENTITY a \"b\">]>",
        "<!DOCTYPE tmx SYSTEM \"tmx14.dtd\" [ <!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p; ]>",
        "<!DOCTYPE tmx [\n]>",
        "<!DOCTYPE tmx [<!ELEMENT tmx ANY>]>",
    ] {
        let file = format!(
            "<?xml version=\"1.0\"?>\n{kind}\n<tmx><body>{}</body></tmx>",
            pair("&a;", "x")
        );
        assert!(
            matches!(failure(file.as_bytes()).problem, TmxProblem::Declarations),
            "{kind}"
        );
    }
    for kind in [
        "<!DOCTYPE tmx>",
        "<!DOCTYPE tmx PUBLIC \"-//LISA\" \"http://192.0.2.1/tmx14.dtd\">",
        "",
    ] {
        let file = format!("{kind}<tmx><body>{}</body></tmx>", pair("a", "x"));
        assert_eq!(read(file.as_bytes()).unwrap().len(), 1, "{kind}");
    }
    let entity = failure(english(&pair("a &bomb; b", "x")).as_bytes());
    assert!(matches!(entity.problem, TmxProblem::UndefinedEntity { name } if name == "bomb"));
}

#[test]
fn a_broken_file_is_refused_with_its_place() {
    let whole = english(&pair("a", "b"));
    let truncated = failure(&whole.as_bytes()[..whole.len() - 6]);
    assert!(matches!(truncated.problem, TmxProblem::Truncated));
    assert_eq!(truncated.to_string(), "line 7: the file ends before </tmx>");
    for (file, line) in [
        (english("<tu>\n<tuv></tu>"), 7),
        (
            english("<tu>\n<tuv xml:lang=\"de\" xml:lang=\"en\"></tuv></tu>"),
            7,
        ),
        (english("<tu\n"), 8),
        (english("\n<!-- "), 8),
    ] {
        let error = failure(file.as_bytes());
        assert!(
            matches!(error.problem, TmxProblem::IllFormed { .. }),
            "{file}"
        );
        assert_eq!(error.line, line, "{file}");
    }
    assert!(matches!(failure(b"").problem, TmxProblem::Truncated));
    assert!(matches!(
        failure(b"just text").problem,
        TmxProblem::Truncated
    ));
    let html = failure(b"<html><body></body></html>");
    assert!(matches!(html.problem, TmxProblem::NotTmx { root } if root == "html"));
}

#[test]
fn a_file_that_cannot_be_read_says_so() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let mut reader = TmxReader::new(BufReader::new(Broken), TmxLimits::default());
    let error = reader.next().unwrap().unwrap_err();
    assert!(matches!(error.problem, TmxProblem::Unreadable(_)));
    assert!(reader.next().is_none());
}

#[test]
fn units_that_cannot_be_used_are_counted() {
    let body = [
        pair("one", "eins"),
        pair("", "nothing"),
        pair("nothing", "  "),
        "<tu><tuv xml:lang=\"en\"><seg>alone</seg></tuv></tu>".to_owned(),
        "<tu><tuv xml:lang=\"de\"><seg>allein</seg></tuv></tu>".to_owned(),
        "<tu/>".to_owned(),
        "<tu><tuv xml:lang=\"en\"><seg>two</seg></tuv><tuv xml:lang=\"tlh\"><seg>cha'</seg></tuv></tu>".to_owned(),
        "<tu><tuv xml:lang=\"en\"><seg>three</seg></tuv><tuv xml:lang=\"tlh\"><seg>wej</seg></tuv><tuv xml:lang=\"fr\"><seg>trois</seg></tuv><tuv xml:lang=\"fr\"><seg>3</seg></tuv></tu>".to_owned(),
        "<tu srclang=\"de\"><tuv xml:lang=\"de\"><seg>vier</seg></tuv><tuv xml:lang=\"en\"><seg>four</seg></tuv></tu>".to_owned(),
        "<tu><tuv xml:lang=\"en\"><seg>colour</seg></tuv><tuv xml:lang=\"en-US\"><seg>color</seg></tuv></tu>".to_owned(),
    ]
    .concat();
    let file = english(&body);
    let mut reader = TmxReader::new(file.as_bytes(), TmxLimits::default());
    let units: Vec<Unit> = reader.by_ref().map(Result::unwrap).collect();
    let sources: Vec<&str> = units.iter().map(|unit| unit.source.as_str()).collect();
    assert_eq!(sources, ["one", "three"]);
    assert_eq!(units[1].targets.len(), 1);
    assert_eq!((reader.skipped(), reader.skipped_targets()), (8, 2));
    assert_eq!(reader.too_long(), 0);
}

#[test]
fn the_source_language_is_that_of_the_first_unit_if_the_file_says_all() {
    let german =
        "<tu><tuv lang=\"DE\"><seg>eins</seg></tuv><tuv lang=\"EN\"><seg>one</seg></tuv></tu>";
    for header in ["srclang=\"*all*\"", ""] {
        let file = file(header, &format!("{german}{}", pair("two", "zwei")));
        let mut reader = TmxReader::new(file.as_bytes(), TmxLimits::default());
        let sources: Vec<String> = reader.by_ref().map(|unit| unit.unwrap().source).collect();
        assert_eq!(sources, ["eins", "zwei"]);
        assert_eq!(reader.source_language().unwrap().tag(), "de");
    }
}

fn refused(file: &str, limits: TmxLimits) -> Option<(u64, TooMany)> {
    let error = TmxReader::new(file.as_bytes(), limits).find_map(Result::err)?;
    match error.problem {
        TmxProblem::TooMany { most, what } => Some((most, what)),
        _ => None,
    }
}

#[test]
fn limits_hold_on_both_sides() {
    let limits = TmxLimits {
        units: 2,
        depth: 5,
        attributes: 2,
        markup_bytes: 200,
        segment_characters: 5,
        targets: 2,
    };
    assert_eq!(refused(&english(&pair("a", "b").repeat(2)), limits), None);
    assert_eq!(
        refused(&english(&pair("a", "b").repeat(3)), limits),
        Some((2, TooMany::Units))
    );
    // tmx, body, tu, tuv and seg are five.
    assert_eq!(
        refused(&english(&pair("<ph/>", "b")), limits),
        Some((5, TooMany::Levels))
    );
    assert_eq!(refused(&english("<tu a=\"\" b=\"\"></tu>"), limits), None);
    assert_eq!(
        refused(&english("<tu a=\"\" b=\"\" c=\"\"></tu>"), limits),
        Some((2, TooMany::Attributes))
    );
    for markup in [
        format!("<!-- {} -->", "x".repeat(100_000)),
        format!("<{}>", "x".repeat(100_000)),
        format!("<tu a=\"{}\"/>", "x".repeat(100_000)),
        "x".repeat(100_000),
    ] {
        assert_eq!(
            refused(&english(&markup), limits),
            Some((200, TooMany::MarkupBytes))
        );
    }

    let file = english(&format!(
        "{}{}",
        pair("12345", "äöüß!"),
        pair("123456", "x")
    ));
    let mut reader = TmxReader::new(file.as_bytes(), limits);
    assert_eq!(reader.by_ref().map(Result::unwrap).count(), 1);
    assert_eq!((reader.skipped(), reader.too_long()), (1, 1));

    let variant = |tag| format!("<tuv xml:lang=\"{tag}\"><seg>x</seg></tuv>");
    let many = ["en", "de", "fr", "es", "it"].map(variant).concat();
    let file = english(&format!("<tu>{many}</tu>"));
    let mut reader = TmxReader::new(file.as_bytes(), limits);
    assert_eq!(reader.next().unwrap().unwrap().targets.len(), 2);
    assert_eq!(reader.skipped_targets(), 2);
}

/// A file without end, or nearly.
struct Endless {
    unit: Vec<u8>,
    place: usize,
    left: usize,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.place == self.unit.len() && self.left > 0 {
            self.place = 0;
            self.left -= 1;
        }
        let read = (&self.unit[self.place..]).read(buffer)?;
        self.place += read;
        Ok(read)
    }
}

#[test]
fn a_segment_of_any_length_is_skipped_without_holding_it() {
    let unit = format!("<x/>{}", "word ".repeat(2_000));
    let endless = Endless {
        place: unit.len(),
        unit: unit.into_bytes(),
        left: 500,
    };
    let begin = "<tmx><body><tu><tuv xml:lang='en'><seg>".as_bytes();
    let end = "</seg></tuv><tuv xml:lang='de'><seg>x</seg></tuv></tu></body></tmx>".as_bytes();
    let mut reader = TmxReader::new(
        BufReader::new(begin.chain(endless).chain(end)),
        TmxLimits::default(),
    );
    assert!(reader.next().is_none());
    assert_eq!(reader.skipped(), 1);
}

proptest! {
    #[test]
    fn any_bytes_are_taken(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read(&bytes);
        let whole = [b"<tmx><body><tu><tuv xml:lang='en'><seg>".as_slice(), &bytes].concat();
        let _ = read(&whole);
    }

    #[test]
    fn a_damaged_file_is_taken(places in prop::collection::vec((0_usize..700, any::<u8>()), 1..6)) {
        let segment = "a<bpt i=\"1\" x=\"2\">&lt;b&gt;</bpt>b<ept i=\"1\">x</ept><ph/>&#65;";
        let mut bytes = english(&pair(segment, segment)).into_bytes();
        for (place, byte) in places {
            let length = bytes.len();
            bytes[place % length] = byte;
        }
        let _ = read(&bytes);
    }
}
