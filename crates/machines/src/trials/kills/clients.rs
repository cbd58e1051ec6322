//! Clients that go on whatever happens, and remember what became of each request.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use tokio::time::sleep;

use super::records::Records;
use crate::client::{Client, Fate, Handle};
use crate::documents::{self, Progress};
use crate::machines::Directory;
use crate::random::Random;
use crate::texts;

/// The most characters of a text.
const LARGEST: u64 = 200;

/// One of so many texts needs an engine.
const TRANSLATIONS: u64 = 4;

/// A client whose request failed asks again after this, and so often looks at a document.
const PAUSE: Duration = Duration::from_millis(50);

/// How long the sender of a document looks at it before sending another one.
const LOOK: Duration = Duration::from_secs(2);

/// How long a document may take after all kills: the leases of dead copies end by themselves.
const PATIENCE: Duration = Duration::from_secs(240);

/// A document that is sent again and again, and what is to come back.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    pub(super) text: String,
    translation: Vec<u8>,
    characters: u64,
}

impl Sample {
    /// Has documents translated while all is well.
    pub(super) async fn make(
        client: &Client,
        directory: &Directory,
        number: usize,
    ) -> Result<Self> {
        let Some(at) = directory.interfaces().first().copied() else {
            bail!("no copy runs");
        };
        let text = texts::document(number, 1 + number % 3 * 20);
        let handle = documents::send(client, at, &text).await?;
        let (translation, characters) =
            documents::translation(client, at, &handle, PATIENCE).await?;
        Ok(Self {
            text,
            translation,
            characters,
        })
    }

    pub(super) const fn characters(&self) -> u64 {
        self.characters
    }
}

/// A client, the copies that it knows of, and where it writes down what becomes of its requests.
pub(super) struct Sender {
    pub(super) client: Client,
    pub(super) directory: Directory,
    pub(super) records: Arc<Records>,
    pub(super) random: Random,
}

/// A document on its way.
struct Sent {
    handle: Handle,
    sample: usize,
    /// Whether a download was begun whose end did not come.
    has_lost_download: bool,
}

impl Sender {
    /// Sends texts until all is over.
    pub(super) async fn send_texts(mut self) -> Result<()> {
        while !self.records.is_over() {
            let Some(at) = self.directory.any(&mut self.random) else {
                sleep(PAUSE).await;
                continue;
            };
            let characters = 1 + self.random.below(LARGEST);
            let text = texts::text(usize::try_from(characters)?);
            let fate = if self.random.below(TRANSLATIONS) == 0 {
                self.client.translate(at, &text).await
            } else {
                self.client.echo(at, &text).await
            };
            self.records.text(characters, &fate);
            if !matches!(&fate, Fate::Answered(answer) if answer.status == 200) {
                sleep(PAUSE).await;
            }
        }
        Ok(())
    }

    /// Sends documents until all is over, and then waits for those that are still on their way.
    pub(super) async fn send_documents(mut self, samples: Arc<Vec<Sample>>) -> Result<()> {
        let mut underway = Vec::new();
        while !self.records.is_over() {
            let sample = self.random.index(samples.len());
            if let Some(handle) = self.upload(&samples[sample].text).await {
                let sent = Sent {
                    handle,
                    sample,
                    has_lost_download: false,
                };
                underway.extend(self.follow(sent, &samples, LOOK).await?);
            } else {
                sleep(PAUSE).await;
            }
        }
        for sent in underway {
            if let Some(sent) = self.follow(sent, &samples, PATIENCE).await? {
                let fault = format!("document {} has not ended in {PATIENCE:?}", sent.handle.id);
                self.records.documents().faults.push(fault);
            }
        }
        Ok(())
    }

    async fn upload(&mut self, text: &str) -> Option<Handle> {
        let at = self.directory.any(&mut self.random)?;
        let fate = self.client.upload(at, text).await;
        let mut documents = self.records.documents();
        *documents.ends.entry(fate.word()).or_default() += 1;
        match fate {
            Fate::Answered(answer) => match Handle::of(&answer) {
                Ok(handle) => {
                    documents.accepted += 1;
                    Some(handle)
                }
                Err(_) => None,
            },
            Fate::Lost(_) => {
                documents.unknown += 1;
                None
            }
            Fate::NotSent => None,
        }
    }

    /// Asks for a document until it has ended, or for so long: then it is given back.
    async fn follow(
        &mut self,
        mut sent: Sent,
        samples: &[Sample],
        patience: Duration,
    ) -> Result<Option<Sent>> {
        let begun = Instant::now();
        while begun.elapsed() < patience {
            if let Some(at) = self.directory.any(&mut self.random)
                && let Fate::Answered(answer) = self.client.status(at, &sent.handle).await
                && self
                    .has_ended(&mut sent, samples, Progress::of(&answer)?)
                    .await
            {
                return Ok(None);
            }
            sleep(PAUSE).await;
        }
        Ok(Some(sent))
    }

    /// Whether a document has come to its end, which is noted.
    async fn has_ended(&mut self, sent: &mut Sent, samples: &[Sample], progress: Progress) -> bool {
        let sample = &samples[sent.sample];
        match progress {
            Progress::Waiting | Progress::Unknown(_) => false,
            Progress::Failed(reason) => {
                *self.records.documents().failed.entry(reason).or_default() += 1;
                true
            }
            Progress::Gone => {
                self.note_gone(sent, sample);
                true
            }
            Progress::Done(characters) => {
                if characters != sample.characters {
                    let expected = sample.characters;
                    let fault =
                        format!("a document has {characters} characters and not {expected}");
                    self.records.documents().faults.push(fault);
                }
                self.fetch(sent, sample).await
            }
        }
    }

    async fn fetch(&mut self, sent: &mut Sent, sample: &Sample) -> bool {
        let Some(at) = self.directory.any(&mut self.random) else {
            return false;
        };
        match self.client.fetch(at, &sent.handle).await {
            Fate::Answered(answer) if answer.status == 200 => {
                let mut documents = self.records.documents();
                documents.fetched += 1;
                documents.delivered += sample.characters;
                if answer.body != sample.translation {
                    let fault = format!("document {} came back otherwise", sent.handle.id);
                    documents.faults.push(fault);
                }
                true
            }
            Fate::Answered(answer) if answer.status == 404 => {
                self.note_gone(sent, sample);
                true
            }
            Fate::Answered(_) | Fate::NotSent => false,
            Fate::Lost(_) => {
                sent.has_lost_download = true;
                false
            }
        }
    }

    /// Somebody fetched it: nobody but its sender can have done so.
    fn note_gone(&self, sent: &Sent, sample: &Sample) {
        let mut documents = self.records.documents();
        if sent.has_lost_download {
            documents.lost_downloads += 1;
            documents.lost += sample.characters;
        } else {
            let fault = format!(
                "document {} is gone, and nobody has fetched it",
                sent.handle.id
            );
            documents.faults.push(fault);
        }
    }
}
