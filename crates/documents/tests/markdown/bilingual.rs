//! Both languages: each translation behind its source, in the same block.

use super::*;

pub(crate) fn read_bilingual(bytes: &[u8]) -> Markdown {
    let options = Options {
        bilingual: true,
        ..Options::to(Language::parse("de").unwrap())
    };
    Markdown::read(&mut Cursor::new(bytes.to_vec()), &options).unwrap()
}

pub(crate) fn bilingual(text: &str, translate: impl Fn(&Content) -> Content) -> String {
    String::from_utf8(written(&mut read_bilingual(text.as_bytes()), translate)).unwrap()
}

/// The text with one translation behind every unit.
fn with_behind(text: &str, translation: &str) -> String {
    bilingual(text, |_| {
        Content::new([Piece::Text(translation.to_owned())])
    })
}

#[test]
fn a_translation_is_the_next_line_of_its_paragraph() {
    for (text, expected) in [
        ("One.\n\nTwo.\n", "One.  \nONE.\n\nTwo.  \nTWO.\n"),
        ("One", "One  \nONE"),
        ("One\r\n\r\nTwo\r\n", "One  \r\nONE\r\n\r\nTwo  \r\nTWO\r\n"),
        ("One\r\rTwo", "One  \rONE\r\rTwo  \rTWO"),
        // Where a line has an end that is shown, it is written as there.
        ("One\\\ntwo", "One\\\ntwo\\\nONE\\\nTWO"),
        ("One  \ntwo", "One  \ntwo  \nONE  \nTWO"),
        (
            "A **strong** [link](x) with `code`, <kbd id=\"k\">a key</kbd> and <b id=\"i\">bold</b> words.",
            "A **strong** [link](x) with `code`, <kbd id=\"k\">a key</kbd> and <b id=\"i\">bold</b> words.  \n\
             A **STRONG** [LINK](x) WITH `code`, <kbd>a key</kbd> AND <b>BOLD</b> WORDS.",
        ),
        ("**All of it.**", "**All of it.**  \n**ALL OF IT.**"),
    ] {
        assert_eq!(bilingual(text, upper), expected);
    }
}

#[test]
fn lists_and_quotations_keep_their_shape() {
    for (text, expected) in [
        (
            "- One\n- Two\n  - Three\n",
            "- One  \n  ONE\n- Two  \n  TWO\n  - Three  \n    THREE\n",
        ),
        (
            "10. One\n11. Two\n",
            "10. One  \n    ONE\n11. Two  \n    TWO\n",
        ),
        (
            "- [ ] One\n- [x] Two\n",
            "- [ ] One  \n      ONE\n- [x] Two  \n      TWO\n",
        ),
        (
            "> One\n>\n> - Two\n",
            "> One  \n> ONE\n>\n> - Two  \n>   TWO\n",
        ),
        // What would begin a list elsewhere.
        ("- [ ] 1. One\n", "- [ ] 1. One  \n      1\\. ONE\n"),
        ("> One\n> two\n", "> One\n> two  \n> ONE TWO\n"),
        ("-\tOne\n", "-\tOne  \n \tONE\n"),
        (
            "Text[^n]\n\n[^n]: A note.\n",
            "Text[^n]  \nTEXT\n\n[^n]: A note.  \n      A NOTE.\n",
        ),
    ] {
        assert_eq!(bilingual(text, upper), expected);
        let shape = |text: &str| tree::tree(text, false);
        let tight = |text: &str| shape(text).matches("Start(Paragraph)").count();
        assert_eq!(tight(text), tight(expected), "{text}");
    }
}

#[test]
fn headings_and_cells_have_one_line() {
    for (text, expected) in [
        ("# One {#id}\n", "# One <br>ONE {#id}\n"),
        ("## One ##\n", "## One <br>ONE ##\n"),
        ("One\n===\n", "One <br>ONE\n===\n"),
        (
            "| One | 2 |\n|---|---|\n| a \\| b | `x` c |\n",
            "| One <br>ONE | 2 |\n|---|---|\n| a \\| b <br>A \\| B | `x` c <br>`x` C |\n",
        ),
    ] {
        assert_eq!(bilingual(text, upper), expected);
    }
}

#[test]
fn pictures_titles_and_front_matter_have_the_translation_only() {
    for (text, expected) in [
        (
            "---\ntitle: One\n---\nTwo\n",
            "---\ntitle: ONE\n---\nTwo  \nTWO\n",
        ),
        // A picture, a footnote and an anchor are there once.
        (
            "See ![a lute](x.png \"of wood\") here[^n] <a name=\"x\"></a>now.\n\n[^n]: 1\n",
            "See ![A LUTE](x.png \"OF WOOD\") here[^n] <a name=\"x\"></a>now.  \nSEE HERE <a></a>NOW.\n\n[^n]: 1\n",
        ),
        ("[One](x 'two')\n", "[One](x 'TWO')  \n[ONE](x 'TWO')\n"),
        ("[One]\n\n[One]: x\n", "[One]  \n[ONE][One]\n\n[One]: x\n"),
    ] {
        assert_eq!(bilingual(text, upper), expected);
    }
}

#[test]
fn what_is_behind_does_not_end_what_the_source_began() {
    for (source, translation) in [
        ("A ` sign", "Ein ` Zeichen"),
        ("A `` sign", "Ein `` Zeichen"),
        ("It costs $5 now", "Es kostet 5$"),
        ("a <b", "c>"),
        ("a * b", "*c*"),
        ("One [", "](x)"),
        ("One <!-- ", " -->"),
        ("a ~~b", "c~~ d"),
        ("One", "==="),
        ("One", "---"),
        ("a | b", "--|--"),
        ("One", "- zwei"),
        ("One", "1. zwei"),
        ("One", "# zwei"),
        ("One", "> zwei"),
        ("One", "    zwei"),
        ("One", "<div>zwei"),
        ("One", "```"),
        ("One", "[zwei]: x"),
    ] {
        let output = with_behind(source, translation);
        assert!(output.starts_with(source), "{output}");
        assert_ne!(output, source, "it is not written");
        let tree = tree::tree(&output, false);
        assert_eq!(tree, "⟨Start(Paragraph)⟩⟨End(Paragraph)⟩", "{output}");
    }
}

#[test]
fn without_a_translation_or_with_its_source_nothing_changes() {
    let handbook = HANDBOOK.replace('\n', "\r\n");
    for text in [HANDBOOK, &handbook, "A\n"] {
        assert_eq!(bilingual(text, Clone::clone), text);
        let mut document = read_bilingual(text.as_bytes());
        let mut output = Vec::new();
        document.write(&[], &mut output).unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), text);
    }
    // One without a word is none.
    assert_eq!(with_behind("One\n", ""), "One\n");
}

#[test]
fn a_letter_that_the_encoding_lacks_makes_it_utf_8() {
    let latin = b"D\xe9j\xe0 vu, \xe7a va tr\xe8s bien\n";
    let output = written(&mut read_bilingual(latin), |_| {
        Content::new([Piece::Text("Добре".to_owned())])
    });
    let expected = "Déjà vu, ça va très bien  \nДобре\n";
    assert_eq!(String::from_utf8(output).unwrap(), expected);
}

#[test]
fn the_handbook_has_both() {
    let output = bilingual(HANDBOOK, upper);
    for part in [
        "# Care of the *Instrument* <br>CARE OF THE *INSTRUMENT* {#care}\n",
        "Setext heading <br>SETEXT HEADING\n======",
        "| Neck \\| body <br>NECK \\| BODY | `a \\| b` ~~nowhere~~ <br>`a \\| b` ~~NOWHERE~~ |\n",
        "> After a break with `code in it`.  \n> A QUOTATION, WHICH GOES ON HERE.  \n> AFTER A BREAK WITH `code in it`.\n",
        "   - [ ] to be done  \n         TO BE DONE\n",
        "[^sun]: The sun melts\n    the glue.  \n    THE SUN MELTS THE GLUE.",
    ] {
        assert!(output.contains(part), "{part}\n---\n{output}");
    }
}
