//! The browser's own list of models: the records of the Remote Settings collection
//! `translations-models-v2`, one for each file.

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
struct Records {
    data: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    name: String,
    source_language: String,
    target_language: String,
    architecture: String,
    version: String,
    file_type: String,
    variant: Option<String>,
    decompressed_size: Option<u64>,
    decompressed_hash: Option<String>,
    attachment: Attachment,
}

#[derive(Deserialize)]
struct Attachment {
    hash: Option<String>,
    size: Option<u64>,
    location: String,
}

#[derive(Deserialize)]
struct Server {
    capabilities: Capabilities,
}

#[derive(Deserialize)]
struct Capabilities {
    attachments: Attachments,
}

#[derive(Deserialize)]
struct Attachments {
    base_url: String,
}

/// What the records of one model have in common.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Group {
    source: String,
    target: String,
    architecture: String,
    variant: Option<String>,
    version: Version,
}

/// A version such as `2.1`, or `2.1a1` before its release. A released one comes after the trials
/// of the same number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    numbers: Vec<u32>,
    released: bool,
    text: String,
}

impl Version {
    fn parse(text: &str) -> Self {
        let end = text
            .find(|character: char| !character.is_ascii_digit() && character != '.')
            .unwrap_or(text.len());
        let (numbers, rest) = text.split_at_checked(end).unwrap_or((text, ""));
        Self {
            numbers: numbers
                .split('.')
                .map_while(|number| number.parse().ok())
                .collect(),
            released: rest.is_empty() && !numbers.is_empty(),
            text: text.chars().take(40).collect(),
        }
    }
}

/// Where the server's own description says that the attachments are. It may name another host,
/// but not lead from `https` to `http` or into the file system.
pub(crate) fn attachments_base(bytes: &[u8], server: &Address) -> Result<Address, ListingError> {
    let description: Server =
        serde_json::from_slice(bytes).map_err(|error| ListingError::Malformed(Arc::new(error)))?;
    let address = description.capabilities.attachments.base_url;
    match Address::parse(&address) {
        Ok(base @ Address::Web(_)) if server.is_plain_http() || !base.is_plain_http() => Ok(base),
        _ => Err(ListingError::Base { address }),
    }
}

/// Reads the records and puts those of the same model together. Of several versions the newest
/// released one and the newest of all are kept.
pub(crate) fn parse(
    bytes: &[u8],
    address: &Address,
    attachments: &Address,
) -> Result<Catalogue, ListingError> {
    let records: Records =
        serde_json::from_slice(bytes).map_err(|error| ListingError::Malformed(Arc::new(error)))?;
    let mut catalogue = Catalogue::new(address.clone(), None);
    let mut groups: BTreeMap<Group, Vec<RemoteFile>> = BTreeMap::new();
    for record in records.data {
        let id = record
            .get("name")
            .and_then(Value::as_str)
            .unwrap_or("a record without a name")
            .to_owned();
        match serde_json::from_value::<Record>(record) {
            Ok(record) => match file(&record) {
                Ok(Some(file)) => groups.entry(group(record)).or_default().push(file),
                Ok(None) => {}
                Err(error) => catalogue.skip(&id, error),
            },
            Err(error) => catalogue.skip(&id, error),
        }
    }
    for (group, files) in groups {
        add(&mut catalogue, group, files, attachments);
    }
    catalogue.sort();
    Ok(catalogue)
}

fn group(record: Record) -> Group {
    Group {
        source: record.source_language,
        target: record.target_language,
        architecture: record.architecture,
        variant: record.variant.filter(|variant| !variant.is_empty()),
        version: Version::parse(&record.version),
    }
}

/// `None` for kinds of files that the engine does not use.
fn file(record: &Record) -> Result<Option<RemoteFile>, PathError> {
    let role = match record.file_type.as_str() {
        "model" => Role::Model,
        "lex" => Role::Shortlist,
        "vocab" => Role::Vocabulary,
        "srcvocab" => Role::SourceVocabulary,
        "trgvocab" => Role::TargetVocabulary,
        _ => return Ok(None),
    };
    let attachment = &record.attachment;
    Ok(Some(RemoteFile {
        download_size: attachment.size,
        download_sha256: sha256(attachment.hash.clone()),
        size: record.decompressed_size,
        sha256: sha256(record.decompressed_hash.clone()),
        ..remote_file(role, &attachment.location, Some(&record.name))?
    }))
}

fn add(catalogue: &mut Catalogue, group: Group, files: Vec<RemoteFile>, attachments: &Address) {
    let label = format!(
        "{}-{} {} {}",
        group.source, group.target, group.architecture, group.version.text
    );
    let Some(architecture) = Architecture::parse(&group.architecture) else {
        return catalogue.skip(&label, "its architecture is not known here");
    };
    // A variant is the same model for another program or processor.
    if group.variant.is_some() {
        return catalogue.skip(&label, "it is a variant for special uses");
    }
    let Some(pair) = catalogue.pair(&group.source, &group.target) else {
        return catalogue.skip(&label, "its languages are not all known here");
    };
    if let Err(error) = check_files(&files) {
        return catalogue.skip(&label, error);
    }
    let entry = Entry {
        pair,
        architecture,
        released: group.version.released,
        release_status: None,
        version: Some(group.version.text),
        parameters: None,
        metrics: Metrics::new(),
        generated: None,
        files,
        base: attachments.clone(),
    };
    // The groups come in the order of their versions, so a later one replaces an earlier one.
    catalogue.entries.retain(|other| {
        (other.pair, other.architecture) != (entry.pair, entry.architecture)
            || (other.released && !entry.released)
    });
    catalogue.entries.push(entry);
}
