//! The folder of installed models.

use std::fs;

use dragoman_catalog::Policy;
use proptest::prelude::*;

use crate::fixtures::{Model, Setup, chain, names, pair, write};

#[tokio::test]
async fn a_broken_manifest_is_reported_and_keeps_no_other_model_away() {
    let setup = Setup::with(&[Model::new("en-de", "tiny"), Model::new("en-fr", "tiny")]).await;
    setup.pull("en-de").await.unwrap();
    let good = setup.pull("en-fr").await.unwrap();
    let manifest = fs::read_to_string(good.folder.join("manifest.json")).unwrap();
    let root = setup.folder().path().to_owned();
    for (name, text, expected) in [
        ("no", None, "cannot be read"),
        ("json", Some("{".to_owned()), "is not valid"),
        (
            "language",
            Some(manifest.replace("\"fr\"", "\"xx\"")),
            "not a known language",
        ),
        (
            "version",
            Some(manifest.replace("\"version\": 1", "\"version\": 2")),
            "version 2",
        ),
        (
            "path",
            Some(manifest.replace("model.enfr.", "../en-fr/tiny/model.enfr.")),
            "refused",
        ),
        (
            "absent",
            Some(manifest.replace("model.enfr.", "model.other.")),
            "cannot be read",
        ),
        ("huge", Some(" ".repeat(2 << 20)), "more than"),
        (
            "role",
            Some(manifest.replace("\"shortlist\"", "\"model\"")),
            "twice",
        ),
    ] {
        let folder = root.join("en-es").join(name);
        fs::create_dir_all(&folder).unwrap();
        if let Some(text) = text {
            write(&folder.join("manifest.json"), text.as_bytes());
        }
        let installed = setup.folder().scan().unwrap();
        assert_eq!(installed.models.len(), 2, "{name}");
        assert_eq!(installed.broken.len(), 1, "{name}");
        let error = chain(&installed.broken[0].error);
        assert!(error.contains(expected), "{name}: {error}");
        fs::remove_dir_all(&folder).unwrap();
    }
    // A model in the folder of another pair.
    fs::create_dir_all(root.join("en-es")).unwrap();
    fs::rename(&good.folder, root.join("en-es/tiny")).unwrap();
    let installed = setup.folder().scan().unwrap();
    assert_eq!(installed.models.len(), 1);
    let error = installed.broken[0].error.to_string();
    assert!(error.contains("en-fr/tiny"), "{error}");
}

#[tokio::test]
async fn a_changed_file_is_found() {
    let model = Model::new("en-de", "tiny");
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    let installed = setup.pull("en-de").await.unwrap();
    installed.verify(&*setup.check).unwrap();
    let path = installed.folder.join(&model.files["vocab"].0);
    let mut bytes = fs::read(&path).unwrap();
    bytes[5000] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let error = installed.verify(&*setup.check).unwrap_err();
    assert!(error.to_string().contains("has the SHA-256"), "{error}");
    fs::write(&path, &bytes[1..]).unwrap();
    let error = installed.verify(&*setup.check).unwrap_err();
    assert!(
        error.to_string().contains("9999 bytes instead of 10000"),
        "{error}"
    );
    // The cheap look at the folder finds that too.
    assert_eq!(setup.folder().scan().unwrap().broken.len(), 1);
}

#[tokio::test]
async fn a_removed_model_is_gone_with_the_folder_of_its_pair() {
    let setup = Setup::with(&[Model::new("en-de", "tiny"), Model::new("en-de", "base")]).await;
    let base = setup.pull("en-de").await.unwrap();
    let folder = setup.folder();
    folder.remove(&base.folder).unwrap();
    assert!(!folder.path().join("en-de").exists());
    setup.assert_nothing_installed();
    let error = folder.remove(&base.folder).unwrap_err();
    assert!(error.to_string().contains("cannot be removed"), "{error}");
}

#[tokio::test]
async fn a_folder_that_does_not_exist_has_no_models() {
    let setup = Setup::new().await;
    let installed = setup.folder().scan().unwrap();
    assert!(installed.models.is_empty() && installed.broken.is_empty());
    assert!(installed.find(pair("en-de"), Policy::Best).is_none());
    assert!(names(setup.folder().path()).is_empty());
}

#[tokio::test]
async fn a_region_is_served_by_the_model_of_its_language() {
    let setup = Setup::with(&[Model::new("en-pt", "tiny"), Model::new("en-zh", "tiny")]).await;
    setup.pull("en-pt").await.unwrap();
    setup.pull("en-zh").await.unwrap();
    let installed = setup.folder().scan().unwrap();
    let find = |code| {
        installed
            .find(pair(code), Policy::Best)
            .map(|model| model.label())
    };
    assert_eq!(find("en-pt-BR").as_deref(), Some("en-pt/tiny"));
    assert_eq!(find("en-zh-Hans").as_deref(), Some("en-zh/tiny"));
    assert_eq!(find("en-zh-Hant"), None);
    assert_eq!(installed.of(pair("en-pt")).count(), 1);
}

proptest! {
    #[test]
    fn no_manifest_makes_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = dragoman_catalog::Manifest::parse(&bytes);
    }
}
