//! YAML, resources of .NET and strings of Android, put together by chance: whatever they are they come back as they were,
//! and whatever an engine makes of their texts can be read again.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::Cursor;

use dragoman_documents::{Content, Document, DocumentError, Filters, Format, Options, Piece};
use proptest::prelude::*;

fn read(format: Format, text: &str) -> Result<Box<dyn Document>, DocumentError> {
    let source = Box::new(Cursor::new(text.as_bytes().to_vec()));
    let options = Options::to("pl".parse().unwrap());
    Filters::standard().open(format, source, options)
}

fn mapped(content: &Content, change: impl Fn(&str) -> String) -> Content {
    Content::new(content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(change(text)),
        code => code.clone(),
    }))
}

/// What engines may do to a text.
const ENGINES: [fn(&Content) -> Content; 6] = [
    |content| mapped(content, str::to_uppercase),
    |content| mapped(content, |text| format!("{text} und {text}")),
    |content| mapped(content, |text| format!(" - {text}: #'\"\n\n {{x]@?\\")),
    |content| {
        mapped(content, |text| {
            format!("\r\u{2028}<b> ]]> &\t\u{7}{text}--> ")
        })
    },
    |content| Content::new(content.pieces().iter().rev().cloned()),
    |_| Content::default(),
];

fn check(format: Format, text: &str) {
    let Ok(mut document) = read(format, text) else {
        return;
    };
    let mut written = |translate: fn(&Content) -> Content| {
        let units = document.units().iter();
        let translations: Vec<_> = units.map(|unit| Some(translate(&unit.content))).collect();
        let mut output = Vec::new();
        document.write(&translations, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    };
    assert_eq!(written(Content::clone), text, "{format:?}");
    for translate in ENGINES {
        let output = written(translate);
        let again = read(format, &output);
        assert!(
            again.is_ok(),
            "{format:?}: {text:?} became {output:?}: {:?}",
            again.err()
        );
    }
}

/// What YAML is made of.
const OF_YAML: [&str; 44] = [
    "one two",
    "Three",
    "four five six seven eight nine ten",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\r",
    " ",
    "  ",
    "  ",
    "    ",
    "\t",
    "- ",
    "- ",
    "a: ",
    "b: ",
    "en:",
    "? ",
    ": ",
    "|\n",
    "|-\n",
    "|2+\n",
    ">\n",
    ">-\n",
    ">+\n",
    "'",
    "''",
    "\"",
    "\\\"",
    "\\n",
    "\\\n",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "# x",
    "&a ",
    "*a",
    "!b ",
    "---\n",
    "...\n",
    "é",
];

/// What resources are made of.
const OF_XML: [&str; 34] = [
    "one two",
    "Three",
    "\n",
    "\r\n",
    " ",
    "  ",
    "\\'",
    "\\",
    "\"",
    "\\n",
    "\\u00e9",
    "\\u0020",
    "@",
    "?",
    "<b>",
    "</b>",
    "<b a='>'>",
    "<br/>",
    "<xliff:g>",
    "</xliff:g>",
    "<![CDATA[",
    "]]>",
    "<!-- - -->",
    "&lt;b&gt;",
    "&lt;/b>",
    "&amp;",
    "&#160;",
    "&#34;",
    "%1$s",
    "{0}",
    "<code>",
    "</code>",
    "é",
    "'",
];

fn of(bits: &'static [&'static str]) -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(bits), 0..24).prop_map(|bits| bits.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn yaml_comes_back_as_it_was_and_survives_any_engine(text in of(&OF_YAML)) {
        check(Format::Yaml, &text);
        check(Format::Yaml, &format!("a:\n  - {text}"));
        check(Format::Yaml, &format!("a: |\n  {}\nb: c d\n", text.replace('\n', "\n  ")));
        check(Format::Yaml, &format!("a: >\n  {}\nb: c d\n", text.replace('\n', "\n  ")));
        check(Format::Yaml, &format!("a: [{text}, \"{text}\", '{text}']"));
    }

    #[test]
    fn resources_come_back_as_they_were_and_survive_any_engine(text in of(&OF_XML)) {
        check(Format::Xml, &format!("<resources><string name=\"a\">{text}</string><plurals name=\"b\"><item quantity=\"other\">{text}</item></plurals></resources>"));
        check(Format::Xml, &format!("<resources><string name=\"a\"><![CDATA[{text}]]></string><string name=\"b\">\"{text}\"</string></resources>"));
        check(Format::Resx, &format!("<root><data name=\"a\"><value>{text}</value></data><data name=\"b\"><value><![CDATA[{text}]]></value></data></root>"));
    }
}
