use std::io::Cursor;

use super::*;
use crate::testing;

const LAMP: &str = include_str!("../../testdata/yaml/lamp.en.yml");

fn options() -> Options {
    Options::to(Language::parse("de").unwrap())
}

fn read_to(bytes: &[u8], options: &Options) -> Result<Yaml, DocumentError> {
    Yaml::read(&mut Cursor::new(bytes.to_vec()), options)
}

fn read(bytes: &[u8]) -> Result<Yaml, DocumentError> {
    read_to(bytes, &options())
}

fn units(text: &str) -> Vec<String> {
    let document = read(text.as_bytes()).unwrap();
    testing::units(&document)
}

fn written_to(bytes: &[u8], options: &Options, change: impl Fn(&str) -> String) -> Vec<u8> {
    let mut document = read_to(bytes, options).unwrap();
    testing::written(&mut document, |content| {
        testing::with_text(content, &change)
    })
}

fn translated(text: &str, change: impl Fn(&str) -> String) -> String {
    String::from_utf8(written_to(text.as_bytes(), &options(), change)).unwrap()
}

/// The texts of all scalars that are values, as they are read.
fn scalars(text: &str) -> Vec<String> {
    let mut events = Events::new(text);
    let mut found = Vec::new();
    while let Some(placed) = events.next().unwrap() {
        if let saphyr_parser::Event::Scalar(value, ..) = placed.event {
            found.push(value.into_owned());
        }
    }
    found
}

#[track_caller]
fn check(text: &str, translation: &str, expected: &str) {
    assert_eq!(translated(text, |_| translation.to_owned()), expected);
    assert_eq!(
        scalars(&expected.replace("\r\n", "\n"))
            .last()
            .unwrap()
            .trim_matches('\n'),
        translation
    );
}

#[test]
fn values_for_people_are_units() {
    assert_eq!(
        units(LAMP),
        [
            "The lamp",
            "The lamp is on",
            "The lamp isn't off",
            "The light of this lamp is so bright that nobody needs another",
            "One lamp",
            " lamps",
            "Bright",
            "Dark, but warm",
            "Broken",
            "Yes, of course",
            "Switch the lamp on.",
            "* Press the button.",
            "Wait.",
            "Once upon a time there was a lamp that nobody had switched off.",
            "It was bright.",
            "One\tlineand another",
        ]
    );
}

#[test]
fn keys_comments_and_technical_values_stay() {
    let expected = "# Messages of a program that switches lamps.
de:
  lamp:
    title: THE LAMP   # shown at the top
    \"on\": \"THE LAMP IS ON\"
    'off': 'THE LAMP ISN''T OFF'
    hint: THE LIGHT OF THIS LAMP IS SO BRIGHT
      THAT NOBODY NEEDS ANOTHER
    count:
      one: ONE LAMP
      other: \"%{count} LAMPS\"
    states: [BRIGHT, \"DARK, BUT WARM\", {name: BROKEN}]
    path: /usr/share/lamps/icon.png
    enabled: yes
    answer: YES, OF COURSE
    format: \"%Y-%m-%d\"
    power: 60
    help: &help |
      SWITCH THE LAMP ON.

        * PRESS THE BUTTON.
      WAIT.
    again: *help
    story: >-
      ONCE UPON A TIME THERE WAS A LAMP THAT
      NOBODY HAD SWITCHED OFF.

      IT WAS BRIGHT.
    tabs: \"ONE\\tLINE\\nAND ANOTHER\"
    secret: !vault |
      Some words here
    kind: !ruby/symbol bright
";
    assert_eq!(translated(LAMP, str::to_uppercase), expected);
}

#[test]
fn a_file_whose_units_stay_keeps_its_bytes() {
    for text in [
        LAMP,
        &LAMP.replace('\n', "\r\n"),
        &LAMP.replace("lamp", "lämp"),
    ] {
        assert_eq!(translated(text, str::to_owned), text);
    }
    let windows = LAMP.replace('\n', "\r\n");
    assert_eq!(units(&windows), units(LAMP));
    let upper = translated(&windows, str::to_uppercase);
    assert_eq!(
        upper,
        translated(LAMP, str::to_uppercase).replace('\n', "\r\n")
    );
}

#[test]
fn a_plain_scalar_gets_quotation_marks_where_it_needs_them() {
    for (translation, written) in [
        ("Wort", "Wort"),
        ("Ein Wort: zwei", "\"Ein Wort: zwei\""),
        ("- Wort", "\"- Wort\""),
        ("Wort #1", "\"Wort #1\""),
        ("Nein", "Nein"),
        ("no", "\"no\""),
        ("12", "\"12\""),
        ("2024-01-31", "\"2024-01-31\""),
        ("@Wort", "\"@Wort\""),
        ("", "\"\""),
        ("\"Wort\"", "\"\\\"Wort\\\"\""),
        ("Zeile\nZeile", "\"Zeile\\nZeile\""),
        ("\u{7}\u{2028}", "\"\\u0007\\u2028\""),
        ("Wörter, mehr", "Wörter, mehr"),
    ] {
        check("key: Word # x", translation, &format!("key: {written} # x"));
        check("- Word", translation, &format!("- {written}"));
    }
    check("a: 'b c'\nd: Word", "b c", "a: 'b c'\nd: b c");
    let single = "a: '1'\nb: '2'\nc: \"3\"\nd: Word";
    check(
        single,
        "l'eau: x",
        "a: '1'\nb: '2'\nc: \"3\"\nd: 'l''eau: x'",
    );
    check("a: [Word]", "b, c", "a: [\"b, c\"]");
    check("a: 'Word'", "b\tc", "a: \"b\\tc\"");
}

#[test]
fn blocks_keep_their_style_indentation_and_ends() {
    for head in ["|", "|-", "|+", ">", ">-", ">+", "| # x"] {
        let text = format!("a:\n  b: {head}\n    The words\n\n\n  c: 1\n");
        let expected = text.replace("The words", "# Wörter: ja ");
        assert_eq!(
            translated(&text, |_| "\n# Wörter: ja \n".to_owned()),
            expected
        );
    }
    let text = "- |2\n    The words\n   go on\n- x y";
    assert_eq!(
        translated(text, |text| format!(" {text}")),
        "- |2\n     The words\n    go on\n- \" x y\""
    );
    // No block of which nothing is left, nor what none can have.
    assert_eq!(
        translated("a: |\n  Word\n", |_| " ".to_owned()),
        "a: |\n  Word\n"
    );
    let hostile = |_: &str| "\u{7}Wort\r\u{2028}s".to_owned();
    assert_eq!(translated("a: |\n  Word\n", hostile), "a: |\n  Worts\n");
    assert_eq!(
        translated("a: |\n  Word", str::to_uppercase),
        "a: |\n  WORD"
    );
    assert_eq!(
        translated("a: &b\n  |\n\n  Word\n", str::to_uppercase),
        "a: &b\n  |\n\n  WORD\n"
    );
    assert_eq!(
        translated("--- |\nSome words\n...\n", str::to_uppercase),
        "--- |\nSOME WORDS\n...\n"
    );
    let marker = |_: &str| "--- a".to_owned();
    assert_eq!(
        translated("--- |\nSome words\n", marker),
        "--- |\nSome words\n",
        "another tree"
    );
}

#[test]
fn folded_text_is_wrapped_as_it_was() {
    let text = "a: >\n  one two three\n  four five\n\n  six\n    seven\n  eight\n";
    let longer = translated(text, |text| text.replace(' ', " und "));
    assert_eq!(
        longer,
        "a: >\n  one und two\n  und three und\n  four und five\n\n  six\n    seven\n  eight\n"
    );
    let plain = "a: one two three\n   four five\n\n   six seven eight\n";
    assert_eq!(
        translated(plain, |text| text.replace(' ', " und ")),
        "a: one und two und\n   three und four\n   und five\n\n   six und seven\n   und eight\n"
    );
    let double = "a: \"one two\n  three\"\n";
    assert_eq!(
        translated(double, |text| text.replace(' ', " \"und\" ")),
        "a: \"one\n  \\\"und\\\"\n  two\n  \\\"und\\\"\n  three\"\n"
    );
}

#[test]
fn strings_that_would_make_another_tree_stay_and_the_others_do_not() {
    // A bracket at this place is one that the parser takes behind plain scalars only.
    let list = "b:\n  c: [\n    Word\n  ]\n";
    for count in [1, 3, 30] {
        let text = format!(
            "a: Word\n{}",
            list.replace("b:", "b:\n  d: x y").repeat(count)
        );
        let output = translated(&text, |text| format!("- {text}"));
        let expected = text
            .replace("a: Word", "a: \"- Word\"")
            .replace("d: x y", "d: \"- x y\"");
        assert_eq!(output, expected);
    }
}

#[test]
fn the_only_key_at_the_root_names_the_language() {
    let to = |target: &str| Options::to(Language::parse(target).unwrap());
    let root = |text: &str, options: &Options| {
        let output = written_to(text.as_bytes(), options, str::to_uppercase);
        let output = String::from_utf8(output).unwrap();
        output.split(':').next().unwrap().to_owned()
    };
    assert_eq!(root("en:\n  a: Word", &to("pt-BR")), "pt-BR");
    assert_eq!(root("en_US:\n  a: Word", &to("pt-BR")), "pt_BR");
    assert_eq!(root("'en':\n  a: Word", &to("fr")), "'fr'");
    assert_eq!(root("{en: {a: Word}}", &to("fr")), "{fr");
    for text in [
        "en: Word",
        "en:\n  - Some words",
        "en:\n  a: 1",
        "en:\n  a: Word\nfr:\n  a: Mot",
        "en:\n  a: Word\n---\nb: 1",
        "entry:\n  a: Word",
    ] {
        let key = text.split(':').next().unwrap();
        assert_eq!(root(text, &to("de")), key, "{text}");
    }
    let french = Options {
        source: Some(Language::parse("fr").unwrap()),
        ..to("de")
    };
    assert_eq!(root("en:\n  a: Word", &french), "en");
    assert_eq!(root("fr:\n  a: Mot", &french), "de");
}

#[test]
fn what_is_for_programs_stays() {
    for text in [
        "a: !ruby/object:Lamp\n  name: Some words",
        "a: !!binary Some words",
        "? Some words\n",
        "? [Some words, {more: words}]\n: 1",
        "a: &b Some words\n*b : 1",
        "a: yes\nb: On\nc: null\nd: 1e5\ne: 2024-01-31",
        "<<: {}",
        "# Some words",
        "",
        "---\n...\n",
        "a: [:year, :month]",
    ] {
        assert!(units(text).is_empty(), "{text}: {:?}", units(text));
    }
    assert_eq!(units("a: !!str Some words"), ["Some words"]);
    assert_eq!(units("a: ! Some words"), ["Some words"]);
    assert_eq!(units("--- \"Some words\""), ["Some words"]);
    assert_eq!(units("a: 'yes'"), ["yes"]);
    assert_eq!(
        units("a: One\na: Two\n---\na: Three"),
        ["One", "Two", "Three"]
    );
}

#[test]
fn a_file_that_is_none_is_refused_with_the_reason() {
    let reason = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
    assert!(
        reason("a: b: c").contains("(line 1, column"),
        "{}",
        reason("a: b: c")
    );
    assert!(reason("Only a text").contains("without keys or lists"));
    assert!(reason("<a>Some words</a>").contains("without keys or lists"));
    assert!(reason("a: {{ value }}\nb: {{").len() < 300);
    assert!(reason("a: \"b").contains("not a valid YAML"));
    assert!(read(b"\0\x01\x02\xff\xfe\0").is_err());
    for deep in ["[", "- ", "{a: ", "? "] {
        assert!(read(deep.repeat(1_000_000).as_bytes()).is_err(), "{deep}");
    }
}

#[test]
fn whatever_a_file_is_its_bytes_come_back() {
    let windows = LAMP.replace('\n', "\r\n").replace("lamp", "lämp");
    for text in [LAMP, &windows] {
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            let part = &text[..end];
            if read(part.as_bytes()).is_ok() {
                assert_eq!(translated(part, str::to_owned), part);
                translated(part, |text| format!(" {text}: #\n"));
            }
        }
    }
    for bytes in [
        &b"a: caf\xe9 au lait\n"[..],
        b"\xff\xfea\0:\0 \0b\0c\0 \0d\0",
        b"\xef\xbb\xbfa: Word",
    ] {
        assert_eq!(written_to(bytes, &options(), str::to_owned), bytes);
    }
    let written = written_to(b"a: caf\xe9 au lait d\xe9j\xe0\n", &options(), |_| {
        "Čaj".to_owned()
    });
    assert_eq!(written, "a: Čaj\n".as_bytes());
}
