//! Encrypted connections.

use std::sync::Arc;

use dragoman_domain::AccountStore;
use dragoman_postgres_testing::{Cluster, ClusterOptions};
use dragoman_store::{PostgresOptions, PostgresStore};

use super::opening::refusal;
use crate::harness::postgres::{copy, options};
use crate::ledger::consume;
use crate::{Ports, account, entry, key};

#[tokio::test]
async fn whoever_names_the_right_authority_is_served_over_encrypted_connections_only() {
    let (cluster, other) = (Cluster::start_with_tls(), Cluster::start_with_tls());
    let url = cluster.create_database();
    let verified = PostgresOptions {
        certificate_authority: Some(cluster.ca_file()),
        ..options(&format!("{url}?sslmode=verify-full"))
    };
    let store = PostgresStore::open(&verified).await.unwrap();
    store.join(copy("machine")).await.unwrap();
    let account = account(1);
    let (key, digest) = key(&account, 1);
    let entry = entry(account.id);
    store.create_account(&account, &entry).await.unwrap();
    store
        .create_key(&key, &digest, None, 9, &entry)
        .await
        .unwrap();
    assert!(store.key_by_digest(&digest).await.unwrap().is_some());
    let store: Arc<dyn Ports> = Arc::new(store);
    consume(&store, &key, 1).await.unwrap();
    let of_store =
        "FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'dragoman'";
    let open = cluster.execute(&url, &format!("SELECT count(*) {of_store} AND NOT ssl"));
    assert_eq!(open, "0");
    let encrypted = cluster.execute(&url, &format!("SELECT count(*) >= 4 {of_store}"));
    assert_eq!(encrypted, "t");

    let wrong_authority = PostgresOptions {
        certificate_authority: Some(other.ca_file()),
        ..verified.clone()
    };
    let reason = refusal(&wrong_authority).await;
    assert!(reason.contains("certificate"), "{reason}");
    let no_authority = PostgresOptions {
        certificate_authority: None,
        ..verified.clone()
    };
    let reason = refusal(&no_authority).await;
    assert!(reason.contains("certificate"), "{reason}");
    let no_file = PostgresOptions {
        certificate_authority: Some("/no/such/file.pem".into()),
        ..verified
    };
    let reason = refusal(&no_file).await;
    assert!(reason.contains("No such file"), "{reason}");
    let not_encrypted = options(&format!("{url}?sslmode=disable"));
    let reason = refusal(&not_encrypted).await;
    assert!(reason.contains("no encryption"), "{reason}");
}

#[tokio::test]
async fn a_server_with_a_certificate_for_another_name_is_refused() {
    let cluster = Cluster::start_from(&ClusterOptions {
        tls: true,
        certified_names: vec!["database.example.org".to_owned()],
        ..ClusterOptions::default()
    });
    let url = cluster.url("postgres");
    let with = |mode: &str| PostgresOptions {
        certificate_authority: Some(cluster.ca_file()),
        ..options(&format!("{url}?sslmode={mode}"))
    };
    let reason = refusal(&with("verify-full")).await;
    assert!(reason.contains("certificate"), "{reason}");
    PostgresStore::open(&with("verify-ca")).await.unwrap();
}
