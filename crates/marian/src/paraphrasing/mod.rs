//! Texts in other words, by translating them into another language and back.
//!
//! A sentence is translated into the other language, in a few ways (its *pivots*), and the best of these back in a few
//! ways (its *candidates*). One that can replace the sentence as far as its letters tell (`checks`) does so if the
//! models find it far more fluent and still make the same of it (`measure`). Each sentence is settled by itself, so that
//! what goes wrong in one spoils no other.

mod checks;
mod measure;

use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{EngineError, Language, Priority, Rewriter, RewritingJob, Segment};
use dragoman_nmt::SearchOptions;
use dragoman_text::{SegmentedText, Sentence, SentenceSplitting, segment};

use super::engine::{Marian, in_time};
use super::job::chunks;
use super::route::RoundTrip;
use super::scheduler::Claim;
use super::steps::{Given, Likelihood, blocking};
use super::supply::InstalledModel;
use super::text::{Text, Texts};
use checks::{can_replace, is_measurable};
use measure::{means_the_same, more_fluent};

/// In how many ways a sentence is translated, in how many ways the best of these is translated back, and how many of
/// what comes back are compared with the sentence by what they mean. Together they bound the work: a sentence
/// takes as much as 23 translations of it by greedy search.
const PIVOTS: usize = 3;
const CANDIDATES: usize = 4;
const FINALISTS: usize = 2;

/// Says texts in other words with the models of the neural engine, in languages that two of them lead from and back
/// into. Knows no styles and tones.
#[derive(Debug)]
pub struct Paraphraser {
    engine: Arc<Marian>,
}

/// A job on its way.
struct Paraphrasing<'job> {
    engine: &'job Marian,
    language: Language,
    trip: RoundTrip,
    claim: Claim,
}

/// A sentence with what may be better.
#[derive(Debug)]
struct SentenceCandidates {
    /// Its place among the sentences of its chunk.
    index: usize,
    sentence: String,
    /// Its translations, best first; at least one.
    pivots: Vec<String>,
    /// Other sentences for it, best first.
    candidates: Vec<String>,
}

impl Paraphraser {
    /// Uses this engine's models, threads and queue.
    #[must_use]
    pub const fn new(engine: Arc<Marian>) -> Self {
        Self { engine }
    }

    async fn paraphrase(&self, job: RewritingJob) -> Result<Vec<Option<String>>, EngineError> {
        let language = job.language;
        let trip = self.engine.round_trip(language);
        let trip = trip.ok_or_else(|| EngineError::Unavailable {
            reason: format!("no models that are here translate {language} there and back"),
        })?;
        let splitting = SentenceSplitting::PunctuationAndNewlines;
        let texts = job.texts.iter();
        let texts: Vec<SegmentedText<'_>> = texts
            .map(|text| segment(text, language, splitting))
            .collect();
        let sentences = || texts.iter().flat_map(SegmentedText::sentences);
        let measurable = sentences().map(Sentence::text).filter(is_measurable);
        let segments: Vec<Segment> = measurable
            .map(|sentence| Segment::new(sentence, Vec::new()))
            .collect();
        let paraphrasing = Paraphrasing {
            engine: &self.engine,
            language,
            trip,
            claim: Claim {
                priority: Priority::Interactive,
                caller: job.caller,
            },
        };
        let bytes = segments.iter().map(|segment| segment.text().len()).sum();
        self.engine.admit(paraphrasing.claim, bytes)?;
        let mut written: Vec<Option<String>> = Vec::with_capacity(segments.len());
        for chunk in chunks(segments) {
            written.extend(paraphrasing.of_chunk(&chunk).await?);
        }
        let mut written = written.into_iter();
        Ok(texts
            .iter()
            .map(|text| rewritten(text, &mut written))
            .collect())
    }
}

/// A text with what was written for those of its sentences that can be measured; none if nothing was.
fn rewritten(
    text: &SegmentedText<'_>,
    written: &mut impl Iterator<Item = Option<String>>,
) -> Option<String> {
    let mut is_new = false;
    let sentences = text.sentences().iter().map(|sentence| {
        let sentence = sentence.text();
        let new = is_measurable(&sentence).then(|| written.next()).flatten();
        let new = new.flatten();
        is_new |= new.is_some();
        new.unwrap_or_else(|| sentence.to_owned())
    });
    let sentences: Vec<String> = sentences.collect();
    is_new.then(|| text.join(&sentences))
}

#[async_trait]
impl Rewriter for Paraphraser {
    fn name(&self) -> &'static str {
        "neural"
    }

    fn languages(&self) -> Vec<Language> {
        self.engine.round_trip_languages()
    }

    fn has_styles(&self) -> bool {
        false
    }

    async fn rewrite(&self, job: RewritingJob) -> Result<Vec<Option<String>>, EngineError> {
        in_time(job.deadline, Box::pin(self.paraphrase(job))).await
    }
}

impl Paraphrasing<'_> {
    /// Better sentences for those of a chunk that have one, in order.
    async fn of_chunk(&self, sentences: &[Segment]) -> Result<Vec<Option<String>>, EngineError> {
        let texts = sentences.iter().map(Segment::text);
        let pivots = self.translate(&self.trip.there, texts, PIVOTS).await?;
        let mut entries: Vec<SentenceCandidates> = Vec::with_capacity(sentences.len());
        for (index, (segment, pivots)) in sentences.iter().zip(pivots).enumerate() {
            if !pivots.is_empty() {
                entries.push(SentenceCandidates {
                    index,
                    sentence: segment.text().to_owned(),
                    pivots,
                    candidates: Vec::new(),
                });
            }
        }
        let entries = self.with_candidates(entries).await?;
        let entries = self.of_the_fluent(entries).await?;
        let mut written = vec![None; sentences.len()];
        for (index, sentence) in self.of_the_faithful(entries).await? {
            if let Some(place) = written.get_mut(index) {
                *place = Some(sentence);
            }
        }
        Ok(written)
    }

    /// The sentences for which something comes back that can replace the sentence.
    async fn with_candidates(
        &self,
        mut entries: Vec<SentenceCandidates>,
    ) -> Result<Vec<SentenceCandidates>, EngineError> {
        let best = entries.iter().filter_map(|entry| entry.pivots.first());
        let back = self
            .translate(&self.trip.back, best.map(String::as_str), CANDIDATES)
            .await?;
        let language = self.language;
        blocking("the checks of other words", move || {
            for (entry, mut candidates) in entries.iter_mut().zip(back) {
                let sentence = &entry.sentence;
                candidates.retain(|candidate| can_replace(language, sentence, candidate));
                entry.candidates = candidates;
            }
            left(entries, "same")
        })
        .await
    }

    /// The sentences with those of their candidates that are so fluent that it pays to change the sentence.
    async fn of_the_fluent(
        &self,
        mut entries: Vec<SentenceCandidates>,
    ) -> Result<Vec<SentenceCandidates>, EngineError> {
        let mut questions = Vec::new();
        for entry in &entries {
            let of_sentence = entry.pivots.iter();
            questions.extend(of_sentence.map(|pivot| given(pivot, &entry.sentence)));
            let best = entry.pivots.first().map_or("", String::as_str);
            let of_candidates = entry.candidates.iter();
            questions.extend(of_candidates.map(|candidate| given(best, candidate)));
        }
        let mut answers = self.likelihoods(&self.trip.back, questions).await?;
        for entry in &mut entries {
            let sentence: Vec<Likelihood> = answers.by_ref().take(entry.pivots.len()).collect();
            let candidates = std::mem::take(&mut entry.candidates);
            let likelihoods: Vec<Likelihood> = answers.by_ref().take(candidates.len()).collect();
            let candidates = candidates.into_iter().zip(likelihoods).collect();
            entry.candidates = more_fluent((&entry.sentence, &sentence), candidates);
            entry.candidates.truncate(FINALISTS);
        }
        Ok(left(entries, "fluency"))
    }

    /// For the sentences that have one, the first candidate that means the same, with the place of the sentence.
    async fn of_the_faithful(
        &self,
        entries: Vec<SentenceCandidates>,
    ) -> Result<Vec<(usize, String)>, EngineError> {
        let mut questions = Vec::new();
        for entry in &entries {
            for text in std::iter::once(&entry.sentence).chain(&entry.candidates) {
                let pivots = entry.pivots.iter();
                questions.extend(pivots.map(|pivot| given(text, pivot)));
            }
        }
        let mut answers = self.likelihoods(&self.trip.there, questions).await?;
        let mut found = Vec::new();
        for entry in entries {
            let mut of_text =
                || -> Vec<Likelihood> { answers.by_ref().take(entry.pivots.len()).collect() };
            let sentence = of_text();
            let mut best = None;
            for candidate in entry.candidates {
                let candidate_too = of_text();
                if best.is_none() && means_the_same(&sentence, &candidate_too) {
                    best = Some(candidate);
                }
            }
            count(
                if best.is_some() {
                    "accepted"
                } else {
                    "meaning"
                },
                1,
            );
            found.extend(best.map(|best| (entry.index, best)));
        }
        Ok(found)
    }

    /// Different translations of texts, up to so many of each, best first; none that is empty.
    async fn translate(
        &self,
        model: &Arc<InstalledModel>,
        texts: impl Iterator<Item = &str>,
        most: usize,
    ) -> Result<Vec<Vec<String>>, EngineError> {
        let text = |text: &str| Text {
            text: text.to_owned(),
            options: SearchOptions {
                n_best: most,
                ..SearchOptions::default()
            },
            terms: Arc::default(),
            wish: None,
        };
        let texts = Texts {
            texts: texts.map(text).collect(),
            claim: self.claim,
        };
        let models = [Arc::clone(model)];
        let steps = self.engine.steps();
        let translations = steps.translate(model.pair, &models, texts).await?;
        let distinct = |translations: &Arc<Vec<dragoman_nmt::Translation>>| {
            let mut texts: Vec<String> = Vec::with_capacity(translations.len());
            for translation in translations.iter() {
                let text = translation.text.trim();
                if !text.is_empty() && !texts.iter().any(|known| known == text) {
                    texts.push(text.to_owned());
                }
            }
            texts
        };
        Ok(translations.iter().map(distinct).collect())
    }

    async fn likelihoods(
        &self,
        model: &InstalledModel,
        given: Vec<Given>,
    ) -> Result<std::vec::IntoIter<Likelihood>, EngineError> {
        let steps = self.engine.steps();
        let likelihoods = steps.likelihoods(model, given, self.claim);
        Ok(likelihoods.await?.into_iter())
    }
}

fn given(text: &str, translation: &str) -> Given {
    Given {
        text: text.to_owned(),
        translation: translation.to_owned(),
    }
}

/// The sentences that still have candidates. The sentences of the others stay, for the reason that is counted.
fn left(mut entries: Vec<SentenceCandidates>, reason: &'static str) -> Vec<SentenceCandidates> {
    let before = entries.len();
    entries.retain(|entry| !entry.candidates.is_empty());
    count(reason, before - entries.len());
    entries
}

fn count(outcome: &'static str, sentences: usize) {
    let sentences = u64::try_from(sentences).unwrap_or(u64::MAX);
    metrics::counter!("dragoman_neural_paraphrases_total", "outcome" => outcome)
        .increment(sentences);
}
