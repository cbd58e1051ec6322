use dragoman_documents::{DocumentError, Limits, Options};
use proptest::prelude::*;

use crate::common::options;
use crate::support::*;

const GUIDE: &str = include_str!("../../testdata/xml/guide.xml");
const TASK: &str = include_str!("../../testdata/dita/lamp.dita");

#[test]
fn what_is_not_well_formed_is_refused() {
    for text in [
        "",
        "text",
        "<!-- only -->",
        "<a/><b/>",
        "<a/>text",
        "&amp;<a/>",
        "<a></b>",
        "<a>",
        "<a>&none;</a>",
        "<a><!DOCTYPE a></a>",
        "<!DOCTYPE a><!DOCTYPE a><a/>",
        "<!DOCTYPE a [<a/>",
        "<a>\u{ffff}<![CDATA[</a>",
    ] {
        for format in [Format::Xml, Format::Dita] {
            let error = format.try_open(text.as_bytes()).err();
            assert!(
                matches!(error, Some(DocumentError::Malformed { .. })),
                "{text}"
            );
        }
    }
    assert!(Format::Xml.try_open(b"<a>\xff</a>").is_err());
}

#[test]
fn entities_are_never_expanded_and_nothing_outside_is_read() {
    let mut text =
        String::from("<!DOCTYPE a [<!ENTITY e0 'ha'><!ENTITY f SYSTEM 'file:///etc/passwd'>");
    for level in 1..40 {
        let before = level - 1;
        text.push_str(&format!("<!ENTITY e{level} '&e{before};&e{before};'>"));
    }
    text.push_str("]><a>Laugh: &e39; and &f;</a>");
    let output = Format::Xml.translated(&text, upper);
    assert_eq!(
        output,
        text.replace("Laugh", "LAUGH").replace(" and ", " AND ")
    );
}

#[test]
fn what_is_too_much_is_refused() {
    let refused = |text: &str, limits: Limits| {
        let options = Options {
            limits,
            ..options("de")
        };
        let error = Format::Xml.open_with(text.as_bytes(), &options).err();
        matches!(error, Some(DocumentError::TooLarge { .. }))
    };
    let limits = Limits::default();
    let deep = format!("{}a{}", "<g>".repeat(300), "</g>".repeat(300));
    assert!(refused(&deep, limits));
    let text = "<a><b>One</b><b>Two</b></a>";
    assert!(!refused(text, limits));
    assert!(refused(text, Limits { units: 4, ..limits }));
    let text_bytes = 5;
    assert!(refused(
        text,
        Limits {
            text_bytes,
            ..limits
        }
    ));
    let entry_bytes = 10;
    assert!(refused(
        text,
        Limits {
            entry_bytes,
            ..limits
        }
    ));
    let rule = "<i:translateRule selector='//b' translate='no'/>".repeat(300);
    let with_rules =
        |rules: &str| format!("<a xmlns:i='http://www.w3.org/2005/11/its'>{rules}</a>");
    assert!(refused(&with_rules(&rule), limits));
    let of_names = |names: usize| {
        let path = "/b".repeat(names);
        format!("<i:translateRule selector='/{path}' translate='no'/>")
    };
    assert!(!refused(&with_rules(&of_names(1000)), limits));
    assert!(refused(&with_rules(&of_names(100_000)), limits));
    assert!(refused(&with_rules(&of_names(100).repeat(11)), limits));
}

#[test]
fn texts_with_very_many_codes_are_translated_all_the_same() {
    let many = 20_000;
    let text = format!(
        "<a>x{}{}{}{}</a>",
        "<b>y</b><c/>".repeat(many),
        "&lt;d ".repeat(many),
        "<![CDATA[<e ']]>".repeat(many),
        "<!---->".repeat(many)
    );
    let output = Format::Xml.translated(&text, shuffled);
    for (tag, count) in [("<b>", many), ("<c/>", many), ("</b>", many)] {
        assert_eq!(output.matches(tag).count(), count);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// A file that was damaged is refused, or is read and written as any other.
    #[test]
    fn damaged_files_are_refused_or_translated(
        is_xml in any::<bool>(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..30, "[<>/&;\"'= a-z\\n!\\[\\]-]{0,4}"), 1..4),
    ) {
        let (format, text) = if is_xml { (Format::Xml, GUIDE) } else { (Format::Dita, TASK) };
        let mut text = text.to_owned();
        for (place, length, insertion) in cuts {
            let start = place.index(text.len());
            let end = (start + length).min(text.len());
            text.replace_range(start..end, &insertion);
        }
        if let Ok(mut document) = format.try_open(text.as_bytes()) {
            prop_assert_eq!(written(document.as_mut(), Clone::clone), text.as_bytes());
            for engine in [upper, shuffled, without_codes] {
                let output = written(document.as_mut(), engine);
                let again = format.try_open(&output);
                prop_assert!(again.is_ok(), "{:?}", again.err());
            }
        }
    }
}
