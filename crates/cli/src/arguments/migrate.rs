use clap::{ArgGroup, Args};

use crate::secret_option::SecretOption;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("direction").required(true).args(["to", "from"]))]
pub(crate) struct MigrateArguments {
    /// Move what is in the data folder to this database: postgres://user:password@host:port/database. A password that is
    /// not in it is taken from PGPASSWORD or ~/.pgpass
    #[arg(long, value_name = "URL", value_parser = secret)]
    pub(crate) to: Option<SecretOption>,
    /// Move what this database has into the data folder, which must have no data but the secrets
    #[arg(long, value_name = "URL", value_parser = secret)]
    pub(crate) from: Option<SecretOption>,
    /// The storage of files that belongs to the database: s3://bucket/prefix, gs://bucket/prefix, az://container/prefix or
    /// file:///folder, reached as [data.s3] says
    #[arg(long, value_name = "URL")]
    pub(crate) objects: String,
}

/// An address that may have a password in it.
fn secret(text: &str) -> Result<SecretOption, std::convert::Infallible> {
    Ok(SecretOption::from(text.to_owned()))
}
