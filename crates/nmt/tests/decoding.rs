//! Decoding with small random models: what must hold whatever the weights are.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

use std::sync::Arc;

use dragoman_nmt::files::{DecoderCell, ModelConfig, ModelFile, Shortlist, TiedEmbeddings, write};
use dragoman_nmt::vocabulary::{SentencePiece, TokenId, Vocabulary};
use dragoman_nmt::{
    Batch, Finished, Guide, Kernels, Model, Request, SearchOptions, Source, TokenTranslation,
    translate,
};
use proptest::prelude::*;

const VOCABULARY: &[u8] = include_bytes!("../testdata/vocabulary/plain.spm");

fn vocabulary() -> Arc<Vocabulary> {
    let pieces = SentencePiece::parse(VOCABULARY).unwrap();
    Arc::new(Vocabulary::from_sentencepiece(pieces))
}

/// A shortlist in which each source token proposes a few targets of its own.
fn shortlist(tokens: usize) -> Shortlist {
    let tokens = u32::try_from(tokens).unwrap();
    let list = |source: u32| {
        let mut targets: Vec<TokenId> = (1..6).map(|n| (source * 7 + n * 31) % tokens).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    };
    let lists: Vec<Vec<TokenId>> = (0..tokens).map(list).collect();
    Shortlist::parse(write::shortlist(20, &lists)).unwrap()
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Student,
    SplitStudent,
    OpusMt,
}

fn model(kind: Kind, with_shortlist: bool) -> Arc<Model> {
    let source = vocabulary();
    let tokens = source.len();
    let mut config: ModelConfig = write::tiny_config(tokens);
    let mut target = Arc::clone(&source);
    let bytes = match kind {
        Kind::Student => write::random_student(&config, 7),
        Kind::SplitStudent => {
            target = vocabulary();
            config.tied_embeddings = TiedEmbeddings::TargetAndOutput;
            write::random_student(&config, 8)
        }
        Kind::OpusMt => {
            config.decoder = DecoderCell::SelfAttention;
            let items = write::random_items(&config, 9, write::Precision::Float32);
            write::npz(&items, false)
        }
    };
    let file = ModelFile::parse(bytes).unwrap();
    let shortlist = with_shortlist.then(|| shortlist(tokens));
    Arc::new(Model::assemble(&file, source, target, shortlist).unwrap())
}

fn source(model: &Model, seed: u32, length: u32) -> Source {
    let tokens = u32::try_from(model.source_vocabulary().len()).unwrap();
    let token = |at: u32| (seed * 97 + at * at * 13 + at * 5) % (tokens - 3) + 3;
    model.source((0..length).map(token).collect()).unwrap()
}

fn requests(model: &Model, options: &SearchOptions) -> Vec<Request> {
    let request = |ticket: u32| Request {
        ticket: u64::from(ticket),
        source: source(model, ticket, 1 + ticket * 5 % 23),
        options: options.clone(),
    };
    (0..9).map(request).collect()
}

fn run(batch: &mut Batch) -> Vec<Finished> {
    let mut finished = Vec::new();
    while !batch.is_empty() {
        finished.extend(batch.step());
    }
    finished.sort_by_key(|finished| finished.ticket);
    finished
}

/// Each request on its own.
fn alone(model: &Arc<Model>, requests: &[Request]) -> Vec<Finished> {
    let decode = |request: &Request| {
        let mut batch = Batch::new(Arc::clone(model), Kernels::best());
        batch.join(vec![request.clone()]);
        run(&mut batch).remove(0)
    };
    requests.iter().map(decode).collect()
}

fn options() -> [SearchOptions; 3] {
    let greedy = SearchOptions {
        alignment: true,
        ..SearchOptions::default()
    };
    let beam = SearchOptions {
        beam: Some(4),
        n_best: 4,
        ..greedy.clone()
    };
    let scored = SearchOptions {
        scores: true,
        ..greedy.clone()
    };
    [greedy, scored, beam]
}

#[test]
fn a_translation_does_not_depend_on_what_else_is_in_the_batch() {
    for kind in [Kind::Student, Kind::SplitStudent, Kind::OpusMt] {
        for with_shortlist in [true, false] {
            let model = model(kind, with_shortlist);
            for options in options() {
                let requests = requests(&model, &options);
                let expected = alone(&model, &requests);
                let mut batch = Batch::new(Arc::clone(&model), Kernels::best());
                let mut found = Vec::new();
                for joining in requests.chunks(4) {
                    batch.join(joining.to_vec());
                    found.extend(batch.step());
                    found.extend(batch.step());
                }
                found.extend(run(&mut batch));
                found.sort_by_key(|finished| finished.ticket);
                assert_eq!(found, expected, "{kind:?} {with_shortlist} {options:?}");
            }
        }
    }
}

#[test]
fn every_instruction_set_gives_the_same_translations() {
    let model = model(Kind::Student, true);
    let requests = requests(&model, &options()[2]);
    let expected = alone(&model, &requests);
    for kernels in Kernels::supported() {
        let mut batch = Batch::new(Arc::clone(&model), kernels);
        batch.join(requests.clone());
        assert_eq!(run(&mut batch), expected, "{}", kernels.name());
    }
}

#[test]
fn scores_do_not_change_a_greedy_translation() {
    let model = model(Kind::Student, true);
    let [greedy, scored, _] = options();
    let tokens = |options| -> Vec<Vec<TokenId>> {
        let finished = alone(&model, &requests(&model, options)).into_iter();
        finished
            .map(|mut f| f.translations.remove(0).tokens)
            .collect()
    };
    assert_eq!(tokens(&greedy), tokens(&scored));
}

#[test]
fn the_n_best_differ_and_come_in_the_order_of_their_scores() {
    let model = model(Kind::OpusMt, true);
    for finished in alone(&model, &requests(&model, &options()[2])) {
        let translations = &finished.translations;
        assert_eq!(translations.len(), 4);
        for pair in translations.windows(2) {
            assert!(pair[0].score >= pair[1].score);
            assert_ne!(pair[0].tokens, pair[1].tokens);
        }
    }
}

#[test]
fn the_first_of_the_n_best_is_what_the_same_beam_finds_alone() {
    let several = options()[2].clone();
    let one = SearchOptions {
        n_best: 1,
        ..several.clone()
    };
    for kind in [Kind::Student, Kind::SplitStudent, Kind::OpusMt] {
        let model = model(kind, true);
        let several = alone(&model, &requests(&model, &several));
        let one = alone(&model, &requests(&model, &one));
        for (several, one) in several.iter().zip(&one) {
            assert_eq!(several.translations[..1], one.translations);
        }
    }
}

#[test]
fn the_score_is_the_mean_of_the_tokens_log_probabilities() {
    let model = model(Kind::Student, true);
    for finished in alone(&model, &requests(&model, &options()[1])) {
        let TokenTranslation {
            score,
            log_probabilities,
            ..
        } = &finished.translations[0];
        let length = u16::try_from(log_probabilities.len()).unwrap();
        let mean = log_probabilities.iter().sum::<f32>() / f32::from(length);
        assert!((score.unwrap() - mean).abs() < 1e-4, "{score:?} {mean}");
        assert!(log_probabilities.iter().all(|log| *log <= 1e-5));
    }
}

#[test]
fn each_row_of_an_alignment_is_a_distribution_over_the_source() {
    let model = model(Kind::SplitStudent, true);
    for request in requests(&model, &options()[0]) {
        let finished = alone(&model, std::slice::from_ref(&request)).remove(0);
        let translation = &finished.translations[0];
        let width = request.source.tokens().len();
        assert_eq!(translation.attention.len() % width, 0);
        assert!(translation.attention.len() / width >= translation.tokens.len());
        for row in translation.attention.chunks_exact(width) {
            assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{row:?}");
        }
    }
}

#[test]
fn a_cancelled_segment_leaves_the_others_as_they_are() {
    let model = model(Kind::Student, true);
    let requests = requests(&model, &options()[2]);
    let mut expected = alone(&model, &requests);
    expected.remove(4);
    let mut batch = Batch::new(Arc::clone(&model), Kernels::best());
    batch.join(requests);
    let mut found = batch.step();
    batch.cancel(4);
    batch.cancel(99);
    found.extend(run(&mut batch));
    found.sort_by_key(|finished| finished.ticket);
    assert_eq!(found, expected);
}

/// Wants one token first and then the end of the sentence.
#[derive(Debug)]
struct Only(TokenId, [TokenId; 1]);

impl Guide for Only {
    fn candidates(&self) -> &[TokenId] {
        &self.1
    }

    fn adjust(&self, prefix: &[TokenId], candidates: &[TokenId], logits: &mut [f32]) {
        let wanted = if prefix.is_empty() { self.1[0] } else { self.0 };
        for (candidate, logit) in candidates.iter().zip(logits) {
            if *candidate != wanted {
                *logit = f32::NEG_INFINITY;
            }
        }
    }
}

/// Makes the tokens of a translation likelier, each at its place.
#[derive(Debug)]
struct Along(Vec<TokenId>);

impl Guide for Along {
    fn adjust(&self, prefix: &[TokenId], candidates: &[TokenId], logits: &mut [f32]) {
        let next = self.0.get(prefix.len());
        let place = next.and_then(|next| candidates.binary_search(next).ok());
        if let Some(place) = place {
            logits[place] += 4.0;
        }
    }
}

#[test]
fn what_a_guide_adds_is_not_told_as_probability() {
    let model = model(Kind::Student, true);
    let scored = SearchOptions {
        scores: true,
        ..SearchOptions::default()
    };
    for (request, usual) in requests(&model, &scored)
        .into_iter()
        .zip(alone(&model, &requests(&model, &scored)))
    {
        let usual = &usual.translations[0];
        let guided = Request {
            options: SearchOptions {
                guide: Some(Arc::new(Along(usual.tokens.clone()))),
                ..scored.clone()
            },
            ..request
        };
        let found = alone(&model, &[guided]);
        assert_eq!(&found[0].translations[0], usual);
    }
}

#[test]
fn a_guide_can_bring_in_a_token_that_the_shortlist_does_not_propose() {
    let model = model(Kind::Student, true);
    let end = model.target_vocabulary().end_of_sentence().unwrap();
    let last = TokenId::try_from(model.target_vocabulary().len() - 1).unwrap();
    let guided = SearchOptions {
        guide: Some(Arc::new(Only(end, [last]))),
        ..SearchOptions::default()
    };
    for finished in alone(&model, &requests(&model, &guided)) {
        assert_eq!(finished.translations[0].tokens, [last]);
    }
}

#[test]
fn a_text_with_nothing_to_translate_is_its_own_translation() {
    let model = model(Kind::Student, true);
    for text in ["", " ", "\t \n", "\u{a0}\u{3000}"] {
        let translation = translate(&model, Kernels::best(), text, &SearchOptions::default());
        assert_eq!(translation[0].text, text);
    }
}

#[test]
fn a_text_that_is_too_long_is_translated_in_parts() {
    let model = model(Kind::Student, true);
    let text = "a word, and some more of them; ".repeat(60);
    let prepared = model.prepare(&text);
    assert!(prepared.sources().len() > 1);
    let options = SearchOptions {
        alignment: true,
        scores: true,
        ..SearchOptions::default()
    };
    let translation = translate(&model, Kernels::best(), &text, &options).remove(0);
    assert_eq!(
        translation.alignment.columns(),
        translation.source_tokens.len()
    );
    assert_eq!(
        translation.alignment.rows(),
        translation.target_tokens.len()
    );
    for range in &translation.target_tokens {
        assert!(translation.text.get(range.clone()).is_some());
    }
    assert!(translation.score.is_some() && !translation.words.is_empty());
}

#[test]
fn a_megabyte_in_one_segment_is_cut_into_sources_of_bounded_length() {
    let model = model(Kind::Student, true);
    let prepared = model.prepare(&"x".repeat(1 << 20));
    assert!(
        prepared
            .sources()
            .iter()
            .all(|source| source.tokens().len() <= 128)
    );
    assert!(prepared.tokens() >= 1 << 18);
}

#[test]
fn tokens_that_the_model_does_not_have_are_no_source() {
    let model = model(Kind::Student, true);
    let beyond = TokenId::try_from(model.source_vocabulary().len()).unwrap();
    assert!(model.source(vec![beyond]).is_err());
    assert!(model.source(vec![5; 128]).is_err());
    assert!(model.source(vec![5; 127]).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_text_is_translated_with_ranges_that_fit(text in "\\PC{0,40}") {
        let model = model(Kind::Student, true);
        let options = SearchOptions { alignment: true, ..SearchOptions::default() };
        let translation = translate(&model, Kernels::best(), &text, &options).remove(0);
        for range in &translation.source_tokens {
            prop_assert!(text.get(range.clone()).is_some());
        }
        for range in &translation.target_tokens {
            prop_assert!(translation.text.get(range.clone()).is_some());
        }
    }
}
