//! What the trained models of `testdata/nmt` make of the sentences of the benchmark: the same on every instruction set and in every
//! batch, to the last bit of scores and alignments, and the same tokens as ever. Whoever changes those on purpose says so in the
//! changelog.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use dragoman_nmt::{
    Batch, Kernels, Leader, Model, ModelPaths, Request, SearchOptions, Source, TokenTranslation,
    VocabularyPaths,
};
use sha2::{Digest, Sha256};

fn testdata(path: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("../../testdata").join(path)
}

fn student() -> Arc<Model> {
    let paths = ModelPaths {
        weights: testdata("nmt/ende/model.ende.intgemm.alphas.bin"),
        shortlist: Some(testdata("nmt/ende/lex.50.50.ende.s2t.bin")),
        vocabulary: VocabularyPaths::Shared(testdata("nmt/ende/vocab.ende.spm")),
        decoder_settings: None,
    };
    Arc::new(Model::load(&paths).unwrap())
}

fn opus() -> Arc<Model> {
    let paths = ModelPaths {
        weights: testdata("nmt/opus-ende/model.npz"),
        shortlist: None,
        vocabulary: VocabularyPaths::Table {
            source: testdata("nmt/opus-ende/source.spm"),
            target: testdata("nmt/opus-ende/target.spm"),
            table: testdata("nmt/opus-ende/vocab.yml"),
        },
        decoder_settings: None,
    };
    Arc::new(Model::load(&paths).unwrap())
}

/// The sentences as the model reads them, in their order.
fn sources(model: &Model) -> Vec<Source> {
    let text = fs::read_to_string(testdata("benchmark/sentences.en.txt")).unwrap();
    let prepared = text.lines().map(|line| model.prepare(line));
    prepared
        .flat_map(|prepared| prepared.sources().to_vec())
        .collect()
}

/// Translates sentences with up to `together` sentences in the batch at any time, of which each leaves when it is complete.
fn decode(
    model: &Arc<Model>,
    kernels: Kernels,
    sources: &[Source],
    options: &SearchOptions,
    together: usize,
) -> Vec<TokenTranslation> {
    let mut batch = Batch::new(Arc::clone(model), kernels);
    let mut waiting = (0..).zip(sources.iter().cloned());
    let mut finished = Vec::new();
    let mut inside = 0;
    loop {
        let requests: Vec<_> = waiting
            .by_ref()
            .take(together - inside)
            .map(|(ticket, source)| Request {
                ticket,
                source,
                options: options.clone(),
            })
            .collect();
        inside += requests.len();
        if inside == 0 {
            break;
        }
        batch.join(requests);
        let left = batch.step();
        inside -= left.len();
        finished.extend(left);
    }
    finished.sort_by_key(|finished| finished.ticket);
    let translations = finished
        .into_iter()
        .flat_map(|finished| finished.translations);
    translations.collect()
}

/// The first bytes of the SHA-256 of the tokens of all translations.
fn digest(translations: &[TokenTranslation]) -> String {
    let mut digest = Sha256::new();
    for TokenTranslation { tokens, .. } in translations {
        digest.update((tokens.len() as u64).to_le_bytes());
        for token in tokens {
            digest.update(token.to_le_bytes());
        }
    }
    let bytes = digest.finalize();
    let bytes = bytes.iter().take(8);
    bytes.map(|byte| format!("{byte:02x}")).collect()
}

/// All numbers of each translation.
fn bits(translations: &[TokenTranslation]) -> Vec<Vec<u32>> {
    let numbers = |translation: &TokenTranslation| {
        let TokenTranslation {
            tokens,
            score,
            log_probabilities,
            attention,
        } = translation;
        let mut bits = tokens.clone();
        for values in [score.as_slice(), log_probabilities, attention] {
            bits.extend(values.iter().map(|value| value.to_bits()));
        }
        bits
    };
    translations.iter().map(numbers).collect()
}

#[track_caller]
fn check(model: &Arc<Model>, beam: usize, expected: &str) {
    let options = SearchOptions {
        beam: Some(beam),
        scores: true,
        alignment: true,
        ..SearchOptions::default()
    };
    let sources = sources(model);
    let all = decode(model, Kernels::best(), &sources, &options, 1);
    assert_eq!(digest(&all), expected);
    let all = bits(&all);
    for kernels in Kernels::supported() {
        // Without the instructions that all processors of today have, all sentences take a minute.
        let is_slow = kernels == Kernels::portable();
        let count = if is_slow { 20 } else { sources.len() };
        for together in [1, 5, 70] {
            let found = decode(model, kernels, &sources[..count], &options, together);
            assert!(
                bits(&found) == all[..count],
                "{together} together, {}",
                kernels.name()
            );
        }
    }
}

#[test]
fn two_threads_translate_a_sentence_as_one_does() {
    let (mut leader, helper) = Leader::new();
    thread::scope(|scope| {
        scope.spawn(|| helper.assist(|| false));
        while !leader.is_attended() {
            thread::yield_now();
        }
        for (model, beam) in [(student(), 1), (opus(), 4)] {
            let options = SearchOptions {
                beam: Some(beam),
                scores: beam > 1,
                ..SearchOptions::default()
            };
            let sources = &sources(&model)[..60];
            let translate = || bits(&decode(&model, Kernels::best(), sources, &options, 1));
            let alone = translate();
            assert!(leader.lead(translate) == alone);
        }
        drop(leader);
    });
}

#[test]
fn a_student_translates_as_before() {
    check(&student(), 1, "960254c08f66ed1a");
}

#[test]
fn a_student_translates_with_a_beam_as_before() {
    check(&student(), 4, "a8efdc1717245fc7");
}

#[test]
fn an_opus_model_translates_as_before() {
    check(&opus(), 1, "3752142e34ffcb1c");
}

#[test]
fn an_opus_model_translates_with_a_beam_as_before() {
    check(&opus(), 6, "b5bce9e91642d561");
}

/// Without scores a student takes another way: only the best output of each row is known.
#[test]
fn a_student_without_scores_chooses_the_same_tokens() {
    let model = student();
    let tokens = |scores| {
        let options = SearchOptions {
            beam: Some(1),
            scores,
            ..SearchOptions::default()
        };
        let translations = decode(&model, Kernels::best(), &sources(&model), &options, 16);
        let tokens = translations
            .into_iter()
            .map(|translation| translation.tokens);
        tokens.collect::<Vec<_>>()
    };
    assert!(tokens(false) == tokens(true));
}
