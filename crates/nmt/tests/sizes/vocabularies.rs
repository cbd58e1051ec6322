//! Sizes of vocabularies, and what stands in them at unusual places.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use dragoman_nmt::files::{FileError, ModelFile, Shortlist, TiedEmbeddings, write};
use dragoman_nmt::vocabulary::{PieceTable, SentencePiece, TokenId, Vocabulary, VocabularyError};
use dragoman_nmt::{
    Guide, Kernels, LoadError, Model, ModelPaths, SearchOptions, VocabularyPaths, translate,
};

use crate::{
    FIRST_WORD, assert_same_everywhere, pieces, requests, searches, shortlist, smallest, student,
    text, together, vocabulary, word,
};

const MANY: usize = 250_000;

/// Changes nothing, and counts the candidates that it sees.
#[derive(Debug, Default)]
struct Counting {
    candidates: AtomicUsize,
    calls: AtomicUsize,
}

impl Guide for Counting {
    fn adjust(&self, _: &[TokenId], candidates: &[TokenId], _: &mut [f32]) {
        self.candidates
            .fetch_add(candidates.len(), Ordering::Relaxed);
        self.calls.fetch_add(1, Ordering::Relaxed);
    }
}

/// The mean number of candidates at each step of a text's translation.
fn candidates(model: &Arc<Model>, text: &str) -> usize {
    let counting = Arc::new(Counting::default());
    let options = SearchOptions {
        guide: Some(Arc::clone(&counting) as Arc<dyn Guide>),
        ..SearchOptions::default()
    };
    let _ = translate(model, Kernels::best(), text, &options);
    counting.candidates.load(Ordering::Relaxed) / counting.calls.load(Ordering::Relaxed)
}

#[test]
fn a_vocabulary_without_words_leaves_texts_as_they_are() {
    for shortlist in [None, Some(shortlist(2, 2))] {
        let model = student(&smallest(2), shortlist);
        for options in searches() {
            let translation = translate(&model, Kernels::best(), "any text", &options).remove(0);
            assert_eq!(translation.text, "any text");
            // All that can be produced is the end of sentence.
            let sources =
                [vec![], vec![1], vec![1; 127]].map(|tokens| model.source(tokens).unwrap());
            let requests = requests(sources, &options);
            let (found, _) = together(&model, Kernels::best(), requests.clone());
            for finished in &found {
                assert!(finished.translations[0].tokens.is_empty(), "{finished:?}");
            }
            assert_same_everywhere(&model, &requests, "two tokens");
        }
    }
}

#[test]
fn with_one_word_every_translation_is_made_of_it() {
    for shortlist in [None, Some(shortlist(3, 2))] {
        let model = student(&smallest(3), shortlist);
        for options in searches() {
            for translation in translate(&model, Kernels::best(), "c c unknown c", &options) {
                let words: Vec<&str> = translation.text.split_whitespace().collect();
                assert!(
                    words.iter().all(|part| *part == word(FIRST_WORD)),
                    "{words:?}"
                );
            }
            let sources = [vec![], vec![2], vec![2; 33], vec![1, 2]];
            let sources = sources.map(|tokens| model.source(tokens).unwrap());
            let requests = requests(sources, &options);
            assert_same_everywhere(&model, &requests, "three tokens");
        }
    }
}

#[test]
fn sizes_around_those_of_registers_and_words_translate_the_same_everywhere() {
    for tokens in [4, 7, 8, 9, 15, 16, 17, 63, 64, 65, 129] {
        for shortlist in [None, Some(shortlist(tokens, 4))] {
            let model = student(&smallest(tokens), shortlist);
            let last = TokenId::try_from(tokens).unwrap() - 1;
            let sources = [
                vec![last],
                vec![2, last, 1, last],
                (2..=last.min(40)).collect(),
            ];
            let sources = sources.map(|tokens| model.source(tokens).unwrap());
            for options in searches() {
                let requests = requests(sources.clone(), &options);
                assert_same_everywhere(&model, &requests, &format!("{tokens} tokens"));
            }
        }
    }
}

/// The vocabulary of 250,000 tokens, which takes a while to read.
fn many() -> Arc<Vocabulary> {
    static VOCABULARY: OnceLock<Arc<Vocabulary>> = OnceLock::new();
    Arc::clone(VOCABULARY.get_or_init(|| vocabulary(MANY)))
}

fn model_of_many(shortlist: Option<Shortlist>) -> Arc<Model> {
    static WEIGHTS: OnceLock<Vec<u8>> = OnceLock::new();
    let weights = WEIGHTS.get_or_init(|| write::random_student(&smallest(MANY), 11));
    let file = ModelFile::parse(weights.clone()).unwrap();
    Arc::new(Model::assemble(&file, many(), many(), shortlist).unwrap())
}

#[test]
fn each_of_250_000_tokens_is_read_and_can_be_written() {
    let model = model_of_many(None);
    let last = TokenId::try_from(MANY).unwrap() - 1;
    let ids = [FIRST_WORD, 65_535, 65_536, 131_072, last];
    let text = ids.map(word).join(" ");
    let prepared = model.prepare(&text);
    assert_eq!(prepared.sources()[0].tokens()[..5], ids);
    assert_eq!(candidates(&model, &text), MANY);
    for options in searches() {
        for translation in translate(&model, Kernels::best(), &text, &options) {
            assert!(
                !translation.text.contains('\u{2047}'),
                "{}",
                translation.text
            );
        }
    }
    let (mut text, mut ranges) = (String::new(), Vec::new());
    model
        .target_vocabulary()
        .decode(&ids, &mut text, &mut ranges);
    assert_eq!(text, ids.map(word).join(" "));
    assert!(model.source(vec![last + 1]).is_err());
}

#[test]
fn with_a_shortlist_250_000_tokens_cost_what_a_hundred_do() {
    let few = student(&smallest(100), Some(shortlist(100, 20)));
    let many = model_of_many(Some(shortlist(MANY, 20)));
    for words in [1, 10] {
        let text = text(100, words);
        let [few, many] = [&few, &many].map(|model| candidates(model, &text));
        assert!(many <= few + 8, "{words} words: {few} and {many}");
    }
    let sources = [vec![249_999], vec![2, 131_072, 249_999]];
    let sources = sources.map(|tokens| many.source(tokens).unwrap());
    let requests = requests(sources, &SearchOptions::default());
    assert_same_everywhere(&many, &requests, "250,000 tokens");
}

/// The pieces as a table, numbered as they come.
fn table(pieces: &[String]) -> String {
    let lines = pieces.iter().enumerate();
    lines
        .map(|(id, piece)| format!("\"{piece}\": {id}\n"))
        .collect()
}

/// Loads a model from files: SentencePiece of `words` words, numbered by a table of these entries.
fn load_with_table(words: usize, entries: &[String]) -> Result<Model, LoadError> {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: Vec<u8>| {
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        path
    };
    let pieces = write("pieces.spm", write::sentencepiece(&pieces(words)));
    let weights = write::random_student(&smallest(entries.len()), 5);
    Model::load(&ModelPaths {
        weights: write("weights", weights),
        shortlist: None,
        vocabulary: VocabularyPaths::Table {
            source: pieces.clone(),
            target: pieces,
            table: write("vocab.yml", table(entries).into_bytes()),
        },
        decoder_settings: None,
    })
}

#[test]
fn a_table_of_250_000_entries_is_read() {
    let entries = pieces(MANY);
    let table = PieceTable::parse_yaml(table(&entries).as_bytes()).unwrap();
    assert_eq!(table.len(), MANY);
    assert_eq!(table.id(&entries[MANY - 1]), Some(249_999));
    let pieces = SentencePiece::parse(&write::sentencepiece(&pieces(10))).unwrap();
    let vocabulary = Vocabulary::with_table(pieces, table);
    assert_eq!(vocabulary.len(), MANY);
    assert_eq!(vocabulary.end_of_sentence(), Some(0));
}

#[test]
fn a_table_without_an_unknown_piece_is_refused() {
    // Were 0 taken for it, sentences would not end: the unknown piece is never produced.
    for entries in [
        pieces(1),
        ["\u{2581}c".to_owned()]
            .into_iter()
            .chain(pieces(1))
            .collect(),
    ] {
        let entries: Vec<String> = entries
            .into_iter()
            .chain(["\u{2581}d".to_owned()])
            .collect();
        let error = load_with_table(20, &entries).unwrap_err();
        let LoadError::Vocabulary { path, source } = &error else {
            panic!("{error:?}");
        };
        assert!(path.ends_with("vocab.yml"), "{error}");
        assert_eq!(*source, VocabularyError::NoUnknownPiece);
    }
}

#[test]
fn a_vocabulary_whose_unknown_piece_ends_sentences_is_refused() {
    let entries: Vec<String> = pieces(20)
        .into_iter()
        .filter(|piece| piece != "<unk>")
        .collect();
    let table = PieceTable::parse_yaml(table(&entries).as_bytes()).unwrap();
    let pieces = SentencePiece::parse(&write::sentencepiece(&pieces(20))).unwrap();
    let wrong = Arc::new(Vocabulary::with_table(pieces, table));
    let file = ModelFile::parse(write::random_student(&smallest(20), 5)).unwrap();
    for (source, target) in [(&wrong, &vocabulary(20)), (&vocabulary(20), &wrong)] {
        let found = Model::assemble(&file, Arc::clone(source), Arc::clone(target), None);
        let error = found.unwrap_err();
        assert!(
            matches!(error, LoadError::UnknownEndsSentences),
            "{error:?}"
        );
    }
}

#[test]
fn special_pieces_may_have_any_numbers() {
    let words = |range: std::ops::Range<u32>| range.map(|id| format!("\u{2581}{}", word(id)));
    let special = |piece: &str| std::iter::once(piece.to_owned());
    let orders: [Vec<String>; 3] = [
        special("<unk>")
            .chain(special("</s>"))
            .chain(words(2..9))
            .collect(),
        words(2..9)
            .chain(special("</s>"))
            .chain(special("<unk>"))
            .collect(),
        words(2..9)
            .chain(special("<unk>"))
            .chain(special("</s>"))
            .collect(),
    ];
    for entries in orders {
        let model = Arc::new(load_with_table(9, &entries).unwrap());
        for options in searches() {
            for translation in translate(&model, Kernels::best(), "c d e f", &options) {
                assert!(
                    !translation.text.contains(['<', '\u{2047}']),
                    "{}",
                    translation.text
                );
            }
            let sources =
                [vec![], vec![4], vec![4; 20]].map(|tokens| model.source(tokens).unwrap());
            assert_same_everywhere(&model, &requests(sources, &options), "special pieces");
        }
    }
}

/// Ends the sentence where it can.
#[derive(Debug)]
struct Ending(TokenId);

impl Guide for Ending {
    fn adjust(&self, _: &[TokenId], candidates: &[TokenId], logits: &mut [f32]) {
        if let Ok(place) = candidates.binary_search(&self.0) {
            logits[place] = 1e6;
        }
    }
}

#[test]
fn a_sentence_can_end_whatever_the_shortlist_proposes() {
    // The end of sentence is no frequent token by its number, and the sides are two vocabularies.
    let mut pieces = pieces(60);
    pieces.rotate_left(1);
    let parsed = || SentencePiece::parse(&write::sentencepiece(&pieces)).unwrap();
    let side = || Arc::new(Vocabulary::from_sentencepiece(parsed()));
    let end = side().end_of_sentence().unwrap();
    assert_eq!(end, 59);
    let lists = vec![vec![10, 20]; 60];
    let shortlist = Shortlist::parse(write::shortlist(2, &lists)).unwrap();
    let file = ModelFile::parse(write::random_student(&smallest(60), 5)).unwrap();
    let model = Arc::new(Model::assemble(&file, side(), side(), Some(shortlist)).unwrap());
    let options = SearchOptions {
        guide: Some(Arc::new(Ending(end))),
        ..SearchOptions::default()
    };
    let requests = requests([model.source(vec![5, 6, 7]).unwrap()], &options);
    let (found, count) = together(&model, Kernels::best(), requests);
    assert_eq!(found[0].translations[0].tokens, []);
    assert_eq!(count.steps, 1);
}

#[test]
fn files_of_vocabularies_of_different_sizes_are_refused() {
    let file = |tokens| ModelFile::parse(write::random_student(&smallest(tokens), 5)).unwrap();
    let assemble = |vocabulary: Arc<Vocabulary>, shortlist| {
        Model::assemble(&file(20), Arc::clone(&vocabulary), vocabulary, shortlist)
    };
    // More embeddings than tokens is what padding makes.
    assert!(assemble(vocabulary(3), None).is_ok());
    assert!(assemble(vocabulary(20), Some(shortlist(20, 20))).is_ok());
    let error = assemble(vocabulary(21), None).unwrap_err();
    assert!(
        matches!(error, LoadError::VocabularySize { tokens: 21, .. }),
        "{error:?}"
    );
    for other in [shortlist(2, 2), shortlist(25, 2), shortlist(MANY, 2)] {
        let error = assemble(vocabulary(20), Some(other)).unwrap_err();
        assert!(
            matches!(error, LoadError::File(FileError::Shortlist(_))),
            "{error:?}"
        );
    }
}

#[test]
fn one_matrix_for_sides_of_different_sizes_is_refused() {
    // Tokens of the larger side would have no row.
    let config = dragoman_nmt::files::ModelConfig {
        source_vocabulary: 40,
        target_vocabulary: 20,
        tied_embeddings: TiedEmbeddings::TargetAndOutput,
        ..smallest(20)
    };
    for precision in [write::Precision::Int8, write::Precision::Float32] {
        let mut items = write::random_items(&config, 5, precision);
        items.retain(|item| !item.name.starts_with("encoder_Wemb"));
        for item in &mut items {
            item.name = item.name.replace("decoder_Wemb", "Wemb");
        }
        let file = ModelFile::parse(write::marian_binary(&items)).unwrap();
        let error = Model::assemble(&file, vocabulary(40), vocabulary(20), None).unwrap_err();
        assert!(
            matches!(&error, LoadError::File(FileError::WrongShape { name, .. }) if name == "Wemb"),
            "{error:?}"
        );
    }
}
