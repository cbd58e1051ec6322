//! A database of the version before accounts had features and counts had days.

use std::path::Path;
use std::str::FromStr;

use dragoman_domain::{
    AccountStore, Feature, KeyKind, Plan, UsageLedger, UsageOwner, UsagePeriod, day_of,
};
use dragoman_store::{Database, Durability, SqliteMemories, SqliteStore};
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};

use crate::{day, time};

#[tokio::test]
async fn what_older_versions_kept_is_there_after_the_upgrade() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("old.db");
    let mut connection = SqliteConnectOptions::from_str(file.to_str().unwrap())
        .unwrap()
        .create_if_missing(true)
        .connect()
        .await
        .unwrap();
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations-sqlite");
    let mut old = Migrator::new(files).await.unwrap();
    old.migrations
        .to_mut()
        .retain(|migration| migration.version < 5);
    Migrator::run_direct(&old, None, &mut connection, false)
        .await
        .unwrap();
    connection
        .execute(
            "INSERT INTO accounts VALUES
                 ('00000000-0000-0000-0000-000000000001', 'old free', 'free', 500, 1, 1767225601000),
                 ('00000000-0000-0000-0000-000000000002', 'old pro', 'pro', NULL, 0, 1778401800250);
             INSERT INTO keys VALUES
                 ('11110000-0000-0000-0000-000000002222', '00000000-0000-0000-0000-000000000002',
                  'developer', 'old key', NULL, 9, zeroblob(32), 1778401800250, NULL),
                 ('33330000-0000-0000-0000-000000004444', '00000000-0000-0000-0000-000000000001',
                  'admin', 'old admin key', NULL, NULL, x'0101010101010101010101010101010101010101010101010101010101010101', 1778401800250, NULL);
             INSERT INTO usage VALUES
                 ('00000000-0000-0000-0000-000000000002', 1778401800250,
                  '11110000-0000-0000-0000-000000002222', 'text_translation', 7),
                 ('00000000-0000-0000-0000-000000000002', 1781080200250,
                  '11110000-0000-0000-0000-000000002222', 'text_translation', 5);",
        )
        .await
        .unwrap();
    connection.close().await.unwrap();

    let store = SqliteStore::open(&file, Durability::ProcessCrash)
        .await
        .unwrap();
    let [free, pro] = store.accounts().await.unwrap().try_into().unwrap();
    assert_eq!((free.plan, free.character_limit), (Plan::Free, Some(500)));
    assert!(free.has(Feature::Detection) && !free.has(Feature::StyleRules));
    assert_eq!(free.billing_start, day("2026-01-01"));
    assert!(!pro.has(Feature::Detection) && pro.has(Feature::StyleRules));
    let [key] = store.keys(Some(pro.id)).await.unwrap().try_into().unwrap();
    let [admin] = store.keys(Some(free.id)).await.unwrap().try_into().unwrap();
    assert_eq!((key.kind, admin.kind), (KeyKind::Developer, KeyKind::Admin));
    assert_eq!(key.mask, "****");
    assert_eq!(key.limits.characters, Some(9));
    // The period of "2026-05-10T08:30:00.25Z" has begun at the beginning of that day instead.
    for (now, characters) in [("2026-06-09T23:59:59Z", 7), ("2026-06-10T00:00:00Z", 5)] {
        let owner = UsageOwner {
            key: key.id,
            period: UsagePeriod::containing(day_of(time(now)), pro.billing_start),
        };
        assert_eq!(store.usage(&owner).await.unwrap().key.total(), characters);
    }
}

/// Does to a database what a newer version of the program does that changes it.
async fn change_as_a_newer_version_does(file: &Path) {
    let mut connection = SqliteConnectOptions::from_str(file.to_str().unwrap())
        .unwrap()
        .connect()
        .await
        .unwrap();
    connection
        .execute(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
             VALUES (9999, 'of a newer version', TRUE, zeroblob(48), 1)",
        )
        .await
        .unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("main.db");
    let open = async || SqliteStore::open(&file, Durability::ProcessCrash).await;
    open().await.unwrap().close().await;
    change_as_a_newer_version_does(&file).await;
    let memories = async || SqliteMemories::open(folder.path(), Durability::ProcessCrash).await;
    memories().await.unwrap().close().await;
    change_as_a_newer_version_does(&folder.path().join(Database::Memories.file())).await;
    for error in [
        open().await.map(drop).unwrap_err(),
        memories().await.map(drop).unwrap_err(),
    ] {
        let error = error.to_string();
        assert!(error.contains("a newer version of Dragoman"), "{error}");
        assert!(error.contains("restore the backup"), "{error}");
    }
}
