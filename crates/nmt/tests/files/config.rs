use dragoman_nmt::files::write::{config_yaml, tiny_config};
use dragoman_nmt::files::{Activation, ConfigError, DecoderCell, ModelConfig, TiedEmbeddings};

/// The text of the tiny configuration with another value of `key`.
fn with(key: &str, value: &str) -> String {
    let start = format!("{key}:");
    let mut inside = false;
    let mut text = String::new();
    for line in config_yaml(&tiny_config(40)).split_inclusive('\n') {
        // Lines that begin with a space continue the value of the key before.
        inside = line.starts_with(&start) || (inside && line.starts_with(' '));
        if !inside {
            text.push_str(line);
        }
    }
    text + &format!("{key}: {value}\n")
}

fn parse(text: &str) -> Result<ModelConfig, ConfigError> {
    ModelConfig::parse(text.as_bytes())
}

#[test]
fn what_marian_writes_is_read() {
    let student = tiny_config(40);
    let transformer = ModelConfig {
        embedding: 1024,
        feed_forward: 4096,
        heads: 16,
        encoder_layers: 6,
        decoder_layers: 3,
        source_vocabulary: 58_000,
        target_vocabulary: 32_000,
        decoder: DecoderCell::SelfAttention,
        activation: Activation::Swish,
        tied_embeddings: TiedEmbeddings::TargetAndOutput,
    };
    for config in [student, transformer] {
        assert_eq!(parse(&config_yaml(&config)).unwrap(), config);
    }
}

#[test]
fn missing_keys_have_marians_defaults() {
    let text = "type: transformer\ndim-emb: 512\nenc-depth: 6\ndec-depth: 6\n\
                dim-vocabs: [100, 100]\ntied-embeddings-all: true\n";
    let config = parse(text).unwrap();
    assert_eq!((config.feed_forward, config.heads), (2048, 8));
    assert_eq!(config.decoder, DecoderCell::SelfAttention);
    assert_eq!(config.activation, Activation::Swish);
    assert_eq!(config.head_width(), 64);
    for line in text.lines() {
        let without = text.replace(&format!("{line}\n"), "");
        let key = line.split(':').next().unwrap();
        let error = parse(&without).unwrap_err().to_string();
        let named = key.trim_end_matches("-all");
        assert!(error.contains(named), "without {key}: {error}");
    }
}

#[test]
fn every_option_that_changes_the_arithmetic_is_refused_by_name() {
    for (key, value) in [
        ("type", "s2s"),
        ("type", "multi-transformer"),
        ("skip", "true"),
        ("layer-normalization", "true"),
        ("right-left", "true"),
        ("output-omit-bias", "true"),
        ("factors-dim-emb", "8"),
        ("factors-combine", "concat"),
        ("lemma-dim-emb", "8"),
        ("lemma-dependency", "hard-transformer-layer"),
        ("ulr", "true"),
        ("ulr-trainable-transformation", "true"),
        ("ulr-dim-emb", "4"),
        ("input-types", "[class]"),
        ("transformer-ffn-depth", "3"),
        ("transformer-ffn-depth", "1"),
        ("transformer-decoder-ffn-depth", "1"),
        ("transformer-decoder-dim-ffn", "128"),
        ("transformer-ffn-activation", "gelu"),
        ("transformer-decoder-autoreg", "average-attention"),
        ("transformer-no-projection", "true"),
        ("transformer-no-bias", "true"),
        ("transformer-no-affine", "true"),
        ("transformer-rnn-projection", "true"),
        ("transformer-pool", "true"),
        ("transformer-train-position-embeddings", "true"),
        ("transformer-preprocess", "n"),
        ("transformer-postprocess", "dn"),
        ("transformer-postprocess", "danh"),
        ("transformer-postprocess-emb", "n"),
        ("transformer-postprocess-top", "n"),
        ("transformer-tied-layers", "[1, 1]"),
        ("transformer-guided-alignment-layer", "1"),
        ("transformer-something-new", "false"),
        ("dec-cell", "gru"),
        ("dec-cell", "sru"),
        ("tied-embeddings-all", "false"),
        ("tied-embeddings-all", "maybe"),
        ("dim-vocabs", "[40]"),
        ("dim-vocabs", "[40, 41]"),
        ("dim-vocabs", "[40, 40, 40]"),
        ("dim-vocabs", "[-40, -40]"),
        ("dim-vocabs", "[1, 1]"),
        ("dim-vocabs", "[1048577, 1048577]"),
        ("dim-vocabs", "40"),
        ("dim-emb", "33"),
        ("dim-emb", "0"),
        ("dim-emb", "8208"),
        ("dim-emb", "99999999999999999999"),
        ("dim-emb", "[32]"),
        ("dim-emb", "-32"),
        ("transformer-dim-ffn", "65552"),
        ("transformer-dim-ffn", "8"),
        ("transformer-heads", "0"),
        ("transformer-heads", "3"),
        ("transformer-heads", "4"),
        ("enc-depth", "0"),
        ("enc-depth", "65"),
        ("dec-depth", "65"),
    ] {
        let error = parse(&with(key, value)).unwrap_err();
        let ConfigError::Unsupported { key: named, .. } = &error else {
            panic!("{key}: {value} gives {error:?}");
        };
        let named = named.as_str();
        assert!(key.starts_with(named), "{key}: {value} gives {error}");
    }
}

#[test]
fn an_error_says_what_is_there_and_what_is_supported() {
    let error = parse(&with("transformer-ffn-activation", "gelu")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "\"transformer-ffn-activation\" is \"gelu\"; supported is \"relu\" or \"swish\""
    );
}

#[test]
fn other_spellings_of_the_same_network_are_read() {
    for (key, value) in [
        ("transformer-postprocess", "an"),
        ("transformer-postprocess-emb", "\"\""),
        ("transformer-decoder-ffn-depth", "2"),
        ("transformer-decoder-dim-ffn", "64"),
        ("transformer-guided-alignment-layer", "2"),
        ("transformer-dropout", "0.1"),
        ("transformer-aan-depth", "2"),
        ("input-types", "[sequence, sequence]"),
        ("right-left", "no"),
        ("an-option-of-training", "7"),
        ("bert-type-vocab-size", "2"),
        ("version", "v1.12.14 2d067af 2024-02-16 11:44:13 -0500"),
    ] {
        let text = with(key, value);
        assert_eq!(parse(&text).unwrap(), tiny_config(40), "{text}");
    }
    let text = with("tied-embeddings-all", "false")
        .replace("tied-embeddings-src: false", "tied-embeddings-src: true");
    let text = text.replace("tied-embeddings: false", "tied-embeddings: true");
    assert_eq!(parse(&text).unwrap().tied_embeddings, TiedEmbeddings::All);
}
