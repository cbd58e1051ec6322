//! Any content through markup and back.

use dragoman_documents::{CodeId, Content, Piece, Unit};
use proptest::prelude::*;
use tokio::runtime::Builder;

use crate::engines::{Rewriter, translator};
use crate::{request, translate, unit};

/// Text with what XML escapes, what it cannot have, and white space.
fn text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => "[a-zé]{1,6}",
        3 => Just(" ".to_owned()),
        1 => prop::sample::select(&[
            "<", ">", "&", "&amp;", "&lt;", "<g n=\"0\">", "]]>", "\"", "'", "\t", "\n", "  ", ". ",
            "\r\n", "\u{1}", "\u{b}", "\u{c}", "\u{1f}", "\u{7f}", "\u{85}", "\u{fffe}", "\u{ffff}",
            "\u{e000}", "\u{feff}", "\u{200b}", "\u{a0}", "\u{2028}", "日本語。", "😀", "{name}", "%s",
        ][..]).prop_map(str::to_owned),
    ];
    prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat())
}

fn content() -> impl Strategy<Value = Content> {
    let piece = prop_oneof![
        5 => text().prop_map(Piece::Text),
        2 => (0_u32..9).prop_map(|id| Piece::Open(CodeId(id))),
        2 => (0_u32..9).prop_map(|id| Piece::Close(CodeId(id))),
        1 => (0_u32..9).prop_map(|id| Piece::Mark(CodeId(id))),
    ];
    prop::collection::vec(piece, 0..12).prop_map(Content::new)
}

fn codes(content: &Content) -> Vec<Piece> {
    let mut codes: Vec<Piece> = content
        .pieces()
        .iter()
        .filter(|piece| !matches!(piece, Piece::Text(_)))
        .cloned()
        .collect();
    codes.sort_by_key(|piece| format!("{piece:?}"));
    codes
}

/// The translation of a content with an engine that writes words so. A second unit sees to it that
/// something is translated.
fn translated(content: &Content, word: fn(&str) -> String) -> Option<Content> {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let unit_of = |content: &Content| Unit {
        content: content.clone(),
        longest: None,
    };
    let units = [unit_of(content), unit("changed")];
    let translator = translator(Rewriter::new(word));
    let translated = runtime.block_on(translate(&translator, &request(), &units));
    translated.unwrap().translations.swap_remove(0)
}

proptest! {
    #[test]
    fn content_that_is_translated_into_itself_is_the_same(content in content()) {
        let same = translated(&content, |word| word.replace("changed", "other"));
        if let Some(same) = same {
            prop_assert_eq!(same, content);
        }
    }

    #[test]
    fn every_code_and_every_character_survives_a_translation(content in content()) {
        let upper = translated(&content, str::to_uppercase);
        if let Some(upper) = upper {
            prop_assert_eq!(codes(&upper), codes(&content));
            let is_odd = |character: &char| {
                character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}')
            };
            let letters = |text: String| -> String {
                let seen = |character: &char| !character.is_whitespace() && !is_odd(character);
                text.chars().filter(seen).collect()
            };
            let odd = |text: String| -> Vec<char> {
                let odd = |character: &char| !character.is_whitespace() && is_odd(character);
                let mut odd: Vec<char> = text.chars().filter(odd).collect();
                odd.sort_unstable();
                odd
            };
            let source = content.text().to_uppercase();
            prop_assert_eq!(odd(upper.text()), odd(source.clone()));
            prop_assert_eq!(letters(upper.text().to_uppercase()), letters(source));
        }
    }
}
