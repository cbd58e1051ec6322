use dragoman_nmt::files::write::{
    self, Item, Precision, marian_binary, random_items, random_student, tiny_config,
};
use dragoman_nmt::files::{FileError, ModelConfig, ModelFile, TiedEmbeddings, layout};

fn config_item() -> Item {
    Item::config(&write::config_yaml(&tiny_config(40)))
}

/// Reads a model of these tensors and a valid configuration.
fn read(mut items: Vec<Item>) -> Result<ModelFile, FileError> {
    items.push(config_item());
    ModelFile::parse(marian_binary(&items))
}

fn refused(items: Vec<Item>) -> String {
    read(items).unwrap_err().to_string()
}

#[test]
fn matrices_are_handed_out_by_output_and_embeddings_by_entry() {
    let values: Vec<i8> = vec![1, 2, 3, 4, 5, 6];
    let model = read(vec![
        Item::intgemm8("Wemb", &[3, 2], &values, 4.0),
        Item::intgemm8("encoder_l1_self_Wq", &[3, 2], &values, 2.5),
    ])
    .unwrap();
    let matrix = model.int8("encoder_l1_self_Wq").unwrap().unwrap();
    assert_eq!((matrix.outputs(), matrix.inputs()), (2, 3));
    assert_eq!(matrix.row(1), [4, 5, 6]);
    assert_eq!(matrix.multiplier(), 2.5);
    let embedding = model.int8("Wemb").unwrap().unwrap();
    assert_eq!((embedding.outputs(), embedding.inputs()), (3, 2));
    assert_eq!(embedding.row(1), [3, 4]);
    assert_eq!(embedding.values(), values);
}

#[test]
fn float_tensors_are_read_at_any_address() {
    let values: Vec<f32> = (0..6).map(|value| value as f32 / 3.0).collect();
    let mut first = Item::float32("a", &[6], &values);
    first.data.truncate(24);
    first.data.push(0);
    let second = Item::float32("b", &[1, 2, 3], &values);
    let model = read(vec![first, second]).unwrap();
    let vector = model.float("a").unwrap().unwrap();
    assert_eq!((vector.rows(), vector.columns()), (1, 6));
    assert_eq!(vector.to_vec(), values);
    let matrix = model.float("b").unwrap().unwrap();
    assert_eq!((matrix.rows(), matrix.columns()), (2, 3));
    let mut row = vec![9.0];
    matrix.row(1, &mut row);
    assert_eq!(row, &values[3..]);
}

#[test]
fn a_tensor_that_is_not_there_is_none_and_one_of_the_other_type_an_error() {
    let model = read(vec![
        Item::float32("f", &[1], &[1.0]),
        Item::intgemm8("i", &[1, 1], &[1], 1.0),
    ])
    .unwrap();
    assert!(model.int8("x").unwrap().is_none());
    assert!(model.float("x").unwrap().is_none());
    assert!(matches!(
        model.int8("f"),
        Err(FileError::UnsupportedType { .. })
    ));
    assert!(matches!(
        model.float("i"),
        Err(FileError::UnsupportedType { .. })
    ));
    assert_eq!(model.tensor_names().collect::<Vec<_>>(), ["f", "i"]);
}

#[test]
fn random_students_of_every_kind_are_complete() {
    let split = ModelConfig {
        source_vocabulary: 48,
        tied_embeddings: TiedEmbeddings::TargetAndOutput,
        ..tiny_config(40)
    };
    for config in [&tiny_config(40), &split] {
        for precision in [
            Precision::Int8,
            Precision::Int8WithoutInputMultipliers,
            Precision::Float32,
        ] {
            let model = ModelFile::parse(marian_binary(&random_items(config, 7, precision)));
            let model = model.unwrap();
            assert_eq!(model.config(), config);
            model.verify().unwrap();
        }
    }
}

#[test]
fn the_seed_decides_what_a_random_student_is() {
    let student = |seed| random_student(&tiny_config(40), seed);
    assert_eq!(student(7), student(7));
    assert_ne!(student(7), student(8));
}

#[test]
fn the_multiplier_of_an_input_is_read_from_either_type() {
    let model = ModelFile::parse(random_student(&tiny_config(40), 1)).unwrap();
    let multiplier = |name| model.activation_multiplier(name).unwrap();
    assert_eq!(multiplier("encoder_l1_self_Wq"), Some(127.0 / 4.0));
    assert_eq!(multiplier("Wemb"), Some(127.0 / 4.0));
    assert_eq!(multiplier("none"), Some(127.0 / 4.0));
    assert_eq!(multiplier("nothing"), None);
    for value in [0.0, -1.0, f32::NAN] {
        let model = read(vec![Item::float32("x_QuantMultA", &[1, 1], &[value])]).unwrap();
        assert!(model.activation_multiplier("x").is_err(), "{value}");
    }
    let model = read(vec![Item::float32("x_QuantMultA", &[1, 2], &[1.0, 1.0])]).unwrap();
    assert!(matches!(
        model.activation_multiplier("x"),
        Err(FileError::WrongShape { .. })
    ));
}

#[test]
fn the_stored_padding_is_honoured() {
    let items = vec![Item::float32("a", &[1, 2], &[3.0, 4.0]), config_item()];
    let file = marian_binary(&items);
    let names: usize = items.iter().map(|item| item.name.len() + 1).sum();
    let padding = 16 + 2 * 32 + names + 4 * 3;
    let data = padding + 8 + usize::from(u16::from_le_bytes([file[padding], file[padding + 1]]));
    let mut other = file[..padding].to_vec();
    other.extend(5u64.to_le_bytes());
    other.extend([0; 5]);
    other.extend(&file[data..]);
    let model = ModelFile::parse(other).unwrap();
    assert_eq!(model.float("a").unwrap().unwrap().to_vec(), [3.0, 4.0]);
}

#[test]
fn values_that_quantisation_never_makes_are_refused() {
    let model = read(vec![
        Item::intgemm8("low", &[1, 3], &[1, -127, -128], 1.0),
        Item::intgemm8("zero", &[1, 1], &[1], 0.0),
        Item::intgemm8("negative", &[1, 1], &[1], -1.0),
        Item::intgemm8("infinite", &[1, 1], &[1], f32::INFINITY),
        Item::intgemm8("nan", &[1, 1], &[1], f32::NAN),
    ])
    .unwrap();
    assert!(matches!(
        model.int8("low"),
        Err(FileError::OutOfRange { index: 2, .. })
    ));
    for name in ["zero", "negative", "infinite", "nan"] {
        let error = model.int8(name).unwrap_err();
        assert!(matches!(error, FileError::BadMultiplier { .. }), "{name}");
    }
}

#[test]
fn floats_that_are_not_finite_are_refused() {
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let model = read(vec![Item::float32("a", &[2], &[1.0, value])]).unwrap();
        let error = model.float("a").unwrap_err();
        assert!(matches!(error, FileError::NotFinite { index: 1, .. }));
    }
}

#[test]
fn types_that_are_not_computed_with_are_refused_by_name() {
    let of_type = |name: &str, type_code| Item {
        type_code,
        ..Item::float32(name, &[1], &[1.0])
    };
    assert!(refused(vec![of_type("a", 0x0402)]).contains("\"a\" has the type float16"));
    assert!(refused(vec![of_type("a", 0x4102)]).contains("intgemm16"));
    assert!(refused(vec![of_type("a", 0x1801)]).contains("packed8avx2"));
    assert!(refused(vec![of_type("a", 0x0101)]).contains("int8"));
    assert!(refused(vec![of_type("a", 7)]).contains("0x0007, which is not known"));
    assert!(refused(vec![of_type("special:x", 0x0404)]).contains("float32; int8"));
}

#[test]
fn shapes_and_lengths_that_do_not_agree_are_refused() {
    let shaped = |shape: &[i32]| refused(vec![Item::float32("a", shape, &[1.0])]);
    assert!(shaped(&[]).contains("impossible shape []"));
    assert!(shaped(&[-1, -1]).contains("impossible shape [-1, -1]"));
    assert!(shaped(&[0, 3]).contains("impossible shape"));
    assert!(shaped(&[i32::MAX, i32::MAX, i32::MAX]).contains("impossible shape"));
    assert!(shaped(&[8, 9]).contains("has 256 bytes of data, its shape needs 288"));
    assert!(shaped(&[1, 1, 1, 1, 1]).contains("the number of dimensions is 5"));
    let mut exact = Item::intgemm8("q", &[2, 2], &[1, 2, 3, 4], 1.0);
    exact.data.truncate(8);
    assert!(read(vec![exact.clone()]).unwrap().int8("q").is_ok());
    exact.data.truncate(7);
    assert!(refused(vec![exact]).contains("has 7 bytes of data, its shape needs 8"));
}

#[test]
fn names_that_repeat_or_do_not_end_are_refused() {
    let named = |name: &str| Item::float32(name, &[1], &[1.0]);
    assert!(refused(vec![named("a"), named("a")]).contains("two tensors are named \"a\""));
    assert!(refused(vec![named("")]).contains("the name of tensor 0"));
    assert!(refused(vec![named("a"), named("b\0c")]).contains("the name of tensor 1"));
    assert!(refused(vec![named(&"n".repeat(300))]).contains("the length of a name is 301"));
    let mut file = marian_binary(&[named("a"), config_item()]);
    let name = 16 + 2 * 32;
    assert_eq!(file[name], b'a');
    file[name] = 0xff;
    assert!(matches!(
        ModelFile::parse(file.clone()),
        Err(FileError::BadName { index: 0 })
    ));
    file[name] = b'a';
    file[name + 1] = b'b';
    assert!(matches!(
        ModelFile::parse(file),
        Err(FileError::BadName { index: 0 })
    ));
}

#[test]
fn bytes_after_the_last_tensor_are_refused() {
    let mut file = random_student(&tiny_config(40), 1);
    file.push(0);
    assert!(matches!(
        ModelFile::parse(file),
        Err(FileError::TrailingBytes { count: 1 })
    ));
}

#[test]
fn other_files_and_versions_are_refused() {
    for file in [&b""[..], b"\x02\0\0\0\0\0\0\0", b"hello", b"\x01\0\0"] {
        let error = ModelFile::parse(file.to_vec()).unwrap_err();
        assert!(
            matches!(error, FileError::UnknownContainer { .. }),
            "{error}"
        );
    }
    let missing = ModelFile::open("no such file".as_ref()).unwrap_err();
    assert!(missing.to_string().starts_with("cannot read no such file"));
    assert!(ModelFile::open(".".as_ref()).is_err());
}

#[test]
fn a_model_without_configuration_is_refused() {
    let error = ModelFile::parse(marian_binary(&[Item::float32("a", &[1], &[1.0])])).unwrap_err();
    assert!(error.to_string().contains("special:model.yml"), "{error}");
}

#[test]
fn verification_names_the_tensor_that_is_missing_or_wrong() {
    let config = tiny_config(40);
    let items = random_items(&config, 3, Precision::Int8);
    for tensor in layout::tensors(&config) {
        let mut without = items.clone();
        without.retain(|item| item.name != tensor.name);
        let error = ModelFile::parse(marian_binary(&without)).unwrap().verify();
        let error = error.unwrap_err().to_string();
        assert!(error.contains(&format!("{:?}", tensor.name)), "{error}");

        let mut transposed = items.clone();
        let item = transposed.iter_mut().find(|item| item.name == tensor.name);
        let item = item.unwrap();
        item.shape = vec![item.shape[0] * item.shape[1]; 1];
        if item.shape[0].unsigned_abs() as usize != tensor.columns {
            let model = ModelFile::parse(marian_binary(&transposed)).unwrap();
            assert!(matches!(model.verify(), Err(FileError::WrongShape { .. })));
        }
    }
    let mut damaged = items;
    let last = damaged.iter_mut().find(|item| item.name == "Wemb").unwrap();
    last.data[39 * 32] = 0x80;
    let model = ModelFile::parse(marian_binary(&damaged)).unwrap();
    assert!(matches!(
        model.verify(),
        Err(FileError::OutOfRange { index: 1248, .. })
    ));
}

#[test]
fn a_vector_that_is_quantised_is_refused_by_verification() {
    let mut items = random_items(&tiny_config(40), 3, Precision::Int8);
    let bias = items
        .iter_mut()
        .find(|item| item.name == "encoder_l1_self_bq");
    *bias.unwrap() = Item::intgemm8("encoder_l1_self_bq", &[1, 32], &[1; 32], 1.0);
    let error = ModelFile::parse(marian_binary(&items)).unwrap().verify();
    assert!(
        error
            .unwrap_err()
            .to_string()
            .contains("encoder_l1_self_bq")
    );
}
