use clap::Args;
use dragoman_domain::Role;

use super::values::{name, name_of_account};

#[derive(Debug, Args)]
pub(crate) struct SignInArguments {
    /// The account to work for [default: the only one, or pro]
    #[arg(long, value_name = "NAME", value_parser = name_of_account)]
    pub(crate) account: Option<String>,
    /// What the person is called; whoever signs in under the same name is the same person [default: Operator]
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub(crate) name: Option<String>,
    /// What whoever signs in may do, repeatable or separated by commas; everything if not given
    #[arg(long = "role", value_name = "ROLE", value_delimiter = ',')]
    pub(crate) roles: Vec<Role>,
    /// Where people reach the server [default: server.public_url, or where the server listens]
    #[arg(long, value_name = "URL", value_parser = url)]
    pub(crate) url: Option<String>,
}

fn url(text: &str) -> Result<String, String> {
    let host = ["https://", "http://"]
        .iter()
        .find_map(|scheme| text.strip_prefix(scheme));
    let is_address = host.is_some_and(|host| {
        !host.is_empty()
            && !host.starts_with('/')
            && !host.contains(['?', '#'])
            && host.chars().all(|character| character.is_ascii_graphic())
    });
    if is_address {
        Ok(text.trim_end_matches('/').to_owned())
    } else {
        Err("give an address such as https://translate.example.com".to_owned())
    }
}
