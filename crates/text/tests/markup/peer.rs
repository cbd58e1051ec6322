//! The same fragments as the Bergamot translator makes them.
//!
//! `translations.json` holds sentences with numbers in words, their translations by a tiny model
//! of the Bergamot family trained for tests, and that model's attention in thousandths.
//! `peer.json` holds fragments of HTML and what the Bergamot translator 0.4.9 makes of them with
//! the same model. Where the snapshot has `!`, the result is meant to be another one.

use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;

use dragoman_text::{HtmlText, TranslatedSentence};
use serde::Deserialize;

use crate::split;

#[derive(Deserialize)]
struct Translation {
    source: String,
    target: String,
    source_tokens: Vec<[usize; 2]>,
    target_tokens: Vec<[usize; 2]>,
    alignment: Vec<Vec<f32>>,
}

#[derive(Deserialize)]
struct Peer {
    html: String,
    peer: String,
}

fn ranges(pairs: &[[usize; 2]]) -> Vec<Range<usize>> {
    pairs.iter().map(|&[start, end]| start..end).collect()
}

/// Each sentence of the fragment that has a translation replaced by it.
fn translate(html: &str, translations: &HashMap<String, Translation>) -> String {
    let marked = HtmlText::parse(html);
    let sentences = marked.sentences(split);
    let found: Vec<_> = sentences
        .into_iter()
        .map(|range| {
            let text = &marked.text()[range.clone()];
            let Some(translation) = translations.get(text) else {
                panic!("no translation of {text:?}")
            };
            let tokens = (
                ranges(&translation.source_tokens),
                ranges(&translation.target_tokens),
            );
            let alignment = translation.alignment.concat();
            (range, translation, tokens, alignment)
        })
        .collect();
    let translated: Vec<_> = found
        .iter()
        .map(
            |(source, translation, tokens, alignment)| TranslatedSentence {
                source: source.clone(),
                text: &translation.target,
                source_tokens: &tokens.0,
                target_tokens: &tokens.1,
                alignment,
            },
        )
        .collect();
    marked.restore(&translated)
}

fn translations() -> HashMap<String, Translation> {
    let all: Vec<Translation> = serde_json::from_str(include_str!("translations.json")).unwrap();
    all.into_iter()
        .map(|translation| (translation.source.clone(), translation))
        .collect()
}

#[test]
fn elements_follow_the_alignment_as_the_peer_places_them() {
    let peers: Vec<Peer> = serde_json::from_str(include_str!("peer.json")).unwrap();
    let translations = translations();
    let mut snapshot = String::new();
    for Peer { html, peer } in peers {
        let ours = translate(&html, &translations);
        writeln!(snapshot, "  {html}").unwrap();
        if ours == peer {
            writeln!(snapshot, "= {ours}\n").unwrap();
        } else {
            writeln!(snapshot, "! {ours}\n  {peer}  (peer)\n").unwrap();
        }
    }
    insta::assert_snapshot!(snapshot);
}
