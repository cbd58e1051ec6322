//! Damaged files of every kind: an error or a model, never a panic.

use dragoman_nmt::files::write::{
    Precision, marian_binary, npz, random_items, random_student, shortlist, tiny_config,
};
use dragoman_nmt::files::{CandidateSet, ModelConfig, ModelFile, Shortlist};
use proptest::prelude::*;

fn tiny() -> ModelConfig {
    ModelConfig {
        embedding: 16,
        feed_forward: 16,
        heads: 1,
        encoder_layers: 1,
        decoder_layers: 1,
        ..tiny_config(8)
    }
}

/// Everything that can be asked of a model.
fn exercise(file: Vec<u8>) -> bool {
    let Ok(model) = ModelFile::parse(file) else {
        return false;
    };
    for name in model.tensor_names() {
        let _ = model.int8(name);
        let _ = model.float(name);
        let _ = model.activation_multiplier(name);
    }
    model.verify().is_ok()
}

#[test]
fn a_truncated_container_is_refused_wherever_it_ends() {
    let file = random_student(&tiny(), 1);
    assert!(exercise(file.clone()));
    for end in 0..file.len().min(8192) {
        assert!(ModelFile::parse(file[..end].to_vec()).is_err(), "{end}");
    }
    for end in (8192..file.len()).step_by(97) {
        assert!(ModelFile::parse(file[..end].to_vec()).is_err(), "{end}");
    }
}

#[test]
fn a_truncated_archive_is_refused_wherever_it_ends() {
    for compressed in [false, true] {
        let file = npz(&random_items(&tiny(), 1, Precision::Float32), compressed);
        assert!(exercise(file.clone()));
        for end in (0..file.len()).rev().take(3000) {
            assert!(ModelFile::parse(file[..end].to_vec()).is_err(), "{end}");
        }
        for end in (0..file.len()).step_by(97) {
            assert!(ModelFile::parse(file[..end].to_vec()).is_err(), "{end}");
        }
    }
}

#[test]
fn each_count_and_length_of_a_container_may_lie() {
    let items = random_items(&tiny(), 1, Precision::Int8);
    let file = marian_binary(&items);
    let words = 2 + 4 * items.len();
    for word in 1..words {
        for lie in [0, 1 << 16, 1 << 31, 1 << 32, 1 << 61, 1 << 63, u64::MAX] {
            let mut lying = file.clone();
            lying[8 * word..8 * word + 8].copy_from_slice(&lie.to_le_bytes());
            assert!(!exercise(lying), "word {word} as {lie}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn flipped_bits_in_the_tables_of_a_container_do_no_harm(
        flips in prop::collection::vec((0usize..6000, 0u8..8), 1..6)
    ) {
        let mut file = random_student(&tiny(), 1);
        for (place, bit) in flips {
            file[place] ^= 1 << bit;
        }
        exercise(file);
    }

    #[test]
    fn flipped_bits_in_the_tables_of_an_archive_do_no_harm(
        flips in prop::collection::vec((0usize..8000, 0u8..8, any::<bool>()), 1..6),
        compressed: bool,
    ) {
        let mut file = npz(&random_items(&tiny(), 1, Precision::Float32), compressed);
        let last = file.len() - 1;
        for (place, bit, from_end) in flips {
            let place = if from_end { last - place } else { place };
            file[place] ^= 1 << bit;
        }
        exercise(file);
    }

    #[test]
    fn flipped_bits_in_a_configuration_do_no_harm(
        flips in prop::collection::vec((0usize..800, 0u8..8), 1..6)
    ) {
        let mut text = dragoman_nmt::files::write::config_yaml(&tiny()).into_bytes();
        for (place, bit) in flips {
            if let Some(byte) = text.get_mut(place) {
                *byte ^= 1 << bit;
            }
        }
        if let Ok(config) = ModelConfig::parse(&text) {
            prop_assert!(config.check().is_ok());
        }
    }

    #[test]
    fn flipped_bits_in_a_shortlist_are_noticed(place in 0usize..100, bit in 0u8..8) {
        let mut file = shortlist(2, &[vec![1, 2, 3], vec![4], vec![5, 6], vec![7, 8]]);
        file[place] ^= 1 << bit;
        prop_assert!(Shortlist::parse(file).is_err());
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300), kind in 0..3) {
        let mut file = match kind {
            0 => 1u64.to_le_bytes().to_vec(),
            1 => b"PK\x03\x04".to_vec(),
            _ => vec![],
        };
        file.extend(&bytes);
        exercise(file);
        let _ = ModelConfig::parse(&bytes);
        if let Ok(list) = Shortlist::parse(bytes) {
            list.candidates(&[1], true, 9, &mut CandidateSet::default(), &mut vec![]);
        }
    }
}
