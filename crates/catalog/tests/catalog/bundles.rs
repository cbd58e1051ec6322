//! Models in one archive.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use dragoman_catalog::{BundleError, InstallError, InstalledModel, Unbundle, bundle};
use dragoman_domain::{LanguagePair, Timestamp};
use serde_json::Value;
use tar::{Builder, EntryType, Header};

use crate::fixtures::{Model, Setup, chain, names, pair, zstandard};

async fn with_two_models() -> (Setup, Vec<InstalledModel>) {
    let setup = Setup::with(&[
        Model::new("en-de", "tiny"),
        Model::new("en-ja", "base").split(),
    ])
    .await;
    let models = vec![
        setup.pull("en-de").await.unwrap(),
        setup.pull("en-ja").await.unwrap(),
    ];
    (setup, models)
}

fn unbundle(
    setup: &Setup,
    bundle: &Path,
    pairs: &[LanguagePair],
) -> Result<Vec<InstalledModel>, InstallError> {
    Unbundle {
        bundle,
        pairs,
        replace: false,
    }
    .run(&setup.folder(), &*setup.check, Timestamp::UNIX_EPOCH)
}

/// A bundle of the two models, plain, as bytes.
async fn two_models_bundled() -> (Setup, Vec<u8>) {
    let (setup, models) = with_two_models().await;
    let path = setup.data.path().join("all.tar");
    bundle::write(&models.iter().collect::<Vec<_>>(), &path).unwrap();
    let bytes = fs::read(path).unwrap();
    (setup, bytes)
}

fn put(setup: &Setup, bytes: &[u8]) -> PathBuf {
    let path = setup.data.path().join("given.tar");
    fs::write(&path, bytes).unwrap();
    path
}

#[tokio::test]
async fn a_bundle_carries_models_to_another_machine() {
    let (setup, models) = with_two_models().await;
    for name in ["all.tar", "all.tar.zst"] {
        let path = setup.data.path().join(name);
        bundle::write(&models.iter().collect::<Vec<_>>(), &path).unwrap();
        let other = Setup::new().await;
        let installed = unbundle(&other, &path, &[]).unwrap();
        assert_eq!(installed.len(), 2);
        assert_eq!(other.installed(), ["en-de/tiny", "en-ja/base"]);
        for (there, here) in installed.iter().zip(&models) {
            assert_eq!(there.manifest.files, here.manifest.files);
            assert_eq!(there.manifest.licence, here.manifest.licence);
            assert_eq!(
                there.manifest.provenance.origin,
                here.manifest.provenance.origin
            );
            there.verify(&*other.check).unwrap();
        }
        // Once more changes nothing.
        assert_eq!(unbundle(&other, &path, &[]).unwrap().len(), 2);
    }
    // Only the complete file is there.
    assert!(
        names(setup.data.path())
            .iter()
            .all(|name| !name.starts_with(".bundle"))
    );
}

#[tokio::test]
async fn only_the_wanted_pairs_are_taken_out() {
    let (_, bytes) = two_models_bundled().await;
    let other = Setup::new().await;
    let path = put(&other, &bytes);
    unbundle(&other, &path, &[pair("en-ja")]).unwrap();
    assert_eq!(other.installed(), ["en-ja/base"]);
    let error = unbundle(&other, &path, &[pair("en-fr")]).unwrap_err();
    assert!(
        error.to_string().contains("no model from en to fr"),
        "{error}"
    );
}

#[tokio::test]
async fn a_compressed_bundle_is_recognised_by_its_content() {
    let (_, bytes) = two_models_bundled().await;
    let other = Setup::new().await;
    let path = put(&other, &zstandard(&bytes));
    unbundle(&other, &path, &[]).unwrap();
    assert_eq!(other.installed().len(), 2);
}

#[tokio::test]
async fn a_bundle_that_breaks_off_gives_only_whole_models() {
    let (_, bytes) = two_models_bundled().await;
    // In the first model, in a header, and in the second model.
    for (length, models) in [(0, 0), (700, 0), (50_000, 0), (120_000, 0), (300_000, 1)] {
        let other = Setup::new().await;
        let path = put(&other, &bytes[..length]);
        let error = unbundle(&other, &path, &[]).unwrap_err();
        assert_eq!(other.installed().len(), models, "{length}: {error}");
    }
}

#[tokio::test]
async fn a_changed_byte_in_a_bundle_is_found() {
    let (_, bytes) = two_models_bundled().await;
    for position in [3_000, 100_000, 220_000] {
        let other = Setup::new().await;
        let mut changed = bytes.clone();
        changed[position] ^= 1;
        let path = put(&other, &changed);
        let error = unbundle(&other, &path, &[]).unwrap_err();
        assert!(
            matches!(error, InstallError::Unpack(_)),
            "{position}: {error}"
        );
        other.assert_nothing_installed();
    }
}

#[tokio::test]
async fn a_damaged_model_is_not_bundled() {
    let (setup, models) = with_two_models().await;
    let file = models[0].folder.join(&models[0].manifest.files[0].name);
    let mut bytes = fs::read(&file).unwrap();
    bytes[0] ^= 1;
    fs::write(&file, bytes).unwrap();
    let path = setup.data.path().join("all.tar");
    let error = bundle::write(&models.iter().collect::<Vec<_>>(), &path).unwrap_err();
    assert!(matches!(error, BundleError::Source(_)), "{error}");
    assert!(!path.exists());
}

/// One entry with a header that no honest program writes.
fn entry(kind: EntryType, path: &[u8], size: u64, content: &[u8]) -> Vec<u8> {
    let mut header = Header::new_ustar();
    header.as_mut_bytes()[..path.len()].copy_from_slice(path);
    header.set_entry_type(kind);
    header.set_size(size);
    header.set_mode(0o644);
    header.set_cksum();
    let mut bytes = header.as_bytes().to_vec();
    bytes.extend_from_slice(content);
    bytes.resize(bytes.len().next_multiple_of(512), 0);
    bytes
}

#[tokio::test]
async fn an_archive_that_reaches_out_of_its_folder_is_refused() {
    let regular = EntryType::Regular;
    for (name, expected, bytes) in [
        (
            "upwards",
            "leads out",
            entry(regular, b"../../etc/cron.d/job", 4, b"evil"),
        ),
        (
            "inner",
            "leads out",
            entry(regular, b"en-de/../../job", 4, b"evil"),
        ),
        (
            "absolute",
            "is absolute",
            entry(regular, b"/etc/cron.d/job", 4, b"evil"),
        ),
        (
            "backslash",
            "other than letters",
            entry(regular, b"en-de\\tiny", 4, b"evil"),
        ),
        (
            "no Unicode",
            "other than letters",
            entry(regular, b"en-de/\xff\xfe", 4, b"evil"),
        ),
        (
            "link",
            "is no file",
            entry(EntryType::Symlink, b"en-de/tiny", 0, b""),
        ),
        (
            "hard link",
            "is no file",
            entry(EntryType::Link, b"en-de/tiny", 0, b""),
        ),
        (
            "device",
            "is no file",
            entry(EntryType::Block, b"en-de/tiny", 0, b""),
        ),
        (
            "pipe",
            "is no file",
            entry(EntryType::Fifo, b"en-de/tiny", 0, b""),
        ),
        (
            "sparse",
            "is no file",
            entry(EntryType::GNUSparse, b"en-de/tiny", 0, b""),
        ),
        (
            "long name",
            "is no file",
            entry(EntryType::GNULongName, b"././@LongLink", 1 << 40, b"x"),
        ),
        (
            "huge extension",
            "is no file",
            entry(EntryType::XHeader, b"pax", 1 << 40, b"x"),
        ),
        (
            "no manifest",
            "out of place",
            entry(regular, b"en-de/tiny/model.bin", 4, b"evil"),
        ),
        (
            "stray",
            "manifest is not valid",
            entry(regular, b"manifest.json", 2, b"{}"),
        ),
        (
            "huge manifest",
            "more than 1048576 bytes",
            entry(
                regular,
                b"en-de/tiny/manifest.json",
                1 << 40,
                &vec![b' '; 2 << 20],
            ),
        ),
    ] {
        let other = Setup::new().await;
        let path = put(&other, &[bytes, vec![0; 1024]].concat());
        let error = unbundle(&other, &path, &[]).unwrap_err();
        assert!(
            chain(&error).contains(expected),
            "{name}: {}",
            chain(&error)
        );
        other.assert_nothing_installed();
        let outside = names(other.data.path());
        assert_eq!(
            outside
                .iter()
                .filter(|name| *name != "models")
                .collect::<Vec<_>>(),
            ["given.tar"],
            "{name}: {error}"
        );
    }
}

/// The manifest and files of a model as another program would write them, with changes.
fn rebuilt(
    models: &[InstalledModel],
    change: impl Fn(&str, Vec<u8>) -> Option<Vec<u8>>,
) -> Vec<u8> {
    let mut archive = Builder::new(Vec::new());
    for model in models {
        let mut files = vec!["manifest.json".to_owned()];
        files.extend(model.manifest.files.iter().map(|file| file.name.clone()));
        for name in files {
            let bytes = fs::read(model.folder.join(&name)).unwrap();
            let Some(bytes) = change(&name, bytes) else {
                continue;
            };
            let mut header = Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(0o644);
            let path = format!("./{}/{name}", model.label());
            archive.append_data(&mut header, path, &bytes[..]).unwrap();
        }
    }
    archive.into_inner().unwrap()
}

#[tokio::test]
async fn a_bundle_that_another_program_packed_again_is_fine() {
    let (_setup, models) = with_two_models().await;
    let other = Setup::new().await;
    let path = put(&other, &rebuilt(&models, |_, bytes| Some(bytes)));
    unbundle(&other, &path, &[]).unwrap();
    assert_eq!(other.installed().len(), 2);
}

#[tokio::test]
async fn a_bundle_is_what_its_manifests_say_or_it_is_refused() {
    let (_setup, models) = with_two_models().await;
    let only = &models[..1];
    let shortlist = "lex.50.50.ende.s2t.bin";
    let manifest = |old: &'static str, new: &'static str| {
        move |name: &str, bytes: Vec<u8>| {
            if name == "manifest.json" {
                Some(
                    String::from_utf8(bytes)
                        .unwrap()
                        .replace(old, new)
                        .into_bytes(),
                )
            } else {
                Some(bytes)
            }
        }
    };
    for (bytes, expected) in [
        (
            rebuilt(only, |name, bytes| (name != shortlist).then_some(bytes)),
            "lacks lex.50.50.ende.s2t.bin",
        ),
        (
            rebuilt(only, |name, bytes| {
                Some(if name == shortlist {
                    bytes[1..].to_vec()
                } else {
                    bytes
                })
            }),
            "bytes instead of",
        ),
        (
            rebuilt(only, |name, bytes| {
                Some(if name == shortlist {
                    [&bytes[..], b"x"].concat()
                } else {
                    bytes
                })
            }),
            "has more than",
        ),
        (rebuilt(only, manifest("\"de\"", "\"fr\"")), "out of place"),
        (
            rebuilt(only, manifest("\"de\"", "\"../x\"")),
            "not a known language",
        ),
        (
            rebuilt(only, manifest(shortlist, "../../lex.s2t.bin")),
            "refused",
        ),
        (
            rebuilt(only, manifest(shortlist, "manifest.json")),
            "two files named",
        ),
        (
            rebuilt(only, manifest("30000", "30000000000000")),
            "more than any file",
        ),
        (
            rebuilt(only, |name, bytes| {
                Some(if name == "manifest.json" {
                    without_digest(&bytes, shortlist)
                } else {
                    bytes
                })
            }),
            "the SHA-256 of lex.50.50.ende.s2t.bin is not stated",
        ),
        (
            rebuilt(only, |name, bytes| {
                (name != "manifest.json").then_some(bytes)
            }),
            "out of place",
        ),
        (rebuilt(&[], |_, bytes| Some(bytes)), "has no models"),
    ] {
        let other = Setup::new().await;
        let path = put(&other, &bytes);
        let error = unbundle(&other, &path, &[]).unwrap_err();
        assert!(
            chain(&error).contains(expected),
            "{expected}: {}",
            chain(&error)
        );
        other.assert_nothing_installed();
    }
}

/// A manifest that says nothing of the digest of one file.
fn without_digest(manifest: &[u8], name: &str) -> Vec<u8> {
    let mut manifest: Value = serde_json::from_slice(manifest).unwrap();
    let mut files = manifest["files"].as_array_mut().unwrap().iter_mut();
    let file = files.find(|file| file["name"] == name).unwrap();
    file.as_object_mut().unwrap().remove("sha256");
    manifest.to_string().into_bytes()
}

#[tokio::test]
async fn another_model_in_the_same_place_stays() {
    let (_, bytes) = two_models_bundled().await;
    let other = Setup::with(&[Model::new("en-de", "tiny").changed()]).await;
    let before = other.pull("en-de").await.unwrap();
    let path = put(&other, &bytes);
    let error = unbundle(&other, &path, &[]).unwrap_err();
    assert!(
        matches!(error, InstallError::AlreadyInstalled { .. }),
        "{error}"
    );
    before.verify(&*other.check).unwrap();
    let replacing = Unbundle {
        bundle: &path,
        pairs: &[],
        replace: true,
    };
    let installed = replacing
        .run(&other.folder(), &*other.check, Timestamp::UNIX_EPOCH)
        .unwrap();
    assert_ne!(installed[0].manifest.files, before.manifest.files);
}

#[tokio::test]
async fn a_bomb_in_a_bundle_writes_no_more_than_its_manifest_says() {
    let (_setup, models) = with_two_models().await;
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    let prefix = rebuilt(&models[..1], |name, bytes| {
        (name == "manifest.json").then_some(bytes)
    });
    // Without the end of the archive.
    encoder.write_all(&prefix[..prefix.len() - 1024]).unwrap();
    let path = b"en-de/tiny/vocab.ende.spm";
    let zeros = entry(EntryType::Regular, path, 1 << 33, b"");
    encoder.write_all(&zeros).unwrap();
    for _ in 0..64 {
        encoder.write_all(&vec![0; 1 << 20]).unwrap();
    }
    let other = Setup::new().await;
    let bundle = put(&other, &encoder.finish().unwrap());
    let error = unbundle(&other, &bundle, &[]).unwrap_err();
    assert!(
        chain(&error).contains("has more than the 10000 bytes"),
        "{error}"
    );
    other.assert_nothing_installed();
}
