//! Copies that do not agree: with other secrets one does not start, configured otherwise it does and says so. Those that
//! agree may all start at once.

use std::fs;
use std::time::Duration;

use anyhow::{Context as _, Result};
use futures_util::future::join_all;

use super::Context;
use crate::client::metric;
use crate::machines::{Copy, CopySetup, Machines, Setup};
use crate::patience::until;

const PATIENCE: Duration = Duration::from_secs(30);

const DIFFERING: &str = "dragoman_copies_configured_otherwise";

pub(super) async fn run(context: Context) -> Result<()> {
    at_once(&context).await?;
    let (mut machines, _) = Machines::start(&context.program, Setup::copies(1)).await?;
    other_secrets(&context, &mut machines).await?;
    other_database(&context, &mut machines).await?;
    other_configuration(&context, &mut machines).await
}

/// All copies find a database without a schema, and no secrets.
async fn at_once(context: &Context) -> Result<()> {
    for round in 0..context.scale.of(1, 10) {
        let mut machines = Machines::prepare(&context.program, Setup::copies(3)).await?;
        let started = join_all(machines.copies.iter_mut().map(Copy::start)).await;
        let errors: Vec<String> = started
            .into_iter()
            .filter_map(Result::err)
            .map(|error| format!("{error:#}"))
            .collect();
        let accounts = machines
            .database
            .number("SELECT count(*) FROM accounts")
            .await?;
        let keys = machines
            .database
            .number("SELECT count(*) FROM keys")
            .await?;
        context.report.promise(
            errors.is_empty(),
            "three copies that start at the same time on a database without a schema all serve",
            format_args!(
                "round {round}: {} fail {errors:?}; {accounts} accounts, {keys} keys",
                errors.len()
            ),
        );
    }
    Ok(())
}

async fn other_secrets(context: &Context, machines: &mut Machines) -> Result<()> {
    let folder = machines.program.folder.join("other-secrets");
    fs::create_dir_all(&folder)?;
    let folder = folder.to_str().context("a path is no text")?.to_owned();
    let setup = CopySetup::with("DRAGOMAN_DATA__SECRETS_FOLDER", folder.as_str());
    let copy = machines.add(setup);
    let missing = machines.copies[copy].refusal().await?;
    let says = |refusal: &Option<String>, word: &str| {
        refusal.as_ref().is_some_and(|words| words.contains(word))
    };
    context.report.promise(
        says(&missing, "is missing"),
        "a copy without the secrets of the others does not start and says so",
        format_args!("{missing:?}"),
    );
    let made: Vec<_> = fs::read_dir(&folder)?.collect();
    context.report.promise(
        made.is_empty(),
        "and makes none",
        format_args!("{} files", made.len()),
    );
    for entry in fs::read_dir(machines.program.folder.join("secrets"))? {
        let entry = entry?;
        let mut secret = fs::read(entry.path())?;
        // Of the same length.
        if let Some(byte) = secret.first_mut() {
            *byte ^= 1;
        }
        let place = std::path::Path::new(&folder).join(entry.file_name());
        fs::copy(entry.path(), &place)?;
        fs::write(place, secret)?;
    }
    let other = machines.copies[copy].refusal().await?;
    context.report.promise(
        says(&other, "are not the same"),
        "a copy with other secrets does not start and says so",
        format_args!("{other:?}"),
    );
    Ok(())
}

/// With another database it would take the files of all documents for abandoned ones.
async fn other_database(context: &Context, machines: &mut Machines) -> Result<()> {
    let other = machines.database.another().await?;
    let copy = machines.add(CopySetup::with("DRAGOMAN_DATA__DATABASE", other.url()));
    let refusal = machines.copies[copy].refusal().await?;
    context.report.promise(
        refusal
            .as_ref()
            .is_some_and(|words| words.contains("another installation")),
        "a copy with another database and the same object storage does not start and says so",
        format_args!("{refusal:?}"),
    );
    Ok(())
}

async fn other_configuration(context: &Context, machines: &mut Machines) -> Result<()> {
    let first = machines.copies[0].place()?.monitoring;
    let before = metric(first, DIFFERING).await?;
    let copy = machines.add(CopySetup::with("DRAGOMAN_DOCUMENTS__RETENTION_HOURS", "7"));
    machines.copies[copy].start().await?;
    let second = machines.copies[copy].place()?.monitoring;
    let seen = until(
        "copies notice that they are configured otherwise",
        PATIENCE,
        async || {
            let values = (
                metric(first, DIFFERING).await?,
                metric(second, DIFFERING).await?,
            );
            Ok((values == (1.0, 1.0)).then_some(()))
        },
    )
    .await;
    let warns =
        |copy: &Copy| Ok::<_, anyhow::Error>(copy.log()?.contains("are configured otherwise"));
    let warned = [warns(&machines.copies[0])?, warns(&machines.copies[copy])?];
    context.report.promise(
        seen.is_ok() && before == 0.0 && warned == [true, true],
        "copies that are configured otherwise are told by metrics and in the log",
        format_args!(
            "metrics {}, logs {warned:?}",
            if seen.is_ok() { "1 and 1" } else { "not" }
        ),
    );
    machines.copies[copy].stop().await?;
    let gone = until(
        "and notice that they are not any more",
        PATIENCE,
        async || Ok((metric(first, DIFFERING).await? == 0.0).then_some(())),
    )
    .await;
    context
        .report
        .promise(gone.is_ok(), "and not once they are gone", gone.is_ok());
    Ok(())
}
