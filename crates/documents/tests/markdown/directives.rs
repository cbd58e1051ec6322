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
            "> ::::tip[One]\n> two  \n> ::::\n",
            "> ::::tip[One]\n> TWO  \n> ::::\n",
        ),
        (
            "- :::tip\r\n  one\r\n  :::\r\n",
            "- :::tip\r\n  ONE\r\n  :::\r\n",
        ),
        (":::tip *One\n two*\n:::", ":::tip *ONE TWO*\n:::"),
        ("\\:::tip one\ntwo\n", "\\:::TIP ONE TWO\n"),
        (":::a*b One* two\n", ":::a*b One* two\n"),
    ] {
        assert_eq!(translated(text, upper), expected);
    }
}

#[test]
fn admonitions_attributes_and_tables_of_contents_stay_as_they_are() {
    for (text, expected) in [
        (
            "!!! note \"Title\"\n    The house\n    is green.\n",
            "!!! note \"Title\"\n    THE HOUSE IS GREEN.\n",
        ),
        (
            "!!! note\n    One\n    - two\n    - *three*\n      four\n    10. five\n",
            "!!! note\n    ONE\n    - TWO\n    - *THREE* FOUR\n    10. FIVE\n",
        ),
        ("One\n10. two\n", "ONE 10. TWO\n"),
        ("??? note\n\n    The house\n", "??? note\n\n    The house\n"),
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
