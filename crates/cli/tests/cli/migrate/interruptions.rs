use std::process::Stdio;

use dragoman_postgres_testing::shared;
use dragoman_s3_testing::{Fault, S3Server};
use tokio::process::Command;

use super::filled::Filled;
use super::shared_place::{Locked, Place};
use super::{told, with_secrets_of};

/// Runs a command until it wants something of a table, and kills it then.
async fn kill_at_table(place: &Place, table: &str, mut command: Command) {
    let locked = Locked::table(place, table).await;
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut killed = command.spawn().unwrap();
    locked.until_somebody_waits().await;
    killed.kill().await.unwrap();
    locked.release();
}

#[tokio::test]
async fn a_move_that_was_killed_or_refused_goes_on_where_it_was() {
    let s3 = S3Server::start();
    let place = Place::of_s3(shared().create_database(), &s3);
    let filled = Filled::without_engine(&place).await;
    let origin = filled.installation();
    // The schema, without which no table can be locked, and nothing else.
    let mut machine = with_secrets_of(origin, &place);
    machine.set("data.database", &place.database);
    machine.set("data.objects", &place.objects);
    machine.run(&["keys", "list"]).await.expect(0);

    kill_at_table(&place, "glossaries", place.command_to(origin)).await;
    assert_eq!(place.execute("SELECT count(*) FROM keys"), "2");

    let locked = Locked::table(&place, "memory_jobs").await;
    let refusing = async {
        locked.until_somebody_waits().await;
        // All rows will be there, and no file.
        s3.set_fault(Fault::Refuse);
        locked.release();
    };
    let (refused, ()) = tokio::join!(place.to(origin), refusing);
    let refused = refused.expect(1);
    for part in ["the same command goes on", "translation memory", "refuses"] {
        assert!(refused.errors.contains(part), "{refused:?}");
    }
    s3.set_fault(Fault::None);
    let moved = place.to(origin).await.expect(0);
    let [rows, new_rows, files, new_files] = told(&moved.output);
    assert!(rows > 5 && new_rows == 0, "{moved:?}");
    assert_eq!((files, new_files), (2, 2), "{moved:?}");
    let server = machine.start().await;
    filled.expect(&filled.before, &machine, &server).await;
    server.stop().await;
    place.remove();
}

#[tokio::test]
async fn a_way_back_that_was_killed_or_refused_goes_on_where_it_was() {
    let s3 = S3Server::start();
    let place = Place::of_s3(shared().create_database(), &s3);
    let filled = Filled::without_engine(&place).await;
    let origin = filled.installation();
    let moved = place.to(origin).await.expect(0);
    let [rows, ..] = told(&moved.output);

    let folder = with_secrets_of(origin, &place);
    kill_at_table(&place, "style_lists", place.command_from(&folder)).await;
    let unfinished = folder.run(&["keys", "list"]).await.expect(1);
    assert!(unfinished.errors.contains("interrupted"), "{unfinished:?}");
    s3.set_fault(Fault::Refuse);
    let refused = place.from(&folder).await.expect(1);
    let said = "the same command goes on";
    assert!(refused.errors.contains(said), "{refused:?}");
    s3.set_fault(Fault::None);
    // What is there is not what was kept, and is written anew.
    let contents = s3.objects("documents-and-memories");
    let content = contents.iter().find(|key| key.starts_with("memories/"));
    let content = folder.data().join(format!("{}.db", content.unwrap()));
    std::fs::write(content, "damaged").unwrap();
    let back = place.from(&folder).await.expect(0);
    let [rows_back, new_rows, files, new_files] = told(&back.output);
    assert_eq!((rows_back, new_rows), (rows, 0), "{back:?}");
    assert_eq!((files, new_files), (2, 2), "{back:?}");
    let server = folder.start().await;
    filled.expect(&filled.before, &folder, &server).await;
    server.stop().await;
    place.remove();
}
