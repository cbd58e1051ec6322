//! Models from a folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dragoman_catalog::{Format, Import, ImportError, InstallError, InstalledModel, UnpackError};
use dragoman_domain::Timestamp;

use crate::fixtures::{Model, Setup, chain, gzip, pair, write, zstandard};

pub(crate) fn import(setup: &Setup, source: &Path) -> Result<InstalledModel, InstallError> {
    import_as(setup, source, None, false)
}

pub(crate) fn import_as(
    setup: &Setup,
    source: &Path,
    name: Option<&str>,
    replace: bool,
) -> Result<InstalledModel, InstallError> {
    Import {
        source,
        pair: pair("en-de"),
        name,
        licence: Some("CC-BY-4.0"),
        replace,
    }
    .run(&setup.folder(), &*setup.check, Timestamp::UNIX_EPOCH)
}

/// A folder with a student model under its public names.
pub(crate) fn student(setup: &Setup) -> (PathBuf, Model) {
    let folder = setup.data.path().join("student");
    let model = Model::new("en-de", "tiny");
    for (name, bytes) in model.files.values() {
        write(&folder.join(name), bytes);
    }
    write(&folder.join("README.md"), b"about it");
    (folder, model)
}

pub(crate) fn marian(setup: &Setup) -> PathBuf {
    let folder = setup.data.path().join("opus");
    let files = BTreeMap::from([
        ("opus.npz", "MODEL"),
        ("source.spm", "VOCAB"),
        ("target.spm", "VOCAB"),
        ("opus.vocab.yml", "TABLE"),
        ("decoder.yml", "beam-size: 6"),
        ("LICENSE", "text"),
    ]);
    for (name, content) in files {
        write(&folder.join(name), content.as_bytes());
    }
    folder
}

#[tokio::test]
async fn a_student_model_is_recognised_by_its_names() {
    let setup = Setup::new().await;
    let (folder, _) = student(&setup);
    let installed = import(&setup, &folder).unwrap();
    // The check says what it is.
    assert_eq!(installed.label(), "en-de/tiny");
    assert_eq!(installed.manifest.format, Format::Intgemm);
    assert_eq!(installed.manifest.files.len(), 3);
    assert_eq!(
        installed.manifest.licence.as_ref().unwrap().identifier,
        "CC-BY-4.0"
    );
    assert_eq!(
        installed.manifest.provenance.installed,
        "1970-01-01T00:00:00Z"
    );
    assert_eq!(setup.installed(), ["en-de/tiny"]);
}

#[tokio::test]
async fn compressed_files_are_taken_too() {
    let setup = Setup::new().await;
    let model = Model::new("en-de", "tiny").split();
    let folder = setup.data.path().join("compressed");
    for (index, (name, bytes)) in model.files.values().enumerate() {
        if index % 2 == 0 {
            write(&folder.join(format!("{name}.gz")), &gzip(bytes));
        } else {
            write(&folder.join(format!("{name}.zst")), &zstandard(bytes));
        }
    }
    let installed = import(&setup, &folder).unwrap();
    for (name, bytes) in model.files.values() {
        assert_eq!(&std::fs::read(installed.folder.join(name)).unwrap(), bytes);
    }
}

#[tokio::test]
async fn a_marian_model_is_recognised_by_its_names() {
    let setup = Setup::new().await;
    let folder = marian(&setup);
    let installed = import_as(&setup, &folder, Some("opus"), false).unwrap();
    assert_eq!(installed.label(), "en-de/opus");
    assert_eq!(installed.manifest.format, Format::Npz);
    assert_eq!(installed.manifest.files.len(), 5);
    std::fs::remove_file(folder.join("decoder.yml")).unwrap();
    import_as(&setup, &folder, Some("plain"), false).unwrap();
    // One that was learnt may be passed on with it.
    write(&folder.join("lex.ende.s2t.bin"), b"LEX");
    let installed = import_as(&setup, &folder, Some("fast"), false).unwrap();
    assert_eq!(installed.manifest.files.len(), 5);
    assert!(installed.files.paths().shortlist.is_some());
}

#[tokio::test]
async fn what_is_missing_is_named() {
    let setup = Setup::new().await;
    for (name, expected) in [
        ("model.ende.intgemm.alphas.bin", "model (model.*"),
        ("lex.50.50.ende.s2t.bin", "shortlist (lex.*.s2t.bin)"),
        ("vocab.ende.spm", "vocabulary (vocab.*.spm"),
    ] {
        let (folder, _) = student(&setup);
        std::fs::remove_file(folder.join(name)).unwrap();
        let error = import(&setup, &folder).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
    for (name, expected) in [
        ("source.spm", "(source.spm)"),
        ("target.spm", "(target.spm)"),
        ("opus.vocab.yml", "(vocab.yml or *.vocab.yml)"),
    ] {
        let folder = marian(&setup);
        std::fs::remove_file(folder.join(name)).unwrap();
        let error = import(&setup, &folder).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
    let (folder, model) = student(&setup);
    let (name, bytes) = &model.files["vocab"];
    std::fs::remove_file(folder.join(name)).unwrap();
    write(&folder.join("srcvocab.ende.spm"), bytes);
    let error = import(&setup, &folder).unwrap_err();
    assert!(error.to_string().contains("(trgvocab.*.spm)"), "{error}");
    setup.assert_nothing_installed();
}

#[tokio::test]
async fn what_could_be_two_things_is_not_guessed() {
    let setup = Setup::new().await;
    for name in [
        "model.other.intgemm.bin",
        "model.ende.intgemm.alphas.bin.gz",
        "lex.other.s2t.bin",
        "vocab.other.spm",
        "srcvocab.other.spm",
        "model.npz",
    ] {
        let (folder, _) = student(&setup);
        write(&folder.join(name), b"MODEL");
        let error = import(&setup, &folder).unwrap_err();
        assert!(
            matches!(error, InstallError::Import(ImportError::Ambiguous { .. })),
            "{name}: {error}"
        );
        assert!(error.to_string().contains(name), "{error}");
        std::fs::remove_file(folder.join(name)).unwrap();
    }
    setup.assert_nothing_installed();
}

#[tokio::test]
async fn a_model_is_replaced_only_if_that_is_wanted() {
    let setup = Setup::new().await;
    let (folder, _) = student(&setup);
    import(&setup, &folder).unwrap();
    let error = import(&setup, &folder).unwrap_err();
    assert!(
        matches!(error, InstallError::AlreadyInstalled { .. }),
        "{error}"
    );
    import_as(&setup, &folder, None, true).unwrap();
    import_as(&setup, &folder, Some("second"), false).unwrap();
    assert_eq!(setup.installed(), ["en-de/second", "en-de/tiny"]);
}

#[tokio::test]
async fn a_name_that_leads_elsewhere_is_refused() {
    let setup = Setup::new().await;
    let (folder, _) = student(&setup);
    for name in ["../up", ".hidden", "a/b", "", "a b"] {
        let error = import_as(&setup, &folder, Some(name), false).unwrap_err();
        assert!(matches!(error, InstallError::Path(_)), "{name:?}: {error}");
    }
    setup.assert_nothing_installed();
}

#[tokio::test]
async fn a_folder_that_is_none_and_damaged_files_are_reported() {
    let setup = Setup::new().await;
    let error = import(&setup, &setup.data.path().join("nowhere")).unwrap_err();
    assert!(chain(&error).contains("nowhere cannot be read"), "{error}");
    let (folder, model) = student(&setup);
    let (name, bytes) = &model.files["model"];
    std::fs::remove_file(folder.join(name)).unwrap();
    let cut = gzip(bytes);
    write(&folder.join(format!("{name}.gz")), &cut[..cut.len() / 2]);
    let error = import(&setup, &folder).unwrap_err();
    assert!(
        matches!(error, InstallError::Unpack(UnpackError::Read { .. })),
        "{error}"
    );
    setup.assert_nothing_installed();
}

#[tokio::test]
async fn a_decompression_bomb_stops_at_the_size_of_its_kind() {
    let setup = Setup::new().await;
    for bomb in [gzip, zstandard] {
        let folder = marian(&setup);
        let bomb = bomb(&vec![0; (1 << 20) + 1]);
        std::fs::remove_file(folder.join("decoder.yml")).unwrap();
        write(&folder.join("decoder.yml.gz"), &bomb);
        let error = import(&setup, &folder).unwrap_err();
        assert!(
            matches!(
                error,
                InstallError::Unpack(UnpackError::TooLarge {
                    limit: 1_048_576,
                    ..
                })
            ),
            "{error}"
        );
        setup.assert_nothing_installed();
        std::fs::remove_file(folder.join("decoder.yml.gz")).unwrap();
    }
}
