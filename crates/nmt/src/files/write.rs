//! Writers of the formats that this module reads, for tests: tiny models of any architecture,
//! shortlists, vocabularies of any size, and files that are wrong in one place.
//!
//! Nothing here is for foreign data; values that make no file are the caller's mistake and panic.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::binary::{CONFIG_NAME, VERSION, type_code};
use super::layout::{self, TensorLayout, TensorRole};
use super::shortlist;
use super::{Activation, DecoderCell, ModelConfig, TiedEmbeddings, TokenId};

/// What the data of a container, and of each tensor but the last, is aligned to.
const ALIGNMENT: usize = 256;

/// A tensor to be written: any name, type, shape and bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The name, without the zero byte.
    pub name: String,
    /// The type as the container spells it.
    pub type_code: u64,
    /// The dimensions as declared.
    pub shape: Vec<i32>,
    /// The bytes, with whatever padding they shall have.
    pub data: Vec<u8>,
}

impl Item {
    /// A tensor in single precision.
    #[must_use]
    pub fn float32(name: &str, shape: &[i32], values: &[f32]) -> Self {
        let data = values.iter().flat_map(|value| value.to_le_bytes());
        Self {
            name: name.to_owned(),
            type_code: type_code::FLOAT32,
            shape: shape.to_vec(),
            data: padded(data.collect()),
        }
    }

    /// A quantised tensor; `values` in the order of the file, one row for each output.
    #[must_use]
    pub fn intgemm8(name: &str, shape: &[i32], values: &[i8], multiplier: f32) -> Self {
        let mut data: Vec<u8> = bytemuck::cast_slice(values).to_vec();
        data.extend(multiplier.to_le_bytes());
        Self {
            name: name.to_owned(),
            type_code: type_code::INTGEMM8,
            shape: shape.to_vec(),
            data: padded(data),
        }
    }

    /// The configuration.
    #[must_use]
    pub fn config(text: &str) -> Self {
        let mut data = text.as_bytes().to_vec();
        data.push(0);
        Self {
            name: CONFIG_NAME.to_owned(),
            type_code: type_code::INT8,
            shape: vec![dimension(data.len())],
            data,
        }
    }
}

fn dimension(size: usize) -> i32 {
    i32::try_from(size).unwrap_or(i32::MAX)
}

fn padded(mut data: Vec<u8>) -> Vec<u8> {
    data.resize(data.len().next_multiple_of(ALIGNMENT), 0);
    data
}

/// A model in Marian's binary container, with the items in the order given.
#[must_use]
pub fn marian_binary(items: &[Item]) -> Vec<u8> {
    let mut file = Vec::new();
    let word = |file: &mut Vec<u8>, word: usize| file.extend((word as u64).to_le_bytes());
    file.extend(VERSION.to_le_bytes());
    word(&mut file, items.len());
    for item in items {
        word(&mut file, item.name.len() + 1);
        file.extend(item.type_code.to_le_bytes());
        word(&mut file, item.shape.len());
        word(&mut file, item.data.len());
    }
    for item in items {
        file.extend(item.name.as_bytes());
        file.push(0);
    }
    for dimension in items.iter().flat_map(|item| &item.shape) {
        file.extend(dimension.to_le_bytes());
    }
    let data_start = ((file.len() + 8) / ALIGNMENT + 1) * ALIGNMENT;
    let padding = data_start - file.len() - 8;
    word(&mut file, padding);
    file.resize(data_start, 0);
    for item in items {
        file.extend(&item.data);
    }
    file
}

/// A model as an `.npz` archive, from items in single precision and the configuration.
///
/// # Panics
///
/// On quantised items, which such archives do not have.
#[must_use]
pub fn npz(items: &[Item], compressed: bool) -> Vec<u8> {
    let arrays = items.iter().map(|item| {
        let (element, size) = match item.type_code {
            type_code::FLOAT32 => ("<f4", 4),
            type_code::INT8 => ("|i1", 1),
            other => panic!("an .npz model has no tensors of type {other:#x}"),
        };
        let count = item
            .shape
            .iter()
            .map(|&size| size.unsigned_abs() as usize)
            .product::<usize>();
        let shape: String = item.shape.iter().map(|size| format!("{size}, ")).collect();
        let mut array = npy_head(element, &shape);
        array.extend(&item.data[..count * size]);
        (format!("{}.npy", item.name), array)
    });
    let arrays: Vec<(String, Vec<u8>)> = arrays.collect();
    zip(&arrays, compressed)
}

/// The head of an `.npy` array; `shape` is what is between the parentheses.
#[must_use]
pub fn npy_head(element: &str, shape: &str) -> Vec<u8> {
    let mut text =
        format!("{{'descr': '{element}', 'fortran_order': False, 'shape': ({shape}), }}");
    let length = (text.len() + 11).next_multiple_of(64) - 11;
    text = format!("{text:length$}\n");
    let mut head = b"\x93NUMPY\x01\x00".to_vec();
    head.extend(u16::try_from(text.len()).unwrap_or(u16::MAX).to_le_bytes());
    head.extend(text.as_bytes());
    head
}

/// A zip archive of these names and contents, stored as they are or deflated.
///
/// # Panics
///
/// If two names are equal.
#[must_use]
#[allow(clippy::unwrap_used)] // writing to memory does not fail
pub fn zip(entries: &[(String, Vec<u8>)], compressed: bool) -> Vec<u8> {
    let method = if compressed {
        CompressionMethod::Deflated
    } else {
        CompressionMethod::Stored
    };
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(method);
    for (name, content) in entries {
        writer.start_file(name.as_str(), options).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A shortlist file: `lists[s]` has the targets of source token `s`, and the tokens below `first` are in
/// every set.
#[must_use]
pub fn shortlist(first: u64, lists: &[Vec<TokenId>]) -> Vec<u8> {
    shortlist::write(first, 50, lists)
}

/// A SentencePiece model of these pieces, numbered as they come. `</s>` ends sentences and `<unk>` is
/// the unknown one; all others are equally likely, so that a text has as few as possible.
#[must_use]
pub fn sentencepiece<T: AsRef<str>>(pieces: &[T]) -> Vec<u8> {
    let mut model = Vec::new();
    for piece in pieces {
        let text = piece.as_ref();
        let (kind, score) = match text {
            "<unk>" => (2, 0.0_f32),
            "</s>" => (3, 0.0),
            _ => (1, -1.0),
        };
        let mut message = vec![0x0a]; // field 1, text: its length and its bytes
        message.extend(varint(text.len()));
        message.extend(text.as_bytes());
        message.push(0x15); // field 2, score: four bytes
        message.extend(score.to_le_bytes());
        message.extend([0x18, kind]); // field 3, type: a number
        model.push(0x0a); // field 1, a piece
        model.extend(varint(message.len()));
        model.extend(message);
    }
    model
}

/// A number as protocol buffers have it: seven bits in each byte, the lowest first, and the eighth
/// where more follow.
fn varint(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let [low, ..] = number.to_le_bytes();
        number >>= 7;
        if number == 0 {
            bytes.push(low & 0x7f);
            return bytes;
        }
        bytes.push(low | 0x80);
    }
}

/// Makes the checksum of a shortlist right again after a change; leaves what is too short alone.
pub fn fix_shortlist_checksum(file: &mut [u8]) {
    shortlist::fix_checksum(file);
}

/// The architecture of a tiny student with one vocabulary: width 32, 2 heads, 2 + 2 layers.
#[must_use]
pub fn tiny_config(vocabulary: usize) -> ModelConfig {
    ModelConfig {
        embedding: 32,
        feed_forward: 64,
        heads: 2,
        encoder_layers: 2,
        decoder_layers: 2,
        source_vocabulary: vocabulary,
        target_vocabulary: vocabulary,
        decoder: DecoderCell::Ssru,
        activation: Activation::Relu,
        tied_embeddings: TiedEmbeddings::All,
    }
}

/// The YAML text that Marian stores for an architecture.
#[must_use]
pub fn config_yaml(config: &ModelConfig) -> String {
    let (cell, autoregression) = match config.decoder {
        DecoderCell::Ssru => ("ssru", "rnn"),
        DecoderCell::SelfAttention => ("gru", "self-attention"),
    };
    let activation = match config.activation {
        Activation::Relu => "relu",
        Activation::Swish => "swish",
    };
    let all = config.tied_embeddings == TiedEmbeddings::All;
    format!(
        "dec-cell: {cell}\ndec-depth: {}\ndim-emb: {}\ndim-vocabs:\n  - {}\n  - {}\nenc-depth: {}\n\
         input-types:\n  []\nlayer-normalization: false\nlemma-dependency: \"\"\n\
         output-omit-bias: false\nright-left: false\nskip: false\ntied-embeddings: {}\n\
         tied-embeddings-all: {all}\ntied-embeddings-src: false\n\
         transformer-decoder-autoreg: {autoregression}\ntransformer-decoder-dim-ffn: 0\n\
         transformer-dim-ffn: {}\ntransformer-ffn-activation: {activation}\n\
         transformer-ffn-depth: 2\ntransformer-guided-alignment-layer: last\n\
         transformer-heads: {}\ntransformer-no-projection: false\ntransformer-postprocess: dan\n\
         transformer-postprocess-emb: d\ntransformer-preprocess: \"\"\ntransformer-tied-layers:\n  []\n\
         transformer-train-position-embeddings: false\ntype: transformer\n",
        config.decoder_layers,
        config.embedding,
        config.source_vocabulary,
        config.target_vocabulary,
        config.encoder_layers,
        !all,
        config.feed_forward,
        config.heads,
    )
}

/// A quantised model with random weights and multipliers for all activations, in Marian's binary
/// container. The same `config` and `seed` make the same bytes.
#[must_use]
pub fn random_student(config: &ModelConfig, seed: u64) -> Vec<u8> {
    marian_binary(&random_items(config, seed, Precision::Int8))
}

/// How the weights of a random model are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Quantised, with a multiplier for the input of each matrix.
    Int8,
    /// Quantised; the multipliers for inputs are left to run time.
    Int8WithoutInputMultipliers,
    /// Single precision, as the archives of OPUS-MT have it.
    Float32,
}

/// The tensors of a model with random weights, sorted by name, and its configuration at the end.
#[must_use]
pub fn random_items(config: &ModelConfig, seed: u64, precision: Precision) -> Vec<Item> {
    let mut random = Random(seed);
    let mut items = Vec::new();
    for tensor in layout::tensors(config) {
        if precision == Precision::Float32 || !tensor.is_matrix() {
            items.push(random.float32(&tensor));
            continue;
        }
        items.push(random.intgemm8(&tensor));
        if precision == Precision::Int8 {
            items.extend(input_multipliers(&tensor));
        }
    }
    items.sort_by(|a, b| a.name.cmp(&b.name));
    items.push(Item::config(&config_yaml(config)));
    items
}

/// The multiplier for the input of a matrix: the inputs are those of a layer normalisation, nearly all
/// of which lie in [-4, 4]. Embeddings have it for their use as output layer.
fn input_multipliers(tensor: &TensorLayout) -> Vec<Item> {
    let value = 127.0 / 4.0;
    let name = format!("{}_QuantMultA", tensor.name);
    let scalar = |name: &str| Item::float32(name, &[1, 1], &[value]);
    match (tensor.role, tensor.name.as_str()) {
        (TensorRole::Embedding, "encoder_Wemb") => vec![],
        (TensorRole::Embedding, embedding) => {
            let quantised = Item::intgemm8(&name, &[1, 1], &[127], 127.0 / value);
            if embedding == "Wemb" {
                vec![quantised, scalar("none_QuantMultA")]
            } else {
                vec![quantised]
            }
        }
        _ => vec![scalar(&name)],
    }
}

/// The generator splitmix64 (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number in [-1, 1).
    fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }

    /// A number in [-127, 127].
    fn int8(&mut self) -> i8 {
        let [byte, ..] = (self.next() % 255).to_le_bytes();
        byte.wrapping_sub(127).cast_signed()
    }

    /// The largest weight: for matrices that of Glorot's uniform initialisation.
    fn largest(tensor: &TensorLayout) -> f32 {
        match tensor.role {
            TensorRole::Weight => (6.0 / (tensor.rows + tensor.columns) as f32).sqrt(),
            TensorRole::Embedding => (3.0 / tensor.columns as f32).sqrt(),
            TensorRole::Bias | TensorRole::NormScale | TensorRole::NormBias => 0.1,
        }
    }

    fn float32(&mut self, tensor: &TensorLayout) -> Item {
        let base = f32::from(u8::from(tensor.role == TensorRole::NormScale));
        let largest = Self::largest(tensor);
        let count = tensor.rows * tensor.columns;
        let values: Vec<f32> = (0..count).map(|_| base + largest * self.unit()).collect();
        Item::float32(&tensor.name, &shape(tensor), &values)
    }

    fn intgemm8(&mut self, tensor: &TensorLayout) -> Item {
        let count = tensor.rows * tensor.columns;
        let values: Vec<i8> = (0..count).map(|_| self.int8()).collect();
        let multiplier = 127.0 / Self::largest(tensor);
        Item::intgemm8(&tensor.name, &shape(tensor), &values, multiplier)
    }
}

fn shape(tensor: &TensorLayout) -> [i32; 2] {
    [dimension(tensor.rows), dimension(tensor.columns)]
}
