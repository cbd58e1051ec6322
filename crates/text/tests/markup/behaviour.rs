//! What becomes of markup, case by case.

use std::ops::Range;

use dragoman_text::{HtmlText, TranslatedSentence};

use crate::{Identity, identity, split, text_of};

#[test]
fn broken_markup_is_repaired() {
    for (html, expected) in [
        ("<p>One", "<p>One</p>"),
        ("<b><i>One", "<b><i>One</i></b>"),
        ("One</b>", "One"),
        ("<b><i>One</b></i> two", "<b><i>One</i></b> two"),
        ("<div><b>One</div> two", "<div><b>One</b></div> two"),
        ("<b><p>One</b> two</p>", "<b><p>One two</p></b>"),
        ("<p>One<p>Two", "<p>One</p><p>Two</p>"),
        (
            "<p>One<ul><li>Two<li>Three</ul>",
            "<p>One</p><ul><li>Two</li><li>Three</li></ul>",
        ),
        (
            "<table><tr><td>One<td>Two<tr><td>Three</table>",
            "<table><tr><td>One</td><td>Two</td></tr><tr><td>Three</td></tr></table>",
        ),
        (
            "<div><table><tr><td>One</div></td></tr></table> two",
            "<div><table><tr><td>One</td></tr></table> two</div>",
        ),
        ("<B>One</b>", "<B>One</B>"),
        ("One < two & three <4", "One &lt; two &amp; three &lt;4"),
        ("One <b two", "One &lt;b two"),
        ("One</p>", "One"),
        ("One</img><img></img>", "One<img>"),
        ("One <!-- two", "One <!-- two-->"),
        ("<script>if (a<b) {}", "<script>if (a<b) {}</script>"),
        (
            "<p><code>One <b>two</p>Three",
            "<p><code>One <b>two</b></code></p>Three",
        ),
        ("", ""),
        ("<", "&lt;"),
        ("<i></i>", "<i></i>"),
    ] {
        assert_eq!(identity(html), expected, "{html}");
        assert_eq!(identity(expected), expected, "{html}");
    }
}

#[test]
fn character_references_become_characters_and_special_ones_references() {
    let marked = HtmlText::parse("&lt;b&gt; &eacute;&nbsp;&#x1F600; AT&T &unknown; &amp;amp;");
    assert_eq!(marked.text(), "<b> é\u{a0}😀 AT&T &unknown; &amp;");
    assert_eq!(
        marked.restore(&[]),
        "&lt;b&gt; é\u{a0}😀 AT&amp;T &amp;unknown; &amp;amp;"
    );
}

#[test]
fn blocks_are_sentences_of_their_own_and_inline_elements_are_not() {
    for (html, expected) in [
        ("<h1>One</h1>two<br>three", &["One", "two", "three"][..]),
        (
            "<p>One <b>two</b> <x>three</x> four.</p>",
            &["One two three four."],
        ),
        ("<p>One. Two.</p>", &["One.", "Two."]),
        ("<p>One\ntwo</p>", &["One\ntwo"]),
        ("<ul>\n <li>One\n <li>Two\n</ul>", &["One", "Two"]),
        ("One<script>x</script><!-- y -->", &["One"]),
        ("One <code>x</code> two", &["One  two"]),
        ("<p translate=no>One</p><p>Two</p>", &["Two"]),
        ("<title>One & two</title>", &["One & two"]),
    ] {
        let marked = HtmlText::parse(html);
        let sentences: Vec<_> = marked
            .sentences(split)
            .into_iter()
            .map(|range| &marked.text()[range])
            .collect();
        assert_eq!(sentences, expected, "{html}");
    }
}

#[test]
fn a_splitter_sees_line_ends_only_where_html_shows_them() {
    let marked = HtmlText::parse("<p>One\r\ntwo &amp;\tthree</p><pre>four\nfive</pre>");
    let seen = std::cell::RefCell::new(Vec::new());
    let none = marked.sentences(|block| {
        seen.borrow_mut().push(block.to_owned());
        Vec::new()
    });
    assert!(none.is_empty());
    assert_eq!(*seen.borrow(), ["One  two &\tthree", "four\nfive"]);
}

#[test]
fn ranges_that_are_none_of_the_block_are_left_out() {
    let marked = HtmlText::parse("<p>Één</p><p>twee</p>");
    let ranges = [3..3, 1..4, 0..2, 1..9, 2..usize::MAX, 5..6];
    let sentences = marked.sentences(|_| ranges.to_vec());
    for range in &sentences {
        assert!(marked.text().get(range.clone()).is_some(), "{range:?}");
    }
    assert_eq!(sentences.iter().filter(|range| range.start < 6).count(), 2);
}

#[test]
fn words_that_only_tags_part_are_parted_for_the_translator_and_joined_again() {
    let html = "H<sub>2</sub>O is <b>wa</b><i>ter</i>";
    assert_eq!(HtmlText::parse(html).text(), "H 2 O is wa ter");
    assert_eq!(identity(html), html);
    for html in [
        "<b>水</b>水",
        "un<wbr>able",
        "<b>One</b>, two",
        "a<!-- -->b",
    ] {
        assert_eq!(
            HtmlText::parse(html).text(),
            html.replace("<b>", "")
                .replace("</b>", "")
                .replace("<wbr>", "")
                .replace("<!-- -->", "")
        );
    }
}

#[test]
fn a_sentence_without_alignment_follows_the_order_of_the_source() {
    let marked = HtmlText::parse("<b>One</b> two <i>three</i>");
    let translated = TranslatedSentence {
        source: 0..13,
        text: "Eins zwei drei",
        source_tokens: &[0..3, 3..7, 7..13, 13..13],
        target_tokens: &[0..4, 4..9, 9..14, 14..14],
        alignment: &[],
    };
    assert_eq!(
        marked.restore(&[translated]),
        "<b>Eins</b> zwei <i>drei</i>"
    );
}

#[test]
fn copied_markup_keeps_its_distance_from_the_words() {
    for html in [
        "Use <code>x y</code> now",
        "Use (<code>x</code>) now",
        "Use <code>x</code>, now",
        "See <img><img> there <svg><path d='a'/></svg>.",
        "Use <b><code>x</code></b> now",
        "A <x id='1'/> B",
    ] {
        let marked = HtmlText::parse(html);
        let text = marked.text();
        // A translator leaves one space of two.
        let target = text.replace("  ", " ");
        let source = Identity::new(text, 0..text.len());
        let translation = Identity::new(&target, 0..target.len());
        let translated = TranslatedSentence {
            text: &target,
            target_tokens: &translation.tokens,
            ..source.sentence()
        };
        assert_eq!(marked.restore(&[translated]), html);
        assert_eq!(identity(html), html);
    }
}

#[test]
fn sentences_out_of_place_are_left_out() {
    let marked = HtmlText::parse("<p>One</p><p>Two</p>");
    let at = |source: Range<usize>| TranslatedSentence {
        source,
        text: "Neu",
        source_tokens: &[0..3, 3..3],
        target_tokens: &[0..3, 3..3],
        alignment: &[1.0, 0.0, 0.0, 1.0],
    };
    assert_eq!(
        marked.restore(&[at(5..8), at(0..3), at(6..8), at(8..8), at(7..99)]),
        "<p>One</p><p>Neu</p>"
    );
}

#[test]
fn tags_of_words_that_move_about_do_not_swell_the_result() {
    let link = "x".repeat(10_000);
    let html = format!(
        "<a href='{link}'>{}</a> {}",
        "in ".repeat(200),
        "out ".repeat(200)
    );
    let marked = HtmlText::parse(&html);
    let end = marked.text().trim_end().len();
    let identity = Identity::new(marked.text(), 0..end);
    let size = identity.tokens.len();
    let mut alignment = vec![0.0; size * size];
    for target in 0..size {
        // Words of the link and of the rest alternate.
        let source = target / 2 + target % 2 * (size / 2);
        alignment[target * size + source.min(size - 1)] = 1.0;
    }
    let translated = TranslatedSentence {
        alignment: &alignment,
        ..identity.sentence()
    };
    let restored = marked.restore(&[translated]);
    assert!(
        restored.len() < 10 * html.len() + (1 << 17),
        "{}",
        restored.len()
    );
    assert_eq!(text_of(&restored), text_of(&html));
}

#[test]
fn deep_nesting_is_bounded() {
    let html = format!("{}text{}", "<b>".repeat(100_000), "</b>".repeat(100_000));
    let restored = identity(&html);
    assert_eq!(restored.matches("<b>").count(), 100_000);
    assert_eq!(restored.matches("</b>").count(), 100_000);
    assert_eq!(text_of(&restored), "text");
}
