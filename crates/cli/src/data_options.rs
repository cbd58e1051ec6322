//! Where an installation keeps its data, as the configuration says.

use std::path::PathBuf;

use dragoman_blobs::ObjectOptions;
use dragoman_store::{LeaseClock, PostgresOptions};
use serde::{Deserialize, Serialize};

use crate::configuration_error::ConfigurationError;
use crate::secret_option::SecretOption;

/// The bytes of a megabyte in options.
pub(crate) const MEGABYTE: u64 = 1_000_000;

/// The data folder if none is named.
pub(crate) const DEFAULT_FOLDER: &str = "data";

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DataOptions {
    pub(crate) folder: PathBuf,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) secrets_folder: Option<PathBuf>,
    pub(crate) free_space_floor_megabytes: u64,
    pub(crate) durability: DurabilityOption,
    /// The address of a database that several machines share, which may have a password in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) database: Option<SecretOption>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) database_ca: Option<PathBuf>,
    pub(crate) database_connections: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) objects: Option<String>,
    pub(crate) cache_megabytes: u64,
    pub(crate) s3: S3Options,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum DurabilityOption {
    PowerLoss,
    ProcessCrash,
}

/// How to reach a server that speaks S3. What is not set comes from the usual environment.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct S3Options {
    #[serde(skip_serializing_if = "Option::is_none")]
    endpoint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_style: Option<bool>,
    allow_http: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    access_key_id: Option<SecretOption>,
    #[serde(skip_serializing_if = "Option::is_none")]
    secret_access_key: Option<SecretOption>,
}

/// Where several machines keep what they share.
#[derive(Debug, Clone)]
pub(crate) struct SharedOptions {
    pub(crate) database: PostgresOptions,
    pub(crate) objects_url: String,
    pub(crate) objects: ObjectOptions,
    /// Of the contents of translation memories that were fetched.
    pub(crate) cache_bytes: u64,
}

/// What is wrong with an address of no database.
pub(crate) const DATABASE_FORM: &str =
    "must begin with postgres://, such as postgres://user:password@host:5432/dragoman";

/// Whether an address is one of a database.
pub(crate) fn is_database(address: &str) -> bool {
    ["postgres://", "postgresql://"]
        .iter()
        .any(|scheme| address.starts_with(scheme))
}

impl DataOptions {
    /// Fails if the options cannot be used.
    pub(crate) fn check(&self) -> Result<(), ConfigurationError> {
        self.shared().map(drop)
    }

    /// Where several machines keep what they share; none if everything is in the folder.
    pub(crate) fn shared(&self) -> Result<Option<SharedOptions>, ConfigurationError> {
        let (database, objects) = match (&self.database, &self.objects) {
            (None, None) => return Ok(None),
            (Some(database), Some(objects)) => (database, objects),
            (Some(_), None) => {
                return Err(ConfigurationError::new(
                    "data.database",
                    &"the files of documents and translation memories must be where all machines find them, too: \
                      set data.objects",
                ));
            }
            (None, Some(_)) => {
                return Err(ConfigurationError::new(
                    "data.objects",
                    &"it is for several machines over one database: set data.database, too",
                ));
            }
        };
        if self.database_connections == 0 {
            return Err(ConfigurationError::new(
                "data.database_connections",
                &"it must be at least 1",
            ));
        }
        if !is_database(database.expose()) {
            return Err(ConfigurationError::new(
                "data.database",
                &format_args!("it {DATABASE_FORM}"),
            ));
        }
        Ok(Some(self.shared_at(database.expose(), objects)))
    }

    /// The same at other addresses.
    pub(crate) fn shared_at(&self, database: &str, objects: &str) -> SharedOptions {
        let text =
            |option: &Option<SecretOption>| option.as_ref().map(|text| text.expose().to_owned());
        SharedOptions {
            database: PostgresOptions {
                url: database.to_owned(),
                certificate_authority: self.database_ca.clone(),
                connections: self.database_connections,
                clock: LeaseClock::Database,
            },
            objects_url: objects.to_owned(),
            objects: ObjectOptions {
                endpoint: self.s3.endpoint.clone(),
                region: self.s3.region.clone(),
                path_style: self.s3.path_style,
                allow_http: self.s3.allow_http,
                access_key_id: text(&self.s3.access_key_id),
                secret_access_key: text(&self.s3.secret_access_key).map(Into::into),
                ..ObjectOptions::default()
            },
            cache_bytes: self.cache_megabytes.saturating_mul(MEGABYTE),
        }
    }
}

#[cfg(test)]
impl DataOptions {
    /// Everything in a folder.
    pub(crate) fn in_folder(folder: &std::path::Path) -> Self {
        Self {
            folder: folder.to_owned(),
            secrets_folder: None,
            free_space_floor_megabytes: 0,
            durability: DurabilityOption::ProcessCrash,
            database: None,
            database_ca: None,
            database_connections: 1,
            objects: None,
            cache_megabytes: 0,
            s3: S3Options::default(),
        }
    }
}
