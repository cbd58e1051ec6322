//! The manifests against ARCHITECTURE.md: which crate may depend on which.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The crates that are programs: the one that users get, and those that measure it from outside.
const PROGRAMS: [&str; 3] = ["dragoman", "benchmarks", "attacks"];

type Dependencies = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The short name of one of the project's crates; `None` for a crate of somebody else's.
fn short_name(package: &str) -> Option<&str> {
    match package {
        "dragoman" => Some(package),
        _ => package.strip_prefix("dragoman-"),
    }
}

fn manifests() -> Vec<toml::Table> {
    let mut manifests = Vec::new();
    for folder in fs::read_dir(root().join("crates")).unwrap() {
        let manifest = folder.unwrap().path().join("Cargo.toml");
        manifests.push(fs::read_to_string(manifest).unwrap().parse().unwrap());
    }
    manifests
}

fn name(manifest: &toml::Table) -> &str {
    short_name(manifest["package"]["name"].as_str().unwrap()).unwrap()
}

/// What a crate is built from; what only its tests use may point anywhere.
fn dependencies(manifest: &toml::Table) -> BTreeSet<String> {
    ["dependencies", "build-dependencies"]
        .into_iter()
        .filter_map(|table| manifest.get(table)?.as_table())
        .flat_map(toml::Table::keys)
        .cloned()
        .collect()
}

/// The list in ARCHITECTURE.md: a line for each crate, its name and those it depends on.
fn documented() -> Dependencies {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, list) = page.split_once("```dependencies\n").unwrap();
    let (list, _) = list.split_once("```").unwrap();
    list.lines()
        .map(|line| {
            let (name, dependencies) = line.split_once(':').unwrap();
            let dependencies = dependencies.split_whitespace().map(str::to_owned);
            (name.to_owned(), dependencies.collect())
        })
        .collect()
}

#[test]
fn the_crates_depend_on_each_other_as_the_architecture_says() {
    let real: Dependencies = manifests()
        .iter()
        .map(|manifest| {
            let ours = dependencies(manifest)
                .iter()
                .filter_map(|package| short_name(package).map(str::to_owned))
                .collect();
            (name(manifest).to_owned(), ours)
        })
        .collect();
    assert_eq!(real, documented());
}

#[test]
fn only_the_crates_at_the_edge_name_the_libraries_of_the_edge() {
    for (owners, libraries) in [
        (
            &["http"][..],
            &["axum", "hyper", "tokio-rustls", "tower-http", "utoipa"][..],
        ),
        (&["store"], &["sqlx"]),
        (&["mail"], &["lettre"]),
        (&["blobs"], &["aws-lc-rs"]),
        (&["detection"], &["lingua", "cld2"]),
        (&["grammar"], &["harper-core"]),
        (&["dragoman"], &["figment", "tracing-subscriber"]),
        (&PROGRAMS, &["anyhow", "clap"]),
    ] {
        for manifest in manifests() {
            for library in libraries {
                assert!(
                    owners.contains(&name(&manifest))
                        || !dependencies(&manifest).contains(*library),
                    "{} names {library}, which is for {}",
                    name(&manifest),
                    owners.join(" and ")
                );
            }
        }
    }
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn only_programs_read_the_environment_and_the_clock_on_the_wall() {
    for manifest in manifests() {
        let crate_name = name(&manifest).to_owned();
        if PROGRAMS.contains(&crate_name.as_str()) {
            continue;
        }
        let mut files = Vec::new();
        sources(
            &root().join("crates").join(&crate_name).join("src"),
            &mut files,
        );
        for file in files {
            let code = fs::read_to_string(&file).unwrap();
            for forbidden in [
                "std::env::var",
                "env::var",
                "SystemTime::now",
                "Timestamp::now",
            ] {
                assert!(
                    !code.contains(forbidden),
                    "{} has {forbidden}",
                    file.display()
                );
            }
        }
    }
}
