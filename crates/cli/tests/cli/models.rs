//! "dragoman models" as its users see it, with a catalogue in a folder.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

/// A folder with a data folder and a mirror of the catalogue.
struct Place {
    root: TempDir,
}

/// How a command ended.
#[derive(Debug)]
struct Outcome {
    code: Option<i32>,
    output: String,
    errors: String,
}

impl Outcome {
    fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self:?}");
        self
    }
}

impl Place {
    fn new() -> Self {
        let place = Self {
            root: tempfile::tempdir().unwrap(),
        };
        let good = place.entry("en-de", "tiny", None);
        let damaged = place.entry("en-fr", "base", Some(&"0".repeat(64)));
        let mut undigested = place.entry("en-it", "base", None);
        undigested["files"]["vocab"]["uncompressedHash"] = Value::Null;
        let listing = json!({
            "generated": "2026-07-01T03:00:00Z",
            "models": {
                "en-de": [good], "en-fr": [damaged], "en-it": [undigested],
                "nn-en": [place.entry("nn-en", "tiny", None)],
            },
        });
        write(
            &place.path("mirror/db/models.json"),
            listing.to_string().as_bytes(),
        );
        place
    }

    fn path(&self, path: &str) -> PathBuf {
        self.root.path().join(path)
    }

    /// Writes a model into the mirror and gives its entry in the listing.
    fn entry(&self, pair: &str, architecture: &str, sha256: Option<&str>) -> Value {
        let short = pair.replace('-', "");
        let mut files = json!({});
        for (kind, name, bytes) in student(&short) {
            let path = format!("models/{pair}/{name}.gz");
            write(&self.path("mirror").join(&path), &bytes);
            files[kind] = json!({ "path": path });
            let digest = Sha256::digest(&bytes);
            let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            let stated = sha256.filter(|_| kind == "model").unwrap_or(&digest);
            files[kind]["uncompressedSize"] = json!(bytes.len());
            files[kind]["uncompressedHash"] = json!(stated);
        }
        json!({ "architecture": architecture, "releaseStatus": "Release", "files": files })
    }

    /// Runs "dragoman models".
    fn run(&self, arguments: &[&str]) -> Outcome {
        let arguments = [&["models"], arguments].concat();
        self.dragoman(&arguments, "")
    }

    /// Runs a command with this standard input.
    fn dragoman(&self, arguments: &[&str], input: &str) -> Outcome {
        self.dragoman_with(&[], arguments, input)
    }

    /// The same with other variables.
    fn dragoman_with(
        &self,
        variables: &[(&str, &str)],
        arguments: &[&str],
        input: &str,
    ) -> Outcome {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dragoman"));
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("DRAGOMAN_") {
                command.env_remove(name);
            }
        }
        let mut output = command
            .args(arguments)
            .env("DRAGOMAN_ENGINES__APERTIUM__ENABLED", "false")
            .env("DRAGOMAN_MODELS__CATALOGUE", self.path("mirror"))
            .env("DRAGOMAN_MODELS__CATALOGUE_FALLBACK", "")
            .envs(variables.iter().copied())
            .current_dir(self.root.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = output.stdin.take().unwrap();
        // A command that does not read its input ends without it.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        let output = output.wait_with_output().unwrap();
        Outcome {
            code: output.status.code(),
            output: String::from_utf8(output.stdout).unwrap(),
            errors: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// The files of the test model: what each is in the listing, its name for a pair, and its bytes.
fn student(pair: &str) -> [(&'static str, String, Vec<u8>); 3] {
    let read = |name: &str| fs::read(fixture().join(name)).unwrap();
    [
        (
            "model",
            format!("model.{pair}.intgemm.alphas.bin"),
            read("model.ende.intgemm.alphas.bin"),
        ),
        (
            "lexicalShortlist",
            format!("lex.50.50.{pair}.s2t.bin"),
            read("lex.50.50.ende.s2t.bin"),
        ),
        ("vocab", format!("vocab.{pair}.spm"), read("vocab.ende.spm")),
    ]
}

/// A model from English into German that knows a few made-up sentences.
fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/nmt/ende")
}

fn write(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_model_is_pulled_listed_verified_and_removed() {
    let place = Place::new();
    let outcome = place.run(&["list"]).expect(0);
    assert!(outcome.output.contains("models pull"), "{outcome:?}");
    for words in [&["pull", "en-de"][..], &["pull", "en", "de"]] {
        let outcome = place.run(words).expect(0);
        assert!(
            outcome.output.starts_with("en-de/tiny is installed"),
            "{outcome:?}"
        );
    }
    let outcome = place.run(&["list"]).expect(0);
    let row = outcome.output.lines().nth(1).unwrap().to_owned();
    assert!(row.starts_with("en-de  tiny  0.5 MB  MPL-2.0"), "{row}");
    let rows: Value =
        serde_json::from_str(&place.run(&["list", "--json"]).expect(0).output).unwrap();
    assert_eq!(rows[0]["architecture"], "tiny");
    assert_eq!(
        place.run(&["verify"]).expect(0).output,
        "ok       en-de/tiny\n"
    );
    let vocabulary = place.path("data/models/en-de/tiny/vocab.ende.spm");
    let mut bytes = fs::read(&vocabulary).unwrap();
    bytes[100] ^= 1;
    fs::write(vocabulary, bytes).unwrap();
    let outcome = place.run(&["verify", "en-de"]).expect(1);
    assert!(
        outcome
            .output
            .contains("broken   en-de/tiny: vocab.ende.spm has the SHA-256")
    );
    place.run(&["remove", "en-de", "--name", "base"]).expect(1);
    place.run(&["remove", "en-de", "--name", "tiny"]).expect(0);
    assert!(!place.path("data/models/en-de").exists());
}

#[test]
fn what_is_available_is_listed_with_what_is_left_out() {
    let place = Place::new();
    let outcome = place.run(&["available"]).expect(0);
    let pairs: Vec<&str> = outcome
        .output
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(pairs, ["PAIR", "en-de", "en-fr"]);
    assert!(
        outcome.errors.contains("not known here: nn."),
        "{outcome:?}"
    );
    assert!(
        outcome.errors.contains("models.catalogue_fallback: en-it."),
        "{outcome:?}"
    );
    let outcome = place.run(&["available", "--from", "en", "--to", "fr", "--json"]);
    let rows: Value = serde_json::from_str(&outcome.expect(0).output).unwrap();
    assert_eq!(rows.as_array().unwrap().len(), 1);
    let outcome = place.run(&["available", "--from", "de"]).expect(0);
    assert!(outcome.output.contains("has no such model"), "{outcome:?}");
}

#[test]
fn a_pair_that_fails_is_named_and_the_others_are_pulled() {
    let place = Place::new();
    let outcome = place
        .run(&["pull", "en-fr", "en-de", "en-es", "en-it"])
        .expect(1);
    assert!(
        outcome
            .errors
            .contains("does not state the SHA-256 of vocab.enit.spm"),
        "{outcome:?}"
    );
    assert!(
        outcome
            .errors
            .contains("en-fr is not installed: model.enfr"),
        "{outcome:?}"
    );
    assert!(
        outcome.errors.contains("en-es is not installed: "),
        "{outcome:?}"
    );
    assert_eq!(outcome.output.lines().count(), 1);
    assert!(!place.path("data/models/en-fr").exists());
}

#[test]
fn a_bundle_brings_models_to_another_machine() {
    let place = Place::new();
    place.run(&["bundle", "all.tar"]).expect(1);
    place.run(&["pull", "en-de"]).expect(0);
    place.run(&["bundle", "all.tar.zst", "en-de"]).expect(0);
    let file = place.path("all.tar.zst");
    let file = file.to_str().unwrap();
    for arguments in [
        &["pull", "--offline", "--bundle", file][..],
        &["import", file],
    ] {
        let other = Place::new();
        let outcome = other.run(arguments).expect(0);
        assert!(
            outcome.output.starts_with("en-de/tiny is installed"),
            "{outcome:?}"
        );
        other.run(&["verify"]).expect(0);
    }
}

#[test]
fn a_folder_is_imported_if_it_is_a_model() {
    let place = Place::new();
    let folder = place.path("own");
    for (_, name, bytes) in student("ende") {
        write(&folder.join(name), &bytes);
    }
    let folder = folder.to_str().unwrap();
    let all = [
        "import",
        folder,
        "--from",
        "en",
        "--to",
        "de",
        "--licence",
        "MIT",
    ];
    place.run(&all).expect(0);
    assert!(place.run(&["list"]).expect(0).output.contains("MIT"));
    place.run(&all).expect(1);
    fs::remove_file(place.path("own/vocab.ende.spm")).unwrap();
    let outcome = place.run(&all).expect(1);
    assert!(
        outcome.errors.contains("has no vocabulary (vocab.*.spm"),
        "{outcome:?}"
    );
}

#[test]
fn a_wrong_command_line_is_told_apart_from_a_failure() {
    let place = Place::new();
    for arguments in [
        &["pull"][..],
        &["pull", "english"],
        &["remove"],
        &["import", "."],
        &["import", ".", "--from", "en"],
        &["pull", "en-de", "--policy", "cheap"],
    ] {
        let outcome = place.run(arguments).expect(2);
        assert!(outcome.errors.starts_with("error: "), "{outcome:?}");
    }
}

#[test]
fn standard_input_is_translated_line_by_line_with_an_imported_model() {
    let place = Place::new();
    let folder = fixture();
    let folder = folder.to_str().unwrap();
    let import = [
        "models",
        "import",
        folder,
        "--from",
        "en",
        "--to",
        "de",
        "--data-dir",
        "own",
    ];
    place.dragoman(&import, "").expect(0);
    let input = fs::read_to_string(fixture().join("test.en")).unwrap();
    let translate = [
        "translate",
        "--from",
        "en",
        "--to",
        "de",
        "--data-dir",
        "own",
        "--offline",
    ];
    let outcome = place.dragoman(&translate, &input).expect(0);
    let expected = fs::read_to_string(fixture().join("test.de")).unwrap();
    assert_eq!(outcome.output, expected);
}

#[test]
fn a_translation_fetches_the_model_that_it_wants() {
    let place = Place::new();
    let translate = [
        "translate",
        "--from",
        "en",
        "--to",
        "de",
        "The dog costs 7532 euros.",
    ];
    let outcome = place.dragoman(&translate, "").expect(0);
    assert_eq!(outcome.output, "Der Hund kostet 7532 Euro.\n");
    assert!(place.path("data/models/en-de/tiny/manifest.json").is_file());
}

#[test]
fn only_the_models_of_listed_pairs_are_fetched_by_themselves() {
    let place = Place::new();
    let translate = [
        "translate",
        "--from",
        "en",
        "--to",
        "de",
        "The dog costs 7532 euros.",
    ];
    let only = |pairs| [("DRAGOMAN_MODELS__AUTO_PULL_PAIRS", pairs)];
    let outcome = place
        .dragoman_with(&only(r#"["en-fr", "de-en"]"#), &translate, "")
        .expect(1);
    assert!(
        outcome.errors.contains("dragoman models pull en-de"),
        "{outcome:?}"
    );
    assert!(!place.path("data/models/en-de").exists());
    let outcome = place
        .dragoman_with(&only(r#"["en-fr", "en-de"]"#), &translate, "")
        .expect(0);
    assert_eq!(outcome.output, "Der Hund kostet 7532 Euro.\n");
    let outcome = place
        .dragoman_with(&only(r#"["english"]"#), &translate, "")
        .expect(2);
    assert!(
        outcome.errors.contains("models.auto_pull_pairs")
            && outcome.errors.contains("\"english\" is no language pair"),
        "{outcome:?}"
    );
    // Who asks for a model by its name gets it, whatever the list says.
    fs::remove_dir_all(place.path("data/models/en-de")).unwrap();
    let pull = ["models", "pull", "en-de"];
    place
        .dragoman_with(&only(r#"["en-fr"]"#), &pull, "")
        .expect(0);
}

#[test]
fn a_catalogue_over_plain_http_is_refused_unless_it_is_on_this_machine() {
    let place = Place::new();
    for option in ["CATALOGUE", "CATALOGUE_FALLBACK"] {
        let variable = format!("DRAGOMAN_MODELS__{option}");
        let variables = [(variable.as_str(), "http://models.invalid/mirror")];
        let outcome = place
            .dragoman_with(&variables, &["models", "list"], "")
            .expect(2);
        assert!(
            outcome.errors.contains(&option.to_lowercase())
                && outcome.errors.contains("models come over https only"),
            "{outcome:?}"
        );
    }
}

#[test]
fn without_the_network_the_command_that_installs_the_model_is_named() {
    let place = Place::new();
    let translate = [
        "translate",
        "--from",
        "en",
        "--to",
        "de",
        "--offline",
        "The dog.",
    ];
    let outcome = place.dragoman(&translate, "").expect(1);
    assert!(
        outcome.errors.contains("dragoman models pull en-de"),
        "{outcome:?}"
    );
    assert!(!place.path("data/models/en-de").exists());
}
