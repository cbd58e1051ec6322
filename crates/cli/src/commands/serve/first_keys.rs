use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use dragoman_domain::{Actor, KeyKind, KeyLimits, KeySecret, Plan, RoleSet, ScopeSet};
use dragoman_service::{IssuedKey, Keys, NewKey, SignIn};
use dragoman_store::open_private;

use crate::commands::output::say;
use crate::commands::sign_in;
use crate::storage::Storage;

/// Where the first keys are written if nobody looks at the terminal: logs are read by others, and kept.
const FILE: &str = "first-keys.txt";

/// The keys that are made in a data folder without any.
pub(super) struct FirstKeys {
    api: IssuedKey,
    admin: IssuedKey,
    /// With which somebody signs in on the pages, if there are any.
    code: Option<KeySecret>,
    /// Where they are written, if standard output is no terminal.
    file: Option<(File, PathBuf)>,
}

impl FirstKeys {
    /// Makes an account with two keys, unless there are keys.
    pub(super) async fn issue(
        keys: &Keys,
        pages: Option<&SignIn>,
        storage: &Storage,
    ) -> Result<Option<Self>> {
        if !keys.list(None).await?.is_empty() {
            return Ok(None);
        }
        if let Some(shared) = storage.shared()
            && !shared.take_first_keys().await?
        {
            return Ok(None);
        }
        let file = if io::stdout().is_terminal() {
            None
        } else {
            // Before there is a secret that could be lost because it cannot be written.
            let path = storage.path().join(FILE);
            let file = open_private(&path, |options| options.create(true).truncate(true))
                .with_context(|| format!("{} cannot be made", path.display()))?;
            Some((file, path))
        };
        let account = keys
            .account_or_new(Plan::Pro.as_str(), Some(Plan::Pro), Actor::Server)
            .await?;
        let new = |kind, label: &str| NewKey {
            kind,
            label: label.to_owned(),
            scopes: ScopeSet::Unrestricted,
            limits: KeyLimits::default(),
            expires: None,
        };
        let api = new(KeyKind::Developer, "First key");
        let api = keys.create(&account, api, Actor::Server).await?;
        let admin = new(KeyKind::Admin, "First admin key");
        let admin = keys.create(&account, admin, Actor::Server).await?;
        let code = match pages {
            Some(sign_in) => {
                let (name, lifetime) = (sign_in::OPERATOR, sign_in::LIFETIME);
                let roles = RoleSet::all();
                let code = sign_in.new_code(&account, name, roles, lifetime, Actor::Server);
                Some(code.await?)
            }
            None => None,
        };
        Ok(Some(Self {
            api,
            admin,
            code,
            file,
        }))
    }

    /// Shows the keys to whoever looks at the terminal, or says in which file they are.
    pub(super) fn tell(self, url: &str) -> Result<()> {
        let text = self.text(url);
        let Some((mut file, path)) = self.file else {
            say(format_args!("\n{text}"))?;
            return Ok(());
        };
        file.write_all(text.as_bytes())
            .and_then(|()| file.sync_all())
            .with_context(|| format!("{} cannot be written", path.display()))?;
        let path = path.display();
        tracing::warn!(%path, "the first keys are in this file; keep them elsewhere and remove it");
        say(format_args!(
            "This is the first start with this data folder. Its keys are in {path}."
        ))?;
        Ok(())
    }

    fn text(&self, url: &str) -> String {
        let pages = match &self.code {
            Some(code) => format!(
                "
Open this address in a browser to use the pages; it signs one person in, once:

  {}
",
                sign_in::address(url, code)
            ),
            None => String::new(),
        };
        format!(
            "This is the first start with this data folder. These keys are shown this once:

  API key:    {api}
  Admin key:  {admin}
{pages}
Try it:

  curl -X POST {url}/v2/translate \\
    -H 'Authorization: Service-Auth-Key {api}' \\
    -H 'Content-Type: application/json' \\
    -d '{{\"text\": [\"The house is green and the garden is big.\"], \"source_lang\": \"EN\", \"target_lang\": \"ES\"}}'

{url}/docs describes the interface.
",
            api = self.api.secret.expose(),
            admin = self.admin.secret.expose(),
        )
    }
}
