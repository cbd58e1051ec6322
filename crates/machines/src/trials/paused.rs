//! A copy is stopped for longer than its leases hold. Others take over what it was at; when it goes on, it finishes
//! nothing of that.

use std::time::Duration;

use anyhow::{Context as _, Result};
use futures_util::future::join_all;
use tokio::time::{Instant, sleep};

use super::{Context, Scale};
use crate::client::{Client, Fate, Handle};
use crate::documents;
use crate::key::Key;
use crate::machines::{CopySetup, Machines, Setup};
use crate::patience::until;
use crate::report::seconds;
use crate::texts;

/// The copy that is stopped, and the one that takes over.
const STOPPED: usize = 0;
const OTHER: usize = 1;

/// Requests that are in progress when it is stopped, and their characters: enough to be at work on for a while.
const REQUESTS: usize = 8;
const CHARACTERS: usize = 20_000;

/// Sentences of a document that takes a while.
const SENTENCES: usize = 4_000;

/// How long a lease of a copy and one of a document hold, and a little more.
const LEASES: Duration = Duration::from_secs(62);

const PATIENCE: Duration = Duration::from_secs(240);

pub(super) async fn run(context: Context) -> Result<()> {
    let copies = vec![CopySetup::default(), CopySetup::role("interface")];
    let (mut machines, key) = Machines::start(&context.program, Setup::of(copies)).await?;
    let client = Client::new(&key)?;
    let sentences = context.scale.of(SENTENCES / 4, SENTENCES);
    let text = texts::document(3, sentences);
    let there = machines.copies[OTHER].interface()?;
    let expected = documents::send(&client, there, &text).await?;
    let (expected, characters) =
        documents::translation(&client, there, &expected, PATIENCE).await?;

    let document = documents::send(&client, there, &text).await?;
    until_leased(&machines, 1).await?;
    let texts = begin_texts(&machines, &key)?;
    until("texts are in progress", PATIENCE, async || {
        Ok((machines.set_aside().await? > 0).then_some(()))
    })
    .await?;
    machines.copies[STOPPED].pause()?;
    let set_aside = machines.set_aside().await?;
    end_leases(&machines, context.scale).await?;
    let worker = machines.add(CopySetup::role("worker"));
    machines.copies[worker].start().await?;
    let (translation, _) = documents::translation(&client, there, &document, PATIENCE).await?;
    let void = machines.set_aside().await?;
    machines.copies[STOPPED].resume()?;
    let woken = Instant::now();
    let ends: Vec<Fate> = texts.await?;

    let report = &context.report;
    report.promise(
        translation == expected,
        "a document of a copy that is stopped is taken over and comes back right",
        format_args!("{} bytes, {characters} characters", translation.len()),
    );
    report.promise(
        set_aside > 0 && void == 0,
        "what a copy without a lease had set aside is void",
        format_args!("{set_aside} characters before, {void} afterwards"),
    );
    judge_texts(&context, &machines, set_aside, &ends, woken.elapsed()).await?;
    judge_document(&context, &machines, &client, &document, 2 * characters).await?;
    judge_afterwards(&context, &machines, &client).await
}

async fn until_leased(machines: &Machines, number: u64) -> Result<()> {
    until("a document is being translated", PATIENCE, async || {
        let leased = "SELECT count(*) FROM documents WHERE lease_token IS NOT NULL";
        Ok((machines.database.number(leased).await? == number).then_some(()))
    })
    .await
}

/// Sends texts to the copy that will be stopped, all at once.
fn begin_texts(
    machines: &Machines,
    key: &Key,
) -> Result<impl Future<Output = Result<Vec<Fate>>> + use<>> {
    let at = machines.copies[STOPPED].interface()?;
    let mut requests = Vec::new();
    for _ in 0..REQUESTS {
        let client = Client::new(key)?;
        let text = texts::text(CHARACTERS);
        requests.push(tokio::spawn(
            async move { client.translate(at, &text).await },
        ));
    }
    Ok(async move {
        let ends = join_all(requests).await.into_iter();
        ends.collect::<Result<_, _>>().context("a client failed")
    })
}

/// Waits until all leases of the stopped copy have ended, or ends them.
async fn end_leases(machines: &Machines, scale: Scale) -> Result<()> {
    match scale {
        Scale::Long => sleep(LEASES).await,
        Scale::Short => {
            let end = "UPDATE copies SET lease_end = 0 WHERE workers > 0;
                       UPDATE documents SET lease_end = 0 WHERE lease_token IS NOT NULL";
            machines.database.sql(end).await?;
        }
    }
    Ok(())
}

/// Of the requests, those for which something was set aside when the copy was stopped must fail. The others, which it had not
/// come to, may be served when it goes on.
async fn judge_texts(
    context: &Context,
    machines: &Machines,
    set_aside: u64,
    ends: &[Fate],
    took: Duration,
) -> Result<()> {
    let is_delivered = |end: &Fate| matches!(end, Fate::Answered(answer) if answer.status == 200);
    let characters = |requests: usize| (requests * CHARACTERS) as u64;
    let delivered = ends.iter().filter(|end| is_delivered(end)).count();
    let failed = characters(ends.len() - delivered);
    let delivered = characters(delivered);
    let counted = machines
        .counted("customer", Some("text_translation"))
        .await?;
    let words: Vec<_> = ends.iter().map(Fate::word).collect();
    context.report.promise(
        failed >= set_aside && delivered == counted,
        "requests that were in progress end with an error and are not counted",
        format_args!(
            "{words:?} within {} of going on; set aside {set_aside}, failed {failed}, delivered {delivered}, counted {counted}",
            seconds(took)
        ),
    );
    let is_proper = |end: &Fate| match end {
        Fate::Answered(answer) => answer.is_unavailable() || answer.status == 504,
        _ => false,
    };
    context.report.promise(
        ends.iter().all(|end| is_delivered(end) || is_proper(end)),
        "with an error that says to come again, or that the time is over",
        format_args!("{words:?}"),
    );
    Ok(())
}

async fn judge_document(
    context: &Context,
    machines: &Machines,
    client: &Client,
    document: &Handle,
    expected: u64,
) -> Result<()> {
    let at = machines.copies[STOPPED].interface()?;
    let status = client.status(at, document).await.answer()?;
    let counted = machines
        .counted("customer", Some("document_translation"))
        .await?;
    let rows = machines
        .database
        .number("SELECT count(*) FROM documents")
        .await?;
    context.report.promise(
        status.status == 404 && counted == expected && rows == 0,
        "the copy does not finish a document that another took over and that was fetched",
        format_args!(
            "status {}, counted {counted} of {expected}, {rows} documents left",
            status.status
        ),
    );
    Ok(())
}

async fn judge_afterwards(context: &Context, machines: &Machines, client: &Client) -> Result<()> {
    let at = machines.copies[STOPPED].interface()?;
    let begun = Instant::now();
    let mut refused = 0;
    let served = until("the copy serves again", PATIENCE, async || {
        let answer = client.echo(at, "The house is green.").await.answer()?;
        refused += u32::from(answer.status != 200);
        Ok((answer.status == 200).then_some(()))
    })
    .await;
    context.report.promise(
        served.is_ok(),
        "the copy serves later requests",
        format_args!("after {} and {refused} refusals", seconds(begun.elapsed())),
    );
    let objects = machines.objects().await?;
    context.report.note(format_args!(
        "{} objects are left: {objects:?}",
        objects.len()
    ));
    Ok(())
}
