//! Widths of layers and numbers of heads.

use std::fs;
use std::sync::Arc;

use dragoman_nmt::files::{Activation, DecoderCell, FileError, ModelConfig, ModelFile, write};
use dragoman_nmt::{LoadError, Model, ModelPaths, Source, VocabularyPaths};

use crate::{assert_same_everywhere, pieces, requests, searches, student, vocabulary};

const TOKENS: usize = 43;

/// Width, feed-forward width and heads. All are 16 times an odd number, so that no register of 32 or
/// 64 values is full at the end of a row.
const ODD: [[usize; 3]; 7] = [
    [16, 16, 1],
    [48, 80, 1],
    [48, 80, 3],
    [80, 16, 5],
    [112, 336, 7],
    [208, 48, 1],
    [272, 144, 17],
];

fn config([embedding, feed_forward, heads]: [usize; 3]) -> ModelConfig {
    ModelConfig {
        embedding,
        feed_forward,
        heads,
        encoder_layers: 1,
        decoder_layers: 1,
        ..write::tiny_config(TOKENS)
    }
}

/// Sources of one token to many.
fn sources(model: &Model) -> Vec<Source> {
    let token = |at: u32| 2 + at * at * 13 % 41;
    let source = |length: u32| model.source((length..2 * length).map(token).collect());
    [1, 16, 17].map(|length| source(length).unwrap()).to_vec()
}

fn assemble(bytes: Vec<u8>) -> Result<Model, LoadError> {
    let shared = vocabulary(TOKENS);
    Model::assemble(&ModelFile::parse(bytes)?, Arc::clone(&shared), shared, None)
}

fn assert_same_for(widths: [usize; 3], model: Model) {
    let model = Arc::new(model);
    let [greedy, _, beam] = searches();
    for options in [greedy, beam] {
        let requests = requests(sources(&model), &options);
        assert_same_everywhere(&model, &requests, &format!("{widths:?}"));
    }
}

#[test]
fn students_of_odd_widths_translate_the_same_everywhere() {
    for widths in ODD {
        let bytes = write::random_student(&config(widths), 5);
        assert_same_for(widths, assemble(bytes).unwrap());
    }
}

#[test]
fn students_without_multipliers_for_inputs_do_so_too() {
    for widths in ODD {
        let config = ModelConfig {
            activation: Activation::Swish,
            ..config(widths)
        };
        let precision = write::Precision::Int8WithoutInputMultipliers;
        let items = write::random_items(&config, 6, precision);
        assert_same_for(widths, assemble(write::marian_binary(&items)).unwrap());
    }
}

#[test]
fn transformers_in_single_precision_do_so_too() {
    for widths in ODD {
        let config = ModelConfig {
            decoder: DecoderCell::SelfAttention,
            ..config(widths)
        };
        let items = write::random_items(&config, 7, write::Precision::Float32);
        assert_same_for(widths, assemble(write::npz(&items, false)).unwrap());
    }
}

#[test]
fn packed_weights_take_memory_in_proportion_to_their_number() {
    // The last row of 16 outputs is filled up, and a row has its corrections besides its weights.
    let bytes_for_a_weight = |widths: [usize; 3]| {
        let model = student(&config(widths), None);
        let (encoder, decoder) = model.multiply_accumulates(TOKENS);
        model.packed_bytes() as f64 / (encoder + decoder) as f64
    };
    let even = bytes_for_a_weight([256, 512, 4]);
    for widths in [[208, 496, 1], [240, 528, 15], [272, 528, 17]] {
        let odd = bytes_for_a_weight(widths);
        assert!(odd < 1.1 * even, "{widths:?}: {odd} and {even}");
    }
}

#[test]
fn widths_that_the_engine_does_not_compute_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let [weights, vocabulary] = ["weights", "vocabulary"].map(|name| folder.path().join(name));
    fs::write(&vocabulary, write::sentencepiece(&pieces(TOKENS))).unwrap();
    let paths = ModelPaths {
        weights,
        shortlist: None,
        vocabulary: VocabularyPaths::Shared(vocabulary),
        decoder_settings: None,
    };
    let cases = [
        ("dim-emb", [1, 16, 1]),
        ("dim-emb", [4, 16, 1]),
        ("dim-emb", [12, 16, 1]),
        ("dim-emb", [17, 16, 1]),
        ("dim-emb", [20, 16, 1]),
        ("dim-emb", [24, 16, 1]),
        ("dim-emb", [50, 16, 1]),
        ("dim-emb", [100, 16, 5]),
        ("transformer-dim-ffn", [16, 1, 1]),
        ("transformer-dim-ffn", [16, 4, 1]),
        ("transformer-dim-ffn", [16, 12, 1]),
        ("transformer-dim-ffn", [16, 18, 1]),
        ("transformer-dim-ffn", [16, 52, 1]),
        ("transformer-dim-ffn", [16, 100, 1]),
        ("transformer-heads", [48, 16, 0]),
        ("transformer-heads", [48, 16, 2]),
        ("transformer-heads", [48, 16, 5]),
        ("transformer-heads", [48, 16, 6]),
        ("transformer-heads", [48, 16, 48]),
        ("transformer-heads", [48, 16, 49]),
    ];
    // In both containers, and with tensors of just these shapes: nothing else is wrong.
    for (key, widths) in cases {
        let config = config(widths);
        let float = write::random_items(&config, 1, write::Precision::Float32);
        for bytes in [write::random_student(&config, 1), write::npz(&float, false)] {
            fs::write(&paths.weights, bytes).unwrap();
            let error = Model::load(&paths).unwrap_err();
            assert!(matches!(error, LoadError::NamedFile { .. }), "{error:?}");
            let message = error.to_string();
            assert!(
                message.contains(&format!("\"{key}\"")),
                "{widths:?}: {message}"
            );
            assert!(message.contains("16"), "{message}");
        }
    }
}

#[test]
fn a_tensor_of_another_width_than_configured_is_refused_by_name() {
    let right = config([48, 80, 3]);
    let wrong = ModelConfig {
        embedding: 80,
        feed_forward: 112,
        source_vocabulary: TOKENS + 2,
        target_vocabulary: TOKENS + 2,
        ..right
    };
    for precision in [write::Precision::Int8, write::Precision::Float32] {
        let items = write::random_items(&right, 1, precision);
        let others = write::random_items(&wrong, 1, precision);
        for (place, other) in others.iter().enumerate() {
            let name = &other.name;
            if name.ends_with("_QuantMultA") || name.starts_with("special") {
                continue;
            }
            let mut items = items.clone();
            assert_eq!(&items[place].name, name);
            items[place] = other.clone();
            let error = assemble(write::marian_binary(&items)).unwrap_err();
            let LoadError::File(FileError::WrongShape { name: named, .. }) = &error else {
                panic!("{name}: {error:?}");
            };
            assert_eq!(named, name);
        }
    }
}
