//! What is a unit, and how its translation is written.

use dragoman_documents::{Content, DocumentError, Limits, Markdown, Options, Piece};
use dragoman_language::Language;

use super::tree::tree;
use super::{HANDBOOK, mapped, replaced, translated, units, upper, written};

/// The text with some text in it replaced, and codes where they were.
fn changed(text: &str, from: &str, to: &str) -> String {
    translated(text, |content| {
        mapped(content, |text| text.replace(from, to))
    })
}

#[test]
fn blocks_alternative_texts_and_titles_are_units() {
    assert_eq!(
        units(HANDBOOK),
        [
            "Care of the Instrument",
            "How to keep it \"in tune\"",
            "Care of the <0>Instrument</0>",
            "All about it",
            "The instrument is delicate, and has to be kept in its case. See <0>the manual</0>, \
             <1>the makers</1> or {2}. Do <3>not</3> leave it in the sun.{4}",
            "Setext heading",
            "A quotation, which goes on here.{0}After a break with {1}.",
            "an item in it that is long",
            "One",
            "Of a lute",
            "a picture",
            "Two, with {0} in it",
            "to be done",
            "done",
            "Part",
            "Where",
            "Bridge",
            "in the case",
            "Neck | body",
            "{0} <1>nowhere</1>",
            "Press {1} and <2>hold</2> it: 5 * 3 costs $15 & {0} more.",
            "logo",
            "The sun melts the glue.",
            "Those who make it",
        ]
    );
}

#[test]
fn only_what_is_read_changes() {
    let upper = translated(HANDBOOK, upper);
    assert_eq!(tree(&upper, true), tree(HANDBOOK, true));
    for kept in [
        "\ntitle: CARE OF THE INSTRUMENT\ndescription: \"HOW TO KEEP IT \\\"IN TUNE\\\"\"\nlayout: page\n",
        "# CARE OF THE *INSTRUMENT* {#care}\n",
        "[THE MANUAL](manual.md \"ALL ABOUT IT\")",
        "<https://example.org/a_b>",
        "**NOT**",
        ".[^sun]\n",
        "\nSETEXT HEADING\n==============\n",
        "  \n> AFTER A BREAK WITH `code in it`.\n>\n> - AN ITEM IN IT THAT IS LONG\n",
        "2. TWO, WITH ![A PICTURE](lute.png 'OF A LUTE') IN IT\n   - [ ] TO BE DONE\n",
        "| NECK \\| BODY | `a \\| b` ~~NOWHERE~~ |\n",
        "let text = \"not to be translated\";",
        "    indented code",
        "\nText in HTML\n",
        "PRESS <kbd>Ctrl</kbd> AND <b>HOLD</b> IT: 5 * 3",
        "![LOGO][logo]\n",
        "[the makers]: https://example.org/makers \"THOSE WHO MAKE IT\"\n",
        "[^sun]: THE SUN MELTS THE GLUE.\n",
    ] {
        assert!(upper.contains(kept), "{kept:?} in {upper}");
    }
    assert!(upper.contains("\nMAKERS][the makers]") || upper.contains("[THE MAKERS][the makers]"));
}

#[test]
fn a_paragraph_is_wrapped_as_wide_as_it_was_with_what_stands_before_its_lines() {
    let text = "> - one two three four five six seven eight nine\r\n>   ten eleven twelve\r\n";
    let doubled = translated(text, |content| {
        mapped(content, |text| format!("{text} {text}"))
    });
    let lines: Vec<&str> = doubled.split_terminator("\r\n").collect();
    assert!(lines.len() > 2, "{lines:?}");
    assert!(lines[0].starts_with("> - one"));
    assert!(
        lines[1..]
            .iter()
            .all(|line| line.starts_with(">   ") && line.len() < 60)
    );
    assert_eq!(replaced("one\n", &"long ".repeat(60)).lines().count(), 1);
    assert_eq!(units("你好\n世界\n"), ["你好世界"]);
}

#[test]
fn text_that_looks_like_markup_is_escaped() {
    for (text, expected) in [
        ("# x", "\\# x\n"),
        ("- x", "\\- x\n"),
        ("+ x", "\\+ x\n"),
        ("12. x", "12\\. x\n"),
        ("> x", "\\> x\n"),
        ("=== x", "\\=== x\n"),
        ("*x* _y_ `z`", "\\*x\\* \\_y\\_ \\`z\\`\n"),
        ("a * b snake_case", "a * b snake_case\n"),
        ("[x](y)", "\\[x\\](y)\n"),
        ("<b> a < b", "\\<b> a < b\n"),
        ("&amp; R&D AT & T", "\\&amp; R\\&D AT & T\n"),
        ("$x$ and $5", "\\$x\\$ and \\$5\n"),
        ("for $5", "for $5\n"),
        ("a | b", "a | b\n"),
        ("x\n\n# y", "x # y\n"),
    ] {
        assert_eq!(replaced("word\n", text), expected);
    }
    let table = "| a | b |\n|---|---|\n";
    assert_eq!(
        replaced(table, "x | y"),
        "| x \\| y | x \\| y |\n|---|---|\n"
    );
    assert_eq!(replaced("# word {#id}\n", "x #"), "# x \\# {#id}\n");
    assert_eq!(replaced("word\n====\n", "x {#id}"), "x \\{#id\\}\n====\n");
    assert_eq!(replaced("word\\\nword\n", "# x"), "\\# x\n");
}

#[test]
fn emphasis_stays_what_it_is_next_to_letters_and_marks() {
    for (source, from, to, expected) in [
        ("**Note:** it is\n", " it", "it", "**Note:**&#105;t is\n"),
        ("**Note** it is\n", " it", "it", "**Note**it is\n"),
        ("see _this_ thing\n", " thing", "thing", "see *this*thing\n"),
        ("so **(this)**\n", "so ", "so", "s&#111;**(this)**\n"),
        ("a **b** c\n", "b", " b ", "a **b** c\n"),
        ("a **b** c\n", "b", "", "a c\n"),
        ("a *b* **c**\n", "a", "x", "x *b* **c**\n"),
    ] {
        assert_eq!(changed(source, from, to), expected, "{source}");
    }
    let close = |text: &str| {
        translated(text, |content| {
            mapped(content, |text| text.replace(' ', ""))
        })
    };
    assert_eq!(close("a **b:** **c** d\n"), "a**b:** **c**d\n");
    assert_eq!(close("a `b` `c` d\n"), "a`b` `c`d\n");
    assert_eq!(close("a https://b.example c\n"), "a https://b.example c\n");
    let joined = translated("one *two* **three** four\n", |content| {
        let kept = content.pieces().iter();
        let kept =
            kept.filter(|piece| !matches!(piece, Piece::Text(text) if text.trim().is_empty()));
        Content::new(kept.cloned())
    });
    assert_eq!(joined, "one *two***three** four\n");
}

#[test]
fn links_keep_their_targets_and_labels() {
    let text = "See [one], [two][], [three][3], [`four`] and [five](<a b> \"six\").\n\n[one]: 1\n[two]: 2\n[3]: 3\n[`four`]: 4\n";
    assert_eq!(
        translated(text, upper),
        "SEE [ONE][one], [TWO][two], [THREE][3], [`four`] AND [FIVE](<a b> \"SIX\").\n\n[one]: 1\n[two]: 2\n[3]: 3\n[`four`]: 4\n"
    );
    assert_eq!(
        changed("[a](b \"one\")\n", "one", "\"two\" \\"),
        "[a](b \"\\\"two\\\" \\\\\")\n"
    );
    assert_eq!(
        units("Look at https://example.org/a_b.\n"),
        ["Look at {0}."]
    );
    assert_eq!(
        units("[![build](https://a.b/c.svg)](https://a.b)\n"),
        ["build"]
    );
}

#[test]
fn shortcodes_are_kept_and_colons_are_letters() {
    let text = "see :house: and :+1:\n";
    assert_eq!(units(text), ["see {0} and {1}"]);
    assert_eq!(translated(text, upper), "SEE :house: AND :+1:\n");
    assert_eq!(
        translated(":smile: The house\n", upper),
        ":smile: THE HOUSE\n"
    );
    assert_eq!(replaced("word\n", "a :b c"), "a :b c\n");
    assert_eq!(replaced("word\n", ": a"), "\\: a\n");
    assert_eq!(replaced("word\n", ":::a"), "\\:::a\n");
    let note = "A[^n] b\n\n[^n]: c\n";
    let turned = translated("[^n] b\n\n[^n]: c\n", |content| {
        mapped(content, |text| format!(":{text}"))
    });
    assert_eq!(tree(&turned, false), tree("[^n] b\n\n[^n]: c\n", false));
    assert_eq!(translated(note, upper), "A[^n] B\n\n[^n]: C\n");
}

#[test]
fn links_of_wikis_are_kept() {
    let text = "See [[Wiki Link]], [[Page#Part|text]] and ![[picture one.png]] here\n";
    assert_eq!(units(text), ["See {0}, {1} and {2} here"]);
    assert_eq!(
        translated(text, upper),
        "SEE [[Wiki Link]], [[Page#Part|text]] AND ![[picture one.png]] HERE\n"
    );
    assert_eq!(
        translated("[[a b]]: one *two*\n", upper),
        "[[a b]]: ONE *TWO*\n"
    );
    assert_eq!(
        translated("See [[one]]\n\n[one]: 1\n", upper),
        "SEE \\[[ONE][one]\\]\n\n[one]: 1\n"
    );
    assert!(units("[[Wiki Link]]\n").is_empty());
}

#[test]
fn html_keeps_its_tags_and_blocks_of_it_stay() {
    let text = "<p align=\"center\">\n  text\n</p>\n\nA <span title=\"b\">word</span><br>and <!-- no --> <code>x</code>\n";
    assert_eq!(units(text), ["A <0>word</0>{1}and {2} {3}"]);
    assert!(
        translated(text, upper)
            .ends_with("A <span title=\"b\">WORD</span><br>AND <!-- no --> <code>x</code>\n")
    );
    // A block of HTML would begin with this tag.
    let turned = translated("a <div> b\n", |content| {
        Content::new(content.pieces().iter().rev().cloned())
    });
    assert_eq!(tree(&turned, false), tree("a <div> b\n", false));
}

#[test]
fn line_ends_that_are_shown_stay_within_their_paragraph() {
    let text = "> one\\\n> two\\\n> three\n";
    assert_eq!(translated(text, upper), "> ONE\\\n> TWO\\\n> THREE\n");
    let moved = translated(text, |content| {
        let (texts, breaks): (Vec<Piece>, Vec<Piece>) = content
            .pieces()
            .iter()
            .cloned()
            .partition(|piece| matches!(piece, Piece::Text(_)));
        Content::new(texts.into_iter().chain(breaks))
    });
    assert_eq!(moved, "> onetwothree\n");
}

#[test]
fn values_of_the_front_matter_stay_values() {
    for (value, translation, expected) in [
        ("One two", "Eins", "Eins"),
        ("One two", "Eins: zwei", "\"Eins: zwei\""),
        ("One two", "# eins", "\"# eins\""),
        ("One two", "true", "\"true\""),
        ("'It''s one'", "'s ist", "'''s ist'"),
        ("\"One\"", "\"Eins\" \\", "\"\\\"Eins\\\" \\\\\""),
    ] {
        let text = format!("---\nlayout: x\ntitle: {value}\n---\n");
        let expected = format!("---\nlayout: x\ntitle: {expected}\n---\n");
        assert_eq!(replaced(&text, translation), expected);
    }
    let toml = "+++\ntitle = \"One\"\n[extra]\ntitle = \"Two\"\n+++\n\nThree\n";
    assert_eq!(units(toml), ["One", "Three"]);
    for kept in [
        "---\ntitle: One\n  two\n---\n",
        "---\ntitle: \"One \\u00e9\"\n---\n",
        "---\ntitle: {one: two}\n---\n",
        "---\ntags: [a title]\n---\n",
    ] {
        assert!(units(kept).is_empty(), "{kept}");
    }
    assert_eq!(units("---\n\nOne\n\n---\n"), ["One"]);
}

#[test]
fn the_front_matter_names_the_language_of_the_translation() {
    let page = |value: &str| format!("---\n{value}\nlayout: x\n---\n\nword\n");
    let options = |target: &str, source: Option<&str>| Options {
        source: source.map(|source| Language::parse(source).unwrap()),
        ..Options::to(Language::parse(target).unwrap())
    };
    let written_to = |options: &Options, text: &str| {
        let mut source = std::io::Cursor::new(text.as_bytes().to_vec());
        let mut document = Markdown::read(&mut source, options).unwrap();
        let unchanged = written(&mut document, Clone::clone);
        assert_eq!(String::from_utf8(unchanged).unwrap(), text);
        String::from_utf8(written(&mut document, upper)).unwrap()
    };
    for (target, value, expected) in [
        ("de", "lang: en-US", "lang: de"),
        ("pt-BR", "lang: en-US", "lang: pt-BR"),
        ("pt-BR", "language: en", "language: pt-BR"),
        ("pt-BR", "locale: 'en_US'", "locale: 'pt_BR'"),
        ("de", "lang: \"en\"", "lang: \"de\""),
        ("de", "language: English", "language: English"),
        ("de", "language: python", "language: python"),
        ("de", "site:\n  lang: en", "site:\n  lang: en"),
    ] {
        let expected = page(expected).replace("word", "WORD");
        assert_eq!(
            written_to(&options(target, Some("en")), &page(value)),
            expected
        );
    }
    let toml = "+++\nlanguage = \"en\"\n+++\nword\n";
    assert_eq!(
        written_to(&options("de", None), toml),
        "+++\nlanguage = \"de\"\n+++\nWORD\n"
    );
    // What is in a third language is not said of this text.
    let other = page("lang: fr");
    assert_eq!(
        written_to(&options("de", Some("en")), &other),
        other.replace("word", "WORD")
    );
    let both = Options {
        bilingual: true,
        ..options("de", None)
    };
    assert!(written_to(&both, &page("lang: en")).contains("lang: en\n"));
}

#[test]
fn an_old_encoding_stays_where_it_has_the_letters() {
    let mut document = super::read(b"Gr\xfc\xdfe aus K\xf6ln\n").unwrap();
    let output = written(&mut document, upper);
    assert_eq!(output, b"GR\xdcSSE AUS K\xd6LN\n");
}

#[test]
fn depth_and_units_are_limited() {
    let limits = Limits {
        depth: 20,
        units: 3,
        ..Limits::default()
    };
    let options = Options {
        limits,
        ..Options::to(Language::parse("de").unwrap())
    };
    for (text, is_small) in [
        ("a\n\nb\n", true),
        ("a\n\nb\n\nc\n\nd\n", false),
        (&format!("{}a\n", "> ".repeat(50)), false),
        (
            &format!("{}a{}\n", "*b ".repeat(30), " b*".repeat(30)),
            false,
        ),
        (
            &format!("{}a{}\n", "![".repeat(50), "](b)".repeat(50)),
            false,
        ),
    ] {
        let read = Markdown::read(
            &mut std::io::Cursor::new(text.as_bytes().to_vec()),
            &options,
        );
        assert_eq!(read.is_ok(), is_small, "{text:?}");
        if let Err(error) = read {
            assert!(matches!(error, DocumentError::TooLarge { .. }));
        }
    }
}
