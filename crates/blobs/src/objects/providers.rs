//! The library's clients of each kind of storage, as they are configured.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::azure::{AzureConfigKey, MicrosoftAzureBuilder};
use object_store::gcp::{GoogleCloudStorageBuilder, GoogleConfigKey};
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{BackoffConfig, ClientConfigKey, ClientOptions, ObjectStore, RetryConfig};
use secrecy::ExposeSecret;
use url::Url;

use crate::objects::options::{ObjectOptions, ObjectStorageError, ObjectWaits};

/// How often what has failed is tried again. The time for it may be over before.
const RETRIES: usize = 5;

type Opened = (Arc<dyn ObjectStore>, Path);
type Environment<'a> = &'a [(String, String)];

/// Opens the storage at a URL, and gives the prefix of what is to be in it.
pub(crate) fn open(
    url: &str,
    options: &ObjectOptions,
    environment: Environment<'_>,
) -> Result<Opened, ObjectStorageError> {
    let url = Url::parse(url).map_err(|_| ObjectStorageError::Url)?;
    if has_more_than_a_place(&url) {
        return Err(ObjectStorageError::Url);
    }
    match url.scheme() {
        "s3" => amazon(&url, options, environment),
        "gs" => google(&url, options, environment),
        "az" => azure(&url, options, environment),
        "file" => folder(&url, options),
        scheme => Err(ObjectStorageError::Scheme {
            scheme: scheme.to_owned(),
        }),
    }
}

fn amazon(
    url: &Url,
    options: &ObjectOptions,
    environment: Environment<'_>,
) -> Result<Opened, ObjectStorageError> {
    use AmazonS3ConfigKey as Key;
    let (bucket, prefix) = place(url, "s3")?;
    let endpoint = match (&options.endpoint, options.path_style) {
        (Some(endpoint), Some(false)) => Some(with_bucket(endpoint, &bucket)?),
        (endpoint, _) => endpoint.clone(),
    };
    let hosted = options.path_style.map(|path_style| !path_style);
    let given = [
        (Key::Region, options.region.clone()),
        (Key::AccessKeyId, options.access_key_id.clone()),
        (Key::SecretAccessKey, secret(options)),
        // The one that comes before the others.
        (Key::S3Endpoint, endpoint),
        (
            Key::VirtualHostedStyleRequest,
            hosted.map(|hosted| hosted.to_string()),
        ),
        (Key::Client(ClientConfigKey::AllowHttp), allowed(options)),
        (Key::Bucket, Some(bucket)),
    ];
    // The token belongs to the access key of the environment.
    let has_key = options.access_key_id.is_some();
    let settings =
        settings("AWS_", environment, given).filter(|(key, _)| !(has_key && *key == Key::Token));
    let builder = AmazonS3Builder::new()
        .with_client_options(client(&options.waits))
        .with_retry(retry(&options.waits))
        // At most two objects are removed at a time, and not every server can remove several.
        .with_disable_bulk_delete(true);
    let builder = settings.fold(builder, |builder, (key, value)| {
        builder.with_config(key, value)
    });

    let config = |key| builder.get_config_value(&key);
    let endpoint = config(Key::S3Endpoint).or_else(|| config(Key::Endpoint));
    let http = config(Key::Client(ClientConfigKey::AllowHttp));
    check_endpoint(endpoint.as_deref(), http.as_deref())?;
    check_amazon_credentials(&builder, endpoint.is_some())?;
    let what = "the endpoint and the variables that begin with AWS_";
    let store = builder.build().map_err(|_| useless("s3", what))?;
    Ok((Arc::new(store), prefix))
}

/// Who has an endpoint of their own is not where the storage's inventor gives credentials to machines.
fn check_amazon_credentials(
    builder: &AmazonS3Builder,
    has_endpoint: bool,
) -> Result<(), ObjectStorageError> {
    use AmazonS3ConfigKey as Key;
    let has = |key| builder.get_config_value(&key).is_some();
    let what = match (has(Key::AccessKeyId), has(Key::SecretAccessKey)) {
        (true, true) => return Ok(()),
        (true, false) => "the secret that belongs to the access key: AWS_SECRET_ACCESS_KEY",
        (false, true) => "the access key that the secret belongs to: AWS_ACCESS_KEY_ID",
        (false, false) => {
            let unsigned = builder.get_config_value(&Key::SkipSignature);
            let otherwise = [
                Key::WebIdentityTokenFile,
                Key::ContainerCredentialsRelativeUri,
                Key::ContainerCredentialsFullUri,
            ];
            if !has_endpoint || is_true(unsigned.as_deref()) || otherwise.into_iter().any(has) {
                return Ok(());
            }
            "an access key and its secret: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
        }
    };
    Err(ObjectStorageError::Credentials { what })
}

fn google(
    url: &Url,
    options: &ObjectOptions,
    environment: Environment<'_>,
) -> Result<Opened, ObjectStorageError> {
    use GoogleConfigKey as Key;
    let (bucket, prefix) = place(url, "gs")?;
    refuse(
        "gs",
        &[
            ("a region", options.region.is_some()),
            ("an access key", options.access_key_id.is_some()),
            ("a secret", options.secret_access_key.is_some()),
            ("a style of paths", options.path_style.is_some()),
        ],
    )?;
    let given = [
        (Key::BaseUrl, options.endpoint.clone()),
        (Key::Client(ClientConfigKey::AllowHttp), allowed(options)),
        (Key::Bucket, Some(bucket)),
    ];
    let builder = GoogleCloudStorageBuilder::new()
        .with_client_options(client(&options.waits))
        .with_retry(retry(&options.waits));
    let settings = settings("GOOGLE_", environment, given);
    let builder = settings.fold(builder, |builder, (key, value)| {
        builder.with_config(key, value)
    });

    let config = |key| builder.get_config_value(&key);
    let http = config(Key::Client(ClientConfigKey::AllowHttp));
    check_endpoint(config(Key::BaseUrl).as_deref(), http.as_deref())?;
    let what = "the file that GOOGLE_APPLICATION_CREDENTIALS names, and the other variables that begin with GOOGLE_";
    let store = builder.build().map_err(|_| useless("gs", what))?;
    Ok((Arc::new(store), prefix))
}

fn azure(
    url: &Url,
    options: &ObjectOptions,
    environment: Environment<'_>,
) -> Result<Opened, ObjectStorageError> {
    use AzureConfigKey as Key;
    let (container, prefix) = place(url, "az")?;
    refuse(
        "az",
        &[
            ("a region", options.region.is_some()),
            ("a style of paths", options.path_style.is_some()),
        ],
    )?;
    let given = [
        (Key::AccountName, options.access_key_id.clone()),
        (Key::AccessKey, secret(options)),
        (Key::Endpoint, options.endpoint.clone()),
        (Key::Client(ClientConfigKey::AllowHttp), allowed(options)),
        (Key::ContainerName, Some(container)),
    ];
    let builder = MicrosoftAzureBuilder::new()
        .with_client_options(client(&options.waits))
        .with_retry(retry(&options.waits));
    let settings = settings("AZURE_", environment, given);
    let builder = settings.fold(builder, |builder, (key, value)| {
        builder.with_config(key, value)
    });

    let config = |key| builder.get_config_value(&key);
    let http = config(Key::Client(ClientConfigKey::AllowHttp));
    check_endpoint(config(Key::Endpoint).as_deref(), http.as_deref())?;
    let is_emulator = is_true(config(Key::UseEmulator).as_deref());
    if config(Key::AccountName).is_none() && !is_emulator {
        let what = "the name of the account: AZURE_STORAGE_ACCOUNT_NAME";
        return Err(ObjectStorageError::Credentials { what });
    }
    let what =
        "the endpoint, AZURE_STORAGE_ACCOUNT_KEY, and the other variables that begin with AZURE_";
    let store = builder.build().map_err(|_| useless("az", what))?;
    Ok((Arc::new(store), prefix))
}

fn folder(url: &Url, options: &ObjectOptions) -> Result<Opened, ObjectStorageError> {
    refuse(
        "file",
        &[
            ("an endpoint", options.endpoint.is_some()),
            ("a region", options.region.is_some()),
            ("an access key", options.access_key_id.is_some()),
            ("a secret", options.secret_access_key.is_some()),
            ("a style of paths", options.path_style.is_some()),
        ],
    )?;
    let folder: PathBuf = url.to_file_path().map_err(|()| ObjectStorageError::Url)?;
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(&folder)?;
    let folder = folder.canonicalize()?;
    let store = LocalFileSystem::new_with_prefix(folder).map_err(|_| ObjectStorageError::Url)?;
    let store = store.with_automatic_cleanup(true).with_fsync(true);
    Ok((Arc::new(store), Path::default()))
}

/// The bucket and the prefix.
fn place(url: &Url, scheme: &'static str) -> Result<(String, Path), ObjectStorageError> {
    let bucket = url.host_str().filter(|bucket| !bucket.is_empty());
    let bucket = bucket.ok_or(ObjectStorageError::NoBucketNamed { scheme })?;
    if url.port().is_some() {
        return Err(ObjectStorageError::Url);
    }
    let prefix = Path::from_url_path(url.path()).map_err(|_| ObjectStorageError::Url)?;
    Ok((bucket.to_owned(), prefix))
}

/// What may be secret, or would be ignored.
fn has_more_than_a_place(url: &Url) -> bool {
    !url.username().is_empty()
        || url.password().is_some()
        || url.query().is_some()
        || url.fragment().is_some()
}

/// Refuses the options that mean nothing for a kind of storage.
fn refuse(
    scheme: &'static str,
    options: &[(&'static str, bool)],
) -> Result<(), ObjectStorageError> {
    match options.iter().find(|(_, is_given)| *is_given) {
        Some(&(option, _)) => Err(ObjectStorageError::Option { option, scheme }),
        None => Ok(()),
    }
}

/// What the library is told: first what the environment says, then what is given, which comes after it and so wins.
fn settings<K: FromStr>(
    prefix: &str,
    environment: Environment<'_>,
    given: impl IntoIterator<Item = (K, Option<String>)>,
) -> impl Iterator<Item = (K, String)> {
    // Variables that the library does not know are for others, and an empty one says nothing.
    let ours = environment
        .iter()
        .filter(move |(name, value)| name.starts_with(prefix) && !value.is_empty());
    let known = ours.filter_map(|(name, value)| {
        let key = name.to_ascii_lowercase().parse().ok()?;
        Some((key, value.clone()))
    });
    let given = given.into_iter();
    known.chain(given.filter_map(|(key, value)| Some((key, value?))))
}

fn secret(options: &ObjectOptions) -> Option<String> {
    let secret = options.secret_access_key.as_ref()?;
    Some(secret.expose_secret().to_owned())
}

fn allowed(options: &ObjectOptions) -> Option<String> {
    options.allow_http.then(|| true.to_string())
}

/// What the library says of it may quote what is secret.
fn useless(scheme: &'static str, what: &'static str) -> ObjectStorageError {
    ObjectStorageError::Configuration { scheme, what }
}

/// As the library reads it.
fn is_true(value: Option<&str>) -> bool {
    let value = value.unwrap_or_default().to_ascii_lowercase();
    ["1", "true", "on", "yes", "y"].contains(&value.as_str())
}

fn check_endpoint(
    endpoint: Option<&str>,
    allow_http: Option<&str>,
) -> Result<(), ObjectStorageError> {
    let Some(endpoint) = endpoint else {
        return Ok(());
    };
    let url = Url::parse(endpoint).map_err(|_| ObjectStorageError::Endpoint)?;
    if has_more_than_a_place(&url) {
        return Err(ObjectStorageError::Endpoint);
    }
    match url.scheme() {
        "https" => Ok(()),
        "http" if is_true(allow_http) => Ok(()),
        "http" => Err(ObjectStorageError::NotEncrypted),
        _ => Err(ObjectStorageError::Endpoint),
    }
}

/// The endpoint with the bucket before the name of the host.
fn with_bucket(endpoint: &str, bucket: &str) -> Result<String, ObjectStorageError> {
    let mut url = Url::parse(endpoint).map_err(|_| ObjectStorageError::Endpoint)?;
    let host = url.host_str().ok_or(ObjectStorageError::Endpoint)?;
    let host = format!("{bucket}.{host}");
    url.set_host(Some(&host))
        .map_err(|_| ObjectStorageError::Endpoint)?;
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

fn client(waits: &ObjectWaits) -> ClientOptions {
    ClientOptions::new()
        .with_connect_timeout(waits.connect)
        .with_timeout(waits.request)
}

fn retry(waits: &ObjectWaits) -> RetryConfig {
    RetryConfig {
        backoff: BackoffConfig {
            init_backoff: Duration::from_millis(100),
            max_backoff: Duration::from_secs(2),
            base: 2.0,
        },
        max_retries: RETRIES,
        retry_timeout: waits.retries,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_can_stand_before_the_name_of_the_host() {
        for (endpoint, expected) in [
            ("https://s3.example.com", "https://files.s3.example.com"),
            (
                "https://example.com:9000/",
                "https://files.example.com:9000",
            ),
        ] {
            assert_eq!(with_bucket(endpoint, "files").unwrap(), expected);
        }
        for endpoint in ["https://127.0.0.1:9000", "example.com", "https://"] {
            with_bucket(endpoint, "files").unwrap_err();
        }
    }

    #[test]
    fn variables_of_others_and_empty_ones_say_nothing_and_what_is_given_comes_last() {
        use AmazonS3ConfigKey as Key;
        let environment = [
            ("AWS_REGION", "nowhere"),
            ("AWS_ENDPOINT_URL", ""),
            ("AWS_PROFILE", "default"),
            ("REGION", "nowhere"),
            ("GOOGLE_BUCKET", "files"),
        ];
        let environment = environment.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let given = [
            (Key::Endpoint, None),
            (Key::Region, Some("eu-central-1".to_owned())),
        ];
        let found: Vec<_> = settings("AWS_", &environment, given).collect();
        let region = |name: &str| (Key::Region, name.to_owned());
        assert_eq!(found, [region("nowhere"), region("eu-central-1")]);
    }
}
