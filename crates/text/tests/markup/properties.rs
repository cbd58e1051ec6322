//! What holds for every text and every alignment.

use std::ops::Range;

use dragoman_text::{Alignment, Link, SegmentTranslation};
use dragoman_text::{MarkedText, MarkupOptions, MarkupSyntax, MarkupVersion, SentenceSplitting};
use proptest::prelude::*;

use crate::{html, identity, identity_of, language, names, tags, text_of, xml_options};

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
        "<wbr/>",
        "<img/>",
        "<var>x</var>",
        "<!-- c -->",
        "7",
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
        "<b translate=yes>",
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
        "<img src=x alt='a word'>",
        "<input type=submit value=go>",
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
        "<![CDATA[",
        "]]>",
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

/// An alignment of any ranges.
fn any_alignment() -> impl Strategy<Value = Alignment> {
    let link = (0..8_usize, any::<f32>()).prop_map(|(source, weight)| Link { source, weight });
    let token = (any_range(), prop::collection::vec(link, 0..3));
    (
        prop::collection::vec(any_range(), 0..8),
        prop::collection::vec(token, 0..8),
    )
        .prop_map(|(source, target)| {
            let mut alignment = Alignment::new(source);
            for (range, links) in target {
                alignment.push(range, links);
            }
            alignment
        })
}

/// A translation of some words, each standing for any others.
fn any_translation() -> impl Strategy<Value = Vec<(String, Vec<usize>)>> {
    let word = prop::sample::select(&["one", "zwei", "x", "7", "&", "<b>", "水", "“", "”", "."]);
    let word = (word, prop::collection::vec(0..12_usize, 0..3));
    prop::collection::vec(
        word.prop_map(|(word, links)| (word.to_owned(), links)),
        0..10,
    )
}

/// The words as a translation of the text, whose words are the tokens.
fn translation(source: &str, words: &[(String, Vec<usize>)]) -> SegmentTranslation {
    let mut alignment = Alignment::new(crate::words(source));
    let mut text = String::new();
    for (word, links) in words {
        if !text.is_empty() {
            text.push(' ');
        }
        let start = text.len();
        text.push_str(word);
        let link = |&source: &usize| Link {
            source,
            weight: 0.4,
        };
        alignment.push(start..text.len(), links.iter().map(link));
    }
    SegmentTranslation::aligned(text, alignment)
}

/// Whether each tag that is opened is closed, in the right order. Void elements are skipped.
fn is_balanced(source: &str) -> bool {
    let mut open = Vec::new();
    for tag in tags(source) {
        let name = tag.split(' ').next().unwrap_or_default();
        match name.strip_prefix('/') {
            Some(name) if open.pop() != Some(name) => return false,
            Some(_) => {}
            None if tag.ends_with('/') || tag.starts_with('!') => {}
            None => open.push(name),
        }
    }
    open.is_empty()
}

/// What a fragment that holds no `<` but in tags says without them, and without white space, which
/// may settle on the other side of tags.
fn outside_tags(source: &str) -> String {
    let pieces = source.split('<').enumerate();
    let outside = pieces.filter_map(|(index, piece)| match index {
        0 => Some(piece),
        _ => piece.split_once('>').map(|(_, text)| text),
    });
    outside.map(visible).collect()
}

/// A text without its white space.
fn visible(text: &str) -> String {
    text.replace(char::is_whitespace, "")
}

fn sorted(mut tags: Vec<&str>) -> Vec<&str> {
    tags.sort_unstable();
    tags
}

fn restore(source: &str, options: &MarkupOptions, words: &[(String, Vec<usize>)]) -> String {
    let marked = MarkedText::parse(source, options).unwrap();
    let sentences = marked.sentences(language("en"), SentenceSplitting::Punctuation);
    let translated: Vec<_> = sentences
        .iter()
        .map(|sentence| translation(sentence.text(), words))
        .collect();
    marked.restore(&sentences, &translated, language("de"))
}

fn options() -> impl Strategy<Value = MarkupOptions> {
    let html = Just(MarkupOptions::html());
    let xml = (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(outline, split, join)| {
        MarkupOptions {
            outline_detection: outline,
            splitting_tags: names(if split { &["b", "div"] } else { &[] }),
            non_splitting_tags: names(if join { &["ul", "i"] } else { &[] }),
            ignore_tags: names(&["var"]),
            ..xml_options()
        }
    });
    prop_oneof![html, xml]
}

proptest! {
    #[test]
    fn a_translation_into_itself_has_the_same_text_and_the_same_tags(
        source in well_formed(),
        options in options(),
    ) {
        let restored = identity_of(&source, &options);
        prop_assert_eq!(tags(&restored), tags(&source), "{}", restored);
        prop_assert_eq!(outside_tags(&restored), outside_tags(&source), "{}", restored);
        if options.syntax == MarkupSyntax::Html {
            prop_assert_eq!(text_of(&restored), text_of(&source), "{}", restored);
        }
    }

    #[test]
    fn any_text_can_be_parsed_and_restored_as_html(source in prop_oneof![any::<String>(), soup()]) {
        let restored = identity(&source);
        // Spaces among tags without text may settle on another side.
        prop_assert_eq!(visible(&identity(&restored)), visible(&restored));
        prop_assert_eq!(text_of(&restored), text_of(&source));
        let untouched = html(&source).restore(&[], &[], language("zh"));
        prop_assert_eq!(text_of(&untouched), text_of(&source));
    }

    #[test]
    fn any_text_can_be_parsed_and_restored_as_lenient_xml(source in prop_oneof![any::<String>(), soup()]) {
        let restored = identity_of(&source, &MarkupOptions::xml(MarkupVersion::V1));
        let again = identity_of(&restored, &MarkupOptions::xml(MarkupVersion::V1));
        prop_assert_eq!(visible(&again), visible(&restored));
    }

    #[test]
    fn what_is_well_formed_is_read_alike_whatever_is_demanded(source in prop_oneof![well_formed(), soup()]) {
        if let Ok(strict) = MarkedText::parse(&source, &xml_options()) {
            let lenient = MarkedText::parse(&source, &MarkupOptions::xml(MarkupVersion::V1)).unwrap();
            prop_assert_eq!(strict.text(), lenient.text());
            let untouched = |marked: MarkedText<'_>| marked.restore(&[], &[], language("zh"));
            prop_assert_eq!(untouched(strict), untouched(lenient));
        }
    }

    #[test]
    fn every_tag_comes_back_once_whatever_the_alignment(
        source in well_formed(),
        options in options(),
        words in any_translation(),
    ) {
        let restored = restore(&source, &options, &words);
        prop_assert!(is_balanced(&restored), "{restored}");
        prop_assert_eq!(sorted(tags(&restored)), sorted(tags(&source)), "{}", restored);
    }

    #[test]
    fn translated_xml_is_well_formed(
        source in well_formed(),
        options in options(),
        words in any_translation(),
    ) {
        let restored = restore(&source, &options, &words);
        let whole = format!("<all>{restored}</all>");
        let mut reader = quick_xml::Reader::from_str(&whole);
        loop {
            match reader.read_event() {
                Ok(quick_xml::events::Event::Eof) => break,
                Ok(_) => {}
                Err(error) => prop_assert!(false, "{error}: {restored}"),
            }
        }
        prop_assert!(MarkedText::parse(&restored, &xml_options()).is_ok(), "{restored}");
    }

    #[test]
    fn ranges_and_weights_without_sense_do_no_harm(
        source in soup(),
        alignment in any_alignment(),
    ) {
        let marked = html(&source);
        let sentences = marked.sentences(language("en"), SentenceSplitting::Punctuation);
        let text = "Ünïcödé 水 x".to_owned();
        let translation = SegmentTranslation::aligned(text, alignment);
        let translations = vec![translation; sentences.len() + 1];
        let restored = marked.restore(&sentences, &translations, language("zh"));
        prop_assert_eq!(text_of(&identity(&restored)), text_of(&restored));
    }
}
