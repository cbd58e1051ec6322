//! What the fuzz targets share.

pub mod documents;

use dragoman_nmt::files::write::{self, tiny_config};
use dragoman_nmt::files::{ModelConfig, ModelFile};

/// The file to try: `data` as it is, or, if its first byte is even, `valid` with changes in some places, so
/// that what comes after the first checks is reached as well.
pub fn file(data: &[u8], valid: &[u8]) -> Vec<u8> {
    let (first, rest) = data.split_first().unwrap_or((&1, &[]));
    if first % 2 == 1 {
        return rest.to_vec();
    }
    let mut file = valid.to_vec();
    // Each change is a place and a byte; where places go beyond the file, they count from its end.
    for change in rest.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]]));
        let place = if place < 0x8000 {
            place
        } else {
            file.len().wrapping_sub(0x1_0000 - place)
        };
        if let Some(byte) = file.get_mut(place) {
            *byte = change[2];
        }
    }
    file
}

/// The smallest architecture.
pub fn smallest_config() -> ModelConfig {
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
pub fn items(precision: write::Precision) -> Vec<write::Item> {
    write::random_items(&smallest_config(), 1, precision)
}

/// Asks for everything that a model has.
pub fn read_everything(file: Vec<u8>) {
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
