//! Moving an installation from its folder to a database and an object storage, and back.

mod filled;
mod interruptions;
mod obstacles;
mod shared_place;

use std::fs;

use dragoman_postgres_testing::shared;
use dragoman_s3_testing::S3Server;

use crate::support::Installation;
use filled::Filled;
use shared_place::Place;

/// What moving tells in the end: how many rows and how many files there are, and how many of each are new.
fn told(output: &str) -> [u64; 4] {
    let all = output
        .lines()
        .find(|line| line.starts_with("all "))
        .unwrap();
    let rows: Vec<u64> = all
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    let files = output
        .lines()
        .find(|line| line.starts_with("Files in both places: "))
        .unwrap();
    let files: Vec<u64> = files
        .split(|letter: char| !letter.is_ascii_digit())
        .filter_map(|word| word.parse().ok())
        .collect();
    let (new, kinds) = files.split_last().unwrap();
    [rows[0], rows[1], kinds.iter().sum(), *new]
}

/// A folder without data but with the secrets of another installation.
fn with_secrets_of(installation: &Installation, place: &Place) -> Installation {
    let other = place.reached_from(Installation::new());
    fs::create_dir(other.data()).unwrap();
    for secret in ["hashing.key", "documents.key"] {
        fs::copy(installation.data().join(secret), other.data().join(secret)).unwrap();
    }
    other
}

#[tokio::test]
async fn everything_answers_the_same_where_it_was_moved_and_where_it_was_moved_back() {
    let place = Place::of_folder(shared().create_database());
    let filled = Filled::gated(&place).await;
    let before = filled.before.clone();
    let origin = filled.installation();
    let moved = place.to(origin).await.expect(0);
    let [rows, new_rows, files, new_files] = told(&moved.output);
    assert_eq!((rows, files), (new_rows, new_files), "{moved:?}");
    // Two documents with both files and one with what was sent; a memory; an export.
    assert_eq!(files, 7, "{moved:?}");
    for part in [
        "hashing.key and",
        "documents.key",
        "data.objects to \"file:",
    ] {
        assert!(moved.output.contains(part), "{moved:?}");
    }
    assert!(moved.errors.contains("Reading all rows again"), "{moved:?}");
    let again = place.to(origin).await.expect(0);
    assert_eq!(told(&again.output), [rows, 0, files, 0], "{again:?}");

    let mut machine = with_secrets_of(origin, &place);
    machine.set("data.database", &place.database);
    machine.set("data.objects", &place.objects);
    let server = machine.start().await;
    filled.expect(&before, &machine, &server).await;
    filled.fetch_first(&server).await;
    filled.fetch_unfinished(&server).await;
    let before = filled.seen(&machine, &server).await;
    assert!(
        server.log().lines().all(|line| !line.contains("ERROR")),
        "{}",
        server.log()
    );
    server.stop().await;

    let folder = with_secrets_of(origin, &place);
    let back = place.from(&folder).await.expect(0);
    let [rows, new_rows, files, new_files] = told(&back.output);
    assert_eq!((rows, files), (new_rows, new_files), "{back:?}");
    assert_eq!(files, 4, "{back:?}");
    let server = folder.start().await;
    filled.expect(&before, &folder, &server).await;
    filled.fetch_second(&server).await;
    server.stop().await;
    place.remove();
}

#[tokio::test]
async fn what_s3_keeps_goes_there_and_back() {
    let s3 = S3Server::start();
    let place = Place::of_s3(shared().create_database(), &s3);
    let filled = Filled::without_engine(&place).await;
    let origin = filled.installation();
    place.to(origin).await.expect(0);
    let objects = s3.objects("documents-and-memories");
    // And what says whose they are.
    assert_eq!(objects.len(), 2 + 1, "{objects:?}");
    let mut machine = with_secrets_of(origin, &place);
    machine.set("data.database", &place.database);
    machine.set("data.objects", &place.objects);
    let server = machine.start().await;
    filled.expect(&filled.before, &machine, &server).await;
    server.stop().await;

    let folder = with_secrets_of(origin, &place);
    place.from(&folder).await.expect(0);
    let server = folder.start().await;
    filled.expect(&filled.before, &folder, &server).await;
    server.stop().await;
    place.remove();
}
