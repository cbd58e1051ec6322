use std::fs;

use dragoman_postgres_testing::shared;

use super::shared_place::Place;
use super::with_secrets_of;
use crate::support::Installation;

async fn with_a_key() -> Installation {
    let installation = Installation::without_engine();
    installation.create_key(&["--label", "a key"]).await;
    // With both secrets.
    installation.run(&["memory", "list"]).await.expect(0);
    installation
}

/// Fails unless the command fails with these words.
macro_rules! refused {
    ($outcome:expr, $($part:expr),+) => {{
        let outcome = $outcome.await.expect(1);
        $(assert!(outcome.errors.contains($part), "{outcome:?}");)+
        assert_eq!(outcome.output, "");
    }};
}

#[tokio::test]
async fn nothing_is_moved_while_a_server_works_with_it() {
    let place = Place::of_folder(shared().create_database());
    let installation = with_a_key().await;
    let server = installation.start().await;
    refused!(
        place.to(&installation),
        "another server uses the data folder",
        "stop it"
    );
    server.stop().await;
    place.to(&installation).await.expect(0);

    let mut machine = with_secrets_of(&installation, &place);
    machine.set("data.database", &place.database);
    machine.set("data.objects", &place.objects);
    let server = machine.start().await;
    let folder = with_secrets_of(&installation, &place);
    refused!(
        place.to(&installation),
        "servers work with the database",
        "stop all of them"
    );
    refused!(
        place.from(&folder),
        "servers work with the database",
        "stop all of them"
    );
    server.stop().await;
    refused!(
        place.to(&installation),
        "servers have worked",
        "name an empty database"
    );
    place.from(&folder).await.expect(0);
    refused!(place.from(&folder), "is not empty", "dragoman.db");
    place.remove();
}

#[tokio::test]
async fn a_row_that_was_changed_is_found_and_its_table_named() {
    let place = Place::of_folder(shared().create_database());
    let installation = with_a_key().await;
    place.to(&installation).await.expect(0);
    place.execute("UPDATE keys SET label = 'another key'");
    refused!(
        place.to(&installation),
        "in the tables keys (1 rows to be copied, 1 there)",
        "begin anew"
    );
    place.execute("UPDATE keys SET label = 'a key'; DELETE FROM audit_log");
    place.to(&installation).await.expect(0);

    let folder = with_secrets_of(&installation, &place);
    place.from(&folder).await.expect(0);
    // As if it had not been finished, and somebody had meddled with it.
    fs::rename(
        folder.data().join("dragoman.db"),
        folder.data().join("dragoman.db.moving"),
    )
    .unwrap();
    place.execute("UPDATE audit_log SET details = 'something else' WHERE id = (SELECT min(id) FROM audit_log)");
    refused!(place.from(&folder), "in the tables audit_log", "begin anew");
    assert!(!folder.data().join("dragoman.db").exists());
    place.remove();
}

#[tokio::test]
async fn data_and_secrets_of_others_stay_apart() {
    let place = Place::of_folder(shared().create_database());
    let (installation, other) = (with_a_key().await, with_a_key().await);
    let empty = Installation::without_engine();
    refused!(
        place.from(&with_secrets_of(&installation, &place)),
        "no data of Dragoman"
    );
    fs::create_dir(empty.data()).unwrap();
    refused!(place.to(&empty), "no data that could be moved");
    place.to(&installation).await.expect(0);
    refused!(
        place.to(&other),
        "data of another installation",
        "Nothing was changed"
    );

    refused!(place.from(&empty), "hashing.key is missing", "Copy it");
    refused!(
        place.from(&with_secrets_of(&other, &place)),
        "hashing.key and",
        "are not the same"
    );
    let copied = with_secrets_of(&installation, &place);
    fs::write(copied.data().join("notes.txt"), "").unwrap();
    refused!(place.from(&copied), "is not empty", "notes.txt");
    let no_file = place.execute("SELECT count(*) FROM accounts");
    assert_eq!(no_file, "1");
    place.remove();
}

#[tokio::test]
async fn files_that_were_missing_before_are_named_and_all_else_is_moved() {
    let place = Place::of_folder(shared().create_database());
    let installation = with_a_key().await;
    let tmx = "<tmx version=\"1.4\"><header srclang=\"en\" datatype=\"plaintext\"/><body><tu>
        <tuv xml:lang=\"en\"><seg>House</seg></tuv><tuv xml:lang=\"es\"><seg>Casa</seg></tuv></tu></body></tmx>";
    fs::write(installation.root().join("house.tmx"), tmx).unwrap();
    installation
        .run(&["memory", "import", "house.tmx"])
        .await
        .expect(0);
    fs::remove_dir_all(installation.data().join("memories")).unwrap();
    let moved = place.to(&installation).await.expect(1);
    assert!(
        moved
            .errors
            .contains("It was missing before: the content of the translation memory"),
        "{moved:?}"
    );
    assert!(moved.output.contains("digests agree"), "{moved:?}");
    place.remove();
}

#[tokio::test]
async fn a_wrong_command_line_is_refused_without_its_password() {
    let installation = Installation::without_engine();
    for arguments in [
        &["migrate", "--objects", "file:///x"][..],
        &[
            "migrate",
            "--to",
            "mysql://user:hidden@host/x",
            "--objects",
            "file:///x",
        ],
        &[
            "migrate",
            "--to",
            "postgres://a",
            "--from",
            "postgres://b",
            "--objects",
            "file:///x",
        ],
        &["migrate", "--to", "postgres://user:hidden@host/x"],
    ] {
        let outcome = installation.run(arguments).await.expect(2);
        assert!(!outcome.errors.contains("hidden"), "{outcome:?}");
    }
    fs::create_dir(installation.data()).unwrap();
    let unreachable = [
        "migrate",
        "--from",
        "postgres://user:hidden@127.0.0.1:1/x",
        "--objects",
        "file:///x",
    ];
    let outcome = installation.run(&unreachable).await.expect(1);
    assert!(
        outcome.errors.contains("the database cannot be reached"),
        "{outcome:?}"
    );
    assert!(!outcome.errors.contains("hidden"), "{outcome:?}");
}
