//! Texts that come in pieces go back in pieces.

use dragoman_language::Language;
use dragoman_text::MarkupPiece::{End, Mark, Start, Text};
use dragoman_text::{
    Alignment, Link, MarkedSentence, MarkedText, MarkupOptions, MarkupPiece, MarkupVersion,
    SegmentTranslation, SentenceSplitting,
};
use proptest::prelude::*;

use crate::{aligned, identical, language, names, words};

const SPLITTING: SentenceSplitting = SentenceSplitting::PunctuationAndNewlines;

/// Pieces as a person reads them: `[1` opens a stretch and `]` closes it, `{1}` is a mark.
fn shown(piece: MarkupPiece<'_>) -> String {
    match piece {
        Text(text) => text.to_owned(),
        Start(code) => format!("[{code}"),
        End => "]".to_owned(),
        Mark(code) => format!("{{{code}}}"),
    }
}

fn restored(
    pieces: &[MarkupPiece<'_>],
    translate: impl Fn(&MarkedSentence) -> SegmentTranslation,
    target: Language,
) -> String {
    let marked = MarkedText::from_pieces(pieces.iter().copied());
    let sentences = marked.sentences(language("en"), SPLITTING);
    let translations: Vec<_> = sentences.iter().map(translate).collect();
    let mut written = String::new();
    marked.restore_pieces(&sentences, &translations, target, |piece| {
        written += &shown(piece);
    });
    written
}

fn unchanged(pieces: &[MarkupPiece<'_>]) -> String {
    // Chinese has no spaces between its sentences.
    restored(
        pieces,
        |sentence| identical(sentence.text()),
        language("zh"),
    )
}

#[test]
fn pieces_come_back_as_they_went() {
    let pieces = [
        Text("a < b & c > d &amp; \u{1}\u{ffff}\t\n"),
        Start(7),
        Mark(0),
        Text("<g n=\"0\">"),
        Start(9),
        End,
        End,
        Text("]]> and more"),
    ];
    let all: String = pieces.into_iter().map(shown).collect();
    assert_eq!(unchanged(&pieces), all);
}

#[test]
fn codes_stand_around_the_words_that_say_the_same() {
    let pieces = [
        Text("The "),
        Start(4),
        Text("red"),
        End,
        Text(" house"),
        Mark(2),
        Text(" is old."),
    ];
    let translate = |sentence: &MarkedSentence| {
        aligned(
            sentence.text(),
            "Das Haus in Rot ist alt.",
            "0-0 2-1 1-3 3-4 4-5",
        )
    };
    let written = restored(&pieces, translate, language("de"));
    assert_eq!(written, "Das Haus{2} in [4Rot] ist alt.");
}

#[test]
fn what_is_not_closed_ends_with_the_text_and_ends_of_nothing_are_left_out() {
    assert_eq!(
        unchanged(&[
            End,
            Text("One "),
            Start(1),
            Text("two"),
            Start(2),
            Text(" three")
        ]),
        "One [1two [2three]]"
    );
}

#[test]
fn deep_nesting_is_bounded_and_loses_nothing() {
    let depth = 20_000_u32;
    let mut pieces: Vec<_> = (0..depth).map(Start).collect();
    pieces.push(Text("word"));
    pieces.extend((0..depth).map(|_| End));
    let written = unchanged(&pieces);
    assert_eq!(written.matches('[').count(), depth as usize);
    assert_eq!(written.matches(']').count(), depth as usize);
    assert_eq!(written.matches("word").count(), 1);
}

/// Pieces that nest, each code once. No two texts follow one another, as in documents.
fn pieces() -> impl Strategy<Value = Vec<MarkupPiece<'static>>> {
    let texts = [
        "one", "two", " ", "  ", ". ", ".", "\n", "Ä", "水", "<", "&amp;", "7", "A house.",
    ];
    let kinds = prop::collection::vec((0_u8..6, prop::sample::select(texts.to_vec())), 0..24);
    kinds.prop_map(|kinds| {
        let mut open = 0;
        let mut pieces = Vec::new();
        for (code, (kind, text)) in (0..).zip(kinds) {
            match kind {
                0 => {
                    open += 1;
                    pieces.push(Start(code));
                }
                1 if open > 0 => {
                    open -= 1;
                    pieces.push(End);
                }
                2 => pieces.push(Mark(code)),
                _ if !matches!(pieces.last(), Some(Text(_))) => pieces.push(Text(text)),
                _ => {}
            }
        }
        pieces.extend((0..open).map(|_| End));
        pieces
    })
}

/// The pieces as XML that is read as it is said.
fn xml(pieces: &[MarkupPiece<'_>]) -> String {
    let escaped = |text: &str| {
        text.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
    };
    let written = pieces.iter().map(|piece| match piece {
        Text(text) => escaped(text),
        Start(code) => format!("<g n=\"{code}\">"),
        End => "</g>".to_owned(),
        Mark(code) => format!("<x n=\"{code}\"/>"),
    });
    format!("<u>{}</u>", written.collect::<String>())
}

/// The words from the last to the first.
fn backwards(text: &str) -> SegmentTranslation {
    let source = words(text);
    let turned: Vec<&str> = text.split_whitespace().rev().collect();
    let target = turned.join(" ");
    let mut alignment = Alignment::new(source.clone());
    for (word, source) in words(&target).into_iter().zip((0..source.len()).rev()) {
        alignment.push(
            word,
            [Link {
                source,
                weight: 1.0,
            }],
        );
    }
    SegmentTranslation::aligned(target, alignment)
}

proptest! {
    #[test]
    fn pieces_are_placed_as_the_same_elements_of_xml_are(pieces in pieces()) {
        let options = MarkupOptions {
            outline_detection: false,
            splitting_tags: names(&["u"]),
            ..MarkupOptions::xml(MarkupVersion::V1)
        };
        let source = xml(&pieces);
        let marked = MarkedText::parse(&source, &options).unwrap();
        let sentences = marked.sentences(language("en"), SPLITTING);
        for translate in [identical, backwards] {
            let translations: Vec<_> =
                sentences.iter().map(|sentence| translate(sentence.text())).collect();
            let from_xml = marked.restore(&sentences, &translations, language("de"));
            let whole = MarkedText::from_pieces(pieces.iter().copied());
            prop_assert_eq!(&whole.sentences(language("en"), SPLITTING), &sentences);
            let mut restored = String::from("<u>");
            whole.restore_pieces(&sentences, &translations, language("de"), |piece| {
                let one = xml(&[piece]);
                restored += one.trim_start_matches("<u>").trim_end_matches("</u>");
            });
            restored += "</u>";
            prop_assert_eq!(restored, from_xml);
        }
    }
}
