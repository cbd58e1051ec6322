//! A model that was trained. Its files do not travel with the repository: the test runs where
//! `DRAGOMAN_MODEL_DATA` names their folder.

#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]

use std::fs;
use std::path::PathBuf;

use dragoman_domain::Translator;
use dragoman_engines::MarianConfig;
use dragoman_engines::marian::InstalledModel;
use dragoman_nmt::{ModelPaths, VocabularyPaths};

use crate::support::{config, engine, job, pair};

#[tokio::test]
async fn a_trained_model_translates_every_line_as_the_reference_does() {
    let Some(data) = std::env::var_os("DRAGOMAN_MODEL_DATA").map(PathBuf::from) else {
        eprintln!("skipped: DRAGOMAN_MODEL_DATA does not name a folder with models");
        return;
    };
    let toy = InstalledModel {
        id: "toy".to_owned(),
        pair: pair("en", "de"),
        paths: ModelPaths {
            weights: data.join("toy/model.toy.ende.intgemm.alphas.bin"),
            shortlist: Some(data.join("toy/lex.50.50.toy.s2t.bin")),
            vocabulary: VocabularyPaths::Shared(data.join("vocab/vocab.deen.spm")),
            decoder_settings: None,
        },
        architecture: "toy".to_owned(),
        preference: 0,
    };
    let source = fs::read_to_string(data.join("toy/test.en")).unwrap();
    let expected = fs::read_to_string(data.join("toy/test.de")).unwrap();
    let lines: Vec<&str> = source.lines().collect();
    for threads in [1, 2] {
        let config = MarianConfig {
            threads,
            ..config()
        };
        let engine = engine(&config, vec![toy.clone()]);
        let found = engine.translate(job("en", "de", &lines)).await.unwrap();
        assert_eq!(found, expected.lines().collect::<Vec<_>>());
    }
}
