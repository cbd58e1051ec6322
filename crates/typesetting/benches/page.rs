//! How long a page of 3,000 characters takes to be shaped and fitted, in a face of this system.

// A program for people: its measurements are its output, and there is nobody to give an error to.
#![allow(clippy::unwrap_used, missing_docs)]

use std::sync::Arc;

use dragoman_typesetting::{Fonts, Frame, Inline, Measured, Paragraph, Shape, Span};

const SENTENCE: &str =
    "The committee of the assembly meets on the first working day of each month, ";
const ARABIC: &str = "تجتمع اللجنة في أول يوم عمل من كل شهر في القاعة الكبرى، ";
const JAPANESE: &str = "委員会は毎月最初の営業日に大会議室で会合を開きます。";

fn main() {
    divan::main();
}

fn paragraph(sentence: &str) -> Paragraph {
    let text: String = sentence.chars().cycle().take(3_000).collect();
    let fonts = Fonts::of_system();
    let face = fonts.face(Shape::default(), &text).unwrap();
    Paragraph {
        inlines: vec![Inline::Text(Span {
            text,
            fonts: vec![face as Arc<_>],
            size: 10.0,
            rise: 0.0,
            letter_spacing: 0.0,
            word_space: None,
            tag: 0,
        })],
        ..Paragraph::default()
    }
}

#[divan::bench(args = [SENTENCE, ARABIC, JAPANESE])]
fn shape(bencher: divan::Bencher<'_, '_>, sentence: &str) {
    let paragraph = paragraph(sentence);
    bencher.bench(|| Measured::new(&paragraph).unwrap());
}

/// At 0.8 of its size, so that many scales are tried before.
#[divan::bench(args = [SENTENCE, ARABIC, JAPANESE])]
fn fit(bencher: divan::Bencher<'_, '_>, sentence: &str) {
    let measured = Measured::new(&paragraph(sentence)).unwrap();
    let area = measured.natural_width() * 12.0;
    let frame = Frame {
        widths: vec![450.0],
        depth: area / 450.0 * 0.65,
        leading: 12.0,
        ..Frame::default()
    };
    bencher.bench(|| measured.fit(&frame, 0.4..=1.0).unwrap());
}
