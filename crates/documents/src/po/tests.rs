use std::io::Cursor;

use dragoman_language::Language;

use super::strings::Unreadable;
use super::*;
use crate::testing;

const LAMP: &str = include_str!("../../testdata/po/lamp.po");

fn read_for(bytes: &[u8], target: &str) -> Result<Gettext, DocumentError> {
    let options = Options::to(Language::parse(target).unwrap());
    Gettext::read(&mut Cursor::new(bytes.to_vec()), &options)
}

fn units(text: &str) -> Vec<String> {
    let document = read_for(text.as_bytes(), "de").unwrap();
    testing::units(&document)
}

fn mapped(content: &Content, change: impl Fn(&str) -> String) -> Content {
    testing::with_text(content, &change)
}

fn written(text: &[u8], target: &str, change: impl Fn(&str) -> String) -> Vec<u8> {
    let mut document = read_for(text, target).unwrap();
    let units = document.units().iter();
    let translations: Vec<_> = units
        .map(|unit| Some(mapped(&unit.content, &change)))
        .collect();
    let mut output = Vec::new();
    document.write(&translations, &mut output).unwrap();
    output
}

fn translated(text: &str, target: &str, change: impl Fn(&str) -> String) -> String {
    String::from_utf8(written(text.as_bytes(), target, change)).unwrap()
}

#[test]
fn messages_without_a_translation_or_with_a_guess_are_units() {
    assert_eq!(
        units(LAMP),
        [
            "The lamp is on",
            "The lamp  of ",
            "Guessed",
            "Light",
            " lamp",
            " lamps",
            "A message in several lines, which is so long that it had to be divided somewhere near its middle.",
            "A second line with a \"quotation\" and a \\ and a\ttab.",
        ]
    );
}

#[test]
fn it_is_said_how_many_translations_were_kept_and_how_many_are_new() {
    let warnings = |text: &str| {
        let document = read_for(text.as_bytes(), "de").unwrap();
        let warnings = document.warnings().iter().map(ToString::to_string);
        warnings.collect::<Vec<_>>()
    };
    let catalogue = "msgid \"One\"\nmsgstr \"Eins\"\n\nmsgid \"Two\"\nmsgstr \"\"\n\n\
        msgid \"a lamp\"\nmsgid_plural \"lamps\"\nmsgstr[0] \"eine Lampe\"\nmsgstr[1] \"Lampen\"\n\n\
        #, fuzzy\nmsgid \"Three\"\nmsgstr \"Vier\"\n\n#~ msgid \"Old\"\n#~ msgstr \"Alt\"\n";
    assert_eq!(
        warnings(catalogue),
        [
            "Translations that are marked as finished in the file were kept: 2.",
            "Texts that had no finished translation were translated: 2.",
        ]
    );
    assert_eq!(
        warnings("msgid \"Two\"\nmsgstr \"\"\n"),
        Vec::<String>::new()
    );
}

#[test]
fn a_catalogue_of_another_language_says_that_it_is_of_the_target() {
    let file = |language: &str, forms: &str| {
        format!(
            "msgid \"\"\nmsgstr \"\"\n\"Language: {language}\\n\"\n\"Plural-Forms: {forms}\\n\"\n\n"
        )
    };
    let russian = "nplurals=3; plural=(n%10==1 ? 0 : n%10>=2 && n%\"\n\"10<=4 ? 1 : 2);";
    let spanish = "nplurals=2; plural=(n != 1);";
    let warnings = |text: &str, target: &str| {
        let document = read_for(text.as_bytes(), target).unwrap();
        let warnings = document.warnings().iter().map(ToString::to_string);
        warnings.collect::<Vec<_>>()
    };
    let other = "The file said that it is translated into \"ru\"; it is translated into \"es\".";
    let message = "msgid \"a b\"\nmsgid_plural \"c d\"\n";
    let open = "msgstr[0] \"\"\nmsgstr[1] \"\"\nmsgstr[2] \"\"\n";
    let text = file("ru", russian) + message + open;
    assert_eq!(warnings(&text, "es"), [other]);
    assert_eq!(translated(&text, "es", str::to_owned), text);
    assert_eq!(
        translated(&text, "es", str::to_uppercase),
        file("es", spanish) + message + "msgstr[0] \"A B\"\nmsgstr[1] \"C D\"\n"
    );
    // Forms that are finished in that language need what the header says of them.
    let finished =
        "\nmsgid \"e\"\nmsgid_plural \"f\"\nmsgstr[0] \"x\"\nmsgstr[1] \"y\"\nmsgstr[2] \"z\"\n";
    assert_eq!(
        translated(&(text + finished), "es", str::to_uppercase),
        file("es", russian)
            + message
            + "msgstr[0] \"A B\"\nmsgstr[1] \"C D\"\nmsgstr[2] \"C D\"\n"
            + finished
    );
    for (declared, target) in [
        ("ru", "ru"),
        ("es_AR", "es"),
        ("pt_BR", "pt-BR"),
        ("zh_TW", "zh-Hant"),
        ("ca@valencia", "ca"),
        ("de_DE.UTF-8", "de"),
        ("", "de"),
    ] {
        let text = file(declared, spanish) + "msgid \"a b\"\nmsgstr \"\"\n";
        assert!(warnings(&text, target).is_empty(), "{declared}");
        let output = translated(&text, target, str::to_uppercase);
        assert!(declared.is_empty() || output.contains(&format!("Language: {declared}\\n")));
    }
}

#[test]
fn a_header_that_is_filled_in_is_no_guess() {
    for (flags, kept) in [
        ("#, fuzzy\n", ""),
        ("#, fuzzy, no-wrap\n", "#, no-wrap\n"),
        ("# One.\n#, no-wrap\n", "# One.\n#, no-wrap\n"),
    ] {
        let file = |flags: &str, language: &str, translation: &str| {
            format!(
                "{flags}msgid \"\"\nmsgstr \"\"\n\"Language: {language}\\n\"\n\nmsgid \"a b\"\nmsgstr \"{translation}\"\n"
            )
        };
        let text = file(flags, "", "");
        assert_eq!(translated(&text, "de", str::to_owned), text);
        let output = translated(&text, "de", str::to_uppercase);
        assert_eq!(output, file(kept, "de", "A B"));
    }
}

#[test]
fn a_catalogue_whose_units_stay_keeps_its_bytes() {
    assert_eq!(translated(LAMP, "de", str::to_owned), LAMP);
    let windows = LAMP.replace('\n', "\r\n");
    assert_eq!(translated(&windows, "de", str::to_owned), windows);
}

#[test]
fn translations_stand_in_their_entries_and_nothing_else_changes() {
    let upper = translated(LAMP, "de", str::to_uppercase);
    for part in [
        "# Translators of the lamp.\nmsgid \"\"\n",
        "\"Language: de\\n\"\n",
        "charset=CHARSET\\n",
        "\"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n\n",
        "#: src/lamp.c:12\nmsgid \"The lamp is on\"\nmsgstr \"THE LAMP IS ON\"\n",
        "msgid \"Done already\"\nmsgstr \"Schon fertig\"\n",
        "#, c-format\nmsgid \"The lamp %d of %s\"\nmsgstr \"THE LAMP %d OF %s\"\n",
        "\n\nmsgid \"Guessed\"\nmsgstr \"GUESSED\"\n",
        "msgctxt \"verb\"\nmsgid \"Light\"\nmsgstr \"LIGHT\"\n",
        "msgid_plural \"%d lamps\"\nmsgstr[0] \"%d LAMP\"\nmsgstr[1] \"%d LAMPS\"\n\n",
        "msgstr \"\"\n\"A MESSAGE IN SEVERAL LINES, WHICH IS SO LONG THAT IT HAD TO BE DIVIDED \"\n\"SOMEWHERE NEAR ITS MIDDLE.\\n\"\n\"A SECOND LINE WITH A \\\"QUOTATION\\\" AND A \\\\ AND A\\tTAB.\\n\"\n",
        "msgid \"https://example.org\"\nmsgstr \"\"\n",
        "#~ msgid \"Gone\"\n#~ msgstr \"\"\n",
    ] {
        assert!(upper.contains(part), "{part}\n in {upper}");
    }
    let again = read_for(upper.as_bytes(), "de").unwrap();
    assert!(again.units().is_empty());
}

#[test]
fn there_are_as_many_forms_of_a_plural_as_the_language_has() {
    for (target, forms, said) in [
        ("ja", &["%d LAMPS"][..], "nplurals=1"),
        ("fr", &["%d LAMP", "%d LAMPS"], "(n > 1)"),
        ("pl", &["%d LAMP", "%d LAMPS", "%d LAMPS"], "nplurals=3"),
        (
            "ar",
            &[
                "%d LAMPS", "%d LAMP", "%d LAMPS", "%d LAMPS", "%d LAMPS", "%d LAMPS",
            ],
            "nplurals=6",
        ),
    ] {
        let upper = translated(LAMP, target, str::to_uppercase);
        let expected: String = forms
            .iter()
            .enumerate()
            .map(|(form, text)| format!("msgstr[{form}] \"{text}\"\n"))
            .collect();
        assert!(upper.contains(&format!("lamps\"\n{expected}\n")), "{upper}");
        assert!(upper.contains(said), "{upper}");
    }
    // What the catalogue says comes first, and what is translated stays.
    let own = "msgid \"\"\nmsgstr \"\"\n\"Plural-Forms: nplurals=3; plural=n==1;\\n\"\n\nmsgid \"a b\"\nmsgid_plural \"c d\"\nmsgstr[0] \"kept\"\nmsgstr[1] \"\"\n";
    assert!(
        translated(own, "de", str::to_uppercase)
            .ends_with("msgstr[0] \"kept\"\nmsgstr[1] \"A B\"\nmsgstr[2] \"C D\"\n")
    );
    let unsaid = "msgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n\nmsgid \"a b\"\nmsgid_plural \"c d\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n";
    assert!(translated(unsaid, "ja", str::to_uppercase).starts_with(
        "msgid \"\"\nmsgstr \"\"\n\"Language: ja\\n\"\n\"Plural-Forms: nplurals=1; plural=0;\\n\"\n\nmsgid"
    ));
}

#[test]
fn the_encoding_is_the_one_that_the_header_says_and_changes_only_where_it_lacks_a_letter() {
    let start = b"msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=ISO-8859-15\\n\"\n\n# f\xfcr\n";
    let text = [&start[..], b"msgid \"one two\"\nmsgstr \"\"\n"].concat();
    let latin = written(&text, "de", |_| "f\u{fc}nf \u{20ac}".to_owned());
    assert!(latin.ends_with(b"# f\xfcr\nmsgid \"one two\"\nmsgstr \"f\xfcnf \xa4\"\n"));
    let polish = String::from_utf8(written(&text, "pl", |_| "\u{17c}".to_owned())).unwrap();
    assert!(polish.contains("charset=UTF-8\\n") && polish.contains("# f\u{fc}r\n"));
    let unsaid = translated(LAMP, "de", |_| "\u{fc}ber".to_owned());
    assert!(unsaid.contains("charset=UTF-8\\n"));
}

/// A catalogue whose header names this encoding, with a comment of these bytes and a message.
fn catalogue(charset: &str, comment: &[u8]) -> Vec<u8> {
    let start = format!(
        "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset={charset}\\n\"\n\n# "
    );
    let message = &b"\nmsgid \"one two\"\nmsgstr \"\"\n"[..];
    [start.as_bytes(), comment, message].concat()
}

#[test]
fn a_header_that_names_no_encoding_says_utf_8_of_a_file_that_is_utf_8() {
    for charset in ["ASCII", "US-ASCII", "us-ascii", "ANSI_X3.4-1968", "CHARSET"] {
        // One comment is in windows-1252, and no UTF-8.
        for (comment, read) in [
            (&b"x"[..], "x"),
            (b"gr\xfc\xdfe aus K\xf6ln", "gr\u{fc}\u{df}e aus K\u{f6}ln"),
            ("f\u{fc}r".as_bytes(), "f\u{fc}r"),
        ] {
            let text = catalogue(charset, comment);
            let output = written(&text, "de", |_| "f\u{fc}r".to_owned());
            let output = String::from_utf8(output).unwrap();
            assert!(output.contains("charset=UTF-8\\n"), "{charset}: {output}");
            assert!(output.contains(&format!("# {read}\n")), "{output}");
            assert!(output.ends_with("msgstr \"f\u{fc}r\"\n"), "{output}");
            // Without such letters nothing has to change.
            let plain = written(&text, "de", |_| "eins".to_owned());
            let mut expected = text.clone();
            let end = expected.len() - 2;
            expected.splice(end..end, *b"eins");
            assert_eq!(plain, expected, "{charset}");
        }
    }
    // Where nothing can say it, the bytes stay as they are.
    let unsaid = b"msgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n\n# gr\xfc\xdfe aus K\xf6ln\nmsgid \"one two\"\nmsgstr \"\"\n";
    let output = written(unsaid, "de", |_| "f\u{fc}r".to_owned());
    assert!(output.ends_with(b"K\xf6ln\nmsgid \"one two\"\nmsgstr \"f\xfcr\"\n"));
}

#[test]
fn a_header_that_names_an_unknown_encoding_says_utf_8_once_something_is_written() {
    for charset in ["KLINGON", "UTF-16", "UTF-7"] {
        for (comment, read) in [
            (&b"x"[..], "x"),
            (b"gr\xfc\xdfe aus K\xf6ln", "gr\u{fc}\u{df}e aus K\u{f6}ln"),
            ("f\u{fc}r".as_bytes(), "f\u{fc}r"),
        ] {
            let text = catalogue(charset, comment);
            assert_eq!(written(&text, "de", str::to_owned), text);
            let output = written(&text, "de", |_| "eins".to_owned());
            let mut expected = catalogue("UTF-8", read.as_bytes());
            let end = expected.len() - 2;
            expected.splice(end..end, *b"eins");
            assert_eq!(output, expected, "{charset}");
        }
    }
}

#[test]
fn utf_16_stays_whatever_the_header_says() {
    let text = String::from_utf8(catalogue("US-ASCII", b"x")).unwrap();
    let utf_16 = |text: &str| -> Vec<u8> {
        let text = format!("\u{feff}{text}");
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    };
    let output = written(&utf_16(&text), "de", |_| "f\u{fc}r".to_owned());
    let expected = text.replace("two\"\nmsgstr \"", "two\"\nmsgstr \"f\u{fc}r");
    assert_eq!(output, utf_16(&expected));
}

#[test]
fn iso_8859_has_no_signs_where_windows_has_them() {
    for charset in [
        "ISO-8859-1",
        "iso-8859-1",
        "latin1",
        "CP819",
        "ISO-8859-9",
        "latin5",
    ] {
        let text = catalogue(charset, b"f\xfcr");
        let letters = written(&text, "de", |_| "\u{fc}\u{e9}".to_owned());
        assert!(letters.ends_with(b"# f\xfcr\nmsgid \"one two\"\nmsgstr \"\xfc\xe9\"\n"));
        for sign in [
            "\u{201e}", "\u{201c}", "\u{2026}", "\u{2019}", "\u{2013}", "\u{20ac}",
        ] {
            let output = written(&text, "de", |_| sign.to_owned());
            let output = String::from_utf8(output).unwrap();
            assert!(output.contains("charset=UTF-8\\n"), "{charset}: {output}");
            assert!(output.contains("# f\u{fc}r\n"), "{output}");
            assert!(output.ends_with(&format!("msgstr \"{sign}\"\n")));
        }
    }
    let thai = catalogue("ISO-8859-11", b"\xa1");
    let output = written(&thai, "th", |_| "\u{e01}\u{2026}".to_owned());
    let output = String::from_utf8(output).unwrap();
    assert!(output.contains("charset=UTF-8\\n") && output.contains("# \u{e01}\n"));
    for (charset, byte) in [
        ("windows-1252", 0x80),
        ("CP1252", 0x80),
        ("CP1254", 0x80),
        ("ISO-8859-15", 0xa4),
    ] {
        let text = catalogue(charset, b"f\xfcr");
        let output = written(&text, "de", |_| "\u{20ac}".to_owned());
        let end = [&b"msgstr \""[..], &[byte], b"\"\n"].concat();
        assert!(output.ends_with(&end), "{charset}");
        assert!(output.starts_with(&text[..text.len() - 3]), "{charset}");
    }
}

#[test]
fn the_mark_of_a_guess_goes_with_its_line_whatever_ends_that() {
    let text = "#, fuzzy \nmsgid \"a b\"\nmsgstr \"c\"\n\nmsgid \"d e\"\nmsgid_plural \"f g\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n";
    let expected = "msgid \"a b\"\nmsgstr \"A B\"\n\nmsgid \"d e\"\nmsgid_plural \"f g\"\nmsgstr[0] \"D E\"\nmsgstr[1] \"F G\"\n";
    for line_end in ["\n", "\r\n", "\r"] {
        let output = translated(&text.replace('\n', line_end), "de", str::to_uppercase);
        assert_eq!(output, expected.replace('\n', line_end), "{line_end:?}");
    }
}

#[test]
fn the_mark_of_a_guess_goes_from_each_line_where_it_is() {
    for (flags, kept) in [
        ("#, fuzzy\n#, c-format\n", "#, c-format\n"),
        ("#, c-format\n#, fuzzy\n", "#, c-format\n"),
        (
            "#, fuzzy, c-format\n#, no-wrap\n",
            "#, c-format\n#, no-wrap\n",
        ),
        (
            "#, fuzzy\n#: a.c:1\n#, no-wrap, fuzzy\n",
            "#: a.c:1\n#, no-wrap\n",
        ),
    ] {
        let message = "msgid \"a b\"\nmsgstr \"";
        let output = translated(&format!("{flags}{message}c\"\n"), "de", str::to_uppercase);
        assert_eq!(output, format!("{kept}{message}A B\"\n"));
    }
}

#[test]
fn the_message_that_a_guess_translates_goes_with_it() {
    for (comments, kept) in [
        (
            "# One.\n#: a.c:1\n#, fuzzy, c-format\n#| msgctxt \"x\"\n#| msgid \"\"\n#| \"a \"\n#| \"c\"\n#| msgid_plural \"d\"\n",
            "# One.\n#: a.c:1\n#, c-format\n",
        ),
        ("#| msgid \"a c\"\n#. Two.\n#, fuzzy\n", "#. Two.\n"),
        // What is no guess says nothing of what it translates.
        ("#| msgid \"a c\"\n", "#| msgid \"a c\"\n"),
    ] {
        let is_guess = comments.contains("fuzzy");
        let guess = if is_guess { "x" } else { "" };
        let next = "\n#| msgid \"e\"\nmsgid \"f g\"\nmsgstr \"h\"\n";
        let text = format!("{comments}msgid \"a b\"\nmsgstr \"{guess}\"\n{next}");
        assert_eq!(translated(&text, "de", str::to_owned), text);
        let expected = format!("{kept}msgid \"a b\"\nmsgstr \"A B\"\n{next}");
        assert_eq!(translated(&text, "de", str::to_uppercase), expected);
        let (text, expected) = (text.replace('\n', "\r\n"), expected.replace('\n', "\r\n"));
        assert_eq!(translated(&text, "de", str::to_uppercase), expected);
    }
}

#[test]
fn finished_forms_of_a_plural_stay_though_there_are_more_than_the_header_says() {
    let start = "msgid \"\"\nmsgstr \"\"\n\"Plural-Forms: nplurals=2; plural=n != 1;\\n\"\n\n";
    let message = "msgid \"a b\"\nmsgid_plural \"c d\"\n";
    for (before, after) in [
        (
            "msgstr[0] \"\"\nmsgstr[1] \"\"\nmsgstr[2] \"kept\"\n",
            "msgstr[0] \"A B\"\nmsgstr[1] \"C D\"\nmsgstr[2] \"kept\"\n",
        ),
        (
            "msgstr[0] \"\"\nmsgstr[1] \"k\"\nmsgstr[2] \"\"\nmsgstr[3] \"\"\n\"kept\"\n",
            "msgstr[0] \"A B\"\nmsgstr[1] \"k\"\nmsgstr[2] \"C D\"\nmsgstr[3] \"\"\n\"kept\"\n",
        ),
        // Of those that nobody finished there are no more than there have to be.
        (
            "msgstr[0] \"\"\nmsgstr[1] \"kept\"\nmsgstr[2] \"\"\n",
            "msgstr[0] \"A B\"\nmsgstr[1] \"kept\"\n",
        ),
    ] {
        let output = translated(
            &format!("{start}{message}{before}"),
            "de",
            str::to_uppercase,
        );
        assert_eq!(output, format!("{start}{message}{after}"));
    }
    // A guess is replaced as a whole.
    let guessed = format!("{start}#, fuzzy\n{message}msgstr[0] \"x\"\nmsgstr[2] \"y\"\n");
    let output = translated(&guessed, "de", str::to_uppercase);
    assert!(output.ends_with("c d\"\nmsgstr[0] \"A B\"\nmsgstr[1] \"C D\"\n"));
    // A number may be any.
    let far = format!("msgstr[{}] \"kept\"\n", usize::MAX);
    let output = translated(
        &format!("{start}{message}msgstr[0] \"\"\n{far}"),
        "de",
        str::to_uppercase,
    );
    assert!(
        output.ends_with(&format!("msgstr[9] \"C D\"\n{far}")),
        "{output}"
    );
}

#[test]
fn strings_are_read_and_written_with_their_escapes() {
    assert_eq!(
        strings::decoded("a\\n\\t\\\"\\\\\\101\\x41z"),
        Ok("a\n\t\"\\AAz".to_owned())
    );
    assert_eq!(strings::decoded("a\\\nb"), Ok("ab".to_owned()));
    for (broken, reason) in [
        ("a\\", Unreadable::Escape(1)),
        ("a\\q", Unreadable::Escape(1)),
        ("\\xg", Unreadable::Escape(0)),
        ("\\777", Unreadable::Byte),
        ("\\x41BC", Unreadable::Byte),
    ] {
        assert_eq!(strings::decoded(broken), Err(reason), "{broken}");
    }
    let one = "msgid \" one two\\n\"\nmsgstr \"\"\n";
    assert_eq!(
        translated(one, "de", |_| "\"eins\"\\\u{1}".to_owned()),
        "msgid \" one two\\n\"\nmsgstr \" \\\"eins\\\"\\\\\\001\\n\"\n"
    );
}

/// Why a catalogue is refused.
fn refused(text: &str) -> String {
    match read_for(text.as_bytes(), "de") {
        Err(DocumentError::Malformed { reason, .. }) => reason,
        other => panic!("{other:?} of {text}"),
    }
}

#[test]
fn what_gettext_does_not_read_is_refused_with_its_place() {
    for (text, reason) in [
        (
            "#: a.c\nmsgid \"The house\nmsgstr \"\"\n",
            "a string does not end (line 2, column 7)",
        ),
        (
            "msgid \"one\"\nmsgstr \"eins",
            "a string does not end (line 2, column 8)",
        ),
        (
            "msgid \"one \\\"\nmsgstr \"\"\n",
            "a string does not end (line 1, column 7)",
        ),
        (
            "msgid \"one\"\rmsgstr \"\r\"a\"\r",
            "a string does not end (line 2, column 8)",
        ),
        (
            "msgid\nmsgstr \"\"\n",
            "msgid has no string (line 1, column 1)",
        ),
        (
            "msgid \"one\"\nmsgstr\n\n# a\n\"b\"\n",
            "msgstr has no string (line 2, column 1)",
        ),
        (
            "msgid \"one\"\nmsgstr",
            "msgstr has no string (line 2, column 1)",
        ),
        (
            "msgid one\nmsgstr \"\"\n",
            "one stands outside of strings (line 1, column 7)",
        ),
        (
            "msgid \"a \"b\" c\"\nmsgstr \"\"\n",
            "b\" stands outside of strings (line 1, column 11)",
        ),
        (
            "msgid \"one two\"\nnonsense\nmsgstr \"\"\n",
            "nonsense stands outside of strings (line 2, column 1)",
        ),
        (
            "<<<<<<< HEAD\nmsgid \"one\"\nmsgstr \"\"\n",
            "<<<<<<< stands outside of strings (line 1, column 1)",
        ),
        (
            "msgid \"one \\q\"\nmsgstr \"\"\n",
            "a string has an unknown escape, \\q (line 1, column 12)",
        ),
        (
            "msgid \"one\"\n\nmsgid \"two\"\nmsgstr \"\"\n",
            "msgid does not belong here (line 3, column 1)",
        ),
        (
            "msgid \"one two\"\n",
            "a message has no msgstr (line 1, column 1)",
        ),
        (
            "msgid \"one\"\n# a\nmsgstr \"\"\n",
            "a message has no msgstr (line 1, column 1)",
        ),
        (
            "msgid \"one\"\nmsgstr \"\"\n# a\n\"b\"\n",
            "a string has no keyword (line 4, column 1)",
        ),
        (
            "msgid \"one two\"\nmsgstr[0] \"\"\n",
            "there is no msgid_plural before a number (line 2, column 7)",
        ),
        (
            "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[N] \"\"\n",
            "a form of a plural has no number (line 3, column 7)",
        ),
        (
            "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr \"\"\n",
            "msgstr has no number (line 3, column 1)",
        ),
        (
            "Hello\n",
            "Hello stands outside of strings (line 1, column 1)",
        ),
        ("# Hello\n", "there are no messages in it"),
    ] {
        assert_eq!(refused(text), reason, "{text}");
    }
}

#[test]
fn what_gettext_reads_is_read() {
    for (text, read) in [
        ("", &[][..]),
        (
            "msgid \"a b\"\nmsgstr \"\"\nmsgid \"c d\"\nmsgstr \"\"",
            &["a b", "c d"],
        ),
        (
            "msgid \"a b\" msgstr \"\" msgid \"c \" \"d\" msgstr \"\"",
            &["a b", "c d"],
        ),
        ("msgid\n\"a b\"\n\nmsgstr\n\"\"\n", &["a b"]),
        ("msgid\"\"\n\n\"a b\"\n\x0cmsgstr\t\"\"\n", &["a b"]),
        ("domain \"x\"\nmsgid \"a b\"\nmsgstr \"\"\n", &["a b"]),
        (
            "msgctxt \"x\"\n\"y\"\nmsgid \"a \\\nb\"\nmsgstr \"\"\n",
            &["a b"],
        ),
        ("# a\rb\nmsgid \"a b\"\r\nmsgstr \"\"\r\n", &["a b"]),
        (
            "msgid \"a b\"\nmsgid_plural \"c d\"\nmsgstr [0] \"\"\nmsgstr[ 1 ]\n\"\"\n",
            &["a b", "c d"],
        ),
        (
            "#~ msgid \"x\n#* nonsense\nmsgid \"a b\"\nmsgstr \"\"\n",
            &["a b"],
        ),
        // Bytes of letters are no text by themselves.
        ("msgid \"one \\303\\274\"\nmsgstr \"\"\n", &[]),
    ] {
        assert_eq!(units(text), read, "{text}");
        assert_eq!(translated(text, "de", str::to_owned), text);
    }
}
