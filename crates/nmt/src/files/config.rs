//! The architecture of a model, from the YAML text that Marian stores inside the model file.
//!
//! Marian has many options that change what a network computes. Each of them is looked at here, and
//! a value whose arithmetic the engine does not have is refused, so that a model is translated with
//! as it was trained or not at all.

use std::collections::BTreeMap;

use super::MAX_VOCABULARY;
use super::error::ConfigError;
use super::yaml::{self, Value};

/// Largest width of the embeddings and of each layer's input and output.
const MAX_EMBEDDING: usize = 8192;
/// Largest width inside the feed-forward blocks.
const MAX_FEED_FORWARD: usize = 65_536;
/// Most layers of the encoder, and of the decoder.
const MAX_LAYERS: usize = 64;
/// What every width of a matrix, and the width of a head, is a multiple of.
const WIDTH_STEP: usize = 16;

/// The architecture of a transformer of Marian's kind.
///
/// Widths: `embedding` in [16, 8192] and `feed_forward` in [16, 65,536], both multiples of 16; the
/// width of one head, `embedding / heads`, too. Layers: 1 to 64 each. Vocabularies: 2 to 2^20 entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelConfig {
    /// Width of the embeddings, `dim-emb` (d).
    pub embedding: usize,
    /// Width inside the feed-forward blocks, `transformer-dim-ffn` (f).
    pub feed_forward: usize,
    /// Heads of each attention, `transformer-heads`.
    pub heads: usize,
    /// Layers of the encoder, `enc-depth`.
    pub encoder_layers: usize,
    /// Layers of the decoder, `dec-depth`.
    pub decoder_layers: usize,
    /// Entries of the source vocabulary, the first of `dim-vocabs`.
    pub source_vocabulary: usize,
    /// Entries of the target vocabulary, the second of `dim-vocabs`.
    pub target_vocabulary: usize,
    /// What a decoder layer does with the tokens before.
    pub decoder: DecoderCell,
    /// The activation inside the feed-forward blocks.
    pub activation: Activation,
    /// Which embedding matrices are the same.
    pub tied_embeddings: TiedEmbeddings,
}

/// What a decoder layer does with the tokens before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecoderCell {
    /// A simpler simple recurrent unit (Kim et al., 2019, "From Research to Production and Back"):
    /// `transformer-decoder-autoreg: rnn` with `dec-cell: ssru`.
    Ssru,
    /// Masked self-attention: `transformer-decoder-autoreg: self-attention`.
    SelfAttention,
}

/// The activation function inside the feed-forward blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// max(x, 0)
    Relu,
    /// x * sigmoid(x)
    Swish,
}

/// Which embedding matrices are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TiedEmbeddings {
    /// One matrix, `Wemb`, for source, target and output: `tied-embeddings-all`.
    All,
    /// `encoder_Wemb` for the source, `decoder_Wemb` for target and output: `tied-embeddings`.
    TargetAndOutput,
}

/// Keys that must have one of a few values when they are there. Marian's default is always among
/// them. Left out are keys without influence on translation with a transformer: those of training, of
/// recurrent encoders, of `average-attention`, of BERT, and of the word embeddings of `ulr`.
const FIXED: &[(&str, &[&str])] = &[
    ("type", &["transformer"]),
    ("skip", &["false"]),
    ("layer-normalization", &["false"]),
    ("right-left", &["false"]),
    ("output-omit-bias", &["false"]),
    ("factors-dim-emb", &["0"]),
    ("factors-combine", &["sum"]),
    ("lemma-dim-emb", &["0"]),
    ("lemma-dependency", &[""]),
    ("ulr", &["false"]),
    ("ulr-trainable-transformation", &["false"]),
    ("ulr-dim-emb", &["0"]),
    ("transformer-ffn-depth", &["2"]),
    ("transformer-decoder-ffn-depth", &["0", "2"]),
    ("transformer-no-projection", &["false"]),
    ("transformer-no-bias", &["false"]),
    ("transformer-no-affine", &["false"]),
    ("transformer-rnn-projection", &["false"]),
    ("transformer-pool", &["false"]),
    ("transformer-train-position-embeddings", &["false"]),
    // d is dropout, which only training has: these spell the same computation.
    ("transformer-preprocess", &["", "d"]),
    ("transformer-postprocess", &["dan", "an"]),
    ("transformer-postprocess-emb", &["d", ""]),
    ("transformer-postprocess-top", &["", "d"]),
];

/// Keys of the family `transformer-` that do not change what is computed here.
const WITHOUT_INFLUENCE: &[&str] = &[
    "transformer-aan-activation",
    "transformer-aan-depth",
    "transformer-aan-nogate",
    "transformer-depth-scaling",
    "transformer-dim-aan",
    "transformer-dropout",
    "transformer-dropout-attention",
    "transformer-dropout-ffn",
];

/// Keys of the family `transformer-` that [`ModelConfig::parse`] looks at one by one.
const LOOKED_AT: &[&str] = &[
    "transformer-decoder-autoreg",
    "transformer-decoder-dim-ffn",
    "transformer-dim-ffn",
    "transformer-ffn-activation",
    "transformer-guided-alignment-layer",
    "transformer-heads",
    "transformer-tied-layers",
];

impl ModelConfig {
    /// Reads the text of `special:model.yml`, which a zero byte ends.
    ///
    /// Keys that are missing have Marian's defaults, but for the type, the vocabularies, the depths and
    /// the width, which must be there. Keys that begin with `transformer-` and are not known are refused.
    ///
    /// # Errors
    ///
    /// The text is not a mapping in YAML, or asks for a network that the engine does not compute; the
    /// error names the key, its value and what is supported.
    pub fn parse(text: &[u8]) -> Result<Self, ConfigError> {
        let keys = Keys(yaml::mapping(text)?);
        keys.require("type")?;
        for (key, supported) in FIXED {
            keys.one_of(key, supported)?;
        }
        keys.refuse_unknown()?;
        let [source_vocabulary, target_vocabulary] = keys.vocabularies()?;
        let config = Self {
            embedding: keys.number("dim-emb", None)?,
            feed_forward: keys.number("transformer-dim-ffn", Some(2048))?,
            heads: keys.number("transformer-heads", Some(8))?,
            encoder_layers: keys.number("enc-depth", None)?,
            decoder_layers: keys.number("dec-depth", None)?,
            source_vocabulary,
            target_vocabulary,
            decoder: keys.decoder()?,
            activation: keys.activation()?,
            tied_embeddings: keys.tied_embeddings()?,
        };
        config.check()?;
        keys.check_against(&config)?;
        Ok(config)
    }

    /// The width of one head of attention.
    #[must_use]
    pub fn head_width(&self) -> usize {
        self.embedding.checked_div(self.heads).unwrap_or_default()
    }

    /// Holds every number against its limits.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Unsupported`] names the first key that is outside.
    pub fn check(&self) -> Result<(), ConfigError> {
        let width = |key, value: usize, limit: usize| {
            let fits = (WIDTH_STEP..=limit).contains(&value) && value.is_multiple_of(WIDTH_STEP);
            refuse_unless(fits, key, value, || {
                format!("a multiple of {WIDTH_STEP} from {WIDTH_STEP} to {limit}")
            })
        };
        let within = |key, value: usize, low: usize, limit: usize| {
            let fits = (low..=limit).contains(&value);
            refuse_unless(fits, key, value, || format!("{low} to {limit}"))
        };
        width("dim-emb", self.embedding, MAX_EMBEDDING)?;
        width("transformer-dim-ffn", self.feed_forward, MAX_FEED_FORWARD)?;
        let head = self.head_width();
        let fits = self.heads.checked_mul(head) == Some(self.embedding)
            && head > 0
            && head.is_multiple_of(WIDTH_STEP);
        refuse_unless(fits, "transformer-heads", self.heads, || {
            format!(
                "a number that divides dim-emb, {}, into multiples of {WIDTH_STEP}",
                self.embedding
            )
        })?;
        within("enc-depth", self.encoder_layers, 1, MAX_LAYERS)?;
        within("dec-depth", self.decoder_layers, 1, MAX_LAYERS)?;
        within("dim-vocabs", self.source_vocabulary, 2, MAX_VOCABULARY)?;
        within("dim-vocabs", self.target_vocabulary, 2, MAX_VOCABULARY)?;
        let same = self.source_vocabulary == self.target_vocabulary;
        let fits = same || self.tied_embeddings != TiedEmbeddings::All;
        let sizes = format!("{}, {}", self.source_vocabulary, self.target_vocabulary);
        refuse_unless(fits, "dim-vocabs", sizes, || {
            "two equal numbers, since one matrix embeds both".to_owned()
        })
    }
}

/// The error for a value that does not fit.
fn refuse_unless(
    fits: bool,
    key: &str,
    value: impl ToString,
    supported: impl FnOnce() -> String,
) -> Result<(), ConfigError> {
    if fits {
        return Ok(());
    }
    Err(ConfigError::Unsupported {
        key: key.to_owned(),
        value: value.to_string(),
        supported: supported(),
    })
}

/// The keys of a configuration and their values.
struct Keys(BTreeMap<String, Value>);

impl Keys {
    fn require(&self, key: &'static str) -> Result<&Value, ConfigError> {
        self.0.get(key).ok_or(ConfigError::MissingKey { key })
    }

    fn unsupported<T>(&self, key: &str, supported: impl Into<String>) -> Result<T, ConfigError> {
        Err(ConfigError::Unsupported {
            key: key.to_owned(),
            value: self.0.get(key).map(ToString::to_string).unwrap_or_default(),
            supported: supported.into(),
        })
    }

    /// The text of a key, or `default` when it is missing.
    fn text<'a>(&'a self, key: &str, default: &'a str) -> Result<&'a str, ConfigError> {
        match self.0.get(key) {
            None => Ok(default),
            Some(Value::Scalar(text)) => Ok(text),
            Some(_) => self.unsupported(key, "a single value"),
        }
    }

    /// Refuses a key that is there with another value than those `supported`.
    fn one_of(&self, key: &str, supported: &[&str]) -> Result<(), ConfigError> {
        let Some(default) = supported.first() else {
            return Ok(());
        };
        let text = self.text(key, default)?;
        let text = match text {
            "no" | "off" | "False" | "FALSE" => "false",
            text => text,
        };
        if supported.contains(&text) {
            return Ok(());
        }
        self.unsupported(key, alternatives(supported))
    }

    fn number(&self, key: &'static str, default: Option<usize>) -> Result<usize, ConfigError> {
        let text = match (self.0.get(key), default) {
            (None, Some(default)) => return Ok(default),
            (None, None) => return Err(ConfigError::MissingKey { key }),
            (Some(_), _) => self.text(key, "")?,
        };
        match text.parse() {
            Ok(number) => Ok(number),
            Err(_) => self.unsupported(key, "a whole number"),
        }
    }

    fn truth(&self, key: &str) -> Result<bool, ConfigError> {
        match self.text(key, "false")? {
            "true" | "yes" | "on" | "True" | "TRUE" => Ok(true),
            "false" | "no" | "off" | "False" | "FALSE" => Ok(false),
            _ => self.unsupported(key, "true or false"),
        }
    }

    fn vocabularies(&self) -> Result<[usize; 2], ConfigError> {
        let key = "dim-vocabs";
        let sizes = match self.require(key)? {
            Value::List(sizes) => sizes.as_slice(),
            _ => &[],
        };
        let sizes: Option<Vec<usize>> = sizes.iter().map(|size| size.parse().ok()).collect();
        match sizes.as_deref() {
            Some(&[source, target]) => Ok([source, target]),
            _ => self.unsupported(key, "a list of two whole numbers"),
        }
    }

    fn decoder(&self) -> Result<DecoderCell, ConfigError> {
        let key = "transformer-decoder-autoreg";
        match self.text(key, "self-attention")? {
            "self-attention" => Ok(DecoderCell::SelfAttention),
            "rnn" if self.text("dec-cell", "gru")? == "ssru" => Ok(DecoderCell::Ssru),
            "rnn" if self.0.contains_key("dec-cell") => self.unsupported("dec-cell", "\"ssru\""),
            "rnn" => Err(ConfigError::MissingKey { key: "dec-cell" }),
            _ => self.unsupported(key, alternatives(&["self-attention", "rnn"])),
        }
    }

    fn activation(&self) -> Result<Activation, ConfigError> {
        let key = "transformer-ffn-activation";
        match self.text(key, "swish")? {
            "relu" => Ok(Activation::Relu),
            "swish" => Ok(Activation::Swish),
            _ => self.unsupported(key, alternatives(&["relu", "swish"])),
        }
    }

    /// Marian has three switches: `-all` ties everything; `-src` ties source and target; the plain one
    /// ties target and output. Here the output is always tied.
    fn tied_embeddings(&self) -> Result<TiedEmbeddings, ConfigError> {
        let all = self.truth("tied-embeddings-all")?;
        let source = self.truth("tied-embeddings-src")?;
        let output = self.truth("tied-embeddings")?;
        if all || (source && output) {
            return Ok(TiedEmbeddings::All);
        }
        if output {
            return Ok(TiedEmbeddings::TargetAndOutput);
        }
        Err(ConfigError::Unsupported {
            key: "tied-embeddings".to_owned(),
            value: "false".to_owned(),
            supported: "true, here or in \"tied-embeddings-all\"".to_owned(),
        })
    }

    /// Keys whose only supported values follow from other keys.
    fn check_against(&self, config: &ModelConfig) -> Result<(), ConfigError> {
        let width = config.feed_forward.to_string();
        self.one_of("transformer-decoder-dim-ffn", &["0", &width])?;
        let last = config.decoder_layers.to_string();
        self.one_of("transformer-guided-alignment-layer", &["last", &last])?;
        let key = "transformer-tied-layers";
        match self.0.get(key) {
            None => {}
            Some(Value::List(layers)) if layers.is_empty() => {}
            Some(Value::Scalar(text)) if text.is_empty() => {}
            Some(_) => return self.unsupported(key, "an empty list"),
        }
        let key = "input-types";
        match self.0.get(key) {
            None => Ok(()),
            Some(Value::List(types)) if types.iter().all(|kind| kind == "sequence") => Ok(()),
            Some(Value::Scalar(text)) if text.is_empty() => Ok(()),
            Some(_) => self.unsupported(key, "an empty list or \"sequence\""),
        }
    }

    /// Refuses options of transformers that are newer than this list.
    fn refuse_unknown(&self) -> Result<(), ConfigError> {
        let known = |key: &str| {
            FIXED.iter().any(|(fixed, _)| *fixed == key)
                || WITHOUT_INFLUENCE.contains(&key)
                || LOOKED_AT.contains(&key)
        };
        for key in self.0.keys() {
            if key.starts_with("transformer-") && !known(key) {
                return self.unsupported(key, "that the key, which is not known, is missing");
            }
        }
        Ok(())
    }
}

/// The values, quoted, with "or" between.
fn alternatives(values: &[&str]) -> String {
    let quoted: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
    quoted.join(" or ")
}
