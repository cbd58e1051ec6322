//! Shortlists for models that are installed.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use dragoman_catalog::{
    FolderError, InstallError, InstalledModel, ManifestFile, ModelCheck, ModelFiles, ModelFolder,
    ModelSummary, NewShortlist, Role,
};

use crate::fixtures::{Setup, chain, names, sha256, write};
use crate::imports::{import, import_as, marian, student};

fn shortlist_of(model: &InstalledModel) -> Option<&ManifestFile> {
    let mut files = model.manifest.files.iter();
    files.find(|file| file.role == Role::Shortlist)
}

fn install(
    setup: &Setup,
    model: &InstalledModel,
    bytes: &[u8],
    replace: bool,
) -> Result<InstalledModel, InstallError> {
    NewShortlist {
        model,
        bytes,
        replace,
    }
    .run(&setup.folder(), &*setup.check)
}

/// That a model is what it was, and nothing unfinished is left.
fn assert_as_before(setup: &Setup, model: &InstalledModel) {
    assert_eq!(&InstalledModel::open(&model.folder).unwrap(), model);
    model.verify(&*setup.check).unwrap();
    let left = names(&setup.folder().path().join(".partial"));
    assert!(
        left.iter().all(|name| !name.starts_with("scratch-")),
        "{left:?}"
    );
}

fn inode(path: &Path) -> u64 {
    fs::metadata(path).unwrap().ino()
}

#[tokio::test]
async fn a_model_without_a_shortlist_gets_one() {
    let setup = Setup::new().await;
    let before = import_as(&setup, &marian(&setup), Some("opus"), false).unwrap();
    assert_eq!(before.files.paths().shortlist, None);
    let weights = inode(before.files.weights());
    let after = install(&setup, &before, b"LEX learnt", false).unwrap();

    let file = shortlist_of(&after).unwrap();
    assert_eq!(file.name, "lex.ende.s2t.bin");
    assert_eq!(file.size, 10);
    assert_eq!(file.sha256, sha256(b"LEX learnt"));
    let path = after.files.paths().shortlist.unwrap();
    assert_eq!(path, after.folder.join("lex.ende.s2t.bin"));
    assert_eq!(fs::read(path).unwrap(), b"LEX learnt");
    // What a running server tells versions by.
    assert_ne!(after.digest(), before.digest());
    // The rest is what it was, and large files were not copied.
    let mut manifest = after.manifest.clone();
    manifest.files.retain(|file| file.role != Role::Shortlist);
    assert_eq!(manifest, before.manifest);
    assert_eq!(inode(after.files.weights()), weights);
    assert_eq!(setup.installed(), ["en-de/opus"]);
    assert_as_before(&setup, &after);
}

#[tokio::test]
async fn a_shortlist_is_replaced_only_if_that_is_wanted() {
    let setup = Setup::new().await;
    let (folder, _) = student(&setup);
    let before = import(&setup, &folder).unwrap();
    let error = install(&setup, &before, b"LEX learnt", false).unwrap_err();
    assert!(
        matches!(error, InstallError::HasShortlist { .. }),
        "{error}"
    );
    assert!(error.to_string().contains("en-de/tiny"), "{error}");
    assert_as_before(&setup, &before);

    let after = install(&setup, &before, b"LEX learnt", true).unwrap();
    assert_eq!(after.manifest.files.len(), before.manifest.files.len());
    assert_eq!(shortlist_of(&after).unwrap().name, "lex.ende.s2t.bin");
    assert!(!after.folder.join("lex.50.50.ende.s2t.bin").exists());
    assert_as_before(&setup, &after);
    // Once more under the same name.
    let again = install(&setup, &after, b"LEX other", true).unwrap();
    assert_eq!(
        fs::read(again.folder.join("lex.ende.s2t.bin")).unwrap(),
        b"LEX other"
    );
    assert_as_before(&setup, &again);
}

#[tokio::test]
async fn what_the_engine_cannot_use_is_not_installed() {
    let setup = Setup::new().await;
    let before = import_as(&setup, &marian(&setup), None, false).unwrap();
    let error = install(&setup, &before, b"something else", false).unwrap_err();
    assert!(
        matches!(error, InstallError::Check { .. }),
        "{}",
        chain(&error)
    );
    assert_as_before(&setup, &before);
}

#[tokio::test]
async fn a_model_that_was_changed_meanwhile_is_left_alone() {
    let setup = Setup::new().await;
    let source = marian(&setup);
    let before = import_as(&setup, &source, None, false).unwrap();
    write(&source.join("opus.npz"), b"MODEL, a later version");
    let later = import_as(&setup, &source, None, true).unwrap();
    let error = install(&setup, &before, b"LEX learnt", false).unwrap_err();
    assert!(matches!(error, InstallError::Changed { .. }), "{error}");
    assert_as_before(&setup, &later);
    setup.folder().remove(&later.folder).unwrap();
    let error = install(&setup, &later, b"LEX learnt", true).unwrap_err();
    assert!(matches!(error, InstallError::Changed { .. }), "{error}");
    assert!(setup.installed().is_empty());
}

/// Stands for the engine, and for somebody who removes the model while it reads.
struct Remover<'a> {
    folder: &'a ModelFolder,
    model: &'a Path,
}

impl ModelCheck for Remover<'_> {
    fn check(&self, _: &ModelFiles) -> Result<ModelSummary, String> {
        let removed: Result<(), FolderError> = self.folder.remove(self.model);
        removed.map_err(|error| error.to_string())?;
        Ok(ModelSummary::default())
    }
}

#[tokio::test]
async fn a_model_that_is_removed_at_the_last_moment_does_not_come_back() {
    let setup = Setup::new().await;
    let before = import_as(&setup, &marian(&setup), None, false).unwrap();
    let folder = setup.folder();
    let remover = Remover {
        folder: &folder,
        model: &before.folder,
    };
    let new = NewShortlist {
        model: &before,
        bytes: b"LEX",
        replace: false,
    };
    let error = new.run(&folder, &remover).unwrap_err();
    assert!(matches!(error, InstallError::Changed { .. }), "{error}");
    setup.assert_nothing_installed();
}

#[tokio::test]
async fn two_do_not_install_with_the_same_model_at_once() {
    let setup = Setup::new().await;
    let before = import_as(&setup, &marian(&setup), None, false).unwrap();
    let lock = setup.folder().path().join(".partial/en-de-tiny.lock");
    let lock = fs::File::create(lock).unwrap();
    lock.lock().unwrap();
    let error = install(&setup, &before, b"LEX", false).unwrap_err();
    assert!(matches!(error, InstallError::Busy { .. }), "{error}");
    drop(lock);
    install(&setup, &before, b"LEX", false).unwrap();
}
