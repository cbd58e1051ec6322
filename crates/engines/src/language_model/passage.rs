//! One passage of a job: its segments in batches, one after the other, so that each is seen with
//! what stands before it.

use dragoman_domain::{EngineQuality, Origin, Segment, SegmentTranslation, TranslationJob};
use dragoman_fidelity::Objection;
use tokio::time::Instant;

use super::answer;
use super::batches::batches;
use super::checks::Checks;
use super::engine::{Fault, LanguageModel};
use super::markers::{Brackets, MarkedSegment, Unmarked};
use super::prompt::{Previous, Question, Task, most_tokens, system, user};
use super::protocol::{List, Query};
use super::rejection::Rejection;
use dragoman_domain::WorkOwner;

/// After so many segments in a row whose answers were refused twice, the model is not asked for
/// the rest of the passage.
const MOST_REFUSED: usize = 3;

/// Segments that are asked for together.
#[derive(Debug)]
struct Batch {
    /// Their indices in the passage.
    segments: Vec<usize>,
    /// Why an earlier answer was refused; another refusal is final.
    refused: Option<Rejection>,
    /// Whether nothing is said of what is around them, to save room.
    is_bare: bool,
}

/// The translation of a passage in the making.
pub(super) struct Passage<'job> {
    model: &'job LanguageModel,
    task: Task<'job>,
    segments: &'job [Segment],
    caller: WorkOwner,
    deadline: Option<Instant>,
    translations: Vec<Option<SegmentTranslation>>,
    fault: Option<Fault>,
    refused_in_a_row: usize,
    /// What is still to be asked for, the next last.
    waiting: Vec<Batch>,
}

/// What became of a passage, or of a whole job.
#[derive(Debug)]
pub(crate) struct Attempt {
    /// One for each segment, unless it was refused or not asked for.
    pub(crate) translations: Vec<Option<SegmentTranslation>>,
    /// Why one is missing, if one is.
    pub(crate) fault: Option<Fault>,
}

/// What came of a question.
enum Reply {
    /// For each segment its translation, or why there is none.
    Answered(Vec<Result<SegmentTranslation, Rejection>>),
    /// The answer as a whole is of no use.
    Unusable(Rejection),
    /// There was too much in the question, or something that cannot be asked.
    TooMuch(Rejection),
}

/// The first characters of a text, so many at most.
fn beginning(text: &str, characters: usize) -> &str {
    let end = text.char_indices().nth(characters);
    end.and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

impl<'job> Passage<'job> {
    pub(super) fn new(
        model: &'job LanguageModel,
        job: &'job TranslationJob,
        segments: &'job [Segment],
        deadline: Option<Instant>,
    ) -> Self {
        let guidance = &job.guidance;
        let task = Task {
            pair: job.pair,
            register: guidance.register,
            needs_register: guidance.needs_register,
            context: guidance
                .context
                .as_deref()
                .map(|context| beginning(context, model.config().context_characters))
                .filter(|context| !context.is_empty()),
            wishes: &guidance.instructions,
            insists_on_terms: job.seeks_terms,
            instructions: &model.config().instructions,
        };
        let translations: Vec<_> = segments.iter().map(unchanged).collect();
        let wanted = segments.iter().zip(&translations).enumerate();
        let wanted = wanted
            .filter(|(_, (_, translation))| translation.is_none())
            .map(|(index, (segment, _))| (index, segment.text()));
        let batches = batches(wanted, model.config().batch_characters);
        let waiting = batches.into_iter().rev().map(|segments| Batch {
            segments,
            refused: None,
            is_bare: false,
        });
        Self {
            model,
            task,
            segments,
            caller: job.caller,
            deadline,
            waiting: waiting.collect(),
            translations,
            fault: None,
            refused_in_a_row: 0,
        }
    }

    /// Asks for all segments until there is nothing more to ask for, or to be had.
    pub(super) async fn translate(mut self) -> Attempt {
        while let Some(batch) = self.waiting.pop() {
            match self.ask(&batch).await {
                Ok(Reply::Answered(outcomes)) => self.take(&batch, outcomes),
                Ok(Reply::Unusable(rejection)) => {
                    for segment in batch.segments.iter().rev() {
                        self.refuse(*segment, rejection, &batch);
                    }
                }
                Ok(Reply::TooMuch(rejection)) => self.ask_less(batch, rejection),
                Err(fault) => {
                    self.fault = Some(fault);
                    break;
                }
            }
            if self.refused_in_a_row >= MOST_REFUSED {
                break;
            }
        }
        Attempt {
            translations: self.translations,
            fault: self.fault,
        }
    }

    fn take(&mut self, batch: &Batch, outcomes: Vec<Result<SegmentTranslation, Rejection>>) {
        // The last first, because what is asked for again is asked for in the opposite order.
        for (segment, outcome) in batch.segments.iter().zip(outcomes).rev() {
            match outcome {
                Ok(translation) => {
                    count("accepted");
                    self.refused_in_a_row = 0;
                    if let Some(place) = self.translations.get_mut(*segment) {
                        *place = Some(translation);
                    }
                }
                Err(rejection) => self.refuse(*segment, rejection, batch),
            }
        }
    }

    /// Has a segment asked for once more, alone, or gives it up.
    fn refuse(&mut self, segment: usize, rejection: Rejection, batch: &Batch) {
        count(rejection.as_str());
        if batch.refused.is_none() {
            self.waiting.push(Batch {
                segments: vec![segment],
                refused: Some(rejection),
                is_bare: batch.is_bare,
            });
        } else {
            self.refused_in_a_row += 1;
            self.fault = Some(Fault::Refused(rejection));
        }
    }

    /// Has the halves of a batch asked for, or its only segment with nothing around it.
    fn ask_less(&mut self, batch: Batch, rejection: Rejection) {
        let Batch {
            segments,
            refused,
            is_bare,
        } = batch;
        if let [segment] = *segments {
            if is_bare || rejection == Rejection::Text(Objection::Truncated) {
                self.refuse(
                    segment,
                    rejection,
                    &Batch {
                        segments,
                        refused,
                        is_bare,
                    },
                );
            } else {
                self.waiting.push(Batch {
                    segments,
                    refused,
                    is_bare: true,
                });
            }
            return;
        }
        let (first, second) = segments.split_at(segments.len() / 2);
        for half in [second, first] {
            self.waiting.push(Batch {
                segments: half.to_vec(),
                refused,
                is_bare,
            });
        }
    }

    async fn ask(&self, batch: &Batch) -> Result<Reply, Fault> {
        let segments: Vec<&Segment> = batch
            .segments
            .iter()
            .filter_map(|index| self.segments.get(*index))
            .collect();
        let brackets = brackets(&segments);
        let marked: Vec<(&Segment, MarkedSegment)> = segments
            .iter()
            .map(|segment| (*segment, MarkedSegment::new(segment, brackets)))
            .collect();
        let previous = if batch.is_bare {
            Vec::new()
        } else {
            self.previous(batch)
        };
        let question = Question {
            segments: &marked,
            brackets,
            previous: &previous,
            refused: batch.refused,
        };
        let task = Task {
            context: self.task.context.filter(|_| !batch.is_bare),
            ..self.task
        };
        let (system, user) = (system(&task, &question), user(&task, &question));
        let user = user.map_err(|_| Fault::unwritten())?;
        let query = Query {
            system,
            user,
            list: List::Translations,
            max_tokens: most_tokens(marked.iter().map(|(_, marked)| &*marked.text)),
        };
        let asking = self.model.ask(self.caller, &query, self.deadline);
        let completion = match asking.await? {
            Ok(completion) => completion,
            Err(rejection) => return Ok(Reply::TooMuch(rejection)),
        };
        if completion.is_truncated {
            return Ok(Reply::TooMuch(Objection::Truncated.into()));
        }
        let texts = match answer::parse(&completion.text, List::Translations, marked.len()) {
            Ok(texts) => texts,
            Err(malformed) => return Ok(Reply::Unusable(malformed.into())),
        };
        let checks = Checks::new(task.pair, task.required_register(), &query.system);
        let checked = marked.iter().zip(texts).map(|((segment, marked), text)| {
            let unmarked = marked
                .unmark(text.trim(), brackets)
                .ok_or(Rejection::Marks)?;
            checks.check(segment, &unmarked.text)?;
            Ok(unmarked)
        });
        let outcomes = self
            .with_language(&checks, &segments, checked.collect())
            .await;
        Ok(Reply::Answered(outcomes))
    }

    /// Checks the languages of those translations that nothing else speaks against.
    async fn with_language(
        &self,
        checks: &Checks,
        segments: &[&Segment],
        outcomes: Vec<Result<Unmarked, Rejection>>,
    ) -> Vec<Result<SegmentTranslation, Rejection>> {
        let telling = segments.iter().zip(&outcomes).map(|(segment, outcome)| {
            let unmarked = outcome.as_ref().ok()?;
            Checks::telling_part(segment, &unmarked.text)
        });
        let telling: Vec<Option<String>> = telling.collect();
        let languages = self.model.languages_of(telling).await;
        let outcomes = outcomes
            .into_iter()
            .zip(languages)
            .map(|(outcome, language)| {
                let unmarked = outcome?;
                language.map_or(Ok(()), |language| checks.check_language(language))?;
                Ok(translation(unmarked))
            });
        outcomes.collect()
    }

    /// The last segments before a batch that have translations.
    fn previous(&self, batch: &Batch) -> Vec<Previous> {
        let first = batch.segments.first().copied().unwrap_or_default();
        let before = self.segments.iter().zip(&self.translations).take(first);
        let mut previous: Vec<Previous> = before
            .rev()
            .filter_map(|(segment, translation)| {
                Some(Previous {
                    source: segment.text().to_owned(),
                    translation: translation.as_ref()?.text().to_owned(),
                })
            })
            .take(self.model.config().previous_segments)
            .collect();
        previous.reverse();
        previous
    }
}

/// The brackets for the marks of a batch, if it needs any.
fn brackets(segments: &[&Segment]) -> Option<Brackets> {
    let has_spans = segments.iter().any(|segment| !segment.spans().is_empty());
    let texts = segments.iter().map(|segment| segment.text());
    has_spans.then(|| Brackets::free_in(texts)).flatten()
}

/// A segment without anything to translate as its own translation.
fn unchanged(segment: &Segment) -> Option<SegmentTranslation> {
    if has_letters(segment) {
        return None;
    }
    let brackets = brackets(&[segment]);
    let marked = MarkedSegment::new(segment, brackets);
    marked.unmark(&marked.text, brackets).map(translation)
}

/// Whether there is anything to translate in a segment.
fn has_letters(segment: &Segment) -> bool {
    let mut start = 0;
    let text = |range| segment.text().get(range).unwrap_or_default();
    let speaks = |text: &str| text.chars().any(char::is_alphabetic);
    let before = segment.placeholders().iter().any(|range| {
        let between = text(start..range.start);
        start = range.end;
        speaks(between)
    });
    before || speaks(text(start..segment.text().len()))
}

fn translation(unmarked: Unmarked) -> SegmentTranslation {
    let translation = match unmarked.alignment {
        Some(alignment) => SegmentTranslation::aligned(unmarked.text, alignment),
        None => SegmentTranslation::from(unmarked.text),
    };
    translation.with_origin(Origin::Engine(EngineQuality::LanguageModel))
}

fn count(outcome: &'static str) {
    metrics::counter!("dragoman_language_model_segments_total", "outcome" => outcome).increment(1);
}
