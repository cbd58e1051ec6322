//! What is changed through one copy holds on all for the next request.

use anyhow::{Context as _, Result};
use reqwest::Method;
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};

use super::Context;
use crate::client::Client;
use crate::key::Key;
use crate::machines::{Machines, Setup};
use crate::report::Report;

/// A word that the glossary translates into another each time.
const TEXT: &str = "The house is green.";

pub(super) async fn run(context: Context) -> Result<()> {
    let rounds = context.scale.of(15, 200);
    let (machines, key) = Machines::start(&context.program, Setup::copies(2)).await?;
    let admin = machines.program.key("customer", "admin", None).await?;
    let one = machines.copies[0].interface()?;
    let other = machines.copies[1].interface()?;
    let trial = Changes {
        admin: Client::new(&admin)?,
        client: Client::new(&key)?,
        key,
        // In turns, so that no copy is always the one that knows.
        ways: [(one, other), (other, one)],
        rounds,
    };
    trial.deactivation(&context.report).await?;
    trial.limits_of_keys(&context.report).await?;
    trial.glossaries(&context.report).await?;
    trial.limits_of_accounts(&context.report, &machines).await
}

struct Changes {
    admin: Client,
    client: Client,
    key: Key,
    ways: [(SocketAddr, SocketAddr); 2],
    rounds: usize,
}

impl Changes {
    fn rounds(&self) -> impl Iterator<Item = (usize, (SocketAddr, SocketAddr))> + '_ {
        (0..self.rounds).map(|round| (round, self.ways[round % 2]))
    }

    fn say(&self, report: &Report, promise: &str, wrong: &[String]) {
        let first = wrong.first().map_or("", String::as_str);
        let rounds = self.rounds;
        report.promise(
            wrong.is_empty(),
            promise,
            format_args!("{} of {rounds} times otherwise {first}", wrong.len()),
        );
    }

    async fn deactivation(&self, report: &Report) -> Result<()> {
        let mut wrong = Vec::new();
        for (round, (here, there)) in self.rounds() {
            let path = "/v2/admin/developer-keys";
            let made = self.admin.post(here, path, &json!({})).await;
            let made = made.success()?.json();
            let text = |name: &str| made[name].as_str().map(str::to_owned);
            let key = Key {
                id: text("key_id").context("a key has no id")?,
                secret: text("key").context("a key has no secret")?,
            };
            crate::logs::plant(&key.secret)?;
            let number = u8::try_from(round % 250)?;
            let client = Client::from_address(&key.secret, Ipv4Addr::new(127, 0, 1, number + 1))?;
            let before = client.echo(there, TEXT).await.answer()?;
            let body = json!({ "key_id": key.id });
            let path = "/v2/admin/developer-keys/deactivate";
            self.admin
                .ask(Method::PUT, here, path, Some(&body))
                .await
                .success()?;
            let after = client.echo(there, TEXT).await.answer()?;
            if (before.status, after.status) != (200, 403) {
                wrong.push(format!("{} then {}", before.words(), after.words()));
            }
        }
        self.say(
            report,
            "a key that is made works at once, and not once it is deactivated",
            &wrong,
        );
        Ok(())
    }

    async fn limit(&self, at: SocketAddr, characters: Option<u64>) -> Result<()> {
        let body = json!({ "key_id": self.key.id, "characters": characters });
        let path = "/v2/admin/developer-keys/limits";
        self.admin
            .ask(Method::PUT, at, path, Some(&body))
            .await
            .success()?;
        Ok(())
    }

    async fn limits_of_keys(&self, report: &Report) -> Result<()> {
        let mut wrong = Vec::new();
        let characters = TEXT.chars().count() as u64;
        for (_, (here, there)) in self.rounds() {
            let used = self.client.usage(there).await?.key;
            self.limit(here, Some(used + characters - 1)).await?;
            let refused = self.client.echo(there, TEXT).await.answer()?;
            self.limit(here, Some(used + characters)).await?;
            let taken = self.client.echo(there, TEXT).await.answer()?;
            let told = self.client.usage(there).await?.key;
            self.limit(here, None).await?;
            if (refused.status, taken.status, told) != (456, 200, used + characters) {
                wrong.push(format!(
                    "{} then {}, {told} after {used}",
                    refused.words(),
                    taken.words()
                ));
            }
        }
        self.say(
            report,
            "a limit of a key that is set holds for the next request, and what that consumes is told",
            &wrong,
        );
        Ok(())
    }

    async fn glossaries(&self, report: &Report) -> Result<()> {
        let dictionary = |word: &str| {
            json!([{
                "source_lang": "en", "target_lang": "es", "entries": format!("house\t{word}"), "entries_format": "tsv"
            }])
        };
        let made = json!({ "name": "trial", "dictionaries": dictionary("morada") });
        let made = self.client.post(self.ways[0].0, "/v3/glossaries", &made);
        let made = made.await.success()?.json();
        let id = made["glossary_id"]
            .as_str()
            .context("a glossary has no id")?;
        let mut wrong = Vec::new();
        for (round, (here, there)) in self.rounds() {
            let word = ["caserón", "hogar", "edificio"][round % 3];
            let edit = json!({ "dictionaries": dictionary(word) });
            let path = format!("/v3/glossaries/{id}");
            self.client
                .ask(Method::PATCH, here, &path, Some(&edit))
                .await
                .success()?;
            let translation = self.with_glossary(there, id).await?;
            if !translation.contains(word) {
                wrong.push(format!("{translation:?} instead of {word}"));
            }
        }
        self.say(
            report,
            "a glossary that is edited is followed by the next request",
            &wrong,
        );
        Ok(())
    }

    async fn with_glossary(&self, at: SocketAddr, id: &str) -> Result<String> {
        let body = json!({
            "text": [TEXT], "source_lang": "EN", "target_lang": "ES", "glossary_id": id
        });
        let answer = self.client.post(at, "/v2/translate", &body).await;
        let answer: Value = answer.success()?.json();
        let text = answer["translations"][0]["text"].as_str();
        Ok(text.unwrap_or_default().to_owned())
    }

    /// By the program's command, which is a process of its own.
    async fn limits_of_accounts(&self, report: &Report, machines: &Machines) -> Result<()> {
        let set = async |limit: &str| {
            let arguments = ["account", "set", "customer", "--character-limit", limit];
            machines.program.run(&arguments).await
        };
        let mut statuses = Vec::new();
        set("0").await?;
        for (at, _) in self.ways {
            statuses.push(self.client.echo(at, TEXT).await.answer()?.status);
        }
        set("none").await?;
        for (at, _) in self.ways {
            statuses.push(self.client.echo(at, TEXT).await.answer()?.status);
        }
        report.promise(
            statuses == [456, 456, 200, 200],
            "a limit of an account that a command sets holds for the next request to any copy",
            format_args!("{statuses:?}"),
        );
        Ok(())
    }
}
