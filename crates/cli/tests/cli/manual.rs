//! The commands of the manual, as a reader would paste them.

use std::fs;
use std::path::Path;

use crate::support::Installation;

/// The lines of the manual's shell blocks that begin with the program, from one heading up to another.
fn commands(from: &str, to: &str) -> Vec<String> {
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operations.md");
    let manual = fs::read_to_string(manual).unwrap();
    let (_, rest) = manual.split_once(&format!("\n## {from}\n")).unwrap();
    let (section, _) = rest.split_once(&format!("\n## {to}\n")).unwrap();
    let lines: Vec<String> = section
        .split("```sh\n")
        .skip(1)
        .filter_map(|block| block.split("```").next())
        .flat_map(str::lines)
        .filter(|line| line.starts_with("dragoman "))
        .map(str::to_owned)
        .collect();
    assert!(!lines.is_empty(), "{from}");
    lines
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
    assert!(output.status.success(), "{line}: {errors}");
}

#[tokio::test]
async fn the_commands_about_accounts_keys_and_usage_work_as_they_are_written() {
    let installation = Installation::without_engine();
    let server = installation.start().await;
    let key = installation.create_key(&["--account", "shop"]).await;
    for line in commands("Accounts and keys", "Mail") {
        if line.contains("account create shop") {
            // It is there for the key.
            run(&installation, &line.replace("shop", "another")).await;
            continue;
        }
        run(&installation, &line.replace("KEY_ID", &key.id)).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn the_commands_about_backups_and_completions_work_as_they_are_written() {
    let installation = Installation::without_engine();
    installation.create_key(&[]).await;
    let server = installation.start().await;
    for line in commands("Backup", "Secrets of the end") {
        run(&installation, &line.replace("/backup", "backup")).await;
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        run(
            &installation,
            &format!("dragoman completions {shell} > completions"),
        )
        .await;
    }
    server.stop().await;
}
