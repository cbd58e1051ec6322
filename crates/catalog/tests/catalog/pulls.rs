//! Models that come by network, and what can go wrong on the way.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use dragoman_catalog::{
    Address, FetchError, InstallError, InstalledModel, Policy, Selection, UnpackError,
};

use crate::fixtures::{
    Model, Setup, chain, gzip, mirror, names, pair, serve_database, serve_settings,
};
use crate::server::Fault;

fn model_path(model: &Model) -> String {
    format!("database/{}", model.path("model"))
}

fn content(installed: &InstalledModel, model: &Model, kind: &str) -> Vec<u8> {
    fs::read(installed.folder.join(&model.files[kind].0)).unwrap()
}

#[tokio::test]
async fn a_pulled_model_is_whole_checked_and_documented() {
    let model = Model::new("en-de", "base-memory");
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    let installed = setup.pull("en-de").await.unwrap();
    for (kind, (_, bytes)) in &model.files {
        assert_eq!(&content(&installed, &model, kind), bytes);
    }
    assert_eq!(setup.check.checked.load(Ordering::SeqCst), 1);
    assert_eq!(setup.installed(), ["en-de/base-memory"]);
    let manifest = &installed.manifest;
    assert_eq!(manifest.provenance.origin, setup.server.url("database/"));
    assert_eq!(manifest.provenance.path, Some(model.path("model")));
    assert_eq!(
        manifest.provenance.release_status.as_deref(),
        Some("Release")
    );
    assert_eq!(manifest.provenance.installed, "2026-09-21T14:13:20Z");
    assert_eq!(manifest.licence.as_ref().unwrap().identifier, "MPL-2.0");
    assert!((manifest.metrics["flores200-plus"]["comet22"] - 0.87).abs() < 1e-9);
    installed.verify(&*setup.check).unwrap();
    // Nothing of the work is left but locks.
    let left = names(&setup.folder().path().join(".partial"));
    assert!(left.iter().all(|name| name.ends_with(".lock")), "{left:?}");
}

#[tokio::test]
async fn a_model_with_a_vocabulary_for_each_language_is_pulled() {
    let setup = Setup::with(&[Model::new("en-ja", "base").split()]).await;
    setup.pull("en-ja").await.unwrap();
    assert_eq!(setup.installed(), ["en-ja/base"]);
}

#[tokio::test]
async fn the_fallback_s_model_is_decompressed_and_checked_too() {
    let model = Model::new("en-de", "base");
    let setup = Setup::new().await;
    serve_settings(&setup.server, std::slice::from_ref(&model));
    let installed = setup.pull("en-de").await.unwrap();
    assert_eq!(content(&installed, &model, "model"), model.bytes("model"));
    assert_eq!(
        installed.manifest.provenance.version.as_deref(),
        Some("2.1")
    );
}

#[tokio::test]
async fn a_model_whose_files_are_gone_comes_from_the_fallback() {
    let model = Model::new("en-de", "base");
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    serve_settings(&setup.server, std::slice::from_ref(&model));
    setup.server.always(&model_path(&model), Fault::Status(404));
    let installed = setup.pull("en-de").await.unwrap();
    assert_eq!(
        installed.manifest.provenance.origin,
        setup.server.url("attachments/")
    );
}

#[tokio::test]
async fn a_model_that_is_there_is_not_downloaded_again() {
    let model = Model::new("en-de", "tiny");
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    setup.pull("en-de").await.unwrap();
    let before = setup.server.number_of_requests();
    setup.pull("en-de").await.unwrap();
    assert_eq!(setup.server.number_of_requests(), before);
}

#[tokio::test]
async fn a_later_version_replaces_the_earlier_one() {
    let model = Model::new("en-de", "tiny");
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    let first = setup.pull("en-de").await.unwrap();
    let mapped = fs::File::open(first.folder.join(&model.files["model"].0)).unwrap();
    let later = model.clone().changed();
    serve_database(&setup.server, std::slice::from_ref(&later));
    setup.clock.advance(4000);
    let second = setup.pull("en-de").await.unwrap();
    assert_eq!(content(&second, &later, "model"), later.bytes("model"));
    assert_eq!(setup.installed(), ["en-de/tiny"]);
    // Who has the earlier one open can go on.
    assert_eq!(
        mapped.metadata().unwrap().len(),
        model.bytes("model").len() as u64
    );
}

#[tokio::test]
async fn a_model_that_nobody_vouches_for_is_refused_before_anything_is_fetched() {
    let model = Model::new("en-de", "base").with_digest_of_weights_only();
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    let error = setup.pull("en-de").await.unwrap_err();
    assert!(matches!(error, InstallError::Undigested { .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("the SHA-256 of lex.50.50.ende"), "{text}");
    assert!(text.contains("models.catalogue_fallback"), "{text}");
    assert!(setup.server.requests(&model_path(&model)).is_empty());
    setup.assert_nothing_installed();
    // As soon as the fallback has the digests, the catalogue's own files are taken.
    serve_settings(&setup.server, std::slice::from_ref(&model));
    let installed = setup.pull("en-de").await.unwrap();
    assert_eq!(
        installed.manifest.provenance.origin,
        setup.server.url("database/")
    );
}

#[tokio::test]
async fn every_file_is_compared_with_its_digest_and_not_only_the_weights() {
    let model = Model::new("en-de", "base");
    for kind in ["lexicalShortlist", "vocab"] {
        let public = model.clone().with_digest_of_weights_only();
        let setup = Setup::with(std::slice::from_ref(&public)).await;
        serve_settings(&setup.server, std::slice::from_ref(&model));
        let mut changed = model.bytes(kind).to_vec();
        *changed.last_mut().unwrap() ^= 1;
        let path = format!("database/{}", model.path(kind));
        setup.server.put(&path, gzip(&changed));
        let attachment = format!("attachments/{}", model.attachment(kind));
        setup.server.always(&attachment, Fault::Status(404));
        let error = setup.pull("en-de").await.unwrap_err();
        assert!(
            matches!(error, InstallError::Unpack(UnpackError::Hash { .. })),
            "{error}"
        );
        setup.assert_nothing_installed();
        // The fallback has the file whose digest it states.
        setup.server.heal();
        let installed = setup.pull("en-de").await.unwrap();
        assert_eq!(content(&installed, &model, kind), model.bytes(kind));
        assert_eq!(
            installed.manifest.provenance.origin,
            setup.server.url("attachments/")
        );
    }
}

#[tokio::test]
async fn a_redirect_to_another_machine_without_tls_is_not_followed() {
    let model = Model::new("en-de", "tiny");
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    // Nothing of these names is looked up, since the address is refused before.
    for to in ["http://models.invalid/a", "http://192.0.2.1/a"] {
        let to = Fault::Redirect(to.to_owned());
        setup.server.always(&model_path(&model), to);
        let error = setup.pull("en-de").await.unwrap_err();
        assert!(
            matches!(error, InstallError::Fetch(FetchError::Redirect { .. })),
            "{error}"
        );
        assert!(error.to_string().contains("not secure"), "{error}");
        setup.assert_nothing_installed();
    }
}

#[tokio::test]
async fn a_pair_that_is_not_offered_is_named() {
    let setup = Setup::with(&[Model::new("en-de", "tiny").unreleased()]).await;
    let error = setup.pull("en-de").await.unwrap_err();
    assert!(matches!(error, InstallError::NotOffered { .. }));
    assert!(error.to_string().contains("en to de"), "{error}");
}

#[tokio::test]
async fn an_interrupted_download_goes_on_where_it_was() {
    let model = Model::new("en-de", "tiny");
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    let path = model_path(&model);
    setup.server.once(&path, Fault::Truncate(70_000));
    setup.server.once(&path, Fault::Truncate(50_000));
    let installed = setup.pull("en-de").await.unwrap();
    assert_eq!(content(&installed, &model, "model"), model.bytes("model"));
    let ranges: Vec<_> = setup
        .server
        .requests(&path)
        .iter()
        .map(|request| request.headers.get("range").cloned())
        .collect();
    assert_eq!(
        ranges,
        [
            None,
            Some("bytes=70000-".to_owned()),
            Some("bytes=120000-".to_owned())
        ]
    );
    assert_eq!(setup.diary.retries().len(), 2);
}

#[tokio::test]
async fn a_download_goes_on_in_another_process() {
    let model = Model::new("en-de", "tiny");
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    let path = model_path(&model);
    setup.server.always(&path, Fault::Truncate(1000));
    let error = setup.pull("en-de").await.unwrap_err();
    assert!(matches!(
        error,
        InstallError::Fetch(FetchError::Truncated { received: 3000, .. })
    ));
    setup.assert_nothing_installed();
    setup.server.heal();
    setup.pull("en-de").await.unwrap();
    let last = setup.server.requests(&path).pop().unwrap();
    assert_eq!(last.headers["range"], "bytes=3000-");
}

#[tokio::test]
async fn a_download_that_was_complete_is_not_repeated() {
    let model = Model::new("en-de", "tiny");
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    let shortlist = format!("database/{}", model.path("lexicalShortlist"));
    setup.server.always(&shortlist, Fault::Status(404));
    setup.pull("en-de").await.unwrap_err();
    setup.server.heal();
    let installed = setup.pull("en-de").await.unwrap();
    assert_eq!(content(&installed, &model, "model"), model.bytes("model"));
    let requests = setup.server.requests(&model_path(&model));
    let length = setup.server.get(&model_path(&model)).len();
    assert_eq!(requests.len(), 2);
    assert_eq!(requests[1].headers["range"], format!("bytes={length}-"));
}

#[tokio::test]
async fn parts_of_different_versions_do_not_come_together() {
    let model = Model::new("en-de", "tiny");
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    let path = model_path(&model);
    setup.server.always(&path, Fault::Truncate(1000));
    setup.pull("en-de").await.unwrap_err();
    setup.server.heal();
    let later = model.clone().changed();
    serve_database(&setup.server, std::slice::from_ref(&later));
    setup.clock.advance(4000);
    let installed = setup.pull("en-de").await.unwrap();
    assert_eq!(content(&installed, &later, "model"), later.bytes("model"));
    // The server was told which version was begun; nothing wrong had to be found out later.
    assert!(
        !setup
            .diary
            .0
            .lock()
            .unwrap()
            .contains(&"restart".to_owned())
    );
}

#[tokio::test]
async fn a_server_that_ignores_ranges_or_has_no_versions_is_asked_for_everything() {
    for fault in [Fault::IgnoreRange, Fault::WrongRange] {
        let model = Model::new("en-de", "tiny");
        let setup = Setup::with(std::slice::from_ref(&model)).await;
        let path = model_path(&model);
        setup.server.once(&path, Fault::Truncate(1000));
        setup.server.once(&path, fault);
        let installed = setup.pull("en-de").await.unwrap();
        assert_eq!(content(&installed, &model, "model"), model.bytes("model"));
    }
    let model = Model::new("en-de", "tiny");
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    setup.server.always(&model_path(&model), Fault::NoValidator);
    setup
        .server
        .once(&model_path(&model), Fault::Truncate(1000));
    setup.pull("en-de").await.unwrap();
}

#[tokio::test]
async fn a_part_that_was_wrong_is_thrown_away_once() {
    let model = Model::new("en-de", "tiny");
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    setup
        .server
        .always(&model_path(&model), Fault::Truncate(1000));
    setup.pull("en-de").await.unwrap_err();
    setup.server.heal();
    let partial = setup.folder().path().join(".partial");
    let part = names(&partial)
        .into_iter()
        .find(|name| name.ends_with("bin.part"));
    fs::write(partial.join(part.unwrap()), vec![b'x'; 1000]).unwrap();
    let installed = setup.pull("en-de").await.unwrap();
    assert_eq!(content(&installed, &model, "model"), model.bytes("model"));
    assert!(
        setup
            .diary
            .0
            .lock()
            .unwrap()
            .contains(&"restart".to_owned())
    );
}

#[tokio::test]
async fn a_server_that_falls_silent_is_given_up() {
    let model = Model::new("en-de", "tiny");
    for fault in [Fault::Stall(1000), Fault::Stall(0), Fault::Silence] {
        let setup = Setup::with(std::slice::from_ref(&model)).await;
        let installer = setup.installer_with(|options| {
            options.network.idle_timeout = Duration::from_millis(100);
            options.network.connect_timeout = Duration::from_millis(100);
            options.network.attempts = 2;
        });
        setup.server.always(&model_path(&model), fault);
        let error = setup.pull_with(&installer, "en-de").await.unwrap_err();
        assert!(
            matches!(error, InstallError::Fetch(FetchError::Stalled { .. })),
            "{error}"
        );
        assert_eq!(setup.server.requests(&model_path(&model)).len(), 2);
        setup.assert_nothing_installed();
    }
}

#[tokio::test]
async fn failures_of_the_server_are_tried_again_and_refusals_are_not() {
    let model = Model::new("en-de", "tiny");
    for (status, attempts) in [(500, 3), (503, 3), (429, 3), (404, 1), (403, 1), (410, 1)] {
        let setup = Setup::with(std::slice::from_ref(&model)).await;
        setup
            .server
            .always(&model_path(&model), Fault::Status(status));
        let error = setup.pull("en-de").await.unwrap_err();
        assert!(
            chain(&error).contains(&format!("answers {status}")),
            "{error}"
        );
        assert_eq!(
            setup.server.requests(&model_path(&model)).len(),
            attempts,
            "{status}"
        );
        setup.assert_nothing_installed();
    }
}

#[tokio::test]
async fn a_loop_of_redirects_ends_and_a_single_one_is_followed() {
    let model = Model::new("en-de", "tiny");
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    let path = model_path(&model);
    setup
        .server
        .always(&path, Fault::Redirect(format!("/{path}")));
    let error = setup.pull("en-de").await.unwrap_err();
    assert!(matches!(
        error,
        InstallError::Fetch(FetchError::Redirect { .. })
    ));
    setup.server.heal();
    setup.server.put("moved.bin", gzip(model.bytes("model")));
    setup
        .server
        .always(&path, Fault::Redirect("/moved.bin".to_owned()));
    setup.pull("en-de").await.unwrap();
}

#[tokio::test]
async fn a_server_that_decompresses_on_the_way_does_no_harm() {
    let model = Model::new("en-de", "tiny");
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    setup
        .server
        .put(&model_path(&model), model.bytes("model").to_vec());
    let installed = setup.pull("en-de").await.unwrap();
    assert_eq!(content(&installed, &model, "model"), model.bytes("model"));
}

#[tokio::test]
async fn wrong_bytes_are_never_installed() {
    let model = Model::new("en-de", "tiny");
    let bytes = model.bytes("model");
    let mut flipped = bytes.to_vec();
    flipped[100_000] ^= 1;
    let mut damaged = gzip(bytes);
    damaged[100_000] ^= 1;
    let whole = gzip(bytes);
    let cut = whole[..whole.len() - 20].to_vec();
    let too_short = gzip(&bytes[..bytes.len() - 1]);
    let too_long = gzip(&[bytes, b"x"].concat());
    let mut garbage = whole.clone();
    garbage.extend_from_slice(b"garbage at the end");
    for (wrong, expected) in [
        (gzip(&flipped), "has the SHA-256"),
        (damaged, "may be damaged"),
        (cut, "may be damaged"),
        (too_short, "bytes instead of 200000"),
        (too_long, "more than the 200000 bytes"),
        (garbage, "may be damaged"),
        (Vec::new(), "bytes instead of 200000"),
    ] {
        let setup = Setup::with(std::slice::from_ref(&model)).await;
        setup.server.put(&model_path(&model), wrong);
        let error = setup.pull("en-de").await.unwrap_err();
        assert!(
            chain(&error).contains(expected),
            "{expected}: {}",
            chain(&error)
        );
        assert!(matches!(error, InstallError::Unpack(_)));
        setup.assert_nothing_installed();
        // The next attempt does not begin with what was wrong.
        setup.server.put(&model_path(&model), gzip(bytes));
        setup.pull("en-de").await.unwrap();
    }
}

#[tokio::test]
async fn a_wrong_digest_of_a_compressed_attachment_is_found() {
    let model = Model::new("en-de", "tiny");
    let setup = Setup::new().await;
    serve_settings(&setup.server, std::slice::from_ref(&model));
    let path = format!("attachments/{}", model.attachment("vocab"));
    let mut other = setup.server.get(&path);
    let last = other.len() - 1;
    other[last] ^= 1;
    setup.server.put(&path, other);
    let error = setup.pull("en-de").await.unwrap_err();
    assert!(
        matches!(error, InstallError::Unpack(UnpackError::Hash { .. })),
        "{error}"
    );
    setup.assert_nothing_installed();
}

#[tokio::test]
async fn a_download_larger_than_announced_stops() {
    let model = Model::new("en-de", "tiny");
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    setup
        .server
        .put(&model_path(&model), vec![0; (2 << 20) + 200_000]);
    let error = setup.pull("en-de").await.unwrap_err();
    assert!(
        matches!(error, InstallError::Fetch(FetchError::TooLarge { .. })),
        "{error}"
    );
    setup.assert_nothing_installed();
}

#[tokio::test]
async fn a_model_that_the_engine_cannot_use_is_not_installed() {
    let mut model = Model::new("en-de", "tiny");
    model.files.get_mut("lexicalShortlist").unwrap().1 = b"something else".to_vec();
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    let error = setup.pull("en-de").await.unwrap_err();
    assert!(matches!(error, InstallError::Check { .. }), "{error}");
    setup.assert_nothing_installed();
}

#[tokio::test]
async fn a_model_that_fails_does_not_harm_the_one_that_is_there() {
    let model = Model::new("en-de", "tiny");
    let setup = Setup::with(std::slice::from_ref(&model)).await;
    let before = setup.pull("en-de").await.unwrap();
    let later = model.clone().changed();
    serve_database(&setup.server, std::slice::from_ref(&later));
    setup
        .server
        .put(&model_path(&later), gzip(b"MODEL but another"));
    setup.clock.advance(4000);
    setup.pull("en-de").await.unwrap_err();
    assert_eq!(setup.installed(), ["en-de/tiny"]);
    before.verify(&*setup.check).unwrap();
}

#[tokio::test]
async fn a_mirror_in_a_folder_is_as_good_as_a_server() {
    let model = Model::new("en-de", "tiny");
    let setup = Setup::new().await;
    let folder = setup.data.path().join("mirror");
    mirror(&folder, std::slice::from_ref(&model));
    let installer = setup.installer_with(|options| {
        options.catalogue = Address::Folder(folder);
        options.offline = true;
    });
    let installed = setup.pull_with(&installer, "en-de").await.unwrap();
    assert_eq!(content(&installed, &model, "model"), model.bytes("model"));
    assert_eq!(setup.server.number_of_requests(), 0);
}

#[tokio::test]
async fn offline_a_known_model_of_the_network_is_refused() {
    let setup = Setup::with(&[Model::new("en-de", "tiny")]).await;
    setup.installer().catalogue().await.unwrap();
    let before = setup.server.number_of_requests();
    let installer = setup.installer_with(|options| options.offline = true);
    let error = setup.pull_with(&installer, "en-de").await.unwrap_err();
    assert!(
        chain(&error).contains("cannot be fetched offline"),
        "{error}"
    );
    assert_eq!(setup.server.number_of_requests(), before);
}

#[tokio::test]
async fn the_policy_decides_which_model_is_pulled() {
    let setup = Setup::with(&[Model::new("en-de", "tiny"), Model::new("en-de", "base")]).await;
    let installer = setup.installer();
    let fast = Selection {
        policy: Policy::Fast,
        ..Selection::default()
    };
    let diary = || Arc::clone(&setup.diary);
    let pulled = installer.pull_pair(pair("en-de"), &fast, diary()).await;
    assert_eq!(pulled.unwrap().label(), "en-de/tiny");
    setup.pull("en-de").await.unwrap();
    assert_eq!(setup.installed(), ["en-de/base", "en-de/tiny"]);
    let installed = setup.folder().scan().unwrap();
    let best = installed.find(pair("en-de"), Policy::Best).unwrap();
    assert_eq!(best.label(), "en-de/base");
    let fast = installed.find(pair("en-de"), Policy::Fast).unwrap();
    assert_eq!(fast.label(), "en-de/tiny");
}
