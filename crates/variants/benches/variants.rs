//! How fast translations are converted to another variant.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use dragoman_language::Language;
use dragoman_text::SegmentTranslation;
use dragoman_variants::Variants;

fn main() {
    divan::main();
}

fn convert(bencher: Bencher<'_, '_>, tag: &str, text: &str) {
    let Ok(target) = Language::parse(tag) else {
        return;
    };
    let variants = Variants::new();
    bencher
        .counter(BytesCount::of_str(text))
        .with_inputs(|| SegmentTranslation::from(text.to_owned()))
        .bench_local_values(|mut translation| {
            variants.convert(black_box(&mut translation), target, &[]);
            translation
        });
}

#[divan::bench]
fn british(bencher: Bencher<'_, '_>) {
    let text = "The color of the printer is gray, and you can organize its trays as you like. ";
    convert(bencher, "en-GB", &text.repeat(20));
}

#[divan::bench]
fn traditional(bencher: Bencher<'_, '_>) {
    convert(
        bencher,
        "zh-Hant",
        &"打印机的颜色是灰色的，您可以随意整理纸盒。".repeat(20),
    );
}

#[divan::bench]
fn tables() {
    let variants = Variants::new();
    for tag in ["en-GB", "zh-Hant"] {
        if let Ok(target) = Language::parse(tag) {
            let mut translation = SegmentTranslation::from("a 开".to_owned());
            variants.convert(&mut translation, target, &[]);
        }
    }
}
