//! Lines of tools that make pages of Markdown.

use super::bilingual::bilingual;
use super::{replaced, translated, units, upper};

#[test]
fn containers_keep_their_lines() {
    let text = ":::tip A Title\nThe house is green\nand *big*.\n:::\nAfter it.\n";
    assert_eq!(
        units(text),
        ["A Title", "The house is green and <0>big</0>.", "After it."]
    );
    for (text, expected) in [
        (
            text,
            ":::tip A TITLE\nTHE HOUSE IS GREEN AND *BIG*.\n:::\nAFTER IT.\n",
        ),
        ("::: tip\nOne\n:::\n", "::: tip\nONE\n:::\n"),
        (
            "> ::::tip[One *and*]{.big}\n> two  \n> ::::\n",
            "> ::::tip[ONE *AND*]{.big}\n> TWO  \n> ::::\n",
        ),
        (
            "- :::tip\r\n  one\r\n  :::\r\n",
            "- :::tip\r\n  ONE\r\n  :::\r\n",
        ),
        (":::tip *One\ntwo*\n:::", ":::tip \\*ONE\nTWO\\*\n:::"),
        ("\\:::tip one\ntwo\n", "\\:::TIP ONE TWO\n"),
        (":::a*b One* two\n", ":::a*b One* two\n"),
    ] {
        assert_eq!(translated(text, upper), expected);
    }
}

#[test]
fn admonitions_and_tabs_have_a_title_and_blocks() {
    let text = "??? note \"A *title*\"\n\n    The house\n    is green.\n\n        code\n\n    - one\n\n    !!! tip\n        Two\n\nAfter it.\n";
    assert_eq!(
        units(text),
        [
            "A <0>title</0>",
            "The house is green.",
            "one",
            "Two",
            "After it."
        ]
    );
    for (text, expected) in [
        (
            text,
            "??? note \"A *TITLE*\"\n\n    THE HOUSE IS GREEN.\n\n        code\n\n    - ONE\n\n    !!! tip\n        TWO\n\nAFTER IT.\n",
        ),
        (
            "!!! note \"Title\"\n    The house\n    is green.\n",
            "!!! note \"TITLE\"\n    THE HOUSE IS GREEN.\n",
        ),
        (
            "!!! note\n    One\n    - two\n    - *three*\n      four\n    10. five\n",
            "!!! note\n    ONE\n    - TWO\n    - *THREE* FOUR\n    10. FIVE\n",
        ),
        (
            "=== \"Linux\"\r\n\r\n\tOne\r\n\r\n\t```\r\n\r\n\ttwo\r\n\t```\r\n",
            "=== \"LINUX\"\r\n\r\n\tONE\r\n\r\n\t```\r\n\r\n\ttwo\r\n\t```\r\n",
        ),
        (
            "1. one\n\n    !!! note \"\"\n\n        two\n",
            "1. ONE\n\n    !!! note \"\"\n\n        TWO\n",
        ),
        ("> !!! note\n>\n>     one\n", "> !!! note\n>\n>     ONE\n"),
        (
            "/// tip | A title\n    open: true\n\nOne\ntwo\n///\n",
            "/// tip | A TITLE\n    open: true\n\nONE TWO\n///\n",
        ),
        // Examples of it, and what is indented elsewhere, are code.
        (
            "```\n!!! note\n\n    one\n```\n\n    two\n",
            "```\n!!! note\n\n    one\n```\n\n    two\n",
        ),
        ("One\n10. two\n", "ONE 10. TWO\n"),
    ] {
        assert_eq!(translated(text, upper), expected);
    }
    assert_eq!(
        replaced("!!! note \"a\"\n\n    b\n", "# x \"y\" #"),
        "!!! note \"\\# x \"y\" \\#\"\n\n    \\# x \"y\" #\n"
    );
    assert_eq!(
        bilingual("!!! note \"a\"\n\n    b\n", upper),
        "!!! note \"a <br>A\"\n\n    b  \n    B\n"
    );
}

#[test]
fn what_begins_a_line_as_a_directive_is_escaped() {
    for sign in ["!!!", "???", "///", ":::"] {
        let text = format!("{sign} x");
        assert_eq!(replaced("a\n", &text), format!("\\{text}\n"));
    }
}

#[test]
fn attributes_and_tables_of_contents_stay_as_they_are() {
    for (text, expected) in [
        ("The house\n{: .class #id}\n", "THE HOUSE\n{: .class #id}\n"),
        ("[TOC]\nThe house\n[[toc]]\n", "[TOC]\nTHE HOUSE\n[[toc]]\n"),
        ("[[toc]]\n\n{:toc}\n", "[[toc]]\n\n{:toc}\n"),
        (
            "[TOC]\nThe house\n\n[toc]: x 'a b'\n",
            "[TOC]\nTHE HOUSE\n\n[toc]: x 'A B'\n",
        ),
        ("What [toc] is\n", "WHAT \\[TOC\\] IS\n"),
    ] {
        assert_eq!(translated(text, upper), expected);
    }
}

#[test]
fn terms_and_definitions_are_lines_of_their_own() {
    let text = "A term\n: the first\n  of two\n:   the *second*\n\n: a third\n";
    assert_eq!(
        units(text),
        ["A term", "the first of two", "the <0>second</0>", "a third"]
    );
    assert_eq!(
        translated(text, upper),
        "A TERM\n: THE FIRST OF TWO\n:   THE *SECOND*\n\n: A THIRD\n"
    );
    assert_eq!(
        translated("A\n:   one\n\n    two\n\n    - three\n", upper),
        "A\n:   ONE\n\n    TWO\n\n    - THREE\n"
    );
    assert_eq!(units("A\n: &amp; b\n"), ["A", "& b"]);
    assert_eq!(replaced("A\n: b\n", "- x"), "\\- x\n: \\- x\n");
}

#[test]
fn both_languages_stand_between_the_lines() {
    assert_eq!(
        bilingual(":::tip Title\nOne\n:::\n\nTerm\n: two\n", upper),
        ":::tip Title <br>TITLE\nOne  \nONE\n:::\n\nTerm  \nTERM\n: two  \n  TWO\n"
    );
}

#[test]
fn lists_of_attributes_and_labels_that_are_defined_elsewhere_stay() {
    for (text, expected) in [
        (
            "The [house][_house]{: .big } is `x`{.py} {: #a}\n",
            "THE [HOUSE][_house]{: .big } IS `x`{.py} {: #a}\n",
        ),
        (
            "[pack.Name][], [the name][] and [one]\n",
            "[pack.Name][], \\[THE NAME\\]\\[\\] AND \\[ONE\\]\n",
        ),
        (
            "![A house][picture] ![one][]\n",
            "![A HOUSE][picture] ![one][]\n",
        ),
        ("## A *house*{: .x }\n", "## A *HOUSE*{: .x }\n"),
    ] {
        assert_eq!(translated(text, upper), expected);
    }
}
