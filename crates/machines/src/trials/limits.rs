//! Limits are used up to the last character, and never beyond.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use futures_util::future::try_join_all;
use tokio::time::sleep;

use super::Context;
use crate::client::{Client, Fate};
use crate::key::Key;
use crate::machines::{Directory, Machines, Setup};
use crate::random::Random;
use crate::texts;

const COPIES: usize = 3;
const CLIENTS: usize = 64;

/// The most characters of a request.
const LARGEST: u64 = 400;

/// One of so many requests needs an engine.
const TRANSLATIONS: u64 = 16;

/// What one client, or all of them together, got.
#[derive(Debug, Default, Clone, Copy)]
struct Spent {
    characters: u64,
    answers: u64,
    refusals: u64,
    /// Requests that were to be sent again later.
    postponed: u64,
}

impl Spent {
    const fn plus(self, other: Self) -> Self {
        Self {
            characters: self.characters + other.characters,
            answers: self.answers + other.answers,
            refusals: self.refusals + other.refusals,
            postponed: self.postponed + other.postponed,
        }
    }
}

pub(super) async fn run(context: Context) -> Result<()> {
    let setup = Setup::copies(COPIES).durable();
    let (machines, _) = Machines::start(&context.program, setup).await?;
    // Not multiples of anything.
    let (of_account, of_key) = context.scale.of((60_013, 30_011), (1_000_003, 500_009));

    machines
        .program
        .account("limited", Some(of_account))
        .await?;
    let mut keys = Vec::new();
    for _ in 0..4 {
        keys.push(machines.program.key("limited", "developer", None).await?);
    }
    let spent = spend(&context, &machines.directory, &keys).await?;
    let counted = machines.counted("limited", None).await?;
    context.report.promise(
        spent.characters == counted && counted == of_account,
        "a limit of an account is used up and not overshot, with 64 clients, 4 keys and 3 copies",
        words(of_account, counted, spent),
    );

    machines.program.account("free", None).await?;
    let key = machines
        .program
        .key("free", "developer", Some(of_key))
        .await?;
    let spent = spend(&context, &machines.directory, std::slice::from_ref(&key)).await?;
    let counted = machines.counted("free", None).await?;
    context.report.promise(
        spent.characters == counted && counted == of_key,
        "a limit of a key is used up and not overshot, with 64 clients and 3 copies",
        words(of_key, counted, spent),
    );

    let mut told = Vec::new();
    for copy in 0..COPIES {
        told.push(machines.usage(copy, &key).await?.key);
    }
    context.report.promise(
        told.iter().all(|count| *count == of_key),
        "all copies tell the same count",
        format_args!("{told:?} of {of_key}"),
    );
    let set_aside = machines.set_aside().await?;
    context.report.promise(
        set_aside == 0,
        "nothing stays set aside",
        format_args!("{set_aside} characters"),
    );
    Ok(())
}

fn words(limit: u64, counted: u64, spent: Spent) -> String {
    format!(
        "limit {limit}, counted {counted}, delivered {} in {} answers, {} refusals, {} to be sent again",
        spent.characters, spent.answers, spent.refusals, spent.postponed
    )
}

/// Has all clients send until nothing is left. Their requests become smaller, so that they use up what there is.
async fn spend(context: &Context, directory: &Directory, keys: &[Key]) -> Result<Spent> {
    let mut clients = Vec::new();
    for number in 0..CLIENTS {
        let client = Client::new(&keys[number % keys.len()])?;
        let random = context.random.branch(number as u64);
        clients.push(use_up(client, directory.clone(), random));
    }
    let spent = try_join_all(clients).await?;
    Ok(spent.into_iter().fold(Spent::default(), Spent::plus))
}

async fn use_up(client: Client, directory: Directory, mut random: Random) -> Result<Spent> {
    let mut spent = Spent::default();
    let mut largest = LARGEST;
    loop {
        let characters = 1 + random.below(largest);
        let text = texts::text(usize::try_from(characters)?);
        let at = directory.any(&mut random).context("no copy runs")?;
        let fate = if random.below(TRANSLATIONS) == 0 {
            client.translate(at, &text).await
        } else {
            client.echo(at, &text).await
        };
        let Fate::Answered(answer) = fate else {
            bail!("a request was not answered: {fate:?}");
        };
        match answer.status {
            200 => {
                spent.characters += characters;
                spent.answers += 1;
            }
            456 => {
                spent.refusals += 1;
                if characters == 1 {
                    return Ok(spent);
                }
                largest = (characters / 2).max(1);
            }
            // Too much at a time.
            429 | 503 if spent.postponed < 10_000 => {
                spent.postponed += 1;
                sleep(Duration::from_millis(20)).await;
            }
            _ => bail!("{}", answer.words()),
        }
    }
}
