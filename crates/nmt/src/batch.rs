//! Many segments decoded together, joining and leaving between steps.

use std::sync::Arc;

use dragoman_kernels::{AlignedVec, Kernels};

use crate::model::{Candidates, Context, Model, OutputRows, Row, StepOutput, Workspace, sized};
use crate::profile::{Stage, Work, measure};
use crate::search::{Search, SearchOptions, TokenTranslation};
use crate::source::Source;
use crate::vocabulary::TokenId;

/// How many sets of candidates are kept for segments to come. Each is a few hundred kilobytes.
const MOST_SPARE: usize = 32;

/// A segment to decode.
#[derive(Debug, Clone)]
pub struct Request {
    /// How the caller knows the segment again.
    pub ticket: u64,
    /// Its tokens.
    pub source: Source,
    /// How it is searched.
    pub options: SearchOptions,
}

/// The segments that one worker decodes at the same time with one model.
///
/// A segment may join before any step and leaves as soon as its translation is complete. Each is
/// computed as if it were alone: which others are in the batch, and when they joined, cannot
/// change its translation.
#[derive(Debug)]
pub struct Batch {
    model: Arc<Model>,
    kernels: Kernels,
    segments: Vec<Segment>,
    /// The hypotheses of all segments, those of a segment side by side and in its order.
    rows: Vec<Row>,
    workspace: Workspace,
    states: AlignedVec<f32>,
    attention: AlignedVec<f32>,
    output_rows: OutputRows,
    /// Candidates of segments that have left, at most [`MOST_SPARE`]: their memory is used again.
    spare: Vec<Candidates>,
}

#[derive(Debug)]
struct Segment {
    ticket: u64,
    search: Search,
    contexts: Vec<Context>,
    /// `None` stands for all tokens.
    candidates: Option<Candidates>,
}

impl Segment {
    /// Whether the output of both is computed at once: they choose among all tokens, and need the
    /// same of them.
    fn shares_output(&self, other: &Self) -> bool {
        self.candidates.is_none()
            && other.candidates.is_none()
            && self.search.settings().scores == other.search.settings().scores
    }
}

/// A segment that left the batch.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// The request's ticket.
    pub ticket: u64,
    /// The translations, best first; at least one.
    pub translations: Vec<TokenTranslation>,
}

impl Model {
    /// How many hypotheses of a segment are extended at a time under these options.
    #[must_use]
    pub fn beam(&self, options: &SearchOptions) -> usize {
        options.clone().settings(&self.search).beam
    }
}

impl Batch {
    /// An empty batch.
    #[must_use]
    pub fn new(model: Arc<Model>, kernels: Kernels) -> Self {
        Self {
            model,
            kernels,
            segments: Vec::new(),
            rows: Vec::new(),
            workspace: Workspace::default(),
            states: AlignedVec::new(),
            attention: AlignedVec::new(),
            output_rows: OutputRows::default(),
            spare: Vec::new(),
        }
    }

    /// The model that the batch uses.
    #[must_use]
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Whether no segment is in the batch.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// Hypotheses that the next step extends.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Encodes segments and lets them join; they are encoded together.
    pub fn join(&mut self, requests: Vec<Request>) {
        if requests.is_empty() {
            return;
        }
        let sources: Vec<&[TokenId]> = requests.iter().map(|r| r.source.tokens()).collect();
        let contexts = self
            .model
            .encode(self.kernels, &sources, &mut self.workspace);
        for (request, contexts) in requests.into_iter().zip(contexts) {
            let Request {
                ticket,
                source,
                options,
            } = request;
            let settings = options.settings(&self.model.search);
            let guided = settings.wanted_tokens();
            let spare = self.spare.pop();
            let candidates =
                self.model
                    .candidates(source.tokens(), &guided, spare, &mut self.workspace);
            self.rows.push(Row {
                source: self.segments.len(),
                previous: None,
                position: 0,
                memory: self.model.empty_memory(),
            });
            self.segments.push(Segment {
                ticket,
                search: Search::new(source.tokens(), self.model.end_of_sentence, settings),
                contexts,
                candidates,
            });
        }
    }

    /// Takes a segment out that is no longer wanted.
    pub fn cancel(&mut self, ticket: u64) {
        let Some(index) = self
            .segments
            .iter()
            .position(|segment| segment.ticket == ticket)
        else {
            return;
        };
        let segment = self.segments.remove(index);
        keep(&mut self.spare, segment.candidates);
        self.rows.retain(|row| row.source != index);
        for row in &mut self.rows {
            row.source -= usize::from(row.source > index);
        }
    }

    /// Extends every hypothesis by one token and returns the segments that are complete.
    pub fn step(&mut self) -> Vec<Finished> {
        if self.segments.is_empty() {
            return Vec::new();
        }
        let stride = self
            .segments
            .iter()
            .map(|segment| segment.search.source_length())
            .max()
            .unwrap_or(1);
        let contexts: Vec<&[Context]> = self
            .segments
            .iter()
            .map(|segment| &segment.contexts[..])
            .collect();
        let mut output = StepOutput {
            states: sized(&mut self.states, self.rows.len() * self.model.dim),
            attention: sized(&mut self.attention, self.rows.len() * stride),
            attention_stride: stride,
        };
        self.model.step(
            self.kernels,
            &mut self.rows,
            &contexts,
            &mut output,
            &mut self.workspace,
        );
        self.extend(stride);
        self.remove_finished()
    }

    /// Chooses the next tokens of every segment and sets its rows up for the next step.
    fn extend(&mut self, stride: usize) {
        let Self {
            model,
            kernels,
            segments,
            output_rows,
            attention,
            ..
        } = self;
        output_rows.quantize(model, *kernels, &self.states[..self.rows.len() * model.dim]);
        let mut rows = std::mem::take(&mut self.rows).into_iter();
        let (mut start, mut index) = (0, 0);
        for run in segments.chunk_by_mut(Segment::shares_output) {
            let live = |segment: &Segment| segment.search.live().len();
            let count: usize = run.iter().map(live).sum();
            let Some(first) = run.first() else { continue };
            let scored = first.search.settings().scores;
            output_rows.compute(
                model,
                *kernels,
                start..start + count,
                first.candidates.as_ref(),
                scored,
            );
            let mut offset = 0;
            for segment in run {
                let count = live(segment);
                let attention = &attention[(start + offset) * stride..];
                measure(Stage::Search, Work::default(), || {
                    segment.search.observe(attention, stride);
                    let mut extensions = output_rows.extensions(
                        model,
                        *kernels,
                        offset..offset + count,
                        segment.candidates.as_ref(),
                        &mut segment.search,
                    );
                    let parents = segment.search.advance(&mut extensions, attention, stride);
                    let old: Vec<Row> = rows.by_ref().take(count).collect();
                    self.rows
                        .extend(descend(old, &parents, index, &segment.search));
                });
                offset += count;
                index += 1;
            }
            start += count;
        }
    }

    fn remove_finished(&mut self) -> Vec<Finished> {
        if !self.segments.iter().any(|segment| segment.search.is_done()) {
            return Vec::new();
        }
        let mut finished = Vec::new();
        let mut left = Vec::with_capacity(self.segments.len());
        let mut new_index = vec![0; self.segments.len()];
        for (index, segment) in std::mem::take(&mut self.segments).into_iter().enumerate() {
            if segment.search.is_done() {
                keep(&mut self.spare, segment.candidates);
                finished.push(Finished {
                    ticket: segment.ticket,
                    translations: segment.search.results(),
                });
            } else {
                new_index[index] = left.len();
                left.push(segment);
            }
        }
        self.segments = left;
        for row in &mut self.rows {
            row.source = new_index[row.source];
        }
        finished
    }
}

/// Keeps candidates for their memory if there is room.
fn keep(spare: &mut Vec<Candidates>, candidates: Option<Candidates>) {
    if spare.len() < MOST_SPARE {
        spare.extend(candidates);
    }
}

/// The rows of a segment's next step: each continues the row of its parent, and the last child of
/// a parent takes its memory over instead of copying it.
fn descend(old: Vec<Row>, parents: &[usize], source: usize, search: &Search) -> Vec<Row> {
    let mut old: Vec<Option<Row>> = old.into_iter().map(Some).collect();
    let mut rows = Vec::with_capacity(parents.len());
    for (child, parent) in parents.iter().enumerate() {
        let again = parents[child + 1..].contains(parent);
        let slot = &mut old[*parent];
        let row = if again { slot.clone() } else { slot.take() };
        rows.extend(row.map(|row| Row {
            source,
            previous: search.last_token(child),
            position: row.position + 1,
            memory: row.memory,
        }));
    }
    rows
}
