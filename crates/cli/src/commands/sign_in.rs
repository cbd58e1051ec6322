use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use dragoman_domain::{Account, Actor, KeySecret, Plan, Role, RoleSet};
use dragoman_service::Keys;

use super::output::{printable, say};
use super::services::open_accounts;
use crate::arguments::SignInArguments;
use crate::configuration::Configuration;

/// What the person is called who signs in with a code, if they have no name.
pub(super) const OPERATOR: &str = "Operator";

/// How long a code can be used.
pub(super) const LIFETIME: Duration = Duration::from_secs(24 * 3600);

/// Makes a code with which somebody signs in on the pages, whether or not the server runs.
pub(super) async fn run(
    arguments: SignInArguments,
    configuration: &Configuration,
) -> Result<ExitCode> {
    if !configuration.web.enabled {
        bail!("the pages are switched off; web.enabled = true switches them on");
    }
    if !configuration.web.takes_codes() {
        bail!(
            "a proxy says who people are (web.proxy.user_header), so nobody signs in with a code"
        );
    }
    let accounts = open_accounts(configuration).await?;
    let account = match &arguments.account {
        Some(name) => accounts.keys.account(name).await?,
        None => usual_account(&accounts.keys).await?,
    };
    let roles = if arguments.roles.is_empty() {
        RoleSet::all()
    } else {
        arguments.roles.into_iter().collect()
    };
    let name = arguments.name.as_deref().unwrap_or(OPERATOR);
    let words: Vec<&str> = roles.iter().map(Role::as_str).collect();
    let words = words.join(", ");
    let code = (accounts.sign_in)
        .new_code(&account, name, roles, LIFETIME, Actor::Operator)
        .await?;
    let url = (arguments.url).unwrap_or_else(|| configuration.server.usual_url());
    say(format_args!(
        "{}\n\nWhoever opens this address first is signed in as \"{}\" for the account \"{}\", with the roles: {words}. \
         It works once, within 24 hours.",
        address(&url, &code),
        printable(name),
        printable(&account.name),
    ))
}

/// Where a code is used, on the server with this address.
pub(super) fn address(url: &str, code: &KeySecret) -> String {
    format!("{url}/ui/sign-in?code={}", code.expose())
}

/// The only account, or the one that the first start makes.
async fn usual_account(keys: &Keys) -> Result<Account> {
    let mut accounts = keys.accounts().await?;
    if accounts.len() > 1 {
        accounts.retain(|account| account.name == Plan::Pro.as_str());
    }
    match accounts.pop() {
        Some(account) => Ok(account),
        None => bail!(
            "name the account with --account; \"dragoman account list\" shows those that there are"
        ),
    }
}
