use std::process::ExitCode;

use anyhow::Result;
use serde::Serialize;

use super::output::{say, table};
use crate::arguments::LanguagesArguments;
use crate::configuration::Configuration;
use crate::engine::{Engines, SelfTest};
use crate::progress::tell;

#[derive(Serialize)]
struct Row {
    lang: &'static str,
    name: &'static str,
    usable_as_source: bool,
    usable_as_target: bool,
    auto_detection: bool,
}

/// Lists the languages whose engines are installed.
pub(super) async fn run(
    arguments: &LanguagesArguments,
    configuration: &Configuration,
) -> Result<ExitCode> {
    let engines = Engines::start(configuration, SelfTest::Never).await?;
    engines.consult_catalogue().await;
    if engines.lacks_catalogue() {
        tell(
            "The catalogue of models cannot be reached, so this is only what is installed. \"dragoman models \
             available\" says why; with --offline nobody asks for it.",
        );
    }
    let rows: Vec<Row> = engines
        .languages()
        .for_text_translation()
        .into_iter()
        .map(|supported| Row {
            lang: supported.language.tag(),
            name: supported.language.name(),
            usable_as_source: supported.usable_as_source,
            usable_as_target: supported.usable_as_target,
            auto_detection: supported.auto_detection,
        })
        .collect();
    engines.shut_down().await;
    if arguments.json {
        return say(serde_json::to_string_pretty(&rows)?);
    }
    if rows.is_empty() {
        return say(
            "No language can be translated here. \"dragoman doctor\" says what to install.",
        );
    }
    let yes_or_no = |yes| if yes { "yes" } else { "no" }.to_owned();
    let mut lines = vec![["CODE", "NAME", "SOURCE", "TARGET", "DETECTED"].map(str::to_owned)];
    lines.extend(rows.iter().map(|row| {
        [
            row.lang.to_owned(),
            row.name.to_owned(),
            yes_or_no(row.usable_as_source),
            yes_or_no(row.usable_as_target),
            yes_or_no(row.auto_detection),
        ]
    }));
    say(table(&lines))
}
