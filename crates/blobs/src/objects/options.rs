use std::io;
use std::time::Duration;

use secrecy::SecretString;

/// How an object storage is reached. What is not said here is as the usual variables of the environment say, such as
/// `AWS_ACCESS_KEY_ID`, `GOOGLE_APPLICATION_CREDENTIALS` and `AZURE_STORAGE_ACCOUNT_NAME`.
#[derive(Debug, Clone, Default)]
pub struct ObjectOptions {
    /// Where the storage is, as `https://s3.example.com`, if it is not the one of its inventor.
    pub endpoint: Option<String>,
    /// The region of the bucket. Only for `s3`.
    pub region: Option<String>,
    /// Who asks: the access key for `s3`, the name of the account for `az`. None for `gs`, whose credentials are in a file.
    pub access_key_id: Option<String>,
    /// The secret that belongs to it.
    pub secret_access_key: Option<SecretString>,
    /// Whether the bucket stands in the path instead of before the name of the host. Only for `s3`; without it, and with
    /// nothing in the environment, it does, which every server understands.
    pub path_style: Option<bool>,
    /// Whether requests may go unencrypted, as on the loopback. The files are encrypted all the same, but who listens can
    /// repeat and hinder requests.
    pub allow_http: bool,
    /// How long to wait.
    pub waits: ObjectWaits,
}

/// How long to wait for an object storage. What waits for an answer waits no longer than all three together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ObjectWaits {
    /// For a connection.
    pub connect: Duration,
    /// For the whole of a request and its answer, of up to 8 MiB.
    pub request: Duration,
    /// After so long, what has failed is not tried again.
    pub retries: Duration,
}

impl Default for ObjectWaits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            request: Duration::from_secs(30),
            retries: Duration::from_secs(10),
        }
    }
}

impl ObjectWaits {
    /// The longest that an operation takes with all its attempts: the last may begin when there is just time for it.
    pub(crate) fn longest(&self) -> Duration {
        let request = self.connect.saturating_add(self.request);
        request.saturating_add(self.retries)
    }
}

/// Why an object storage cannot be used, and what to do about it. Nothing of a secret is in it.
#[derive(Debug, thiserror::Error)]
pub enum ObjectStorageError {
    /// The URL is none of those that are understood.
    #[error(
        "the URL of the object storage cannot be used: write s3://bucket/prefix, gs://bucket/prefix, \
         az://container/prefix or file:///folder, without user, password, query and fragment"
    )]
    Url,
    /// There is no such kind of storage.
    #[error("{scheme}:// is no object storage: use s3://, gs://, az:// or file://")]
    Scheme {
        /// What the URL begins with.
        scheme: String,
    },
    /// The URL has no bucket.
    #[error("the URL of the object storage names no bucket: write {scheme}://BUCKET/PREFIX")]
    NoBucketNamed {
        /// What the URL begins with.
        scheme: &'static str,
    },
    /// An option is for other kinds of storage.
    #[error("{scheme}:// has no use for {option}: remove it")]
    Option {
        /// The option.
        option: &'static str,
        /// What the URL begins with.
        scheme: &'static str,
    },
    /// The endpoint is no URL, or says more than where the storage is.
    #[error(
        "the endpoint of the object storage cannot be used: write https://HOST or https://HOST:PORT"
    )]
    Endpoint,
    /// Requests would go unencrypted.
    #[error(
        "the endpoint of the object storage is not encrypted: use https://, or allow http:// where nobody can listen"
    )]
    NotEncrypted,
    /// What proves who asks is missing.
    #[error("the object storage needs {what}")]
    Credentials {
        /// What is missing, and where it can be given.
        what: &'static str,
    },
    /// What is configured makes no sense to the library.
    #[error("what is configured for {scheme}:// cannot be used: check {what}")]
    Configuration {
        /// What the URL begins with.
        scheme: &'static str,
        /// What may be wrong.
        what: &'static str,
    },
    /// The folder cannot be made or opened.
    #[error("the folder of the object storage cannot be used: {0}")]
    Folder(#[from] io::Error),
    /// The files there are another installation's.
    #[error(
        "the object storage has the files of another installation: choose another prefix, or the database that belongs to \
         them"
    )]
    OfAnother,
    /// There is no such bucket.
    #[error(
        "the bucket does not exist ({detail}): make it, or correct the URL of the object storage"
    )]
    NoBucket {
        /// What the storage says.
        detail: String,
    },
    /// The storage does not let us do it.
    #[error(
        "the object storage refuses ({detail}): it must let these credentials read, write, list and remove objects"
    )]
    Refused {
        /// What the storage says.
        detail: String,
    },
    /// Nobody answers there.
    #[error("the object storage cannot be reached ({detail}): check the endpoint and the network")]
    Unreachable {
        /// How it failed.
        detail: String,
    },
    /// It takes too long, or says itself that it has too much to do.
    #[error("the object storage does not answer in time ({detail})")]
    TooSlow {
        /// How it failed.
        detail: String,
    },
    /// It does not do what an object storage does.
    #[error("the object storage does not work as one ({detail})")]
    Unusable {
        /// How it failed.
        detail: String,
    },
}

impl ObjectStorageError {
    /// Whether it may pass by itself.
    #[must_use]
    pub const fn is_temporary(&self) -> bool {
        matches!(self, Self::Unreachable { .. } | Self::TooSlow { .. })
    }
}
