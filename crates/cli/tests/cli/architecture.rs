//! The manifests against ARCHITECTURE.md: which crate may depend on which; and what crates may use, and their modules of
//! one another.

mod modules;
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crates that are programs: the one that users get, and those that measure it from outside.
const PROGRAMS: [&str; 5] = [
    "dragoman",
    "benchmarks",
    "attacks",
    "machines",
    "s3-testing",
];

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

/// The members of the workspace as cargo sees them: what each is built from, by its name, and the lines of its `src`.
fn members() -> BTreeMap<String, (BTreeSet<String>, usize)> {
    let metadata = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--offline",
            "--no-deps",
            "--format-version",
            "1",
        ])
        .current_dir(root())
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let member = |package: &serde_json::Value| {
        let built_from = package["dependencies"].as_array().unwrap().iter();
        let built_from = built_from
            .filter(|dependency| dependency["kind"] != "dev")
            .map(|dependency| dependency["name"].as_str().unwrap().to_owned());
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        let mut files = Vec::new();
        sources(&manifest.with_file_name("src"), &mut files);
        let lines = |file: &PathBuf| fs::read_to_string(file).unwrap().lines().count();
        let name = package["name"].as_str().unwrap().to_owned();
        (name, (built_from.collect(), files.iter().map(lines).sum()))
    };
    let packages = metadata["packages"].as_array().unwrap();
    packages.iter().map(member).collect()
}

#[test]
fn a_change_of_the_domain_recompiles_less_than_half_of_the_lines() {
    let members = members();
    let mut changed = BTreeSet::from(["dragoman-domain"]);
    loop {
        let before = changed.len();
        for (name, (built_from, _)) in &members {
            if built_from.iter().any(|one| changed.contains(&**one)) {
                changed.insert(name);
            }
        }
        if changed.len() == before {
            break;
        }
    }
    let all: usize = members.values().map(|(_, lines)| lines).sum();
    let recompiled: usize = changed.iter().map(|name| members[*name].1).sum();
    let percent = 100.0 * recompiled as f64 / all as f64;
    println!("{recompiled} of {all} lines, {percent:.1} %, in {changed:?}");
    assert!(
        2 * recompiled < all,
        "a change of the domain recompiles {percent:.1} % of the lines: {changed:?}"
    );
}

#[test]
fn only_the_crates_at_the_edge_name_the_libraries_of_the_edge() {
    for (owners, libraries) in [
        (&["http"][..], &["tokio-rustls", "tower-http", "utoipa"][..]),
        // One is a server for tests.
        (&["http", "s3-testing"], &["hyper"]),
        // The program only hands the pages' router on.
        (&["http", "web", "dragoman"], &["axum"]),
        (&["web"], &["maud", "fluent-bundle"]),
        (&["store"], &["sqlx"]),
        (&["mail"], &["lettre"]),
        (&["oidc"], &["jsonwebtoken"]),
        (&["blobs"], &["aws-lc-rs", "object_store"]),
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

/// The sources of a crate, tests in files of their own included.
fn sources_of(crate_name: &str) -> Vec<PathBuf> {
    // The folder of the program is called after what is in it.
    let folder = match crate_name {
        "dragoman" => "cli",
        other => other,
    };
    let mut files = Vec::new();
    sources(&root().join("crates").join(folder).join("src"), &mut files);
    assert!(!files.is_empty(), "{crate_name}");
    files
}

#[test]
fn an_example_in_the_documentation_is_tested() {
    // To look for examples takes longer than most tests, so crates without any say so.
    for manifest in manifests() {
        let crate_name = name(&manifest).to_owned();
        let library = manifest.get("lib").and_then(toml::Value::as_table);
        let is_tested = library
            .and_then(|library| library.get("doctest")?.as_bool())
            .unwrap_or(true);
        for file in sources_of(&crate_name) {
            let code = fs::read_to_string(&file).unwrap();
            let has_example = ["/// ```", "//! ```"].iter().any(|begin| {
                code.lines()
                    .any(|line| line.trim_start().starts_with(begin))
            });
            assert!(
                is_tested || !has_example,
                "{} has an example, and {crate_name} says `doctest = false`",
                file.display()
            );
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
        for file in sources_of(&crate_name) {
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

/// What gives errors that say what a panic said, or what a panic said itself. `dragoman_tasks` does the same without.
const PANICS_WORDS: [&str; 12] = [
    "JoinError",
    "JoinSet",
    "task::JoinHandle",
    "tokio::spawn",
    "tokio::task::spawn",
    "spawn_blocking_on",
    "catch_unwind",
    "block_in_place",
    "payload_as_str",
    ".payload()",
    "downcast_ref::<String>",
    "downcast_ref::<&",
];

/// The names in a source that the rule about panics forbids; tests at its end may have them.
fn words_of_panics(code: &str) -> Vec<&'static str> {
    let (code, _) = code
        .split_once("#[cfg(test)]\nmod tests {")
        .unwrap_or((code, ""));
    let code: String = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let from_tokio = code.lines().any(|line| {
        line.contains("tokio::task::{") && (line.contains("spawn") || line.contains("Join"))
    });
    PANICS_WORDS
        .into_iter()
        .filter(|word| code.contains(word))
        .chain(from_tokio.then_some("tokio::task::{"))
        .collect()
}

#[test]
fn what_a_panic_says_is_named_nowhere() {
    for manifest in manifests() {
        let crate_name = name(&manifest).to_owned();
        // Programs for measuring have no customers' texts; tests have no operators' logs.
        if [
            "tasks",
            "benchmarks",
            "attacks",
            "machines",
            "s3-testing",
            "smtp-testing",
        ]
        .contains(&crate_name.as_str())
        {
            continue;
        }
        for file in sources_of(&crate_name) {
            if file.ends_with("tests.rs") {
                continue;
            }
            let found = words_of_panics(&fs::read_to_string(&file).unwrap());
            assert!(
                found.is_empty(),
                "{} has {}: use dragoman_tasks, whose errors do not quote what a panic says",
                file.display(),
                found.join(", ")
            );
        }
    }
}

#[test]
fn the_rule_about_panics_finds_what_breaks_it() {
    for bad in [
        "match tokio::task::spawn_blocking(work).await {",
        "use tokio::task::{self, JoinSet};",
        "use tokio::task::{spawn_blocking, yield_now};",
        "let task = tokio::spawn(async {});",
        "let words = panic.downcast_ref::<&str>();",
        "std::panic::catch_unwind(work)",
        "fn of(error: JoinError) {}",
    ] {
        assert!(!words_of_panics(bad).is_empty(), "{bad}");
    }
    for good in [
        "match dragoman_tasks::spawn_blocking(work).await {",
        "use std::thread::{self, JoinHandle};",
        "/// What tokio::spawn gives.",
        "#[cfg(test)]\nmod tests {\n    tokio::spawn(async {});",
    ] {
        assert!(words_of_panics(good).is_empty(), "{good}");
    }
}
