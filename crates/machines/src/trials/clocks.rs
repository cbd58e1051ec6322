//! The clocks of copies differ by minutes. Needs libfaketime, which Debian has in a package of that name.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};

use super::Context;
use crate::client::{Client, metric};
use crate::documents;
use crate::key::Key;
use crate::machines::{CopySetup, Machines, Setup};
use crate::patience::until;
use crate::texts;

/// Where Debian puts it, by architecture.
const LIBRARIES: [&str; 2] = [
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
];

/// By how many seconds the clocks of the copies are ahead.
const AHEAD: [i32; 3] = [0, 600, -600];

const PATIENCE: Duration = Duration::from_secs(120);

pub(super) async fn run(context: Context) -> Result<()> {
    let Some(library) = LIBRARIES.into_iter().find(|path| Path::new(path).is_file()) else {
        context.report.skip(
            "copies whose clocks differ",
            "the package libfaketime is not installed; tests of the store try the same with clocks of their own",
        );
        return Ok(());
    };
    let copies = AHEAD.map(|seconds| setup(library, seconds)).to_vec();
    let (machines, key) = Machines::start(&context.program, Setup::of(copies)).await?;
    told(&context, &machines).await?;
    counted_alike(&context, &machines, &key).await?;
    expiry(&context, &machines).await?;
    leases(&context, &machines, &key).await
}

fn setup(library: &str, seconds: i32) -> CopySetup {
    if seconds == 0 {
        return CopySetup::default();
    }
    CopySetup {
        variables: vec![
            ("LD_PRELOAD", library.to_owned()),
            ("FAKETIME", format!("{seconds:+}s")),
            // Only the clock on the wall is wrong, not how long something takes.
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
            ("DONT_FAKE_MONOTONIC", "1".to_owned()),
        ],
        ..CopySetup::default()
    }
}

async fn told(context: &Context, machines: &Machines) -> Result<()> {
    let mut differences = Vec::new();
    for copy in &machines.copies {
        let at = copy.place()?.monitoring;
        differences.push(metric(at, "dragoman_database_clock_ahead_seconds").await?);
    }
    let are_right = differences
        .iter()
        .zip(AHEAD)
        .all(|(difference, ahead)| (difference + f64::from(ahead)).abs() < 2.0);
    context.report.promise(
        are_right,
        "metrics tell by how much a clock is wrong",
        format_args!(
            "clocks ahead by {AHEAD:?} s, the database's ahead of them by {differences:?} s"
        ),
    );
    Ok(())
}

async fn counted_alike(context: &Context, machines: &Machines, key: &Key) -> Result<()> {
    let client = Client::new(key)?;
    let text = texts::text(100);
    for _ in 0..5 {
        for at in machines.directory.interfaces() {
            client.echo(at, &text).await.success()?;
        }
    }
    let mut told = Vec::new();
    for copy in 0..machines.copies.len() {
        told.push(machines.usage(copy, key).await?.account);
    }
    context.report.promise(
        told == [1500; 3],
        "copies with other clocks count alike",
        format_args!("{told:?} of 1500"),
    );
    Ok(())
}

/// A key that expires in five minutes works on all copies, and one that has expired on none.
async fn expiry(context: &Context, machines: &Machines) -> Result<()> {
    let mut statuses = Vec::new();
    for shift in ["300000", "-300000"] {
        let key = machines.program.key("customer", "developer", None).await?;
        // The id that is told names the account as well.
        let id = key.id.rsplit(':').next().unwrap_or_default();
        let expire =
            format!("UPDATE keys SET expires = milliseconds_now() + {shift} WHERE id = '{id}'");
        machines.database.sql(&expire).await?;
        let client = Client::new(&key)?;
        for at in machines.directory.interfaces() {
            let answer = client.echo(at, "The house is green.").await.answer()?;
            statuses.push(answer.status);
        }
    }
    context.report.promise(
        statuses == [200, 200, 200, 403, 403, 403],
        "keys expire by the clock of the database on all copies",
        format_args!("in 5 minutes, and 5 minutes ago: {statuses:?}"),
    );
    Ok(())
}

/// No copy takes a document from another because its own clock says that the lease has ended, and none is kept for less
/// time than all others.
async fn leases(context: &Context, machines: &Machines, key: &Key) -> Result<()> {
    let client = Client::new(key)?;
    let mut sent = Vec::new();
    for number in 0..context.scale.of(9, 60) {
        let interfaces = machines.directory.interfaces();
        let at = interfaces[number % interfaces.len()];
        sent.push((
            at,
            documents::send(&client, at, &texts::document(number, 40)).await?,
        ));
    }
    until("all documents are translated", PATIENCE, async || {
        let waiting = "SELECT count(*) FROM documents WHERE outcome IS DISTINCT FROM 'translated'";
        Ok((machines.database.number(waiting).await? == 0).then_some(()))
    })
    .await
    .context("with clocks that differ")?;
    let again = machines
        .database
        .number("SELECT count(*) FROM documents WHERE attempts > 1")
        .await?;
    let kept = "SELECT count(*) FROM documents WHERE expires NOT BETWEEN
                milliseconds_now() + 86400000 - 120000 AND milliseconds_now() + 86400000 + 5000";
    let kept = machines.database.number(kept).await?;
    context.report.promise(
        again == 0 && kept == 0,
        "documents are taken once and kept equally long, whatever the clocks say",
        format_args!(
            "{} documents, {again} taken again, {kept} kept for another time",
            sent.len()
        ),
    );
    for (at, document) in &sent {
        documents::translation(&client, *at, document, PATIENCE).await?;
    }
    Ok(())
}
