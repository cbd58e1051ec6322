//! The object storage is away, slow or refuses: texts go on, and documents wait.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use dragoman_s3_testing::Fault;
use tokio::time::sleep;

use super::Context;
use crate::client::{Answer, Client, Handle};
use crate::documents::{self, Progress};
use crate::key::Key;
use crate::machines::{CopySetup, Machines, Setup};
use crate::patience::until;
use crate::report::seconds;
use crate::texts;
use crate::watcher::{Phase, Watcher};

/// The copy that answers, and the one that translates documents.
const INTERFACE: usize = 0;
const WORKER: usize = 1;

const CLIENTS: usize = 4;

/// The longest that an upload or a download may wait for a storage that does not answer.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// How long a document may take after the storage is back.
const PATIENCE: Duration = Duration::from_secs(120);

const SLOW: Duration = Duration::from_secs(1);

pub(super) async fn run(context: Context) -> Result<()> {
    let copies = vec![CopySetup::role("interface"), CopySetup::role("worker")];
    let (machines, key) = Machines::start(&context.program, Setup::of(copies)).await?;
    let trial = Storage {
        client: Client::new(&key)?,
        at: machines.copies[INTERFACE].interface()?,
        machines,
        key,
        context,
    };
    trial.away().await?;
    trial.slow().await?;
    trial.cut().await?;
    trial.refused().await?;
    trial.lost_document().await?;
    trial.lost_translation().await?;
    let counted = trial
        .machines
        .counted("customer", Some("document_translation"))
        .await?;
    trial.context.report.note(format_args!(
        "{counted} characters of documents are counted in all"
    ));
    Ok(())
}

struct Storage {
    machines: Machines,
    client: Client,
    at: SocketAddr,
    key: Key,
    context: Context,
}

/// Whether an answer is what whoever comes at the wrong time is to get.
fn is_proper(answer: &Answer) -> bool {
    answer.is_unavailable() && answer.took <= LONGEST_WAIT
}

fn words(answer: &Answer) -> String {
    format!("{} in {}", answer.words(), seconds(answer.took))
}

impl Storage {
    /// Documents that are accepted and that nobody has begun to translate: the worker stands still.
    async fn waiting(&self, number: usize) -> Result<Vec<Handle>> {
        self.machines.copies[WORKER].pause()?;
        let mut sent = Vec::new();
        for one in 0..number {
            let text = texts::document(one, 5);
            sent.push(documents::send(&self.client, self.at, &text).await?);
        }
        Ok(sent)
    }

    async fn end(&self, document: &Handle) -> Result<Progress> {
        documents::end(&self.client, self.at, document, PATIENCE).await
    }

    /// How many of these are translated in the end, and how those ended that are not.
    async fn translated(&self, sent: &[Handle]) -> Result<(usize, Vec<Progress>)> {
        let mut others = Vec::new();
        for document in sent {
            match self.end(document).await? {
                Progress::Done(_) => {
                    self.client.fetch(self.at, document).await.success()?;
                }
                other => others.push(other),
            }
        }
        Ok((sent.len() - others.len(), others))
    }

    async fn away(&self) -> Result<()> {
        let report = &self.context.report;
        let ready = documents::send(&self.client, self.at, &texts::document(9, 5)).await?;
        self.end(&ready).await?;
        let sent = self.waiting(4).await?;
        let watcher = Watcher::begin(&self.machines.directory, &self.key, CLIENTS)?;
        self.machines.storage(Fault::Away).await?;
        watcher.enter(Phase::Away);
        self.machines.copies[WORKER].resume()?;
        let (upload, download) = tokio::join!(
            self.client.upload(self.at, "The house is green."),
            self.client.fetch(self.at, &ready)
        );
        sleep(Duration::from_secs(self.context.scale.of(1, 30))).await;
        let status = self.client.status(self.at, &sent[0]).await.answer()?;
        let waits = Progress::of(&status)?;
        self.machines.storage(Fault::None).await?;
        let watched = watcher.end().await?;
        let back = Instant::now();
        let (upload, download) = (upload.answer()?, download.answer()?);
        report.promise(
            watched.away.improper.is_empty() && watched.away.number("503") == 0,
            "without the object storage texts go on",
            watched.away.words(),
        );
        report.promise(
            is_proper(&upload),
            "without the object storage documents are refused with 503 and Retry-After",
            words(&upload),
        );
        report.promise(
            is_proper(&download),
            "without the object storage so are downloads",
            words(&download),
        );
        let fetched = self.client.fetch(self.at, &ready).await.answer()?;
        report.promise(
            fetched.status == 200,
            "and they can be had when it is back",
            fetched.status,
        );
        let (translated, others) = self.translated(&sent).await?;
        report.promise(
            waits == Progress::Waiting && translated == sent.len(),
            "accepted documents wait for the object storage and are translated when it is back",
            format_args!(
                "meanwhile {waits:?}; {translated} of {} translated {} after its return, {others:?}",
                sent.len(),
                seconds(back.elapsed())
            ),
        );
        Ok(())
    }

    async fn slow(&self) -> Result<()> {
        self.machines.storage(Fault::Slow(SLOW)).await?;
        let begun = Instant::now();
        let watcher = Watcher::begin(&self.machines.directory, &self.key, CLIENTS)?;
        let document = documents::send(&self.client, self.at, &texts::document(2, 5)).await?;
        let accepted = begun.elapsed();
        let end = self.end(&document).await?;
        let ended = begun.elapsed();
        let fetched = self.client.fetch(self.at, &document).await.answer()?;
        let watched = watcher.end().await?;
        self.machines.storage(Fault::None).await?;
        self.context.report.promise(
            matches!(end, Progress::Done(_)) && fetched.status == 200,
            "with an object storage that takes a second for each request documents are translated",
            format_args!(
                "accepted in {}, {end:?} in {}, fetched in {} with {}",
                seconds(accepted),
                seconds(ended),
                seconds(fetched.took),
                fetched.status
            ),
        );
        self.context.report.promise(
            watched.before.improper.is_empty() && watched.before.longest < SLOW,
            "and texts do not wait for it",
            watched.before.words(),
        );
        Ok(())
    }

    /// Uploads to the storage that break off in the middle: one, and then all.
    async fn cut(&self) -> Result<()> {
        self.machines.storage_for(1, Fault::CutUploads).await?;
        let once = self
            .client
            .upload(self.at, &texts::document(3, 20))
            .await
            .answer()?;
        self.machines.storage(Fault::None).await?;
        let end = match Handle::of(&once) {
            Ok(document) => self.translated(&[document]).await?.0 == 1,
            Err(_) => is_proper(&once),
        };
        self.machines.storage(Fault::CutUploads).await?;
        let always = self
            .client
            .upload(self.at, &texts::document(4, 20))
            .await
            .answer()?;
        self.machines.storage(Fault::None).await?;
        let rows = self
            .machines
            .database
            .number("SELECT count(*) FROM documents")
            .await?;
        self.context.report.promise(
            end && is_proper(&always) && rows == 0,
            "an upload to the object storage that breaks off is made again or refused, and leaves no document",
            format_args!(
                "once: {}; always: {}; {rows} documents left",
                once.status,
                words(&always)
            ),
        );
        Ok(())
    }

    /// The storage has too much to do for some requests, and then takes the copies for strangers.
    async fn refused(&self) -> Result<()> {
        self.machines.storage_for(2, Fault::Busy).await?;
        let busy = self
            .client
            .upload(self.at, &texts::document(5, 5))
            .await
            .answer()?;
        self.machines.storage(Fault::None).await?;
        let sent = self.waiting(2).await?;
        self.machines.storage(Fault::Refuse).await?;
        self.machines.copies[WORKER].resume()?;
        let upload = self
            .client
            .upload(self.at, &texts::document(6, 5))
            .await
            .answer()?;
        sleep(Duration::from_secs(1)).await;
        self.machines.storage(Fault::None).await?;
        let mut all = sent;
        all.extend(Handle::of(&busy).ok());
        let (translated, others) = self.translated(&all).await?;
        self.context.report.promise(
            busy.status < 300 && upload.status >= 500 && translated == all.len(),
            "a storage that has too much to do, or refuses for a while, loses no document",
            format_args!(
                "busy: {}; refused: {}; {translated} of {} accepted documents translated {others:?}",
                busy.status,
                words(&upload),
                all.len()
            ),
        );
        Ok(())
    }

    /// The objects that are new since these.
    async fn since(&self, before: &[String]) -> Result<Vec<String>> {
        let now = self.machines.objects().await?;
        Ok(now
            .into_iter()
            .filter(|key| !before.contains(key))
            .collect())
    }

    async fn lost_document(&self) -> Result<()> {
        let before = self.machines.objects().await?;
        self.machines.copies[WORKER].pause()?;
        let lost = documents::send(&self.client, self.at, &texts::document(7, 5)).await?;
        let objects = self.since(&before).await?;
        let other = documents::send(&self.client, self.at, &texts::document(8, 5)).await?;
        for object in &objects {
            self.machines.lose(object).await?;
        }
        self.machines.copies[WORKER].resume()?;
        let (end, rest) = (self.end(&lost).await?, self.translated(&[other]).await?);
        let has_reason = matches!(&end, Progress::Failed(reason) if !reason.is_empty());
        self.context.report.promise(
            has_reason && rest.0 == 1 && objects.len() == 1,
            "a document whose file is lost fails with a reason, and no other does",
            format_args!(
                "{} objects lost: {end:?}; the other: {rest:?}",
                objects.len()
            ),
        );
        Ok(())
    }

    async fn lost_translation(&self) -> Result<()> {
        let counted = async || {
            self.machines
                .counted("customer", Some("document_translation"))
                .await
        };
        let (before, count_before) = (self.machines.objects().await?, counted().await?);
        let document = documents::send(&self.client, self.at, &texts::document(10, 5)).await?;
        let end = self.end(&document).await?;
        // The document itself may go only now.
        for object in self.since(&before).await? {
            // Another may have removed it since.
            let _ = self.machines.lose(&object).await;
        }
        let fetched = self.client.fetch(self.at, &document).await.answer()?;
        let counted = counted().await? - count_before;
        self.context.report.promise(
            matches!(end, Progress::Done(_)) && fetched.status >= 400 && counted == 0,
            "a translation that is lost is refused and not counted",
            format_args!("{}; {counted} characters counted", words(&fetched)),
        );
        let ended = until(
            "a lost document is gone or failed",
            LONGEST_WAIT,
            async || {
                let answer = self.client.status(self.at, &document).await.answer()?;
                Ok(Some(answer.words()))
            },
        );
        let ended = ended.await.context("no status")?;
        self.context
            .report
            .note(format_args!("its status afterwards: {ended}"));
        Ok(())
    }
}
