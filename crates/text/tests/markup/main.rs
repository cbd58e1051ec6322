//! Markup taken off a text and put on its translation.
#![allow(clippy::unwrap_used)] // The functions that tests share are tests, too.

mod attributes;
mod behaviour;
mod character_data;
mod documented;
mod hostile;
mod inline;
mod kept;
mod pieces;
mod placement;
mod properties;
mod reference;
mod structure;
mod well_formed;

use std::collections::HashMap;
use std::ops::Range;

use dragoman_language::Language;
use dragoman_text::{Alignment, Link, SegmentTranslation};
use dragoman_text::{MarkedText, MarkupOptions, MarkupVersion, SentenceSplitting, TagNames};

fn language(tag: &str) -> Language {
    Language::parse(tag).unwrap()
}

fn html(source: &str) -> MarkedText<'_> {
    MarkedText::parse(source, &MarkupOptions::html()).unwrap()
}

/// XML as version 2 reads it.
fn xml_options() -> MarkupOptions {
    MarkupOptions::xml(MarkupVersion::V2)
}

fn names(names: &[&str]) -> TagNames {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// The sentences of a text in English.
fn sentences_of(
    source: &str,
    options: &MarkupOptions,
    splitting: SentenceSplitting,
) -> Vec<String> {
    let marked = MarkedText::parse(source, options).unwrap();
    let sentences = marked.sentences(language("en"), splitting);
    sentences
        .iter()
        .map(|sentence| sentence.text().to_owned())
        .collect()
}

/// The words of a text, as tokens.
fn words(text: &str) -> Vec<Range<usize>> {
    let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split_whitespace()
        .map(|word| start(word)..start(word) + word.len())
        .collect()
}

/// A translation with its alignment as pairs of words, `0-1` for the first of the source and the
/// second of the target. Marks belong to the words that they touch.
fn aligned(source: &str, target: &str, pairs: &str) -> SegmentTranslation {
    let pairs: Vec<(usize, usize)> = pairs
        .split_whitespace()
        .map(|pair| {
            let (source, target) = pair.split_once('-').unwrap();
            (source.parse().unwrap(), target.parse().unwrap())
        })
        .collect();
    let mut alignment = Alignment::new(words(source));
    for (index, word) in words(target).into_iter().enumerate() {
        let sources: Vec<usize> = pairs
            .iter()
            .filter(|(_, target)| *target == index)
            .map(|(source, _)| *source)
            .collect();
        let weight = 1.0 / f32::from(u16::try_from(sources.len().max(1)).unwrap());
        alignment.push(word, sources.iter().map(|&source| Link { source, weight }));
    }
    SegmentTranslation::aligned(target.to_owned(), alignment)
}

/// The same text, each word standing for itself.
fn identical(text: &str) -> SegmentTranslation {
    let words = words(text);
    let mut alignment = Alignment::new(words.clone());
    for (source, word) in words.into_iter().enumerate() {
        let weight = 1.0;
        alignment.push(word, [Link { source, weight }]);
    }
    SegmentTranslation::aligned(text.to_owned(), alignment)
}

/// The text with its sentences translated as given: source, target, alignment. All of them have
/// to be there.
#[track_caller]
fn translate(
    source: &str,
    options: &MarkupOptions,
    splitting: SentenceSplitting,
    translations: &[(&str, &str, &str)],
) -> String {
    let known: HashMap<&str, SegmentTranslation> = translations
        .iter()
        .map(|&(source, target, pairs)| (source, aligned(source, target, pairs)))
        .collect();
    let marked = MarkedText::parse(source, options).unwrap();
    let sentences = marked.sentences(language("en"), splitting);
    let translated: Vec<SegmentTranslation> = sentences
        .iter()
        .map(|sentence| match known.get(sentence.text()) {
            Some(translation) => translation.clone(),
            None => panic!("no translation of {:?}", sentence.text()),
        })
        .collect();
    assert_eq!(translated.len(), translations.len(), "sentences");
    marked.restore(&sentences, &translated, language("de"))
}

/// The text translated into itself.
fn identity_of(source: &str, options: &MarkupOptions) -> String {
    let marked = MarkedText::parse(source, options).unwrap();
    let sentences = marked.sentences(language("en"), SentenceSplitting::Punctuation);
    let translated: Vec<_> = sentences
        .iter()
        .map(|sentence| identical(sentence.text()))
        .collect();
    // Chinese has no spaces between its sentences.
    marked.restore(&sentences, &translated, language("zh"))
}

fn identity(source: &str) -> String {
    identity_of(source, &MarkupOptions::html())
}

/// What the fragment of HTML says, for comparing two.
fn text_of(source: &str) -> String {
    let text = html(source).text().to_owned();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The tags of a fragment that holds no `<` but in tags.
fn tags(source: &str) -> Vec<&str> {
    source
        .split('<')
        .skip(1)
        .map(|tag| tag.split_once('>').map_or(tag, |(tag, _)| tag))
        .collect()
}
