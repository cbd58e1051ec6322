use std::path::Path;

use dragoman_domain::{DocumentId, MemoryId, MemoryJobId, WrappedKey};
use dragoman_store::migration::MigrationError;
use dragoman_store::{Durability, SqliteStore};
use uuid::Uuid;

use crate::support::{Database, Folder};

fn another(error: MigrationError) -> String {
    match error {
        MigrationError::AnotherInstallation { account } => account,
        error => panic!("{error}"),
    }
}

#[tokio::test]
async fn data_of_another_installation_are_not_mixed_with_these() {
    let (folder, database) = (Folder::filled().await, Database::create().await);
    database.execute(
        "INSERT INTO accounts (id, name, plan, features, billing_start, contacts, created)
         VALUES ('00000000-0000-0000-0000-0000000000ff', 'others', 'pro', '', 0, '', 0)",
    );
    assert_eq!(another(database.take(&folder).await.unwrap_err()), "others");
    assert_eq!(database.execute("SELECT count(*) FROM keys"), "0");
    let error = database.give(&folder, &mut |_| {}).await.unwrap_err();
    assert_eq!(another(error), "first");
}

#[tokio::test]
async fn nothing_is_moved_while_servers_work_or_after_they_have() {
    let (folder, database) = (Folder::filled().await, Database::create().await);
    database.take(&folder).await.unwrap();

    let migration = database.begin().await.unwrap();
    database.join().await;
    let serving = MigrationError::Served {
        machines: vec!["web-1".to_owned()],
    };
    assert_eq!(migration.end().await, Err(serving.clone()));
    assert_eq!(database.begin().await.err(), Some(serving.clone()));

    database.execute("UPDATE copies SET lease_end = 0");
    assert_eq!(database.take(&folder).await, Err(MigrationError::WasServed));
    // What servers have left is taken back as it is.
    let back = Folder::empty().await;
    database.give(&back, &mut |_| {}).await.unwrap();

    // One that has come and gone may have changed what was read before.
    let migration = database.begin().await.unwrap();
    database.execute(
        "INSERT INTO copies (machine, version, configuration, answers, workers, started, lease_end)
         VALUES ('web-1', '1', '', true, 1, milliseconds_now(), 0)",
    );
    assert_eq!(migration.end().await, Err(serving));
}

#[tokio::test]
async fn what_is_changed_after_it_was_copied_is_noticed_in_the_end() {
    let (folder, database) = (Folder::filled().await, Database::create().await);
    database.take(&folder).await.unwrap();
    let back = Folder::empty().await;
    let mut databases = back.open().await;
    let mut migration = database.begin().await.unwrap();
    migration
        .from_postgres(&mut databases, &mut |_| {})
        .await
        .unwrap();
    database.execute("UPDATE keys SET deactivated = 1 WHERE label = 'a label'");
    let changed = MigrationError::Changed { table: "keys" };
    assert_eq!(migration.end().await, Err(changed));
}

#[tokio::test]
async fn a_database_that_was_served_without_accounts_takes_a_folder() {
    let (folder, database) = (Folder::filled().await, Database::create().await);
    database.join().await;
    let database = database.reopen().await;
    database.execute("UPDATE copies SET started = 0");
    database.take(&folder).await.unwrap();
}

#[tokio::test]
async fn nobody_changes_a_folder_while_it_is_moved() {
    let folder = Folder::filled().await;
    let mut databases = folder.open().await;
    databases.hold().await.unwrap();
    assert!(folder.try_execute("DELETE FROM style_rules").await.is_err());
    databases.close().await.unwrap();
    folder.try_execute("DELETE FROM style_rules").await.unwrap();
}

#[tokio::test]
async fn what_was_moved_is_one_whole_file() {
    let (folder, database) = (Folder::filled().await, Database::create().await);
    database.take(&folder).await.unwrap();
    let back = Folder::empty().await;
    database.give(&back, &mut |_| {}).await.unwrap();
    let moved = back.main().with_extension("moved");
    std::fs::rename(back.main(), &moved).unwrap();
    assert!(!back.main().with_extension("db-wal").exists());
    let store = SqliteStore::open(&moved, Durability::ProcessCrash)
        .await
        .unwrap();
    store.close().await;
}

#[tokio::test]
async fn the_files_that_belong_to_the_rows_are_told() {
    let folder = Folder::filled().await;
    let mut databases = folder.open().await;
    let documents = databases.documents_with_files(None).await.unwrap();
    let told: Vec<_> = documents
        .iter()
        .map(|document| (document.id, document.key.clone(), document.is_translated))
        .collect();
    let first: DocumentId = "ABCDEF00000000000000000000000001".parse().unwrap();
    assert_eq!(
        told,
        [
            (first, WrappedKey(vec![1, 255]), false),
            (DocumentId(2), WrappedKey(vec![2]), true),
            (DocumentId(4), WrappedKey(vec![6]), true),
        ]
    );
    let rest = databases
        .documents_with_files(documents.last())
        .await
        .unwrap();
    assert!(rest.is_empty());
    let memories = databases.memories_with_files().await.unwrap();
    let told: Vec<_> = memories.iter().map(|memory| memory.id).collect();
    assert_eq!(told, [0xa1, 0xa2].map(|id| MemoryId(Uuid::from_u128(id))));
    let path = "memories/00000000-0000-0000-0000-0000000000a1.db";
    assert_eq!(memories[0].path, Path::new(path));
    let jobs = databases.jobs_with_files().await.unwrap();
    let told: Vec<_> = jobs.iter().map(|job| (job.id, job.has_file)).collect();
    let id = |id| MemoryJobId(Uuid::from_u128(id));
    assert_eq!(told, [(id(0xb2), true), (id(0xb3), false)]);
}
