//! The targets for files of neural models.

use std::sync::LazyLock;

use dragoman_nmt::files::write::{self, Precision, tiny_config};
use dragoman_nmt::files::{CandidateSet, ModelConfig, ModelFile, Shortlist};
use dragoman_nmt::vocabulary::{PieceTable, SentencePiece};

use crate::changes::{self, changed};

static BINARY: LazyLock<Vec<u8>> = LazyLock::new(|| write::marian_binary(&items(Precision::Int8)));
static CONFIG: LazyLock<String> = LazyLock::new(|| write::config_yaml(&smallest_config()));
static STORED: LazyLock<Vec<u8>> = LazyLock::new(|| write::npz(&items(Precision::Float32), false));
static DEFLATED: LazyLock<Vec<u8>> = LazyLock::new(|| write::npz(&items(Precision::Float32), true));
static SHORTLIST: LazyLock<Vec<u8>> =
    LazyLock::new(|| write::shortlist(4, &[vec![], vec![20, 30], vec![2, 30, 40], vec![70]]));

const SENTENCE_PIECE: [&[u8]; 2] = [
    include_bytes!("../../nmt/testdata/vocabulary/bytes.spm"),
    include_bytes!("../../nmt/testdata/vocabulary/plain.spm"),
];

/// Hard for a SentencePiece model.
const TEXT: &str =
    " Hello\u{a0}wörld, ｶﾞ u\u{308} ½ 日本語 __sep__ 𐍈𐎀 \u{1}\u{200b} a\u{301} -- 123 \u{2581} ";

/// The smallest architecture.
fn smallest_config() -> ModelConfig {
    ModelConfig {
        embedding: 16,
        feed_forward: 16,
        heads: 1,
        encoder_layers: 1,
        decoder_layers: 1,
        ..tiny_config(8)
    }
}

/// The tensors of a model of that architecture.
fn items(precision: Precision) -> Vec<write::Item> {
    write::random_items(&smallest_config(), 1, precision)
}

/// Asks for everything that a model has.
fn read_everything(file: Vec<u8>) {
    let Ok(model) = ModelFile::parse(file) else {
        return;
    };
    model.config().check().unwrap();
    for name in model.tensor_names() {
        if let Ok(Some(tensor)) = model.int8(name) {
            assert!(!tensor.values().contains(&i8::MIN));
            assert_eq!(tensor.row(tensor.outputs() - 1).len(), tensor.inputs());
        }
        if let Ok(Some(tensor)) = model.float(name) {
            assert!(tensor.to_vec().iter().all(|value| value.is_finite()));
        }
        let _ = model.activation_multiplier(name);
    }
    let _ = model.verify();
}

/// Models in Marian's binary container.
pub fn model_binary(data: &[u8]) {
    read_everything(changed(data, &BINARY));
}

pub(crate) fn model_binary_seeds() -> Vec<Vec<u8>> {
    changes::seeds(&BINARY)
}

/// The configuration inside a model.
pub fn model_config(data: &[u8]) {
    if let Ok(config) = ModelConfig::parse(&changed(data, CONFIG.as_bytes())) {
        config.check().unwrap();
        // What was read can be written and is the same again.
        let again = ModelConfig::parse(write::config_yaml(&config).as_bytes());
        assert_eq!(again.unwrap(), config);
    }
}

pub(crate) fn model_config_seeds() -> Vec<Vec<u8>> {
    changes::seeds(CONFIG.as_bytes())
}

/// Models in `.npz` archives.
pub fn npz(data: &[u8]) {
    let stored = data.first().is_some_and(|first| first & 2 == 0);
    read_everything(changed(data, if stored { &STORED } else { &DEFLATED }));
}

pub(crate) fn npz_seeds() -> Vec<Vec<u8>> {
    // The changes of nothing in the second of the two files.
    let mut seeds = changes::seeds(&STORED);
    seeds.push(vec![2]);
    seeds
}

/// SentencePiece models: parsing, and then both directions with whatever came out.
///
/// The input is a list of changes to a valid model, since few random bytes are one: three bytes each, the place (big
/// endian) and the new value. An input that begins with 0xff is a model itself. Text is fixed, and hard for the model.
pub fn sentencepiece(data: &[u8]) {
    let Ok(model) = SentencePiece::parse(&sentencepiece_model(data)) else {
        return;
    };
    let mut pieces = Vec::new();
    model.encode(TEXT, &mut pieces);
    let mut end = 0;
    for piece in &pieces {
        assert!(TEXT.get(piece.range.clone()).is_some());
        assert!(end <= piece.range.start);
        end = piece.range.end;
    }
    let ids: Vec<u32> = pieces.iter().map(|piece| piece.id).collect();
    let (mut text, mut ranges) = (String::new(), Vec::new());
    model.decode(&ids, &mut text, &mut ranges);
    assert_eq!(ranges.len(), ids.len());
    assert_eq!(ranges.last().map_or(0, |range| range.end), text.len());
    for id in 0..u32::try_from(model.len()).unwrap().min(50) {
        let text = model.piece(id).unwrap();
        assert!(model.id(text).is_some());
    }
}

/// The model that the input describes.
fn sentencepiece_model(data: &[u8]) -> Vec<u8> {
    let Some((&first, rest)) = data.split_first() else {
        return Vec::new();
    };
    if first == 0xff {
        return rest.to_vec();
    }
    let mut model = SENTENCE_PIECE[usize::from(first & 1)].to_vec();
    for change in rest.chunks_exact(3) {
        let place = (usize::from(change[0]) << 8 | usize::from(change[1])) % model.len();
        model[place] = change[2];
    }
    model
}

pub(crate) fn sentencepiece_seeds() -> Vec<Vec<u8>> {
    // Each model as it is, and changes of a byte in its head.
    vec![vec![0], vec![1], vec![0, 0, 2, 9], vec![1, 0, 2, 9]]
}

/// Shortlists.
pub fn shortlist(data: &[u8]) {
    let mut file = changed(data, &SHORTLIST);
    write::fix_shortlist_checksum(&mut file);
    let Ok(list) = Shortlist::parse(file) else {
        return;
    };
    let (mut set, mut out) = (CandidateSet::default(), Vec::new());
    for vocabulary in [0, 7, 80, 1000] {
        list.candidates(
            &[0, 1, 2, 3, u32::MAX],
            true,
            vocabulary,
            &mut set,
            &mut out,
        );
        assert!(out.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(out.last().is_none_or(|&last| (last as usize) < vocabulary));
        assert!(
            out.len().is_multiple_of(8) || out.len() == vocabulary || list.first() >= vocabulary
        );
    }
}

pub(crate) fn shortlist_seeds() -> Vec<Vec<u8>> {
    changes::seeds(&SHORTLIST)
}

/// Tables of pieces in YAML.
pub fn vocabulary_yaml(data: &[u8]) {
    let Ok(table) = PieceTable::parse_yaml(data) else {
        return;
    };
    for id in 0..u32::try_from(table.len()).unwrap() {
        let text = table.piece(id).unwrap();
        assert_eq!(table.id(text), Some(id));
    }
}

pub(crate) fn vocabulary_yaml_seeds() -> Vec<Vec<u8>> {
    let tables: [&str; 3] = [
        "</s>: 0\n<unk>: 1\n\"\\u2581a\": 2\n\"\\\"\": 3\n",
        "\"</s>\": 0\n\"<unk>\": 1\n',': 2\nthe: 3\n\"\\xE4\": 4\n",
        "{</s>: 0, <unk>: 1, \"#\": 2, 日本: 3}\n",
    ];
    tables.map(|table| table.as_bytes().to_vec()).into()
}
