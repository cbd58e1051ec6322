//! The program with what all copies of an installation have alike, and its commands.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use tokio::process::Command;

use crate::key::Key;
use crate::logs;

/// Where Debian puts the modes of Apertium.
const MODES: &str = "/usr/share/apertium/modes";

/// The pair into which texts and documents are translated.
const MODE: &str = "eng-spa.mode";

/// The program, the folder of an installation, and options by the names of their variables.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    pub(crate) path: PathBuf,
    pub(crate) folder: PathBuf,
    /// The data folder of commands.
    pub(crate) operator: PathBuf,
    pub(crate) options: Vec<(&'static str, String)>,
}

impl Program {
    /// Makes what all copies need in the folder.
    pub(crate) fn prepare(&self) -> Result<()> {
        fs::create_dir_all(self.secrets())?;
        fs::create_dir_all(self.modes())?;
        let installed = Path::new(MODES).join(MODE);
        fs::copy(&installed, self.modes().join(MODE))
            .with_context(|| format!("{} is missing", installed.display()))?;
        Ok(())
    }

    fn secrets(&self) -> PathBuf {
        self.folder.join("secrets")
    }

    fn modes(&self) -> PathBuf {
        self.folder.join("modes")
    }

    /// The program with a data folder, which is made if it is not there, and with none of the variables that are set here.
    pub(crate) fn command(&self, data: &Path) -> Result<Command> {
        fs::create_dir_all(data)?;
        let mut command = Command::new(&self.path);
        for (name, _) in std::env::vars_os() {
            let name_text = name.to_string_lossy();
            if name_text.starts_with("DRAGOMAN_") || name_text.starts_with("AWS_") {
                command.env_remove(name);
            }
        }
        command
            .current_dir(&self.folder)
            .env("DRAGOMAN_DATA__FOLDER", data)
            .env("DRAGOMAN_DATA__SECRETS_FOLDER", self.secrets())
            .env("DRAGOMAN_MODELS__OFFLINE", "true")
            .env("DRAGOMAN_ENGINES__APERTIUM__MODES_FOLDER", self.modes())
            // Measured is what many clients of one key do, from one address.
            .env("DRAGOMAN_KEYS__REQUESTS_PER_SECOND", "0")
            .env("DRAGOMAN_ACCOUNTS__REQUESTS_PER_SECOND", "0")
            .env("DRAGOMAN_SERVER__MAX_CONNECTIONS_PER_ADDRESS", "1000")
            .env("DRAGOMAN_SERVER__MAX_REQUESTS_IN_PROGRESS", "1000")
            .env("DRAGOMAN_DOCUMENTS__MAX_PER_KEY", "100000")
            .envs(self.options.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .kill_on_drop(true);
        Ok(command)
    }

    /// Carries out a command on the data that copies share; what it writes.
    pub(crate) async fn run(&self, arguments: &[&str]) -> Result<Vec<u8>> {
        let output = self
            .command(&self.operator)?
            .args(arguments)
            .output()
            .await?;
        let reason = String::from_utf8_lossy(&output.stderr);
        ensure!(
            output.status.success(),
            "{arguments:?} fails: {}",
            reason.trim()
        );
        Ok(output.stdout)
    }

    /// Makes an account of the pro plan, with a limit if there is to be one.
    pub(crate) async fn account(&self, name: &str, limit: Option<u64>) -> Result<()> {
        let limit = limit.map_or_else(|| "none".to_owned(), |limit| limit.to_string());
        self.run(&["account", "create", name, "--character-limit", &limit])
            .await?;
        Ok(())
    }

    /// Makes a key of an account; of the kind "developer" or "admin", and with a limit if there is to be one.
    pub(crate) async fn key(&self, account: &str, kind: &str, limit: Option<u64>) -> Result<Key> {
        let limit = limit.map_or_else(|| "none".to_owned(), |limit| limit.to_string());
        let arguments = [
            "keys",
            "create",
            "--account",
            account,
            "--kind",
            kind,
            "--character-limit",
            &limit,
            "--json",
        ];
        let created: Value = serde_json::from_slice(&self.run(&arguments).await?)?;
        let text = |name: &str| {
            let value = created[name].as_str().map(str::to_owned);
            value.with_context(|| format!("a key that was made has no {name}: {created}"))
        };
        let (id, secret) = (text("key_id")?, text("key")?);
        logs::plant(&secret)?;
        Ok(Key { id, secret })
    }
}
