//! Placeholders back into a translation.
//!
//! A model reads a placeholder as it reads any text, and mostly copies it. Where it does not, the
//! alignment says what it made of it: that is replaced by the placeholder. One that left nothing
//! behind is put behind the translation of what stood before it, and copies beyond the first go.

use std::collections::HashMap;

use dragoman_domain::Placeholder;
use dragoman_nmt::Translation;
use dragoman_text::copies;

use super::aligning::{Tokenized, Tokens};
use super::layout::{Layout, Output, Restored};
use super::spacing::{source_pieces, spaced};

/// The text of a translation with every placeholder of its source in it, unchanged, each exactly
/// once.
///
/// `placeholders` are ordered ranges of `source` that do not overlap, and the translation has its
/// alignment if there are any. If the rest of the translation looks so much like the placeholders
/// that they cannot be told apart from it, the source itself is the answer.
pub(super) fn restore(
    source: &str,
    placeholders: &[Placeholder],
    translation: &Translation,
) -> String {
    let kept: Vec<&str> = kept_of(source, placeholders);
    if has_each_once(&translation.text, &kept) {
        return translation.text.clone();
    }
    restored(source, placeholders, &output(translation)).text
}

fn kept_of<'a>(source: &'a str, placeholders: &[Placeholder]) -> Vec<&'a str> {
    let text = |range: &Placeholder| source.get(range.clone()).unwrap_or_default();
    placeholders.iter().map(text).collect()
}

/// The same with the tokens of both sides.
pub(super) fn restore_aligned(
    source: &str,
    placeholders: &[Placeholder],
    translation: &Translation,
) -> (String, Tokens) {
    let output = output(translation);
    let Restored { text, stretches } = restored(source, placeholders, &output);
    let Some(stretches) = stretches else {
        return (text, Tokens::copied(source, placeholders));
    };
    let of_source = Tokenized {
        text: source,
        tokens: output.source_tokens,
    };
    let of_target = Tokenized {
        text: output.text,
        tokens: output.target_tokens,
    };
    let row = |token| output.row(token);
    let tokens = Tokens::written(of_source, placeholders, of_target, row, &stretches);
    (text, tokens)
}

fn output(translation: &Translation) -> Output<'_> {
    let rows = 0..translation.target_tokens.len();
    Output {
        text: &translation.text,
        source_tokens: &translation.source_tokens,
        target_tokens: &translation.target_tokens,
        rows: rows.map(|row| translation.alignment.row(row)).collect(),
    }
}

fn restored(source: &str, placeholders: &[Placeholder], output: &Output<'_>) -> Restored {
    let kept = kept_of(source, placeholders);
    let mut layout = Layout::new(placeholders, &kept, output);
    layout.adopt_copies();
    if has_each_once(output.text, &kept) {
        return layout.written(layout.pieces().0);
    }
    for index in 0..placeholders.len() {
        layout.replace_remains(index);
    }
    for index in 0..placeholders.len() {
        layout.insert(index);
    }
    let pieces = spaced(&source_pieces(source, placeholders), layout.pieces().0);
    let rebuilt = layout.written(pieces);
    if has_each_once(&rebuilt.text, &kept) {
        return rebuilt;
    }
    Restored {
        text: source.to_owned(),
        stretches: None,
    }
}

/// Whether each of the texts stands in `text` as often as it is listed.
fn has_each_once(text: &str, kept: &[&str]) -> bool {
    let copies = copies(text, kept).into_iter();
    let copied = copies.map(|range| text.get(range).unwrap_or_default());
    counts(copied) == counts(kept.iter().copied())
}

fn counts<'a>(texts: impl Iterator<Item = &'a str>) -> HashMap<&'a str, usize> {
    let mut counts = HashMap::new();
    for text in texts {
        *counts.entry(text).or_default() += 1;
    }
    counts
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "a list of one placeholder")]
#[path = "placeholders_tests.rs"]
mod tests;
