//! Models and data that do not travel with the repository: with `DRAGOMAN_MODEL_DATA` naming
//! their folder, the engine is compared with what other implementations made of them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "a test that cannot go on has failed; one that is skipped says so"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dragoman_nmt::{Kernels, Model, ModelPaths, SearchOptions, VocabularyPaths, translate};

fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("DRAGOMAN_MODEL_DATA").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: DRAGOMAN_MODEL_DATA does not name a folder with models");
    }
    folder
}

fn lines(path: &Path) -> Vec<String> {
    fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

fn toy(data: &Path) -> Arc<Model> {
    let paths = ModelPaths {
        weights: data.join("toy/model.toy.ende.intgemm.alphas.bin"),
        shortlist: Some(data.join("toy/lex.50.50.toy.s2t.bin")),
        vocabulary: VocabularyPaths::Shared(data.join("vocab/vocab.deen.spm")),
        decoder_settings: None,
    };
    Arc::new(Model::load(&paths).unwrap())
}

#[test]
fn the_toy_model_translates_every_line_exactly_on_every_instruction_set() {
    let Some(data) = data() else { return };
    let model = toy(&data);
    let expected = lines(&data.join("toy/test.de"));
    for kernels in Kernels::supported() {
        let translate = |line: &String| {
            translate(&model, kernels, line, &SearchOptions::default())
                .remove(0)
                .text
        };
        let found: Vec<String> = lines(&data.join("toy/test.en"))
            .iter()
            .map(translate)
            .collect();
        assert_eq!(found, expected, "{}", kernels.name());
    }
}
