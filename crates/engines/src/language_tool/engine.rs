//! The proofreader: which languages it reads, and how it goes about a text.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use dragoman_domain::{EngineError, Language, Proofreader, ProofreadingJob, SegmentTranslation};
use tokio::time::Instant;

use super::choice::{Share, edits, findings};
use super::client::{Server, ServerError};
use super::config::{LanguageToolConfig, LanguageToolConfigError};
use super::names::{languages_of, name_of};
use super::protocol::Match;
use super::question::question;
use crate::lines;
use crate::remote::{Gate, Outage};
use dragoman_domain::WorkOwner;

/// What it is called in the log and in errors.
const NAME: &str = "LanguageTool";

/// The most characters that are sent at once, but for longer lines: some servers take no more than 20,000.
const MOST_CHARACTERS: usize = 10_000;

/// A LanguageTool server. It reads nothing before it was [asked](Self::check) once which languages it has.
#[derive(Debug)]
pub struct LanguageTool {
    server: Server,
    gate: Gate,
    level: &'static str,
    /// Those that the server had when it last said so.
    languages: Mutex<Vec<Language>>,
    /// When an answer to a text last was too slow, if the server has answered nothing since.
    slow: Mutex<Option<Instant>>,
}

/// Why a text was not read.
enum Fault {
    /// The server is of no use.
    Outage(Outage),
    /// The server does not read this text, for this reason.
    Declined(String),
    /// What it says of this text cannot be.
    Unusable,
}

impl From<Fault> for EngineError {
    fn from(fault: Fault) -> Self {
        let reason = match fault {
            Fault::Outage(outage) => return outage.into_error(NAME),
            Fault::Declined(reason) => format!("{NAME} does not read the text: {reason}"),
            Fault::Unusable => format!("{NAME} speaks of places that the text does not have"),
        };
        Self::Unavailable { reason }
    }
}

impl LanguageTool {
    /// Makes no connection yet.
    ///
    /// # Errors
    /// [`LanguageToolConfigError`] if it can never work like that.
    pub fn new(config: &LanguageToolConfig) -> Result<Self, LanguageToolConfigError> {
        if config.concurrency == 0 {
            return Err(LanguageToolConfigError::Zero("concurrency"));
        }
        Ok(Self {
            server: Server::new(config)?,
            gate: Gate::new(NAME, config.concurrency, config.queue, config.pause),
            level: config.level.as_str(),
            languages: Mutex::default(),
            slow: Mutex::default(),
        })
    }

    /// Asks the server which languages it has, and remembers those that it is used for. A server that has too much to do
    /// is left alone for as long as it wants.
    ///
    /// # Errors
    /// Why it cannot be used; then those stay remembered that it had before.
    pub async fn check(&self) -> Result<Vec<Language>, String> {
        let unusable = |outage: Outage| outage.into_error(NAME).to_string();
        if let Some(outage) = self.gate.rest() {
            return Err(unusable(outage));
        }
        let answer = self.server.languages().await;
        // A text may have found out meanwhile that the server has too much to do.
        let rest = self.gate.rest();
        match (answer, rest) {
            (Ok(theirs), rest) => {
                if rest.is_none() {
                    self.answered();
                }
                let languages = languages_of(&theirs);
                self.known().clone_from(&languages);
                Ok(languages)
            }
            (Err(_), Some(outage)) => Err(unusable(outage)),
            // Of this question no text can be the cause.
            (Err(ServerError::Slow), None) => Err(unusable(self.gate.slow())),
            (Err(error), None) => Err(unusable(self.outage(error, Instant::now()))),
        }
    }

    fn known(&self) -> MutexGuard<'_, Vec<Language>> {
        // Nothing panics while it is held.
        self.languages
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// What the server calls a language that it has, or else the language of a variant.
    fn name_now(&self, language: Language) -> Option<&'static str> {
        let known = self.known();
        let mut wanted = [language, language.base()].into_iter();
        wanted.find(|one| known.contains(one)).and_then(name_of)
    }

    fn slow(&self) -> MutexGuard<'_, Option<Instant>> {
        // Nothing panics while it is held.
        self.slow.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answered(&self) {
        *self.slow() = None;
        self.gate.answered();
    }

    /// A text without what is clearly wrong in a share of it.
    ///
    /// # Errors
    /// [`EngineError`] if the server does not read it now.
    pub(super) async fn proofread_share(
        &self,
        job: ProofreadingJob,
        share: Share,
    ) -> Result<String, EngineError> {
        let language = self.name_now(job.language);
        let language = language.ok_or_else(|| EngineError::Unavailable {
            reason: format!("{NAME} reads no {} now", job.language),
        })?;
        let deadline = job.deadline.map(Instant::from_std);
        let deadline = deadline.map(|deadline| patience(Instant::now(), deadline));
        let mut read = String::with_capacity(job.text.len());
        let mut start = 0;
        for piece in lines::split(&job.text, MOST_CHARACTERS) {
            let kept = within(&job.kept, &(start..start + piece.len()));
            let piece_read = self.read(piece, &kept, language, share, job.caller, deadline);
            read.push_str(&piece_read.await?);
            start += piece.len();
        }
        Ok(read)
    }

    /// A piece of a text without what is clearly wrong in it.
    async fn read(
        &self,
        text: &str,
        kept: &[Range<usize>],
        language: &'static str,
        share: Share,
        caller: WorkOwner,
        deadline: Option<Instant>,
    ) -> Result<String, Fault> {
        let question = question(text, kept, language, self.level, share);
        let _slot = self
            .gate
            .enter(caller, deadline)
            .await
            .map_err(Fault::Outage)?;
        let started = Instant::now();
        let answer = self.server.check(&question, deadline).await;
        metrics::histogram!("dragoman_language_tool_seconds").record(started.elapsed());
        let read = self
            .believed(answer, started)
            .and_then(|matches| mended(text, kept, &matches, share));
        let outcome = match &read {
            Ok(_) => "answered",
            Err(Fault::Outage(outage)) => outage.as_str(),
            Err(Fault::Declined(_)) => "declined",
            Err(Fault::Unusable) => "unusable",
        };
        metrics::counter!("dragoman_language_tool_requests_total", "outcome" => outcome)
            .increment(1);
        read
    }

    /// Remembers whether the server can be used, and says what the absence of an answer means for a text about which it
    /// was asked at `started`.
    fn believed(
        &self,
        answer: Result<Vec<Match>, ServerError>,
        started: Instant,
    ) -> Result<Vec<Match>, Fault> {
        match answer {
            Ok(matches) => {
                self.answered();
                Ok(matches)
            }
            // Whoever sends a text that a server does not like must not be able to take it away from everybody else.
            Err(ServerError::Declined(reason)) => {
                self.answered();
                Err(Fault::Declined(reason))
            }
            Err(error) => Err(Fault::Outage(self.outage(error, started))),
        }
    }

    fn outage(&self, error: ServerError, started: Instant) -> Outage {
        match error {
            ServerError::Busy(wanted) => self.gate.busy(wanted),
            ServerError::Slow => self.took_too_long(started),
            // Somebody was in a hurry, which says nothing about the server.
            ServerError::OutOfTime => Outage::TimedOut,
            ServerError::Declined(reason) => {
                self.gate.failed(format!("{reason}; check the address"))
            }
            ServerError::Failed(reason) => self.gate.failed(reason),
        }
    }

    /// The answer to a question of `started` was too slow. That may be because of the text: only if a question that came
    /// after another slow one is as slow, the server is.
    fn took_too_long(&self, started: Instant) -> Outage {
        let before = self.slow().replace(Instant::now());
        if before.is_some_and(|before| started >= before) {
            return self.gate.slow();
        }
        Outage::TimedOut
    }
}

#[async_trait]
impl Proofreader for LanguageTool {
    fn name(&self) -> &'static str {
        "language_tool"
    }

    fn languages(&self) -> Vec<Language> {
        self.known().clone()
    }

    fn troubles(&self) -> Vec<String> {
        let trouble = self.gate.trouble();
        let trouble = trouble.map(|reason| format!("{NAME} cannot be used: {reason}"));
        trouble.into_iter().collect()
    }

    async fn proofread(&self, job: ProofreadingJob) -> Result<String, EngineError> {
        self.proofread_share(job, Share::Whole).await
    }
}

/// Until when the server is waited for, at `now`, by somebody who needs the text by `deadline`: others who read it after
/// the server, or in its place, have as much time as it had.
fn patience(now: Instant, deadline: Instant) -> Instant {
    now + deadline.saturating_duration_since(now) / 2
}

/// A text with the edits that matches come to.
fn mended(
    text: &str,
    kept: &[Range<usize>],
    matches: &[Match],
    share: Share,
) -> Result<String, Fault> {
    let findings = findings(text, kept, matches, share).map_err(|_| Fault::Unusable)?;
    for finding in &findings {
        let outcome = match &finding.verdict {
            Ok(_) => "applied",
            Err(refusal) => refusal.as_str(),
        };
        metrics::counter!("dragoman_language_tool_matches_total", "outcome" => outcome)
            .increment(1);
    }
    let mut mended = SegmentTranslation::from(text.to_owned());
    mended.edit(edits(findings));
    Ok(mended.into_text())
}

/// What of the ranges of a text is in a piece of it, as ranges of the piece.
fn within(ranges: &[Range<usize>], piece: &Range<usize>) -> Vec<Range<usize>> {
    let ranges = ranges.iter().filter_map(|range| {
        let (start, end) = (range.start.max(piece.start), range.end.min(piece.end));
        (start < end).then(|| start - piece.start..end - piece.start)
    });
    ranges.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_kept_in_each_piece_that_has_some_of_it() {
        assert_eq!(
            within(&[0..2, 4..9, 12..13], &(5..12)),
            std::slice::from_ref(&(0..4))
        );
        assert_eq!(within(&[0..2, 4..9], &(0..5)), [0..2, 4..5]);
        assert!(within(&[], &(0..5)).is_empty());
    }
}
