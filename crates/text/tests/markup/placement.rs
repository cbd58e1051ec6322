//! How many tags stand around the words that a person would put them around.
//!
//! `testdata/markup/placement.tsv` holds pairs of languages, tagged sentences, and their
//! translations tagged by rule: `scripts/markup/placement_table.py` says how. The translations
//! and their alignments come from the models in `testdata/nmt`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dragoman_nmt::{
    Kernels, Model, ModelPaths, SearchOptions, Translation, VocabularyPaths, translate,
};
use dragoman_text::SentenceSplitting;
use dragoman_text::{Alignment, Link, SegmentTranslation};

use crate::{html, language, tags};

/// A line of the table.
struct Row {
    pair: String,
    source: String,
    reference: String,
}

fn testdata(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata")
        .join(path)
}

fn table() -> Vec<Row> {
    let text = fs::read_to_string(testdata("markup/placement.tsv")).unwrap();
    let row = |line: &str| {
        let mut fields = line.split('\t').map(str::to_owned);
        let mut field = || fields.next().unwrap();
        Row {
            pair: field(),
            source: field(),
            reference: field(),
        }
    };
    text.lines().map(row).collect()
}

/// The words that each element encloses, by the name of the element, without the marks around
/// them. Names are those of one element each.
fn enclosed(tagged: &str) -> BTreeMap<&str, Vec<String>> {
    let without_tags = |text: &str| {
        let parts = text.split('<');
        let text = parts.map(|part| part.split_once('>').map_or(part, |(_, text)| text));
        text.collect::<String>()
    };
    tags(tagged)
        .into_iter()
        .filter(|tag| !tag.starts_with('/'))
        .map(|name| {
            let (_, after) = tagged.split_once(&format!("<{name}>")).unwrap();
            let (inside, _) = after.split_once(&format!("</{name}>")).unwrap();
            let text = without_tags(inside);
            let words = text.split_whitespace();
            let words = words.map(|word| word.trim_matches(|mark: char| !mark.is_alphanumeric()));
            (
                name,
                words
                    .filter(|word| !word.is_empty())
                    .map(str::to_owned)
                    .collect(),
            )
        })
        .collect()
}

/// How many elements enclose the same words in both texts, and how many there are.
fn score(reference: &str, restored: &str) -> (usize, usize) {
    let (wanted, found) = (enclosed(reference), enclosed(restored));
    let same = wanted
        .iter()
        .filter(|(name, words)| found.get(*name) == Some(words));
    (same.count(), wanted.len())
}

fn model(pair: &str) -> Arc<Model> {
    let name = pair.replace('-', "");
    let file = |file: String| testdata("nmt").join(&name).join(file);
    let paths = ModelPaths {
        weights: file(format!("model.{name}.intgemm.alphas.bin")),
        shortlist: Some(file(format!("lex.50.50.{name}.s2t.bin"))),
        vocabulary: VocabularyPaths::Shared(file(format!("vocab.{name}.spm"))),
        decoder_settings: None,
    };
    Arc::new(Model::load(&paths).unwrap())
}

/// With what the model says of the words.
fn aligned(translation: &Translation) -> SegmentTranslation {
    let mut alignment = Alignment::new(translation.source_tokens.clone());
    for (row, token) in translation.target_tokens.iter().enumerate() {
        let links = translation.alignment.row(row).iter();
        let links = links.filter(|link| link.weight > 0.05).map(|link| Link {
            source: link.source,
            weight: link.weight,
        });
        alignment.push(token.clone(), links);
    }
    SegmentTranslation::aligned(translation.text.clone(), alignment)
}

/// A model's translation with what it says of the words.
pub(crate) fn aligned_translation(model: &Arc<Model>, text: &str) -> SegmentTranslation {
    let options = SearchOptions {
        alignment: true,
        ..SearchOptions::default()
    };
    aligned(&translate(model, Kernels::best(), text, &options)[0])
}

#[allow(clippy::print_stdout, reason = "for a person who asks for it")]
fn show(row: &Row, restored: &str) {
    println!("  {}\n= {}\n! {restored}\n", row.source, row.reference);
}

/// Right and all elements, those of sentences that the model translates in other words left out.
fn measure(pair: &str, with_alignment: bool) -> (usize, usize) {
    let model = model(pair);
    let options = SearchOptions {
        alignment: true,
        ..SearchOptions::default()
    };
    let mut sum = (0, 0);
    for row in table().iter().filter(|row| row.pair == pair) {
        let marked = html(&row.source);
        let sentences = marked.sentences(language("en"), SentenceSplitting::Off);
        let translation = &translate(&model, Kernels::best(), marked.text(), &options)[0];
        if translation.text != html(&row.reference).text() {
            continue;
        }
        let aligned = if with_alignment {
            aligned(translation)
        } else {
            translation.text.clone().into()
        };
        let restored = marked.restore(&sentences, &[aligned], language("de"));
        let (right, all) = score(&row.reference, &restored);
        if std::env::var_os("SHOW_PLACEMENT").is_some() && with_alignment && right < all {
            show(row, &restored);
        }
        sum = (sum.0 + right, sum.1 + all);
    }
    sum
}

#[test]
fn the_table_holds_what_it_says() {
    let table = table();
    assert!(table.len() >= 200);
    for row in table {
        let names = |text: &str| {
            let mut names: Vec<String> = tags(text).into_iter().map(str::to_owned).collect();
            names.sort_unstable();
            names
        };
        assert_eq!(names(&row.source), names(&row.reference), "{}", row.source);
        let (right, all) = score(&row.reference, &row.reference);
        assert!(right == all && all > 0, "{}", row.reference);
    }
}

#[test]
fn the_score_counts_elements_around_the_same_words() {
    let reference = "Das <b>rote <i>Haus</i></b>, hier.";
    for (restored, right) in [
        ("Das <b>rote <i>Haus</i></b>, hier.", 2),
        ("Das <b>rote <i>Haus,</i></b> hier.", 2),
        ("Das <b>rote</b> <i>Haus</i>, hier.", 1),
        ("<b>Das rote <i></i>Haus</b>, hier.", 0),
    ] {
        assert_eq!(score(reference, restored), (right, 2), "{restored}");
    }
}

/// Set `SHOW_PLACEMENT` to see the sentences that went wrong.
#[test]
fn tags_stand_around_the_words_that_a_person_would_put_them_around() {
    for (pair, least) in [("en-de", 0.9), ("de-en", 0.9), ("en-fr", 0.9)] {
        let (right, all) = measure(pair, true);
        let (unaligned, _) = measure(pair, false);
        let share = |right: usize| {
            f64::from(u32::try_from(right).unwrap()) / f64::from(u32::try_from(all).unwrap())
        };
        println!(
            "{pair}: {right} of {all} tags, {:.1} %; without an alignment {:.1} %",
            100.0 * share(right),
            100.0 * share(unaligned)
        );
        assert!(
            all > 100 && share(right) >= least,
            "{pair}: {right} of {all}"
        );
    }
}
