use dragoman_nmt::files::write::{self, Item, Precision, npy_head, random_items, tiny_config};
use dragoman_nmt::files::{
    Activation, DecoderCell, FileError, Int8Tensor, ModelConfig, ModelFile, layout,
};

fn opus_config() -> ModelConfig {
    ModelConfig {
        decoder: DecoderCell::SelfAttention,
        activation: Activation::Swish,
        ..tiny_config(40)
    }
}

fn items() -> Vec<Item> {
    random_items(&opus_config(), 5, Precision::Float32)
}

fn config_entry() -> (String, Vec<u8>) {
    let text = write::config_yaml(&opus_config());
    let mut array = npy_head("|i1", &format!("{},", text.len()));
    array.extend(text.as_bytes());
    ("special:model.yml.npy".to_owned(), array)
}

/// Reads an archive of one array and a valid configuration, and the array in it.
fn read(name: &str, array: Vec<u8>, compressed: bool) -> Result<Vec<f32>, FileError> {
    let entries = [(name.to_owned(), array), config_entry()];
    let model = ModelFile::parse(write::zip(&entries, compressed))?;
    let tensor = model.float(name.trim_end_matches(".npy"))?;
    Ok(tensor.map(|tensor| tensor.to_vec()).unwrap_or_default())
}

fn array(element: &str, shape: &str, values: &[f32]) -> Vec<u8> {
    let mut array = npy_head(element, shape);
    array.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    array
}

#[test]
fn stored_and_compressed_archives_hold_what_the_container_holds() {
    let container = ModelFile::parse(write::marian_binary(&items())).unwrap();
    for compressed in [false, true] {
        let model = ModelFile::parse(write::npz(&items(), compressed)).unwrap();
        assert_eq!(model.config(), &opus_config());
        model.verify().unwrap();
        for tensor in layout::tensors(&opus_config()) {
            let found = model.float(&tensor.name).unwrap().unwrap();
            assert_eq!(
                (found.rows(), found.columns()),
                (tensor.rows, tensor.columns)
            );
            let expected = container.float(&tensor.name).unwrap().unwrap();
            assert_eq!(found.to_vec(), expected.to_vec(), "{}", tensor.name);
        }
        let quantised: Result<Option<Int8Tensor>, FileError> = model.int8("Wemb");
        assert!(matches!(quantised, Err(FileError::UnsupportedType { .. })));
    }
}

#[test]
fn one_dimension_is_a_row() {
    assert_eq!(
        read("a.npy", array("<f4", "3,", &[1.0, 2.0, 3.0]), true).unwrap(),
        [1.0, 2.0, 3.0]
    );
    assert_eq!(
        read("a.npy", array("<f4", "", &[4.0]), false).unwrap(),
        [4.0]
    );
}

#[test]
fn a_changed_number_is_noticed() {
    for compressed in [false, true] {
        let file = write::npz(&items(), compressed);
        let model = ModelFile::parse(file.clone()).unwrap();
        let wanted = model.float("Wemb").unwrap().unwrap().to_vec();
        // Some byte in the first third belongs to a tensor: all tensors are asked for.
        let mut damaged = file;
        let place = damaged.len() / 3;
        damaged[place] ^= 1;
        let noticed = ModelFile::parse(damaged).and_then(|model| model.verify());
        assert!(
            matches!(noticed, Err(FileError::Archive { .. })),
            "{noticed:?}"
        );
        assert_eq!(wanted.len(), 40 * 32);
    }
}

#[test]
fn arrays_that_are_no_tensors_are_refused() {
    let refused = |name: &str, array: Vec<u8>| read(name, array, false).unwrap_err().to_string();
    assert!(refused("a.npy", array("<f2", "2,", &[1.0])).contains("float16"));
    assert!(refused("a.npy", array(">f4", "1,", &[1.0])).contains("big endian"));
    assert!(refused("a.npy", array("|i1", "4,", &[1.0])).contains("\"a\" has the type int8"));
    assert!(refused("a.npy", array("<f4", "2,", &[1.0])).contains("its shape needs"));
    assert!(refused("a.npy", array("<f4", "1,", &[1.0, 2.0])).contains("its shape needs"));
    assert!(refused("a.npy", vec![]).contains("format's mark"));
    assert!(refused("a.txt", vec![]).contains(".npy"));
    assert!(refused("a.npy", array("<f4", "1,", &[f32::NAN])).contains("not a finite number"));
}

#[test]
fn an_archive_that_grows_without_measure_is_refused() {
    let zeros = array("<f4", "2048, 1024", &vec![0.0; 2048 * 1024]);
    let error = read("a.npy", zeros, true).unwrap_err();
    let FileError::TooMany { found, limit, .. } = error else {
        panic!("{error}");
    };
    assert!(found > 8 << 20 && limit <= 2 << 20, "{found} {limit}");
}

#[test]
fn an_archive_without_configuration_is_refused() {
    let entries = [("a.npy".to_owned(), array("<f4", "1,", &[1.0]))];
    let error = ModelFile::parse(write::zip(&entries, false)).unwrap_err();
    assert!(error.to_string().contains("special:model.yml"));
    let long = array("|i1", "200000,", &vec![0.0; 50_000]);
    let entries = [("special:model.yml.npy".to_owned(), long)];
    let error = ModelFile::parse(write::zip(&entries, false)).unwrap_err();
    assert!(error.to_string().contains("too long"), "{error}");
}

#[test]
fn two_entries_of_one_name_are_refused() {
    let entries = [
        ("a.npy".to_owned(), array("<f4", "1,", &[1.0])),
        ("b.npy".to_owned(), array("<f4", "1,", &[1.0])),
        config_entry(),
    ];
    let mut file = write::zip(&entries, false);
    assert!(ModelFile::parse(file.clone()).is_ok());
    let places: Vec<usize> = (0..file.len() - 5)
        .filter(|&place| file[place..].starts_with(b"b.npy"))
        .collect();
    assert_eq!(places.len(), 2);
    for place in places {
        file[place] = b'a';
    }
    let error = ModelFile::parse(file).unwrap_err().to_string();
    assert!(error.contains("one name"), "{error}");
}
