//! Which storages can be opened, and what is said of those that cannot.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use dragoman_blobs::{ObjectOptions, ObjectStorage, ObjectStorageError};
use dragoman_s3_testing::{Fault, S3Server};

use super::{BUCKET, FEW_RETRIES, SHORT, storage};
use uuid::Uuid;

use crate::Sequence;
use crate::installation::{options, runtime};

const HIDDEN: &str = "hidden-by-everybody";

fn environment(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    let pairs = pairs.iter();
    pairs
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

fn open(url: &str, options: &ObjectOptions, pairs: &[(&str, &str)]) -> Result<(), String> {
    let opened = ObjectStorage::open(url, options, environment(pairs));
    let said = match &opened {
        Ok(storage) => format!("{storage:?}"),
        Err(error) => format!("{error} {error:?}"),
    };
    assert!(!said.contains(HIDDEN), "{said}");
    opened.map(drop).map_err(|error| error.to_string())
}

#[test]
fn who_cannot_open_a_storage_learns_what_to_do() {
    let options = ObjectOptions::default();
    let keys: &[_] = &[
        ("AWS_ACCESS_KEY_ID", "somebody"),
        ("AWS_SECRET_ACCESS_KEY", HIDDEN),
    ];
    let with = |name, value| [keys, &[(name, value)]].concat();
    let http = with("AWS_ENDPOINT_URL", "http://127.0.0.1:9");
    let own_key = with(
        "AWS_ENDPOINT_URL",
        "https://hidden-by-everybody@example.com",
    );
    for (url, environment, expected) in [
        ("files/prefix", keys, "write s3://bucket/prefix"),
        ("s3://hidden-by-everybody:x@files", keys, "without user"),
        ("s3://files?key=hidden-by-everybody", keys, "query"),
        ("s3://files:9000/prefix", keys, "write s3://bucket/prefix"),
        ("s3://files//prefix", keys, "write s3://bucket/prefix"),
        (
            "ftp://files/prefix",
            keys,
            "ftp:// is no object storage: use s3://",
        ),
        (
            "s3:///prefix",
            keys,
            "names no bucket: write s3://BUCKET/PREFIX",
        ),
        (
            "gs:///prefix",
            &[],
            "names no bucket: write gs://BUCKET/PREFIX",
        ),
        ("file://folder/files", &[], "file:///folder"),
        ("s3://files", &http, "use https://, or allow http://"),
        ("s3://files", &own_key, "write https://HOST"),
        (
            "s3://files",
            &with("AWS_ENDPOINT_URL", "example.com"),
            "write https://HOST",
        ),
        ("s3://files", &keys[..1], "AWS_SECRET_ACCESS_KEY"),
        ("s3://files", &keys[1..], "AWS_ACCESS_KEY_ID"),
        ("s3://files", &http[2..], "use https://"),
        (
            "s3://files",
            &[("AWS_ENDPOINT_URL", "https://example.com")],
            "an access key and its secret",
        ),
        (
            "s3://files",
            &with("AWS_CONDITIONAL_PUT", HIDDEN),
            "variables that begin with AWS_",
        ),
        (
            "gs://files",
            &[("GOOGLE_SERVICE_ACCOUNT_KEY", HIDDEN)],
            "GOOGLE_APPLICATION_CREDENTIALS",
        ),
        (
            "gs://files",
            &[("GOOGLE_BASE_URL", "http://127.0.0.1:9")],
            "use https://",
        ),
        (
            "az://files",
            &[("AZURE_STORAGE_ACCOUNT_KEY", HIDDEN)],
            "AZURE_STORAGE_ACCOUNT_NAME",
        ),
    ] {
        let error = open(url, &options, environment).expect_err(url);
        assert!(error.contains(expected), "{url}: {error}");
    }
}

#[test]
fn an_option_that_means_nothing_for_a_storage_is_refused_by_name() {
    let none = ObjectOptions::default;
    let region = ObjectOptions {
        region: Some("eu-central-1".to_owned()),
        ..none()
    };
    let endpoint = ObjectOptions {
        endpoint: Some("https://example.com".to_owned()),
        ..none()
    };
    let key = ObjectOptions {
        access_key_id: Some("somebody".to_owned()),
        ..none()
    };
    let secret = ObjectOptions {
        secret_access_key: Some(HIDDEN.into()),
        ..none()
    };
    let path_style = ObjectOptions {
        path_style: Some(true),
        ..none()
    };
    for (url, options, expected) in [
        ("gs://files", &region, "gs:// has no use for a region"),
        ("gs://files", &key, "gs:// has no use for an access key"),
        ("gs://files", &secret, "gs:// has no use for a secret"),
        ("az://files", &region, "az:// has no use for a region"),
        ("az://files", &path_style, "az:// has no use for a style"),
        ("file:///tmp", &region, "file:// has no use for a region"),
        (
            "file:///tmp",
            &endpoint,
            "file:// has no use for an endpoint",
        ),
        ("file:///tmp", &key, "file:// has no use for an access key"),
        ("file:///tmp", &secret, "file:// has no use for a secret"),
    ] {
        let error = open(url, options, &[]).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn storages_of_all_kinds_are_opened_without_asking_them() {
    let none = ObjectOptions::default();
    let keys = [
        ("AWS_ACCESS_KEY_ID", "somebody"),
        ("AWS_SECRET_ACCESS_KEY", HIDDEN),
        ("AWS_PROFILE", "what the library does not know"),
        ("AWS_ENDPOINT_URL", ""),
    ];
    open("s3://files", &none, &keys).unwrap();
    open("s3://files/a/prefix/", &none, &keys).unwrap();
    // A machine of the inventor's has a role.
    open("s3://files", &none, &[]).unwrap();
    let account =
        r#"{"client_email": "", "private_key": "", "private_key_id": "", "disable_oauth": true}"#;
    let google = [("GOOGLE_SERVICE_ACCOUNT_KEY", account)];
    open("gs://files/prefix", &none, &google).unwrap();
    let azure = [
        ("AZURE_STORAGE_ACCOUNT_NAME", "somebody"),
        ("AZURE_STORAGE_ACCOUNT_KEY", "aGlkZGVu"),
    ];
    open("az://files/prefix", &none, &azure).unwrap();
    let given = ObjectOptions {
        access_key_id: Some("somebody".to_owned()),
        secret_access_key: Some("aGlkZGVu".into()),
        ..none
    };
    open("az://files/prefix", &given, &[]).unwrap();
}

#[test]
fn a_folder_is_made_for_its_owner_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all/objects");
    let url = format!("file://{}", path.display());
    let storage = ObjectStorage::open(&url, &ObjectOptions::default(), []).unwrap();
    let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o700);
    runtime()
        .block_on(storage.check(Sequence::new().as_ref()))
        .unwrap();
    assert_eq!(fs::read_dir(&path).unwrap().count(), 0, "nothing is left");
}

#[test]
fn what_the_environment_says_is_used_and_what_is_said_otherwise_comes_first() {
    let (server, runtime) = (S3Server::start(), runtime());
    let url = server.bucket(BUCKET);
    let random = Sequence::new();
    let endpoint = server.endpoint();
    let good = [
        ("AWS_ENDPOINT_URL", endpoint.as_str()),
        ("AWS_ACCESS_KEY_ID", server.access_key()),
        ("AWS_SECRET_ACCESS_KEY", server.secret_key()),
        ("AWS_REGION", "eu-central-1"),
        ("AWS_ALLOW_HTTP", "true"),
        // Those of other programs.
        ("SECRET_ACCESS_KEY", "wrong"),
        ("GOOGLE_BUCKET", "wrong"),
        ("AWS_BUCKET", "wrong"),
    ];
    let storage = ObjectStorage::open(&url, &ObjectOptions::default(), environment(&good));
    runtime
        .block_on(storage.unwrap().check(random.as_ref()))
        .unwrap();

    let wrong = [
        ("AWS_ENDPOINT_URL", "https://127.0.0.1:9"),
        ("AWS_ENDPOINT_URL_S3", "https://127.0.0.1:9"),
        ("AWS_ACCESS_KEY_ID", "nobody"),
        ("AWS_SECRET_ACCESS_KEY", "nothing"),
        ("AWS_SESSION_TOKEN", "of nobody"),
        ("AWS_REGION", "nowhere"),
        ("AWS_VIRTUAL_HOSTED_STYLE_REQUEST", "true"),
    ];
    let options = ObjectOptions {
        path_style: Some(true),
        ..options(&server)
    };
    let storage = ObjectStorage::open(&url, &options, environment(&wrong));
    runtime
        .block_on(storage.unwrap().check(random.as_ref()))
        .unwrap();
    assert_eq!(server.objects(BUCKET), [] as [String; 0]);
}

#[test]
fn a_check_leaves_nothing_and_tells_apart_what_is_wrong() {
    let (server, runtime) = (S3Server::start(), runtime());
    let random = Sequence::new();
    let good = ObjectOptions {
        waits: FEW_RETRIES,
        ..options(&server)
    };
    let check = |options: &ObjectOptions| {
        let checked = runtime.block_on(storage(options).check(random.as_ref()));
        if let Err(error) = &checked {
            let said = format!("{error} {error:?}");
            for hidden in [server.secret_key(), server.access_key(), "Signature="] {
                assert!(!said.contains(hidden), "{said}");
            }
        }
        checked
    };
    let error = check(&good).unwrap_err();
    assert!(
        matches!(error, ObjectStorageError::NoBucket { .. }),
        "{error}"
    );

    server.bucket(BUCKET);
    check(&good).unwrap();
    assert_eq!(server.objects(BUCKET), [] as [String; 0]);

    let mistaken = ObjectOptions {
        secret_access_key: Some("another".into()),
        ..good.clone()
    };
    let error = check(&mistaken).unwrap_err();
    assert!(
        matches!(error, ObjectStorageError::Refused { .. }),
        "{error}"
    );
    let stranger = ObjectOptions {
        access_key_id: Some("another".to_owned()),
        ..good.clone()
    };
    let error = check(&stranger).unwrap_err();
    assert!(
        matches!(error, ObjectStorageError::Refused { .. }),
        "{error}"
    );

    server.set_fault(Fault::Refuse);
    let error = check(&good).unwrap_err();
    assert!(
        matches!(error, ObjectStorageError::Refused { .. }),
        "{error}"
    );
    assert!(error.to_string().contains("403 AccessDenied"), "{error}");
    server.set_fault(Fault::Busy);
    let error = check(&good).unwrap_err();
    assert!(
        matches!(error, ObjectStorageError::TooSlow { .. }),
        "{error}"
    );
    assert!(error.to_string().contains("503 SlowDown"), "{error}");
    server.set_fault(Fault::Slow(std::time::Duration::from_secs(3600)));
    let hasty = ObjectOptions {
        waits: SHORT,
        ..good.clone()
    };
    let error = check(&hasty).unwrap_err();
    assert!(
        matches!(error, ObjectStorageError::TooSlow { .. }),
        "{error}"
    );
    server.set_fault(Fault::Away);
    let error = check(&good).unwrap_err();
    assert!(
        matches!(error, ObjectStorageError::Unreachable { .. }),
        "{error}"
    );
    assert!(error.to_string().contains("Connection refused"), "{error}");
    server.set_fault(Fault::None);
    check(&good).unwrap();
}

#[test]
fn a_prefix_belongs_to_the_installation_that_claimed_it_first() {
    let (server, runtime) = (S3Server::start(), runtime());
    server.bucket(BUCKET);
    let storage = storage(&options(&server));
    let claim = |number| runtime.block_on(storage.claim(Uuid::from_u128(number)));
    claim(1).unwrap();
    claim(1).unwrap();
    let error = claim(2).unwrap_err();
    assert!(matches!(error, ObjectStorageError::OfAnother), "{error}");
    claim(1).unwrap();
}
