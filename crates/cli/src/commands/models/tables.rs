use anyhow::Result;
use dragoman_catalog::{Entry, Installed, Metrics, code_of_pair};
use serde::Serialize;

use crate::commands::output::table;
use crate::model_manager::{comet, is_installed, licence};
use crate::progress::megabytes;

#[derive(Serialize)]
struct AvailableRow<'a> {
    source: &'static str,
    target: &'static str,
    architecture: &'static str,
    released: bool,
    release_status: Option<&'a str>,
    version: Option<&'a str>,
    parameters: Option<u64>,
    size_bytes: u64,
    metrics: &'a Metrics,
    installed: bool,
}

#[derive(Serialize)]
struct InstalledRow<'a> {
    source: &'static str,
    target: &'static str,
    name: &'a str,
    architecture: Option<&'static str>,
    size_bytes: u64,
    licence: Option<&'a str>,
    origin: &'a str,
    installed: &'a str,
    folder: String,
}

/// Models of the catalogue as a table.
pub(super) fn available(entries: &[&Entry], installed: &Installed) -> String {
    let header = [
        "PAIR",
        "ARCHITECTURE",
        "SIZE",
        "STATUS",
        "COMET",
        "INSTALLED",
    ];
    let mut rows = vec![header.map(str::to_owned)];
    rows.extend(entries.iter().map(|entry| {
        [
            code_of_pair(entry.pair),
            entry.architecture.to_string(),
            megabytes(entry.known_size()),
            status(entry),
            comet(&entry.metrics).map_or_else(String::new, |number| format!("{number:.3}")),
            if is_installed(entry, installed) {
                "yes"
            } else {
                "no"
            }
            .to_owned(),
        ]
    }));
    table(&rows)
}

/// Models of the catalogue as JSON.
pub(super) fn available_json(entries: &[&Entry], installed: &Installed) -> Result<String> {
    let rows: Vec<AvailableRow<'_>> = entries
        .iter()
        .map(|entry| AvailableRow {
            source: entry.pair.source.tag(),
            target: entry.pair.target.tag(),
            architecture: entry.architecture.as_str(),
            released: entry.released,
            release_status: entry.release_status.as_deref(),
            version: entry.version.as_deref(),
            parameters: entry.parameters,
            size_bytes: entry.known_size(),
            metrics: &entry.metrics,
            installed: is_installed(entry, installed),
        })
        .collect();
    Ok(serde_json::to_string_pretty(&rows)?)
}

fn status(entry: &Entry) -> String {
    let words = [entry.release_status.as_deref(), entry.version.as_deref()];
    let words: Vec<&str> = words.into_iter().flatten().collect();
    if words.is_empty() {
        "not released".to_owned()
    } else {
        words.join(" ")
    }
}

/// Installed models as a table.
pub(super) fn installed(installed: &Installed) -> String {
    let header = ["PAIR", "NAME", "SIZE", "LICENCE", "INSTALLED", "FROM"];
    let mut rows = vec![header.map(str::to_owned)];
    rows.extend(installed.models.iter().map(|model| {
        [
            code_of_pair(model.pair),
            model.manifest.name.clone(),
            megabytes(model.manifest.size()),
            licence(model).unwrap_or("not stated").to_owned(),
            model.manifest.provenance.installed.clone(),
            model.manifest.provenance.origin.clone(),
        ]
    }));
    table(&rows)
}

/// Installed models as JSON.
pub(super) fn installed_json(installed: &Installed) -> Result<String> {
    let rows: Vec<InstalledRow<'_>> = installed
        .models
        .iter()
        .map(|model| InstalledRow {
            source: model.pair.source.tag(),
            target: model.pair.target.tag(),
            name: &model.manifest.name,
            architecture: model.architecture().map(|found| found.as_str()),
            size_bytes: model.manifest.size(),
            licence: licence(model),
            origin: &model.manifest.provenance.origin,
            installed: &model.manifest.provenance.installed,
            folder: model.folder.display().to_string(),
        })
        .collect();
    Ok(serde_json::to_string_pretty(&rows)?)
}
