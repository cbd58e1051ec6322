//! Files that other programs wrote, which are not part of this repository.

use std::path::PathBuf;

use dragoman_nmt::files::{CandidateSet, ModelFile, Shortlist, layout};

/// The file in the folder that `DRAGOMAN_MODEL_DATA` names; says so if there is no such variable.
fn data(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("DRAGOMAN_MODEL_DATA");
    if folder.is_none() {
        eprintln!("skipped: DRAGOMAN_MODEL_DATA does not name a folder with {name}");
    }
    Some(PathBuf::from(folder?).join(name))
}

#[test]
fn published_shortlists_are_whole_and_fit_their_vocabularies() {
    for pair in ["ende", "enes"] {
        let Some(path) = data(&format!("vocab/lex.50.50.{pair}.s2t.bin")) else {
            return;
        };
        let list = Shortlist::open(&path).unwrap();
        list.check_vocabularies(32_000, 32_000).unwrap();
        assert_eq!(list.first(), 50);
        let mut out = Vec::new();
        let source = [100, 2000, 31_999, 7, 0];
        list.candidates(
            &source,
            true,
            32_000,
            &mut CandidateSet::default(),
            &mut out,
        );
        assert!(out.len() > 50 && out.len() % 8 == 0 && out.is_sorted());
        assert!(source.iter().all(|token| out.contains(token)));
    }
}

#[test]
fn a_converted_model_and_its_archive_agree() {
    let (Some(binary), Some(archive)) = (
        data("toy/model.toy.ende.intgemm.alphas.bin"),
        data("toy/model.toy.ende.npz"),
    ) else {
        return;
    };
    let quantised = ModelFile::open(&binary).unwrap();
    let float = ModelFile::open(&archive).unwrap();
    quantised.verify().unwrap();
    float.verify().unwrap();
    assert_eq!(quantised.config(), float.config());
    for tensor in layout::tensors(quantised.config()) {
        let exact = float.float(&tensor.name).unwrap().unwrap().to_vec();
        if !tensor.is_matrix() {
            let same = quantised.float(&tensor.name).unwrap().unwrap();
            assert_eq!(same.to_vec(), exact, "{}", tensor.name);
            continue;
        }
        let rounded = quantised.int8(&tensor.name).unwrap().unwrap();
        let transposed = !tensor.name.contains("Wemb");
        for output in 0..rounded.outputs() {
            for (input, &value) in rounded.row(output).iter().enumerate() {
                let index = if transposed {
                    input * tensor.columns + output
                } else {
                    output * tensor.columns + input
                };
                let error = (exact[index] * rounded.multiplier() - f32::from(value)).abs();
                assert!(error <= 0.501, "{} [{output}, {input}]", tensor.name);
            }
        }
    }
}
