//! What holds for every text and every alignment.

use std::ops::Range;

use dragoman_text::{HtmlText, TranslatedSentence};
use proptest::prelude::*;

use crate::{Identity, identity, split, tags, text_of};

/// HTML without errors, of the elements that are translated.
fn well_formed() -> impl Strategy<Value = String> {
    let word = prop::sample::select(&[
        "one",
        "two",
        ".",
        ". ",
        " ",
        "  ",
        ",",
        "&amp;",
        "Ä",
        "水",
        "\n",
        "(",
        "<wbr>",
        "<img>",
        "<var>x</var>",
    ]);
    let leaf = prop::collection::vec(word, 0..6).prop_map(|words| words.concat());
    let inline = leaf.prop_recursive(4, 24, 4, |inner| {
        let name = prop::sample::select(&["b", "i", "a href='x'", "span", "x-y"]);
        (name, prop::collection::vec(inner, 0..4)).prop_map(|(tag, inner)| {
            let name = tag.split(' ').next().unwrap();
            format!("<{tag}>{}</{name}>", inner.concat())
        })
    });
    let block = inline.prop_recursive(3, 12, 4, |inner| {
        let name = prop::sample::select(&["div", "section", "ul", "blockquote"]);
        (name, prop::collection::vec(inner, 0..4))
            .prop_map(|(name, inner)| format!("<{name}>{}</{name}>", inner.concat()))
    });
    prop::collection::vec(block, 0..4).prop_map(|blocks| blocks.concat())
}

/// Texts of the pieces that the parser looks at.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(&[
        "<b>",
        "</b>",
        "<i class='notranslate'>",
        "</i>",
        "<p>",
        "</p>",
        "<li>",
        "<ul>",
        "</ul>",
        "<td>",
        "<tr>",
        "<table>",
        "</table>",
        "<code>",
        "</code>",
        "<br/>",
        "<img src=x>",
        "<x y='",
        "'",
        "\"",
        ">",
        "<",
        "</",
        "/",
        "<!--",
        "-->",
        "<!",
        "<?x",
        "<title>",
        "</title>",
        "<script>",
        "</script>",
        "<pre>",
        "&amp;",
        "&#0;",
        "&lt",
        "word",
        " ",
        "\n",
        "É. ",
        "水",
        "<ruby>",
        "<rt>",
        "</ruby>",
        "<svg>",
        "</svg>",
        "<wbr>",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn any_range() -> impl Strategy<Value = Range<usize>> {
    let offset = prop_oneof![0..40_usize, Just(usize::MAX)];
    (offset.clone(), offset).prop_map(|(start, end)| start..end)
}

/// Whether each tag that is opened is closed, in the right order. Void elements are skipped.
fn is_balanced(html: &str) -> bool {
    let mut open = Vec::new();
    for tag in tags(html) {
        let name = tag.split(' ').next().unwrap_or_default();
        match name.strip_prefix('/') {
            Some(name) if open.pop() != Some(name) => return false,
            Some(_) => {}
            None if matches!(name, "wbr" | "img" | "br/") => {}
            None => open.push(name),
        }
    }
    open.is_empty()
}

proptest! {
    #[test]
    fn a_translation_into_itself_has_the_same_text_and_the_same_tags(html in well_formed()) {
        let restored = identity(&html);
        prop_assert_eq!(tags(&restored), tags(&html));
        let (before, after) = (HtmlText::parse(&html), HtmlText::parse(&restored));
        prop_assert_eq!(after.text(), before.text());
    }

    #[test]
    fn any_text_can_be_parsed_and_restored(html in prop_oneof![any::<String>(), soup()]) {
        let restored = identity(&html);
        prop_assert_eq!(&identity(&restored), &restored);
        prop_assert_eq!(text_of(&restored), text_of(&html));
        let untouched = HtmlText::parse(&html).restore(&[]);
        prop_assert_eq!(text_of(&untouched), text_of(&html));
    }

    #[test]
    fn no_tag_is_lost_whatever_the_alignment(
        html in well_formed(),
        weights in prop::collection::vec(any::<f32>(), 0..400),
        target in "[a-c ]{0,30}",
    ) {
        let marked = HtmlText::parse(&html);
        let sentences: Vec<_> = marked
            .sentences(split)
            .into_iter()
            .map(|range| Identity::new(marked.text(), range))
            .collect();
        let translation = Identity::new(&target, 0..target.len());
        let translated: Vec<_> = sentences
            .iter()
            .map(|source| TranslatedSentence {
                text: &target,
                target_tokens: &translation.tokens,
                alignment: &weights,
                ..source.sentence()
            })
            .collect();
        let restored = marked.restore(&translated);
        prop_assert!(is_balanced(&restored), "{restored}");
        for tag in ["b", "i", "a href='x'", "span", "x-y", "wbr", "img", "var", "div", "ul"] {
            let before = tags(&html).iter().filter(|found| **found == tag).count();
            let after = tags(&restored).iter().filter(|found| **found == tag).count();
            // Only elements around words may be written more than once.
            let is_exact = matches!(tag, "wbr" | "img" | "var" | "div" | "ul");
            prop_assert!(if is_exact { after == before } else { after >= before }, "{tag}: {restored}");
        }
        let mut words: Vec<_> = target.split(' ').collect();
        words.retain(|word| !word.is_empty());
        for _ in &translated {
            prop_assert!(words.iter().all(|word| restored.contains(word)), "{restored}");
        }
    }

    #[test]
    fn ranges_and_weights_without_sense_do_no_harm(
        html in soup(),
        source in any_range(),
        source_tokens in prop::collection::vec(any_range(), 0..6),
        target_tokens in prop::collection::vec(any_range(), 0..6),
        alignment in prop::collection::vec(any::<f32>(), 0..40),
    ) {
        let marked = HtmlText::parse(&html);
        let text = "Ünïcödé 水 x";
        let translated = TranslatedSentence {
            source,
            text,
            source_tokens: &source_tokens,
            target_tokens: &target_tokens,
            alignment: &alignment,
        };
        let restored = marked.restore(&[translated.clone(), translated]);
        prop_assert_eq!(text_of(&identity(&restored)), text_of(&restored));
    }
}
