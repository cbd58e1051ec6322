//! PostgreSQL is away, and then it stands still: requests are refused in time, and served when it is back.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Result, ensure};
use tokio::time::sleep;

use super::Context;
use crate::client::{Client, monitor};
use crate::documents;
use crate::key::Key;
use crate::machines::{Machines, Setup};
use crate::patience::until;
use crate::report::seconds;
use crate::texts;
use crate::watcher::{Phase, Watched, Watcher};

const COPIES: usize = 2;
const CLIENTS: usize = 8;

/// The most that a request may wait for a database that does not answer: a key is looked up for 12 s, and again with a new
/// connection, or the request counts what it has.
const LONGEST_WAIT: Duration = Duration::from_secs(40);

/// How long it may take until all copies serve again.
const LONGEST_RETURN: Duration = Duration::from_secs(30);

/// How the database is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Absence {
    Stopped,
    Killed,
    Paused,
}

impl Absence {
    const fn word(self) -> &'static str {
        match self {
            Self::Stopped => "ended in good order",
            Self::Killed => "killed",
            Self::Paused => "standing still",
        }
    }
}

pub(super) async fn run(context: Context) -> Result<()> {
    let setup = Setup::copies(COPIES).durable();
    let (machines, key) = Machines::start(&context.program, setup).await?;
    let away = Duration::from_secs(context.scale.of(3, 30));
    for absence in [Absence::Stopped, Absence::Killed, Absence::Paused] {
        be_without(&context, &machines, &key, absence, away).await?;
    }
    Ok(())
}

async fn be_without(
    context: &Context,
    machines: &Machines,
    key: &Key,
    absence: Absence,
    away: Duration,
) -> Result<()> {
    let client = Client::new(key)?;
    let counted_before = machines
        .counted("customer", Some("text_translation"))
        .await?;
    let processes = processes(machines)?;
    let at = machines.copies[0].interface()?;
    let document = documents::send(&client, at, &texts::document(1, 100)).await?;
    let watcher = Watcher::begin(&machines.directory, key, CLIENTS)?;
    until("clients are served", LONGEST_RETURN, async || {
        Ok((watcher.number(Phase::Before, "200") > 20).then_some(()))
    })
    .await?;
    leave(machines, absence).await?;
    watcher.enter(Phase::Away);
    // It may take longer than the absence does.
    let health = tokio::spawn(health(machines.copies[0].place()?.monitoring));
    sleep(away).await;
    come_back(machines, absence).await?;
    watcher.enter(Phase::Back);
    until("all clients are served again", LONGEST_RETURN, async || {
        Ok((watcher.number(Phase::Back, "200") > 10 * CLIENTS as u64).then_some(()))
    })
    .await?;
    let watched = watcher.end().await?;
    ensure!(
        processes == self::processes(machines)?,
        "a copy was started again"
    );
    judge(context, absence, away, &watched, &health.await??);
    let counted = machines
        .counted("customer", Some("text_translation"))
        .await?
        - counted_before;
    // What became of those in progress may not be known in time, and then they are refused.
    let most = watched.delivered + watched.before.refused();
    context.report.promise(
        (watched.delivered..=most).contains(&counted),
        &format!(
            "with PostgreSQL {}, what was delivered is counted, and at most what was in progress besides",
            absence.word()
        ),
        format_args!(
            "delivered {}, counted {counted}, in progress {}, lost {}",
            watched.delivered,
            watched.before.refused(),
            watched.lost
        ),
    );
    let (translation, _) =
        documents::translation(&client, at, &document, LONGEST_RETURN * 8).await?;
    context.report.promise(
        !translation.is_empty(),
        &format!(
            "with PostgreSQL {}, a document that was accepted before is translated",
            absence.word()
        ),
        format_args!("{} bytes", translation.len()),
    );
    Ok(())
}

fn processes(machines: &Machines) -> Result<Vec<u32>> {
    machines
        .copies
        .iter()
        .map(crate::machines::Copy::process)
        .collect()
}

async fn leave(machines: &Machines, absence: Absence) -> Result<()> {
    match absence {
        Absence::Stopped => machines.database.stop().await,
        Absence::Killed => machines.database.kill().await,
        Absence::Paused => machines.database.pause().await,
    }
}

async fn come_back(machines: &Machines, absence: Absence) -> Result<()> {
    match absence {
        Absence::Stopped | Absence::Killed => machines.database.start_again().await,
        Absence::Paused => machines.database.resume().await,
    }
}

/// What a copy says of its health, in words.
async fn health(at: SocketAddr) -> Result<[String; 3]> {
    let ask = async move |path: &'static str| -> Result<String> {
        let answer = monitor(at, path).await?;
        let body = String::from_utf8_lossy(&answer.body);
        let body: String = body.chars().take(90).collect();
        let took = seconds(answer.took);
        Ok(format!("{} in {took}: {body:?}", answer.status))
    };
    let (live, ready, metrics) =
        tokio::join!(ask("/health/live"), ask("/health/ready"), ask("/metrics"));
    Ok([live?, ready?, metrics?])
}

fn judge(
    context: &Context,
    absence: Absence,
    away: Duration,
    watched: &Watched,
    health: &[String; 3],
) {
    let report = &context.report;
    let word = absence.word();
    let improper = &watched.away.improper;
    let first = improper.first().map_or("", String::as_str);
    report.promise(
        improper.is_empty(),
        &format!("with PostgreSQL {word}, requests get 503 with Retry-After and nothing else"),
        format_args!(
            "away {}: {}; {} improper {first}",
            seconds(away),
            watched.away.words(),
            improper.len()
        ),
    );
    report.promise(
        watched.before.improper.is_empty(),
        &format!("with PostgreSQL {word}, so do those that were in progress"),
        format_args!("{} {:?}", watched.before.words(), watched.before.improper),
    );
    let longest = [&watched.before, &watched.away, &watched.back].map(|noticed| noticed.longest);
    let longest = longest.into_iter().max().unwrap_or_default();
    report.promise(
        longest <= LONGEST_WAIT,
        &format!("with PostgreSQL {word}, no request waits longer than {LONGEST_WAIT:?}"),
        seconds(longest),
    );
    report.promise(
        watched.back.improper.is_empty() && watched.back.first_success.is_some(),
        &format!("after PostgreSQL was {word}, copies serve again without a start"),
        format_args!(
            "first success after {:?}, last refusal after {:?}; {}",
            watched.back.first_success.map(seconds),
            watched.back.last_failure.map(seconds),
            watched.back.words()
        ),
    );
    let [live, ready, metrics] = health;
    report.note(format_args!(
        "with PostgreSQL {word}: live {live}; ready {ready}; metrics {metrics}"
    ));
}
