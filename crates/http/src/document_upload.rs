//! Documents on their way in: a form with one file and fields before or behind it.

use axum::body::Body;
use axum::extract::Request;
use axum::http::request::Parts;
use dragoman_service::{Caller, DocumentError, DocumentHandle, DocumentUpload, NewDocument};

use crate::arrival::drain;
use crate::error::ApiError;
use crate::multipart::Multipart;
use crate::request::take_apart;
use crate::sent_fields::{Content, MOST_PAIRS, SentFields, too_many_pairs};
use crate::{LARGEST_BODY, UseCases};

/// The part with the file.
pub(crate) const FILE: &str = "file";

/// The field with the name of the file, where the part does not have it.
const FILE_NAME: &str = "filename";

/// Receives the document in a form. `describe` says from the fields, and the name that came with the file, how it is to be
/// translated.
///
/// # Errors
/// What is wrong with the form, the file or its account's room, and those of `describe`.
pub(crate) async fn receive_document(
    cases: &UseCases,
    caller: &Caller,
    request: Request,
    describe: impl FnOnce(SentFields<'_>, Option<String>) -> Result<NewDocument, ApiError>,
) -> Result<DocumentHandle, ApiError> {
    let (parts, mut body) = take_apart(request)?;
    let result = receive(cases, caller, &parts, &mut body, describe).await;
    if result.is_err() {
        // A client that sends all before it listens gets to see the answer, at least if some file of that size would
        // have been taken.
        let largest = cases.documents.limits().sizes(&caller.account).largest();
        drain(&mut body, largest.saturating_add(LARGEST_BODY as u64)).await;
    }
    result
}

async fn receive(
    cases: &UseCases,
    caller: &Caller,
    parts: &Parts,
    body: &mut Body,
    describe: impl FnOnce(SentFields<'_>, Option<String>) -> Result<NewDocument, ApiError>,
) -> Result<DocumentHandle, ApiError> {
    let mut upload = cases.documents.receive(caller)?;
    let mut form = Multipart::begin(&parts.headers, body)?;
    let mut pairs = Vec::new();
    // Whether the file has come, and the name with it.
    let mut file = None;
    while let Some(part) = form.next_part().await? {
        if part.name != FILE {
            if pairs.len() == MOST_PAIRS {
                return Err(too_many_pairs());
            }
            let text = form.text(&part).await?;
            pairs.push((part.name, text));
            continue;
        }
        if file.is_some() {
            return Err(ApiError::invalid(
                "Value for 'file' is not valid: send one file.",
            ));
        }
        let mut named = pairs.iter().filter(|(name, _)| name == FILE_NAME);
        let name = named.find_map(|(_, name)| (!name.trim().is_empty()).then_some(name));
        let name = name.or(part.file_name.as_ref()).map(String::as_str);
        announce(&mut upload, name)?;
        while let Some(bytes) = form.content().await? {
            upload.write(&bytes).await?;
        }
        file = Some(part.file_name);
    }
    form.finish().await?;
    let Some(name_of_part) = file else {
        return Err(ApiError::invalid("Bad request: missing field `file`."));
    };
    let sent = SentFields {
        query: parts.uri.query().unwrap_or_default().as_bytes(),
        body: Content::Pairs(&pairs),
        ..SentFields::NOTHING
    };
    Ok(upload.finish(describe(sent, name_of_part)?).await?)
}

/// Lets the limits of the format hold, if the name says it. Another name may still come and go before
/// this one, so it is not refused here.
fn announce(upload: &mut DocumentUpload, name: Option<&str>) -> Result<(), ApiError> {
    match name.map(|name| upload.announce(name)) {
        None | Some(Ok(())) => Ok(()),
        Some(Err(DocumentError::UnknownFormat { .. } | DocumentError::NoFilter(_))) => Ok(()),
        Some(Err(error)) => Err(error.into()),
    }
}

/// The name of a file that has one.
///
/// # Errors
/// 400 if it has none.
pub(crate) fn file_name(name: Option<String>) -> Result<String, ApiError> {
    name.filter(|name| !name.trim().is_empty()).ok_or_else(|| {
        ApiError::invalid(
            "The file has no name: send one with it, or in 'filename'. Its ending says the format.",
        )
    })
}
