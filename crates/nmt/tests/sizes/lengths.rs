//! Lengths of texts, and numbers of them.

use std::sync::Arc;

use dragoman_nmt::files::write;
use dragoman_nmt::{
    Batch, Finished, Kernels, MAX_SOURCE_TOKENS, Model, SearchOptions, Source, translate,
};

use crate::{FIRST_WORD, alone, requests, run, shortlist, smallest, student, text, together, word};

const TOKENS: usize = 43;

/// The most pieces of one source: one token is the end of sentence.
const MOST_PIECES: usize = MAX_SOURCE_TOKENS - 1;

fn model() -> Arc<Model> {
    student(&smallest(TOKENS), Some(shortlist(TOKENS, 10)))
}

fn aligned() -> SearchOptions {
    SearchOptions {
        alignment: true,
        scores: true,
        ..SearchOptions::default()
    }
}

/// Sources of one word each, all words in turn.
fn words(model: &Model, count: u32) -> Vec<Source> {
    let words = u32::try_from(TOKENS).unwrap() - FIRST_WORD;
    let source = |at: u32| model.source(vec![at % words + FIRST_WORD]).unwrap();
    (0..count).map(source).collect()
}

#[test]
fn a_sentence_of_5_000_tokens_is_translated_in_as_few_parts_as_it_takes() {
    let model = model();
    let text = text(TOKENS, 5_000);
    let prepared = model.prepare(&text);
    let sources = prepared.sources();
    assert_eq!(sources.len(), 5_000_usize.div_ceil(MOST_PIECES));
    assert_eq!(prepared.tokens(), 5_000 + sources.len());
    let translation = translate(&model, Kernels::best(), &text, &aligned()).remove(0);
    assert_eq!(translation.source_tokens.len(), prepared.tokens());
    assert_eq!(translation.alignment.columns(), prepared.tokens());
    assert_eq!(
        translation.alignment.rows(),
        translation.target_tokens.len()
    );
    // Nothing of the source is missing or there twice.
    let covered: String = translation
        .source_tokens
        .iter()
        .map(|range| &text[range.clone()])
        .collect();
    assert_eq!(covered, text);
    assert!(
        translation
            .target_tokens
            .iter()
            .all(|range| translation.text.get(range.clone()).is_some())
    );
    assert!(translation.score.is_some_and(f32::is_finite));
}

#[test]
fn a_sentence_of_5_000_tokens_is_cut_behind_its_marks_if_it_has_some() {
    let model = model();
    let clause = text(TOKENS, 79);
    let text = format!("{clause}. ").repeat(64);
    let prepared = model.prepare(text.trim_end());
    assert!(prepared.tokens() > 5_000);
    // A piece for each mark, since none is in the vocabulary.
    let longest = prepared
        .sources()
        .iter()
        .map(|source| source.tokens().len());
    assert_eq!(longest.max(), Some(81));
    assert_eq!(prepared.sources().len(), 64);
    let _ = translate(&model, Kernels::best(), &text, &aligned());
}

#[test]
fn twice_the_length_is_exactly_twice_the_work() {
    let model = model();
    let part = text(TOKENS, MOST_PIECES);
    let decode = |parts: usize| {
        let text = vec![part.as_str(); parts].join(" ");
        let prepared = model.prepare(&text);
        let requests = requests(prepared.sources().to_vec(), &SearchOptions::default());
        let (finished, count) = together(&model, Kernels::best(), requests);
        assert_eq!(finished.len(), parts);
        (prepared.tokens(), count)
    };
    let ((once, short), (twice, long)) = (decode(20), decode(40));
    assert_eq!(twice, 2 * once);
    assert_eq!(
        long.steps, short.steps,
        "parts are decoded one behind the other"
    );
    assert_eq!(long.rows, 2 * short.rows);
}

#[test]
fn a_word_of_5_000_pieces_without_a_space_is_cut_all_the_same() {
    let vocabulary = {
        let letters = (b'a'..=b'z').map(|letter| char::from(letter).to_string());
        let first = ["</s>", "<unk>", "\u{2581}"].map(str::to_owned);
        let pieces: Vec<String> = first.into_iter().chain(letters).collect();
        let bytes = write::sentencepiece(&pieces);
        let pieces = dragoman_nmt::vocabulary::SentencePiece::parse(&bytes).unwrap();
        Arc::new(dragoman_nmt::vocabulary::Vocabulary::from_sentencepiece(
            pieces,
        ))
    };
    let config = smallest(vocabulary.len());
    let file = dragoman_nmt::files::ModelFile::parse(write::random_student(&config, 3)).unwrap();
    let shared = Arc::clone(&vocabulary);
    let model = Arc::new(Model::assemble(&file, shared, vocabulary, None).unwrap());
    let word = "qwertyuiop".repeat(500);
    let prepared = model.prepare(&word);
    // The space before the word is a piece as well.
    assert_eq!(prepared.tokens() - prepared.sources().len(), 5_001);
    assert_eq!(prepared.sources().len(), 5_001_usize.div_ceil(MOST_PIECES));
    let translation = translate(&model, Kernels::best(), &word, &aligned()).remove(0);
    assert_eq!(translation.source_tokens.len(), prepared.tokens());
}

#[test]
fn ten_thousand_sentences_of_one_token_are_decoded_together_as_alone() {
    let model = model();
    let distinct = requests(words(&model, 41), &SearchOptions::default());
    let (expected, count_alone) = alone(&model, &distinct);
    let all = requests(words(&model, 10_000), &SearchOptions::default());
    let (found, count) = together(&model, Kernels::best(), all);
    assert_eq!(found.len(), 10_000);
    for (found, expected) in found.iter().zip(expected.iter().cycle()) {
        assert_eq!(found.translations, expected.translations);
    }
    assert_eq!(
        count.steps, count_alone.steps,
        "as many as the longest takes"
    );
    let rounds = 10_000_usize.div_ceil(41);
    assert!(count.rows <= rounds * count_alone.rows, "{count:?}");
    assert!(count.rows > (rounds - 1) * count_alone.rows, "{count:?}");
}

#[test]
fn sentences_that_join_one_by_one_leave_one_by_one() {
    let model = model();
    let (expected, count_alone) = alone(
        &model,
        &requests(words(&model, 41), &SearchOptions::default()),
    );
    let mut batch = Batch::new(Arc::clone(&model), Kernels::best());
    let (mut found, mut most_rows, mut rows) = (Vec::<Finished>::new(), 0, 0);
    for request in requests(words(&model, 2_050), &SearchOptions::default()) {
        batch.join(vec![request]);
        most_rows = most_rows.max(batch.rows());
        rows += batch.rows();
        found.extend(batch.step());
    }
    let (rest, count) = run(&mut batch);
    found.extend(rest);
    assert_eq!(found.len(), 2_050);
    assert!(
        most_rows <= count_alone.steps,
        "{most_rows} rows of finished ones stay"
    );
    assert_eq!(rows + count.rows, 50 * count_alone.rows);
    found.sort_by_key(|finished| finished.ticket);
    for (found, expected) in found.iter().zip(expected.iter().cycle()) {
        assert_eq!(found.translations, expected.translations);
    }
}

#[test]
fn what_is_empty_is_its_own_translation_and_has_no_source() {
    let model = model();
    for text in ["", " ", "\n", &" ".repeat(5_000), &"?".repeat(5_000)] {
        assert!(
            model.prepare(text).sources().is_empty(),
            "{} bytes",
            text.len()
        );
        let translation = translate(&model, Kernels::best(), text, &aligned()).remove(0);
        assert_eq!(translation.text, text);
    }
    let mut batch = Batch::new(model, Kernels::best());
    batch.join(Vec::new());
    assert!(batch.step().is_empty() && batch.is_empty());
}

#[test]
fn long_ones_short_ones_and_empty_ones_in_one_batch_are_as_alone() {
    let model = model();
    let long = model.prepare(&text(TOKENS, 5_000));
    // Sources without a token but the end of sentence are none that a text becomes, and allowed.
    let empty = || vec![model.source(Vec::new()).unwrap(); 5];
    let mut sources = Vec::new();
    for long in long.sources() {
        sources.extend(words(&model, 10));
        sources.push(long.clone());
        sources.extend(empty());
    }
    let requests = requests(sources, &aligned());
    let (expected, count_alone) = alone(&model, &requests);
    let (found, count) = together(&model, Kernels::best(), requests.clone());
    assert!(found == expected, "all together");
    assert_eq!(count, count_alone);
    let mut batch = Batch::new(Arc::clone(&model), Kernels::best());
    let mut found = Vec::new();
    for joining in requests.chunks(97) {
        batch.join(joining.to_vec());
        found.extend(batch.step());
    }
    found.extend(run(&mut batch).0);
    found.sort_by_key(|finished| finished.ticket);
    assert!(found == expected, "joining between steps");
}

#[test]
fn a_source_is_as_long_as_it_may_be_and_no_longer() {
    let model = model();
    let source = |tokens| model.source(vec![FIRST_WORD; tokens]);
    assert!(source(MOST_PIECES).is_ok() && source(MAX_SOURCE_TOKENS).is_err());
    for (tokens, parts) in [(1, 1), (MOST_PIECES, 1), (MAX_SOURCE_TOKENS, 2)] {
        let text = vec![word(FIRST_WORD); tokens].join(" ");
        assert_eq!(model.prepare(&text).sources().len(), parts);
    }
}
