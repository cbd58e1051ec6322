//! Which models the catalogues are read to have.

use std::fs;

use dragoman_catalog::{Address, Architecture, ModelFolder, Policy, Selection};
use serde_json::{Value, json};

use crate::fixtures::{
    LISTING, Model, RECORDS, Setup, chain, gzip, listing, mirror, pair, serve_settings, sha256,
    write,
};
use crate::server::Fault;

fn architecture(
    setup: &dragoman_catalog::Catalogue,
    selection: &Selection,
) -> Option<Architecture> {
    setup
        .find(pair("en-de"), selection)
        .map(|entry| entry.architecture)
}

#[tokio::test]
async fn the_policy_chooses_among_the_released_models() {
    let setup = Setup::with(&[
        Model::new("en-de", "tiny"),
        Model::new("en-de", "base"),
        Model::new("en-de", "base-memory").unreleased(),
    ])
    .await;
    let catalogue = setup.installer().catalogue().await.unwrap();
    let choose = |policy, unreleased| {
        let selection = Selection {
            policy,
            architecture: None,
            unreleased,
        };
        architecture(&catalogue, &selection)
    };
    assert_eq!(choose(Policy::Best, false), Some(Architecture::Base));
    assert_eq!(choose(Policy::Fast, false), Some(Architecture::Tiny));
    // A released model wins over one that is not, whatever the policy prefers.
    assert_eq!(choose(Policy::Best, true), Some(Architecture::Base));
    let only = |architecture, unreleased| Selection {
        policy: Policy::Best,
        architecture: Some(architecture),
        unreleased,
    };
    let wanted = Architecture::BaseMemory;
    assert!(
        catalogue
            .find(pair("en-de"), &only(wanted, false))
            .is_none()
    );
    assert!(catalogue.find(pair("en-de"), &only(wanted, true)).is_some());
}

#[tokio::test]
async fn codes_become_tags_and_unknown_ones_are_listed() {
    let setup = Setup::with(&[
        Model::new("en-zh_hant", "base"),
        Model::new("sr_cyrl-en", "tiny"),
        Model::new("nn-en", "tiny"),
        Model::new("en-pt", "tiny"),
    ])
    .await;
    let catalogue = setup.installer().catalogue().await.unwrap();
    let selection = Selection::default();
    assert!(catalogue.find(pair("en-zh-Hant"), &selection).is_some());
    assert!(catalogue.find(pair("sr-en"), &selection).is_some());
    assert_eq!(catalogue.unknown_codes.iter().collect::<Vec<_>>(), ["nn"]);
    assert_eq!(catalogue.entries.len(), 3);
    // A region is served by the base language, another script is not.
    assert!(catalogue.find(pair("en-pt-BR"), &selection).is_some());
    let simplified = Setup::with(&[Model::new("en-zh", "base")]).await;
    let catalogue = simplified.installer().catalogue().await.unwrap();
    assert!(catalogue.find(pair("en-zh-Hans"), &selection).is_some());
    assert!(catalogue.find(pair("en-zh-Hant"), &selection).is_none());
}

#[tokio::test]
async fn what_cannot_be_used_is_left_out_and_the_rest_is_not() {
    let setup = Setup::with(&[]).await;
    let good = Model::new("en-de", "tiny").entry();
    let with = |path: &[&str], value: Value| {
        let mut entry = good.clone();
        let place = path.iter().fold(&mut entry, |value, key| &mut value[*key]);
        *place = value;
        entry
    };
    let entries = [
        ("en-de", good.clone()),
        ("en-de", with(&["architecture"], json!("enormous"))),
        ("en-de", with(&["architecture"], json!(7))),
        ("en-de", with(&["files"], json!({}))),
        ("en-de", with(&["files", "vocab"], Value::Null)),
        (
            "en-de",
            with(
                &["files", "srcVocab"],
                json!({"path": "a/srcvocab.ende.spm", "uncompressedHash": "0".repeat(64)}),
            ),
        ),
        (
            "en-de",
            with(&["files", "model", "path"], json!("/etc/passwd")),
        ),
        (
            "en-de",
            with(&["files", "model", "path"], json!("models/../../secret")),
        ),
        (
            "en-de",
            with(
                &["files", "model", "path"],
                json!("https://evil.example/m.bin"),
            ),
        ),
        (
            "en-de",
            with(&["files", "model", "path"], json!("file:///etc/passwd")),
        ),
        (
            "en-de",
            with(&["files", "model", "path"], json!("models/.hidden")),
        ),
        (
            "en-de",
            with(&["files", "model", "path"], json!("models/manifest%2ejson")),
        ),
        (
            "en-de",
            with(&["files", "model", "uncompressedSize"], json!(u64::MAX)),
        ),
        (
            "en-de",
            with(&["files", "model", "uncompressedHash"], Value::Null),
        ),
        (
            "en-de",
            with(&["files", "model", "uncompressedHash"], json!("abc")),
        ),
        ("en-de", json!("a text")),
    ];
    setup.server.put(LISTING, listing(&entries));
    let catalogue = setup.installer().catalogue().await.unwrap();
    assert_eq!(catalogue.entries.len(), 2, "{:#?}", catalogue.entries);
    assert_eq!(catalogue.skipped.len(), entries.len() - 2);
    // A vocabulary beside two of one language each is more than the engine needs, not less.
    assert_eq!(catalogue.generated.as_deref(), Some("2026-07-01T03:00:00Z"));
    let entry = &catalogue.entries[0];
    assert_eq!(entry.parameters, Some(16_900_000));
    assert_eq!(entry.metrics["flores200-plus"].len(), 2);
    assert_eq!(entry.base, setup.server.address("database"));
}

/// The models of the public catalogue, which states the digests of the weights only.
async fn with_digests_of_weights_only(models: &[Model]) -> Setup {
    let models: Vec<_> = models
        .iter()
        .cloned()
        .map(Model::with_digest_of_weights_only)
        .collect();
    Setup::with(&models).await
}

#[tokio::test]
async fn digests_that_the_catalogue_lacks_come_from_the_fallback() {
    let models = [
        Model::new("en-de", "base"),
        Model::new("en-ja", "tiny").split(),
    ];
    let setup = with_digests_of_weights_only(&models).await;
    serve_settings(&setup.server, &models);
    let catalogue = setup.installer().catalogue().await.unwrap();
    assert_eq!(catalogue.address, setup.server.address("database"));
    assert_eq!(catalogue.entries.len(), 2, "{:?}", catalogue.skipped);
    for (entry, model) in catalogue.entries.iter().zip(&models) {
        assert_eq!(entry.base, setup.server.address("database"));
        assert_eq!(entry.files.len(), model.files.len());
        for file in &entry.files {
            let mut files = model.files.values();
            let (_, bytes) = files.find(|(name, _)| *name == file.name).unwrap();
            assert_eq!(file.sha256, Some(sha256(bytes)));
        }
    }
    // What is known without a connection is the same.
    let before = setup.server.number_of_requests();
    let known = setup.installer().known_catalogue().await.unwrap();
    assert_eq!(known.entries, catalogue.entries);
    assert_eq!(setup.server.number_of_requests(), before);
}

#[tokio::test]
async fn a_model_without_all_digests_is_left_out_or_another_version_takes_its_place() {
    let public = [
        Model::new("en-de", "base"),
        Model::new("en-fr", "base"),
        Model::new("en-es", "base"),
    ];
    let setup = with_digests_of_weights_only(&public).await;
    let [german, french, _] = public;
    // The French model is there in another version; nobody vouches for the Spanish one.
    serve_settings(&setup.server, &[german, french.changed()]);
    let catalogue = setup.installer().catalogue().await.unwrap();
    let bases: Vec<_> = catalogue
        .entries
        .iter()
        .map(|entry| (entry.pair, entry.base.clone()))
        .collect();
    assert_eq!(
        bases,
        [
            (pair("en-de"), setup.server.address("database")),
            (pair("en-fr"), setup.server.address("attachments")),
        ]
    );
    let undigested: Vec<_> = catalogue.undigested.keys().copied().collect();
    assert_eq!(undigested, [pair("en-es")]);
    assert_eq!(catalogue.skipped.len(), 1);
    let reason = &catalogue.skipped[0].reason;
    assert!(
        reason.contains("SHA-256 of lex.50.50.enes.s2t.bin"),
        "{reason}"
    );
}

#[tokio::test]
async fn a_fallback_that_lacks_a_digest_is_no_help() {
    let model = Model::new("en-de", "base");
    let setup = Setup::new().await;
    serve_settings(&setup.server, std::slice::from_ref(&model));
    let mut records: Value = serde_json::from_slice(&setup.server.get(RECORDS)).unwrap();
    for record in records["data"].as_array_mut().unwrap() {
        if record["fileType"] == "vocab" {
            record["decompressedHash"] = Value::Null;
            record["attachment"]["hash"] = json!("abc");
        }
    }
    setup.server.put(RECORDS, records.to_string());
    let catalogue = setup.installer().catalogue().await.unwrap();
    assert!(catalogue.entries.is_empty(), "{:?}", catalogue.entries);
    assert_eq!(catalogue.undigested[&pair("en-de")], "vocab.ende.spm");
}

#[tokio::test]
async fn within_an_hour_nobody_is_asked_and_then_only_whether_it_changed() {
    let setup = Setup::with(&[Model::new("en-de", "tiny")]).await;
    let installer = setup.installer();
    installer.catalogue().await.unwrap();
    setup.clock.advance(3599);
    installer.catalogue().await.unwrap();
    assert_eq!(setup.server.requests(LISTING).len(), 1);
    setup.clock.advance(2);
    let catalogue = installer.catalogue().await.unwrap();
    assert_eq!(catalogue.entries.len(), 1);
    let requests = setup.server.requests(LISTING);
    assert_eq!(requests.len(), 2);
    assert!(requests[1].headers.contains_key("if-none-match"));
    // It had not changed, so it is current for another hour.
    setup.clock.advance(3599);
    installer.catalogue().await.unwrap();
    assert_eq!(setup.server.requests(LISTING).len(), 2);
    setup.clock.advance(2);
    setup.server.put(LISTING, listing(&[]));
    assert!(installer.catalogue().await.unwrap().entries.is_empty());
}

#[tokio::test]
async fn asking_makes_no_data_folder_and_keeps_nothing_without_one() {
    let setup = Setup::with(&[Model::new("en-de", "tiny")]).await;
    let data = setup.data.path().join("data");
    let installer = setup.installer_with(|options| {
        options.folder = ModelFolder::new(data.join("models"));
    });
    for asked in 1..=2 {
        assert_eq!(installer.catalogue().await.unwrap().entries.len(), 1);
        assert_eq!(setup.server.requests(LISTING).len(), asked);
    }
    assert!(!data.exists());
    fs::create_dir(&data).unwrap();
    for _ in 0..2 {
        installer.catalogue().await.unwrap();
        assert_eq!(setup.server.requests(LISTING).len(), 3);
    }
}

#[tokio::test]
async fn a_copy_of_another_address_is_not_used() {
    let setup = Setup::with(&[Model::new("en-de", "tiny")]).await;
    setup.installer().catalogue().await.unwrap();
    setup.server.put("other/db/models.json", listing(&[]));
    let other = setup.installer_with(|options| options.catalogue = setup.server.address("other"));
    assert!(other.catalogue().await.unwrap().entries.is_empty());
}

#[tokio::test]
async fn a_damaged_copy_is_fetched_again() {
    let setup = Setup::with(&[Model::new("en-de", "tiny")]).await;
    setup.installer().catalogue().await.unwrap();
    let copies = setup.folder().path().join(".listings");
    fs::write(copies.join("database.json"), "{\"models\"").unwrap();
    setup.server.always(LISTING, Fault::Replace(listing(&[])));
    assert!(
        setup
            .installer()
            .catalogue()
            .await
            .unwrap()
            .entries
            .is_empty()
    );
}

#[tokio::test]
async fn the_fallback_serves_where_the_catalogue_does_not() {
    let setup = Setup::new().await;
    serve_settings(
        &setup.server,
        &[
            Model::new("en-de", "base-memory"),
            Model::new("en-de", "tiny").unreleased(),
            Model::new("en-ja", "base").split(),
        ],
    );
    for fault in [
        Fault::Status(404),
        Fault::Status(503),
        Fault::Replace(b"<html>".to_vec()),
        Fault::Replace(gzip(b"[]")),
        Fault::Truncate(0),
        Fault::Redirect("/loop".to_owned()),
    ] {
        setup.server.put(LISTING, "{}");
        setup
            .server
            .always("loop", Fault::Redirect("/loop".to_owned()));
        setup.server.always(LISTING, fault);
        let catalogue = setup.installer().catalogue().await.unwrap();
        assert_eq!(catalogue.address, setup.server.address("settings/v1"));
        assert_eq!(catalogue.entries.len(), 3);
        let selection = Selection::default();
        let entry = catalogue.find(pair("en-de"), &selection).unwrap();
        assert_eq!(entry.architecture, Architecture::BaseMemory);
        assert_eq!(entry.version.as_deref(), Some("2.1"));
    }
}

#[tokio::test]
async fn without_both_an_old_copy_serves_and_says_so() {
    let setup = Setup::with(&[Model::new("en-de", "tiny")]).await;
    let installer = setup.installer();
    assert!(!installer.catalogue().await.unwrap().stale);
    setup.clock.advance(100_000);
    setup.server.always(LISTING, Fault::Status(500));
    let catalogue = installer.catalogue().await.unwrap();
    assert!(catalogue.stale);
    assert_eq!(catalogue.entries.len(), 1);
}

#[tokio::test]
async fn without_anything_the_error_names_both() {
    let setup = Setup::new().await;
    let error = setup.installer().catalogue().await.unwrap_err();
    let text = chain(&error);
    assert!(
        text.contains("database/db/models.json answers 404"),
        "{text}"
    );
    assert!(text.contains("records answers 404"), "{text}");
}

#[tokio::test]
async fn offline_means_no_request_and_a_copy_of_any_age() {
    let setup = Setup::with(&[Model::new("en-de", "tiny")]).await;
    let offline = setup.installer_with(|options| options.offline = true);
    let error = offline.catalogue().await.unwrap_err();
    assert!(chain(&error).contains("cannot be fetched offline"));
    assert_eq!(setup.server.number_of_requests(), 0);
    setup.installer().catalogue().await.unwrap();
    let before = setup.server.number_of_requests();
    setup.clock.advance(1_000_000);
    assert!(offline.catalogue().await.unwrap().stale);
    assert_eq!(setup.server.number_of_requests(), before);
}

#[tokio::test]
async fn a_folder_with_either_layout_is_a_catalogue() {
    let setup = Setup::new().await;
    let folder = setup.data.path().join("mirror");
    mirror(&folder, &[Model::new("en-de", "tiny")]);
    let address = Address::parse(&format!("file://{}", folder.display())).unwrap();
    let installer = setup.installer_with(|options| {
        options.catalogue = address;
        options.offline = true;
    });
    assert_eq!(installer.catalogue().await.unwrap().entries.len(), 1);
    // The other layout, with the records and the attachments.
    let settings = setup.data.path().join("settings");
    serve_settings(&setup.server, &[Model::new("en-fr", "tiny")]);
    write(
        &settings.join("buckets/main/collections/translations-models-v2/records"),
        &setup.server.get(RECORDS),
    );
    let model = Model::new("en-fr", "tiny");
    for kind in model.files.keys() {
        let path = format!("attachments/{}", model.attachment(kind));
        write(&settings.join(&path), &setup.server.get(&path));
    }
    let installer = setup.installer_with(|options| {
        options.catalogue = Address::Folder(setup.data.path().join("nowhere"));
        options.fallback = Some(Address::Folder(settings));
        options.offline = true;
    });
    setup.pull_with(&installer, "en-fr").await.unwrap();
    assert_eq!(setup.installed(), ["en-fr/tiny"]);
}

#[tokio::test]
async fn records_are_read_leniently_and_the_newest_version_wins() {
    let setup = Setup::with(&[]).await;
    setup.server.always(LISTING, Fault::Status(404));
    serve_settings(&setup.server, &[Model::new("en-de", "tiny")]);
    let mut records: Value = serde_json::from_slice(&setup.server.get(RECORDS)).unwrap();
    let first = records["data"].as_array().unwrap().clone();
    let all = records["data"].as_array_mut().unwrap();
    for version in ["2.0", "10.0", "10.1b2", "3.0"] {
        all.extend(first.iter().cloned().map(|mut record| {
            record["version"] = json!(version);
            record
        }));
    }
    let mut hostile = first[0].clone();
    hostile["version"] = json!("99.0");
    hostile["attachment"]["location"] = json!("../../etc/passwd");
    all.extend([
        hostile,
        json!({ "name": "model.xx.bin" }),
        json!([]),
        json!({ "fileType": "qualityModel" }),
    ]);
    setup.server.put(RECORDS, records.to_string());
    let catalogue = setup.installer().catalogue().await.unwrap();
    let versions: Vec<_> = catalogue
        .entries
        .iter()
        .map(|entry| (entry.version.as_deref().unwrap(), entry.released))
        .collect();
    assert_eq!(versions, [("10.0", true), ("10.1b2", false)]);
    assert!(catalogue.skipped.len() >= 4, "{:?}", catalogue.skipped);
}

#[tokio::test]
async fn attachments_are_not_taken_from_the_file_system() {
    let setup = Setup::new().await;
    serve_settings(&setup.server, &[Model::new("en-de", "tiny")]);
    for base in ["file:///etc", "/etc", "ftp://example.org/", ""] {
        let description = json!({ "capabilities": { "attachments": { "base_url": base } } });
        setup.server.put("settings/v1/", description.to_string());
        let error = setup.installer().catalogue().await.unwrap_err();
        assert!(format!("{error}").contains("is not usable"), "{error}");
    }
}

#[tokio::test]
async fn a_listing_without_bounds_is_refused() {
    let setup = Setup::new().await;
    setup.server.put(LISTING, vec![b' '; (64 << 20) + 1]);
    let installer = setup.installer_with(|options| options.fallback = None);
    let error = installer.catalogue().await.unwrap_err();
    assert!(chain(&error).contains("has more than"), "{error}");
}
