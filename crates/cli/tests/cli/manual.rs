//! The documentation, as a reader would follow it: every line of a block that begins with the program is run, so that a
//! new one is run as well, and what it shows for other programs is given to them where they are installed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::documents::docx;
use crate::shortlists::memory;
use crate::support::{Installation, Key};

const OPERATIONS: &str = "docs/operations.md";
const README: &str = "README.md";

/// Sections whose commands are run below, each by the page and the beginning of the heading.
const ACCOUNTS: (&str, &str) = (OPERATIONS, "Accounts and keys");
const MODELS: (&str, &str) = (OPERATIONS, "Models");
const BACKUP: (&str, &str) = (OPERATIONS, "Backup");
const STARTING: (&str, &str) = (OPERATIONS, "Starting and stopping");
const USE: (&str, &str) = (README, "Use it");
const SECTIONS: [(&str, &str); 5] = [ACCOUNTS, MODELS, BACKUP, STARTING, USE];

/// What a command says that needs the catalogue of models, which these tests do not have. What it does with one is tested
/// beside (`tests/models.rs`).
const NEEDS_CATALOGUE: [&str; 2] = ["models available", "models pull en-"];

/// A block of code of a page.
struct Block {
    /// The last heading of the second level before it.
    section: String,
    language: String,
    text: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn blocks(page: &str) -> Vec<Block> {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let mut section = String::new();
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    for line in text.lines() {
        if let Some(language) = line.strip_prefix("```") {
            match open.take() {
                Some(block) => found.push(block),
                None => {
                    open = Some(Block {
                        section: section.clone(),
                        language: language.to_owned(),
                        text: String::new(),
                    });
                }
            }
        } else if let Some(block) = &mut open {
            block.text.push_str(line);
            block.text.push('\n');
        } else if let Some(heading) = line.strip_prefix("## ") {
            section = heading.to_owned();
        }
    }
    assert!(open.is_none(), "{page} has a block without an end");
    found
}

/// The pages that a reader may take commands from.
fn pages() -> Vec<String> {
    let mut pages: Vec<String> = ["README.md", "CONTRIBUTING.md", "SECURITY.md"]
        .map(str::to_owned)
        .to_vec();
    for entry in fs::read_dir(root().join("docs")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".md") {
            pages.push(format!("docs/{name}"));
        }
    }
    pages
}

/// The line's command, if it is one of the program.
fn command(line: &str) -> Option<&str> {
    let line = line.trim_start().trim_start_matches("$ ");
    line.starts_with("dragoman ").then_some(line)
}

/// The commands of a section, in order.
fn commands(section: (&str, &str)) -> Vec<String> {
    let blocks = blocks(section.0);
    let lines: Vec<String> = blocks
        .iter()
        .filter(|block| block.section == section.1)
        .flat_map(|block| block.text.lines())
        .filter_map(|line| command(line).map(str::to_owned))
        .collect();
    assert!(!lines.is_empty(), "{section:?} has no commands");
    lines
}

#[test]
fn every_command_of_the_documentation_is_in_a_section_that_is_run_here() {
    let mut with_commands = BTreeSet::new();
    for page in pages() {
        for block in blocks(&page) {
            if block.text.lines().any(|line| command(line).is_some()) {
                with_commands.insert((page.clone(), block.section));
            }
        }
    }
    let run: BTreeSet<(String, String)> = SECTIONS
        .iter()
        .map(|(page, section)| ((*page).to_owned(), (*section).to_owned()))
        .collect();
    assert_eq!(with_commands, run);
}

/// Runs a line in a shell, with the program on the path.
async fn run(installation: &Installation, line: &str) {
    let program = Path::new(env!("CARGO_BIN_EXE_dragoman")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let base = installation.command(&[]);
    let mut shell = tokio::process::Command::new("sh");
    for (name, value) in base.as_std().get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    let output = shell
        .args(["-c", line])
        .env("PATH", format!("{}:{path}", program.display()))
        .current_dir(installation.root())
        .output()
        .await
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    if NEEDS_CATALOGUE.iter().any(|words| line.contains(words)) {
        assert_eq!(output.status.code(), Some(1), "{line}: {errors}");
        assert!(errors.contains("offline"), "{line}: {errors}");
        return;
    }
    assert!(output.status.success(), "{line}: {errors}");
}

#[tokio::test]
async fn the_commands_about_accounts_keys_and_usage_work_as_they_are_written() {
    let installation = Installation::without_engine();
    let server = installation.start().await;
    let mut key: Option<Key> = None;
    for line in commands(ACCOUNTS) {
        if line.contains("KEY_ID") && key.is_none() {
            key = Some(installation.create_key(&["--account", "shop"]).await);
        }
        let id = key.as_ref().map_or("", |key| &key.id);
        run(&installation, &line.replace("KEY_ID", id)).await;
    }
    assert!(key.is_some(), "a command names a key");
    server.stop().await;
}

#[tokio::test]
async fn the_commands_about_backups_work_as_they_are_written() {
    let installation = Installation::without_engine();
    installation.create_key(&[]).await;
    let server = installation.start().await;
    fs::create_dir(installation.root().join("backup")).unwrap();
    for line in commands(BACKUP) {
        run(&installation, &line.replace("/backup", "backup")).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn the_commands_about_completions_and_pages_work_as_they_are_written() {
    let installation = Installation::without_engine();
    for line in commands(STARTING) {
        let Some((command, file)) = line.split_once(" > ") else {
            run(&installation, &line.replace("/usr/local", "usr")).await;
            assert!(line.contains(" manual "), "{line}");
            let page = installation.root().join("usr/share/man/man1/dragoman.1");
            assert!(page.is_file());
            continue;
        };
        let file = Path::new(file).file_name().unwrap().to_str().unwrap();
        run(&installation, &format!("{command} > {file}")).await;
        let script = fs::read_to_string(installation.root().join(file)).unwrap();
        assert!(script.contains("translate-document"), "{line}");
    }
}

fn model(pair: &str) -> String {
    let folder = root().join("testdata/nmt").join(pair);
    folder.to_str().unwrap().to_owned()
}

/// An installation with models from English into German and French and from German into English, beside Apertium.
async fn with_models() -> Installation {
    let installation = Installation::new();
    for (folder, from, to) in [
        ("ende", "en", "de"),
        ("enfr", "en", "fr"),
        ("deen", "de", "en"),
    ] {
        let folder = model(folder);
        let import = ["models", "import", &folder, "--from", from, "--to", to];
        installation.run(&import).await.expect(0);
    }
    installation
}

/// Runs a line that may import a model of the reader's own, which must not be there already, or pass on those that are.
async fn run_with_models(installation: &Installation, line: &str) {
    if line.contains("FOLDER") {
        let remove = ["models", "remove", "en-de"];
        installation.run(&remove).await.expect(0);
    }
    if line.contains("models bundle") {
        // It may have been removed by a line before. Otherwise this fails, and the bundle does not.
        let folder = model("ende");
        let import = ["models", "import", &folder, "--from", "en", "--to", "de"];
        installation.run(&import).await;
    }
    if line.contains("models shortlist") {
        let folder = model("opus-ende");
        let import = ["models", "import", &folder, "--from", "en", "--to", "de"];
        let import = [&import[..], &["--name", "opus", "--replace"]].concat();
        installation.run(&import).await.expect(0);
        let text = memory(1_100);
        fs::write(installation.root().join("projects.tmx"), text).unwrap();
        fs::write(installation.root().join("corpus.tsv"), "Yes.\tJa.\n").unwrap();
    }
    run(installation, &line.replace("FOLDER", &model("ende"))).await;
}

#[tokio::test]
async fn the_commands_about_models_work_as_they_are_written() {
    let installation = with_models().await;
    for line in commands(MODELS) {
        run_with_models(&installation, &line).await;
    }
}

#[tokio::test]
async fn the_commands_of_the_first_page_work_as_they_are_written() {
    let installation = with_models().await;
    let put = |name: &str, content: &[u8]| {
        fs::write(installation.root().join(name), content).unwrap();
    };
    let english = "The teacher forgot the cat in Vienna.";
    put("letter.txt", english.as_bytes());
    put("notes.txt", "これは本です。".as_bytes());
    put(
        "report.docx",
        &docx(&[&format!("<w:r><w:t>{english}</w:t></w:r>")]),
    );
    let tmx = r#"<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Good morning</seg></tuv>
        <tuv xml:lang="es"><seg>Buenos días</seg></tuv></tu></body></tmx>"#;
    put("projects.tmx", tmx.as_bytes());
    // The first start makes the account that is named, and there may be others.
    installation.start().await.stop().await;
    installation.create_key(&["--account", "another"]).await;
    for line in commands(USE) {
        run_with_models(&installation, &line).await;
    }
}

/// The one block of the manual in a language that belongs to another program.
fn example(language: &str) -> String {
    let mut found: Vec<Block> = blocks(OPERATIONS)
        .into_iter()
        .filter(|block| block.language == language)
        .collect();
    assert_eq!(found.len(), 1, "one example in {language}");
    found.remove(0).text
}

/// Has a program that may not be installed look at an example.
fn checked_by(program: &str, arguments: &[&str]) {
    match Command::new(program).args(arguments).output() {
        Ok(output) => assert!(
            output.status.success(),
            "{program}: {}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        ),
        Err(error) => {
            let folder = std::env::var_os("DRAGOMAN_TEST_LOGS");
            let line = format!(
                "SKIPPED: an example of {OPERATIONS} was not given to {program}: {error}\n"
            );
            // What a test that passes prints is not shown; scripts/test.sh shows this.
            if let Some(folder) = folder {
                fs::write(Path::new(&folder).join(format!("skipped-{program}")), line).unwrap();
            }
        }
    }
}

#[test]
fn nginx_takes_its_example() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let configuration = format!(
        "pid {}; error_log stderr;\nevents {{}}\nhttp {{ access_log off;\nclient_body_temp_path {};\nproxy_temp_path {};\n\
         fastcgi_temp_path {}; uwsgi_temp_path {}; scgi_temp_path {};\nserver {{ listen unix:{};\n{}\n}} }}\n",
        path("pid"),
        path("body"),
        path("proxy"),
        path("fastcgi"),
        path("uwsgi"),
        path("scgi"),
        path("socket"),
        example("nginx")
    );
    fs::write(folder.path().join("nginx.conf"), configuration).unwrap();
    checked_by("nginx", &["-t", "-c", &path("nginx.conf")]);
}

#[test]
fn caddy_takes_its_example() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Caddyfile");
    fs::write(&file, example("caddy")).unwrap();
    let file = file.display().to_string();
    checked_by(
        "caddy",
        &["adapt", "--adapter", "caddyfile", "--config", &file],
    );
}

#[test]
fn the_alerts_are_valid_and_about_metrics_that_there_are() {
    let rules = example("yaml");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rules.yml");
    fs::write(&file, &rules).unwrap();
    checked_by("promtool", &["check", "rules", &file.display().to_string()]);

    let manual = fs::read_to_string(root().join(OPERATIONS)).unwrap();
    // Those of the table, which another test compares with the program.
    let rows: Vec<&str> = manual
        .lines()
        .filter(|line| line.starts_with("| `"))
        .collect();
    let mut names = 0;
    for word in rules.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_') {
        let metric = word
            .strip_suffix("_bucket")
            .or_else(|| word.strip_suffix("_count"))
            .unwrap_or(word);
        if metric.starts_with("dragoman_") || metric.starts_with("process_") {
            let quoted = [format!("`{metric}`"), format!("`{metric}{{")];
            let is_known = rows
                .iter()
                .any(|row| quoted.iter().any(|name| row.contains(name)));
            assert!(is_known, "there is no metric {metric}");
            names += 1;
        }
    }
    assert!(names >= 5, "the rules name metrics: {names}");
}
