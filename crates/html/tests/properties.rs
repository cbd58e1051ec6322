//! What holds for every text.

use dragoman_html::{Kind, Syntax, Token, Tokenizer};
use proptest::prelude::*;

/// Texts of the pieces that the tokeniser looks at.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(&[
        "<b>",
        "</b>",
        "<b/>",
        "<p",
        "<x y='",
        "z=",
        "'",
        "\"",
        ">",
        "<",
        "</",
        "/",
        "=",
        "<!--",
        "-->",
        "--!>",
        "->",
        "-",
        "<!",
        "<?x",
        "<?php ",
        "?>",
        "<![CDATA[",
        "]]>",
        "]",
        "<!DOCTYPE a [",
        "<title>",
        "</title>",
        "<script>",
        "</script",
        "</SCRIPT>",
        "<é:",
        "&amp;",
        "word",
        " ",
        "\n",
        "水",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), soup()]
}

fn any_syntax() -> impl Strategy<Value = Syntax> {
    prop::sample::select(&[Syntax::Html, Syntax::HtmlWithPhp, Syntax::Xml])
}

proptest! {
    #[test]
    fn tokens_are_the_text_without_gaps_and_in_order(syntax in any_syntax(), text in any_text()) {
        let mut end = 0;
        let mut tokens = Tokenizer::new(syntax, &text);
        while let Some(token) = tokens.next() {
            prop_assert_eq!(token.start, end);
            prop_assert!(!token.raw.is_empty());
            prop_assert_eq!(text.get(token.range()), Some(token.raw));
            end = token.range().end;
            prop_assert_eq!(tokens.position(), end);
        }
        prop_assert_eq!(end, text.len());
    }

    #[test]
    fn attributes_lie_in_their_tags_in_order(syntax in any_syntax(), text in any_text()) {
        for token in Tokenizer::new(syntax, &text) {
            let mut end = token.start;
            for attribute in token.attributes() {
                let value = attribute.value;
                prop_assert!(end <= value.range.start && value.range.end < token.range().end);
                prop_assert_eq!(text.get(value.range.clone()), Some(value.raw));
                end = value.range.end;
            }
        }
    }

    #[test]
    fn only_the_last_token_lacks_its_end(syntax in any_syntax(), text in any_text()) {
        let lacks_end = |token: &Token<'_>| match token.kind {
            Kind::Unfinished => true,
            Kind::RawText { is_closed, .. } => !is_closed,
            Kind::Declaration { missing } | Kind::CharacterData { missing, .. } => {
                !missing.is_empty()
            }
            Kind::Text | Kind::Start { .. } | Kind::End { .. } => false,
        };
        let tokens: Vec<Token<'_>> = Tokenizer::new(syntax, &text).collect();
        let unfinished = tokens.iter().position(lacks_end);
        prop_assert!(unfinished.is_none_or(|index| index + 1 == tokens.len()));
    }

    #[test]
    fn what_is_said_of_a_position_does_not_depend_on_where_the_text_begins(
        syntax in any_syntax(),
        text in any_text(),
        before in 0..100_usize,
    ) {
        let shifted = Tokenizer::new_at(syntax, &text, before);
        let back = shifted.map(|token| Token { start: token.start - before, ..token });
        prop_assert!(back.eq(Tokenizer::new(syntax, &text)));
    }
}
