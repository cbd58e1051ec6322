//! What PostgreSQL spends its time on, as it tells itself. That costs time, so it is measured apart.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use dragoman_benchmarks::Table;

use super::subject::Subject;
use super::{Load, echoes, wire};
use crate::machines::{Database, Durability};

const COPIES: usize = 3;

/// The statements with most of the time, those within functions apart.
const MOST: &str = "
    SELECT calls, round(total_exec_time::numeric, 3), toplevel,
           left(regexp_replace(query, '\\s+', ' ', 'g'), 90)
    FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid
    WHERE datname = current_database() AND query NOT LIKE '%pg_stat_statements%'
    ORDER BY toplevel DESC, total_exec_time DESC LIMIT 24";

/// The statements that take most, for each request of many clients.
pub(super) async fn table(program: &Path, duration: Duration) -> Result<String> {
    let settings = [
        ("shared_preload_libraries", "pg_stat_statements"),
        ("pg_stat_statements.track", "all"),
    ];
    let database = match Database::start(Durability::PowerLoss, &settings).await {
        Ok(database) => database,
        Err(error) => {
            return Ok(format!(
                "PostgreSQL tells nothing of its statements: {error:#}\n"
            ));
        }
    };
    let subject = Subject::shared(program, &database, COPIES).await?;
    let database = subject.database().context("a database")?;
    database.sql("CREATE EXTENSION pg_stat_statements").await?;
    database.sql("SELECT pg_stat_statements_reset()").await?;
    let clients = 64;
    let one = Load::of(clients, 1);
    let load = wire::drive(
        subject.interfaces()?,
        clients,
        echoes(&subject, one),
        duration,
    )
    .await?;
    let requests = load.latencies.len() as f64;
    let mut table = Table::new([
        "Statement",
        "Within a function",
        "Calls of 1,000 requests",
        "Time of a call, µs",
        "Time of a request, µs",
    ]);
    for line in database.sql(MOST).await?.lines() {
        let mut parts = line.splitn(4, '|');
        let mut next = || parts.next().unwrap_or_default();
        let (calls, time, toplevel, query) = (next(), next(), next(), next());
        let (calls, time): (f64, f64) = (calls.parse()?, time.parse()?);
        table.row([
            format!("`{}`", query.replace('|', "\\|")),
            if toplevel == "t" { "no" } else { "yes" }.to_owned(),
            format!("{:.1}", calls * 1000.0 / requests),
            format!("{:.0}", time * 1000.0 / calls),
            format!("{:.1}", time * 1000.0 / requests),
        ]);
    }
    Ok(format!(
        "### What PostgreSQL does, with {COPIES} copies and {clients} clients of one account\n\nTime on the clock, that of waiting included; \
         the time of a function is that of its statements and more.\n\n{table}"
    ))
}
