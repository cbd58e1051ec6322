//! Sizes that no published model or usual text has: nothing panics, the results are those of any other
//! batch and instruction set, and the work grows as the size does.
//!
//! The work is counted, in steps and rows, for time depends on the machine.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

mod lengths;
mod vocabularies;
mod widths;

use std::sync::Arc;

use dragoman_nmt::files::{ModelConfig, ModelFile, Shortlist, write};
use dragoman_nmt::vocabulary::{SentencePiece, TokenId, Vocabulary};
use dragoman_nmt::{Batch, Finished, Kernels, Model, Request, SearchOptions, Source};

/// The first token that is a word: `</s>` and `<unk>` come before.
const FIRST_WORD: TokenId = 2;

/// The word that is token `id`.
fn word(id: TokenId) -> String {
    let mut rest = id;
    let mut word = String::new();
    loop {
        word.insert(0, char::from(b'a' + u8::try_from(rest % 26).unwrap()));
        rest /= 26;
        if rest == 0 {
            return word;
        }
    }
}

/// `</s>`, `<unk>`, and a word for each other token.
fn pieces(tokens: usize) -> Vec<String> {
    let words = (FIRST_WORD..).map(|id| format!("\u{2581}{}", word(id)));
    ["</s>".to_owned(), "<unk>".to_owned()]
        .into_iter()
        .chain(words)
        .take(tokens)
        .collect()
}

fn vocabulary(tokens: usize) -> Arc<Vocabulary> {
    let pieces = SentencePiece::parse(&write::sentencepiece(&pieces(tokens))).unwrap();
    Arc::new(Vocabulary::from_sentencepiece(pieces))
}

/// A text of so many tokens, of all words of a vocabulary in turn.
fn text(vocabulary: usize, tokens: usize) -> String {
    let words = TokenId::try_from(vocabulary).unwrap() - FIRST_WORD;
    let ids = (0..words).cycle().map(|id| word(id + FIRST_WORD));
    ids.take(tokens).collect::<Vec<_>>().join(" ")
}

/// A shortlist in which each source token proposes a few targets of its own.
fn shortlist(tokens: usize, first: u64) -> Shortlist {
    let count = TokenId::try_from(tokens).unwrap();
    let list = |source: TokenId| {
        let mut targets: Vec<TokenId> = (1..4).map(|n| (source + n * 31) % count).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    };
    let lists: Vec<Vec<TokenId>> = (0..count).map(list).collect();
    Shortlist::parse(write::shortlist(first, &lists)).unwrap()
}

/// A model with random weights and one vocabulary for both sides.
fn student(config: &ModelConfig, shortlist: Option<Shortlist>) -> Arc<Model> {
    let file = ModelFile::parse(write::random_student(config, 7)).unwrap();
    let shared = vocabulary(config.source_vocabulary);
    Arc::new(Model::assemble(&file, Arc::clone(&shared), shared, shortlist).unwrap())
}

/// The smallest model of a vocabulary.
fn smallest(vocabulary: usize) -> ModelConfig {
    ModelConfig {
        embedding: 16,
        feed_forward: 16,
        heads: 1,
        encoder_layers: 1,
        decoder_layers: 1,
        ..write::tiny_config(vocabulary)
    }
}

/// Greedy search with and without scores, and a beam.
fn searches() -> [SearchOptions; 3] {
    let greedy = SearchOptions {
        alignment: true,
        ..SearchOptions::default()
    };
    let scored = SearchOptions {
        scores: true,
        ..greedy.clone()
    };
    let beam = SearchOptions {
        beam: Some(4),
        n_best: 3,
        ..greedy.clone()
    };
    [greedy, scored, beam]
}

fn requests(sources: impl IntoIterator<Item = Source>, options: &SearchOptions) -> Vec<Request> {
    let request = |(ticket, source)| Request {
        ticket,
        source,
        options: options.clone(),
    };
    (0..).zip(sources).map(request).collect()
}

/// What decoding took.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Count {
    steps: usize,
    /// The hypotheses of all steps together.
    rows: usize,
}

/// Steps until nothing is left; the results in the order of the tickets.
fn run(batch: &mut Batch) -> (Vec<Finished>, Count) {
    let (mut finished, mut count) = (Vec::new(), Count::default());
    while !batch.is_empty() {
        count.steps += 1;
        count.rows += batch.rows();
        finished.extend(batch.step());
    }
    assert_eq!(batch.rows(), 0);
    finished.sort_by_key(|finished| finished.ticket);
    (finished, count)
}

/// Decodes requests that all join before the first step.
fn together(
    model: &Arc<Model>,
    kernels: Kernels,
    requests: Vec<Request>,
) -> (Vec<Finished>, Count) {
    let mut batch = Batch::new(Arc::clone(model), kernels);
    batch.join(requests);
    run(&mut batch)
}

/// Decodes each request on its own.
fn alone(model: &Arc<Model>, requests: &[Request]) -> (Vec<Finished>, Count) {
    let mut all = (Vec::new(), Count::default());
    for request in requests {
        let (finished, count) = together(model, Kernels::best(), vec![request.clone()]);
        all.0.extend(finished);
        all.1.steps = all.1.steps.max(count.steps);
        all.1.rows += count.rows;
    }
    all
}

/// Checks that translations depend neither on what is in the batch nor on the instruction set.
fn assert_same_everywhere(model: &Arc<Model>, requests: &[Request], what: &str) {
    let (expected, _) = alone(model, requests);
    for kernels in Kernels::supported() {
        let (found, _) = together(model, kernels, requests.to_vec());
        assert_eq!(found, expected, "{what}, {}", kernels.name());
        let mut batch = Batch::new(Arc::clone(model), kernels);
        let mut found = Vec::new();
        for joining in requests.chunks(2) {
            batch.join(joining.to_vec());
            found.extend(batch.step());
        }
        found.extend(run(&mut batch).0);
        found.sort_by_key(|finished| finished.ticket);
        assert_eq!(found, expected, "{what}, joining, {}", kernels.name());
    }
}
