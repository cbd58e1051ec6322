//! Two versions side by side: this one stands for the earlier, and what a later one would do to the schema is done by hand.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use reqwest::Method;
use serde_json::{Value, json};

use super::Context;
use crate::client::Client;
use crate::documents;
use crate::machines::{CopySetup, Machines, Setup};
use crate::texts;

/// How long a document may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a later version adds: a migration that this one does not know, a column to every table that may be left out, and
/// a table.
const LATER: &str = "
    INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
    SELECT max(version) + 1, 'of a later version', true, '\\x00', 0 FROM _sqlx_migrations;
    DO $$ DECLARE one text; BEGIN
        FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_sqlx_migrations' LOOP
            EXECUTE format('ALTER TABLE %I ADD COLUMN of_a_later_version bigint NOT NULL DEFAULT 7', one);
        END LOOP;
    END $$;
    CREATE TABLE of_a_later_version (number bigint PRIMARY KEY)";

/// What one does that earlier ones must not work with.
const INCOMPATIBLE: &str = "UPDATE installation SET oldest_schema =
    (SELECT max(version) FROM _sqlx_migrations), oldest_version = '9.8.7'";

pub(super) async fn run(context: Context) -> Result<()> {
    let (mut machines, key) = Machines::start(&context.program, Setup::copies(2)).await?;
    let admin = machines.program.key("customer", "admin", None).await?;
    let clients = Clients {
        developer: Client::new(&key)?,
        admin: Client::new(&admin)?,
    };
    // Each copy has asked the database everything before, on most of its connections.
    let served = clients.serve(&machines, &[0, 1, 0, 1]).await?;
    report(&context, "copies serve", &served);
    machines.database.sql(LATER).await?;
    let served = clients.serve(&machines, &[0, 1, 0, 1]).await?;
    report(
        &context,
        "copies that run go on when a later version has added to the schema",
        &served,
    );
    let copy = machines.add(CopySetup::default());
    machines.copies[copy].start().await?;
    machines.copies[0].stop().await?;
    machines.copies[0].start().await?;
    let served = clients.serve(&machines, &[copy, 0]).await?;
    report(
        &context,
        "and copies of the earlier version start beside it",
        &served,
    );
    machines.database.sql(INCOMPATIBLE).await?;
    let copy = machines.add(CopySetup::default());
    let refusal = machines.copies[copy].refusal().await?;
    context.report.promise(
        refusal.as_ref().is_some_and(|words| words.contains("9.8.7")),
        "where a later version has made the schema one that the earlier must not use, the earlier does not start and names it",
        format_args!("{refusal:?}"),
    );
    let served = clients.serve(&machines, &[0, 1]).await?;
    context.report.note(format_args!(
        "copies of the earlier version that run then: {} failures {served:?}",
        served.len()
    ));
    Ok(())
}

fn report(context: &Context, promise: &str, failures: &[String]) {
    let number = failures.len();
    context.report.promise(
        failures.is_empty(),
        promise,
        format_args!("{number} failures {failures:?}"),
    );
}

struct Clients {
    developer: Client,
    admin: Client,
}

impl Clients {
    /// Has copies do something of everything: what failed.
    async fn serve(&self, machines: &Machines, copies: &[usize]) -> Result<Vec<String>> {
        let mut failures = Vec::new();
        for copy in copies {
            let at = machines.copies[*copy].interface()?;
            for (what, result) in [
                ("text", self.text(at).await),
                ("glossary", self.glossary(at).await),
                ("style rules", self.style_rules(at).await),
                ("lists", self.lists(at).await),
                ("document", self.document(at).await),
            ] {
                if let Err(error) = result {
                    failures.push(format!("copy {copy}, {what}: {error:#}"));
                }
            }
        }
        Ok(failures)
    }

    async fn text(&self, at: SocketAddr) -> Result<()> {
        const TEXT: &str = "The house is green.";
        let client = &self.developer;
        let before = client.usage(at).await?.key;
        client.translate(at, TEXT).await.success()?;
        let counted = client.usage(at).await?.key - before;
        ensure!(
            counted == TEXT.chars().count() as u64,
            "{counted} characters are counted"
        );
        Ok(())
    }

    /// Makes something, reads it and what there is of its kind, and deletes it.
    async fn thing(&self, at: SocketAddr, path: &str, thing: &Value, id: &str) -> Result<()> {
        let client = &self.developer;
        let made = client.post(at, path, thing).await.success()?.json();
        let id = made[id].as_str().context("what was made has no id")?;
        let one = format!("{path}/{id}");
        let read = client.get(at, &one).await.success();
        let list = client.get(at, path).await.success();
        client.ask(Method::DELETE, at, &one, None).await.success()?;
        read.and(list).map(drop)
    }

    async fn glossary(&self, at: SocketAddr) -> Result<()> {
        let glossary = json!({ "name": "trial", "dictionaries": [{
            "source_lang": "en", "target_lang": "es", "entries": "house\thogar", "entries_format": "tsv"
        }] });
        self.thing(at, "/v3/glossaries", &glossary, "glossary_id")
            .await
    }

    async fn style_rules(&self, at: SocketAddr) -> Result<()> {
        let list = json!({ "name": "trial", "language": "es" });
        self.thing(at, "/v3/style_rules", &list, "style_id").await
    }

    async fn lists(&self, at: SocketAddr) -> Result<()> {
        let memories = self.developer.get(at, "/v3/translation_memories").await;
        let keys = self.admin.get(at, "/v2/admin/developer-keys").await;
        memories.success()?;
        keys.success()?;
        Ok(())
    }

    async fn document(&self, at: SocketAddr) -> Result<()> {
        let document = documents::send(&self.developer, at, &texts::document(1, 3)).await?;
        documents::translation(&self.developer, at, &document, PATIENCE).await?;
        Ok(())
    }
}
