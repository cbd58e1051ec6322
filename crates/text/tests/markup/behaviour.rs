//! What becomes of HTML, case by case.

use dragoman_text::{MarkedText, MarkupOptions, SentenceSplitting};

use crate::{
    html, identity, identity_of, language, names, sentences_of, text_of, translate, xml_options,
};

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
    let marked = html("&lt;b&gt; &eacute;&nbsp;&#x1F600; AT&T &unknown; &amp;amp;");
    assert_eq!(marked.text(), "<b> é\u{a0}😀 AT&T &unknown; &amp;");
    assert_eq!(
        marked.restore(&[], &[], language("de")),
        "&lt;b&gt; é\u{a0}😀 AT&amp;T &amp;unknown; &amp;amp;"
    );
}

#[test]
fn blocks_are_sentences_of_their_own_and_inline_elements_are_not() {
    for (source, expected) in [
        ("<h1>One</h1>two<br>three", &["One", "two", "three"][..]),
        (
            "<p>One <b>two</b> <x>three</x> four.</p>",
            &["One two three four."],
        ),
        (
            "<p>One it is. Two it is.</p>",
            &["One it is.", "Two it is."],
        ),
        ("<p>One\n   two</p>", &["One two"]),
        ("<ul>\n <li>One\n <li>Two\n</ul>", &["One", "Two"]),
        ("One<script>x</script><!-- y -->", &["One"]),
        ("One <code>x</code> two", &["One x two"]),
        ("<p translate=no>One</p><p>Two</p>", &["Two"]),
        ("<title>One & two</title>", &["One & two"]),
        ("<pre>One\n  two</pre>", &["One", "two"]),
        ("<textarea>One\ntwo</textarea>", &["One", "two"]),
    ] {
        let found = sentences_of(
            source,
            &MarkupOptions::html(),
            SentenceSplitting::Punctuation,
        );
        assert_eq!(found, expected, "{source}");
    }
}

#[test]
fn line_ends_part_sentences_if_that_is_asked_for() {
    let source = "<p>One\ntwo<i>\nthree</i></p>";
    let found = sentences_of(
        source,
        &MarkupOptions::html(),
        SentenceSplitting::PunctuationAndNewlines,
    );
    assert_eq!(found, ["One", "two", "three"]);
}

#[test]
fn lines_stay_together_if_nothing_is_to_be_split() {
    let found = sentences_of(
        "<pre>One is.\nTwo is</pre>",
        &MarkupOptions::html(),
        SentenceSplitting::Off,
    );
    assert_eq!(found, ["One is.\nTwo is"]);
}

#[test]
fn elements_that_touch_are_parted_for_the_translator_and_joined_again() {
    let source = "<a>Home</a><a>About</a>";
    assert_eq!(html(source).text(), "Home About");
    assert_eq!(identity(source), source);
    for source in [
        "<b>水</b>水",
        "un<wbr>able",
        "<b>One</b>, two",
        "a<!-- -->b",
        "H<sub>2</sub>O",
    ] {
        assert_eq!(
            html(source).text(),
            source
                .replace("<b>", "")
                .replace("</b>", "")
                .replace("<sub>", "")
                .replace("</sub>", "")
                .replace("<wbr>", "")
                .replace("<!-- -->", "")
        );
        assert_eq!(identity(source), source);
    }
}

#[test]
fn words_are_not_glued_together_where_only_tags_part_them() {
    for (source, expected) in [
        ("The house<img src=x>The dog", "The house The dog"),
        ("You have %d<b>houses</b>", "You have %d houses"),
        ("The house<sup>1</sup> is", "The house 1 is"),
        (
            "Water, H<sub>2</sub>O, 5 km<sup>2</sup>",
            "Water, H2O, 5 km2",
        ),
        ("The 3<sup>ème</sup> time", "The 3ème time"),
    ] {
        assert_eq!(html(source).text(), expected);
        assert_eq!(identity(source), source);
    }
    for source in [
        "<p>The house<x/>The dog</p>",
        "<p><par>The house</par><par>The dog</par></p>",
    ] {
        let options = MarkupOptions {
            non_splitting_tags: names(&["par", "x"]),
            ..xml_options()
        };
        let marked = MarkedText::parse(source, &options).unwrap();
        assert_eq!(marked.text(), "The house The dog");
        assert_eq!(identity_of(source, &options), source);
    }
}

#[test]
fn words_that_tags_part_are_parted_alike_or_stay_whole() {
    let options = MarkupOptions::html();
    let translate =
        |source, sentences| translate(source, &options, SentenceSplitting::Punctuation, sentences);
    assert_eq!(
        translate(
            "Water is H<sub>2</sub>O.",
            &[("Water is H2O.", "H2O ist Wasser.", "0-2 1-1 2-0")]
        ),
        "H<sub>2</sub>O ist Wasser."
    );
    assert_eq!(
        translate(
            "That is un<b>believ</b>able luck.",
            &[(
                "That is unbelievable luck.",
                "Das ist unglaubliches Glück.",
                "0-0 1-1 2-2 3-3"
            )]
        ),
        "Das ist <b>unglaubliches</b> Glück."
    );
}

#[test]
fn words_stay_apart_where_no_tag_comes_between_them() {
    let translation = (
        "The house is green",
        "Das grün Haus ist h",
        "0-0 3-1 1-2 2-3 3-4",
    );
    let found = translate(
        "<b>The house</b><i>is green</i>",
        &MarkupOptions::html(),
        SentenceSplitting::Punctuation,
        &[translation],
    );
    assert_eq!(found, "<b>Das</b> <i>grün Haus ist h</i>");
}

#[test]
fn a_sentence_without_alignment_follows_the_order_of_the_source() {
    let marked = html("<b>One</b> two <i>three</i>");
    let sentences = marked.sentences(language("en"), SentenceSplitting::Punctuation);
    let translation = "Eins zwei drei".to_owned().into();
    assert_eq!(
        marked.restore(&sentences, &[translation], language("de")),
        "<b>Eins</b> zwei <i>drei</i>"
    );
}

#[test]
fn a_sentence_without_alignment_finds_words_that_stay_the_same() {
    let marked = html("In <b>2024</b> the <i>Wikipedia</i> grew");
    let sentences = marked.sentences(language("en"), SentenceSplitting::Punctuation);
    let translation = "Die Wikipedia wuchs 2024".to_owned().into();
    assert_eq!(
        marked.restore(&sentences, &[translation], language("de")),
        "Die <i>Wikipedia</i> wuchs <b>2024</b>"
    );
}

#[test]
fn markup_without_text_keeps_its_distance_from_the_words() {
    for source in [
        "Use <code>x y</code> now",
        "Use (<code>x</code>) now",
        "Use <code>x</code>, now",
        "See <img><img> there <svg><path d='a'/></svg>.",
        "See <img> <img> there",
        "See there<img> now <img>then",
        "<img>See there <img>",
        "Use <b><code>x</code></b> now",
        "Use <b><img></b> now",
        "A <x id='1'/> B",
        "See<span> </span>there",
        "<li><a href='#'><i class='icon'></i> See there</a> now</li>",
        "A<!-- c --> B <!-- d -->C",
    ] {
        assert_eq!(identity(source), source);
    }
}

#[test]
fn sentences_of_another_text_are_left_out() {
    let sentences = html("<p>One more time</p><p>Two</p>")
        .sentences(language("en"), SentenceSplitting::Punctuation);
    let translations = vec!["Neu".to_owned().into(); 2];
    let restored = html("<p>One</p>").restore(&sentences, &translations, language("de"));
    assert_eq!(text_of(&restored), "Neu");
}

#[test]
fn a_space_comes_between_sentences_where_the_target_has_one() {
    let marked = html("<p>我是学生。<b>你好吗？</b></p>");
    let sentences = marked.sentences(language("zh"), SentenceSplitting::Punctuation);
    let translations = ["I am a student.", "How are you?"].map(|text| text.to_owned().into());
    assert_eq!(
        marked.restore(&sentences, &translations, language("en")),
        "<p>I am a student. <b>How are you?</b></p>"
    );
}
#[test]
fn a_space_behind_an_image_stays_before_a_bracket() {
    let source = "Yes.<b><img/> (<b>one</b></b>one";
    assert_eq!(identity(source), "Yes. <b><img/> (<b>one</b></b>one");
    let source = "<b>.</b><b><b><img/> (<b>one</b></b>one</b>";
    assert_eq!(identity(source), source);
}

#[test]
fn no_space_comes_behind_an_image_that_begins_a_block() {
    for source in [
        "<p>One.</p><b><img/>Two</b> three.",
        "<p>One</p><b><img/>two</b> three",
    ] {
        assert_eq!(identity(source), source);
    }
}
