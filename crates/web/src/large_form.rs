//! Forms with the entries of a dictionary, which may be far larger than others.

use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::HeaderMap;
use dragoman_domain::AccountId;
use dragoman_http::{LARGEST_BODY, Multipart, Part};
use dragoman_service::{Caller, FairSemaphore, LARGEST_GLOSSARY, Turn};

use crate::form::{self, Form};
use crate::layout::TOKEN;
use crate::problem::Problem;
use crate::visit::Visit;

/// The field with entries that were written or pasted.
pub(crate) const ENTRIES: &str = "entries";

/// The field with a file of entries.
pub(crate) const FILE: &str = "file";

/// So many fields a form may have.
const MOST_FIELDS: usize = 100;

/// How many forms that are larger than usual are in memory at a time, as on the interface.
const LARGE_FORMS: usize = 4;

/// How many of them may be of the same account, so that one with slow lines leaves room for others.
const LARGE_FORMS_OF_ACCOUNT: usize = 2;

/// How long a large form waits for room.
const ROOM_TIMEOUT: Duration = Duration::from_secs(30);

/// The room for large forms.
#[derive(Clone)]
pub(crate) struct LargeForms(FairSemaphore);

impl Default for LargeForms {
    fn default() -> Self {
        Self(FairSemaphore::of(LARGE_FORMS, LARGE_FORMS_OF_ACCOUNT))
    }
}

impl LargeForms {
    async fn room(&self, account: AccountId) -> Result<Turn, Problem> {
        match tokio::time::timeout(ROOM_TIMEOUT, self.0.take(account)).await {
            Ok(Some(room)) => Ok(room),
            _ => Err(Problem::busy()),
        }
    }

    /// Reads a form of this browser that may have entries.
    pub(crate) async fn receive(
        &self,
        visit: &Visit,
        caller: &Caller,
        request: Request,
    ) -> Result<LargeForm, Problem> {
        let (parts, mut body) = request.into_parts();
        let received = self.read(visit, caller, &parts.headers, &mut body).await;
        if received.is_err() {
            // A browser listens only when it has sent all.
            dragoman_http::drain(&mut body, LARGEST_GLOSSARY as u64).await;
        }
        received
    }

    async fn read(
        &self,
        visit: &Visit,
        caller: &Caller,
        headers: &HeaderMap,
        body: &mut Body,
    ) -> Result<LargeForm, Problem> {
        let mut multipart = Multipart::begin(headers, body)?;
        let mut fields = Vec::new();
        let mut form = LargeForm::default();
        while let Some(part) = multipart.next_part().await? {
            if fields.len() == MOST_FIELDS {
                return Err(Problem::too_large());
            }
            if part.name != ENTRIES && part.name != FILE {
                let text = multipart.text(&part).await?;
                fields.push((part.name, text.replace("\r\n", "\n")));
                continue;
            }
            // The token stands before what is large.
            let token = fields.iter().find(|(name, _)| name == TOKEN);
            form::check_token(visit, token.map(|(_, token)| &**token))?;
            let text = self.entries(caller, &mut multipart, &mut form.room).await?;
            form.take(part, text);
        }
        form.fields = Form::of(fields);
        form::check_token(visit, form.fields.get(TOKEN))?;
        Ok(form)
    }

    async fn entries(
        &self,
        caller: &Caller,
        multipart: &mut Multipart<'_>,
        room: &mut Option<Turn>,
    ) -> Result<String, Problem> {
        let mut bytes = Vec::new();
        while let Some(more) = multipart.content().await? {
            if bytes.len().saturating_add(more.len()) > LARGEST_GLOSSARY {
                return Err(Problem::entries_too_large());
            }
            bytes.extend_from_slice(&more);
            if room.is_none() && bytes.len() > LARGEST_BODY {
                *room = Some(self.room(caller.account.id).await?);
            }
        }
        String::from_utf8(bytes).map_err(|_| Problem::invalid("problem-entries-not-utf8"))
    }
}

/// A form with entries.
#[derive(Default)]
pub(crate) struct LargeForm {
    pub(crate) fields: Form,
    /// The entries that were sent, if any.
    pub(crate) entries: Option<Entries>,
    /// To be kept until the form is answered.
    room: Option<Turn>,
}

/// Entries as they were sent.
pub(crate) struct Entries {
    pub(crate) text: String,
    pub(crate) is_csv: bool,
    /// The name of the file that they came in.
    pub(crate) file: Option<String>,
}

impl LargeForm {
    fn take(&mut self, part: Part, text: String) {
        // A browser sends an empty part where no file was chosen, and an empty field.
        if text.trim().is_empty() && part.file_name.as_deref().is_none_or(str::is_empty) {
            return;
        }
        // A file counts more than what is in the field.
        if self.entries.as_ref().is_some_and(|one| one.file.is_some()) {
            return;
        }
        let is_csv = match &part.file_name {
            Some(name) => name.to_lowercase().ends_with(".csv"),
            // What comes from a spreadsheet has tabs.
            None => !text.contains('\t'),
        };
        self.entries = Some(Entries {
            text,
            is_csv,
            file: part.file_name,
        });
    }
}
