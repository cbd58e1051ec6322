//! A program that misbehaves on purpose: see `programs/hunspell` for what each part does.

use std::fs;
use std::io::Write as _;
use std::pin::pin;
use std::time::Duration;

use dragoman_domain::{EngineError, Speller, Spelling};
use dragoman_engines::hunspell::DictionaryState;
use futures_util::FutureExt;
use futures_util::future::{join, join_all};

use crate::support::{Dictionaries, key, language, playing, until};

fn suggested(word: &str) -> Spelling {
    Spelling::Unknown(vec![format!("known{word}"), "known too".to_owned()])
}

fn open_gate(dictionaries: &Dictionaries) {
    let gate = dictionaries.folder.path().join("gate");
    let mut gate = fs::OpenOptions::new().write(true).open(gate).unwrap();
    gate.write_all(b"\n").unwrap();
}

#[tokio::test]
async fn a_fault_is_met_by_a_new_process_and_the_answers_are_right() {
    for part in [
        "dies-once",
        "hangs-once",
        "strays-once",
        "answers-twice-once",
        "floods-once",
        "complains",
        "check-dies-once",
        "check-hangs-once",
        "check-strays-once",
    ] {
        let dictionaries = playing(part, |config| {
            if part.contains("hangs") {
                config.request_timeout = Duration::from_secs(2);
            }
        });
        for words in [["known", "odd", "even"], ["odd", "last", "knowns"]] {
            let spellings = dictionaries.ask("de", &words).await.unwrap();
            let expected = words.map(|word| {
                if word.starts_with("known") {
                    Spelling::Known
                } else {
                    suggested(word)
                }
            });
            assert_eq!(spellings, expected, "{part}");
        }
    }
}

#[tokio::test]
async fn a_word_that_takes_too_long_twice_has_no_similar_ones_and_keeps_nobody_else() {
    let dictionaries = playing("hangs-always", |config| {
        config.request_timeout = Duration::from_secs(2);
    });
    let expected = [Spelling::Unknown(Vec::new()), suggested("even")];
    for _ in 0..2 {
        let spellings = dictionaries.ask("de", &["odd", "even"]).await.unwrap();
        assert_eq!(spellings, expected);
    }
    assert_eq!(dictionaries.count("suggest odd"), 2);
}

#[tokio::test]
async fn a_word_that_cannot_be_looked_up_fails_alone() {
    let dictionaries = playing("check-dies-always", |_| {});
    let odd = ["odd".to_owned()];
    let failing = dictionaries.hunspell.look_up(language("de"), &odd, None);
    let (failed, spellings) = join(failing, dictionaries.ask("de", &["even"])).await;
    let reason = "the dictionary de_DE: hunspell ended: exit status: 3".to_owned();
    assert_eq!(failed, Err(EngineError::Unavailable { reason }));
    assert_eq!(spellings.unwrap(), [suggested("even")]);
    assert_eq!(dictionaries.hunspell.languages(), [language("de")]);
}

#[tokio::test]
async fn a_program_that_does_not_start_is_left_alone_for_a_while() {
    let dictionaries = playing("does-not-start", |_| {});
    assert_eq!(dictionaries.hunspell.languages(), [language("de")]);
    for _ in 0..3 {
        let failed = dictionaries.ask("de", &["odd", "even"]).await;
        let reason = "the dictionary de_DE: hunspell ended: exit status: 2".to_owned();
        assert_eq!(failed, Err(EngineError::Unavailable { reason }));
        assert_eq!(dictionaries.hunspell.languages(), []);
    }
    // Twice, and not for each word or each question.
    assert_eq!(dictionaries.count("started -l"), 2);
    let mut reports = dictionaries.hunspell.check().await.into_iter();
    let report = reports.find(|report| report.name == "de_DE").unwrap();
    assert!(
        matches!(report.state, DictionaryState::Broken { .. }),
        "{report:?}"
    );
}

#[tokio::test]
async fn a_program_that_starts_again_is_offered_again() {
    let dictionaries = playing("does-not-start", |config| config.pause = Duration::ZERO);
    dictionaries.ask("de", &["odd"]).await.unwrap_err();
    fs::write(dictionaries.folder.path().join("part"), "well").unwrap();
    assert_eq!(
        dictionaries.ask("de", &["odd"]).await,
        Ok(vec![suggested("odd")])
    );
    assert_eq!(dictionaries.hunspell.languages(), [language("de")]);
}

#[tokio::test]
async fn a_word_is_asked_for_once() {
    let dictionaries = playing("well", |_| {});
    let ask = || dictionaries.ask("de", &["odd", "known", "odd", "known"]);
    let answers = join_all((0..4).map(|_| ask())).await;
    let again = ask().await;
    let expected = [
        suggested("odd"),
        Spelling::Known,
        suggested("odd"),
        Spelling::Known,
    ];
    for answer in answers.into_iter().chain([again]) {
        assert_eq!(answer.unwrap(), expected);
    }
    assert_eq!(dictionaries.count("suggest odd"), 1);
    assert_eq!(dictionaries.count("suggest known"), 0);
}

#[tokio::test]
async fn who_wants_no_similar_words_does_not_wait_for_them() {
    let dictionaries = playing("hangs-always", |_| {});
    assert_eq!(
        dictionaries.are_known("de", &["odd", "known"]).await,
        [false, true]
    );
    assert_eq!(dictionaries.count("started -a"), 0);
}

#[tokio::test]
async fn what_was_answered_is_forgotten_when_there_is_no_room_for_it() {
    let dictionaries = playing("well", |config| config.cache_bytes = 0);
    for _ in 0..2 {
        assert_eq!(
            dictionaries.ask("de", &["odd"]).await,
            Ok(vec![suggested("odd")])
        );
    }
    assert_eq!(dictionaries.count("suggest odd"), 2);
}

/// A question that keeps the process busy until the gate is opened.
macro_rules! busy {
    ($first:ident, $dictionaries:ident) => {
        let mut $first = pin!($dictionaries.ask("de", &["gate"]));
        tokio::select! {
            biased;
            _ = &mut $first => panic!("the gate was open"),
            () = until(|| $dictionaries.log().contains("waiting")) => {}
        }
    };
}

#[tokio::test]
async fn work_that_is_taken_back_before_it_begins_is_not_done() {
    let dictionaries = playing("check-waits", |_| {});
    busy!(first, dictionaries);
    assert!(
        dictionaries
            .ask("de", &["unwanted"])
            .now_or_never()
            .is_none()
    );
    open_gate(&dictionaries);
    assert_eq!(first.await, Ok(vec![suggested("gate")]));
    assert_eq!(
        dictionaries.ask("de", &["third"]).await,
        Ok(vec![suggested("third")])
    );
    assert!(!dictionaries.log().contains("unwanted"));
}

#[tokio::test]
async fn a_full_queue_refuses_further_questions() {
    let dictionaries = playing("check-waits", |config| config.queue_capacity = 2);
    busy!(first, dictionaries);
    // More than there is room for, as nobody else waits.
    let mut second = pin!(dictionaries.ask_for(key(1), "de", &["a", "b", "c"]));
    assert!(second.as_mut().now_or_never().is_none());
    let third = dictionaries.ask_for(key(2), "de", &["d"]).await;
    assert!(
        matches!(third, Err(EngineError::Overloaded { .. })),
        "{third:?}"
    );
    open_gate(&dictionaries);
    assert_eq!(first.await, Ok(vec![suggested("gate")]));
    assert_eq!(
        second.await,
        Ok(vec![suggested("a"), suggested("b"), suggested("c")])
    );
}

#[tokio::test]
async fn a_single_word_is_answered_before_most_of_anothers_many() {
    let dictionaries = playing("waits", |_| {});
    busy!(first, dictionaries);
    let many: Vec<String> = (0..100).map(|number| format!("many{number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    // Looked up already, so that both wait for similar words.
    dictionaries.are_known("de", &many).await;
    dictionaries.are_known("de", &["single"]).await;
    let mut long = pin!(dictionaries.ask("de", &many));
    assert!(long.as_mut().now_or_never().is_none());
    let mut short = pin!(dictionaries.ask("de", &["single"]));
    assert!(short.as_mut().now_or_never().is_none());
    open_gate(&dictionaries);
    let (first, (long, short)) = join(first, join(long, short)).await;
    assert_eq!((first.unwrap().len(), long.unwrap().len()), (1, 100));
    assert_eq!(short, Ok(vec![suggested("single")]));
    let log = dictionaries.log();
    let before = log.split_once("suggest single").unwrap().0;
    assert!(before.matches("suggest many").count() <= 8, "{log}");
}

#[tokio::test]
async fn a_keys_words_are_answered_before_most_of_those_in_anothers_many_questions() {
    let dictionaries = playing("waits", |_| {});
    busy!(first, dictionaries);
    let texts: Vec<Vec<String>> = (0..20)
        .map(|text| (0..10).map(|word| format!("many{text}x{word}")).collect())
        .collect();
    let texts: Vec<Vec<&str>> = (texts.iter())
        .map(|words| words.iter().map(String::as_str).collect())
        .collect();
    let single = ["single0", "single1", "single2", "single3", "single4"];
    // Looked up already, so that all wait for similar words.
    dictionaries.are_known("de", &texts.concat()).await;
    dictionaries.are_known("de", &single).await;
    let mut many = pin!(join_all((texts.iter()).map(|words| dictionaries.ask_for(
        key(1),
        "de",
        words
    ))));
    assert!(many.as_mut().now_or_never().is_none());
    let mut few = pin!(dictionaries.ask_for(key(2), "de", &single));
    assert!(few.as_mut().now_or_never().is_none());
    open_gate(&dictionaries);
    let (first, (many, few)) = join(first, join(many, few)).await;
    assert_eq!(first, Ok(vec![suggested("gate")]));
    assert!(many.iter().all(Result::is_ok), "{many:?}");
    assert_eq!(few, Ok(single.map(suggested).to_vec()));
    let log = dictionaries.log();
    let before = log.split_once("suggest single4").unwrap().0;
    assert!(before.matches("suggest many").count() <= 20, "{log}");
}

#[tokio::test]
async fn the_questions_of_one_key_wait_for_each_other_where_there_is_room_for_one() {
    let dictionaries = playing("check-waits", |config| config.queue_capacity = 4);
    busy!(first, dictionaries);
    let words = [["a", "b"], ["c", "d"], ["e", "f"]];
    let questions = words
        .iter()
        .map(|words| dictionaries.ask_for(key(1), "de", words));
    let mut questions = pin!(join_all(questions));
    assert!(questions.as_mut().now_or_never().is_none());
    open_gate(&dictionaries);
    let (first, answers) = join(first, questions).await;
    assert_eq!(first, Ok(vec![suggested("gate")]));
    for (answer, words) in answers.into_iter().zip(words) {
        assert_eq!(answer, Ok(words.map(suggested).to_vec()));
    }
}
