use std::io::Cursor;

use dragoman_language::Language;

use super::*;
use crate::testing;

const LAMP: &str = include_str!("../../testdata/properties/lamp.properties");

fn read(bytes: &[u8]) -> Result<Properties, DocumentError> {
    let options = Options::to(Language::parse("de").unwrap());
    Properties::read(&mut Cursor::new(bytes.to_vec()), &options)
}

fn units(text: &str) -> Vec<String> {
    let document = read(text.as_bytes()).unwrap();
    testing::units(&document)
}

fn written(bytes: &[u8], change: impl Fn(&str) -> String) -> Vec<u8> {
    let mut document = read(bytes).unwrap();
    testing::written(&mut document, |content| {
        testing::with_text(content, &change)
    })
}

fn translated(text: &str, change: impl Fn(&str) -> String) -> String {
    String::from_utf8(written(text.as_bytes(), change)).unwrap()
}

#[test]
fn values_for_people_are_units() {
    assert_eq!(
        units(LAMP),
        [
            "The lamp",
            "The lamp is on",
            "The lamp is off",
            " lamps are on, and one isn't",
            "It's 's lamp",
            "The light of this lamp is so bright that nobody needs another.",
            "The light in the caféis bright",
        ]
    );
}

#[test]
fn a_file_whose_units_stay_keeps_its_bytes() {
    for text in [LAMP, &LAMP.replace('\n', "\r\n"), &LAMP.replace('\n', "\r")] {
        assert_eq!(translated(text, str::to_owned), text);
        assert_eq!(units(text), units(LAMP));
    }
}

#[test]
fn keys_comments_and_technical_values_stay() {
    let upper = translated(LAMP, str::to_uppercase);
    let expected = [
        "# Messages of a program that switches lamps.",
        "! Names are never translated.",
        "lamp.title = THE LAMP",
        "lamp.on=THE LAMP IS ON",
        "lamp.off : THE LAMP IS OFF",
        "lamp.count={0} LAMPS ARE ON, AND ONE ISN''T",
        "lamp.plain=IT'S {name}'S LAMP",
        "lamp.path = /usr/share/lamps/icon.png",
        "lamp.long = THE LIGHT OF THIS LAMP IS SO BRIGHT THAT NOBODY NEEDS ANOTHER.",
        "lamp\\ with\\:\\ signs   THE LIGHT IN THE CAF\\u00c9\\nIS <b>BRIGHT</b>",
        "lamp.empty =",
        "lamp.color = #a0b1c2",
        "",
    ];
    assert_eq!(upper, expected.join("\n"));
}

#[test]
fn apostrophes_are_doubled_where_a_value_has_numbered_arguments() {
    let with_apostrophe = |text: &str| text.replace("of the", "de l'");
    for (source, translation) in [
        ("a=The page of the {0} book", "a=The page de l'' {0} book"),
        ("a=The page of the book", "a=The page de l' book"),
        // Whoever writes one alone does not give the text to `MessageFormat`.
        ("a=Don't open of the {0}", "a=Don't open de l' {0}"),
        ("a=A '{' and of the {0}", "a=A '{' and de l'' {0}"),
        ("a=The page of the {name}", "a=The page de l' {name}"),
    ] {
        assert_eq!(translated(source, with_apostrophe), translation);
    }
}

#[test]
fn branches_of_a_choice_are_translated_and_limits_stay() {
    let text = "a=There {0,choice,0#are no houses|1#is one house|1<are {0} houses}.\n";
    assert_eq!(
        units(text),
        ["There .", "are no houses", "is one house", "are  houses"]
    );
    assert_eq!(
        translated(text, str::to_uppercase),
        "a=THERE {0,choice,0#ARE NO HOUSES|1#IS ONE HOUSE|1<ARE {0} HOUSES}.\n"
    );
    assert_eq!(
        translated(text, |_| "l'a|b".to_owned()),
        "a=l''a|b{0,choice,0#l\\u2019a/b|1#l\\u2019a/b|1<l\\u2019a/b{0}l\\u2019a/b}l''a|b\n"
    );
}

#[test]
fn a_translation_is_read_as_what_it_is() {
    let hostile = " =#!:\\ \t\n\u{c}é\u{1f600} ";
    for before in ["", "# ä\n"] {
        let text = format!("{before}key=Word");
        let output = translated(&text, |_| hostile.to_owned());
        let line = output.lines().last().unwrap();
        assert_eq!(decoded(line.strip_prefix("key=").unwrap()), hostile);
        assert_eq!(output.is_ascii(), before.is_empty(), "{output}");
    }
}

#[test]
fn letters_that_the_encoding_lacks_are_escaped() {
    let latin = b"# caf\xe9 na\xefve d\xe9j\xe0 vu\nkey=Caf\xe9 au lait\n";
    let output = written(latin, |_| "Čaj é".to_owned());
    assert_eq!(
        output,
        b"# caf\xe9 na\xefve d\xe9j\xe0 vu\nkey=\\u010caj \xe9\n"
    );
}

#[test]
fn lines_go_on_behind_a_single_backslash_only() {
    assert_eq!(
        units("a=One \\\\\nb=Two \\\n   of it"),
        ["One \\", "Two of it"]
    );
    assert_eq!(units("a \\\n = \\\n  The value"), ["The value"]);
    assert_eq!(units("a=The end\\"), ["The end"]);
    // A comment has no second line.
    assert_eq!(units("# Words \\\na=The value"), ["The value"]);
}

#[test]
fn whatever_a_file_is_its_bytes_come_back() {
    for end in 0..LAMP.len() {
        let Some(text) = LAMP.get(..end) else {
            continue;
        };
        assert_eq!(translated(text, str::to_owned), text);
    }
    for bytes in [
        &b"\\u12"[..],
        b"a=\\ud800 word",
        b"=\n:\n\\",
        b"\xff\xfea\0=\0b\0",
    ] {
        assert_eq!(written(bytes, str::to_owned), bytes);
    }
}
