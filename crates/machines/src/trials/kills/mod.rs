//! Copies and PostgreSQL are killed again and again, while clients send texts and documents and remember what became of
//! each.

mod clients;
mod records;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use tokio::task::JoinSet;

use super::Context;
use crate::client::Client;
use crate::key::Key;
use crate::machines::{Machines, Setup};
use crate::patience::until;
use crate::random::Random;
use crate::report::seconds;
use clients::{Sample, Sender};
use records::{Documents, Records};

const COPIES: usize = 3;
const TEXT_CLIENTS: u64 = 12;
const DOCUMENT_CLIENTS: u64 = 6;
const SAMPLES: usize = 6;

/// The most answers between two kills.
const CALM: u64 = 60;

/// How long the clients may take to get so many answers: a PostgreSQL that was killed is brought back meanwhile.
const PATIENCE: Duration = Duration::from_secs(90);

/// With no answer for so long something is wrong.
const STALL: Duration = Duration::from_secs(5);

/// What is done to the installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Blow {
    KillCopy,
    KillDatabase,
    RestartDatabase,
    /// The database, and a copy while it is away.
    KillBoth,
}

pub(super) async fn run(context: Context) -> Result<()> {
    let setup = Setup::copies(COPIES).durable();
    let (mut machines, key) = Machines::start(&context.program, setup).await?;
    let client = Client::new(&key)?;
    let mut samples = Vec::new();
    for number in 0..SAMPLES {
        samples.push(Sample::make(&client, &machines.directory, number).await?);
    }
    let sampled: u64 = samples.iter().map(Sample::characters).sum();
    let records = Arc::new(Records::default());
    let mut clients = begin(&context, &machines, &key, samples, &records)?;

    let (kills, restarts) = context.scale.of((8, 2), (200, 20));
    let mut random = context.random.branch(1_000);
    for (number, blow) in blows(kills, restarts, &mut random).into_iter().enumerate() {
        let more = 1 + random.below(CALM);
        until_answers(&context, &machines, &records, more)
            .await
            .with_context(|| format!("before blow {number}, {blow:?}"))?;
        let struck = strike(&mut machines, blow, &mut random).await;
        struck.with_context(|| format!("at blow {number}, {blow:?}"))?;
    }
    until_answers(&context, &machines, &records, CALM).await?;
    records.is_over.store(true, Ordering::Relaxed);
    if context.scale.of(true, false) {
        end_leases(&machines).await?;
    }
    while let Some(ended) = clients.join_next().await {
        ended??;
    }
    let what = format!("{kills} kills of copies and {restarts} ends of PostgreSQL");
    judge(&context, &machines, &records, sampled, &what).await
}

fn begin(
    context: &Context,
    machines: &Machines,
    key: &Key,
    samples: Vec<Sample>,
    records: &Arc<Records>,
) -> Result<JoinSet<Result<()>>> {
    let samples = Arc::new(samples);
    let mut clients = JoinSet::new();
    for number in 0..TEXT_CLIENTS + DOCUMENT_CLIENTS {
        let sender = Sender {
            client: Client::new(key)?,
            directory: machines.directory.clone(),
            records: Arc::clone(records),
            random: context.random.branch(number),
        };
        if number < TEXT_CLIENTS {
            clients.spawn(sender.send_texts());
        } else {
            clients.spawn(sender.send_documents(Arc::clone(&samples)));
        }
    }
    Ok(clients)
}

/// So many kills of copies, and among them ends of the database, of one kind after the other.
fn blows(kills: usize, restarts: usize, random: &mut Random) -> Vec<Blow> {
    let kinds = [Blow::KillDatabase, Blow::RestartDatabase, Blow::KillBoth];
    let mut blows = vec![Blow::KillCopy; kills];
    for restart in 0..restarts {
        let place = random.index(blows.len());
        blows.insert(place, kinds[restart % kinds.len()]);
    }
    blows
}

async fn strike(machines: &mut Machines, blow: Blow, random: &mut Random) -> Result<()> {
    let copy = random.index(machines.copies.len());
    match blow {
        Blow::KillCopy => {
            machines.copies[copy].kill().await?;
            machines.copies[copy].start().await
        }
        Blow::KillDatabase => {
            machines.database.kill().await?;
            machines.database.start_again().await
        }
        Blow::RestartDatabase => {
            machines.database.stop().await?;
            machines.database.start_again().await
        }
        Blow::KillBoth => {
            machines.database.kill().await?;
            machines.copies[copy].kill().await?;
            machines.database.start_again().await?;
            machines.copies[copy].start().await
        }
    }
}

/// Waits until the clients have so many answers more. Says what the database does if they have none for long.
async fn until_answers(
    context: &Context,
    machines: &Machines,
    records: &Records,
    more: u64,
) -> Result<()> {
    let before = records.answers();
    let (mut seen, mut since, mut is_told) = (before, Instant::now(), false);
    until("clients are answered", PATIENCE, async || {
        let now = records.answers();
        if now > seen {
            (seen, since) = (now, Instant::now());
        } else if since.elapsed() > STALL && !is_told {
            is_told = true;
            let activity = machines.database.activity().await?;
            let what = "no client was answered for";
            context
                .report
                .note(format_args!("{what} {STALL:?}; sessions:\n{activity}"));
        }
        Ok((now >= before + more).then_some(()))
    })
    .await
}

/// Ends the leases of documents instead of waiting for it. Copies that live take up again what they lose.
async fn end_leases(machines: &Machines) -> Result<()> {
    machines
        .database
        .sql(
            "UPDATE documents SET lease_end = 0 WHERE outcome IS NULL AND lease_end IS NOT NULL;
             SELECT pg_notify('dragoman.documents', '')",
        )
        .await?;
    Ok(())
}

async fn judge(
    context: &Context,
    machines: &Machines,
    records: &Records,
    sampled: u64,
    what: &str,
) -> Result<()> {
    let report = &context.report;
    let texts = records.texts();
    let counted = machines
        .counted("customer", Some("text_translation"))
        .await?;
    report.promise(
        (texts.delivered..=texts.delivered + texts.lost).contains(&counted),
        "every text that was delivered is counted, once, and of others at most those whose answers were lost",
        format_args!(
            "delivered {}, counted {counted}, lost {} in {} requests; {what}; ends {:?}",
            texts.delivered, texts.lost, texts.lost_requests, texts.ends
        ),
    );
    let gap = seconds(texts.longest_gap);
    report.note(format_args!(
        "the longest time in which no text was delivered: {gap}"
    ));
    let documents = records.documents().clone();
    let counted = machines
        .counted("customer", Some("document_translation"))
        .await?;
    let delivered = documents.delivered + sampled;
    report.promise(
        (delivered..=delivered + documents.lost).contains(&counted),
        "every document that was fetched is counted, once",
        format_args!(
            "delivered {delivered}, counted {counted}, {} characters of {} lost downloads",
            documents.lost, documents.lost_downloads
        ),
    );
    judge_documents(context, &documents);
    judge_rest(context, machines, &documents).await
}

fn judge_documents(context: &Context, documents: &Documents) {
    let failed: u64 = documents.failed.values().sum();
    let ended = documents.fetched + documents.lost_downloads + failed;
    let first = documents.faults.first().map_or("", String::as_str);
    context.report.promise(
        documents.faults.is_empty() && ended == documents.accepted,
        "every accepted document is translated and right, or failed with a reason",
        format_args!(
            "{} accepted, {} fetched and right, {} gone with a lost answer, {failed} failed {:?}, {} faults {first}; uploads {:?}",
            documents.accepted,
            documents.fetched,
            documents.lost_downloads,
            documents.failed,
            documents.faults.len(),
            documents.ends
        ),
    );
    context.report.promise(
        !documents.failed.contains_key(""),
        "every document that failed says why",
        format_args!("{failed} failed"),
    );
}

/// What is left when all is over.
async fn judge_rest(context: &Context, machines: &Machines, documents: &Documents) -> Result<()> {
    let unfinished = until(
        "what nobody knows of has ended, too",
        PATIENCE,
        async || {
            let unfinished = machines
                .database
                .number("SELECT count(*) FROM documents WHERE outcome IS NULL")
                .await?;
            Ok((unfinished == 0).then_some(()))
        },
    )
    .await;
    let left = async |condition: &str| {
        let count = "SELECT count(*) FROM documents WHERE outcome = 'translated' AND";
        machines
            .database
            .number(&format!("{count} {condition}"))
            .await
    };
    let (unfetched, fetched) = (left("NOT billed").await?, left("billed").await?);
    // One that was fetched stays until its time is over if the copy was killed before it removed it.
    context.report.promise(
        unfinished.is_ok() && unfetched <= documents.unknown,
        "documents whose senders never learned of them end as well",
        format_args!(
            "{unfetched} translated and not fetched, {} uploads without an answer; {fetched} fetched and not removed",
            documents.unknown
        ),
    );
    let set_aside = until("nothing is set aside", PATIENCE, async || {
        Ok((machines.set_aside().await? == 0).then_some(()))
    })
    .await;
    context.report.promise(
        set_aside.is_ok(),
        "nothing stays set aside",
        format_args!("{} characters", machines.set_aside().await?),
    );
    let statuses = after(machines).await?;
    context.report.promise(
        statuses.iter().all(|status| *status == 200),
        "every copy serves afterwards",
        format_args!("{statuses:?}"),
    );
    Ok(())
}

async fn after(machines: &Machines) -> Result<Vec<u16>> {
    let key = machines.program.key("customer", "developer", None).await?;
    let client = Client::new(&key)?;
    let mut statuses = Vec::new();
    for at in machines.directory.interfaces() {
        statuses.push(client.echo(at, "The end.").await.answer()?.status);
    }
    Ok(statuses)
}
