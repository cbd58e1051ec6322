use crate::support::{Database, Folder, added, differing};

/// Fails unless two folders have the same rows.
async fn expect_same(one: &Folder, other: &Folder) {
    let (one, other) = (one.rows().await, other.rows().await);
    assert_eq!(one.len(), other.len());
    for (one, other) in one.iter().zip(&other) {
        assert_eq!(one, other);
    }
}

#[tokio::test]
async fn every_row_comes_into_the_database_and_back() {
    let (folder, database) = (Folder::filled().await, Database::create().await);
    let reports = database.take(&folder).await.unwrap();
    assert_eq!(differing(&reports), [""; 0]);
    for report in &reports {
        assert!(report.rows > 0, "{report:?}");
        assert_eq!(
            (report.rows, report.rows),
            (report.rows_there, report.added)
        );
    }

    let back = Folder::empty().await;
    let reports = database.give(&back, &mut |_| {}).await.unwrap();
    assert_eq!(differing(&reports), [""; 0]);
    folder.forget_work().await;
    expect_same(&folder, &back).await;
}

#[tokio::test]
async fn what_follows_from_the_rows_is_made() {
    let (folder, database) = (Folder::filled().await, Database::create().await);
    database.take(&folder).await.unwrap();
    let sums = "SELECT day, characters FROM daily_account_usage ORDER BY day";
    assert_eq!(database.execute(sums), "20000|42\n20001|9000000000");
    let work =
        "SELECT count(*) FROM documents WHERE lease_token IS NOT NULL OR billing IS NOT NULL";
    assert_eq!(database.execute(work), "0");
    let notices = "SELECT count(*) FROM limit_notices WHERE taken_by IS NOT NULL";
    assert_eq!(database.execute(notices), "0");
    for (table, next) in [
        ("audit_log", 8),
        ("limit_notices", 5),
        ("glossaries", 6),
        ("dictionaries", 13),
        ("style_lists", 5),
        ("custom_instructions", 9),
        ("documents", 22),
        ("memories", 7),
    ] {
        let column = if ["audit_log", "limit_notices"].contains(&table) {
            "id"
        } else {
            "number"
        };
        let number = format!("SELECT nextval(pg_get_serial_sequence('{table}', '{column}'))");
        assert_eq!(database.execute(&number), next.to_string(), "{table}");
    }
    let turn = "SELECT nextval('document_turn_numbers')";
    assert_eq!(database.execute(turn), "41");
}

#[tokio::test]
async fn a_folder_without_rows_leaves_a_database_that_numbers_from_the_beginning() {
    let (folder, database) = (Folder::empty().await, Database::create().await);
    let reports = database.take(&folder).await.unwrap();
    assert_eq!((differing(&reports).len(), added(&reports)), (0, 0));
    let next = "SELECT nextval(pg_get_serial_sequence('documents', 'number')), nextval('document_turn_numbers')";
    assert_eq!(database.execute(next), "1|1");
}

#[tokio::test]
async fn rows_of_many_pages_are_all_there_whatever_order_a_database_has() {
    let (folder, database) = (Folder::filled().await, Database::create().await);
    // More than a page on one day, and texts in keys that databases order in different ways.
    folder
        .execute(
            "INSERT INTO tagged_usage
             WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500)
             SELECT '00000000-0000-0000-0000-00000000000a', 20002 + n / 2000,
                    substr('aAbBäÄ_-1 ', 1 + n % 10, 1) || n, 'text_translation', n FROM numbers",
        )
        .await;
    folder
        .execute_in_memories(
            "INSERT INTO uses
             WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000)
             SELECT 6, n, substr('dDeE_-', 1 + n % 6, 1), n FROM numbers",
        )
        .await;
    let reports = database.take(&folder).await.unwrap();
    assert_eq!(differing(&reports), [""; 0]);
    assert_eq!(
        database.execute("SELECT count(*) FROM tagged_usage"),
        "2502"
    );
    assert_eq!(database.execute("SELECT count(*) FROM memory_uses"), "2003");

    let back = Folder::empty().await;
    assert_eq!(
        differing(&database.give(&back, &mut |_| {}).await.unwrap()),
        [""; 0]
    );
    folder.forget_work().await;
    expect_same(&folder, &back).await;
}

#[tokio::test]
async fn a_row_that_is_another_in_the_target_is_found_with_its_table() {
    let (folder, database) = (Folder::filled().await, Database::create().await);
    database.take(&folder).await.unwrap();
    database.execute("UPDATE keys SET label = 'another label' WHERE label = 'a label'");
    database
        .execute("UPDATE dictionaries SET entries = left(entries, -1) || 'x' WHERE number = 12");
    let reports = database.take(&folder).await.unwrap();
    assert_eq!(differing(&reports), ["keys", "dictionaries"]);
    assert_eq!(added(&reports), 0);
    database.execute("DELETE FROM memory_uses");
    let reports = database.take(&folder).await.unwrap();
    assert_eq!(added(&reports), 3, "what is missing is added");
    database.execute("INSERT INTO memory_uses VALUES (3, 7, 'de', 1)");
    let reports = database.take(&folder).await.unwrap();
    assert_eq!(differing(&reports), ["keys", "dictionaries", "memory_uses"]);
}
