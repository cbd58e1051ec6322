//! The daily listing of the training pipeline's models, `db/models.json`.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::entries::{
    Catalogue, Entry, ListingError, RemoteFile, check_files, remote_file, sha256,
};
use crate::address::{Address, PathError};
use crate::architecture::Architecture;
use crate::manifest::{Metrics, Role};

#[derive(Deserialize)]
struct Listing {
    generated: Option<String>,
    models: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Model {
    architecture: String,
    release_status: Option<String>,
    source_language: Option<String>,
    target_language: Option<String>,
    files: Files,
    #[serde(default)]
    model_statistics: Value,
    #[serde(default)]
    metrics: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Files {
    model: File,
    lexical_shortlist: Option<File>,
    vocab: Option<File>,
    src_vocab: Option<File>,
    trg_vocab: Option<File>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct File {
    path: String,
    uncompressed_size: Option<u64>,
    uncompressed_hash: Option<String>,
}

/// Reads the listing. What is unknown in it is ignored, what cannot be used is left out. The base
/// address in it is ignored too: the files are where the listing was found, so that a mirror is
/// one, and nobody else says where to download from.
pub(crate) fn parse(bytes: &[u8], address: &Address) -> Result<Catalogue, ListingError> {
    let listing: Listing =
        serde_json::from_slice(bytes).map_err(|error| ListingError::Malformed(Arc::new(error)))?;
    let mut catalogue = Catalogue::new(address.clone(), listing.generated);
    for (key, models) in listing.models {
        let Value::Array(models) = models else {
            catalogue.skip(&key, "it is not a list");
            continue;
        };
        for model in models {
            match serde_json::from_value::<Model>(model) {
                Ok(model) => add(&mut catalogue, &key, model),
                Err(error) => catalogue.skip(&key, error),
            }
        }
    }
    catalogue.sort();
    Ok(catalogue)
}

fn add(catalogue: &mut Catalogue, key: &str, model: Model) {
    let label = format!("{key} {}", model.architecture);
    let Some(architecture) = Architecture::parse(&model.architecture) else {
        return catalogue.skip(&label, "its architecture is not known here");
    };
    let (source, target) = key.split_once('-').unwrap_or((key, ""));
    let source = model.source_language.as_deref().unwrap_or(source);
    let target = model.target_language.as_deref().unwrap_or(target);
    let Some(pair) = catalogue.pair(source, target) else {
        return catalogue.skip(&label, "its languages are not all known here");
    };
    let files = match files(model.files) {
        Ok(files) => files,
        Err(error) => return catalogue.skip(&label, error),
    };
    if let Err(error) = check_files(&files) {
        return catalogue.skip(&label, error);
    }
    let status = model.release_status;
    catalogue.entries.push(Entry {
        pair,
        architecture,
        // "Release", and "Release Desktop" and the like for one edition of the browser.
        released: status
            .as_deref()
            .is_some_and(|status| status == "Release" || status.starts_with("Release ")),
        release_status: status,
        version: None,
        parameters: model
            .model_statistics
            .get("parameters")
            .and_then(Value::as_u64),
        metrics: metrics(&model.metrics),
        generated: catalogue.generated.clone(),
        files,
        base: catalogue.address.clone(),
    });
}

fn files(files: Files) -> Result<Vec<RemoteFile>, PathError> {
    [
        (Role::Model, Some(files.model)),
        (Role::Shortlist, files.lexical_shortlist),
        (Role::Vocabulary, files.vocab),
        (Role::SourceVocabulary, files.src_vocab),
        (Role::TargetVocabulary, files.trg_vocab),
    ]
    .into_iter()
    .filter_map(|(role, file)| Some((role, file?)))
    .map(|(role, file)| {
        Ok(RemoteFile {
            size: file.uncompressed_size,
            sha256: sha256(file.uncompressed_hash),
            ..remote_file(role, &file.path, None)?
        })
    })
    .collect()
}

/// The numbers among the metrics; whatever else is there is not for us.
fn metrics(value: &Value) -> Metrics {
    let numbers = |metrics: &Value| -> BTreeMap<String, f64> {
        metrics
            .as_object()
            .into_iter()
            .flatten()
            .filter_map(|(name, number)| Some((name.clone(), number.as_f64()?)))
            .collect()
    };
    value
        .as_object()
        .into_iter()
        .flatten()
        .map(|(data_set, metrics)| (data_set.clone(), numbers(metrics)))
        .filter(|(_, metrics)| !metrics.is_empty())
        .collect()
}
