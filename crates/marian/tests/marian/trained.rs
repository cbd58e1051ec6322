//! A small model that was trained on sentences of a made-up grammar.

use std::fs;
use std::path::{Path, PathBuf};

use dragoman_domain::{Segment, TranslationJob, Translator};
use dragoman_marian::InstalledModel;
use dragoman_marian::{Marian, MarianConfig};
use dragoman_nmt::{ModelPaths, VocabularyPaths};

use crate::support::{config, engine, job, pair, texts_of};

pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata/nmt")
        .join(name)
}

/// One of the trained students.
pub(crate) fn student(source: &str, target: &str) -> InstalledModel {
    let id = format!("{source}{target}");
    let folder = folder(&id);
    InstalledModel {
        pair: pair(source, target),
        paths: ModelPaths {
            weights: folder.join(format!("model.{id}.intgemm.alphas.bin")),
            shortlist: Some(folder.join(format!("lex.50.50.{id}.s2t.bin"))),
            vocabulary: VocabularyPaths::Shared(folder.join(format!("vocab.{id}.spm"))),
            decoder_settings: None,
        },
        id,
        architecture: "tiny".to_owned(),
        preference: 0,
    }
}

pub(crate) fn trained(threads: usize) -> Marian {
    let config = MarianConfig {
        threads,
        ..config()
    };
    engine(&config, vec![student("en", "de")])
}

#[tokio::test]
async fn a_trained_model_translates_every_line_as_the_reference_does() {
    let source = fs::read_to_string(folder("ende").join("test.en")).unwrap();
    let expected = fs::read_to_string(folder("ende").join("test.de")).unwrap();
    let lines: Vec<&str> = source.lines().collect();
    for threads in [1, 2] {
        let job = job("en", "de", &lines);
        let found = texts_of(trained(threads).translate(job).await.unwrap());
        assert_eq!(found, expected.lines().collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn placeholders_stand_where_the_alignment_puts_them() {
    // The text, what is kept of it, and where that must stand.
    let cases = [
        (
            "The dog costs 7532 euros.",
            "7532",
            "Der Hund kostet 7532 Euro.",
        ),
        ("The dog costs {price} euros.", "{price}", "{price} Euro"),
        ("{name} forgot the cat in Vienna.", "{name}", "{name} hat"),
    ];
    let segment = |(text, kept, _): &(&str, &str, &str)| {
        let start = text.find(kept).unwrap();
        Segment::new((*text).to_owned(), vec![start..start + kept.len()])
    };
    let segments = cases.iter().map(segment).collect();
    let job = TranslationJob::new(pair("en", "de"), segments);
    let translations = texts_of(trained(1).translate(job).await.unwrap());
    for ((_, kept, expected), translation) in cases.iter().zip(&translations) {
        assert_eq!(translation.matches(kept).count(), 1, "{translation}");
        assert!(translation.contains(expected), "{translation}");
    }
}
