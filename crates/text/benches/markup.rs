//! How many megabytes of markup a second are taken apart, and given back around translations. Run
//! with `cargo bench -p dragoman-text --bench markup`; `scan` is what an XML reader needs that only
//! looks at the same text, and so the limit.

use std::fmt::Write;

use divan::{Bencher, counter::BytesCount};
use dragoman_language::Language;
use dragoman_text::{Alignment, Link, SegmentTranslation};
use dragoman_text::{MarkedSentence, MarkedText, MarkupOptions, MarkupVersion, SentenceSplitting};

fn main() {
    divan::main();
}

/// A generated document.
#[derive(Debug, Clone, Copy)]
enum Document {
    /// A page of paragraphs with links and emphasis.
    Page,
    /// A table with little text.
    Table,
    /// Records with a sentence in each.
    Records,
    /// Paragraphs of mixed content.
    Manual,
}

use Document::{Manual, Page, Records, Table};

const ALL: [Document; 4] = [Page, Table, Records, Manual];

/// Bytes of a document, about.
const SIZE: usize = 1 << 20;

const WORDS: [&str; 16] = [
    "the", "river", "was", "seen", "by", "seven", "people", "from", "a", "small", "town", "in",
    "the", "north", "last", "summer",
];

/// A sentence of some words, with tags around one of them.
fn sentence(number: usize, tag: &str) -> String {
    let length = 8 + number % 11;
    let word = |index: usize| WORDS[(number * 7 + index) % WORDS.len()];
    let mut text = "Once".to_owned();
    for index in 0..length {
        if index == number % length && !tag.is_empty() {
            let _ = write!(text, " <{tag} id=\"n{number}\">{}</{tag}>", word(index));
        } else {
            let _ = write!(text, " {}", word(index));
        }
    }
    text + "."
}

impl Document {
    fn options(self) -> MarkupOptions {
        match self {
            Page | Table => MarkupOptions::html(),
            Records | Manual => MarkupOptions::xml(MarkupVersion::V2),
        }
    }

    fn text(self) -> String {
        let mut text = String::new();
        let mut number = 0;
        while text.len() < SIZE {
            number += 1;
            let _ = match self {
                Page => writeln!(
                    text,
                    "<p class=\"text\">{} {} &amp; <a href=\"/page/{number}\" title=\"More on it\">more</a>.</p>",
                    sentence(number, "b"),
                    sentence(number + 1, ""),
                ),
                Table => writeln!(
                    text,
                    "<table><tr><td>{number}</td><td class='x'>{}</td><td><img src='{number}.png'/></td></tr></table>",
                    WORDS[number % WORDS.len()],
                ),
                Records => writeln!(
                    text,
                    "  <record id=\"{number}\">\n    <name>Number {number}</name>\n    <note>{}</note>\n  </record>",
                    sentence(number, ""),
                ),
                Manual => writeln!(
                    text,
                    "<par n='{number}'>{} {} See <ref to='{number}'/> or <x>{}</x>.</par>",
                    sentence(number, "b"),
                    sentence(number + 2, "emph"),
                    WORDS[number % WORDS.len()],
                ),
            };
        }
        format!("<doc>{text}</doc>")
    }
}

fn english() -> Language {
    Language::parse("en").unwrap_or_else(|error| panic!("{error}"))
}

fn parse(text: &str, document: Document) -> MarkedText<'_> {
    MarkedText::parse(text, &document.options()).unwrap_or_else(|error| panic!("{error}"))
}

/// The same words in reverse.
fn translation(sentence: &MarkedSentence) -> SegmentTranslation {
    let words: Vec<&str> = sentence.text().split(' ').collect();
    let mut start = 0;
    let source = words.iter().map(|word| {
        let token = start..start + word.len();
        start = token.end + 1;
        token
    });
    let mut alignment = Alignment::new(source.collect());
    let mut text = String::new();
    for (source, word) in words.iter().enumerate().rev() {
        let start = text.len();
        text.push_str(word);
        let weight = 0.9;
        alignment.push(start..text.len(), [Link { source, weight }]);
        text.push(' ');
    }
    text.pop();
    SegmentTranslation::aligned(text, alignment)
}

/// Text and elements.
#[divan::bench(args = ALL, sample_count = 20)]
fn parsed(bencher: Bencher<'_, '_>, document: Document) {
    let text = document.text();
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| divan::black_box(parse(divan::black_box(&text), document).characters()));
}

/// The same, and sentences.
#[divan::bench(args = ALL, sample_count = 20)]
fn parted_into_sentences(bencher: Bencher<'_, '_>, document: Document) {
    let text = document.text();
    bencher.counter(BytesCount::of_str(&text)).bench(|| {
        let marked = parse(divan::black_box(&text), document);
        divan::black_box(marked.sentences(english(), SentenceSplitting::Punctuation))
    });
}

/// Back from translations whose words are in another order.
#[divan::bench(args = ALL, sample_count = 20)]
fn restored(bencher: Bencher<'_, '_>, document: Document) {
    let text = document.text();
    let marked = parse(&text, document);
    let sentences = marked.sentences(english(), SentenceSplitting::Punctuation);
    let translations: Vec<_> = sentences.iter().map(translation).collect();
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| marked.restore(&sentences, divan::black_box(&translations), english()));
}

/// The events of quick-xml, none of them used.
#[divan::bench(args = ALL, sample_count = 20)]
fn scan(bencher: Bencher<'_, '_>, document: Document) {
    let text = document.text();
    bencher.counter(BytesCount::of_str(&text)).bench(|| {
        let mut reader = quick_xml::Reader::from_str(divan::black_box(&text));
        reader.config_mut().check_end_names = false;
        let mut events = 0;
        while let Ok(event) = reader.read_event() {
            if matches!(event, quick_xml::events::Event::Eof) {
                break;
            }
            events += 1;
        }
        events
    });
}
