use dragoman_store::migration::{MigrationError, MigrationStep};
use tokio::sync::oneshot;

use crate::support::{Database, Folder, added, differing};

/// Many rows in one table.
async fn with_many_rows() -> Folder {
    let folder = Folder::filled().await;
    folder
        .execute(
            "INSERT INTO daily_usage
             WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4000)
             SELECT '00000000-0000-0000-0000-00000000000a', 21000 + n, '00000000-0000-0000-0000-0000000000c1',
                    'text_translation', n FROM numbers",
        )
        .await;
    folder
}

#[tokio::test]
async fn a_run_that_fails_names_the_table_and_the_next_one_goes_on() {
    let (folder, database) = (Folder::filled().await, Database::create().await);
    database.execute(
        "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'no room on the disk'; END $$;
         CREATE TRIGGER fail BEFORE INSERT ON documents FOR EACH STATEMENT EXECUTE FUNCTION fail()",
    );
    let error = database.take(&folder).await.unwrap_err();
    let said = error.to_string();
    assert!(
        said.contains("documents") && said.contains("no room"),
        "{said}"
    );
    let before: u64 = database
        .execute("SELECT count(*) FROM keys")
        .parse()
        .unwrap();
    assert_eq!(before, 3);

    database.execute("DROP TRIGGER fail ON documents");
    let reports = database.take(&folder).await.unwrap();
    assert_eq!(differing(&reports), [""; 0]);
    let by_table = |name| {
        reports
            .iter()
            .find(|report| report.table == name)
            .unwrap()
            .added
    };
    assert_eq!((by_table("keys"), by_table("documents")), (0, 4));
}

/// Breaks a move off when a table has begun, and gives the rows that are there by then.
macro_rules! interrupted_in {
    ($table:literal, $observer:ident => $moved:expr) => {{
        let (stop, stopped) = oneshot::channel();
        let mut stop = Some(stop);
        let mut observe = |step| {
            if let MigrationStep::Copied {
                table: $table,
                rows,
                all,
            } = step
                && rows < all
                && let Some(stop) = stop.take()
            {
                stop.send(rows).unwrap();
            }
        };
        let $observer = &mut observe as &mut dyn FnMut(MigrationStep);
        tokio::select! {
            biased;
            rows = stopped => rows.unwrap(),
            _ = $moved => panic!("it was not interrupted"),
        }
    }};
}

#[tokio::test]
async fn what_was_broken_off_in_the_middle_of_a_table_goes_on_in_both_directions() {
    let (folder, database) = (with_many_rows().await, Database::create().await);
    let mut databases = folder.open().await;
    let mut migration = database.begin().await.unwrap();
    let rows =
        interrupted_in!("daily_usage", observer => migration.to_postgres(&mut databases, observer));
    assert_eq!(rows, 1000);
    drop((databases, migration));
    let reports = database.take(&folder).await.unwrap();
    assert_eq!(differing(&reports), [""; 0]);
    let usage = reports
        .iter()
        .find(|report| report.table == "daily_usage")
        .unwrap();
    // What was under way when it was broken off may have been done or not.
    assert!([2003, 3003].contains(&usage.added), "{usage:?}");

    let back = Folder::empty().await;
    interrupted_in!("daily_usage", observer => database.give(&back, observer));
    let reports = database.give(&back, &mut |_| {}).await.unwrap();
    assert_eq!(differing(&reports), [""; 0]);
    assert!(added(&reports) < reports.iter().map(|report| report.rows).sum());
    assert_eq!(
        back.rows().await.len(),
        folder.rows().await.len(),
        "every row is there once"
    );
}

#[tokio::test]
async fn a_database_that_goes_away_fails_the_run() {
    let (folder, database) = (Folder::filled().await, Database::create().await);
    let mut databases = folder.open().await;
    let mut migration = database.begin().await.unwrap();
    database.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    let moved = migration.to_postgres(&mut databases, &mut |_| {}).await;
    assert!(
        matches!(moved, Err(MigrationError::Store { table: Some(_), .. })),
        "{moved:?}"
    );
}
