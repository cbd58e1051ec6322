use dragoman_documents::{DocumentError, Limits, Options};
use dragoman_language::Language;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::bilingual::open_bilingual;
use super::*;

fn longer(content: &Content) -> Content {
    mapped(content, |text| format!("{text} & more <i> \"text'"))
}

fn turned_around(content: &Content) -> Content {
    Content::new(content.pieces().iter().rev().map(|piece| match piece {
        Piece::Open(id) => Piece::Close(*id),
        Piece::Close(id) => Piece::Open(*id),
        other => other.clone(),
    }))
}

fn without_codes(content: &Content) -> Content {
    Content::new([Piece::Text(content.text())])
}

fn hostile(content: &Content) -> Content {
    Content::new([Piece::Text(format!(
        "</p></div><script>\"'-->\0\r&lt {}</title>",
        content.text()
    ))])
}

pub(crate) const BAD_ENGINES: [fn(&Content) -> Content; 4] =
    [longer, turned_around, without_codes, hostile];

/// The names of the tags that begin elements, apart from those that go on beyond line breaks and blocks.
pub(crate) fn blocks(html: &str) -> Vec<String> {
    let names = [
        "p", "div", "li", "td", "tr", "table", "h1", "h2", "ul", "img", "title", "script", "meta",
        "option",
    ];
    let lower = html.to_ascii_lowercase();
    let tags = lower.split('<').skip(1).filter_map(|tag| {
        let end = tag.find(|next: char| !next.is_ascii_alphanumeric());
        let name = &tag[..end.unwrap_or(tag.len())];
        names.contains(&name).then(|| name.to_owned())
    });
    let mut tags: Vec<_> = tags.collect();
    tags.sort();
    tags
}

fn check(bytes: &[u8]) {
    let mut source = Cursor::new(bytes.to_vec());
    let Ok(mut document) = Html::read(&mut source, &common::options("fa")) else {
        return;
    };
    assert_eq!(with_each(&mut document, Clone::clone), bytes);
    with_each(&mut document, upper);
    for translate in BAD_ENGINES {
        let output = with_each(&mut document, translate);
        Html::read(&mut Cursor::new(output), &common::options("fa")).unwrap();
    }
    let mut document = open_bilingual(bytes, "fa");
    assert_eq!(with_each(&mut document, Clone::clone), bytes);
    for translate in BAD_ENGINES {
        let output = with_each(&mut document, translate);
        Html::read(&mut Cursor::new(output), &common::options("fa")).unwrap();
    }
}

const BITS: [&str; 60] = [
    "One ",
    "two",
    ". ",
    "Three",
    "\n",
    " ",
    "&nbsp;",
    "&amp;",
    "&",
    "&eacute;",
    "é",
    "你好",
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<b>",
    "</b>",
    "<i class=x>",
    "</i>",
    "<a href='x' title=\"Y z\">",
    "</a>",
    "<br>",
    "<br/>",
    "</br>",
    "<img alt=One>",
    "<img alt='a b'",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "</td>",
    "<li>",
    "</ul>",
    "<code>",
    "</code>",
    "<pre>",
    "</pre>",
    "<script>",
    "</script>",
    "<title>",
    "</title>",
    "<textarea>",
    "<!--",
    "-->",
    "<![if x]>",
    "<![endif]>",
    "<?xml version='1.0' encoding='latin1'?>",
    "<html lang=en>",
    "<head>",
    "<meta charset=latin1>",
    "<span translate=no>",
    "<span translate=yes>",
    "</span>",
    "<div class=notranslate>",
    "<svg/>",
    "<",
    ">",
    "\"",
    "'",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_markup_comes_back_as_it_was_and_survives_any_engine(
        bits in proptest::collection::vec(proptest::sample::select(BITS.to_vec()), 0..40),
    ) {
        check(bits.concat().as_bytes());
    }

    #[test]
    fn any_bytes_come_back_as_they_were(
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
        prefix in proptest::sample::select(vec![
            &b""[..], b"\xff\xfe", b"\xef\xbb\xbf", b"<meta charset=shift_jis><p>", b"<meta charset=utf-8>",
            b"<meta charset=iso-2022-jp><p>", b"<p title=\"",
        ]),
    ) {
        check(&[prefix, &bytes].concat());
    }

    #[test]
    fn no_words_are_lost(
        bits in proptest::collection::vec(proptest::sample::select(
            vec!["One ", "two. ", "<b>", "</b>", "<i>", "</i>", "<a>", "</a>", "<p>", "</p>", "<br>", "<td>", "</div>"],
        ), 0..40),
    ) {
        let html = bits.concat();
        let words = |html: &str| -> String {
            let texts = html.split('<').map(|tag| tag.split_once('>').map_or(tag, |(_, text)| text));
            texts.flat_map(|text| text.chars()).filter(|letter| letter.is_alphabetic()).collect()
        };
        let output = with_each(&mut open(html.as_bytes(), "de"), upper);
        let output = String::from_utf8(output).unwrap();
        prop_assert_eq!(words(&output), words(&html).to_uppercase());
        let ends = |html: &str, tag: &str| html.matches(tag).count();
        prop_assert_eq!(ends(&output, "<p>"), ends(&html, "<p>"));
        prop_assert_eq!(ends(&output, "<br>"), ends(&html, "<br>"));
    }
}

#[test]
fn long_repetitive_pages_are_read_and_written() {
    for bit in BITS {
        check(bit.repeat(500).as_bytes());
        check(format!("<p>One {}two", bit.repeat(500)).as_bytes());
    }
    for bit in [
        "<b>x<br>Y",
        "<b><i>x</b>y",
        "<b>x<i></b>",
        "<p><b>x</p>",
        "<code><b>",
    ] {
        check(bit.repeat(1500).as_bytes());
    }
    let attributes = format!(
        "<meta {}>",
        "content='One two' name=description ".repeat(5_000)
    );
    check(attributes.as_bytes());
}

#[test]
fn a_page_that_needs_more_than_it_may_is_refused() {
    let read = |html: &str, limits: Limits| {
        let options = Options {
            limits,
            ..Options::to(Language::parse("de").unwrap())
        };
        Html::read(&mut Cursor::new(html.as_bytes().to_vec()), &options)
    };
    let limits = Limits {
        depth: 3,
        ..Limits::default()
    };
    assert!(read("<b><b><b><b><div><div><div>x", limits).is_ok());
    let error = read("<div><div><div><div>", limits).unwrap_err();
    assert!(matches!(error, DocumentError::TooLarge { most: 3, .. }));
    let limits = Limits {
        units: 1,
        ..Limits::default()
    };
    let error = read("<p>One<p>two", limits).unwrap_err();
    assert!(matches!(error, DocumentError::TooLarge { most: 1, .. }));
}

#[test]
fn a_translation_is_not_many_times_as_long_as_its_source() {
    let html = format!(
        "{}<i title='{}'>{}",
        "<b>".repeat(200),
        "x".repeat(10_000),
        "One</b>".repeat(200)
    );
    let output = with_each(&mut open(html.as_bytes(), "de"), upper);
    assert!(output.len() < 3 * html.len(), "{}", output.len());
    for sentence in ["One</b>", "One.<br>", "One <u>two.<br>Three"] {
        let html = format!(
            "<a title='{0}'>{1}<i class='{0}'>{2}",
            "x".repeat(10_000),
            "<b>".repeat(6),
            sentence.repeat(200)
        );
        let bytes = html.as_bytes();
        for translate in BAD_ENGINES
            .into_iter()
            .chain([upper as fn(&Content) -> Content])
        {
            let output = with_each(&mut open_bilingual(bytes, "de"), translate);
            let sentences = 200 * (2 * html.len() / 200).max(200);
            assert!(
                output.len() < 5 * html.len() + sentences,
                "{}",
                output.len()
            );
        }
    }
}

#[test]
fn words_stand_there_in_both_languages_and_blocks_as_they_were() {
    let mut runner = TestRunner::deterministic();
    let bits = vec![
        "One ", "two. ", "<b>", "</b>", "<i>", "</i>", "<a id=x>", "</a>", "<p>", "</p>", "<br>",
        "<td>", "</div>",
    ];
    let pages = proptest::collection::vec(proptest::sample::select(bits), 0..40);
    for _ in 0..2_000 {
        let html = pages.new_tree(&mut runner).unwrap().current().concat();
        let output = with_each(&mut open_bilingual(html.as_bytes(), "de"), upper);
        let output = String::from_utf8(output).unwrap();
        let words = |html: &str| html.matches("One").count() + html.matches("two").count();
        let translated = output.matches("ONE").count() + output.matches("TWO").count();
        assert_eq!(
            (words(&output), translated),
            (words(&html), words(&html)),
            "{html} {output}"
        );
        assert_eq!(blocks(&output), blocks(&html), "{html} {output}");
        assert_eq!(
            output.matches("id=x").count(),
            html.matches("id=x").count(),
            "{html} {output}"
        );
    }
}
