use dragoman_language::Language;
use dragoman_memory::{TmxLimits, TmxReader, TmxWriter, Unit};
use jiff::Timestamp;
use proptest::prelude::*;

fn language(tag: &str) -> Language {
    Language::parse(tag).unwrap()
}

fn written(units: &[Unit]) -> String {
    let now = "2024-05-06T07:08:09Z".parse().unwrap();
    let mut writer = TmxWriter::new(Vec::new(), language("en"), now).unwrap();
    for unit in units {
        writer.write(unit).unwrap();
    }
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

fn unit(source: &str, target: &str) -> Unit {
    Unit {
        source: source.to_owned(),
        targets: vec![(language("de"), target.to_owned())],
        created: None,
        changed: None,
        last_used: None,
    }
}

#[test]
fn a_file_is_what_other_programs_read() {
    let dated = Unit {
        created: Some("2020-01-02T03:04:05Z".parse().unwrap()),
        changed: Some("2021-01-02T03:04:05.678Z".parse().unwrap()),
        last_used: Some("2022-01-02T03:04:05Z".parse().unwrap()),
        targets: vec![
            (language("de"), "A & B < C".to_owned()),
            (language("zh-Hans"), "甲乙".to_owned()),
        ],
        ..unit("\"A\" & B < C", "")
    };
    let marked = unit(
        "Press <b>O<br/>K</b> </i> {0}",
        "<b>O\r\nK\u{7}</b> <1>drücken</1>",
    );
    insta::assert_snapshot!(
        written(&[dated, marked]).replace(env!("CARGO_PKG_VERSION"), "VERSION")
    );
}

#[test]
fn a_file_without_units_is_read_again() {
    let file = written(&[]);
    let mut reader = TmxReader::new(file.as_bytes(), TmxLimits::default());
    assert!(reader.next().is_none());
    assert_eq!(reader.source_language(), Some(language("en")));
}

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("<b>"),
        Just("</b>"),
        Just("<1>"),
        Just("</1>"),
        Just("<br/>"),
        Just("<a href=\"x&amp;\">"),
        Just("</a>"),
        Just("&"),
        Just("]]>"),
        Just("<!--"),
        Just("{0}"),
        Just("é\u{301}"),
        Just("\n"),
        Just("\t"),
        Just("\r"),
        Just("漢字"),
        Just("<"),
        Just(">"),
        Just("word "),
        Just("'\""),
    ];
    prop::collection::vec(piece, 1..20)
        .prop_map(|pieces| pieces.concat().trim().to_owned())
        .prop_filter("not empty", |text| !text.is_empty())
}

fn moment() -> impl Strategy<Value = Option<Timestamp>> {
    prop::option::of(
        (0_i64..4_000_000_000).prop_map(|second| Timestamp::from_second(second).unwrap()),
    )
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        source in text(), german in text(), french in prop::option::of(text()),
        created in moment(), changed in moment(), last_used in moment(),
    ) {
        let mut targets = vec![(language("de"), german)];
        targets.extend(french.map(|text| (language("fr"), text)));
        let units = [Unit { source, targets, created, changed, last_used }, unit("x", "y")];
        let file = written(&units);
        let read: Result<Vec<Unit>, _> =
            TmxReader::new(file.as_bytes(), TmxLimits::default()).collect();
        prop_assert_eq!(read.unwrap(), units);
    }
}
